//! The form in which `zug check --deep --message-format json` ends each file.

use serde::Serialize;

/// What playing a definition through has shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deep {
    /// Version of this object.
    pub v: u32,
    /// `deep`
    pub summary: &'static str,
    /// The definition, as it was named.
    pub file: String,
    /// How many positions were looked at.
    pub positions: u64,
    /// Whether these are all.
    pub complete: bool,
    /// Why not, or null.
    pub cut: Option<DeepCut>,
    /// All positions that so many moves reach were looked at; null where there was no cut.
    pub within: Option<u64>,
    /// Plies of the longest play; null where not all is known.
    pub longest: Option<u64>,
    /// Whether a position can come again; null where not all is known.
    pub repeats: Option<bool>,
    /// Legal moves in a position, on the average.
    pub moves_average: f64,
    /// Legal moves in a position, at most.
    pub moves_most: u64,
    /// What did not happen, where that proves nothing.
    pub not_seen: Vec<String>,
}

/// Why not all positions were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DeepCut {
    /// As many as `--positions` allows.
    Positions,
    /// The memory limit.
    Memory,
    /// The time limit.
    Time,
    /// Ctrl-C.
    Interrupted,
}
