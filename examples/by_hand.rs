//! A game written by hand in Rust, solved by the code that solves definitions:
//! `cargo run --example by_hand -- 3 4 5`.
//!
//! Nim: some heaps of stones; a move takes any number of stones from one heap; who takes the last
//! stone wins. To solve a game, implement `zug_game::Game` for it: where play begins, whose turn it
//! is, whether play is over or else the legal moves, what a move does, and a key that tells
//! positions apart. Values are told from the first player's side.

use zug_game::{Expansion, Fault, Game, Player, Step};
use zug_solve::{
    AlphaBetaOptions, Limits, SolveQuestion, on_deep_stack, perft, reachable, solve_alphabeta,
    solve_retrograde,
};

/// Up to seven heaps of up to 255 stones.
struct Nim {
    heaps: Vec<u8>,
}

/// Heap `i` in byte `i`, whose turn it is in the last byte: 3, 4, 5 at the start is
/// `0x0000_0000_0005_0403`.
type Position = u64;

const TURN: u32 = 56;
const STONES: u64 = (1 << TURN) - 1;

/// So many stones from this heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take {
    heap: usize,
    stones: u8,
}

impl Game for Nim {
    type Position = Position;
    type Move = Take;
    type Key = u64;

    fn start(&self) -> Position {
        self.heaps.iter().enumerate().map(|(i, &stones)| u64::from(stones) << (8 * i)).sum()
    }

    fn mover(&self, position: &Position) -> Player {
        if position >> TURN == 0 { Player::First } else { Player::Second }
    }

    fn expand(&self, position: &Position, moves: &mut Vec<Take>) -> Result<Expansion, Fault> {
        if position & STONES == 0 {
            // Whoever is to move did not take the last stone.
            return Ok(Expansion::Terminal(if self.mover(position) == Player::First { -1 } else { 1 }));
        }
        for heap in 0..self.heaps.len() {
            let left = (position >> (8 * heap)) as u8;
            moves.extend((1..=left).map(|stones| Take { heap, stones }));
        }
        Ok(Expansion::Moves)
    }

    fn play(&self, position: &Position, take: &Take) -> Result<Step<Position>, Fault> {
        let left = position - (u64::from(take.stones) << (8 * take.heap));
        Ok(Step { position: left ^ (1 << TURN), reward: 0 })
    }

    fn key(&self, position: &Position) -> u64 {
        *position
    }

    fn full_key(&self, position: &Position) -> u64 {
        *position
    }
}

fn main() {
    let heaps: Vec<u8> = std::env::args().skip(1).filter_map(|heap| heap.parse().ok()).take(7).collect();
    let nim = Nim { heaps: if heaps.is_empty() { vec![3, 4, 5] } else { heaps } };
    // Search goes as deep as play is long, so it wants a deep stack.
    on_deep_stack(|| tell(&nim));
}

fn tell(nim: &Nim) {
    let limits = Limits::default();
    let start = nim.start();
    let question = SolveQuestion::ALL;
    match solve_alphabeta(nim, &start, question, &limits, AlphaBetaOptions::default()) {
        Ok(found) => {
            let winner = if found.value > 0 { "the first player" } else { "the second player" };
            println!("{winner} wins in {} plies", found.distance.unwrap_or(0));
            println!("moves that keep the value: {:?}", found.best);
            println!("a line of best play: {:?}", found.line);
            println!("searched {} positions", found.statistics.positions);
        }
        Err(stop) => println!("not solved: {stop:?}"),
    }
    // The same from the ends backwards, which would also do where positions repeat.
    let again = solve_retrograde(nim, &start, question, &limits).map(|found| (found.value, found.distance));
    println!("backwards: {again:?}");
    println!("positions: {:?}", reachable(nim, &start, &limits));
    println!("move sequences: {:?}", perft(nim, &start, 3, &limits));
}
