//! Builds outcomes, explicit trees and expectations.

use super::{Lower, Pair, error_expr};
use crate::source::Span;
use crate::syntax::ast::{Expect, Expr, Fact, Outcome, OutcomeKind, Text, Tree};
use crate::syntax::grammar::Rule;

impl Lower<'_> {
    /// The outcome directly within a match.
    pub fn outcome_in(&mut self, pair: &Pair) -> Outcome {
        match pair.clone().into_inner().find(|part| part.as_rule() == Rule::outcome) {
            Some(part) => self.outcome(part),
            None => Outcome { kind: OutcomeKind::Error, span: self.span(pair) },
        }
    }

    /// Builds `p wins`, `draw`, `E to p`, `if C then .. else ..`, or one of these in brackets.
    pub fn outcome(&mut self, pair: Pair) -> Outcome {
        let span = self.span(&pair);
        let part = pair.into_inner().next();
        let kind = part.map_or(OutcomeKind::Error, |part| match part.as_rule() {
            Rule::if_outcome => self.if_outcome(part, span),
            Rule::scored => self.scored(part),
            Rule::bracketed => self.bracketed(&part),
            Rule::word_draw => OutcomeKind::Draw,
            Rule::word_pass => OutcomeKind::Pass,
            _ => OutcomeKind::Error,
        });
        Outcome { kind, span }
    }

    /// Builds `(OUTCOME)`; the brackets leave no node.
    fn bracketed(&mut self, pair: &Pair) -> OutcomeKind {
        let span = self.span(pair);
        self.deeper(1, span, |this| this.outcome_in(pair).kind).unwrap_or(OutcomeKind::Error)
    }

    /// Builds `if C then .. else ..`.
    fn if_outcome(&mut self, pair: Pair, span: Span) -> OutcomeKind {
        let condition = self.first_expr(&pair);
        let branches = pair.into_inner().filter(|part| part.as_rule() == Rule::outcome);
        let built = self
            .deeper(1, span, |this| branches.map(|part| Box::new(this.outcome(part))).collect::<Vec<_>>());
        let mut branches = built.unwrap_or_default().into_iter();
        match (branches.next(), branches.next()) {
            (Some(then), Some(otherwise)) => OutcomeKind::If(condition, then, otherwise),
            _ => OutcomeKind::Error,
        }
    }

    /// Builds `p wins`, `p loses` or `E to p`.
    fn scored(&mut self, pair: Pair) -> OutcomeKind {
        let loses = pair.clone().into_inner().any(|part| part.as_rule() == Rule::word_loses);
        let mut parts = self.exprs(pair).into_iter();
        match (parts.next(), parts.next()) {
            (Some(points), Some(player)) => OutcomeKind::Points(points, player),
            (Some(player), None) if loses => OutcomeKind::Loses(player),
            (Some(player), None) => OutcomeKind::Wins(player),
            _ => OutcomeKind::Error,
        }
    }

    /// The tree directly within a match.
    pub fn tree_in(&mut self, pair: &Pair) -> Tree {
        match pair.clone().into_inner().find(|part| is_tree(part.as_rule())) {
            Some(part) => self.tree(part),
            None => Tree::Leaf(error_expr(self.span(pair))),
        }
    }

    /// Builds `[2, 4]`, `{ left: 1, right: 2 }`, or a leaf.
    fn tree(&mut self, pair: Pair) -> Tree {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::tree_node => self.tree_in(&pair),
            Rule::tree_list => {
                let parts = pair.into_inner().filter(|part| part.as_rule() == Rule::tree_node);
                let branches =
                    self.deeper(1, span, |this| parts.map(|part| (None, this.tree(part))).collect());
                Tree::Node(branches.unwrap_or_default(), span)
            }
            Rule::tree_names => {
                let parts = pair.into_inner().filter(|part| part.as_rule() == Rule::tree_branch);
                let branches = self.deeper(1, span, |this| {
                    parts.map(|part| (Some(this.first_name(&part)), this.tree_in(&part))).collect()
                });
                Tree::Node(branches.unwrap_or_default(), span)
            }
            _ => Tree::Leaf(self.expr(pair)),
        }
    }

    /// Builds `expect slow with n = 5 after "..": FACT, FACT` from the text behind the keyword.
    pub fn expect(&mut self, pair: Pair, span: Span) -> Expect {
        let mut expect = Expect { slow: false, with: Vec::new(), after: None, facts: Vec::new(), head: span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::slow => expect.slow = true,
                Rule::conditions => self.conditions(part, &mut expect),
                Rule::fact => {
                    let place = self.span(&part);
                    expect.facts.push((self.fact(part), place));
                }
                _ => {}
            }
        }
        if let Some((_, first)) = expect.facts.first() {
            expect.head = Span { end: first.start, ..span };
        }
        expect
    }

    /// Builds `with n = 5 after ".."`.
    fn conditions(&mut self, pair: Pair, expect: &mut Expect) {
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::setting => expect.with.push(self.setting(part)),
                Rule::after => expect.after = self.text_in(&part),
                _ => {}
            }
        }
    }

    /// The first text directly within a match.
    pub fn text_in(&mut self, pair: &Pair) -> Option<Text> {
        let found = pair.clone().into_inner().find(|part| part.as_rule() == Rule::string)?;
        Some(self.text(&found))
    }

    /// Builds a fact.
    fn fact(&mut self, pair: Pair) -> Fact {
        let Some(part) = pair.into_inner().next() else { return Fact::Error };
        match part.as_rule() {
            Rule::positions_fact => Fact::Positions(self.first_expr(&part)),
            Rule::perft_fact => Fact::Perft(self.exprs(part)),
            Rule::nimber_fact => Fact::Nimber(self.first_expr(&part)),
            Rule::best_fact => self.text_in(&part).map_or(Fact::Error, Fact::Best),
            _ => {
                if let Some(within) = part.clone().into_inner().find(|inner| inner.as_rule() == Rule::within)
                {
                    return Fact::Within(self.outcome_in(&part), self.first_expr(&within));
                }
                let plies: Option<Expr> = self.exprs(part.clone()).pop();
                Fact::Value(self.outcome_in(&part), plies)
            }
        }
    }
}

/// Whether a rule matches a node of a tree.
fn is_tree(rule: Rule) -> bool {
    matches!(rule, Rule::tree_node | Rule::tree_list | Rule::tree_names | Rule::expr)
}
