//! Says in words what a position is worth, and what a move made of it.

use zug::answer::{ForwardWin, Knowledge, RatedMove};
use zug_game::Player;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::wording;

/// `X wins in 5 plies`; where nothing is proved, how far was looked.
pub fn standing(program: &Program, known: &Knowledge) -> String {
    match known {
        Knowledge::Exact { value, plies, .. } => worth(program, *value, *plies),
        Knowledge::Won(win) => worth(program, win.value, Some(win.plies)),
        Knowledge::Heuristic { depth, .. } => {
            format!(
                "not known: not solved within the time and memory given; looked {} ahead",
                wording::plies(u64::from(*depth))
            )
        }
    }
}

/// What a position is worth after a move, counted from there as [`after_move`] does.
pub fn standing_after(program: &Program, known: &Knowledge, choice: &Choice) -> String {
    match known {
        Knowledge::Exact { .. } | Knowledge::Won(_) => {
            match known.rated().iter().find(|each| each.0 == *choice) {
                Some((_, value, plies)) => worth(program, *value, plies.map(|plies| plies.saturating_sub(1))),
                None if matches!(known, Knowledge::Won(_)) => "not known".to_string(),
                None => standing(program, known),
            }
        }
        Knowledge::Heuristic { .. } => standing(program, known),
    }
}

/// Of so many other moves nothing is known.
pub(crate) fn nothing_known(others: usize) -> String {
    match others {
        1 => "nothing is known of the other move".to_string(),
        _ => format!("nothing is known of the {others} others"),
    }
}

/// What a move made of a position that was won, by what a search forward found there.
fn after_move_of_win(
    semantics: &Semantics<'_>,
    before: &Position,
    (win, known): (&ForwardWin, &Knowledge),
    choice: &Choice,
) -> String {
    let program = semantics.program();
    if win.open.contains(choice) {
        let was = worth(program, win.value, Some(win.plies));
        return format!("was {was} by {}, now not known", best(semantics, before, known));
    }
    let now = standing_after(program, known, choice);
    match win.open.len() {
        0 => format!("{now}; every move was worth that"),
        others => format!("{now}: a best move; {}", nothing_known(others)),
    }
}

fn worth(program: &Program, value: i64, plies: Option<u64>) -> String {
    let plies = plies.filter(|plies| !program.points && *plies > 0);
    let plies = plies.map(|plies| format!(" in {}", wording::plies(plies))).unwrap_or_default();
    format!("{}{plies}", wording::value(program, value))
}

/// What a move made of a position, seen from who made it: whether it kept the value, and what would
/// have.
pub fn after_move(
    semantics: &Semantics<'_>,
    before: &Position,
    known: &Knowledge,
    choice: &Choice,
) -> String {
    let program = semantics.program();
    if let Knowledge::Won(win) = known {
        return after_move_of_win(semantics, before, (win, known), choice);
    }
    let Knowledge::Exact { value, moves, .. } = known else { return standing(program, known) };
    let Some((_, after, plies)) = moves.iter().find(|each| each.0 == *choice) else { return String::new() };
    let now = worth(program, *after, plies.map(|plies| plies.saturating_sub(1)));
    if after != value {
        let was = wording::value(program, *value);
        let were = if known.best().len() == 1 { "was" } else { "were" };
        return format!("was {was}, now {now}: the best {were} {}", best(semantics, before, known));
    }
    let sign = if before.turn == Player::First { 1 } else { -1 };
    let quickest = known.best().iter().filter_map(|each| each.2).min();
    match (quickest, plies) {
        (Some(quickest), Some(plies)) if sign * value > 0 && !program.points && *plies > quickest => {
            let quick = |each: &&RatedMove| each.2 == Some(quickest);
            let quicker = moves.iter().filter(|each| each.1 == *value).find(quick);
            let name = quicker.map(|each| semantics.text(before, &each.0)).unwrap_or_default();
            let rest = match quickest.saturating_sub(1) {
                0 => "at once".to_string(),
                plies => format!("in {}", wording::plies(plies)),
            };
            format!("still {now}; quicker was {name}, {rest}")
        }
        _ if moves.iter().all(|each| each.1 == *value) => format!("{now}; every move was worth that"),
        _ => format!("{now}: a best move"),
    }
}

/// The moves that keep the value, not more than five.
fn best(semantics: &Semantics<'_>, position: &Position, known: &Knowledge) -> String {
    let all = known.best();
    let names: Vec<String> = all.iter().take(5).map(|each| semantics.text(position, &each.0)).collect();
    let more = if all.len() > 5 { ", .." } else { "" };
    format!("{}{more}", names.join(", "))
}
