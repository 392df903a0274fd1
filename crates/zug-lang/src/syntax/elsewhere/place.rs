//! The tokens of an item, as the searches see them.

use super::actions;
use crate::built_ins::{self, Kind as Kinds};
use crate::source::Span;
use crate::syntax::brackets::{Brackets, Head};
use crate::syntax::grammar::Rule;
use crate::syntax::items::{ends_operand, is_reserved, rule_of};
use crate::syntax::own_names::players;
use crate::syntax::parse_error::TokenView;
use crate::syntax::scan::Kind;
use crate::syntax::tex;
use std::ops::Range;

/// An item that cannot be parsed.
pub(super) struct Place<'v, 't> {
    pub view: &'v TokenView<'t>,
    brackets: &'v Brackets,
    /// The rule of the item's keyword; `None` if it begins with none.
    pub rule: Option<Rule>,
    /// All its tokens, the keyword first.
    pub range: Range<usize>,
    /// The braces of a move's body.
    pub body: Option<(usize, usize)>,
    /// Whether the parser knows no more than that it expected something else.
    pub plain: bool,
}

/// The most tokens of a `state` in which a field is looked for that has another sign before its
/// type.
const FIELDS: usize = 200;

impl<'v, 't> Place<'v, 't> {
    pub fn new(
        view: &'v TokenView<'t>,
        brackets: &'v Brackets,
        head: Head,
        range: Range<usize>,
        plain: bool,
    ) -> Place<'v, 't> {
        let rule = match head {
            Head::Item(rule) => Some(rule),
            Head::Unknown => None,
        };
        let mut place = Place { view, brackets, rule, range, body: None, plain };
        place.body = place.find_body();
        place
    }

    /// The tokens of the whole text, as one item.
    pub fn whole(&self) -> Place<'v, 't> {
        let range = 0..self.view.tokens.len();
        Place { view: self.view, brackets: self.brackets, rule: None, range, body: None, plain: false }
    }

    /// The braces of the body of a move: the first that follow a complete operand.
    fn find_body(&self) -> Option<(usize, usize)> {
        if self.rule.is_some_and(|rule| rule != Rule::move_item) {
            return None;
        }
        let mut at = self.range.start + 1;
        while at < self.range.end {
            // `max{a, b}`, with the body behind it.
            let arguments = at > self.range.start + 2
                && self.partner(at).is_some_and(|close| close + 1 < self.range.end)
                && built_ins::built_in(self.word(at - 1))
                    .is_some_and(|it| matches!(it.kind, Kinds::Function(_)))
                && (at + 1..self.range.end).any(|each| self.word(each) == "{");
            if self.word(at) == "{" && arguments {
                at = self.past(at);
                continue;
            }
            let behind_mark = matches!(self.word(at - 1), "=>" | ":" | "do" | "then" | "->");
            if self.word(at) == "{"
                && (ends_operand(self.view, at - 1) || behind_mark || self.holds_statements(at))
            {
                return Some((at, self.partner(at).unwrap_or(self.range.end)));
            }
            at = self.past(at);
        }
        None
    }

    /// Whether braces hold statements, and no set.
    pub fn holds_statements(&self, open: usize) -> bool {
        let close = self.partner(open).unwrap_or(self.range.end);
        let mut at = open + 1;
        while at < close {
            let begins = at == open + 1 || self.first(at);
            let stores = matches!(self.word(self.operand_end(at)), "=" | "+=" | "-=" | ":=");
            if begins && stores && self.is_name(at) {
                return true;
            }
            at = self.past(at);
        }
        false
    }

    /// The characters of a token, the sign for one of TeX; the empty string outside of the item.
    pub fn word(&self, at: usize) -> &'t str {
        if !self.range.contains(&at) {
            return "";
        }
        let word = self.view.word(at);
        tex::sign(word).unwrap_or(word)
    }

    /// The token before `at`.
    pub fn before(&self, at: usize) -> &'t str {
        at.checked_sub(1).map_or("", |at| self.word(at))
    }

    pub fn kind(&self, at: usize) -> Option<Kind> {
        self.range.contains(&at).then(|| self.view.tokens[at].kind)
    }

    /// Whether a token is the first on its line.
    pub fn first(&self, at: usize) -> bool {
        self.view.tokens.get(at).is_none_or(|token| token.first)
    }

    /// Whether no blank stands between this token and the next.
    pub fn beside(&self, at: usize) -> bool {
        match (self.view.tokens.get(at), self.view.tokens.get(at + 1)) {
            (Some(a), Some(b)) => a.end == b.start,
            _ => false,
        }
    }

    /// Whether a token is a name.
    pub fn is_name(&self, at: usize) -> bool {
        self.kind(at) == Some(Kind::Word) && !is_reserved(self.word(at))
    }

    pub fn is_number(&self, at: usize) -> bool {
        self.kind(at) == Some(Kind::Number)
    }

    /// Whether a token of the text is a number, in whatever item.
    pub fn kind_is_number(&self, at: usize) -> bool {
        self.view.tokens.get(at).is_some_and(|token| token.kind == Kind::Number)
    }

    /// Whether an operand ends with this token.
    pub fn ends_operand(&self, at: usize) -> bool {
        self.range.contains(&at) && ends_operand(self.view, at)
    }

    /// The partner of a bracket, within the item.
    pub fn partner(&self, at: usize) -> Option<usize> {
        self.brackets.partner.get(at).copied().flatten().filter(|partner| self.range.contains(partner))
    }

    /// The index behind this token, or behind the bracket that it opens.
    pub fn past(&self, at: usize) -> usize {
        self.partner(at).filter(|close| *close > at).unwrap_or(at) + 1
    }

    /// The first token of `range`, outside of brackets, whose text is one of `words`.
    pub fn find(&self, range: Range<usize>, words: &[&str]) -> Option<usize> {
        self.find_word(range, |word| words.contains(&word))
    }

    /// The first token of `range`, outside of brackets, of whose text this holds.
    pub fn find_word(&self, range: Range<usize>, holds: impl Fn(&str) -> bool) -> Option<usize> {
        let mut at = range.start;
        while at < range.end {
            if holds(self.word(at)) {
                return Some(at);
            }
            at = self.past(at);
        }
        None
    }

    /// The first of these words that belongs to no expression: not the `:` of a quantifier, nor the
    /// `if` and the `then` of a choice.
    pub fn find_outside(&self, range: Range<usize>, words: &[&str]) -> Option<usize> {
        let (mut at, mut quantifiers, mut choices) = (range.start, 0, 0);
        while at < range.end {
            match self.word(at) {
                "some" | "every" | "no" => quantifiers += 1,
                ":" if quantifiers > 0 => quantifiers -= 1,
                "if" if self.find(at..range.end, &["then"]).is_some() => choices += 1,
                "then" if choices > 0 => choices -= 1,
                word if words.contains(&word) => return Some(at),
                _ => {}
            }
            at = self.past(at);
        }
        None
    }

    /// Whether the last quantifier that begins among these tokens still binds: its `:` comes later.
    pub fn binds(&self, range: Range<usize>) -> bool {
        let mut words = range.map(|at| self.word(at));
        words.rfind(|word| matches!(*word, "some" | "every" | "no" | ":")).is_some_and(|mark| mark != ":")
    }

    /// The text of some tokens, as it was written.
    pub fn text(&self, range: Range<usize>) -> &'t str {
        if range.is_empty() {
            return "";
        }
        let (first, last) = (self.view.tokens.get(range.start), self.view.tokens.get(range.end - 1));
        let (Some(first), Some(last)) = (first, last) else { return "" };
        self.view.text.get(first.start..last.end).unwrap_or("")
    }

    /// The text of an expression as an operand of a tighter operator: in brackets if it is not one
    /// operand.
    pub fn operand_text(&self, range: Range<usize>) -> String {
        let text = self.text(range.clone());
        if self.operand_end(range.start) >= range.end { text.to_string() } else { format!("({text})") }
    }

    pub fn span(&self, at: usize) -> Span {
        self.view.span(at)
    }

    pub fn span_of(&self, range: &Range<usize>) -> Span {
        self.view.span_of(range)
    }

    /// The index behind the operand that begins at `at`, with all its accesses and arguments.
    pub fn operand_end(&self, at: usize) -> usize {
        if at >= self.range.end {
            return at;
        }
        let mut end = self.past(at);
        while end < self.range.end {
            let opens = matches!(self.word(end), "[" | "(") && self.beside(end - 1);
            if opens {
                end = self.past(end);
            } else if self.word(end) == "." && self.beside(end) && end + 1 < self.range.end {
                end += 2;
            } else {
                break;
            }
        }
        end
    }

    /// The first token of the operand that ends with the token `at`.
    pub fn operand_start(&self, at: usize) -> usize {
        let mut start = self.partner(at).filter(|open| *open < at).unwrap_or(at);
        loop {
            let Some(before) = start.checked_sub(1).filter(|before| self.range.contains(before)) else {
                return start;
            };
            let suffix = matches!(self.word(start), "[" | "(")
                && self.beside(before)
                && (self.is_name(before) || matches!(self.word(before), "]" | ")"));
            if suffix {
                start = self.partner(before).filter(|open| *open < before).unwrap_or(before);
            } else if self.word(before) == "." && self.ends_operand(before.wrapping_sub(1)) {
                start = before - 1;
                start = self.partner(start).filter(|open| *open < start).unwrap_or(start);
            } else {
                return start;
            }
        }
    }

    /// The index behind the last token on the line of `at`.
    pub fn line_end(&self, at: usize) -> usize {
        (at + 1..self.range.end).find(|each| self.first(*each)).unwrap_or(self.range.end)
    }

    /// Whether a token stands in the body of a move.
    pub fn in_body(&self, at: usize) -> bool {
        self.body.is_some_and(|(open, close)| open < at && at < close)
    }

    /// Whether a statement may begin at a token of a body.
    pub fn begins_statement(&self, at: usize) -> bool {
        if !self.in_body(at) {
            return false;
        }
        let before = self.before(at);
        let stores = self.is_name(at)
            && self.ends_operand(at - 1)
            && matches!(self.word(self.operand_end(at)), "=" | "+=" | "-=" | ":=" | "++" | "--");
        before == "}"
            || before == "{" && !self.holds_members(at - 1)
            || stores
            || actions::acts(self, at)
            || self.first(at) && (self.ends_operand(at - 1) || matches!(before, "," | "++" | "--"))
    }

    /// The index behind the statement that begins at `at`: the first token of a further line with
    /// which a statement may begin, or the closing brace.
    pub fn statement_end(&self, at: usize) -> usize {
        let mut end = self.past(at);
        let keyword = matches!(self.word(at), "let" | "var" | "again");
        while end < self.range.end && self.word(end) != "}" && !self.first(end) {
            let stores = self.is_name(end)
                && end > at + 1
                && self.ends_operand(end - 1)
                && matches!(self.word(self.operand_end(end)), "=" | "+=" | "-=" | ":=")
                && !(keyword && end == at + 1);
            let begins =
                matches!(self.word(end), "let" | "var" | "repeat" | "again") && self.ends_operand(end - 1);
            if stores || begins || self.in_body(end) && actions::acts(self, end) {
                break;
            }
            end = self.past(end);
        }
        end
    }

    /// The column of a token, in bytes from the beginning of its line.
    pub fn column(&self, at: usize) -> usize {
        let start = self.view.tokens.get(at).map_or(0, |token| token.start);
        let before = &self.view.text[..start];
        start - before.rfind(['\n', '\r']).map_or(0, |end| end + 1)
    }

    /// The names that an item with this keyword declares, anywhere in the text.
    pub fn declared(&self, keyword: &str) -> Option<&'t str> {
        let at = (0..self.view.tokens.len())
            .find(|at| self.view.word(*at) == keyword && self.view.tokens[*at].first)?;
        Some(self.view.word(at + 1)).filter(|name| !name.is_empty() && !is_reserved(name))
    }

    /// The name of the first board or graph; `Cell` if there is none.
    pub fn board(&self) -> &'t str {
        self.declared("board").or_else(|| self.declared("graph")).unwrap_or("Cell")
    }

    /// Whether a domain of this name is declared, or known without.
    pub fn is_domain(&self, name: &str) -> bool {
        let view = self.view;
        let declares = |at: usize| {
            view.word(at) == name
                && matches!(view.word(at - 1), "board" | "graph" | "enum" | "range" | "family")
        };
        matches!(name, "Player" | "Direction") || (1..view.tokens.len()).any(declares)
    }

    /// The names of the players; `A` and `B` if they cannot be read.
    pub fn players(&self) -> (&'t str, &'t str) {
        match players(self.view).as_slice() {
            [first, second] => (first, second),
            _ => ("A", "B"),
        }
    }

    /// Whether a field of this name is declared somewhere: `NAME:` or `NAME[..]:`.
    pub fn is_field(&self, name: &str) -> bool {
        self.field_index(name).is_some()
    }

    /// Whether a statement adds to a name or takes from it, or stores to an entry of it.
    pub fn is_stored_to(&self, name: &str) -> bool {
        (0..self.view.tokens.len()).any(|at| self.view.word(at) == name && self.stores_at(at))
    }

    /// Whether a statement adds to the name at `at` or takes from it, or stores to an entry of it.
    pub fn stores_at(&self, at: usize) -> bool {
        let word = |at: usize| self.view.word(at);
        let close = self.brackets.partner.get(at + 1).copied().flatten().filter(|close| *close > at);
        let (entry, behind) = match (word(at + 1), close) {
            ("[", Some(close)) => (true, close + 1),
            _ => (false, at + 1),
        };
        matches!(word(behind), "+=" | "-=") || entry && matches!(word(behind), "=" | ":=") && !self.first(at)
    }

    /// Whether a field of `state` begins with this name, whatever stands between it and its type.
    fn begins_field(&self, at: usize) -> bool {
        let word = |at: usize| self.view.word(at);
        let begins = at > 0 && (matches!(word(at - 1), "{" | ",") || self.first(at));
        let typed = matches!(word(at + 1), "∈" | "in" | "is" | "::" | "=" | ":=" | "of");
        let head = || {
            (0..at)
                .rev()
                .take(FIELDS)
                .find(|each| self.view.tokens[*each].first && rule_of(word(*each)).is_some())
        };
        begins && typed && head().is_some_and(|head| word(head) == "state")
    }

    /// The index of the field of this name, without its brackets; empty if it has none.
    pub fn field_index(&self, name: &str) -> Option<&'t str> {
        let tokens = self.view.tokens.len();
        (0..tokens).filter(|at| self.view.word(*at) == name).find_map(|at| {
            if self.view.word(at + 1) == ":" || self.begins_field(at) {
                return Some("");
            }
            let open = at + 1;
            let close = self.brackets.partner.get(open).copied().flatten().filter(|close| *close > open)?;
            let holds = self.view.word(open) == "[" && self.view.word(close + 1) == ":";
            holds.then(|| {
                let (from, to) = (self.view.tokens[open].end, self.view.tokens[close].start);
                self.view.text.get(from..to).unwrap_or("")
            })
        })
    }

    /// Whether a param of this name is a list.
    pub fn declares_list(&self, name: &str) -> bool {
        (0..self.view.tokens.len()).any(|at| {
            self.view.word(at) == "param"
                && self.view.word(at + 1) == name
                && self.view.word(at + 3) == "list"
        })
    }

    /// Whether the token begins an item of the language.
    pub fn is_keyword(&self, at: usize) -> bool {
        rule_of(self.word(at)).is_some()
    }
}
