//! Maps the places of a tree of a mended text to places of the text before.

use super::ast::{
    Binder, Binders, Chain, Declared, Expect, Expr, ExprKind, Fact, Game, Index, Initial, Item, ItemKind,
    Move, Name, Outcome, OutcomeKind, Piece, Setting, SettingValue, Statement, StatementKind, Text, Tree,
    Type, TypeKind,
};
use super::shifts::Shifts;
use crate::source::Span;

impl Shifts {
    /// Moves a tree to the text before.
    pub fn game(&self, game: &mut Game) {
        game.items.iter_mut().for_each(|item| self.item(item));
        game.broken.iter_mut().for_each(|name| self.name(name));
        game.comments.iter_mut().for_each(|text| self.text(text));
        game.fixed.iter_mut().for_each(|span| self.at(span));
        self.at(&mut game.span);
    }

    fn at(&self, span: &mut Span) {
        *span = self.span(*span);
    }

    fn name(&self, name: &mut Name) {
        self.at(&mut name.span);
    }

    fn text(&self, text: &mut Text) {
        self.at(&mut text.span);
    }

    fn names(&self, names: &mut [Name]) {
        names.iter_mut().for_each(|name| self.name(name));
    }

    fn exprs(&self, exprs: &mut [Expr]) {
        exprs.iter_mut().for_each(|expr| self.expr(expr));
    }

    fn item(&self, item: &mut Item) {
        self.at(&mut item.span);
        match &mut item.kind {
            ItemKind::Game(text) => self.text(text),
            ItemKind::Players(names) | ItemKind::Allow(names) => self.names(names),
            ItemKind::Param(declared) => self.declared(declared),
            ItemKind::Enum { name, members } => {
                self.name(name);
                self.names(members);
            }
            ItemKind::Range { name, low, high } => {
                self.name(name);
                self.expr(low);
                self.expr(high);
            }
            ItemKind::Board { name, constructor, arguments, cut } => {
                self.name(name);
                self.name(constructor);
                self.exprs(arguments);
                if let Some((cell, kept)) = cut {
                    self.name(cell);
                    self.expr(kept);
                }
            }
            ItemKind::Graph { name, chains } => {
                self.name(name);
                self.chains(chains);
            }
            ItemKind::Family { name, of, members } => {
                self.name(name);
                self.name(of);
                self.expr(members);
            }
            ItemKind::Let { name, indexes, ty, value } => {
                ty.iter_mut().for_each(|ty| self.ty(ty));
                self.name(name);
                self.indexes(indexes);
                self.initial(value);
            }
            ItemKind::Def { name, parameters, body } => {
                self.name(name);
                for (name, ty) in parameters {
                    self.name(name);
                    self.ty(ty);
                }
                self.expr(body);
            }
            ItemKind::State { fields, turn } => {
                fields.iter_mut().for_each(|field| self.declared(field));
                if let Some((span, player)) = turn {
                    self.at(span);
                    self.expr(player);
                }
            }
            ItemKind::Move(each) => self.move_(each),
            ItemKind::End { binders, when, outcome } => {
                binders.iter_mut().for_each(|binders| self.binders(binders));
                self.expr(when);
                self.outcome(outcome);
            }
            ItemKind::Stuck(outcome) | ItemKind::Endless(outcome) => self.outcome(outcome),
            ItemKind::Progress(exprs) => self.exprs(exprs),
            ItemKind::Tree(tree) => self.tree(tree),
            ItemKind::Show { domain, entries } => {
                self.name(domain);
                for entry in entries {
                    entry.what.iter_mut().for_each(|what| self.expr(what));
                    self.text(&mut entry.text);
                }
            }
            ItemKind::Start(rows) => rows.iter_mut().for_each(|row| self.text(row)),
            ItemKind::Expect(expect) => self.expect(expect),
            ItemKind::Error => {}
        }
    }

    fn chains(&self, chains: &mut [Chain]) {
        chains.iter_mut().for_each(|chain| self.names(&mut chain.points));
    }

    fn declared(&self, declared: &mut Declared) {
        self.at(&mut declared.span);
        self.name(&mut declared.name);
        self.indexes(&mut declared.indexes);
        self.ty(&mut declared.ty);
        declared.initial.iter_mut().for_each(|initial| self.initial(initial));
    }

    fn indexes(&self, indexes: &mut [Index]) {
        for index in indexes {
            index.name.iter_mut().for_each(|name| self.name(name));
            self.name(&mut index.domain);
        }
    }

    fn initial(&self, initial: &mut Initial) {
        match initial {
            Initial::One(expr) => self.expr(expr),
            Initial::List(all, span) => {
                self.at(span);
                all.iter_mut().for_each(|each| self.initial(each));
            }
        }
    }

    fn ty(&self, ty: &mut Type) {
        self.at(&mut ty.span);
        match &mut ty.kind {
            TypeKind::Range(low, high) => [low, high].into_iter().for_each(|end| self.expr(end)),
            TypeKind::OneOf(all) => self.exprs(all),
            TypeKind::Named(name) => self.name(name),
            TypeKind::SetOf(inner) | TypeKind::ListOf(inner) => self.ty(inner),
            TypeKind::Bool | TypeKind::Error => {}
        }
    }

    fn move_(&self, each: &mut Move) {
        self.name(&mut each.name);
        each.parameters.iter_mut().for_each(|binder| self.binder(binder));
        each.when.iter_mut().chain(&mut each.provided).for_each(|expr| self.expr(expr));
        if let Some(notation) = &mut each.notation {
            self.at(&mut notation.span);
            for piece in &mut notation.pieces {
                if let Piece::Value(expr) = piece {
                    self.expr(expr);
                }
            }
        }
        self.statements(&mut each.body);
    }

    fn binder(&self, binder: &mut Binder) {
        self.name(&mut binder.name);
        self.expr(&mut binder.set);
    }

    fn binders(&self, binders: &mut Binders) {
        binders.binders.iter_mut().for_each(|binder| self.binder(binder));
        binders.guard.iter_mut().for_each(|guard| self.expr(guard));
    }

    fn expr(&self, expr: &mut Expr) {
        self.at(&mut expr.span);
        match &mut expr.kind {
            ExprKind::Name(name) => self.name(name),
            ExprKind::Call(name, arguments) => {
                self.name(name);
                self.exprs(arguments);
            }
            ExprKind::Set(all) => self.exprs(all),
            ExprKind::Comprehension(body, binders) => {
                body.iter_mut().for_each(|body| self.expr(body));
                self.binders(binders);
            }
            ExprKind::Quantified(_, binders, body) => {
                self.binders(binders);
                body.iter_mut().for_each(|body| self.expr(body));
            }
            ExprKind::If(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| self.expr(part));
            }
            ExprKind::Let(name, value, body) => {
                self.name(name);
                [value, body].into_iter().for_each(|part| self.expr(part));
            }
            ExprKind::Unary(_, a) => self.expr(a),
            ExprKind::Binary(_, a, b, span) => {
                self.expr(a);
                self.expr(b);
                self.at(span);
            }
            ExprKind::Compare(first, rest) => {
                self.expr(first);
                for (_, span, operand) in rest {
                    self.at(span);
                    self.expr(operand);
                }
            }
            ExprKind::Member(of, name) => {
                self.expr(of);
                self.name(name);
            }
            ExprKind::Element(of, _, span) => {
                self.expr(of);
                self.at(span);
            }
            ExprKind::At(of, indexes) => {
                self.expr(of);
                self.exprs(indexes);
            }
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::None | ExprKind::Me => {}
            ExprKind::Opponent | ExprKind::Error => {}
        }
    }

    fn statements(&self, statements: &mut [Statement]) {
        statements.iter_mut().for_each(|statement| self.statement(statement));
    }

    fn statement(&self, statement: &mut Statement) {
        self.at(&mut statement.span);
        match &mut statement.kind {
            StatementKind::Assign { target, indexes, value, .. } => {
                self.name(target);
                self.exprs(indexes);
                self.expr(value);
            }
            StatementKind::Let(name, value) | StatementKind::Var(name, value) => {
                self.name(name);
                self.expr(value);
            }
            StatementKind::If(arms, otherwise) => {
                for (condition, body) in arms {
                    self.expr(condition);
                    self.statements(body);
                }
                otherwise.iter_mut().for_each(|body| self.statements(body));
            }
            StatementKind::For(binders, body) => {
                self.binders(binders);
                self.statements(body);
            }
            StatementKind::Repeat(number, going_on, body) => {
                self.expr(number);
                going_on.iter_mut().for_each(|condition| self.expr(condition));
                self.statements(body);
            }
            StatementKind::Again { with, when } => {
                for (name, arguments) in with {
                    self.name(name);
                    self.exprs(arguments);
                }
                when.iter_mut().for_each(|when| self.expr(when));
            }
            StatementKind::Error => {}
        }
    }

    fn outcome(&self, outcome: &mut Outcome) {
        self.at(&mut outcome.span);
        match &mut outcome.kind {
            OutcomeKind::Wins(player) | OutcomeKind::Loses(player) => self.expr(player),
            OutcomeKind::Points(points, player) => {
                self.expr(points);
                self.expr(player);
            }
            OutcomeKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.outcome(then);
                self.outcome(otherwise);
            }
            OutcomeKind::Draw | OutcomeKind::Pass | OutcomeKind::Error => {}
        }
    }

    fn tree(&self, tree: &mut Tree) {
        match tree {
            Tree::Leaf(expr) => self.expr(expr),
            Tree::Node(branches, span) => {
                self.at(span);
                for (name, branch) in branches {
                    name.iter_mut().for_each(|name| self.name(name));
                    self.tree(branch);
                }
            }
        }
    }

    fn expect(&self, expect: &mut Expect) {
        expect.with.iter_mut().for_each(|setting| self.setting(setting));
        expect.after.iter_mut().for_each(|text| self.text(text));
        self.at(&mut expect.head);
        for (fact, span) in &mut expect.facts {
            self.at(span);
            match fact {
                Fact::Value(outcome, plies) => {
                    self.outcome(outcome);
                    plies.iter_mut().for_each(|plies| self.expr(plies));
                }
                Fact::Within(outcome, plies) => {
                    self.outcome(outcome);
                    self.expr(plies);
                }
                Fact::Positions(count) | Fact::Nimber(count) => self.expr(count),
                Fact::Perft(counts) => self.exprs(counts),
                Fact::Best(text) => self.text(text),
                Fact::Error => {}
            }
        }
    }

    fn setting(&self, setting: &mut Setting) {
        self.at(&mut setting.span);
        self.name(&mut setting.name);
        self.exprs(&mut setting.indexes);
        match &mut setting.value {
            SettingValue::Value(initial) => self.initial(initial),
            SettingValue::Graph(chains, span) => {
                self.at(span);
                self.chains(chains);
            }
            SettingValue::Start(rows) => rows.iter_mut().for_each(|row| self.text(row)),
        }
    }
}
