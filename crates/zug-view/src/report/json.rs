//! Tells an answer of `zug solve` as JSON.

use super::answer::{AnswerView, MoveView};
use crate::json::{AnswerHead, CheckedAnswer, JsonValue, Solve, SolveRun, SolvedBy, SolvedMove, ValueOfMove};
use std::time::Duration;
use zug::answer::Answer;

/// An answer. `head` says what was asked (file, settings); `run` is what differs from run to run.
pub fn answer(head: AnswerHead, view: &AnswerView, run: Option<SolveRun>) -> Solve {
    Solve {
        head,
        after: view.after.clone(),
        turn: view.turn.clone(),
        value: JsonValue { text: view.value_text.clone(), points: view.value, winner: view.winner.clone() },
        plies: view.plies,
        nimber: view.nimber,
        best: view.best.clone(),
        best_within: view.best_within,
        line: view.line.clone(),
        line_end: view.line_end,
        moves: view.moves.iter().map(one_move).collect(),
        solver: SolvedBy { name: view.solver, why: view.why.clone() },
        run,
    }
}

fn one_move(each: &MoveView) -> SolvedMove {
    let value = ValueOfMove { text: each.value_text.clone(), points: each.value };
    SolvedMove { r#move: each.text.clone(), value, plies: each.plies }
}

/// What an answer took.
pub fn run(answer: &Answer, time: Duration) -> SolveRun {
    let (statistics, checked) = (&answer.statistics, &answer.checked);
    SolveRun {
        positions: statistics.positions,
        plain: statistics.plain,
        terminal: statistics.terminal,
        cutoffs: statistics.cutoffs,
        memo_hits: statistics.memo_hits,
        stored: statistics.stored,
        milliseconds: time.as_secs_f64() * 1000.0,
        bytes: statistics.bytes,
        checked: CheckedAnswer { again: checked.again, compared: checked.compared, line: checked.line },
    }
}
