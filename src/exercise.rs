//! `zug exercise`: a worksheet of exercises with solutions, from any definition.

use crate::args::{EngineArg, LimitArgs, MovesFirst, SourceArgs};
use crate::failure::{Failure, LIMIT};
use crate::watchdog::Watchdog;
use crate::{limits, load, moves, output, search_refusal};
use clap::{Args, ValueEnum};
use std::time::Instant;
use zug::answer::{EngineKind, Prepared};
use zug_lang::program::Program;
use zug_lang::semantics::Semantics;
use zug_view::exercise::{self, NoWorksheet, Worksheet, WorksheetOrder};
use zug_view::json::{AnswerHead, Command, line};

const EXAMPLES: &str = "\
Examples:
  zug exercise games/tic_tac_toe.game --kind best-move
  zug exercise games/wallets.game --kind cuts --count 1 --format html > cuts.html
  zug exercise games/nim.game --kind values --count 6 --seed 2 --format json";

/// `zug exercise`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExerciseArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Moves played first.
    #[command(flatten)]
    pub first: MovesFirst,
    /// What is asked
    #[arg(long, value_enum)]
    pub kind: ExerciseKindArg,
    /// How many exercises; where the definition gives fewer different ones, there is no worksheet,
    /// and the exit code is 2
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub count: u32,
    /// What the exercises are drawn by: the same seed gives the same worksheet
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// What is written
    #[arg(long, value_enum, default_value_t = ExerciseFormat::Markdown)]
    pub format: ExerciseFormat,
    /// Limits.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

/// `--kind`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExerciseKindArg {
    /// A small tree with the values of its leaves: fill in the others
    Values,
    /// A small tree: which branches does alpha-beta not look at?
    Cuts,
    /// A position: which moves are best, and what is it worth?
    BestMove,
    /// A small tree: what are alpha and beta at a node?
    Window,
    /// A small tree: which nodes does a memo answer?
    Memo,
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExerciseFormat {
    /// One page with pictures, solutions folded; for the browser and for paper
    Html,
    /// Markdown, boards and trees as text, solutions at the end
    Markdown,
    /// JSON, version 1
    Json,
}

pub fn run(arguments: &ExerciseArgs) -> Result<(), Failure> {
    let begun = Instant::now();
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    let program = &definition.program;
    let prepared = Prepared::new(program, EngineKind::Interpret)
        .map_err(|diagnostics| Failure::mistakes(&sources, diagnostics))?;
    let semantics = Semantics::new(program);
    let played = moves::reach(&mut sources, &semantics, arguments.first.text())?;
    let order = order(arguments, begun)?;
    let worksheet = exercise::worksheet(&prepared, &played.position, &played.texts, &order);
    let worksheet = worksheet.map_err(|why| match why {
        NoWorksheet::TooFew { found, plays } => too_few(arguments, found, plays),
        NoWorksheet::Stopped => {
            Failure::Message { code: LIMIT, text: "stopped before the worksheet was made".into() }
        }
        NoWorksheet::Failed(why) => {
            search_refusal::failure(&sources, &prepared, &played, why, begun.elapsed())
        }
    })?;
    output::print(&written(arguments, program, &worksheet));
    Ok(())
}

fn order(arguments: &ExerciseArgs, begun: Instant) -> Result<WorksheetOrder, Failure> {
    let kind = match arguments.kind {
        ExerciseKindArg::Values => exercise::ExerciseKind::Values,
        ExerciseKindArg::Cuts => exercise::ExerciseKind::Cuts,
        ExerciseKindArg::BestMove => exercise::ExerciseKind::BestMove,
        ExerciseKindArg::Window => exercise::ExerciseKind::Window,
        ExerciseKindArg::Memo => exercise::ExerciseKind::Memo,
    };
    let limits = limits::of(&arguments.bounds, EngineArg::Interpret, begun, &limits::interruption(), None)?;
    Ok(WorksheetOrder { kind, count: arguments.count as usize, seed: arguments.seed, limits })
}

fn too_few(arguments: &ExerciseArgs, found: usize, plays: usize) -> Failure {
    let kind = arguments.kind.to_possible_value().map_or(String::new(), |value| value.get_name().to_string());
    let any = found > 0;
    let found = match found {
        0 => "no exercise".to_string(),
        1 => "1 exercise".to_string(),
        found => format!("{found} different exercises"),
    };
    let fewer = if any { "a smaller --count, " } else { "" };
    Failure::usage(format!(
        "{found} of the kind `{kind}` found in {plays} plays at random, and {} asked for; help: {fewer}another --kind, or \
         --set and --moves for positions nearer to the end of play",
        arguments.count
    ))
}

fn written(arguments: &ExerciseArgs, program: &Program, worksheet: &Worksheet) -> String {
    match arguments.format {
        ExerciseFormat::Html => exercise::html(program, worksheet),
        ExerciseFormat::Markdown => exercise::markdown(program, worksheet),
        ExerciseFormat::Json => {
            let file = arguments.source.file.display().to_string();
            let head = AnswerHead::new(Command::Exercise, &file, &arguments.source.settings);
            line(&exercise::object(head, program, worksheet))
        }
    }
}
