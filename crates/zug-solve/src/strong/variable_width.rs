//! A variable-width integer vector: whole numbers in as few bytes as the largest of them needs.

/// A list that widens when it has to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VariableWidth {
    One(Vec<i8>),
    Two(Vec<i16>),
    Four(Vec<i32>),
    Eight(Vec<i64>),
}

impl Default for VariableWidth {
    fn default() -> VariableWidth {
        VariableWidth::One(Vec::new())
    }
}

impl VariableWidth {
    /// Of these numbers.
    pub(super) fn of(numbers: impl Iterator<Item = i64> + Clone) -> VariableWidth {
        let range = |(low, high): (i64, i64), n: i64| (low.min(n), high.max(n));
        let (least, most) = numbers.clone().fold((0, 0), range);
        let fits = |low: i64, high: i64| low <= least && most <= high;
        if fits(i8::MIN.into(), i8::MAX.into()) {
            VariableWidth::One(numbers.map(|n| n as i8).collect())
        } else if fits(i16::MIN.into(), i16::MAX.into()) {
            VariableWidth::Two(numbers.map(|n| n as i16).collect())
        } else if fits(i32::MIN.into(), i32::MAX.into()) {
            VariableWidth::Four(numbers.map(|n| n as i32).collect())
        } else {
            VariableWidth::Eight(numbers.collect())
        }
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> i64 {
        match self {
            VariableWidth::One(list) => i64::from(list[at]),
            VariableWidth::Two(list) => i64::from(list[at]),
            VariableWidth::Four(list) => i64::from(list[at]),
            VariableWidth::Eight(list) => list[at],
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let bytes = match self {
            VariableWidth::One(list) => list.len(),
            VariableWidth::Two(list) => list.len() * 2,
            VariableWidth::Four(list) => list.len() * 4,
            VariableWidth::Eight(list) => list.len() * 8,
        };
        bytes as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_from_as_few_bytes_as_they_fit() {
        for (most, bytes) in [(127, 1), (128, 2), (32_768, 4), (1 << 31, 8), (i64::MAX, 8)] {
            let numbers = [-most, 0, most];
            let list = VariableWidth::of(numbers.iter().copied());
            assert_eq!([0, 1, 2].map(|at| list.get(at)), numbers);
            assert_eq!(list.bytes(), 3 * bytes, "{most}");
        }
    }

    #[test]
    fn the_least_number_of_so_many_bytes_takes_no_more() {
        for (number, bytes) in
            [(-128, 1), (-129, 2), (-32_768, 2), (-32_769, 4), (-1 << 31, 4), (i64::MIN, 8)]
        {
            let list = VariableWidth::of([number].into_iter());
            assert_eq!((list.get(0), list.bytes()), (number, bytes));
        }
    }
}
