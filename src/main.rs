//! The command line of Zug: reads arguments, prints answers, ends with an exit code. The package
//! does all input and output.

mod analyze;
mod args;
mod board;
mod bug;
mod build;
mod check;
mod cli;
mod database_refusal;
mod estimate;
mod exercise;
mod explain;
mod export;
mod failure;
mod fix;
mod fmt;
mod index;
mod info;
mod lesson;
mod limits;
mod load;
mod lsp;
mod moves;
mod new;
mod output;
mod perft;
mod play;
mod prepare;
mod probe;
mod prompt;
mod prove;
mod replace;
mod search_refusal;
mod serve;
mod show;
mod solve;
mod technique;
mod test;
mod tree;
mod verify;
mod warnings;
mod watchdog;
mod why;

use clap::CommandFactory;
use cli::{Cli, CliCommand};
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::read();
    let messages = messages(&cli.command);
    let mistakes_are_the_answer = matches!(cli.command, CliCommand::Check(_));
    let code = match command(cli.command) {
        Ok(()) => 0,
        Err(failure) => output::failure(failure, messages),
    };
    output::end_document(messages, mistakes_are_the_answer);
    ExitCode::from(code)
}

fn command(command: CliCommand) -> Result<(), Failure> {
    match command {
        CliCommand::Solve(arguments) => solve::run(&arguments),
        CliCommand::Estimate(arguments) => estimate::run(&arguments),
        CliCommand::Prove(arguments) => prove::run(&arguments),
        CliCommand::Verify(arguments) => verify::run(&arguments),
        CliCommand::Build(arguments) => build::run(&arguments),
        CliCommand::Probe(arguments) => probe::run(&arguments),
        CliCommand::Export(arguments) => export::run(&arguments),
        CliCommand::Check(arguments) => check::run(&arguments),
        CliCommand::Fmt(arguments) => fmt::run(&arguments),
        CliCommand::Info(arguments) => info::run(&arguments),
        CliCommand::Test(arguments) => test::run(&arguments),
        CliCommand::Perft(arguments) => perft::run(&arguments),
        CliCommand::Moves(arguments) => moves::run(&arguments),
        CliCommand::Why(arguments) => why::run(&arguments),
        CliCommand::Show(arguments) => show::run(&arguments),
        CliCommand::Analyze(arguments) => analyze::run(&arguments),
        CliCommand::Play(arguments) => play::run(&arguments),
        CliCommand::Tree(arguments) => tree::run(&arguments),
        CliCommand::Lesson(arguments) => lesson::run(&arguments),
        CliCommand::Exercise(arguments) => exercise::run(&arguments),
        CliCommand::Explain(arguments) => explain::run(&arguments),
        CliCommand::New(arguments) => new::run(&arguments),
        CliCommand::Lsp(arguments) => lsp::run(&arguments),
        CliCommand::Serve(arguments) => serve::run(&arguments),
        CliCommand::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "zug", &mut script);
            output::print(&String::from_utf8_lossy(&script));
            Ok(())
        }
        CliCommand::Man { command } => {
            let page = cli::manual(command.as_deref()).map_err(Failure::usage)?;
            output::print(&String::from_utf8_lossy(&page));
            Ok(())
        }
    }
}

fn messages(command: &CliCommand) -> args::Messages {
    match command {
        CliCommand::Solve(arguments) => arguments.source.messages,
        CliCommand::Estimate(arguments) => arguments.source.messages,
        CliCommand::Prove(arguments) => arguments.source.messages,
        CliCommand::Verify(arguments) => arguments.messages,
        CliCommand::Build(arguments) => arguments.messages,
        CliCommand::Probe(arguments) => arguments.messages,
        CliCommand::Export(arguments) => arguments.messages,
        CliCommand::Check(arguments) => arguments.messages,
        CliCommand::Fmt(arguments) => arguments.messages,
        CliCommand::Info(arguments) => arguments.source.messages,
        CliCommand::Test(arguments) => arguments.messages,
        CliCommand::Perft(arguments) => arguments.source.messages,
        CliCommand::Moves(arguments) => arguments.source.messages,
        CliCommand::Why(arguments) => arguments.source.messages,
        CliCommand::Show(arguments) => arguments.source.messages,
        CliCommand::Analyze(arguments) => arguments.source.messages,
        CliCommand::Play(arguments) => arguments.source.messages,
        CliCommand::Tree(arguments) => arguments.source.messages,
        CliCommand::Exercise(arguments) => arguments.source.messages,
        CliCommand::New(_)
        | CliCommand::Lesson(_)
        | CliCommand::Explain(_)
        | CliCommand::Lsp(_)
        | CliCommand::Serve(_)
        | CliCommand::Completions { .. }
        | CliCommand::Man { .. } => args::Messages::default(),
    }
}
