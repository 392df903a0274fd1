//! The form of `zug moves --json`.

use super::AnswerHead;
use serde::Serialize;

/// The answer of `zug moves`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moves {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// Who is to move; null where play is over.
    pub turn: Option<String>,
    /// Whether play has ended.
    pub over: bool,
    /// The value of an ended game in words, else null.
    pub value: Option<String>,
    /// The legal moves.
    pub moves: Vec<String>,
}
