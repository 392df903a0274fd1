//! Loops in path enumeration: the body is followed once, from a state in which everything that it
//! writes is unknown.

use super::effects::{Delta, either, plus};
use super::path_enumeration::{Path, PathEnumerator, Paths};
use super::symbolic_evaluator::put;
use super::symbolic_state::{Entries, Singles, SymbolicState};
use zug_lang::program::*;

impl<'p> PathEnumerator<'p> {
    /// The greatest number of passes of a loop over these sets.
    pub(super) fn times(&self, binders: &[(LocalId, Expr)]) -> i64 {
        let size = |kind: Kind| match kind {
            Kind::Set(domain) => {
                self.evaluator.program.domains.get(domain.index()).map_or(0, Domain::len) as i64
            }
            Kind::IntSet { low, high } => high.saturating_sub(low).saturating_add(1).max(0),
            _ => i64::MAX,
        };
        binders.iter().fold(1, |times, (_, set)| times.saturating_mul(size(set.ty.kind)))
    }

    /// The least number of passes of a loop over these sets: of constant sets without a condition,
    /// as many as they have members; else none, for a set may be empty and a condition may skip
    /// every pass.
    pub(super) fn least_times(&self, binders: &[(LocalId, Expr)], guard: &Expr) -> i64 {
        if !matches!(guard.kind, ExprKind::Const(Value::Bool(true))) {
            return 0;
        }
        let members = |set: &Expr| match &set.kind {
            ExprKind::Const(Value::Set(set)) => set.len() as i64,
            _ => 0,
        };
        binders.iter().fold(1, |times, (_, set)| times.saturating_mul(members(set)))
    }

    /// Follows a loop that makes between `least` and `most` passes.
    pub(super) fn round(
        &self,
        mut path: Path<'p>,
        (binders, guard, body): (&'p [(LocalId, Expr)], Option<&'p Expr>, &'p [Stmt]),
        (least, most): Delta,
    ) -> Paths<'p> {
        self.settle(&mut path);
        let mut inner = Path { state: path.state.clone(), changes: vec![(0, 0); self.components.len()] };
        for (local, set) in binders {
            // The set was evaluated before the loop began.
            let of = self.evaluator.term(&inner.state, set);
            inner = self.pick(inner, *local, set, &of, None);
            let taken = inner.state.locals.get(local.index()).cloned();
            self.forget(&mut inner.state, body);
            if let Some(taken) = taken {
                put(&mut inner.state.locals, *local, taken);
            }
        }
        self.forget(&mut inner.state, body);
        if let Some(guard) = guard {
            self.evaluator.assume(&mut inner.state, guard, true);
        }
        let mut rounds = self.all(vec![inner], body)?;
        rounds.iter_mut().for_each(|round| self.settle(round));
        for (at, change) in path.changes.iter_mut().enumerate() {
            let of = rounds.iter().filter_map(|round| round.changes.get(at).copied());
            let Some((low, high)) = of.reduce(either) else { continue };
            // A change per pass times the number of passes: each bound is attained at one end of
            // that number, depending on its sign.
            let low = low.saturating_mul(least).min(low.saturating_mul(most));
            let high = high.saturating_mul(least).max(high.saturating_mul(most));
            *change = plus(*change, (low, high));
        }
        self.forget(&mut path.state, body);
        Ok(vec![path])
    }

    /// Adds the changes of sets since the stretch began, and begins a new stretch.
    pub(super) fn settle(&self, path: &mut Path<'p>) {
        for (component, change) in self.components.iter().zip(&mut path.changes) {
            *change = plus(*change, self.evaluator.set_effect(&path.state, component));
        }
        for steps in self.steps.borrow_mut().iter_mut().filter(|steps| self.is_set(steps.entry.field)) {
            steps.add_moved(self.evaluator.moved(&path.state, steps.entry.field, &steps.entry.index));
        }
        for entries in &mut path.state.sets {
            entries.written.values_mut().for_each(|entry| entry.before = entry.now.clone());
        }
    }

    fn is_set(&self, field: FieldId) -> bool {
        matches!(self.evaluator.program.fields[field.index()].ty.kind, Kind::Set(_))
    }

    /// Forgets the values of everything that a body writes to.
    pub(super) fn forget(&self, state: &mut SymbolicState<'p>, body: &'p [Stmt]) {
        statements(body).for_each(|stmt| match &stmt.kind {
            StmtKind::Assign(Place::Field(field, _), ..) => {
                if let Some(entries) = state.sets.get_mut(field.index()) {
                    *entries = Entries { epoch: self.evaluator.next(), ..Entries::default() };
                }
                let version = self.evaluator.next();
                if let Some(known) = state.versions.get_mut(field.index()) {
                    *known = version;
                }
                if let Some(singles) = state.singles.get_mut(field.index()) {
                    *singles = Singles { epoch: version, ..Singles::default() };
                }
            }
            StmtKind::Assign(Place::Local(local), ..) | StmtKind::Bind(local, _) => {
                put(&mut state.locals, *local, self.forgotten(*local));
            }
            StmtKind::For(binders, ..) => {
                for (local, _) in binders {
                    put(&mut state.locals, *local, self.forgotten(*local));
                }
            }
            _ => {}
        });
    }
}
