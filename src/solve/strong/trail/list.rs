//! Finds all positions, tier by tier, the lowest first, and notes where every move leads.
//!
//! Some sheets at a time: threads play the moves of some positions each; then each looks up the codes of its own parts of the tiers,
//! in the order of the sheets; then the numbers are written where the codes were.

use super::found::{Codes, SHARDS, Shard, hash, number, shard};
use super::sheet::{Draft, SIZE, Sheet, Unfit};
use super::{Tier, Trail};
use crate::game::Game;
use crate::solve::strong::keys::Code;
use crate::solve::strong::table::Scheme;
use crate::solve::strong::threads::each;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Sheets that are done between two looks at the clock, for each thread.
const SHEETS: usize = 4;

/// Codes that are looked up together.
const GROUP: usize = 32;

/// The positions of a tier, part by part.
type Shards<C> = Vec<Shard<C>>;
/// The tiers that are not complete.
type Open<C> = BTreeMap<u64, Shards<C>>;

fn shards<C: Code>() -> Shards<C> {
    (0..SHARDS).map(|_| Shard::default()).collect()
}

impl<G: Game + Sync, S: Scheme<G>> Trail<'_, G, S> {
    /// Fills the tiers.
    pub(super) fn list(&mut self, start: &G::Position) -> Result<(), Unfit> {
        let code = self.scheme.code(start);
        let mut first = shards();
        first[shard(hash(code))].place(code, hash(code));
        let mut open = Open::from([(self.scheme.tier(start), first)]);
        while let Some((&tier, _)) = open.first_key_value() {
            let sheets = self.expand(tier, &mut open)?;
            let Some(found) = open.remove(&tier) else { break };
            let codes: Vec<Codes> = found.iter().map(|shard| Codes::of(shard.codes())).collect();
            self.statistics.positions += codes.iter().map(|codes| codes.len() as u64).sum::<u64>();
            self.bytes += codes.iter().map(Codes::bytes).sum::<u64>();
            self.tiers.push(Tier { number: tier, codes, sheets, marks: Vec::new() });
        }
        Ok(())
    }

    /// Plays the moves of all positions of a tier, those too that are only found on the way.
    fn expand(&mut self, tier: u64, open: &mut Open<S::Code>) -> Result<Vec<Sheet>, Unfit> {
        let mut done = [0; SHARDS];
        let mut sheets = Vec::new();
        loop {
            let Some(found) = open.get(&tier) else { return Ok(sheets) };
            let pieces = pieces(found, &mut done);
            if pieces.is_empty() {
                return Ok(sheets);
            }
            for pieces in pieces.chunks(SHEETS * self.threads) {
                let made = self.some(tier, pieces, open)?;
                self.bytes += made.iter().map(Sheet::bytes).sum::<u64>();
                self.statistics.terminal += made.iter().map(Sheet::terminal).sum::<u64>();
                sheets.extend(made);
                let waiting: u64 = open.values().flatten().map(Shard::bytes).sum();
                self.look(waiting)?;
            }
        }
    }

    /// Some sheets.
    fn some(
        &self,
        tier: u64,
        pieces: &[(usize, Range<usize>)],
        open: &mut Open<S::Code>,
    ) -> Result<Vec<Sheet>, Unfit> {
        let found = open.get(&tier).ok_or(Unfit)?;
        let how = (self.game, self.scheme, self.worth);
        let draft = |(shard, places): &(usize, Range<usize>)| {
            Draft::of(how, tier, (*shard, places.clone()), &found[*shard].codes()[places.clone()])
        };
        let drafts: Vec<Draft<S::Code>> =
            each(self.threads, pieces, draft).into_iter().collect::<Result<_, Unfit>>()?;
        let numbers = numbers(self.threads.min(SHARDS), &drafts, open)?;
        let numbered = |(at, draft): &(usize, Draft<S::Code>)| draft.numbered(&numbers, *at);
        let drafts: Vec<(usize, Draft<S::Code>)> = drafts.into_iter().enumerate().collect();
        Ok(each(self.threads, &drafts, numbered))
    }
}

/// Whose part it is, of so many threads.
#[inline]
fn owner(threads: usize, shard: usize) -> usize {
    if threads == 1 { 0 } else { shard % threads }
}

/// The parts of the tiers that one thread fills; the others are empty here.
struct Own<C> {
    thread: usize,
    /// By the place of a tier in the list of them all.
    tiers: Vec<Shards<C>>,
    /// For each draft the numbers of the codes that belong here, in order.
    numbers: Vec<Vec<u32>>,
}

/// For each thread and each draft the numbers of the codes that belong to the thread.
type Numbers = Vec<Vec<Vec<u32>>>;

/// Looks up the codes of some drafts, and adds those that are new to the tiers.
fn numbers<C: Code>(threads: usize, drafts: &[Draft<C>], open: &mut Open<C>) -> Result<Numbers, Unfit> {
    let mut tiers: Vec<u64> = drafts.iter().flat_map(|draft| &draft.sheet.tiers).copied().collect();
    tiers.sort_unstable();
    tiers.dedup();
    let own = |thread| {
        Mutex::new(Own { thread, tiers: tiers.iter().map(|_| shards()).collect(), numbers: Vec::new() })
    };
    let mut owns: Vec<Mutex<Own<C>>> = (0..threads).map(own).collect();
    exchange(threads, &tiers, &mut owns, open);
    let done = each(threads, &owns, |own| {
        let mut own = own.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.iter().try_for_each(|draft| own.look_up(threads, &tiers, draft))
    });
    exchange(threads, &tiers, &mut owns, open);
    done.into_iter().collect::<Option<()>>().ok_or(Unfit)?;
    let numbers = |own: Mutex<Own<C>>| own.into_inner().unwrap_or_else(PoisonError::into_inner).numbers;
    Ok(owns.into_iter().map(numbers).collect())
}

/// Gives each thread its parts of the tiers, or takes them back.
fn exchange<C: Code>(threads: usize, tiers: &[u64], owns: &mut [Mutex<Own<C>>], open: &mut Open<C>) {
    for (at, tier) in tiers.iter().enumerate() {
        for (shard, found) in open.entry(*tier).or_insert_with(shards).iter_mut().enumerate() {
            let own = owns[owner(threads, shard)].get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::swap(found, &mut own.tiers[at][shard]);
        }
    }
}

impl<C: Code> Own<C> {
    /// Looks up those codes of a draft that belong here. None where a part is full.
    fn look_up(&mut self, threads: usize, tiers: &[u64], draft: &Draft<C>) -> Option<()> {
        let place = |tier: &u64| tiers.binary_search(tier).unwrap_or(0);
        let leads: Vec<usize> = draft.sheet.tiers.iter().map(place).collect();
        let mut numbers = Vec::with_capacity(draft.codes.len() / threads + 1);
        for (codes, first) in draft.codes.chunks(GROUP).zip((0..).step_by(GROUP)) {
            // First all are looked for where they are most likely, so that the memory is waited for once and not for each.
            let mut found = [(0, 0_usize, 0_usize, 0_u32); GROUP];
            for ((&code, edge), found) in codes.iter().zip(first..).zip(&mut found) {
                let hash = hash(code);
                let (tier, shard) = (leads[draft.sheet.which(edge)], shard(hash));
                *found = (hash, tier, shard, self.tiers[tier][shard].slot(hash));
            }
            let mut known = [None; GROUP];
            for ((&code, known), &(_, tier, shard, slot)) in codes.iter().zip(&mut known).zip(&found) {
                *known = self.tiers[tier][shard].known(slot, code);
            }
            for ((&code, known), (hash, tier, shard, _)) in codes.iter().zip(known).zip(found) {
                if owner(threads, shard) == self.thread {
                    let place = match known {
                        Some(place) => place,
                        None => self.tiers[tier][shard].place(code, hash)?,
                    };
                    numbers.push(number(shard, place));
                }
            }
        }
        self.numbers.push(numbers);
        Some(())
    }
}

impl<C: Code> Draft<C> {
    /// The sheet, with the numbers that the threads found for the draft with this place.
    fn numbered(&self, numbers: &Numbers, at: usize) -> Sheet {
        let mut sheet = self.sheet.clone();
        if let [own] = numbers.as_slice() {
            sheet.number(own[at].iter().copied());
            return sheet;
        }
        let mut lists: Vec<_> = numbers.iter().map(|own| own[at].iter().copied()).collect();
        let threads = lists.len();
        let next = |code: &C| lists[owner(threads, shard(hash(*code)))].next().unwrap_or(0);
        sheet.number(self.codes.iter().map(next));
        sheet
    }
}

/// What is not done of each part, in pieces of a sheet.
fn pieces<C: Code>(found: &Shards<C>, done: &mut [usize; SHARDS]) -> Vec<(usize, Range<usize>)> {
    let mut pieces = Vec::new();
    for ((shard, found), done) in found.iter().enumerate().zip(done) {
        let size = found.codes().len();
        let sheets = (*done..size).step_by(SIZE);
        pieces.extend(sheets.map(|first| (shard, first..size.min(first + SIZE))));
        *done = size;
    }
    pieces
}
