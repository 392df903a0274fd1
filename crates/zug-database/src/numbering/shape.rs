//! What the bits of a code stand for.

/// What a bit of a code stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeBit {
    /// What it counts towards: a set, a number. Bits of one have the same here.
    pub entry: u32,
    /// How much it counts there: 1 in a set.
    pub weight: u64,
    /// The place that it says something about. Bits of one place stand beside each other.
    pub cell: u32,
    /// Whether the entry is a number and no set.
    pub is_number: bool,
}

/// What the bits of a code stand for, the highest first. Where nothing is said, tiers are kept as
/// lists and automata of codes, with the same files in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeShape {
    /// All bits.
    pub bits: Vec<CodeBit>,
    /// Fewer codes are kept in lists.
    pub few: u64,
}

/// A place of a code with few bits, in the order of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The first of its bits, counted from the highest of the code.
    pub(crate) first: usize,
    pub(crate) width: usize,
    /// Whether its bits are one number.
    pub(crate) is_number: bool,
}

impl Cell {
    /// How many values it has.
    pub(crate) fn values(&self) -> usize {
        1 << self.width
    }

    /// What it holds in a code of so many bits.
    pub(crate) fn value(&self, code: u128, bits: usize) -> usize {
        (code >> (bits - self.first - self.width)) as usize & (self.values() - 1)
    }
}

/// The widest cell that is looked at as a whole.
pub(crate) const WIDEST: usize = 6;

impl CodeShape {
    /// How many entries there are.
    pub(crate) fn entries(&self) -> usize {
        self.bits.iter().map(|bit| bit.entry as usize + 1).max().unwrap_or(0)
    }

    /// The cells, each bit of a wide one for itself.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut at = 0;
        for bits in self.bits.chunk_by(|one, other| one.cell == other.cell) {
            let is_number = bits.iter().all(|bit| bit.is_number);
            let width = if bits.len() > WIDEST { 1 } else { bits.len() };
            let one = |first| Cell { first, width, is_number: is_number && width == bits.len() };
            cells.extend((at..at + bits.len()).step_by(width).map(one));
            at += bits.len();
        }
        cells
    }

    /// The sum of each entry of a code.
    pub(crate) fn sums(&self, code: u128, sums: &mut Vec<u64>) {
        sums.clear();
        sums.resize(self.entries(), 0);
        for (bit, place) in self.bits.iter().zip((0..self.bits.len()).rev()) {
            sums[bit.entry as usize] += bit.weight * (code >> place & 1) as u64;
        }
    }
}
