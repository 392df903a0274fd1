//! The state of symbolic execution: what is known of values while a body is followed without a position.
//!
//! A term has a key; equal keys mean equal values (what cannot be named gets a key of its own). A set is told
//! by how it was made, so that "is this element in it" becomes a formula.

use super::logic::Formula;
use super::monotone_order::ElementFunction;
use std::collections::BTreeMap;
use std::rc::Rc;
use zug_lang::program::*;

/// A value that is not known, or known only in part.
#[derive(Clone, Debug)]
pub(super) struct Term<'p> {
    /// Equal keys mean equal values.
    pub key: Rc<str>,
    /// That it is not `none`.
    pub exists: Formula,
    /// What it is, if that is known.
    pub value: Option<Value>,
    /// Of a truth value: that it is true.
    pub truth: Formula,
    /// Of an integer, or an element that is one: bounds.
    pub range: (i64, i64),
    /// Of an element: how it depends on one that is not known.
    pub map: Option<ElementFunction>,
    /// Of a set: how it was made, if it is not `none`.
    pub set: Option<Rc<SetTerm<'p>>>,
}

/// Of what is no integer.
pub(super) const ANY: (i64, i64) = (i64::MIN, i64::MAX);

impl<'p> Term<'p> {
    /// An element or integer that is there, and of which no more is known.
    pub fn unknown(key: impl Into<Rc<str>>) -> Term<'p> {
        let (exists, truth) = (Formula::TRUE, Formula::FALSE);
        Term { key: key.into(), exists, value: None, truth, range: ANY, map: None, set: None }
    }

    /// A known value.
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

/// A set, by how it was made.
#[derive(Debug)]
pub(super) struct SetTerm<'p> {
    /// Equal keys mean equal sets.
    pub key: Rc<str>,
    /// How many terms it is made of, to keep them small.
    pub weight: u32,
    /// How it was made.
    pub shape: SetForm<'p>,
}

/// How a set was made.
#[derive(Debug)]
pub(super) enum SetForm<'p> {
    /// These members.
    Known(Set),
    /// Nobody knows.
    Opaque,
    /// Nobody knows, but it has a member: the set that a member of a family is.
    Filled,
    /// Nobody knows, but this element is not in it.
    Without(Term<'p>),
    /// Some members of another set.
    Within(Rc<SetTerm<'p>>),
    Union(Rc<SetTerm<'p>>, Rc<SetTerm<'p>>),
    Intersect(Rc<SetTerm<'p>>, Rc<SetTerm<'p>>),
    Minus(Rc<SetTerm<'p>>, Rc<SetTerm<'p>>),
    /// Just this, or nothing where it is `none`.
    Single(Term<'p>),
    If(Formula, Rc<SetTerm<'p>>, Rc<SetTerm<'p>>),
    /// The members of a set for which a condition holds, seen in a state.
    Filter {
        over: Rc<SetTerm<'p>>,
        state: Rc<SymbolicState<'p>>,
        local: LocalId,
        guard: &'p Expr,
    },
    /// The union of sets, for every binding.
    Each {
        state: Rc<SymbolicState<'p>>,
        binders: &'p [(LocalId, Expr)],
        guard: &'p Expr,
        body: &'p Expr,
    },
}

impl<'p> SetTerm<'p> {
    /// These members.
    pub fn known(set: Set) -> Rc<SetTerm<'p>> {
        let key = format!("{:?}", set.as_slice()).into();
        Rc::new(SetTerm { key, weight: 1, shape: SetForm::Known(set) })
    }

    /// A set of which nothing is known but its key.
    pub fn opaque(key: impl Into<Rc<str>>) -> Rc<SetTerm<'p>> {
        Rc::new(SetTerm { key: key.into(), weight: 1, shape: SetForm::Opaque })
    }

    /// The elements that are put in or taken out by name.
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

    /// The parts that certainly have a member.
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

/// One entry of a set field that was written to.
#[derive(Clone, Debug)]
pub(super) struct SetFieldWrite<'p> {
    /// Its index, where that is known.
    pub index: Vec<Option<u32>>,
    /// What it was where this stretch of the path began.
    pub before: Rc<SetTerm<'p>>,
    /// What it is now.
    pub now: Rc<SetTerm<'p>>,
}

/// The entries of a set field.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries<'p> {
    /// Those written to, by the keys of their indexes.
    pub written: BTreeMap<String, SetFieldWrite<'p>>,
    /// Counts how often all was forgotten.
    pub epoch: u32,
    /// Two entries were written to that may be the same one.
    pub spoiled: bool,
}

/// The entries of a field that is no set.
#[derive(Clone, Debug, Default)]
pub(super) struct Singles<'p> {
    /// Those written to, by the keys of their indexes, with what they are now, if that is known.
    pub written: BTreeMap<String, (Vec<Option<u32>>, Option<Term<'p>>)>,
    /// The version in which nothing was written yet.
    pub epoch: u32,
}

/// Whether two indexes may be the same.
pub(super) fn may_meet(a: &[Option<u32>], b: &[Option<u32>]) -> bool {
    a.iter().zip(b).all(|pair| !matches!(pair, (Some(a), Some(b)) if a != b))
}

/// An element that was taken from a set.
#[derive(Clone, Debug)]
pub(super) struct Picked<'p> {
    /// The kind of the set.
    pub kind: Kind,
    /// The element.
    pub term: Term<'p>,
    /// The set as it was then.
    pub from: Option<Rc<SetTerm<'p>>>,
}

/// What is known at one place of a path.
#[derive(Clone, Debug)]
pub(super) struct SymbolicState<'p> {
    /// The mover.
    pub me: u32,
    /// The locals of the body, or of the `def` that is looked into.
    pub locals: Vec<Term<'p>>,
    /// Set fields.
    pub sets: Vec<Entries<'p>>,
    /// How often each single field was written to.
    pub versions: Vec<u32>,
    /// What holds.
    pub facts: Vec<Formula>,
    /// Pairs of sets of one kind, the first inside the second.
    pub inside: Vec<(Kind, Rc<SetTerm<'p>>, Rc<SetTerm<'p>>)>,
    /// Sets that have a member, with their kinds.
    pub filled: Vec<(Kind, Rc<SetTerm<'p>>)>,
    /// Parameters and loop variables, with the kinds of the sets they come from.
    pub picked: Vec<Picked<'p>>,
    /// Single fields.
    pub singles: Vec<Singles<'p>>,
    /// Bounds of integers, by key.
    pub bounds: BTreeMap<Rc<str>, (i64, i64)>,
    /// How many binders and `def`s deep.
    pub depth: u32,
}
