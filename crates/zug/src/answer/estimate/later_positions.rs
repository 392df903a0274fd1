//! What a search takes, told from later positions of play at random: each is solved as `zug solve`
//! would, the last ones first, until that takes too long; the costs, as logarithms, are continued
//! along a straight line to the position in which play begins.
//!
//! Knuth's product of choices (1975) tells the size of a tree without cutoffs and without a memo.
//! What a search with both takes of it differs from game to game by many powers of ten; along the
//! plies of one game the cost grows nearly by a constant factor (the effective branching factor:
//! Korf, 1985, for iterative deepening).

use super::super::{Checks, Options, Prepared};
use super::{Between, bytes_each, logarithm};
use std::time::Duration;
use zug_game::SplitMix64;
use zug_lang::semantics::{Expansion, Position, Semantics};
use zug_solve::clock::Instant;
use zug_solve::{Limits, Statistics};

/// Lines of play.
const LINES: usize = 15;
/// The longest line that is followed; of longer play nothing is told.
const PLIES: usize = 400;
/// The most positions that solving one later position may take, from round to round.
const ROUNDS: [u64; 5] = [1 << 8, 1 << 11, 1 << 13, 1 << 15, 1 << 16];
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

/// One line of play at random.
struct RandomLine {
    positions: Vec<Position>,
    /// What the positions take from this ply on, the last one first.
    solved: Vec<Statistics>,
}

impl RandomLine {
    /// The position before those that are solved, if any is left.
    fn next(&self) -> Option<&Position> {
        self.positions.len().checked_sub(self.solved.len() + 1).map(|ply| &self.positions[ply])
    }

    /// What a ply takes, as a logarithm: nothing where play is over by then, infinitely much where
    /// it is not solved.
    fn work(&self, ply: usize) -> f64 {
        let Some(before_last) = self.positions.len().checked_sub(ply + 1) else { return 0.0 };
        self.solved.get(before_last).map_or(f64::INFINITY, |took| logarithm(took.positions.max(1) as f64))
    }
}

/// The positions that solving looks at, by later positions, and the bytes of tables for each, as
/// logarithms; none where too few of them are solved.
pub(super) fn continued(
    prepared: &Prepared<'_>,
    position: &Position,
    limits: &Limits,
) -> Option<(Between, f64)> {
    let semantics = Semantics::new(prepared.program);
    let end = Instant::now().checked_add(LONGEST);
    let limits = Limits { deadline: limits.deadline.into_iter().chain(end).min(), ..limits.clone() };
    let mut random = SplitMix64(1985);
    let mut lines = Vec::new();
    for _ in 0..LINES {
        lines.push(at_random(&semantics, position, &mut random)?);
    }
    solve_later(prepared, &mut lines, &limits);
    let (usual, spread) = at_start(&medians(&lines))?;
    let all = lines.iter().flat_map(|line| &line.solved);
    let heaviest = all.max_by_key(|took| took.positions)?;
    Some((Between { least: usual - spread, usual, most: usual + spread }, bytes_each(*heaviest)))
}

/// Solves the positions of the lines from their ends, in rounds in which one may take more and
/// more.
fn solve_later(prepared: &Prepared<'_>, lines: &mut [RandomLine], limits: &Limits) {
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

/// What the middle one of the lines takes from each ply on, as far as most of them are solved, as
/// logarithms, with the first such ply.
fn medians(lines: &[RandomLine]) -> (usize, Vec<f64>) {
    let longest = lines.iter().map(|line| line.positions.len()).max().unwrap_or(0);
    let of_ply = |ply: usize| middle(&mut lines.iter().map(|line| line.work(ply)).collect::<Vec<f64>>());
    let all: Vec<f64> = (0..longest).map(of_ply).collect();
    let first = all.iter().rposition(|work| work.is_infinite()).map_or(0, |last| last + 1);
    (first, all.into_iter().skip(first).collect())
}

/// How much more each ply before takes, as a logarithm: the middle one of the slopes between two
/// plies (Theil 1950, Sen 1968), which few strange ones do not change.
fn growth(drawn: &[f64]) -> f64 {
    let slope = |near: usize, far: usize| (drawn[near] - drawn[far]) / (far - near) as f64;
    let mut slopes: Vec<f64> =
        (1..drawn.len()).flat_map(|far| (0..far).map(move |near| slope(near, far))).collect();
    middle(&mut slopes)
}

/// The middle one of these numbers; infinity if there is none.
fn middle(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::INFINITY)
}

/// What ply 0 takes, as a logarithm, and by how much that may be wrong.
fn at_start((first, works): &(usize, Vec<f64>)) -> Option<(f64, f64)> {
    let drawn: Vec<f64> = works.iter().copied().take_while(|work| *work > LEAST).take(DRAWN).collect();
    let nearest = *drawn.first().filter(|_| drawn.len() >= FEWEST)?;
    let growth = growth(&drawn).max(0.0);
    let mut at_first: Vec<f64> =
        drawn.iter().zip(0..).map(|(work, ply)| work + growth * f64::from(ply)).collect();
    let work = middle(&mut at_first).max(nearest) + growth * *first as f64;
    Some((work, SURE + RISKED * (work - nearest)))
}

/// A line of play at random to its end; none where it is too long or faults.
fn at_random(semantics: &Semantics<'_>, start: &Position, random: &mut SplitMix64) -> Option<RandomLine> {
    let mut positions = vec![start.clone()];
    while positions.len() <= PLIES {
        let last = &positions[positions.len() - 1];
        match semantics.expand(last).ok()? {
            Expansion::Moves(moves) => {
                let play = moves.get(random.below(moves.len().max(1)))?;
                let next = semantics.play(last, play).ok()?;
                positions.push(next);
            }
            Expansion::Over(_) => return Some(RandomLine { positions, solved: Vec::new() }),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of so many positions, of which the last ones take so much.
    fn line(positions: usize, solved: &[u64]) -> RandomLine {
        let solved =
            solved.iter().map(|positions| Statistics { positions: *positions, ..Statistics::default() });
        RandomLine { positions: vec![Position::default(); positions], solved: solved.collect() }
    }

    #[test]
    fn costs_that_grow_by_a_factor_are_continued_to_the_start() {
        // Each ply before takes ten times as much; six plies are not solved.
        let lines = [line(12, &[1, 10, 100, 1000, 10_000, 100_000])];
        let found = medians(&lines);
        assert_eq!(found, (6, vec![5.0, 4.0, 3.0, 2.0, 1.0, 0.0]));
        let (work, spread) = at_start(&found).expect("enough plies are solved");
        assert!((work - 11.0).abs() < 1e-9 && spread > 0.0, "{work} {spread}");
    }

    #[test]
    fn the_middle_line_counts_and_a_short_one_costs_nothing() {
        let lines = [line(4, &[1, 10, 100]), line(4, &[1, 20, 300]), line(2, &[1])];
        // Ply 0 is solved in none of them.
        assert_eq!(medians(&lines), (1, vec![2.0, 1.0, 0.0]));
        assert_eq!(at_start(&(1, vec![2.0])), None, "one ply shows no growth");
    }
}
