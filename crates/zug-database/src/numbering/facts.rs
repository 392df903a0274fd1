//! What a sample says about the codes of all tiers, and of one.
//!
//! What never happens in the sample counts as excluded where it would be expected
//! [`OFTEN`] times, were the parts independent of each other.

use super::affine::{DifferenceSpan, PRIME, plus, times};
use super::sample::Sample;
use super::shape::{Cell, CodeShape};
use zug_game::SplitMix64;

/// What is expected so often and never seen counts as excluded.
const OFTEN: u128 = 24;
/// Codes of the sample that pairs of cells are looked for in.
const CODES: usize = 1 << 13;
/// The widest cell that is compared with others.
pub(crate) const NARROW: usize = 2;
/// A tier with fewer codes in the sample and beyond two for each entry is judged by all tiers.
const FEW: usize = 64;
/// Sets that are counted one by one.
pub(crate) const COUNTED: usize = 4;

/// What holds of the codes of all tiers.
#[derive(Debug)]
pub(crate) struct CodeFacts {
    pub(crate) shape: CodeShape,
    pub(crate) cells: Vec<Cell>,
    /// The values that each cell may have, as bits.
    pub(crate) values: Vec<u64>,
    /// For each value of each cell what later narrow cells may have beside it: the cell, and its
    /// values as bits.
    pub(crate) beside: Vec<Vec<Vec<(usize, u8)>>>,
    /// For each value of each cell how much it adds to the number of the tier.
    pub(crate) tiers: Vec<Vec<i64>>,
    /// The number of the tier of the code 0.
    pub(crate) least: i64,
    sample: Sample,
}

/// What holds of the codes of one tier.
#[derive(Debug)]
pub(crate) struct TierFacts {
    /// What each entry counts in a sum that is the same for all, and that sum.
    pub(crate) weights: Vec<u64>,
    pub(crate) same: u64,
    /// Sets of which the number of members is in a range.
    pub(crate) counted: Vec<(u32, u64, u64)>,
}

impl CodeFacts {
    /// Of a sample; `tier_of` tells the tier of a code. None where the number of a tier is no sum
    /// over the cells.
    pub(crate) fn of(shape: &CodeShape, sample: Sample, tier_of: impl Fn(u128) -> u64) -> Option<CodeFacts> {
        let cells = shape.cells();
        let codes: Vec<u128> = sample.values().flatten().copied().collect();
        let seen: Vec<Vec<u64>> = cells.iter().map(|cell| occurrences(cell, &codes, shape)).collect();
        let least = tier_of(0) as i64;
        let tiers: Vec<Vec<i64>> = cells
            .iter()
            .zip(&seen)
            .map(|(cell, seen)| contributions(cell, seen, shape, |code| tier_of(code) as i64 - least))
            .collect();
        let values =
            cells.iter().zip(&seen).zip(&tiers).map(|((cell, seen), tiers)| values(cell, seen, tiers));
        let values = values.collect();
        let mut facts =
            CodeFacts { shape: shape.clone(), cells, values, beside: Vec::new(), tiers, least, sample };
        if !facts.tell_tiers() {
            return None;
        }
        facts.beside = facts.exclusions(&codes);
        Some(facts)
    }

    /// Whether the number of each tier of the sample is the sum over the cells.
    fn tell_tiers(&self) -> bool {
        let sum = |code: u128| {
            let one = |(cell, tiers): (&Cell, &Vec<i64>)| tiers[cell.value(code, self.shape.bits.len())];
            self.cells.iter().zip(&self.tiers).map(one).fold(self.least, i64::wrapping_add)
        };
        self.sample.iter().all(|(&tier, codes)| codes.iter().all(|&code| sum(code) == tier as i64))
    }

    /// What narrow cells exclude of later ones.
    fn exclusions(&self, codes: &[u128]) -> Vec<Vec<Vec<(usize, u8)>>> {
        let bits = self.shape.bits.len();
        let step = codes.len().div_ceil(CODES).max(1);
        let rows: Vec<Vec<u8>> = codes
            .iter()
            .step_by(step)
            .map(|&code| self.cells.iter().map(|cell| cell.value(code, bits) as u8).collect())
            .collect();
        let mut beside: Vec<Vec<Vec<(usize, u8)>>> =
            self.cells.iter().map(|cell| vec![Vec::new(); cell.values()]).collect();
        let narrow: Vec<usize> = (0..self.cells.len()).filter(|&at| self.cells[at].width <= NARROW).collect();
        for (place, &one) in narrow.iter().enumerate() {
            for &other in &narrow[place + 1..] {
                for (value, may) in self.pair(&rows, one, other).into_iter().enumerate() {
                    if may != u8::MAX && self.values[one] >> value & 1 == 1 {
                        beside[one][value].push((other, may));
                    }
                }
            }
        }
        beside
    }

    /// For each value of a cell the values that another may have beside it, as bits; all where
    /// nothing is excluded.
    fn pair(&self, rows: &[Vec<u8>], one: usize, other: usize) -> [u8; 1 << NARROW] {
        const VALUES: usize = 1 << NARROW;
        let mut together = [[0_u128; VALUES]; VALUES];
        for row in rows {
            together[usize::from(row[one])][usize::from(row[other])] += 1;
        }
        let alone: [u128; VALUES] = std::array::from_fn(|value| together[value].iter().sum());
        let beside: [u128; VALUES] = std::array::from_fn(|value| together.iter().map(|row| row[value]).sum());
        std::array::from_fn(|value| {
            let is_excluded = |&next: &usize| {
                let expected = alone[value] * beside[next];
                together[value][next] == 0 && expected >= OFTEN * rows.len() as u128
            };
            (0..VALUES).filter(is_excluded).fold(u8::MAX, |may, next| may & !(1 << next))
        })
    }

    /// What holds of a tier beside that.
    pub(crate) fn of_tier(&self, tier: u64) -> TierFacts {
        let own = self.sample.get(&tier).filter(|codes| codes.len() >= FEW + 2 * self.shape.entries());
        let mut span = DifferenceSpan::default();
        let mut all: Vec<Vec<u64>> = vec![Vec::new(); self.shape.entries()];
        let mut sums = Vec::new();
        let mut take = |code: u128| {
            self.shape.sums(code, &mut sums);
            span.add(&sums);
            all.iter_mut().zip(&sums).for_each(|(all, &sum)| all.push(sum));
        };
        match own {
            Some(codes) => codes.iter().for_each(|&code| take(code)),
            None => self.sample.values().flatten().for_each(|&code| take(code)),
        }
        let (weights, same) = span.same_sum(&mut SplitMix64(tier));
        TierFacts { weights, same, counted: self.counted(all) }
    }

    /// The sets whose numbers of members have bounds: those with the narrowest.
    fn counted(&self, all: Vec<Vec<u64>>) -> Vec<(u32, u64, u64)> {
        let mut counted: Vec<(u32, u64, u64)> = (0..)
            .zip(all)
            .filter(|(entry, _)| self.is_spread(*entry))
            .filter_map(|(entry, sums)| bounds(sums).map(|(low, high)| (entry, low, high)))
            .collect();
        counted.sort_by_key(|(_, low, high)| high - low);
        counted.truncate(COUNTED);
        counted
    }

    /// Whether an entry is a set with several cells.
    fn is_spread(&self, entry: u32) -> bool {
        self.shape.bits.iter().filter(|bit| bit.entry == entry && !bit.is_number).count() > 1
    }

    /// What a value of a cell adds to the sum that is the same for a tier.
    pub(crate) fn share(&self, facts: &TierFacts, cell: &Cell, value: usize) -> u64 {
        let bits = self.shape.bits[cell.first..cell.first + cell.width].iter().zip((0..cell.width).rev());
        let weight = |entry: u32| facts.weights.get(entry as usize).copied().unwrap_or(0);
        let set = bits.filter(|(_, place)| value >> place & 1 == 1);
        set.fold(0, |sum, (bit, _)| plus(sum, times(weight(bit.entry), bit.weight % PRIME)))
    }

    /// How many members a value of a cell adds to a set.
    pub(crate) fn members(&self, entry: u32, cell: &Cell, value: usize) -> u64 {
        let bits = self.shape.bits[cell.first..cell.first + cell.width].iter().zip((0..cell.width).rev());
        bits.filter(|(bit, place)| bit.entry == entry && value >> place & 1 == 1).count() as u64
    }
}

/// How often each value of a cell is seen.
fn occurrences(cell: &Cell, codes: &[u128], shape: &CodeShape) -> Vec<u64> {
    let mut seen = vec![0; cell.values()];
    codes.iter().for_each(|&code| seen[cell.value(code, shape.bits.len())] += 1);
    seen
}

/// What each value of a cell adds to the number of a tier. Of a value that is not seen it is what
/// its bits add, which may be wrong; such a value is allowed only where that is right for all seen.
fn contributions(cell: &Cell, seen: &[u64], shape: &CodeShape, of: impl Fn(u128) -> i64) -> Vec<i64> {
    let shift = shape.bits.len() - cell.first - cell.width;
    let bits: Vec<i64> = (0..cell.width).map(|bit| of(1 << (shift + bit))).collect();
    let by_bits = |value: usize| {
        (0..cell.width)
            .filter(|bit| value >> bit & 1 == 1)
            .fold(0, |sum: i64, bit| sum.wrapping_add(bits[bit]))
    };
    (0..cell.values())
        .map(|value| if seen[value] > 0 { of((value as u128) << shift) } else { by_bits(value) })
        .collect()
}

/// The values that a cell may have.
fn values(cell: &Cell, seen: &[u64], tiers: &[i64]) -> u64 {
    let may = |value: &usize| match cell.is_number {
        true => may_be_number(*value, seen, tiers),
        false => may_be_members(*value, seen),
    };
    (0..cell.values()).filter(may).fold(0, |values, value| values | 1 << value)
}

/// A counter that the tier is made of may have every value; another number those between the
/// lowest and the highest that are seen.
fn may_be_number(value: usize, seen: &[u64], tiers: &[i64]) -> bool {
    let is_counter = tiers.len() > 1
        && tiers[1] != 0
        && (0..tiers.len()).all(|value| tiers[value] == tiers[1].wrapping_mul(value as i64));
    let is_between =
        seen[..=value].iter().any(|&seen| seen > 0) && seen[value..].iter().any(|&seen| seen > 0);
    is_counter || is_between
}

/// Sets may have members in one place as far as each of them is seen there, and together unless
/// that would be expected often and is never seen.
fn may_be_members(value: usize, seen: &[u64]) -> bool {
    let all: u64 = seen.iter().sum();
    let width = seen.len().trailing_zeros();
    let (mut expected, mut is_seen) = (u128::from(all), true);
    for bit in 0..width {
        let alike = |other: &usize| other >> bit & 1 == value >> bit & 1;
        let many: u64 = (0..seen.len()).filter(alike).map(|other| seen[other]).sum();
        expected = expected * u128::from(many) / u128::from(all.max(1));
        is_seen &= many > 0;
    }
    is_seen && (seen[value] > 0 || expected < OFTEN)
}

/// The range of numbers that are all seen; a bound that few reach may not be one.
fn bounds(mut sums: Vec<u64>) -> Option<(u64, u64)> {
    sums.sort_unstable();
    let (&low, &high) = (sums.first()?, sums.last()?);
    let enough = (sums.len() / 200).max(8);
    let reach = |bound: u64| sums.iter().filter(|&&sum| sum == bound).count() >= enough;
    Some((if reach(low) { low } else { 0 }, if reach(high) { high } else { u64::from(u16::MAX) }))
}
