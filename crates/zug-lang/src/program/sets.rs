//! Sets of elements or of integers.

use std::fmt;

/// One more than the greatest member that has a bit.
const BITS: i64 = 128;

/// A set of elements (by number) or of integers.
///
/// A set has one form only, so sets are equal where their forms are.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Set(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    /// All members are from 0 to 127: the bits of two words, the lower word first.
    Bits([u64; 2]),
    /// Some member is not: all members, ascending, without duplicates.
    List(Vec<i64>),
}

use Form::{Bits, List};

/// The bits of a set whose members all have one.
fn bits(words: [u64; 2]) -> u128 {
    u128::from(words[0]) | u128::from(words[1]) << 64
}

/// The set of these bits.
fn of_bits(bits: u128) -> Set {
    Set(Bits([bits as u64, (bits >> 64) as u64]))
}

/// The bit of a member; none if it has none.
fn bit(member: i64) -> Option<u128> {
    (0..BITS).contains(&member).then(|| 1 << member)
}

impl Set {
    /// Whether a member is in the set.
    pub fn contains(&self, member: i64) -> bool {
        match &self.0 {
            Bits(words) => bit(member).is_some_and(|bit| bits(*words) & bit != 0),
            List(list) => list.binary_search(&member).is_ok(),
        }
    }

    /// Inserts a member.
    pub fn insert(&mut self, member: i64) {
        match (&mut self.0, bit(member)) {
            (Bits(words), Some(bit)) => *self = of_bits(bits(*words) | bit),
            (Bits(_), None) => *self = self.iter().chain([member]).collect(),
            (List(list), _) => {
                if let Err(at) = list.binary_search(&member) {
                    list.insert(at, member);
                }
            }
        }
    }

    /// Removes a member.
    pub fn remove(&mut self, member: i64) {
        match (&self.0, bit(member)) {
            (Bits(words), Some(bit)) => *self = of_bits(bits(*words) & !bit),
            (Bits(_), None) => {}
            (List(_), _) => *self = self.iter().filter(|each| *each != member).collect(),
        }
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        match &self.0 {
            Bits(words) => bits(*words).count_ones() as usize,
            List(list) => list.len(),
        }
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.0 == Bits([0, 0])
    }

    /// The members, ascending.
    pub fn iter(&self) -> SetMembers<'_> {
        match &self.0 {
            Bits(words) => SetMembers { bits: bits(*words), list: [].iter() },
            List(list) => SetMembers { bits: 0, list: list.iter() },
        }
    }

    /// The members as bits of two words, the lower word first, if all are from 0 to 127.
    pub fn words(&self) -> Option<[u64; 2]> {
        match &self.0 {
            Bits(words) => Some(*words),
            List(_) => None,
        }
    }

    /// The union.
    pub fn union(&self, other: &Set) -> Set {
        match (&self.0, &other.0) {
            (Bits(a), Bits(b)) => of_bits(bits(*a) | bits(*b)),
            _ => self.iter().chain(other.iter()).collect(),
        }
    }

    /// The intersection.
    pub fn intersection(&self, other: &Set) -> Set {
        match (&self.0, &other.0) {
            (Bits(a), Bits(b)) => of_bits(bits(*a) & bits(*b)),
            _ => self.iter().filter(|member| other.contains(*member)).collect(),
        }
    }

    /// The members of `self` that are not in `other`.
    pub fn difference(&self, other: &Set) -> Set {
        match (&self.0, &other.0) {
            (Bits(a), Bits(b)) => of_bits(bits(*a) & !bits(*b)),
            _ => self.iter().filter(|member| !other.contains(*member)).collect(),
        }
    }

    /// Whether every member is in `other`.
    pub fn is_subset(&self, other: &Set) -> bool {
        match (&self.0, &other.0) {
            (Bits(a), Bits(b)) => bits(*a) & !bits(*b) == 0,
            _ => self.iter().all(|member| other.contains(member)),
        }
    }
}

impl Default for Set {
    fn default() -> Set {
        of_bits(0)
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Set").field(&self.iter().collect::<Vec<i64>>()).finish()
    }
}

/// Sets are in the order of their members, ascending, compared one by one.
impl Ord for Set {
    fn cmp(&self, other: &Set) -> std::cmp::Ordering {
        self.iter().cmp(other.iter())
    }
}

impl PartialOrd for Set {
    fn partial_cmp(&self, other: &Set) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl FromIterator<i64> for Set {
    fn from_iter<I: IntoIterator<Item = i64>>(members: I) -> Set {
        let mut small = 0;
        let mut members = members.into_iter();
        while let Some(member) = members.next() {
            let Some(bit) = bit(member) else {
                let mut all: Vec<i64> = of_bits(small).iter().chain([member]).chain(members).collect();
                all.sort_unstable();
                all.dedup();
                return Set(List(all));
            };
            small |= bit;
        }
        of_bits(small)
    }
}

/// The members of a set, ascending: first those of `bits`, then those of `list`.
#[derive(Clone, Debug)]
pub struct SetMembers<'a> {
    bits: u128,
    list: std::slice::Iter<'a, i64>,
}

impl Iterator for SetMembers<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        if self.bits == 0 {
            return self.list.next().copied();
        }
        let least = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(i64::from(least))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.bits.count_ones() as usize + self.list.len();
        (len, Some(len))
    }
}

impl DoubleEndedIterator for SetMembers<'_> {
    fn next_back(&mut self) -> Option<i64> {
        if let Some(member) = self.list.next_back() {
            return Some(*member);
        }
        let greatest = self.bits.checked_ilog2()?;
        self.bits &= !(1 << greatest);
        Some(i64::from(greatest))
    }
}

impl ExactSizeIterator for SetMembers<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Plain = BTreeSet<i64>;

    /// Members on both sides of the ends of the bits, so that sets of both forms come up.
    fn plain() -> impl Strategy<Value = Plain> {
        let near = prop_oneof![0..8_i64, 60..68_i64, 120..128_i64];
        let any = prop_oneof![0..8_i64, 60..68_i64, 120..136_i64, -4..4_i64];
        prop_oneof![prop::collection::btree_set(near, 0..9), prop::collection::btree_set(any, 0..9)]
    }

    fn set(plain: &Plain) -> Set {
        plain.iter().rev().copied().collect()
    }

    proptest! {
        #[test]
        fn sets_are_as_those_of_the_standard_library(a in plain(), b in plain(), member in -3..133_i64) {
            let (one, other) = (set(&a), set(&b));
            prop_assert_eq!(one.union(&other), set(&(&a | &b)));
            prop_assert_eq!(one.intersection(&other), set(&(&a & &b)));
            prop_assert_eq!(one.difference(&other), set(&(&a - &b)));
            prop_assert_eq!(one.is_subset(&other), a.is_subset(&b));
            prop_assert_eq!(one.cmp(&other), a.cmp(&b));
            prop_assert_eq!(one == other, a == b);
            prop_assert_eq!((one.len(), one.is_empty()), (a.len(), a.is_empty()));
            prop_assert_eq!(one.contains(member), a.contains(&member));
            prop_assert!(one.iter().eq(a.iter().copied()) && one.iter().rev().eq(a.iter().rev().copied()));
            let (mut more, mut less) = (one.clone(), one.clone());
            more.insert(member);
            less.remove(member);
            prop_assert_eq!(more, set(&a.iter().copied().chain([member]).collect()));
            prop_assert_eq!(less, set(&a.iter().copied().filter(|each| *each != member).collect()));
            prop_assert_eq!(one.words().is_some(), a.iter().all(|member| (0..128).contains(member)));
            prop_assert_eq!(format!("{one:?}"), format!("Set({:?})", a.iter().collect::<Vec<_>>()));
        }
    }
}
