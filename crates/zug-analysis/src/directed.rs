//! Choices that go one way: relates a chosen element to another one, chosen before or held by a
//! field, if by the set and the guard no chain of such steps leads back to where it began.
//!
//! A man goes to a cell of `near(m, {northeast, northwest})`, a king to a cell with `c.y > at.y`:
//! what the other conditions say of the position is left out, so that there are more pairs than in
//! play, never fewer.

use super::candidates::{Candidates, ElementRelation};
use super::closed::ClosedEvaluator;
use super::entry_relations::FieldEntry;
use super::partial_evaluator::{KnownLocals, PartialEvaluator};
use super::path_enumeration::{Path, PathEnumerator};
use super::piece_steps::{ELEMENTS, entries, longest_ways};
use super::symbolic_evaluator::put;
use super::symbolic_state::{SymbolicState, Term};
use std::rc::Rc;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;

/// The element from which a choice leads on.
enum ChoiceOrigin {
    /// Another parameter.
    Parameter(usize),
    /// An entry of a field.
    Entry(FieldEntry),
}

impl<'p> PathEnumerator<'p> {
    /// Relates each parameter of a path to an element from which it leads on.
    pub(super) fn direct(&self, path: &mut Path<'p>) {
        for at in 0..self.followed.parameters.len() {
            let (local, set) = &self.followed.parameters[at];
            let Some(term) = path.state.locals.get(local.index()).filter(|term| is_free(term)).cloned()
            else {
                continue;
            };
            let Kind::Set(domain) = set.ty.kind else { continue };
            let origins = self.origins(&path.state, at, domain);
            let related = origins.into_iter().find_map(|(origin, from)| {
                let to = self.leads(&path.state, at, domain, &origin)?;
                Some(ElementRelation { of: from.key, to: Rc::new(to) })
            });
            let Some(related) = related else { continue };
            let term = Term { map: Some(related), ..term };
            let again = path.state.picked.iter_mut().filter(|picked| picked.term.key == term.key);
            again.for_each(|picked| picked.term = term.clone());
            put(&mut path.state.locals, *local, term);
        }
    }

    /// The elements of a domain from which a parameter may lead on, with their terms.
    fn origins(
        &self,
        state: &SymbolicState<'p>,
        at: usize,
        domain: DomainId,
    ) -> Vec<(ChoiceOrigin, Term<'p>)> {
        let before = self.followed.parameters[..at].iter().enumerate();
        let before = before.filter(|(_, (_, set))| set.ty.kind == Kind::Set(domain)).filter_map(
            |(which, (local, _))| {
                let term = state.locals.get(local.index()).filter(|term| is_free(term))?;
                Some((ChoiceOrigin::Parameter(which), term.clone()))
            },
        );
        let program = self.evaluator.program;
        let held = entries(program)
            .into_iter()
            .filter(|entry| program.fields[entry.field.index()].ty == Kind::Element(domain).always());
        let held = held.map(|entry| {
            let term = self.evaluator.element(state, &entry);
            (ChoiceOrigin::Entry(entry), term)
        });
        before.chain(held).collect()
    }

    /// What a parameter may be for each element of its origin; none if that is not known, or leads
    /// back to where it began.
    fn leads(
        &self,
        state: &SymbolicState<'p>,
        at: usize,
        domain: DomainId,
        origin: &ChoiceOrigin,
    ) -> Option<Candidates> {
        let program = self.evaluator.program;
        let len = program.domains.get(domain.index())?.len();
        if len > ELEMENTS {
            return None;
        }
        let parameters = &self.followed.parameters;
        let (local, set) = &parameters[at];
        let mut locals: Vec<Option<Value>> = vec![None; self.followed.frame.locals.len()];
        for (each, _) in parameters {
            locals[each.index()] = state.locals.get(each.index()).and_then(|term| term.value.clone());
        }
        let closed = match origin {
            ChoiceOrigin::Parameter(_) => ClosedEvaluator::new(program, state.me),
            ChoiceOrigin::Entry(entry) => ClosedEvaluator::reading(program, state.me, entry.clone()),
        };
        let partial = PartialEvaluator::new(program, &closed, self.work.get());
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for from in 0..len as u32 {
            match origin {
                ChoiceOrigin::Parameter(which) => {
                    locals[parameters[*which].0.index()] = Some(Value::Element(from));
                }
                ChoiceOrigin::Entry(_) => closed.put(Value::Element(from)),
            }
            let is_there = match origin {
                ChoiceOrigin::Parameter(which) => partial.contains(from, &parameters[*which].1, &locals),
                ChoiceOrigin::Entry(_) => None,
            };
            let mut row = match is_there {
                Some(false) => Vec::new(),
                _ => self.row(&partial, (*local, set), len as u32, &mut locals),
            };
            if is_broken(Shortcut::Directions) {
                row.truncate(1);
            }
            self.work.set(partial.work_left());
            let leads_back =
                |to: &u32| *to == from || rows.get(*to as usize).is_some_and(|row| row.contains(&from));
            if partial.work_left() == 0 || row.iter().any(leads_back) {
                return None;
            }
            rows.push(row);
        }
        let all = Candidates::of_rows(rows);
        longest_ways(&all).map(|_| all)
    }

    /// The elements that a parameter may be, where the locals that it depends on are known.
    fn row(
        &self,
        partial: &PartialEvaluator<'_, 'p>,
        (local, set): (LocalId, &'p Expr),
        len: u32,
        locals: &mut [Option<Value>],
    ) -> Vec<u32> {
        let may = |element: &u32| {
            locals[local.index()] = Some(Value::Element(*element));
            let known: &KnownLocals = locals;
            partial.contains(*element, set, known) != Some(false)
                && partial.truth(&self.followed.when, known) != Some(false)
        };
        let row = (0..len).filter(may).collect();
        locals[local.index()] = None;
        row
    }
}

/// Whether nothing is known of a term but that it is some element.
fn is_free(term: &Term) -> bool {
    term.value.is_none() && term.map.as_ref().is_some_and(|map| map.of == term.key)
}
