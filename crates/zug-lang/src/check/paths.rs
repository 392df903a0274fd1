//! Checks calls of the functions on boards and graphs: steps, neighbours, rays, reach, distance,
//! lines.
//!
//! A call with constant directions is a lookup in a table of [`super::geometry`]. With directions
//! that depend on the position, `near` is a quantifier over single steps.

use super::checker::Checker;
use super::codes;
use super::coerce::{expr, number, singleton, truth};
use super::domain_tables::DomainTables;
use super::faults::may_fault;
use super::fixed_directions::{Fixed, at_none};
use super::kinds::hull;
use super::operators::negated;
use super::reports::Reports;
use super::rows::Beside;
use super::scope::Scope;
use super::sets::quantified;
use crate::diagnostic::Diagnostic;
use crate::program::{Arith, DomainId, Expr, ExprKind, Kind, Quantifier, TableId, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl Checker<'_> {
    pub(super) fn step_named(
        &mut self,
        s: &mut Scope,
        name: &Name,
        cell: &ast::Expr,
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        let (cell, domain) = self.cell_arg(s, cell, hint)?;
        let table = self.step_table(domain, 1, span)?;
        let Some(direction) = self.domains.direction(&name.text) else {
            return self.name(s, name, None).and(None);
        };
        let direction = Self::element(self.domains.directions?, direction, name.span);
        Some(self.domains.entry(table, vec![cell, direction], span))
    }

    /// Checks a cell; returns it with its board or graph.
    fn cell_arg(&mut self, s: &mut Scope, e: &ast::Expr, hint: Option<DomainId>) -> Option<(Expr, DomainId)> {
        let board = self.geometric(hint, e.span);
        let found = self.expr(s, e, board)?;
        self.cell(found, hint)
    }

    /// Checks a set of cells; returns it with their board or graph. A member of a family stands for
    /// its set.
    fn cells_arg(
        &mut self,
        s: &mut Scope,
        e: &ast::Expr,
        hint: Option<DomainId>,
    ) -> Option<(Expr, DomainId)> {
        let board = self.geometric(hint, e.span);
        let found = self.expr(s, e, board)?;
        self.cells(found, hint)
    }

    fn cells(&mut self, found: Expr, hint: Option<DomainId>) -> Option<(Expr, DomainId)> {
        let set = self.as_set(found.clone());
        let Some(set) = set else {
            let (cell, domain) = self.cell(found, hint)?;
            return Some((singleton(cell, false), domain));
        };
        if let Kind::Set(domain) = set.ty.kind
            && self.domains.has_geometry(domain)
        {
            return Some((set, domain));
        }
        match (set.ty.kind, self.needed_geometric(hint, set.span)?) {
            (kind, Some(domain)) => match self.convert(set.clone(), Kind::Set(domain)) {
                Some(set) if !matches!(kind, Kind::Set(d) if self.domains.low(d).is_none()) => {
                    Some((set, domain))
                }
                _ => self.refuse_no_cell(&set),
            },
            _ => self.refuse_no_cell(&set),
        }
    }

    /// Checks a set of directions.
    pub(super) fn directions_arg(&mut self, s: &mut Scope, e: &ast::Expr) -> Option<Expr> {
        let Some(directions) = self.domains.directions else { return self.direction_arg(s, e) };
        self.typed(s, e, Kind::Set(directions), None)
    }

    /// Refuses directions where the board has none. Graphs always have them.
    pub(super) fn check_directions(&mut self, domain: DomainId, span: Span) -> Option<()> {
        match self.domains.board(domain) {
            Some(_) => self.step_table(domain, 1, span).map(|_| ()),
            None => Some(()),
        }
    }

    pub(super) fn near_call(
        &mut self,
        s: &mut Scope,
        a: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        if let Some(e) = a.get(1)
            && self.speaks_of_links(s, e)
        {
            let links = self.links_arg(s, e);
            let base = links.as_ref().map(|links| links.base).or_else(|| self.geometric(hint, a[0].span));
            let found = self.expr(s, &a[0], base)?;
            return self.near_by_links(s, found, links?, span);
        }
        let board = self.geometric(hint, a[0].span);
        let found = self.expr(s, &a[0], board)?;
        let single = self.domains.is_cell(&found);
        let (from, domain) = if single { self.cell(found, hint)? } else { self.cells(found, hint)? };
        let directions = match a.get(1) {
            Some(e) => Some(self.near_directions(s, (&a[0], e), (single, domain), span)?),
            None => None,
        };
        if single {
            return self.near_of(s, from, domain, directions, span);
        }
        let near = |checker: &mut Self, s: &mut Scope, directions: Option<Expr>| {
            let local = s.local("c", Kind::Element(domain).always());
            let cell = expr(ExprKind::Local(local), Kind::Element(domain).always(), span);
            let body = checker.near_of(s, cell, domain, directions, span)?;
            let ty = Kind::Set(domain).always();
            Some(quantified(Quantifier::Union, vec![(local, from)], truth(true, span), body, ty, span))
        };
        match directions {
            Some(directions) => self.evaluated_first(s, directions, |c, s, d| near(c, s, Some(d))),
            None => near(self, s, None),
        }
    }

    /// The directions of `near`; a number of steps is refused.
    fn near_directions(
        &mut self,
        s: &mut Scope,
        (cell, e): (&ast::Expr, &ast::Expr),
        (single, domain): (bool, DomainId),
        span: Span,
    ) -> Option<Expr> {
        let Some(directions) = self.domains.directions else { return self.directions_arg(s, e) };
        let found = self.expr(s, e, Some(directions))?;
        if !matches!(found.ty.kind, Kind::Int { .. }) {
            return self.fit(found, Kind::Set(directions), None);
        }
        let message = "`near` takes directions, no number of steps";
        let report = Diagnostic::error(codes::MISMATCH, message, found.span, "this is a number");
        let free = ["x", "y", "z", "w"].into_iter().find(|name| {
            s.find(name).is_none()
                && self.names.global(name).is_none()
                && !self.domains.elements.iter().any(|all| all.contains_key(*name))
        });
        let text = free.filter(|_| single).map(|x| {
            let (of, cell, steps) = (
                self.domains.domain_name(domain),
                crate::syntax::print::whole(cell),
                crate::syntax::print::operand(e),
            );
            format!("{{ {x} in {of} where distance({cell}, {x}) = {steps} }}")
        });
        self.reports.refuse(match text {
            Some(text) => {
                report.help(format!("write `{text}` for the cells so many steps away")).likely(span, text)
            }
            None => report.help("how far a cell is from another is `distance(a, b)`"),
        })
    }

    fn near_of(
        &mut self,
        s: &mut Scope,
        cell: Expr,
        domain: DomainId,
        directions: Option<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let fixed = match &directions {
            None => None,
            Some(d) if self.defs.is_constant(d) => {
                self.check_directions(domain, span)?;
                Some(self.constant_directions(s, d, "near")?)
            }
            Some(_) => {
                let along = directions?;
                return self
                    .evaluated_first(s, cell, |c, s, cell| c.near_along(s, cell, domain, along, span));
            }
        };
        let table = self.domains.near_table(domain, fixed);
        Some(self.domains.entry(table, vec![cell], span))
    }

    /// `near` with directions that depend on the position: the union of the cells one step away.
    fn near_along(
        &mut self,
        s: &mut Scope,
        cell: Expr,
        domain: DomainId,
        directions: Expr,
        span: Span,
    ) -> Option<Expr> {
        let of = self.domains.directions?;
        let ty = Kind::Element(of).always();
        let local = s.local("d", ty);
        let direction = expr(ExprKind::Local(local), ty, span);
        if self.domains.board(domain).is_none() {
            let table = self.domains.near_by_table(domain, of);
            let body = self.domains.entry(table, vec![cell, direction], span);
            let ty = Kind::Set(domain).always();
            return Some(quantified(
                Quantifier::Union,
                vec![(local, directions)],
                truth(true, span),
                body,
                ty,
                span,
            ));
        }
        let table = self.step_table(domain, 1, span)?;
        let to = self.domains.entry(table, vec![self.budget.copy(&cell), direction], span);
        let same = ExprKind::Equal(Box::new(self.budget.copy(&to)), Box::new(cell));
        let moved = negated(expr(same, Kind::Bool.always(), span));
        let set = Kind::Set(domain).always();
        Some(quantified(Quantifier::Collect, vec![(local, directions)], moved, to, set, span))
    }

    pub(super) fn compass_call(&mut self, s: &mut Scope, a: &[ast::Expr], span: Span) -> Option<Expr> {
        let _ = s;
        let board = match (&a[0].kind, a.len()) {
            (ast::ExprKind::Name(name), 1) => self.named_domain(name)?,
            _ => {
                let message = "`compass(..)` asks for the name of a board";
                let diagnostic =
                    Diagnostic::error(codes::WRONG_SORT, message, a[0].span, "not a board's name");
                return self
                    .reports
                    .refuse(diagnostic.help("write `compass(Cell)` with the name of a board"));
            }
        };
        self.step_table(board, 1, a[0].span)?;
        self.direction_set("compass", None, Some(board), span)
    }

    pub(super) fn step(
        &mut self,
        s: &mut Scope,
        a: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        let cell = self.cell_arg(s, &a[0], hint);
        self.refuse_steps_alone(s, a, cell.as_ref().map(|(_, domain)| *domain), span)?;
        let direction = self.direction_arg(s, &a[1]);
        let k = match a.get(2) {
            Some(k) => {
                let found = self.expr(s, k, None)?;
                if self.domains.directions.is_some_and(|all| found.ty.kind == Kind::Element(all)) {
                    return self.reports.refuse_second_direction(a, found.span, span);
                }
                Some(self.integer(found)?)
            }
            None => None,
        };
        let ((cell, domain), direction) = (cell?, direction?);
        let Some(k) = k else {
            let table = self.step_table(domain, 1, span)?;
            return Some(self.domains.entry(table, vec![cell, direction], span));
        };
        self.steps(domain, vec![cell, direction], k, span)
    }

    fn steps(&mut self, domain: DomainId, mut indexes: Vec<Expr>, k: Expr, span: Span) -> Option<Expr> {
        self.step_table(domain, 1, span)?;
        let (round, most) = self.domains.reach_of_steps(domain)?;
        let bounds = k.ty.bounds()?;
        let k = if round && (bounds.low < -most || bounds.high > most) {
            self.reduced(k, most, span)?
        } else {
            k
        };
        let bounds = k.ty.bounds()?;
        // More than `most` steps lead off the board from every cell, so all such k share one table.
        if bounds.low == bounds.high && !k.ty.or_none && !may_fault(&k) {
            let table = self.step_table(domain, bounds.low.clamp(-most - 1, most + 1), span)?;
            return Some(self.domains.entry(table, indexes, span));
        }
        let table =
            self.steps_table(domain, bounds.low.max(-most), bounds.high.min(most).max(-most), span)?;
        indexes.push(k);
        Some(self.domains.entry(table, indexes, span))
    }

    /// The steps of a walk on a ring or torus, where every walk is back after `period` steps,
    /// reduced to at most that many either way. A number that is not 0 stays so: there is no step
    /// in a direction that the board does not have.
    fn reduced(&mut self, k: Expr, period: i64, span: Span) -> Option<Expr> {
        if let ExprKind::Const(Value::Int(steps)) = k.kind {
            let rest = steps % period;
            return Some(number(if rest == 0 && steps != 0 { period } else { rest }, span));
        }
        let is_zero = |e: Expr| {
            let kind = ExprKind::Equal(Box::new(e), Box::new(number(0, span)));
            Box::new(expr(kind, Kind::Bool.always(), span))
        };
        let whole = number(period, span);
        let rest = self.reports.arith(Arith::Rem, self.budget.copy(&k), whole.clone(), span)?;
        let ty = hull(rest.ty, whole.ty);
        let (first, again) = (self.budget.copy(&rest), self.budget.copy(&rest));
        let back = expr(ExprKind::If(is_zero(k), Box::new(again), Box::new(whole)), ty, span);
        Some(expr(ExprKind::If(is_zero(first), Box::new(back), Box::new(rest)), ty, span))
    }

    pub(super) fn reach(
        &mut self,
        s: &mut Scope,
        a: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        if let Some(e) = a.get(2)
            && self.speaks_of_links(s, e)
        {
            let links = self.links_arg(s, e)?;
            return self.reach_by_links(s, [&a[0], &a[1]], links, span);
        }
        self.refuse_reach_of_goal(s, a, span)?;
        let board = self.geometric(hint, a[1].span);
        let within = self.set_expr(s, &a[1], board)?;
        if let Kind::Set(family) = within.ty.kind
            && let Some(base) = self.domains.base(family)
        {
            if let Some(extra) = a.get(2) {
                let message = "`reach` along links takes no directions";
                let diagnostic =
                    Diagnostic::error(codes::ARGUMENT_COUNT, message, extra.span, "one too many");
                return self.reports.refuse(diagnostic.help("leave it out"));
            }
            let from = self.typed(s, &a[0], Kind::Set(base), None)?;
            let ty = Type { kind: Kind::Set(base), or_none: from.ty.or_none || within.ty.or_none };
            return Some(expr(ExprKind::ReachLinks(family, Box::new(from), Box::new(within)), ty, span));
        }
        let (within, domain) = self.cells(within, hint)?;
        let from = self.typed(s, &a[0], Kind::Set(domain), None)?;
        let Fixed { directions, none } = self.fixed_directions(s, a.get(2), domain, "reach")?;
        let table = self.domains.near_table(domain, directions);
        let ty = Type { kind: Kind::Set(domain), or_none: from.ty.or_none || within.ty.or_none };
        Some(at_none(none, expr(ExprKind::Reach(table, Box::new(from), Box::new(within)), ty, span)))
    }

    pub(super) fn distance(&mut self, s: &mut Scope, a: &[ast::Expr], span: Span) -> Option<Expr> {
        if let Some(e) = a.get(2)
            && self.speaks_of_links(s, e)
        {
            let links = self.links_arg(s, e)?;
            return self.distance_by_links(s, [&a[0], &a[1]], links, span);
        }
        if let Some(ast::Expr { kind: ast::ExprKind::Int(steps), span: at }) = a.get(2) {
            let [one, other] = [&a[0], &a[1]].map(crate::syntax::print::whole);
            let text = format!("distance({one}, {other}) = {steps}");
            let message = "`distance` takes directions, no number of steps: it is that number";
            let report = Diagnostic::error(codes::MISMATCH, message, *at, "this is a number");
            return self.reports.refuse(report.help(format!("write `{text}`")).likely(span, text));
        }
        let board = self.geometric(None, a[0].span);
        let (from, to) = self.pair(s, [&a[0], &a[1]], board, Beside::Alike)?;
        let (from, domain) = self.cell(from, None)?;
        let to = self.fit(to, Kind::Element(domain), None)?;
        let Fixed { directions, none } = self.fixed_directions(s, a.get(2), domain, "distance")?;
        let table = self.distance_table(domain, directions, span)?;
        Some(at_none(none, self.domains.entry(table, vec![from, to], span)))
    }

    /// Checks `run(c, d, S)` and `stop(c, d, S)`.
    pub(super) fn ray(
        &mut self,
        s: &mut Scope,
        run: bool,
        a: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        let cell = self.cell_arg(s, &a[0], hint);
        let direction = self.direction_arg(s, &a[1]);
        let (cell, domain) = cell?;
        let table = self.step_table(domain, 1, span)?;
        let set = self.typed(s, &a[2], Kind::Set(domain), None);
        let (cell, direction, set) = (Box::new(cell), Box::new(direction?), Box::new(set?));
        Some(if run {
            expr(ExprKind::Run(table, cell, direction, set), Kind::Set(domain).always(), span)
        } else {
            expr(ExprKind::Stop(table, cell, direction, set), Kind::Element(domain).or_none(), span)
        })
    }

    pub(super) fn shift(
        &mut self,
        s: &mut Scope,
        a: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        let set = self.cells_arg(s, &a[0], hint);
        let direction = self.direction_arg(s, &a[1]);
        let ((set, domain), direction) = (set?, direction?);
        let table: TableId = self.step_table(domain, 1, span)?;
        self.evaluated_first(s, direction, |checker, s, direction| {
            let ty = Kind::Element(domain).always();
            let local = s.local("c", ty);
            let cell = expr(ExprKind::Local(local), ty, span);
            let to = checker.domains.entry(table, vec![cell, direction], span);
            let ty = Kind::Set(domain).always();
            Some(quantified(Quantifier::Collect, vec![(local, set)], truth(true, span), to, ty, span))
        })
    }
}

impl DomainTables {
    /// Whether an expression is a single cell, and neither a set nor a member of a family, which
    /// stands for its set.
    fn is_cell(&self, e: &Expr) -> bool {
        match e.ty.kind {
            Kind::Element(domain) => self.base(domain).is_none(),
            Kind::Int { .. } | Kind::Nothing => true,
            _ => false,
        }
    }

    pub(super) fn direction_word(&self, direction: i64) -> Option<&'static str> {
        let name = self.all[self.directions?.index()].members.get(direction as usize)?;
        crate::boards::DIRECTIONS.iter().find(|d| *d == name).copied()
    }
}

impl Reports<'_> {
    /// Reports a direction in the place of a number of steps, `step(c, north, east)`.
    fn refuse_second_direction<T>(&mut self, a: &[ast::Expr], second: Span, span: Span) -> Option<T> {
        let [cell, one, other] = [&a[0], &a[1], &a[2]].map(|part| self.input.written(part.span));
        let text = format!("step(step({cell}, {one}), {other})");
        let message = "a step goes in one direction: behind it stands a number of steps";
        let diagnostic = Diagnostic::error(codes::MISMATCH, message, second, "this is a direction");
        self.refuse(diagnostic.help(format!("write `{text}`")).likely(span, text))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn a_step_has_one_direction() {
        for (value, help) in [
            ("step(at, north, east)", "write `step(step(at, north), east)`"),
            (
                "step(step(at, north), west, opposite(west))",
                "write `step(step(step(at, north), west), opposite(west))`",
            ),
        ] {
            let go = format!("move go when at != none {{ at = {value} }}");
            assert_eq!(helps_beside("state { at: C or none = a1 }", &go), [help]);
        }
    }
}
