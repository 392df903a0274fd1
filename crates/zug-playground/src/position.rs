//! A position: its picture, and its legal moves with the places where they are clicked.

use crate::game::OpenGame;
use crate::play::{PlayedRequest, play};
use serde_json::{Value, json};
use zug_lang::program::Choice;
use zug_lang::replay;
use zug_lang::semantics::Semantics;
use zug_lang::{text, wording};
use zug_view::draw::{self, MovePlace, PictureMarks};

/// Of more moves than this none has a place; they are listed all the same.
const PLACED: usize = 2_000;

/// The position after some moves.
///
/// # Errors
/// A move cannot be played, or the definition breaks a promise here.
pub fn position(game: &OpenGame, moves: &[String]) -> Result<Value, String> {
    let played = play(game, moves)?;
    shown(game, &played, &played.marks())
}

/// A position with its marks.
///
/// # Errors
/// The definition breaks a promise here.
pub fn shown(game: &OpenGame, played: &PlayedRequest, marks: &PictureMarks) -> Result<Value, String> {
    let program = game.program();
    let semantics = Semantics::new(program);
    let position = &played.position;
    let broken = |_| replay::fault(&semantics, position, &played.choices, &[]).message;
    let outcome = semantics.outcome(position).map_err(broken)?;
    let legal = match outcome {
        Some(_) => Vec::new(),
        None => semantics.texts(position).map_err(broken)?,
    };
    let turn = position.turn.index();
    Ok(json!({
        "title": program.title,
        "players": program.players(),
        "played": played.texts,
        "turn": outcome.is_none().then_some(turn),
        "over": outcome.map(|value| wording::value(program, value)),
        "value": outcome,
        "svg": draw::svg(program, position, marks),
        "text": text::position::draw(program, &semantics, position),
        "moves": placed(game, played, marks, &legal),
    }))
}

/// The legal moves in words, each once, with their places.
fn placed(
    game: &OpenGame,
    played: &PlayedRequest,
    marks: &PictureMarks,
    legal: &[(Choice, String)],
) -> Vec<Value> {
    let choices: Vec<Choice> = legal.iter().take(PLACED).map(|(choice, _)| choice.clone()).collect();
    let places = match legal.len() <= PLACED {
        true => draw::places(game.program(), &played.position, marks, &choices),
        false => Vec::new(),
    };
    let places = places.into_iter().chain(std::iter::repeat(None));
    let mut all: Vec<Value> = Vec::new();
    for ((_, text), place) in legal.iter().zip(places) {
        if all.last().is_none_or(|last| last["move"] != **text) {
            all.push(json!({ "move": text, "place": place.map(written) }));
        }
    }
    all
}

fn written(place: MovePlace) -> Value {
    match place {
        MovePlace::Cell(at) => json!({ "kind": "cell", "at": [at] }),
        MovePlace::Way(from, to) => json!({ "kind": "way", "at": [from, to] }),
        MovePlace::Line(from, to) => json!({ "kind": "line", "at": [from, to] }),
        MovePlace::Area(cells) => json!({ "kind": "area", "at": cells }),
    }
}
