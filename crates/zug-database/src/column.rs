//! A column: one small number for each position of a tier, all in as many bits as the greatest
//! needs.

use crate::damage::Damage;

/// Numbers in 1, 2, 4, 8, 16, 32 or 64 bits each. It widens when a number needs more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// The bits of a number are two to this.
    log: u32,
    len: u64,
    words: Vec<u64>,
}

impl Column {
    /// So many zeros.
    pub fn zeros(len: u64) -> Column {
        Column { log: 0, len, words: vec![0; len.div_ceil(64) as usize] }
    }

    /// Bits of a number.
    pub fn bits(&self) -> u32 {
        1 << self.log
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        (self.words.capacity() * 8) as u64
    }

    /// The number at a place.
    ///
    /// # Panics
    /// There is no such place.
    #[inline(always)]
    pub fn get(&self, at: u64) -> u64 {
        let each = 6 - self.log;
        let word = self.words[(at >> each) as usize];
        word >> ((at & ((1 << each) - 1)) << self.log) & self.ones()
    }

    #[inline(always)]
    fn ones(&self) -> u64 {
        u64::MAX >> (64 - (1_u32 << self.log))
    }

    /// Changes the number at a place; numbers widen if it needs more bits.
    ///
    /// # Panics
    /// There is no such place.
    pub fn set(&mut self, at: u64, number: u64) {
        self.widen(number);
        let each = 6 - self.log;
        let shift = (at & ((1 << each) - 1)) << self.log;
        let ones = self.ones();
        let word = &mut self.words[(at >> each) as usize];
        *word = *word & !(ones << shift) | number << shift;
    }

    /// Adds a number at the end.
    pub fn push(&mut self, number: u64) {
        let at = self.len;
        self.widen(number);
        self.len += 1;
        if self.words.len() < self.len.div_ceil(1 << (6 - self.log)) as usize {
            self.words.push(0);
        }
        self.set(at, number);
    }

    /// Adds all numbers of another column.
    pub fn append(&mut self, other: &Column) {
        (0..other.len).for_each(|at| self.push(other.get(at)));
    }

    fn widen(&mut self, number: u64) {
        if number <= self.ones() {
            return;
        }
        let bits = 64 - number.leading_zeros();
        let log = bits.next_power_of_two().trailing_zeros();
        let mut wide = Column { log, len: self.len, words: Vec::new() };
        wide.words = vec![0; self.len.div_ceil(1 << (6 - log)) as usize];
        for at in 0..self.len {
            let each = 6 - log;
            wide.words[(at >> each) as usize] |= self.get(at) << ((at & ((1 << each) - 1)) << log);
        }
        *self = wide;
    }

    /// As little-endian bytes, the first number in the lowest bits.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate((self.len * u64::from(self.bits())).div_ceil(8) as usize);
        bytes
    }

    /// Of so many numbers of so many bits, what [`Column::to_bytes`] gave.
    ///
    /// # Errors
    /// The length does not fit.
    pub fn from_bytes(bits: u32, len: u64, bytes: &[u8]) -> Result<Column, Damage> {
        let expected = len.checked_mul(u64::from(bits)).map(|all| all.div_ceil(8));
        if !bits.is_power_of_two() || bits > 64 || expected != Some(bytes.len() as u64) {
            return Err(Damage::Content("a column has another length than its tier"));
        }
        let word = |chunk: &[u8]| {
            let mut whole = [0; 8];
            whole[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(whole)
        };
        Ok(Column { log: bits.trailing_zeros(), len, words: bytes.chunks(8).map(word).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_at_every_width() {
        for most in [0, 1, 2, 3, 4, 15, 16, 255, 256, 65_535, 65_536, u64::from(u32::MAX), 1 << 32, u64::MAX]
        {
            let numbers: Vec<u64> = (0..200).map(|n| if n % 7 == 3 { most } else { n.min(most) }).collect();
            let mut column = Column::default();
            numbers.iter().for_each(|&n| column.push(n));
            let back: Vec<u64> = (0..200).map(|at| column.get(at)).collect();
            assert_eq!(back, numbers);
            assert!(
                column.bits() == 1 || most >> (column.bits() / 2) != 0,
                "{most} in {} bits",
                column.bits()
            );
            let bytes = column.to_bytes();
            assert_eq!(Column::from_bytes(column.bits(), 200, &bytes).unwrap().to_bytes(), bytes);
            assert!(Column::from_bytes(column.bits(), 300, &bytes).is_err());
        }
    }

    #[test]
    fn a_number_is_changed_where_it_stands() {
        let mut column = Column::zeros(100);
        column.set(3, 1);
        column.set(64, 7);
        column.set(3, 2);
        let set: Vec<u64> = (0..100).filter(|&at| column.get(at) != 0).collect();
        assert_eq!((set, column.get(3), column.get(64)), (vec![3, 64], 2, 7));
    }
}
