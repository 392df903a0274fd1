//! Counts the positions and finds the longest wins and their lines, over the numbers that were noted.

use super::found::{NUMBER, SHARDS, hash, number, shard};
use super::sheet::{Entry, Sheet, Unfit};
use super::{Codes, Tier, Trail};
use crate::answer::LineEnd;
use crate::strong::census::{Census, Count, Longest, mixed};
use crate::strong::table::{Scheme, Worth};
use crate::strong::threads::each;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::{Game, Player};

/// A position: the place of its tier, and its number there.
type At = (usize, u32);

/// Positions by what they are worth, as it is kept, and by mover.
#[derive(Default)]
struct Counted {
    counts: FxHashMap<(i64, Player), u64>,
    digest: u64,
}

/// What is counted of all tiers.
struct Summary {
    /// Sorted.
    counts: Vec<Count>,
    digest: u64,
    /// For each player the longest win, as it is kept, and the lowest tier in which there is one.
    longest: [Option<(i64, usize)>; 2],
}

/// The bytes that a kept value has if it is small.
const SMALL: usize = 256;

impl<G: Game + Sync, S: Scheme<G>> Trail<'_, G, S> {
    /// Everything that is told.
    pub(super) fn census(&mut self, position: &G::Position) -> Result<Census<G::Move>, Unfit> {
        let start = (0, number(shard(hash(self.scheme.code(position))), 0));
        let (value, plies) = self.worth.told(self.worth.unkept(self.tiers[0].kept(start.1)));
        let value = value.checked_add(self.game.offset(position)).ok_or(Unfit)?;
        let summary = self.summary();
        let mut told = [None, None];
        for (told, found) in told.iter_mut().zip(summary.longest) {
            let Some((kept, tier)) = found else { continue };
            let (_, plies) = self.worth.told(self.worth.unkept(kept));
            let (at, plies) = (self.first_of(tier, kept).ok_or(Unfit)?, plies.ok_or(Unfit)?);
            *told = Some(Longest { plies, after: self.path(start, at)?, line: self.line(at)? });
        }
        let table = |tier: &Tier| {
            let marks = tier.marks.iter().map(super::Narrow::bytes);
            tier.codes.iter().map(Codes::bytes).chain(marks).sum::<u64>()
        };
        Ok(Census {
            positions: self.statistics.positions,
            terminal: self.statistics.terminal,
            whole: false,
            counts: summary.counts,
            value,
            plies,
            line: self.line(start)?,
            line_end: LineEnd::Terminal,
            longest: told,
            tiers: Some(self.tiers.len() as u64),
            table: self.tiers.iter().map(table).sum(),
            digest: summary.digest,
            statistics: self.statistics,
        })
    }

    /// All tiers together.
    fn summary(&self) -> Summary {
        let mut all = Counted::default();
        let mut longest: [Option<(i64, usize)>; 2] = [None, None];
        for (at, tier) in self.tiers.iter().enumerate() {
            for sheet in each(self.threads, &tier.sheets, |sheet| self.count(tier, sheet)) {
                all.digest = all.digest.wrapping_add(sheet.digest);
                for ((kept, mover), positions) in sheet.counts {
                    *all.counts.entry((kept, mover)).or_insert(0) += positions;
                    let best = &mut longest[usize::from(kept < 0)];
                    let longer = best.is_none_or(|(most, _)| kept.unsigned_abs() > most.unsigned_abs());
                    if self.worth == Worth::Plies && kept != 0 && longer {
                        *best = Some((kept, at));
                    }
                }
            }
        }
        let count = |((kept, mover), positions)| {
            let (value, plies) = self.worth.told(self.worth.unkept(kept));
            Count { value, plies, mover, positions }
        };
        let mut counts: Vec<Count> = all.counts.into_iter().map(count).collect();
        counts.sort_unstable();
        Summary { counts, digest: all.digest, longest }
    }

    fn count(&self, tier: &Tier, sheet: &Sheet) -> Counted {
        let mut counted = Counted::default();
        let mut small = [[0_u64; 2]; SMALL];
        for (place, entry) in sheet.places.clone().zip(sheet.entries()) {
            let kept = tier.marks[sheet.shard].get(place);
            match i8::try_from(kept) {
                Ok(byte) => small[usize::from(byte as u8)][entry.mover.index()] += 1,
                Err(_) => *counted.counts.entry((kept, entry.mover)).or_insert(0) += 1,
            }
            let code: S::Code = tier.codes[sheet.shard].get(place);
            counted.digest = counted.digest.wrapping_add(mixed(code, self.worth.unkept(kept)));
        }
        for (byte, movers) in small.iter().enumerate() {
            for (mover, &positions) in [Player::First, Player::Second].into_iter().zip(movers) {
                if positions > 0 {
                    counted.counts.insert((i64::from(byte as u8 as i8), mover), positions);
                }
            }
        }
        counted
    }

    /// Of the positions of a tier that are worth this, the one with the lowest code.
    fn first_of(&self, tier: usize, kept: i64) -> Option<At> {
        let Tier { codes, marks, .. } = &self.tiers[tier];
        let parts = (0..SHARDS).flat_map(|shard| (0..codes[shard].len()).map(move |place| (shard, place)));
        let worth = parts.filter(|(shard, place)| marks[*shard].get(*place) == kept);
        let first = worth.min_by_key(|(shard, place)| codes[*shard].get::<S::Code>(*place))?;
        Some((tier, number(first.0, first.1)))
    }

    fn code(&self, (tier, number): At) -> S::Code {
        let (shard, place) = super::places(number);
        self.tiers[tier].codes[shard].get(place)
    }

    /// Where the moves of a position are noted.
    fn entry(&self, (tier, number): At) -> Option<(&Sheet, Entry)> {
        let (shard, place) = super::places(number);
        let of = |sheet: &&Sheet| sheet.shard == shard && sheet.places.contains(&place);
        let sheet = self.tiers[tier].sheets.iter().find(of)?;
        Some((sheet, sheet.entries().nth(place - sheet.places.start)?))
    }

    /// The move of a position with this number.
    fn play(&self, at: At, number: usize) -> Result<G::Move, Unfit> {
        let mut moves = Vec::new();
        self.game.visit(&self.scheme.position(self.code(at)), &mut moves)?;
        moves.into_iter().nth(number).ok_or(Unfit)
    }

    /// Moves from one position to another, found backwards: of each position the one with the lowest code before it in the nearest
    /// tier.
    fn path(&mut self, start: At, mut at: At) -> Result<Vec<G::Move>, Unfit> {
        let (mut line, mut seen) = (Vec::new(), FxHashSet::default());
        while at != start {
            self.look(0)?;
            let (before, play) = self.before(at).filter(|_| seen.insert(at)).ok_or(Unfit)?;
            line.push(self.play(before, play)?);
            at = before;
        }
        line.reverse();
        Ok(line)
    }

    /// A position with the number of a move that leads to this one; those of the same tier are asked last.
    fn before(&self, (tier, number): At) -> Option<(At, usize)> {
        (0..tier).rev().chain([tier]).find_map(|at| {
            let leads = |sheet: &Sheet| {
                let found = sheet.leads(self.tiers[tier].number, number);
                found.into_iter().map(|(place, play)| ((sheet.shard, place), play)).collect::<Vec<_>>()
            };
            let found = self.tiers[at].sheets.iter().flat_map(leads);
            let code = |&((shard, place), _): &((usize, usize), usize)| {
                self.tiers[at].codes[shard].get::<S::Code>(place)
            };
            let ((shard, place), play) = found.min_by_key(code)?;
            Some(((at, super::found::number(shard, place)), play))
        })
    }

    /// Best play from a position to its end: of each position the first move that keeps value and distance.
    fn line(&mut self, mut at: At) -> Result<Vec<G::Move>, Unfit> {
        let mut line = Vec::new();
        loop {
            self.look(0)?;
            let (sheet, entry) = self.entry(at).ok_or(Unfit)?;
            if entry.end.is_some() {
                return Ok(line);
            }
            let mark = self.worth.unkept(self.tiers[at.0].kept(at.1));
            let mut edges = entry.edges.clone().enumerate();
            let next = edges.find_map(|(play, edge)| {
                let (which, number, gain) = sheet.edge(edge);
                let tier = self.tier(sheet.tiers[which])?;
                let behind = self.worth.unkept(self.tiers[tier].kept(number));
                (self.worth.before(gain, behind) == Ok(mark)).then_some((play, (tier, number)))
            });
            let (play, next) = next.ok_or(Unfit)?;
            line.push(self.play(at, play)?);
            at = next;
        }
    }
}

impl Sheet {
    /// Its positions with a move to this number of this tier, and the first such move of each.
    fn leads(&self, tier: u64, number: u32) -> Vec<(usize, usize)> {
        let Some(which) = self.tiers.iter().position(|other| *other == tier) else { return Vec::new() };
        let bytes = number.to_le_bytes();
        let mut edges = self.numbers().chunks_exact(NUMBER).zip(0..);
        if !edges.any(|(number, edge)| number == &bytes[..NUMBER] && self.which(edge) == which) {
            return Vec::new();
        }
        let leads = |edge: usize| self.edge(edge).1 == number && self.which(edge) == which;
        let first = |(place, entry): (usize, Entry)| Some((place, entry.edges.clone().position(leads)?));
        self.places.clone().zip(self.entries()).filter_map(first).collect()
    }
}
