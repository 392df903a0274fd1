//! The tier function: the ranking function of the proof that play must end, evaluated on the bits
//! of a position.

use std::sync::Arc;
use zug_analysis::{Component, Ends, Measure};
use zug_lang::program::{FieldId, Program};
use zug_machine::layout::{BitField, FieldLayout, PositionLayout, ValueEncoding};

/// Something counted in the words of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CountTerm {
    /// The ones under masks, each with its word.
    Ones(Vec<(usize, u64)>),
    /// The ones of several bit fields laid over each other, for every part of a set.
    Covered(Vec<Vec<BitField>>),
    /// The numbers of the ones of a bit field, counted from the number beside it.
    Places(Vec<(BitField, i64)>),
    /// The ranks of the ones of bit fields: of bit `k` the one at this place and `k`.
    Ranks(Vec<(BitField, usize)>, Arc<[u32]>),
    /// The rank of what stands in a bit field.
    Rank(BitField, Arc<[u32]>),
    /// What stands in bit fields, added up.
    WeightedSum(Vec<BitField>),
    /// The bit fields in which something else than this stands.
    Not(Vec<(BitField, u64)>),
    /// The number of bit fields that hold this code.
    Equal(Vec<(BitField, u64)>),
}

/// A number that no move of a game lowers: sums with weights, compared from left to right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TierFunction {
    sums: Vec<WeightedSum>,
    /// Where it is the number of ones under one mask of one word: these.
    ones: Option<(usize, u64)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct WeightedSum {
    terms: Vec<(i64, CountTerm)>,
    /// The least it can be.
    least: i64,
    /// How many values it can take.
    count: u64,
}

impl TierFunction {
    /// Of a game whose end is proved. None where nothing is proved that the keys of positions tell,
    /// or where the number would not fit into 64 bits.
    pub(super) fn of(program: &Program, ends: &Ends, layout: &PositionLayout) -> Option<TierFunction> {
        let Ends::Proven { measure, .. } = ends else { return None };
        let tiers = TierFunction::of_first(program, measure, layout);
        (tiers.sums.len() == measure.len()).then_some(tiers)
    }

    /// Of as many sums from the left as the keys of positions tell and as fit into 64 bits. No move
    /// lowers their number, if none lowers that of all sums.
    pub(crate) fn of_first(program: &Program, measure: &[Measure], layout: &PositionLayout) -> TierFunction {
        let mut sums: Vec<WeightedSum> = Vec::new();
        let mut values = 1_u64;
        for each in measure {
            let terms = each.parts.iter().map(|(weight, part)| Some((*weight, term(program, layout, part)?)));
            let sum = terms.collect::<Option<Vec<_>>>().and_then(WeightedSum::of);
            let Some(sum) = sum else { break };
            let Some(more) = values.checked_mul(sum.count) else { break };
            values = more;
            sums.push(sum);
        }
        let ones = only_ones(&sums);
        TierFunction { sums, ones }
    }

    /// How many sums it has.
    #[cfg(feature = "database")]
    pub(crate) fn len(&self) -> usize {
        self.sums.len()
    }

    /// The number of a position.
    #[inline(always)]
    pub(crate) fn tier(&self, words: &[u64]) -> u64 {
        match self.ones {
            Some((word, mask)) => u64::from((words[word] & mask).count_ones()),
            None => self.of_sums(words),
        }
    }

    fn of_sums(&self, words: &[u64]) -> u64 {
        self.sums.iter().fold(0, |tier, sum| tier * sum.count + sum.of_words(words))
    }
}

/// The word and the mask, if all that is counted are ones of one word, each once.
fn only_ones(sums: &[WeightedSum]) -> Option<(usize, u64)> {
    let [WeightedSum { terms, least: 0, .. }] = sums else { return None };
    let mut all: Option<(usize, u64)> = None;
    for (weight, term) in terms {
        let (1, CountTerm::Ones(masks)) = (*weight, term) else { return None };
        for &(word, mask) in masks {
            let (known, other) = all.unwrap_or((word, 0));
            if known != word || other & mask != 0 {
                return None;
            }
            all = Some((word, other | mask));
        }
    }
    all
}

impl WeightedSum {
    fn of(terms: Vec<(i64, CountTerm)>) -> Option<WeightedSum> {
        let (mut least, mut most) = (0_i64, 0_i64);
        for (weight, term) in &terms {
            let extreme = weight.checked_mul(term.most()?)?;
            least = least.checked_add(extreme.min(0))?;
            most = most.checked_add(extreme.max(0))?;
        }
        let count = most.checked_sub(least)?.checked_add(1)?;
        Some(WeightedSum { terms, least, count: count as u64 })
    }

    #[inline]
    fn of_words(&self, words: &[u64]) -> u64 {
        let sum = self.terms.iter().fold(0, |sum, (weight, term)| sum + weight * term.count(words));
        (sum - self.least) as u64
    }
}

impl CountTerm {
    #[inline]
    fn count(&self, words: &[u64]) -> i64 {
        match self {
            CountTerm::Ones(masks) => {
                masks.iter().map(|(word, mask)| i64::from((words[*word] & mask).count_ones())).sum()
            }
            CountTerm::Covered(parts) => {
                let covered = |slots: &Vec<BitField>| slots.iter().fold(0, |all, slot| all | slot.get(words));
                parts.iter().map(|slots| i64::from(covered(slots).count_ones())).sum()
            }
            CountTerm::Places(slots) => {
                slots.iter().map(|(slot, first)| places(slot.get(words), *first)).sum()
            }
            CountTerm::Ranks(slots, ranks) => {
                slots.iter().map(|(slot, first)| ranks_of(slot.get(words), &ranks[*first..])).sum()
            }
            CountTerm::Rank(slot, ranks) => rank(slot.get(words), ranks),
            CountTerm::WeightedSum(slots) => slots.iter().map(|slot| slot.get(words) as i64).sum(),
            CountTerm::Not(slots) => {
                slots.iter().map(|(slot, none)| i64::from(slot.get(words) != *none)).sum()
            }
            CountTerm::Equal(slots) => {
                slots.iter().map(|(slot, code)| i64::from(slot.get(words) == *code)).sum()
            }
        }
    }

    /// What it is at most; none if that is too much to be counted.
    fn most(&self) -> Option<i64> {
        let sum = |numbers: &mut dyn Iterator<Item = i64>| {
            let mut numbers = numbers;
            Iterator::try_fold(&mut numbers, 0_i64, i64::checked_add)
        };
        match self {
            CountTerm::Ones(masks) => sum(&mut masks.iter().map(|(_, mask)| i64::from(mask.count_ones()))),
            CountTerm::Covered(parts) => {
                let widest = |slots: &Vec<BitField>| slots.iter().map(|slot| i64::from(slot.width)).max();
                sum(&mut parts.iter().map(|slots| widest(slots).unwrap_or(0)))
            }
            CountTerm::Places(slots) => {
                sum(&mut slots.iter().map(|(slot, first)| places(slot.mask(), *first)))
            }
            CountTerm::Ranks(_, ranks) => sum(&mut ranks.iter().copied().map(i64::from)),
            CountTerm::Rank(_, ranks) => ranks.iter().copied().max().map(i64::from),
            CountTerm::WeightedSum(slots) if slots.iter().any(|slot| slot.width > 40) => None,
            CountTerm::WeightedSum(slots) => sum(&mut slots.iter().map(|slot| slot.mask() as i64)),
            CountTerm::Not(slots) | CountTerm::Equal(slots) => i64::try_from(slots.len()).ok(),
        }
    }
}

/// The numbers of the ones, added up; the lowest bit has the number `first`.
fn places(mut bits: u64, first: i64) -> i64 {
    let mut sum = 0;
    while bits != 0 {
        sum += first + i64::from(bits.trailing_zeros());
        bits &= bits - 1;
    }
    sum
}

/// The ranks of the ones, added up.
fn ranks_of(mut bits: u64, ranks: &[u32]) -> i64 {
    let mut sum = 0;
    while bits != 0 {
        sum += rank(u64::from(bits.trailing_zeros()), ranks);
        bits &= bits - 1;
    }
    sum
}

fn rank(element: u64, ranks: &[u32]) -> i64 {
    ranks.get(element as usize).copied().map_or(0, i64::from)
}

/// None for what keys leave out.
fn term(program: &Program, layout: &PositionLayout, component: &Component) -> Option<CountTerm> {
    let field = |id: &FieldId| layout.fields.get(id.index()).filter(|field| field.additive.is_empty());
    Some(match component {
        Component::Members(id) | Component::True(id) => CountTerm::Ones(ones(field(id)?)),
        Component::Sum(id) => CountTerm::WeightedSum(field(id)?.bit_fields().collect()),
        Component::Ordinals(id) => match field(id)?.code {
            ValueEncoding::Element { or_none: false, .. } => {
                CountTerm::WeightedSum(field(id)?.parts.last()?.clone())
            }
            _ => return None,
        },
        Component::Given(id) => CountTerm::Not(not_none(field(id)?)?),
        Component::Holding(id, element) => CountTerm::Equal(holding(field(id)?, *element)?),
        Component::Turn => CountTerm::WeightedSum(vec![layout.turn]),
        Component::Covered(ids, _) => {
            let fields = ids.iter().map(field).collect::<Option<Vec<&FieldLayout>>>()?;
            let parts = fields.iter().map(|field| field.parts.len()).max().unwrap_or(0);
            let part = |k: usize| fields.iter().filter_map(move |field| field.parts.get(k)).flatten();
            CountTerm::Covered((0..parts).map(|k| part(k).copied().collect()).collect())
        }
        Component::Places(id, index) => {
            let slots = set_slots(program, (*id, index), field(id)?)?;
            CountTerm::Places(slots.into_iter().map(|(slot, first)| (slot, first as i64)).collect())
        }
        Component::Ranks(id, index, ranks) => match field(id)?.code {
            ValueEncoding::Element { or_none: false, .. } => {
                let parts = &field(id)?.parts;
                CountTerm::Rank(*parts.last()?.get(entry_at(program, *id, index)?)?, ranks.clone())
            }
            ValueEncoding::Set { .. } => {
                CountTerm::Ranks(set_slots(program, (*id, index), field(id)?)?, ranks.clone())
            }
            _ => return None,
        },
    })
}

/// The place of an entry among those of its field.
fn entry_at(program: &Program, id: FieldId, index: &[u32]) -> Option<usize> {
    let declared = program.fields.get(id.index())?;
    let lens = declared.indexes.iter().map(|d| program.domains.get(d.index()).map_or(0, |d| d.len()));
    Some(lens.zip(index).fold(0, |at, (len, element)| at * len + *element as usize))
}

/// The bit fields of an entry that is a set, each with the element of its lowest bit.
fn set_slots(
    program: &Program,
    (id, index): (FieldId, &[u32]),
    field: &FieldLayout,
) -> Option<Vec<(BitField, usize)>> {
    let entry = entry_at(program, id, index)?;
    let parts = field.parts.iter().zip((0..).step_by(64));
    parts.map(|(part, first)| Some((*part.get(entry)?, first))).collect()
}

/// All bit fields of a field as masks, those of one word together.
fn ones(field: &FieldLayout) -> Vec<(usize, u64)> {
    let mut masks: Vec<(usize, u64)> = Vec::new();
    for slot in field.bit_fields() {
        let word = usize::from(slot.word);
        match masks.iter_mut().find(|(other, _)| *other == word) {
            Some((_, mask)) => *mask |= slot.placed(),
            None => masks.push((word, slot.placed())),
        }
    }
    masks
}

/// Where an element would stand, and as what.
fn holding(field: &FieldLayout, element: u32) -> Option<Vec<(BitField, u64)>> {
    let ValueEncoding::Element { .. } = field.code else { return None };
    Some(field.parts.last()?.iter().map(|slot| (*slot, u64::from(element))).collect())
}

/// Where `none` would stand, and as what.
fn not_none(field: &FieldLayout) -> Option<Vec<(BitField, u64)>> {
    let none = match field.code {
        ValueEncoding::Int { low, high, or_none: true } => high.checked_sub(low)?.checked_add(1)? as u64,
        ValueEncoding::Element { count, or_none: true } => count as u64,
        ValueEncoding::Set { or_none: true, .. } => 1,
        _ => return None,
    };
    Some(field.parts.last()?.iter().map(|slot| (*slot, none)).collect())
}
