//! Carriers against plain play, on random monotone conditions.

use crate::{ColouringError, Condition, Elements, Joining, Limits, SetColouring, SetColouringSolver};
use std::collections::HashMap;
use zug_game::{Player, SplitMix64};

/// The most elements of a random game.
const MOST: usize = 8;

fn subset(random: &mut SplitMix64, elements: usize) -> Elements {
    Elements::from(random.word()) & ((1 << elements) - 1)
}

/// Elements joined at random, one way or both.
fn joining(random: &mut SplitMix64, elements: usize) -> Joining {
    let (mut after, mut before) = (vec![0; elements], vec![0; elements]);
    for _ in 0..random.below(3 * elements) {
        let (a, b) = (random.below(elements), random.below(elements));
        after[a] |= 1 << b;
        before[b] |= 1 << a;
        if random.below(2) == 0 {
            after[b] |= 1 << a;
            before[a] |= 1 << b;
        }
    }
    let side = |random: &mut SplitMix64| subset(random, elements) & subset(random, elements);
    Joining { after, before, from: side(random), to: side(random) }
}

fn condition(random: &mut SplitMix64, elements: usize, depth: usize) -> Condition {
    let inner = |random: &mut SplitMix64| {
        (0..1 + random.below(3)).map(|_| condition(random, elements, depth - 1)).collect()
    };
    match random.below(if depth == 0 { 5 } else { 9 }) {
        0..=2 => Condition::Joined(Box::new(joining(random, elements))),
        3 => Condition::AtLeast(1 + random.below(elements) as u32, subset(random, elements)),
        4 => Condition::AtLeast(random.below(3) as u32, subset(random, elements)),
        5 => Condition::All(inner(random)),
        6 | 7 => Condition::Some(inner(random)),
        _ => {
            let inner = condition(random, elements, depth - 1);
            Condition::Denied((1 << elements) - 1, Box::new(inner))
        }
    }
}

#[test]
fn what_completes_a_condition_is_what_makes_it_hold() {
    let mut random = SplitMix64(3);
    let mut found = [0; 3];
    for _ in 0..4000 {
        let elements = 1 + random.below(MOST);
        let each = condition(&mut random, elements, 2);
        let set = subset(&mut random, elements);
        let completing = each.completing(set);
        if each.holds(set) {
            assert_eq!(completing, !0, "{each:?} {set:b}");
            found[0] += 1;
            continue;
        }
        for element in 0..elements {
            let holds = each.holds(set | 1 << element);
            assert_eq!(completing >> element & 1 == 1, holds, "{each:?} {set:b} {element}");
            found[1 + usize::from(holds)] += 1;
        }
    }
    assert!(found.iter().all(|count| *count > 500), "{found:?}");
}

#[test]
fn a_condition_holds_in_each_lane_as_it_holds_alone() {
    let mut random = SplitMix64(5);
    for _ in 0..500 {
        let elements = 1 + random.below(MOST);
        let each = condition(&mut random, elements, 2);
        let mut owned = [0; 128];
        for lanes in owned.iter_mut().take(elements) {
            *lanes = Elements::from(random.word());
        }
        let lanes = each.lanes(&owned);
        for lane in 0..64 {
            let of = |element: &usize| owned[*element] >> lane & 1 == 1;
            let set = (0..elements).filter(of).fold(0, |all: Elements, element| all | 1 << element);
            assert_eq!(lanes >> lane & 1 == 1, each.holds(set), "{each:?} {set:b}");
        }
    }
}

type Values = HashMap<([Elements; 2], usize), i32>;

/// The value for who moves, by playing on: who has moved wins if his condition holds, and nobody
/// where all is taken.
fn plain(game: &SetColouring, taken: [Elements; 2], mover: usize, known: &mut Values) -> i32 {
    if let Some(value) = known.get(&(taken, mover)) {
        return *value;
    }
    let mut best = None;
    for element in (0..game.elements).filter(|element| (taken[0] | taken[1]) >> element & 1 == 0) {
        let mut next = taken;
        next[mover] |= 1 << element;
        let won = game.wins[mover].holds(next[mover]);
        best = best.max(Some(if won { 1 } else { -plain(game, next, 1 - mover, known) }));
    }
    let value = best.unwrap_or(0);
    known.insert((taken, mover), value);
    value
}

/// Asserts that who moves wins also where the other player has all free elements outside of a
/// carrier: whoever loses to a carrier of the other player's loses by every move outside of it.
fn wins_within(game: &SetColouring, taken: [Elements; 2], mover: usize, carrier: Elements) {
    let free = game.all() & !taken[0] & !taken[1];
    assert_eq!(carrier & !free, 0, "{game:?} {taken:?} {mover} {carrier:b}");
    let mut less = taken;
    less[1 - mover] |= free & !carrier;
    if game.wins[mover].holds(less[mover]) {
        return;
    }
    let value = plain(game, less, mover, &mut Values::new());
    assert_eq!(value, 1, "{game:?} {taken:?} {mover} {carrier:b}");
}

/// Compares all positions that are not over; counts those that are undecided, lost and won.
fn compare(game: &SetColouring, memo: u64, found: &mut [u32; 3]) {
    let mut solver = SetColouringSolver::new(game.clone(), memo, &Limits::default()).expect("it is sound");
    let mut known = Values::new();
    plain(game, [0, 0], 0, &mut known);
    plain(game, [0, 0], 1, &mut known);
    let mut positions: Vec<_> = known.into_iter().collect();
    positions.sort_unstable();
    for ((taken, mover), value) in positions {
        let player = if mover == 0 { Player::First } else { Player::Second };
        match solver.win(taken, player) {
            Ok(win) => {
                assert_eq!(value, if win.is_some() { 1 } else { -1 }, "{game:?} {taken:?} {mover}");
                found[1 + usize::from(win.is_some())] += 1;
                if let Some(carrier) = win {
                    wins_within(game, taken, mover, carrier);
                }
            }
            Err(ColouringError::Undecided { .. }) => found[0] += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// Of the conditions that begin to hold when something is taken.
fn goal(random: &mut SplitMix64, elements: usize) -> Condition {
    loop {
        let each = condition(random, elements, 2);
        if !each.holds(0) {
            return each;
        }
    }
}

#[test]
fn duals_are_decided_as_they_are_played() {
    let mut random = SplitMix64(11);
    let mut found = [0; 3];
    for round in 0..150 {
        let elements = 1 + random.below(6);
        let goal = goal(&mut random, elements);
        let denied = Condition::Denied((1 << elements) - 1, Box::new(goal.clone()));
        if denied.holds(0) {
            continue;
        }
        let wins = if round % 2 == 0 { [goal, denied] } else { [denied, goal] };
        compare(&SetColouring { elements, may_win: wins.clone(), wins }, 1 << 20, &mut found);
    }
    assert_eq!(found[0], 0, "of duals one holds in the end");
    assert!(found[1] > 1000 && found[2] > 1000, "{found:?}");
}

#[test]
fn races_are_decided_as_they_are_played_or_not_at_all() {
    let mut random = SplitMix64(13);
    let mut found = [0; 3];
    for _ in 0..300 {
        let elements = 1 + random.below(6);
        let wins = [goal(&mut random, elements), goal(&mut random, elements)];
        compare(&SetColouring { elements, may_win: wins.clone(), wins }, 1 << 20, &mut found);
    }
    assert!(found.iter().all(|count| *count > 1000), "{found:?}");
}

/// Hex, and the same answers with a table that keeps next to nothing.
#[test]
fn hex_is_decided_with_any_table() {
    let (columns, rows) = (4_usize, 3_usize);
    let cell = |x: usize, y: usize| y * columns + x;
    let elements = columns * rows;
    let mut near = vec![0; elements];
    for (x, y) in (0..elements).map(|at| (at % columns, at / columns)) {
        for (dx, dy) in [(2, 1), (0, 1), (1, 2), (1, 0), (0, 2), (2, 0)] {
            let (nx, ny) = ((x + dx).wrapping_sub(1), (y + dy).wrapping_sub(1));
            if nx < columns && ny < rows {
                near[cell(x, y)] |= 1 << cell(nx, ny);
            }
        }
    }
    let side = |of: &dyn Fn(usize, usize) -> bool| {
        (0..elements).filter(|at| of(at % columns, at / columns)).fold(0, |all: Elements, at| all | 1 << at)
    };
    let joined = |from: Elements, to: Elements| {
        Condition::Joined(Box::new(Joining { after: near.clone(), before: near.clone(), from, to }))
    };
    let wins = [
        joined(side(&|_, y| y == 0), side(&|_, y| y == rows - 1)),
        joined(side(&|x, _| x == 0), side(&|x, _| x == columns - 1)),
    ];
    let game = SetColouring { elements, may_win: wins.clone(), wins };
    for memo in [0, 1 << 24] {
        let mut solver =
            SetColouringSolver::new(game.clone(), memo, &Limits::default()).expect("it is sound");
        assert!(solver.win([0, 0], Player::First).is_ok_and(|win| win.is_some()));
        assert_eq!(solver.win([0, 0], Player::Second), Ok(None), "its way is longer");
    }
}

#[test]
fn what_is_no_game_is_refused() {
    let game = |elements: usize, condition: Condition| SetColouring {
        elements,
        wins: [condition.clone(), condition.clone()],
        may_win: [condition.clone(), condition],
    };
    let solver = |game| SetColouringSolver::new(game, 1 << 20, &Limits::default());
    assert!(solver(game(127, Condition::AtLeast(1, 1 << 126))).is_some());
    assert!(solver(game(128, Condition::Is(false))).is_none());
    assert!(solver(game(3, Condition::AtLeast(1, 1 << 3))).is_none());
    assert!(solver(game(3, Condition::Joined(Box::default()))).is_none());
    for (after, before, sound) in [(3, 3, true), (3, 2, false), (2, 3, false), (3, 4, false), (4, 3, false)] {
        let (after, before) = (vec![0; after], vec![0; before]);
        let joined = Joining { after, before, from: 0b001, to: 0b100 };
        assert_eq!(solver(game(3, Condition::Joined(Box::new(joined)))).is_some(), sound);
    }
}

/// Each player wins by one element of his own. Who moves takes his and wins, but the conditions do
/// not shut out each other: the other player could have had his element first.
#[test]
fn a_move_that_wins_at_once_is_not_told_where_the_other_condition_could_hold() {
    let wins = |second| [Condition::AtLeast(1, 0b01), Condition::AtLeast(second, 0b10)];
    let win = |second, mover| {
        let game = SetColouring { elements: 2, wins: wins(second), may_win: wins(second) };
        SetColouringSolver::new(game, 1 << 20, &Limits::default()).unwrap().win([0, 0], mover)
    };
    assert_eq!(win(1, Player::First), Err(ColouringError::Undecided { positions: 1 }));
    assert_eq!(win(1, Player::Second), Err(ColouringError::Undecided { positions: 1 }));
    // Two of a set of one element are never taken: the other condition never holds.
    assert_eq!(win(2, Player::First), Ok(Some(0b01)));
}

/// Each player needs five of nine elements, and the second has one: he wins whatever the first
/// takes, by what is left of the nine. So no other element is worth a try, however many there are.
#[test]
fn moves_outside_of_a_carrier_are_not_tried() {
    let of_nine = Condition::AtLeast(5, (1 << 9) - 1);
    let positions = |more: usize| {
        let wins = [of_nine.clone(), of_nine.clone()];
        let game = SetColouring { elements: 9 + more, may_win: wins.clone(), wins };
        let mut solver = SetColouringSolver::new(game, 1 << 20, &Limits::default()).unwrap();
        assert_eq!(solver.win([0, 1], Player::First), Ok(None));
        solver.statistics().positions
    };
    let few = positions(0);
    assert!(few > 50, "{few}");
    for more in [1, 2, 4, 8] {
        // The order of the moves is another, as it depends on chance.
        assert!(positions(more) <= few + few / 8, "{more}: {} for {few}", positions(more));
    }
}
