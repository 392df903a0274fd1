//! Decides whether symmetric positions are listed as one: where forms take longer than the
//! positions that they save, every position is listed.
//!
//! A sample of the first positions, breadth first, shows how many of them share a form. All is
//! counted, nothing is timed, so every run decides alike.

use rustc_hash::FxHashSet;
use zug_game::breakage::threshold;
use zug_game::{Expansion, Game};

/// Look-ups in the time of one move of a listing.
const MOVE: u64 = 64;
/// Positions of a sample.
const SAMPLE: u64 = 1 << 11;

/// Whether forms save more than they take.
pub(super) fn forms_pay<G: Game>(game: &G, start: &G::Position) -> bool {
    let cost = game.canonical_cost();
    if cost <= MOVE {
        return cost > 0;
    }
    let positions = first_positions(game, start);
    let forms: FxHashSet<G::Key> = positions.iter().map(|each| game.canonical(each).key).collect();
    let (all, forms) = (positions.len() as u64, forms.len() as u64);
    cost.saturating_mul(forms) <= MOVE * (all - forms)
}

/// The first positions of a breadth-first search, as far as no move meets a fault.
fn first_positions<G: Game>(game: &G, start: &G::Position) -> Vec<G::Position> {
    let mut seen = FxHashSet::from_iter([game.key(start)]);
    let mut positions = vec![start.clone()];
    let (mut at, mut moves) = (0, Vec::new());
    let most = threshold(SAMPLE, 16) as usize;
    while at < positions.len() && positions.len() < most {
        let position = positions[at].clone();
        at += 1;
        moves.clear();
        let Ok(expansion) = game.expand(&position, &mut moves) else { return positions };
        if let Expansion::Terminal(_) = expansion {
            continue;
        }
        for play in &moves {
            let Ok(step) = game.play(&position, play) else { return positions };
            if seen.insert(game.key(&step.position)) {
                positions.push(step.position);
            }
        }
    }
    positions
}
