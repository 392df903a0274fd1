//! The form of `zug prove --json`.

use super::AnswerHead;
use serde::Serialize;

/// The answer of `zug prove`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prove {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// The value in words.
    pub value: String,
    /// What the certificate claims, in words.
    pub claims: Vec<String>,
    /// The file that was written.
    pub certificate: String,
    /// Its bytes.
    pub bytes: u64,
    /// Positions at which it was checked.
    pub positions: u64,
    /// Time, which differs from run to run.
    pub milliseconds: f64,
}
