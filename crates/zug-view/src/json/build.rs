//! The answers of `zug build` and `zug probe`.

use super::{AnswerHead, CountOfPositions, JsonLineEnd, JsonValue, ValueOfMove};
use serde::Serialize;

/// The answer of `zug build`: a database that is complete.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Build {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The folder of the database.
    pub database: String,
    /// The moves to the position from which the database was built.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// The value of that position.
    pub value: JsonValue,
    /// Plies to its end, where it is won or lost and distances are stored.
    pub plies: Option<u64>,
    /// How many positions are stored.
    pub positions: u64,
    /// Those where play is over.
    pub terminal: u64,
    /// Whether positions that differ in points only are one, so that values are what is still to
    /// go.
    pub to_go: bool,
    /// Bytes of all tiers on disk.
    pub bytes: u64,
    /// How many positions there are of each kind.
    pub counts: Vec<CountOfPositions>,
    /// The tiers, the lowest first.
    pub tiers: Vec<TierOfDatabase>,
    /// Time, which differs from run to run.
    pub milliseconds: f64,
}

/// A tier of a database.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TierOfDatabase {
    /// Its number: no move leads to a lower one.
    pub tier: u64,
    /// How many positions it has.
    pub positions: u64,
    /// Bytes of its file.
    pub bytes: u64,
    /// BLAKE3 of its file without the checksum at the end.
    pub blake3: String,
    /// How many positions there are of each kind.
    pub counts: Vec<CountOfPositions>,
}

/// The answer of `zug build --check`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DatabaseCheck {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The folder of the database.
    pub database: String,
    /// Whether every entry agrees with those of its moves.
    pub agrees: bool,
    /// Positions that were looked at.
    pub positions: u64,
    /// Positions whose entries agree with those of their moves, which alone proves nothing.
    pub undecided: u64,
    /// Positions that were compared with the rules by name.
    pub audited: u64,
    /// The first entries that do not agree, in words.
    pub wrong: Vec<String>,
    /// Time, which differs from run to run.
    pub milliseconds: f64,
}

/// The answer of `zug probe`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Probe {
    /// What every answer begins with; the file is the folder of the database.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// The value of the position, points so far included.
    pub value: JsonValue,
    /// Plies to its end, where it is won or lost and distances are stored.
    pub plies: Option<u64>,
    /// The moves that keep the value.
    pub best: Vec<String>,
    /// Every legal move, in the order of the definition.
    pub moves: Vec<ProbedMove>,
    /// Best play.
    pub line: Vec<String>,
    /// How the line ends.
    pub line_end: JsonLineEnd,
}

/// A legal move with what is stored of the position after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The value after it.
    pub value: ValueOfMove,
    /// Plies to the end, the move itself included.
    pub plies: Option<u64>,
}
