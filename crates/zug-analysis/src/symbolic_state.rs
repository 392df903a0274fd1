//! The state of symbolic execution: the known facts while a body is followed without a position.
//!
//! A term has a key, and equal keys mean equal values; a value that cannot be named gets a new key.
//! A set term records how the set was made, so that membership becomes a formula.

use super::candidates::ElementRelation;
use super::logic::{Formula, conjunction};
use std::collections::BTreeMap;
use std::rc::Rc;
use zug_lang::program::*;

/// A value, known, partly known or unknown.
#[derive(Clone, Debug)]
pub(super) struct Term<'p> {
    /// The key; equal keys mean equal values.
    pub key: Rc<str>,
    /// The formula "it is not `none`".
    pub exists: Formula,
    /// The value, if it is known.
    pub value: Option<Value>,
    /// For a truth value the formula "it is true".
    pub truth: Formula,
    /// For an integer, or an element that stands for one: its bounds.
    pub range: (i64, i64),
    /// For an element: its dependence on one unknown element.
    pub map: Option<ElementRelation>,
    /// For a set: how it was made, if it is not `none`.
    pub set: Option<Rc<SetTerm<'p>>>,
}

/// No bounds.
pub(super) const ANY: (i64, i64) = (i64::MIN, i64::MAX);

impl<'p> Term<'p> {
    /// An element or integer that is not `none`, of which no more is known.
    pub fn unknown(key: impl Into<Rc<str>>) -> Term<'p> {
        let (exists, truth) = (Formula::TRUE, Formula::FALSE);
        Term { key: key.into(), exists, value: None, truth, range: ANY, map: None, set: None }
    }

    /// The term of a known value.
    pub fn known(value: Value) -> Term<'p> {
        let range = if let Value::Int(n) = value { (n, n) } else { ANY };
        Term {
            exists: Formula::Is(value != Value::None),
            truth: Formula::Is(value == Value::Bool(true)),
            range,
            set: if let Value::Set(set) = &value { Some(SetTerm::known(set.clone())) } else { None },
            ..Term::unknown(format!("{value:?}"))
        }
        .with(value)
    }

    fn with(self, value: Value) -> Term<'p> {
        Term { value: Some(value), ..self }
    }
}

/// A set, by its construction.
#[derive(Debug)]
pub(super) struct SetTerm<'p> {
    /// The key; equal keys mean equal sets.
    pub key: Rc<str>,
    /// The number of terms that it is made of.
    pub weight: u32,
    /// Its construction.
    pub shape: SetForm<'p>,
}

/// The construction of a set.
#[derive(Debug)]
pub(super) enum SetForm<'p> {
    /// The set of these members.
    Known(Set),
    /// Unknown.
    Opaque,
    /// Unknown, but not empty: the set of a member of a family.
    Filled,
    /// Unknown, but without this element.
    Without(Term<'p>),
    /// An unknown subset of another set.
    Within(Rc<SetTerm<'p>>),
    Union(Rc<SetTerm<'p>>, Rc<SetTerm<'p>>),
    Intersect(Rc<SetTerm<'p>>, Rc<SetTerm<'p>>),
    Minus(Rc<SetTerm<'p>>, Rc<SetTerm<'p>>),
    /// The set of this element alone, or the empty set where it is `none`.
    Single(Term<'p>),
    If(Formula, Rc<SetTerm<'p>>, Rc<SetTerm<'p>>),
    /// The members of a set for which a condition holds, evaluated in a state.
    Filter {
        over: Rc<SetTerm<'p>>,
        state: Rc<SymbolicState<'p>>,
        local: LocalId,
        guard: &'p Expr,
    },
    /// The union of sets over all bindings.
    Each {
        state: Rc<SymbolicState<'p>>,
        binders: &'p [(LocalId, Expr)],
        guard: &'p Expr,
        body: &'p Expr,
    },
}

impl<'p> SetTerm<'p> {
    /// The set of these members.
    pub fn known(set: Set) -> Rc<SetTerm<'p>> {
        let key = format!("{:?}", set.iter().collect::<Vec<i64>>()).into();
        Rc::new(SetTerm { key, weight: 1, shape: SetForm::Known(set) })
    }

    /// A set of which only the key is known.
    pub fn opaque(key: impl Into<Rc<str>>) -> Rc<SetTerm<'p>> {
        Rc::new(SetTerm { key: key.into(), weight: 1, shape: SetForm::Opaque })
    }

    /// Collects the elements that the construction names.
    pub fn singles(&self, all: &mut Vec<Term<'p>>) {
        match &self.shape {
            SetForm::Single(term) if !all.iter().any(|known| known.key == term.key) => all.push(term.clone()),
            SetForm::Union(a, b) | SetForm::Intersect(a, b) | SetForm::Minus(a, b) | SetForm::If(_, a, b) => {
                a.singles(all);
                b.singles(all);
            }
            SetForm::Filter { over, .. } => over.singles(all),
            SetForm::Known(set) if set.len() <= 4 => {
                for member in set.iter().filter_map(|m| u32::try_from(m).ok()) {
                    let term = Term::known(Value::Element(member));
                    if !all.iter().any(|known| known.key == term.key) {
                        all.push(term);
                    }
                }
            }
            _ => {}
        }
    }

    /// A formula, under those that hold where the conditions in the construction are evaluated.
    pub fn under_facts(&self, law: Formula) -> Formula {
        let under = |state: &SymbolicState<'p>, law| conjunction(state.facts.iter().cloned()).implies(law);
        match &self.shape {
            SetForm::Filter { over, state, .. } => over.under_facts(under(state, law)),
            SetForm::Each { state, .. } => under(state, law),
            SetForm::Within(upper) => upper.under_facts(law),
            SetForm::Union(a, b) | SetForm::Intersect(a, b) | SetForm::Minus(a, b) | SetForm::If(_, a, b) => {
                a.under_facts(b.under_facts(law))
            }
            SetForm::Known(_)
            | SetForm::Opaque
            | SetForm::Filled
            | SetForm::Without(_)
            | SetForm::Single(_) => law,
        }
    }

    /// Collects the parts that are surely not empty.
    pub fn filled(self: &Rc<Self>, all: &mut Vec<Rc<SetTerm<'p>>>) {
        match &self.shape {
            SetForm::Filled => all.push(self.clone()),
            SetForm::Union(a, b) | SetForm::Intersect(a, b) | SetForm::Minus(a, b) | SetForm::If(_, a, b) => {
                a.filled(all);
                b.filled(all);
            }
            SetForm::Filter { over, .. } => over.filled(all),
            _ => {}
        }
    }
}

/// An entry of a set field that was written to.
#[derive(Clone, Debug)]
pub(super) struct SetFieldWrite<'p> {
    /// The elements of its index, where they are known.
    pub index: Vec<Option<u32>>,
    /// Its value at the beginning of the present stretch of the path.
    pub before: Rc<SetTerm<'p>>,
    /// Its present value.
    pub now: Rc<SetTerm<'p>>,
}

/// The entries of a set field.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries<'p> {
    /// The entries written to, by the key of the index.
    pub written: BTreeMap<String, SetFieldWrite<'p>>,
    /// A number that changes when all entries are forgotten; it is part of the keys of unwritten
    /// entries.
    pub epoch: u32,
    /// Whether two entries were written to that may be the same.
    pub spoiled: bool,
}

/// The entries of a field that is no set.
#[derive(Clone, Debug, Default)]
pub(super) struct Singles<'p> {
    /// The entries written to, by the key of the index: the known elements of the index, and the
    /// present term, if it is known.
    pub written: BTreeMap<String, (Vec<Option<u32>>, Option<Term<'p>>)>,
    /// The version of the entries that were not written to.
    pub epoch: u32,
}

/// Whether two indexes may be equal.
pub(super) fn may_meet(a: &[Option<u32>], b: &[Option<u32>]) -> bool {
    a.iter().zip(b).all(|pair| !matches!(pair, (Some(a), Some(b)) if a != b))
}

/// An element taken from a set.
#[derive(Clone, Debug)]
pub(super) struct Picked<'p> {
    /// The kind of the set.
    pub kind: Kind,
    /// The element.
    pub term: Term<'p>,
    /// The set at that time.
    pub from: Option<Rc<SetTerm<'p>>>,
}

/// The facts known at one place of a path.
#[derive(Clone, Debug)]
pub(super) struct SymbolicState<'p> {
    /// The mover.
    pub me: u32,
    /// The locals of the body, or of the `def` that is evaluated.
    pub locals: Vec<Term<'p>>,
    /// For each field its entries as sets.
    pub sets: Vec<Entries<'p>>,
    /// For each field a number that changes with every write; it is part of the keys of its
    /// entries.
    pub versions: Vec<u32>,
    /// The formulas that hold.
    pub facts: Vec<Formula>,
    /// Pairs of sets of one kind; the first is a subset of the second.
    pub inside: Vec<(Kind, Rc<SetTerm<'p>>, Rc<SetTerm<'p>>)>,
    /// Non-empty sets, with their kinds.
    pub filled: Vec<(Kind, Rc<SetTerm<'p>>)>,
    /// Parameters and loop variables, with the sets they come from.
    pub picked: Vec<Picked<'p>>,
    /// For each field its entries as single values.
    pub singles: Vec<Singles<'p>>,
    /// Bounds of integers, by key.
    pub bounds: BTreeMap<Rc<str>, (i64, i64)>,
    /// The nesting of binders and `def`s.
    pub depth: u32,
}

/// Whether two terms surely denote different elements, or one is `none`.
pub(super) fn apart(a: &Term, b: &Term) -> bool {
    match (&a.map, &b.map, &a.value, &b.value) {
        (Some(a), Some(b), ..) if a.of == b.of => a.differs(b),
        (Some(map), _, _, Some(Value::Element(e))) | (_, Some(map), Some(Value::Element(e)), _) => {
            !map.to.values().contains(e)
        }
        _ => false,
    }
}
