//! The words of a worksheet: titles, questions, solutions. Every form says the same.

use super::{ExerciseKind, SolvedExercise, Worksheet, WorksheetSolution, difficulty};
use crate::tree::{bound, fold, text};
use zug_lang::program::Program;
use zug_lang::semantics::Semantics;
use zug_lang::text::position as board;
use zug_lang::wording;

/// The name of a kind, as it is asked for.
pub fn name(kind: ExerciseKind) -> &'static str {
    match kind {
        ExerciseKind::Values => "values",
        ExerciseKind::Cuts => "cuts",
        ExerciseKind::BestMove => "best-move",
        ExerciseKind::Window => "window",
        ExerciseKind::Memo => "memo",
    }
}

/// The title of a worksheet.
pub fn title(worksheet: &Worksheet) -> String {
    let about = match worksheet.kind {
        ExerciseKind::Values => "the values of positions",
        ExerciseKind::Cuts => "what alpha-beta does not look at",
        ExerciseKind::BestMove => "best moves",
        ExerciseKind::Window => "alpha and beta",
        ExerciseKind::Memo => "what a memo answers",
    };
    format!("{}: {about}", worksheet.title)
}

/// What holds for the whole worksheet.
pub fn about(worksheet: &Worksheet) -> String {
    let [first, second] = &worksheet.players;
    let values = if worksheet.points {
        format!("Values are points to {first}.")
    } else {
        format!("Values are 1 where {first} wins, 0 for a draw, -1 where {second} wins.")
    };
    let count = match worksheet.exercises.len() {
        1 => "1 exercise".to_string(),
        count => format!("{count} exercises"),
    };
    format!(
        "MAX is {first}, MIN is {second}. {values} {count}, seed {}. Difficulty: {}.",
        worksheet.seed,
        difficulty::rule(worksheet.kind)
    )
}

/// How hard an exercise is.
pub fn hardness(worksheet: &Worksheet, each: &SolvedExercise) -> String {
    let measure = match (worksheet.kind, each.difficulty.measure) {
        (ExerciseKind::BestMove, 1) => "1 ply of best play".to_string(),
        (kind, measure) => format!("{measure} {}", difficulty::unit(kind)),
    };
    format!("{} ({measure})", each.difficulty.level)
}

/// Who moves.
pub fn mover<'p>(program: &'p Program, each: &SolvedExercise) -> &'p str {
    program.players()[each.position.turn.index()]
}

/// What is asked.
pub fn question(program: &Program, worksheet: &Worksheet, each: &SolvedExercise) -> String {
    let mover = mover(program, each);
    let asked = match (&worksheet.kind, &each.solution) {
        (ExerciseKind::Values, _) => "The values of the leaves are given. What are the other nodes worth?".to_string(),
        (ExerciseKind::Cuts, _) => "Alpha-beta looks at the moves in the order in which they stand, and begins with an open window. Which \
                            branches does it not look at?"
            .to_string(),
        (_, WorksheetSolution::Window { node, .. }) => format!(
            "Alpha-beta looks at the moves in the order in which they stand, and begins with an open window. What are alpha and beta \
             when it comes to {node}?"
        ),
        (ExerciseKind::Memo, _) => "Minimax looks at the moves in the order in which they stand, and writes down what it finds. Positions with \
                            the same board and the same player to move (all that the rules still look at) are one; ends are not written down. Which nodes does the memo answer, and where was that found?"
            .to_string(),
        _ => format!("{mover} to move. Which moves are best, and what is the position worth?"),
    };
    let horizon = each.tree.as_ref().and_then(|tree| tree.horizon);
    let cut = horizon.map_or(String::new(), |plies| {
        format!(
            " Play is followed only {}; what is not over there (?) counts as it stands.",
            wording::plies(u64::from(plies))
        )
    });
    asked + &cut
}

/// Where the position comes from.
pub fn whence(each: &SolvedExercise) -> String {
    match each.after.as_slice() {
        [] => "The first position.".to_string(),
        moves => format!("After {}.", moves.join(", ")),
    }
}

/// What is right, in sentences.
pub fn solution(each: &SolvedExercise) -> Vec<String> {
    match &each.solution {
        WorksheetSolution::Values(values) => {
            let values: Vec<String> =
                values.iter().map(|(node, value)| format!("{node} = {value}")).collect();
            vec![format!("{}.", values.join(", "))]
        }
        WorksheetSolution::Cuts(cuts) => cuts
            .iter()
            .map(|cut| format!("{} ({}) is not looked at: {}.", cut.node, cut.played, cut.reason))
            .collect(),
        WorksheetSolution::BestMove { text, best, moves, .. } => {
            let all: Vec<String> = moves.iter().map(|(text, value)| format!("{text} = {value}")).collect();
            vec![format!("{text}: {}.", best.join(", ")), format!("The moves are worth: {}.", all.join(", "))]
        }
        WorksheetSolution::Window { node, alpha, beta, because } => {
            let mut said = vec![format!("At {node} alpha = {}, beta = {}.", bound(*alpha), bound(*beta))];
            said.extend(because.iter().map(|each| format!("{each}.")));
            said
        }
        WorksheetSolution::Memo(hits) => {
            hits.iter().map(|(node, at)| format!("{node} is not searched: it was found at {at}.")).collect()
        }
    }
}

/// The tree of an exercise as lines.
pub fn tree(each: &SolvedExercise) -> Option<String> {
    each.tree.as_ref().map(|tree| text::bare(tree, &fold(tree, Some(u32::MAX))))
}

/// What tells one exercise from another: the tree and what is asked of it, wherever it was found;
/// without a tree the position.
pub fn identity(program: &Program, each: &SolvedExercise) -> String {
    match tree(each) {
        Some(tree) => format!("{tree}\n{}", solution(each).join("\n")),
        None => board::draw(program, &Semantics::new(program), &each.position),
    }
}
