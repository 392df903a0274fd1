//! Says what the command line takes: commands, their options, and the examples under their help.

use bytesize::ByteSize;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

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
    Solve(Solve),
    /// Says before a long run how many positions there are, and what memory and time it would take
    Estimate(super::estimate::Estimate),
    /// Writes a certificate: a file that shows why a value is true
    Prove(super::prove::Prove),
    /// Checks a certificate, by playing the game itself
    Verify(super::verify::Verify),
    /// Reports every mistake in definitions
    Check(Check),
    /// Writes definitions in their canonical form, comments kept
    Fmt(Fmt),
    /// Tells what a definition compiles to: bits, domains, moves, why play must end
    Info(Info),
    /// Checks the facts that definitions claim with `expect`
    Test(Test),
    /// Counts move sequences of length 1, 2, .. up to a depth
    Perft(Perft),
    /// Lists the legal moves of a position
    Moves(Moves),
    /// Draws a position as text or as a picture
    Show(super::show::Show),
    /// Tells about a position at length: moves, lines, counts, play at random
    Analyze(super::analyze::Analyze),
    /// Plays against you, perfectly where the game can be solved
    Play(super::play::Play),
    /// Shows the tree that a search walks: values, alpha and beta, cuts and why
    Tree(super::tree::Tree),
    /// Guided lessons on real games: minimax, alpha-beta, memoization, cycles
    Lesson(super::lesson::Lesson),
    /// Tells what a code means, with a wrong example and the mended one
    Explain(Explain),
    /// Writes a small whole game to begin with
    New(New),
    /// Prints a completion script for a shell
    Completions {
        /// The shell to complete for
        shell: clap_complete::Shell,
    },
}

const SET_HELP: &str = "\
Sets a param, a graph, a field's initial value, `turn` or `start`, in the notation of definitions:
  --set n=5 --set heaps=[1,2,3] --set 'stones[X]={a1,b2}' --set turn=O --set start=..X/.O./...";

/// The definition and how it is set up.
#[derive(Clone, Debug, Args)]
pub struct Source {
    /// The definition; `-` reads standard input
    pub file: PathBuf,
    /// Sets a param, a graph, a field's initial value, `turn` or `start`
    #[arg(long = "set", value_name = "NAME=VALUE", long_help = SET_HELP)]
    pub settings: Vec<String>,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
}

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

/// Limits of a run.
#[derive(Clone, Debug, Args)]
pub struct Bounds {
    /// Memory the solver may take [default: half of what the machine or container allows]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<ByteSize>,
    /// Time after which the search gives up, like 60s or 5m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  zug solve games/connect_four.game --set columns=5 --set rows=4 --all-moves
  zug solve games/poj1085.game --moves '2 4, 4 5, 5 9' --stats
  zug solve games/poj1085.game --batch lines.txt --format 'Game {n}: {value}.'
  zug solve games/tic_tac_toe.game --strong         every position, counted by outcome and distance
  zug solve games/wallets.game --memo off --solver minimax --engine semantics";

/// `zug solve`
#[derive(Debug, Args)]
#[command(after_help = SOLVE_EXAMPLES)]
pub struct Solve {
    /// The definition.
    #[command(flatten)]
    pub source: Source,
    /// Moves played first, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "batch")]
    pub moves: Option<String>,
    /// Solves one position a line: `[NAME=VALUE ..;] MOVES`; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub batch: Option<PathBuf>,
    /// Writes one line an answer, with {n} {value} {winner} {points} {plies} {best} {line} {moves}
    #[arg(long, value_name = "TEXT", conflicts_with = "json")]
    pub format: Option<String>,
    /// How the value is found
    #[arg(long, value_enum, default_value_t = Solver::Auto)]
    pub solver: Solver,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// The memo of alpha-beta and df-pn: `auto` (up to half of the memory), `off`, or a size like 64MiB
    #[arg(long, value_name = "auto|off|SIZE", default_value = "auto", value_parser = memo)]
    pub memo: MemoArgument,
    /// Leaves out a technique of alpha-beta with a memo; can be given several times
    #[arg(long, value_name = "NAME", value_parser = super::technique::parser(), long_help = super::technique::help())]
    pub without: Vec<zug::answer::Technique>,
    /// Whether the memo files symmetric positions as one
    #[arg(long, value_enum, default_value_t = Symmetry::Auto)]
    pub symmetry: Symmetry,
    /// Every position, and threads.
    #[command(flatten)]
    pub every: super::strong::Strong,
    /// Also the number of plies to the end under best play (won and lost positions)
    #[arg(long)]
    pub distance: bool,
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
    pub bounds: Bounds,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  zug check games mygame.game --message-format short
  zug check mygame.game --deep                     plays it through and shows what only play can show";

/// `zug check`
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct Check {
    /// Definitions, or folders of them; `-` reads standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Sets a param, a graph, a field's initial value, `turn` or `start`
    #[arg(long = "set", value_name = "NAME=VALUE", long_help = SET_HELP)]
    pub settings: Vec<String>,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
    /// Applies the mends that are certain, and writes a file back if that changes it
    #[arg(long, conflicts_with = "emit")]
    pub fix: bool,
    /// Shows a stage of the compilation as text
    #[arg(long, value_enum)]
    pub emit: Option<Emit>,
    /// Switches a warning off, as `allow NAME` in the file does
    #[arg(long, value_name = "NAME", value_parser = lint_name)]
    pub allow: Vec<String>,
    /// With `warnings`: ends with exit code 1 if there is a warning
    #[arg(long, value_enum)]
    pub deny: Option<Deny>,
    /// Whether it is played through as well.
    #[command(flatten)]
    pub deep: Deep,
}

/// `zug check --deep`
#[derive(Clone, Debug, Args)]
pub struct Deep {
    /// Plays the definition through, breadth first, and shows mistakes with the moves that prove them
    #[arg(long, conflicts_with = "emit")]
    pub deep: bool,
    /// How many positions `--deep` looks at
    #[arg(long, value_name = "N", default_value_t = 200_000, requires = "deep")]
    pub positions: u64,
    /// Limits of `--deep`, for each file.
    #[command(flatten)]
    pub bounds: Bounds,
}

/// `zug fmt`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  zug fmt mygame.game\n  zug fmt games --check")]
pub struct Fmt {
    /// Definitions, or folders of them, rewritten in place; `-` reads standard input and writes standard output
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Changes nothing, names the files that differ from their canonical form, and ends with 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
}

/// `zug new`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  zug new bridges --template placement")]
pub struct New {
    /// The name of the game; the file is called NAME.game
    pub name: PathBuf,
    /// What kind of game it is
    #[arg(long, value_enum, default_value_t = Template::Placement)]
    pub template: Template,
}

/// `--template`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Template {
    /// Stones are put on a board
    Placement,
    /// Men walk over a board
    Movement,
    /// Sticks are taken from a heap
    TakeAway,
    /// Who gets more points
    Points,
    /// Choices written down as a tree
    Tree,
}

/// `zug info`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  zug info games/reversi.game --set width=6")]
pub struct Info {
    /// The definition.
    #[command(flatten)]
    pub source: Source,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
}

const TEST_EXAMPLES: &str = "\
Examples:
  zug test games mygame.game --slow
  zug test games --report markdown > games/README.md";

/// `--report`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Report {
    /// Columns
    Text,
    /// Tables, with links to the files
    Markdown,
    /// One object
    Json,
}

/// `zug test`
#[derive(Debug, Args)]
#[command(after_help = TEST_EXAMPLES)]
pub struct Test {
    /// Definitions, or folders of them
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Also the facts marked `slow`
    #[arg(long)]
    pub slow: bool,
    /// Believes no value: of each one that a file states, a certificate is made and checked
    #[arg(long)]
    pub prove: bool,
    /// Writes an index of the games instead: values, sizes, and which facts were checked
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "json")]
    pub report: Option<Report>,
    /// With `--report`: also the seconds that the facts took, which differ from run to run
    #[arg(long, requires = "report")]
    pub times: bool,
    /// With `--report`: checks nothing and tells what the files claim
    #[arg(long, requires = "report", conflicts_with_all = ["slow", "times"])]
    pub no_run: bool,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
    /// Limits, for each fact.
    #[command(flatten)]
    pub bounds: Bounds,
}

/// `zug perft`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  zug perft games/reversi.game 8")]
pub struct Perft {
    /// The definition.
    #[command(flatten)]
    pub source: Source,
    /// The greatest length
    pub depth: u32,
    /// Moves played first, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
    /// Limits.
    #[command(flatten)]
    pub bounds: Bounds,
}

/// `zug moves`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  zug moves games/reversi.game --moves d2")]
pub struct Moves {
    /// The definition.
    #[command(flatten)]
    pub source: Source,
    /// Moves played first, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
}

/// `zug explain`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  zug explain Z0101\n  zug explain 101\n  zug explain")]
pub struct Explain {
    /// The code, as diagnostics show it; without it, all codes are listed
    pub code: Option<String>,
}

/// `--solver`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Solver {
    /// Chosen by what is proved about the game, and told
    Auto,
    /// The definition of the right answer, without any shortcut
    Minimax,
    /// The textbook search, for play that must end
    Alphabeta,
    /// Proof numbers, for play that must end in a win, a draw or a loss
    Dfpn,
    /// From the ends backwards, for positions that repeat
    Retrograde,
}

/// `--engine`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The bitmask machine, interpreted until compiling it is worth it
    Auto,
    /// The bitmask machine, compiled to instructions of the processor
    Jit,
    /// The bitmask machine, interpreted
    Interpret,
    /// The rules by name, slow and obvious
    Semantics,
}

/// `--symmetry`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Symmetry {
    /// By the symmetries that the rules are found to have
    Auto,
    /// Every position for itself
    Off,
}

/// `--deny`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Every warning
    Warnings,
}

fn lint_name(text: &str) -> Result<String, String> {
    zug_analysis::lints::named(text).map(|lint| lint.name.to_string())
}

/// `--emit`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// What was read
    Syntax,
    /// What it means: names resolved, core forms
    Program,
    /// The bitmask machine
    Machine,
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

/// `--memo`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoArgument {
    /// Grows with the game, up to half of the memory.
    Auto,
    /// None.
    Off,
    /// At most so many bytes.
    Bytes(u64),
}

/// Reads `--memo`.
pub fn memo(text: &str) -> Result<MemoArgument, String> {
    match text {
        "auto" => Ok(MemoArgument::Auto),
        "off" => Ok(MemoArgument::Off),
        size => size
            .parse::<ByteSize>()
            .map(|size| MemoArgument::Bytes(size.as_u64()))
            .map_err(|_| "write `auto`, `off`, or a size like 64MiB".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::Solver;
    use clap::ValueEnum;

    #[test]
    fn every_solver_can_be_asked_for() {
        let values = Solver::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let mut asked: Vec<String> = values.map(|value| value.get_name().to_string()).collect();
        let mut listed: Vec<&str> = zug::answer::SOLVERS.iter().map(|solver| solver.name).collect();
        listed.push("auto");
        listed.sort_unstable();
        asked.sort_unstable();
        assert_eq!(asked, listed);
    }
}
