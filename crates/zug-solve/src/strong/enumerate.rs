//! Forward enumeration: lists every reachable position, tier by tier, the lowest first; a tier is expanded until its frontier is empty.
//!
//! A tier is complete when all lower ones are expanded and its own moves lead to nothing new. Where moves lead is gathered in
//! buckets, one for each higher tier, sorted now and then so that what comes twice takes no room.

use crate::limits::Halt;
use crate::strong::compressed_keys::{CompressedKeys, PositionCode};
use crate::strong::table::{PositionIndexing, TierTable};
use crate::strong::threads::divide;
use crate::strong::variable_width::VariableWidth;
use crate::strong::{BATCH, Broken, StrongRun};
use std::collections::BTreeMap;
use zug_game::{Expansion, Game};

/// Codes gathered for a tier.
#[derive(Debug, Default)]
struct TierBucket<C> {
    codes: Vec<C>,
    /// So many from the beginning are sorted and different.
    clean: usize,
}

impl<C: PositionCode> TierBucket<C> {
    /// Takes a sorted list in.
    fn take(&mut self, more: &[C]) {
        self.codes.extend_from_slice(more);
        if self.codes.len() > 2 * self.clean + BATCH {
            self.clean();
        }
    }

    fn clean(&mut self) {
        if self.clean < self.codes.len() {
            // The stable sort merges the runs that are there.
            self.codes.sort();
            self.codes.dedup();
            self.clean = self.codes.len();
        }
    }
}

/// Where moves lead: for each tier, codes.
type Successors<C> = Vec<(u64, Vec<C>)>;

/// Where the moves of some positions lead.
struct ExpandedBatch<C> {
    found: Successors<C>,
    terminal: u64,
}

impl<G: Game, S: PositionIndexing<G>> StrongRun<'_, G, S>
where
    G: Sync,
{
    /// Fills the table with tiers that are listed and not solved.
    pub(super) fn enumerate(&mut self, start: &G::Position) -> Result<(), Broken<S::Code>> {
        let mut buckets = BTreeMap::new();
        let first = TierBucket { codes: vec![self.indexing.rank(start)], clean: 0 };
        buckets.insert(self.indexing.tier(start), first);
        while let Some((number, mut bucket)) = buckets.pop_first() {
            bucket.clean();
            let mut known = bucket.codes;
            let completed = self.complete(number, &mut known, &mut buckets);
            let keys = CompressedKeys::of(&known).ok_or(Halt::TooMany)?;
            self.table.tiers.push(TierTable { number, keys, encoded_values: VariableWidth::default() });
            self.statistics.positions += known.len() as u64;
            completed?;
            self.look(waiting(&buckets))?;
        }
        Ok(())
    }

    /// Adds what is reached inside a tier, until nothing new comes.
    fn complete(
        &mut self,
        number: u64,
        known: &mut Vec<S::Code>,
        buckets: &mut BTreeMap<u64, TierBucket<S::Code>>,
    ) -> Result<(), Broken<S::Code>> {
        let mut new = self.expand(number, known, buckets)?;
        while !new.is_empty() {
            new.sort();
            new.dedup();
            new.retain(|code| known.binary_search(code).is_err());
            known.extend_from_slice(&new);
            known.sort();
            new = self.expand(number, &new, buckets)?;
        }
        Ok(())
    }

    /// Puts where moves lead into buckets; returns what stays in the tier.
    fn expand(
        &mut self,
        number: u64,
        codes: &[S::Code],
        buckets: &mut BTreeMap<u64, TierBucket<S::Code>>,
    ) -> Result<Vec<S::Code>, Broken<S::Code>> {
        let mut staying = Vec::new();
        for batch in codes.chunks(BATCH * self.threads) {
            let (game, indexing) = (self.game, self.indexing);
            let made = divide(self.threads, batch, |_, piece| expand_piece(game, indexing, number, piece));
            for piece in made {
                let piece = piece?;
                self.statistics.terminal += piece.terminal;
                for (tier, codes) in piece.found {
                    if tier == number {
                        staying.extend(codes);
                    } else {
                        buckets.entry(tier).or_default().take(&codes);
                    }
                }
            }
            self.look(waiting(buckets) + (codes.len() + staying.len()) as u64 * size_of::<S::Code>() as u64)?;
        }
        Ok(staying)
    }
}

/// Bytes that buckets take.
fn waiting<C>(buckets: &BTreeMap<u64, TierBucket<C>>) -> u64 {
    buckets.values().map(|bucket| (bucket.codes.capacity() * size_of::<C>()) as u64).sum()
}

fn expand_piece<G: Game, S: PositionIndexing<G>>(
    game: &G,
    indexing: &S,
    number: u64,
    codes: &[S::Code],
) -> Result<ExpandedBatch<S::Code>, Broken<S::Code>> {
    let mut expanded = ExpandedBatch { found: Vec::new(), terminal: 0 };
    let mut moves = Vec::new();
    for &code in codes {
        let position = indexing.unrank(code);
        moves.clear();
        let at = |number: Option<usize>| move |halt: Halt| Broken { halt, at: Some((code, number)) };
        if let Expansion::Terminal(_) = game.expand(&position, &mut moves).map_err(|f| at(None)(f.into()))? {
            expanded.terminal += 1;
            continue;
        }
        if moves.is_empty() {
            return Err(at(None)(Halt::NoMoves));
        }
        for (move_number, play) in moves.iter().enumerate() {
            let step = game.play(&position, play).map_err(|f| at(Some(move_number))(f.into()))?;
            let tier = indexing.tier(&step.position);
            if tier < number {
                return Err(at(Some(move_number))(Halt::Repeats));
            }
            list_of(&mut expanded.found, tier).push(indexing.rank(&step.position));
        }
    }
    for (_, codes) in &mut expanded.found {
        codes.sort_unstable();
        codes.dedup();
    }
    Ok(expanded)
}

/// The list of a tier; most moves lead to the one that was found last.
fn list_of<C>(found: &mut Successors<C>, tier: u64) -> &mut Vec<C> {
    let at = found.iter().rposition(|(number, _)| *number == tier).unwrap_or_else(|| {
        found.push((tier, Vec::new()));
        found.len() - 1
    });
    &mut found[at].1
}
