//! Turns expressions into vertices.

use super::graph::Vertex;
use super::model::{BodyScope, Model, label};
use zug_lang::program::*;

impl<'p> Model<'p> {
    /// The vertex of an expression.
    pub fn expr(&mut self, scope: &mut BodyScope<'p>, expr: &'p Expr) -> Vertex {
        if self.is_full() {
            return 0;
        }
        if let Some(vertex) = self.tabulated(scope, expr) {
            return vertex;
        }
        if let Some(vertex) = self.joining(scope, expr) {
            return vertex;
        }
        self.keep_what_counts(expr);
        match &expr.kind {
            ExprKind::Const(value) => self.value(value, expr.ty),
            ExprKind::Local(local) => self.local(scope, *local),
            ExprKind::Me => self.node("me", &[]),
            ExprKind::Field(id, all) => self.named("entry of field", self.fields[id.index()], scope, all),
            ExprKind::Table(id, all) => {
                let table = self.table(*id);
                self.named("entry of", table, scope, all)
            }
            ExprKind::Call(id, all) => {
                let def = self.def(*id);
                self.named("call", def, scope, all)
            }
            ExprKind::Can(id, all) => self.named("can", self.moves[id.index()], scope, all),
            ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Union(..) | ExprKind::Intersect(..) => {
                let mut operands = Vec::new();
                self.joined(scope, std::mem::discriminant(&expr.kind), expr, &mut operands);
                self.unordered(name(&expr.kind), &operands)
            }
            ExprKind::Equal(..)
            | ExprKind::SetOf(..)
            | ExprKind::Extreme(..)
            | ExprKind::Arith(Arith::Mul, ..) => {
                let operands = self.operands(scope, expr);
                self.unordered(name(&expr.kind), &operands)
            }
            ExprKind::Arith(Arith::Add | Arith::Sub, ..) | ExprKind::Negate(_) => self.sum(scope, expr),
            ExprKind::Minus(..) => self.difference(scope, expr),
            ExprKind::Quantified { binders, guard, body, quantifier } => {
                let vertex = self.unordered(quantifier_name(*quantifier), &[]);
                self.binders(vertex, scope, binders, |_| label::BINDER);
                let (guard, body) = (self.expr(scope, guard), self.expr(scope, body));
                self.graph.arc(vertex, label::GUARD, guard);
                self.graph.arc(vertex, label::BODY, body);
                vertex
            }
            ExprKind::Run(table, ..) | ExprKind::Stop(table, ..) | ExprKind::Reach(table, ..) => {
                let (table, operands) = (self.table(*table), self.operands(scope, expr));
                let vertex = self.node(name(&expr.kind), &operands);
                self.graph.arc(vertex, label::NAMED, table);
                vertex
            }
            ExprKind::ReachLinks(family, ..) => {
                let (family, operands) = (self.domain(*family), self.operands(scope, expr));
                let vertex = self.node(name(&expr.kind), &operands);
                self.graph.arc(vertex, label::NAMED, family);
                vertex
            }
            // The domain decides which number is an element; beside the operands nothing tells it.
            ExprKind::SetMember(_)
            | ExprKind::MemberSet(_)
            | ExprKind::ToElement(_)
            | ExprKind::ToElements(_) => {
                let operands = self.operands(scope, expr);
                let vertex = self.node(name(&expr.kind), &operands);
                let ty = self.of_type(Kind::always(expr.ty.kind));
                self.graph.arc(vertex, label::TYPE, ty);
                vertex
            }
            ExprKind::Other(_)
            | ExprKind::Not(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Subset(..)
            | ExprKind::Arith(Arith::Div | Arith::Rem, ..)
            | ExprKind::Abs(_)
            | ExprKind::Singleton(..)
            | ExprKind::RangeSet(..)
            | ExprKind::Count(_)
            | ExprKind::If(..)
            | ExprKind::Stuck(_)
            | ExprKind::ToInt(_)
            | ExprKind::Ordinal(_)
            | ExprKind::ToInts(_) => {
                let operands = self.operands(scope, expr);
                self.node(name(&expr.kind), &operands)
            }
        }
    }

    /// Recognizes `reach(a, S) & b != {}`, "a chain in S joins a and b": if steps are symmetric, so
    /// are `a` and `b`.
    fn joining(&mut self, scope: &mut BodyScope<'p>, expr: &'p Expr) -> Option<Vertex> {
        let ExprKind::Not(equal) = &expr.kind else { return None };
        let ExprKind::Equal(met, empty) = &equal.kind else { return None };
        let ExprKind::Intersect(reached, to) = &met.kind else { return None };
        let ExprKind::Reach(steps, from, within) = &reached.kind else { return None };
        let nothing = matches!(&empty.kind, ExprKind::Const(Value::Set(set)) if set.is_empty());
        let sets = [&**from, within, to].iter().all(|set| !set.ty.or_none);
        if !nothing || !sets || !goes_both_ways(&self.program.tables[steps.index()]) {
            return None;
        }
        let ends = [self.expr(scope, from), self.expr(scope, to)];
        let (vertex, within) = (self.unordered("joined", &ends), self.expr(scope, within));
        let steps = self.table(*steps);
        self.graph.arc(vertex, label::GUARD, within);
        self.graph.arc(vertex, label::NAMED, steps);
        Some(vertex)
    }

    /// Adds the dependencies of an expression that its operands do not show: the order of a domain,
    /// the members of a family.
    fn keep_what_counts(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::ToInt(a) | ExprKind::Ordinal(a) | ExprKind::ToInts(a) => self.keep_order_of(a.ty.kind),
            ExprKind::ToElement(_) | ExprKind::ToElements(_) => self.keep_order_of(expr.ty.kind),
            ExprKind::MemberSet(a) => {
                if let Kind::Element(family) = a.ty.kind {
                    self.uses_members(family);
                }
            }
            ExprKind::SetMember(_) => {
                if let Kind::Element(family) = expr.ty.kind {
                    self.uses_members(family);
                }
            }
            ExprKind::ReachLinks(family, ..) => self.uses_members(*family),
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Me
            | ExprKind::Other(_)
            | ExprKind::Field(..)
            | ExprKind::Table(..)
            | ExprKind::Call(..)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Equal(..)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Subset(..)
            | ExprKind::Arith(..)
            | ExprKind::Negate(_)
            | ExprKind::Abs(_)
            | ExprKind::Extreme(..)
            | ExprKind::Union(..)
            | ExprKind::Intersect(..)
            | ExprKind::Minus(..)
            | ExprKind::SetOf(..)
            | ExprKind::Singleton(..)
            | ExprKind::RangeSet(..)
            | ExprKind::Count(_)
            | ExprKind::Quantified { .. }
            | ExprKind::If(..)
            | ExprKind::Run(..)
            | ExprKind::Stop(..)
            | ExprKind::Reach(..)
            | ExprKind::Can(..)
            | ExprKind::Stuck(_) => {}
        }
    }

    fn operands(&mut self, scope: &mut BodyScope<'p>, expr: &'p Expr) -> Vec<Vertex> {
        expr.children().map(|child| self.expr(scope, child)).collect()
    }

    fn named(
        &mut self,
        kind: &'static str,
        named: Vertex,
        scope: &mut BodyScope<'p>,
        operands: &'p [Expr],
    ) -> Vertex {
        let operands: Vec<Vertex> = operands.iter().map(|each| self.expr(scope, each)).collect();
        let vertex = self.node(kind, &operands);
        self.graph.arc(vertex, label::NAMED, named);
        vertex
    }

    /// The operands of nested operations of one kind, as in `a and b and c`.
    fn joined(
        &mut self,
        scope: &mut BodyScope<'p>,
        kind: std::mem::Discriminant<ExprKind>,
        expr: &'p Expr,
        operands: &mut Vec<Vertex>,
    ) {
        for child in expr.children() {
            if std::mem::discriminant(&child.kind) == kind {
                self.joined(scope, kind, child, operands);
            } else {
                operands.push(self.expr(scope, child));
            }
        }
    }

    /// A sum such as `a - b + c`: its terms, with one label for added and one for subtracted ones.
    fn sum(&mut self, scope: &mut BodyScope<'p>, expr: &'p Expr) -> Vertex {
        let mut terms = Vec::new();
        signed(expr, false, &mut terms);
        let vertex = self.unordered("sum", &[]);
        for (term, negative) in terms {
            let term = self.expr(scope, term);
            self.graph.arc(vertex, u32::from(negative), term);
        }
        vertex
    }

    /// A difference of sets such as `a - b - c`: the sets subtracted are interchangeable.
    fn difference(&mut self, scope: &mut BodyScope<'p>, expr: &'p Expr) -> Vertex {
        let vertex = self.unordered("difference", &[]);
        let mut from = expr;
        while let ExprKind::Minus(a, b) = &from.kind {
            let removed = self.expr(scope, b);
            self.graph.arc(vertex, 1, removed);
            from = a;
        }
        let from = self.expr(scope, from);
        self.graph.arc(vertex, 0, from);
        vertex
    }

    pub(super) fn binders(
        &mut self,
        vertex: Vertex,
        scope: &mut BodyScope<'p>,
        binders: &'p [(LocalId, Expr)],
        label: impl Fn(u32) -> u32,
    ) {
        for (number, (local, set)) in (0..).zip(binders) {
            let operands = [self.local(scope, *local), self.expr(scope, set)];
            let binder = self.node("binder", &operands);
            self.graph.arc(vertex, label(number), binder);
        }
    }
}

/// Whether the neighbourhood relation is symmetric.
fn goes_both_ways(steps: &Table) -> bool {
    let near =
        |from: usize, to: i64| matches!(steps.entries.get(from), Some(Value::Set(set)) if set.contains(to));
    (0..).zip(&steps.entries).all(|(from, entry)| match entry {
        Value::Set(set) => set.iter().all(|to| usize::try_from(to).is_ok_and(|to| near(to, from))),
        _ => false,
    })
}

/// The terms of a sum, each with whether it is subtracted.
pub(super) fn signed<'p>(expr: &'p Expr, negative: bool, terms: &mut Vec<(&'p Expr, bool)>) {
    match &expr.kind {
        ExprKind::Arith(Arith::Add, a, b) => {
            signed(a, negative, terms);
            signed(b, negative, terms);
        }
        ExprKind::Arith(Arith::Sub, a, b) => {
            signed(a, negative, terms);
            signed(b, !negative, terms);
        }
        ExprKind::Negate(a) => signed(a, !negative, terms),
        _ => terms.push((expr, negative)),
    }
}

fn quantifier_name(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Some => "some",
        Quantifier::Every => "every",
        Quantifier::Count => "how many",
        Quantifier::Sum => "sum of",
        Quantifier::Min => "least of",
        Quantifier::Max => "greatest of",
        Quantifier::Union => "union of",
        Quantifier::Collect => "collect",
    }
}

/// The name that distinguishes an expression from others with the same operands.
fn name(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Me => "leaf",
        ExprKind::Field(..) | ExprKind::Table(..) | ExprKind::Call(..) | ExprKind::Can(..) => "name",
        ExprKind::Quantified { .. } => "quantified",
        ExprKind::Other(_) => "other",
        ExprKind::Not(_) => "not",
        ExprKind::And(_) => "and",
        ExprKind::Or(_) => "or",
        ExprKind::Equal(..) => "equal",
        ExprKind::Compare(Order::Less, ..) => "less",
        ExprKind::Compare(Order::LessEqual, ..) => "less or equal",
        ExprKind::In(..) => "in",
        ExprKind::Subset(_, _, false) => "subset",
        ExprKind::Subset(_, _, true) => "true subset",
        ExprKind::Arith(Arith::Add, ..) => "plus",
        ExprKind::Arith(Arith::Sub, ..) => "minus",
        ExprKind::Arith(Arith::Mul, ..) => "times",
        ExprKind::Arith(Arith::Div, ..) => "divided by",
        ExprKind::Arith(Arith::Rem, ..) => "remainder by",
        ExprKind::Negate(_) => "negative",
        ExprKind::Abs(_) => "abs",
        ExprKind::Extreme(false, _) => "min",
        ExprKind::Extreme(true, _) => "max",
        ExprKind::Union(..) => "union",
        ExprKind::Intersect(..) => "intersection",
        ExprKind::Minus(..) => "without",
        ExprKind::SetOf(_, true) => "set of",
        ExprKind::SetOf(_, false) => "set of all of",
        ExprKind::Singleton(_, false) => "just",
        ExprKind::Singleton(_, true) => "just or nothing",
        ExprKind::RangeSet(..) => "range",
        ExprKind::Count(_) => "count",
        ExprKind::If(..) => "if",
        ExprKind::Run(..) => "run",
        ExprKind::Stop(..) => "stop",
        ExprKind::Reach(..) => "reach",
        ExprKind::ReachLinks(..) => "reach by links",
        ExprKind::Stuck(_) => "is stuck",
        ExprKind::ToInt(_) => "number of",
        ExprKind::ToElement(_) => "element of number",
        ExprKind::Ordinal(_) => "place of",
        ExprKind::ToInts(_) => "numbers of",
        ExprKind::ToElements(_) => "elements of numbers",
        ExprKind::MemberSet(_) => "members of",
        ExprKind::SetMember(_) => "member with",
    }
}
