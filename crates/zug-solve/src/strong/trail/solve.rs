//! Finds what positions are worth, the highest tier first, over the numbers that were noted.

use super::found::SHARDS;
use super::sheet::{Entry, Sheet, Unfit};
use super::{Tier, Trail};
use crate::strong::narrow::Narrow;
use crate::strong::table::{Mark, Scheme, Worth, better};
use crate::strong::threads::each;
use zug_game::{Game, Player};

/// A position that waits for another of its tier.
const WAITS: Mark = Mark::MIN;

impl<G: Game + Sync, S: Scheme<G>> Trail<'_, G, S> {
    /// Solves all tiers.
    pub(super) fn solve(&mut self) -> Result<(), Unfit> {
        for at in (0..self.tiers.len()).rev() {
            let marks = self.marks(at)?;
            let kept = |marks: &Vec<Mark>| {
                let kept: Vec<i64> = marks.iter().map(|&mark| self.worth.kept(mark)).collect();
                Narrow::of(&kept)
            };
            let marks: Vec<Narrow> = each(self.threads, &marks, kept);
            self.bytes += marks.iter().map(Narrow::bytes).sum::<u64>();
            self.tiers[at].marks = marks;
            self.look(0)?;
        }
        Ok(())
    }

    /// What the positions of a tier are worth, part by part.
    fn marks(&mut self, at: usize) -> Result<Vec<Vec<Mark>>, Unfit> {
        let tier = &self.tiers[at];
        let sizes: Vec<usize> = tier.codes.iter().map(super::Codes::len).collect();
        let mut marks: Vec<Vec<Mark>> = sizes.iter().map(|size| vec![WAITS; *size]).collect();
        let mut waiting: Vec<&Sheet> = tier.sheets.iter().collect();
        let mut left = sizes.iter().sum::<usize>();
        while !waiting.is_empty() {
            let solved = each(self.threads, &waiting, |sheet| self.sheet(at, sheet, &marks));
            for (sheet, solved) in waiting.iter().zip(solved) {
                marks[sheet.shard][sheet.places.clone()].copy_from_slice(&solved?);
            }
            waiting.retain(|sheet| marks[sheet.shard][sheet.places.clone()].contains(&WAITS));
            let waits = |sheet: &&Sheet| {
                marks[sheet.shard][sheet.places.clone()].iter().filter(|mark| **mark == WAITS).count()
            };
            let before = std::mem::replace(&mut left, waiting.iter().map(waits).sum());
            if left == before && left > 0 {
                return Err(Unfit); // play goes round
            }
        }
        Ok(marks)
    }

    /// What the positions of a sheet are worth; `own` is what is known of their tier.
    fn sheet(&self, at: usize, sheet: &Sheet, own: &[Vec<Mark>]) -> Result<Vec<Mark>, Unfit> {
        let tier = |number: &u64| self.tier(*number).ok_or(Unfit);
        let leads = sheet.tiers.iter().map(tier).collect::<Result<Vec<usize>, Unfit>>()?;
        let known = Known { tiers: &self.tiers, leads: &leads, at, own, worth: self.worth };
        if let [tier] = leads.as_slice()
            && *tier != at
            && let Some(bytes) = self.tiers[*tier].bytes()
            && sheet.gains_nothing()
        {
            return Ok(sheet.entries().map(|entry| known.of_bytes(sheet, &entry, &bytes)).collect());
        }
        sheet.entries().map(|entry| known.mark(sheet, &entry)).collect()
    }
}

/// What is known while the positions of a sheet are solved.
struct Known<'a> {
    tiers: &'a [Tier],
    /// The places of the tiers that the sheet leads to.
    leads: &'a [usize],
    /// The place of its own.
    at: usize,
    own: &'a [Vec<Mark>],
    worth: Worth,
}

impl Known<'_> {
    fn mark(&self, sheet: &Sheet, entry: &Entry) -> Result<Mark, Unfit> {
        if let Some(end) = entry.end {
            return if end == WAITS { Err(Unfit) } else { Ok(end) };
        }
        let mut best = None;
        for edge in entry.edges.clone() {
            let (which, number, gain) = sheet.edge(edge);
            let mark = self.behind(self.leads[which], number);
            if mark == WAITS {
                return Ok(WAITS);
            }
            let mark = self.worth.before(gain, mark)?;
            if better(mark, best, entry.mover) {
                best = Some(mark);
            }
        }
        best.ok_or(Unfit)
    }

    /// What a position is worth that leads to one tier, where all is kept in bytes, and gains nothing.
    #[inline]
    fn of_bytes(&self, sheet: &Sheet, entry: &Entry, bytes: &[&[i8]; SHARDS]) -> Mark {
        if let Some(end) = entry.end {
            return end;
        }
        let (numbers, own) = (sheet.numbers_of(entry), entry.mover == Player::First);
        // From the mover's side; a little of a mark, but enough to compare.
        let side = |kept: i8| {
            let near = self.worth.near(kept);
            if own { near } else { -near }
        };
        let worth = |number: u32| {
            let (shard, place) = super::places(number);
            side(bytes[shard][place])
        };
        let best = numbers.map(worth).max().unwrap_or(0);
        self.worth.before_near(if own { best } else { -best })
    }

    /// What the position with this number is worth.
    #[inline]
    fn behind(&self, tier: usize, number: u32) -> Mark {
        if tier == self.at {
            let (shard, place) = super::places(number);
            return self.own[shard][place];
        }
        self.worth.unkept(self.tiers[tier].kept(number))
    }
}
