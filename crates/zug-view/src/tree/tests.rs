//! What every form of a tree has to say.

use super::{RecordRequest, SearchTree, TreeMethod, dot, mermaid, record, svg, text};
use crate::test_definitions::definition;
use zug::answer::{EngineKind, Prepared};
use zug_solve::TableSize;

/// A tree of so many plies, of a game that lasts longer.
fn cut_at(depth: u32) -> SearchTree {
    let definition = definition(
        "game \"Takes\"\nplayers A, B\nstate { left: 0..9 = 9 }\nmove take { left -= 1 }\nend when left = 0 => me wins\n",
    );
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("a machine");
    let request = RecordRequest {
        depth: Some(depth),
        most: 5,
        ..RecordRequest::new(TreeMethod::AlphaBeta, TableSize::Auto)
    };
    record(&prepared, &prepared.start(), &request).expect("a tree")
}

#[test]
fn no_form_titles_a_look_with_a_value() {
    let tree = cut_at(2);
    for drawn in [text::draw, svg::draw, dot::draw, mermaid::draw].map(|draw| draw(&tree, None)) {
        assert!(drawn.contains("Takes: looks like a draw"), "{drawn}");
        assert!(drawn.contains("not the values") && drawn.contains("2 plies"), "{drawn}");
    }
}

#[test]
fn the_note_below_a_narrow_picture_is_not_cut() {
    let drawn = svg::draw(&cut_at(2), None);
    let notes: Vec<&str> = drawn.lines().filter(|line| line.starts_with("<text class=\"note\"")).collect();
    assert!(
        notes.iter().all(|line| line.split('>').nth(1).is_some_and(|text| text.len() < 110)),
        "{notes:?}"
    );
    assert!(notes.last().is_some_and(|line| line.contains("of the game</text>")), "{notes:?}");
}
