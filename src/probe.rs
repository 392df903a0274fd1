//! `zug probe`: asks a database about a position.

use crate::args::{EngineArg, Messages, MovesFirst};
use crate::failure::{Failure, USAGE};
use crate::{database_refusal, load, output, prepare};
use clap::Args;
use std::path::PathBuf;
use zug::database::{OpenDatabase, Source};
use zug_lang::semantics::Semantics;
use zug_lang::source::FileId;
use zug_view::json::{self, AnswerHead, Command};
use zug_view::report::database::ProbeView;

const EXAMPLES: &str = "\
Example:
  zug build games/tic_tac_toe.game --db tic_tac_toe.db
  zug probe tic_tac_toe.db --moves b2

Exit codes: 0 answered; 1 a move breaks a promise of the definition; 2 moves, or a folder without a database of this version.";

/// `zug probe`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ProbeArgs {
    /// The folder of the database; the definition and its settings are in it
    #[arg(value_name = "DIR")]
    pub db: PathBuf,
    /// Moves played first, from the beginning of the game; without them the position is the one
    /// from which the database was built.
    #[command(flatten)]
    pub first: MovesFirst,
    /// Answers as JSON, version 1
    #[arg(long)]
    pub json: bool,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
}

pub fn run(arguments: &ProbeArgs) -> Result<(), Failure> {
    let (mut sources, definition, settings) = load::from_database(&arguments.db)?;
    let prepared = prepare::prepare(&definition.program, EngineArg::Auto, None, &sources)?;
    let semantics = Semantics::new(&definition.program);
    let begins =
        if arguments.first.moves.is_none() { load::first_moves(&arguments.db)? } else { String::new() };
    let moves = arguments.first.moves.as_deref().unwrap_or(&begins);
    let played = super::moves::play(&mut sources, &semantics, moves)?;
    let source = Source { text: &sources.file(FileId::DEFINITION).text, settings: &settings };
    let refused = |error| {
        database_refusal::failure(&sources, &definition.program, Some(&prepared), &arguments.db, error)
    };
    let database = OpenDatabase::open(&prepared, source, &arguments.db).map_err(refused)?;
    let Some(answer) = database.answer(&prepared, &played.position).map_err(refused)? else {
        let text = format!("{} does not hold this position", arguments.db.display());
        return Err(Failure::Message { code: USAGE, text });
    };
    let view = ProbeView {
        program: &definition.program,
        position: &played.position,
        after: &played.texts,
        answer: &answer,
    };
    if arguments.json {
        let head = AnswerHead::new(Command::Probe, &arguments.db.display().to_string(), &settings);
        output::print(&json::line(&view.json(head)));
    } else {
        output::print(&view.human());
    }
    Ok(())
}
