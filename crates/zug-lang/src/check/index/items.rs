//! Declares the names of items and walks their insides.

use super::NameKind;
use super::scopes::Walk;
use crate::program::DomainKind;
use crate::syntax::ast::{
    Chain, Declared, Expect, Fact, Item, ItemKind, Move, Name, Piece, Setting, SettingValue, Tree,
};

impl Walk<'_, '_> {
    /// Declares the names that an item makes visible everywhere.
    pub(super) fn declare_item(&mut self, item: &Item) {
        let whole = item.span;
        match &item.kind {
            ItemKind::Players(names) => {
                names.iter().for_each(|name| self.define_member(name, NameKind::Player, None));
            }
            ItemKind::Enum { name, members } => {
                let at = self.define_global(name, NameKind::Enum, whole);
                members.iter().for_each(|member| self.define_member(member, NameKind::Member, Some(at)));
            }
            ItemKind::Graph { name, chains } => {
                let at = self.define_global(name, NameKind::Graph, whole);
                let points = chains.iter().flat_map(|chain| &chain.points);
                points.for_each(|point| self.define_member(point, NameKind::Point, Some(at)));
            }
            ItemKind::Range { name, .. } => drop(self.define_global(name, NameKind::Range, whole)),
            ItemKind::Board { name, .. } => drop(self.define_global(name, NameKind::Board, whole)),
            ItemKind::Family { name, .. } => drop(self.define_global(name, NameKind::Family, whole)),
            ItemKind::Param(declared) => drop(self.define_global(&declared.name, NameKind::Param, whole)),
            ItemKind::Let { name, .. } => drop(self.define_global(name, NameKind::Let, whole)),
            ItemKind::Def { name, .. } => drop(self.define_global(name, NameKind::Def, whole)),
            ItemKind::State { fields, .. } => {
                for field in fields {
                    self.define_global(&field.name, NameKind::Field, field.span);
                }
            }
            ItemKind::Move(play) => {
                let kind = if play.followup { NameKind::Followup } else { NameKind::Move };
                self.define_move(&play.name, kind, whole);
            }
            _ => {}
        }
    }

    /// Walks the inside of an item.
    pub(super) fn item(&mut self, item: &Item) {
        self.node(item.span);
        self.owner = item_name(item).and_then(|name| self.owner_at(name));
        self.within(self.end, |walk| walk.inside(item));
        self.owner = None;
    }

    fn owner_at(&self, name: &Name) -> Option<usize> {
        self.by_span.get(&name.span).copied()
    }

    fn inside(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Range { name, low, high } => {
                self.expr(low);
                self.expr(high);
                self.describe_domain(name);
            }
            ItemKind::Board { name, constructor, arguments, cut } => {
                if let Some(it) = crate::built_ins::board(&constructor.text) {
                    self.used(constructor.span, super::built_in_target(it), false);
                }
                arguments.iter().for_each(|e| self.expr(e));
                if let Some((cell, kept)) = cut {
                    self.within(kept.span.end, |walk| {
                        walk.bind(cell, NameKind::Binder);
                        walk.expr(kept);
                    });
                }
                self.describe_domain(name);
            }
            ItemKind::Family { name, of, members } => {
                self.domain(of);
                self.expr(members);
                self.describe_domain(name);
            }
            ItemKind::Enum { name, .. } | ItemKind::Graph { name, .. } => self.describe_domain(name),
            ItemKind::Param(declared) => self.declared(declared),
            ItemKind::Let { name, indexes, ty, value } => {
                self.indexes(indexes);
                ty.iter().for_each(|ty| self.ty(ty));
                self.initial(value);
                self.describe(name);
            }
            ItemKind::Def { name, parameters, body } => {
                for (parameter, ty) in parameters {
                    self.ty(ty);
                    self.bind(parameter, NameKind::Parameter);
                }
                self.expr(body);
                self.describe(name);
            }
            ItemKind::State { fields, turn } => {
                for field in fields {
                    self.owner = self.owner_at(&field.name);
                    self.within(field.span.end, |walk| walk.declared(field));
                }
                turn.iter().for_each(|(_, e)| self.expr(e));
            }
            ItemKind::Move(play) => self.play(play),
            ItemKind::End { binders, when, outcome } => {
                binders.iter().for_each(|binders| self.binders(binders, NameKind::Binder));
                self.expr(when);
                self.outcome(outcome);
            }
            ItemKind::Stuck(outcome) | ItemKind::Endless(outcome) => self.outcome(outcome),
            ItemKind::Progress(measures) => measures.iter().for_each(|e| self.expr(e)),
            ItemKind::Tree(tree) => self.tree(tree),
            ItemKind::Show { domain, entries } => {
                self.domain(domain);
                entries.iter().filter_map(|entry| entry.what.as_ref()).for_each(|e| self.expr(e));
            }
            ItemKind::Expect(expect) => self.expect(expect),
            ItemKind::Game(_)
            | ItemKind::Players(_)
            | ItemKind::Start(_)
            | ItemKind::Allow(_)
            | ItemKind::Error => {}
        }
    }

    fn declared(&mut self, declared: &Declared) {
        self.node(declared.span);
        self.ty(&declared.ty);
        self.indexes(&declared.indexes);
        declared.initial.iter().for_each(|initial| self.initial(initial));
        self.describe(&declared.name);
    }

    fn play(&mut self, play: &Move) {
        play.parameters.iter().for_each(|binder| self.binder(binder, NameKind::Parameter));
        play.when.iter().for_each(|when| self.expr(when));
        let pieces = play.notation.iter().flat_map(|notation| &notation.pieces);
        for piece in pieces {
            if let Piece::Value(e) = piece {
                self.expr(e);
            }
        }
        self.statements(&play.body);
        play.provided.iter().for_each(|provided| self.expr(provided));
        self.describe_move(play);
    }

    fn tree(&mut self, tree: &Tree) {
        match tree {
            Tree::Leaf(e) => self.expr(e),
            Tree::Node(branches, span) => {
                self.node(*span);
                branches.iter().for_each(|(_, branch)| self.tree(branch));
            }
        }
    }

    fn expect(&mut self, expect: &Expect) {
        expect.with.iter().for_each(|setting| self.setting(setting));
        for (fact, span) in &expect.facts {
            self.node(*span);
            match fact {
                Fact::Value(outcome, plies) => {
                    self.outcome(outcome);
                    plies.iter().for_each(|e| self.expr(e));
                }
                Fact::Within(outcome, plies) => {
                    self.outcome(outcome);
                    self.expr(plies);
                }
                Fact::Positions(e) | Fact::Nimber(e) => self.expr(e),
                Fact::Perft(counts) => counts.iter().for_each(|e| self.expr(e)),
                Fact::Best(_) | Fact::Error => {}
            }
        }
    }

    fn setting(&mut self, setting: &Setting) {
        self.node(setting.span);
        if !matches!(setting.name.text.as_str(), "turn" | "start") {
            self.domain(&setting.name);
        }
        setting.indexes.iter().for_each(|e| self.expr(e));
        match &setting.value {
            SettingValue::Value(initial) => self.initial(initial),
            SettingValue::Graph(chains, _) => self.points(&setting.name, chains),
            SettingValue::Start(_) => {}
        }
    }

    /// The points of a graph that a setting replaces: those that the graph has keep their meaning.
    fn points(&mut self, graph: &Name, chains: &[Chain]) {
        let domains = &self.checker.domains.all;
        let known = domains.iter().position(|it| it.name == graph.text);
        let Some(at) = known.filter(|at| matches!(domains[*at].kind, DomainKind::Graph { .. })) else {
            return;
        };
        for point in chains.iter().flat_map(|chain| &chain.points) {
            let target = self.element(crate::program::DomainId(at as u32), &point.text);
            if let Some(target @ super::Target::Definition(_)) = target {
                self.used(point.span, target, false);
            }
        }
    }
}

/// The name that an item declares.
fn item_name(item: &Item) -> Option<&Name> {
    match &item.kind {
        ItemKind::Param(declared) => Some(&declared.name),
        ItemKind::Enum { name, .. }
        | ItemKind::Range { name, .. }
        | ItemKind::Board { name, .. }
        | ItemKind::Graph { name, .. }
        | ItemKind::Family { name, .. }
        | ItemKind::Let { name, .. }
        | ItemKind::Def { name, .. } => Some(name),
        ItemKind::Move(play) => Some(&play.name),
        _ => None,
    }
}
