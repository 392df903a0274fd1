//! Lists every position that can be reached, tier by tier, the lowest first.
//!
//! A tier is complete when all lower ones are expanded and its own moves lead to nothing new. Now
//! and then everything that waits is written to disk, with a list of the tiers that are complete; a
//! run that was killed goes on from there.

use crate::build::{Phase, Run};
use crate::error::{DatabaseError, Result};
use crate::expansion::{Rules, divide, successors};
use crate::files;
use crate::keys::KeySet;
use crate::pending::{Bucket, Pending};
use crate::saved_listing::SavedListing;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;
use zug_game::Game;
use zug_solve::{PositionCode, PositionIndexing};

/// Positions that a thread expands at once.
const BATCH: u64 = 1 << 14;

/// A listing at work.
struct Listing<C> {
    saved: SavedListing,
    pending: Pending<C>,
    /// Tiers that were listed since the last time everything was saved.
    unsaved: Vec<u64>,
    /// Files that the next save makes superfluous.
    superfluous: Vec<PathBuf>,
    last_save: Instant,
    /// Moves of a position, on the average over the last batch.
    width: u64,
}

/// What the expansion of a tier found beside codes.
#[derive(Default)]
struct Expanded {
    has_inner: bool,
    ended: u64,
    leads_to: BTreeSet<u64>,
}

impl<G: Game + Sync, I: PositionIndexing<G>> Run<'_, G, I> {
    /// Lists what is not listed; returns the tiers with the numbers of their positions, the lowest
    /// first.
    pub(crate) fn list(&mut self, start: &G::Position) -> Result<Vec<(u64, u64)>> {
        let mut listing = self.resume(start)?;
        self.now.done = listing.saved.tiers.iter().map(|(_, positions)| positions).sum();
        while !listing.saved.complete {
            let Some((tier, bucket)) = listing.pending.pop() else {
                listing.saved.complete = true;
                self.save(&mut listing)?;
                break;
            };
            (self.now.phase, self.now.tier) = (Phase::Listing, tier);
            self.now.tiers_done = listing.saved.tiers.len() as u64;
            let positions = self.list_tier(tier, bucket, &mut listing)?;
            listing.saved.tiers.push((tier, positions));
            listing.unsaved.push(tier);
            if listing.last_save.elapsed() >= self.options.save_every {
                self.save(&mut listing)?;
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
        let now = Instant::now();
        Ok(Listing {
            saved,
            pending,
            unsaved: Vec::new(),
            superfluous: Vec::new(),
            last_save: now,
            width: 16,
        })
    }

    fn save(&mut self, listing: &mut Listing<I::Code>) -> Result<()> {
        listing.saved.runs = listing.pending.save()?;
        for tier in listing.unsaved.drain(..) {
            files::sync(&self.keys_path(tier))?;
        }
        files::sync_folder(self.folder);
        files::write_json(self.folder, files::LISTING, &listing.saved)?;
        for path in listing.superfluous.drain(..) {
            files::remove(&path)?;
        }
        listing.last_save = Instant::now();
        Ok(())
    }

    /// Lists a tier and expands it; returns how many positions it has.
    fn list_tier(
        &mut self,
        tier: u64,
        mut bucket: Bucket<I::Code>,
        listing: &mut Listing<I::Code>,
    ) -> Result<u64> {
        let bits = self.options.subject.bits;
        let mut frontier = KeySet::of(bits, bucket.merge()?)?;
        listing.superfluous.extend_from_slice(bucket.runs());
        drop(bucket);
        let mut known: Vec<KeySet<I::Code>> = Vec::new();
        let mut expanded = Expanded::default();
        while frontier.len() > 0 {
            self.expand(tier, &frontier, &known, listing, &mut expanded)?;
            known.push(frontier);
            compact(bits, &mut known)?;
            let is_new = |code: &Result<I::Code>| match code {
                Ok(code) => known.iter().all(|keys| keys.rank(*code).is_none()),
                Err(_) => true,
            };
            // Nothing is saved while a tier is listed, so these files are no longer needed.
            let mut inner = listing.pending.remove(tier);
            frontier = KeySet::of(bits, inner.merge()?.filter(is_new))?;
            inner.runs().iter().try_for_each(|path| files::remove(path))?;
        }
        while known.len() > 1 {
            merge_last(bits, &mut known)?;
        }
        let keys = known.pop().ok_or(DatabaseError::Unfit("a tier is empty"))?;
        let positions = keys.len();
        let mut listed = self.listed(tier, keys);
        listed.header.ended = expanded.ended;
        listed.header.inner_moves = expanded.has_inner;
        listed.header.leads_to = expanded.leads_to.into_iter().collect();
        listed.write(&self.keys_path(tier), false)?;
        Ok(positions)
    }

    /// Plays all moves from the positions of a part of a tier.
    fn expand(
        &mut self,
        tier: u64,
        frontier: &KeySet<I::Code>,
        known: &[KeySet<I::Code>],
        listing: &mut Listing<I::Code>,
        expanded: &mut Expanded,
    ) -> Result<()> {
        let rules = Rules { game: self.game, indexing: self.indexing, limits: &self.options.limits };
        let kept = frontier.bytes() + known.iter().map(KeySet::bytes).sum::<u64>();
        self.ask(kept)?;
        let room = (self.options.limits.memory - kept) / 2;
        let mut at = 0;
        while at < frontier.len() {
            let each = listing.width * 2 * size_of::<I::Code>() as u64;
            let threads = self.options.threads as u64;
            let batch = (room / 4 / each / threads).clamp(64, BATCH) * threads;
            let ranks = at..(at + batch).min(frontier.len());
            let made = divide(self.options.threads, ranks.clone(), |piece| {
                successors(rules, tier, frontier, piece)
            })?;
            let moves: u64 = made.iter().map(|piece| piece.moves).sum();
            listing.width = (2 * moves / (ranks.end - ranks.start)).max(4);
            for piece in made {
                expanded.ended += piece.ended;
                for (next, codes) in piece.found {
                    if next == tier {
                        expanded.has_inner = true;
                    } else {
                        expanded.leads_to.insert(next);
                    }
                    listing.pending.add(next, &codes);
                }
            }
            listing.pending.shrink(room / 2)?;
            self.ask(kept + listing.pending.bytes())?;
            self.now.done += ranks.end - ranks.start;
            self.look()?;
            at = ranks.end;
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
