//! What can be asked, as the page writes it: `{"call": "check", "text": ".."}`.

use crate::Host;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use zug::answer::Limits;
use zug::answer::clock::Instant;
use zug_lsp::Allowed;

/// A request.
#[derive(Debug, Deserialize)]
#[serde(tag = "call", rename_all = "snake_case")]
pub enum Request {
    /// The diagnostics with their fixes, the parameters, the expectations.
    Check { text: String },
    /// The canonical form.
    Format { text: String },
    /// The edits of all certain fixes at once.
    Fixes { text: String },
    /// What is told of the word at a place.
    Hover { text: String, line: u32, character: u32 },
    /// What may stand at a place.
    Complete { text: String, line: u32, character: u32 },
    /// Judges the facts of one expectation, or of all that are not slow.
    Facts {
        text: String,
        expectation: Option<usize>,
        #[serde(flatten)]
        budget: Budget,
    },
    /// What the definition compiles to and what is proved of it.
    Info {
        #[serde(flatten)]
        source: GameSource,
    },
    /// The picture of a position, and its legal moves with their places.
    Position {
        #[serde(flatten)]
        source: GameSource,
        #[serde(default)]
        moves: Vec<String>,
    },
    /// What a position and each of its moves is worth; `brief` leaves the picture out.
    Rate {
        #[serde(flatten)]
        source: GameSource,
        #[serde(default)]
        moves: Vec<String>,
        #[serde(flatten)]
        budget: Budget,
        #[serde(default)]
        brief: bool,
    },
    /// The answer of `zug solve`.
    Solve {
        #[serde(flatten)]
        source: GameSource,
        #[serde(default)]
        moves: Vec<String>,
        #[serde(flatten)]
        budget: Budget,
    },
    /// The page of `zug tree`.
    Tree {
        #[serde(flatten)]
        source: GameSource,
        #[serde(default)]
        moves: Vec<String>,
        #[serde(flatten)]
        budget: Budget,
        depth: Option<u32>,
    },
}

impl Request {
    /// Whether it searches.
    pub fn is_long(&self) -> bool {
        matches!(self, Self::Facts { .. } | Self::Rate { .. } | Self::Solve { .. } | Self::Tree { .. })
    }
}

/// Which game is meant.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Source")]
pub struct GameSource {
    /// The definition.
    pub text: String,
    /// The settings, as they are typed: `n=5`.
    #[serde(default)]
    pub settings: Vec<String>,
}

/// What a request may use. The host may allow less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub struct Budget {
    /// Seconds.
    pub time: Option<f64>,
    /// Bytes.
    pub memory: Option<u64>,
}

impl Budget {
    /// The time that is allowed.
    pub fn time(&self, host: &Host) -> Duration {
        let asked = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        asked.unwrap_or(host.time).min(host.time)
    }

    /// The bytes that are allowed.
    pub fn memory(&self, host: &Host) -> u64 {
        self.memory.unwrap_or(host.memory).min(host.memory)
    }

    /// The limits of a solver, from now on.
    pub fn limits(&self, host: &Host) -> Limits {
        Limits {
            memory: self.memory(host),
            deadline: Instant::now().checked_add(self.time(host)),
            stop: Some(Arc::clone(&host.stop)),
            ..Limits::default()
        }
    }

    /// What the judging of facts may use.
    pub fn allowed(&self, host: &Host) -> Allowed {
        Allowed { time: self.time(host), memory: self.memory(host), stop: Arc::clone(&host.stop) }
    }
}
