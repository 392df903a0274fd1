//! A position for a preview: as a picture, with letters, and with its legal moves.

use super::{moves, solving};
use crate::analysis::TextAnalysis;
use crate::failure::RequestFailure;
use serde_json::{Value, json};
use zug_game::Player;
use zug_lang::semantics::Semantics;
use zug_lang::text::position;
use zug_lang::wording;
use zug_view::draw::{self, PictureMarks};

/// The position after some moves.
pub fn picture(analysis: &TextAnalysis, moves: &str) -> Result<Value, RequestFailure> {
    let program = solving::program(analysis)?;
    let semantics = Semantics::new(program);
    let played = moves::play(program, moves)?;
    let last = played.before.zip(played.choices.last().cloned());
    let marks = PictureMarks { last, ..PictureMarks::default() };
    let outcome = semantics
        .outcome(&played.position)
        .map_err(|_| RequestFailure::failed("the definition broke a promise"))?;
    let turn = program.players()[usize::from(played.position.turn == Player::Second)];
    Ok(json!({
        "title": program.title,
        "svg": draw::svg(program, &played.position, &marks),
        "text": position::draw(program, &semantics, &played.position),
        "turn": outcome.is_none().then_some(turn),
        "over": outcome.map(|value| wording::value(program, value)),
        "moves": moves::legal(program, moves),
    }))
}
