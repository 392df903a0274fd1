//! How mistakes are told.

use clap::{Args, ValueEnum};

/// How mistakes are told.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Messages {
    /// How mistakes are told
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,
    /// How many errors are told of each file; 0 tells all [default: 20; all in JSON and SARIF]
    #[arg(long, value_name = "N")]
    pub max_errors: Option<usize>,
}

/// `--message-format`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// Drawn, with the lines of the file
    #[default]
    Human,
    /// `file:line:column: error[CODE]: text`
    Short,
    /// One JSON object a line
    Json,
    /// One SARIF 2.1.0 document
    Sarif,
    /// Sentences without drawings, for screen readers
    Narrated,
}
