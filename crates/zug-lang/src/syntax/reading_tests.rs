//! How often a text is read to tell its mistakes: an editor asks after every key.

use super::parse;
use crate::source::FileId;
use std::cell::Cell;

thread_local! {
    /// The number of readings of whole texts.
    pub(super) static READ: Cell<usize> = const { Cell::new(0) };
}

/// The number of readings of one text.
fn readings(text: &str) -> usize {
    READ.set(0);
    parse(FileId::DEFINITION, text);
    READ.get()
}

/// A move that is being written, behind some blocks that are open.
fn half_typed(open: usize) -> String {
    let body = "  if c in stones[me] { stones[me] = stones[me] - c + step(c, north) }\n".repeat(5);
    let blocks: String = (0..open).map(|at| format!("  for i in 1..{} {{\n", at + 2)).collect();
    format!("game \"G\"\nplayers A, B\nmove m(c in Cell) {{\n{body}{blocks}    ston")
}

#[test]
fn no_keyword_is_looked_for_in_brackets() {
    for open in 0..4 {
        let times = readings(&half_typed(open));
        assert!(times <= 6, "{open} blocks are open: {times} readings");
    }
    let lost = "game \"G\"\nplayers A, B\nstate { n: 0..3 }\nm when n < 3 { n += 1 }\nstuck => draw\n";
    assert!(readings(lost) > 1, "a keyword is looked for where an item begins");
}

#[test]
fn a_text_with_very_many_mistakes_is_told_all_of_them() {
    let lines: String = (0..600).map(|n| format!("player r{n}\n")).collect();
    let (_, reports) = parse(FileId::DEFINITION, &format!("game \"G\"\nplayers A, B\n{lines}"));
    assert!(reports.len() >= 600, "{} are told", reports.len());
}
