//! Which names and operands are sets, as far as the tokens show it.

use super::clause_extents::{compares, joins_conditions};
use super::place::Place;
use crate::syntax::items::rule_of;
use std::ops::Range;

/// How many definitions deep the value of a name is looked at.
const DEEPEST: usize = 8;

impl Place<'_, '_> {
    /// Whether the operand at `at` is a set, as far as the tokens show it: a board, a field or a
    /// parameter of this type, a `let` or `def` whose value is a set, a member of a family, a call
    /// of a function that gives one.
    pub fn begins_set(&self, at: usize) -> bool {
        self.begins_set_within(at, DEEPEST)
    }

    /// The same, where the values of so many names more may be looked at.
    fn begins_set_within(&self, at: usize, depth: usize) -> bool {
        let name = self.word(at);
        match name {
            "{" | "(" => return self.holds_set(at, depth),
            "near" | "run" | "reach" | "shift" | "compass" | "lines" if self.word(at + 1) == "(" => {
                return true;
            }
            _ => {}
        }
        let word = |each: usize| self.view.word(each);
        let is_family = |domain: &str| {
            (1..self.view.tokens.len()).any(|each| word(each - 1) == "family" && word(each) == domain)
        };
        // `C(1, 2)` and `C.a1` are elements.
        let alone = !matches!(self.word(at + 1), "(" | ".");
        let declared = |each: usize| match word(each - 1) {
            "board" => alone,
            "let" | "def" => depth > 0 && self.defines_set(each, depth - 1),
            _ => matches!(word(each + 1), "in" | ":") && is_family(word(each + 2)),
        };
        self.is_set(name) || (1..self.view.tokens.len()).any(|each| word(each) == name && declared(each))
    }

    /// Whether the `let` or `def` of the name at `at` gives a set.
    fn defines_set(&self, at: usize, depth: usize) -> bool {
        let whole = self.whole();
        let bracketed = matches!(whole.word(at + 1), "(" | "[");
        let sign = if bracketed { whole.past(at + 1) } else { at + 1 };
        let value = sign + 1..whole.value_end(sign + 1);
        whole.word(sign) == "=" && !whole.has_condition(&value) && whole.begins_set_within(value.start, depth)
    }

    /// The index behind the value of a `let` or `def` that begins at `at`. It ends at the next
    /// item, before the `in` of the `let`, at the end of a block or at a further statement.
    fn value_end(&self, at: usize) -> usize {
        let ends = |at: usize| {
            let statement = matches!(self.word(at), "let" | "var" | "if" | "for" | "repeat" | "again");
            let stores = matches!(self.word(self.operand_end(at)), "=" | "+=" | "-=");
            let behind = self.ends_operand(at - 1) && (statement || stores && self.is_name(at));
            let item = self.first(at) && rule_of(self.word(at)).is_some();
            item || behind || matches!(self.word(at), "}" | ")" | "]" | "in")
        };
        let mut end = at;
        while end < self.range.end && !(end > at && ends(end)) {
            end = self.past(end);
        }
        end
    }

    /// Whether something is compared or joined among these tokens, outside of brackets.
    fn has_condition(&self, range: &Range<usize>) -> bool {
        let condition = |word: &str| compares(word) || joins_conditions(word) && !matches!(word, "&&" | "||");
        self.find_word(range.clone(), condition).is_some()
    }

    /// Whether brackets hold a set: braces do, round ones where a set begins in them and nothing is
    /// compared.
    fn holds_set(&self, open: usize, depth: usize) -> bool {
        let Some(close) = self.partner(open).filter(|close| *close > open) else { return false };
        let inside = open + 1..close;
        let joined = self.find(inside.clone(), &["&&", "||"]).is_some();
        let plain = !joined && !self.has_condition(&inside);
        self.word(open) == "{" || plain && self.begins_set_within(open + 1, depth)
    }
}
