//! The form of `zug solve --strong --json`.

use super::{AnswerHead, JsonLineEnd, JsonValue, SolvedBy};
use serde::Serialize;

/// The answer of `zug solve --strong`: every position that can be reached. Values are from the side
/// of the player named first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Strong {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The moves played first.
    pub after: Vec<String>,
    /// The value of the position that was asked about.
    pub value: JsonValue,
    /// Plies to its end, where it is won or lost.
    pub plies: Option<u64>,
    /// A line of best play from there.
    pub line: Vec<String>,
    /// How that line ends.
    pub line_end: JsonLineEnd,
    /// How many positions can be reached, that one included.
    pub positions: u64,
    /// Those in which play is over.
    pub terminal: u64,
    /// Whether points so far tell no positions apart; then points in `counts` are what is still to
    /// be gained.
    pub to_go: bool,
    /// How many positions there are of each kind; sorted, none is 0.
    pub counts: Vec<CountOfPositions>,
    /// The longest win of each player.
    pub longest: Vec<LongestWin>,
    /// The table.
    pub table: TableOfPositions,
    /// How all this is known.
    pub solver: SolvedBy,
    /// With `--stats`: what differs from run to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<StrongRun>,
}

/// A kind of position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountOfPositions {
    /// Who is to move.
    pub turn: String,
    /// The value: 1, 0, -1 where a game is won, drawn, lost.
    pub points: i64,
    /// Plies to the end; null for draws, points and endless play.
    pub plies: Option<u64>,
    /// How many there are.
    pub positions: u64,
}

/// A longest win.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LongestWin {
    /// Who wins.
    pub winner: String,
    /// In how many plies.
    pub plies: u64,
    /// The moves that lead to it.
    pub after: Vec<String>,
    /// Best play from there to the end.
    pub line: Vec<String>,
}

/// The table of all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableOfPositions {
    /// Its bytes, with `--stats`: how it is laid out depends on the memory and the threads there
    /// are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// A checksum in hexadecimal digits, the same for any number of threads.
    pub digest: String,
    /// In how many tiers it was solved; null for retrograde analysis.
    pub tiers: Option<u64>,
}

/// What a table took.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrongRun {
    /// Time.
    pub milliseconds: f64,
    /// The most bytes that tables took at any time.
    pub bytes: u64,
}
