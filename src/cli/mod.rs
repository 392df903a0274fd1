//! Runs the commands: reads arguments, prints answers, ends with an exit code. The only place with input and output.

mod args;
mod batch;
mod check;
mod explain;
mod failure;
mod fmt;
mod info;
mod limits;
mod load;
mod moves;
mod output;
mod perft;
mod show;
mod solve;
mod test;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use failure::Failure;
use std::process::ExitCode;

/// Runs the program.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let format = message_format(&cli.command);
    match command(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ExitCode::from(output::failure(failure, format)),
    }
}

fn command(command: Command) -> Result<(), Failure> {
    match command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "zug", &mut script);
            output::print(&String::from_utf8_lossy(&script));
            Ok(())
        }
    }
}

fn message_format(command: &Command) -> args::MessageFormat {
    match command {
        Command::Solve(arguments) => arguments.source.message_format,
        Command::Check(arguments) => arguments.message_format,
        Command::Fmt(arguments) => arguments.message_format,
        Command::Info(arguments) => arguments.source.message_format,
        Command::Test(arguments) => arguments.message_format,
        Command::Perft(arguments) => arguments.source.message_format,
        Command::Moves(arguments) => arguments.source.message_format,
        Command::Show(arguments) => arguments.source.message_format,
        Command::Explain(_) | Command::Completions { .. } => args::MessageFormat::Human,
    }
}
