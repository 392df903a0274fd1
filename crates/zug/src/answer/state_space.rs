//! Statistics of the state space, what can be reached from a position: by value, by distance, by
//! depth; and what play at random ends with.
//!
//! Where all positions fit the memory, everything is computed over them; otherwise random play is
//! sampled, always by the same numbers, and only that is told.

use super::engine::{Engine, Task, with_engine};
use super::results::solve_error;
use super::{Limits, Prepared, SolveError};
use std::collections::BTreeMap;
use zug_game::SplitMix64;
use zug_lang::semantics::Position;
use zug_solve::clock::Instant;
use zug_solve::{SolvedTable, Statistics, Stop, playout};

/// What was counted.
#[derive(Clone, Debug, PartialEq)]
pub struct StateSpaceStatistics {
    /// Reachable positions, told apart by everything, the first included.
    pub positions: u64,
    /// Those where play is over.
    pub terminal: u64,
    /// Those to which play can come back.
    pub cyclic: u64,
    /// Moves of all positions together.
    pub moves: u64,
    /// Positions by value, from the first player's side.
    pub values: BTreeMap<i64, u64>,
    /// Won positions by the plies to the end: how many the first player wins, and the second.
    pub distances: BTreeMap<u64, [u64; 2]>,
    /// Positions by the plies of the shortest way to them.
    pub depths: Vec<u64>,
    /// Positions with several moves of which exactly one keeps the value.
    pub only_moves: u64,
    /// Memory of the tables, in bytes.
    pub bytes: u64,
}

/// How often play at random is won, drawn and lost by the first player, and goes on for ever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The first player wins.
    pub first: f64,
    /// Nobody does.
    pub draw: f64,
    /// The second player wins.
    pub second: f64,
    /// There is no end.
    pub endless: f64,
    /// The mean of what the rules give, of the games that have an end; 0 where none has.
    pub mean: f64,
    /// Games that were sampled; none where it was computed over all positions.
    pub sampled: Option<u32>,
}

/// Random games where not all positions can be looked at.
const SAMPLES: u32 = 2000;
/// The seed of these games: every run samples the same ones.
const SEED: u64 = 0x0a11_9a3e;
/// Rounds over positions with cycles, at most.
const ROUNDS: usize = 20_000;
/// The chances are computed until those of all ends, and of play for ever, add up to 1 but for so
/// much.
const OPEN: f64 = 1e-10;
/// Positions from one look at the clock to the next.
const PAUSE: usize = 1 << 12;

impl Prepared<'_> {
    /// Counts what can be reached from a position; instead of the counts the reason why not all of
    /// it was looked at: a limit, or rules that retrograde analysis does not solve.
    ///
    /// # Errors
    /// A broken promise of the definition.
    pub fn state_space(
        &self,
        position: &Position,
        limits: &Limits,
    ) -> Result<(Result<StateSpaceStatistics, SolveError>, Chance), SolveError> {
        with_engine(self, StateSpaceTask { prepared: self, position, limits })
    }
}

struct StateSpaceTask<'a> {
    prepared: &'a Prepared<'a>,
    position: &'a Position,
    limits: &'a Limits,
}

impl Task for StateSpaceTask<'_> {
    type Output = Result<(Result<StateSpaceStatistics, SolveError>, Chance), SolveError>;

    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let position = engine.enter(self.position);
        let chances = |table| self.chances(engine, &position, table);
        let table = match SolvedTable::of(engine, &position, &self.first_half(), true) {
            Ok(table) => table,
            Err(stop) => match solve_error(engine, self.prepared.program, stop) {
                fault @ (SolveError::Fault { .. } | SolveError::Contradiction { .. }) => return Err(fault),
                why => return Ok((Err(why), chances(None)?)),
            },
        };
        let chance = chances(Some(&table))?;
        Ok((Ok(counted(&table)), chance))
    }
}

impl StateSpaceTask<'_> {
    /// The limits of listing positions: half of the time, since games are sampled if that is not
    /// enough.
    fn first_half(&self) -> Limits {
        let now = Instant::now();
        let half = |end: Instant| now + end.saturating_duration_since(now) / 2;
        Limits { deadline: self.limits.deadline.map(half), ..self.limits.clone() }
    }

    fn chances<E: Engine>(
        &self,
        engine: &E,
        position: &E::Position,
        table: Option<&SolvedTable<'_, E>>,
    ) -> Result<Chance, SolveError> {
        match table.and_then(|table| chances(table, &self.first_half())) {
            Some(chance) => Ok(chance),
            None => sampled(engine, position, self.limits)
                .map_err(|stop| solve_error(engine, self.prepared.program, stop)),
        }
    }
}

fn counted<E: Engine>(table: &SolvedTable<'_, E>) -> StateSpaceStatistics {
    let mut state_space = StateSpaceStatistics {
        positions: table.len() as u64,
        terminal: 0,
        cyclic: 0,
        moves: 0,
        values: BTreeMap::new(),
        distances: BTreeMap::new(),
        depths: Vec::new(),
        only_moves: 0,
        bytes: table.statistics().bytes,
    };
    for (n, depth) in table.depths().into_iter().enumerate() {
        let known = table.at(n);
        let (depth, targets) = (depth as usize, table.targets(n));
        state_space.terminal += u64::from(table.payoff(n).is_some());
        state_space.cyclic += u64::from(table.is_cyclic(n));
        state_space.moves += targets.len() as u64;
        *state_space.values.entry(known.value).or_default() += 1;
        if let Some(plies) = known.distance {
            state_space.distances.entry(plies).or_default()[usize::from(known.value < 0)] += 1;
        }
        state_space.depths.resize(state_space.depths.len().max(depth + 1), 0);
        state_space.depths[depth] += 1;
        let keeping = targets.iter().filter(|to| table.at(**to as usize).value == known.value).count();
        state_space.only_moves += u64::from(targets.len() > 1 && keeping == 1);
    }
    state_space
}

/// The chances over all positions, computed from the ends backwards. Where positions repeat, every
/// chance is approached from below, round by round: that of each end, and that of coming to where
/// no end can be reached. Random play comes to one of these with probability 1 (absorbing Markov
/// chain; Kemeny and Snell, "Finite Markov Chains", 1960), so what is missing from 1 bounds the
/// error. `None` if too much is missing after many rounds, or the time is over.
fn chances<E: Engine>(table: &SolvedTable<'_, E>, limits: &Limits) -> Option<Chance> {
    let order = table.ends_first();
    let can_end = table.can_end();
    let mut ends = vec![[0.0_f64; 5]; table.len()];
    for _ in 0..ROUNDS {
        for (done, &n) in order.iter().enumerate() {
            if done.is_multiple_of(PAUSE) {
                limits.look().ok()?;
            }
            let n = n as usize;
            ends[n] = if can_end[n] { one_chance(table, &ends, n) } else { [0.0, 0.0, 0.0, 1.0, 0.0] };
        }
        let [first, draw, second, endless, mean] = ends[0];
        if first + draw + second + endless > 1.0 - OPEN {
            let ended = first + draw + second;
            let mean = if ended > 0.0 { mean / ended } else { 0.0 };
            return Some(Chance { first, draw, second, endless, mean, sampled: None });
        }
    }
    None
}

/// The mean of where the moves lead; at the end, what the rules give. The last number is the share
/// of games that end times their mean.
fn one_chance<E: Engine>(table: &SolvedTable<'_, E>, ends: &[[f64; 5]], n: usize) -> [f64; 5] {
    if let Some(payoff) = table.payoff(n) {
        let is = |sign: i64| f64::from(payoff.signum() == sign);
        return [is(1), is(0), is(-1), 0.0, payoff as f64];
    }
    let targets = table.targets(n);
    let mut sum = [0.0; 5];
    for to in targets {
        (0..5).for_each(|i| sum[i] += ends[*to as usize][i]);
    }
    sum.map(|each| each / targets.len().max(1) as f64)
}

/// By games played at random: as many as there is time for.
fn sampled<E: Engine>(engine: &E, position: &E::Position, limits: &Limits) -> Result<Chance, Stop<E::Move>> {
    let statistics = Statistics::default();
    let mut random = SplitMix64(SEED);
    let (mut counts, mut sum) = ([0.0_f64; 4], 0.0);
    for done in 0..SAMPLES {
        if let Err(which) = limits.look() {
            let late = Stop::Limit { which, lower: None, upper: None, statistics };
            return if done == 0 { Err(late) } else { Ok(shares(&counts, sum, done)) };
        }
        match playout(engine, position.clone(), &mut random)? {
            Some(value) => {
                counts[(1 - value.signum()) as usize] += 1.0;
                sum += value as f64;
            }
            None => counts[3] += 1.0,
        }
    }
    Ok(shares(&counts, sum, SAMPLES))
}

/// How so many games ended: won, drawn, lost by the first player, not at all; and the sum of what
/// the rules gave.
fn shares(counts: &[f64; 4], sum: f64, games: u32) -> Chance {
    let ended: f64 = counts[..3].iter().sum();
    let [first, draw, second, endless] = counts.map(|count| count / f64::from(games));
    let mean = if ended > 0.0 { sum / ended } else { 0.0 };
    Chance { first, draw, second, endless, mean, sampled: Some(games) }
}
