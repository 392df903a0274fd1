//! `zug lsp`: the language server, on standard input and output.

use crate::failure::Failure;
use bytesize::ByteSize;
use clap::Args;
use lsp_server::Connection;
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
    let (connection, threads) = Connection::stdio();
    let code = zug_lsp::serve(&connection, &settings);
    // The writer ends when nobody can send any more; the reader has ended, at `exit` or where input does.
    drop(connection);
    let written = threads.join();
    if code != 0 {
        return Err(Failure::Said(code));
    }
    written.map_err(|why| Failure::usage(format!("the editor is gone: {why}")))
}
