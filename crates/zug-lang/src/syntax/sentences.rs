//! Rules that are told in a sentence, as in the instructions of a game:
//! `A player who cannot move loses`.

use super::codes;
use super::items::{is_reserved, rule_of};
use super::own_names::OwnNames;
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::cell::OnceCell;
use std::ops::Range;

/// So many plain words one behind the other stand in no rule.
const WORDS: usize = 3;

/// The sentences that stand where items begin, with what lets the parser read what is around them.
pub(super) fn find(view: &TokenView) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let known = Known { view, own: OnceCell::new(), players: OnceCell::new(), stuck: OnceCell::new() };
    let (mut depth, mut at) = (0usize, 0);
    while at < view.tokens.len() {
        let end =
            (at + 1..view.tokens.len()).find(|each| view.tokens[*each].first).unwrap_or(view.tokens.len());
        if depth == 0 && rule_of(view.word(at)).is_none() && is_sentence(view, at..end) {
            found.push(report(&known, at..end));
        }
        for each in at..end {
            match view.word(each) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        at = end;
    }
    found
}

/// What a text declares, looked for once for all its sentences.
struct Known<'v, 't> {
    view: &'v TokenView<'t>,
    own: OnceCell<OwnNames<'t>>,
    players: OnceCell<Vec<&'t str>>,
    stuck: OnceCell<Option<usize>>,
}

impl<'t> Known<'_, 't> {
    fn own(&self) -> &OwnNames<'t> {
        self.own.get_or_init(|| OwnNames::of(self.view))
    }

    /// Whether the item `players` has a name.
    fn is_player(&self, name: &str) -> bool {
        let view = self.view;
        let players = self.players.get_or_init(|| {
            let item =
                (0..view.tokens.len()).find(|at| view.tokens[*at].first && view.word(*at) == "players");
            let names = item.map_or(0..0, |item| item + 1..view.tokens.len());
            let names = names.take_while(|at| !view.tokens[*at].first);
            names.filter(|at| view.tokens[*at].kind == Kind::Word).map(|at| view.word(at)).collect()
        });
        players.contains(&name)
    }

    /// The rule `stuck` of the text.
    fn stuck(&self) -> Option<usize> {
        let view = self.view;
        let is_item =
            |at: &usize| view.tokens[*at].first && view.word(*at) == "stuck" && view.word(at + 1) == "=>";
        *self.stuck.get_or_init(|| (0..view.tokens.len()).find(is_item))
    }
}

/// Words for the end of a game.
const WINS: [&str; 3] = ["win", "wins", "won"];
const LOSES: [&str; 3] = ["lose", "loses", "lost"];
const DRAWS: [&str; 4] = ["draw", "drawn", "tie", "tied"];

/// Whether a line is a sentence about the end of the game.
fn is_sentence(view: &TokenView, line: Range<usize>) -> bool {
    let is_plain = |at: usize| view.tokens[at].kind == Kind::Word && !is_reserved(view.word(at));
    let (mut row, mut longest) = (0, 0);
    for at in line.clone() {
        row = if is_plain(at) { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    let has = |words: &[&str]| line.clone().any(|at| words.contains(&view.word(at)));
    let ends = has(&WINS) || has(&LOSES) || has(&DRAWS);
    let rule = has(&["=>", "then", "{", ":", "=", ":-", "==", "!=", "<", "<=", ">", ">=", "+=", "-="]);
    let called =
        |at: usize| view.word(at + 1) == "(" && is_plain(at) && view.span(at).end == view.span(at + 1).start;
    let code = rule || line.clone().any(called);
    ends && !code && (longest >= WORDS || without_move(view, &line).is_some()) && line.len() >= 4
}

/// The word of a line from which on it says that somebody has no move.
fn without_move(view: &TokenView, line: &Range<usize>) -> Option<usize> {
    let moves = |from: usize| {
        let behind = (from + 1..line.end).take(4).map(|at| view.word(at));
        behind.into_iter().any(|word| matches!(word, "move" | "moves" | "go" | "play"))
    };
    line.clone().find(|at| match view.word(*at) {
        "cannot" | "unable" | "no" => moves(*at),
        "can" => is_denied(view, *at) && moves(*at),
        "stuck" | "blocked" => true,
        _ => false,
    })
}

/// Whether `not` or `'t` stands behind a word.
fn is_denied(view: &TokenView, at: usize) -> bool {
    let behind = view.text.get(view.tokens[at].end..).unwrap_or("");
    view.word(at + 1) == "not" || behind.starts_with(['\'', '’'])
}

/// Of whom a sentence speaks.
#[derive(Clone, Copy, PartialEq)]
enum Who<'t> {
    Named(&'t str),
    Other,
    Any,
    /// The one that was spoken of before.
    Same,
}

/// Of whom the last word before `at` speaks that speaks of somebody, and its place.
fn who<'t>(known: &Known<'_, 't>, line: &Range<usize>, at: usize) -> Option<(usize, Who<'t>)> {
    let view = known.view;
    (line.start..at).rev().find_map(|at| {
        let of = match view.word(at) {
            "opponent" | "other" | "enemy" => Who::Other,
            "player" | "players" if view.word(at.wrapping_sub(1)) == "other" => Who::Other,
            "player" | "players" | "you" | "one" | "mover" => Who::Any,
            "who" | "he" | "she" | "they" | "it" => Who::Same,
            name if known.is_player(name) => Who::Named(name),
            _ => return None,
        };
        Some((at, of))
    })
}

/// The outcome that a sentence tells for the player who has no move.
fn outcome_of_stuck(known: &Known, line: &Range<usize>, stuck: usize) -> String {
    let view = known.view;
    let finds = |words: &[&str]| line.clone().find(|at| words.contains(&view.word(*at)));
    let verb = finds(&[WINS, LOSES].concat()).filter(|_| finds(&DRAWS).is_none());
    let Some(verb) = verb else { return "draw".to_owned() };
    let wins = WINS.contains(&view.word(verb));
    let (without, ends) = (who(known, line, stuck), who(known, line, verb));
    let same = match (without, ends) {
        (Some((_, Who::Any)), Some((_, Who::Named(name)))) => {
            return format!("{name} {}", if wins { "wins" } else { "loses" });
        }
        // `a player whose opponent cannot move wins`
        (Some((one, Who::Other)), Some((two, _))) if one == two => who(known, line, one).is_none(),
        (Some((_, Who::Named(one))), Some((_, Who::Named(two)))) => one == two,
        (Some((_, one)), Some((_, two))) if one != Who::Same && two != Who::Same => {
            (one == Who::Other) == (two == Who::Other)
        }
        _ => true,
    };
    if wins == same { "me wins".to_owned() } else { "me loses".to_owned() }
}

/// The report about a sentence that says what happens without a move: a rule `stuck`, or, where the
/// text has one, what becomes of it.
fn stuck_report(known: &Known, report: Diagnostic, outcome: &str) -> Diagnostic {
    let view = known.view;
    let at = report.span();
    let text = format!("stuck => {outcome}");
    let Some(item) = known.stuck() else {
        let about = if outcome.starts_with("me ") { ": `me` is the player who has no move" } else { "" };
        return report.help(format!("write `{text}`{about}")).likely(at, text);
    };
    let end = (item + 1..view.tokens.len()).find(|at| view.tokens[*at].first);
    let rule = view.span(item).to(view.span(end.unwrap_or(view.tokens.len()) - 1));
    let known_text = &view.text[rule.start as usize - view.base..rule.end as usize - view.base];
    let report = report.because(rule, "the rule for a player without a move");
    if known_text == text {
        return report.help(format!("delete it: `{text}` says so")).likely(at, "");
    }
    report
        .help(format!(
            "write `{text}` in the place of `{known_text}` if that is meant, and delete the sentence"
        ))
        .recovery(at, "")
}

fn report(known: &Known, line: Range<usize>) -> Diagnostic {
    let view = known.view;
    let has = |words: &[&str]| line.clone().any(|at| words.contains(&view.word(at)));
    let at = Span { end: view.span(line.end - 1).end, ..view.span(line.start) };
    let report = Diagnostic::error(codes::ELSEWHERE, "a rule is no sentence", at, "told in words");
    if let Some(stuck) = without_move(view, &line) {
        let outcome = outcome_of_stuck(known, &line, stuck);
        return stuck_report(known, report, &outcome);
    }
    let own = known.own();
    if let Some(set) = own.set_of_each().filter(|_| has(&["row", "line"])) {
        let length = line.clone().find_map(|at| number(view.word(at))).unwrap_or(3);
        return report
            .help(format!(
                "write `end for p in Player when (some l in Line: l <= {set}[p]) => p wins`, with `family Line of {} = lines({}, {length})`",
                own.domain, own.domain
            ))
            .recovery(at, "");
    }
    let outcome = match has(&DRAWS) {
        true => "draw".to_owned(),
        false => format!("{} wins", own.player),
    };
    report
        .help(format!(
            "write the condition and the outcome, `end when {} => {outcome}` for one",
            own.condition()
        ))
        .recovery(at, "")
}

/// A small number, or the word for it.
fn number(word: &str) -> Option<usize> {
    let words = ["two", "three", "four", "five", "six"];
    word.parse().ok().or_else(|| words.iter().position(|each| *each == word).map(|at| at + 2))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(lines: &str) -> Vec<String> {
        let head = "game \"G\"\nplayers Ann, Bob\nstate { hand[Player]: 0..9, n: 0..9 }\nmove m when n < 9 { n += 1 }\n";
        helps_about(&format!("{head}{lines}\n"))
    }

    #[test]
    fn who_cannot_move_is_told_by_a_rule() {
        let stuck = ["write `stuck => me loses`: `me` is the player who has no move"];
        assert_eq!(helps("player who cannot move loses"), stuck);
        assert_eq!(helps("if Ann cannot move, Bob wins"), stuck);
        assert_eq!(helps("A player who can't move loses"), stuck);
        assert_eq!(helps("A player with no moves left loses"), stuck);
        assert_eq!(helps("the other player wins if a player cannot move"), stuck);
        assert_eq!(helps("a player whose opponent cannot move wins"), stuck);
        assert_eq!(helps("Ann loses when she cannot move"), stuck);
    }

    #[test]
    fn who_cannot_move_may_win() {
        let stuck = ["write `stuck => me wins`: `me` is the player who has no move"];
        assert_eq!(helps("A player who cannot move wins"), stuck);
        assert_eq!(helps("if Ann cannot move, Ann wins"), stuck);
        assert_eq!(helps("if a player cannot move, the opponent loses"), stuck);
        assert_eq!(helps("if a player cannot move then_ Ann wins"), ["write `stuck => Ann wins`"]);
        assert_eq!(helps("a player who cannot move makes a draw"), ["write `stuck => draw`"]);
    }

    #[test]
    fn who_can_move_is_not_stuck() {
        assert_eq!(
            helps("A player who can move wins\nstuck => draw"),
            ["write the condition and the outcome, `end when hand[me] > 0 => Ann wins` for one"]
        );
    }

    #[test]
    fn one_rule_for_who_cannot_move_is_enough() {
        assert_eq!(
            helps("A player who cannot move loses\nstuck => me loses"),
            ["delete it: `stuck => me loses` says so"]
        );
        assert_eq!(
            helps("A player who cannot move loses\nstuck => draw"),
            [
                "write `stuck => me loses` in the place of `stuck => draw` if that is meant, and delete the sentence"
            ]
        );
    }

    #[test]
    fn a_condition_is_no_sentence() {
        let text = "game \"G\"\nplayers Ann, Bob\nstate { won: 0..9, lost: bool }\nmove go { won += 1 }\n\
            move end_it\n  when can(go) and won > 0\n{ won += 1 }\n\
            move halt\n  when can(go) and lost\n{ won += 1 + }\nstuck => draw\n";
        let found = helps_about(text);
        assert!(!found.is_empty() && found.iter().all(|help| !help.contains("stuck")), "{found:?}");
    }

    #[test]
    fn a_row_is_a_member_of_a_family() {
        let text = "game \"G\"\nplayers Ann, Bob\nboard C = grid(4, 4)\nstate { men[Player]: set of C }\nmove m(c in C) { men[me] += c }\nAnn wins when she has a line of four\nstuck => draw\n";
        assert_eq!(
            helps_about(text),
            [
                "write `end for p in Player when (some l in Line: l <= men[p]) => p wins`, with `family Line of C = lines(C, 4)`"
            ]
        );
    }

    #[test]
    fn an_ending_has_a_condition_and_an_outcome() {
        assert_eq!(
            helps("when hands are empty the player with the higher score wins\nstuck => draw"),
            ["write the condition and the outcome, `end when hand[me] > 0 => Ann wins` for one"]
        );
        assert_eq!(helps("stuck => me loses\nend when n = 9 => draw"), [""; 0]);
    }
}
