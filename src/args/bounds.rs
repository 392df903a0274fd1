//! What a run may take.

use bytesize::ByteSize;
use clap::Args;
use std::time::Duration;

/// Limits of a run.
#[derive(Clone, Debug, Args)]
pub struct LimitArgs {
    /// Memory the solver may take [default: half of what the machine or container allows]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<ByteSize>,
    /// Time after which the search gives up, like 60s or 5m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
}
