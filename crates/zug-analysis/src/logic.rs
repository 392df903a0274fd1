//! A satisfiability test for small formulas of propositional logic.
//!
//! It decides whether something can happen to a generic element of a set; atoms are sentences about
//! the element that are not analysed further. A question that takes too long counts as satisfiable,
//! which is the weaker claim. Method: Davis, Putnam, Logemann and Loveland (DPLL), with unit
//! propagation.

/// A formula over numbered atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    /// A constant.
    Is(bool),
    /// An atom, by its number.
    Atom(u32),
    /// A negation.
    Not(Box<Formula>),
    /// A conjunction.
    And(Vec<Formula>),
    /// A disjunction.
    Or(Vec<Formula>),
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

    /// How many parts it is made of.
    pub fn size(&self) -> usize {
        match self {
            Formula::Is(_) | Formula::Atom(_) => 1,
            Formula::Not(inner) => 1 + inner.size(),
            Formula::And(all) | Formula::Or(all) => 1 + all.iter().map(Formula::size).sum::<usize>(),
        }
    }

    /// The first atom of the formula.
    fn some_atom(&self) -> Option<u32> {
        match self {
            Formula::Is(_) => None,
            Formula::Atom(a) => Some(*a),
            Formula::Not(inner) => inner.some_atom(),
            Formula::And(all) | Formula::Or(all) => all.iter().find_map(Formula::some_atom),
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

/// The disjunction of formulas, flattened and simplified.
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

/// The number of steps after which a question counts as satisfiable.
const BUDGET: u32 = 1_000;

/// Whether all formulas may hold together. False is a proof; true may only mean that the budget ran
/// out.
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

/// The atom and its value, if the formula is a literal.
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
