//! The random lines of an estimate end where their work is done, and at a limit.

use crate::*;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use zug_game::{CanonicalForm, Expansion, Fault, Game, Player, Step};

/// The only move of a chain; counts how often it is compared with itself.
#[derive(Clone, Debug)]
struct On;

thread_local! {
    static COMPARED: Cell<u64> = const { Cell::new(0) };
}

impl PartialEq for On {
    fn eq(&self, _: &On) -> bool {
        COMPARED.with(|compared| compared.set(compared.get() + 1));
        true
    }
}

/// Positions in a row, with one move to the next one each.
struct Chain;

impl Game for Chain {
    type Position = u64;
    type Move = On;
    type Key = [u64; 1];

    fn start(&self) -> u64 {
        0
    }
    fn mover(&self, _: &u64) -> Player {
        Player::First
    }
    fn expand(&self, _: &u64, moves: &mut Vec<On>) -> Result<Expansion, Fault> {
        moves.push(On);
        Ok(Expansion::Moves)
    }
    fn play(&self, at: &u64, _: &On) -> Result<Step<u64>, Fault> {
        Ok(Step { position: at + 1, reward: 0 })
    }
    fn key(&self, at: &u64) -> [u64; 1] {
        [*at]
    }
    fn full_key(&self, at: &u64) -> [u64; 1] {
        [*at]
    }
}

/// Other orders of so long a line are too much work at its first ply.
#[test]
fn a_long_line_is_not_replayed_in_other_orders() {
    let sample = SampleSize { positions: 2_500, lines: 3, plies: 10 };
    let found = estimate(&Chain, &0, sample, &Limits::default()).expect("an estimate");
    assert!(COMPARED.with(Cell::get) < 1 << 28, "{}", COMPARED.with(Cell::get));
    // The ten plies of one line were counted after 2,501 listed positions.
    assert!((10_f64.powf(found.at_most) - 2_511.0).abs() < 0.5, "{}", 10_f64.powf(found.at_most));
}

/// Cells are filled in any order; whoever goes on beyond the listing is interrupted.
struct Cells {
    interrupted: Arc<AtomicBool>,
    /// How often the first position was expanded.
    begun: Cell<u32>,
    /// Moves that were played after the interruption.
    late: Cell<u64>,
}

const CELLS: u32 = 120;

impl Game for Cells {
    type Position = u128;
    type Move = u32;
    type Key = [u128; 1];

    fn start(&self) -> u128 {
        0
    }
    fn mover(&self, _: &u128) -> Player {
        Player::First
    }
    fn expand(&self, at: &u128, moves: &mut Vec<u32>) -> Result<Expansion, Fault> {
        self.begun.set(self.begun.get() + u32::from(*at == 0));
        moves.extend((0..CELLS).filter(|cell| at >> cell & 1 == 0));
        Ok(if moves.is_empty() { Expansion::Terminal(0) } else { Expansion::Moves })
    }
    fn play(&self, at: &u128, cell: &u32) -> Result<Step<u128>, Fault> {
        // The first position is listed, then the lines from the start begin there, then the line
        // that goes on from the listing.
        if self.begun.get() > 2 && at.count_ones() > 60 {
            self.interrupted.store(true, Relaxed);
        }
        self.late.set(self.late.get() + u64::from(self.interrupted.load(Relaxed)));
        Ok(Step { position: at | 1 << cell, reward: 0 })
    }
    fn key(&self, at: &u128) -> [u128; 1] {
        [*at]
    }
    fn full_key(&self, at: &u128) -> [u128; 1] {
        [*at]
    }
}

#[test]
fn an_interruption_ends_a_line_that_is_replayed_in_other_orders() {
    let game = Cells { interrupted: Arc::default(), begun: Cell::new(0), late: Cell::new(0) };
    let limits = Limits { stop: Some(Arc::clone(&game.interrupted)), ..Limits::default() };
    let sample = SampleSize { positions: 1_000, lines: 1, plies: 400 };
    let found = estimate(&game, &0, sample, &limits);
    assert!(matches!(found, Err(Stop::Limit { which: LimitKind::Interrupted, .. })), "{found:?}");
    assert!(game.late.get() < 2_000, "{}", game.late.get());
}

/// A tree of which every position at a ply has the same number of moves. It looks the same from the
/// other side.
struct Tree {
    moves: Vec<u64>,
    /// How often positions were expanded.
    expanded: Cell<u64>,
}

impl Tree {
    fn new(moves: &[u64]) -> Tree {
        Tree { moves: moves.to_vec(), expanded: Cell::new(0) }
    }

    /// The positions after so many plies.
    fn layer(&self, ply: usize) -> u64 {
        self.moves[..ply].iter().product()
    }

    fn layers(&self) -> Vec<u64> {
        (0..=self.moves.len()).map(|ply| self.layer(ply)).collect()
    }
}

impl Game for Tree {
    type Position = (usize, u64);
    type Move = u64;
    type Key = [u64; 2];

    fn start(&self) -> (usize, u64) {
        (0, 0)
    }
    fn mover(&self, _: &(usize, u64)) -> Player {
        Player::First
    }
    fn expand(&self, (ply, _): &(usize, u64), moves: &mut Vec<u64>) -> Result<Expansion, Fault> {
        self.expanded.set(self.expanded.get() + 1);
        moves.extend(0..self.moves.get(*ply).copied().unwrap_or(0));
        Ok(if moves.is_empty() { Expansion::Terminal(0) } else { Expansion::Moves })
    }
    fn play(&self, (ply, at): &(usize, u64), play: &u64) -> Result<Step<(usize, u64)>, Fault> {
        Ok(Step { position: (ply + 1, at * self.moves[*ply] + play), reward: 0 })
    }
    fn key(&self, (ply, at): &(usize, u64)) -> [u64; 2] {
        [*ply as u64, *at]
    }
    fn full_key(&self, at: &(usize, u64)) -> [u64; 2] {
        self.key(at)
    }
    fn canonical(&self, (ply, at): &(usize, u64)) -> CanonicalForm<[u64; 2]> {
        let mirrored = self.layer(*ply) - 1 - at;
        CanonicalForm { key: [*ply as u64, mirrored.min(*at)], colour_swapped: false }
    }
}

fn sampled(game: &Tree, positions: usize) -> SizeEstimate {
    let sample = SampleSize { positions, lines: 5, plies: 100 };
    estimate(game, &game.start(), sample, &Limits::default()).expect("an estimate")
}

fn assert_power(logarithm: f64, number: u64, what: &str) {
    assert!((10_f64.powf(logarithm) / number as f64 - 1.0).abs() < 1e-6, "{what}: {logarithm}, {number}");
}

/// Compares the figures with those of the tree, of which so many layers are listed.
fn assert_figures(game: &Tree, listed: usize) {
    let (layers, plies) = (game.layers(), game.moves.len());
    let (all, known): (u64, u64) = (layers.iter().sum(), layers[..listed].iter().sum());
    let (last, complete) = (layers[listed - 1], listed == layers.len());
    let found = sampled(game, if complete { known } else { known - 1 } as usize);
    let what = format!("{:?}, {listed} layers: {found:?}", game.moves);
    assert_eq!((&found.layers[..], found.complete), (&layers[..listed], complete), "{what}");
    assert_power(found.positions, all, &what);
    assert_power(found.at_most, all, &what);
    assert_power(found.lines.expect("no line was given up"), layers[plies], &what);
    assert_power(found.widest, layers[plies], &what);
    assert_eq!(found.plies, plies as f64, "{what}");
    // The last layer that is listed is not expanded, or has no moves.
    let moves = (known - 1) as f64 / (known - last) as f64;
    assert!((found.moves - moves).abs() < 1e-9, "{what}");
    // The first position alone has no other as its image.
    let (of, forms) = if complete { (all, all.div_ceil(2)) } else { (last, last / 2) };
    assert!((found.alike - (of as f64 / forms as f64).log10()).abs() < 1e-9, "{what}");
}

/// The growth of the layers lies on a straight line, and all random lines weigh the same: so every
/// figure is exact, wherever the listing ended.
#[test]
fn the_figures_of_a_tree_are_those_of_the_tree() {
    let trees: [&[u64]; 4] = [&[16, 8, 4, 2], &[32, 16, 8, 4, 2], &[4; 6], &[2; 9]];
    for game in trees.map(Tree::new) {
        (4..=game.moves.len() + 1).for_each(|listed| assert_figures(&game, listed));
    }
}

/// Each listed position is expanded once, and each random line from the start once more; a listing
/// that is complete leaves nothing to sample.
#[test]
fn a_complete_listing_is_sampled_from_the_start_alone() {
    let game = Tree::new(&[3, 2, 2]);
    let found = sampled(&game, 1000);
    assert!(found.complete);
    assert_eq!(game.expanded.get(), 1 + 3 + 6 + 12 + 5 * 4);
}

#[test]
fn sequences_are_not_told_where_a_line_was_given_up_or_none_was_played() {
    let game = Tree::new(&[3, 2, 2]);
    let lines = |lines, plies| {
        let sample = SampleSize { positions: 3, lines, plies };
        estimate(&game, &game.start(), sample, &Limits::default()).expect("an estimate").lines
    };
    assert_power(lines(5, 4).expect("all lines end"), 12, "sequences");
    assert_eq!((lines(5, 3), lines(5, 2), lines(0, 4)), (None, None, None));
}
