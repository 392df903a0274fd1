//! Arguments and indexes that fit in another order: `step(north, c)` for `step(c, north)`.

use super::checker::Checker;
use super::codes;
use super::reports::Reports;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{Kind, Type};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::print;

/// The kind of an argument, as far as the order of arguments hangs on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Cell,
    Cells,
    Direction,
    Directions,
    Number,
}

impl Checker<'_> {
    /// Says of the arguments of a built-in function, which were refused, that they fit in another
    /// order.
    pub(super) fn tell_turned(
        &mut self,
        s: &Scope,
        before: usize,
        name: &str,
        wanted: &[Role],
        a: &[ast::Expr],
        span: Span,
    ) -> Option<()> {
        if !self.reports.was_refused(before) {
            return None;
        }
        let wanted = wanted.get(..a.len())?;
        let roles = a.iter().map(|e| self.role(s, e)).collect::<Option<Vec<Role>>>()?;
        let misplaced = |of: Role| (0..a.len()).any(|at| (roles[at] == of) != (wanted[at] == of));
        if !misplaced(Role::Direction) && !misplaced(Role::Directions) {
            return None;
        }
        self.reports.tell_order(before, (name, Some("arguments")), a, span, |at, to| roles[at] == wanted[to])
    }

    /// Says of the indexes of a field or table, which were refused, that they fit in another order.
    pub(super) fn tell_turned_indexes(
        &mut self,
        s: &Scope,
        before: usize,
        name: &str,
        wanted: &[Kind],
        a: &[ast::Expr],
        span: Span,
    ) -> Option<()> {
        let wanted: Vec<Type> = wanted.iter().map(|kind| kind.always()).collect();
        let fits = self.fitting(s, before, &wanted, a)?;
        self.reports.tell_order(before, (name, None), a, span, |at, to| fits[at][to])
    }

    /// Says of the arguments of a `def`, which were refused, that they fit in another order.
    pub(super) fn tell_turned_call(
        &mut self,
        s: &Scope,
        before: usize,
        name: &str,
        wanted: &[Type],
        a: &[ast::Expr],
        span: Span,
    ) -> Option<()> {
        let fits = self.fitting(s, before, wanted, a)?;
        self.reports.tell_order(before, (name, Some("arguments")), a, span, |at, to| fits[at][to])
    }

    /// Which values fit at which places, if something was refused and they do not fit as they
    /// stand.
    fn fitting(
        &mut self,
        s: &Scope,
        before: usize,
        wanted: &[Type],
        a: &[ast::Expr],
    ) -> Option<Vec<Vec<bool>>> {
        if !self.reports.was_refused(before) || a.len() < 2 || a.iter().any(|e| self.form(s, e).is_bare()) {
            return None;
        }
        self.reports.muted += 1;
        let found: Vec<_> = a.iter().map(|e| self.expr(&mut s.clone(), e, None)).collect();
        self.reports.muted -= 1;
        let found = found.into_iter().collect::<Option<Vec<_>>>()?;
        let fits: Vec<Vec<bool>> = found
            .iter()
            .map(|e| wanted.iter().map(|ty| self.convert(e.clone(), ty.kind).is_some()).collect())
            .collect();
        (!(0..a.len()).all(|at| fits[at][at])).then_some(fits)
    }

    /// What an argument is, as far as the order of arguments hangs on it.
    pub(super) fn role(&mut self, s: &Scope, e: &ast::Expr) -> Option<Role> {
        let ty = self.tried(s, e)?;
        Some(match ty.kind {
            Kind::Element(domain) if self.domains.directions == Some(domain) => Role::Direction,
            Kind::Set(domain) if self.domains.directions == Some(domain) => Role::Directions,
            Kind::Element(domain) if self.domains.has_geometry(domain) => Role::Cell,
            Kind::Set(domain) if self.domains.has_geometry(domain) => Role::Cells,
            Kind::Element(domain)
                if self.domains.base(domain).is_some_and(|base| self.domains.has_geometry(base)) =>
            {
                Role::Cells
            }
            _ if self.domains.is_numeric(ty) => Role::Number,
            _ => return None,
        })
    }
}

impl Reports<'_> {
    /// Whether something was told since there were so many reports. What is only tried is not tried
    /// again: calls in calls would take twice as long with every level.
    fn was_refused(&self, before: usize) -> bool {
        self.muted == 0 && self.list.len() > before
    }

    /// Puts one report in place of those since `before`, about a call of which the arguments fit in
    /// one other order alone; without a word for them, they are indexes.
    fn tell_order(
        &mut self,
        before: usize,
        (name, arguments): (&str, Option<&str>),
        a: &[ast::Expr],
        span: Span,
        fits: impl Fn(usize, usize) -> bool,
    ) -> Option<()> {
        let mut orders = orders(a.len(), &fits).into_iter();
        let (Some(order), None) = (orders.next(), orders.next()) else { return None };
        let ordered: Vec<String> = order.iter().map(|at| print::whole(&a[*at])).collect();
        let text = match arguments {
            Some(_) => format!("{name}({})", ordered.join(", ")),
            None => format!("{name}[{}]", ordered.join(", ")),
        };
        let message = format!("the {} of `{name}` stand in another order", arguments.unwrap_or("indexes"));
        let report = Diagnostic::error(codes::MISMATCH, message, span, "not in this order");
        self.list.truncate(before);
        self.refuse(report.help(format!("write `{text}`")).likely(span, text))
    }
}

/// All orders of at most four arguments in which each fits its place; none of more.
fn orders(count: usize, fits: &impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut found = if count > 4 { Vec::new() } else { vec![Vec::new()] };
    for to in 0..count {
        let mut longer: Vec<Vec<usize>> = Vec::new();
        for order in &found {
            let free = (0..count).filter(|at| !order.contains(at) && fits(*at, to));
            longer.extend(free.map(|at| order.iter().copied().chain([at]).collect::<Vec<usize>>()));
        }
        found = longer;
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{helps_about_guard as guard, helps_beside_lines as helps};

    #[test]
    fn arguments_are_put_in_order() {
        assert_eq!(guard("step(d, c) != none"), ["write `step(c, d)`"]);
        assert_eq!(guard("near(orthogonal, c) = {}"), ["write `near(c, orthogonal)`"]);
        assert_eq!(guard("stop(c, corner, d) != none"), ["write `stop(c, d, corner)`"]);
        assert_eq!(guard("open(me, c)"), ["write `open(c, me)`"]);
        assert_eq!(guard("open(c)"), ["write `open(c, me)` for one: it takes a C and a Player"]);
        assert!(guard("open(c, me) and step(c, d, n) != none").is_empty());
    }

    #[test]
    fn calls_in_calls_are_tried_once() {
        // Twice at each level would not end.
        let deep = |inner: &str| (0..60).fold(inner.to_string(), |of, _| format!("step({of}, north)"));
        assert_eq!(guard(&format!("{} = a1", deep("c"))), [""; 0]);
        assert_eq!(guard(&format!("{} = a1", deep("step(north, c)"))), ["write `step(c, north)`"]);
        let call = "def up(c: C, by: Direction) = step(c, by)\nmove m(c in C)";
        let deep = |inner: &str| (0..60).fold(inner.to_string(), |of, _| format!("up({of}, north)"));
        assert_eq!(helps(&format!("{call} when {} = a1 {{ }}", deep("c"))), [""; 0]);
        let turned = format!("{call} when {} = a1 {{ }}", deep("up(north, c)"));
        assert_eq!(helps(&turned), ["write `up(c, north)`"]);
    }
}
