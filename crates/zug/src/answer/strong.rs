//! Solves every position that can be reached, by tiers where the proof that play must end gives
//! some, otherwise by retrograde analysis, and says which.

use super::census_check::check_census;
use super::engine::{Engine, Task, with_engine};
use super::key_encoding::{IndexedPositions, KeyEncoding};
use super::results::solve_error;
use super::subset_game::subset_game;
use super::tier_function::TierFunction;
use super::{Prepared, SolveError};
use zug_analysis::Ends;
use zug_lang::program::Choice;
use zug_lang::semantics::Position;
use zug_solve::{
    Census, Limits, SlowestWin, Stop, ValueDomain, retrograde_census, solve_strong, solve_subset_dp,
};

/// Every position, summed up, and how that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongSolution {
    /// The counts, with moves in the definition's terms.
    pub census: Census<Choice>,
    /// Whether play must end, and why: what the way that [`Census::tiers`] tells of rests on.
    pub ends: Ends,
}

impl Prepared<'_> {
    /// The value of every position that can be reached from one, with as many threads as are given.
    ///
    /// ```
    /// # use zug::{Definition, EngineKind, Limits, Options, Prepared};
    /// # let definition = Definition::of(
    /// #     "game \"Five sticks\" players A, B state { sticks: 0..5 = 5 }
    /// #      move take(n in 1..2) when n <= sticks { sticks -= n } stuck => me loses",
    /// # ).expect("no mistakes");
    /// # let prepared = Prepared::new(&definition.program, EngineKind::Auto).expect("small enough");
    /// let found = prepared.solve_strong(&prepared.start(), 1, &Limits::default()).expect("solved");
    /// assert_eq!(found.census.positions, 10);
    /// ```
    ///
    /// # Errors
    /// A limit, or a broken promise of the definition.
    pub fn solve_strong(
        &self,
        position: &Position,
        threads: usize,
        limits: &Limits,
    ) -> Result<StrongSolution, SolveError> {
        with_engine(self, StrongTask { prepared: self, position, threads, limits })
    }

    /// How tiers are told, if they are.
    pub(super) fn tiers(&self) -> Option<(KeyEncoding, TierFunction)> {
        let machine = self.machine()?;
        let encoding = KeyEncoding::of(machine);
        let tier_function = TierFunction::of(self.program, &self.ends, &machine.layout)?;
        (encoding.bits() <= u128::BITS).then_some((encoding, tier_function))
    }
}

/// The counts, or why there are none.
type CensusResult<M> = Result<Census<M>, Stop<M>>;

struct StrongTask<'a> {
    prepared: &'a Prepared<'a>,
    position: &'a Position,
    threads: usize,
    limits: &'a Limits,
}

impl Task for StrongTask<'_> {
    type Output = Result<StrongSolution, SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let position = engine.enter(self.position);
        // Codes leave points that only add up out, so a bound of theirs may seem broken where play
        // would not break it.
        let adds_up = self.prepared.machine().is_some_and(|machine| !machine.additive.is_empty());
        let fits = |found: &CensusResult<E::Move>| match found {
            Err(Stop::Unfit { .. }) => false,
            Err(Stop::Fault { .. }) => !adds_up,
            _ => true,
        };
        let found = self
            .by_subset_dp(engine, &position)
            .filter(fits)
            .or_else(|| self.by_tiers(engine, &position).filter(fits))
            .unwrap_or_else(|| retrograde_census(engine, &position, self.domain(), self.limits));
        let program = self.prepared.program;
        let census = found.map_err(|stop| solve_error(engine, program, stop))?;
        check_census(self.prepared, self.position, self.domain(), &census, self.limits)?;
        Ok(StrongSolution { census: in_choices(engine, census), ends: self.prepared.ends.clone() })
    }
}

impl StrongTask<'_> {
    fn domain(&self) -> ValueDomain {
        if self.prepared.program.points { ValueDomain::Points } else { ValueDomain::Plies }
    }

    /// None where the rules are not known to be of this kind.
    fn by_subset_dp<E: Engine>(&self, engine: &E, position: &E::Position) -> Option<CensusResult<E::Move>> {
        let (encoding, tier_function) = self.prepared.tiers()?;
        let machine = self.prepared.machine()?;
        let subset_game = subset_game(self.prepared.program, machine, &encoding, self.position)?;
        let (threads, limits) = (self.threads, self.limits);
        Some(if encoding.bits() <= u64::BITS {
            let indexing = IndexedPositions::<E, u64>::new(&encoding, &tier_function, engine);
            solve_subset_dp(engine, position, &indexing, &subset_game, threads, limits)
        } else {
            let indexing = IndexedPositions::<E, u128>::new(&encoding, &tier_function, engine);
            solve_subset_dp(engine, position, &indexing, &subset_game, threads, limits)
        })
    }

    /// None where there are no tiers.
    fn by_tiers<E: Engine>(&self, engine: &E, position: &E::Position) -> Option<CensusResult<E::Move>> {
        let (encoding, tier_function) = self.prepared.tiers()?;
        let (domain, threads, limits) = (self.domain(), self.threads, self.limits);
        Some(if encoding.bits() <= u64::BITS {
            let indexing = IndexedPositions::<E, u64>::new(&encoding, &tier_function, engine);
            solve_strong(engine, position, &indexing, domain, threads, limits)
        } else {
            let indexing = IndexedPositions::<E, u128>::new(&encoding, &tier_function, engine);
            solve_strong(engine, position, &indexing, domain, threads, limits)
        })
    }
}

fn in_choices<E: Engine>(engine: &E, census: Census<E::Move>) -> Census<Choice> {
    let choices = |moves: &[E::Move]| -> Vec<Choice> { moves.iter().map(|m| engine.choice(m)).collect() };
    let longest = |one: &Option<SlowestWin<E::Move>>| {
        one.as_ref().map(|one| SlowestWin {
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
