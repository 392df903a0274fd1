//! The form of `zug solve --within N --json`.

use super::{AnswerHead, JsonLineEnd, JsonValue};
use serde::Serialize;

/// The answer of `zug solve --within`: what can be forced within a number of plies. Values are from
/// the side of the player named first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Within {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// Who is to move; null where play is over.
    pub turn: Option<String>,
    /// The number of plies that was asked for.
    pub within: u32,
    /// The value; null where it is not decided within so many plies.
    pub value: Option<JsonValue>,
    /// The value is at least this; null where nothing is proved.
    pub lower: Option<i64>,
    /// The value is at most this; null where nothing is proved.
    pub upper: Option<i64>,
    /// Plies within which the value is forced: of a win the least number; null where it is not
    /// decided, and where it rests on positions of a database.
    pub plies: Option<u32>,
    /// The moves that force the value within these plies; where the mover loses, those that lose
    /// latest.
    pub best: Vec<String>,
    /// A line that forces it.
    pub line: Vec<String>,
    /// How the line ends, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_end: Option<JsonLineEnd>,
    /// With `--stats`: what differs from run to run, and what was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<WithinRun>,
}

/// What a search to a number of plies took.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WithinRun {
    /// Calls of the search, ended positions included.
    pub positions: u64,
    /// Calls at ended positions.
    pub terminal: u64,
    /// How often the memo answered.
    pub memo_hits: u64,
    /// Time.
    pub milliseconds: f64,
}
