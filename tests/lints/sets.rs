//! Sets: compared, added to, empty.

use super::*;

#[test]
fn an_element_is_never_equal_to_a_set_of_several() {
    let put = |guard: &str| {
        format!(
            "let ends = {{a1, c1}}\nlet one = {{b1}}\ndef row = {{b1}}\nmove put(c in empty) when {guard} {{ stones[me] += c }}\nstuck => draw"
        )
    };
    let unused = "and count(one + row + ends) > 0";
    assert!(codes(&with(&put(&format!("c = ends {unused}")))).contains(&"Z0902"));
    assert!(codes(&with(&put(&format!("c != ends {unused}")))).contains(&"Z0902"));
    for guard in ["c = one", "c = row", "c in ends"] {
        let free = codes(&with(&put(&format!("{guard} or {guard} {unused}"))));
        assert!(!free.contains(&"Z0902"), "{guard}: {free:?}");
    }
}

#[test]
fn an_element_compared_with_a_set_of_several_is_told_once() {
    let at = "let gates = {a1, c1}\nstate { at: Cell = b1 }\nmove go(c in near(at)) { at = c }\nend when at = gates => A wins\nstuck => draw";
    assert_eq!(
        codes(&format!("game \"G\"\nplayers A, B\nboard Cell = grid(3, 3)\n{at}\nendless => draw\n")),
        ["Z0902"]
    );
}

#[test]
fn a_set_of_numbers_beside_a_number_may_mean_its_sum() {
    let text = "game \"G\"\nplayers A, B\nrange Number = 1..4\nstate { chosen: set of Number }\n\
        move take(n in Number - chosen) { chosen += n }\nend when chosen >= 4 => opponent wins\nstuck => draw\n";
    let found = common::compile(text, &[]).unwrap().warnings;
    let help = found[0].help.clone().unwrap_or_default();
    assert!(help.contains("`sum(n in chosen: n) >= 4` for the sum of its members"), "{help}");
}

#[test]
fn a_set_that_hangs_on_a_graph_may_have_one_member() {
    let text = "game \"G\"\nplayers A, B\ngraph Point { a-b-c-d }\nlet ends = { x in Point where count(near(x)) = 1 }\n\
        state { at: Point = b, n: 0..9 }\nmove go(p in near(at)) when n < 9 { at = p n += 1 }\n\
        end when at = ends => A wins\nstuck => draw\nexpect with Point = { a-b-c-d, d-b }: value = A wins";
    assert!(!codes(text).contains(&"Z0902"), "{:?}", codes(text));
}

#[test]
fn a_set_of_the_other_player_that_is_put_back_is_noticed() {
    let put = |set: &str| format!("move put(c in {set}) {{ stones[me] += c }}\n{STUCK}");
    only(&put("Cell - stones[A] + stones[B] - empty + empty"), "Z0909");
    only(&put("empty & (Cell - stones[me] + stones[opponent])"), "Z0909");
    silent(&put("empty & (Cell - (stones[A] + stones[B]))"));
    silent(&put("empty - stones[A] - stones[B]"));
}

#[test]
fn an_intersection_beside_a_union_wants_brackets() {
    only("move put(c in empty - {a1} & {b1}) { stones[me] += c }\nstuck => draw", "Z0909");
    silent("move put(c in empty - ({a1} & {b1})) { stones[me] += c }\nstuck => draw");
}

#[test]
fn two_extremes_that_may_be_of_nothing_are_noticed_where_they_are_compared() {
    let end = |left: &str, right: &str| format!("{PUT}{STUCK}end when {left} > {right} => draw");
    let most = |of: &str| format!("max(c in stones[{of}]: c.x)");
    only(&end(&most("A"), &most("B")), "Z0918");
    only(&end("max(c in Cell where c in stones[A]: c.x)", &most("B")), "Z0918");
    silent(&end(&most("A"), "2"));
    silent(&end(&format!("max(0, {})", most("A")), &format!("max(0, {})", most("B"))));
    silent(&end(&most("A"), "max(c in Cell: c.y)"));
}

#[test]
fn the_size_0_of_subsets_is_noticed() {
    let rows = |sizes: &str| {
        format!(
            "family Row of Cell = subsets(Cell, {sizes})\nstate {{ seen: set of Row }}\n\
             move put(r in Row) when not r in seen {{ seen += r }}\n{STUCK}"
        )
    };
    let codes = |sizes: &str| {
        codes(
            &with(&rows(sizes))
                .replace("state { stones[Player]: set of Cell }\n", "")
                .replace("def empty = Cell - stones[A] - stones[B]\n", ""),
        )
    };
    for sizes in ["0..2", "{0, 2}"] {
        assert_eq!(codes(sizes), ["Z0926"], "{sizes}");
    }
    for sizes in ["1..2", "2", "{1, 2}"] {
        assert_eq!(codes(sizes), Vec::<&str>::new(), "{sizes}");
    }
}

#[test]
fn a_number_or_an_element_compared_with_a_set_is_noticed() {
    let play = |condition: &str| {
        cards(&format!("move play(k in hand, m in men) when {condition} {{ hand -= k men = men - m }}"))
    };
    for wrong in
        ["hand > 2", "hand = 3", "count(men) > hand", "k != hand", "m < men", "hand >= 3", "k != 3..4"]
    {
        assert_eq!(play(wrong), ["Z0931"], "{wrong}");
    }
    for right in [
        "count(hand) > 2",
        "hand = {3}",
        "count(men) > count(hand)",
        "k in hand",
        "{m} < men",
        "m <= men",
        "hand != {k}",
        "k not in 3..4",
        // Whether one alone is left is often asked.
        "hand = k",
        "men = m",
    ] {
        assert_eq!(play(right), Vec::<&str>::new(), "{right}");
    }
    let put =
        |condition: &str| format!("move put(c in empty) when {condition} {{ stones[me] += c }}\n{STUCK}");
    only(&put("c != stones[opponent]"), "Z0931");
    silent(&put("{c} != stones[opponent]"));
    silent(&put("c not in stones[opponent]"));
}

#[test]
fn inclusion_between_the_sets_of_the_players_is_noticed() {
    let stuck = |condition: &str| format!("{PUT}stuck => if {condition} then A wins else B wins");
    only(&stuck("stones[A] > stones[B]"), "Z0931");
    only(&stuck("stones[A] >= stones[B]"), "Z0931");
    only(&stuck("stones[A] <= stones[B]"), "Z0931");
    silent(&stuck("every x in stones[A]: x in stones[B]"));
    silent(&stuck("count(stones[A]) > count(stones[B])"));
    silent(&stuck("{a1, b1} < stones[A]"));
}

#[test]
fn a_comparison_with_what_was_just_set_to_none_is_noticed() {
    let answer = |end: &str| {
        codes(&format!(
            "game \"Tricks\"\nplayers A, B\nrange Card = 1..3\n\
             state {{ hand[Player]: set of Card = Card, led: Card or none }}\n\
             move lead(c in hand[me]) when led = none {{ led = c hand[me] -= c }}\n\
             move answer(c in hand[me]) when led != none {{ hand[me] -= c {end} }}\nstuck => me loses\n"
        ))
    };
    assert_eq!(answer("led = none again when c > led"), ["Z0902"]);
    assert_eq!(answer("let before = led led = none again when c > before"), Vec::<&str>::new());
    assert_eq!(answer("again when c > led led = none"), Vec::<&str>::new());
    assert_eq!(answer("led = none if c > 1 { led = c } again when c < led"), Vec::<&str>::new());
}

#[test]
fn the_least_of_nothing_compared_with_a_number_is_noticed() {
    let put =
        |condition: &str| format!("move put(c in empty) when {condition} {{ stones[me] += c }}\n{STUCK}");
    only(&put("min(d in stones[opponent]: distance(c, d)) > 1"), "Z0918");
    only(&put("max(d in stones[opponent]: d.x) < 3"), "Z0918");
    silent(&put("min(d in stones[opponent]: distance(c, d)) < 2"));
    silent(&put("every d in stones[opponent]: distance(c, d) > 1"));
    silent(&put("stones[opponent] != {} and min(d in stones[opponent]: distance(c, d)) > 1"));
    silent(&put("{} = stones[opponent] or min(d in stones[opponent]: distance(c, d)) > 1"));
    let least = "min(d in stones[opponent]: distance(c, d))";
    silent(&put(&format!("{least} = none or {least} > 1")));
}

#[test]
fn a_member_that_is_taken_out_and_put_in_again_is_noticed() {
    let go = |sum: &str, set: &str| {
        cards(&format!(
            "move go(k in hand, m in men, n in 1..2) when k > n {{ hand -= k men = {set} {sum} }}"
        ))
    };
    assert_eq!(go("- m + m + n", "men"), ["Z0915"]);
    assert_eq!(go("- m + {m} + {n}", "men"), Vec::<&str>::new(), "braces say that both are members");
    assert_eq!(go("- m + n", "men"), Vec::<&str>::new());
    assert_eq!(go("- m + n + m", "men"), Vec::<&str>::new(), "who writes it last knows it");
    silent("move put(c in empty, d in empty) { stones[me] = stones[me] - c + c + d }\nstuck => draw");
}

#[test]
fn members_that_move_within_the_set_of_their_loop_are_noticed() {
    let go = |body: &str| cards(&format!("move go(k in hand) {{ hand -= k for m in men {{ {body} }} }}"));
    for wrong in [
        "men = men - m + forward(m)",
        "men -= m men += forward(m)",
        "if m > k { men -= m } men += {forward(m)}",
    ] {
        assert_eq!(go(wrong), ["Z0939"], "{wrong}");
    }
    for right in [
        "men -= m",
        "men += forward(m)",
        "men = men - m + 1",
        "men -= m men += m",
        "men = men + (forward(m) - {1})",
        "men += forward(m) men -= {1}",
        "men = {forward(m)}",
    ] {
        assert_eq!(go(right), Vec::<&str>::new(), "{right}");
    }
    let sides = "move put(c in empty) { for d in stones[opponent] { stones[opponent] -= d stones[me] += d } stones[me] += c }";
    silent(&format!("{sides}\n{STUCK}"));
}

/// What is said of a game of men on a board with this guard of a move, but for idle names.
fn guarded(guard: &str) -> Vec<&'static str> {
    let found = codes(&format!(
        "game \"Men\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate {{ men[Player]: set of Cell = [ {{a1, b1}}, {{a3, b3}} ] }}\n\
         def empty = Cell - men[A] - men[B]\ndef rest(p: Player) = Cell - men[p]\n\
         move go(c in men[me], d in orthogonal) when {guard} {{ men[me] = men[me] - c + step(c, d) men[opponent] -= step(c, d) }}\n\
         stuck => me loses\nendless => draw\n"
    ));
    found.into_iter().filter(|code| *code != "Z0901").collect()
}

#[test]
fn a_step_that_is_compared_with_a_set_is_noticed() {
    assert_eq!(guarded("step(c, d) = men[opponent]"), ["Z0931"]);
    assert_eq!(guarded("north(c) = men[opponent] and step(c, d) in empty"), ["Z0931"]);
    assert_eq!(guarded("step(c, d) in empty and men[opponent] = step(c, d, 2)"), ["Z0931"]);
    // Whether c is the last one, and whether just this set is left.
    assert!(guarded("men[me] = c and step(c, d) in empty").is_empty());
    assert!(guarded("men[opponent] = {step(c, d)}").is_empty());
    assert!(guarded("step(c, d) in men[opponent]").is_empty());
}

#[test]
fn one_element_in_a_set_and_in_what_lacks_it_is_noticed() {
    assert_eq!(guarded("step(c, d) in men[opponent] and step(c, d) in empty"), ["Z0902"]);
    assert_eq!(guarded("step(c, d) in empty and c in empty"), ["Z0902"]);
    assert_eq!(
        guarded("north(c) in men[A] and step(c, d) in empty and north(c) in Cell - men[A]"),
        ["Z0902"]
    );
    assert!(guarded("step(c, d) in men[opponent] and step(c, d, 2) in empty").is_empty());
    assert!(guarded("step(c, d) in Cell - men[me] and step(c, d) in men[opponent]").is_empty());
    assert!(guarded("step(c, d) in rest(me) and north(c) in empty").is_empty());
}
