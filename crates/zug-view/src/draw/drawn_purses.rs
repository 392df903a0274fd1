//! Draws the purses of a board.

use super::canvas::{At, Canvas, width};
use super::colours::{Ink, colour};
use super::panel::Taken;
use super::plan::BoardPlan;
use super::purses::Purses;
use zug_lang::program::Program;

/// A note.
const NOTE: (f64, f64) = (30.0, 22.0);
/// The height of a purse.
const HIGH: f64 = 56.0;

/// Draws all purses of a board.
pub fn draw(canvas: &mut Canvas, program: &Program, plan: &BoardPlan, purses: &Purses, taken: &Taken) {
    let at = &plan.at;
    for (purse, name) in program.domain(plan.domain).members.iter().enumerate() {
        let open = taken.purse.as_ref().filter(|(open, _)| *open == purse);
        let closed = taken.purse.is_some() && open.is_none();
        let notes: Vec<&str> =
            purses.notes[purse].iter().map(|note| &program.domain(purses.inner).members[*note][..]).collect();
        canvas.open(&format!("{name}: {}", notes.join(", ")));
        leather(canvas, at[purse], purses.wide(purse), (open.is_some(), closed));
        for (number, text) in notes.iter().enumerate() {
            let (note, state) = (purses.notes[purse][number], taken);
            let paid = state
                .note
                .as_ref()
                .is_some_and(|(paid, _)| purses.find(state, *paid) == Some((purse, number)));
            let held = state.held.iter().find(|(held, _)| *held == note).map(|(_, ink)| *ink);
            let ink = if paid { Some(Ink::Neutral) } else { held };
            let faded = closed || state.gone.contains(&note);
            draw_note(canvas, program, purses.note(at, purse, number), text, (ink, faded));
        }
        canvas.close();
        let under = (at[purse].0, HIGH / 2.0 + 16.0);
        canvas.text(under, 14.0, "middle", "class=\"words\"", name);
        let field = open.into_iter().map(|(_, field)| field.as_str());
        let note = taken.note.as_ref();
        let note = note.filter(|(note, _)| purses.find(taken, *note).is_some_and(|at| at.0 == purse));
        let said: Vec<&str> = field.chain(note.map(|(_, field)| field.as_str())).collect();
        canvas.text((under.0, under.1 + 17.0), 11.0, "middle", "class=\"faint\"", &said.join(", "));
    }
}

/// A purse with its clasp; an open one has a wide rim, the others fade when one is open.
fn leather(canvas: &mut Canvas, at: At, wide: f64, (open, closed): (bool, bool)) {
    let rest = match (open, closed) {
        (true, _) => "class=\"purse\" stroke-width=\"3.5\"",
        (_, true) => "class=\"purse\" stroke-width=\"1.5\" opacity=\"0.45\"",
        _ => "class=\"purse\" stroke-width=\"1.5\"",
    };
    canvas.rect(at, (wide, HIGH), 14.0, rest);
    let top = at.1 - HIGH / 2.0;
    canvas.line((at.0 - wide / 2.0 + 10.0, top + 11.0), (at.0 + wide / 2.0 - 10.0, top + 11.0), rest);
    for side in [-4.5, 4.5] {
        canvas.circle((at.0 + side, top - 2.0), 4.5, rest);
    }
}

/// A note; one that somebody took has his colour, one that is no longer there fades.
fn draw_note(canvas: &mut Canvas, program: &Program, at: At, text: &str, (ink, faded): (Option<Ink>, bool)) {
    let size = if width(text, 13.0) > NOTE.0 - 4.0 { 10.0 } else { 13.0 };
    let fade = if faded { " opacity=\"0.35\"" } else { "" };
    if let Some(ink) = ink {
        let paint = colour(program, ink);
        canvas.rect(at, NOTE, 3.0, &format!("fill=\"{}\" stroke=\"{}\"", paint.fill, paint.edge));
        canvas.text(at, size, "middle", &format!("fill=\"{}\" font-weight=\"600\"", paint.text), text);
    } else {
        canvas.rect(at, NOTE, 3.0, &format!("class=\"spot\"{fade}"));
        canvas.text(at, size, "middle", &format!("class=\"words\"{fade}"), text);
    }
}
