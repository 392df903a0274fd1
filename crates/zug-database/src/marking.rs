//! Lists a tier by marks on the numbers of its codes: what is reached, and what is played. Nothing
//! is sorted, and a position that is reached twice is marked twice.
//!
//! The tier is gone through from end to end until nothing new is reached. Codes that the numbering
//! does not allow wait in lists, and the tier is listed in the other way then.

use crate::build::BuildRun;
use crate::damage::Damage;
use crate::error::{DatabaseError, Result};
use crate::expansion::{Expander, MarkedTier, NumberedGame, TierSuccessors, divide};
use crate::keys::KeySet;
use crate::keys::marked::{MarkedCodes, MarkedKeys, NumberMarks};
use crate::numbering::CodeNumbering;
use crate::pending::TierCodes;
use crate::tier_file::Tier;
use crate::tier_listing::{LOOSE, Listing, MarkedListing, TierListing, take_successors};
use std::ops::Range;
use std::sync::Arc;
use zug_game::Game;
use zug_solve::PositionIndexing;

/// Words of marks that a thread goes through at once.
const WORDS: u64 = 1 << 10;
/// Marks take no more than so many times the room of the codes that wait, or they are small.
const TIMES: u64 = 8;

impl<G: Game + Sync, I: PositionIndexing<G>> BuildRun<'_, G, I> {
    /// The numbering of a tier in which so many bytes of codes wait, if marks are not much larger
    /// or small in any case.
    pub(crate) fn fitting_numbering(&mut self, tier: u64, waiting: u64) -> Option<Arc<CodeNumbering>> {
        let few = self.options.shape.few * size_of::<I::Code>() as u64;
        if waiting < few {
            return None;
        }
        let memory = self.options.limits.memory;
        let numbering = self.numbering(tier)?;
        let bytes = NumberMarks::bytes_of(numbering.len());
        (bytes <= (TIMES * waiting).max(memory / 32).min(memory / 8)).then_some(numbering)
    }

    /// Marks what waits for tiers, where it is much.
    pub(crate) fn mark_waiting(&mut self, listing: &mut Listing<I::Code>) {
        for (tier, bytes) in listing.pending.unmarked() {
            if let Some(numbering) = self.fitting_numbering(tier, bytes) {
                listing.pending.mark(tier, numbering);
            }
        }
    }

    /// The marks of all codes of a bucket; none where it is small or a code is not allowed.
    pub(crate) fn marked_bucket(
        &mut self,
        tier: u64,
        bucket: &mut TierCodes<I::Code>,
    ) -> Result<Option<MarkedListing>> {
        if !bucket.is_marked() {
            let Some(numbering) = self.fitting_numbering(tier, bucket.bytes_of_all()?) else {
                return Ok(None);
            };
            bucket.mark(numbering);
        }
        bucket.into_marks().map(|marks| marks.map(|(numbering, marks)| MarkedListing::new(numbering, marks)))
    }

    /// Goes over to marks for a tier of which much is known in lists.
    pub(crate) fn mark_known(&mut self, work: &mut TierListing<I::Code>) -> Result<()> {
        let codes = work.known.iter().map(KeySet::len).sum::<u64>() + work.frontier.len();
        let bytes = codes * size_of::<I::Code>() as u64;
        let Some(numbering) = self.fitting_numbering(work.tier, bytes).filter(|_| !work.refused) else {
            return Ok(());
        };
        if work.bytes() > self.options.limits.memory / 2 {
            return Ok(());
        }
        let marked = MarkedListing::new(Arc::clone(&numbering), NumberMarks::none(numbering.len()));
        for keys in work.known.iter().chain([&work.frontier]) {
            let is_frontier = std::ptr::eq(keys, &work.frontier);
            for (code, rank) in keys.from(0).zip(0..) {
                let Some(number) = numbering.number(code) else {
                    work.refused = true;
                    return Ok(());
                };
                marked.reached.mark(number);
                if !is_frontier || rank < work.at {
                    marked.played.mark(number);
                }
            }
        }
        work.known.clear();
        work.frontier = KeySet::of(self.options.subject.bits, std::iter::empty())?;
        work.at = 0;
        work.marked = Some(marked);
        Ok(())
    }

    /// Plays the moves of all that is reached of a tier, until nothing new is.
    pub(crate) fn list_marked(
        &mut self,
        work: &mut TierListing<I::Code>,
        listing: &mut Listing<I::Code>,
    ) -> Result<()> {
        loop {
            let before = self.now.done;
            let words = work.marked.as_ref().map_or(0, |marked| marked.reached.len() as u64);
            let mut at = 0;
            while at < words {
                let some = at..(at + WORDS * self.options.threads as u64).min(words);
                at = some.end;
                self.play_marked(work, listing, some)?;
            }
            if self.now.done == before {
                break;
            }
        }
        if listing.pending.has(work.tier) {
            self.unmark(work)?;
        }
        Ok(())
    }

    /// Plays what is reached and not played of a piece of a tier.
    fn play_marked(
        &mut self,
        work: &mut TierListing<I::Code>,
        listing: &mut Listing<I::Code>,
        words: Range<u64>,
    ) -> Result<()> {
        let rules = NumberedGame { game: self.game, indexing: self.indexing, limits: &self.options.limits };
        let Some(marked) = &work.marked else { return Ok(()) };
        let kept = marked.bytes();
        // The first target of a tier is taken: codes that are not allowed may wait for it too.
        let own = MarkedTier { tier: work.tier, numbering: &marked.numbering, marks: &marked.reached };
        let targets: Vec<MarkedTier<'_>> = [own].into_iter().chain(listing.pending.targets()).collect();
        let played = self.now.done;
        let made = divide(self.options.threads, words, |piece| {
            play_piece(rules, (work.tier, played), marked, &targets, piece)
        })?;
        drop(targets);
        let positions: u64 = made.iter().map(|piece| piece.played).sum();
        if positions == 0 {
            return Ok(());
        }
        made.into_iter().for_each(|piece| take_successors(work, &mut listing.pending, piece));
        self.now.done += positions;
        self.keep_to_memory(kept, listing)?;
        if self.is_time_to_save() {
            self.save(listing, Some(work))?;
        }
        Ok(())
    }

    /// Goes back to lists: a code was reached that the numbering does not allow.
    fn unmark(&mut self, work: &mut TierListing<I::Code>) -> Result<()> {
        let Some(marked) = work.marked.take() else { return Ok(()) };
        let codes = MarkedCodes::all(&marked.numbering, &marked.reached);
        let codes = codes.map(|code| Ok(zug_solve::PositionCode::cut(code)));
        work.known = vec![KeySet::of(self.options.subject.bits, codes)?];
        work.refused = true;
        Ok(())
    }
}

impl<G: Game + Sync, I: PositionIndexing<G>> BuildRun<'_, G, I> {
    /// The numbering of a tier, if there is one.
    pub(crate) fn numbering(&mut self, tier: u64) -> Option<Arc<CodeNumbering>> {
        self.numberings.of_tier((self.game, self.indexing, self.start), &self.options.shape, tier)
    }

    /// The keys of a tier that is listed.
    pub(crate) fn read_listed(&mut self, number: u64) -> Result<Tier<I::Code>> {
        let path = self.keys_path(number);
        let tier = Tier::read_listed(&path, |tier| self.numbering(tier))?;
        if tier.header.tier != number {
            let damage = Damage::Content("it is another tier");
            return Err(DatabaseError::Damaged { path, damage });
        }
        Ok(tier)
    }

    /// A tier that was read, its keys as marks if a numbering allows all of them: ranks are quicker
    /// so.
    pub(crate) fn with_marks(&mut self, tier: Tier<I::Code>) -> Tier<I::Code> {
        if tier.header.positions < self.options.shape.few {
            return tier;
        }
        let fits = |numbering: &Arc<CodeNumbering>| numbering.len() / LOOSE <= tier.header.positions;
        let Some(numbering) = self.numbering(tier.header.tier).filter(fits) else { return tier };
        let marks = NumberMarks::none(numbering.len());
        for code in tier.keys.from(0) {
            let Some(number) = numbering.number(code) else { return tier };
            marks.mark(number);
        }
        Tier { keys: KeySet::Marked(Arc::new(MarkedKeys::new(numbering, marks))), ..tier }
    }
}

/// Plays what is reached and not played of some words of marks.
fn play_piece<G: Game, I: PositionIndexing<G>>(
    rules: NumberedGame<'_, G, I>,
    (tier, played): (u64, u64),
    marked: &MarkedListing,
    targets: &[MarkedTier<'_>],
    words: Range<u64>,
) -> Result<TierSuccessors<I::Code>> {
    let mut expander = Expander::new(rules, tier, targets);
    let mut unranker = marked.numbering.unranker();
    for at in words.start as usize..words.end as usize {
        let mut bits = marked.reached.word(at) & !marked.played.word(at);
        if bits == 0 {
            continue;
        }
        marked.played.mark_word(at, bits);
        while bits != 0 {
            let number = (at as u64) << 6 | u64::from(bits.trailing_zeros());
            bits &= bits - 1;
            expander
                .play(zug_solve::PositionCode::cut(unranker.code(number)), played + expander.played() + 1)?;
        }
    }
    Ok(expander.end())
}
