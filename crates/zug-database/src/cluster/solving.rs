//! Solves tiers, the highest first: each worker those positions that it owns.

use super::build::Cluster;
use super::gather::{give_solved, take_solved};
use super::scatter::{Columns, scatter};
use super::undoing::solve_by_undoing;
use super::waiting::solve_by_waiting;
use super::wire;
use crate::build::{Phase, summary};
use crate::context::{Behind, TierContext};
use crate::error::{DatabaseError, Result};
use crate::expansion::NumberedGame;
use crate::files;
use crate::manifest::TierSummary;
use crate::solved::Solved;
use crate::tier_file::Tier;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use zug_game::Game;
use zug_solve::{PositionCode, PositionIndexing};

/// Several processes cannot solve a tier.
const NOT_TOGETHER: DatabaseError = DatabaseError::Unfit(
    "several processes cannot build this database: play comes back to positions, and outcomes are points, \
     endless play is no draw, or moves change too much; build it with one process, without `-n`",
);

/// The parts of solved tiers that this worker owns.
struct OwnedTiers<C> {
    tiers: BTreeMap<u64, Tier<C>>,
}

impl<C: PositionCode> OwnedTiers<C> {
    fn bytes(&self) -> u64 {
        self.tiers.values().map(Tier::bytes).sum()
    }
}

/// What all workers know of a tier.
struct WorkerFacts {
    inner_moves: bool,
    leads_to: Vec<u64>,
}

impl<G: Game + Sync, I: PositionIndexing<G>> Cluster<'_, G, I> {
    /// Solves what is not solved; returns all tiers, which worker 0 knows, and how many were solved
    /// already.
    pub(crate) fn solve(&mut self, tiers: &[(u64, u64)]) -> Result<(Vec<TierSummary>, u64)> {
        let (mut summaries, mut found) = (Vec::new(), 0);
        let mut later = OwnedTiers { tiers: BTreeMap::new() };
        (self.run.now.phase, self.run.now.tiers_done) = (Phase::Solving, 0);
        self.rounds.set_done(0);
        for &(tier, positions) in tiers.iter().rev() {
            self.run.now.tier = tier;
            self.run.look()?;
            let leads = self.rounds.leads();
            let stored = if leads { self.run.stored(tier, Some(positions))? } else { None };
            if self.rounds.any(stored.is_some())? {
                self.rounds.add_done(if leads { positions } else { 0 });
                found += 1;
                summaries.extend(stored);
            } else {
                summaries.extend(self.solve_tier(tier, &mut later)?);
            }
            self.run.now.tiers_done += 1;
        }
        summaries.reverse();
        Ok((summaries, found))
    }

    /// Solves a tier; worker 0 writes it, and has its summary.
    fn solve_tier(&mut self, number: u64, later: &mut OwnedTiers<I::Code>) -> Result<Option<TierSummary>> {
        let whole = if self.rounds.leads() { Some(self.run.read_listed(number)?) } else { None };
        let facts = self.facts(whole.as_ref())?;
        let bits = self.run.options.subject.bits;
        let owned =
            scatter(&mut self.rounds, bits, whole.as_ref(), Columns { values: false, distances: false })?;
        drop(whole);
        let mut part = self.run.listed(number, owned.keys);
        self.load(&facts.leads_to, part.bytes(), later)?;
        let solved = self.solve_part(&part, &facts, later)?;
        let mut written = None;
        if self.rounds.leads() {
            let mut tier = self.run.read_listed(number)?;
            let all = take_solved(&mut self.rounds, &tier.keys, &solved)?;
            tier.header.counts = all.sorted_counts();
            (tier.values, tier.distances) = (all.values, all.distances);
            let file = tier.write(&self.run.tier_path(number), true)?;
            // One process alone may have left it.
            files::remove(&self.run.checkpoint_path(number))?;
            written = Some(summary(&tier, file));
        } else {
            give_solved(&mut self.rounds, &solved, part.header.positions)?;
        }
        (part.values, part.distances) = (solved.values, solved.distances);
        later.tiers.insert(number, part);
        Ok(written)
    }

    /// What worker 0 knows of a tier.
    fn facts(&mut self, whole: Option<&Tier<I::Code>>) -> Result<WorkerFacts> {
        let mut own = Vec::new();
        if let Some(tier) = whole {
            wire::write(&mut own, tier.header.inner_moves.into());
            tier.header.leads_to.iter().for_each(|tier| wire::write(&mut own, *tier));
        }
        let heard = self.rounds.heard(&own)?;
        let mut rest = heard.as_slice();
        let mut facts = WorkerFacts { inner_moves: wire::read(&mut rest)? != 0, leads_to: Vec::new() };
        while !rest.is_empty() {
            facts.leads_to.push(wire::read(&mut rest)?);
        }
        Ok(facts)
    }

    /// Sees that each worker has in memory what it owns of the solved tiers with these numbers;
    /// others go where there is no room at one of the workers.
    fn load(&mut self, numbers: &[u64], own: u64, later: &mut OwnedTiers<I::Code>) -> Result<()> {
        let most = self.run.options.limits.memory;
        for &number in numbers {
            if let Entry::Vacant(place) = later.tiers.entry(number) {
                place.insert(self.load_tier(number)?);
            }
            // What is written and what is read stands beside itself for a while.
            if self.rounds.any(later.bytes() + own > most / 4)? {
                later.tiers.retain(|number, _| numbers.binary_search(number).is_ok());
            }
        }
        self.run.ask(later.bytes() + own)
    }

    /// What this worker owns of a solved tier, from the file that worker 0 has.
    fn load_tier(&mut self, number: u64) -> Result<Tier<I::Code>> {
        let distances = self.run.has_distances();
        let whole = match self.rounds.leads() {
            true => Some(Tier::<I::Code>::read(&self.run.tier_path(number))?),
            false => None,
        };
        let bits = self.run.options.subject.bits;
        let owned = scatter(&mut self.rounds, bits, whole.as_ref(), Columns { values: true, distances })?;
        let mut part = self.run.listed(number, owned.keys);
        (part.values, part.distances) = (owned.values, owned.distances);
        Ok(part)
    }

    /// Solves what this worker owns of a tier, with the others, by the first way that fits.
    fn solve_part(
        &mut self,
        part: &Tier<I::Code>,
        facts: &WorkerFacts,
        later: &OwnedTiers<I::Code>,
    ) -> Result<Solved> {
        let with = |number: &u64| later.tiers.get(number).map(|tier| (*number, tier));
        let behind = Behind { tiers: facts.leads_to.iter().filter_map(with).collect() };
        let (game, indexing, options) = (self.run.game, self.run.indexing, self.run.options);
        let context = TierContext {
            rules: NumberedGame { game, indexing, limits: &options.limits },
            number: part.header.tier,
            tier: part,
            behind: &behind,
            points: options.subject.points,
            distances: self.run.has_distances(),
            used: later.bytes() + part.bytes(),
        };
        let (run, rounds) = (&mut self.run, &mut self.rounds);
        let done = rounds.own_done();
        if !facts.inner_moves || options.must_end {
            if let Some(solved) = solve_by_waiting(run, rounds, context)? {
                let methods = &mut run.methods;
                *(if facts.inner_moves { &mut methods.depth_first } else { &mut methods.single_pass }) += 1;
                return Ok(solved);
            }
            rounds.set_done(done);
        }
        if let Some(solved) = solve_by_undoing(run, rounds, context)? {
            run.methods.retrograde += 1;
            return Ok(solved);
        }
        rounds.set_done(done);
        if !options.must_end
            && let Some(solved) = solve_by_waiting(run, rounds, context)?
        {
            run.methods.depth_first += 1;
            return Ok(solved);
        }
        Err(NOT_TOGETHER)
    }
}
