//! The form of `zug analyze --format json`.

use super::AnswerHead;
use serde::Serialize;

/// The answer of `zug analyze`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analyze {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// Who is to move; null where play is over.
    pub turn: Option<String>,
    /// The value in words; null where the position could not be solved.
    pub value: Option<String>,
    /// The value from the side of the player named first.
    pub points: Option<i64>,
    /// Plies to the end.
    pub plies: Option<u64>,
    /// How the value is known; null where the position could not be solved.
    pub because: Option<String>,
    /// Every legal move.
    pub moves: Vec<AnalyzedMove>,
    /// Lines of best play.
    pub lines: Vec<AnalyzedLine>,
    /// Where only one move keeps the value, along the first line.
    pub only_moves: Vec<OnlyMove>,
    /// Positions of that line whose moves were not all rated when a limit was reached.
    pub unrated: usize,
    /// What can be reached; null where it does not fit the memory.
    pub positions: Option<StateSpace>,
    /// What play at random comes to.
    pub random: RandomPlay,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyzedMove {
    /// The move.
    pub r#move: String,
    /// Its value in words.
    pub value: String,
    /// The same from the side of the player named first.
    pub points: i64,
    /// Plies to the end, this move included, where known.
    pub plies: Option<u64>,
    /// Whether it keeps the value.
    pub best: bool,
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyzedLine {
    /// The moves.
    pub moves: Vec<String>,
    /// What the line ends with, else null.
    pub value: Option<String>,
    /// Whether its last position stood in it before.
    pub repeats: bool,
}

/// A position in which only one move keeps the value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OnlyMove {
    /// The ply, from 1.
    pub ply: usize,
    /// The player to move.
    pub player: String,
    /// The move.
    pub r#move: String,
    /// How many moves there are.
    pub legal: usize,
    /// What it keeps, in words.
    pub keeps: String,
    /// What the best of the others is worth.
    pub otherwise: String,
}

/// All positions that can be reached.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateSpace {
    /// How many.
    pub all: u64,
    /// Those where play is over.
    pub over: u64,
    /// Those to which play can come back.
    pub cyclic: u64,
    /// Moves in all of them.
    pub moves: u64,
    /// Those in which only one move of several keeps the value.
    pub with_only_move: u64,
    /// Bytes of the tables.
    pub bytes: u64,
    /// How many have each value, the greatest first.
    pub by_value: Vec<ValueCount>,
    /// How many are won in so many plies; empty where outcomes are points.
    pub by_distance: Vec<DistanceCount>,
    /// How many are first reached after 0, 1, .. plies.
    pub by_depth: Vec<u64>,
}

/// A value and its positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueCount {
    /// In words.
    pub value: String,
    /// From the side of the player named first.
    pub points: i64,
    /// How many positions have it.
    pub positions: u64,
}

/// A distance and its positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistanceCount {
    /// Plies to the end.
    pub plies: u64,
    /// Positions that the player named first wins.
    pub first: u64,
    /// Positions that the other wins.
    pub second: u64,
}

/// The chances of play at random, as parts of 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RandomPlay {
    /// That the player named first wins.
    pub first: f64,
    /// That it is a draw.
    pub draw: f64,
    /// That the other wins.
    pub second: f64,
    /// That play does not end.
    pub endless: f64,
    /// The mean of the values where play ends; 0 where it never does.
    pub mean: f64,
    /// The number of games played, or null where it was computed over all positions.
    pub sampled: Option<u32>,
}
