//! Symbolic evaluation of expressions that are no sets: elements, integers, conditions.

use super::logic::{Formula, conjunction, disjunction};
use super::symbolic_evaluator::{LARGE, SymbolicEvaluator};
use super::symbolic_state::{ANY, SetTerm, SymbolicState, Term, may_meet};
use std::rc::Rc;
use zug_lang::program::*;

impl<'p> SymbolicEvaluator<'p> {
    /// The term of an expression.
    pub(super) fn term(&self, state: &SymbolicState<'p>, expr: &'p Expr) -> Term<'p> {
        if self.tired(state) {
            return self.unknown(expr, self.fresh("deep").into());
        }
        self.nested.set(self.nested.get() + 1);
        let term = self.looked_into(state, expr);
        self.nested.set(self.nested.get() - 1);
        self.fitted(state, term, expr)
    }

    fn looked_into(&self, state: &SymbolicState<'p>, expr: &'p Expr) -> Term<'p> {
        match &expr.kind {
            ExprKind::Const(value) => self.constant(value, expr.ty),
            ExprKind::Local(local) => match state.locals.get(local.index()) {
                Some(term) => term.clone(),
                None => self.unknown(expr, self.fresh("local").into()),
            },
            ExprKind::Me => Term::known(Value::Element(state.me)),
            ExprKind::Other(p) => self.other(state, p, expr),
            ExprKind::Call(def, arguments) => self.call(state, *def, arguments, expr),
            ExprKind::If(c, a, b) => self.choice(state, (c, a, b), expr),
            ExprKind::Can(..) | ExprKind::Stuck(_) => self.unknown(expr, self.fresh("can").into()),
            _ => match expr.ty.kind {
                Kind::Bool => self.condition(state, expr),
                Kind::Set(_) | Kind::IntSet { .. } => self.set(state, expr),
                _ => self.single(state, expr),
            },
        }
    }

    /// An unknown term of this expression's type, with this key.
    pub(super) fn unknown(&self, expr: &Expr, key: Rc<str>) -> Term<'p> {
        self.unknown_of(expr.ty, key)
    }

    /// An unknown term of a type, with this key.
    pub(super) fn unknown_of(&self, ty: Type, key: Rc<str>) -> Term<'p> {
        let exists = if ty.or_none { self.atom(format!("there is {key}")) } else { Formula::TRUE };
        let truth = if ty.kind == Kind::Bool { self.atom(format!("{key} holds")) } else { Formula::FALSE };
        let range = if let Kind::Int { low, high } = ty.kind { (low, high) } else { ANY };
        let set = match ty.kind {
            Kind::Set(_) | Kind::IntSet { .. } => Some(SetTerm::opaque(key.clone())),
            _ => None,
        };
        Term { exists, truth, range, set, ..Term::unknown(key) }
    }

    /// The term with the bounds of the expression's type.
    pub(super) fn fitted(&self, state: &SymbolicState, mut term: Term<'p>, expr: &Expr) -> Term<'p> {
        if let Kind::Int { low, high } = expr.ty.kind {
            term.range = self.range(state, &term);
            term.range = (term.range.0.max(low), term.range.1.min(high));
        }
        term
    }

    pub(super) fn constant(&self, value: &Value, ty: Type) -> Term<'p> {
        let mut term = Term::known(value.clone());
        if let (Value::Element(e), Kind::Element(domain)) = (value, ty.kind) {
            term.range = self.number(domain, *e);
        }
        term
    }

    /// The integer that an element stands for, if its domain is one of integers.
    pub(super) fn number(&self, domain: DomainId, element: u32) -> (i64, i64) {
        let low = self.program.domains.get(domain.index()).and_then(Domain::low);
        low.and_then(|low| low.checked_add(i64::from(element))).map_or(ANY, |n| (n, n))
    }

    pub(super) fn other(&self, state: &SymbolicState<'p>, p: &'p Expr, expr: &Expr) -> Term<'p> {
        match self.term(state, p) {
            Term { value: Some(Value::Element(p)), .. } => {
                Term::known(Value::Element(1u32.saturating_sub(p)))
            }
            p => self.unknown(expr, self.short(format!("other({})", p.key))),
        }
    }

    /// The term of a call. If an argument is `none` where the parameter cannot be, the result is
    /// `none`, false or the empty set.
    pub(super) fn call(
        &self,
        state: &SymbolicState<'p>,
        def: DefId,
        arguments: &'p [Expr],
        expr: &Expr,
    ) -> Term<'p> {
        let Some(def) = self.program.defs.get(def.index()) else {
            return self.unknown(expr, self.fresh("def").into());
        };
        let (inner, there) = self.inside(state, def, arguments);
        let mut term = self.term(&inner, &def.body);
        if there == Formula::TRUE {
            return term;
        }
        if expr.ty.kind == Kind::Bool {
            return self.decided(there.and(term.truth));
        }
        match term.set.take() {
            Some(set) => {
                let set = self.if_set(there, set, SetTerm::known(Set::default()));
                Term { key: set.key.clone(), set: Some(set), value: None, ..term }
            }
            None => self.unknown(expr, self.short(format!("{} if {there:?}", term.key))),
        }
    }

    /// The term of a truth value.
    pub(super) fn decided(&self, truth: Formula) -> Term<'p> {
        let key = self.short(format!("{truth:?}"));
        let value = if let Formula::Is(b) = truth { Some(Value::Bool(b)) } else { None };
        Term { truth, value, ..Term::unknown(key) }
    }

    /// The state inside a `def`, and the formula "no argument is `none` where the parameter cannot
    /// be".
    pub(super) fn inside(
        &self,
        state: &SymbolicState<'p>,
        def: &'p Def,
        arguments: &'p [Expr],
    ) -> (SymbolicState<'p>, Formula) {
        let mut there = Formula::TRUE;
        let mut locals = Vec::new();
        for (argument, parameter) in arguments.iter().zip(&def.frame.locals) {
            let term = self.term(state, argument);
            if !parameter.ty.or_none {
                there = there.and(term.exists.clone());
            }
            locals.push(term);
        }
        let inner = SymbolicState { locals, ..state.clone() };
        (self.bound(&inner, &[]), there)
    }

    pub(super) fn choice(
        &self,
        state: &SymbolicState<'p>,
        (c, a, b): (&'p Expr, &'p Expr, &'p Expr),
        expr: &Expr,
    ) -> Term<'p> {
        let (c, a, b) = (self.term(state, c).truth, self.term(state, a), self.term(state, b));
        match c {
            Formula::Is(true) => return a,
            Formula::Is(false) => return b,
            _ => {}
        }
        // The condition is copied, so formulas of choices within choices double.
        let formulas = [&c, &a.exists, &a.truth, &b.exists, &b.truth];
        if formulas.into_iter().map(Formula::size).sum::<usize>() > LARGE {
            return self.unknown(expr, self.fresh("heavy").into());
        }
        let key = self.short(format!("if {c:?} {} {}", a.key, b.key));
        let either = |yes: Formula, no: Formula| c.clone().and(yes).or(c.clone().not().and(no));
        let set = match (&a.set, &b.set) {
            (Some(a), Some(b)) => Some(self.if_set(c.clone(), a.clone(), b.clone())),
            _ => None,
        };
        Term {
            exists: if expr.ty.or_none { either(a.exists, b.exists) } else { Formula::TRUE },
            truth: either(a.truth, b.truth),
            range: (a.range.0.min(b.range.0), a.range.1.max(b.range.1)),
            value: None,
            map: None,
            key: set.as_ref().map_or(key, |set| set.key.clone()),
            set,
        }
    }

    pub(super) fn single(&self, state: &SymbolicState<'p>, expr: &'p Expr) -> Term<'p> {
        match &expr.kind {
            ExprKind::Field(field, indexes) => {
                let (key, known) = self.index(state, indexes);
                self.value_at(state, *field, (&key, &known), expr.ty)
            }
            ExprKind::Table(table, indexes) => match self.table_value(state, *table, indexes) {
                Some(value) => self.constant(&value, expr.ty),
                None => {
                    let indexes: Vec<Term> = indexes.iter().map(|index| self.term(state, index)).collect();
                    let map = self.through(*table, &indexes);
                    Term { map, ..self.unknown(expr, self.short(self.key(state, expr))) }
                }
            },
            ExprKind::ToInt(inner) => {
                let a = self.term(state, inner);
                if a.value.is_some() && a.range.0 == a.range.1 {
                    return Term::known(Value::Int(a.range.0));
                }
                let key = self.short(format!("int {:?} {}", inner.ty.kind, a.key));
                Term { range: a.range, exists: a.exists, ..self.unknown(expr, key) }
            }
            _ => self.unknown(expr, self.short(self.key(state, expr))),
        }
    }

    /// The present value of an entry of a field that is no set.
    pub(super) fn value_at(
        &self,
        state: &SymbolicState<'p>,
        field: FieldId,
        (key, known): (&str, &[Option<u32>]),
        ty: Type,
    ) -> Term<'p> {
        let singles = state.singles.get(field.index());
        let written = singles.map(|singles| &singles.written);
        if let Some((_, Some(term))) = written.and_then(|written| written.get(key)) {
            return term.clone();
        }
        let met = written.is_some_and(|all| all.values().any(|(index, _)| may_meet(index, known)));
        let version = match singles {
            Some(singles) if !met => singles.epoch,
            _ => state.versions.get(field.index()).copied().unwrap_or(0),
        };
        let term = self.unknown_of(ty, self.short(format!("f{}[{key}]@{version}", field.0)));
        match ty.kind {
            Kind::Element(domain) if self.directed => Term { map: self.itself(&term.key, domain), ..term },
            _ => term,
        }
    }

    pub(super) fn condition(&self, state: &SymbolicState<'p>, expr: &'p Expr) -> Term<'p> {
        self.decided(self.truth(state, expr))
    }

    pub(super) fn truth(&self, state: &SymbolicState<'p>, expr: &'p Expr) -> Formula {
        match &expr.kind {
            ExprKind::Not(a) => self.term(state, a).truth.not(),
            ExprKind::And(all) => conjunction(all.iter().map(|a| self.term(state, a).truth)),
            ExprKind::Or(any) => disjunction(any.iter().map(|a| self.term(state, a).truth)),
            ExprKind::Equal(a, b) => self.equal(&self.term(state, a), &self.term(state, b)),
            ExprKind::Compare(order, a, b) => {
                self.compare(*order, &self.term(state, a), &self.term(state, b))
            }
            ExprKind::In(a, set) => {
                let (a, set) = (self.term(state, a), self.term(state, set));
                let inside = set.set.map_or_else(|| self.atom(self.fresh("in")), |s| self.member(&a, &s));
                set.exists.and(inside)
            }
            ExprKind::Field(field, indexes) => {
                let (key, known) = self.index(state, indexes);
                self.value_at(state, *field, (&key, &known), expr.ty).truth
            }
            _ => self.atom(format!("{} holds", self.short(self.key(state, expr)))),
        }
    }

    pub(super) fn equal(&self, a: &Term<'p>, b: &Term<'p>) -> Formula {
        if a.set.is_some() || b.set.is_some() || a.truth != Formula::FALSE || b.truth != Formula::FALSE {
            return if a.key == b.key { Formula::TRUE } else { self.atom(format!("{} == {}", a.key, b.key)) };
        }
        let neither = a.exists.clone().not().and(b.exists.clone().not());
        self.same(a, b).or(neither)
    }

    pub(super) fn compare(&self, order: Order, a: &Term<'p>, b: &Term<'p>) -> Formula {
        let both = a.exists.clone().and(b.exists.clone());
        let (surely, never) = match order {
            Order::Less => (a.range.1 < b.range.0, a.range.0 >= b.range.1 || a.key == b.key),
            Order::LessEqual => (a.range.1 <= b.range.0 || a.key == b.key, a.range.0 > b.range.1),
        };
        if never {
            return Formula::FALSE;
        }
        let sign = if order == Order::Less { "<" } else { "<=" };
        if surely { both } else { both.and(self.atom(format!("{} {sign} {}", a.key, b.key))) }
    }
}
