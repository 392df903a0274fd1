//! The random lines of an estimate end where their work is done, and at a limit.

use crate::*;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use zug_game::{Expansion, Fault, Game, Player, Step};

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
