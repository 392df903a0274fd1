//! `zug lsp`: the language server, on standard input and output.

use crate::failure::Failure;
use crate::output;
use bytesize::ByteSize;
use clap::Args;
use std::time::Duration;
use zug_lsp::Settings;

/// `zug lsp`
#[derive(Debug, Args)]
#[command(after_help = "An editor starts it; docs/editors.md says how, for each of them.")]
pub struct Lsp {
    /// Speaks on standard input and output, which it does without this too; some editors say it
    #[arg(long)]
    pub stdio: bool,
    /// Time for the hint beside a title, which is worked out unasked; 0s switches it off
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "1s")]
    pub hint_time: Duration,
    /// Time for what a lens or a command asks
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "60s")]
    pub timeout: Duration,
    /// Memory of one search
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    pub memory: ByteSize,
}

/// Runs the command until the editor ends it.
pub fn run(arguments: &Lsp) -> Result<(), Failure> {
    let settings =
        Settings { hint: arguments.hint_time, command: arguments.timeout, memory: arguments.memory.as_u64() };
    // The user of the editor finds it among the messages of the server.
    let log = |line: &str| output::warn(&format!("zug lsp: {line}\n"));
    let ended = zug_lsp::serve_bytes(std::io::stdin(), std::io::stdout(), log, &settings);
    let code = ended.map_err(|why| Failure::usage(format!("the editor is gone: {why}")))?;
    if code == 0 { Ok(()) } else { Err(Failure::Said(code)) }
}
