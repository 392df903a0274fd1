//! The subset dynamic program on games of taking elements: its census is that of the solver by
//! tiers, in all its parts.

use super::toys::Random;
use crate::*;
use zug_game::{Expansion, Fault, Game, Player, Step, Value};

/// Elements are taken in turns; the player who takes the last one of a box has a point, and may
/// move again.
struct Taking {
    elements: u32,
    boxes: Vec<u32>,
    again: bool,
    /// An element that may be taken only after the first one; that makes it a different game.
    barred: Option<u32>,
}

#[derive(Clone, Debug)]
struct At {
    taken: u32,
    mover: Player,
    points: Value,
}

impl Taking {
    fn random(random: &mut Random) -> Taking {
        let elements = 6 + random.below(5) as u32;
        let thing = |random: &mut Random| {
            (0..1 + random.below(4)).fold(0, |t, _| t | 1 << random.below(elements.into()))
        };
        let boxes = (0..random.below(7)).map(|_| thing(random)).collect();
        Taking { elements, boxes, again: random.below(2) == 0, barred: None }
    }

    fn all(&self) -> u32 {
        (1 << self.elements) - 1
    }

    fn subset_game(&self) -> SubsetGame {
        let (boxes, again) = (self.boxes.clone(), self.again);
        SubsetGame {
            bits: (0..self.elements).map(|element| 2 * element + 1).collect(),
            boxes,
            again,
            turn: 40,
        }
    }
}

impl Game for Taking {
    type Position = At;
    type Move = u32;
    type Key = (u32, Player);

    fn start(&self) -> At {
        At { taken: 0, mover: Player::First, points: 0 }
    }

    fn offset(&self, at: &At) -> Value {
        at.points
    }

    fn mover(&self, at: &At) -> Player {
        at.mover
    }

    fn expand(&self, at: &At, moves: &mut Vec<u32>) -> Result<Expansion, Fault> {
        let open = |element: &u32| at.taken >> element & 1 == 0;
        let may = |element: &u32| self.barred != Some(*element) || at.taken & 1 == 1;
        moves.extend((0..self.elements).filter(open).filter(may));
        Ok(if at.taken == self.all() { Expansion::Terminal(0) } else { Expansion::Moves })
    }

    fn play(&self, at: &At, element: &u32) -> Result<Step<At>, Fault> {
        let taken = at.taken | 1 << element;
        let done = |boxes: &&u32| **boxes & !taken == 0 && **boxes >> element & 1 == 1;
        let count = self.boxes.iter().filter(done).count() as Value;
        let reward = if at.mover == Player::First { count } else { -count };
        let mover = if self.again && count > 0 { at.mover } else { at.mover.other() };
        Ok(Step { position: At { taken, mover, points: at.points + reward }, reward })
    }

    fn key(&self, at: &At) -> (u32, Player) {
        (at.taken, at.mover)
    }

    fn full_key(&self, at: &At) -> (u32, Player) {
        (at.taken, at.mover)
    }
}

/// A position as every other bit of a number, and the turn.
struct Spread;

impl PositionIndexing<Taking> for Spread {
    type Code = u64;

    fn rank(&self, at: &At) -> u64 {
        let bits =
            (0..20).fold(0, |code, element| code | u64::from(at.taken >> element & 1) << (2 * element + 1));
        bits | u64::from(at.mover == Player::Second) << 40
    }

    fn unrank(&self, code: u64) -> At {
        let taken =
            (0..20).fold(0, |taken, element| taken | ((code >> (2 * element + 1) & 1) as u32) << element);
        let mover = if code >> 40 & 1 == 1 { Player::Second } else { Player::First };
        At { taken, mover, points: 0 }
    }

    fn tier(&self, at: &At) -> u64 {
        u64::from(at.taken.count_ones())
    }
}

/// The census without its memory and work.
fn essence(census: Census<u32>) -> Census<u32> {
    Census { table: 0, statistics: Statistics::default(), ..census }
}

#[test]
fn sets_and_tiers_tell_the_same_of_every_position() {
    let mut random = Random(77);
    for _ in 0..80 {
        let game = Taking::random(&mut random);
        let limits = Limits::default();
        let right = solve_strong(&game, &game.start(), &Spread, ValueDomain::Points, 1, &limits).unwrap();
        for threads in [1, 3] {
            let found = solve_subset_dp(&game, &game.start(), &Spread, &game.subset_game(), threads, &limits);
            assert_eq!(essence(found.unwrap()), essence(right.clone()), "{:?} {}", game.boxes, game.again);
        }
    }
}

#[test]
fn more_sets_than_fill_the_rows_of_a_chunk_are_told_the_same() {
    let mut random = Random(5);
    let boxes = (0..9).map(|_| (0..4).fold(0, |thing, _| thing | 1 << random.below(15))).collect();
    let game = Taking { elements: 15, boxes, again: true, barred: None };
    let limits = Limits::default();
    let right = solve_compact(&game, &game.start(), &Spread, ValueDomain::Points, 1, &limits).unwrap();
    let found = solve_subset_dp(&game, &game.start(), &Spread, &game.subset_game(), 2, &limits).unwrap();
    assert_eq!(essence(found), essence(right));
}

#[test]
fn a_game_that_is_not_what_was_said_is_refused() {
    let mut random = Random(3);
    let game = Taking { elements: 9, ..Taking::random(&mut random) };
    let limits = Limits::default();
    let refused = |game: &Taking, subset_game: &SubsetGame| {
        let found = solve_subset_dp(game, &game.start(), &Spread, subset_game, 1, &limits);
        assert!(matches!(found, Err(Stop::Unfit { .. })), "{found:?}");
    };
    let said = SubsetGame { boxes: vec![7], ..game.subset_game() };
    refused(&Taking { boxes: vec![7, 56], ..game }, &said);
    let game = Taking { elements: 9, boxes: vec![7], again: true, barred: None };
    refused(&game, &SubsetGame { again: false, ..game.subset_game() });
    refused(&Taking { barred: Some(4), boxes: vec![7], ..game }, &said);
}
