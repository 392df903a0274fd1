//! `zug moves`: lists the legal moves of a position. Also plays the moves of `--moves` for all
//! commands.

use crate::args::{MovesFirst, SourceArgs};
use crate::failure::{Failure, MISTAKE, USAGE};
use crate::{load, output};
use clap::Args;
use zug_game::Player;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::Choice;
use zug_lang::replay;
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_lang::source::{FileId, Sources};
use zug_lang::wording;
use zug_view::json::{self, AnswerHead, Command};
use zug_view::report::deep::Replay;

/// `zug moves`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  zug moves games/reversi.game --moves d2")]
pub struct MovesArgs {
    /// The definition.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Moves played first.
    #[command(flatten)]
    pub first: MovesFirst,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
}

/// A position and the moves that lead to it.
pub struct PlayedMoves {
    /// The position.
    pub position: Position,
    /// The moves.
    pub choices: Vec<Choice>,
    /// The moves in the notation of the definition.
    pub texts: Vec<String>,
}

/// Plays moves from the first position.
pub fn play(sources: &mut Sources, semantics: &Semantics<'_>, moves: &str) -> Result<PlayedMoves, Failure> {
    let start = semantics.start();
    let file = sources.add(format!("--moves {moves}"), moves);
    let line = semantics.read_moves(&start, moves).map_err(|error| {
        let diagnostic = replay::moves(semantics.program(), &error, file);
        let mut texts = texts(semantics, &error.played.moves);
        texts.push(error.text.clone());
        let diagnostic = with_way(sources, semantics, diagnostic, &texts, &error.before);
        let code = if diagnostic.code.starts_with("Z08") { MISTAKE } else { USAGE };
        Failure::Diagnostics { sources: Box::new(sources.clone()), diagnostics: vec![diagnostic], code }
    })?;
    let texts = texts(semantics, &line.moves);
    let position = line.positions.last().cloned().unwrap_or(start);
    Ok(PlayedMoves { position, choices: line.moves, texts })
}

/// The texts of moves from the first position, as far as they can be played.
fn texts(semantics: &Semantics<'_>, choices: &[Choice]) -> Vec<String> {
    let mut here = semantics.start();
    let mut texts = Vec::new();
    for choice in choices {
        texts.push(semantics.text(&here, choice));
        here = semantics.play(&here, choice).unwrap_or(here);
    }
    texts
}

/// Adds the command that leads to the position before the move at fault, if the last move is one.
fn with_way(
    sources: &Sources,
    semantics: &Semantics<'_>,
    diagnostic: Diagnostic,
    texts: &[String],
    position: &Position,
) -> Diagnostic {
    let file = &sources.file(FileId::DEFINITION).name;
    let settings: Vec<String> =
        sources.names().filter_map(|name| name.strip_prefix("--set ")).map(String::from).collect();
    let replay = Replay { file: if file == "<stdin>" { "-" } else { file }, settings: &settings };
    replay.with_way(diagnostic, semantics, texts, position)
}

/// Plays moves from the first position, and tells a fault that is met in the position they lead to.
pub fn reach(sources: &mut Sources, semantics: &Semantics<'_>, moves: &str) -> Result<PlayedMoves, Failure> {
    let played = play(sources, semantics, moves)?;
    match semantics.texts(&played.position) {
        Ok(_) => Ok(played),
        Err(_) => Err(fault(sources, semantics, &played, &[])),
    }
}

pub fn run(arguments: &MovesArgs) -> Result<(), Failure> {
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    let semantics = Semantics::new(&definition.program);
    let played = play(&mut sources, &semantics, arguments.first.text())?;
    let fault = |_| fault(&sources, &semantics, &played, &[]);
    let (over, legal) = match semantics.expand(&played.position).map_err(fault)? {
        Expansion::Over(value) => (Some(value), Vec::new()),
        Expansion::Moves(_) => (None, semantics.texts(&played.position).map_err(fault)?),
    };
    let texts: Vec<String> = legal.into_iter().map(|(_, text)| text).collect();
    let program = &definition.program;
    let turn = program.players()[usize::from(played.position.turn == Player::Second)];
    if arguments.json {
        let file = arguments.source.file.display().to_string();
        output::print(&json::line(&json::Moves {
            head: AnswerHead::new(Command::Moves, &file, &arguments.source.settings),
            after: played.texts,
            turn: over.is_none().then(|| turn.to_string()),
            over: over.is_some(),
            value: over.map(|value| wording::value(program, value)),
            moves: texts,
        }));
    } else if let Some(value) = over {
        output::print(&format!("play is over: {}\n", wording::value(program, value)));
    } else {
        output::print(&format!("{turn} to move, {} legal:\n", texts.len()));
        output::print(&texts.iter().map(|text| format!("{text}\n")).collect::<String>());
    }
    Ok(())
}

/// The failure for a fault at the position that was reached, or behind the moves of a line from
/// there.
pub fn fault(sources: &Sources, semantics: &Semantics<'_>, played: &PlayedMoves, line: &[Choice]) -> Failure {
    let diagnostic = replay::fault(semantics, &played.position, &played.choices, line);
    let choices: Vec<Choice> = played.choices.iter().chain(line).cloned().collect();
    let texts = texts(semantics, &choices);
    let before = choices.split_last().map_or(&[][..], |(_, before)| before);
    let position = before.iter().try_fold(semantics.start(), |here, choice| semantics.play(&here, choice));
    let diagnostic = match position {
        Ok(position) => with_way(sources, semantics, diagnostic, &texts, &position),
        Err(_) => diagnostic,
    };
    Failure::mistakes(sources, vec![diagnostic])
}
