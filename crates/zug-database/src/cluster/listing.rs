//! Lists every position that can be reached, tier by tier: each worker expands what it owns, and
//! sends the codes that moves lead to to their owners.
//!
//! Worker 0 writes the keys of a tier when it is listed, and now and then all codes that wait, as a
//! single process does.

use super::build::Cluster;
use super::gather::{GatheredCodes, give};
use super::owners::owner;
use super::wire;
use crate::build::Phase;
use crate::error::{DatabaseError, Result};
use crate::expansion::{NumberedGame, TierSuccessors, divide, successors};
use crate::files;
use crate::keys::KeySet;
use crate::listing::{compact, merge_last, read_saved};
use crate::pending::{Pending, TierCodes};
use crate::runs::write_run;
use crate::saved_listing::{SavedListing, SavedTier};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;
use zug_game::Game;
use zug_solve::{PositionCode, PositionIndexing};

/// Positions that a thread expands between two rounds.
const BATCH: u64 = 1 << 14;
/// Codes that worker 0 sends in a round, or writes into one file.
const CHUNK: usize = 1 << 16;

/// A listing at work, at one worker.
struct WorkerListing<C> {
    /// At worker 0: what is on disk.
    saved: SavedListing,
    /// Codes that wait and that this worker owns.
    pending: Pending<C>,
    /// At worker 0: tiers that were listed since the last time everything was saved.
    unsaved: Vec<u64>,
    /// At worker 0: files that the next save makes superfluous.
    superfluous: Vec<PathBuf>,
    /// At worker 0: the number of the next file.
    next_run: u64,
}

/// What the expansion of a tier found beside codes.
#[derive(Default)]
struct ExpandedTier {
    has_inner: bool,
    ended: u64,
    leads_to: BTreeSet<u64>,
}

/// Worker 0 wants everything saved before the next tier.
const SAVE: u64 = 1;

impl<G: Game + Sync, I: PositionIndexing<G>> Cluster<'_, G, I> {
    /// Lists what is not listed; returns the tiers with the numbers of their positions, the lowest
    /// first.
    pub(crate) fn list(&mut self, start: &G::Position) -> Result<Vec<(u64, u64)>> {
        self.run.now.phase = Phase::Listing;
        let found = if self.rounds.leads() { read_saved(self.run.folder)? } else { None };
        let own = serde_json::to_vec(&found).expect("a listing can be written as JSON");
        let known: Option<SavedListing> = serde_json::from_slice(&self.rounds.heard(&own)?)
            .map_err(|_| DatabaseError::Unfit("worker 0 sent no listing"))?;
        let saved = known.clone().unwrap_or_default();
        let done = saved.tiers.iter().map(|(_, positions)| positions).sum();
        self.rounds.set_done(if self.rounds.leads() { done } else { 0 });
        let tiers = if saved.complete { saved.tiers } else { self.list_rest(start, saved, known.is_none())? };
        self.run.now.all = Some(tiers.iter().map(|(_, positions)| positions).sum());
        self.run.now.tiers = Some(tiers.len() as u64);
        Ok(tiers)
    }

    fn list_rest(
        &mut self,
        start: &G::Position,
        saved: SavedListing,
        is_new: bool,
    ) -> Result<Vec<(u64, u64)>> {
        let folder = files::worker_folder(self.run.folder, self.rounds.index());
        std::fs::create_dir_all(&folder).map_err(DatabaseError::io(&folder))?;
        files::remove_all(&folder, &["run"])?;
        let mut listing = WorkerListing {
            saved,
            pending: Pending::new(&folder),
            unsaved: Vec::new(),
            superfluous: Vec::new(),
            next_run: 0,
        };
        self.take_up(start, &mut listing, is_new)?;
        while let Some(tier) = self.lowest(&mut listing)? {
            self.run.now.tier = tier;
            self.run.now.tiers_done = listing.saved.tiers.len() as u64;
            let positions = self.list_tier(tier, &mut listing)?;
            listing.saved.tiers.push((tier, positions));
            listing.unsaved.push(tier);
        }
        listing.saved.complete = true;
        self.save(&mut listing)?;
        drop(listing.pending);
        files::remove_all(&folder, &["run"])?;
        std::fs::remove_dir(&folder).map_err(DatabaseError::io(&folder))?;
        Ok(listing.saved.tiers)
    }

    /// Worker 0 sends what an earlier run saved to its owners; otherwise the first position alone.
    fn take_up(
        &mut self,
        start: &G::Position,
        listing: &mut WorkerListing<I::Code>,
        is_new: bool,
    ) -> Result<()> {
        let mut old = match self.rounds.leads() {
            true => Pending::<I::Code>::resumed(self.run.folder, &listing.saved.runs)?,
            false => Pending::new(self.run.folder),
        };
        if self.rounds.leads() && is_new {
            old.add(self.run.indexing.tier(start), &[self.run.indexing.rank(start)]);
        }
        if let Some(within) = listing.saved.within.take().filter(|_| self.rounds.leads()) {
            self.take_up_tier(&within, &mut old)?;
            listing.superfluous.extend(within.files().map(|file| self.run.folder.join(file)));
        }
        listing.next_run = old.next_run();
        while let Some((tier, mut bucket)) = old.pop() {
            listing.superfluous.extend_from_slice(bucket.runs());
            let mut codes = bucket.merge()?.peekable();
            while codes.peek().is_some() {
                let chunk: Vec<I::Code> = codes.by_ref().take(CHUNK).collect::<Result<_>>()?;
                let piece = TierSuccessors { found: vec![(tier, chunk)], ..TierSuccessors::none() };
                self.send_codes(vec![piece], true, &mut listing.pending)?;
            }
        }
        while self.send_codes(Vec::new(), false, &mut listing.pending)? {}
        Ok(())
    }

    /// All positions that are known of a tier that one process listed in part wait again.
    fn take_up_tier(&mut self, within: &SavedTier, old: &mut Pending<I::Code>) -> Result<()> {
        let numbering = if within.has_marks() { self.run.numbering(within.tier) } else { None };
        for saved in within.known.iter().chain([&within.frontier]) {
            let keys = saved.read::<I::Code>(self.run.folder, numbering.as_ref())?;
            let mut codes = keys.from(0);
            loop {
                let chunk: Vec<I::Code> = codes.by_ref().take(CHUNK).collect();
                if chunk.is_empty() {
                    break;
                }
                old.add(within.tier, &chunk);
            }
        }
        Ok(())
    }

    /// The lowest tier that waits at one of the workers; saves before, if it is time. None where
    /// nothing waits.
    fn lowest(&mut self, listing: &mut WorkerListing<I::Code>) -> Result<Option<u64>> {
        let is_time =
            u64::from(self.rounds.leads() && !listing.unsaved.is_empty() && self.run.is_time_to_save());
        if self.rounds.numbers(is_time)?[0] == SAVE {
            self.save(listing)?;
        }
        let own = listing.pending.tiers().first().copied();
        let lowest = self.rounds.numbers(own.map_or(u64::MAX, |tier| tier))?.into_iter().min();
        Ok(lowest.filter(|tier| *tier != u64::MAX))
    }

    /// Writes everything that waits at any worker, and the list of the tiers that are complete.
    fn save(&mut self, listing: &mut WorkerListing<I::Code>) -> Result<()> {
        let begun = Instant::now();
        let mut runs = Vec::new();
        for tier in self.waiting_tiers(&listing.pending)? {
            let mut none = Pending::new(self.run.folder);
            let mut nothing = none.remove(tier);
            let codes = listing.pending.bucket(tier).unwrap_or(&mut nothing).merge()?;
            if !self.rounds.leads() {
                give(&mut self.rounds, codes)?;
                continue;
            }
            let mut all = GatheredCodes::of(&mut self.rounds, codes).peekable();
            while all.peek().is_some() {
                let chunk: Vec<I::Code> = all.by_ref().take(CHUNK << 4).collect::<Result<_>>()?;
                let name = format!("{}.run", listing.next_run);
                listing.next_run += 1;
                let path = self.run.folder.join(&name);
                write_run(&path, chunk.into_iter().map(Ok))?;
                files::sync(&path)?;
                runs.push((tier, name));
            }
        }
        if self.rounds.leads() {
            self.write_listing(listing, runs)?;
        }
        self.run.note_save(begun);
        Ok(())
    }

    fn write_listing(
        &mut self,
        listing: &mut WorkerListing<I::Code>,
        runs: Vec<(u64, String)>,
    ) -> Result<()> {
        let path = |name: &String| self.run.folder.join(name);
        let new = runs.iter().map(|(_, name)| path(name)).collect();
        listing.saved.runs = runs;
        for tier in listing.unsaved.drain(..) {
            files::sync(&self.run.keys_path(tier))?;
        }
        files::sync_folder(self.run.folder);
        files::write_json(self.run.folder, files::LISTING, &listing.saved)?;
        let old = std::mem::replace(&mut listing.superfluous, new);
        old.iter().try_for_each(|path| files::remove(path))
    }

    /// The tiers that wait at any worker, the lowest first.
    fn waiting_tiers(&mut self, pending: &Pending<I::Code>) -> Result<BTreeSet<u64>> {
        let mut own = Vec::new();
        pending.tiers().into_iter().for_each(|tier| wire::write(&mut own, tier));
        let mut all = BTreeSet::new();
        for bytes in self.rounds.share(&own)? {
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                all.insert(wire::read(&mut rest)?);
            }
        }
        Ok(all)
    }

    /// Lists a tier and expands it; returns how many positions it has.
    fn list_tier(&mut self, tier: u64, listing: &mut WorkerListing<I::Code>) -> Result<u64> {
        let bits = self.run.options.subject.bits;
        let mut bucket = listing.pending.remove(tier);
        let mut frontier = KeySet::of(bits, bucket.merge()?)?;
        remove_runs(&bucket)?;
        drop(bucket);
        let mut known: Vec<KeySet<I::Code>> = Vec::new();
        let mut expanded = ExpandedTier::default();
        while self.rounds.any(frontier.len() > 0)? {
            self.expand(tier, &frontier, &known, listing, &mut expanded)?;
            known.push(frontier);
            compact(bits, &mut known)?;
            let is_new = |code: &Result<I::Code>| match code {
                Ok(code) => known.iter().all(|keys| keys.rank(*code).is_none()),
                Err(_) => true,
            };
            let mut inner = listing.pending.remove(tier);
            frontier = KeySet::of(bits, inner.merge()?.filter(is_new))?;
            remove_runs(&inner)?;
        }
        while known.len() > 1 {
            merge_last(bits, &mut known)?;
        }
        let expanded = self.join(expanded)?;
        let own = known.pop().ok_or(DatabaseError::Unfit("a tier is empty"))?;
        self.write_keys(tier, own, expanded)
    }

    /// Brings the keys of a tier to worker 0, which writes them; returns how many there are.
    fn write_keys(&mut self, tier: u64, own: KeySet<I::Code>, expanded: ExpandedTier) -> Result<u64> {
        let positions = self.rounds.numbers(own.len())?.iter().sum();
        let codes = own.from(0).map(Ok);
        if !self.rounds.leads() {
            give(&mut self.rounds, codes)?;
            return Ok(positions);
        }
        let bits = self.run.options.subject.bits;
        let keys = KeySet::of(bits, GatheredCodes::of(&mut self.rounds, codes))?;
        let mut listed = self.run.listed(tier, keys);
        listed.header.ended = expanded.ended;
        listed.header.inner_moves = expanded.has_inner;
        listed.header.leads_to = expanded.leads_to.into_iter().collect();
        listed.write(&self.run.keys_path(tier), false)?;
        Ok(positions)
    }

    /// Plays all moves from the positions of a part of a tier that this worker owns.
    fn expand(
        &mut self,
        tier: u64,
        frontier: &KeySet<I::Code>,
        known: &[KeySet<I::Code>],
        listing: &mut WorkerListing<I::Code>,
        expanded: &mut ExpandedTier,
    ) -> Result<()> {
        let (game, indexing, options) = (self.run.game, self.run.indexing, self.run.options);
        let rules = NumberedGame { game, indexing, limits: &options.limits };
        let kept = frontier.bytes() + known.iter().map(KeySet::bytes).sum::<u64>();
        self.run.ask(kept)?;
        let room = (options.limits.memory - kept) / 2;
        let (mut at, mut any_more) = (0, true);
        while any_more {
            let ranks = at..(at + BATCH * options.threads as u64).min(frontier.len());
            at = ranks.end;
            let made = divide(options.threads, ranks.clone(), |piece| {
                successors(rules, tier, frontier, piece, &[])
            })?;
            for piece in &made {
                expanded.ended += piece.ended;
                expanded.has_inner |= piece.found.iter().any(|(next, _)| *next == tier);
                expanded
                    .leads_to
                    .extend(piece.found.iter().map(|(next, _)| *next).filter(|next| *next != tier));
            }
            any_more = self.send_codes(made, at < frontier.len(), &mut listing.pending)?;
            listing.pending.shrink(room / 2)?;
            self.run.ask(kept + listing.pending.bytes())?;
            self.rounds.add_done(ranks.end - ranks.start);
            self.run.now.done = self.rounds.all_done();
            self.run.look()?;
        }
        Ok(())
    }

    /// Sends codes to their owners, and takes those that this worker owns; whether a worker has
    /// more to send.
    fn send_codes(
        &mut self,
        made: Vec<TierSuccessors<I::Code>>,
        more: bool,
        pending: &mut Pending<I::Code>,
    ) -> Result<bool> {
        let workers = self.rounds.workers();
        let mut out = vec![Vec::new(); workers];
        for (tier, codes) in made.into_iter().flat_map(|piece| piece.found) {
            let mut owned: Vec<Vec<I::Code>> = vec![Vec::new(); workers];
            codes.into_iter().for_each(|code| owned[owner(code, workers)].push(code));
            for (bytes, codes) in out.iter_mut().zip(&owned).filter(|(_, codes)| !codes.is_empty()) {
                wire::write(bytes, tier);
                wire::write_codes(bytes, codes);
            }
        }
        let received = self.rounds.exchange(out, more)?;
        for bytes in &received.bytes {
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let tier = wire::read(&mut rest)?;
                pending.add(tier, &wire::read_codes::<I::Code>(&mut rest)?);
            }
        }
        Ok(received.any_more())
    }

    /// What the workers found, together.
    fn join(&mut self, own: ExpandedTier) -> Result<ExpandedTier> {
        let mut bytes = Vec::new();
        wire::write(&mut bytes, own.ended);
        wire::write(&mut bytes, own.has_inner.into());
        own.leads_to.iter().for_each(|tier| wire::write(&mut bytes, *tier));
        let mut all = ExpandedTier::default();
        for bytes in self.rounds.share(&bytes)? {
            let mut rest = bytes.as_slice();
            all.ended += wire::read(&mut rest)?;
            all.has_inner |= wire::read(&mut rest)? != 0;
            while !rest.is_empty() {
                all.leads_to.insert(wire::read(&mut rest)?);
            }
        }
        Ok(all)
    }
}

fn remove_runs<C: PositionCode>(bucket: &TierCodes<C>) -> Result<()> {
    bucket.runs().iter().try_for_each(|path| files::remove(path))
}
