//! What is known to hold where an expression is evaluated: the parts beside it, the conditions of
//! the arms, guards and moves around it, as long as no store changes what they read.

use super::reads::{reads, store_of};
use zug_lang::program::*;

/// Something that holds at a place.
#[derive(Clone, Copy)]
pub(super) enum KnownFact<'p> {
    /// A condition has this value, or the value of the whole does not hang on the place.
    Is(&'p Expr, bool),
    /// A local is a member of a set.
    Member(LocalId, &'p Expr),
}

/// Calls `see` for every expression of a program, with what holds there.
pub(super) fn each_with_facts<'p>(program: &'p Program, see: impl FnMut(&'p Expr, &[KnownFact<'p>])) {
    let mut walk = FactWalk { program, see };
    for def in &program.defs {
        walk.expr(&def.body, &[]);
    }
    for played in &program.moves {
        walk.played(played);
    }
    for end in &program.ends {
        let mut facts = members(&end.binders);
        end.binders.iter().for_each(|(_, set)| walk.expr(set, &facts));
        walk.expr(&end.when, &facts);
        add(&mut facts, KnownFact::Is(&end.when, true));
        walk.outcome(&end.outcome, &facts);
    }
    for rule in program.stuck.iter().chain(&program.endless) {
        walk.outcome(&rule.outcome, &[]);
    }
}

fn members(binders: &[(LocalId, Expr)]) -> Vec<KnownFact<'_>> {
    binders.iter().map(|(local, set)| KnownFact::Member(*local, set)).collect()
}

/// Some facts and one more. Parts that hold each by itself are facts each: a store may change what
/// one of them reads.
fn and<'p>(facts: &[KnownFact<'p>], more: KnownFact<'p>) -> Vec<KnownFact<'p>> {
    let mut all = facts.to_vec();
    add(&mut all, more);
    all
}

fn add<'p>(facts: &mut Vec<KnownFact<'p>>, more: KnownFact<'p>) {
    match more {
        KnownFact::Is(Expr { kind: ExprKind::Not(of), .. }, holds) => add(facts, KnownFact::Is(of, !holds)),
        KnownFact::Is(Expr { kind: ExprKind::And(parts), .. }, true) => {
            parts.iter().for_each(|part| add(facts, KnownFact::Is(part, true)));
        }
        KnownFact::Is(Expr { kind: ExprKind::Or(parts), .. }, false) => {
            parts.iter().for_each(|part| add(facts, KnownFact::Is(part, false)));
        }
        _ => facts.push(more),
    }
}

struct FactWalk<'p, F> {
    program: &'p Program,
    see: F,
}

impl<'p, F: FnMut(&'p Expr, &[KnownFact<'p>])> FactWalk<'p, F> {
    fn played(&mut self, played: &'p Move) {
        let members = members(&played.parameters);
        let legal = and(&members, KnownFact::Is(&played.when, true));
        played.parameters.iter().for_each(|(_, set)| self.expr(set, &legal));
        self.expr(&played.when, &members);
        self.block(&played.body, &legal);
        // A set may have lost its members by then.
        played.provided.iter().for_each(|after| self.expr(after, &[]));
    }

    fn expr(&mut self, expr: &'p Expr, facts: &[KnownFact<'p>]) {
        (self.see)(expr, facts);
        match &expr.kind {
            ExprKind::And(all) | ExprKind::Or(all) => {
                let is_and = matches!(expr.kind, ExprKind::And(_));
                for (at, part) in all.iter().enumerate() {
                    let mut here = facts.to_vec();
                    let others = all[..at].iter().chain(&all[at + 1..]);
                    others.for_each(|other| add(&mut here, KnownFact::Is(other, is_and)));
                    self.expr(part, &here);
                }
            }
            ExprKind::If(condition, yes, no) => {
                self.expr(condition, facts);
                self.expr(yes, &and(facts, KnownFact::Is(condition, true)));
                self.expr(no, &and(facts, KnownFact::Is(condition, false)));
            }
            ExprKind::Quantified { binders, guard, body, .. } => {
                let here: Vec<_> = facts.iter().copied().chain(members(binders)).collect();
                binders.iter().for_each(|(_, set)| self.expr(set, &here));
                self.expr(guard, &here);
                self.expr(body, &and(&here, KnownFact::Is(guard, true)));
            }
            _ => expr.children().for_each(|child| self.expr(child, facts)),
        }
    }

    fn outcome(&mut self, outcome: &'p Outcome, facts: &[KnownFact<'p>]) {
        outcome.expressions().for_each(|expr| self.expr(expr, facts));
        if let OutcomeKind::If(condition, yes, no) = &outcome.kind {
            self.outcome(yes, &and(facts, KnownFact::Is(condition, true)));
            self.outcome(no, &and(facts, KnownFact::Is(condition, false)));
        }
    }

    fn block(&mut self, block: &'p [Stmt], facts: &[KnownFact<'p>]) {
        let mut facts = facts.to_vec();
        for stmt in block {
            self.stmt(stmt, &facts);
            facts.retain(|fact| !self.changes(stmt, fact));
        }
    }

    fn stmt(&mut self, stmt: &'p Stmt, facts: &[KnownFact<'p>]) {
        match &stmt.kind {
            StmtKind::If(condition, yes, no) => {
                self.expr(condition, facts);
                self.block(yes, &and(facts, KnownFact::Is(condition, true)));
                self.block(no, &and(facts, KnownFact::Is(condition, false)));
            }
            StmtKind::For(binders, guard, body) => {
                let mut here = self.kept_by(stmt, facts);
                here.extend(members(binders));
                binders.iter().for_each(|(_, set)| self.expr(set, &here));
                self.expr(guard, &here);
                self.block(body, &and(&here, KnownFact::Is(guard, true)));
            }
            StmtKind::Repeat(times, body) => {
                self.expr(times, facts);
                let here = self.kept_by(stmt, facts);
                self.block(body, &here);
            }
            StmtKind::AgainWith(_, given, condition) => {
                self.expr(condition, facts);
                let here = and(facts, KnownFact::Is(condition, true));
                given.iter().flatten().for_each(|value| self.expr(value, &here));
            }
            _ => stmt.expressions().for_each(|expr| self.expr(expr, facts)),
        }
    }

    /// The facts that hold in every pass of a loop.
    fn kept_by(&self, stmt: &Stmt, facts: &[KnownFact<'p>]) -> Vec<KnownFact<'p>> {
        facts.iter().copied().filter(|fact| !self.changes(stmt, fact)).collect()
    }

    /// Whether a statement may store what a fact reads. That a local is a member of a set says what
    /// it is, whatever becomes of the set.
    fn changes(&self, stmt: &Stmt, fact: &KnownFact<'p>) -> bool {
        let KnownFact::Is(condition, _) = fact else { return false };
        let read = reads(self.program, condition);
        statements(std::slice::from_ref(stmt)).any(|stmt| match &stmt.kind {
            StmtKind::Assign(Place::Local(local), ..) => {
                condition.walk().any(|e| e.as_local() == Some(*local))
            }
            _ => store_of(self.program, stmt).is_some_and(|(field, _)| {
                read.as_ref().is_none_or(|read| read.iter().any(|(of, _)| *of == field))
            }),
        })
    }
}
