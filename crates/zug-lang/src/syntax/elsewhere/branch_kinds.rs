//! What a branch of a choice is, as far as its tokens show it: a number, a set, an element.

use super::clause_extents::{compares, joins_conditions};
use super::place::Place;
use crate::built_ins::{BuiltIn, Kind, built_in};
use std::ops::Range;

/// What stands for nothing beside the value in these tokens: `0`, `{}` or `none`; nothing where it
/// may be a condition.
pub(super) fn nothing(place: &Place, range: Range<usize>) -> Option<&'static str> {
    let logic = |word: &str| compares(word) || joins_conditions(word);
    if range.is_empty() || place.find_word(range.clone(), logic).is_some() {
        return None;
    }
    if place.word(range.start) == "-" || place.find(range.clone(), &["*", "/", "%"]).is_some() {
        return Some("0");
    }
    let end = place.operand_end(range.start);
    if place.word(range.start) == "(" && end == range.end {
        return nothing(place, range.start + 1..range.end - 1);
    }
    if matches!(place.text(end.saturating_sub(2)..end), ".x" | ".y") {
        return Some("0");
    }
    of_operand(place, range.start)
}

/// The same of the operand that begins at `at`.
fn of_operand(place: &Place, at: usize) -> Option<&'static str> {
    let word = place.word(at);
    let called = place.word(at + 1) == "(";
    if place.is_number(at) || called && is_number_function(word) {
        return Some("0");
    }
    if called && word == "opposite" || place.is_board(word) && (called || place.word(at + 1) == ".") {
        return Some("none");
    }
    if place.begins_set(at) || called && word == "union" {
        return Some("{}");
    }
    let step = built_in(word).is_some_and(|it| matches!(it.kind, Kind::Direction));
    if word == "none" || place.is_player(word) || called && (step || word == "step") {
        return Some("none");
    }
    if !place.is_name(at) || called {
        return None;
    }
    of_name(place, word)
}

/// Whether a function gives a number, or the least or greatest of some.
fn is_number_function(word: &str) -> bool {
    word == "sum" || built_in(word).is_some_and(BuiltIn::gives_integer)
}

/// The same of a name.
fn of_name(place: &Place, name: &str) -> Option<&'static str> {
    if let Some(ty) = place.type_of(name) {
        let first = place.view.word(ty.start);
        return match first {
            _ if place.is_count(name) || place.is_range(first) => Some("0"),
            _ => place.is_domain(first).then_some("none"),
        };
    }
    if place.declared_def(name) {
        let value = |at: &usize| {
            place.view.word(*at) == "let" && place.view.word(at + 1) == name && place.view.word(at + 2) == "="
        };
        let given = (0..place.view.tokens.len()).find(value)?;
        return place.kind_is_number(given + 3).then_some("0");
    }
    if let Some(set) = place.bound_in(name) {
        return (place.is_domain(set) && !place.is_range(set)).then_some("none");
    }
    (place.is_enumerated(name) || is_cell(name)).then_some("none")
}

/// Whether a name is one of a cell: a letter and a number.
fn is_cell(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = name.len() - digits.len();
    letters == 1 && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

impl<'t> Place<'_, 't> {
    /// Whether a `board` or `graph` of this name is declared.
    fn is_board(&self, name: &str) -> bool {
        let word = |at: usize| self.view.word(at);
        (1..self.view.tokens.len()).any(|at| word(at) == name && matches!(word(at - 1), "board" | "graph"))
    }

    /// Whether a `range` of this name is declared.
    fn is_range(&self, name: &str) -> bool {
        let word = |at: usize| self.view.word(at);
        (1..self.view.tokens.len()).any(|at| word(at) == name && word(at - 1) == "range")
    }

    /// The first word of the set in which a name is bound within the item.
    fn bound_in(&self, name: &str) -> Option<&'t str> {
        let binds = |at: &usize| self.word(*at) == name && self.word(at + 1) == "in";
        self.range.clone().find(binds).map(|at| self.word(at + 2))
    }

    /// Whether a name is one of those of an `enum`.
    fn is_enumerated(&self, name: &str) -> bool {
        let word = |at: usize| self.view.word(at);
        let mut within = false;
        (0..self.view.tokens.len()).any(|at| {
            within = within && word(at) != "}" || word(at) == "enum" && self.view.tokens[at].first;
            within && word(at) == name && matches!(word(at - 1), "{" | ",")
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(branch: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nrange Rank = 1..3\nenum Kind {{ man, king }}\n\
             param k: 1..3 = 2\nlet few = 3\nlet worth[c: C] = if c.x = c.y then {branch}\n\
             state {{ s: set of C, n: 0..9, at: C = a1, lit: bool, rank: Rank }}\n\
             def good(c: C) = c in s\nmove m(c in C) {{ n = worth[c] }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn the_other_branch_is_of_the_same_kind() {
        let cases = [
            ("2", "0"),
            ("-1", "0"),
            ("c.x", "0"),
            ("c.x + 1", "0"),
            ("2 * few", "0"),
            ("count(near(c))", "0"),
            ("(3)", "0"),
            ("k", "0"),
            ("few", "0"),
            ("b2", "none"),
            ("Ann", "none"),
            ("king", "none"),
            ("c", "none"),
            ("north(c)", "none"),
            ("C(1, 2)", "none"),
            ("C.a1", "none"),
            ("min(n, 3)", "0"),
            ("max(c.x, 2)", "0"),
            ("{c, a1}", "{}"),
            ("near(c)", "{}"),
            ("near(c) - a1", "{}"),
        ];
        for (branch, other) in cases {
            let written = [format!("write `if c.x = c.y then {branch} else {other}`")];
            assert_eq!(helps(branch), written, "{branch}");
        }
    }

    #[test]
    fn a_branch_that_may_be_a_condition_may_be_implied() {
        for branch in ["c.x > 1", "good(c)", "true", "some d in near(c): d.x = 1", "not good(c)"] {
            let found = helps(branch);
            let written = format!("write `c.x = c.y implies {branch}` for a condition");
            assert!(found[0].starts_with(&written), "{found:?}");
        }
    }
}
