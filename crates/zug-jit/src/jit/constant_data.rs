//! Holds the rows of all tables for compiled code.
//!
//! The default of each table follows its rows, at least once. So an index that is too large loads
//! the default, without a branch. Short tables are padded to 65 rows, so that the number of any
//! bit, and 64, is a valid index without a test.

use zug_machine::ir::{ConstantTable, TableRef};

/// The numbers of bits, and 64 for "no bit".
const BITS: usize = 65;

/// A table in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableAddress {
    /// The address of row 0.
    pub address: u64,
    /// The number of rows.
    pub count: u64,
    /// The greatest index that may be loaded.
    pub last: u64,
}

/// The rows of all tables. They do not change or move as long as the code that reads them lives.
#[derive(Debug)]
pub(super) struct ConstantData {
    words: Box<[u64]>,
    /// For each table its first word, the number of its rows, and the greatest index that may be
    /// loaded.
    tables: Vec<(usize, usize, usize)>,
    /// Rows made while code was emitted. Each is a box of its own, so that none moves when more are
    /// added.
    made: Vec<Box<[u64]>>,
}

impl ConstantData {
    /// The rows of these tables.
    pub fn new(tables: &[ConstantTable]) -> ConstantData {
        let mut words = Vec::new();
        let mut places = Vec::new();
        for table in tables {
            let (from, padded) = (words.len(), (table.rows.len() + 1).max(BITS));
            words.extend_from_slice(&table.rows);
            words.resize(from + padded, table.default);
            places.push((from, table.rows.len(), padded - 1));
        }
        ConstantData { words: words.into_boxed_slice(), tables: places, made: Vec::new() }
    }

    /// The address of new rows; equal rows are stored once.
    pub fn make(&mut self, rows: Vec<u64>) -> u64 {
        if let Some(same) = self.made.iter().find(|made| made[..] == rows[..]) {
            return same.as_ptr() as u64;
        }
        let rows = rows.into_boxed_slice();
        let address = rows.as_ptr() as u64;
        self.made.push(rows);
        address
    }

    /// The address of a table.
    pub fn place(&self, table: TableRef) -> Option<TableAddress> {
        let (from, count, last) = *self.tables.get(table.index())?;
        let address = self.words.get(from..=from + last)?.as_ptr() as u64;
        Some(TableAddress { address, count: count as u64, last: last as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_ends_with_its_default() {
        let table = |rows: Vec<u64>, default| ConstantTable { name: String::new(), rows, default };
        let rows = ConstantData::new(&[table(vec![1, 2], 7), table((0..100).collect(), 9)]);
        let short = rows.place(TableRef(0)).unwrap();
        assert_eq!((short.count, short.last), (2, 64));
        assert_eq!(rows.words[1..=64], [&[2][..], &[7; 63]].concat());
        let long = rows.place(TableRef(1)).unwrap();
        assert_eq!((long.count, long.last, rows.words[65 + 100]), (100, 100, 9));
        assert!(rows.place(TableRef(2)).is_none());
    }

    #[test]
    fn rows_that_are_made_stay_where_they_are() {
        let mut rows = ConstantData::new(&[]);
        let first = rows.make(vec![1, 2]);
        let others: Vec<u64> = (0..99).map(|number| rows.make(vec![number])).collect();
        assert_eq!((rows.make(vec![1, 2]), rows.make(vec![7])), (first, others[7]));
    }
}
