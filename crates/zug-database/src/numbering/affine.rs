//! Sums with weights that are the same for all vectors of a sample.
//!
//! Numbers are counted modulo a prime, so that fractions are whole numbers. One sum with random
//! weights stands for all: it is the same for two vectors by chance alone, unless every sum that is
//! the same for the sample is the same for them.

use zug_game::SplitMix64;

/// A Mersenne prime.
pub(crate) const PRIME: u64 = (1 << 61) - 1;

/// The product of two numbers.
pub(crate) fn times(one: u64, other: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(PRIME)) as u64
}

/// The sum of two numbers.
pub(crate) fn plus(one: u64, other: u64) -> u64 {
    let sum = one + other;
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn minus(one: u64, other: u64) -> u64 {
    plus(one, PRIME - other)
}

/// One divided by a number that is not 0: its power to the prime less two.
fn inverse(number: u64) -> u64 {
    let (mut power, mut left, mut square) = (1, PRIME - 2, number);
    while left > 0 {
        if left & 1 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        left >>= 1;
    }
    power
}

/// The span of differences, in reduced echelon form: each row has a pivot, where it alone is not 0
/// and is 1.
#[derive(Debug, Default)]
pub(crate) struct DifferenceSpan {
    rows: Vec<(usize, Vec<u64>)>,
    first: Option<Vec<u64>>,
}

impl DifferenceSpan {
    /// Adds a vector of a sample.
    pub(crate) fn add(&mut self, vector: &[u64]) {
        let vector: Vec<u64> = vector.iter().map(|number| number % PRIME).collect();
        let Some(first) = &self.first else {
            self.first = Some(vector);
            return;
        };
        let mut row: Vec<u64> = vector.iter().zip(first).map(|(&one, &other)| minus(one, other)).collect();
        for (pivot, known) in &self.rows {
            let factor = row[*pivot];
            subtract(&mut row, known, factor);
        }
        let Some(pivot) = row.iter().position(|&number| number != 0) else { return };
        let factor = inverse(row[pivot]);
        row.iter_mut().for_each(|number| *number = times(*number, factor));
        for (_, known) in &mut self.rows {
            let factor = known[pivot];
            subtract(known, &row, factor);
        }
        self.rows.push((pivot, row));
    }

    /// Random weights under which all vectors have the same sum; that sum. All are 0 where there
    /// are no others.
    pub(crate) fn same_sum(&self, random: &mut SplitMix64) -> (Vec<u64>, u64) {
        let Some(first) = &self.first else { return (Vec::new(), 0) };
        let is_pivot = |at: usize| self.rows.iter().any(|(pivot, _)| *pivot == at);
        let mut weights: Vec<u64> =
            (0..first.len()).map(|at| if is_pivot(at) { 0 } else { random.word() % PRIME }).collect();
        for (pivot, row) in &self.rows {
            let others = sum(&weights, row);
            weights[*pivot] = minus(0, others);
        }
        let same = sum(&weights, first);
        (weights, same)
    }
}

/// The sum of numbers with weights; other pivots than its own are 0 in a row, so their weights do
/// not matter.
fn sum(weights: &[u64], numbers: &[u64]) -> u64 {
    weights.iter().zip(numbers).fold(0, |sum, (&weight, &number)| plus(sum, times(weight, number % PRIME)))
}

fn subtract(row: &mut [u64], other: &[u64], factor: u64) {
    if factor != 0 {
        row.iter_mut().zip(other).for_each(|(number, &other)| *number = minus(*number, times(factor, other)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_of_a_sample_is_found_and_nothing_else() {
        let (mut span, mut random) = (DifferenceSpan::default(), SplitMix64(5));
        // The third is the sum of the others less 3; the fourth is free.
        let vector = |random: &mut SplitMix64| {
            let [one, other] = [random.word() % 50 + 2, random.word() % 50 + 2];
            vec![one, other, one + other - 3, random.word() % 7]
        };
        (0..40).for_each(|_| span.add(&vector(&mut random)));
        let (weights, same) = span.same_sum(&mut random);
        for _ in 0..100 {
            let mut one = vector(&mut random);
            assert_eq!(sum(&weights, &one), same);
            one[2] += 1;
            assert_ne!(sum(&weights, &one), same);
        }
        assert_eq!(weights[3], 0);
    }

    #[test]
    fn a_sample_without_relations_has_no_sum() {
        let (mut span, mut random) = (DifferenceSpan::default(), SplitMix64(6));
        (0..40).for_each(|_| span.add(&[random.word() % 9, random.word() % 9]));
        assert_eq!(span.same_sum(&mut random), (vec![0, 0], 0));
    }
}
