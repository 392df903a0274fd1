//! Symbolic evaluation of expressions that are sets.

use super::logic::Formula;
use super::symbolic_evaluator::{HEAVY, SymbolicEvaluator, with_itself, without_itself};
use super::symbolic_state::{SetForm, SetTerm, SymbolicState, Term, may_meet};
use std::rc::Rc;
use zug_lang::program::*;

impl<'p> SymbolicEvaluator<'p> {
    pub(super) fn if_set(&self, c: Formula, a: Rc<SetTerm<'p>>, b: Rc<SetTerm<'p>>) -> Rc<SetTerm<'p>> {
        let key = format!("if {c:?} {} {}", a.key, b.key);
        let weight = a.weight + b.weight + 1;
        self.made(key, weight, SetForm::If(c, a, b))
    }

    /// A set term with this form; an opaque one if it would be too heavy.
    pub(super) fn made(&self, key: String, weight: u32, shape: SetForm<'p>) -> Rc<SetTerm<'p>> {
        if weight > HEAVY {
            return SetTerm::opaque(self.fresh("heavy"));
        }
        Rc::new(SetTerm { key: self.short(key), weight, shape })
    }

    /// The union, intersection or difference of two sets, by its sign.
    pub(super) fn joined(&self, sign: &str, a: Rc<SetTerm<'p>>, b: Rc<SetTerm<'p>>) -> Rc<SetTerm<'p>> {
        if let (SetForm::Known(a), SetForm::Known(b)) = (&a.shape, &b.shape) {
            return SetTerm::known(match sign {
                "+" => a.union(b),
                "&" => a.intersection(b),
                _ => a.difference(b),
            });
        }
        let key = format!("({} {sign} {})", a.key, b.key);
        let weight = a.weight + b.weight;
        let shape = match sign {
            "+" => SetForm::Union(a, b),
            "&" => SetForm::Intersect(a, b),
            _ => SetForm::Minus(a, b),
        };
        self.made(key, weight, shape)
    }

    pub(super) fn set(&self, state: &SymbolicState<'p>, expr: &'p Expr) -> Term<'p> {
        let set = self.set_of(state, expr);
        let exists = if expr.ty.or_none { self.atom(format!("there is {}", set.key)) } else { Formula::TRUE };
        Term { exists, set: Some(set.clone()), ..Term::unknown(set.key.clone()) }
    }

    /// The set of a sub-expression; opaque if the expression is no set.
    pub(super) fn part(&self, state: &SymbolicState<'p>, expr: &'p Expr) -> Rc<SetTerm<'p>> {
        self.term(state, expr).set.unwrap_or_else(|| SetTerm::opaque(self.fresh("set")))
    }

    pub(super) fn set_of(&self, state: &SymbolicState<'p>, expr: &'p Expr) -> Rc<SetTerm<'p>> {
        match &expr.kind {
            ExprKind::Field(field, indexes) => self.entry(state, *field, indexes),
            ExprKind::Table(table, indexes) => self.table_set(state, *table, indexes, expr),
            ExprKind::Union(a, b) => self.joined("+", self.part(state, a), self.part(state, b)),
            ExprKind::Intersect(a, b) => self.joined("&", self.part(state, a), self.part(state, b)),
            ExprKind::Minus(a, b) => self.joined("-", self.part(state, a), self.part(state, b)),
            ExprKind::SetOf(members, _) => {
                let singles = members.iter().map(|m| self.single_set(state, m));
                singles
                    .reduce(|a, b| self.joined("+", a, b))
                    .unwrap_or_else(|| SetTerm::known(Set::default()))
            }
            ExprKind::Singleton(a, _) => self.single_set(state, a),
            ExprKind::Run(_, from, _, within) => self.run_set(state, (from, within), expr),
            ExprKind::Reach(_, from, within) => self.reach_set(state, (from, within), expr),
            ExprKind::MemberSet(member) => {
                let exists = self.term(state, member).exists == Formula::TRUE;
                let shape = if exists { SetForm::Filled } else { SetForm::Opaque };
                self.made(self.key(state, expr), 1, shape)
            }
            ExprKind::Quantified { quantifier, binders, guard, body } => {
                self.quantified_set(state, (*quantifier, binders, guard, body), expr)
            }
            _ => SetTerm::opaque(self.short(self.key(state, expr))),
        }
    }

    /// The cells of a run: some cells of a set, but never the cell before the first one.
    fn run_set(
        &self,
        state: &SymbolicState<'p>,
        (from, within): (&'p Expr, &'p Expr),
        expr: &'p Expr,
    ) -> Rc<SetTerm<'p>> {
        let (from, within) = (self.term(state, from), self.part(state, within));
        let key = self.key(state, expr);
        let behind = self.made(format!("{key} behind"), 1, SetForm::Without(from));
        let along = self.made(key, within.weight + 1, SetForm::Within(within));
        self.joined("&", along, behind)
    }

    /// The cells reached: the starting cells within the set, and some others of the set.
    fn reach_set(
        &self,
        state: &SymbolicState<'p>,
        (from, within): (&'p Expr, &'p Expr),
        expr: &'p Expr,
    ) -> Rc<SetTerm<'p>> {
        let (from, within) = (self.part(state, from), self.part(state, within));
        let at_once = self.joined("&", from, within.clone());
        let reached = self.made(self.key(state, expr), within.weight + 1, SetForm::Within(within));
        self.joined("+", at_once, reached)
    }

    pub(super) fn single_set(&self, state: &SymbolicState<'p>, expr: &'p Expr) -> Rc<SetTerm<'p>> {
        let term = self.term(state, expr);
        if let Some(Value::Element(e)) = term.value {
            return SetTerm::known([i64::from(e)].into_iter().collect());
        }
        let key = format!("{{{}}}", term.key);
        self.made(key, 1, SetForm::Single(term))
    }

    pub(super) fn quantified_set(
        &self,
        state: &SymbolicState<'p>,
        (quantifier, binders, guard, body): (Quantifier, &'p [(LocalId, Expr)], &'p Expr, &'p Expr),
        expr: &'p Expr,
    ) -> Rc<SetTerm<'p>> {
        let key = self.key(state, expr);
        let snapshot = || Rc::new(state.clone());
        match (quantifier, binders) {
            (Quantifier::Collect, [(local, over)]) if body.as_local() == Some(*local) && !over.ty.or_none => {
                let over = self.part(state, over);
                let shape = SetForm::Filter { over, state: snapshot(), local: *local, guard };
                self.made(key, 5, shape)
            }
            (Quantifier::Union, _) => {
                self.made(key, 5, SetForm::Each { state: snapshot(), binders, guard, body })
            }
            _ => SetTerm::opaque(self.short(key)),
        }
    }

    /// The key of a list of indexes, and its known elements.
    pub(super) fn index(&self, state: &SymbolicState<'p>, indexes: &'p [Expr]) -> (String, Vec<Option<u32>>) {
        let terms: Vec<Term> = indexes.iter().map(|index| self.term(state, index)).collect();
        let known = terms.iter().map(|t| match t.value {
            Some(Value::Element(e)) => Some(e),
            _ => None,
        });
        let keys: Vec<&str> = terms.iter().map(|t| &*t.key).collect();
        (keys.join(","), known.collect())
    }

    /// The present value of an entry of a set field.
    pub(super) fn entry(
        &self,
        state: &SymbolicState<'p>,
        field: FieldId,
        indexes: &'p [Expr],
    ) -> Rc<SetTerm<'p>> {
        let (key, known) = self.index(state, indexes);
        self.entry_at(state, field, &key, &known)
    }

    /// The present value of an entry of a set field, by the key of its index.
    pub(super) fn entry_at(
        &self,
        state: &SymbolicState<'p>,
        field: FieldId,
        key: &str,
        known: &[Option<u32>],
    ) -> Rc<SetTerm<'p>> {
        let Some(entries) = state.sets.get(field.index()) else {
            return SetTerm::opaque(self.fresh("entry"));
        };
        if let Some(entry) = entries.written.get(key) {
            return entry.now.clone();
        }
        if entries.written.values().any(|entry| may_meet(&entry.index, known)) {
            return SetTerm::opaque(self.fresh("entry"));
        }
        SetTerm::opaque(self.short(format!("f{}[{key}]#{}", field.0, entries.epoch)))
    }

    pub(super) fn table_set(
        &self,
        state: &SymbolicState<'p>,
        id: TableId,
        indexes: &'p [Expr],
        expr: &'p Expr,
    ) -> Rc<SetTerm<'p>> {
        if let Some(Value::Set(set)) = self.table_value(state, id, indexes) {
            return SetTerm::known(set);
        }
        let key = self.key(state, expr);
        match (self.program.tables.get(id.index()), indexes, expr.ty.kind) {
            (Some(table), [index], Kind::Set(domain)) if without_itself(table, domain) => {
                let index = self.term(state, index);
                self.made(key, 1, SetForm::Without(index))
            }
            (Some(table), [index], Kind::Set(domain)) if with_itself(table, domain) => {
                let itself = self.single_set(state, index);
                self.joined("+", itself, SetTerm::opaque(self.short(key)))
            }
            _ => SetTerm::opaque(self.short(key)),
        }
    }

    /// The entry of a table at known indexes.
    pub(super) fn table_value(
        &self,
        state: &SymbolicState<'p>,
        id: TableId,
        indexes: &'p [Expr],
    ) -> Option<Value> {
        let table = self.program.tables.get(id.index())?;
        let mut at = 0usize;
        for (index, run) in indexes.iter().zip(&table.indexes) {
            let (offset, len) = match (self.term(state, index).value?, run) {
                (Value::Element(e), TableIndex::Domain(d)) => {
                    (e as usize, self.program.domains.get(d.index())?.len())
                }
                (Value::Int(n), TableIndex::Ints { low, high }) if (low..=high).contains(&&n) => (
                    usize::try_from(n.checked_sub(*low)?).ok()?,
                    usize::try_from(high.checked_sub(*low)?).ok()?.checked_add(1)?,
                ),
                _ => return None,
            };
            if offset >= len {
                return None;
            }
            at = at.checked_mul(len)?.checked_add(offset)?;
        }
        table.entries.get(at).cloned()
    }
}
