//! Error recovery in items: parses an item part by part after the parse of the whole failed.
//!
//! The result keeps all that can be parsed: a move with its name, parameters and sound statements;
//! a state with its sound fields; a definition without its right side. Every part that fails is
//! reported; if none does, the error of the whole item is.

use super::ast::{Expr, Initial, ItemKind, Move, Outcome, OutcomeKind, Statement, Type, TypeKind};
use super::grammar::Rule;
use super::items::ends_operand;
use super::lower::{Lower, Pair, error_expr};
use super::resynchronize::ItemReader;
use crate::diagnostic::Diagnostic;
use std::ops::Range;

impl<'t> ItemReader<'t> {
    /// Recovers an item. `rule` is the rule that failed, `range` the tokens behind the keyword,
    /// `whole` its parse error.
    pub(super) fn recover(
        &mut self,
        rule: Rule,
        range: &Range<usize>,
        followup: bool,
        whole: Diagnostic,
    ) -> ItemKind {
        let rendered = self.diagnostics.len();
        let kind = match rule {
            Rule::move_item => self.recover_move(range, followup),
            Rule::state_item => self.recover_state(range),
            Rule::let_item | Rule::def_item | Rule::family_item => self.recover_definition(rule, range),
            Rule::end_item => self.recover_end(range),
            _ => None,
        };
        if self.diagnostics.len() == rendered {
            self.diagnostics.push(whole);
        }
        match kind {
            Some(kind) => kind,
            None => self.lost(range),
        }
    }

    /// Parses some tokens with a rule and builds a node from the match; reports a parse error and
    /// returns `None`.
    pub(super) fn attempt<T>(
        &mut self,
        rule: Rule,
        range: &Range<usize>,
        build: impl FnOnce(&mut Lower<'t>, Pair<'t>) -> T,
    ) -> Option<T> {
        match self.view.read(rule, range) {
            Ok((pair, base)) => Some(self.lower(pair, base, build)),
            Err(problem) => {
                self.diagnostics.push(*problem);
                None
            }
        }
    }

    /// Parses an expression. If that fails, the brackets behind the mistake are parsed on their
    /// own, to find more mistakes.
    pub(super) fn expression(&mut self, range: &Range<usize>) -> Expr {
        let read = self.attempt(Rule::whole_expr, range, |lower, pair| lower.first_expr(&pair));
        read.unwrap_or_else(|| {
            self.groups_behind(range);
            error_expr(self.view.span_of(range))
        })
    }

    /// Parses each bracket behind the last reported mistake: it may hold another mistake.
    fn groups_behind(&mut self, range: &Range<usize>) {
        let Some(mistake) = self.diagnostics.last().map(Diagnostic::span) else { return };
        let mut at = range.start;
        while at < range.end {
            let closed = self.brackets.partner[at].filter(|close| (at..range.end).contains(close));
            let Some(close) = closed else {
                at += 1;
                continue;
            };
            if self.view.span(at).start <= mistake.end {
                at += 1; // The mistake is inside this group or behind it: look inside.
                continue;
            }
            let named =
                at > range.start && self.view.span(at - 1).start > mistake.end && self.is_name(at - 1);
            let from = if named { at - 1 } else { at };
            // Braces behind a complete operand are a body, not a set.
            let body = self.view.word(at) == "{" && at > 0 && ends_operand(&self.view, at - 1);
            if !body && (self.view.word(at) != "[" || named) {
                self.attempt(Rule::whole_expr, &(from..close + 1), |_, _| ());
            }
            at = close + 1;
        }
    }

    /// Whether a token is a name.
    fn is_name(&self, at: usize) -> bool {
        self.view.tokens[at].kind == super::scan::Kind::Word && !super::items::is_reserved(self.view.word(at))
    }

    /// The first token of `range`, outside of brackets, whose text is one of `words`.
    pub(super) fn find(&self, range: &Range<usize>, words: &[&str]) -> Option<usize> {
        let mut at = range.start;
        while at < range.end {
            if words.contains(&self.view.word(at)) {
                return Some(at);
            }
            at = self.past(at);
        }
        None
    }

    /// The index behind this token, or behind the bracket that it opens.
    pub(super) fn past(&self, at: usize) -> usize {
        self.brackets.partner[at].filter(|close| *close > at).unwrap_or(at) + 1
    }

    /// The first brace of `range` that opens a block: it follows a complete operand, which the
    /// brace of a set never does.
    pub(super) fn body(&self, range: &Range<usize>) -> Option<usize> {
        let mut at = range.start;
        while at < range.end {
            if self.view.word(at) == "{" && at > 0 && (at == range.start || ends_operand(&self.view, at - 1))
            {
                return Some(at);
            }
            at = self.past(at);
        }
        None
    }

    /// The tokens between a brace and its partner, and the index behind the partner.
    pub(super) fn inside(&self, brace: usize, range: &Range<usize>) -> (Range<usize>, usize) {
        let close = self.brackets.partner[brace].filter(|close| (brace..range.end).contains(close));
        (brace + 1..close.unwrap_or(range.end), close.map_or(range.end, |close| close + 1))
    }

    /// Recovers `move` or `followup`, clause by clause and statement by statement.
    fn recover_move(&mut self, range: &Range<usize>, followup: bool) -> Option<ItemKind> {
        let brace = self.body(range)?;
        let head = range.start..brace;
        let clauses = self.find(&head, &["when", "as"]).unwrap_or(brace);
        let named =
            self.attempt(Rule::move_head, &(range.start..clauses), |lower, pair| lower.move_(pair, followup));
        let mut built: Option<Move> = named;
        if built.is_none() {
            self.lost(&(range.start..range.start + 1));
        }
        let (when, notation) = self.recover_clauses(clauses..brace);
        let (inside, behind) = self.inside(brace, range);
        let body = self.statements(&inside);
        let provided = self.recover_provided(behind..range.end);
        if let Some(built) = &mut built {
            *built = Move { when, notation, body, provided, ..built.clone() };
        }
        built.map(ItemKind::Move)
    }

    /// Recovers `when C as ".."`.
    fn recover_clauses(&mut self, range: Range<usize>) -> (Option<Expr>, Option<super::ast::Notation>) {
        let (mut when, mut notation) = (None, None);
        let mut at = range.start;
        while at < range.end {
            let next = self.find(&(at + 1..range.end), &["when", "as"]).unwrap_or(range.end);
            if self.view.word(at) == "when" {
                when = Some(self.expression(&(at + 1..next)));
            } else {
                notation =
                    self.attempt(Rule::whole_text, &(at + 1..next), |lower, pair| lower.notation_in(&pair));
            }
            at = next;
        }
        (when, notation.flatten())
    }

    /// Recovers `provided C`.
    fn recover_provided(&mut self, range: Range<usize>) -> Option<Expr> {
        let begins = !range.is_empty() && self.view.word(range.start) == "provided";
        begins.then(|| self.expression(&(range.start + 1..range.end)))
    }

    /// Recovers `let`, `def` or `family`: the two sides of `=` are parsed on their own.
    fn recover_definition(&mut self, rule: Rule, range: &Range<usize>) -> Option<ItemKind> {
        let equal = self.find(range, &["=", "==", ":="])?;
        let (left, right) = (range.start..equal, equal + 1..range.end);
        let span = self.view.span_of(range);
        let kind = match rule {
            Rule::def_item => {
                self.attempt(Rule::def_head, &left, |lower, pair| lower.item(pair, false, span))
            }
            Rule::family_item => {
                self.attempt(Rule::family_head, &left, |lower, pair| lower.item(pair, false, span))
            }
            _ => self.attempt(Rule::let_head, &left, |lower, pair| lower.item(pair, false, span)),
        };
        match (kind, rule) {
            (Some(ItemKind::Let { name, indexes, ty, .. }), _) => {
                let value = self.initial(&right);
                Some(ItemKind::Let { name, indexes, ty, value })
            }
            (Some(ItemKind::Def { name, parameters, .. }), _) => {
                Some(ItemKind::Def { name, parameters, body: self.expression(&right) })
            }
            (Some(ItemKind::Family { name, of, .. }), _) => {
                Some(ItemKind::Family { name, of, members: self.expression(&right) })
            }
            _ => None,
        }
    }

    /// Parses a value or a list of values; if that fails, the brackets behind the mistake.
    fn initial(&mut self, range: &Range<usize>) -> Initial {
        let read = self.attempt(Rule::whole_initial, range, |lower, pair| lower.initial_in(&pair));
        read.flatten().unwrap_or_else(|| {
            self.groups_behind(range);
            Initial::One(error_expr(self.view.span_of(range)))
        })
    }

    /// Recovers `end [for B] when C => OUTCOME` clause by clause.
    fn recover_end(&mut self, range: &Range<usize>) -> Option<ItemKind> {
        let when = self.find(range, &["when"])?;
        let arrow = self.find(&(when..range.end), &["=>", "->", "⇒", "→"])?;
        let mut binders = None;
        if self.view.word(range.start) == "for" {
            let read = self.attempt(Rule::whole_binders, &(range.start + 1..when), |lower, pair| {
                lower.binders_in(&pair)
            });
            binders = Some(read.flatten()?);
        } else if when > range.start {
            return None;
        }
        let condition = self.expression(&(when + 1..arrow));
        let behind = arrow + 1..range.end;
        let outcome = self.attempt(Rule::whole_outcome, &behind, |lower, pair| lower.outcome_in(&pair));
        let lost = Outcome { kind: OutcomeKind::Error, span: self.view.span_of(&behind) };
        Some(ItemKind::End { binders, when: condition, outcome: outcome.unwrap_or(lost) })
    }

    /// Recovers `state { .. }` field by field.
    fn recover_state(&mut self, range: &Range<usize>) -> Option<ItemKind> {
        if self.view.word(range.start) != "{" {
            return None;
        }
        let (inside, _) = self.inside(range.start, range);
        let (mut fields, mut turn) = (Vec::new(), None);
        for field in self.fields(&inside) {
            let read = self
                .attempt(Rule::whole_field, &field, |lower, pair| lower.field(pair, &mut fields, &mut turn));
            if read.is_none() && !field.is_empty() && !self.declares(range.start, field.start) {
                let type_at = self.find(&field, &[":", "="]).unwrap_or(field.end);
                self.lost(&(field.start..type_at));
            } else if read.is_none() && !field.is_empty() {
                // The field exists, whatever its type: without this its uses would be reported as
                // unknown.
                let span = self.view.span_of(&field);
                let ty = Type { kind: TypeKind::Error, or_none: false, span };
                let name = self.name(field.start);
                if self.is_name(field.start) {
                    fields.push(super::ast::Declared { name, indexes: Vec::new(), ty, initial: None, span });
                }
            }
        }
        Some(ItemKind::State { fields, turn })
    }

    /// Whether a field begins at `at`, whatever follows: no bracket of the state is open there.
    fn declares(&self, state: usize, at: usize) -> bool {
        let open = |open: usize| (state + 1..at).contains(&open);
        matches!(self.view.word(at + 1), ":" | "[" | "=" | "," | "}" | "")
            && !self.brackets.unclosed.iter().any(|(opener, _)| open(*opener))
    }

    /// Cuts the fields of a state apart: a field ends at a comma, or where a name follows a
    /// complete operand.
    fn fields(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let mut fields = Vec::new();
        let (mut from, mut at) = (range.start, range.start);
        while at < range.end {
            let comma = self.view.word(at) == ",";
            let juxtaposed = at > from && self.is_name(at) && ends_operand(&self.view, at - 1);
            let of = at > from && matches!(self.view.word(at - 1), "of" | "set" | "list");
            let declares = matches!(self.view.word(at + 1), ":" | "[" | "=") || self.view.tokens[at].first;
            if comma || (juxtaposed && !of && declares) {
                fields.push(from..at);
                from = if comma { at + 1 } else { at };
            }
            at = self.past(at);
        }
        fields.push(from..range.end);
        let last = fields.len() - 1;
        fields
            .into_iter()
            .enumerate()
            .filter(|(index, field)| !(field.is_empty() && *index == last))
            .map(|(_, f)| f)
            .collect()
    }

    /// Parses the statements of a body one by one.
    pub(super) fn statements(&mut self, range: &Range<usize>) -> Vec<Statement> {
        self.split_statements(range).into_iter().map(|statement| self.statement(&statement)).collect()
    }
}
