//! Constant folding, by the reference evaluator of [`crate::semantics`].

use super::checker::Checker;
use super::codes;
use super::definitions::Definitions;
use super::let_expressions::is_closed;
use super::limits;
use super::reports::Reports;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{DefId, Expr, ExprKind, Kind, LocalId, Value};
use crate::semantics;
use crate::source::Span;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// The value of a constant expression; `preset` holds the values of the first locals.
    pub(super) fn fold(&mut self, scope: &Scope, expr: &Expr, preset: &mut Vec<Value>) -> Option<Value> {
        if self.has_stand_in(&scope.frame, expr) {
            return None;
        }
        if let ExprKind::Const(value) = &expr.kind {
            return Some(value.clone());
        }
        let cost = self.cost(expr);
        self.reports.check_cost(cost, expr.span)?;
        self.budget.steps = self.budget.steps.saturating_add(cost);
        let world = semantics::World::of_constants(&self.domains.all, &self.domains.tables, &self.defs.all);
        Some(semantics::constant(&world, &scope.frame, expr, preset))
    }

    /// Refuses parameters or binders with too many bindings to try at one position.
    pub(super) fn check_bindings(&mut self, binders: &[(LocalId, Expr)], span: Span) -> Option<()> {
        let passes = self.domains.passes(binders.iter().map(|(_, set)| set));
        let message = "there are too many values to try at every position";
        self.reports.check_passes(passes, limits::BINDINGS, message, span)
    }

    /// Refuses a range that may have too many members. To make such a set would be a fault during
    /// play, and since no other set is one, conditions may be evaluated in any order.
    pub(super) fn check_range(&mut self, (low, high): (i64, i64), span: Span) -> Option<()> {
        let members = self.domains.kind_size(Kind::IntSet { low, high });
        if members <= limits::RANGE {
            return Some(());
        }
        let message = format!("this set may have {members} members");
        let label = format!("at most {} are taken", limits::RANGE);
        let diagnostic = Diagnostic::error(codes::TOO_MANY_TRIES, message, span, label);
        self.reports.refuse(diagnostic.help(
            "give its ends narrower bounds, as `1..min(n, 100)` does; where a number is only compared, write `a <= n <= b`",
        ))
    }
}

impl Definitions {
    /// Whether an expression is constant: it uses no locals but those of its own quantifiers, and
    /// neither it nor a `def` that it calls reads the position or asks about moves.
    pub(super) fn is_constant(&self, e: &Expr) -> bool {
        is_closed(e) && !self.reads_play(e, &mut BTreeSet::new())
    }

    fn reads_play(&self, e: &Expr, seen: &mut BTreeSet<DefId>) -> bool {
        e.walk().any(|part| match &part.kind {
            ExprKind::Me | ExprKind::Field(..) | ExprKind::Can(..) | ExprKind::Stuck(_) => true,
            ExprKind::Call(def, _) => seen.insert(*def) && self.reads_play(&self.all[def.index()].body, seen),
            _ => false,
        })
    }
}

impl Reports<'_> {
    /// Refuses a loop with more than `most` iterations.
    pub(super) fn check_passes(&mut self, passes: u64, most: u64, message: &str, span: Span) -> Option<()> {
        if passes <= most {
            return Some(());
        }
        let label = format!("up to {passes} of them, at most {most} are taken");
        let diagnostic = Diagnostic::error(codes::TOO_MANY_TRIES, message, span, label);
        self.refuse(diagnostic.help("let it run through smaller sets, or fewer of them"))
    }

    /// Refuses a `def` that expands to too many expressions.
    pub(super) fn check_unfolded(&mut self, unfolded: u64, span: Span) -> Option<()> {
        if unfolded <= limits::UNFOLDED {
            return Some(());
        }
        let message = "this definition uses others too often";
        let label = format!("it unfolds to {unfolded} expressions, at most {} are taken", limits::UNFOLDED);
        let diagnostic = Diagnostic::error(codes::UNFOLDS, message, span, label);
        self.refuse(diagnostic.help("what is used twice is worked out twice: write what is constant as a `let`, and what repeats with `sum`, `some` or `every`"))
    }

    /// Refuses a constant that takes too many steps.
    pub(super) fn check_cost(&mut self, cost: u64, span: Span) -> Option<()> {
        if cost <= limits::STEPS {
            return Some(());
        }
        let message = "this constant takes too long to work out";
        let label = format!("some {cost} steps, at most {} are taken", limits::STEPS);
        let diagnostic = Diagnostic::error(codes::TOO_MUCH_WORK, message, span, label);
        self.refuse(diagnostic.help("let the binders run through smaller sets"))
    }
}
