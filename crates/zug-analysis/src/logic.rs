//! Decides small questions of propositional logic.
//!
//! Used to ask whether something can happen to a generic element of a set: an atom is a sentence about it that
//! is not looked into further. A question that takes too long is answered with "it may be", which claims least.
//! Method: Davis, Putnam, Logemann, Loveland, with unit propagation.

/// A formula over numbered atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    /// True or false.
    Is(bool),
    /// An atom.
    Atom(u32),
    /// Not.
    Not(Box<Formula>),
    /// All of them.
    And(Vec<Formula>),
    /// One of them.
    Or(Vec<Formula>),
}

impl Formula {
    pub const TRUE: Formula = Formula::Is(true);
    pub const FALSE: Formula = Formula::Is(false);

    /// `not self`
    pub fn not(self) -> Formula {
        match self {
            Formula::Is(b) => Formula::Is(!b),
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// `self and other`
    pub fn and(self, other: Formula) -> Formula {
        conjunction([self, other])
    }

    /// `self or other`
    pub fn or(self, other: Formula) -> Formula {
        disjunction([self, other])
    }

    /// `self implies other`
    pub fn implies(self, other: Formula) -> Formula {
        self.not().or(other)
    }

    /// The formula once an atom is known.
    fn given(&self, atom: u32, value: bool) -> Formula {
        match self {
            Formula::Atom(a) if *a == atom => Formula::Is(value),
            Formula::Is(_) | Formula::Atom(_) => self.clone(),
            Formula::Not(inner) => inner.given(atom, value).not(),
            Formula::And(all) => conjunction(all.iter().map(|f| f.given(atom, value))),
            Formula::Or(any) => disjunction(any.iter().map(|f| f.given(atom, value))),
        }
    }

    /// Some atom of it.
    fn some_atom(&self) -> Option<u32> {
        match self {
            Formula::Is(_) => None,
            Formula::Atom(a) => Some(*a),
            Formula::Not(inner) => inner.some_atom(),
            Formula::And(all) | Formula::Or(all) => all.iter().find_map(Formula::some_atom),
        }
    }
}

/// All of these.
pub(super) fn conjunction(all: impl IntoIterator<Item = Formula>) -> Formula {
    let mut parts = Vec::new();
    for part in all {
        match part {
            Formula::Is(true) => {}
            Formula::Is(false) => return Formula::FALSE,
            Formula::And(more) => parts.extend(more),
            other => parts.push(other),
        }
    }
    match parts.len() {
        0 => Formula::TRUE,
        1 => parts.swap_remove(0),
        _ => Formula::And(parts),
    }
}

/// One of these.
pub(super) fn disjunction(any: impl IntoIterator<Item = Formula>) -> Formula {
    let mut parts = Vec::new();
    for part in any {
        match part {
            Formula::Is(false) => {}
            Formula::Is(true) => return Formula::TRUE,
            Formula::Or(more) => parts.extend(more),
            other => parts.push(other),
        }
    }
    match parts.len() {
        0 => Formula::FALSE,
        1 => parts.swap_remove(0),
        _ => Formula::Or(parts),
    }
}

/// How many formulas are looked at before a question is given up.
const BUDGET: u32 = 1_000;

/// Whether all of these can hold together. False is a proof; true may be a question given up.
pub(super) fn possible(all: &[Formula]) -> bool {
    search(conjunction(all.iter().cloned()), &mut BUDGET.clone())
}

fn search(mut formula: Formula, budget: &mut u32) -> bool {
    loop {
        *budget = budget.saturating_sub(1);
        let unit = match &formula {
            Formula::Is(holds) => return *holds,
            _ if *budget == 0 => return true,
            Formula::And(all) => all.iter().find_map(unit),
            other => unit(other),
        };
        let Some((atom, value)) = unit else { break };
        formula = formula.given(atom, value);
    }
    let Some(atom) = formula.some_atom() else { return true };
    search(formula.given(atom, false), budget) || search(formula.given(atom, true), budget)
}

/// The atom that a formula alone decides.
fn unit(formula: &Formula) -> Option<(u32, bool)> {
    match formula {
        Formula::Atom(a) => Some((*a, true)),
        Formula::Not(inner) => match **inner {
            Formula::Atom(a) => Some((a, false)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contradiction_is_found_behind_an_implication() {
        let (a, b, c) = (Formula::Atom(0), Formula::Atom(1), Formula::Atom(2));
        let rules = [a.clone().implies(b.clone()), b.clone().implies(c.clone()), a.clone(), c.clone().not()];
        assert!(!possible(&rules));
        assert!(possible(&rules[..3]));
        assert!(!possible(&[a.clone().or(b.clone()), a.clone().not(), b.clone().not()]));
        assert!(possible(&[a.or(b).not().or(c)]));
    }
}
