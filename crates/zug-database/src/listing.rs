//! Lists every position that can be reached, tier by tier, the lowest first.
//!
//! A tier is complete when all lower ones are expanded and its own moves lead to nothing new. Now
//! and then everything that waits is written to disk, with a list of the tiers that are complete
//! and what is known of the tier at work; a run that was killed goes on from there.

use crate::build::{BuildRun, Phase};
use crate::error::{DatabaseError, Result};
use crate::expansion::{NumberedGame, divide, successors};
use crate::files;
use crate::keys::KeySet;
use crate::pending::Pending;
use crate::saved_listing::{PART, SavedListing};
use crate::tier_listing::{Listing, TierListing, take_successors};
use std::path::Path;
use std::time::Instant;
use zug_game::Game;
use zug_solve::{PositionCode, PositionIndexing};

/// Positions that a thread expands at once.
const BATCH: u64 = 1 << 14;

impl<G: Game + Sync, I: PositionIndexing<G>> BuildRun<'_, G, I> {
    /// Lists what is not listed; returns the tiers with the numbers of their positions, the lowest
    /// first.
    pub(crate) fn list(&mut self, start: &G::Position) -> Result<Vec<(u64, u64)>> {
        let mut listing = self.resume(start)?;
        self.now.done = listing.saved.tiers.iter().map(|(_, positions)| positions).sum();
        while !listing.saved.complete {
            let Some(mut work) = self.next_tier(&mut listing)? else {
                listing.saved.complete = true;
                self.save(&mut listing, None)?;
                break;
            };
            (self.now.phase, self.now.tier) = (Phase::Listing, work.tier);
            self.now.tiers_done = listing.saved.tiers.len() as u64;
            self.list_tier(&mut work, &mut listing)?;
            let tier = work.tier;
            let positions = self.write_listed(work)?;
            listing.saved.tiers.push((tier, positions));
            listing.unsaved.push(tier);
            if self.is_time_to_save() {
                self.save(&mut listing, None)?;
            }
        }
        self.now.all = Some(listing.saved.tiers.iter().map(|(_, positions)| positions).sum());
        self.now.tiers = Some(listing.saved.tiers.len() as u64);
        Ok(listing.saved.tiers)
    }

    /// What an earlier run saved; otherwise the first position alone.
    fn resume(&mut self, start: &G::Position) -> Result<Listing<I::Code>> {
        let saved = read_saved(self.folder)?;
        let begun = saved.is_some();
        let saved = saved.unwrap_or_default();
        let mut pending = Pending::resumed(self.folder, &saved.runs)?;
        if !begun {
            pending.add(self.indexing.tier(start), &[self.indexing.rank(start)]);
        }
        let (unsaved, superfluous) = (Vec::new(), Vec::new());
        Ok(Listing { saved, pending, unsaved, superfluous, next_part: 0, width: 16 })
    }

    /// The tier that was saved before it was complete; otherwise the lowest that waits.
    fn next_tier(&mut self, listing: &mut Listing<I::Code>) -> Result<Option<TierListing<I::Code>>> {
        if let Some(saved) = listing.saved.within.take() {
            listing.superfluous.extend(saved.files().map(|file| self.folder.join(file)));
            listing.next_part = saved.next_part();
            let numbering = if saved.has_marks() { self.numbering(saved.tier) } else { None };
            return TierListing::read(saved, self.folder, numbering.as_ref()).map(Some);
        }
        let Some((tier, mut bucket)) = listing.pending.pop() else { return Ok(None) };
        listing.superfluous.extend_from_slice(bucket.runs());
        let bits = self.options.subject.bits;
        if let Some(marked) = self.marked_bucket(tier, &mut bucket)? {
            let frontier = KeySet::of(bits, std::iter::empty())?;
            let marked = Some(marked);
            return Ok(Some(TierListing { marked, ..TierListing::begun(tier, frontier) }));
        }
        let frontier = KeySet::of(bits, bucket.merge()?)?;
        let refused = bucket.is_marked();
        Ok(Some(TierListing { refused, ..TierListing::begun(tier, frontier) }))
    }

    /// Saves everything, the tier at work among it.
    pub(crate) fn save(
        &mut self,
        listing: &mut Listing<I::Code>,
        work: Option<&TierListing<I::Code>>,
    ) -> Result<()> {
        let begun = Instant::now();
        listing.saved.runs = listing.pending.save()?;
        for tier in listing.unsaved.drain(..) {
            files::sync(&self.keys_path(tier))?;
        }
        let name = || {
            listing.next_part += 1;
            format!("{}{PART}", listing.next_part)
        };
        let within = work.map(|work| work.write(self.folder, name)).transpose()?;
        listing.saved.within = within;
        files::sync_folder(self.folder);
        files::write_json(self.folder, files::LISTING, &listing.saved)?;
        for path in listing.superfluous.drain(..) {
            files::remove(&path)?;
        }
        if let Some(saved) = listing.saved.within.take() {
            listing.superfluous.extend(saved.files().map(|file| self.folder.join(file)));
        }
        self.note_save(begun);
        Ok(())
    }

    /// Lists what is missing of a tier, until it is one set.
    fn list_tier(&mut self, work: &mut TierListing<I::Code>, listing: &mut Listing<I::Code>) -> Result<()> {
        let bits = self.options.subject.bits;
        loop {
            if work.marked.is_none() {
                self.mark_known(work)?;
            }
            if work.marked.is_some() {
                self.list_marked(work, listing)?;
                if work.marked.is_some() {
                    return Ok(());
                }
            }
            if work.frontier.len() == 0 && !listing.pending.has(work.tier) {
                break;
            }
            self.expand(work, listing)?;
            let frontier = std::mem::replace(&mut work.frontier, KeySet::of(bits, std::iter::empty())?);
            work.known.push(frontier);
            compact(bits, &mut work.known)?;
            let is_new = |code: &Result<I::Code>| match code {
                Ok(code) => work.known.iter().all(|keys| keys.rank(*code).is_none()),
                Err(_) => true,
            };
            let mut inner = listing.pending.remove(work.tier);
            (work.frontier, work.at) = (KeySet::of(bits, inner.merge()?.filter(is_new))?, 0);
            listing.superfluous.extend_from_slice(inner.runs());
        }
        while work.known.len() > 1 {
            merge_last(bits, &mut work.known)?;
        }
        Ok(())
    }

    /// Writes the keys of a tier that is listed; returns how many positions it has.
    fn write_listed(&self, mut work: TierListing<I::Code>) -> Result<u64> {
        let keys = match work.marked {
            Some(marked) => Some(marked.keys()?),
            None => work.known.pop(),
        };
        let keys = keys.ok_or(DatabaseError::Unfit("a tier is empty"))?;
        let positions = keys.len();
        let mut listed = self.listed(work.tier, keys);
        listed.header.ended = work.ended;
        listed.header.inner_moves = work.has_inner;
        listed.header.leads_to = work.leads_to.into_iter().collect();
        listed.write(&self.keys_path(work.tier), false)?;
        Ok(positions)
    }

    /// After some positions: codes that wait go to disk where there is no room, beside so many
    /// bytes that are kept; and the clock is looked at.
    pub(crate) fn keep_to_memory(&mut self, kept: u64, listing: &mut Listing<I::Code>) -> Result<()> {
        self.mark_waiting(listing);
        let room = self.options.limits.memory.saturating_sub(kept) / 2;
        listing.pending.shrink(room / 2)?;
        self.ask(kept + listing.pending.bytes())?;
        self.look()
    }

    /// Plays all moves from the positions of the frontier.
    fn expand(&mut self, work: &mut TierListing<I::Code>, listing: &mut Listing<I::Code>) -> Result<()> {
        let rules = NumberedGame { game: self.game, indexing: self.indexing, limits: &self.options.limits };
        let kept = work.bytes();
        self.ask(kept)?;
        let room = (self.options.limits.memory - kept) / 2;
        while work.at < work.frontier.len() {
            let each = listing.width * 2 * size_of::<I::Code>() as u64;
            let threads = self.options.threads as u64;
            let batch = (room / 4 / each / threads).clamp(64, BATCH) * threads;
            let ranks = work.at..(work.at + batch).min(work.frontier.len());
            let targets = listing.pending.targets();
            let made = divide(self.options.threads, ranks.clone(), |piece| {
                successors(rules, work.tier, &work.frontier, piece, &targets)
            })?;
            drop(targets);
            let moves: u64 = made.iter().map(|piece| piece.moves).sum();
            listing.width = (2 * moves / (ranks.end - ranks.start)).max(4);
            made.into_iter().for_each(|piece| take_successors(work, &mut listing.pending, piece));
            self.now.done += ranks.end - ranks.start;
            self.keep_to_memory(kept, listing)?;
            work.at = ranks.end;
            if self.is_time_to_save() {
                self.save(listing, Some(work))?;
            }
        }
        Ok(())
    }
}

/// What an earlier run saved of a listing in a folder, if it did and can be read.
pub(crate) fn read_saved(folder: &Path) -> Result<Option<SavedListing>> {
    let path = folder.join(files::LISTING);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(serde_json::from_str(&text).ok()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(DatabaseError::io(&path)(error)),
    }
}

/// Keeps the sizes of sets apart, so that a code is looked up in few of them: no set is less than
/// twice the next.
pub(crate) fn compact<C: PositionCode>(bits: u32, sets: &mut Vec<KeySet<C>>) -> Result<()> {
    while let [.., last_but_one, last] = &sets[..]
        && last_but_one.len() < 2 * last.len()
    {
        merge_last(bits, sets)?;
    }
    Ok(())
}

/// Joins the last two sets, which have no code in common.
pub(crate) fn merge_last<C: PositionCode>(bits: u32, sets: &mut Vec<KeySet<C>>) -> Result<()> {
    let (Some(one), Some(other)) = (sets.pop(), sets.pop()) else { return Ok(()) };
    let (mut left, mut right) = (one.from(0).peekable(), other.from(0).peekable());
    let next = || match (left.peek(), right.peek()) {
        (Some(one), Some(other)) if one > other => right.next(),
        (None, _) => right.next(),
        _ => left.next(),
    };
    sets.push(KeySet::of(bits, std::iter::from_fn(next).map(Ok))?);
    Ok(())
}
