//! Which definition, and which position of it.

use super::Messages;
use clap::Args;
use std::path::PathBuf;

/// The long help of `--set`.
pub const SET_HELP: &str = "\
Sets a param, a graph, a field's initial value, `turn` or `start`, in the notation of definitions:
  --set n=5 --set heaps=[1,2,3] --set 'stones[X]={a1,b2}' --set turn=O --set start=..X/.O./...";

/// The definition and how it is set up.
#[derive(Clone, Debug, Args)]
pub struct SourceArgs {
    /// The definition; `-` reads standard input
    pub file: PathBuf,
    /// Sets a param, a graph, a field's initial value, `turn` or `start`
    #[arg(long = "set", value_name = "NAME=VALUE", long_help = SET_HELP)]
    pub settings: Vec<String>,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
}

/// Moves played first.
#[derive(Clone, Debug, Args)]
pub struct MovesFirst {
    /// Moves played first, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

impl MovesFirst {
    /// As they were typed.
    pub fn text(&self) -> &str {
        self.moves.as_deref().unwrap_or("")
    }
}
