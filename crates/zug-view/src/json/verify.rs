//! The form of `zug verify --json`.

use super::AnswerHead;
use serde::Serialize;

/// The answer of `zug verify`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Verify {
    /// All that is claimed is so.
    Verified(Verified),
    /// The certificate is refused.
    Refused(Refused),
}

/// A certificate that shows what it claims.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verified {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// True.
    pub verified: bool,
    /// The moves played first.
    pub after: Vec<String>,
    /// The value in words, where claims make one up, else null.
    pub value: Option<String>,
    /// What is claimed, in words.
    pub claims: Vec<String>,
    /// Positions at which it was checked.
    pub positions: u64,
    /// Ended positions among them.
    pub ends: u64,
    /// Time, which differs from run to run.
    pub milliseconds: f64,
}

/// A certificate that is refused.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// False.
    pub verified: bool,
    /// Why it is refused.
    pub why: String,
}
