//! Each lint speaks where it should and is silent beside it; none speaks about a game of the
//! library.

mod answers;
mod boards;
mod choices;
#[path = "../common/mod.rs"]
mod common;
mod endings;
mod meant;
mod names;
mod near_misses;
mod numbers;
mod pictures;
mod play;
mod reading;
mod right_games;
mod sets;
mod two_players;

/// The code of the warning about a first position that is over, as those of many texts here are.
const OVER: &str = "Z0937";

/// The codes of all warnings but [`OVER`], in the order of their places.
fn codes(text: &str) -> Vec<&'static str> {
    all_codes(text).into_iter().filter(|code| *code != OVER).collect()
}

fn all_codes(text: &str) -> Vec<&'static str> {
    let definition = common::compile(text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
    definition.warnings.iter().map(|warning| warning.code).collect()
}

/// A definition that no lint speaks about, with these lines in it.
fn with(lines: &str) -> String {
    let head = "game \"Lints\"\nplayers A, B\nboard Cell = grid(3, 1)\n\
        state { stones[Player]: set of Cell }\ndef empty = Cell - stones[A] - stones[B]\n";
    format!("{head}{lines}\n")
}

const PUT: &str = "move put(c in empty) { stones[me] += c }\n";
const STUCK: &str = "stuck => draw\n";

fn silent(lines: &str) {
    assert_eq!(codes(&with(lines)), Vec::<&str>::new(), "{lines}");
}

fn only(lines: &str, code: &str) {
    assert_eq!(codes(&with(lines)), vec![code], "{lines}");
}

/// The codes of all warnings of a game on a range with these lines in it.
fn cards(lines: &str) -> Vec<&'static str> {
    let head = "game \"Cards\"\nplayers A, B\nrange Card = 1..5\nboard Ring = ring(5)\n\
        state { hand: set of Card = Card, men: set of Ring = {1} }\nstuck => me loses\nendless => draw\n";
    codes(&format!("{head}{lines}\n"))
}

#[test]
fn no_lint_speaks_about_the_library() {
    for path in common::library() {
        let warnings = common::load(&path, &[]).warnings;
        assert!(warnings.is_empty(), "{}: {warnings:?}", path.display());
    }
}
