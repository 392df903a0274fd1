//! Checks the facts of `expect` items.

use super::checker::Checker;
use super::codes;
use super::reports::Reports;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{Expect, Fact, Kind, PLAYER, Value};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind};

const WHAT: &str = "an expectation";
/// The greatest number of plies that `within` takes.
const MOST_PLIES: u32 = 10_000;

impl Checker<'_> {
    /// Checks all `expect` items.
    pub(super) fn check_expects(&mut self) {
        let game = self.input.game;
        for item in &game.items {
            if let ItemKind::Expect(expect) = &item.kind {
                for setting in &expect.with {
                    self.check_setting(setting);
                    self.check_set_number(setting);
                }
                for (fact, span) in &expect.facts {
                    let found = self.fact(fact).map(|fact| claimed(expect, fact, *span));
                    let found = self.reports.whole_item(found);
                    self.rules.expects.extend(found);
                }
            }
        }
    }

    fn fact(&mut self, fact: &ast::Fact) -> Option<Fact> {
        match fact {
            ast::Fact::Value(outcome, plies) => {
                let before = self.reports.list.len();
                let value = self.fact_value(outcome);
                let plies = match plies {
                    // Points stand alone: one report says so.
                    Some(plies) if value.is_none() && self.rules.first_points.is_some() => {
                        self.reports.without_plies(before, plies);
                        None
                    }
                    Some(plies) => Some(self.plies(plies, outcome)?),
                    None => None,
                };
                Some(Fact::Value(value?, plies))
            }
            ast::Fact::Within(outcome, plies) => {
                let (value, plies) = (self.fact_value(outcome), self.horizon(plies));
                Some(Fact::Within(value?, plies?))
            }
            ast::Fact::Positions(n) => Some(Fact::Positions(self.number_of(n)?)),
            ast::Fact::Perft(counts) => {
                let found: Vec<Option<u64>> = counts.iter().map(|n| self.number_of(n)).collect();
                Some(Fact::Perft(found.into_iter().collect::<Option<_>>()?))
            }
            ast::Fact::Nimber(n) => Some(Fact::Nimber(self.number_of(n)?)),
            ast::Fact::Best(text) => Some(Fact::Best(text.text.clone(), text.span)),
            ast::Fact::Error => {
                self.reports.poisoned = true;
                None
            }
        }
    }

    fn number_of(&mut self, e: &ast::Expr) -> Option<u64> {
        let n = self.constant_int(e, WHAT)?;
        u64::try_from(n).ok().or_else(|| {
            let message = "a count is not negative";
            let diagnostic = Diagnostic::error(codes::BAD_EXPECT, message, e.span, format!("this is {n}"));
            self.reports.refuse(diagnostic.help("write 0 or more"))
        })
    }

    /// The number of plies of a search forward.
    fn horizon(&mut self, e: &ast::Expr) -> Option<u32> {
        let n = self.number_of(e)?;
        u32::try_from(n).ok().filter(|n| *n <= MOST_PLIES).or_else(|| {
            let message = format!("nobody searches {n} plies forward");
            let diagnostic = Diagnostic::error(codes::BAD_EXPECT, message, e.span, "too many");
            self.reports.refuse(diagnostic.help(format!("write at most {MOST_PLIES}")))
        })
    }

    fn plies(&mut self, e: &ast::Expr, outcome: &ast::Outcome) -> Option<u64> {
        if self.rules.first_points.is_some() {
            let message = "a game that counts points has no number of plies";
            let diagnostic = Diagnostic::error(codes::BAD_EXPECT, message, e.span, "not in a game of points");
            return self.reports.refuse(diagnostic.help("leave `in ..` out"));
        }
        if let ast::OutcomeKind::Draw = outcome.kind {
            let message = "a draw has no number of plies";
            let diagnostic = Diagnostic::error(codes::BAD_EXPECT, message, e.span, "nobody hurries");
            return self.reports.refuse(diagnostic.help("leave `in ..` out"));
        }
        self.number_of(e)
    }

    fn fact_value(&mut self, outcome: &ast::Outcome) -> Option<i64> {
        use ast::OutcomeKind as A;
        match &outcome.kind {
            A::Draw => Some(0),
            A::Wins(p) => self.winner(p, outcome.span, 1),
            A::Loses(p) => self.winner(p, outcome.span, -1),
            A::Points(points, p) => self.points(points, p, outcome.span),
            A::If(c, a, b) => {
                let mut s = Scope::new(Context::Constant(WHAT));
                let c = self.condition(&mut s, c)?;
                let holds = self.fold(&s, &c, &mut Vec::new())? == Value::Bool(true);
                let (a, b) = (self.fact_value(a), self.fact_value(b));
                if holds { a } else { b }
            }
            A::Pass => {
                let message = "a pass is not a value";
                let diagnostic =
                    Diagnostic::error(codes::BAD_EXPECT, message, outcome.span, "not an outcome");
                self.reports.refuse(diagnostic.help("write `A wins`, `draw` or `3 to A`"))
            }
            A::Error => {
                self.reports.poisoned = true;
                None
            }
        }
    }

    fn winner(&mut self, p: &ast::Expr, span: Span, sign: i64) -> Option<i64> {
        let sign = sign * self.sign_of(p)?;
        let Some(points) = self.rules.first_points else { return Some(sign) };
        if self.rules.first_win.is_some() {
            // That the rules say both is told already.
            self.reports.poisoned = true;
            return None;
        }
        let message = "this game counts points, nobody wins it";
        let diagnostic = Diagnostic::error(codes::BAD_EXPECT, message, span, "not a number of points");
        let player = self.input.written(p.span).to_owned();
        let help = format!("write `3 to {player}` with the points of the game, or `draw` for 0");
        self.reports.refuse(diagnostic.because(points, "points here").help(help))
    }

    fn points(&mut self, points: &ast::Expr, p: &ast::Expr, span: Span) -> Option<i64> {
        let (n, side) = (self.constant_int(points, WHAT), self.sign_of(p));
        let (n, side) = (n?, side?);
        if let (Some(win), None) = (self.rules.first_win, self.rules.first_points) {
            let message = "this game is won or lost, it counts no points";
            let diagnostic = Diagnostic::error(codes::BAD_EXPECT, message, span, "points");
            let winner = self.input.written(p.span);
            let help = format!("write `{winner} wins` or `draw`");
            return self.reports.refuse(diagnostic.because(win, "won or lost here").help(help));
        }
        Some(n * side)
    }

    /// 1 for the first player, -1 for the second.
    fn sign_of(&mut self, p: &ast::Expr) -> Option<i64> {
        let mut s = Scope::new(Context::Constant(WHAT));
        let player = self.typed(&mut s, p, Kind::Element(PLAYER), None)?;
        match self.fold(&s, &player, &mut Vec::new())? {
            Value::Element(0) => Some(1),
            Value::Element(_) => Some(-1),
            _ => self.refuse_none(p.span, "the player"),
        }
    }
}

impl Reports<'_> {
    /// Says in the report about a winner in a game of points that no number of plies stands behind
    /// points either.
    fn without_plies(&mut self, before: usize, plies: &ast::Expr) {
        let plies = format!("in {}", self.input.written(plies.span));
        if let [report] = &mut self.list[before..]
            && let Some(help) = &mut report.help
        {
            help.push_str(&format!("; without `{plies}`, for points have no number of plies"));
        }
    }
}

/// One fact of an item, with the settings of the item.
fn claimed(expect: &ast::Expect, fact: Fact, span: Span) -> Expect {
    Expect {
        slow: expect.slow,
        with: expect.with.clone(),
        after: expect.after.as_ref().map(|after| (after.text.clone(), after.span)),
        fact,
        head: expect.head,
        span,
    }
}
