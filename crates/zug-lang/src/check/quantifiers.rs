//! Checks binders and quantifiers.

use super::bounds::{Interval, interval};
use super::checker::Checker;
use super::codes;
use super::coerce::{singleton, truth};
use super::kinds::{NOTHING, int};
use super::operators::negated;
use super::reports::Reports;
use super::scope::{Scope, Sort};
use super::sets::{quantified, runs_through_nothing};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, Kind, LocalId, Quantifier, Type};
use crate::source::Span;
use crate::syntax::ast;

/// Binders with their sets, and the condition after `where`.
pub(super) type Bound = (Vec<(LocalId, Expr)>, Expr);

impl Checker<'_> {
    /// Checks `x in S, y in T where P`. The names stay bound until the caller leaves its block.
    pub(super) fn binders(
        &mut self,
        s: &mut Scope,
        binders: &ast::Binders,
        hint: Option<DomainId>,
    ) -> Option<Bound> {
        self.refuse_early_names(s, &binders.binders, ["", ""]);
        // What is expected is expected of the last one: it gives the members.
        let last = binders.binders.len().saturating_sub(1);
        let of = |at: usize| hint.filter(|_| at == last);
        let all = binders.binders.iter().enumerate();
        let sets: Vec<Option<(LocalId, Expr)>> =
            all.map(|(at, binder)| self.binder(s, binder, Sort::Binder, of(at))).collect();
        let guard = match &binders.guard {
            Some(guard) => self.condition(s, guard),
            None => Some(truth(true, binders.binders.first()?.name.span)),
        };
        Some((sets.into_iter().collect::<Option<_>>()?, guard?))
    }

    /// Checks `x in S` and binds the name.
    pub(super) fn binder(
        &mut self,
        s: &mut Scope,
        binder: &ast::Binder,
        sort: Sort,
        hint: Option<DomainId>,
    ) -> Option<(LocalId, Expr)> {
        if let Some(ty) = self.refuse_bound_in_table(s, &binder.name.text, &binder.set) {
            self.bind(s, &binder.name, sort, Some(ty));
            return None;
        }
        let set = s.apart(|s| self.binder_set(s, &binder.set, hint));
        let ty = match &set {
            Some(set) => Some(set.ty.kind.member()),
            None => self.likely_member(s, &binder.set),
        };
        let local = self.bind(s, &binder.name, sort, ty)?;
        let set = set?;
        Some((local, set))
    }

    /// Checks `some B: P`, `count(B)`, `sum(B: E)` and the like. `no` becomes the negation of
    /// `some`.
    pub(super) fn quantified(
        &mut self,
        s: &mut Scope,
        q: ast::Quantifier,
        binders: &ast::Binders,
        body: Option<&ast::Expr>,
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        self.reports.named_twice(q, binders, body)?;
        let mark = s.enter();
        let bound = self.binders(s, binders, None);
        let before = self.reports.list.len();
        let body = match body {
            Some(body) => self.body(s, q, body, hint).or_else(|| {
                self.member_for_body(before, binders, body);
                None
            }),
            None if q == ast::Quantifier::Count => Some(truth(true, span)),
            None => self.reports.refuse_bodiless(q, binders, span),
        };
        s.leave(mark);
        let ((binders, guard), body) = (bound?, body?);
        let quantifier = quantifier(q);
        let passes = self.domains.passes(binders.iter().map(|(_, set)| set));
        let Some(ty) = result_type(quantifier, &body, passes) else {
            return self.reports.refuse_unbounded(span);
        };
        let joins_nothing = quantifier == Quantifier::Union && runs_through_nothing(&binders);
        let ty = if joins_nothing { NOTHING.always() } else { ty };
        let made = quantified(quantifier, binders, guard, body, ty, span);
        Some(if q == ast::Quantifier::No { negated(made) } else { made })
    }

    fn body(
        &mut self,
        s: &mut Scope,
        q: ast::Quantifier,
        body: &ast::Expr,
        hint: Option<DomainId>,
    ) -> Option<Expr> {
        use ast::Quantifier as Q;
        match q {
            Q::Some | Q::Every | Q::No | Q::Count => self.condition(s, body),
            Q::Sum | Q::Min | Q::Max => self.int_expr(s, body),
            Q::Union => self.union_body(s, body, hint),
        }
    }

    /// Checks the set of a `union`. A member of a family stands for its set.
    fn union_body(&mut self, s: &mut Scope, body: &ast::Expr, hint: Option<DomainId>) -> Option<Expr> {
        let found = self.expr(s, body, hint)?;
        let (span, ty) = (found.span, found.ty);
        let set = match ty.kind {
            Kind::Int { .. } => Some(singleton(found, false)),
            _ => self.as_set(found),
        };
        if set.is_none() {
            let words = self.domains.type_words(ty);
            let message = format!("`union` puts sets together, not {words}");
            let diagnostic = Diagnostic::error(codes::MISMATCH, message, span, format!("this is {words}"));
            let set = self.any_set_of(span, ty.kind);
            let help = format!("write `{set}` if that is meant; for integers there is `sum`");
            return self.reports.refuse(diagnostic.help(help));
        }
        set
    }
}

impl Reports<'_> {
    /// Refuses `count(c in S, c in T)`: what is asked of a member stands behind `:`.
    fn named_twice(
        &mut self,
        q: ast::Quantifier,
        binders: &ast::Binders,
        body: Option<&ast::Expr>,
    ) -> Option<()> {
        let [others @ .., last] = binders.binders.as_slice() else { return Some(()) };
        let again = others.iter().any(|other| other.name.text == last.name.text);
        if !again || body.is_some() || binders.guard.is_some() || q != ast::Quantifier::Count {
            return Some(());
        }
        let name = &last.name.text;
        let first = others[0].name.span.to(others[others.len() - 1].set.span);
        let text =
            format!("count({}: {name} in {})", self.input.written(first), self.input.written(last.set.span));
        let message = format!("`{name}` is named twice: what is asked of it stands behind `:`");
        let report = Diagnostic::error(codes::SHADOWED, message, last.name.span, "already has a meaning");
        self.refuse(report.because(others[0].name.span, "named here").help(format!("write `{text}`")))
    }

    /// `sum(c in Cell)`
    fn refuse_bodiless<T>(&mut self, q: ast::Quantifier, binders: &ast::Binders, span: Span) -> Option<T> {
        let (word, of) = match q {
            ast::Quantifier::Union => ("union", "sets are put together"),
            ast::Quantifier::Min => ("min", "integer is the least"),
            ast::Quantifier::Max => ("max", "integer is the greatest"),
            _ => ("sum", "integers are added"),
        };
        let name = binders.binders.first().map_or("x", |binder| binder.name.text.as_str());
        let message = format!("`{word}` does not say which {of}");
        let label = format!("`: EXPRESSION` is missing after `{name} in ..`");
        let diagnostic = Diagnostic::error(codes::ARGUMENT_COUNT, message, span, label);
        let help = format!(
            "write `{word}({name} in S: E)` with an E for each {name}; `count({name} in S)` counts them"
        );
        self.refuse(diagnostic.help(help))
    }
}

fn quantifier(q: ast::Quantifier) -> Quantifier {
    match q {
        ast::Quantifier::Some | ast::Quantifier::No => Quantifier::Some,
        ast::Quantifier::Every => Quantifier::Every,
        ast::Quantifier::Count => Quantifier::Count,
        ast::Quantifier::Sum => Quantifier::Sum,
        ast::Quantifier::Union => Quantifier::Union,
        ast::Quantifier::Min => Quantifier::Min,
        ast::Quantifier::Max => Quantifier::Max,
    }
}

/// The type of a quantifier over at most `passes` bindings; `None` if its integers exceed the
/// limit.
fn result_type(quantifier: Quantifier, body: &Expr, passes: u64) -> Option<Type> {
    let whole = |bounds: Option<Interval>| bounds.map(|bounds| int(bounds).always());
    match quantifier {
        Quantifier::Some | Quantifier::Every => Some(Kind::Bool.always()),
        Quantifier::Count => whole(interval(1, 1).times_up_to(passes)),
        Quantifier::Sum => whole(body.ty.bounds()?.times_up_to(passes)),
        Quantifier::Min | Quantifier::Max => Some(body.ty.kind.or_none()),
        Quantifier::Union | Quantifier::Collect => Some(body.ty.kind.always()),
    }
}
