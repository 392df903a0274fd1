//! Games of taking elements, solved by their sets: the census of the solver by tiers, in all its parts.

use super::toys::Random;
use crate::*;
use zug_game::{Fault, Game, Player, Step, Value, Visit};

/// Elements are taken by turns; who takes the last one of a thing has a point, and may move again.
struct Taking {
    elements: u32,
    things: Vec<u32>,
    again: bool,
    /// An element that may be taken only after the first one: then this is another game.
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
        let things = (0..random.below(7)).map(|_| thing(random)).collect();
        Taking { elements, things, again: random.below(2) == 0, barred: None }
    }

    fn all(&self) -> u32 {
        (1 << self.elements) - 1
    }

    fn filling(&self) -> Filling {
        let (things, again) = (self.things.clone(), self.again);
        Filling { bits: (0..self.elements).map(|element| 2 * element + 1).collect(), things, again, turn: 40 }
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

    fn visit(&self, at: &At, moves: &mut Vec<u32>) -> Result<Visit, Fault> {
        let open = |element: &u32| at.taken >> element & 1 == 0;
        let may = |element: &u32| self.barred != Some(*element) || at.taken & 1 == 1;
        moves.extend((0..self.elements).filter(open).filter(may));
        Ok(if at.taken == self.all() { Visit::Terminal(0) } else { Visit::Moves })
    }

    fn play(&self, at: &At, element: &u32) -> Result<Step<At>, Fault> {
        let taken = at.taken | 1 << element;
        let done = |things: &&u32| **things & !taken == 0 && **things >> element & 1 == 1;
        let count = self.things.iter().filter(done).count() as Value;
        let gain = if at.mover == Player::First { count } else { -count };
        let mover = if self.again && count > 0 { at.mover } else { at.mover.other() };
        Ok(Step { position: At { taken, mover, points: at.points + gain }, gain })
    }

    fn key(&self, at: &At) -> (u32, Player) {
        (at.taken, at.mover)
    }

    fn whole(&self, at: &At) -> (u32, Player) {
        (at.taken, at.mover)
    }
}

/// Every other bit, and the turn.
struct Spread;

impl Scheme<Taking> for Spread {
    type Code = u64;

    fn code(&self, at: &At) -> u64 {
        let bits =
            (0..20).fold(0, |code, element| code | u64::from(at.taken >> element & 1) << (2 * element + 1));
        bits | u64::from(at.mover == Player::Second) << 40
    }

    fn position(&self, code: u64) -> At {
        let taken =
            (0..20).fold(0, |taken, element| taken | ((code >> (2 * element + 1) & 1) as u32) << element);
        let mover = if code >> 40 & 1 == 1 { Player::Second } else { Player::First };
        At { taken, mover, points: 0 }
    }

    fn tier(&self, at: &At) -> u64 {
        u64::from(at.taken.count_ones())
    }
}

/// All of it but what depends on the way.
fn told(census: Census<u32>) -> Census<u32> {
    Census { table: 0, statistics: Statistics::default(), ..census }
}

#[test]
fn sets_and_tiers_tell_the_same_of_every_position() {
    let mut random = Random(77);
    for _ in 0..80 {
        let game = Taking::random(&mut random);
        let limits = Limits::default();
        let right = solve_strong(&game, &game.start(), &Spread, Worth::Points, 1, &limits).unwrap();
        for threads in [1, 3] {
            let found = solve_filling(&game, &game.start(), &Spread, &game.filling(), threads, &limits);
            assert_eq!(told(found.unwrap()), told(right.clone()), "{:?} {}", game.things, game.again);
        }
    }
}

#[test]
fn more_sets_than_fill_the_rows_of_a_chunk_are_told_the_same() {
    let mut random = Random(5);
    let things = (0..9).map(|_| (0..4).fold(0, |thing, _| thing | 1 << random.below(15))).collect();
    let game = Taking { elements: 15, things, again: true, barred: None };
    let limits = Limits::default();
    let right = solve_compact(&game, &game.start(), &Spread, Worth::Points, 1, &limits).unwrap();
    let found = solve_filling(&game, &game.start(), &Spread, &game.filling(), 2, &limits).unwrap();
    assert_eq!(told(found), told(right));
}

#[test]
fn a_game_that_is_not_what_was_said_is_refused() {
    let mut random = Random(3);
    let game = Taking { elements: 9, ..Taking::random(&mut random) };
    let limits = Limits::default();
    let refused = |game: &Taking, filling: &Filling| {
        let found = solve_filling(game, &game.start(), &Spread, filling, 1, &limits);
        assert!(matches!(found, Err(Stop::Unfit { .. })), "{found:?}");
    };
    let said = Filling { things: vec![7], ..game.filling() };
    refused(&Taking { things: vec![7, 56], ..game }, &said);
    let game = Taking { elements: 9, things: vec![7], again: true, barred: None };
    refused(&game, &Filling { again: false, ..game.filling() });
    refused(&Taking { barred: Some(4), things: vec![7], ..game }, &said);
}
