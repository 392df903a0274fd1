//! One refused text for every mistake, with the code and the span of the report, and beside it the
//! corrected text.

use super::tests::{accepted, checked, helps_beside};
use crate::diagnostic::Severity;

/// A small definition around `items`: a grid, a set for each player, a move.
fn around(items: &str) -> String {
    let mut text = String::from("game \"G\" players X, O board Cell = grid(3, 3) enum Kind { man, king }\n");
    text += "state { stones[Player]: set of Cell n: 0..9 at: Cell = a1 kind[Cell]: Kind = man maybe: Cell or none }\n";
    text += "def empty = Cell - stones[X] - stones[O]\nmove place(c in empty) { stones[me] += c }\n";
    text + items
}

/// Asserts that the text between `«` and `»` is refused with this code and no other error, and that
/// it is accepted with `fixed` in the place of the marked text.
fn refused(code: &str, items: &str, fixed: &str) {
    let marked = around(items);
    let text = marked.replace(['«', '»'], "");
    let (_, diagnostics, sources) = checked(&text);
    let errors: Vec<String> = diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| format!("{} `{}` {}", d.code, sources.slice(d.span()), d.message))
        .collect();
    let place = marked.split(['«', '»']).nth(1).unwrap_or_default();
    let wanted = format!("{code} `{place}`");
    assert!(errors.len() == 1 && errors[0].starts_with(&wanted), "wanted {wanted}, got {errors:#?}\n{text}");
    accepted(&around(fixed));
}

#[test]
fn names_are_known_and_declared_once() {
    refused("Z0101", "let a = «cout»", "let a = count(Cell)");
    refused("Z0101", "let a = Cell.«d4»", "let a = Cell.c3");
    refused("Z0101", "let a[«Cel»] = 1", "let a[Cell] = 1");
    refused("Z0101", "let a = «nea»(a1)", "let a = near(a1)");
    refused("Z0102", "let a = 1 let «a» = 2", "let a = 1 let b = 2");
    refused("Z0102", "enum E { p, «p» }", "enum E { p, q }");
    refused("Z0103", "let «run» = 1", "let runs = 1");
    refused("Z0104", "def f(«at»: Cell) = at", "def f(a1: Cell) = a1");
    refused("Z0104", "move m { let «a1» = 1 n = a1 }", "move m { let k = 1 n = k }");
    refused("Z0105", "enum E { a1 } let a = «a1»", "enum E { a1 } let a = E.a1");
    refused("Z0106", "let a = b let b = «a»", "let a = b let b = 1");
    refused("Z0106", "def f(k: 0..3) = «f»(k)", "def f(k: 0..3) = k");
    refused("Z0107", "let a = «place»", "def a = can(place)");
}

#[test]
fn types_go_together() {
    refused("Z0201", "def a = not «n»", "def a = not (n = 1)");
    refused("Z0201", "def a = stones[«man»]", "def a = stones[X]");
    refused("Z0202", "def a = at = «man»", "def a = at = a1");
    refused("Z0202", "def a = {a1, «X»}", "def a = {a1, b1}");
    refused("Z0202", "def a = «stones[X]» in empty", "def a = stones[X] <= empty");
    refused("Z0202", "def a = none < «empty»", "def a = empty != none");
    refused("Z0202", "def a = empty <= «none»", "def a = empty != none");
    refused("Z0202", "def a = if n = 1 then 2 else «a1»", "def a = if n = 1 then 2 else 3");
    refused("Z0203", "let a = «stones[X]»", "def a = stones[X]");
    refused("Z0203", "let a = «empty»", "def a = empty");
    refused("Z0204", "let a = «9007199254740992 + 1»", "let a = 9007199254740992");
    refused("Z0205", "param p: 1..3 = «4»", "param p: 1..3 = 3");
    refused("Z0205", "move m { n = «10» }", "move m { n = 9 }");
    refused("Z0206", "move m { at = «none» }", "move m { maybe = none }");
    refused("Z0206", "param p: Cell = «west(a1)»", "param p: Cell = east(a1)");
    refused("Z0207", "state { «b: Cell» }", "state { b: Cell = b2 }");
    refused("Z0208", "let a[Player] = «[1, 2, 3]»", "let a[Player] = [1, 2]");
    refused("Z0209", "def a = «stones»", "def a = stones[X]");
    refused("Z0210", "def a = «near()»", "def a = near(at)");
    refused("Z0210", "def a = «sum(c in Cell)»", "def a = sum(c in Cell: c.x)");
    refused("Z0210", "def a = «union(c in Cell)»", "def a = union(c in Cell: near(c))");
    refused("Z0210", "def a = «min(c in Cell)»", "def a = count(c in Cell)");
    refused("Z0211", "param p: «3..1» = 2", "param p: 1..3 = 2");
    refused("Z0212", "def a = 1 < n «>» 0", "def a = 1 < n <= 9");
    refused("Z0213", "def a = «lines(Cell, 3)»", "family L of Cell = lines(Cell, 3)");
    refused("Z0214", "state { b: set of «1..3» }", "range R = 1..3 state { b: set of R }");
    refused("Z0209", "def a = «at[a1]»", "def a = kind[a1]");
    refused("Z0215", "def a(c: Cell) = «c[a1]»", "def a(c: Cell) = kind[c]");
    refused("Z0216", "endless => «me» wins", "endless => X wins");
}

#[test]
fn boards_and_families_are_what_they_say() {
    refused("Z0301", "board B = «grd»(2, 2)", "board B = torus(2, 2)");
    refused("Z0302", "board B = ring(«0»)", "board B = ring(1)");
    refused("Z0302", "range R = «3..2»", "range R = 2..3");
    refused("Z0303", "def a = near(«man»)", "def a = near(at)");
    refused("Z0303", "def a = «forward»(at)", "board B = ring(3) def a = forward(B.1)");
    refused("Z0304", "board B = hex(2, 2) def a = «compass»", "board B = hex(2, 2) def a = compass(Cell)");
    refused(
        "Z0305",
        "state { d: set of Direction } def a = reach(at, empty, «d»)",
        "def a = reach(at, empty, compass)",
    );
    refused("Z0306", "family F of Cell = «3»", "family F of Cell = { {a1, b1} }");
    refused(
        "Z0307",
        "family F of Cell = { {a1, b1} } def a(f: F) = f«.3»",
        "family F of Cell = { {a1, b1} } def a(f: F) = f.2",
    );
}

#[test]
fn moves_store_and_ask_for_what_they_may() {
    refused("Z0401", "def a = can(«plce»)", "def a = can(place)");
    refused("Z0402", "move m { let k = 1 «k» = 2 }", "move m { var k = 1 k = 2 }");
    refused("Z0402", "move m { «empty» = {} }", "move m { stones[X] = {} }");
    refused("Z0402", "move m { «turn» = X }", "move m { again }");
    refused("Z0403", "move m when «can(m)» { }", "move m when can(place) { }");
    refused(
        "Z0403",
        "move m(c in Cell) { } provided «stuck(X)»",
        "move m(c in Cell) { n += 1 again when stuck(X) }",
    );
    refused("Z0404", "move m { again with place or «place» }", "move m { again with place }");
    refused("Z0405", "move m { «at» += b1 }", "move m { at = b1 }");
    refused("Z0406", "move m { again with «place»(a1, b1) }", "move m { again with place(a1) }");
    refused("Z0407", "move m as \"{«can(place)»}\" { }", "move m as \"{at}\" { }");
    refused("Z0407", "def open = can(place) move m as \"{«open»}\" { }", "move m as \"{at}\" { }");
}

#[test]
fn sets_of_sets_stand_in_families() {
    for wrong in
        ["«{{at}}» != {}", "{} <= «{{at}}»", "«{{at}}» + {} != {}", "(if n = 1 then «{{at}}» else at) = a1"]
    {
        refused("Z0213", &format!("move m when {wrong} {{ }}"), "move m when {at} != {a1} { }");
    }
    refused(
        "Z0213",
        "let v = «{ {a1}, {b1} }» move m as \"{v}\" { }",
        "let v = {a1, b1} move m as \"{v}\" { }",
    );
}

#[test]
fn endings_are_of_one_kind() {
    refused("Z0501", "end when n = 1 => X wins end when n = 2 => «3 to X»", "end when n = 1 => 3 to X");
    refused("Z0502", "end when n = 1 => «pass»", "stuck => pass");
    refused("Z0201", "end when n = 1 => «at» wins", "end when n = 1 => X wins");
}

#[test]
fn expectations_and_pictures_fit_the_game() {
    let won = "stuck => X wins ";
    refused("Z0603", &format!("{won} expect value = «3 to X»"), &format!("{won} expect value = X wins in 3"));
    refused("Z0603", &format!("{won} expect positions = «-1»"), &format!("{won} expect positions = 1"));
    refused("Z0601", &format!("{won} expect with «m» = 1: draw"), &format!("{won} expect with n = 1: draw"));
    let show = "show Cell { stones[X]: \"X\", stones[O]: \"O\", else: \".\" } ";
    refused(
        "Z0604",
        &format!("{show} start «\"X.O\" \"...\"»"),
        &format!("{show} start \"X.O\" \"...\" \"...\""),
    );
    refused("Z0604", &format!("{show} start \"X.\" \"...\" \"...\"").replace("\"X.\"", "«\"X.\"»"), show);
    refused("Z0605", &format!("{show} start «\"X.A\"» \"...\" \"...\""), show);
    let moving = "show Cell { stones[«me»]: \"M\", stones[O]: \"O\", else: \".\" } ";
    let unused = moving.replace(['«', '»'], "") + "start \"O..\" \"...\" \"...\"";
    refused("Z0605", &format!("{moving} start \"M..\" \"...\" \"...\""), &unused);
    refused("Z0606", "start «\"...\" \"...\" \"...\"»", show);
}

#[test]
fn what_is_too_large_is_refused_with_both_numbers() {
    refused("Z0702", "board B = grid(«1000, 1000»)", "board B = grid(10, 10)");
    refused("Z0702", "range R = «1..1000000000»", "range R = 1..10");
    refused(
        "Z0703",
        "board B = ring(3000) def a(x: B, y: B) = «distance(x, y)»",
        "board B = ring(30) def a(x: B, y: B) = distance(x, y)",
    );
    let loops = "a in R, b in R, c in R, d in R";
    refused(
        "Z0704",
        &format!("range R = 1..1000 let k = «count({loops})»"),
        "range R = 1..9 let k = count(a in R)",
    );
}

#[test]
fn several_mistakes_are_found_in_one_run() {
    let text =
        around("let a = cout let b = at def d = near(man) move m { k = 1 n = true } end when n => X wins");
    let (_, diagnostics, _) = checked(&text);
    let codes: Vec<&str> = diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["Z0101", "Z0203", "Z0303", "Z0101", "Z0201", "Z0201"]);
}

#[test]
fn one_mistake_is_told_once() {
    let text = around("let a = cout let b = a + 1 def d = b move m when d = 2 { n = b }");
    let (_, diagnostics, _) = checked(&text);
    let codes: Vec<&str> = diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["Z0101"]);
}

#[test]
fn depth_and_length_are_refused_or_checked_never_fatal() {
    let sum = vec!["1"; 3000].join(" + ");
    let lets: String = (0..3000).map(|n| format!("let k{n} = k{} ", n + 1)).collect();
    let chain = format!("{lets} let k3000 = 1");
    let nested = format!("let a = {}1{}", "(".repeat(5000), ")".repeat(5000));
    let quantifiers = format!("def a = {}true", "some x in Cell: ".repeat(500));
    for items in [format!("let a = {sum}"), chain, nested, quantifiers] {
        let (program, diagnostics, _) = checked(&around(&items));
        assert!(program.is_some() || diagnostics.iter().any(|d| d.severity == Severity::Error));
    }
}

/// The codes of the errors about `items` in a small definition, in text order.
fn codes_in(items: &str) -> Vec<&'static str> {
    let (_, diagnostics, _) = checked(&around(items));
    diagnostics.iter().filter(|d| d.severity == Severity::Error).map(|d| d.code).collect()
}

#[test]
fn a_range_that_is_too_long_to_go_through_is_refused_before_play() {
    refused(
        "Z0705",
        "move m(k in «1..1048577») when k = n { n = 0 }",
        "move m(k in 1..1048576) when k = n { n = 0 }",
    );
    refused("Z0705", "def a = some k in «1..2000000»: k = n", "def a = 1 <= n <= 2000000");
}

#[test]
fn moves_that_ask_about_each_other_are_one_mistake() {
    let (_, diagnostics, _) = checked(&around(
        "move a when can(b) { n = 1 } move b when can(a) { n = 2 } move c when can(c) { n = 3 }",
    ));
    let rendered: Vec<(&str, usize)> = diagnostics.iter().map(|d| (d.code, d.labels.len())).collect();
    assert_eq!(rendered, [("Z0403", 3), ("Z0403", 2)]);
}

#[test]
fn a_name_that_is_taken_is_told_once() {
    assert_eq!(codes_in("enum Act { run, going } state { act: Act = run }"), ["Z0103"]);
}

#[test]
fn what_a_body_has_lost_excuses_no_name_outside_it() {
    assert_eq!(codes_in("move m { lett k = 3 n = k }"), ["Z0032"]);
    assert_eq!(codes_in("move m { lett k = 3 n = k } def a = k"), ["Z0032", "Z0101"]);
}

#[test]
fn the_pairs_of_neighbours_are_a_comprehension() {
    let bridges = helps_beside("state { n: 0..9 }", "move m { n = 1 }\nfamily Bridge of C = edges(C)");
    assert_eq!(bridges, ["the pairs of neighbours are `{ {c, d} for c in C, d in near(c) }`"]);
}

#[test]
fn an_index_that_is_missing_is_put_behind_those_that_are_there() {
    let state = "enum Kind { rook, king } state { n: 0..9, men[Player, Kind]: set of C }";
    let all = "write `men[Ann, ..]` with a Kind as the last index; for all of them, `for x in Kind { men[Ann, x] = .. }` in a body";
    let end = "move m { n = 1 }\nend when men[Ann] = {} => draw";
    assert_eq!(helps_beside(state, end), [all]);
}

#[test]
fn a_field_that_was_meant_is_named() {
    let (_, diagnostics, _) = checked(&around("def free = Cell - X"));
    assert_eq!(
        diagnostics[0].help.as_deref(),
        Some("write `stones[X]` if that is meant: it is a set of Cell for every Player")
    );
    let (_, diagnostics, _) = checked(&around("move take(c in me) { stones[me] -= c }"));
    assert_eq!(diagnostics[0].help.as_deref(), Some("`c in me` chooses the player: write `c in stones[me]`"));
}

#[test]
fn numbers_of_a_family_are_arithmetic() {
    let with = |right: &str| {
        format!("range R = 1..3 param m: 0..9007199254740992 = 9007199254740992 family F of R = {right}")
    };
    refused("Z0204", &with("R - («m + 1» - m)"), &with("R - (m - m + 1)"));
    // Of a choice the types of both arms count.
    refused(
        "Z0204",
        &with("R - («(if 1 = 1 then 1 else m) + 1» - m)"),
        &with("R - (if 1 = 1 then 1 else m)"),
    );
    refused("Z0202", &with("R - («2» & 2)"), &with("R - ({2} & {2})"));
}
