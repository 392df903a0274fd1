//! Splits a definition into declarations, each with the names that it uses.

use zug_lang::source::Span;
use zug_lang::syntax::ast::*;

/// The sort of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeclarationSort {
    /// `param`
    Param,
    /// `let`, `def`, and the domains.
    Constant,
    /// An entry of `state`.
    Field,
    /// `move`
    Move,
    /// `followup`
    Followup,
    /// `end`, `stuck` and so on: a rule without a name.
    Rule,
}

/// A declaration, or a rule without a name.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    /// Its sort.
    pub sort: DeclarationSort,
    /// Its name, if it has one.
    pub name: Option<&'a Name>,
    /// The names of the elements that it declares.
    pub members: Vec<&'a Name>,
    /// The names that it uses, those of moves included.
    pub uses: Vec<&'a Name>,
    /// The moves that its `again with` statements request.
    pub asks: Vec<&'a Name>,
    /// The names that its binders and parameters bind.
    pub binders: Vec<&'a Name>,
    /// The names that its binders and parameters bind, with their sets.
    pub binder_sets: Vec<(&'a Name, &'a Expr)>,
    /// The names of the indexes of a table or field, with their domains.
    pub index_names: Vec<(&'a Name, &'a Name)>,
    /// The fields that are stored to, with their indexes.
    pub stores: Vec<(&'a Name, &'a [Expr])>,
    /// The names that `let` and `var` bind in a body, and the parameters of a `def`.
    pub locals: Vec<&'a Name>,
    /// All expressions, nested ones included.
    pub exprs: Vec<&'a Expr>,
}

impl<'a> Unit<'a> {
    fn new(sort: DeclarationSort, name: Option<&'a Name>) -> Unit<'a> {
        Unit {
            sort,
            name,
            members: Vec::new(),
            uses: Vec::new(),
            asks: Vec::new(),
            binders: Vec::new(),
            binder_sets: Vec::new(),
            index_names: Vec::new(),
            stores: Vec::new(),
            locals: Vec::new(),
            exprs: Vec::new(),
        }
    }

    /// Whether it uses a name.
    pub fn mentions(&self, name: &str) -> bool {
        self.uses.iter().any(|each| each.text == name)
    }

    /// The names used within a span.
    pub fn uses_in(&self, span: Span) -> impl Iterator<Item = &'a Name> {
        let inside = move |name: &&Name| span.start <= name.span.start && name.span.end <= span.end;
        self.uses.iter().copied().filter(inside)
    }

    fn item(&mut self, kind: &'a ItemKind) {
        match kind {
            ItemKind::Param(declared) => self.declared(declared),
            ItemKind::Enum { members, .. } => self.members.extend(members),
            ItemKind::Range { low, high, .. } => self.both(low, high),
            ItemKind::Board { arguments, cut, .. } => {
                self.all(arguments);
                if let Some((cell, kept)) = cut {
                    self.binders.push(cell);
                    self.expr(kept);
                }
            }
            ItemKind::Graph { chains, .. } => {
                self.members.extend(chains.iter().flat_map(|chain| &chain.points))
            }
            ItemKind::Family { of, members, .. } => {
                self.uses.push(of);
                self.expr(members);
            }
            ItemKind::Let { indexes, ty, value, .. } => {
                ty.iter().for_each(|ty| self.ty(ty));
                self.indexes(indexes);
                self.initial(value);
            }
            ItemKind::Def { parameters, body, .. } => {
                self.locals.extend(parameters.iter().map(|(name, _)| name));
                parameters.iter().for_each(|(_, ty)| self.ty(ty));
                self.expr(body);
            }
            ItemKind::Move(written) => self.a_move(written),
            ItemKind::End { binders, when, outcome } => {
                binders.iter().for_each(|binders| self.binders(binders));
                self.expr(when);
                self.outcome(outcome);
            }
            ItemKind::Stuck(outcome) | ItemKind::Endless(outcome) => self.outcome(outcome),
            ItemKind::Progress(measures) => self.all(measures),
            ItemKind::Tree(tree) => self.tree(tree),
            ItemKind::Show { domain, entries } => {
                self.uses.push(domain);
                entries.iter().filter_map(|entry| entry.what.as_ref()).for_each(|what| self.expr(what));
            }
            ItemKind::Expect(expect) => self.expect(expect),
            _ => {}
        }
    }

    /// What facts speak of, and what is set for them. To be set is no use.
    fn expect(&mut self, expect: &'a Expect) {
        for setting in &expect.with {
            self.all(&setting.indexes);
            if let SettingValue::Value(value) = &setting.value {
                self.initial(value);
            }
        }
        for (fact, _) in &expect.facts {
            match fact {
                Fact::Value(outcome, plies) => {
                    self.outcome(outcome);
                    plies.iter().for_each(|plies| self.expr(plies));
                }
                Fact::Within(outcome, plies) => {
                    self.outcome(outcome);
                    self.expr(plies);
                }
                Fact::Positions(number) | Fact::Nimber(number) => self.expr(number),
                Fact::Perft(numbers) => self.all(numbers),
                Fact::Best(_) | Fact::Error => {}
            }
        }
    }

    fn declared(&mut self, declared: &'a Declared) {
        self.indexes(&declared.indexes);
        self.ty(&declared.ty);
        declared.initial.iter().for_each(|initial| self.initial(initial));
    }

    fn indexes(&mut self, indexes: &'a [Index]) {
        self.uses.extend(indexes.iter().map(|index| &index.domain));
        let named = indexes.iter().filter_map(|index| Some((index.name.as_ref()?, &index.domain)));
        self.index_names.extend(named);
    }

    fn initial(&mut self, initial: &'a Initial) {
        match initial {
            Initial::One(value) => self.expr(value),
            Initial::List(all, _) => all.iter().for_each(|each| self.initial(each)),
        }
    }

    fn ty(&mut self, ty: &'a Type) {
        match &ty.kind {
            TypeKind::Range(low, high) => self.both(low, high),
            TypeKind::OneOf(all) => self.all(all),
            TypeKind::Named(name) => self.uses.push(name),
            TypeKind::SetOf(of) | TypeKind::ListOf(of) => self.ty(of),
            TypeKind::Bool | TypeKind::Error => {}
        }
    }

    fn a_move(&mut self, written: &'a Move) {
        for parameter in &written.parameters {
            self.binders.push(&parameter.name);
            self.binder_sets.push((&parameter.name, &parameter.set));
            self.expr(&parameter.set);
        }
        written.when.iter().chain(&written.provided).for_each(|each| self.expr(each));
        for piece in written.notation.iter().flat_map(|notation| &notation.pieces) {
            if let Piece::Value(value) = piece {
                self.expr(value);
            }
        }
        self.statements(&written.body);
    }

    fn statements(&mut self, body: &'a [Statement]) {
        body.iter().for_each(|each| self.statement(&each.kind));
    }

    fn statement(&mut self, kind: &'a StatementKind) {
        match kind {
            StatementKind::Assign { target, indexes, value, .. } => {
                self.stores.push((target, indexes));
                self.all(indexes);
                self.expr(value);
            }
            StatementKind::Let(name, value) | StatementKind::Var(name, value) => {
                self.locals.push(name);
                self.expr(value);
            }
            StatementKind::If(arms, rest) => {
                for (condition, body) in arms {
                    self.expr(condition);
                    self.statements(body);
                }
                rest.iter().for_each(|body| self.statements(body));
            }
            StatementKind::For(binders, body) => {
                self.binders(binders);
                self.statements(body);
            }
            StatementKind::Repeat(times, going_on, body) => {
                self.expr(times);
                going_on.iter().for_each(|condition| self.expr(condition));
                self.statements(body);
            }
            StatementKind::Again { with, when } => {
                for (name, arguments) in with {
                    self.asks.push(name);
                    self.all(arguments);
                }
                when.iter().for_each(|when| self.expr(when));
            }
            StatementKind::Error => {}
        }
    }

    fn outcome(&mut self, outcome: &'a Outcome) {
        match &outcome.kind {
            OutcomeKind::Wins(player) | OutcomeKind::Loses(player) => self.expr(player),
            OutcomeKind::Points(points, player) => self.both(points, player),
            OutcomeKind::If(condition, yes, no) => {
                self.expr(condition);
                self.outcome(yes);
                self.outcome(no);
            }
            OutcomeKind::Draw | OutcomeKind::Pass | OutcomeKind::Error => {}
        }
    }

    fn tree(&mut self, tree: &'a Tree) {
        match tree {
            Tree::Leaf(leaf) => self.expr(leaf),
            Tree::Node(branches, _) => branches.iter().for_each(|(_, branch)| self.tree(branch)),
        }
    }

    fn binders(&mut self, binders: &'a Binders) {
        for binder in &binders.binders {
            self.binders.push(&binder.name);
            self.binder_sets.push((&binder.name, &binder.set));
            self.expr(&binder.set);
        }
        binders.guard.iter().for_each(|guard| self.expr(guard));
    }

    fn both(&mut self, one: &'a Expr, two: &'a Expr) {
        self.expr(one);
        self.expr(two);
    }

    fn all(&mut self, all: &'a [Expr]) {
        all.iter().for_each(|each| self.expr(each));
    }

    fn expr(&mut self, expr: &'a Expr) {
        self.exprs.push(expr);
        match &expr.kind {
            ExprKind::Name(name) => self.uses.push(name),
            ExprKind::Call(name, arguments) => {
                self.uses.push(name);
                self.all(arguments);
            }
            ExprKind::Set(all) => self.all(all),
            ExprKind::Comprehension(member, binders) => {
                self.binders(binders);
                member.iter().for_each(|member| self.expr(member));
            }
            ExprKind::Quantified(_, binders, body) => {
                self.binders(binders);
                body.iter().for_each(|body| self.expr(body));
            }
            ExprKind::If(condition, yes, no) => {
                self.expr(condition);
                self.both(yes, no);
            }
            ExprKind::Let(_, value, body) => self.both(value, body),
            ExprKind::Unary(_, of) | ExprKind::Element(of, ..) => self.expr(of),
            ExprKind::Member(of, name) => {
                self.uses.push(name);
                self.expr(of);
            }
            ExprKind::Binary(_, one, two, _) => self.both(one, two),
            ExprKind::Compare(first, rest) => {
                self.expr(first);
                rest.iter().for_each(|(_, _, each)| self.expr(each));
            }
            ExprKind::At(of, indexes) => {
                self.expr(of);
                self.all(indexes);
            }
            _ => {}
        }
    }
}

/// All declarations and rules, in the order of the text.
pub(super) fn units(game: &Game) -> Vec<Unit<'_>> {
    let mut units = Vec::new();
    for item in &game.items {
        if let ItemKind::State { fields, turn } = &item.kind {
            for field in fields {
                let mut unit = Unit::new(DeclarationSort::Field, Some(&field.name));
                unit.declared(field);
                units.push(unit);
            }
            let mut first = Unit::new(DeclarationSort::Rule, None);
            turn.iter().for_each(|(_, player)| first.expr(player));
            units.push(first);
            continue;
        }
        let (sort, name) = declares(&item.kind);
        let mut unit = Unit::new(sort, name);
        unit.item(&item.kind);
        units.push(unit);
    }
    units
}

fn declares(kind: &ItemKind) -> (DeclarationSort, Option<&Name>) {
    match kind {
        ItemKind::Param(declared) => (DeclarationSort::Param, Some(&declared.name)),
        ItemKind::Enum { name, .. }
        | ItemKind::Range { name, .. }
        | ItemKind::Board { name, .. }
        | ItemKind::Graph { name, .. }
        | ItemKind::Family { name, .. }
        | ItemKind::Let { name, .. }
        | ItemKind::Def { name, .. } => (DeclarationSort::Constant, Some(name)),
        ItemKind::Move(written) if written.followup => (DeclarationSort::Followup, Some(&written.name)),
        ItemKind::Move(written) => (DeclarationSort::Move, Some(&written.name)),
        _ => (DeclarationSort::Rule, None),
    }
}
