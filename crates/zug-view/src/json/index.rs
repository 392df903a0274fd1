//! The form of `zug test --report json`.

use super::Command;
use serde::Serialize;
use std::collections::BTreeMap;

/// The index of a collection of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Index"))]
pub struct JsonIndex {
    /// Version of the form.
    pub zug: u32,
    /// `test`
    pub command: Command,
    /// The games in the order of the files.
    pub games: Vec<IndexedGame>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndexedGame {
    /// The name of its file.
    pub file: String,
    /// Its title.
    pub title: String,
    /// From the line `Kind:` of the comment at the top of the file.
    pub kind: String,
    /// From the line `Known:`.
    pub known: String,
    /// The search of whole positions that fits: `alpha-beta` where play must end, else
    /// `retrograde`.
    pub solver: &'static str,
    /// The game as it stands, then each setting that has facts.
    pub sizes: Vec<IndexedSize>,
}

/// A game under some settings. What the file does not claim is null.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndexedSize {
    /// The settings.
    pub settings: String,
    /// The value in words.
    pub value: Option<String>,
    /// Plies to the end.
    pub plies: Option<String>,
    /// How many positions can be reached.
    pub positions: Option<String>,
    /// `fast`, or `slow` where the facts are marked so.
    pub time: Option<String>,
    /// How many facts there are of each sort.
    pub facts: BTreeMap<&'static str, usize>,
    /// How many failed or hit a limit.
    pub not_held: usize,
    /// With `--times`: the seconds that the facts took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}
