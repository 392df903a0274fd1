//! Builds moves and the statements of their bodies.

use super::expressions::NO_BINDERS;
use super::{Lower, Pair};
use crate::source::Span;
use crate::syntax::ast::{AssignOp, Expr, Move, Notation, Statement, StatementKind};
use crate::syntax::grammar::Rule;

impl Lower<'_> {
    /// Builds a `move` or a `followup` from the text behind the keyword.
    pub fn move_(&mut self, pair: Pair, followup: bool) -> Move {
        let mut built = Move {
            followup,
            name: self.first_name(&pair),
            parameters: Vec::new(),
            when: None,
            notation: None,
            body: Vec::new(),
            provided: None,
        };
        let mut provided = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::move_parameters => built.parameters = self.binder_list(part),
                Rule::string => built.notation = Some(self.notation(&part)),
                Rule::block => built.body = self.block(part),
                Rule::kw_provided => provided = true,
                Rule::expr if provided => built.provided = Some(self.expr(part)),
                Rule::expr => built.when = Some(self.expr(part)),
                _ => {}
            }
        }
        built
    }

    /// The notation directly within a match.
    pub fn notation_in(&mut self, pair: &Pair) -> Option<Notation> {
        let found = pair.clone().into_inner().find(|part| part.as_rule() == Rule::string)?;
        Some(self.notation(&found))
    }

    /// Builds a notation, `as ".."`.
    fn notation(&mut self, pair: &Pair) -> Notation {
        let text = self.text(pair);
        Notation { pieces: self.pieces(pair), span: text.span }
    }

    /// Builds a block, `{ .. }`.
    pub fn block(&mut self, pair: Pair) -> Vec<Statement> {
        let at = self.span(&pair);
        let statements = pair.into_inner().filter(|part| part.as_rule() == Rule::statement);
        self.deeper(1, at, |this| statements.map(|part| this.statement(part)).collect()).unwrap_or_default()
    }

    /// Builds a statement that was parsed on its own.
    pub fn whole_statement(&mut self, pair: Pair) -> Statement {
        let span = self.span(&pair);
        match pair.into_inner().find(|part| part.as_rule() == Rule::statement) {
            Some(part) => self.statement(part),
            None => Statement { kind: StatementKind::Error, span },
        }
    }

    fn statement(&mut self, pair: Pair) -> Statement {
        let span = self.span(&pair);
        let kind = pair.into_inner().next().map_or(StatementKind::Error, |part| match part.as_rule() {
            Rule::let_statement => StatementKind::Let(self.first_name(&part), self.first_expr(&part)),
            Rule::var_statement => StatementKind::Var(self.first_name(&part), self.first_expr(&part)),
            Rule::if_statement => self.if_statement(part, span),
            Rule::for_statement => {
                let binders = self.binders_in(&part).unwrap_or(NO_BINDERS);
                StatementKind::For(binders, self.block_in(&part))
            }
            Rule::repeat_statement => {
                let going_on = part.clone().into_inner().find(|inner| inner.as_rule() == Rule::going_on);
                let going_on = going_on.map(|inner| self.first_expr(&inner));
                StatementKind::Repeat(self.first_expr(&part), going_on, self.block_in(&part))
            }
            Rule::again_statement => self.again(part),
            Rule::assignment => self.assignment(part),
            _ => StatementKind::Error,
        });
        Statement { kind, span }
    }

    /// The block directly within a match.
    fn block_in(&mut self, pair: &Pair) -> Vec<Statement> {
        let found = pair.clone().into_inner().find(|part| part.as_rule() == Rule::block);
        found.map_or(Vec::new(), |part| self.block(part))
    }

    /// Builds `if C { } else if D { } else { }`.
    fn if_statement(&mut self, pair: Pair, span: Span) -> StatementKind {
        let arm = |this: &mut Self, part: &Pair| (this.first_expr(part), this.block_in(part));
        let mut arms = vec![arm(self, &pair)];
        let mut rest = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::else_if => arms.push(arm(self, &part)),
                Rule::else_block => rest = Some(self.block_in(&part)),
                _ => {}
            }
        }
        // The checker rewrites `else if` into nested `if`s, so every arm counts as one level.
        match self.deeper(arms.len(), span, |_| ()) {
            Some(()) => StatementKind::If(arms, rest),
            None => StatementKind::Error,
        }
    }

    /// Builds `again with jump(to) or stop when C`.
    fn again(&mut self, pair: Pair) -> StatementKind {
        let when = self.exprs(pair.clone()).pop();
        let requests = pair.into_inner().filter(|part| part.as_rule() == Rule::request);
        let with = requests.map(|part| (self.first_name(&part), self.arguments_in(&part))).collect();
        StatementKind::Again { with, when }
    }

    /// The arguments `(a, b)` directly within a match; empty if there are none.
    pub fn arguments_in(&mut self, pair: &Pair) -> Vec<Expr> {
        let found = pair.clone().into_inner().find(|part| part.as_rule() == Rule::arguments);
        found.map_or(Vec::new(), |part| self.exprs(part))
    }

    /// The index `[i, j]` directly within a match; empty if there is none.
    pub fn index_in(&mut self, pair: &Pair) -> Vec<Expr> {
        let found = pair.clone().into_inner().find(|part| part.as_rule() == Rule::index);
        found.map_or(Vec::new(), |part| self.exprs(part))
    }

    /// Builds an assignment, `x[i] += E`.
    fn assignment(&mut self, pair: Pair) -> StatementKind {
        let op = pair.clone().into_inner().find_map(|part| match part.as_rule() {
            Rule::put_in => Some(AssignOp::Add),
            Rule::take_out => Some(AssignOp::Subtract),
            Rule::equal => Some(AssignOp::Set),
            _ => None,
        });
        StatementKind::Assign {
            target: self.first_name(&pair),
            indexes: self.index_in(&pair),
            op: op.unwrap_or(AssignOp::Set),
            value: self.first_expr(&pair),
        }
    }
}
