//! `zug show`: a position drawn as text or as a picture.

use crate::args::{DatabaseArgs, EngineArg, LimitArgs, SourceArgs};
use crate::failure::Failure;
use crate::moves::PlayedMoves;
use crate::{limits, load, output, prepare, search_refusal, warnings};
use clap::{Args, ValueEnum};
use std::time::Instant;
use zug::answer::{Answer, Options};
use zug_lang::program::Program;
use zug_lang::semantics::Semantics;
use zug_lang::source::Sources;
use zug_lang::wording;
use zug_view::draw::{self, PictureMarks, Valued};

const EXAMPLES: &str = "\
Examples:
  zug show games/tic_tac_toe.game --moves 'a1, b2, c3'
  zug show games/tic_tac_toe.game --moves 'a1, b2' --values --format svg > board.svg";

/// `zug show`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ShowArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Moves played first, separated by commas; the last one is marked in a picture
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// The form of the drawing
    #[arg(long, value_enum, default_value_t = ShowFormat::Text)]
    pub format: ShowFormat,
    /// Marks the best moves; the position is solved for that
    #[arg(long)]
    pub best: bool,
    /// Labels every legal move with its exact value; the position is solved for that
    #[arg(long)]
    pub values: bool,
    /// Which database answers.
    #[command(flatten)]
    pub stored: DatabaseArgs,
    /// Limits of the solver.
    #[command(flatten)]
    pub bounds: LimitArgs,
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    /// Letters; on a terminal box-drawing lines, discs and colours
    Text,
    /// Box-drawing lines and discs, wherever it goes
    Boxes,
    /// A picture that any browser shows, light or dark as its reader likes
    Svg,
}

pub fn run(arguments: &ShowArgs) -> Result<(), Failure> {
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    warnings::tell(&sources, &definition);
    let semantics = Semantics::new(&definition.program);
    let played = super::moves::play(&mut sources, &semantics, arguments.moves.as_deref().unwrap_or(""))?;
    let answer = answer(arguments, &sources, &definition.program, &semantics, &played)?;
    output::print(&match arguments.format {
        ShowFormat::Text if !output::has_boxes() => text(&semantics, &played, answer.as_ref(), arguments),
        ShowFormat::Text | ShowFormat::Boxes => {
            let marks = marks(&semantics, &played, answer, arguments);
            draw::terminal(&definition.program, &played.position, &marks, output::has_boxes())
        }
        ShowFormat::Svg => {
            draw::svg(&definition.program, &played.position, &marks(&semantics, &played, answer, arguments))
        }
    });
    Ok(())
}

/// The solver's answer for the drawing; `None` if no option needs one.
fn answer(
    arguments: &ShowArgs,
    sources: &Sources,
    program: &Program,
    semantics: &Semantics<'_>,
    played: &PlayedMoves,
) -> Result<Option<Answer>, Failure> {
    if !arguments.values && !arguments.best {
        return Ok(None);
    }
    if semantics.texts(&played.position).is_err() {
        return Err(super::moves::fault(sources, semantics, played, &[]));
    }
    let prepared = prepare::prepare(program, EngineArg::Interpret, arguments.bounds.memory, sources)?;
    let prepared = arguments.stored.open(prepared, &arguments.source, sources)?;
    let begun = Instant::now();
    let limits = limits::of(
        &arguments.bounds,
        EngineArg::Interpret,
        begun,
        &limits::interruption(),
        output::progress(),
    )?;
    let all = arguments.values;
    let options = Options { distance: all, all_moves: all, ..Options::within(&limits) };
    let answer = prepared.solve(&played.position, &options);
    output::end_progress();
    let refused = |why| search_refusal::failure(sources, &prepared, played, why, begun.elapsed());
    answer.map(Some).map_err(refused)
}

fn marks(
    semantics: &Semantics<'_>,
    played: &PlayedMoves,
    answer: Option<Answer>,
    arguments: &ShowArgs,
) -> PictureMarks {
    let mut before = semantics.start();
    for choice in played.choices.iter().rev().skip(1).rev() {
        before = semantics.play(&before, choice).unwrap_or(before);
    }
    let last = played.choices.last().map(|choice| (before, choice.clone()));
    let Some(answer) = answer else { return PictureMarks { last, ..PictureMarks::default() } };
    let valued = |(choice, value, plies)| Valued { choice, value, plies };
    let best = if arguments.best { answer.best } else { Vec::new() };
    PictureMarks { last, best, values: answer.moves.into_iter().map(valued).collect(), bare: false }
}

fn text(
    semantics: &Semantics<'_>,
    played: &PlayedMoves,
    answer: Option<&Answer>,
    arguments: &ShowArgs,
) -> String {
    let program = semantics.program();
    let mut out = draw::plain(semantics, &played.position);
    let Some(answer) = answer else { return out };
    let name = |choice| semantics.text(&played.position, choice);
    let wide = answer.moves.iter().map(|(choice, ..)| name(choice).len()).max().unwrap_or(0);
    for (choice, value, plies) in &answer.moves {
        let plies = plies.map(|plies| format!(" in {}", wording::plies(plies))).unwrap_or_default();
        out += &format!("  {:wide$}  {}{plies}\n", name(choice), wording::value(program, *value));
    }
    if arguments.best && !answer.best.is_empty() {
        let best: Vec<String> = answer.best.iter().map(name).collect();
        out += &format!("best: {}\n", best.join(", "));
    }
    out
}
