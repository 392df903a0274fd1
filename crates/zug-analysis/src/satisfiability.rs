//! A satisfiability test for small formulas of propositional logic.
//!
//! It decides whether something can happen to a generic element of a set; atoms are sentences about
//! the element that are not analysed further. A question that takes too long counts as satisfiable,
//! which is the weaker claim. Method: Davis, Putnam, Logemann and Loveland (DPLL), with unit
//! propagation. Formulas are read under the values of atoms, and never written anew; of those that
//! must hold only those are read again that contain the atom.

use super::logic::Formula;

/// The number of steps after which a question counts as satisfiable.
const BUDGET: u32 = 1_000;

/// Whether all formulas may hold together. False is a proof; true may only mean that the budget ran
/// out.
pub(super) fn possible(all: &[Formula]) -> bool {
    let atoms = all.iter().filter_map(greatest_atom).max().map_or(0, |most| most as usize + 1);
    let values = AtomValues { of: vec![None; atoms], set: Vec::new() };
    let mut open = Vec::with_capacity(all.len());
    for formula in all {
        match values.reduced(formula) {
            Reduced::Is(false) => return false,
            Reduced::Is(true) => {}
            Reduced::Open { .. } => open.push(Clause::of(formula, &values)),
        }
    }
    SatSearch { values, budget: BUDGET }.can_hold(open)
}

fn greatest_atom(formula: &Formula) -> Option<u32> {
    match formula {
        Formula::Is(_) => None,
        Formula::Atom(a) => Some(*a),
        Formula::Not(inner) => greatest_atom(inner),
        Formula::And(all) | Formula::Or(all) => all.iter().filter_map(greatest_atom).max(),
    }
}

/// A set of atoms: a bit stands for all atoms with the same remainder.
fn atom_bit(atom: u32) -> u64 {
    1 << (atom % u64::BITS)
}

fn atom_bits(formula: &Formula) -> u64 {
    match formula {
        Formula::Is(_) => 0,
        Formula::Atom(a) => atom_bit(*a),
        Formula::Not(inner) => atom_bits(inner),
        Formula::And(all) | Formula::Or(all) => all.iter().fold(0, |bits, each| bits | atom_bits(each)),
    }
}

/// A literal: an atom and its value.
type Literal = (u32, bool);

/// A formula that must hold and is not decided yet.
#[derive(Clone, Copy)]
struct Clause<'f> {
    formula: &'f Formula,
    /// Atoms that are not among these do not occur.
    atoms: u64,
    /// A literal that must hold for the formula to hold.
    unit: Option<Literal>,
}

impl<'f> Clause<'f> {
    fn of(formula: &'f Formula, values: &AtomValues) -> Clause<'f> {
        Clause { formula, atoms: atom_bits(formula), unit: values.unit(formula) }
    }
}

/// What the values of atoms leave of a formula.
enum Reduced<'f> {
    Is(bool),
    /// An atom, or a conjunction or disjunction of which more than one part is open.
    Open {
        formula: &'f Formula,
        negated: bool,
    },
}

/// The values of atoms.
struct AtomValues {
    of: Vec<Option<bool>>,
    /// The atoms with a value, in the order in which they got it.
    set: Vec<u32>,
}

impl AtomValues {
    fn set(&mut self, (atom, value): Literal) {
        self.of[atom as usize] = Some(value);
        self.set.push(atom);
    }

    /// Takes back all values but the first so many.
    fn take_back(&mut self, kept: usize) {
        for atom in self.set.drain(kept..) {
            self.of[atom as usize] = None;
        }
    }

    fn reduced<'f>(&self, formula: &'f Formula) -> Reduced<'f> {
        match formula {
            Formula::Is(holds) => Reduced::Is(*holds),
            Formula::Atom(a) => match self.of[*a as usize] {
                Some(value) => Reduced::Is(value),
                None => Reduced::Open { formula, negated: false },
            },
            Formula::Not(inner) => match self.reduced(inner) {
                Reduced::Is(holds) => Reduced::Is(!holds),
                Reduced::Open { formula, negated } => Reduced::Open { formula, negated: !negated },
            },
            Formula::And(all) => self.of_parts(formula, all, false),
            Formula::Or(any) => self.of_parts(formula, any, true),
        }
    }

    /// A conjunction, which one false part decides, or a disjunction, which one true part does.
    fn of_parts<'f>(&self, whole: &'f Formula, parts: &'f [Formula], decides: bool) -> Reduced<'f> {
        let mut only = None;
        let mut several = false;
        for part in parts {
            match self.reduced(part) {
                Reduced::Is(holds) if holds == decides => return Reduced::Is(decides),
                Reduced::Is(_) => {}
                open => {
                    several |= only.is_some();
                    only = Some(open);
                }
            }
        }
        match only {
            Some(_) if several => Reduced::Open { formula: whole, negated: false },
            Some(only) => only,
            None => Reduced::Is(!decides),
        }
    }

    /// The first literal that must hold for a formula to hold.
    fn unit(&self, formula: &Formula) -> Option<Literal> {
        match self.reduced(formula) {
            Reduced::Open { formula: Formula::Atom(a), negated } => Some((*a, !negated)),
            Reduced::Open { formula: Formula::And(all), negated: false } => {
                all.iter().find_map(|each| self.unit(each))
            }
            _ => None,
        }
    }

    /// The first atom that an open formula depends on.
    fn open_atom(&self, formula: &Formula) -> Option<u32> {
        match self.reduced(formula) {
            Reduced::Open { formula: Formula::Atom(a), .. } => Some(*a),
            Reduced::Open { formula: Formula::And(parts) | Formula::Or(parts), .. } => {
                parts.iter().find_map(|each| self.open_atom(each))
            }
            _ => None,
        }
    }
}

struct SatSearch {
    values: AtomValues,
    /// The steps that are left.
    budget: u32,
}

impl SatSearch {
    /// Whether all of these can hold, or the budget runs out.
    fn can_hold(&mut self, mut open: Vec<Clause<'_>>) -> bool {
        loop {
            self.budget = self.budget.saturating_sub(1);
            if open.is_empty() || self.budget == 0 {
                return true;
            }
            let Some(unit) = open.iter().find_map(|clause| clause.unit) else { break };
            if !self.set(unit, &mut open) {
                return false;
            }
        }
        let Some(atom) = open.iter().find_map(|clause| self.values.open_atom(clause.formula)) else {
            return true;
        };
        [false, true].into_iter().any(|value| self.can_hold_with((atom, value), open.clone()))
    }

    fn can_hold_with(&mut self, literal: Literal, mut open: Vec<Clause<'_>>) -> bool {
        let kept = self.values.set.len();
        let holds = self.set(literal, &mut open) && self.can_hold(open);
        self.values.take_back(kept);
        holds
    }

    /// Gives an atom its value; false where one of the open formulas does not hold then.
    fn set(&mut self, literal: Literal, open: &mut Vec<Clause<'_>>) -> bool {
        self.values.set(literal);
        let (values, bit) = (&self.values, atom_bit(literal.0));
        let mut fails = false;
        open.retain_mut(|clause| {
            if clause.atoms & bit == 0 {
                return true;
            }
            match values.reduced(clause.formula) {
                Reduced::Is(holds) => {
                    fails |= !holds;
                    false
                }
                Reduced::Open { .. } => {
                    clause.unit = values.unit(clause.formula);
                    true
                }
            }
        });
        if fails {
            self.budget = self.budget.saturating_sub(1);
        }
        !fails
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{conjunction, disjunction};
    use zug_game::SplitMix64;

    #[test]
    fn a_contradiction_is_found_behind_an_implication() {
        let (a, b, c) = (Formula::Atom(0), Formula::Atom(1), Formula::Atom(2));
        let rules = [a.clone().implies(b.clone()), b.clone().implies(c.clone()), a.clone(), c.clone().not()];
        assert!(!possible(&rules));
        assert!(possible(&rules[..3]));
        assert!(!possible(&[a.clone().or(b.clone()), a.clone().not(), b.clone().not()]));
        assert!(possible(&[a.or(b).not().or(c)]));
    }

    /// Atoms of a random formula; some are so far apart that they share a bit.
    const ATOMS: [u32; 7] = [0, 1, 2, 3, 64, 65, 130];

    fn formula(random: &mut SplitMix64, depth: usize) -> Formula {
        let parts = |random: &mut SplitMix64| {
            (0..1 + random.below(3)).map(|_| formula(random, depth - 1)).collect::<Vec<_>>()
        };
        match random.below(if depth == 0 { 9 } else { 20 }) {
            0..=7 => Formula::Atom(ATOMS[random.below(ATOMS.len())]),
            8 => Formula::Is(random.below(2) == 0),
            9..=12 => formula(random, depth - 1).not(),
            13..=16 => disjunction(parts(random)),
            17 => Formula::Or(parts(random).into()),
            18 => Formula::And(parts(random).into()),
            _ => conjunction(parts(random)),
        }
    }

    fn holds(formula: &Formula, row: usize) -> bool {
        match formula {
            Formula::Is(holds) => *holds,
            Formula::Atom(a) => ATOMS.iter().position(|each| each == a).is_some_and(|at| row >> at & 1 == 1),
            Formula::Not(inner) => !holds(inner, row),
            Formula::And(all) => all.iter().all(|each| holds(each, row)),
            Formula::Or(any) => any.iter().any(|each| holds(each, row)),
        }
    }

    #[test]
    fn what_is_possible_has_a_row_in_the_truth_table() {
        let mut random = SplitMix64(17);
        let mut found = [0; 2];
        for _ in 0..20_000 {
            let all: Vec<Formula> = (0..1 + random.below(9)).map(|_| formula(&mut random, 3)).collect();
            let row = (0..1 << ATOMS.len()).any(|row| all.iter().all(|each| holds(each, row)));
            assert_eq!(possible(&all), row, "{all:?}");
            found[usize::from(row)] += 1;
        }
        assert!(found.iter().all(|count| *count > 2_000), "{found:?}");
    }

    #[test]
    fn a_question_beyond_the_budget_counts_as_possible() {
        // Eight pigeons in seven holes: impossible, but no short search shows it.
        let sits = |pigeon: u32, hole: u32| Formula::Atom(pigeon * 7 + hole);
        let mut all: Vec<Formula> =
            (0..8).map(|pigeon| disjunction((0..7).map(|hole| sits(pigeon, hole)))).collect();
        for (one, other) in (0..8).flat_map(|one| (0..one).map(move |other| (one, other))) {
            all.extend((0..7).map(|hole| sits(one, hole).and(sits(other, hole)).not()));
        }
        assert!(possible(&all));
    }
}
