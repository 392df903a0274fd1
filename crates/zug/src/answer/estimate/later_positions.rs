//! What a search takes, told from later positions of play at random: each is solved as `zug solve` would, the last ones first, until
//! that takes too long; the costs, as logarithms, are continued along a straight line to the position in which play begins.
//!
//! Knuth's product of choices (1975) tells the size of a tree without cutoffs and without a memo. What a search with both takes of it
//! differs from game to game by many powers of ten; along the plies of one game the cost grows nearly by a constant factor
//! (the effective branching factor: Korf, 1985, for iterative deepening).

use super::super::{Checks, Options, Prepared};
use std::time::Duration;
use zug_game::SplitMix64;
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_solve::clock::Instant;
use zug_solve::{Limits, Statistics};

/// Lines of play.
const LINES: usize = 9;
/// The longest line that is followed; of longer play nothing is told.
const PLIES: usize = 400;
/// The most positions that solving one later position may take, from round to round.
const ROUNDS: [u64; 5] = [1 << 8, 1 << 11, 1 << 13, 1 << 15, 1 << 17];
/// Positions after which no other is solved.
const ALL: u64 = 1 << 21;
/// The longest time for all of them.
const LONGEST: Duration = Duration::from_secs(5);
/// The plies next to the position that the straight line is drawn through, at most.
const DRAWN: usize = 10;
/// And at least.
const FEWEST: usize = 3;
/// The least work, as a logarithm, of a ply that it is drawn through.
const LEAST: f64 = 1.0;
/// By how much a logarithm may be wrong that is not continued.
const SURE: f64 = 0.15;
/// And by what part of what is continued.
const RISKED: f64 = 0.25;

/// What solving a position takes. Logarithms are decimal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Continued {
    /// Positions looked at.
    pub work: f64,
    /// By how much that may be wrong, either way.
    pub spread: f64,
    /// Bytes of tables for each of them.
    pub bytes: f64,
}

/// One line of play at random.
struct Line {
    positions: Vec<Position>,
    /// What the positions take from this ply on, the last one first.
    solved: Vec<Statistics>,
}

impl Line {
    /// The position before those that are solved, if any is left.
    fn next(&self) -> Option<&Position> {
        self.positions.len().checked_sub(self.solved.len() + 1).map(|ply| &self.positions[ply])
    }

    /// What a ply takes, as a logarithm: nothing where play is over by then, infinitely much where it is not solved.
    fn work(&self, ply: usize) -> f64 {
        let Some(before_last) = self.positions.len().checked_sub(ply + 1) else { return 0.0 };
        self.solved.get(before_last).map_or(f64::INFINITY, |took| logarithm(took.positions))
    }
}

/// What solving takes, by later positions; none where too few of them are solved.
pub(super) fn continued(prepared: &Prepared<'_>, position: &Position, limits: &Limits) -> Option<Continued> {
    let semantics = Semantics::new(prepared.program);
    let end = Instant::now().checked_add(LONGEST);
    let limits = Limits { deadline: limits.deadline.into_iter().chain(end).min(), ..limits.clone() };
    let mut random = SplitMix64(1985);
    let mut lines = Vec::new();
    for _ in 0..LINES {
        lines.push(at_random(&semantics, position, &mut random)?);
    }
    solve_later(prepared, &mut lines, &limits);
    let (work, spread) = at_start(&medians(&lines))?;
    let all = lines.iter().flat_map(|line| &line.solved);
    let heaviest = all.max_by_key(|took| took.positions)?;
    let bytes = logarithm(heaviest.bytes) - logarithm(heaviest.positions);
    Some(Continued { work, spread, bytes })
}

fn logarithm(number: u64) -> f64 {
    (number.max(1) as f64).log10()
}

/// Solves the positions of the lines from their ends, in rounds in which one may take more and more.
fn solve_later(prepared: &Prepared<'_>, lines: &mut [Line], limits: &Limits) {
    let mut left = ALL;
    for most in ROUNDS {
        for line in &mut *lines {
            while let Some(position) = line.next() {
                let limits = Limits { positions: Some(most.min(left)), ..limits.clone() };
                let options = Options { checks: Checks::NONE, value_only: true, ..Options::within(&limits) };
                let Ok(answer) = prepared.solve(position, &options) else {
                    left = left.saturating_sub(most);
                    break;
                };
                left = left.saturating_sub(answer.statistics.positions);
                line.solved.push(answer.statistics);
            }
            if left == 0 || limits.deadline.is_some_and(|end| Instant::now() >= end) {
                return;
            }
        }
    }
}

/// What the middle one of the lines takes from each ply on, as far as most of them are solved, as logarithms, with the first such ply.
fn medians(lines: &[Line]) -> (usize, Vec<f64>) {
    let longest = lines.iter().map(|line| line.positions.len()).max().unwrap_or(0);
    let middle = |ply: usize| {
        let mut all: Vec<f64> = lines.iter().map(|line| line.work(ply)).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or(f64::INFINITY)
    };
    let all: Vec<f64> = (0..longest).map(middle).collect();
    let first = all.iter().rposition(|work| work.is_infinite()).map_or(0, |last| last + 1);
    (first, all.into_iter().skip(first).collect())
}

/// What ply 0 takes, as a logarithm, and by how much that may be wrong.
fn at_start((first, works): &(usize, Vec<f64>)) -> Option<(f64, f64)> {
    let drawn: Vec<f64> = works.iter().copied().take_while(|work| *work > LEAST).take(DRAWN).collect();
    let nearest = *drawn.first().filter(|_| drawn.len() >= FEWEST)?;
    let backwards: Vec<f64> = drawn.into_iter().rev().collect();
    let (at_first, growth) = zug_solve::line_through(&backwards);
    let rise = growth.max(0.0) * *first as f64;
    let work = at_first.max(nearest) + rise;
    Some((work, SURE + RISKED * (work - nearest)))
}

/// A line of play at random to its end; none where it is too long or faults.
fn at_random(semantics: &Semantics<'_>, start: &Position, random: &mut SplitMix64) -> Option<Line> {
    let mut positions = vec![start.clone()];
    while positions.len() <= PLIES {
        let last = &positions[positions.len() - 1];
        match semantics.expand(last).ok()? {
            Expansion::Moves(moves) => {
                let play = moves.get(random.below(moves.len().max(1)))?;
                let next = semantics.play(last, play).ok()?;
                positions.push(next);
            }
            Expansion::Over(_) => return Some(Line { positions, solved: Vec::new() }),
        }
    }
    None
}
