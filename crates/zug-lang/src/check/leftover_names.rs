//! Resolves the names that no expression reached: what does not type hides the names beside it,
//! and they are told in the same run.
//!
//! It walks through every item with the names that it binds. A name that nothing declares is
//! reported like any other unknown name; one that was reported before only gets a further place.

use super::checker::Checker;
use super::global_names::Origin;
use super::reports::Reports;
use super::scope::{Context, Scope, Sort};
use crate::built_ins::{BuiltIn, Kind as Is, built_in};
use crate::program::DomainId;
use crate::syntax::ast::{
    Binders, Expr, ExprKind, Fact, Initial, ItemKind, Name, Outcome, OutcomeKind, Piece, Statement,
    StatementKind, Type, TypeKind,
};

impl Checker<'_> {
    /// Reports the unknown names of all items that are not reported yet.
    pub(super) fn resolve_leftover_names(&mut self) {
        let game = self.input.game;
        for item in &game.items {
            let mut s = Scope::new(Context::Position);
            self.leftover_item(&mut s, &item.kind);
        }
    }

    fn leftover_item(&mut self, s: &mut Scope, item: &ItemKind) {
        match item {
            ItemKind::Param(declared) => self.leftover_declared(s, declared),
            ItemKind::State { fields, turn } => {
                for field in fields {
                    self.leftover_declared(s, field);
                }
                if let Some((_, player)) = turn {
                    self.leftover(s, player);
                }
            }
            ItemKind::Range { low, high, .. } => {
                self.leftover(s, low);
                self.leftover(s, high);
            }
            ItemKind::Board { name, arguments, cut, .. } => {
                self.leftovers(s, arguments);
                if let Some((cell, kept)) = cut {
                    bind(s, cell, Sort::Binder);
                    self.leftover_cut(s, name, kept);
                }
            }
            ItemKind::Family { members, .. } => self.leftover(s, members),
            ItemKind::Let { indexes, ty, value, .. } => {
                ty.iter().for_each(|ty| self.leftover_type(s, ty));
                for index in indexes.iter().filter_map(|index| index.name.as_ref()) {
                    bind(s, index, Sort::Binder);
                }
                self.leftover_initial(s, value);
            }
            ItemKind::Def { parameters, body, .. } => {
                for (name, ty) in parameters {
                    self.leftover_type(s, ty);
                    bind(s, name, Sort::Parameter);
                }
                self.leftover(s, body);
            }
            ItemKind::Move(each) => {
                for parameter in &each.parameters {
                    self.leftover(s, &parameter.set);
                    bind(s, &parameter.name, Sort::Parameter);
                }
                each.when.iter().for_each(|condition| self.leftover(s, condition));
                for piece in each.notation.iter().flat_map(|notation| &notation.pieces) {
                    if let Piece::Value(value) = piece {
                        self.leftover(s, value);
                    }
                }
                // The names declared in the body stay visible in `provided`.
                let mark = s.enter();
                each.body.iter().for_each(|statement| self.leftover_statement(s, statement));
                each.provided.iter().for_each(|condition| self.leftover(s, condition));
                s.leave(mark);
            }
            ItemKind::End { binders, when, outcome } => {
                if let Some(binders) = binders {
                    self.leftover_binders(s, binders);
                }
                self.leftover(s, when);
                self.leftover_outcome(s, outcome);
            }
            ItemKind::Stuck(outcome) | ItemKind::Endless(outcome) => self.leftover_outcome(s, outcome),
            ItemKind::Progress(all) => self.leftovers(s, all),
            ItemKind::Show { entries, .. } => {
                for what in entries.iter().filter_map(|entry| entry.what.as_ref()) {
                    self.leftover(s, what);
                }
            }
            ItemKind::Expect(expect) => {
                // What is set decides which cells there are: nothing is known of names here.
                for (fact, _) in &expect.facts {
                    if let Fact::Value(outcome, _) = fact {
                        self.leftover_outcome(s, outcome);
                    }
                }
            }
            _ => {}
        }
    }

    /// Resolves the names in the condition of a cut, where all cells of the whole board are named.
    fn leftover_cut(&mut self, s: &mut Scope, board: &Name, kept: &Expr) {
        let origin = self.names.global(&board.text).map(|at| &self.names.globals[at].origin);
        let Some(Origin::Ready(id) | Origin::Domain(id, _)) = origin else { return };
        let Some(whole) = self.domains.board(*id).map(|board| board.geometry.members()) else { return };
        for cell in whole {
            s.bind(&cell, board.span, Sort::Binder, None);
        }
        self.leftover(s, kept);
    }

    fn leftover_declared(&mut self, s: &mut Scope, declared: &crate::syntax::ast::Declared) {
        self.leftover_type(s, &declared.ty);
        let mark = s.enter();
        for index in declared.indexes.iter().filter_map(|index| index.name.as_ref()) {
            bind(s, index, Sort::Binder);
        }
        if let Some(initial) = &declared.initial {
            self.leftover_initial(s, initial);
        }
        s.leave(mark);
    }

    fn leftover_type(&mut self, s: &mut Scope, ty: &Type) {
        match &ty.kind {
            TypeKind::Range(low, high) => {
                self.leftover(s, low);
                self.leftover(s, high);
            }
            TypeKind::OneOf(all) => self.leftovers(s, all),
            _ => {}
        }
    }

    fn leftover_initial(&mut self, s: &mut Scope, initial: &Initial) {
        match initial {
            Initial::One(one) => self.leftover(s, one),
            Initial::List(all, _) => all.iter().for_each(|each| self.leftover_initial(s, each)),
        }
    }

    fn leftovers(&mut self, s: &mut Scope, all: &[Expr]) {
        all.iter().for_each(|each| self.leftover(s, each));
    }

    /// Binds the names of binders; the caller leaves their block.
    fn leftover_binders(&mut self, s: &mut Scope, binders: &Binders) {
        for binder in &binders.binders {
            self.leftover(s, &binder.set);
            bind(s, &binder.name, Sort::Binder);
        }
        if let Some(guard) = &binders.guard {
            self.leftover(s, guard);
        }
    }

    fn leftover_outcome(&mut self, s: &mut Scope, outcome: &Outcome) {
        match &outcome.kind {
            OutcomeKind::Wins(player) | OutcomeKind::Loses(player) => self.leftover_player(s, player),
            OutcomeKind::Points(points, player) => {
                self.leftover(s, points);
                self.leftover_player(s, player);
            }
            OutcomeKind::If(condition, then, otherwise) => {
                self.leftover(s, condition);
                self.leftover_outcome(s, then);
                self.leftover_outcome(s, otherwise);
            }
            OutcomeKind::Draw | OutcomeKind::Pass | OutcomeKind::Error => {}
        }
    }

    /// Resolves the names of a player, unless the players are not known.
    fn leftover_player(&mut self, s: &mut Scope, player: &Expr) {
        match self.input.players_unknown() {
            true => self.reports.poisoned = true,
            false => self.leftover(s, player),
        }
    }

    fn leftover_statements(&mut self, s: &mut Scope, statements: &[Statement]) {
        let mark = s.enter();
        statements.iter().for_each(|statement| self.leftover_statement(s, statement));
        s.leave(mark);
    }

    fn leftover_statement(&mut self, s: &mut Scope, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { indexes, value, .. } => {
                self.leftovers(s, indexes);
                self.leftover(s, value);
            }
            StatementKind::Let(name, value) => {
                self.leftover(s, value);
                bind(s, name, Sort::Let);
            }
            StatementKind::Var(name, value) => {
                self.leftover(s, value);
                bind(s, name, Sort::Var(0));
            }
            StatementKind::If(arms, otherwise) => {
                for (condition, body) in arms {
                    self.leftover(s, condition);
                    self.leftover_statements(s, body);
                }
                if let Some(body) = otherwise {
                    self.leftover_statements(s, body);
                }
            }
            StatementKind::For(binders, body) => {
                let mark = s.enter();
                self.leftover_binders(s, binders);
                self.leftover_statements(s, body);
                s.leave(mark);
            }
            StatementKind::Repeat(number, going_on, body) => {
                self.leftover(s, number);
                going_on.iter().for_each(|condition| self.leftover(s, condition));
                self.leftover_statements(s, body);
            }
            StatementKind::Again { with, when } => {
                with.iter().for_each(|(_, arguments)| self.leftovers(s, arguments));
                if let Some(when) = when {
                    self.leftover(s, when);
                }
            }
            StatementKind::Error => {}
        }
    }

    /// Resolves the names of an expression. The stack was measured by the parser, which bounds the
    /// depth of every tree.
    fn leftover(&mut self, s: &mut Scope, e: &Expr) {
        match &e.kind {
            ExprKind::Name(name) => self.leftover_name(s, name, None),
            ExprKind::Call(name, arguments) => {
                let asks_move = matches!(
                    built_in(&name.text),
                    Some(BuiltIn { kind: Is::Function(crate::built_ins::Function::Can), .. })
                );
                self.leftover_function(s, name, arguments);
                if !asks_move {
                    self.leftovers(s, arguments);
                }
            }
            ExprKind::Set(all) => self.leftovers(s, all),
            ExprKind::Comprehension(body, binders) => {
                let mark = s.enter();
                self.leftover_binders(s, binders);
                if let Some(body) = body {
                    self.leftover(s, body);
                }
                s.leave(mark);
            }
            ExprKind::Quantified(_, binders, body) => {
                let mark = s.enter();
                self.leftover_binders(s, binders);
                if let Some(body) = body {
                    self.leftover(s, body);
                }
                s.leave(mark);
            }
            ExprKind::If(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| self.leftover(s, part));
            }
            ExprKind::Let(name, value, body) => {
                self.leftover(s, value);
                let mark = s.enter();
                bind(s, name, Sort::Let);
                self.leftover(s, body);
                s.leave(mark);
            }
            ExprKind::Unary(_, a) | ExprKind::Element(a, ..) => self.leftover(s, a),
            ExprKind::Binary(_, a, b, _) => {
                self.leftover(s, a);
                self.leftover(s, b);
            }
            ExprKind::Compare(first, rest) => {
                self.leftover(s, first);
                rest.iter().for_each(|(_, _, operand)| self.leftover(s, operand));
            }
            ExprKind::Member(of, _) => self.leftover(s, of),
            ExprKind::At(of, indexes) => {
                self.leftover(s, of);
                let domains = self.index_hints(of);
                for (at, index) in indexes.iter().enumerate() {
                    match &index.kind {
                        ExprKind::Name(name) => {
                            self.leftover_name(s, name, domains.get(at).copied().flatten())
                        }
                        _ => self.leftover(s, index),
                    }
                }
            }
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::None => {}
            ExprKind::Me | ExprKind::Opponent | ExprKind::Error => {}
        }
    }

    /// The domains of the indexes of a field or table, as far as they are known.
    fn index_hints(&self, of: &Expr) -> Vec<Option<DomainId>> {
        let ExprKind::Name(name) = &of.kind else { return Vec::new() };
        let Some(at) = self.names.global(&name.text) else { return Vec::new() };
        let indexes = match self.names.globals[at].origin {
            Origin::Field(declared) | Origin::Param(declared) => &declared.indexes,
            Origin::Let { indexes, .. } => indexes,
            _ => return Vec::new(),
        };
        let domain = |name: &str| match self.names.globals[self.names.global(name)?].origin {
            Origin::Ready(id) | Origin::Domain(id, _) => {
                Some(id).filter(|id| !self.domains.all[id.index()].members.is_empty())
            }
            _ => None,
        };
        indexes.iter().map(|index| domain(&index.domain.text)).collect()
    }

    /// Reports a name that nothing declares.
    fn leftover_name(&mut self, s: &mut Scope, name: &Name, hint: Option<DomainId>) {
        let text = name.text.as_str();
        let known = s.find(text).is_some()
            || self.names.global(text).is_some()
            || self.moves.by_name.contains_key(text)
            || built_in(text).is_some()
            || self.domains.elements.iter().any(|elements| elements.contains_key(text))
            || text.parse::<i64>().is_ok();
        if !known && !self.reports.is_reported(name) {
            let _: Option<()> = self.refuse_unknown(s, name, hint);
        }
    }

    fn leftover_function(&mut self, s: &mut Scope, name: &Name, arguments: &[Expr]) {
        let text = name.text.as_str();
        let known = s.find(text).is_some()
            || self.names.global(text).is_some()
            || self.moves.by_name.contains_key(text)
            || built_in(text).is_some();
        if !known && !self.reports.is_reported(name) {
            let _: Option<()> = self.refuse_unknown_function(s, name, arguments);
        }
    }
}

impl Reports<'_> {
    /// Whether some report stands at this very name, or at the whole of which it is a part.
    fn is_reported(&mut self, name: &Name) -> bool {
        self.adds_use(name)
            || self.list.iter().any(|report| {
                let at = report.span();
                at == name.span && at.file == name.span.file
            })
    }
}

/// Binds a name without a value.
fn bind(s: &mut Scope, name: &Name, sort: Sort) {
    s.bind(&name.text, name.span, sort, None);
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{checked, definitions, examples_in, helps_about};

    #[test]
    fn names_in_a_move_with_a_reserved_name_are_told_beside_it() {
        for keyword in ["move", "followup"] {
            for word in ["enum", "end", "range"] {
                let text = format!(
                    "game \"G\"\nplayers A, B\nboard C = grid(2, 2)\nstate {{ up: set of C = C }}\n\
                     move m(c in up) {{ up -= {{c}} }}\n{keyword} {word}(c in upp) when c in up {{ up -= {{cc}} }}\n\
                     stuck => me loses\n"
                );
                let messages: Vec<String> =
                    checked(&text).1.into_iter().map(|report| report.message).collect();
                let reserved = format!("`{word}` is a reserved word and cannot be a name");
                let unknown = ["upp", "cc"].map(|name| format!("there is nothing called `{name}`"));
                assert_eq!(messages, [vec![reserved], unknown.to_vec()].concat(), "{text}");
            }
        }
    }

    #[test]
    fn a_followup_with_a_reserved_name_is_told_once_with_what_asks_for_it() {
        for word in ["end", "range"] {
            let text = format!(
                "game \"G\"\nplayers A, B\nboard C = grid(2, 2)\nstate {{ up: set of C = C }}\n\
                 move m(c in up) when can({word}(c)) {{ up -= {{cc}}  again with more(c) or {word}(c) }}\n\
                 move n(c in up) {{ up -= {{dd}}  again with {word} }}\n\
                 followup more(c in up) {{ up -= {{c}} }}\n\
                 followup {word}(c in up) when c in up {{ up -= {{c}} }}\nstuck => me loses\n"
            );
            let messages: Vec<String> = checked(&text).1.into_iter().map(|report| report.message).collect();
            let reserved = format!("`{word}` is a reserved word and cannot be a name");
            let unknown = ["cc", "dd"].map(|name| format!("there is nothing called `{name}`"));
            assert_eq!(messages.iter().filter(|message| **message == reserved).count(), 1, "{messages:?}");
            assert!(unknown.iter().all(|text| messages.contains(text)), "{messages:?}");
            assert_eq!(messages.len(), 3, "{messages:?}");
        }
    }

    /// Every name of a sound definition is known, whatever else is wrong in it.
    #[test]
    fn an_unknown_name_beside_a_sound_definition_is_told_alone() {
        let mut texts = definitions("games");
        texts.extend(definitions("tests/definitions"));
        let pages = [
            ("language", include_str!("../../../../docs/language.md")),
            ("cookbook", include_str!("../../../../docs/cookbook.md")),
        ];
        for (page, text) in pages {
            let examples = examples_in(text, "game").into_iter();
            texts.extend(examples.map(|example| (page.to_owned(), example)));
        }
        assert!(texts.len() > 200, "{}", texts.len());
        let mut wrong = Vec::new();
        for (name, text) in texts {
            let added = format!("{text}\ndef added_at_last = unheard_of_name\n");
            let reports = checked(&added).1;
            let messages: Vec<&str> = reports.iter().map(|report| report.message.as_str()).collect();
            if messages.len() != 1 || !messages[0].contains("unheard_of_name") {
                let first = text.lines().find(|line| line.starts_with("game")).unwrap_or("");
                wrong.push(format!("{name}, {first}: {messages:?}"));
            }
        }
        assert!(wrong.is_empty(), "{} in all:\n{}", wrong.len(), wrong.join("\n"));
    }

    #[test]
    fn the_condition_of_a_cut_names_cells_that_are_cut_away() {
        let cut = |kept: &str| {
            helps_about(&format!(
                "game \"G\" players A, B board C = {{ q in grid(3, 3) where {kept} }}\n\
                 state {{ at: C = c3 }}\nmove m(c in C) {{ at = c }}\nstuck => draw\ndef k = c4"
            ))
        };
        assert_eq!(cut("q != b2").len(), 1);
        assert_eq!(cut("q not in {a1, b2}").len(), 1);
        assert_eq!(cut("q not in {a1, b9}").len(), 1);
    }
}
