//! `zug tree`: the tree that a search walks, as text, picture, data, or a page to step through.

use crate::args::{LimitArgs, MemoArgument, MovesFirst, SourceArgs, memo};
use crate::failure::Failure;
use crate::{limits, load, moves, output, search_refusal};
use clap::{Args, ValueEnum};
use std::time::Instant;
use zug::answer::{EngineKind, Prepared};
use zug_lang::semantics::Semantics;
use zug_solve::TableSize;
use zug_view::json::{AnswerHead, Command, line};
use zug_view::tree::{self, RecordRequest, TreeMethod, html};

const EXAMPLES: &str = "\
Examples:
  zug tree games/wallets.game                                  who looks where, what is cut, and why
  zug tree games/wallets.game --format html > wallets.html     the same, to be stepped through
  zug tree games/tic_tac_toe.game --moves 'a1, b2, c3, a3' --format svg > tree.svg
  zug tree games/hex.game --set rows=3 --set columns=3 --depth 2 --solver minimax";

/// `zug tree`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TreeArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Moves played first.
    #[command(flatten)]
    pub first: MovesFirst,
    /// How many plies are drawn [default: as many as can be read]; where the whole search is too
    /// large or play may repeat, play is followed no deeper, and that is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// How the value is found
    #[arg(long, value_enum, default_value_t = TreeSolverArg::Alphabeta)]
    pub solver: TreeSolverArg,
    /// What the search remembers: `auto`, `off`, or a size like 64KiB
    #[arg(long, value_name = "auto|off|SIZE", default_value = "auto", value_parser = memo)]
    pub memo: MemoArgument,
    /// What is written
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub format: TreeFormat,
    /// Refused, with the reason
    #[arg(long, value_name = "DIR", hide = true)]
    pub db: Option<std::path::PathBuf>,
    /// Limits.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

/// `--solver`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreeSolverArg {
    /// Every line of play
    Minimax,
    /// The textbook search with cuts, moves in the order of the definition
    Alphabeta,
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    /// Lines for a terminal
    Text,
    /// A picture
    Svg,
    /// For Graphviz
    Dot,
    /// A Mermaid flowchart
    Mermaid,
    /// One page without network, on which the search can be stepped through
    Html,
    /// The tree and every step, version 1
    Json,
}

pub fn run(arguments: &TreeArgs) -> Result<(), Failure> {
    if arguments.db.is_some() {
        return Err(Failure::usage(
            "--db: a tree draws what a search looks at, and a database answers without a search; ask `zug probe` or `zug solve --db`",
        ));
    }
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    let program = &definition.program;
    let prepared = Prepared::new(program, EngineKind::Interpret)
        .map_err(|diagnostics| Failure::mistakes(&sources, diagnostics))?;
    let semantics = Semantics::new(program);
    let played = moves::reach(&mut sources, &semantics, arguments.first.text())?;
    let begun = Instant::now();
    let request = request(arguments);
    let text = match arguments.format {
        TreeFormat::Html => html::page(&prepared, &played.position, &request, &played.texts),
        _ => tree::record(&prepared, &played.position, &request)
            .map(|tree| written(arguments, &tree, &played.texts)),
    };
    let refused = |why| search_refusal::failure(&sources, &prepared, &played, why, begun.elapsed());
    output::print(&text.map_err(refused)?);
    Ok(())
}

fn request(arguments: &TreeArgs) -> RecordRequest {
    let method = match arguments.solver {
        TreeSolverArg::Minimax => TreeMethod::Minimax,
        TreeSolverArg::Alphabeta => TreeMethod::AlphaBeta,
    };
    let memo = match arguments.memo {
        MemoArgument::Auto => TableSize::Auto,
        MemoArgument::Off => TableSize::Off,
        MemoArgument::Bytes(bytes) => TableSize::Bytes(bytes),
    };
    let limits = limits::given(&arguments.bounds, Instant::now(), &limits::interruption(), None);
    RecordRequest { depth: arguments.depth, limits, ..RecordRequest::new(method, memo) }
}

fn written(arguments: &TreeArgs, rendered: &tree::SearchTree, after: &[String]) -> String {
    match arguments.format {
        TreeFormat::Svg => tree::svg::draw(rendered, arguments.depth),
        TreeFormat::Dot => tree::dot::draw(rendered, arguments.depth),
        TreeFormat::Mermaid => tree::mermaid::draw(rendered, arguments.depth),
        TreeFormat::Json => {
            let file = arguments.source.file.display().to_string();
            let head = AnswerHead::new(Command::Tree, &file, &arguments.source.settings);
            line(&tree::json::object(head, after, rendered, arguments.depth))
        }
        TreeFormat::Text | TreeFormat::Html => tree::text::draw(rendered, arguments.depth),
    }
}
