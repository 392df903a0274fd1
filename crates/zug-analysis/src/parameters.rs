//! Parameters and loop variables in path enumeration.

use super::effects::Delta;
use super::path_enumeration::{FEW, Path, PathEnumerator};
use super::symbolic_evaluator::put;
use super::symbolic_state::{ANY, Picked, SetForm, SymbolicState, Term};
use zug_lang::program::*;

impl<'p> PathEnumerator<'p> {
    /// Binds a parameter: to each value by itself, where there are few values and they index a set
    /// field; otherwise to an unknown member.
    pub(super) fn choose(&self, path: Path<'p>, local: LocalId, set: &'p Expr) -> Vec<Path<'p>> {
        let of = self.evaluator.term(&path.state, set);
        let Some(values) = self.few(set.ty.kind, &of) else {
            return vec![self.pick(path, local, set, &of, None)];
        };
        values.into_iter().map(|value| self.pick(path.clone(), local, set, &of, Some(value))).collect()
    }

    /// The values to try one by one: the members of a small known set, or of a small domain that
    /// indexes a field of sets, or of elements whose steps are followed.
    pub(super) fn few(&self, kind: Kind, of: &Term<'p>) -> Option<Vec<Value>> {
        let Kind::Set(domain) = kind else { return None };
        if let Some(SetForm::Known(known)) = of.set.as_ref().map(|set| &set.shape)
            && known.len() <= FEW
        {
            return Some(known.iter().filter_map(|m| u32::try_from(m).ok()).map(Value::Element).collect());
        }
        let program = self.evaluator.program;
        let has_entries = |kind: Kind| match kind {
            Kind::Set(_) => true,
            Kind::Element(_) => self.evaluator.directed,
            _ => false,
        };
        let picks = |field: &Field| has_entries(field.ty.kind) && field.indexes.contains(&domain);
        let len = program.domains.get(domain.index())?.len();
        let few = len <= FEW && program.fields.iter().any(picks);
        few.then(|| (0..len as u32).map(Value::Element).collect())
    }

    pub(super) fn pick(
        &self,
        mut path: Path<'p>,
        local: LocalId,
        set: &'p Expr,
        of: &Term<'p>,
        value: Option<Value>,
    ) -> Path<'p> {
        let term = match value {
            Some(value) => Term { range: self.numbers(set.ty.kind, &value), ..Term::known(value) },
            None => {
                let range = self.bounds(&path.state, set);
                let key = self.evaluator.fresh("of");
                Term { range, ..self.evaluator.any_of(&key, set.ty.kind) }
            }
        };
        let state = &mut path.state;
        if let Some(of) = &of.set {
            state.facts.push(self.evaluator.member(&term, of));
        }
        state.picked.push(Picked { kind: set.ty.kind, term: term.clone(), from: of.set.clone() });
        put(&mut state.locals, local, term);
        path
    }

    /// The integer that an element of a domain of integers stands for.
    pub(super) fn numbers(&self, kind: Kind, value: &Value) -> Delta {
        let low = match kind {
            Kind::Set(domain) => self.evaluator.program.domains.get(domain.index()).and_then(Domain::low),
            _ => None,
        };
        match (low, value) {
            (Some(low), Value::Element(e)) => {
                (low.saturating_add(i64::from(*e)), low.saturating_add(i64::from(*e)))
            }
            _ => ANY,
        }
    }

    /// Bounds of the integers that the members of a set stand for.
    pub(super) fn bounds(&self, state: &SymbolicState<'p>, set: &'p Expr) -> Delta {
        let typed = match set.ty.kind {
            Kind::IntSet { low, high } => (low, high),
            Kind::Set(domain) => match self.evaluator.program.domains.get(domain.index()) {
                Some(d) => {
                    d.low().map_or(ANY, |low| (low, low.saturating_add(d.len() as i64).saturating_sub(1)))
                }
                None => ANY,
            },
            _ => ANY,
        };
        let written = match &set.kind {
            ExprKind::RangeSet(a, b) => {
                let (a, b) = (self.evaluator.term(state, a), self.evaluator.term(state, b));
                (self.evaluator.range(state, &a).0, self.evaluator.range(state, &b).1)
            }
            ExprKind::Const(Value::Set(known)) => {
                let shift = if let Kind::Set(_) = set.ty.kind { typed.0 } else { 0 };
                let ends = known.iter().next().zip(known.iter().next_back());
                ends.filter(|_| typed != ANY)
                    .map_or(ANY, |(low, high)| (low.saturating_add(shift), high.saturating_add(shift)))
            }
            _ => ANY,
        };
        (typed.0.max(written.0), typed.1.min(written.1))
    }
}
