//! Turns expressions into terms and questions about membership into formulas.
//!
//! Sound, not complete: whatever is not understood becomes an atom, about which nothing is assumed.

use super::logic::{Formula, conjunction, disjunction};
use super::terms::{ANY, SetTerm, Shape, State, Term, may_meet};
use super::walk::children;
use crate::program::*;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How deep `def`s and binders are looked into.
const DEPTH: u32 = 24;
/// How many expressions are looked at for one move.
const WORK: u32 = 100_000;
/// How long a key may become.
const LONG: usize = 1_500;
/// How many terms a set may be made of.
const HEAVY: u32 = 200;

/// The atoms of one analysis and the laws that bind them.
pub(super) struct Symbols<'p> {
    pub program: &'p Program,
    atoms: RefCell<BTreeMap<String, u32>>,
    laws: RefCell<Vec<Formula>>,
    fresh: Cell<u32>,
    work: Cell<u32>,
}

impl<'p> Symbols<'p> {
    pub fn new(program: &'p Program) -> Symbols<'p> {
        Symbols {
            program,
            atoms: RefCell::default(),
            laws: RefCell::default(),
            fresh: Cell::new(0),
            work: Cell::new(0),
        }
    }

    /// What holds of all atoms, whatever the position.
    pub fn laws(&self) -> Vec<Formula> {
        self.laws.borrow().clone()
    }

    /// A key that nothing else has.
    pub fn fresh(&self, what: &str) -> String {
        self.fresh.set(self.fresh.get() + 1);
        format!("?{what}{}", self.fresh.get())
    }

    /// A number that was not given yet; above all that count from 0.
    pub fn next(&self) -> u32 {
        self.fresh.set(self.fresh.get() + 1);
        self.fresh.get() + 1_000_000
    }

    /// Whether so much was looked at that the rest is taken as unknown.
    fn tired(&self, state: &State) -> bool {
        self.work.set(self.work.get() + 1);
        self.work.get() > WORK || state.depth > DEPTH
    }

    fn short(&self, key: String) -> Rc<str> {
        if key.len() > LONG { self.fresh("long").into() } else { key.into() }
    }

    /// The atom of this name, and whether it is new.
    fn intern(&self, name: String) -> (Formula, bool) {
        let mut atoms = self.atoms.borrow_mut();
        let next = atoms.len() as u32;
        let atom = *atoms.entry(name).or_insert(next);
        (Formula::Atom(atom), atom == next)
    }

    fn atom(&self, name: String) -> Formula {
        self.intern(name).0
    }

    fn law(&self, law: Formula) {
        self.laws.borrow_mut().push(law);
    }

    /// That two terms are one and the same element or integer.
    pub fn same(&self, a: &Term<'p>, b: &Term<'p>) -> Formula {
        if a.key == b.key {
            return a.exists.clone();
        }
        if let (Some(a), Some(b)) = (&a.value, &b.value) {
            return Formula::Is(a == b && *a != Value::None);
        }
        let (first, second) = if a.key < b.key { (a, b) } else { (b, a) };
        let atom = self.atom(format!("{} = {}", first.key, second.key));
        conjunction([a.exists.clone(), b.exists.clone(), atom])
    }

    /// That an element is in a set that is not `none`.
    pub fn member(&self, x: &Term<'p>, set: &Rc<SetTerm<'p>>) -> Formula {
        match &set.shape {
            Shape::Known(known) => self.member_of_known(x, known, &set.key),
            Shape::Opaque | Shape::Filled => x.exists.clone().and(self.named(x, set).0),
            Shape::Without(other) => {
                let (atom, new) = self.named(x, set);
                if new {
                    self.law(atom.clone().implies(self.same(x, other).not()));
                }
                x.exists.clone().and(atom)
            }
            Shape::Within(upper) => {
                let (atom, new) = self.named(x, set);
                if new {
                    self.law(atom.clone().implies(self.member(x, upper)));
                }
                x.exists.clone().and(atom)
            }
            Shape::Union(a, b) => self.member(x, a).or(self.member(x, b)),
            Shape::Intersect(a, b) => self.member(x, a).and(self.member(x, b)),
            Shape::Minus(a, b) => self.member(x, a).and(self.member(x, b).not()),
            Shape::Single(single) => self.same(x, single),
            Shape::If(c, a, b) => {
                let (yes, no) = (c.clone().and(self.member(x, a)), c.clone().not().and(self.member(x, b)));
                yes.or(no)
            }
            // A bound variable of a key may not get under the binders of another expression.
            Shape::Filter { .. } if x.key.contains('$') => x.exists.clone().and(self.named(x, set).0),
            Shape::Filter { over, state, local, guard } => {
                let inner = self.bound(state, &[(*local, x.clone())]);
                self.member(x, over).and(self.term(&inner, guard).truth)
            }
            Shape::Each { state, binders, guard, body } => {
                let (atom, new) = self.named(x, set);
                if new && !x.key.contains('$') {
                    let law = self.some_binding(x, state, binders, guard, body);
                    self.law(atom.clone().implies(law));
                }
                x.exists.clone().and(atom)
            }
        }
    }

    fn named(&self, x: &Term<'p>, set: &SetTerm<'p>) -> (Formula, bool) {
        self.intern(format!("{} in {}", x.key, set.key))
    }

    fn member_of_known(&self, x: &Term<'p>, set: &Set, key: &str) -> Formula {
        match &x.value {
            Some(Value::Element(e)) => Formula::Is(set.contains(i64::from(*e))),
            Some(Value::Int(n)) => Formula::Is(set.contains(*n)),
            Some(_) => Formula::FALSE,
            None if set.len() <= 3 && x.range == ANY => {
                let members = set.iter().filter_map(|m| u32::try_from(m).ok());
                disjunction(members.map(|m| self.same(x, &Term::known(Value::Element(m)))))
            }
            None if set.is_empty() => Formula::FALSE,
            None => x.exists.clone().and(self.atom(format!("{} in {key}", x.key))),
        }
    }

    /// What must hold for some binding, new names for its locals, if an element is in a union over bindings.
    fn some_binding(
        &self,
        x: &Term<'p>,
        state: &State<'p>,
        binders: &'p [(LocalId, Expr)],
        guard: &'p Expr,
        body: &'p Expr,
    ) -> Formula {
        let mut state = self.bound(state, &[]);
        let mut all = Vec::new();
        for (local, set) in binders {
            let term = Term::unknown(self.fresh("some"));
            let set = self.term(&state, set);
            all.push(set.set.map_or(Formula::TRUE, |set| self.member(&term, &set)));
            state = self.bound(&state, &[(*local, term)]);
        }
        all.push(self.term(&state, guard).truth);
        all.push(self.term(&state, body).set.map_or(Formula::TRUE, |set| self.member(x, &set)));
        conjunction(all)
    }

    /// The state with some locals bound, one level deeper.
    pub fn bound(&self, state: &State<'p>, locals: &[(LocalId, Term<'p>)]) -> State<'p> {
        let mut state = state.clone();
        state.depth += 1;
        for (local, term) in locals {
            put(&mut state.locals, *local, term.clone());
        }
        state
    }

    /// Bounds of an integer.
    pub fn range(&self, state: &State, term: &Term) -> (i64, i64) {
        let known = state.bounds.get(&term.key).copied().unwrap_or(ANY);
        (term.range.0.max(known.0), term.range.1.min(known.1))
    }

    /// The term of an expression.
    pub fn term(&self, state: &State<'p>, expr: &'p Expr) -> Term<'p> {
        if self.tired(state) {
            return self.unknown(expr, self.fresh("deep").into());
        }
        let term = match &expr.kind {
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
        };
        self.fitted(state, term, expr)
    }

    /// A term of this expression's type about which only its key is known.
    fn unknown(&self, expr: &Expr, key: Rc<str>) -> Term<'p> {
        self.unknown_of(expr.ty, key)
    }

    /// A term of a type about which only its key is known.
    pub fn unknown_of(&self, ty: Type, key: Rc<str>) -> Term<'p> {
        let exists = if ty.or_none { self.atom(format!("there is {key}")) } else { Formula::TRUE };
        let truth = if ty.kind == Kind::Bool { self.atom(format!("{key} holds")) } else { Formula::FALSE };
        let range = if let Kind::Int { low, high } = ty.kind { (low, high) } else { ANY };
        let set = match ty.kind {
            Kind::Set(_) | Kind::IntSet { .. } => Some(SetTerm::opaque(key.clone())),
            _ => None,
        };
        Term { exists, truth, range, set, ..Term::unknown(key) }
    }

    /// The term with the bounds that its type promises.
    fn fitted(&self, state: &State, mut term: Term<'p>, expr: &Expr) -> Term<'p> {
        if let Kind::Int { low, high } = expr.ty.kind {
            term.range = self.range(state, &term);
            term.range = (term.range.0.max(low), term.range.1.min(high));
        }
        term
    }

    fn constant(&self, value: &Value, ty: Type) -> Term<'p> {
        let mut term = Term::known(value.clone());
        if let (Value::Element(e), Kind::Element(domain)) = (value, ty.kind) {
            term.range = self.number(domain, *e);
        }
        term
    }

    /// The integer that an element is, if it is one.
    fn number(&self, domain: DomainId, element: u32) -> (i64, i64) {
        let low = self.program.domains.get(domain.index()).and_then(Domain::low);
        low.and_then(|low| low.checked_add(i64::from(element))).map_or(ANY, |n| (n, n))
    }

    fn other(&self, state: &State<'p>, p: &'p Expr, expr: &Expr) -> Term<'p> {
        match self.term(state, p) {
            Term { value: Some(Value::Element(p)), .. } => {
                Term::known(Value::Element(1u32.saturating_sub(p)))
            }
            p => self.unknown(expr, self.short(format!("other({})", p.key))),
        }
    }

    /// A `def`, looked into. An argument that is `none` where the parameter cannot be gives what is missing.
    fn call(&self, state: &State<'p>, def: DefId, arguments: &'p [Expr], expr: &Expr) -> Term<'p> {
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

    /// A truth value.
    fn decided(&self, truth: Formula) -> Term<'p> {
        let key = self.short(format!("{truth:?}"));
        let value = if let Formula::Is(b) = truth { Some(Value::Bool(b)) } else { None };
        Term { truth, value, ..Term::unknown(key) }
    }

    /// The state inside a `def`, and that all arguments are there that must be.
    pub fn inside(&self, state: &State<'p>, def: &'p Def, arguments: &'p [Expr]) -> (State<'p>, Formula) {
        let mut there = Formula::TRUE;
        let mut locals = Vec::new();
        for (argument, parameter) in arguments.iter().zip(&def.frame.locals) {
            let term = self.term(state, argument);
            if !parameter.ty.or_none {
                there = there.and(term.exists.clone());
            }
            locals.push(term);
        }
        let inner = State { locals, ..state.clone() };
        (self.bound(&inner, &[]), there)
    }

    fn choice(&self, state: &State<'p>, (c, a, b): (&'p Expr, &'p Expr, &'p Expr), expr: &Expr) -> Term<'p> {
        let (c, a, b) = (self.term(state, c).truth, self.term(state, a), self.term(state, b));
        match c {
            Formula::Is(true) => return a,
            Formula::Is(false) => return b,
            _ => {}
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
            key: set.as_ref().map_or(key, |set| set.key.clone()),
            set,
        }
    }

    fn if_set(&self, c: Formula, a: Rc<SetTerm<'p>>, b: Rc<SetTerm<'p>>) -> Rc<SetTerm<'p>> {
        let key = format!("if {c:?} {} {}", a.key, b.key);
        let weight = a.weight + b.weight + 1;
        self.made(key, weight, Shape::If(c, a, b))
    }

    /// A set term, or an opaque one if it grows too large.
    fn made(&self, key: String, weight: u32, shape: Shape<'p>) -> Rc<SetTerm<'p>> {
        if weight > HEAVY {
            return SetTerm::opaque(self.fresh("heavy"));
        }
        Rc::new(SetTerm { key: self.short(key), weight, shape })
    }

    /// What two sets make.
    pub fn joined(&self, sign: &str, a: Rc<SetTerm<'p>>, b: Rc<SetTerm<'p>>) -> Rc<SetTerm<'p>> {
        let key = format!("({} {sign} {})", a.key, b.key);
        let weight = a.weight + b.weight;
        let shape = match sign {
            "+" => Shape::Union(a, b),
            "&" => Shape::Intersect(a, b),
            _ => Shape::Minus(a, b),
        };
        self.made(key, weight, shape)
    }

    // --- sets -----------------------------------------------------------------------------------------------

    fn set(&self, state: &State<'p>, expr: &'p Expr) -> Term<'p> {
        let set = self.set_of(state, expr);
        let exists = if expr.ty.or_none { self.atom(format!("there is {}", set.key)) } else { Formula::TRUE };
        Term { exists, set: Some(set.clone()), ..Term::unknown(set.key.clone()) }
    }

    /// The set of a sub-expression; nothing known where it is no set.
    fn part(&self, state: &State<'p>, expr: &'p Expr) -> Rc<SetTerm<'p>> {
        self.term(state, expr).set.unwrap_or_else(|| SetTerm::opaque(self.fresh("set")))
    }

    fn set_of(&self, state: &State<'p>, expr: &'p Expr) -> Rc<SetTerm<'p>> {
        match &expr.kind {
            ExprKind::Field(field, indexes) => self.entry(state, *field, indexes),
            ExprKind::Table(table, indexes) => self.table_set(state, *table, indexes, expr),
            ExprKind::Union(a, b) => self.joined("+", self.part(state, a), self.part(state, b)),
            ExprKind::Intersect(a, b) => self.joined("&", self.part(state, a), self.part(state, b)),
            ExprKind::Minus(a, b) => self.joined("-", self.part(state, a), self.part(state, b)),
            ExprKind::SetOf(members) => {
                let singles = members.iter().map(|m| self.single_set(state, m));
                singles
                    .reduce(|a, b| self.joined("+", a, b))
                    .unwrap_or_else(|| SetTerm::known(Set::default()))
            }
            ExprKind::Singleton(a, _) => self.single_set(state, a),
            ExprKind::Run(.., within) | ExprKind::Reach(_, _, within) => {
                let within = self.part(state, within);
                let key = self.key(state, expr);
                self.made(key, within.weight + 1, Shape::Within(within))
            }
            ExprKind::MemberSet(member) => {
                let exists = self.term(state, member).exists == Formula::TRUE;
                let shape = if exists { Shape::Filled } else { Shape::Opaque };
                self.made(self.key(state, expr), 1, shape)
            }
            ExprKind::Quantified { quantifier, binders, guard, body } => {
                self.quantified_set(state, (*quantifier, binders, guard, body), expr)
            }
            _ => SetTerm::opaque(self.short(self.key(state, expr))),
        }
    }

    fn single_set(&self, state: &State<'p>, expr: &'p Expr) -> Rc<SetTerm<'p>> {
        let term = self.term(state, expr);
        let key = format!("{{{}}}", term.key);
        self.made(key, 1, Shape::Single(term))
    }

    fn quantified_set(
        &self,
        state: &State<'p>,
        (quantifier, binders, guard, body): (Quantifier, &'p [(LocalId, Expr)], &'p Expr, &'p Expr),
        expr: &'p Expr,
    ) -> Rc<SetTerm<'p>> {
        let key = self.key(state, expr);
        let snapshot = || Rc::new(state.clone());
        match (quantifier, binders) {
            (Quantifier::Collect, [(local, over)])
                if matches!(body.kind, ExprKind::Local(l) if l == *local) && !over.ty.or_none =>
            {
                let over = self.part(state, over);
                let shape = Shape::Filter { over, state: snapshot(), local: *local, guard };
                self.made(key, 5, shape)
            }
            (Quantifier::Union, _) => {
                self.made(key, 5, Shape::Each { state: snapshot(), binders, guard, body })
            }
            _ => SetTerm::opaque(self.short(key)),
        }
    }

    /// The keys of indexes, and what is known of them.
    pub fn index(&self, state: &State<'p>, indexes: &'p [Expr]) -> (String, Vec<Option<u32>>) {
        let terms: Vec<Term> = indexes.iter().map(|index| self.term(state, index)).collect();
        let known = terms.iter().map(|t| match t.value {
            Some(Value::Element(e)) => Some(e),
            _ => None,
        });
        let keys: Vec<&str> = terms.iter().map(|t| &*t.key).collect();
        (keys.join(","), known.collect())
    }

    /// What an entry of a set field is now.
    fn entry(&self, state: &State<'p>, field: FieldId, indexes: &'p [Expr]) -> Rc<SetTerm<'p>> {
        let (key, known) = self.index(state, indexes);
        self.entry_at(state, field, &key, &known)
    }

    /// The same, the index given.
    pub fn entry_at(
        &self,
        state: &State<'p>,
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

    fn table_set(
        &self,
        state: &State<'p>,
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
                self.made(key, 1, Shape::Without(index))
            }
            _ => SetTerm::opaque(self.short(key)),
        }
    }

    /// The entry of a table whose indexes are known.
    fn table_value(&self, state: &State<'p>, id: TableId, indexes: &'p [Expr]) -> Option<Value> {
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

    // --- elements and integers ------------------------------------------------------------------------------

    fn single(&self, state: &State<'p>, expr: &'p Expr) -> Term<'p> {
        match &expr.kind {
            ExprKind::Field(field, indexes) => {
                let (key, _) = self.index(state, indexes);
                self.unknown(expr, self.version(state, *field, &key))
            }
            ExprKind::Table(table, indexes) => match self.table_value(state, *table, indexes) {
                Some(value) => self.constant(&value, expr.ty),
                None => self.unknown(expr, self.short(self.key(state, expr))),
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

    /// The key of an entry of a field that is no set.
    pub fn version(&self, state: &State, field: FieldId, index: &str) -> Rc<str> {
        let version = state.versions.get(field.index()).copied().unwrap_or(0);
        self.short(format!("f{}[{index}]@{version}", field.0))
    }

    // --- conditions -----------------------------------------------------------------------------------------

    fn condition(&self, state: &State<'p>, expr: &'p Expr) -> Term<'p> {
        self.decided(self.truth(state, expr))
    }

    fn truth(&self, state: &State<'p>, expr: &'p Expr) -> Formula {
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
                let (key, _) = self.index(state, indexes);
                self.atom(format!("{} holds", self.version(state, *field, &key)))
            }
            _ => self.atom(format!("{} holds", self.short(self.key(state, expr)))),
        }
    }

    fn equal(&self, a: &Term<'p>, b: &Term<'p>) -> Formula {
        if a.set.is_some() || b.set.is_some() || a.truth != Formula::FALSE || b.truth != Formula::FALSE {
            return if a.key == b.key { Formula::TRUE } else { self.atom(format!("{} == {}", a.key, b.key)) };
        }
        let neither = a.exists.clone().not().and(b.exists.clone().not());
        self.same(a, b).or(neither)
    }

    fn compare(&self, order: Order, a: &Term<'p>, b: &Term<'p>) -> Formula {
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

    // --- keys -----------------------------------------------------------------------------------------------

    /// A key made of what an expression does and the keys of what it is made of.
    fn key(&self, state: &State<'p>, expr: &'p Expr) -> String {
        let mut key = tag(expr);
        let mut state = state.clone();
        if let ExprKind::Quantified { binders, .. } = &expr.kind {
            for (at, (local, _)) in binders.iter().enumerate() {
                let term = Term::unknown(format!("${}.{at}", state.depth));
                state = self.bound(&state, &[(*local, term)]);
            }
        }
        key.push('(');
        for child in children(expr) {
            key += &self.term(&state, child).key;
            key.push(';');
            if key.len() > LONG {
                return self.fresh("long");
            }
        }
        key.push(')');
        key
    }
}

/// Puts a term in the place of a local.
pub(super) fn put<'p>(locals: &mut Vec<Term<'p>>, local: LocalId, term: Term<'p>) {
    while locals.len() <= local.index() {
        locals.push(Term::unknown(format!("?unset{}", locals.len())));
    }
    locals[local.index()] = term;
}

/// Whether no entry of a table over a domain holds its own index: `near`.
fn without_itself(table: &Table, domain: DomainId) -> bool {
    table.indexes == [TableIndex::Domain(domain)]
        && table.entries.iter().zip(0..).all(|(entry, at)| match entry {
            Value::Set(set) => !set.contains(at),
            _ => true,
        })
}

/// What an expression does, apart from what it is made of.
fn tag(expr: &Expr) -> String {
    use ExprKind::*;
    let more = match &expr.kind {
        Table(id, _) | Run(id, ..) | Stop(id, ..) | Reach(id, ..) => format!("{id:?}"),
        ReachLinks(id, ..) => format!("{id:?}"),
        Compare(order, ..) => format!("{order:?}"),
        Arith(op, ..) => format!("{op:?}"),
        Subset(_, _, flag) | Extreme(flag, _) | Singleton(_, flag) => format!("{flag}"),
        Quantified { quantifier, .. } => format!("{quantifier:?}"),
        ToInts(a) | ToInt(a) | MemberSet(a) => format!("{:?}", a.ty.kind),
        _ => String::new(),
    };
    format!("{:?}{more}{:?}", std::mem::discriminant(&expr.kind), expr.ty.kind)
}
