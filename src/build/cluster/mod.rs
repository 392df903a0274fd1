//! `zug build` with several processes: which of them this one is, and those that it starts.
//!
//! The engine that carries codes between processes is in the program where it was made with the
//! feature `cluster`; without it these options are refused.

#[cfg(feature = "cluster")]
mod place;
#[cfg(feature = "cluster")]
mod start;
#[cfg(not(feature = "cluster"))]
mod without;

#[cfg(feature = "cluster")]
pub use place::ClusterPlace;
#[cfg(feature = "cluster")]
pub use start::start;
#[cfg(not(feature = "cluster"))]
pub use without::{ClusterPlace, start};

use std::path::Path;
use zug::answer::Limits;
use zug::database::{Content, Source};

/// What is built.
#[cfg_attr(not(feature = "cluster"), allow(dead_code))]
pub struct ClusterBuild<'a> {
    pub source: Source<'a>,
    pub moves: &'a [String],
    pub folder: &'a Path,
    pub content: Content,
    pub threads: usize,
    pub limits: &'a Limits,
}
