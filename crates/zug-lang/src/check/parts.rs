//! The parts of an item of the syntax tree: what it holds, from outside in.

use super::input::CheckInput;
use crate::source::Span;
use crate::syntax::ast::{
    Binders, Expr, ExprKind, Fact, Initial, Item, ItemKind, Name, Outcome, OutcomeKind, Piece, Statement,
    StatementKind,
};

/// What an item holds; each part stands before those within it.
#[derive(Default)]
pub(super) struct Parts<'a> {
    /// All expressions.
    pub(super) exprs: Vec<&'a Expr>,
    /// The expressions that stand in no other one.
    pub(super) roots: Vec<&'a Expr>,
    /// All statements.
    pub(super) statements: Vec<&'a Statement>,
    /// The outcomes that do not choose between others.
    pub(super) outcomes: Vec<&'a Outcome>,
    /// The names that are known within the item alone: parameters, and what `let`, `var` and
    /// binders name.
    pub(super) bound: Vec<&'a Name>,
}

impl<'a> CheckInput<'a> {
    /// The item in which a place of the definition lies.
    pub(super) fn item_at(&self, at: Span) -> Option<&'a Item> {
        self.game.items.iter().find(|item| item.span.holds(at))
    }
}

/// The parts of an item.
pub(super) fn parts(item: &ItemKind) -> Parts<'_> {
    let mut parts = Parts::default();
    parts.item(item);
    parts
}

impl<'a> Parts<'a> {
    fn item(&mut self, item: &'a ItemKind) {
        match item {
            ItemKind::Let { value, .. } => self.initial(value),
            ItemKind::Param(declared) => declared.initial.iter().for_each(|value| self.initial(value)),
            ItemKind::State { fields, .. } => {
                let values = fields.iter().filter_map(|field| field.initial.as_ref());
                values.for_each(|value| self.initial(value));
            }
            ItemKind::Family { members, .. } => self.root(members),
            ItemKind::Def { parameters, body, .. } => {
                self.bound.extend(parameters.iter().map(|(name, _)| name));
                self.root(body);
            }
            ItemKind::Move(each) => {
                self.bound.extend(each.parameters.iter().map(|parameter| &parameter.name));
                each.parameters.iter().for_each(|parameter| self.root(&parameter.set));
                each.when.iter().chain(&each.provided).for_each(|condition| self.root(condition));
                for piece in each.notation.iter().flat_map(|notation| &notation.pieces) {
                    if let Piece::Value(value) = piece {
                        self.root(value);
                    }
                }
                self.block(&each.body);
            }
            ItemKind::End { binders, when, outcome } => {
                binders.iter().for_each(|binders| self.binders(binders));
                self.root(when);
                self.outcome(outcome);
            }
            ItemKind::Stuck(outcome) | ItemKind::Endless(outcome) => self.outcome(outcome),
            ItemKind::Progress(all) => all.iter().for_each(|each| self.root(each)),
            ItemKind::Show { entries, .. } => {
                entries.iter().filter_map(|entry| entry.what.as_ref()).for_each(|what| self.root(what));
            }
            ItemKind::Expect(expect) => {
                for (fact, _) in &expect.facts {
                    if let Fact::Value(outcome, _) | Fact::Within(outcome, _) = fact {
                        self.outcome(outcome);
                    }
                }
            }
            _ => {}
        }
    }

    fn initial(&mut self, value: &'a Initial) {
        match value {
            Initial::One(e) => self.root(e),
            Initial::List(all, _) => all.iter().for_each(|each| self.initial(each)),
        }
    }

    fn binders(&mut self, binders: &'a Binders) {
        self.bound.extend(binders.binders.iter().map(|each| &each.name));
        binders.exprs().for_each(|each| self.root(each));
    }

    fn outcome(&mut self, outcome: &'a Outcome) {
        match &outcome.kind {
            OutcomeKind::If(condition, yes, no) => {
                self.root(condition);
                self.outcome(yes);
                self.outcome(no);
                return;
            }
            OutcomeKind::Wins(player) | OutcomeKind::Loses(player) => self.root(player),
            OutcomeKind::Points(points, player) => {
                self.root(points);
                self.root(player);
            }
            OutcomeKind::Draw | OutcomeKind::Pass | OutcomeKind::Error => {}
        }
        self.outcomes.push(outcome);
    }

    fn block(&mut self, block: &'a [Statement]) {
        for statement in block {
            self.statements.push(statement);
            match &statement.kind {
                StatementKind::Assign { indexes, value, .. } => {
                    indexes.iter().chain([value]).for_each(|each| self.root(each));
                }
                StatementKind::Let(name, value) | StatementKind::Var(name, value) => {
                    self.bound.push(name);
                    self.root(value);
                }
                StatementKind::If(arms, rest) => {
                    for (condition, body) in arms {
                        self.root(condition);
                        self.block(body);
                    }
                    rest.iter().for_each(|body| self.block(body));
                }
                StatementKind::For(binders, body) => {
                    self.binders(binders);
                    self.block(body);
                }
                StatementKind::Repeat(times, going_on, body) => {
                    self.root(times);
                    going_on.iter().for_each(|condition| self.root(condition));
                    self.block(body);
                }
                StatementKind::Again { with, when } => {
                    let arguments = with.iter().flat_map(|(_, arguments)| arguments);
                    arguments.chain(when).for_each(|each| self.root(each));
                }
                StatementKind::Error => {}
            }
        }
    }

    fn root(&mut self, e: &'a Expr) {
        self.roots.push(e);
        self.exprs.push(e);
        let mut next = self.exprs.len() - 1;
        while next < self.exprs.len() {
            let e = self.exprs[next];
            match &e.kind {
                ExprKind::Comprehension(_, binders) | ExprKind::Quantified(_, binders, _) => {
                    self.bound.extend(binders.binders.iter().map(|each| &each.name));
                }
                ExprKind::Let(name, ..) => self.bound.push(name),
                _ => {}
            }
            self.exprs.extend(e.children());
            next += 1;
        }
    }
}

/// An expression and all within it.
pub(super) fn all_within(e: &Expr) -> Vec<&Expr> {
    let mut parts = Parts::default();
    parts.root(e);
    parts.exprs
}
