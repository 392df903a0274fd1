//! The form of `zug solve --json`.

use super::{AnswerHead, JsonLineEnd, JsonValue, ValueOfMove};
use serde::Serialize;

/// The answer of `zug solve`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solve {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// Who is to move; null where play is over.
    pub turn: Option<String>,
    /// The value of the position.
    pub value: JsonValue,
    /// Plies to the end under best play; null unless `--distance` asked for it and a player wins by
    /// a rule.
    pub plies: Option<u64>,
    /// With `--nimber`: the nimber of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The moves that keep the value, in the order of the definition.
    pub best: Vec<String>,
    /// Only where there were too many positions to list: `best` has the moves that win within so
    /// many plies, or come to a won position of the database by then, and of the others nothing is
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_within: Option<u32>,
    /// A line of best play.
    pub line: Vec<String>,
    /// How that line ends.
    pub line_end: JsonLineEnd,
    /// With `--all-moves`: every legal move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<SolvedMove>,
    /// The solver that found it.
    pub solver: SolvedBy,
    /// With `--stats`: what differs from run to run, and what was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<SolveRun>,
}

/// A legal move with its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedMove {
    /// The move.
    pub r#move: String,
    /// Its value.
    pub value: ValueOfMove,
    /// Plies to the end, this move included, where known.
    pub plies: Option<u64>,
}

/// A solver.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedBy {
    /// What `--solver` calls it; `strong` for every position, `database` for an entry of one,
    /// `forward` for a win found forward.
    pub name: &'static str,
    /// How the value is known.
    pub why: String,
}

/// What a search took.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolveRun {
    /// Calls of the search, ended positions included.
    pub positions: u64,
    /// Positions of plain subtrees among them.
    pub plain: u64,
    /// Calls at ended positions.
    pub terminal: u64,
    /// How often the rest of the moves was left out.
    pub cutoffs: u64,
    /// How often the memo answered.
    pub memo_hits: u64,
    /// Entries of the memo.
    pub stored: u64,
    /// Time.
    pub milliseconds: f64,
    /// Bytes of the solver's tables.
    pub bytes: u64,
    /// What was checked before anything was told.
    pub checked: CheckedAnswer,
}

/// What was checked of an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedAnswer {
    /// Positions that minimax took to solve it again; null where it was not.
    pub again: Option<u64>,
    /// Positions that were compared with the rules by name.
    pub compared: u64,
    /// Plies of the line that were played again.
    pub line: u64,
}
