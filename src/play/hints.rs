//! Tells in lines what a position and its moves are worth.

use crate::output;
use zug::answer::{Knowledge, RatedMove};
use zug_game::Player;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::wording;
use zug_view::play::standing;

/// The value of a position, and how many moves keep it.
pub(super) fn evaluation(program: &Program, known: &Knowledge) -> String {
    let moves = match known {
        Knowledge::Exact { moves, .. } => moves,
        Knowledge::Won(win) => {
            let (best, all) = (win.moves.len(), win.moves.len() + win.open.len());
            let are = if best == 1 { "1 is".to_string() } else { format!("{best} are") };
            let standing = strong(&standing(program, known));
            return format!("value: {standing}; of {all} moves {are} known to keep that\n");
        }
        Knowledge::Heuristic { .. } => return format!("value: {}\n", standing(program, known)),
    };
    let keeps = match (known.best().len(), moves.len()) {
        (_, 0) => String::new(),
        (best, all) if best == all => format!("; every move keeps that ({all})"),
        (1, all) => format!("; 1 of {all} moves keeps that"),
        (best, all) => format!("; {best} of {all} moves keep that"),
    };
    format!("value: {}{keeps}\n", strong(&standing(program, known)))
}

/// The best moves with their values, at most so many, the best first; a star marks those that keep
/// the value.
pub(super) fn rows(semantics: &Semantics<'_>, position: &Position, known: &Knowledge, most: usize) -> String {
    let chosen = known.chosen(position.turn == Player::First);
    let mut rows = all(semantics, position, known);
    rows.sort_by_key(|row| {
        (std::cmp::Reverse(row.rank.0), Some(&row.choice) != chosen, std::cmp::Reverse(row.rank.1))
    });
    rows.truncate(most);
    let wide = rows.iter().map(|row| row.text.chars().count()).max().unwrap_or(0);
    let line = |row: &HintRow| {
        let text = format!("{} {:wide$}", if row.best { '*' } else { ' ' }, row.text);
        format!("{}  {}\n", if row.best { strong(&text) } else { text }, row.rendered)
    };
    rows.iter().map(line).collect()
}

/// A move with what is said of it.
struct HintRow {
    choice: Choice,
    text: String,
    rendered: String,
    best: bool,
    /// A better move is greater.
    rank: (i64, i64),
}

fn all(semantics: &Semantics<'_>, position: &Position, known: &Knowledge) -> Vec<HintRow> {
    let sign = if position.turn == Player::First { 1 } else { -1 };
    let program = semantics.program();
    let text = |choice: &Choice| semantics.text(position, choice);
    match known {
        Knowledge::Exact { moves, .. } => {
            let best = known.best();
            let row = |each: &RatedMove| {
                let (choice, value, plies) = each;
                let alone = Knowledge::Exact { value: *value, plies: *plies, moves: Vec::new(), next: None };
                let mine = sign * value;
                HintRow {
                    choice: choice.clone(),
                    text: text(choice),
                    rendered: standing(program, &alone),
                    best: best.len() < moves.len() && best.contains(&each),
                    rank: (mine, -mine.signum() * plies.unwrap_or(0) as i64),
                }
            };
            moves.iter().map(row).collect()
        }
        Knowledge::Won(win) => {
            let won = win.moves.iter().map(|(choice, value, plies)| {
                let alone = Knowledge::Exact { value: *value, plies: *plies, moves: Vec::new(), next: None };
                let rendered = standing(program, &alone);
                HintRow { choice: choice.clone(), text: text(choice), rendered, best: true, rank: (1, 0) }
            });
            let open = win.open.iter().map(|choice| {
                let rendered = "not known".to_string();
                HintRow { choice: choice.clone(), text: text(choice), rendered, best: false, rank: (0, 0) }
            });
            won.chain(open).collect()
        }
        Knowledge::Heuristic { moves, .. } => {
            let row = |(choice, value, _): &(Choice, i64, f64)| HintRow {
                choice: choice.clone(),
                text: text(choice),
                rendered: guess(program, *value),
                best: false,
                rank: (sign * value, 0),
            };
            moves.iter().map(row).collect()
        }
    }
}

fn guess(program: &Program, value: i64) -> String {
    match value {
        0 => "nothing is forced within the plies looked at".to_string(),
        _ => format!("looks like: {}", wording::value(program, value)),
    }
}

/// In bold letters and green, where the terminal has colours.
fn strong(text: &str) -> String {
    if output::has_boxes() { format!("\x1b[1;32m{text}\x1b[0m") } else { text.to_string() }
}
