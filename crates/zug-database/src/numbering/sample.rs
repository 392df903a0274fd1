//! A sample of positions of every tier, by random moves from the first one.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use zug_game::{Expansion, Game, SplitMix64};
use zug_solve::PositionIndexing;

/// Positions of a tier that are kept.
const KEPT: usize = 1 << 11;
/// Random moves from positions of a tier.
const MOVES: usize = 1 << 12;
/// Random moves of all tiers together.
const ALL: usize = 1 << 18;
/// What every sample begins with, so that all runs have the same.
const SEED: u64 = 0x7a75_6721;

/// Codes of some positions of each tier.
pub(crate) type Sample = BTreeMap<u64, Vec<u128>>;

/// Some positions of a tier: of all that were offered, each with the same probability.
#[derive(Debug, Default)]
struct Reservoir {
    codes: Vec<u128>,
    offered: usize,
}

impl Reservoir {
    fn offer(&mut self, code: u128, random: &mut SplitMix64) {
        self.offered += 1;
        if self.codes.len() < KEPT {
            self.codes.push(code);
        } else if let Some(place) = self.codes.get_mut(random.below(self.offered)) {
            *place = code;
        }
    }
}

/// The sample of a game: the same on every run. Where a position or a move has a fault, play ends
/// there; whoever lists all positions meets and tells it.
pub(crate) fn sample<G: Game, I: PositionIndexing<G>>(game: &G, indexing: &I, start: &G::Position) -> Sample {
    let mut random = SplitMix64(SEED);
    let mut pools: BTreeMap<u64, Reservoir> = BTreeMap::new();
    let first = indexing.tier(start);
    pools.entry(first).or_default().offer(number(indexing, start), &mut random);
    let (mut tier, mut left) = (Some(first), ALL);
    while let Some(now) = tier.filter(|_| left > 0) {
        let many = MOVES.min(left);
        left -= many;
        for _ in 0..many {
            let Some(next) = random_move(game, indexing, &pools[&now].codes, &mut random) else { continue };
            pools.entry(indexing.tier(&next)).or_default().offer(number(indexing, &next), &mut random);
        }
        tier = pools.range(now + 1..).next().map(|(&tier, _)| tier);
    }
    pools.into_iter().map(|(tier, pool)| (tier, different(pool.codes))).collect()
}

fn number<G: Game, I: PositionIndexing<G>>(indexing: &I, position: &G::Position) -> u128 {
    zug_solve::PositionCode::number(indexing.rank(position))
}

/// The position after a random move from one of these.
fn random_move<G: Game, I: PositionIndexing<G>>(
    game: &G,
    indexing: &I,
    codes: &[u128],
    random: &mut SplitMix64,
) -> Option<G::Position> {
    let code = *codes.get(random.below(codes.len()))?;
    let position = indexing.unrank(zug_solve::PositionCode::cut(code));
    let mut moves = Vec::new();
    if game.expand(&position, &mut moves) != Ok(Expansion::Moves) {
        return None;
    }
    let play = moves.get(random.below(moves.len()))?;
    game.play(&position, play).ok().map(|step| step.position)
}

/// The codes without repetitions, in the order in which they were found.
fn different(codes: Vec<u128>) -> Vec<u128> {
    let mut known = FxHashMap::default();
    codes.into_iter().filter(|&code| known.insert(code, ()).is_none()).collect()
}
