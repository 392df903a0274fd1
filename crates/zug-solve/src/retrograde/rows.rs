//! Where the rows of a long list end: four bytes a row, however long the list is (compressed sparse
//! rows).
//!
//! ```text
//!   rows      0      1      2    ..  BLOCK-1 | BLOCK   ..
//!   bases     base 0                         | base 1         8 bytes a block: where it begins
//!   ends      end    end    end  ..  end     | end     ..     4 bytes a row, from the base on
//! ```

use crate::limits::Halt;
use std::ops::Range;

/// Rows with one base.
const BLOCK: usize = 1 << 15;

/// Where rows end.
#[derive(Debug, Default)]
pub(super) struct Rows {
    bases: Vec<u64>,
    ends: Vec<u32>,
}

impl Rows {
    /// So many empty rows, to be counted.
    pub(super) fn counting(rows: usize) -> Rows {
        Rows { bases: Vec::with_capacity(rows.div_ceil(BLOCK)), ends: vec![0; rows] }
    }

    /// Adds an entry to a row that is counted.
    #[inline]
    pub(super) fn count(&mut self, row: usize) {
        self.ends[row] += 1;
    }

    /// Puts the rows that were counted one behind the other; gives how many entries they have. They
    /// are empty then: [`Rows::place`] fills them.
    pub(super) fn counted(&mut self) -> Result<usize, Halt> {
        let mut total = 0;
        for block in self.ends.chunks_mut(BLOCK) {
            self.bases.push(total);
            let mut length = 0_u32;
            for end in block {
                let count = std::mem::replace(end, length);
                length = length.checked_add(count).ok_or(Halt::TooMany)?;
            }
            total += u64::from(length);
        }
        usize::try_from(total).map_err(|_| Halt::TooMany)
    }

    /// The place of the next entry of a row, which is longer by it then.
    #[inline]
    pub(super) fn place(&mut self, row: usize) -> usize {
        let place = self.bases[row / BLOCK] as usize + self.ends[row] as usize;
        self.ends[row] += 1;
        place
    }

    /// Adds a row that ends at this place of the list.
    #[inline]
    pub(super) fn push(&mut self, end: usize) -> Result<(), Halt> {
        if self.ends.len().is_multiple_of(BLOCK) {
            self.bases.push(self.ends.len().checked_sub(1).map_or(0, |last| self.get(last).end as u64));
        }
        let base = self.bases.last().map_or(0, |base| *base as usize);
        self.ends.push(u32::try_from(end - base).map_err(|_| Halt::TooMany)?);
        Ok(())
    }

    /// The places of a row.
    #[inline]
    pub(super) fn get(&self, row: usize) -> Range<usize> {
        let base = self.bases[row / BLOCK] as usize;
        let begin = if row.is_multiple_of(BLOCK) { 0 } else { self.ends[row - 1] as usize };
        base + begin..base + self.ends[row] as usize
    }

    /// The lengths of all rows.
    pub(super) fn lengths(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.ends.len()).map(|row| self.get(row).len())
    }

    pub(super) fn shrink(&mut self) {
        self.ends.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_and_filled() {
        let list = [3, 40_000, 3, 0, 70_000, 3, 32_768, 32_767];
        let mut rows = Rows::counting(70_001);
        list.iter().for_each(|&row| rows.count(row));
        assert_eq!(rows.counted(), Ok(list.len()));
        let mut found = vec![usize::MAX; list.len()];
        for (number, &row) in list.iter().enumerate() {
            found[rows.place(row)] = number;
        }
        let entries = |row: usize| &found[rows.get(row)];
        assert_eq!((entries(0), entries(1), entries(3)), (&[3][..], &[][..], &[0, 2, 5][..]));
        assert_eq!((entries(32_767), entries(32_768), entries(32_769)), (&[7][..], &[6][..], &[][..]));
        assert_eq!((entries(40_000), entries(70_000)), (&[1][..], &[4][..]));
        assert_eq!(rows.lengths().sum::<usize>(), list.len());
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn a_list_may_be_longer_than_32_bits_tell() {
        let (mut rows, each) = (Rows::default(), 100_000);
        for row in 1..=100_000 {
            rows.push(row * each).unwrap();
        }
        assert_eq!(rows.get(99_999), 99_999 * each..100_000 * each);
        assert_eq!(rows.get(BLOCK), BLOCK * each..(BLOCK + 1) * each);
        assert!(rows.lengths().all(|length| length == each));
        assert_eq!(Rows::default().push(1 << 33), Err(Halt::TooMany), "one row is too long");
    }
}
