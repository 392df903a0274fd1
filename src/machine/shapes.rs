//! Groups masks that are the same shape moved, so that all of them are tested at once.
//!
//! A shape is a mask whose lowest bit is bit 0; all places where it stands are a mask of their lowest bits. Whether one
//! of them lies within `x` is an AND of copies of `x`, moved down by the shape's bits: the 69 lines of Connect Four are
//! 4 shapes. Written as `starts, how many more bits, their numbers ..`, shape after shape.

use std::collections::BTreeMap;

/// The shapes of these masks, if that is less work than the masks one by one.
pub(super) fn shapes(masks: &[u64]) -> Option<Vec<u64>> {
    let mut starts: BTreeMap<u64, u64> = BTreeMap::new();
    for mask in masks.iter().filter(|mask| **mask != 0) {
        let lowest = mask.trailing_zeros();
        *starts.entry(mask >> lowest).or_insert(0) |= 1 << lowest;
    }
    let work: usize = starts.keys().map(|shape| shape.count_ones() as usize + 1).sum();
    if masks.contains(&0) || work >= masks.len() {
        return None;
    }
    let mut written = Vec::new();
    for (shape, starts) in starts {
        let more: Vec<u64> = (1..64).filter(|bit| shape >> bit & 1 == 1).collect();
        written.extend([starts, more.len() as u64]);
        written.extend(more);
    }
    Some(written)
}

/// Whether a shape at one of its places lies within `x`.
#[inline]
pub(super) fn any_shape(mut written: &[u64], x: u64) -> u64 {
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
    use crate::boards::DIRECTIONS;
    use crate::machine::eval::any_subset;
    use crate::program::Shape2;

    #[test]
    fn shapes_find_the_same_lines_as_masks_one_by_one() {
        let lines = Shape2::Grid(7, 6).lines(4, &DIRECTIONS[..8]);
        let masks: Vec<u64> = lines.iter().map(|l| l.iter().fold(0, |mask, cell| mask | 1 << cell)).collect();
        let written = shapes(&masks).unwrap();
        assert_eq!(written.len(), 4 * 5);
        let mut x = 0x0123_4567_89ab_cdef_u64;
        for _ in 0..2000 {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let stones = (x >> 20) & ((1 << 42) - 1);
            assert_eq!(any_shape(&written, stones), any_subset(&masks, stones));
        }
    }
}
