//! Why a value is so: every move with what it is worth, and the line of play that shows it.

use crate::play::{nothing_known, standing};
use zug::answer::{ForwardWin, Knowledge, Session, SolveError};
use zug_game::Player;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_lang::wording;

/// A move with what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMoveValue {
    /// The move.
    pub text: String,
    /// From the side of the player who is named first.
    pub value: i64,
    /// Plies to the end from the position before the move, where known.
    pub plies: Option<u64>,
    /// The move and best play after it.
    pub line: Vec<String>,
    /// How the line ends, in words; empty if it was cut.
    pub end: String,
}

/// What a position is worth and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueReason {
    /// From the side of the player who is named first.
    pub value: i64,
    /// The value in words.
    pub standing: String,
    /// Every legal move, the best first; none where play is over.
    pub moves: Vec<NamedMoveValue>,
    /// The number of moves that keep the value.
    pub best: usize,
    /// Legal moves of which nothing is known: where a win was found by searching forward.
    pub open: Vec<String>,
}

/// So many moves are told with a line.
const LINES: usize = 24;

/// The longest line that is told, in plies.
const LONGEST: usize = 24;

/// What is known of a position; `None` if it is too large to be solved within the limits.
///
/// # Errors
/// A broken promise of the definition, or an interruption.
pub fn value_reason(
    session: &mut dyn Session,
    semantics: &Semantics<'_>,
    position: &Position,
) -> Result<Option<ValueReason>, SolveError> {
    let known = session.ask_forward(position)?;
    reason_of(session, semantics, position, &known)
}

/// The same with the value of every move, however many positions have to be listed.
///
/// # Errors
/// Those of [`value_reason`].
pub fn reason_with_every_move(
    session: &mut dyn Session,
    semantics: &Semantics<'_>,
    position: &Position,
) -> Result<Option<ValueReason>, SolveError> {
    let known = session.ask(position)?;
    reason_of(session, semantics, position, &known)
}

fn reason_of(
    session: &mut dyn Session,
    semantics: &Semantics<'_>,
    position: &Position,
    known: &Knowledge,
) -> Result<Option<ValueReason>, SolveError> {
    let standing = standing(semantics.program(), known);
    let (value, moves) = match known {
        Knowledge::Exact { value, moves, .. } => (value, moves),
        Knowledge::Won(win) => return Ok(Some(of_win(semantics, position, win, standing))),
        Knowledge::Heuristic { .. } => return Ok(None),
    };
    let sign = if position.turn == Player::First { 1 } else { -1 };
    let haste = |value: i64, plies: &Option<u64>| match plies {
        Some(plies) if sign * value > 0 => *plies as i64,
        Some(plies) => -(*plies as i64),
        None => 0,
    };
    let mut sorted: Vec<_> = moves.iter().collect();
    sorted.sort_by_key(|(_, value, plies)| (-sign * value, haste(*value, plies)));
    let best = sorted.iter().filter(|each| each.1 == *value).count();
    let mut rated = Vec::new();
    for (at, (choice, value, plies)) in sorted.into_iter().enumerate() {
        let (line, end) = match at < LINES {
            true => best_line(session, semantics, position.clone(), choice)?,
            false => (vec![semantics.text(position, choice)], String::new()),
        };
        let text = semantics.text(position, choice);
        rated.push(NamedMoveValue { text, value: *value, plies: *plies, line, end });
    }
    Ok(Some(ValueReason { value: *value, standing, moves: rated, best, open: Vec::new() }))
}

/// The same of a win that was found by searching forward: its line shows it.
fn of_win(semantics: &Semantics<'_>, position: &Position, win: &ForwardWin, standing: String) -> ValueReason {
    let mut moves: Vec<NamedMoveValue> = Vec::new();
    for (choice, value, plies) in &win.moves {
        let text = semantics.text(position, choice);
        let shown = win.line.first() == Some(choice);
        let (line, end) = if shown {
            played_out(semantics, position, &win.line)
        } else {
            (vec![text.clone()], String::new())
        };
        let at = if shown { 0 } else { moves.len() };
        moves.insert(at, NamedMoveValue { text, value: *value, plies: *plies, line, end });
    }
    let open = win.open.iter().map(|each| semantics.text(position, each)).collect();
    ValueReason { value: win.value, standing, best: moves.len(), moves, open }
}

/// The texts of a line, and how it ends; nothing where it does not come to an end of play.
fn played_out(semantics: &Semantics<'_>, from: &Position, line: &[Choice]) -> (Vec<String>, String) {
    let (mut position, mut texts) = (from.clone(), Vec::new());
    for choice in line.iter().take(LONGEST) {
        texts.push(semantics.text(&position, choice));
        let Ok(next) = semantics.play(&position, choice) else { return (texts, String::new()) };
        position = next;
    }
    let end = semantics.outcome(&position).ok().flatten();
    (texts, end.map(|value| wording::value(semantics.program(), value)).unwrap_or_default())
}

/// A move and best play after it, as far as that is proved, and how that ends.
fn best_line(
    session: &mut dyn Session,
    semantics: &Semantics<'_>,
    before: Position,
    choice: &Choice,
) -> Result<(Vec<String>, String), SolveError> {
    let mut played = Vec::new();
    let (mut position, mut texts, mut next) = (before, Vec::new(), choice.clone());
    loop {
        texts.push(semantics.text(&position, &next));
        played.push(next.clone());
        let fault = |_| SolveError::Fault { line: played.clone() };
        position = semantics.play(&position, &next).map_err(fault)?;
        if let Expansion::Over(value) = semantics.expand(&position).map_err(fault)? {
            return Ok((texts, wording::value(semantics.program(), value)));
        }
        if texts.len() >= LONGEST {
            return Ok((texts, String::new()));
        }
        let known = session.ask_forward(&position).map_err(|error| error.behind(&played))?;
        let Some(chosen) = known.proved(position.turn == Player::First) else {
            return Ok((texts, String::new()));
        };
        next = chosen.clone();
    }
}

/// The answer to "why is the value so" in one sentence.
pub fn because(program: &Program, mover: Player, reason: &ValueReason) -> String {
    let name = program.players()[mover.index()];
    let sign = if mover == Player::First { 1 } else { -1 };
    let Some(first) = reason.moves.first() else { return format!("play is over: {}", reason.standing) };
    let text = &first.text;
    let standing = &reason.standing;
    if !reason.open.is_empty() {
        return format!(
            "{standing}: `{text}` forces it, whatever the answer; {}",
            nothing_known(reason.open.len())
        );
    }
    let all = reason.best == reason.moves.len();
    match (all, sign * reason.value) {
        (true, 1..) if reason.best > 1 => format!("{standing}: every move of {name} keeps it"),
        (_, 1..) if !program.points => format!("{standing}: `{text}` forces it, whatever the answer"),
        (true, ..=-1) if !program.points => format!("{standing}: every move of {name} loses, each as below"),
        (true, _) if reason.best == 1 => format!("{standing}: {name} has this one move"),
        (true, _) => format!("{standing}: every move of {name} is worth that"),
        (false, _) if reason.best > 1 => {
            format!("{standing}: {}", some_keep(name, reason))
        }
        (false, _) => {
            let others = reason.moves.len() - reason.best;
            let are = if others == 1 { "the other move is" } else { "the other moves are" };
            format!("{standing}: `{text}` is worth that, {are} worse for {name}")
        }
    }
}

/// That some moves keep the value and others are worse, which for the second player are those of
/// greater value.
fn some_keep(name: &str, reason: &ValueReason) -> String {
    let (best, all) = (reason.best, reason.moves.len());
    let are = if best == 1 { "is" } else { "are" };
    let others = if all - best == 1 { "the other is" } else { "the others are" };
    format!("{best} of {all} moves {are} worth that, {others} worse for {name}")
}

/// The answer to "why is this move best" in one sentence; `None` if it is no legal move.
pub fn why_best(
    program: &Program,
    mover: Player,
    reason: &ValueReason,
    asked: Option<&str>,
) -> Option<(String, bool)> {
    let Some(asked) = asked else {
        let best: Vec<String> =
            reason.moves.iter().take(reason.best).map(|each| format!("`{}`", each.text)).collect();
        return Some(match best.as_slice() {
            [] => (format!("play is over: {}", reason.standing), false),
            [one] => (format!("{one} is best: {}", because(program, mover, reason)), true),
            all => (format!("{} are best: {}", wording::moves(all), because(program, mover, reason)), true),
        });
    };
    let same = |each: &&NamedMoveValue| each.text.to_lowercase() == asked.to_lowercase();
    let exact = reason.moves.iter().find(|each| each.text == asked);
    let found = exact.or_else(|| reason.moves.iter().find(same))?;
    let (text, worth) = (&found.text, wording::value(program, found.value));
    let name = program.players()[mover.index()];
    if found.value != reason.value {
        let better = &reason.moves[0];
        let answer = format!(
            "`{text}` is not best for {name}: {worth} after it, but {} after `{}`",
            wording::value(program, reason.value),
            better.text
        );
        return Some((answer, false));
    }
    let answer = match reason.moves.len() {
        _ if !reason.open.is_empty() => {
            format!("`{text}` is best for {name}: {worth}; {}", nothing_known(reason.open.len()))
        }
        1 => format!("`{text}` is the only move: {worth}"),
        all if all == reason.best => format!("`{text}` is best, as every move is: {worth}"),
        _ => format!("`{text}` is best for {name}: {worth}; {}", some_keep(name, reason)),
    };
    Some((answer, true))
}
