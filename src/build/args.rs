//! What `zug build` takes.

use crate::args::{LimitArgs, Messages, SET_HELP, threads};
use clap::Args;
use std::path::PathBuf;

/// The largest accepted number of processes.
pub const MOST_PROCESSES: usize = 256;

const EXAMPLES: &str = "\
Examples:
  zug build games/tic_tac_toe.game --db tic_tac_toe.db
  zug probe tic_tac_toe.db --moves b2
  zug build games/tic_tac_toe.game --db late.db --moves 'b2, a1'
  zug build games/connect_four.game --db four.db --set columns=5 --set rows=4 -n 4
  zug build --check tic_tac_toe.db

A run that was interrupted or killed goes on where it was when it is started again with the same arguments.

Exit codes: 0 built, or every entry agrees; 1 the definition has errors, or an entry does not agree; 2 arguments, settings, \
or a folder that holds something else; 3 a limit.";

/// `zug build`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct BuildArgs {
    /// The definition; `-` reads standard input
    #[arg(required_unless_present = "check")]
    pub file: Option<PathBuf>,
    /// The folder of the database; it is made if it is not there
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    pub db: Option<PathBuf>,
    /// Sets a param, a graph, a field's initial value, `turn` or `start`
    #[arg(long = "set", value_name = "NAME=VALUE", long_help = SET_HELP, conflicts_with = "check")]
    pub settings: Vec<String>,
    /// Only what can be reached after these moves, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "check")]
    pub moves: Option<String>,
    /// Stores values without distances, which takes less room
    #[arg(long, conflicts_with = "check")]
    pub values: bool,
    /// Checks a database instead: every entry against those of its moves
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "db"])]
    pub check: Option<PathBuf>,
    /// Threads: a number, or `all`; the files are the same for any number
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = threads)]
    pub threads: usize,
    /// Builds with so many processes of this machine, which share the memory that is allowed; the
    /// files are the same for any number
    #[arg(short = 'n', long, value_name = "N", value_parser = processes, conflicts_with = "check")]
    pub processes: Option<usize>,
    /// Builds with processes of several machines: a file with a `HOST:PORT` in each line. The first
    /// one writes the database
    #[arg(long, value_name = "HOSTFILE", requires = "worker", conflicts_with_all = ["check", "processes"])]
    pub workers: Option<PathBuf>,
    /// Which line of `--workers` this process is, from 0 on
    #[arg(long, value_name = "INDEX", requires = "workers")]
    pub worker: Option<usize>,
    /// Also the time it took
    #[arg(long)]
    pub stats: bool,
    /// Answers as JSON, version 1; progress is told on standard error, a line of JSON each
    #[arg(long)]
    pub json: bool,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
    /// Limits.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

/// Parses a number of processes.
fn processes(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok().filter(|number| (1..=MOST_PROCESSES).contains(number));
    number.ok_or_else(|| format!("write a number from 1 to {}", MOST_PROCESSES))
}
