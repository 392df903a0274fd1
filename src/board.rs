//! The board of `zug play`, as the terminal can show it.

use crate::output;
use zug::answer::Knowledge;
use zug_lang::semantics::Semantics;
use zug_view::draw::{self, PictureMarks, Valued};
use zug_view::play::Record;

/// The position of a game, with marks where the terminal shows them.
pub fn drawn(semantics: &Semantics<'_>, record: &Record, marks: PictureMarks) -> String {
    let (program, now) = (semantics.program(), record.position());
    if !output::has_boxes() {
        return draw::plain(semantics, now);
    }
    let played = record.choices();
    let before = played.len().checked_sub(1).map(|at| record.position_after(at).clone());
    let last = before.zip(played.last().cloned());
    draw::terminal(program, now, &PictureMarks { last, ..marks }, true)
}

/// The board with what every move is worth on the cell that it leads to; nothing where that is not
/// known, or no board shows it.
pub fn hints(semantics: &Semantics<'_>, record: &Record, known: &Knowledge) -> String {
    if known.value().is_none() || !output::has_boxes() {
        return String::new();
    }
    let valued = |(choice, value, plies): &(_, i64, Option<u64>)| Valued {
        choice: Clone::clone(choice),
        value: *value,
        plies: *plies,
    };
    let best = known.best().into_iter().map(|each| each.0.clone()).collect();
    drawn(
        semantics,
        record,
        PictureMarks { best, values: known.rated().iter().map(valued).collect(), ..PictureMarks::default() },
    )
}
