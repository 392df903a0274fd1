//! Solves every position that can be reached, by tiers where the proof that play must end gives some, otherwise by retrograde
//! analysis, and says which.

use super::engine::{Engine, Task, with_engine};
use super::filling::filling;
use super::gauge::Gauge;
use super::packing::{Packed, Packing};
use super::run::unanswered;
use super::{Prepared, Unanswered};
use zug_analysis::Ends;
use zug_lang::program::Choice;
use zug_lang::semantics::Position;
use zug_lang::wording;
use zug_solve::{Census, Limits, Longest, Stop, Worth, solve_filling, solve_strong, survey};

/// Every position, summed up, and how that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Everything {
    /// The counts, with moves in the definition's terms.
    pub census: Census<Choice>,
    /// How it was found, and why that way is sound.
    pub why: String,
}

impl Prepared<'_> {
    /// The value of every position that can be reached from one, with as many threads as are given.
    ///
    /// # Errors
    /// A limit, or a broken promise of the definition.
    pub fn solve_strong(
        &self,
        position: &Position,
        threads: usize,
        limits: &Limits,
    ) -> Result<Everything, Unanswered> {
        with_engine(self, Strong { prepared: self, position, threads, limits })
    }

    /// How tiers are told, if they are.
    pub(super) fn tiers(&self) -> Option<(Packing, Gauge)> {
        let machine = self.machine()?;
        let packing = Packing::of(machine);
        let gauge = Gauge::of(self.program, &self.ends, &machine.layout)?;
        (packing.bits() <= u128::BITS).then_some((packing, gauge))
    }
}

/// The counts, or why there are none.
type Counted<M> = Result<Census<M>, Stop<M>>;

struct Strong<'a> {
    prepared: &'a Prepared<'a>,
    position: &'a Position,
    threads: usize,
    limits: &'a Limits,
}

impl Task for Strong<'_> {
    type Output = Result<Everything, Unanswered>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let position = engine.enter(self.position);
        // Codes leave points that only add up out, so a bound of theirs may seem broken where play would not break it.
        let adds_up = self.prepared.machine().is_some_and(|machine| !machine.additive.is_empty());
        let fits = |found: &Counted<E::Move>| match found {
            Err(Stop::Unfit { .. }) => false,
            Err(Stop::Fault { .. }) => !adds_up,
            _ => true,
        };
        let found = self
            .by_filling(engine, &position)
            .filter(fits)
            .or_else(|| self.by_tiers(engine, &position).filter(fits))
            .unwrap_or_else(|| survey(engine, &position, self.worth(), self.limits));
        let program = self.prepared.program;
        let census = found.map_err(|stop| unanswered(engine, program, stop))?;
        let why = why(&census, &self.prepared.ends);
        Ok(Everything { census: in_choices(engine, census), why })
    }
}

impl Strong<'_> {
    fn worth(&self) -> Worth {
        if self.prepared.program.points { Worth::Points } else { Worth::Plies }
    }

    /// None where the rules are not known to be of this kind.
    fn by_filling<E: Engine>(&self, engine: &E, position: &E::Position) -> Option<Counted<E::Move>> {
        let (packing, gauge) = self.prepared.tiers()?;
        let machine = self.prepared.machine()?;
        let filling = filling(self.prepared.program, machine, &packing, self.position)?;
        let (threads, limits) = (self.threads, self.limits);
        Some(if packing.bits() <= u64::BITS {
            let scheme = Packed::<E, u64>::new(&packing, &gauge, engine);
            solve_filling(engine, position, &scheme, &filling, threads, limits)
        } else {
            let scheme = Packed::<E, u128>::new(&packing, &gauge, engine);
            solve_filling(engine, position, &scheme, &filling, threads, limits)
        })
    }

    /// None where there are no tiers.
    fn by_tiers<E: Engine>(&self, engine: &E, position: &E::Position) -> Option<Counted<E::Move>> {
        let (packing, gauge) = self.prepared.tiers()?;
        let (worth, threads, limits) = (self.worth(), self.threads, self.limits);
        Some(if packing.bits() <= u64::BITS {
            let scheme = Packed::<E, u64>::new(&packing, &gauge, engine);
            solve_strong(engine, position, &scheme, worth, threads, limits)
        } else {
            let scheme = Packed::<E, u128>::new(&packing, &gauge, engine);
            solve_strong(engine, position, &scheme, worth, threads, limits)
        })
    }
}

fn why<M>(census: &Census<M>, ends: &Ends) -> String {
    let reason = match ends {
        Ends::Proven { words, .. } => format!("play must end: {words}"),
        Ends::Declared { words } => format!("play must end: {words}"),
        Ends::Unproven { why } => why.clone(),
    };
    match census.tiers {
        Some(1) => format!("every reachable position, each after all that its moves lead to; {reason}"),
        Some(tiers) => {
            let tiers = wording::grouped(tiers);
            format!("every reachable position, in {tiers} tiers, the last one first; {reason}")
        }
        None => format!("retrograde analysis of every reachable position; {reason}"),
    }
}

fn in_choices<E: Engine>(engine: &E, census: Census<E::Move>) -> Census<Choice> {
    let choices = |moves: &[E::Move]| -> Vec<Choice> { moves.iter().map(|m| engine.choice(m)).collect() };
    let longest = |one: &Option<Longest<E::Move>>| {
        one.as_ref().map(|one| Longest {
            plies: one.plies,
            after: choices(&one.after),
            line: choices(&one.line),
        })
    };
    Census {
        positions: census.positions,
        terminal: census.terminal,
        whole: census.whole,
        value: census.value,
        plies: census.plies,
        line: choices(&census.line),
        line_end: census.line_end,
        longest: [longest(&census.longest[0]), longest(&census.longest[1])],
        tiers: census.tiers,
        table: census.table,
        digest: census.digest,
        statistics: census.statistics,
        counts: census.counts,
    }
}
