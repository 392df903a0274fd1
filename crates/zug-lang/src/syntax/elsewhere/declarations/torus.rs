//! Boards whose edges are joined, in words: `grid(3, 3) wraparound`, `toroidal grid(3, 3)`; and a
//! kind behind its sizes, `3 x 3 grid`.

use crate::built_ins::board;
use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::place::Place;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// Searches the token `at`, with which the kind of a board begins.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let begins = at == start + 3 && matches!(place.before(at), "=" | ":=" | ":" | "is");
    if place.rule != Some(Rule::board_item) || !begins {
        return None;
    }
    kind_behind(place, at).or_else(|| joined(place, at))
}

/// Whether a word says that the edges are joined.
fn joins(word: &str) -> bool {
    let plain: String = word.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    matches!(
        plain.as_str(),
        "wraparound"
            | "wrap"
            | "wrapped"
            | "wrapping"
            | "wraps"
            | "toroidal"
            | "toric"
            | "torus"
            | "cyclic"
            | "periodic"
            | "around"
    )
}

/// `grid(3, 3) wraparound`, `wraparound grid(3, 3)`, `grid(3, 3, wrap)`, `grid wraparound`
fn joined(place: &Place, at: usize) -> Option<Mistake> {
    let end = place.range.end;
    let grid = (at..end).find(|each| place.word(*each) == "grid")?;
    let word = (at..end).find(|each| joins(place.word(*each)) && place.word(each + 1) != "(")?;
    let fills = |each: usize| {
        joins(place.word(each))
            || matches!(
                place.word(each),
                "with" | "that" | "and" | "," | "=" | ":" | "true" | "-" | "edges" | "a"
            )
    };
    let message = "a grid whose edges are joined is a `torus`";
    let name = place.word(place.range.start + 1);
    let sizes = match place.word(grid + 1) {
        "(" => grid + 2..place.partner(grid + 1)?,
        _ => grid + 1..grid + 1,
    };
    let outside = (at..end).filter(|each| !(grid..sizes.end + 1).contains(each));
    if !outside.clone().all(|each| fills(each) || sizes.is_empty() && each == grid) {
        return None;
    }
    let written = |text: &str| {
        let help = format!("write `board {name} = {text}`");
        (help, text.to_string())
    };
    let Some(pair) = first_two(place, &sizes).filter(|pair| (pair.end..sizes.end).all(fills)) else {
        let (help, text) = written("torus(3, 3)");
        let sized = sizes.is_empty().then(|| place.reported(at..end, word..word + 1, message, help, &text));
        return sized.map(|mistake| mistake.label("without its sizes"));
    };
    let (help, text) = written(&format!("torus({})", place.text(pair)));
    // Perhaps two of the edges only.
    Some(place.likely(at..end, message, text).at(place.span(word)).label("not said so here").help(help))
}

/// The two sizes at the beginning of these tokens.
fn first_two(place: &Place, sizes: &Range<usize>) -> Option<Range<usize>> {
    let comma = place.find(sizes.clone(), &[","])?;
    let end = place.find(comma + 1..sizes.end, &[","]).unwrap_or(sizes.end);
    (comma > sizes.start && end > comma + 1).then_some(sizes.start..end)
}

/// `3 x 3 grid`, `4x4 torus`, `3 by 3 board`
fn kind_behind(place: &Place, at: usize) -> Option<Mistake> {
    let (sizes, stop) = super::boards::sizes(place, at)?;
    let end = place.range.end;
    let kind = match place.word(stop) {
        "board" | "squares" | "cells" | "square" | "matrix" => "grid",
        word => board(word).filter(|kind| kind.takes.contains(&2)).map(|_| word)?,
    };
    if stop + 1 < end {
        return None;
    }
    let text = format!("{kind}({sizes})");
    let help = format!("write `board {} = {text}`", place.word(place.range.start + 1));
    let message = "a board says its kind first, its sizes in brackets";
    Some(place.certain(at..end, message, text).help(help))
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn a_grid_with_joined_edges_is_a_torus() {
        let cases = [
            ("grid(4, 3) wraparound", "torus(4, 3)"),
            ("toroidal grid(4, 3)", "torus(4, 3)"),
            ("grid(4, 3) with wrapping edges", "torus(4, 3)"),
            ("grid wraparound", "torus(3, 3)"),
            ("4 x 3 grid", "grid(4, 3)"),
            ("4x3 torus", "torus(4, 3)"),
            ("4 by 3 board", "grid(4, 3)"),
        ];
        for (written, meant) in cases {
            let rest = "state { s: set of C }\nmove m(c in C) { s += c }\nstuck => draw\n";
            let text = format!("game \"G\"\nplayers Ann, Bob\nboard C = {written}\n{rest}");
            assert_eq!(helps_about(&text), [format!("write `board C = {meant}`")], "{written}");
        }
    }
}
