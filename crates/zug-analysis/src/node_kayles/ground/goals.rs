//! Conditions of `end` rules while the fields are unknown: `reach` and counts become atoms of their
//! own.

use super::values::{Members, at};
use super::{Formula, Ground, GroundValue, View};
use crate::logic::conjunction;
use std::cell::RefCell;
use std::sync::Arc;
use zug_lang::program::*;

/// What a `reach` goes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Along {
    /// The neighbours in a table.
    Table(TableId),
    /// Links, the members of a family.
    Links(DomainId),
}

/// A `reach`: where it begins and what it goes through, each with the condition on which it is
/// there.
#[derive(Debug)]
pub(crate) struct ReachTerm {
    pub along: Along,
    pub from: Members,
    pub within: Members,
}

/// An atom that is no thing.
#[derive(Clone, Debug)]
pub(crate) enum GoalAtom {
    /// A `reach` comes to this element.
    Reached(Arc<ReachTerm>, i64),
    /// At least so many of these hold.
    AtLeast(i64, Vec<Formula>),
}

/// Atoms that are no things, by their numbers from the first that is none.
#[derive(Debug, Default)]
pub(crate) struct GoalAtoms {
    pub first: u32,
    pub atoms: Vec<GoalAtom>,
}

impl<'p> Ground<'p> {
    /// The same where goals are read.
    pub fn of_goals(program: &'p Program, me: u32) -> Option<Ground<'p>> {
        let ground = Ground::new(program, me)?;
        let first = u32::try_from(ground.things.len()).ok()?;
        Some(Ground { goals: Some(RefCell::new(GoalAtoms { first, atoms: Vec::new() })), ..ground })
    }

    /// What atoms that are no things stand for.
    pub fn into_atoms(self) -> GoalAtoms {
        self.goals.map(RefCell::into_inner).unwrap_or_default()
    }

    /// For each player the condition on which an `end` rule says that he wins; none if one says
    /// something else.
    pub fn winners(&self) -> Option<[Formula; 2]> {
        let mut wins = [Formula::FALSE, Formula::FALSE];
        for end in &self.program.ends {
            let OutcomeKind::Wins(winner) = &end.outcome.kind else { return None };
            let mut view = View::new(end.frame.locals.len());
            self.bindings(&mut view, &end.binders, &end.when, Formula::TRUE, &mut |view, is| {
                let GroundValue::Value(Value::Element(player)) = self.evaluate(view, winner)? else {
                    return None;
                };
                let wins = wins.get_mut(player as usize)?;
                *wins = wins.clone().or(is);
                self.weigh(wins)
            })?;
        }
        Some(wins)
    }

    /// The outcome where this player cannot move: who wins, or a draw; none if that depends on the
    /// position, or is neither.
    pub fn unclaimed(&self, rule: &'p Ruled) -> Option<Option<u32>> {
        let view = View::new(rule.frame.locals.len());
        let mut outcome = &rule.outcome;
        loop {
            outcome = match &outcome.kind {
                OutcomeKind::Draw => return Some(None),
                OutcomeKind::Wins(player) => match self.evaluate(&view, player)? {
                    GroundValue::Value(Value::Element(player)) => return Some(Some(player)),
                    _ => return None,
                },
                OutcomeKind::If(condition, yes, no) => match self.truth(&view, condition)? {
                    Formula::Is(true) => yes,
                    Formula::Is(false) => no,
                    _ => return None,
                },
                OutcomeKind::Points(..) | OutcomeKind::Pass => return None,
            };
        }
    }

    fn atom(&self, atom: GoalAtom) -> Option<Formula> {
        let mut goals = self.goals.as_ref()?.borrow_mut();
        let number = goals.first.checked_add(u32::try_from(goals.atoms.len()).ok()?)?;
        goals.atoms.push(atom);
        Some(Formula::Atom(number))
    }

    /// The elements that a `reach` comes to.
    pub(super) fn reached(&self, view: &View, expr: &'p Expr) -> Option<GroundValue> {
        self.goals.as_ref()?;
        let (along, from, within) = match &expr.kind {
            ExprKind::Reach(table, from, within) => (Along::Table(*table), from, within),
            ExprKind::ReachLinks(family, from, links) => (Along::Links(*family), from, links),
            _ => return None,
        };
        let term =
            Arc::new(ReachTerm { along, from: self.set(view, from)?, within: self.set(view, within)? });
        let Kind::Set(domain) = expr.ty.kind else { return None };
        let len = self.program.domains.get(domain.index())?.len() as i64;
        let mut reached = Members::new();
        for element in 0..len {
            if matches!(along, Along::Links(_)) || at(&term.within, element) != Formula::FALSE {
                self.work(1)?;
                reached.insert(element, self.atom(GoalAtom::Reached(term.clone(), element))?);
            }
        }
        Some(GroundValue::Set(reached))
    }

    /// A comparison of a count with a number.
    pub(super) fn counted_goal(
        &self,
        view: &View,
        order: Order,
        (a, b): (&'p Expr, &'p Expr),
    ) -> Option<Formula> {
        self.goals.as_ref()?;
        let more = i64::from(order == Order::Less);
        if let Some(parts) = self.counted_parts(view, b) {
            return self.at_least(self.number(view, a)?.checked_add(more)?, parts);
        }
        let parts = self.counted_parts(view, a)?;
        let beyond = self.number(view, b)?.checked_add(1 - more)?;
        Some(self.at_least(beyond, parts)?.not())
    }

    fn at_least(&self, number: i64, parts: Vec<Formula>) -> Option<Formula> {
        match number {
            ..=0 => Some(Formula::TRUE),
            _ if number == parts.len() as i64 => Some(conjunction(parts)),
            _ => self.atom(GoalAtom::AtLeast(number, parts)),
        }
    }

    fn number(&self, view: &View, expr: &'p Expr) -> Option<i64> {
        match self.evaluate(view, expr)? {
            GroundValue::Value(Value::Int(number)) => Some(number),
            _ => None,
        }
    }

    /// What is counted, each with the condition on which it is.
    fn counted_parts(&self, view: &View, expr: &'p Expr) -> Option<Vec<Formula>> {
        match &expr.kind {
            ExprKind::Count(set) => Some(self.set(view, set)?.into_values().collect()),
            ExprKind::Quantified { quantifier: Quantifier::Count, binders, guard, body } => {
                let mut parts = Vec::new();
                self.bindings(&mut view.clone(), binders, guard, Formula::TRUE, &mut |view, is| {
                    parts.push(is.and(self.truth(view, body)?));
                    Some(())
                })?;
                Some(parts)
            }
            _ => None,
        }
    }
}
