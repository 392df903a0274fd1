//! What `zug solve` takes.

use crate::args::{DatabaseArgs, EngineArg, LimitArgs, MemoArgument, SourceArgs, memo, threads};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  zug solve games/connect_four.game --set columns=5 --set rows=4 --all-moves
  zug solve games/poj1085.game --moves '2 4, 4 5, 5 9' --stats
  zug solve games/poj1085.game --batch lines.txt --format '{value}: {best}'
  zug solve games/tic_tac_toe.game --strong         every position, counted by outcome and distance
  zug solve games/king_and_rook.game --within 3     a win within 3 plies, if there is one
  zug solve games/wallets.game --memo off --solver minimax --engine semantics";

/// What speaks of other searches than the one to a number of plies.
const WITHIN: [&str; 11] = [
    "batch",
    "format",
    "solver",
    "memo",
    "without",
    "strong",
    "threads",
    "distance",
    "nimber",
    "all_moves",
    "certified",
];

/// `zug solve`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Moves played first, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "batch")]
    pub moves: Option<String>,
    /// Solves one position a line: `[NAME=VALUE ..;] MOVES`; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "db")]
    pub batch: Option<PathBuf>,
    /// Writes one line an answer, from a template with these names in braces: n, value, winner,
    /// points, plies, best, best_count, line, moves
    #[arg(long, value_name = "TEXT", conflicts_with = "json")]
    pub format: Option<String>,
    /// How the value is found
    #[arg(long, value_enum, default_value_t = SolverArg::Auto)]
    pub solver: SolverArg,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t = EngineArg::Auto)]
    pub engine: EngineArg,
    /// The memo of alpha-beta and df-pn: `auto` (up to half of the memory), `off`, or a size like
    /// 64MiB
    #[arg(long, value_name = "auto|off|SIZE", default_value = "auto", value_parser = memo)]
    pub memo: MemoArgument,
    /// Leaves out a technique of alpha-beta with a memo; can be given several times
    #[arg(long, value_name = "NAME", value_parser = crate::technique::parser(), long_help = crate::technique::help())]
    pub without: Vec<zug::answer::Technique>,
    /// Whether symmetric positions count as one, in the memo and in retrograde analysis
    #[arg(long, value_enum, default_value_t = SymmetryArg::Auto)]
    pub symmetry: SymmetryArg,
    /// Every position, and threads.
    #[command(flatten)]
    pub every: StrongArgs,
    /// Which database answers.
    #[command(flatten)]
    pub stored: DatabaseArgs,
    /// Searches forward to N plies alone: what either side can force by then, exact also where
    /// positions repeat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000), conflicts_with_all = WITHIN)]
    pub within: Option<u32>,
    /// Also the number of plies to the end under best play (won and lost positions)
    #[arg(long)]
    pub distance: bool,
    /// Also the nimber, where both players have the same moves and who cannot move loses
    #[arg(long, conflicts_with = "strong")]
    pub nimber: bool,
    /// Also the value of every legal move
    #[arg(long)]
    pub all_moves: bool,
    /// Tells the answer only after a certificate of its value was made and checked
    #[arg(long, conflicts_with = "strong")]
    pub certified: bool,
    /// Also positions, cutoffs, memo hits, time and memory
    #[arg(long)]
    pub stats: bool,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
    /// Limits.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

/// `--solver`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolverArg {
    /// Chosen by what is proved about the game, and told
    Auto,
    /// The definition of the right answer, without any shortcut
    Minimax,
    /// The textbook search, for play that must end
    Alphabeta,
    /// Proof numbers, for play that must end in a win, a draw or a loss
    Dfpn,
    /// Every position that can be reached once, with its exact value, for play that must end
    Induction,
    /// From the ends backwards, for positions that repeat
    Retrograde,
    /// By parts that take no moves away from each other, where the game is proved to be Node Kayles
    Sums,
    /// By must-play regions, where the players take elements and each is proved to win by his own
    /// alone, as in Hex
    MustPlay,
}

/// `--symmetry`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SymmetryArg {
    /// By the symmetries that the rules are found to have
    Auto,
    /// Every position for itself
    Off,
}

#[cfg(test)]
mod tests {
    use super::SolverArg;
    use clap::ValueEnum;

    #[test]
    fn every_solver_can_be_asked_for() {
        let values = SolverArg::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let mut asked: Vec<String> = values.map(|value| value.get_name().to_string()).collect();
        let mut listed: Vec<&str> = zug::answer::SOLVERS.iter().map(|solver| solver.name).collect();
        listed.push("auto");
        listed.sort_unstable();
        asked.sort_unstable();
        assert_eq!(asked, listed);
    }
}

/// What `zug solve` takes for every position, and for all solvers that can use several threads.
#[derive(Clone, Copy, Debug, Args)]
pub struct StrongArgs {
    /// Values every position that can be reached, and counts them by outcome and distance
    #[arg(long, conflicts_with_all = ["batch", "format", "all_moves", "solver", "memo", "without", "db"])]
    pub strong: bool,
    /// Threads for `--strong` and for alpha-beta with a memo: a number, or `all`; the answer is the
    /// same for any number
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = threads)]
    pub threads: usize,
}
