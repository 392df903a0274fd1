//! The command line as a whole: the commands, and the help of the program.

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  zug solve games/poj1085.game                     who wins, with which moves, and why it is true
  zug check mygame.game                            every mistake at once
  zug test games                                   whether the facts that the files claim hold

Exit codes: 0 answered; 1 the definition has errors, or an expectation failed; 2 arguments, settings, moves or an
unreadable file; 3 a limit was reached, Ctrl-C, or refused as too large; 101 a bug of ours.";

/// The rules of a two-player game as text, the exact value of every position as the answer.
#[derive(Debug, Parser)]
#[command(name = "zug", version, about, max_term_width = 100, after_help = EXAMPLES)]
#[command(disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Finds the exact value of a position and the moves that keep it
    Solve(crate::solve::Solve),
    /// Says before a long run how many positions there are, and what memory and time it would take
    Estimate(crate::estimate::Estimate),
    /// Writes a certificate: a file that shows why a value is true
    Prove(crate::prove::Prove),
    /// Checks a certificate, by playing the game itself
    Verify(crate::verify::Verify),
    /// Reports every mistake in definitions
    Check(crate::check::Check),
    /// Writes definitions in their canonical form, comments kept
    Fmt(crate::fmt::Fmt),
    /// Tells what a definition compiles to: bits, domains, moves, why play must end
    Info(crate::info::Info),
    /// Checks the facts that definitions claim with `expect`
    Test(crate::test::Test),
    /// Counts move sequences of length 1, 2, .. up to a depth
    Perft(crate::perft::Perft),
    /// Lists the legal moves of a position
    Moves(crate::moves::Moves),
    /// Draws a position as text or as a picture
    Show(crate::show::Show),
    /// Tells about a position at length: moves, lines, counts, play at random
    Analyze(crate::analyze::Analyze),
    /// Plays against you, perfectly where the game can be solved
    Play(crate::play::Play),
    /// Shows the tree that a search walks: values, alpha and beta, cuts and why
    Tree(crate::tree::Tree),
    /// Guided lessons on real games: minimax, alpha-beta, memoization, cycles
    Lesson(crate::lesson::Lesson),
    /// Tells what a code means, with a wrong example and the mended one
    Explain(crate::explain::Explain),
    /// Writes a small whole game to begin with
    New(crate::new::New),
    /// Answers an editor: mistakes, names, completion and values while you write
    Lsp(crate::lsp::Lsp),
    /// Prints a completion script for a shell
    Completions {
        /// The shell to complete for
        shell: clap_complete::Shell,
    },
}
