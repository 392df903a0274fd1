//! Groups masks that are translates of one shape, so that all of them are tested at once.
//!
//! A shape is a mask whose lowest bit is bit 0; `starts` is the mask of the lowest bits of its
//! translates. The translates that are subsets of `x` are the AND of `starts` and copies of `x`,
//! shifted down by the bits of the shape: the 69 lines of Connect Four are 4 shapes. In a table a
//! shape is written as `starts`, the number of its other bits, and their numbers; shapes follow
//! each other.

use std::collections::BTreeMap;

/// The shapes of these masks, if testing them is less work than testing the masks one by one.
pub fn shapes(masks: &[u64]) -> Option<Vec<u64>> {
    let shapes = Shape::all(masks);
    let work: usize = shapes.iter().map(|shape| shape.bits.len() + 1).sum();
    if masks.contains(&0) || work >= masks.len() {
        return None;
    }
    let mut written = Vec::new();
    for Shape { starts, bits } in shapes {
        let more = bits.get(1..).unwrap_or_default();
        written.extend([starts, more.len() as u64]);
        written.extend(more.iter().map(|bit| u64::from(*bit)));
    }
    Some(written)
}

/// The translates of one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    /// The lowest bits of the translates.
    starts: u64,
    /// The bits of the shape, from bit 0 on.
    bits: Vec<u8>,
}

impl Shape {
    /// Groups all masks that are not empty.
    fn all(masks: &[u64]) -> Vec<Shape> {
        let mut starts: BTreeMap<u64, u64> = BTreeMap::new();
        for mask in masks.iter().filter(|mask| **mask != 0) {
            let lowest = mask.trailing_zeros();
            *starts.entry(mask >> lowest).or_insert(0) |= 1 << lowest;
        }
        let bits = |shape: u64| (0..64).filter(|bit| shape >> bit & 1 == 1).collect();
        starts.into_iter().map(|(shape, starts)| Shape { starts, bits: bits(shape) }).collect()
    }

    /// The lowest bits of the translates that are subsets of `x`.
    fn places(&self, x: u64) -> u64 {
        self.bits.iter().fold(self.starts, |here, bit| here & x >> (bit & 63))
    }

    fn lacking(&self, x: u64) -> u64 {
        let lacks = |one: &u8| {
            let rest = self.bits.iter().filter(|bit| *bit != one);
            rest.fold(self.starts, |here, bit| here & x >> (bit & 63)) << (one & 63)
        };
        self.bits.iter().fold(0, |found, one| found | lacks(one))
    }
}

/// A shape of `K` bits.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Few<const K: usize> {
    starts: u64,
    bits: [u8; K],
}

impl<const K: usize> Few<K> {
    #[inline(always)]
    fn places(&self, x: u64) -> u64 {
        let mut here = self.starts;
        for bit in self.bits {
            here &= x >> (bit & 63);
        }
        here
    }

    /// [`Shape::lacking`]: all bits but one are tested by combining a prefix and a suffix of the
    /// tests.
    #[inline(always)]
    fn lacking(&self, x: u64) -> u64 {
        let (mut before, mut behind) = ([self.starts; K], [u64::MAX; K]);
        for at in 1..K {
            before[at] = before[at - 1] & x >> (self.bits[at - 1] & 63);
            behind[K - 1 - at] = behind[K - at] & x >> (self.bits[K - at] & 63);
        }
        let mut found = 0;
        for at in 0..K {
            found |= (before[at] & behind[at]) << (self.bits[at] & 63);
        }
        found
    }
}

/// Masks grouped by shape, the shapes grouped by their number of bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    threes: Vec<Few<3>>,
    fours: Vec<Few<4>>,
    fives: Vec<Few<5>>,
    others: Vec<Shape>,
}

impl Shapes {
    /// Groups these masks; empty ones are dropped.
    pub fn new(masks: &[u64]) -> Shapes {
        let mut all = Shapes::default();
        for Shape { starts, bits } in Shape::all(masks) {
            match *bits.as_slice() {
                [a, b, c] => all.threes.push(Few { starts, bits: [a, b, c] }),
                [a, b, c, d] => all.fours.push(Few { starts, bits: [a, b, c, d] }),
                [a, b, c, d, e] => all.fives.push(Few { starts, bits: [a, b, c, d, e] }),
                _ => all.others.push(Shape { starts, bits }),
            }
        }
        all
    }

    /// Whether one of the masks is a subset of `x`.
    #[inline(always)]
    pub fn any_in(&self, x: u64) -> bool {
        for shape in &self.threes {
            if shape.places(x) != 0 {
                return true;
            }
        }
        for shape in &self.fours {
            if shape.places(x) != 0 {
                return true;
            }
        }
        for shape in &self.fives {
            if shape.places(x) != 0 {
                return true;
            }
        }
        self.others.iter().any(|shape| shape.places(x) != 0)
    }

    /// For each mask with all bits but one in `x`, that bit; for each subset of `x`, all its bits.
    #[inline(always)]
    pub fn lacking(&self, x: u64) -> u64 {
        let mut found = 0;
        for shape in &self.threes {
            found |= shape.lacking(x);
        }
        for shape in &self.fours {
            found |= shape.lacking(x);
        }
        for shape in &self.fives {
            found |= shape.lacking(x);
        }
        for shape in &self.others {
            found |= shape.lacking(x);
        }
        found
    }
}

/// Whether a translate of one of the shapes, as written by [`shapes`], is a subset of `x`.
#[inline]
pub fn any_shape(mut written: &[u64], x: u64) -> u64 {
    while let [starts, count, rest @ ..] = written {
        let (bits, others) = rest.split_at(rest.len().min(*count as usize));
        let mut here = starts & x;
        for bit in bits {
            if here == 0 {
                break;
            }
            here &= x >> (bit & 63);
        }
        if here != 0 {
            return 1;
        }
        written = others;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::any_subset;
    use zug_lang::boards::DIRECTIONS;
    use zug_lang::program::BoardGeometry;

    fn stones() -> impl Iterator<Item = u64> {
        let mut x = 0x0123_4567_89ab_cdef_u64;
        (0..2000).map(move |_| {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (x >> 20) & (x >> 10) & ((1 << 42) - 1) | (x >> 5 & x >> 2) & ((1 << 42) - 1)
        })
    }

    fn lines(k: i64) -> Vec<u64> {
        let lines = BoardGeometry::Grid(7, 6).lines(k, &DIRECTIONS[..8]);
        lines.iter().map(|line| line.iter().fold(0, |mask, cell| mask | 1 << cell)).collect()
    }

    #[test]
    fn shapes_find_the_same_lines_as_masks_one_by_one() {
        let masks = lines(4);
        let written = shapes(&masks).unwrap();
        assert_eq!(written.len(), 4 * 5);
        for stones in stones() {
            assert_eq!(any_shape(&written, stones), any_subset(&masks, stones));
        }
    }

    #[test]
    fn shapes_find_what_each_line_lacks() {
        for k in 2..=6 {
            let (masks, mut lacked) = (lines(k), 0);
            let all = Shapes::new(&masks);
            for stones in stones() {
                assert_eq!(all.any_in(stones), any_subset(&masks, stones) == 1);
                let lacks = |mask: &u64| Some(mask & !stones).filter(|rest| rest.count_ones() == 1);
                let missing = masks.iter().filter_map(lacks).fold(0, |found, bit| found | bit);
                assert_eq!(all.lacking(stones) & !stones, missing);
                lacked += usize::from(missing != 0);
            }
            assert!(lacked > 20, "{k}: {lacked}");
        }
    }
}
