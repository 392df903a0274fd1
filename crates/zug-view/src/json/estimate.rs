//! The form of `zug estimate --json`.

use super::AnswerHead;
use serde::Serialize;

/// The answer of `zug estimate`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// Whether all positions were listed.
    pub complete: bool,
    /// Whether positions that differ in points so far alone are counted apart.
    pub points_apart: bool,
    /// Positions that were listed.
    pub listed: u64,
    /// New positions after 0, 1, .. plies.
    pub layers: Vec<u64>,
    /// Decimal logarithm of the positions.
    pub positions_log10: Option<f64>,
    /// The same by random play, mostly too high.
    pub at_most_log10: Option<f64>,
    /// There are not more positions than 2 to this power; null where the rules are run by name.
    pub key_bits: Option<u32>,
    /// Decimal logarithm of the sequences of moves to the end, or null.
    pub lines_log10: Option<f64>,
    /// Moves in a position, on the average.
    pub moves: Option<f64>,
    /// Plies of a random line, on the average.
    pub plies: Option<f64>,
    /// What `zug solve` would take.
    pub solve: EstimatedRun,
    /// What `zug solve --strong` would take.
    pub strong: EstimatedRun,
    /// What differs from run to run.
    pub run: EstimateRun,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimatedRun {
    /// `alphabeta`, `retrograde`, `tiers`, or `tried`: it was solved for the estimate.
    pub solver: JsonEstimatedSolver,
    /// Why that one.
    pub why: String,
    /// Decimal logarithm of the positions looked at.
    pub work_log10: Range,
    /// Decimal logarithm of the bytes of tables.
    pub bytes_log10: Option<f64>,
}

/// A solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schemars(rename = "EstimatedSolver"))]
pub enum JsonEstimatedSolver {
    /// Alpha-beta with a memo.
    AlphaBeta,
    /// Retrograde analysis.
    Retrograde,
    /// Every position, tier by tier.
    Tiers,
    /// It was solved while it was estimated, so the numbers are those of that run.
    Tried,
}

/// A number that is not sure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Range {
    /// At best.
    pub best: Option<f64>,
    /// What is expected.
    pub usual: Option<f64>,
    /// At worst.
    pub worst: Option<f64>,
}

/// What differs from run to run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimateRun {
    /// Seconds that a run would take.
    pub seconds: EstimatedSeconds,
    /// Why a run cannot end within the limits, or null.
    pub out_of_reach: Verdicts,
}

/// Seconds of the two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimatedSeconds {
    /// Of `zug solve`.
    pub solve: Range,
    /// Of `zug solve --strong`.
    pub strong: Range,
}

/// Verdicts on the two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdicts {
    /// On `zug solve`.
    pub solve: Option<String>,
    /// On `zug solve --strong`.
    pub strong: Option<String>,
}
