//! Solves tiers, the highest first: each position has the best of what its moves lead to.

use crate::build::{BuildRun, Phase, summary};
use crate::checkpoint::Way;
use crate::column::Column;
use crate::context::{Behind, TierContext};
use crate::cycles::solve_cycles;
use crate::depth_first::search;
use crate::error::Result;
use crate::expansion::{NumberedGame, divide};
use crate::files;
use crate::manifest::{Content, TierSummary};
use crate::retrograde::analyse;
use crate::single_pass::solve_piece;
use crate::solved::Solved;
use crate::tier_file::Tier;
use std::collections::BTreeMap;
use std::rc::Rc;
use zug_game::Game;
use zug_solve::{PositionCode, PositionIndexing};

/// Positions that a thread solves at once.
const BATCH: u64 = 1 << 14;

/// Tiers that are solved, in memory.
#[derive(Debug)]
pub(crate) struct Later<C> {
    tiers: BTreeMap<u64, Rc<Tier<C>>>,
    bytes: u64,
}

impl<C: PositionCode> Later<C> {
    fn insert(&mut self, number: u64, tier: Tier<C>) {
        self.bytes += tier.bytes();
        self.tiers.insert(number, Rc::new(tier));
    }

    /// Drops a tier that is not among these; false if there is none.
    fn drop_other(&mut self, numbers: &[u64]) -> bool {
        let other = self.tiers.keys().copied().find(|number| numbers.binary_search(number).is_err());
        let dropped = other.and_then(|number| self.tiers.remove(&number));
        self.bytes -= dropped.as_ref().map_or(0, |tier| tier.bytes());
        dropped.is_some()
    }
}

impl<G: Game + Sync, I: PositionIndexing<G>> BuildRun<'_, G, I> {
    /// Solves what is not solved; returns all tiers, and how many were solved already.
    pub(crate) fn solve(&mut self, tiers: &[(u64, u64)]) -> Result<(Vec<TierSummary>, u64)> {
        let (mut summaries, mut found) = (Vec::new(), 0);
        let mut later = Later { tiers: BTreeMap::new(), bytes: 0 };
        (self.now.phase, self.now.done, self.now.tiers_done) = (Phase::Solving, 0, 0);
        for &(tier, positions) in tiers.iter().rev() {
            self.now.tier = tier;
            self.look()?;
            if let Some(summary) = self.stored(tier, Some(positions))? {
                self.now.done += positions;
                summaries.push(summary);
                found += 1;
            } else {
                let mut solved = self.solve_tier(tier, &mut later)?;
                let file = solved.write(&self.tier_path(tier), true)?;
                files::remove(&self.checkpoint_path(tier))?;
                summaries.push(summary(&solved, file));
                later.insert(tier, solved);
            }
            self.now.tiers_done += 1;
        }
        summaries.reverse();
        Ok((summaries, found))
    }

    fn solve_tier(&mut self, number: u64, later: &mut Later<I::Code>) -> Result<Tier<I::Code>> {
        let mut tier = self.read_listed(number)?;
        self.load(&tier.header.leads_to, tier.bytes(), later)?;
        let with = |number: &u64| later.tiers.get(number).map(|tier| (*number, Rc::clone(tier)));
        let tiers: Vec<(u64, Rc<Tier<I::Code>>)> = tier.header.leads_to.iter().filter_map(with).collect();
        let behind = Behind { tiers: tiers.iter().map(|(number, tier)| (*number, &**tier)).collect() };
        let context = TierContext {
            rules: NumberedGame { game: self.game, indexing: self.indexing, limits: &self.options.limits },
            number,
            tier: &tier,
            behind: &behind,
            points: self.options.subject.points,
            distances: self.has_distances(),
            used: later.bytes + tier.bytes(),
        };
        let solved = if tier.header.inner_moves {
            self.solve_inner(context)?
        } else {
            self.methods.single_pass += 1;
            self.solve_pieces(context)?
        };
        tier.header.counts = solved.sorted_counts();
        (tier.values, tier.distances) = (solved.values, solved.distances);
        Ok(tier)
    }

    /// Solves a tier whose moves may stay in it, by the first way that fits.
    fn solve_inner(&mut self, context: TierContext<'_, G, I>) -> Result<Solved> {
        let done = self.now.done;
        if self.options.must_end
            && let Some(solved) = search(self, context)?
        {
            self.methods.depth_first += 1;
            return Ok(solved);
        }
        self.now.done = done;
        if let Some(solved) = analyse(self, context)? {
            self.methods.retrograde += 1;
            return Ok(solved);
        }
        self.now.done = done;
        self.methods.components += 1;
        solve_cycles(self, context)
    }

    /// Whether distances are found.
    pub(crate) fn has_distances(&self) -> bool {
        self.options.subject.content == Content::Distances && !self.options.subject.points
    }

    /// Sees that the solved tiers with these numbers are in memory; others go where there is no
    /// room.
    fn load(&mut self, numbers: &[u64], own: u64, later: &mut Later<I::Code>) -> Result<()> {
        let most = self.options.limits.memory;
        for &number in numbers {
            if !later.tiers.contains_key(&number) {
                let tier = Tier::read(&self.tier_path(number))?;
                let tier = self.with_marks(tier);
                later.insert(number, tier);
            }
            // What is written and what is read stands beside itself for a while.
            while later.bytes + own > most / 4 && later.drop_other(numbers) {}
        }
        self.ask(later.bytes + own)
    }

    /// Solves a tier whose moves all lead to other tiers.
    fn solve_pieces(&mut self, context: TierContext<'_, G, I>) -> Result<Solved> {
        let saved = self.saved_tier(context, Way::SinglePass, |reader| Solved::read(context, reader))?;
        let (mut all, mut at) = saved.unwrap_or_else(|| (Solved::new(context.distances), 0));
        self.now.done += at;
        while at < context.positions() {
            let batch = BATCH * self.options.threads as u64;
            let ranks = at..(at + batch).min(context.positions());
            for piece in divide(self.options.threads, ranks.clone(), |piece| solve_piece(context, piece))? {
                all.append(&piece);
            }
            self.ask(context.used + all.values.bytes() + all.distances.as_ref().map_or(0, Column::bytes))?;
            self.now.done += ranks.end - ranks.start;
            self.look()?;
            at = ranks.end;
            if self.is_time_to_save() {
                let counts = all.counts_column();
                let columns: Vec<&Column> =
                    [&counts, &all.values].into_iter().chain(&all.distances).collect();
                let writer = self.save_tier(context, Way::SinglePass, (at, None), &columns)?;
                self.end_save(writer)?;
            }
        }
        Ok(all)
    }
}
