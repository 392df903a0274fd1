//! Checks statements.

use super::checker::Checker;
use super::codes;
use super::coerce::truth;
use super::limits;
use super::reports::Reports;
use super::scope::{Scope, Sort};
use crate::diagnostic::Diagnostic;
use crate::program::{Expr, ExprKind, FollowupRequest, Kind, Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::ast::{self, Name, Statement, StatementKind};

impl Checker<'_> {
    /// Checks a block; its names are visible up to its end.
    pub(super) fn block(&mut self, s: &mut Scope, statements: &[Statement]) -> Option<Vec<Stmt>> {
        let mark = s.enter();
        let found: Vec<Option<Stmt>> =
            statements.iter().map(|statement| self.statement(s, statement)).collect();
        s.leave(mark);
        found.into_iter().collect()
    }

    pub(super) fn statement(&mut self, s: &mut Scope, statement: &Statement) -> Option<Stmt> {
        let span = statement.span;
        let kind = self.deeper(span, |checker| match &statement.kind {
            StatementKind::Assign { target, indexes, op, value } => {
                checker.assign(s, target, indexes, *op, value, span)
            }
            StatementKind::Let(name, value) => checker.bind_let(s, name, value),
            StatementKind::Var(name, value) => checker.bind_var(s, name, value),
            StatementKind::If(arms, rest) => checker.branches(s, arms, rest.as_deref(), span),
            StatementKind::For(binders, body) => checker.for_loop(s, binders, body),
            StatementKind::Repeat(times, going_on, body) => checker.repeat(s, times, going_on.as_ref(), body),
            StatementKind::Again { with, when } => checker.again(s, with, when.as_ref(), span),
            StatementKind::Error => {
                checker.reports.poisoned = true;
                None
            }
        })?;
        Some(Stmt { kind, span })
    }

    fn bind_let(&mut self, s: &mut Scope, name: &Name, value: &ast::Expr) -> Option<StmtKind> {
        let value = self.expr(s, value, None).and_then(|value| self.no_sets(value));
        let local = self.bind(s, name, Sort::Let, value.as_ref().map(|value| value.ty));
        Some(StmtKind::Bind(local?, value?))
    }

    pub(super) fn no_sets(&mut self, value: Expr) -> Option<Expr> {
        match value.ty.kind {
            Kind::Sets(of) => self.refuse_set_of_sets(value.span, Some(of)),
            _ => Some(value),
        }
    }

    fn bind_var(&mut self, s: &mut Scope, name: &Name, value: &ast::Expr) -> Option<StmtKind> {
        let value = self.expr(s, value, None).and_then(|value| self.no_sets(value));
        let first = value.as_ref().map_or(Kind::Nothing.or_none(), |value| value.ty);
        let (number, ty) = self.vars.declare(first);
        let local = self.bind(s, name, Sort::Var(number), value.as_ref().map(|_| ty));
        let value = self.fit(value?, ty.kind, None)?;
        Some(StmtKind::Bind(local?, value))
    }

    fn branches(
        &mut self,
        s: &mut Scope,
        arms: &[(ast::Expr, Vec<Statement>)],
        rest: Option<&[Statement]>,
        span: Span,
    ) -> Option<StmtKind> {
        let mut found = Vec::new();
        for (condition, body) in arms {
            let condition = self.condition(s, condition);
            found.push((condition, self.block(s, body)));
        }
        let mut otherwise = self.block(s, rest.unwrap_or_default());
        while let Some((condition, body)) = found.pop() {
            let kind = StmtKind::If(condition?, body?, otherwise?);
            otherwise = Some(vec![Stmt { kind, span }]);
        }
        otherwise.and_then(|mut only| only.pop()).map(|only| only.kind)
    }

    fn for_loop(&mut self, s: &mut Scope, binders: &ast::Binders, body: &[Statement]) -> Option<StmtKind> {
        let mark = s.enter();
        let bound = self.binders(s, binders, None);
        let passes =
            bound.as_ref().map_or(1, |(sets, _)| self.domains.passes(sets.iter().map(|(_, set)| set)));
        let few = binders.binders.first().map_or(Some(()), |first| self.check_loops(passes, first.name.span));
        let body = self.looped(s, passes, body);
        s.leave(mark);
        few?;
        let (sets, guard) = bound?;
        Some(StmtKind::For(sets, guard, body?))
    }

    /// Checks `repeat N while C { .. }`. Where the condition does not hold a pass does nothing, and
    /// so do all that follow: it is `repeat N { if C { .. } }`.
    fn repeat(
        &mut self,
        s: &mut Scope,
        times: &ast::Expr,
        going_on: Option<&ast::Expr>,
        body: &[Statement],
    ) -> Option<StmtKind> {
        self.refuse_repeat_with_name(s, times)?;
        let times = self.int_expr(s, times);
        let most = times.as_ref().and_then(|times| times.ty.bounds()).map_or(0, |bounds| bounds.high.max(0));
        // A constant count is exact. A computed one only has an upper bound, which play may never
        // come near.
        let given = times.as_ref().is_some_and(|times| matches!(times.kind, ExprKind::Const(_)));
        let few = if given { self.check_loops(most as u64, times.as_ref()?.span) } else { Some(()) };
        let condition = going_on.map(|condition| self.condition(s, condition));
        let body = self.looped(s, most as u64, body);
        few?;
        let Some(condition) = condition else { return Some(StmtKind::Repeat(times?, body?)) };
        let condition = condition?;
        let span = condition.span;
        let pass = Stmt { kind: StmtKind::If(condition, body?, Vec::new()), span };
        Some(StmtKind::Repeat(times?, vec![pass]))
    }

    /// Refuses `repeat i in S { .. }`: a loop that runs through a set is a `for`.
    fn refuse_repeat_with_name(&mut self, s: &Scope, times: &ast::Expr) -> Option<()> {
        let ast::ExprKind::Compare(first, rest) = &times.kind else { return Some(()) };
        let ([(ast::CompareOp::In, _, set)], ast::ExprKind::Name(name)) = (rest.as_slice(), &first.kind)
        else {
            return Some(());
        };
        if !self.is_unknown(s, name) {
            return Some(());
        }
        let text = format!("for {} in {}", name.text, self.input.written(set.span));
        let message = "`repeat` says how often; a loop that runs through a set is a `for`";
        let report = Diagnostic::error(codes::MISMATCH, message, times.span, "this is no number");
        self.reports.excused.push(name.text.clone());
        self.reports.refuse(report.help(format!("write `{text} {{ .. }}`")))
    }

    fn check_loops(&mut self, passes: u64, span: Span) -> Option<()> {
        let passes = self.vars.passes.saturating_mul(passes);
        self.reports.check_passes(passes, limits::LOOPS, "this loop runs too often", span)
    }

    fn looped(&mut self, s: &mut Scope, passes: u64, body: &[Statement]) -> Option<Vec<Stmt>> {
        let outside = self.vars.passes;
        self.vars.passes = outside.saturating_mul(passes);
        let body = self.block(s, body);
        self.vars.passes = outside;
        body
    }

    /// Checks `again` and `again with NAME(E) or NAME when C`.
    fn again(
        &mut self,
        s: &mut Scope,
        with: &[(Name, Vec<ast::Expr>)],
        when: Option<&ast::Expr>,
        span: Span,
    ) -> Option<StmtKind> {
        let condition = match when {
            Some(when) => self.condition(s, when),
            None => Some(truth(true, span)),
        };
        if with.is_empty() {
            return Some(StmtKind::Again(condition?));
        }
        let mut asked = Vec::new();
        let mut places: Vec<(u32, Span)> = Vec::new();
        for (name, arguments) in with {
            let id = self.move_named(name);
            if let Some(id) = id {
                self.reports.check_asked_once(name, id.0, &mut places);
                asked
                    .push(self.fixed_arguments(s, id, arguments, name.span).map(|arguments| (id, arguments)));
            } else {
                asked.push(None);
            }
        }
        let mut asked = asked.into_iter().collect::<Option<Vec<_>>>()?;
        asked.sort_by_key(|(id, _)| *id);
        let request = self
            .moves
            .request(FollowupRequest { moves: asked.iter().map(|(id, args)| (*id, args.len())).collect() });
        let arguments = asked.into_iter().map(|(_, arguments)| arguments).collect();
        Some(StmtKind::AgainWith(request, arguments, condition?))
    }
}

impl Reports<'_> {
    fn check_asked_once(&mut self, name: &Name, id: u32, places: &mut Vec<(u32, Span)>) {
        if let Some((_, first)) = places.iter().find(|(known, _)| *known == id) {
            let message = format!("`again with` asks for `{}` twice", name.text);
            let diagnostic = Diagnostic::error(codes::ASKED_TWICE, message, name.span, "again here");
            let diagnostic = diagnostic.because(*first, "asked for here first");
            self.report(
                diagnostic
                    .help("ask for it once, with fewer arguments fixed, and say the rest in its `when`"),
            );
        }
        places.push((id, name.span));
    }
}
