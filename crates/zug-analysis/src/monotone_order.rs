//! Monotone-order analysis: how far members move in an order of their domain, like men that only
//! go forward.
//!
//! A term that depends on one unknown element through constant tables alone, or on what is known of
//! a choice, is written out as a list: `step(c, north)` has one cell for every `c`, and a cell
//! chosen from `near(c, {northeast, northwest})` at most two. So the analysis can tell two such
//! terms apart and compute the distance of their places, or of their ranks ([`super::ranks`]).

use super::candidates::{Candidates, ElementRelation};
use super::effects::{Delta, EffectQuery, ElementCounts, either};
use super::logic::Formula;
use super::symbolic_evaluator::SymbolicEvaluator;
use super::symbolic_state::{SymbolicState, Term};
use std::collections::BTreeMap;
use std::rc::Rc;
use zug_lang::program::*;

/// The most candidates of an index that depends on another element than the rest.
const LOOSE: usize = 8;
/// The most combinations of candidates, for one value of the unknown element.
const CHOICES: usize = 4096;

/// The elements that can enter or leave an entry.
pub(super) type Moved<'p> = Vec<(Term<'p>, ElementCounts)>;

impl<'p> SymbolicEvaluator<'p> {
    /// An unknown member of a set of this kind.
    pub fn any_of(&self, key: &str, kind: Kind) -> Term<'p> {
        let term = Term::unknown(key);
        let map = if let Kind::Set(domain) = kind { self.itself(&term.key, domain) } else { None };
        Term { map, ..term }
    }

    /// The relation of an unknown element to itself, where it is not `none`.
    pub(super) fn itself(&self, key: &Rc<str>, domain: DomainId) -> Option<ElementRelation> {
        let len = self.program.domains.get(domain.index())?.len() as u32;
        let mut known = self.identities.borrow_mut();
        let to = known.entry(domain).or_insert_with(|| Rc::new(Candidates::identity(len))).clone();
        Some(ElementRelation { of: key.clone(), to })
    }

    /// The composition of a table with relations to one unknown element and known elements. Of an
    /// index that depends on another element, all candidates count, if they are few.
    pub fn through(&self, table: TableId, indexes: &[Term<'p>]) -> Option<ElementRelation> {
        let table = self.program.tables.get(table.index())?;
        let maps = indexes.iter().filter_map(|index| index.map.as_ref());
        let base = maps.max_by_key(|map| map.to.len())?;
        let row = |which: usize| -> Option<(Vec<u32>, bool)> {
            let (mut all, mut may_be_none) = (vec![0_usize], false);
            for (index, run) in indexes.iter().zip(&table.indexes) {
                let TableIndex::Domain(domain) = run else { return None };
                let len = self.program.domains.get(domain.index())?.len();
                let elements: Vec<u32> = match (&index.value, &index.map) {
                    (Some(Value::Element(e)), _) => vec![*e],
                    (None, Some(map)) if map.of == base.of => {
                        may_be_none |= map.to.may_be_none(which);
                        map.to.row(which).to_vec()
                    }
                    (None, Some(map)) if map.to.values().len() <= LOOSE => {
                        may_be_none |= map.to.may_be_none_somewhere();
                        map.to.values().to_vec()
                    }
                    _ => return None,
                };
                if elements.iter().any(|e| *e as usize >= len) || all.len() * elements.len() > CHOICES {
                    return None;
                }
                all =
                    all.iter().flat_map(|at| elements.iter().map(move |e| at * len + *e as usize)).collect();
            }
            let mut row = Vec::new();
            for at in all {
                match table.entries.get(at)? {
                    Value::Element(e) if !row.contains(e) => row.push(*e),
                    Value::Element(_) => {}
                    Value::None => may_be_none = true,
                    _ => return None,
                }
            }
            Some((row, may_be_none))
        };
        let rows: Option<Vec<(Vec<u32>, bool)>> = (0..base.to.len()).map(row).collect();
        Some(ElementRelation { of: base.of.clone(), to: Rc::new(Candidates::of_rows_or_none(rows?)) })
    }

    /// The change of the sum of the weights of the members of one entry.
    pub fn weights_effect(
        &self,
        state: &SymbolicState<'p>,
        (field, index): (FieldId, &[u32]),
        weight: &dyn Fn(u32) -> i64,
    ) -> Delta {
        let Some(Kind::Set(domain)) = self.program.fields.get(field.index()).map(|f| f.ty.kind) else {
            return (0, 0);
        };
        let size = self.program.domains.get(domain.index()).map_or(0, Domain::len) as i64;
        let all = size.saturating_mul(size);
        match self.moved(state, field, index) {
            None => (-all, all),
            Some(moved) => shift(&moved, weight).unwrap_or((-all, all)),
        }
    }

    /// What enters and leaves one entry; none if that is not known.
    pub(super) fn moved(
        &self,
        state: &SymbolicState<'p>,
        field: FieldId,
        index: &[u32],
    ) -> Option<Moved<'p>> {
        let Kind::Set(domain) = self.program.fields.get(field.index())?.ty.kind else { return None };
        let entries = state.sets.get(field.index())?;
        let known: Vec<Option<u32>> = index.iter().copied().map(Some).collect();
        let mut met = entries.written.values().filter(|e| super::symbolic_state::may_meet(&e.index, &known));
        let Some(entry) = met.next() else { return Some(Vec::new()) };
        if entries.spoiled || entry.index != known || met.next().is_some() {
            return None;
        }
        let both = |x: &Term<'p>| (self.member(x, &entry.before), self.member(x, &entry.now));
        let mut named = Vec::new();
        entry.before.singles(&mut named);
        entry.now.singles(&mut named);
        let question = EffectQuery { evaluator: self, state, domain, named: &named, both: &both };
        if question.unnamed() != (false, false) {
            return None;
        }
        let counts: Vec<ElementCounts> = named.iter().map(|x| question.count(x)).collect();
        let moved = named.into_iter().zip(counts);
        Some(moved.filter(|(_, c)| c.possible_loss + c.possible_gain > 0).collect())
    }
}

/// Bounds of the change of that sum over all values of the one unknown element; none if there are
/// more unknown elements.
fn shift(moved: &Moved, weight: &dyn Fn(u32) -> i64) -> Option<Delta> {
    let base = moved.iter().find_map(|(term, _)| term.map.as_ref());
    let mut total: Option<Delta> = None;
    for which in 0..base.map_or(1, |map| map.to.len()) {
        let mut choices: Vec<Vec<Option<u32>>> = vec![Vec::new()];
        for (term, _) in moved {
            let elements = candidates(term, base, which)?;
            if choices.len() * elements.len() > CHOICES {
                return None;
            }
            let longer = |choice: &Vec<Option<u32>>| {
                let choice = choice.clone();
                elements.clone().into_iter().map(move |element| [choice.as_slice(), &[element]].concat())
            };
            choices = choices.iter().flat_map(longer).collect();
        }
        for sum in choices.iter().filter_map(|choice| change(moved, choice, weight)) {
            total = Some(total.map_or(sum, |total| either(total, sum)));
        }
    }
    // If no element fits, the path is impossible.
    Some(total.unwrap_or((0, 0)))
}

/// The elements that a term may be for this value of the unknown element, `None` among them where
/// it may be `none`; no answer if it depends on something else.
pub(super) fn candidates(
    term: &Term,
    base: Option<&ElementRelation>,
    which: usize,
) -> Option<Vec<Option<u32>>> {
    match (&term.value, &term.map) {
        (Some(Value::Element(e)), _) => Some(vec![Some(*e)]),
        (None, Some(map)) if base.is_some_and(|base| base.of == map.of) => {
            let may_be_none = map.to.may_be_none(which) && term.exists != Formula::TRUE;
            let none = may_be_none.then_some(None);
            Some(map.to.row(which).iter().copied().map(Some).chain(none).collect())
        }
        _ => None,
    }
}

/// Bounds of the change where the terms are these elements; none if they cannot be.
fn change(moved: &Moved, choice: &[Option<u32>], weight: &dyn Fn(u32) -> i64) -> Option<Delta> {
    // For each element that can move, bounds of its contribution.
    let mut weights: BTreeMap<u32, Delta> = BTreeMap::new();
    for ((_, counts), element) in moved.iter().zip(choice) {
        let Some(element) = element else {
            if counts.sure_loss || counts.sure_gain {
                return None;
            }
            continue;
        };
        let bounds = weights.entry(*element).or_insert((i64::MIN, i64::MAX));
        let (low, high) = counts.moves(weight(*element));
        *bounds = (bounds.0.max(low), bounds.1.min(high));
    }
    Some(weights.values().fold((0, 0), |sum, one| super::effects::plus(sum, *one)))
}

impl ElementCounts {
    /// Bounds of the contribution of an element of this weight: leaving subtracts the weight,
    /// entering adds it.
    fn moves(&self, weight: i64) -> Delta {
        let low = if self.sure_gain { weight } else { -weight * self.possible_loss };
        let high = if self.sure_loss { -weight } else { weight * self.possible_gain };
        (low, high)
    }
}
