//! The evaluator of symbolic execution: turns expressions into terms, and membership into formulas.
//!
//! Sound, not complete: what it does not understand becomes an atom, of which it assumes nothing.

use super::candidates::Candidates;
use super::logic::{Formula, conjunction, disjunction};
use super::symbolic_state::{ANY, SetForm, SetTerm, SymbolicState, Term, apart};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use zug_game::breakage::{Shortcut, is_broken};
use zug_lang::program::*;

/// The greatest nesting of `def`s and binders that is looked at.
const DEPTH: u32 = 24;
/// The most expressions that are looked at for one move.
const WORK: u32 = 100_000;
/// The greatest nesting of expressions that is looked at.
const NEST: u32 = 150;
/// The greatest length of a key.
const LONG: usize = 1_500;
/// The most terms that a set is made of.
pub(super) const HEAVY: u32 = 200;
/// The most parts of the formulas that a choice is made of.
pub(super) const LARGE: usize = 400;

/// The terms of an invariant's entries at one place of a path.
pub(super) enum Held<'p> {
    /// The two sets are disjoint.
    Apart(Rc<SetTerm<'p>>, Rc<SetTerm<'p>>),
    /// The element is in the set (true), or outside (false).
    Lies(Term<'p>, Rc<SetTerm<'p>>, bool),
    /// The two elements differ.
    Differ(Term<'p>, Term<'p>),
}

/// The atoms of one analysis, and the laws that relate them.
pub(super) struct SymbolicEvaluator<'p> {
    pub program: &'p Program,
    /// Whether to use invariants, and the facts about picked elements that may be equal.
    pub thorough: bool,
    /// Whether entries of fields and choices are related to each other, see `directed`.
    pub directed: bool,
    /// The identities of domains.
    pub identities: RefCell<BTreeMap<DomainId, Rc<Candidates>>>,
    /// The terms of the invariants' entries at the beginning of the move.
    pub held: Vec<(DomainId, Held<'p>)>,
    atoms: RefCell<BTreeMap<String, u32>>,
    laws: RefCell<Vec<Formula>>,
    fresh: Cell<u32>,
    work: Cell<u32>,
    /// The present nesting of expressions.
    pub nested: Cell<u32>,
}

impl<'p> SymbolicEvaluator<'p> {
    pub fn new(program: &'p Program) -> SymbolicEvaluator<'p> {
        SymbolicEvaluator {
            program,
            thorough: false,
            directed: false,
            identities: RefCell::default(),
            held: Vec::new(),
            atoms: RefCell::default(),
            laws: RefCell::default(),
            fresh: Cell::new(0),
            work: Cell::new(0),
            nested: Cell::new(0),
        }
    }

    /// The laws, which hold in every position.
    pub fn laws(&self) -> Vec<Formula> {
        self.laws.borrow().clone()
    }

    /// A new key.
    pub fn fresh(&self, what: &str) -> String {
        self.fresh.set(self.fresh.get() + 1);
        format!("?{what}{}", self.fresh.get())
    }

    /// A new number, greater than all indices that are counted from 0.
    pub fn next(&self) -> u32 {
        self.fresh.set(self.fresh.get() + 1);
        self.fresh.get() + 1_000_000
    }

    /// Whether a limit of work or nesting is reached, so that the expression counts as unknown.
    pub(super) fn tired(&self, state: &SymbolicState) -> bool {
        self.work.set(self.work.get() + 1);
        self.work.get() > WORK || state.depth > DEPTH || self.nested.get() > NEST
    }

    pub(super) fn short(&self, key: String) -> Rc<str> {
        if key.len() > LONG { self.fresh("long").into() } else { key.into() }
    }

    /// The atom of this name, and whether it is new.
    pub(super) fn intern(&self, name: String) -> (Formula, bool) {
        let mut atoms = self.atoms.borrow_mut();
        let next = atoms.len() as u32;
        let atom = *atoms.entry(name).or_insert(next);
        (Formula::Atom(atom), atom == next)
    }

    pub(super) fn atom(&self, name: String) -> Formula {
        self.intern(name).0
    }

    pub(super) fn law(&self, law: Formula) {
        self.laws.borrow_mut().push(law);
    }

    /// A law that was read off on a path: it holds where the facts hold under which the set was
    /// made, for bounds of integers that follow from them are in no key. What the law is about is
    /// taken [`of_any_size`].
    fn law_of(&self, set: &SetTerm<'p>, law: Formula) {
        self.law(set.under_facts(law));
    }

    /// The formula "both terms exist and are equal".
    pub fn same(&self, a: &Term<'p>, b: &Term<'p>) -> Formula {
        if a.key == b.key {
            return a.exists.clone();
        }
        if let (Some(a), Some(b)) = (&a.value, &b.value) {
            return Formula::Is(a == b && *a != Value::None);
        }
        if apart(a, b) {
            return Formula::FALSE;
        }
        let (first, second) = if a.key < b.key { (a, b) } else { (b, a) };
        let atom = self.atom(format!("{} = {}", first.key, second.key));
        conjunction([a.exists.clone(), b.exists.clone(), atom])
    }

    /// The formula "the element exists and is in the set, which is not `none`".
    pub fn member(&self, x: &Term<'p>, set: &Rc<SetTerm<'p>>) -> Formula {
        match &set.shape {
            SetForm::Known(known) => self.member_of_known(x, known, &set.key),
            SetForm::Opaque | SetForm::Filled => x.exists.clone().and(self.named(x, set).0),
            SetForm::Without(other) => {
                let (atom, new) = self.named(x, set);
                if new {
                    self.law(atom.clone().implies(self.same(x, other).not()));
                }
                x.exists.clone().and(atom)
            }
            SetForm::Within(upper) => {
                let (atom, new) = self.named(x, set);
                if new {
                    let law = atom.clone().implies(self.member(&of_any_size(x), upper));
                    self.law_of(upper, law);
                }
                x.exists.clone().and(atom)
            }
            SetForm::Union(a, b) => self.member(x, a).or(self.member(x, b)),
            SetForm::Intersect(a, b) => self.member(x, a).and(self.member(x, b)),
            SetForm::Minus(a, b) => self.member(x, a).and(self.member(x, b).not()),
            SetForm::Single(single) => self.same(x, single),
            SetForm::If(c, a, b) => {
                let (yes, no) = (c.clone().and(self.member(x, a)), c.clone().not().and(self.member(x, b)));
                yes.or(no)
            }
            // A key with a bound variable (`$`) must not get under the binders of another
            // expression, where its name may mean another variable.
            SetForm::Filter { .. } if x.key.contains('$') => x.exists.clone().and(self.named(x, set).0),
            SetForm::Filter { over, state, local, guard } => {
                let inner = self.bound(state, &[(*local, x.clone())]);
                self.member(x, over).and(self.term(&inner, guard).truth)
            }
            SetForm::Each { state, binders, guard, body } => {
                let (atom, new) = self.named(x, set);
                if new && !x.key.contains('$') {
                    let some = self.some_binding(&of_any_size(x), state, binders, guard, body);
                    let law = atom.clone().implies(some);
                    self.law_of(set, law);
                }
                x.exists.clone().and(atom)
            }
        }
    }

    pub(super) fn named(&self, x: &Term<'p>, set: &SetTerm<'p>) -> (Formula, bool) {
        self.intern(format!("{} in {}", x.key, set.key))
    }

    pub(super) fn member_of_known(&self, x: &Term<'p>, set: &Set, key: &str) -> Formula {
        match &x.value {
            Some(Value::Element(e)) => Formula::Is(set.contains(i64::from(*e))),
            Some(Value::Int(n)) => Formula::Is(set.contains(*n)),
            Some(_) => Formula::FALSE,
            None if x.map.as_ref().is_some_and(|map| map.always_in(set)) => x.exists.clone(),
            None if x.map.as_ref().is_some_and(|map| map.never_in(set)) => Formula::FALSE,
            None if set.is_empty() => Formula::FALSE,
            None if set.len() <= 3 && x.range == ANY => match elements(set) {
                Some(all) => disjunction(all.into_iter().map(|m| self.same(x, &Term::known(m)))),
                None => x.exists.clone().and(self.atom(format!("{} in {key}", x.key))),
            },
            None => x.exists.clone().and(self.atom(format!("{} in {key}", x.key))),
        }
    }

    /// The formula "for some binding, with new names for the locals, the element is in the body":
    /// necessary for membership in a union over bindings.
    pub(super) fn some_binding(
        &self,
        x: &Term<'p>,
        state: &SymbolicState<'p>,
        binders: &'p [(LocalId, Expr)],
        guard: &'p Expr,
        body: &'p Expr,
    ) -> Formula {
        let mut state = self.bound(state, &[]);
        let mut all = Vec::new();
        for (local, set) in binders {
            let bounds = if let Kind::IntSet { low, high } = set.ty.kind { (low, high) } else { ANY };
            let range = if is_broken(Shortcut::IntegerMembers) { ANY } else { bounds };
            let term = Term { range, ..self.any_of(&self.fresh("some"), set.ty.kind) };
            let set = self.term(&state, set);
            all.push(set.set.map_or(Formula::TRUE, |set| self.member(&term, &set)));
            state = self.bound(&state, &[(*local, term)]);
        }
        all.push(self.term(&state, guard).truth);
        all.push(self.term(&state, body).set.map_or(Formula::TRUE, |set| self.member(x, &set)));
        conjunction(all)
    }

    /// The state with these locals bound, one level deeper.
    pub fn bound(&self, state: &SymbolicState<'p>, locals: &[(LocalId, Term<'p>)]) -> SymbolicState<'p> {
        let mut state = state.clone();
        state.depth += 1;
        for (local, term) in locals {
            put(&mut state.locals, *local, term.clone());
        }
        state
    }

    /// Bounds of an integer term.
    pub fn range(&self, state: &SymbolicState, term: &Term) -> (i64, i64) {
        let known = state.bounds.get(&term.key).copied().unwrap_or(ANY);
        (term.range.0.max(known.0), term.range.1.min(known.1))
    }

    /// The key of an expression: its tag and the keys of its children.
    pub(super) fn key(&self, state: &SymbolicState<'p>, expr: &'p Expr) -> String {
        let mut key = tag(expr);
        let mut state = state.clone();
        if let ExprKind::Quantified { binders, .. } = &expr.kind {
            for (at, (local, _)) in binders.iter().enumerate() {
                let term = Term::unknown(format!("${}.{at}", state.depth));
                state = self.bound(&state, &[(*local, term)]);
            }
        }
        key.push('(');
        for child in expr.children() {
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

/// The term without the bounds of its integer, which may be those of one path alone.
fn of_any_size<'p>(term: &Term<'p>) -> Term<'p> {
    let free = term.value.is_none() && term.range != ANY;
    Term { range: if free { (-LIMIT, LIMIT) } else { term.range }, ..term.clone() }
}

/// Sets the term of a local.
pub(super) fn put<'p>(locals: &mut Vec<Term<'p>>, local: LocalId, term: Term<'p>) {
    while locals.len() <= local.index() {
        locals.push(Term::unknown(format!("?unset{}", locals.len())));
    }
    locals[local.index()] = term;
}

/// Whether no entry of a table over a domain contains its own index, as in `near`.
pub(super) fn without_itself(table: &Table, domain: DomainId) -> bool {
    table.indexes == [TableIndex::Domain(domain)]
        && table.entries.iter().zip(0..).all(|(entry, at)| match entry {
            Value::Set(set) => !set.contains(at),
            _ => true,
        })
}

/// Whether every entry of a table over a domain contains its own index, as in sets of reachable
/// elements.
pub(super) fn with_itself(table: &Table, domain: DomainId) -> bool {
    table.indexes == [TableIndex::Domain(domain)]
        && table.entries.iter().zip(0..).all(|(entry, at)| match entry {
            Value::Set(set) => set.contains(at),
            _ => false,
        })
}

/// A text for an expression's operation, without its children.
pub(super) fn tag(expr: &Expr) -> String {
    use ExprKind::*;
    let more = match &expr.kind {
        Table(id, _) | Run(id, ..) | Stop(id, ..) | Reach(id, ..) => format!("{id:?}"),
        ReachLinks(id, ..) => format!("{id:?}"),
        Compare(order, ..) => format!("{order:?}"),
        Arith(op, ..) => format!("{op:?}"),
        Subset(_, _, flag) | Extreme(flag, _) | Singleton(_, flag) | SetOf(_, flag) => format!("{flag}"),
        Quantified { quantifier, .. } => format!("{quantifier:?}"),
        ToInts(a) | ToInt(a) | MemberSet(a) => format!("{:?}", a.ty.kind),
        _ => String::new(),
    };
    format!("{:?}{more}{:?}", std::mem::discriminant(&expr.kind), expr.ty.kind)
}

/// The members of a set as elements; `None` if one is no number of an element, so that none is
/// dropped: to drop one would claim that nothing is that member.
fn elements(set: &Set) -> Option<Vec<Value>> {
    if is_broken(Shortcut::IntegerMembers) {
        let numbers = set.iter().filter_map(|member| u32::try_from(member).ok());
        return Some(numbers.map(Value::Element).collect());
    }
    set.iter().map(|member| u32::try_from(member).ok().map(Value::Element)).collect()
}
