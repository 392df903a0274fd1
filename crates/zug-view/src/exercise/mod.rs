//! Exercise worksheets from any definition: small trees to fill in, cuts and windows to find, best
//! moves to name.
//!
//! ```text
//! seed -> sample (random play, small trees) -> make (question, solution) -> worksheet -> html, markdown, json
//! ```
//!
//! Positions are drawn by the seed. Every solution is read off a recorded search, or is the answer
//! of the exact solver; no form computes a value.

mod difficulty;
mod json;
mod make;
mod markdown;
mod page;
mod sample;
mod trees;
mod words;

pub use difficulty::{Difficulty, Level};
pub use json::object;
pub use make::cuts;
pub use markdown::markdown;
pub use page::html;
pub use trees::leaves_alone;

use crate::tree::SearchTree;
use make::MadeExercise;
use std::collections::BTreeSet;
use zug::answer::{Limits, Prepared, SolveError};
use zug_game::SplitMix64;
use zug_lang::semantics::Position;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseKind {
    /// A tree with the values of its leaves: those of the other nodes are to be filled in.
    Values,
    /// A tree: which branches does alpha-beta not look at?
    Cuts,
    /// A position: which moves are best, and what is it worth?
    BestMove,
    /// A tree with a marked node: what are alpha and beta when the search comes there?
    Window,
    /// A tree: which nodes does a memo answer?
    Memo,
}

/// What a worksheet is to be.
#[derive(Clone, Debug)]
pub struct WorksheetOrder {
    /// What is asked.
    pub kind: ExerciseKind,
    /// How many exercises.
    pub count: usize,
    /// What they are drawn by.
    pub seed: u64,
    /// Memory, time, and the flag that ends the search.
    pub limits: Limits,
}

/// A worksheet of exercises, the easiest first.
#[derive(Clone, Debug)]
pub struct Worksheet {
    /// Of the game.
    pub title: String,
    /// Who maximizes, and who minimizes.
    pub players: [String; 2],
    /// Whether values are points; otherwise 1, 0 and -1.
    pub points: bool,
    /// What is asked.
    pub kind: ExerciseKind,
    /// What they were drawn by.
    pub seed: u64,
    /// The exercises; no two are equal.
    pub exercises: Vec<SolvedExercise>,
}

/// An exercise with its solution.
#[derive(Clone, Debug)]
pub struct SolvedExercise {
    /// The moves from the first position.
    pub after: Vec<String>,
    /// The position that it is about.
    pub position: Position,
    /// The tree of play from there, each node with a letter, without what is asked for; none for
    /// best moves.
    pub tree: Option<SearchTree>,
    /// The positions of the nodes, by their letters, where they are needed.
    pub places: Vec<(String, Position)>,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// What is right.
    pub solution: WorksheetSolution,
    /// The search that shows it; none for best moves.
    pub shown: Option<SearchTree>,
}

/// What is right, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorksheetSolution {
    /// The value of each node that is not a leaf, by its letter.
    Values(Vec<(String, i64)>),
    /// The branches that are not looked at.
    Cuts(Vec<CutBranch>),
    /// The best moves, and the value of each.
    BestMove {
        /// Of the position, from the first player's side.
        value: i64,
        /// The same in the words of the rules.
        text: String,
        /// The moves that keep it.
        best: Vec<String>,
        /// Every legal move with its value.
        moves: Vec<(String, i64)>,
    },
    /// The window at a node.
    Window {
        /// Its letter.
        node: String,
        /// Alpha; `i64::MIN` where that side is open.
        alpha: i64,
        /// Beta; `i64::MAX` where that side is open.
        beta: i64,
        /// Who set which bound on the way there.
        because: Vec<String>,
    },
    /// The nodes that the memo answers, each with the node where that was found.
    Memo(Vec<(String, String)>),
}

/// A branch that alpha-beta does not look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutBranch {
    /// The letter of the node that it leads to.
    pub node: String,
    /// Its move.
    pub played: String,
    /// Why.
    pub reason: String,
}

/// Why there is no worksheet.
#[derive(Clone, Debug)]
pub enum NoWorksheet {
    /// Fewer exercises than asked for were found, so many.
    TooFew {
        /// How many were found.
        found: usize,
        /// How many plays were looked at.
        plays: usize,
    },
    /// The time is over, or it was interrupted.
    Stopped,
    /// A search failed.
    Failed(SolveError),
}

/// So many plays are looked at for each exercise before the worksheet is given up, and so many
/// beside.
const PLAYS: usize = 25;
const MORE_PLAYS: usize = 40;
/// And so many positions, one after the other, that are too large for the solver.
const TOO_LARGE: usize = 8;

/// Makes a worksheet about play from a position: the same definition, position and order give the
/// same worksheet.
///
/// # Errors
/// Too few different exercises, a limit, or a broken promise of the definition.
pub fn worksheet(
    prepared: &Prepared<'_>,
    position: &Position,
    after: &[String],
    order: &WorksheetOrder,
) -> Result<Worksheet, NoWorksheet> {
    let mut random = SplitMix64(order.seed);
    let (mut seen, mut positions, mut aside) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let (mut exercises, mut plays, mut too_large) = (Vec::new(), 0, 0);
    while exercises.len() < order.count && plays < PLAYS * order.count + MORE_PLAYS && too_large < TOO_LARGE {
        plays += 1;
        if sample::is_stopped(&order.limits) {
            return Err(NoWorksheet::Stopped);
        }
        let play = sample::play(prepared, position, after, &mut random);
        let made = make::exercise(prepared, &play, order, &mut random).map_err(NoWorksheet::Failed)?;
        too_large = if matches!(made, MadeExercise::TooLarge) { too_large + 1 } else { 0 };
        if let MadeExercise::Exercise(made) = made
            && seen.insert(words::identity(prepared.program, &made))
        {
            let fresh = positions.insert(made.position.clone());
            if fresh { exercises.push(*made) } else { aside.push(*made) }
        }
    }
    // A second question about a position is asked where there are too few positions.
    exercises.extend(aside.into_iter().take(order.count - exercises.len()));
    if exercises.len() < order.count {
        return Err(NoWorksheet::TooFew { found: exercises.len(), plays });
    }
    exercises.sort_by_key(|each| each.difficulty.measure);
    Ok(Worksheet {
        title: prepared.program.title.clone(),
        players: prepared.program.players().map(String::from),
        points: prepared.program.points,
        kind: order.kind,
        seed: order.seed,
        exercises,
    })
}
