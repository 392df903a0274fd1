//! What is told of a definition as a whole: its mistakes, what it compiles to, the answer of the
//! solver, the tree of a search.

use crate::game::OpenGame;
use crate::play::{PlayedRequest, play};
use serde_json::{Value, json};
use zug::answer::{EngineKind, Limits, Options, SolveError};
use zug_lang::replay;
use zug_lang::semantics::Semantics;
use zug_lsp::OpenDocument;
use zug_solve::TableSize;
use zug_view::report::answer::{AnswerView, human};
use zug_view::report::info as description;
use zug_view::tree::{RecordRequest, TreeMethod, html};
use zug_view::wording::unjudged;

/// Diagnostics with fixes, and what a page needs to know of a definition without errors.
pub fn check(text: &OpenDocument) -> Value {
    let program = text.program().map(|program| {
        let params: Vec<Value> =
            program.params.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        json!({ "title": program.title, "players": program.players(), "params": params, "points": program.points })
    });
    json!({
        "diagnostics": text.diagnostics(),
        "colours": text.tokens(),
        "program": program,
        "expectations": text.expectations(),
    })
}

/// What `zug info` tells.
///
/// # Errors
/// What makes the game too large for the machine.
pub fn info(game: &OpenGame) -> Result<Value, String> {
    let prepared = game.prepared(EngineKind::Interpret)?;
    Ok(description::text(game.program(), &prepared).into())
}

/// What `zug solve` tells of the position after some moves.
///
/// # Errors
/// Why there is no answer.
pub fn solve(game: &OpenGame, moves: &[String], limits: &Limits) -> Result<Value, String> {
    let played = play(game, moves)?;
    let program = game.program();
    let prepared = game.prepared(EngineKind::Auto)?.with_symmetry();
    let options = Options { distance: true, ..Options::within(limits) };
    let answer = prepared.solve(&played.position, &options).map_err(|why| refused(game, &played, &why))?;
    let semantics = Semantics::new(program);
    let view = AnswerView::new(&answer, program, &semantics, &played.position, &played.choices);
    Ok(json!({
        "text": human(&view),
        "value": answer.value,
        "positions": answer.statistics.positions,
    }))
}

/// The page of `zug tree` about the position after some moves.
///
/// # Errors
/// Why there is none.
pub fn tree(game: &OpenGame, moves: &[String], limits: &Limits, depth: Option<u32>) -> Result<Value, String> {
    let played = play(game, moves)?;
    let prepared = game.prepared(EngineKind::Interpret)?;
    let request = RecordRequest {
        depth,
        limits: limits.clone(),
        ..RecordRequest::new(TreeMethod::AlphaBeta, TableSize::Off)
    };
    let page = html::page(&prepared, &played.position, &request, &played.texts);
    page.map(Value::from).map_err(|why| refused(game, &played, &why))
}

fn refused(game: &OpenGame, played: &PlayedRequest, why: &SolveError) -> String {
    match why {
        SolveError::Fault { line } => {
            let semantics = Semantics::new(game.program());
            replay::fault(&semantics, &played.position, &played.choices, line).message
        }
        other => unjudged(game.program(), other),
    }
}
