//! Writes an analysis as JSON.

use super::gather::{KeyMove, MainLine, PositionAnalysis, Rated};
use crate::json::{
    Analyze, AnalyzedLine, AnalyzedMove, AnswerHead, DistanceCount, OnlyMove, RandomPlay, StateSpace,
    ValueCount,
};
use crate::wording::reason;
use zug::answer::{Answer, Chance, StateSpaceStatistics};
use zug_lang::program::Program;
use zug_lang::wording;

/// The answer after what all answers begin with.
pub fn json(program: &Program, analysis: &PositionAnalysis, head: AnswerHead) -> Analyze {
    let known = analysis.answer.as_ref().ok();
    let over = known.is_some_and(|answer| answer.best.is_empty());
    let turn = program.players()[analysis.position.turn.index()];
    Analyze {
        head,
        after: analysis.after.clone(),
        turn: (!over).then(|| turn.to_string()),
        value: known.map(|answer| wording::value(program, answer.value)),
        points: known.map(|answer| answer.value),
        plies: known.and_then(|answer| answer.distance),
        because: known.map(|answer| reason(&answer.reason)),
        moves: analysis.moves.iter().map(|each| rated(program, known, each)).collect(),
        lines: analysis.lines.iter().map(|each| line(program, each)).collect(),
        only_moves: analysis.key_moves.iter().map(|each| only_move(program, each)).collect(),
        unrated: analysis.unrated,
        positions: analysis.state_space.as_ref().ok().map(|state_space| counts(program, state_space)),
        random: random(&analysis.chance),
    }
}

fn rated(program: &Program, known: Option<&Answer>, each: &Rated) -> AnalyzedMove {
    AnalyzedMove {
        r#move: each.text.clone(),
        value: wording::value(program, each.value),
        points: each.value,
        plies: each.plies,
        best: known.is_some_and(|answer| answer.best.contains(&each.choice)),
    }
}

fn line(program: &Program, each: &MainLine) -> AnalyzedLine {
    let value = each.end.map(|value| wording::value(program, value));
    AnalyzedLine { moves: each.moves.clone(), value, repeats: each.repeats }
}

fn only_move(program: &Program, each: &KeyMove) -> OnlyMove {
    OnlyMove {
        ply: each.ply + 1,
        player: each.player.clone(),
        r#move: each.text.clone(),
        legal: each.legal,
        keeps: wording::value(program, each.value),
        otherwise: wording::value(program, each.otherwise),
    }
}

fn random(chance: &Chance) -> RandomPlay {
    let Chance { first, draw, second, endless, mean, sampled } = *chance;
    RandomPlay { first, draw, second, endless, mean, sampled }
}

fn counts(program: &Program, state_space: &StateSpaceStatistics) -> StateSpace {
    let by_value = |(value, count): (&i64, &u64)| ValueCount {
        value: wording::value(program, *value),
        points: *value,
        positions: *count,
    };
    let by_distance = |(plies, count): (&u64, &[u64; 2])| DistanceCount {
        plies: *plies,
        first: count[0],
        second: count[1],
    };
    StateSpace {
        all: state_space.positions,
        over: state_space.terminal,
        cyclic: state_space.cyclic,
        moves: state_space.moves,
        with_only_move: state_space.only_moves,
        bytes: state_space.bytes,
        by_value: state_space.values.iter().rev().map(by_value).collect(),
        by_distance: state_space.distances.iter().filter(|_| !program.points).map(by_distance).collect(),
        by_depth: state_space.depths.clone(),
    }
}
