//! What stores say of numbers and of elements that count as numbers.

use super::{proof, proved};
use crate::common::facts::{each_alone, program};

/// What one statement takes and another gives back are accounted for together.
#[test]
fn sums_are_accounted_for_over_whole_moves() {
    let tax = "game \"Tax\" players A, B range Heap = 1..3 state { size[h: Heap]: 0..30 = 5 * h, n: 0..9 }
        move tax(h in Heap, to in Heap, k in 1..15) when h != to and 2 * k <= size[h] { size[h] -= 2 * k size[to] += k }
        stuck => me loses";
    each_alone(
        tax,
        &proved,
        &[
            ("size[to] += k", "size[to] += 2 * k"),
            ("size[h] -= 2 * k", "size[h] -= k"),
            ("k in 1..15", "k in 0..15"),
            ("size[to] += k", "size[to] += k if n > 0 { size[to] += k }"),
            ("0..30 = 5 * h", "0..30 or none = 5 * h"),
            ("stuck =>", "move back(h in Heap) when size[h] < 30 { size[h] += 1 } stuck =>"),
        ],
    );
}

/// A cart on a road, whose place is an element of a range.
const ROAD: &str = "game \"Road\" players A, B range Cell = 1..200
    state { at: Cell = 1, mark: Cell = 1, last: 0..3 = 0, far[Player]: Cell = 1 }
    move go(k in 1..3) when at + k <= 200 and k != last { at = at + k last = k }
    move run_(k in 1..2) when far[me] < 190 { far[me] = k + far[me] far[me] = far[me] + 1 }
    stuck => me loses";

#[test]
fn numbers_of_elements_prove_an_end_only_where_every_condition_holds() {
    let words = proof(ROAD);
    assert!(words.contains("`at`") && words.contains("the sum of the numbers in `far`"), "{words}");
    let back = ROAD.replace("at + k <= 200", "at - k >= 1").replace("at = at + k", "at = at - k");
    assert!(proved(&program(&back)), "{back}");
    each_alone(
        ROAD,
        &proved,
        &[
            // The step is at least 1.
            ("k in 1..3", "k in 0..3"),
            ("k in 1..3", "k in -1..3"),
            ("k in 1..2", "k in -2..2"),
            // It is a step from what was there, of this entry.
            ("at = at + k", "at = mark + k"),
            ("at = at + k", "at = at + k if last = 2 { at = mark }"),
            ("at = at + k", "at = k - at"),
            ("at = at + k", "at = at - k + 1"),
            ("k + far[me]", "k + far[opponent]"),
            // The entry holds an element.
            ("at: Cell = 1", "at: Cell or none = 1"),
            // No other move leads back.
            ("stuck =>", "move back when at > 3 { at = at - 1 } stuck =>"),
            ("stuck =>", "move home when at > 3 { at = mark } stuck =>"),
        ],
    );
}

/// A quotient, and the least of an entry and others, are no more than the entry.
#[test]
fn what_is_divided_falls_only_where_every_condition_holds() {
    let halve = "game \"Halve\" players A, B range Heap = 1..2 state { n[Heap]: 0..99 = 90 }
        move divide(h in Heap, k in 2..4) when n[h] > 0 { n[h] = n[h] / k }
        stuck => me loses";
    each_alone(
        halve,
        &proved,
        &[
            ("k in 2..4", "k in 1..4"),
            ("k in 2..4", "k in -2..4"),
            ("when n[h] > 0", "when n[h] >= 0"),
            ("n[h] / k", "n[3 - h] / k"),
        ],
    );
    let capped = "game \"Capped\" players A, B state { n: 0..99 = 90, left: 0..9 = 9 }
        move cap(k in 0..98) when left > 0 { left -= 1 n = min(n, k) } move drop when n > 0 { n -= 1 } stuck => me loses";
    each_alone(capped, &proved, &[("{ left -= 1 n = min(n, k) }", "{ left = min(left, k) n = min(n, k) }")]);
}

/// Known elements of different ranges are alike but for their numbers.
#[test]
fn a_step_begins_at_an_element_of_the_same_range() {
    let text = |range: &str, from: &str, step: &str| {
        format!(
            "game \"Two ranges\" players A, B range Cell = 1..10 range Deep = {range}
            state {{ at: Cell = 1, k: 0..1 = 0, over: bool }}
            move go(b in Deep) when b = {from} {{ at = 1 at = b {step} k = 1 - k }}
            move stop {{ over = true }}
            end when over => me wins stuck => me loses"
        )
    };
    for (range, from, step) in [("-99..-95", "-99", "+ 100"), ("20..25", "20", "- 19")] {
        let definition = program(&text(range, from, step));
        assert!(!proved(&definition), "{range}: {:?}", zug_analysis::ends(&definition));
    }
}
