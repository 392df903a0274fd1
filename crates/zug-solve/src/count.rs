//! Counts sequences of moves and positions; computes no value.

use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Stop};
use crate::watch::Watch;
use rustc_hash::{FxBuildHasher, FxHashSet};
use zug_game::{Expansion, Game};

/// The greatest depth of [`perft`]; a list of so many counts still fits into memory.
pub const DEEPEST_COUNT: usize = 1 << 20;
/// A count to at most so many positions makes room for them at once.
const SOON: u64 = 1 << 15;

/// The number of sequences of 1, 2, .. `depth` moves (perft). Two moves that lead to the same
/// position count twice; play that is over goes no further.
///
/// # Errors
/// A limit, a fault with its line, a count beyond 64 bits, or a depth beyond 2^20.
pub fn perft<G: Game>(
    game: &G,
    position: &G::Position,
    depth: usize,
    limits: &Limits,
) -> Result<Vec<u64>, Stop<G::Move>> {
    if depth > DEEPEST_COUNT {
        return Err(Stop::overflow("the depth"));
    }
    let watch = Watch::new(limits);
    let counts = vec![0; depth];
    let mut walk = PerftSearch { game, watch, moves: Vec::new(), path: Vec::new(), counts, visited: 0 };
    if depth > 0
        && let Err(halt) = walk.below(position, 0)
    {
        let line = walk.path.into_iter().rev().collect();
        let statistics = Statistics { positions: walk.visited, ..Statistics::default() };
        return Err(match halt {
            Halt::Overflow => Stop::overflow("the number of sequences"),
            halt => halt.into_stop(line, (None, None), statistics),
        });
    }
    Ok(walk.counts)
}

struct PerftSearch<'a, G: Game> {
    game: &'a G,
    watch: Watch,
    moves: Vec<G::Move>,
    path: Vec<G::Move>,
    counts: Vec<u64>,
    visited: u64,
}

impl<G: Game> PerftSearch<'_, G> {
    fn below(&mut self, position: &G::Position, ply: usize) -> Result<(), Halt> {
        self.visited += 1;
        self.watch.depth()?;
        if self.visited.is_multiple_of(1 << 12) {
            self.watch.look(&Statistics { positions: self.visited, ..Statistics::default() })?;
        }
        let first = self.moves.len();
        if let Expansion::Terminal(_) = self.game.expand(position, &mut self.moves)? {
            return Ok(());
        }
        self.watch.after(self.moves.len() - first)?;
        let found = (self.moves.len() - first) as u64;
        self.counts[ply] = self.counts[ply].checked_add(found).ok_or(Halt::Overflow)?;
        for number in first..self.moves.len() {
            let play = self.moves[number].clone();
            self.play(position, &play, ply).inspect_err(|_| self.path.push(play))?;
        }
        self.moves.truncate(first);
        Ok(())
    }

    /// Plays a move at the last ply too: a move that faults is an error, not a sequence.
    fn play(&mut self, position: &G::Position, play: &G::Move, ply: usize) -> Result<(), Halt> {
        let step = self.game.play(position, play)?;
        if ply + 1 < self.counts.len() { self.below(&step.position, ply + 1) } else { Ok(()) }
    }
}

/// The moves that lead to a fault: it is met in the position behind them, or by one move more. The
/// count that met it keeps no moves, so this looks for it again, depth first.
fn line_to_fault<G: Game>(game: &G, position: &G::Position, limits: &Limits) -> Result<Vec<G::Move>, Halt> {
    let mut watch = Watch::new(limits);
    let mut known = FxHashSet::default();
    known.insert(game.full_key(position));
    let mut line = Vec::new();
    let mut open: Vec<(G::Position, Vec<G::Move>)> = Vec::new();
    let (mut next, mut listed) = (Some(position.clone()), 0);
    loop {
        if let Some(position) = next.take() {
            let mut moves = Vec::new();
            match game.expand(&position, &mut moves) {
                Err(_) => return Ok(line),
                Ok(Expansion::Terminal(_)) => moves.clear(),
                Ok(Expansion::Moves) => {}
            }
            watch.after(moves.len())?;
            listed += moves.len();
            open.push((position, moves));
            let keys = known.capacity() * 3 * size_of::<G::Key>();
            let path = open.capacity() * size_of::<(G::Position, Vec<G::Move>)>();
            watch.memory((keys + path + 2 * listed * size_of::<G::Move>()) as u64)?;
        }
        let Some((position, moves)) = open.last_mut() else { return Ok(line) };
        match moves.pop() {
            None => {
                open.pop();
                line.pop();
            }
            Some(play) => {
                listed -= 1;
                let Ok(step) = game.play(position, &play) else { return Ok(line) };
                if known.insert(game.full_key(&step.position)) {
                    line.push(play);
                    next = Some(step.position);
                }
            }
        }
    }
}

/// The number of reachable positions, the given one included, distinguished by [`Game::full_key`].
pub fn reachable<G: Game>(game: &G, position: &G::Position, limits: &Limits) -> Result<u64, Stop<G::Move>> {
    let mut watch = Watch::new(limits);
    let room = limits.positions.filter(|most| *most <= SOON).unwrap_or(0);
    let mut known = FxHashSet::with_capacity_and_hasher(room as usize, FxBuildHasher);
    let mut open = vec![position.clone()];
    known.insert(game.full_key(position));
    let mut moves = Vec::new();
    let mut statistics = Statistics::default();
    let mut looked = 0_u64;
    let start = position;
    // Without its moves a fault cannot be told: where a limit ends the search for them, that is.
    let into_stop = |halt: Halt, statistics| {
        let found =
            if matches!(halt, Halt::Fault(_)) { line_to_fault(game, start, limits) } else { Ok(Vec::new()) };
        match found {
            Ok(line) => halt.into_stop(line, (None, None), statistics),
            Err(limit) => limit.into_stop(Vec::new(), (None, None), statistics),
        }
    };
    while let Some(position) = open.pop() {
        statistics.positions = known.len() as u64;
        let each = size_of::<G::Position>().saturating_add(3 * size_of::<G::Key>());
        let bytes = (known.capacity() as u64).saturating_mul(each as u64);
        statistics.bytes = bytes;
        looked += 1;
        let look = if looked % 1024 == 1 { watch.look(&statistics) } else { Ok(()) };
        look.and(watch.memory(bytes)).map_err(|halt| into_stop(halt, statistics))?;
        moves.clear();
        let expand =
            game.expand(&position, &mut moves).map_err(|fault| into_stop(fault.into(), statistics))?;
        if let Expansion::Terminal(_) = expand {
            continue;
        }
        watch.after(moves.len()).map_err(|halt| into_stop(halt, statistics))?;
        for play in &moves {
            let step = game.play(&position, play).map_err(|fault| into_stop(fault.into(), statistics))?;
            if known.insert(game.full_key(&step.position)) {
                open.push(step.position);
            }
        }
    }
    Ok(known.len() as u64)
}
