//! A loop over the players before a move: `for each player: move ..`.

use super::Mistake;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::items::rule_of;

/// Searches the first token of a piece that begins with no keyword, with the move behind it.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let head = at..place.range.end;
    let word = |at: usize| place.view.word(at);
    let loops = matches!(word(at), "for" | "foreach" | "forall" | "each" | "every");
    let named =
        head.clone().find(|each| matches!(word(*each), "player" | "players" | "Player" | "Players"))?;
    let ends = named + 1 == head.end || matches!(word(named + 1), ":" | "," | "do") && named + 2 == head.end;
    if !loops || !ends || !matches!(word(head.end), "move" | "followup") {
        return None;
    }
    let bound = match word(named - 1) {
        "in" | "of" => word(named - 2),
        _ => word(named),
    };
    let tokens = &place.view.tokens;
    let begins = |at: &usize| tokens[*at].first && rule_of(word(*at)).is_some();
    let item = head.end..(head.end + 1..tokens.len()).find(begins).unwrap_or(tokens.len());
    let uses: Vec<usize> = item.filter(|each| word(*each) == bound && bound != "Player").collect();
    let said = place.text(head.clone());
    let instead = if uses.is_empty() { String::new() } else { format!(", and write `me` for `{bound}`") };
    let here = place.span_of(&head);
    let message = "a move is one of both players: no loop stands before it";
    let report = Diagnostic::error(codes::UNKNOWN_ITEM, message, here, "delete this")
        .help(format!("delete `{said}`{instead}: `me` is the player who moves"))
        .likely(here, "");
    let report = uses.into_iter().fold(report, |report, each| report.likely(place.view.span(each), "me"));
    Some(Mistake { report, covers: head })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn no_loop_over_the_players_stands_before_a_move() {
        let helps = |lines: &str| {
            let head = "game \"G\"\nplayers Ann, Bob\nstate { n: 0..9, held[Player]: 0..3 }\n";
            helps_about(&format!("{head}{lines}\nstuck => draw\n"))
        };
        let plain = ["delete `for each player:`: `me` is the player who moves"];
        assert_eq!(helps("for each player: move m { n += 1 }"), plain);
        assert_eq!(helps("for each player:\n  move m { n += 1 }"), plain);
        assert_eq!(
            helps("for p in Player:\n  move m { held[p] += 1 }"),
            ["delete `for p in Player:`, and write `me` for `p`: `me` is the player who moves"]
        );
    }
}
