//! Kalah and Dots and Boxes: games of points in which a player may move again.

use super::scoring::{self, Look, Way};
use super::{Key, Kinds};

/// Bits of a pit in a key.
const PIT: u32 = 6;

/// Kalah with up to five pits and without captures of nothing. Pits are counted round the board:
/// those of the first player, their store, those of the second, their store.
pub fn kalah(pits: usize, seeds: u64) -> Kinds {
    let all = 2 * pits + 2;
    let stores = [pits, all - 1];
    let playing: Vec<usize> = (0..all).filter(|pit| !stores.contains(pit)).collect();
    let key =
        |board: &[u64], turn: usize| playing.iter().fold(turn as u64, |key, &pit| key << PIT | board[pit]);
    let rules = |at: Key| {
        let (mut board, mut rest) = (vec![0; all], at);
        for &pit in playing.iter().rev() {
            board[pit] = rest & ((1 << PIT) - 1);
            rest >>= PIT;
        }
        let turn = rest as usize;
        let own = turn * (pits + 1)..turn * (pits + 1) + pits;
        let (south, north): (u64, u64) = (board[..pits].iter().sum(), board[pits + 1..all - 1].iter().sum());
        let mut look = Look { turn, last: south as i64 - north as i64, ways: Vec::new() };
        if south == 0 || north == 0 {
            return look;
        }
        for from in own.clone().filter(|&pit| board[pit] > 0) {
            let (mut after, mut at) = (board.clone(), from);
            after[from] = 0;
            for _ in 0..board[from] {
                at = (at + 1) % all;
                if at == stores[1 - turn] {
                    at = (at + 1) % all;
                }
                after[at] += 1;
            }
            if own.contains(&at) && after[at] == 1 && after[all - 2 - at] > 0 {
                after[stores[turn]] += 1 + after[all - 2 - at];
                after[at] = 0;
                after[all - 2 - at] = 0;
            }
            let gain = after[stores[turn]] as i64;
            let next = if at == stores[turn] { turn } else { 1 - turn };
            look.ways.push(Way { gain: if turn == 0 { gain } else { -gain }, next: key(&after, next) });
        }
        look
    };
    scoring::kinds(key(&vec![seeds; all], 0), &rules)
}

/// Dots and Boxes, of so many columns and rows of boxes.
pub fn dots_and_boxes(columns: usize, rows: usize) -> Kinds {
    let flat = columns * (rows + 1);
    let edges = flat + (columns + 1) * rows;
    let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let boxes = places.map(|(x, y)| {
        let (south, west) = (x + columns * y, flat + x + (columns + 1) * y);
        [south, south + columns, west, west + 1].into_iter().map(|edge| 1u64 << edge).sum()
    });
    let boxes: Vec<u64> = boxes.collect();
    let rules = |at: Key| {
        let (drawn, turn) = (at & ((1 << edges) - 1), (at >> 60) as usize);
        let closed = |drawn: u64| boxes.iter().filter(|edges| drawn & **edges == **edges).count() as i64;
        let ways = (0..edges).map(|edge| 1u64 << edge).filter(|edge| drawn & edge == 0).map(|edge| {
            let gain = closed(drawn | edge) - closed(drawn);
            let next = if gain > 0 { turn } else { 1 - turn } as u64;
            Way { gain: if turn == 0 { gain } else { -gain }, next: drawn | edge | next << 60 }
        });
        Look { turn, last: 0, ways: ways.collect() }
    };
    scoring::kinds(0, &rules)
}
