//! Each lint speaks where it should and is silent beside it; none speaks about a game of the library.

mod common;

/// The codes of all warnings, in the order of their places.
fn codes(text: &str) -> Vec<&'static str> {
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

#[test]
fn no_lint_speaks_about_the_library() {
    for path in common::library() {
        let warnings = common::load(&path, &[]).warnings;
        assert!(warnings.is_empty(), "{}: {warnings:?}", path.display());
    }
}

#[test]
fn an_unused_name_is_noticed_and_can_be_allowed() {
    only(&format!("{PUT}{STUCK}let spare = 3"), "Z0901");
    only(&format!("{PUT}{STUCK}followup never {{ }}"), "Z0901");
    only("move put(c in empty) { let d = c stones[me] += c }\nstuck => draw", "Z0901");
    silent(&format!("{PUT}{STUCK}let spare = 3\nallow unused"));
}

#[test]
fn a_field_that_is_only_stored_to_is_unused() {
    let lines =
        "state { last: Cell or none }\nmove put(c in empty) { stones[me] += c last = c }\nstuck => draw";
    let text = with(lines).replace("state { stones[Player]: set of Cell }\n", "");
    let text = text.replace("state { last", "state { stones[Player]: set of Cell last");
    assert_eq!(codes(&text), vec!["Z0901"]);
    assert_eq!(codes(&text.replace("c in empty)", "c in empty) when c != last")), Vec::<&str>::new());
}

#[test]
fn a_constant_guard_is_noticed_unless_it_hangs_on_a_param() {
    only("move put(c in empty) when c.x >= 1 { stones[me] += c }\nstuck => draw", "Z0902");
    silent("move put(c in empty) when c.x >= 2 { stones[me] += c }\nstuck => draw");
    silent("param n: 1..3 = 1\nmove put(c in empty) when c.x >= n { stones[me] += c }\nstuck => draw");
}

#[test]
fn an_end_behind_a_wider_one_is_hidden() {
    let wide = "end when a1 in stones[A] => A wins\n";
    let narrow = "end when a1 in stones[A] and b1 in stones[B] => B wins\n";
    only(&format!("{PUT}{STUCK}{wide}{narrow}"), "Z0903");
    silent(&format!("{PUT}{STUCK}{narrow}{wide}"));
}

#[test]
fn an_end_about_the_stones_of_the_player_to_move_comes_late() {
    only(&format!("{PUT}{STUCK}end when a1 in stones[me] => me wins"), "Z0904");
    silent(&format!("{PUT}{STUCK}end when a1 in stones[opponent] => opponent wins"));
    silent(&format!("{PUT}{STUCK}end for p in Player when a1 in stones[p] => p wins"));
}

#[test]
fn an_end_with_me_is_wide_where_only_some_moves_keep_the_turn() {
    let some = "move put(c in empty) { stones[me] += c again when c = b1 }\n";
    only(&format!("{some}{STUCK}end when count(stones[me]) = 2 => me wins"), "Z0905");
    silent(&format!("{some}{STUCK}end for p in Player when count(stones[p]) = 2 => p wins"));
}

#[test]
fn a_pass_that_asks_nothing_may_loop() {
    only(&format!("{PUT}stuck => pass"), "Z0906");
    silent(&format!("{PUT}stuck => if stuck(opponent) then draw else pass"));
}

#[test]
fn points_without_a_proven_end_want_an_endless_rule() {
    let lines =
        "move go(c in empty) { stones[me] = {c} }\nend when a1 in stones[B] => 2 to A\nstuck => draw\n";
    only(lines, "Z0907");
    silent(&format!("{lines}endless => draw"));
}

#[test]
fn an_end_that_no_followup_changes_cuts_it_off() {
    let head = "state { left: 0..3 = 3 stones[Player]: set of Cell }\n";
    let moves = "move take(n in 1..3) when n <= left { left -= n again with mark }\n\
        followup mark(c in empty) { stones[me] += c }\nstuck => draw\n";
    let text =
        |end: &str| with(&format!("{moves}{end}")).replace("state { stones[Player]: set of Cell }\n", head);
    assert_eq!(codes(&text("end when left = 0 => A wins")), vec!["Z0908"]);
    assert_eq!(
        codes(&text("end when left = 0 and b1 in stones[A] + stones[B] => A wins")),
        Vec::<&str>::new()
    );
}

#[test]
fn an_intersection_beside_a_union_wants_brackets() {
    only("move put(c in empty - {a1} & {b1}) { stones[me] += c }\nstuck => draw", "Z0909");
    silent("move put(c in empty - ({a1} & {b1})) { stones[me] += c }\nstuck => draw");
}

#[test]
fn a_parameter_may_hide_an_element() {
    only("move put(a1 in empty) { stones[me] += a1 }\nstuck => draw", "Z0910");
    silent("move put(a in empty) { stones[me] += a }\nstuck => draw");
}

#[test]
fn a_family_may_be_empty() {
    let end = "end for p in Player when some l in Line: l <= stones[p] => p wins\n";
    only(&format!("{PUT}{STUCK}{end}family Line of Cell = lines(Cell, 4)"), "Z0911");
    silent(&format!("{PUT}{STUCK}{end}family Line of Cell = lines(Cell, 3)"));
}

#[test]
fn allow_with_an_unknown_name_is_noticed() {
    only(&format!("{PUT}{STUCK}allow unusd"), "Z0900");
}

/// The codes of all warnings of a game of heaps with these lines in it.
fn heaps(lines: &str) -> Vec<&'static str> {
    let head = "game \"Heaps\"\nplayers A, B\nparam heaps: list of 0..9 = [1, 2, 3]\nrange Heap = 1..3\n\
        board Cell = grid(3, 2)\nstate { left[h: Heap]: 0..9 = heaps[h], at: Cell = a1 }\n\
        move take(h in Heap, n in 1..3) when n <= left[h] { left[h] -= n at = a1 }\n\
        move away when at = b1 { at = b2 }\nstuck => me loses\n";
    codes(&format!("{head}{lines}\n"))
}

#[test]
fn a_zero_where_counting_begins_at_one_is_noticed() {
    for wrong in [
        "end when heaps[0] = 3 => me wins",
        "end when left[0] = 3 => me wins",
        "end when at = Cell(0, 1) => me wins",
        "end when at = Cell(1, 0) => me wins",
        "end when sum(i in 0..2: heaps[i]) = 5 => me wins",
        "end when sum(i in 0..len(heaps) - 1: left[i]) = 5 => me wins",
        "end when some x in 0..2: at = Cell(x, 1) => me wins",
        "range Index = 0..2\nend when sum(i in Index: heaps[i]) = 5 => me wins",
        "range Index = 0..2\nlet own[i: Index] = heaps[i]\nend when own[1] = left[1] => me wins",
    ] {
        assert_eq!(heaps(wrong), vec!["Z0912"], "{wrong}");
    }
    for right in [
        "end when heaps[1] = left[2] => me wins",
        "end when at = Cell(at.x - 1, 1) => me wins",
        "end when sum(i in 1..3: heaps[i]) = left[1] => me wins",
        "end when some x in 0..4: at = Cell(x, 1) and left[1] = x => me wins",
        "end when sum(i in 0..2: left[1] * i) = 5 => me wins",
        "range Other = 0..2\nlet worth[Other] = [1, 2, 3]\nend when worth[0] = left[1] => me wins",
        "end when sum(i in 0..2: heaps[i]) = 5 => me wins\nallow zero_index",
    ] {
        assert_eq!(heaps(right), Vec::<&str>::new(), "{right}");
    }
}

#[test]
fn an_and_before_an_or_without_brackets_is_noticed() {
    let end = |condition: &str| format!("{PUT}{STUCK}end when {condition} => draw");
    let (a, b, c) = ("a1 in stones[A]", "b1 in stones[B]", "c1 in stones[A]");
    only(&end(&format!("{a} and {b} or {c}")), "Z0913");
    only(&end(&format!("{c} and ({a} and {b} or {c})")), "Z0913");
    silent(&end(&format!("({a} and {b}) or {c}")));
    silent(&end(&format!("{a} and ({b} or {c})")));
    silent(&end(&format!("{c} or {a} and {b}")));
    silent(&end(&format!("{a} and {b} or {b} and {c}")));
}

#[test]
fn a_part_that_does_not_speak_of_the_binder_is_noticed() {
    let end = |condition: &str| format!("{PUT}{STUCK}end when {condition} => draw");
    only(&end("some c in Cell: c in stones[A] or a1 in stones[B]"), "Z0914");
    only(&end("no c in empty: c in stones[A] or a1 in stones[B]"), "Z0914");
    silent(&end("(some c in Cell: c in stones[A]) or a1 in stones[B]"));
    silent(&end("some c in Cell: (c in stones[A] or a1 in stones[B])"));
    silent(&end("some c in Cell: c in stones[A] or c in stones[B]"));
    silent(&end("every c in Cell: c in stones[A] or a1 in stones[B]"));
}
