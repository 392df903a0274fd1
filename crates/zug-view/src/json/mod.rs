//! The form of `--json`, version 1: one type for each answer, one file a command. Keys keep the
//! order in which they are written here.
//!
//! `docs/json.md` tells what they mean, and `docs/schema.json` is made from these types (the
//! feature `schema`); `tests/json_schema.rs` holds all three to each other and to what the program
//! prints. Here are types alone: whoever has an answer fills them in.

mod analyze;
mod build;
mod deep;
mod diagnostic;
mod estimate;
mod exercise;
mod index;
mod info;
mod moves;
mod page;
mod perft;
mod prove;
#[cfg(feature = "schema")]
mod schema;
mod solve;
mod strong;
mod test;
mod tree;
mod verify;
mod why;
mod within;

pub use analyze::*;
pub use build::*;
pub use deep::*;
pub use diagnostic::*;
pub use estimate::*;
pub use exercise::*;
pub use index::*;
pub use info::*;
pub use moves::*;
pub use page::*;
pub use perft::*;
pub use prove::*;
#[cfg(feature = "schema")]
pub use schema::schema;
use serde::Serialize;
pub use solve::*;
pub use strong::*;
pub use test::*;
pub use tree::*;
pub use verify::*;
pub use why::*;
pub use within::*;

/// The version of the form; it grows when a key changes its meaning or goes.
pub const VERSION: u32 = 1;

/// An answer on one line.
pub fn line(answer: &impl Serialize) -> String {
    // Nothing here has keys that are no text, and writing to memory does not fail.
    serde_json::to_string(answer).unwrap_or_default() + "\n"
}

/// A number, or null where it is infinite or none.
pub fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}

/// What every answer begins with.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Head"))]
pub struct AnswerHead {
    /// Version of the form.
    pub zug: u32,
    /// Which command answers.
    pub command: Command,
    /// The definition, as it was named.
    pub file: String,
    /// The settings, as they were typed.
    pub settings: Vec<String>,
}

impl AnswerHead {
    /// The beginning of an answer of this version.
    pub fn new(command: Command, file: &str, settings: &[String]) -> AnswerHead {
        AnswerHead { zug: VERSION, command, file: file.to_string(), settings: settings.to_vec() }
    }
}

/// The commands that answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Command {
    /// `zug solve`
    Solve,
    /// `zug estimate`
    Estimate,
    /// `zug moves`
    Moves,
    /// `zug perft`
    Perft,
    /// `zug tree`
    Tree,
    /// `zug info`
    Info,
    /// `zug test`
    Test,
    /// `zug analyze`
    Analyze,
    /// `zug build`
    Build,
    /// `zug probe`
    Probe,
    /// `zug prove`
    Prove,
    /// `zug verify`
    Verify,
    /// `zug why`
    Why,
    /// `zug exercise`
    Exercise,
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Value"))]
pub struct JsonValue {
    /// In the words of the file.
    pub text: String,
    /// From the side of the player named first: 1, 0, -1 where a game is won, drawn, lost.
    pub points: i64,
    /// Who wins or gains more, or null.
    pub winner: Option<String>,
}

/// A value without its winner.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueOfMove {
    /// In the words of the file.
    pub text: String,
    /// From the side of the player named first.
    pub points: i64,
}

/// How a line of best play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schemars(rename = "LineEnd"))]
pub enum JsonLineEnd {
    /// Play is over.
    Terminal,
    /// The last move leads back to a position of the line: play goes on for ever.
    Repeats,
    /// The line was cut: it is very long, or ends at a position of a database that does not say how
    /// it goes on to an end.
    Cut,
}
