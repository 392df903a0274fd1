//! How many positions there can be by counting: how many members each set has, how many entries are
//! given, what integers add up to.
//!
//! Such a tally is shared by many positions, and how many have it is a product of binomials: sets
//! that never share an element in the sample are laid out beside each other, one that always lies
//! within another is chosen from it, integers are shared out of their sum. The sum over all tallies
//! that the sample shows is more than there are where rules tie pieces to each other, and less
//! where the sample misses a tally. It is an estimate, and no proof.
//!
//! A set that overlaps others now and then, as the cells where a jumping man has been, is tied to
//! them closely, and its binomial is far too large. Its own part of the tally is told apart,
//! therefore: where it is empty in half of the sample, there are twice as many positions in all as
//! where it is empty, and that is believed if it is fewer.

use super::super::engine::Engine;
use std::collections::{BTreeMap, HashMap};
use zug_game::{Expansion, SplitMix64};
use zug_lang::program::{DomainId, FieldId, Kind, Program, Set, Value};
use zug_lang::semantics::Position;

/// Lines of play at random that are sampled.
const LINES: usize = 200;
/// Plies of one of them at most.
const PLIES: usize = 300;
/// Positions of the sample at most.
const POSITIONS: usize = 4_000;
/// Positions of the sample with a tally, and one in how many, from which on its share is believed.
const OFTEN: usize = 20;
const SHARE: usize = 10;
/// Entries of a field up to which each value is told by itself.
const FEW: usize = 2;
/// Entries up to which elements are pieces on their board; a field with more is a table with one
/// value for each entry.
const PIECES: usize = 8;

/// Positions met in play at random, the first one included.
pub(super) fn sampled<E: Engine>(engine: &E, start: &E::Position) -> Vec<Position> {
    let mut random = SplitMix64(1713);
    let mut all = vec![engine.leave(start)];
    let mut moves = Vec::new();
    for _ in 0..LINES {
        let mut position = start.clone();
        for _ in 0..PLIES {
            moves.clear();
            if !matches!(engine.expand(&position, &mut moves), Ok(Expansion::Moves)) {
                break;
            }
            let Some(play) = moves.get(random.below(moves.len().max(1))) else { break };
            let Ok(step) = engine.play(&position, play) else { break };
            position = step.position;
            all.push(engine.leave(&position));
        }
        if all.len() > POSITIONS {
            break;
        }
    }
    all
}

/// The decimal logarithm of the number of positions that have a tally of the sample.
pub(super) fn counted(program: &Program, sample: &[Position]) -> f64 {
    let places = ElementPlaces::of(program, sample);
    let mut tallies: HashMap<Vec<i64>, BTreeMap<Vec<i64>, SeenTally>> = HashMap::new();
    for position in sample {
        let Tally { firm, loose, ways } = places.tally(program, position);
        let seen = tallies.entry(firm).or_default().entry(loose).or_insert(SeenTally { ways, times: 0 });
        seen.times += 1;
    }
    sum(&tallies.values().map(with_firm_part).collect::<Vec<f64>>())
}

/// The decimal logarithm of the number of positions whose tallies have the same firm part.
fn with_firm_part(loose: &BTreeMap<Vec<i64>, SeenTally>) -> f64 {
    let times: usize = loose.values().map(|seen| seen.times).sum();
    let often = loose.values().filter(|seen| seen.times >= OFTEN && seen.times * SHARE >= times);
    let by_share = often.map(|seen| seen.ways + (times as f64 / seen.times as f64).log10());
    by_share.fold(sum(&loose.values().map(|seen| seen.ways).collect::<Vec<f64>>()), f64::min)
}

/// The decimal logarithm of the sum of numbers whose logarithms are given.
fn sum(logarithms: &[f64]) -> f64 {
    let most = logarithms.iter().copied().fold(0.0, f64::max);
    most + logarithms.iter().map(|ways| 10_f64.powf(ways - most)).sum::<f64>().max(1.0).log10()
}

/// A tally of a position.
struct Tally {
    /// What it has of sets that are laid out beside each other, and of all that is no set.
    firm: Vec<i64>,
    /// What it has of sets that overlap these.
    loose: Vec<i64>,
    /// The decimal logarithm of the number of positions that have it.
    ways: f64,
}

/// A tally that the sample has.
struct SeenTally {
    /// The decimal logarithm of the number of positions that have it.
    ways: f64,
    /// Positions of the sample that have it.
    times: usize,
}

/// An entry of a field that holds elements of a domain: a set or an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct ElementEntry {
    field: usize,
    at: usize,
}

impl ElementEntry {
    fn members(self, position: &Position) -> Set {
        match &position.fields[self.field][self.at] {
            Value::Set(set) => set.clone(),
            Value::Element(element) => [i64::from(*element)].into_iter().collect(),
            _ => Set::default(),
        }
    }
}

/// Entries that never share an element.
struct DisjointEntries {
    /// The number of elements of their domain.
    size: usize,
    entries: Vec<ElementEntry>,
    /// Whether it is not the first group of its domain.
    is_loose: bool,
}

/// Where the elements of a domain lie.
struct ElementPlaces {
    /// Points that only add up do not tell positions apart.
    additive: Option<zug_analysis::Additive>,
    /// Groups of entries that never share an element.
    apart: Vec<DisjointEntries>,
    /// Entries that always lie within another.
    within: Vec<(ElementEntry, ElementEntry)>,
}

impl ElementPlaces {
    fn of(program: &Program, sample: &[Position]) -> ElementPlaces {
        let additive = zug_analysis::additive(program);
        let mut places = ElementPlaces { additive, apart: Vec::new(), within: Vec::new() };
        for (domain, entries) in by_domain(program) {
            let size = program.domains.get(domain.index()).map_or(0, |domain| domain.len());
            let first = places.apart.len();
            for entry in entries {
                let holds = |one: ElementEntry, two: ElementEntry, test: fn(&Set, &Set) -> bool| {
                    sample.iter().all(|position| test(&one.members(position), &two.members(position)))
                };
                let known = places.apart[first..]
                    .iter()
                    .flat_map(|group| &group.entries)
                    .copied()
                    .collect::<Vec<_>>();
                if let Some(outer) =
                    known.iter().find(|outer| holds(entry, **outer, |one, two| one.is_subset(two)))
                {
                    places.within.push((entry, *outer));
                    continue;
                }
                let apart = |one: &Set, two: &Set| one.intersection(two).is_empty();
                let group = places.apart[first..]
                    .iter_mut()
                    .find(|group| group.entries.iter().all(|other| holds(entry, *other, apart)));
                match group {
                    Some(group) => group.entries.push(entry),
                    None => {
                        let is_loose = places.apart.len() > first;
                        places.apart.push(DisjointEntries { size, entries: vec![entry], is_loose });
                    }
                }
            }
        }
        places
    }

    fn tally(&self, program: &Program, position: &Position) -> Tally {
        let mut loose = Vec::new();
        let mut tally = vec![position.turn.index() as i64, i64::from(position.asked.is_some())];
        let mut ways = 0.0;
        for group in &self.apart {
            let mut left = group.size;
            for entry in &group.entries {
                let members = entry.members(position).len();
                if group.is_loose { &mut loose } else { &mut tally }.push(members as i64);
                ways += binomial(left, members);
                left = left.saturating_sub(members);
            }
        }
        for (inner, outer) in &self.within {
            let members = inner.members(position).len();
            tally.push(members as i64);
            ways += binomial(outer.members(position).len(), members);
        }
        for ((field, id), values) in program.fields.iter().zip((0..).map(FieldId)).zip(&position.fields) {
            let counts = |at: usize| self.additive.as_ref().is_none_or(|points| !points.contains(id, at));
            let values: Vec<&Value> =
                values.iter().enumerate().filter(|(at, _)| counts(*at)).map(|(_, value)| value).collect();
            match field.ty.kind {
                Kind::Set(_) => {}
                Kind::Element(_) if values.len() <= PIECES => {}
                Kind::Int { low, high } if values.len() > FEW && high - low > 2 => {
                    let above = |value: &Value| if let Value::Int(n) = value { n - low } else { 0 };
                    let sum = values.iter().map(|value| above(value)).sum();
                    tally.push(sum);
                    ways += shared_out(sum, values.len(), high - low);
                }
                _ if values.len() <= FEW => tally.extend(values.iter().map(|value| number(value))),
                _ => {
                    let mut left = values.len();
                    for (value, count) in histogram(&values) {
                        tally.extend([value, count as i64]);
                        ways += binomial(left, count);
                        left -= count;
                    }
                }
            }
        }
        Tally { firm: tally, loose, ways }
    }
}

/// The entries that hold sets of elements, or elements as pieces, by domain, sets first.
fn by_domain(program: &Program) -> BTreeMap<DomainId, Vec<ElementEntry>> {
    let mut all: BTreeMap<DomainId, Vec<ElementEntry>> = BTreeMap::new();
    let kinds = [true, false];
    for sets in kinds {
        for (field, declared) in program.fields.iter().enumerate() {
            let entries = declared.initial.len();
            let domain = match declared.ty.kind {
                Kind::Set(domain) if sets => domain,
                Kind::Element(domain) if !sets && entries <= PIECES => domain,
                _ => continue,
            };
            all.entry(domain).or_default().extend((0..entries).map(|at| ElementEntry { field, at }));
        }
    }
    all
}

fn number(value: &Value) -> i64 {
    match value {
        Value::Bool(holds) => i64::from(*holds),
        Value::Int(n) => *n,
        Value::Element(element) => i64::from(*element),
        _ => -1,
    }
}

fn histogram(values: &[&Value]) -> BTreeMap<i64, usize> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(number(value)).or_insert(0) += 1;
    }
    counts
}

/// The decimal logarithm of a binomial coefficient; 0 where there is no way.
fn binomial(from: usize, chosen: usize) -> f64 {
    let fewer = chosen.min(from.saturating_sub(chosen));
    (0..fewer).map(|k| ((from - k) as f64 / (k + 1) as f64).log10()).sum()
}

/// The decimal logarithm of the number of ways in which so many entries of at most `most` have this
/// sum.
fn shared_out(sum: i64, entries: usize, most: i64) -> f64 {
    let sum = usize::try_from(sum).unwrap_or(0).min(LARGEST_SUM);
    let mut ways = vec![0.0_f64; sum + 1];
    ways[0] = 1.0;
    for _ in 0..entries {
        let mut window = 0.0;
        let before = ways.clone();
        for total in 0..=sum {
            window += before[total];
            if let Some(gone) = total.checked_sub(most as usize + 1) {
                window -= before[gone];
            }
            ways[total] = window;
        }
    }
    // Too many ways for a float are not told apart from all ways of any sum.
    let all = entries as f64 * ((most + 1) as f64).log10();
    if ways[sum].is_finite() { f64::max(ways[sum], 1.0).log10().min(all) } else { all }
}

/// The largest sum of integers that is shared out.
const LARGEST_SUM: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loose_part_that_is_seen_often_tells_how_many_there_are() {
        let seen = |ways, times| SeenTally { ways, times };
        let tallies = |empty: usize| BTreeMap::from([(vec![0], seen(3.0, empty)), (vec![2], seen(6.0, 60))]);
        assert!((with_firm_part(&tallies(60)) - 2000_f64.log10()).abs() < 1e-9, "half of them are empty");
        assert!((with_firm_part(&tallies(2)) - 1_001_000_f64.log10()).abs() < 0.02, "too few say so");
    }

    #[test]
    fn ways_are_counted() {
        assert!((binomial(5, 2) - 1.0).abs() < 1e-9);
        assert_eq!(binomial(3, 5), 0.0);
        // 3 seeds in 2 pits: 0+3 .. 3+0; of at most 2 each: 1+2, 2+1.
        assert!((shared_out(3, 2, 9) - 4_f64.log10()).abs() < 1e-9);
        assert!((shared_out(3, 2, 2) - 2_f64.log10()).abs() < 1e-9);
        assert!((shared_out(3000, 400, 14) - 400.0 * 15_f64.log10()).abs() < 3.0, "more than a float holds");
    }
}
