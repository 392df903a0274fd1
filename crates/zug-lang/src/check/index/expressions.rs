//! Walks types, expressions, statements and outcomes.

use super::scopes::Walk;
use super::{NameKind, Target};
use crate::built_ins::built_in;
use crate::syntax::ast::{
    Binder, Binders, Expr, ExprKind, Index, Initial, Name, Outcome, OutcomeKind, Statement, StatementKind,
    Type, TypeKind,
};

impl Walk<'_, '_> {
    pub(super) fn expr(&mut self, e: &Expr) {
        self.node(e.span);
        match &e.kind {
            ExprKind::Name(name) => self.name(name, false),
            ExprKind::Call(name, arguments) => self.call(name, arguments),
            ExprKind::Set(items) => self.exprs(items),
            ExprKind::Comprehension(body, binders) => {
                self.bound(binders, e.span.end, |walk| body.iter().for_each(|body| walk.expr(body)));
            }
            ExprKind::Quantified(q, binders, body) => {
                self.quantifier_word(*q, e.span);
                self.bound(binders, e.span.end, |walk| body.iter().for_each(|body| walk.expr(body)));
            }
            ExprKind::If(c, a, b) => [c, a, b].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Let(name, value, body) => {
                self.expr(value);
                self.within(e.span.end, |walk| {
                    walk.bind(name, NameKind::LocalLet);
                    walk.expr(body);
                });
            }
            ExprKind::Unary(_, a) => self.expr(a),
            ExprKind::Binary(_, a, b, _) => [a, b].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Compare(first, rest) => {
                self.expr(first);
                rest.iter().for_each(|(_, _, e)| self.expr(e));
            }
            ExprKind::Member(of, name) => self.member(of, name),
            ExprKind::Element(of, ..) => self.expr(of),
            ExprKind::At(of, indexes) => {
                self.expr(of);
                self.exprs(indexes);
            }
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Me
            | ExprKind::Opponent
            | ExprKind::Error => {}
        }
    }

    fn exprs(&mut self, all: &[Expr]) {
        all.iter().for_each(|e| self.expr(e));
    }

    /// `count(x in S)`: the word is the built-in of that name.
    fn quantifier_word(&mut self, q: crate::syntax::ast::Quantifier, whole: crate::source::Span) {
        use crate::syntax::ast::Quantifier as Q;
        let word = match q {
            Q::Count => "count",
            Q::Sum => "sum",
            Q::Union => "union",
            Q::Min => "min",
            Q::Max => "max",
            Q::Some | Q::Every | Q::No => return,
        };
        let span = crate::source::Span { end: whole.start + word.len() as u32, ..whole };
        self.used(span, Target::BuiltIn(word), false);
    }

    /// `can(put)` and `can(jump(c))` name moves; any other call names a value.
    fn call(&mut self, name: &Name, arguments: &[Expr]) {
        let declared = self.local(&name.text).or_else(|| self.global(&name.text)).is_some();
        self.name(name, false);
        let asks = !declared && name.text == "can" && built_in(&name.text).is_some();
        let (true, [asked]) = (asks, arguments) else { return self.exprs(arguments) };
        self.node(asked.span);
        match &asked.kind {
            ExprKind::Name(of) if self.is_move(&of.text) => self.move_name(of),
            ExprKind::Call(of, fixed) if self.is_move(&of.text) => {
                self.move_name(of);
                self.exprs(fixed);
            }
            _ => self.expr(asked),
        }
    }

    /// `Cell.a1`, `c.x`
    fn member(&mut self, of: &Expr, name: &Name) {
        self.expr(of);
        let ExprKind::Name(domain) = &of.kind else { return };
        if self.local(&domain.text).is_some() {
            return;
        }
        let known = self.checker.domains.all.iter().position(|it| it.name == domain.text);
        let Some(at) = known else { return };
        if let Some(target) = self.element(crate::program::DomainId(at as u32), &name.text) {
            self.used(name.span, target, false);
        }
    }

    /// Walks binders, then what they are visible in.
    pub(super) fn bound(&mut self, binders: &Binders, end: u32, inside: impl FnOnce(&mut Self)) {
        self.within(end, |walk| {
            walk.binders(binders, NameKind::Binder);
            inside(walk);
        });
    }

    pub(super) fn binders(&mut self, binders: &Binders, kind: NameKind) {
        binders.binders.iter().for_each(|binder| self.binder(binder, kind));
        binders.guard.iter().for_each(|guard| self.expr(guard));
    }

    pub(super) fn binder(&mut self, binder: &Binder, kind: NameKind) {
        self.expr(&binder.set);
        self.node(binder.name.span.to(binder.set.span));
        self.bind(&binder.name, kind);
    }

    pub(super) fn ty(&mut self, ty: &Type) {
        self.node(ty.span);
        match &ty.kind {
            TypeKind::Range(low, high) => {
                self.expr(low);
                self.expr(high);
            }
            TypeKind::OneOf(all) => self.exprs(all),
            TypeKind::Named(name) => self.domain(name),
            TypeKind::SetOf(of) | TypeKind::ListOf(of) => self.ty(of),
            TypeKind::Bool | TypeKind::Error => {}
        }
    }

    pub(super) fn initial(&mut self, initial: &Initial) {
        match initial {
            Initial::One(e) => self.expr(e),
            Initial::List(all, span) => {
                self.node(*span);
                all.iter().for_each(|each| self.initial(each));
            }
        }
    }

    /// The indexes of a declaration; their names are visible in its value.
    pub(super) fn indexes(&mut self, indexes: &[Index]) {
        for index in indexes {
            self.domain(&index.domain);
            if let Some(name) = &index.name {
                self.bind(name, NameKind::Binder);
            }
        }
    }

    pub(super) fn outcome(&mut self, outcome: &Outcome) {
        self.node(outcome.span);
        match &outcome.kind {
            OutcomeKind::Wins(player) | OutcomeKind::Loses(player) => self.expr(player),
            OutcomeKind::Points(points, player) => {
                self.expr(points);
                self.expr(player);
            }
            OutcomeKind::If(c, a, b) => {
                self.expr(c);
                self.outcome(a);
                self.outcome(b);
            }
            OutcomeKind::Draw | OutcomeKind::Pass | OutcomeKind::Error => {}
        }
    }

    /// A body; names that it declares stay visible until the caller leaves its part.
    pub(super) fn statements(&mut self, all: &[Statement]) {
        all.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        self.node(statement.span);
        let end = statement.span.end;
        match &statement.kind {
            StatementKind::Assign { target, indexes, value, .. } => {
                self.name(target, true);
                self.exprs(indexes);
                self.expr(value);
            }
            StatementKind::Let(name, value) => {
                self.expr(value);
                self.bind(name, NameKind::LocalLet);
            }
            StatementKind::Var(name, value) => {
                self.expr(value);
                self.bind(name, NameKind::Var);
            }
            StatementKind::If(arms, rest) => {
                for (condition, body) in arms {
                    self.expr(condition);
                    self.within(end, |walk| walk.statements(body));
                }
                self.within(end, |walk| walk.statements(rest.as_deref().unwrap_or_default()));
            }
            StatementKind::For(binders, body) => self.bound(binders, end, |walk| walk.statements(body)),
            StatementKind::Repeat(times, going_on, body) => {
                self.expr(times);
                going_on.iter().for_each(|condition| self.expr(condition));
                self.within(end, |walk| walk.statements(body));
            }
            StatementKind::Again { with, when } => {
                for (name, arguments) in with {
                    self.move_name(name);
                    self.exprs(arguments);
                }
                when.iter().for_each(|when| self.expr(when));
            }
            StatementKind::Error => {}
        }
    }
}
