//! Checks the rules about the end of the game: `end`, `stuck`, `endless` with their outcomes, and
//! `progress`.

use super::checker::Checker;
use super::codes;
use super::coerce::expr;
use super::domain_tables::DomainTables;
use super::operators::both;
use super::reports::Reports;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{End, Expr, ExprKind, Kind, Outcome, OutcomeKind, PLAYER, Progress};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind};

impl Checker<'_> {
    /// Checks all these rules.
    pub(super) fn check_rules(&mut self) {
        let game = self.input.game;
        for item in &game.items {
            match &item.kind {
                ItemKind::End { binders, when, outcome } => {
                    let end = self.end_rule(binders.as_ref(), when, outcome, item.span);
                    let end = self.reports.whole_item(end);
                    self.rules.ends.extend(end);
                }
                ItemKind::Stuck(outcome) => {
                    let mut s = Scope::new(Context::Position);
                    let outcome = self.outcome(&mut s, outcome, true);
                    if let Some(outcome) = self.reports.whole_item(outcome) {
                        self.rules.stuck = Some(Self::ruled(s, outcome, item.span));
                    }
                }
                ItemKind::Endless(outcome) => {
                    let mut s = Scope::new(Context::Endless);
                    let outcome = self.outcome(&mut s, outcome, false);
                    if let Some(outcome) = self.reports.whole_item(outcome) {
                        self.rules.endless = Some(Self::ruled(s, outcome, item.span));
                    }
                }
                ItemKind::Progress(measures) => self.progress_rule(measures, item.span),
                _ => {}
            }
        }
        self.check_outcomes_alike();
    }

    fn end_rule(
        &mut self,
        binders: Option<&ast::Binders>,
        condition: &ast::Expr,
        outcome: &ast::Outcome,
        span: Span,
    ) -> Option<End> {
        let mut s = Scope::new(Context::Position);
        let bound = binders.map(|binders| self.binders(&mut s, binders, None));
        if binders.is_none() {
            self.refuse_free_player(&s, condition, outcome);
        }
        let when = self.condition(&mut s, condition);
        let outcome = match self.refuse_unbound_outcome(&s, binders, condition, outcome) {
            Some(refused) => refused,
            None => self.outcome(&mut s, outcome, false),
        };
        let (binders, when) = match bound {
            Some(bound) => {
                let (binders, guard) = bound?;
                self.check_bindings(&binders, span)?;
                (binders, both(guard, when?))
            }
            None => (Vec::new(), when?),
        };
        Some(End { frame: s.frame, binders, when, outcome: outcome?, span })
    }

    fn progress_rule(&mut self, measures: &[ast::Expr], span: Span) {
        let mut s = Scope::new(Context::Position);
        let found: Vec<Option<Expr>> = measures.iter().map(|e| self.int_expr(&mut s, e)).collect();
        if let Some(me) = s.reads_me {
            let message = "`progress` does not depend on whose turn it is";
            let diagnostic = Diagnostic::error(codes::NOT_CONSTANT, message, me, "the player to move");
            self.reports.report(diagnostic.help("name the player, or add up both players' shares"));
        }
        let measures = found.into_iter().collect();
        if let Some(measures) = self.reports.whole_item(measures) {
            self.rules.progress = Some(Progress { frame: s.frame, measures, is_proven: false, span });
        }
    }

    /// Checks an outcome; `stuck` says whether `pass` is allowed.
    pub(super) fn outcome(&mut self, s: &mut Scope, outcome: &ast::Outcome, stuck: bool) -> Option<Outcome> {
        let span = outcome.span;
        let kind = self.deeper(span, |checker| checker.outcome_kind(s, outcome, stuck))?;
        Some(Outcome { kind, span })
    }

    fn outcome_kind(&mut self, s: &mut Scope, outcome: &ast::Outcome, stuck: bool) -> Option<OutcomeKind> {
        use ast::OutcomeKind as A;
        let span = outcome.span;
        match &outcome.kind {
            A::Wins(p) => {
                let winner = self.who_wins(s, p)?;
                self.rules.first_win.get_or_insert(span);
                Some(OutcomeKind::Wins(winner))
            }
            A::Loses(p) => {
                let loser = self.who_wins(s, p)?;
                self.rules.first_win.get_or_insert(span);
                let ty = loser.ty;
                Some(OutcomeKind::Wins(expr(ExprKind::Other(Box::new(loser)), ty, span)))
            }
            A::Draw => Some(OutcomeKind::Draw),
            A::Points(points, p) => {
                self.rules.first_points.get_or_insert(span);
                if self.domains.names_player(points) && !self.domains.names_player(p) {
                    return self.reports.refuse_turned_points(points, p, span);
                }
                let (points, p) = (self.int_expr(s, points), self.player(s, p));
                Some(OutcomeKind::Points(points?, p?))
            }
            A::Pass if stuck => Some(OutcomeKind::Pass),
            A::Pass => {
                let message = "only a `stuck` rule can say `pass`";
                let diagnostic =
                    Diagnostic::error(codes::PASS_HERE, message, span, "the game would not be over");
                self.reports
                    .refuse(diagnostic.help("write what the game is worth here: `p wins`, `draw`, `3 to p`"))
            }
            A::If(c, a, b) => {
                let c = self.condition(s, c);
                let (a, b) = (self.outcome(s, a, stuck), self.outcome(s, b, stuck));
                Some(OutcomeKind::If(c?, Box::new(a?), Box::new(b?)))
            }
            A::Error => {
                self.reports.poisoned = true;
                None
            }
        }
    }

    /// Checks who wins or loses; a number does neither, and is refused once.
    fn who_wins(&mut self, s: &mut Scope, p: &ast::Expr) -> Option<Expr> {
        let points = self.reports.muted == 0
            && !self.form(s, p).is_bare()
            && self.tried(s, p).is_some_and(|ty| matches!(ty.kind, Kind::Int { .. }));
        if !points {
            return self.player(s, p);
        }
        let text = format!(
            "{} to {}",
            self.input.short_text(p.span),
            self.domains.all[PLAYER.index()].members.first()?
        );
        let message = "a number neither wins nor loses: points are told with `to`, and with the player whom they favour";
        let report = Diagnostic::error(codes::MISMATCH, message, p.span, "this is an integer");
        self.reports.refuse(report.help(format!("write `{text}`")))
    }

    fn player(&mut self, s: &mut Scope, p: &ast::Expr) -> Option<Expr> {
        if let ast::ExprKind::Name(name) = &p.kind
            && matches!(name.text.as_str(), "nobody" | "noone" | "neither" | "no_one" | "draw" | "tie")
            && self.is_unknown(s, name)
        {
            let message = "where nobody wins it is a draw";
            let report = Diagnostic::error(codes::UNKNOWN_NAME, message, p.span, "no player");
            return self.reports.refuse(report.help("write `draw`"));
        }
        self.typed(s, p, Kind::Element(PLAYER), None)
    }
}

impl DomainTables {
    /// Whether an expression is a player by its form.
    pub(super) fn names_player(&self, e: &ast::Expr) -> bool {
        match &e.kind {
            ast::ExprKind::Me | ast::ExprKind::Opponent => true,
            ast::ExprKind::Name(name) => self.all[PLAYER.index()].members.contains(&name.text),
            _ => false,
        }
    }
}

impl Reports<'_> {
    /// Refuses `A to 3`: the points stand first.
    fn refuse_turned_points<T>(&mut self, player: &ast::Expr, points: &ast::Expr, span: Span) -> Option<T> {
        let text = format!("{} to {}", self.input.written(points.span), self.input.written(player.span));
        let message = "in an outcome of points these stand first, and the player behind `to`";
        let report = Diagnostic::error(codes::MISMATCH, message, span, "the wrong way round");
        let report = report.help(format!("write `{text}`"));
        // A name in the place of the points may be that of a player.
        self.refuse(match matches!(points.kind, ast::ExprKind::Int(_)) {
            true => report.fix(span, text),
            false => report.likely(span, text),
        })
    }
}
