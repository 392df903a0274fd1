//! The form of `zug perft --json`.

use super::AnswerHead;
use serde::Serialize;

/// The answer of `zug perft`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Perft {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// The number of sequences of 1, 2, .. moves.
    pub perft: Vec<u64>,
}
