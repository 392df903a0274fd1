//! What a position and each of its moves is worth.

use crate::Host;
use crate::game::{OpenGame, SolveRefusal};
use crate::play::{PlayedRequest, play};
use crate::position::shown;
use crate::request::Budget;
use serde_json::{Value, json};
use zug::answer::{Knowledge, RatedMove, SolveError};
use zug_game::Player;
use zug_lang::program::Choice;
use zug_lang::semantics::Semantics;
use zug_lang::{replay, wording};
use zug_view::draw::{PictureMarks, Valued};
use zug_view::wording::unjudged;

/// The value of the position after some moves and of every legal move.
///
/// # Errors
/// A move cannot be played, the definition breaks a promise, or the game is too large for the
/// machine.
pub fn rate(
    game: &mut OpenGame,
    moves: &[String],
    budget: &Budget,
    host: &Host,
    brief: bool,
) -> Result<Value, String> {
    let played = play(game, moves)?;
    let semantics = Semantics::new(game.program());
    let outcome = semantics.outcome(&played.position);
    if let Ok(Some(value)) = outcome {
        return over(game, &played, value, brief);
    }
    let known = game.ask(&played.position, budget, host).map_err(|why| refused(game, &played, why))?;
    let mut answer = match &known {
        Knowledge::Exact { value, plies, moves, .. } => exact(game, &played, *value, *plies, moves),
        Knowledge::Won(win) => exact(game, &played, win.value, Some(win.plies), &win.moves),
        Knowledge::Heuristic { moves, depth } => guessed(game, &played, moves, *depth),
    };
    let first = played.position.turn == Player::First;
    answer["next"] = known.chosen(first).map(|choice| name(game, &played, choice)).into();
    if !brief {
        answer["position"] = shown(game, &played, &marks(&played, &known))?;
    }
    Ok(answer)
}

fn over(game: &OpenGame, played: &PlayedRequest, value: i64, brief: bool) -> Result<Value, String> {
    let mut answer = exact(game, played, value, None, &[]);
    answer["over"] = true.into();
    if !brief {
        answer["position"] = shown(game, played, &played.marks())?;
    }
    Ok(answer)
}

fn refused(game: &OpenGame, played: &PlayedRequest, why: SolveRefusal) -> String {
    match why {
        SolveRefusal::TooLarge(why) => why,
        SolveRefusal::Solving(SolveError::Fault { line }) => {
            let semantics = Semantics::new(game.program());
            replay::fault(&semantics, &played.position, &played.choices, &line).message
        }
        SolveRefusal::Solving(other) => unjudged(game.program(), &other),
    }
}

fn name(game: &OpenGame, played: &PlayedRequest, choice: &Choice) -> String {
    Semantics::new(game.program()).text(&played.position, choice)
}

/// The sign of values from the mover's side.
fn sign(played: &PlayedRequest) -> i64 {
    if played.position.turn == Player::First { 1 } else { -1 }
}

fn in_words(game: &OpenGame, value: i64, plies: Option<u64>) -> String {
    let plies = plies.map(|plies| format!(" in {}", wording::plies(plies))).unwrap_or_default();
    format!("{}{plies}", wording::value(game.program(), value))
}

fn exact(
    game: &OpenGame,
    played: &PlayedRequest,
    value: i64,
    plies: Option<u64>,
    moves: &[RatedMove],
) -> Value {
    let row = |(choice, worth, plies): &RatedMove| {
        json!({
            "move": name(game, played, choice),
            "value": worth,
            "mine": sign(played).saturating_mul(*worth),
            "plies": plies,
            "words": in_words(game, *worth, *plies),
            "best": *worth == value,
        })
    };
    json!({
        "exact": true,
        "points": game.program().points,
        "value": value,
        "plies": plies,
        "words": in_words(game, value, plies),
        "moves": moves.iter().map(row).collect::<Vec<Value>>(),
    })
}

fn guessed(game: &OpenGame, played: &PlayedRequest, moves: &[(Choice, i64, f64)], depth: u32) -> Value {
    let row = |(choice, forced, mean): &(Choice, i64, f64)| json!({ "move": name(game, played, choice), "forced": forced, "mean": mean });
    json!({
        "exact": false,
        "points": game.program().points,
        "depth": depth,
        "moves": moves.iter().map(row).collect::<Vec<Value>>(),
    })
}

fn marks(played: &PlayedRequest, known: &Knowledge) -> PictureMarks {
    let Knowledge::Exact { moves, .. } = known else { return played.marks() };
    let valued =
        |(choice, value, plies): &RatedMove| Valued { choice: choice.clone(), value: *value, plies: *plies };
    let best = known.best().into_iter().map(|each| each.0.clone()).collect();
    PictureMarks { best, values: moves.iter().map(valued).collect(), ..played.marks() }
}
