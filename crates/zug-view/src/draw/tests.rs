//! What pictures and boards of a terminal may not hide and not say falsely.

use super::{PictureMarks, Valued, places, svg, terminal};
use crate::test_definitions::{after, definition};
use zug_lang::program::Program;
use zug_lang::semantics::Semantics;

/// A picture and the board of a terminal after some moves.
fn both(program: &Program, moves: &str) -> [String; 2] {
    let position = after(program, moves);
    let marks = PictureMarks::default();
    [svg(program, &position, &marks), terminal(program, &position, &marks, false)]
}

/// A picture and the board of a terminal of a definition without marks, after some moves.
fn drawn(text: &str, moves: &str) -> [String; 2] {
    both(&definition(text).program, moves)
}

/// What was visited is noted on the board, and `stop` wipes it out.
const WALKS: &str = r#"
game "Walks"
players White, Black
board Cell = grid(4, 1)
state { men[Player]: set of Cell = [{a1}, {d1}], visited: set of Cell }
move go(c in men[me], to in near(c) - men[White] - men[Black] - visited) as "{c}-{to}" {
  men[me] = men[me] - c + to
  visited = visited + c + to
  again with go(to) or stop
}
followup stop { visited = {} }
stuck => me loses
endless => draw
"#;

#[test]
fn a_move_without_a_place_is_listed_and_not_drawn_elsewhere() {
    for show in ["", r#"show Cell { men[White]: "w", men[Black]: "b", else: "." }"#] {
        let definition = definition(&format!("{WALKS}{show}"));
        let program = &definition.program;
        let position = after(program, "a1-b1");
        let semantics = Semantics::new(program);
        let legal = semantics.legal(&position).expect("legal moves");
        let stop =
            legal.iter().find(|choice| semantics.text(&position, choice) == "stop").expect("stop").clone();
        assert_eq!(places(program, &position, &PictureMarks::default(), std::slice::from_ref(&stop)), [None]);
        let values = vec![Valued { choice: stop.clone(), value: 1, plies: Some(3) }];
        let marks = PictureMarks { best: vec![stop], values, ..PictureMarks::default() };
        assert!(svg(program, &position, &marks).contains(">stop</text>"), "{show}");
        assert!(terminal(program, &position, &marks, false).contains("  stop\n"), "{show}");
    }
}

#[test]
fn what_is_asked_for_stands_beside_who_moves() {
    let definition = definition(WALKS);
    for drawn in both(&definition.program, "a1-b1") {
        assert!(drawn.contains("White to move: go(b1) or stop"), "{drawn}");
    }
    for drawn in both(&definition.program, "") {
        assert!(drawn.contains("White to move") && !drawn.contains("move: "), "{drawn}");
    }
}

#[test]
fn a_terminal_has_the_colours_of_the_names_of_players() {
    let rules = r#"
board Cell = grid(2, 1)
state { men[Player]: set of Cell = [{a1}, {b1}] }
move go(c in men[me], to in near(c)) { men[me] = men[me] - c + to }
stuck => me loses
endless => draw
show Cell { men[me]: "x", men[opponent]: "y", else: "." }
"#;
    let codes =
        [("Red", "1;31"), ("Blue", "1;34"), ("Green", "1;32"), ("Orange", "1;38;5;208"), ("Mo", "1;34")];
    for ((first, one), (second, two)) in codes.iter().zip(codes.iter().skip(1)) {
        let rules = rules
            .replace("men[me]:", &format!("men[{first}]:"))
            .replace("men[opponent]:", &format!("men[{second}]:"));
        let definition = definition(&format!("game \"Colours\"\nplayers {first}, {second}\n{rules}"));
        let start = after(&definition.program, "");
        let drawn = terminal(&definition.program, &start, &PictureMarks::default(), true);
        assert!(drawn.contains(&format!("\x1b[{one}mx")), "{first} of {first}, {second}: {drawn}");
        assert!(drawn.contains(&format!("\x1b[{two}my")), "{second} of {first}, {second}: {drawn}");
    }
}

#[test]
fn a_terminal_names_all_pieces_in_one_another() {
    let text = |below: &str| {
        format!(
            r#"
game "Rings"
players Red, Blue
board Cell = grid(2, 1)
range Size = 1..3
state {{ rings[Player, Size]: set of Cell = [[{{}}, {{}}, {{a1}}], [{{}}, {below}, {{}}]] }}
move put(s in Size, c in Cell - rings[Red, s] - rings[Blue, s]) {{ rings[me, s] += c }}
stuck => draw
"#
        )
    };
    let boxes = |below: &str| drawn(&text(below), "")[1].clone();
    assert!(boxes("{a1}").contains("R3B2"), "{}", boxes("{a1}"));
    assert!(!boxes("{}").contains("R3B2"));
}

/// Each player has a man; one may climb on the other.
const STACKS: &str = r#"
game "Stacks"
players Red, Green
board Cell = grid(2, 1)
range Level = 1..5
state { man[c: Cell, l: Level]: Player or none = if l > 1 then none else if c = a1 then Red else Green }
move climb(c in Cell, to in near(c)) when man[c, 1] = me and man[c, 2] = none and man[to, 2] = none {
  man[to, 2] = man[c, 1]
  man[c, 1] = none
}
stuck => me loses
"#;

#[test]
fn stacks_are_seen_whatever_the_board_shows_of_them() {
    for show in [
        "",
        r#"show Cell { else: "." }"#,
        r#"show Cell { { c in Cell where man[c, 1] = Red }: "R", else: "." }"#,
    ] {
        let definition = definition(&format!("{STACKS}{show}"));
        let [picture, boxes] = both(&definition.program, "");
        assert!(picture.contains("a1: R") && picture.contains("b1: G"), "{show}: {picture}");
        assert!(boxes.contains(" R ") && boxes.contains(" G "), "{show}: {boxes}");
        for drawn in both(&definition.program, "climb a1 b1") {
            assert!(drawn.contains("b1, from below: Green, Red"), "{show}: {drawn}");
            let seen = drawn.split("</desc>").last().unwrap_or_default();
            assert!(!seen.contains(">none<") && !seen.contains("= none"), "{show}: {drawn}");
        }
    }
}

#[test]
fn what_stands_on_a_stack_does_not_hide_whose_it_is() {
    let wall = r#"show Cell { { c in Cell where man[c, 1] != none }: "x", else: "." }"#;
    let [picture, boxes] = drawn(&format!("{STACKS}{wall}"), "");
    assert!(
        picture.contains("a1, from below: Red, x") && picture.contains("b1, from below: Green, x"),
        "{picture}"
    );
    assert!(boxes.contains("Rx") && boxes.contains("Gx"), "{boxes}");
}

#[test]
fn empty_entries_of_a_large_field_are_not_listed() {
    let text = r#"
game "Notes"
players A, B
board Cell = grid(3, 3)
enum Kind { one, two }
state { note[Cell, Kind]: Player or none, at: Cell = a1 }
move write(k in Kind) when note[at, k] = none { note[at, k] = me }
stuck => draw
"#;
    for drawn in drawn(text, "two") {
        let drawn = drawn.split("</desc>").last().unwrap_or_default();
        assert!(drawn.contains("note[a1, two]"), "{drawn}");
        assert!(!drawn.contains("note[a1, one]") && !drawn.contains("note[b1"), "{drawn}");
    }
}

#[test]
fn cells_tell_what_they_are_worth() {
    let text = r#"
game "Worths"
players A, B
board Cell = grid(3, 1)
param worth[Cell]: -9..9 = [0, -7, 4]
param price[Cell]: -9..9 = [0, -6, 4]
state { marks[Player]: set of Cell }
move mark(c in Cell - marks[A] - marks[B]) when price[c] < 9 { marks[me] += c }
stuck => sum(c in marks[A]: worth[c]) - sum(c in marks[B]: worth[c]) to A
"#;
    let [picture, boxes] = drawn(text, "");
    assert!(picture.contains(">\u{2212}7</text>") && picture.contains("small numbers: worth<"), "{picture}");
    assert!(!picture.contains("\u{2212}6"), "what is not added up is no worth");
    assert!(boxes.contains("worth: b1 -7, c1 4\n"), "{boxes}");
}

#[test]
fn a_list_that_only_says_how_play_began_is_no_row_of_coins() {
    let text = r#"
game "Heaps"
players A, B
param piles: list of 1..3 = [3, 1]
range Size = 1..3
state { number[s: Size]: 0..2 = count(i in 1..len(piles): piles[i] = s) }
move take(s in Size) when number[s] > 0 { number[s] -= 1 }
stuck => me loses
"#;
    let [picture, _] = drawn(text, "3");
    assert!(!picture.contains("piles"), "{picture}");
}

#[test]
fn the_last_line_keeps_the_colour_of_its_owner() {
    let text = r#"
game "Lines"
players A, B
range Point = 1..3
family Line of Point = subsets(Point, 2)
state { drawn[Player]: set of Line }
move draw(l in Line - drawn[A] - drawn[B]) { drawn[me] += l }
stuck => draw
"#;
    let definition = definition(text);
    let semantics = Semantics::new(&definition.program);
    let start = semantics.start();
    let choice = semantics.legal(&start).expect("legal moves")[0].clone();
    let position = semantics.play(&start, &choice).expect("a legal move");
    let marks = PictureMarks { last: Some((start, choice)), ..PictureMarks::default() };
    let picture = svg(&definition.program, &position, &marks);
    let (mark, line) = (picture.find("class=\"last\""), picture.find("stroke=\"#2f6fc4\""));
    assert!(mark.is_some() && line.is_some() && mark < line, "{picture}");
}

#[test]
fn a_stack_is_one_line_of_text() {
    let definition = definition(STACKS);
    let program = &definition.program;
    let text = |moves: &str| {
        let semantics = Semantics::new(program);
        zug_lang::text::position::draw(program, &semantics, &after(program, moves))
    };
    assert_eq!(text(""), "man[a1, 1] = Red\nman[b1, 1] = Green\nman = none elsewhere\nRed to move\n");
    assert_eq!(
        text("climb a1 b1"),
        "man[b1, 1..2] = Green, Red\nman = none elsewhere\nplay is over: Red wins\n"
    );
}

#[test]
fn an_element_stands_before_a_set_and_what_it_hides_is_listed() {
    let text = r#"
game "Marker"
players A, B
board Cell = grid(3, 1)
state { marker: Cell = a1, gone: set of Cell = {a1} }
move go(c in Cell - gone) { marker = c  gone += c }
stuck => me loses
"#;
    let definition = definition(text);
    let program = &definition.program;
    let semantics = Semantics::new(program);
    let position = after(program, "b1");
    let text = zug_lang::text::position::draw(program, &semantics, &position);
    let [picture, boxes] = both(program, "b1");
    for drawn in [&text, &picture, &boxes] {
        assert!(drawn.contains('M') && drawn.contains('G'), "{drawn}");
    }
    assert!(text.contains("gone = {a1, b1}") && boxes.contains("gone = {a1, b1}"), "{text}{boxes}");
    assert!(picture.contains(">{a1, b1}</text>"), "{picture}");
    assert!(!text.contains("marker =") && !boxes.contains("marker ="), "{text}{boxes}");
}

#[test]
fn a_number_that_is_no_place_of_the_board_is_listed() {
    let text = r#"
game "Track"
players A, B
board Square = path(4)
state { at[Player]: 0..4 = 0 }
move go(n in 1..2) when at[me] + n <= 4 { at[me] += n }
stuck => me loses
show Square { {at[A]}: "A", {at[B]}: "B", else: "." }
"#;
    let definition = definition(text);
    let program = &definition.program;
    let semantics = Semantics::new(program);
    let text = |moves: &str| zug_lang::text::position::draw(program, &semantics, &after(program, moves));
    assert!(text("").contains("at[A] = 0") && !text("1, 2").contains("at["), "{}", text("1, 2"));
    let listed = |moves: &str| {
        both(program, moves)
            .map(|drawn| drawn.split("</desc>").last().is_some_and(|drawn| drawn.contains("at[A]")))
    };
    assert_eq!(listed("1"), [true; 2]);
    assert_eq!(listed("1, 2"), [false; 2]);
}

#[test]
fn seeds_under_a_piece_are_counted() {
    let text = r#"
game "Pits"
players A, B
board Pit = grid(3, 1)
state { seeds[Pit]: 0..3 = 2, at: Pit = b1 }
move go(c in Pit) when seeds[c] > 0 { seeds[c] -= 1  at = c }
stuck => me loses
"#;
    let [picture, boxes] = drawn(text, "");
    assert_eq!(picture.matches(">2</text>").count(), 3, "{picture}");
    assert_eq!(boxes.matches('2').count(), 3, "{boxes}");
}

#[test]
fn of_shapes_that_overlap_all_are_listed() {
    let text = r#"
game "Shapes"
players A, B
board Cell = grid(4, 1)
family Bar of Cell = subsets(Cell, 3)
state { taken: set of Cell }
move lay(b in Bar) when b & taken = {} { taken += b }
stuck => me loses
"#;
    let definition = definition(text);
    let program = &definition.program;
    let start = after(program, "");
    let semantics = Semantics::new(program);
    let legal = semantics.legal(&start).expect("legal moves");
    let texts: Vec<String> = legal.iter().map(|choice| semantics.text(&start, choice)).collect();
    assert_eq!(texts.len(), 4);
    let values = legal.into_iter().map(|choice| Valued { choice, value: 1, plies: Some(1) }).collect();
    let picture = svg(program, &start, &PictureMarks { values, ..PictureMarks::default() });
    for text in texts {
        assert!(picture.contains(&format!(">{text}</text>")), "{text}: {picture}");
    }
}

#[test]
fn a_hexagon_has_its_coordinates_at_the_edge() {
    let text = r#"
game "Hexes"
players A, B
board Cell = hexagon(2)
state { marks[Player]: set of Cell }
move mark(c in Cell - marks[A] - marks[B]) { marks[me] += c }
stuck => draw
"#;
    let [picture, _] = drawn(text, "b2");
    for name in ["a", "b", "c", "1", "2", "3"] {
        assert!(picture.contains(&format!(">{name}</text>")), "{name}: {picture}");
    }
    assert!(!picture.contains(">b2</text>") && picture.contains("b2: A"), "{picture}");
}

#[test]
fn what_lies_above_nothing_is_listed() {
    for drawn in drawn(&STACKS.replace("if l > 1 then", "if l != 2 then"), "") {
        let seen = drawn.split("</desc>").last().unwrap_or_default();
        assert!(seen.contains("man[a1, 2]") && seen.contains("man[b1, 2]"), "{seen}");
    }
}
