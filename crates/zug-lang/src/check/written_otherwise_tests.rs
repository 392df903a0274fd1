//! Tests of helps about what is nearly right: one definition each, with what it offers.

use super::tests::{helps_about, helps_beside};

const STATE: &str = "state { men[Player]: set of C = [{a1}, {c3}], at: C = a1, won[Player]: 0..9, n: 0..9 }";

fn guard(guard: &str) -> Vec<String> {
    helps_beside(STATE, &format!("move m(c in C, d in compass) when {guard} {{ n = 1 }}"))
}

fn lines(lines: &str) -> Vec<String> {
    helps_beside(STATE, lines)
}

#[test]
fn conditions_go_on_behind_values_and_sets() {
    assert_eq!(guard("n = 1 or 3 or 4 and c != at"), ["write `n in {1, 3, 4}`"]);
    assert_eq!(
        guard("c not in men[me] or men[opponent] and near(c) = {}"),
        ["write `c not in men[me] + men[opponent]`"]
    );
    let two = guard("c not in men[me] or men[opponent] and won in near(c)");
    assert_eq!((two.len(), &two[0][..]), (2, "write `c not in men[me] + men[opponent]`"));
    assert_eq!(guard("distance(c, at, 2)"), ["write `distance(c, at) = 2`"]);
    assert_eq!(guard("can(take, c)").len(), 1);
    let take = "move take(c in C) { n = 1 }\nmove m(c in C) when not can(take, c) { n = 2 }";
    assert_eq!(lines(take), ["write `can(take(c))`"]);
}

#[test]
fn cells_between_two_are_written_out() {
    assert_eq!(lines("def first = a1..c1\nmove m(c in first) { n = 1 }"), ["write `{a1, b1, c1}`"]);
    assert_eq!(lines("def first = 1..3\nmove m(k in first) { n = k }"), [""; 0]);
}

#[test]
fn a_set_with_a_condition_names_its_members() {
    let low = "def low = { q.y < 2 }\nmove m(c in low) { n = 1 }";
    assert_eq!(lines(low), ["write `{ q in C where q.y < 2 }`"]);
}

#[test]
fn sizes_of_boards_have_no_names() {
    let board = |sizes: &str| {
        helps_about(&format!(
            "game \"G\" players Ann, Bob board D = grid({sizes}) state {{ s: set of D }}\nmove m(c in D) {{ s += c }}\nstuck => draw"
        ))
    };
    assert_eq!(board("rows = 3, columns = 4"), ["write `grid(4, 3)`"]);
    assert_eq!(board("width = 4, height = 3"), ["write `grid(4, 3)`"]);
    assert_eq!(board("4, 3"), [""; 0]);
}

#[test]
fn a_set_of_sets_is_declared_with_its_own_names() {
    let group =
        "range Card = 1..4\nstate { deck: set of Card = Card }\nmove m(p in subsets(deck, 2)) { deck -= p }";
    assert_eq!(
        helps_beside("", group),
        [
            "declare the family of all, `family Group of Card = subsets(Card, 2)`, write `Group` here, and ask of a member g `g <= deck`"
        ]
    );
    let line = "move m(c in C) when (some l in lines(C, 3): c in l) { n = 1 }";
    assert_eq!(lines(line), ["declare it, `family Line of C = lines(C, 3)`, and use `Line` here"]);
}

#[test]
fn parameters_are_fixed_from_the_first() {
    let hop = "move hop(c in men[me], d in compass) { men[me] -= c\n again with hop(d) }";
    assert_eq!(
        lines(hop),
        ["write `hop(.., d)`: parameters are fixed from the first, which is `c in men[me]`; `d` comes later"]
    );
    let made = hop.replace("men[me] -= c", "let to = step(c, d)");
    assert_eq!(
        lines(&made),
        [
            "write `hop(to)`, or `hop(to, d)`: parameters are fixed from the first, which is `c in men[me]`; `d` comes later"
        ]
    );
}

#[test]
fn a_family_is_of_the_whole_domain() {
    let rules = "family Pair of C = subsets(men[Ann], 2)\nmove m(p in Pair) when p <= men[me] { n = 1 }";
    assert_eq!(
        lines(rules),
        [
            "write `C`, whose elements `men` holds, and ask in the condition of the move: `p in Pair .. when p <= men[Ann]`"
        ]
    );
}

#[test]
fn a_winner_is_named_where_points_are_given() {
    let rules = "move m(c in C) { n = 1 }\nend when n = 1 => Bob wins\nexpect value = 2 to Bob";
    assert_eq!(lines(rules), ["write `Bob wins` or `draw`"]);
}

#[test]
fn bounds_are_widened_for_the_entries_of_another_table() {
    let heaps = "param heaps: list of 0..20 = [3, 15]\nrange Heap = 1..len(heaps)\n\
        state { left[h: Heap]: 0..12 = heaps[h] }\nmove m(h in Heap) when left[h] > 0 { left[h] -= 1 }";
    assert_eq!(
        helps_beside("", heaps),
        ["widen the bounds to `0..15`, or more where other settings need it"]
    );
}

#[test]
fn a_name_of_the_body_is_not_known_in_the_notation() {
    let jump =
        "move jump(c in men[me], d in compass) as \"{c}x{to}\" { let to = step(c, d, 2)\n men[me] -= c }";
    assert_eq!(lines(jump), ["write `{step(c, d, 2)}`: how a move is written is read before its body runs"]);
}

#[test]
fn one_member_of_a_set_is_stored_by_a_loop() {
    let gap = "move m(c in C) { at = C - men[me] - men[opponent] }";
    let found = lines(gap);
    assert!(
        found.len() == 1 && found[0].ends_with("write `for d in C - men[me] - men[opponent] { at = d }`"),
        "{found:?}"
    );
}

#[test]
fn a_player_holds_no_number() {
    let text = "game \"G\"\nplayers Ann, Bob\nstate { won[Player]: 0..9 }\nmove m { me += 2 }\nstuck => draw";
    assert_eq!(helps_about(text), ["write `won[me] +=`: a player holds no value of their own"]);
}

#[test]
fn play_without_end_is_no_condition() {
    let end = "move m(c in C) { at = c }\nend when repeated => draw";
    let found = lines(end);
    assert!(found.len() == 1 && found[0].starts_with("write `endless => draw` instead"), "{found:?}");
}

#[test]
fn a_range_has_no_neighbours() {
    let pits = helps_about(
        "game \"G\" players Ann, Bob range Pit = 1..4 state { at: Pit = 1 }\nmove m { at = forward(at) }\nstuck => draw",
    );
    assert_eq!(
        pits,
        [
            "a range has no neighbours: write `at + 1`, or declare it as a board, `board Pit = ring(4)` or `path(4)`"
        ]
    );
}

#[test]
fn entries_that_are_sets_are_asked_by_in() {
    assert_eq!(guard("c not in men"), ["write `every p in Player: c not in men[p]`"]);
    assert_eq!(guard("c in men"), ["write `some p in Player: c in men[p]`"]);
    assert_eq!(guard("men[me][c]"), ["write `c in men[me]`"]);
    assert_eq!(guard("won[me][c] = 1"), ["write `won[me, c]`, if there are so many indexes"]);
}

#[test]
fn what_players_share_is_no_part_of_one() {
    let both = "write `n`, which both players share; where each has his own, declare `n[Player]: ..` and write `n[me]`";
    assert_eq!(guard("me.n = 1"), [both]);
    assert_eq!(guard("me.won = 1"), ["write `won[me]`"]);
    assert_eq!(guard("c.n != none"), ["write `north(c)`"]);
}

#[test]
fn one_name_for_two_sets_is_in_both() {
    let help =
        "write `c in men[me] & near(at)` for one that is in both, else choose another name, `d` for one";
    assert_eq!(lines("move m(c in men[me], c in near(at)) { n = 1 }"), [help]);
    let help = "choose another name, `d` for one";
    assert_eq!(lines("move m(c in men[me], e in C, c in near(at)) { n = 1 }"), [help]);
}

#[test]
fn a_choice_of_values_is_told_its_bounds() {
    let state = "state { n: {0, 5, 7} = 5 }";
    assert_eq!(helps_beside(state, "move m { n = 0 }"), ["write its bounds, `0..7`"]);
}
