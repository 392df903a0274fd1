//! The command line of Zug: reads arguments, prints answers, ends with an exit code. The package
//! does all input and output.

mod analyze;
mod args;
mod batch;
mod board;
mod bug;
mod build;
mod check;
mod cli;
mod cluster;
mod database_refusal;
mod deep;
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
mod strong;
mod technique;
mod test;
mod tree;
mod verify;
mod warnings;
mod watchdog;
mod why;
mod within;

use clap::CommandFactory;
use cli::{Cli, Command};
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::read();
    let messages = messages(&cli.command);
    let mistakes_are_the_answer = matches!(cli.command, Command::Check(_));
    let code = match command(cli.command) {
        Ok(()) => 0,
        Err(failure) => output::failure(failure, messages),
    };
    output::end_document(messages, mistakes_are_the_answer);
    ExitCode::from(code)
}

fn command(command: Command) -> Result<(), Failure> {
    match command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Estimate(arguments) => estimate::run(&arguments),
        Command::Prove(arguments) => prove::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Probe(arguments) => probe::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Why(arguments) => why::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Tree(arguments) => tree::run(&arguments),
        Command::Lesson(arguments) => lesson::run(&arguments),
        Command::Exercise(arguments) => exercise::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Lsp(arguments) => lsp::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "zug", &mut script);
            output::print(&String::from_utf8_lossy(&script));
            Ok(())
        }
        Command::Man { command } => {
            let page = cli::manual(command.as_deref()).map_err(Failure::usage)?;
            output::print(&String::from_utf8_lossy(&page));
            Ok(())
        }
    }
}

fn messages(command: &Command) -> args::Messages {
    match command {
        Command::Solve(arguments) => arguments.source.messages,
        Command::Estimate(arguments) => arguments.source.messages,
        Command::Prove(arguments) => arguments.source.messages,
        Command::Verify(arguments) => arguments.messages,
        Command::Build(arguments) => arguments.messages,
        Command::Probe(arguments) => arguments.messages,
        Command::Export(arguments) => arguments.messages,
        Command::Check(arguments) => arguments.messages,
        Command::Fmt(arguments) => arguments.messages,
        Command::Info(arguments) => arguments.source.messages,
        Command::Test(arguments) => arguments.messages,
        Command::Perft(arguments) => arguments.source.messages,
        Command::Moves(arguments) => arguments.source.messages,
        Command::Why(arguments) => arguments.source.messages,
        Command::Show(arguments) => arguments.source.messages,
        Command::Analyze(arguments) => arguments.source.messages,
        Command::Play(arguments) => arguments.source.messages,
        Command::Tree(arguments) => arguments.source.messages,
        Command::Exercise(arguments) => arguments.source.messages,
        Command::New(_)
        | Command::Lesson(_)
        | Command::Explain(_)
        | Command::Lsp(_)
        | Command::Serve(_)
        | Command::Completions { .. }
        | Command::Man { .. } => args::Messages::default(),
    }
}
