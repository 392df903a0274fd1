//! Finds moves whose legality depends on itself: `can` or `stuck` in a guard, a parameter's set or
//! a `provided` of a move that it asks about, or in the body of a move that has a `provided` and is
//! asked about.
//!
//! The moves form a graph, with an edge to every move that must be decided first; a move on a cycle
//! is refused. Cycles are found by depth-first search.

use super::checker::Checker;
use super::codes;
use super::reports::Reports;
use crate::diagnostic::{Diagnostic, Label};
use crate::program::{Expr, ExprKind, Stmt, statements};
use crate::source::Span;

/// A question: the index of the move asked about, and the place that asks.
type Question = (usize, Span);

impl Checker<'_> {
    /// Reports every move whose legality depends on itself.
    pub(super) fn check_circular_guards(&mut self) {
        if self.moves.all.iter().any(Option::is_none) {
            self.reports.lost = true;
            return;
        }
        let questions: Vec<Vec<Question>> =
            (0..self.moves.all.len()).map(|at| self.questions_of(at)).collect();
        let mut rendered: Vec<(usize, usize)> = Vec::new();
        for at in 0..self.moves.all.len() {
            let Some((_, first)) = questions[at].iter().find(|(to, _)| leads(&questions, *to, at)) else {
                continue;
            };
            let Some(entry) = self.moves.entries.get(at) else { continue };
            let (name, declared) = (entry.ast.name.text.clone(), entry.ast.name.span);
            // All moves of one cycle share one report.
            let same = |other: usize| leads(&questions, at, other) && leads(&questions, other, at);
            let known = rendered.iter().find(|(other, _)| same(*other)).map(|(_, report)| *report);
            if let Some(report) = known.and_then(|report| self.reports.list.get_mut(report)) {
                let text = format!("and whether `{name}` is, asks about it in turn");
                report.labels.push(Label { span: *first, text, primary: false });
                continue;
            }
            rendered.push((at, self.reports.list.len()));
            self.reports.refuse_circular_guard(&name, *first, declared);
        }
    }

    /// The moves that must be decided before this one.
    fn questions_of(&self, at: usize) -> Vec<Question> {
        let mut found = Vec::new();
        let Some(play) = &self.moves.all[at] else { return found };
        for e in play.parameters.iter().map(|(_, set)| set).chain([&play.when]).chain(&play.provided) {
            self.asked_in(e, &mut found);
        }
        if play.provided.is_some() {
            for e in statements(&play.body).flat_map(Stmt::expressions) {
                self.asked_in(e, &mut found);
            }
        }
        found
    }

    /// The first place in an expression, or in a `def` that it calls, that asks about moves.
    pub(super) fn asks(&self, e: &Expr) -> Option<Span> {
        let mut found = Vec::new();
        self.asked_in(e, &mut found);
        found.first().map(|(_, place)| *place)
    }

    fn asked_in(&self, e: &Expr, found: &mut Vec<Question>) {
        for e in e.walk() {
            match &e.kind {
                ExprKind::Can(id, _) => found.push((id.index(), e.span)),
                ExprKind::Stuck(_) => {
                    // Of all moves: not all of them are checked yet.
                    let plain = |at: &usize| !self.moves.entries[*at].ast.followup;
                    found.extend((0..self.moves.entries.len()).filter(plain).map(|at| (at, e.span)));
                }
                ExprKind::Call(def, _) => {
                    let asked = self.defs.asks.borrow().get(def).cloned();
                    let asked = asked.unwrap_or_else(|| {
                        let mut inner = Vec::new();
                        self.asked_in(&self.defs.all[def.index()].body, &mut inner);
                        inner.sort();
                        inner.dedup();
                        self.defs.asks.borrow_mut().insert(*def, inner.clone());
                        inner
                    });
                    found.extend(asked);
                }
                _ => {}
            }
        }
    }
}

impl Reports<'_> {
    /// Reports a move whose legality depends on itself.
    pub(super) fn refuse_circular_guard(&mut self, name: &str, span: Span, declared: Span) {
        let message = format!("whether `{name}` is possible depends on itself");
        let mut diagnostic = Diagnostic::error(codes::CIRCULAR_GUARD, message, span, "asks about it");
        if declared != span {
            diagnostic = diagnostic.because(declared, "declared here");
        }
        let diagnostic = diagnostic.help("ask about other moves alone, or write the condition out");
        if !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }
}

/// Whether a path leads from one move to another.
fn leads(questions: &[Vec<Question>], from: usize, to: usize) -> bool {
    let mut seen = vec![false; questions.len()];
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        if !std::mem::replace(&mut seen[at], true) {
            open.extend(questions[at].iter().map(|(next, _)| *next));
        }
    }
    false
}
