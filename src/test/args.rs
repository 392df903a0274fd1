//! What `zug test` takes.

use crate::args::{EngineArg, LimitArgs, Messages};
use crate::index::ReportFormat;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  zug test games mygame.game --slow
  zug test games --report markdown --pictures games/pictures > games/README.md";

/// `zug test`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TestArgs {
    /// Definitions, or folders of them
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Also the facts marked `slow`
    #[arg(long)]
    pub slow: bool,
    /// Believes no value: of each one that a file states, a certificate is made and checked
    #[arg(long)]
    pub prove: bool,
    /// Answers the facts about its definition and settings from the database in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "prove")]
    pub db: Option<PathBuf>,
    /// Writes an index of the games instead: values, sizes, and which facts were checked
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "json")]
    pub report: Option<ReportFormat>,
    /// With `--report`: also the seconds that the facts took, which differ from run to run
    #[arg(long, requires = "report")]
    pub times: bool,
    /// With `--report`: checks nothing and tells what the files claim
    #[arg(long, requires = "report", conflicts_with_all = ["slow", "times"])]
    pub no_run: bool,
    /// With `--report`: writes a picture of every game into this folder; the index shows those of a
    /// folder beside it
    #[arg(long, value_name = "FOLDER", requires = "report")]
    pub pictures: Option<PathBuf>,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t = EngineArg::Auto)]
    pub engine: EngineArg,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
    /// Limits, for each fact.
    #[command(flatten)]
    pub bounds: LimitArgs,
}
