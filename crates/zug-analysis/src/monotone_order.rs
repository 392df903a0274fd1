//! Monotone-order analysis: how far members move in the order of their domain, like men that only
//! go forward.
//!
//! A term that depends on one unknown element through constant tables alone is a function of it,
//! written out as a list: `step(c, north)` has one cell for every `c`. So the analysis can tell two
//! such terms apart and compute the distance of their places.

use super::effects::{Delta, EffectQuery, ElementCounts};
use super::symbolic_evaluator::SymbolicEvaluator;
use super::symbolic_state::{ElementFunction, SymbolicState, Term};
use std::collections::BTreeMap;
use std::rc::Rc;
use zug_lang::program::*;

impl<'p> SymbolicEvaluator<'p> {
    /// An unknown member of a set of this kind.
    pub fn any_of(&self, key: &str, kind: Kind) -> Term<'p> {
        let term = Term::unknown(key);
        let map = if let Kind::Set(domain) = kind { self.itself(&term.key, domain) } else { None };
        Term { map, ..term }
    }

    /// The identity function.
    fn itself(&self, key: &Rc<str>, domain: DomainId) -> Option<ElementFunction> {
        let len = self.program.domains.get(domain.index())?.len() as u32;
        Some(ElementFunction { of: key.clone(), to: Rc::new((0..len).map(Some).collect()) })
    }

    /// The composition of a table with functions of one unknown element and known elements.
    pub fn through(&self, table: TableId, indexes: &[Term<'p>]) -> Option<ElementFunction> {
        let table = self.program.tables.get(table.index())?;
        let mut maps = indexes.iter().filter_map(|index| index.map.as_ref());
        let map = maps.next()?;
        if maps.any(|other| other.of != map.of) {
            return None;
        }
        let at = |which: usize| -> Option<Option<u32>> {
            let mut at = 0usize;
            for (index, run) in indexes.iter().zip(&table.indexes) {
                let TableIndex::Domain(domain) = run else { return None };
                let element = match (&index.value, &index.map) {
                    (Some(Value::Element(e)), _) => *e,
                    (None, Some(map)) => match map.to.get(which)? {
                        Some(e) => *e,
                        None => return Some(None),
                    },
                    _ => return None,
                };
                let len = self.program.domains.get(domain.index())?.len();
                if element as usize >= len {
                    return None;
                }
                at = at.checked_mul(len)?.checked_add(element as usize)?;
            }
            match table.entries.get(at)? {
                Value::Element(e) => Some(Some(*e)),
                Value::None => Some(None),
                _ => None,
            }
        };
        let to: Option<Vec<Option<u32>>> = (0..map.to.len()).map(at).collect();
        Some(ElementFunction { of: map.of.clone(), to: Rc::new(to?) })
    }

    /// The change of the sum of places of the members of one entry.
    pub fn rank_effect(&self, state: &SymbolicState<'p>, field: FieldId, index: &[u32]) -> Delta {
        let Some(Kind::Set(domain)) = self.program.fields.get(field.index()).map(|f| f.ty.kind) else {
            return (0, 0);
        };
        let size = self.program.domains.get(domain.index()).map_or(0, Domain::len) as i64;
        let all = size.saturating_mul(size);
        let Some(entries) = state.sets.get(field.index()) else { return (0, 0) };
        let known: Vec<Option<u32>> = index.iter().copied().map(Some).collect();
        let mut met = entries.written.values().filter(|e| super::symbolic_state::may_meet(&e.index, &known));
        let Some(entry) = met.next() else { return (0, 0) };
        if entries.spoiled || entry.index != known || met.next().is_some() {
            return (-all, all);
        }
        let both = |x: &Term<'p>| (self.member(x, &entry.before), self.member(x, &entry.now));
        let mut named = Vec::new();
        entry.before.singles(&mut named);
        entry.now.singles(&mut named);
        let question = EffectQuery { evaluator: self, state, domain, named: &named, both: &both };
        if question.unnamed() != (false, false) {
            return (-all, all);
        }
        let moved: Vec<(&Term<'p>, ElementCounts)> = named.iter().map(|x| (x, question.count(x))).collect();
        shift(&moved).unwrap_or((-all, all))
    }
}

/// Bounds of the change of that sum over all values of the one unknown element; none if there are
/// more unknown elements.
fn shift(moved: &[(&Term, ElementCounts)]) -> Option<Delta> {
    let moved: Vec<&(&Term, ElementCounts)> =
        moved.iter().filter(|(_, c)| c.possible_loss + c.possible_gain > 0).collect();
    let base = moved.iter().find_map(|(term, _)| term.map.as_ref());
    let mut total: Option<Delta> = None;
    for which in 0..base.map_or(1, |map| map.to.len()) {
        // For each element that can move, bounds of its contribution.
        let mut places: BTreeMap<u32, Delta> = BTreeMap::new();
        let mut here = true;
        for (term, counts) in &moved {
            let element = match (&term.value, &term.map) {
                (Some(Value::Element(e)), _) => Some(*e),
                (None, Some(map)) if base.is_some_and(|base| base.of == map.of) => {
                    map.to.get(which).copied().flatten()
                }
                _ => return None,
            };
            let Some(element) = element else {
                here &= counts.sure_loss + counts.sure_gain == 0;
                continue;
            };
            let bounds = places.entry(element).or_insert((i64::MIN, i64::MAX));
            let (low, high) = counts.moves(i64::from(element));
            *bounds = (bounds.0.max(low), bounds.1.min(high));
        }
        if here {
            let sum = places.values().fold((0, 0), |sum, one| super::effects::plus(sum, *one));
            total = Some(total.map_or(sum, |total| super::effects::either(total, sum)));
        }
    }
    // If no element fits, the path is impossible.
    Some(total.unwrap_or((0, 0)))
}

impl ElementCounts {
    /// Bounds of the contribution of an element at this place: leaving subtracts the place,
    /// entering adds it.
    fn moves(&self, place: i64) -> Delta {
        let low = if self.sure_gain > 0 { place } else { -place * self.possible_loss };
        let high = if self.sure_loss > 0 { -place } else { place * self.possible_gain };
        (low, high)
    }
}
