//! What `zug check` takes.

use crate::args::{LimitArgs, Messages, SET_HELP};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  zug check games mygame.game --message-format short
  zug check mygame.game --deep                     plays it through and shows what only play can show";

/// `zug check`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    /// Definitions, or folders of them; `-` reads standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Sets a param, a graph, a field's initial value, `turn` or `start`
    #[arg(long = "set", value_name = "NAME=VALUE", long_help = SET_HELP)]
    pub settings: Vec<String>,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
    /// Applies the mends that are certain, and writes a file back if that changes it
    #[arg(long, conflicts_with = "emit")]
    pub fix: bool,
    /// Shows a stage of the compilation as text
    #[arg(long, value_enum)]
    pub emit: Option<EmitArg>,
    /// Switches a warning off, as `allow NAME` in the file does
    #[arg(long, value_name = "NAME", value_parser = lint_name)]
    pub allow: Vec<String>,
    /// With `warnings`: ends with exit code 1 if there is a warning
    #[arg(long, value_enum)]
    pub deny: Option<Deny>,
    /// Whether it is played through as well.
    #[command(flatten)]
    pub deep: DeepArgs,
}

/// `--deny`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Every warning
    Warnings,
}

/// `--emit`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitArg {
    /// What was read
    Syntax,
    /// What it means: names resolved, core forms
    Program,
    /// The bitmask machine
    Machine,
}

fn lint_name(text: &str) -> Result<String, String> {
    zug_analysis::lints::named(text).map(|lint| lint.name.to_string())
}

/// `zug check --deep`
#[derive(Clone, Debug, Args)]
pub struct DeepArgs {
    /// Plays the definition through, breadth first, and shows mistakes with the moves that prove
    /// them; without it at most 1,000 positions are looked at
    #[arg(long, conflicts_with = "emit")]
    pub deep: bool,
    /// How many positions `--deep` looks at
    #[arg(long, value_name = "N", default_value_t = 200_000, requires = "deep")]
    pub positions: u64,
    /// Limits of `--deep`, for each file.
    #[command(flatten)]
    pub bounds: LimitArgs,
}
