//! Sorts elements that can be interchanged while everything else stays.

use super::bits;
use crate::eval::ones;
use crate::layout::BitField;
use zug_game::breakage::{Shortcut, is_broken};

/// More columns than this are sorted one bit field after the other.
const MOST_SHIFTED: usize = 8;

/// Interchangeable elements to be sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ElementSort {
    /// Pairs of one bit each, the second so many bits above the first: which word, how many bits,
    /// and all first bits.
    Pairs(usize, u32, u64),
    /// One bit each, all in one word: which word, which bits, and for every count of them the
    /// lowest so many.
    Bits(usize, u64, Vec<u64>),
    /// Several places each.
    Columns(Vec<Vec<BitField>>),
    /// The same, all in one word, where every column is the first one shifted.
    Shifted(Shifted, Vec<Vec<BitField>>),
}

/// Columns of one word that are the same bits, shifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shifted {
    word: usize,
    /// The bits of a column, shifted down by its shift.
    mask: u64,
    shifts: Vec<u32>,
    /// The bits of all columns.
    all: u64,
}

impl Shifted {
    /// None where the columns lie otherwise.
    fn of(columns: &[Vec<BitField>]) -> Option<Shifted> {
        let word = columns.first()?.first()?.word;
        let lowest = |column: &Vec<BitField>| column.iter().map(|slot| u32::from(slot.shift)).min();
        let shifts: Vec<u32> = columns.iter().map(lowest).collect::<Option<_>>()?;
        let mut found = Shifted { word: usize::from(word), mask: 0, shifts, all: 0 };
        for (column, shift) in columns.iter().zip(&found.shifts) {
            if column.iter().any(|slot| slot.word != word) {
                return None;
            }
            let placed = column.iter().fold(0, |all, slot| all | slot.placed());
            if found.all & placed != 0 {
                return None;
            }
            found.mask = placed >> shift;
            found.all |= placed;
        }
        // Bit fields of different columns correspond by their order: it must be that of their
        // places.
        let first = columns.first()?;
        let corresponds = |column: &Vec<BitField>, shift: u32| {
            let base = found.shifts.first().copied().unwrap_or(0);
            column.len() == first.len()
                && column.iter().zip(first).all(|(slot, other)| {
                    slot.width == other.width
                        && u32::from(slot.shift) - shift == u32::from(other.shift) - base
                })
        };
        let all = columns.iter().zip(&found.shifts).all(|(column, shift)| corresponds(column, *shift));
        (all && columns.len() <= MOST_SHIFTED).then_some(found)
    }

    #[inline]
    fn apply(&self, words: &mut [u64]) {
        let Some(word) = words.get_mut(self.word) else { return };
        if let [first, second] = self.shifts[..] {
            let (a, b) = (*word >> first & self.mask, *word >> second & self.mask);
            *word = *word & !self.all | a.min(b) << first | a.max(b) << second;
            return;
        }
        let mut contents = [0; MOST_SHIFTED];
        let contents = &mut contents[..self.shifts.len().min(MOST_SHIFTED)];
        for (content, shift) in contents.iter_mut().zip(&self.shifts) {
            *content = *word >> shift & self.mask;
        }
        if contents.is_sorted() {
            return;
        }
        contents.sort_unstable();
        let sorted =
            contents.iter().zip(&self.shifts).fold(0, |all, (content, shift)| all | content << shift);
        *word = *word & !self.all | sorted;
    }
}

impl ElementSort {
    /// Pairs of the same distance are sorted at once.
    pub fn all(each: impl Iterator<Item = ElementSort>) -> Vec<ElementSort> {
        let mut all: Vec<ElementSort> = Vec::new();
        for sort in each {
            let Some((word, distance, first)) = sort.pair() else {
                all.push(sort);
                continue;
            };
            let like = |sort: &&mut ElementSort| matches!(sort, ElementSort::Pairs(w, d, _) if (*w, *d) == (word, distance));
            match all.iter_mut().find(like) {
                Some(ElementSort::Pairs(_, _, firsts)) => *firsts |= first,
                _ => all.push(ElementSort::Pairs(word, distance, first)),
            }
        }
        all
    }

    /// The word, the distance and the first bit, if two bits are to be sorted.
    fn pair(&self) -> Option<(usize, u32, u64)> {
        match self {
            ElementSort::Bits(word, mask, _) if mask.count_ones() == 2 => {
                let first = mask.trailing_zeros();
                Some((*word, 63 - mask.leading_zeros() - first, 1 << first))
            }
            _ => None,
        }
    }

    pub fn new(columns: Vec<Vec<BitField>>) -> ElementSort {
        let mut mask = 0;
        let word = columns.first().and_then(|column| column.first()).map_or(0, |slot| slot.word);
        for column in &columns {
            match column[..] {
                [slot] if slot.width == 1 && slot.word == word => mask |= slot.placed(),
                _ => {
                    return match Shifted::of(&columns) {
                        Some(shifted) => ElementSort::Shifted(shifted, columns),
                        None => ElementSort::Columns(joined_bit_fields(columns)),
                    };
                }
            }
        }
        let mut lowest = vec![0];
        let mut rest: u64 = mask;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            lowest.push(lowest.last().copied().unwrap_or(0) | bit);
            rest ^= bit;
        }
        ElementSort::Bits(usize::from(word), mask, lowest)
    }

    /// About how many look-ups it takes.
    pub fn cost(&self) -> usize {
        match self {
            ElementSort::Pairs(..) | ElementSort::Bits(..) => 1,
            ElementSort::Shifted(shifted, _) => shifted.shifts.len(),
            ElementSort::Columns(columns) => {
                columns.iter().map(|column| 2 * column.len() + columns.len()).sum()
            }
        }
    }

    /// How many positions are sorted into one at most, as a decimal logarithm.
    pub fn largest_orbit(&self) -> f64 {
        let orders = |elements: usize| (1..=elements).map(|number| (number as f64).log10()).sum();
        match self {
            ElementSort::Pairs(_, _, firsts) => f64::from(firsts.count_ones()) * 2_f64.log10(),
            ElementSort::Bits(_, mask, _) => orders(mask.count_ones() as usize),
            ElementSort::Columns(columns) | ElementSort::Shifted(_, columns) => orders(columns.len()),
        }
    }

    /// The position with two neighbours exchanged, for each two.
    pub fn exchanges<const N: usize>(&self, key: [u64; N]) -> Vec<[u64; N]> {
        let bit = |slot: BitField| vec![slot];
        let columns: Vec<Vec<BitField>> = match self {
            ElementSort::Columns(columns) | ElementSort::Shifted(_, columns) => columns.clone(),
            ElementSort::Bits(word, mask, _) => {
                let all = BitField { word: *word as u8, shift: 0, width: 64 };
                bits(all).filter(|slot| slot.placed() & mask != 0).map(bit).collect()
            }
            ElementSort::Pairs(word, distance, firsts) => {
                let first = bits(BitField { word: *word as u8, shift: 0, width: 64 });
                let swapped = |slot: BitField| {
                    let both = slot.placed() | slot.placed() << distance;
                    let mut words = key;
                    if let Some(word) = words.get_mut(*word)
                        && (*word & both).count_ones() == 1
                    {
                        *word ^= both;
                    }
                    words
                };
                return first.filter(|slot| slot.placed() & firsts != 0).map(swapped).collect();
            }
        };
        let exchanged = |pair: &[Vec<BitField>]| {
            let mut words = key;
            for (a, b) in pair[0].iter().zip(&pair[1]) {
                a.set(&mut words, b.get(&key));
                b.set(&mut words, a.get(&key));
            }
            words
        };
        columns.windows(2).map(exchanged).collect()
    }

    #[inline]
    pub fn apply<const N: usize>(&self, words: &mut [u64; N]) {
        match self {
            ElementSort::Pairs(word, distance, firsts) => {
                let word = &mut words[word % N];
                let above = *word >> distance & !*word & firsts;
                *word ^= above | above << distance;
            }
            ElementSort::Bits(word, mask, lowest) => {
                let word = &mut words[word % N];
                let count = (*word & mask).count_ones() as usize;
                *word = *word & !mask | lowest.get(count).copied().unwrap_or(0);
            }
            ElementSort::Columns(columns) | ElementSort::Shifted(_, columns)
                if is_broken(Shortcut::Interchangeable) =>
            {
                let first = |column: &Vec<BitField>| -> Vec<BitField> {
                    column.first().copied().into_iter().collect()
                };
                let firsts: Vec<Vec<BitField>> = columns.iter().map(first).collect();
                sort_columns(&firsts, words);
            }
            ElementSort::Columns(columns) => sort_columns(columns, words),
            ElementSort::Shifted(shifted, _) => shifted.apply(words),
        }
    }
}

/// The same columns, with bit fields that lie side by side in every column as one. The bit fields
/// of all columns correspond, so any order of them does, if it is one for all columns.
fn joined_bit_fields(columns: Vec<Vec<BitField>>) -> Vec<Vec<BitField>> {
    let Some(first) = columns.first() else { return columns };
    let mut order: Vec<usize> = (0..first.len()).collect();
    order.sort_by_key(|at| first.get(*at).map(|slot| (slot.word, slot.shift)));
    let mut joined: Vec<Vec<BitField>> = vec![Vec::new(); columns.len()];
    for at in order {
        let Some(row) =
            columns.iter().map(|column| column.get(at).copied()).collect::<Option<Vec<BitField>>>()
        else {
            return columns;
        };
        let follows = joined.iter().zip(&row).all(|(column, slot)| {
            let width = |last: &BitField| u32::from(last.width) + u32::from(slot.width);
            let behind = |last: &BitField| last.word == slot.word && last.shift + last.width == slot.shift;
            column.last().is_some_and(|last| behind(last) && width(last) < 64)
        });
        for (column, slot) in joined.iter_mut().zip(row) {
            match column.last_mut() {
                Some(last) if follows => last.width += slot.width,
                _ => column.push(slot),
            }
        }
    }
    joined
}

/// Few columns need little room.
#[inline]
fn sort_columns(columns: &[Vec<BitField>], words: &mut [u64]) {
    if columns.len() <= 8 {
        sort_up_to::<8>(columns, words);
    } else {
        sort_up_to::<64>(columns, words);
    }
}

#[inline(always)]
fn sort_up_to<const N: usize>(columns: &[Vec<BitField>], words: &mut [u64]) {
    let mut all = [0u64; N];
    let count = columns.len().min(N);
    for (packed, column) in all.iter_mut().zip(columns) {
        *packed = column
            .iter()
            .fold(0, |packed, slot| crate::eval::shl(packed, slot.width.into()) | slot.get(words));
    }
    if all[..count].is_sorted() {
        return;
    }
    all[..count].sort_unstable();
    for (packed, column) in all.iter().zip(columns) {
        let mut packed = *packed;
        for slot in column.iter().rev() {
            slot.set(words, packed & ones(slot.width.into()));
            packed = crate::eval::shr(packed, slot.width.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_game::SplitMix64;

    /// One column for each list of places; a place is a word, a shift and a width.
    fn columns(places: &[&[(u8, u8, u8)]]) -> Vec<Vec<BitField>> {
        let slot = |&(word, shift, width): &(u8, u8, u8)| BitField { word, shift, width };
        places.iter().map(|column| column.iter().map(slot).collect()).collect()
    }

    fn is_shifted(places: &[&[(u8, u8, u8)]]) -> bool {
        matches!(ElementSort::new(columns(places)), ElementSort::Shifted(..))
    }

    #[test]
    fn each_condition_of_columns_that_are_shifted_is_needed() {
        assert!(is_shifted(&[&[(1, 0, 2), (1, 8, 1)], &[(1, 3, 2), (1, 11, 1)]]));
        assert!(!is_shifted(&[&[(1, 0, 2), (1, 8, 1)], &[(0, 3, 2), (1, 11, 1)]]), "two words");
        assert!(!is_shifted(&[&[(1, 0, 2), (1, 8, 1)], &[(1, 3, 2), (1, 12, 1)]]), "other distances");
        assert!(!is_shifted(&[&[(1, 0, 1), (1, 8, 1)], &[(1, 11, 1), (1, 3, 1)]]), "another order");
        assert!(!is_shifted(&[&[(1, 0, 2), (1, 8, 2)], &[(1, 1, 2), (1, 9, 2)]]), "common bits");
        assert!(!is_shifted(&[&[(1, 0, 2)], &[(1, 3, 1), (1, 4, 1)]]), "another number of slots");
        assert!(!is_shifted(&[&[(1, 0, 2), (1, 2, 1)], &[(1, 3, 1), (1, 5, 1)]]), "other widths");
        let many: Vec<[(u8, u8, u8); 1]> = (0..9).map(|at| [(0, 2 * at, 2)]).collect();
        let many: Vec<&[(u8, u8, u8)]> = many.iter().map(|column| &column[..]).collect();
        assert!(is_shifted(&many[..8]) && !is_shifted(&many), "more columns");
    }

    #[test]
    fn columns_are_sorted_to_one_form_whatever_their_order() {
        let mut random = SplitMix64(5);
        let two: &[&[(u8, u8, u8)]] = &[&[(0, 4, 2), (0, 20, 1)], &[(0, 6, 2), (0, 22, 1)]];
        let three: &[&[(u8, u8, u8)]] =
            &[&[(1, 9, 2), (1, 30, 3)], &[(1, 2, 2), (1, 23, 3)], &[(1, 16, 2), (1, 37, 3)]];
        for places in [two, three] {
            let sort = ElementSort::new(columns(places));
            assert!(matches!(sort, ElementSort::Shifted(..)));
            let slow = ElementSort::Columns(columns(places));
            let mut moved = 0;
            for _ in 0..500 {
                let words = [random.word(), random.word()];
                let mut form = words;
                sort.apply(&mut form);
                for other in sort.exchanges(words) {
                    let mut again = other;
                    sort.apply(&mut again);
                    assert_eq!(again, form, "{words:x?} and {other:x?}");
                }
                let [mut plain, mut same] = [words, form];
                slow.apply(&mut plain);
                slow.apply(&mut same);
                assert_eq!(same, plain, "the form of {words:x?} is another position");
                moved += usize::from(form != words);
            }
            assert!(moved > 100, "{moved}");
        }
    }
}
