//! Builds items.

use super::{Lower, Pair, error_expr};
use crate::source::Span;
use crate::syntax::ast::{Declared, Expr, Initial, ItemKind, Name, ShowEntry, Type};
use crate::syntax::grammar::Rule;

impl Lower<'_> {
    /// Builds an item from the match of its rule; `span` is the span of the item, keyword included.
    pub fn item(&mut self, pair: Pair, followup: bool, span: Span) -> ItemKind {
        match pair.as_rule() {
            Rule::game_item => self.text_in(&pair).map_or(ItemKind::Error, ItemKind::Game),
            Rule::players_item => ItemKind::Players(self.names(pair)),
            Rule::param_item => match pair.into_inner().next() {
                Some(part) => ItemKind::Param(self.declared(part)),
                None => ItemKind::Error,
            },
            Rule::enum_item => self.enum_item(pair),
            Rule::range_item => self.range_item(pair),
            Rule::board_item => self.board_item(pair),
            Rule::graph_item => {
                ItemKind::Graph { name: self.first_name(&pair), chains: self.chains_in(&pair) }
            }
            Rule::family_item | Rule::family_head => self.family_item(pair),
            Rule::let_item | Rule::let_head => ItemKind::Let {
                name: self.first_name(&pair),
                indexes: self.indexes_in(&pair),
                ty: self.written_type(&pair),
                value: self.initial_in(&pair).unwrap_or(Initial::One(error_expr(span))),
            },
            Rule::def_item | Rule::def_head => ItemKind::Def {
                name: self.first_name(&pair),
                parameters: self.parameters_in(&pair),
                body: self.first_expr(&pair),
            },
            Rule::state_item => self.state_item(pair),
            Rule::move_item => ItemKind::Move(self.move_(pair, followup)),
            Rule::end_item => ItemKind::End {
                binders: self.binders_in(&pair),
                when: self.first_expr(&pair),
                outcome: self.outcome_in(&pair),
            },
            Rule::stuck_item => ItemKind::Stuck(self.outcome_in(&pair)),
            Rule::endless_item => ItemKind::Endless(self.outcome_in(&pair)),
            Rule::progress_item => ItemKind::Progress(self.exprs(pair)),
            Rule::tree_item => ItemKind::Tree(self.tree_in(&pair)),
            Rule::show_item => self.show_item(pair),
            Rule::start_item => {
                let rows = pair.into_inner().filter(|part| part.as_rule() == Rule::string);
                ItemKind::Start(rows.map(|part| self.text(&part)).collect())
            }
            Rule::expect_item => ItemKind::Expect(self.expect(pair, span)),
            Rule::allow_item => ItemKind::Allow(self.names(pair)),
            _ => ItemKind::Error,
        }
    }

    fn enum_item(&mut self, pair: Pair) -> ItemKind {
        let mut names = self.names(pair).into_iter();
        match names.next() {
            Some(name) => ItemKind::Enum { name, members: names.collect() },
            None => ItemKind::Error,
        }
    }

    fn range_item(&mut self, pair: Pair) -> ItemKind {
        let name = self.first_name(&pair);
        let mut ends = self.exprs(pair).into_iter();
        match (ends.next(), ends.next()) {
            (Some(low), Some(high)) => ItemKind::Range { name, low, high },
            _ => ItemKind::Error,
        }
    }

    fn board_item(&mut self, pair: Pair) -> ItemKind {
        let name = self.first_name(&pair);
        let mut parts =
            pair.into_inner().filter(|part| matches!(part.as_rule(), Rule::board_cut | Rule::board_shape));
        let Some(part) = parts.next() else { return ItemKind::Error };
        let cut =
            (part.as_rule() == Rule::board_cut).then(|| (self.first_name(&part), self.first_expr(&part)));
        let inner = part.clone().into_inner().find(|inner| inner.as_rule() == Rule::board_shape);
        let shape = inner.unwrap_or(part);
        let (constructor, arguments) = (self.first_name(&shape), self.arguments_in(&shape));
        ItemKind::Board { name, constructor, arguments, cut }
    }

    fn family_item(&mut self, pair: Pair) -> ItemKind {
        let members = self.first_expr(&pair);
        let mut names = self.names(pair).into_iter();
        match (names.next(), names.next()) {
            (Some(name), Some(of)) => ItemKind::Family { name, of, members },
            _ => ItemKind::Error,
        }
    }

    fn parameters_in(&mut self, pair: &Pair) -> Vec<(Name, Type)> {
        let Some(parameters) = pair.clone().into_inner().find(|part| part.as_rule() == Rule::parameters)
        else {
            return Vec::new();
        };
        let found = parameters.into_inner().filter(|part| part.as_rule() == Rule::parameter);
        found.map(|part| (self.first_name(&part), self.type_in(&part))).collect()
    }

    fn state_item(&mut self, pair: Pair) -> ItemKind {
        let (mut fields, mut turn) = (Vec::new(), None);
        self.field(pair, &mut fields, &mut turn);
        ItemKind::State { fields, turn }
    }

    /// Appends the fields directly within a match, and stores `turn`.
    pub fn field(&mut self, pair: Pair, fields: &mut Vec<Declared>, turn: &mut Option<(Span, Expr)>) {
        let found = pair.into_inner().filter(|part| part.as_rule() == Rule::field);
        for part in found.filter_map(|field| field.into_inner().next()) {
            match part.as_rule() {
                Rule::turn_field => self.turn_field(part, turn),
                _ => fields.push(self.declared(part)),
            }
        }
    }

    /// Stores `turn = B`; refuses a second one.
    fn turn_field(&mut self, pair: Pair, turn: &mut Option<(Span, Expr)>) {
        let span = self.span(&pair);
        let value = self.first_expr(&pair);
        match turn {
            Some((first, _)) => {
                let first = *first;
                self.refuse(super::second_turn(span, first));
            }
            None => *turn = Some((span, value)),
        }
    }

    fn show_item(&mut self, pair: Pair) -> ItemKind {
        let domain = self.first_name(&pair);
        let entries = pair.into_inner().filter(|part| part.as_rule() == Rule::show_entry);
        ItemKind::Show { domain, entries: entries.filter_map(|part| self.show_entry(part)).collect() }
    }

    /// Builds an entry of `show`, `stones[X]: "X"`.
    pub fn show_entry(&mut self, pair: Pair) -> Option<ShowEntry> {
        let what = self.exprs(pair.clone()).pop();
        Some(ShowEntry { what, text: self.text_in(&pair)? })
    }
}
