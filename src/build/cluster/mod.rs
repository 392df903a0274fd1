//! `zug build` with several processes: which of them this one is, and those that it starts.
//!
//! The engine that carries codes between processes is in the program where it was made with the
//! feature `cluster`; without it these options are refused.

mod place;
mod start;

pub use place::ClusterPlace;
pub use start::start;

use crate::failure::Failure;
use std::path::Path;
use zug::answer::Limits;
use zug::database::{Content, HAS_CLUSTER, Source};

/// What is built.
pub struct ClusterBuild<'a> {
    pub source: Source<'a>,
    pub moves: &'a [String],
    pub folder: &'a Path,
    pub content: Content,
    pub threads: usize,
    pub limits: &'a Limits,
}

/// Refuses several processes where the program was made without them.
fn require_engine() -> Result<(), Failure> {
    if HAS_CLUSTER {
        return Ok(());
    }
    Err(Failure::usage(
        "this program was made without several processes: make it with `cargo install --path . --features cluster`, \
        or build with one process",
    ))
}
