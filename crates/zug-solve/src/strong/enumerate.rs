//! Forward enumeration: lists every reachable position, tier by tier, the lowest first; a tier is
//! expanded until its frontier is empty.
//!
//! A tier is complete when all lower ones are expanded and its own moves lead to nothing new. Where
//! moves lead is gathered in buckets, one for each higher tier, sorted now and then so that what
//! comes twice takes no room.

use crate::limits::{Halt, LimitKind};
use crate::strong::compressed_keys::{CompressedKeys, PositionCode};
use crate::strong::table::{PositionIndexing, TierTable};
use crate::strong::threads::divide;
use crate::strong::variable_width::VariableWidth;
use crate::strong::{BATCH, Broken, StrongSearch};
use crate::watch::{Alarm, Countdown};
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
    /// Bytes that the list takes anew before it can take so many more; it grows by half.
    fn growth(&self, more: usize) -> u64 {
        if self.codes.len() + more <= self.codes.capacity() {
            return 0;
        }
        ((self.codes.len() + more.max(self.codes.len() / 2)) * size_of::<C>()) as u64
    }

    /// Takes a sorted list in; so many bytes are left.
    fn take(&mut self, more: &[C], left: u64) {
        if self.growth(more.len()) > 0 {
            self.codes.reserve_exact(more.len().max(self.codes.len() / 2));
        }
        self.codes.extend_from_slice(more);
        if self.codes.len() > 2 * self.clean + BATCH {
            self.clean(left);
        }
    }

    fn clean(&mut self, left: u64) {
        if self.clean < self.codes.len() {
            sort(&mut self.codes, left);
            self.codes.dedup();
            self.clean = self.codes.len();
        }
    }
}

/// Sorts: the stable sort merges the runs that are there, and takes as much memory again, if that
/// is left.
fn sort<C: PositionCode>(codes: &mut [C], left: u64) {
    if size_of_val(codes) as u64 <= left { codes.sort() } else { codes.sort_unstable() }
}

/// The tiers that are not complete.
type Buckets<C> = BTreeMap<u64, TierBucket<C>>;

/// Where moves lead: for each tier, codes.
type Successors<C> = Vec<(u64, Vec<C>)>;

/// Where the moves of some positions lead.
struct ExpandedBatch<C> {
    found: Successors<C>,
    moves: usize,
    terminal: u64,
}

impl<G: Game, S: PositionIndexing<G>> StrongSearch<'_, G, S>
where
    G: Sync,
{
    /// Fills the table with tiers that are listed and not solved.
    pub(super) fn enumerate(&mut self, start: &G::Position) -> Result<(), Broken<S::Code>> {
        let mut buckets = BTreeMap::new();
        let first = TierBucket { codes: vec![self.indexing.rank(start)], clean: 0 };
        buckets.insert(self.indexing.tier(start), first);
        while let Some((number, mut bucket)) = buckets.pop_first() {
            bucket.clean(self.left(waiting(&buckets) + bytes_of(&bucket.codes)));
            let mut known = bucket.codes;
            let completed = self.complete(number, &mut known, &mut buckets);
            // The keys take no more than the codes, and stand beside them for a while.
            self.ask(waiting(&buckets) + 2 * bytes_of(&known))?;
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
        buckets: &mut Buckets<S::Code>,
    ) -> Result<(), Broken<S::Code>> {
        let mut new = self.expand(number, known, bytes_of(known), buckets)?;
        while !new.is_empty() {
            let used = |known: &Vec<S::Code>, new: &Vec<S::Code>| bytes_of(known) + bytes_of(new);
            let left = self.left(waiting(buckets) + used(known, &new));
            sort(&mut new, left);
            new.dedup();
            new.retain(|code| known.binary_search(code).is_err());
            self.ask(waiting(buckets) + used(known, &new) + 2 * (used(known, &new)))?;
            known.reserve_exact(new.len());
            known.extend_from_slice(&new);
            let left = self.left(waiting(buckets) + used(known, &new));
            sort(known, left);
            new = self.expand(number, &new, used(known, &new), buckets)?;
        }
        Ok(())
    }

    /// Puts where moves lead into buckets; returns what stays in the tier. The codes of the tier
    /// take `own` bytes.
    fn expand(
        &mut self,
        number: u64,
        mut codes: &[S::Code],
        own: u64,
        buckets: &mut Buckets<S::Code>,
    ) -> Result<Vec<S::Code>, Broken<S::Code>> {
        let mut staying = TierBucket::default();
        while !codes.is_empty() {
            let used = own + waiting(buckets) + bytes_of(&staying.codes);
            let (positions, moves) = self.batch(used)?;
            let (batch, later) = codes.split_at(positions.min(codes.len()));
            codes = later;
            let (how, most) = ((self.game, self.indexing), (moves / self.threads, self.watch.alarm()));
            let made = divide(self.threads, batch, |_, piece| expand_piece(how, most, number, piece));
            let (mut lists, mut found) = (Vec::new(), 0);
            for piece in made {
                let piece = piece?;
                self.statistics.terminal += piece.terminal;
                found += piece.moves;
                lists.extend(piece.found);
            }
            self.widest = found.div_ceil(batch.len().max(1));
            let bytes = (2 * found * size_of::<S::Code>()) as u64;
            for (tier, codes) in lists {
                let used = own + waiting(buckets) + bytes_of(&staying.codes) + bytes;
                let bucket = if tier == number { &mut staying } else { buckets.entry(tier).or_default() };
                self.ask(used + bucket.growth(codes.len()))?;
                bucket.take(&codes, self.left(used));
            }
            self.look(own + waiting(buckets) + bytes_of(&staying.codes))?;
        }
        Ok(staying.codes)
    }

    /// How many positions are played from at once, and how many moves they may have together, where
    /// so many bytes are used beside the table: half of the room is for where the moves lead, in
    /// lists that double, and half for the buckets.
    fn batch(&self, used: u64) -> Result<(usize, usize), Halt> {
        let moves = self.left(used) as usize / 2 / (2 * size_of::<S::Code>());
        let each = if self.widest == 0 { UNSEEN } else { 2 * self.widest + 16 };
        match moves / each {
            0 => Err(Halt::Limit(LimitKind::Memory)),
            positions => Ok((positions.min(BATCH * self.threads), moves)),
        }
    }
}

/// Moves that a position is taken to have before the first one was looked at.
const UNSEEN: usize = 256;

/// Bytes of a list.
fn bytes_of<C>(codes: &Vec<C>) -> u64 {
    (codes.capacity() * size_of::<C>()) as u64
}

/// Bytes that buckets take.
fn waiting<C>(buckets: &Buckets<C>) -> u64 {
    buckets.values().map(|bucket| bytes_of(&bucket.codes)).sum()
}

/// With so many moves at most.
fn expand_piece<G: Game, S: PositionIndexing<G>>(
    (game, indexing): (&G, &S),
    (most, alarm): (usize, &Alarm),
    number: u64,
    codes: &[S::Code],
) -> Result<ExpandedBatch<S::Code>, Broken<S::Code>> {
    let mut expanded = ExpandedBatch { found: Vec::new(), moves: 0, terminal: 0 };
    let (mut moves, mut countdown) = (Vec::new(), Countdown::new());
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
        expanded.moves += moves.len();
        if expanded.moves > most {
            return Err(Halt::Limit(LimitKind::Memory).into());
        }
        alarm.after(moves.len(), &mut countdown)?;
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
