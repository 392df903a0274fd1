//! Decides whether the integers of a `progress` rule surely change as they must, so that play need
//! not check them.
//!
//! Conditions, each of which a test violates alone:
//!
//! - Each integer is a sum of components of the position with constant weights: of all entries of
//!   an integer field, or of the numbers of members of all entries of a set field, the same weight
//!   for each entry. So it is never `none`, and it does not depend on who moves.
//! - On every path through every move the first integer that may change rises: it is nowhere
//!   lowered, and one that is sure to rise comes before any that may fall. Only a followup that
//!   cannot come again with followups alone in between may leave all as they are. A pass changes no
//!   field.
//!
//! The effects of moves are those by which [`super::ends`] proves that play ends.

use super::effects::Component;
use super::invariants::invariants;
use super::linear_terms::linear_terms;
use super::measures::{Measure, PathEffects, Weights, measured, rows, sum};
use super::path_enumeration::Effort;
use std::collections::BTreeMap;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;

/// The most terms of an integer of a rule.
const TERMS: usize = 4096;

/// Whether every move surely changes the integers of the `progress` rule as it must; false without
/// a rule.
pub fn is_progress_proven(program: &Program) -> bool {
    proven(program).is_some()
}

/// The measure that the `progress` rule declares, if it is proved.
pub(super) fn proven(program: &Program) -> Option<Vec<Measure>> {
    let rule = program.progress.as_ref()?;
    let mut components = Vec::new();
    let sums: Option<Vec<Weights>> =
        rule.measures.iter().map(|measure| weights(program, measure, &mut components)).collect();
    // An integer that never changes plays no part.
    let sums: Vec<Weights> = sums?.into_iter().filter(|weights| !weights.is_empty()).collect();
    let holds = |rows: Vec<PathEffects>| rows.iter().all(|row| rises(&sums, row));
    let plain = rows(program, &components, Effort::Quick).is_ok_and(holds);
    let proved =
        plain || rows(program, &components, Effort::Invariants(&invariants(program))).is_ok_and(holds);
    proved.then(|| sums.iter().map(|weights| measured(program, &components, weights)).collect())
}

/// Whether a path changes the integers as it must.
fn rises(sums: &[Weights], row: &PathEffects) -> bool {
    for weights in sums {
        match sum(weights, &row.changes) {
            rise if rise > 0 => return true,
            0 => {}
            _ => return is_broken(Shortcut::Progress),
        }
    }
    !row.must || is_broken(Shortcut::Progress)
}

/// A measure as components with weights; new components are added.
fn weights(program: &Program, measure: &Expr, components: &mut Vec<Component>) -> Option<Weights> {
    let mut terms = Terms { program, found: BTreeMap::new(), left: TERMS };
    terms.add(measure, 1, &mut BTreeMap::new())?;
    let mut all = Weights::new();
    for ((field, counted), entries) in terms.found {
        let [first, rest @ ..] = entries.as_slice() else { return None };
        if rest.iter().any(|weight| weight != first) {
            return None;
        }
        // What is taken away as often as it is added tells nothing.
        if *first == 0 {
            continue;
        }
        let component = if counted { Component::Members(field) } else { Component::Sum(field) };
        let at = components.iter().position(|known| *known == component).unwrap_or_else(|| {
            components.push(component);
            components.len() - 1
        });
        all.push((at, *first));
    }
    Some(all)
}

/// Elements that locals stand for.
type LocalElements = BTreeMap<LocalId, u32>;

/// The terms of a measure.
struct Terms<'p> {
    program: &'p Program,
    /// Of a field, with whether its members are counted, the weight of each entry.
    found: BTreeMap<(FieldId, bool), Vec<i64>>,
    /// Terms that may still be looked at.
    left: usize,
}

impl<'p> Terms<'p> {
    /// Adds an expression `times` over; none if it is no such sum.
    fn add(&mut self, expr: &'p Expr, times: i64, bound: &mut LocalElements) -> Option<()> {
        linear_terms(expr, times, &mut |term, times| {
            self.left = self.left.checked_sub(1)?;
            match &term.kind {
                ExprKind::Const(Value::Int(_)) => Some(()),
                ExprKind::Field(field, indexes) => self.entry(*field, indexes, false, times, bound),
                ExprKind::Count(set) => match &set.kind {
                    ExprKind::Field(field, indexes) => self.entry(*field, indexes, true, times, bound),
                    _ => None,
                },
                ExprKind::Quantified { quantifier: Quantifier::Sum, binders, guard, body } => {
                    let all = matches!(guard.kind, ExprKind::Const(Value::Bool(true)));
                    all.then(|| self.each(binders, body, times, bound)).flatten()
                }
                _ => None,
            }
        })
    }

    /// Adds the body for each element that the binders name.
    fn each(
        &mut self,
        binders: &'p [(LocalId, Expr)],
        body: &'p Expr,
        times: i64,
        bound: &mut LocalElements,
    ) -> Option<()> {
        let Some(((local, set), rest)) = binders.split_first() else { return self.add(body, times, bound) };
        let (ExprKind::Const(Value::Set(members)), Kind::Set(_)) = (&set.kind, set.ty.kind) else {
            return None;
        };
        for member in members.iter() {
            bound.insert(*local, u32::try_from(member).ok()?);
            self.each(rest, body, times, bound)?;
        }
        Some(())
    }

    /// Adds an entry of a field, or the number of its members.
    fn entry(
        &mut self,
        id: FieldId,
        indexes: &[Expr],
        counted: bool,
        times: i64,
        bound: &LocalElements,
    ) -> Option<()> {
        let field = self.program.fields.get(id.index())?;
        let fits = match field.ty.kind {
            Kind::Int { .. } => !counted,
            Kind::Set(_) => counted,
            _ => false,
        };
        if !fits || field.ty.or_none {
            return None;
        }
        let at = indexes.iter().zip(&field.indexes).try_fold(0usize, |at, (index, domain)| {
            let len = self.program.domains.get(domain.index())?.len();
            at.checked_mul(len)?.checked_add(element(index, bound)? as usize)
        })?;
        let entries = self.found.entry((id, counted)).or_insert_with(|| vec![0; field.initial.len()]);
        let weight = entries.get_mut(at)?;
        *weight = weight.checked_add(times)?;
        Some(())
    }
}

/// The element that an index is, whoever moves.
fn element(expr: &Expr, bound: &LocalElements) -> Option<u32> {
    match &expr.kind {
        ExprKind::Const(Value::Element(element)) => Some(*element),
        ExprKind::Local(local) => bound.get(local).copied(),
        ExprKind::Other(player) => 1u32.checked_sub(element(player, bound)?),
        _ => None,
    }
}
