//! Tells a worksheet as JSON.

use super::words::{mover, name, question};
use super::{SolvedExercise, Worksheet, WorksheetSolution, difficulty};
use crate::json::{
    self, AnswerHead, ExerciseCut, ExerciseDifficulty, ExerciseHit, ExerciseMove, ExerciseNode,
    ExerciseSolution, ExerciseValue, Exercises, ValueOfMove,
};
use crate::tree::SearchTree;
use zug_lang::program::Program;
use zug_lang::semantics::Semantics;
use zug_lang::text::position as board;

/// The answer after what all answers begin with.
pub fn object(head: AnswerHead, program: &Program, worksheet: &Worksheet) -> Exercises {
    Exercises {
        head,
        title: worksheet.title.clone(),
        players: worksheet.players.clone(),
        kind: name(worksheet.kind),
        seed: worksheet.seed,
        levels: difficulty::rule(worksheet.kind),
        exercises: worksheet.exercises.iter().map(|each| one(program, worksheet, each)).collect(),
    }
}

fn one(program: &Program, worksheet: &Worksheet, each: &SolvedExercise) -> json::Exercise {
    json::Exercise {
        after: each.after.clone(),
        position: board::draw(program, &Semantics::new(program), &each.position),
        mover: mover(program, each).to_string(),
        question: question(program, worksheet, each),
        horizon: each.tree.as_ref().and_then(|tree| tree.horizon),
        tree: each.tree.as_ref().map(nodes).unwrap_or_default(),
        difficulty: ExerciseDifficulty {
            level: each.difficulty.level.to_string(),
            measure: each.difficulty.measure,
        },
        solution: solution(&each.solution),
    }
}

fn nodes(tree: &SearchTree) -> Vec<ExerciseNode> {
    let letters = |at: usize| tree.nodes[at].label.clone().unwrap_or_default();
    let node = |at: usize| ExerciseNode {
        node: letters(at),
        parent: tree.nodes[at].parent.map(letters),
        r#move: tree.nodes[at].played.clone(),
        level: SearchTree::level(tree.nodes[at].mover),
        value: tree.nodes[at].value,
    };
    (0..tree.nodes.len()).map(node).collect()
}

fn solution(solution: &WorksheetSolution) -> ExerciseSolution {
    let nothing = ExerciseSolution::default();
    match solution {
        WorksheetSolution::Values(values) => {
            let values =
                values.iter().map(|(node, value)| ExerciseValue { node: node.clone(), value: *value });
            ExerciseSolution { values: Some(values.collect()), ..nothing }
        }
        WorksheetSolution::Cuts(cuts) => {
            let cuts = cuts.iter().map(|cut| ExerciseCut {
                node: cut.node.clone(),
                r#move: cut.played.clone(),
                reason: cut.reason.clone(),
            });
            ExerciseSolution { cuts: Some(cuts.collect()), ..nothing }
        }
        WorksheetSolution::BestMove { value, text, best, moves } => ExerciseSolution {
            value: Some(ValueOfMove { text: text.clone(), points: *value }),
            best: Some(best.clone()),
            moves: Some(
                moves
                    .iter()
                    .map(|(text, value)| ExerciseMove { r#move: text.clone(), value: *value })
                    .collect(),
            ),
            ..nothing
        },
        WorksheetSolution::Window { node, alpha, beta, .. } => ExerciseSolution {
            node: Some(node.clone()),
            window: Some(
                [alpha, beta].map(|end| Some(*end).filter(|end| ![i64::MIN, i64::MAX].contains(end))),
            ),
            ..nothing
        },
        WorksheetSolution::Memo(hits) => {
            let hits = hits.iter().map(|(node, at)| ExerciseHit { node: node.clone(), found_at: at.clone() });
            ExerciseSolution { memo: Some(hits.collect()), ..nothing }
        }
    }
}
