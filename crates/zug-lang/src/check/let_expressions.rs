//! Checks `let x = V in E`, by lambda lifting (Johnsson 1985): E becomes a `def` whose parameters
//! are x and the other locals that E uses, and the expression a call of it.
//!
//! So V is evaluated once, and whatever is proved of calls is proved of `let`. The parameters have
//! the types of what is handed over, so E is looked into also where x is `none`.

use super::checker::Checker;
use super::coerce::expr;
use super::definitions::Reads;
use super::faults::may_fault;
use super::scope::{Scope, Sort};
use crate::program::{Def, DefId, Expr, ExprKind, Frame, Kind, LocalId};
use crate::source::Span;
use crate::syntax::ast::{self, Name};
use std::collections::{BTreeMap, BTreeSet};

impl Checker<'_> {
    /// Checks `let x = V in E`; the parts are V and E.
    pub(super) fn let_in(
        &mut self,
        s: &mut Scope,
        name: &Name,
        [value, body]: [&ast::Expr; 2],
        hint: Option<crate::program::DomainId>,
        span: Span,
    ) -> Option<Expr> {
        self.let_with(s, name, [value, body], span, |checker, s| checker.expr_or_sets(s, body, hint))
    }

    /// Checks `let x = V in E`, with E checked by `check`.
    pub(super) fn let_with(
        &mut self,
        s: &mut Scope,
        name: &Name,
        [value, body]: [&ast::Expr; 2],
        span: Span,
        check: impl FnOnce(&mut Self, &mut Scope) -> Option<Expr>,
    ) -> Option<Expr> {
        let parts = self.let_parts(s, name, [value, body], |checker, s, _| check(checker, s));
        let (local, value, body) = parts?;
        self.as_call(s, name, local, [value, body], span)
    }

    /// Checks `let x = V in E` where all is constant: x has the value of V where `check` looks into
    /// E.
    pub(super) fn with_value<T>(
        &mut self,
        s: &mut Scope,
        name: &Name,
        parts: [&ast::Expr; 2],
        check: impl FnOnce(&mut Self, &mut Scope) -> Option<T>,
    ) -> Option<T> {
        let found = self.let_parts(s, name, parts, |checker, s, value| {
            let known = value.and_then(|value| checker.fold(s, value, &mut Vec::new()));
            if let Some(binding) = s.bindings.last_mut() {
                binding.known = known;
            }
            check(checker, s)
        });
        found.map(|(_, _, body)| body)
    }

    /// Checks V, binds x, and checks E by `check`.
    fn let_parts<T>(
        &mut self,
        s: &mut Scope,
        name: &Name,
        [value, body]: [&ast::Expr; 2],
        check: impl FnOnce(&mut Self, &mut Scope, Option<&Expr>) -> Option<T>,
    ) -> Option<(LocalId, Expr, T)> {
        let reported = self.reports.list.len();
        let swallowed = begins_with_in(body);
        let value = s.apart(|s| self.expr(s, value, None)).and_then(|value| self.no_sets(value));
        let mark = s.enter();
        let local = self.bind(s, name, Sort::Let, value.as_ref().map(|value| value.ty));
        let body = check(self, s, value.as_ref());
        s.leave(mark);
        if swallowed && (value.is_none() || body.is_none()) {
            for report in self.reports.list.iter_mut().skip(reported) {
                let name = &name.text;
                report.help = Some(format!(
                    "the value of a `let` ends at its first `in`: where that asks for a member, write `let {name} = (x in S) in ..`"
                ));
            }
        }
        Some((local?, value?, body?))
    }

    /// What `make` makes of a part of it. A part that may be a fault is evaluated first, once: in
    /// the body of a binder it would not be evaluated where the binder runs through nothing.
    pub(super) fn evaluated_first(
        &mut self,
        s: &mut Scope,
        part: Expr,
        make: impl FnOnce(&mut Self, &mut Scope, Expr) -> Option<Expr>,
    ) -> Option<Expr> {
        if !may_fault(&part) {
            return make(self, s, part);
        }
        let (ty, span) = (part.ty, part.span);
        let local = s.local("part", ty);
        let whole = make(self, s, crate::check::coerce::expr(ExprKind::Local(local), ty, span))?;
        let name = Name { text: "part".to_owned(), span };
        let at = whole.span;
        self.as_call(s, &name, local, [part, whole], at)
    }

    /// Makes the `def` and the call of it. Where the body does not use the name, and the value
    /// cannot be a fault, it is the whole.
    fn as_call(
        &mut self,
        s: &Scope,
        name: &Name,
        local: LocalId,
        [value, mut body]: [Expr; 2],
        span: Span,
    ) -> Option<Expr> {
        if !reads(&body, local) && !may_fault(&value) {
            return Some(Expr { span, ..body });
        }
        let inner = bound(&body);
        let mut handed: Vec<LocalId> = used(&body).difference(&inner).copied().collect();
        handed.retain(|it| *it != local);
        let order: Vec<LocalId> = handed.iter().copied().chain([local]).chain(inner).collect();
        let numbers: BTreeMap<LocalId, LocalId> =
            order.iter().enumerate().map(|(at, from)| (*from, LocalId(at as u32))).collect();
        body.renumber(&mut |from| numbers.get(&from).copied().unwrap_or(from));
        let locals = order.iter().map(|from| s.frame.locals[from.index()].clone()).collect();
        let mut arguments: Vec<Expr> =
            handed.iter().map(|it| expr(ExprKind::Local(*it), s.ty(*it), span)).collect();
        arguments.push(value);
        let (cost, unfolded) = (self.cost(&body), self.defs.unfolded(&body));
        self.reports.check_unfolded(unfolded, name.span)?;
        let id = DefId(self.defs.all.len() as u32);
        let ty = body.ty;
        if matches!(ty.kind, Kind::Sets(_)) {
            self.domains.sets_of_calls.insert(id, self.domains.size(&body));
        }
        self.defs.all.push(Def {
            name: name.text.clone(),
            parameters: arguments.len(),
            frame: Frame { locals },
            body,
            span: name.span,
        });
        // What is read was noted of the expression that holds it.
        self.defs.reads.push(Reads::default());
        self.defs.costs.push(cost);
        self.defs.sizes.push(unfolded);
        Some(expr(ExprKind::Call(id, arguments), ty, span))
    }
}

/// Whether an expression begins with `S in`: then the `in` before S may have been meant to ask for
/// a member of S.
fn begins_with_in(mut e: &ast::Expr) -> bool {
    loop {
        e = match &e.kind {
            ast::ExprKind::Binary(_, left, ..) => left,
            ast::ExprKind::Compare(_, rest) => {
                let membership = |op| matches!(op, ast::CompareOp::In | ast::CompareOp::NotIn);
                return rest.iter().any(|(op, ..)| membership(*op));
            }
            _ => return false,
        }
    }
}

/// Whether an expression uses this local.
fn reads(of: &Expr, local: LocalId) -> bool {
    of.walk().any(|part| matches!(part.kind, ExprKind::Local(it) if it == local))
}

/// Whether an expression uses no locals but those that it binds.
pub(super) fn is_closed(of: &Expr) -> bool {
    used(of).is_subset(&bound(of))
}

/// The locals that an expression uses.
fn used(of: &Expr) -> BTreeSet<LocalId> {
    let local = |part: &Expr| match part.kind {
        ExprKind::Local(local) => Some(local),
        _ => None,
    };
    of.walk().filter_map(local).collect()
}

/// The locals that an expression binds.
fn bound(of: &Expr) -> BTreeSet<LocalId> {
    let binders = |part: &Expr| match &part.kind {
        ExprKind::Quantified { binders, .. } => binders.iter().map(|(local, _)| *local).collect(),
        _ => Vec::new(),
    };
    of.walk().flat_map(binders).collect()
}
