//! What a search takes, told from one that halted: what a search from each ply took on average is
//! continued to ply 0.
//!
//! A search goes deep first, so when it halts, thousands of searches from late plies have ended, a
//! few from early ones, and none from ply 0. Along the plies of one game the logarithm of the cost
//! falls nearly in a straight line (the effective branching factor: Korf, 1985, for iterative
//! deepening), and these are the costs of the search itself, with its windows, its order of moves
//! and its table.
//!
//! The line of least squares tells the rest of the work too low where little is left, and its slope
//! is not sure. So the logarithm of "how many times more" is not the line's but [`OFFSET`] +
//! [`SLOPE`] times the line's: the regression over half of the runs that `docs/performance.md`
//! lists; the other half shows what it is worth.

use super::{Between, logarithm};
use zug_solve::{PlyCost, UnfinishedSearch};

/// The earliest plies with searches that ended, through which the line is drawn, at most.
const DRAWN: usize = 14;
/// And at least.
const FEWEST: usize = 3;
/// Searches after which more do not make a ply weigh more.
const ENOUGH: u64 = 20;
/// Plies whose searches take less are left out: there the table answers.
const LEAST: f64 = 3.0;
/// The regression: see above. It gave 0.66 before history ordering, which makes the rest of a
/// search shorter.
const OFFSET: f64 = 0.63;
const SLOPE: f64 = 0.74;
/// By how much the line may tell less than was done already.
const LOWEST: f64 = -0.3;
/// By how much the logarithm may be wrong either way.
const SPREAD: f64 = 0.65;

/// The positions that a search looks at, as a logarithm, of which one halted after so much; none
/// where too few searches ended.
pub(super) fn continued(search: &UnfinishedSearch) -> Option<Between> {
    let done = logarithm(search.statistics.work() as f64);
    let more = OFFSET + SLOPE * (at_first_ply(&search.plies)? - done).max(LOWEST);
    let positions = logarithm(search.statistics.positions as f64);
    let usual = positions + more;
    Some(Between { least: (usual - SPREAD).max(positions), usual, most: usual + SPREAD })
}

/// The logarithm of the cost of a search from ply 0, by the line through the others.
fn at_first_ply(plies: &[PlyCost]) -> Option<f64> {
    let ended = (0_u32..).zip(plies).filter(|(_, cost)| cost.searches > 0);
    let costs = ended.map(|(ply, cost)| {
        let weight = (cost.searches.min(ENOUGH) as f64).sqrt();
        (f64::from(ply), cost.work as f64 / cost.searches as f64, weight)
    });
    let drawn: Vec<(f64, f64, f64)> = costs.filter(|(_, cost, _)| *cost > LEAST).take(DRAWN).collect();
    if drawn.len() < FEWEST {
        return None;
    }
    let sum = |of: &dyn Fn(f64, f64) -> f64| {
        drawn.iter().map(|(ply, cost, weight)| weight * of(*ply, logarithm(*cost))).sum::<f64>()
    };
    let all = sum(&|_, _| 1.0);
    let (ply, cost) = (sum(&|ply, _| ply) / all, sum(&|_, cost| cost) / all);
    let slope = sum(&|x, y| (x - ply) * (y - cost)) / sum(&|x, _| (x - ply).powi(2));
    Some(cost - slope * ply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_solve::Statistics;

    /// A search that halted, with this mean cost of the searches from each ply; 0 where none ended.
    fn halted(positions: u64, costs: &[u64]) -> UnfinishedSearch {
        let ply = |cost: &u64| PlyCost { searches: u64::from(*cost > 0), work: *cost };
        let statistics = Statistics { positions, ..Statistics::default() };
        UnfinishedSearch { statistics, plies: costs.iter().map(ply).collect() }
    }

    #[test]
    fn costs_that_fall_by_a_factor_are_continued_to_the_first_ply() {
        let costs = [0, 0, 100_000, 10_000, 1000, 100, 10];
        let first = at_first_ply(&halted(0, &costs).plies).expect("enough plies");
        assert!((first - 7.0).abs() < 1e-9, "{first}");
        let found = continued(&halted(1_000_000, &costs)).expect("enough plies");
        assert!((found.usual - (6.0 + OFFSET + SLOPE)).abs() < 1e-9, "{found:?}");
        assert!(found.least >= 6.0 && found.most > found.usual, "{found:?}");
    }

    #[test]
    fn searches_that_the_table_answers_show_no_growth() {
        assert_eq!(at_first_ply(&halted(0, &[0, 0, 500, 50, 1, 1, 1]).plies), None);
        assert_eq!(continued(&halted(1000, &[])), None);
    }

    #[test]
    fn never_less_is_told_than_was_done() {
        let found = continued(&halted(1_000_000, &[0, 30, 20, 10])).expect("enough plies");
        assert!(found.least >= 6.0, "{found:?}");
    }
}
