//! Formulas of propositional logic.

use std::collections::BTreeSet;
use std::sync::Arc;

/// A formula over numbered atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    /// A constant.
    Is(bool),
    /// An atom, by its number.
    Atom(u32),
    /// A negation.
    Not(Box<Formula>),
    /// A conjunction. Its parts are shared: states of moves are copied often.
    And(Arc<[Formula]>),
    /// A disjunction.
    Or(Arc<[Formula]>),
}

impl Formula {
    pub const TRUE: Formula = Formula::Is(true);
    pub const FALSE: Formula = Formula::Is(false);

    /// The negation, without a double `Not`.
    pub fn not(self) -> Formula {
        match self {
            Formula::Is(b) => Formula::Is(!b),
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// The conjunction of both.
    pub fn and(self, other: Formula) -> Formula {
        conjunction([self, other])
    }

    /// The disjunction of both.
    pub fn or(self, other: Formula) -> Formula {
        disjunction([self, other])
    }

    /// The implication, as `not self or other`.
    pub fn implies(self, other: Formula) -> Formula {
        self.not().or(other)
    }

    /// The formula with an atom replaced by its value, simplified.
    pub fn given(&self, atom: u32, value: bool) -> Formula {
        match self {
            Formula::Atom(a) if *a == atom => Formula::Is(value),
            Formula::Is(_) | Formula::Atom(_) => self.clone(),
            Formula::Not(inner) => inner.given(atom, value).not(),
            Formula::And(all) => conjunction(all.iter().map(|f| f.given(atom, value))),
            Formula::Or(any) => disjunction(any.iter().map(|f| f.given(atom, value))),
        }
    }

    /// Adds the atoms that occur in it.
    pub fn add_atoms(&self, atoms: &mut BTreeSet<u32>) {
        match self {
            Formula::Is(_) => {}
            Formula::Atom(atom) => {
                atoms.insert(*atom);
            }
            Formula::Not(inner) => inner.add_atoms(atoms),
            Formula::And(all) | Formula::Or(all) => all.iter().for_each(|each| each.add_atoms(atoms)),
        }
    }

    /// Whether it holds where atoms have these values.
    pub fn holds(&self, value: &impl Fn(u32) -> bool) -> bool {
        match self {
            Formula::Is(holds) => *holds,
            Formula::Atom(atom) => value(*atom),
            Formula::Not(inner) => !inner.holds(value),
            Formula::And(all) => all.iter().all(|each| each.holds(value)),
            Formula::Or(any) => any.iter().any(|each| each.holds(value)),
        }
    }

    /// How many parts it is made of.
    pub fn size(&self) -> usize {
        match self {
            Formula::Is(_) | Formula::Atom(_) => 1,
            Formula::Not(inner) => 1 + inner.size(),
            Formula::And(all) | Formula::Or(all) => 1 + all.iter().map(Formula::size).sum::<usize>(),
        }
    }
}

/// The conjunction of formulas, flattened and simplified.
pub(super) fn conjunction(all: impl IntoIterator<Item = Formula>) -> Formula {
    let mut parts = Vec::new();
    for part in all {
        match part {
            Formula::Is(true) => {}
            Formula::Is(false) => return Formula::FALSE,
            Formula::And(more) => parts.extend(more.iter().cloned()),
            other => parts.push(other),
        }
    }
    match parts.len() {
        0 => Formula::TRUE,
        1 => parts.swap_remove(0),
        _ => Formula::And(parts.into()),
    }
}

/// The disjunction of formulas, flattened and simplified.
pub(super) fn disjunction(any: impl IntoIterator<Item = Formula>) -> Formula {
    let mut parts = Vec::new();
    for part in any {
        match part {
            Formula::Is(false) => {}
            Formula::Is(true) => return Formula::TRUE,
            Formula::Or(more) => parts.extend(more.iter().cloned()),
            other => parts.push(other),
        }
    }
    match parts.len() {
        0 => Formula::FALSE,
        1 => parts.swap_remove(0),
        _ => Formula::Or(parts.into()),
    }
}
