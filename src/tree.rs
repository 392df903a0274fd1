//! `zug tree`: the tree that a search walks, as text, picture, data, or a page to step through.

use crate::args::{Bounds, MemoArgument, MovesFirst, Source, memo};
use crate::failure::Failure;
use crate::{limits, load, moves, output, search_refusal};
use clap::{Args, ValueEnum};
use std::time::Instant;
use zug::answer::{EngineKind, Prepared};
use zug_lang::semantics::Semantics;
use zug_solve::TableSize;
use zug_view::json::{Command, Head, line};
use zug_view::tree::{self, Method, Request, html};

const EXAMPLES: &str = "\
Examples:
  zug tree games/wallets.game                                  who looks where, what is cut, and why
  zug tree games/wallets.game --format html > wallets.html     the same, to be stepped through
  zug tree games/tic_tac_toe.game --moves 'a1, b2, c3, a3' --format svg > tree.svg
  zug tree games/hex.game --set rows=3 --set columns=3 --depth 2 --solver minimax";

/// `zug tree`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Tree {
    /// The definition.
    #[command(flatten)]
    pub source: Source,
    /// Moves played first.
    #[command(flatten)]
    pub first: MovesFirst,
    /// How many plies are drawn [default: as many as can be read]; where the whole search is too
    /// large or play may repeat, play is followed no deeper, and that is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// How the value is found
    #[arg(long, value_enum, default_value_t = Solver::Alphabeta)]
    pub solver: Solver,
    /// What the search remembers: `auto`, `off`, or a size like 64KiB
    #[arg(long, value_name = "auto|off|SIZE", default_value = "auto", value_parser = memo)]
    pub memo: MemoArgument,
    /// What is written
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub format: Form,
    /// Refused, with the reason
    #[arg(long, value_name = "DIR", hide = true)]
    pub db: Option<std::path::PathBuf>,
    /// Limits.
    #[command(flatten)]
    pub bounds: Bounds,
}

/// `--solver`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Solver {
    /// Every line of play
    Minimax,
    /// The textbook search with cuts, moves in the order of the definition
    Alphabeta,
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
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

pub fn run(arguments: &Tree) -> Result<(), Failure> {
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
        Form::Html => html::page(&prepared, &played.position, &request, &played.texts),
        _ => tree::record(&prepared, &played.position, &request)
            .map(|tree| written(arguments, &tree, &played.texts)),
    };
    let refused = |why| search_refusal::failure(&sources, &prepared, &played, why, begun.elapsed());
    output::print(&text.map_err(refused)?);
    Ok(())
}

fn request(arguments: &Tree) -> Request {
    let method = match arguments.solver {
        Solver::Minimax => Method::Minimax,
        Solver::Alphabeta => Method::AlphaBeta,
    };
    let memo = match arguments.memo {
        MemoArgument::Auto => TableSize::Auto,
        MemoArgument::Off => TableSize::Off,
        MemoArgument::Bytes(bytes) => TableSize::Bytes(bytes),
    };
    let limits = limits::given(&arguments.bounds, Instant::now(), &limits::interruption(), None);
    Request { depth: arguments.depth, limits, ..Request::new(method, memo) }
}

fn written(arguments: &Tree, rendered: &tree::Tree, after: &[String]) -> String {
    match arguments.format {
        Form::Svg => tree::svg::draw(rendered, arguments.depth),
        Form::Dot => tree::dot::draw(rendered, arguments.depth),
        Form::Mermaid => tree::mermaid::draw(rendered, arguments.depth),
        Form::Json => {
            let file = arguments.source.file.display().to_string();
            let head = Head::new(Command::Tree, &file, &arguments.source.settings);
            line(&tree::json::object(head, after, rendered, arguments.depth))
        }
        Form::Text | Form::Html => tree::text::draw(rendered, arguments.depth),
    }
}
