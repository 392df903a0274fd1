//! The form of `zug test --json`.

use super::AnswerHead;
use serde::Serialize;

/// The answer of `zug test` for one file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Test {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The facts that the file claims.
    pub facts: Vec<JudgedFact>,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedFact {
    /// Where it begins in the file.
    pub line: usize,
    /// Its text in the file.
    pub fact: String,
    /// What became of it.
    pub result: FactOutcome,
    /// What the file claims, where that is not so, else null.
    pub expected: Option<String>,
    /// What is so, or why it is not known, else null.
    pub found: Option<String>,
    /// Only with `--db`: the database answered, or served the search.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub database: bool,
    /// Where play broke a promise: the code of the diagnostic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// Where play broke a promise: the notes of the diagnostic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
}

/// What became of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FactOutcome {
    /// It is so.
    Holds,
    /// It is not so.
    Fails,
    /// A limit was reached first.
    Limit,
    /// It is marked `slow`, and slow ones were not asked for.
    Skipped,
    /// Nothing was to be checked.
    Claimed,
}
