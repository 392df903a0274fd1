//! How far a part of a condition or a value reaches.

use super::place::Place;
use crate::syntax::grammar::Rule;
use crate::syntax::items::is_operator;

/// The signs that compare two values.
const COMPARES: [&str; 10] = ["=", "==", "!=", "<>", "<", "<=", ">", ">=", "=<", "in"];

/// Whether a word compares what stands on both of its sides.
pub(super) fn compares(word: &str) -> bool {
    COMPARES.contains(&word)
}

/// Whether a word stands between or before conditions, or begins one.
pub(super) fn joins_conditions(word: &str) -> bool {
    let words = ["and", "or", "&&", "||", "implies", "not", "!", "some", "every", "no", "if", "let"];
    words.contains(&word)
}

/// Whether a word ends the part of a condition that stands before it.
fn ends_clause(word: &str) -> bool {
    let joins = ["and", "or", "implies", "&&", "||", "?"];
    let closes = [")", "]", "}", ",", ":", "=>"];
    let words = ["when", "where", "then", "else", "as", "provided"];
    joins.contains(&word) || closes.contains(&word) || words.contains(&word)
}

/// Whether a part of a condition begins behind a word.
fn begins_clause(word: &str) -> bool {
    let joins = ["and", "or", "implies", "&&", "||", "?", "not"];
    let opens = ["(", "[", "{", ",", ":", "=>", "=", "+=", "-="];
    let words = ["when", "where", "then", "else", "if", "provided", "with", "again"];
    joins.contains(&word) || opens.contains(&word) || words.contains(&word)
}

/// Whether a sign joins the operands of one side of a comparison.
fn joins(word: &str) -> bool {
    matches!(word, "+" | "-" | "*" | "/" | "%" | "&" | "..")
}

/// The first token of the sum that ends with the token `last`.
pub(super) fn side_start(place: &Place, last: usize) -> usize {
    let mut start = place.operand_start(last);
    while joins(place.before(start)) && start >= 2 && place.ends_operand(start - 2) {
        start = place.operand_start(start - 2);
    }
    start
}

/// The index behind the sum that begins at `first`.
pub(super) fn side_end(place: &Place, first: usize) -> usize {
    let mut end = place.operand_end(first);
    while joins(place.word(end)) {
        end = place.operand_end(end + 1);
    }
    end
}

impl Place<'_, '_> {
    /// The index behind the comparison, or the part of an `and`, that begins at `at`: up to `and`,
    /// `or`, a closing bracket, a comma, the body, or a word that ends an expression.
    pub fn clause_end(&self, at: usize) -> usize {
        let mut end = at;
        while end < self.range.end {
            let block = end > at && self.word(end) == "{" && self.ends_operand(end - 1);
            let body = self.body.is_some_and(|(open, _)| open == end) || block && self.in_body(end);
            if ends_clause(self.word(end)) || body || (end > at && self.begins_statement(end)) {
                break;
            }
            end = self.past(end);
        }
        end
    }

    /// The first token of the part of an `and` that ends before `at`. It does not reach into the
    /// statement before, nor past the `in` of a `let`.
    pub fn clause_start(&self, at: usize) -> usize {
        let mut start = at;
        while let Some(before) = start.checked_sub(1).filter(|before| self.range.contains(before)) {
            let stops = begins_clause(self.word(before)) || self.closes_let(before);
            let new_statement = start < at && self.begins_statement(start) && !is_operator(self.word(start));
            if stops || new_statement || before == self.range.start {
                break;
            }
            start = self.partner(before).filter(|open| *open < before).unwrap_or(before);
        }
        start
    }

    /// Whether `in` at `at` says from which set a name is chosen: that of a quantifier, of a loop,
    /// of a sum, of a parameter.
    pub fn binds_at(&self, at: usize) -> bool {
        let Some(name) = at.checked_sub(1).filter(|name| self.is_name(*name)) else { return false };
        let sums = || matches!(self.before(name - 1), "sum" | "count" | "min" | "max" | "union");
        self.word(at) == "in"
            && match self.before(name) {
                "some" | "every" | "no" | "for" => true,
                "(" => sums() || self.is_parameter(name),
                "," => self.is_parameter(name),
                _ => false,
            }
    }

    /// Whether a token stands in the list of parameters of a move.
    fn is_parameter(&self, at: usize) -> bool {
        let open = self.range.start + 2;
        let close = self.partner(open).filter(|_| self.word(open) == "(");
        let inside = close.is_some_and(|close| open < at && at < close);
        let mut each = open + 1;
        while each < at {
            each = self.past(each);
        }
        self.rule == Some(Rule::move_item) && inside && each == at
    }

    /// The first token behind the sign of a binder or a `let` among `start..at`, if there is one.
    pub fn behind_binder(&self, start: usize, at: usize) -> usize {
        let sign = (start..at).rev().find(|sign| self.binds_at(*sign) || self.closes_let(*sign));
        sign.map_or(start, |sign| sign + 1)
    }

    /// Whether `in` at `at` is that of `let NAME = VALUE in`, which belongs to an expression.
    pub fn closes_let(&self, at: usize) -> bool {
        if self.word(at) != "in" {
            return false;
        }
        let mut each = at;
        while let Some(before) = each.checked_sub(1).filter(|before| self.range.contains(before)) {
            match self.word(before) {
                "let" => return self.word(before + 2) == "=" && self.is_expression(before),
                "in" | "(" | "[" | "{" | "," | ":" | "=>" => return false,
                _ => {}
            }
            each = self.partner(before).filter(|open| *open < before).unwrap_or(before);
        }
        false
    }

    /// Whether the `let` at `at` begins no item and no statement.
    fn is_expression(&self, at: usize) -> bool {
        let before = self.before(at);
        at > self.range.start && !self.ends_operand(at - 1) && !matches!(before, "{" | "}")
    }

    /// The first token of the sum or comparison that ends before `at`; none where a statement
    /// begins in it, so that it is no value.
    pub fn value_start(&self, at: usize) -> Option<usize> {
        let start = self.behind_binder(self.clause_start(at), at);
        let stores = matches!(self.before(start), "=" | "+=" | "-=");
        let inside = if stores { start + 1 } else { start };
        (start < at && !(inside..at).any(|each| self.begins_statement(each))).then_some(start)
    }
}
