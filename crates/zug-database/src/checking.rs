//! Checks a database: each position is worth what the best of its moves is worth, and distances
//! fall.
//!
//! Why that is enough: every position that a stored position leads to is stored, and the first
//! position is. Where play is over the entry is the payoff. A win in `n` plies has a move to a win
//! in `n - 1`, and a loss has none that is better, so both end as they say. What has no distance
//! has a move that keeps the value and none that is better for the mover; so either player can see
//! to it that play ends with that value or goes on for ever at such positions. There
//! [`Game::endless`] must be the value.

use crate::build::file_of;
use crate::context::Behind;
use crate::damage::Damage;
use crate::database::Database;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::expansion::{NumberedGame, divide};
use crate::files;
use crate::solved::{Counts, terminal};
use crate::tier_file::{KindCount, Tier};
use std::ops::Range;
use std::path::Path;
use zug_game::{Expansion, Game, Player, is_audited};
use zug_solve::{LimitKind, Limits, PositionCode, PositionIndexing};

/// Positions that a thread checks at once.
const BATCH: u64 = 1 << 16;

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Positions that were looked at.
    pub positions: u64,
    /// Positions whose value rests on how play that never ends is valued, or on distances that are
    /// not stored: their entries agree with those of their moves, and that alone proves nothing.
    pub undecided: u64,
    /// Positions that were compared with the slow semantics.
    pub audited: u64,
    /// The first entries that do not agree with those of their moves.
    pub wrong: Vec<Inconsistency>,
}

/// An entry that does not agree with those of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// The tier.
    pub tier: u64,
    /// The code of the position.
    pub code: u128,
    /// What is stored.
    pub stored: Entry,
    /// What follows from the moves.
    pub expected: Entry,
}

/// How a database is checked.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Whether it is proved that play must end: then entries that agree with those of their moves
    /// are true.
    pub must_end: bool,
    /// How many threads work.
    pub threads: usize,
    /// Memory for the tiers that are read, time, and the flag that ends the work.
    pub limits: Limits,
}

/// Inconsistencies that are shown.
const SHOWN: usize = 10;

/// Checks every position of a database. The files of all tiers that a tier leads to are read into
/// memory.
///
/// # Errors
/// A limit, a damaged file, or a position that is missing.
pub fn check<G: Game + Sync, I: PositionIndexing<G>>(
    game: &G,
    indexing: &I,
    start: &G::Position,
    folder: &Path,
    options: &CheckOptions,
) -> Result<CheckReport> {
    let CheckOptions { must_end, threads, limits } = options;
    let database = Database::<I::Code>::open(folder)?;
    let manifest = database.manifest();
    let mut report = CheckReport::default();
    for summary in manifest.tiers.iter().rev() {
        limits.look()?;
        let path = folder.join(&summary.file);
        let tier = Tier::<I::Code>::read(&path)?;
        let as_named =
            crate::build::summary(&tier, file_of(&path)?) == *summary && tier.header.values.is_some();
        if !as_named {
            let damage = Damage::Content("it is not the tier that the manifest names");
            return Err(DatabaseError::Damaged { path, damage });
        }
        let is_later = |number: &u64| {
            *number > summary.tier && manifest.tiers.binary_search_by_key(number, |known| known.tier).is_ok()
        };
        if !tier.header.leads_to.iter().all(is_later) {
            let damage =
                Damage::Content("it leads to a tier that is not later, or that the manifest does not name");
            return Err(DatabaseError::Damaged { path, damage });
        }
        let mut tiers = Vec::new();
        let mut used = tier.bytes();
        for &number in &tier.header.leads_to {
            let later = Tier::<I::Code>::read(&folder.join(files::tier_name(number)))?;
            used += later.bytes();
            if used > limits.memory {
                return Err(DatabaseError::Limit(LimitKind::Memory));
            }
            tiers.push((number, later));
        }
        let behind = Behind { tiers: tiers.iter().map(|(number, tier)| (*number, tier)).collect() };
        let rules = NumberedGame { game, indexing, limits };
        let (points, must_end) = (manifest.subject.points, *must_end);
        let stored = CheckedTier { rules, tier: &tier, behind: &behind, points, must_end };
        check_tier(&stored, *threads, &mut report)?;
    }
    let found = Tier::<I::Code>::read(&folder.join(files::tier_name(indexing.tier(start))))?;
    found.find(indexing.rank(start)).ok_or(DatabaseError::Unfit("the first position is missing"))?;
    Ok(report)
}

/// A tier with those that it leads to.
struct CheckedTier<'a, G: Game, I: PositionIndexing<G>> {
    rules: NumberedGame<'a, G, I>,
    tier: &'a Tier<I::Code>,
    behind: &'a Behind<'a, I::Code>,
    points: bool,
    must_end: bool,
}

/// What was found in a piece of a tier.
#[derive(Default)]
struct CheckedPiece {
    report: CheckReport,
    counts: Counts,
}

fn check_tier<G: Game + Sync, I: PositionIndexing<G>>(
    stored: &CheckedTier<'_, G, I>,
    threads: usize,
    report: &mut CheckReport,
) -> Result<()> {
    let header = &stored.tier.header;
    let mut counts = Counts::default();
    let mut at = 0;
    while at < header.positions {
        let ranks = at..(at + BATCH * threads as u64).min(header.positions);
        for piece in divide(threads, ranks.clone(), |piece| stored.check(piece))? {
            report.positions += piece.report.positions;
            report.undecided += piece.report.undecided;
            report.audited += piece.report.audited;
            report.wrong.extend(piece.report.wrong);
            report.wrong.truncate(SHOWN);
            for (kind, positions) in piece.counts {
                *counts.entry(kind).or_insert(0) += positions;
            }
        }
        at = ranks.end;
    }
    let agrees = |count: &KindCount| {
        let mover = if count.second_to_move { Player::Second } else { Player::First };
        counts.get(&(count.value, count.distance, mover)) == Some(&count.positions)
    };
    if header.counts.len() != counts.len() || !header.counts.iter().all(agrees) {
        return Err(DatabaseError::Unfit(
            "the counts in the header of a tier are not those of its positions",
        ));
    }
    Ok(())
}

impl<G: Game, I: PositionIndexing<G>> CheckedTier<'_, G, I> {
    fn check(&self, ranks: Range<u64>) -> Result<CheckedPiece> {
        let mut piece = CheckedPiece::default();
        let mut moves = Vec::new();
        for (code, rank) in self.tier.keys.from(ranks.start).zip(ranks.clone()) {
            self.rules.look(rank - ranks.start)?;
            let position = self.rules.indexing.unrank(code);
            if is_audited(rank + 1) {
                piece.report.audited += 1;
                self.rules.audit(code, &position, rank + 1)?;
            }
            let entry = self.tier.at(rank);
            let (expected, undecided) = self.expected(code, &position, entry, &mut moves)?;
            piece.report.positions += 1;
            piece.report.undecided += u64::from(undecided);
            if entry != expected && piece.report.wrong.len() < SHOWN {
                let (tier, code) = (self.tier.header.tier, code.number());
                piece.report.wrong.push(Inconsistency { tier, code, stored: entry, expected });
            }
            let kind = (entry.value, entry.distance, self.rules.game.mover(&position));
            *piece.counts.entry(kind).or_insert(0) += 1;
        }
        Ok(piece)
    }

    /// What follows from the moves of a position, and whether that proves nothing.
    fn expected(
        &self,
        code: I::Code,
        position: &G::Position,
        entry: Entry,
        moves: &mut Vec<G::Move>,
    ) -> Result<(Entry, bool)> {
        let with = |entry: Entry| Entry {
            distance: entry.distance.filter(|_| self.tier.distances.is_some()),
            ..entry
        };
        moves.clear();
        if let Expansion::Terminal(payoff) = self.rules.expand(code, position, moves)? {
            return Ok((with(terminal(payoff, self.points)), false));
        }
        let mover = self.rules.game.mover(position);
        let (mut best, mut rests): (Option<Entry>, bool) = (None, false);
        for at in 0..moves.len() {
            let next = self.rules.next(code, position, moves, at)?;
            let behind = self.find(next.tier, next.code)?;
            let worth = behind.before(next.reward).ok_or(DatabaseError::Overflow("a value"))?;
            rests |=
                next.tier == self.tier.header.tier && worth.value == entry.value && behind.distance.is_none();
            if best.is_none_or(|best| worth.is_better(best, mover)) {
                best = Some(worth);
            }
        }
        let best = with(best.ok_or(DatabaseError::Unfit("a position that is not over has no move"))?);
        let rests = rests && entry.distance.is_none();
        Ok((best, rests && !self.agrees_with_endless(position, entry)))
    }

    /// Whether going on for ever is worth what is stored; without distances a win might rest on
    /// itself.
    fn agrees_with_endless(&self, position: &G::Position, entry: Entry) -> bool {
        if self.points || self.must_end {
            return self.must_end;
        }
        self.rules.game.endless(position).is_ok_and(|endless| endless.signum() == entry.value)
    }

    fn find(&self, tier: u64, code: I::Code) -> Result<Entry> {
        if tier != self.tier.header.tier {
            return self.behind.find(tier, code);
        }
        self.tier.find(code).ok_or(DatabaseError::Unfit("a move leads to a position that is not stored"))
    }
}
