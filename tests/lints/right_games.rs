//! Right games that look like mistakes, each beside the mistake that it looks like.

use super::*;

const NONE: [&str; 0] = [];

/// The codes of a game of two players with these lines.
fn game(lines: &str) -> Vec<&'static str> {
    codes(&format!("game \"Right\"\nplayers A, B\n{lines}\n"))
}

#[test]
fn two_sets_that_may_share_a_cell_are_told_apart() {
    let steps = |to: &str, more: &str| {
        game(&format!(
            "board Cell = path(5)\nstate {{ men[Player]: set of Cell = [ {{1, 2}}, {{4, 5}} ], n: 0..6 = 6 }}\n\
             move go(c in men[me], d in near(c) & ({to})) when n > 0 {{ men[me] = men[me] - c + d n -= 1 }}\n{more}\n\
             stuck => me loses\nallow shared_cell"
        ))
    };
    let either = "{ e in Cell where e not in men[A] or e not in men[B] }";
    // A man may go where one of the other player is.
    assert_eq!(steps(&format!("{either} - men[me]"), ""), NONE);
    assert_eq!(steps(&format!("{either} - men[me]"), "end when men[A] & men[B] != {} => draw"), NONE);
    let apart = "Cell - men[A] - men[B]";
    let one = "(e not in men[A] or e not in men[B])";
    assert_eq!(steps(apart, ""), NONE);
    let full = format!("end when n < 3 and every e in near(3): {one} => draw");
    assert_eq!(steps(apart, &full), ["Z0902"]);
    assert_eq!(steps("Cell - men[me]", &full), NONE);
    let seen = game(
        "board Cell = path(4)\nstate { seen[Player]: set of Cell, n: 0..8 = 8 }\ndef fresh = Cell - seen[A] - seen[B]\n\
         move look(c in Cell - seen[me]) when n > 0 and (c not in seen[A] or c not in seen[B]) { seen[me] += c n -= 1 }\n\
         end when fresh = {} and n < 4 => A wins\nstuck => me loses",
    );
    assert_eq!(seen, NONE);
}

#[test]
fn a_number_without_an_element_is_stored_as_none() {
    let take = |most: u8, body: &str| {
        game(&format!(
            "board Spot = ring(5)\nstate {{ last: Spot or none, left: 0..9 = 9, odd: bool }}\n\
             move take(k in 1..{most}) when k <= left and left > 0 {{ left -= k last = k {body} }}\n\
             end when odd and left < 3 => A wins\nstuck => me loses"
        ))
    };
    let compared = "if k = last { odd = odd } else { odd = true }";
    assert_eq!(take(6, compared), NONE);
    assert_eq!(take(6, "again when k = last"), NONE);
    assert_eq!(take(5, compared), ["Z0902"]);
    assert_eq!(take(5, "again when k = last"), ["Z0902"]);
}

#[test]
fn a_mark_that_serves_more_is_set_for_the_other_player() {
    let freeze = |take: &str, more: &str| {
        game(&format!(
            "state {{ frozen[Player]: bool, at[Player]: 0..12 }}\n\
             move freeze when not frozen[me] {{ frozen[opponent] = true }}\n\
             move go(k in 1..3) when at[me] + k <= 12 {{ {take} }}\n\
             end for p in Player when at[p] = 12 => p wins\n{more}stuck => draw\nendless => draw"
        ))
    };
    assert_eq!(freeze("at[me] += k", ""), ["Z0943"]);
    assert_eq!(freeze("at[me] += k frozen[me] = false", ""), NONE);
    assert_eq!(freeze("if frozen[me] { at[me] += 1 } else { at[me] += k }", ""), NONE);
    assert_eq!(freeze("at[me] += k", "end when at[A] = 9 and frozen[A] and not frozen[B] => B wins\n"), NONE);
}

#[test]
fn what_is_in_both_hands_may_be_taken_from_either() {
    let cards = |lines: &str| {
        game(&format!(
            "range Card = 1..4\nstate {{ hand[Player]: set of Card = Card, n: 0..9 }}\n\
             def has(c: Card) = c in hand[me]\n{lines}\nstuck => me loses\nallow unused"
        ))
    };
    let call = |from: &str, guard: &str, body: &str| {
        cards(&format!("move call(c in hand[opponent]{from}) when n < 9{guard} {{ n += 1 {body} }}"))
    };
    assert_eq!(call("", "", "hand[me] -= c"), ["Z0943"]);
    assert_eq!(call("", " and count(hand[opponent]) > 1", "hand[me] -= c"), ["Z0943"]);
    assert_eq!(call("", " and has(c)", "hand[me] -= c"), NONE);
    assert_eq!(call("", "", "if c in hand[me] { hand[me] -= c }"), NONE);
    assert_eq!(call(", d in hand[me]", " and d = c", "hand[me] -= c"), NONE);
    assert_eq!(call("", " and count(hand[me] - c) < count(hand[me])", "hand[me] -= c"), NONE);
    // Two moves that do so mean it.
    let shut = "move shut(c in hand[opponent]) when n < 9 { n += 1 hand[me] -= c }";
    assert_eq!(cards(shut), ["Z0943"]);
    let go = "move go(c in hand[opponent]) when c = n { n += 1 hand[me] -= {1, 2} }";
    assert_eq!(cards(&format!("{shut}\n{go}")), NONE);
}

#[test]
fn what_a_request_gives_or_a_guard_fixes_is_no_choice() {
    let stop = |request: &str| {
        game(&format!(
            "board Cell = grid(3, 3)\nstate {{ men[Player]: set of Cell = [ {{a1}}, {{c3}} ], n: 0..9 = 9 }}\n\
             def empty = Cell - men[A] - men[B]\n\
             move go(c in men[me], d in near(c) & empty) when n > 0 {{ men[me] = men[me] - c + d n -= 1 again with run(d) or {request} }}\n\
             followup run(c in men[me], d in near(c) & empty) as \"{{c}}-{{d}}\" {{ men[me] = men[me] - c + d }}\n\
             followup rest(c in men[me]) when c != b2 as \"rest {{c}}\" {{ }}\nstuck => me loses"
        ))
    };
    assert_eq!(stop("rest(d)"), NONE);
    assert_eq!(stop("rest"), ["Z0901"]);
    let play = |parameters: &str, guard: &str| {
        game(&format!(
            "range Card = 1..6\nlet suit[Card] = [1, 2, 3, 1, 2, 3]\nstate {{ left: set of Card = Card }}\n\
             move play({parameters}) when {guard} as \"{{c}} {{s}}\" {{ left -= c }}\nstuck => me loses"
        ))
    };
    assert_eq!(play("c in left, s in 1..3", "s = suit[c]"), NONE);
    assert_eq!(play("s in 1..3, c in left", "suit[c] = s"), NONE);
    assert_eq!(play("c in left, s in 1..3", "s >= suit[c]"), ["Z0901"]);
    assert_eq!(play("c in left, s in 1..3", "(s = suit[c] or s = 1)"), ["Z0901"]);
    let hands = |when: &str, body: &str| {
        game(&format!(
            "range Card = 1..4\nstate {{ hand[Player]: set of Card = Card, n: 0..9 }}\n\
             move match(c in hand[opponent], d in hand[me]) when n < 9 and {when} as \"{{c}}{{d}}\" {{ n += 1 {body} }}\nstuck => me loses"
        ))
    };
    assert_eq!(hands("d = c", "hand[me] -= c"), NONE);
    // Of two that do nothing one is told.
    assert_eq!(hands("d = c", "hand[me] = {}"), ["Z0901"]);
}

#[test]
fn a_value_that_is_turned_is_stored_on_purpose() {
    let flip = |second: &str| {
        game(&format!(
            "state {{ prev: 1..6 = 1, cur: 1..6 = 3, n: 0..5 }}\nmove flip when n < 5 {{ prev = cur {second} n += 1 }}\n\
             move turn(k in 1..6) when n < 5 and k != prev {{ prev = cur cur = k n += 1 }}\nstuck => prev - cur to A"
        ))
    };
    assert_eq!(flip("cur = 7 - prev"), NONE);
    assert_eq!(flip("cur = prev"), ["Z0942"]);
    let cut = "state { first: 0..9 = 4, rest: 0..9 = 5, n: 0..3 }\n\
        move cut when n < 3 { first = rest rest = 9 - first n += 1 }\nstuck => first - rest to A";
    assert_eq!(game(cut), NONE);
}

#[test]
fn one_player_may_win_by_what_either_has_where_the_other_wins_too() {
    let lines = |stuck: &str| {
        game(&format!(
            "board Cell = grid(3, 3)\nfamily Line of Cell = lines(Cell, 3)\nstate {{ men[Player]: set of Cell }}\n\
             move put(c in Cell - men[A] - men[B]) {{ men[me] += c }}\n\
             end when (some l in Line: l <= men[A]) => A wins\nend when (some l in Line: l <= men[B]) => A wins\nstuck => {stuck}"
        ))
    };
    assert_eq!(lines("B wins"), NONE);
    assert_eq!(lines("if count(men[A]) > 2 then B wins else draw"), NONE);
    assert_eq!(lines("draw"), ["Z0943"]);
    let race = |first: &str| {
        game(&format!(
            "state {{ at[Player]: 0..6, n: 0..9 }}\nmove go(k in 1..2) when at[me] + k <= 6 and n < 5 {{ at[me] += k n += 1 }}\n\
             {first}end when n = 5 and at[A] = 6 => B wins\nend when n = 5 and at[B] = 6 => B wins\nstuck => draw"
        ))
    };
    assert_eq!(race("end when at[A] = 5 => A wins\n"), NONE);
    assert_eq!(race(""), ["Z0943"]);
}

#[test]
fn a_term_of_what_one_player_alone_has_needs_no_counterpart() {
    let gold = |dig: &str, end: &str| {
        game(&format!(
            "let most[Player] = [1, 0]\nstate {{ got[Player]: 0..20, gold[Player]: 0..6, n: 0..6 }}\n\
             move take(k in 1..2) when n < 6 {{ got[me] += k n += 1 }}\nmove dig when {dig} {{ gold[me] += 1 n += 1 }}\n\
             {end}\nstuck => draw\nallow unused"
        ))
    };
    let points = "got[A] + 3 * gold[A] - got[B] to A";
    let end = format!("end when n = 6 => {points}");
    assert_eq!(gold("n < 6", &end), ["Z0943"]);
    assert_eq!(gold("me = A and n < 6", &end), NONE);
    assert_eq!(gold("n < 6 and gold[me] < most[me]", &end), NONE);
    assert_eq!(gold("n < 6", &format!("end when n = 6 and gold[B] = 0 => {points}")), NONE);
    assert_eq!(gold("n < 6", &format!("end when gold[A] = 3 and gold[B] = 3 => {points}")), ["Z0943"]);
    assert_eq!(gold("n < 6", &format!("end when n = 6 => if got[B] > 2 then {points} else 0 to A")), NONE);
    let stuck = |points: &str| {
        game(&format!(
            "state {{ got[Player]: 0..9, left[Player]: 0..5 = 5 }}\n\
             move take(k in 1..2) when k <= left[me] {{ left[me] -= k got[me] += k }}\nstuck => {points}"
        ))
    };
    // Whoever is stuck has nothing left.
    assert_eq!(stuck("got[me] - got[opponent] - left[opponent] to me"), NONE);
    assert_eq!(stuck("got[A] - got[B] - left[B] to A"), ["Z0943"]);
}

#[test]
fn one_thing_chosen_twice_is_meant_where_the_move_says_so() {
    let pick = |guard: &str, body: &str| {
        game(&format!(
            "range Card = 1..4\nlet front[Card] = [1, 2, 1, 2]\nstate {{ left: set of Card = Card, n: 0..9 }}\n\
             move pick(c in left, d in left) when {guard}front[c] = front[d] as \"{{c}} {{d}}\" {{ {body} n += 1 }}\n\
             end when left = {{}} and n = 2 => draw\nstuck => me loses"
        ))
    };
    assert_eq!(pick("n < 4 and ", "left -= {c, d}"), ["Z0948"]);
    assert_eq!(pick("c <= d and ", "left -= {c, d}"), NONE);
    assert_eq!(pick("", "if c = d { left -= c } else { left -= {c, d} }"), NONE);
    assert_eq!(pick("", "left -= if c < d then {c} else {c, d}"), NONE);
}

#[test]
fn a_sum_that_its_guard_keeps_on_the_ring_is_right() {
    let take = |parameter: &str, guard: &str, body: &str| {
        game(&format!(
            "board Spot = ring(6)\nstate {{ left[Spot]: 0..2 = 2, at: Spot = 1, n: 0..9 = 9 }}\n\
             move two(r in {parameter}) when n > 0 and left[r] > 0 and {guard} {{ n -= 1 left[r] -= 1 {body} }}\n\
             end when at = 4 and n = 3 => draw\nstuck => me loses\nallow unused, early_fault"
        ))
    };
    let next = "left[r + 1] -= 1";
    assert_eq!(take("Spot", "r < 6 and left[r + 1] > 0", next), NONE);
    assert_eq!(take("Spot", "left[r + 1] > 0 and r != 6", next), NONE);
    assert_eq!(take("{1, 3, 5}", "left[r + 1] > 0", next), NONE);
    for within in ["{1, 3, 5}", "2..5", "Spot - 6"] {
        assert_eq!(take("Spot", &format!("r in {within}"), next), NONE, "{within}");
        assert_eq!(take(within, "n > 1", next), NONE, "{within}");
    }
    assert_eq!(take("Spot", "n > 1", &format!("if r < 6 {{ {next} }}")), NONE);
    assert_eq!(take("Spot", "n > 1", &format!("if r = 6 {{ n = 1 }} else {{ {next} }}")), NONE);
    assert_eq!(take("Spot", "r > 2", "left[r - 2] -= 1"), NONE);
    assert_eq!(take("Spot", "at < 6", "at = at + 1"), NONE);
    for (parameter, guard, body) in [
        ("Spot", "(r = 1 or left[r + 1] > 0)", ""),
        ("Spot", "r < 5", "left[r + 2] -= 1 left[r + 3] = 0"),
        ("Spot", "r > 1", "left[r - 2] -= 1"),
        ("Spot", "r != 5", next),
        ("Spot - 5", "n > 1", next),
        ("Spot", "at < 6", "at = forward(at) at = at + 1"),
        ("Spot", "at < 6", "repeat 2 { at = at + 1 }"),
        ("Spot", "n > 1", &format!("if r = 6 {{ {next} }}")),
    ] {
        assert_eq!(take(parameter, guard, body), ["Z0936"], "{parameter} {guard} {body}");
    }
}

#[test]
fn a_rule_of_what_both_have_left_is_no_rule_of_their_difference() {
    let level = |fields: &str, when: &str| {
        game(&format!(
            "state {{ left[Player]: {fields} = [2, 3], n: 0..6 = 6 }}\ndef all = left[A] + left[B]\n\
             move take(k in 1..2) when left[me] >= k {{ left[me] -= k n -= 1 }}\nend when {when} => A wins\nstuck => pass\nallow unused"
        ))
    };
    for right in ["left[A] + left[B] = 0", "all = 0", "left[A] = 0 and left[B] = 0"] {
        assert_eq!(level("0..3", right), NONE, "{right}");
    }
    for wrong in ["left[A] - left[B] = 0", "left[A] * left[B] = 0", "max(left[A], left[B]) - 1 = 0"] {
        assert_eq!(level("0..3", wrong), ["Z0906"], "{wrong}");
    }
    assert_eq!(level("-3..3", "left[A] + left[B] = 0"), ["Z0906"]);
    let cards = |when: &str| {
        game(&format!(
            "range Card = 1..4\nstate {{ hand[Player]: set of Card = [ {{1, 2}}, {{3, 4}} ] }}\n\
             move play(c in hand[me]) {{ hand[me] -= c }}\nend when {when} => draw\nstuck => pass"
        ))
    };
    for right in ["hand[A] + hand[B] = {}", "count(hand[A]) + count(hand[B]) = 0"] {
        assert_eq!(cards(right), NONE, "{right}");
    }
    assert_eq!(cards("hand[A] & hand[B] = {}"), ["Z0906"]);
}
