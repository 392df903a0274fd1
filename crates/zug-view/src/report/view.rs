//! Puts an answer into the words of the definition.

use super::answer::{self, AnswerView, MoveView};
use super::strong;
use crate::wording::{reason, strong_reason};
use zug::answer::{Answer, LineEnd, Method, Prepared, StrongSolution};
use zug_game::Player;
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::wording;

/// Longer lines are cut when they are told.
const LONGEST_LINE: usize = 400;

impl AnswerView {
    /// An answer in words; `position` is where it was asked, `after` the moves that led there.
    pub fn new(
        answer: &Answer,
        program: &Program,
        semantics: &Semantics<'_>,
        position: &Position,
        after: &[Choice],
    ) -> AnswerView {
        let over = answer.best.is_empty();
        let (line, cut) = shown_line(answer, semantics, position);
        AnswerView {
            title: program.title.clone(),
            after: texts(semantics, semantics.start(), after),
            turn: (!over)
                .then(|| program.players()[usize::from(position.turn == Player::Second)].to_string()),
            value: answer.value,
            value_text: wording::value(program, answer.value),
            winner: wording::winner(program, answer.value).map(str::to_string),
            plies: answer.distance,
            nimber: answer.nimber,
            best: answer.best.iter().map(|choice| semantics.text(position, choice)).collect(),
            best_within: answer.best_within,
            legal: semantics.legal(position).map_or(0, |legal| legal.len().max(1)),
            line,
            line_end: line_end(answer.line_end, cut || (answer.line_end, over) == (LineEnd::NotAsked, false)),
            to_database: answer.reason.leaves.is_some_and(|leaves| leaves.found > 0),
            moves: answer.moves.iter().map(|each| move_view(program, semantics, position, each)).collect(),
            solver: match answer.reason.method {
                Method::Database { .. } => "database",
                Method::Forward { .. } => "forward",
                _ => answer.solver.name(),
            },
            why: reason(&answer.reason),
        }
    }
}

fn shown_line(answer: &Answer, semantics: &Semantics<'_>, position: &Position) -> (Vec<String>, bool) {
    let shown = answer.line.len().min(LONGEST_LINE);
    (texts(semantics, position.clone(), &answer.line[..shown]), shown < answer.line.len())
}

fn move_view(
    program: &Program,
    semantics: &Semantics<'_>,
    position: &Position,
    (choice, value, plies): &(Choice, i64, Option<u64>),
) -> MoveView {
    MoveView {
        text: semantics.text(position, choice),
        value: *value,
        value_text: wording::value(program, *value),
        plies: *plies,
    }
}

/// How a line ends that was cut or not.
pub(super) fn line_end(end: LineEnd, cut: bool) -> answer::JsonLineEnd {
    match end {
        _ if cut => answer::JsonLineEnd::Cut,
        LineEnd::Repeats(_) => answer::JsonLineEnd::Repeats,
        LineEnd::NotAsked => answer::JsonLineEnd::Cut,
        LineEnd::Terminal => answer::JsonLineEnd::Terminal,
    }
}

/// Moves in notation, each at the position before it.
pub(super) fn texts(semantics: &Semantics<'_>, mut position: Position, choices: &[Choice]) -> Vec<String> {
    let mut texts = Vec::new();
    for choice in choices {
        texts.push(semantics.text(&position, choice));
        match semantics.play(&position, choice) {
            Ok(next) => position = next,
            Err(_) => break,
        }
    }
    texts
}

impl strong::StrongView {
    /// Every position in the words of the definition; `position` is where it was asked, `after` the
    /// moves that led there.
    pub fn new(
        everything: &StrongSolution,
        prepared: &Prepared<'_>,
        position: &Position,
        after: &[Choice],
    ) -> strong::StrongView {
        let program = prepared.program;
        let semantics = Semantics::new(program);
        let texts = |from: &Position, moves: &[Choice]| {
            texts(&semantics, from.clone(), &moves[..moves.len().min(LONGEST_LINE)])
        };
        let census = &everything.census;
        let longest = |winner: usize| {
            let one = census.longest[winner].as_ref()?;
            let there =
                one.after.iter().try_fold(position.clone(), |at, play| semantics.play(&at, play).ok())?;
            Some(strong::LongestWinView {
                winner: program.players()[winner].to_string(),
                plies: one.plies,
                after: texts(position, &one.after),
                line: texts(&there, &one.line),
            })
        };
        strong::StrongView {
            title: program.title.clone(),
            players: program.players().map(str::to_string),
            points: program.points,
            after: texts(&semantics.start(), after),
            value: census.value,
            value_text: wording::value(program, census.value),
            winner: wording::winner(program, census.value).map(str::to_string),
            plies: census.plies,
            line: texts(position, &census.line),
            line_end: line_end(census.line_end, census.line.len() > LONGEST_LINE),
            positions: census.positions,
            terminal: census.terminal,
            additive: !census.whole && prepared.machine().is_some_and(|m| !m.additive.is_empty()),
            counts: census.counts.clone(),
            longest: [longest(0), longest(1)],
            table: census.table,
            digest: census.digest,
            tiers: census.tiers,
            why: strong_reason(everything),
        }
    }
}
