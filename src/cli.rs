//! The command line as a whole: the commands, and the help of the program.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  zug solve games/poj1085.game                     who wins, with which moves, and why it is true
  zug check mygame.game                            every mistake at once
  zug test games                                   whether the facts that the files claim hold

Exit codes:
  0    answered
  1    the definition has errors, or an expectation failed
  2    arguments, settings, moves, or a file that cannot be read
  3    a limit was reached, Ctrl-C, or refused as too large
  101  a bug in zug: please report it at";

/// What stands below the options.
fn help() -> String {
    format!("{EXAMPLES} {}/issues", env!("CARGO_PKG_REPOSITORY"))
}

/// The rules of a two-player game as text, the exact value of every position as the answer.
#[derive(Debug, Parser)]
#[command(name = "zug", version, about, max_term_width = 100, after_help = help())]
#[command(disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: CliCommand,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Finds the exact value of a position and the moves that keep it
    Solve(crate::solve::SolveArgs),
    /// Says before a long run how many positions there are, and what memory and time it would take
    Estimate(crate::estimate::EstimateArgs),
    /// Writes a certificate: a file that shows why a value is true
    Prove(crate::prove::ProveArgs),
    /// Checks a certificate, by playing the game itself
    Verify(crate::verify::VerifyArgs),
    /// Builds a database on disk: what every position that can be reached is worth
    Build(crate::build::BuildArgs),
    /// Asks a database about a position
    Probe(crate::probe::ProbeArgs),
    /// Writes a database as a table: every position with its value
    Export(crate::export::ExportArgs),
    /// Reports every mistake in definitions
    Check(crate::check::CheckArgs),
    /// Writes definitions in their canonical form, comments kept
    Fmt(crate::fmt::Fmt),
    /// Tells what a definition compiles to: bits, domains, moves, why play must end
    Info(crate::info::InfoArgs),
    /// Checks the facts that definitions claim with `expect`
    Test(crate::test::TestArgs),
    /// Counts move sequences of length 1, 2, .. up to a depth
    Perft(crate::perft::PerftArgs),
    /// Lists the legal moves of a position
    Moves(crate::moves::MovesArgs),
    /// Tells why: a move is not legal, play is over, a rule does not hold, a value is so
    Why(crate::why::WhyArgs),
    /// Draws a position as text or as a picture
    Show(crate::show::ShowArgs),
    /// Tells about a position at length: moves, lines, counts, play at random
    Analyze(crate::analyze::AnalyzeArgs),
    /// Plays against you, perfectly where the game can be solved
    Play(crate::play::PlayArgs),
    /// Shows the tree that a search walks: values, alpha and beta, cuts and why
    Tree(crate::tree::TreeArgs),
    /// Guided lessons on real games: minimax, alpha-beta, memoization, cycles
    Lesson(crate::lesson::LessonArgs),
    /// Makes a sheet of exercises with solutions: values, cuts, windows, memos, best moves
    Exercise(crate::exercise::ExerciseArgs),
    /// Tells what a code means, with a wrong example and the mended one
    Explain(crate::explain::Explain),
    /// Writes a small whole game to begin with
    New(crate::new::New),
    /// Answers an editor: mistakes, names, completion and values while you write
    Lsp(crate::lsp::Lsp),
    /// Serves the playground to a browser: rules, board and values in one page
    Serve(crate::serve::Serve),
    /// Prints a completion script for a shell
    Completions {
        /// The shell to complete for
        shell: clap_complete::Shell,
    },
    /// Prints the manual page of the program, or of one command, for `man -l -`
    Man {
        /// The command
        command: Option<String>,
    },
}

impl Cli {
    /// The arguments of the program. Where the first one is a file, the error says which commands
    /// take it.
    pub fn read() -> Cli {
        Cli::try_parse().unwrap_or_else(|error| end(&with_verb(error)))
    }
}

/// Prints an error of arguments, or the help that was asked for, and ends the program. Help that
/// cannot be written is no answer.
fn end(error: &clap::Error) -> ! {
    let is_answer = !error.use_stderr();
    match error.print() {
        Err(why) if is_answer && why.kind() != std::io::ErrorKind::BrokenPipe => {
            crate::output::warn(&format!("zug: cannot write: {why}\n"));
            std::process::exit(i32::from(crate::failure::USAGE));
        }
        _ => std::process::exit(error.exit_code()),
    }
}

/// An error of arguments, with a tip where the command was forgotten.
fn with_verb(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let names_file = word.ends_with(".game") || word == "-" || Path::new(word).exists();
    if error.kind() == ErrorKind::InvalidSubcommand && names_file {
        let tip =
            format!("say what to do with it: `zug solve {word}`, `zug check {word}`, `zug play {word}`");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
    error
}

/// The manual page of the program or of a command, as roff.
///
/// # Errors
/// There is no such command.
pub fn manual(command: Option<&str>) -> Result<Vec<u8>, String> {
    let mut cli = Cli::command();
    cli.build();
    let page = match command {
        None => &cli,
        Some(name) => cli
            .find_subcommand(name)
            .ok_or_else(|| format!("there is no command `{name}`; `zug --help` lists them"))?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone()).render(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}
