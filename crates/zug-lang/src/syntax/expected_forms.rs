//! The help of a plain "expected this, found that": how the construct is written.
//!
//! Words and forms of other languages (`if` for `when`, `contains` for `in`) have a help of their
//! own; otherwise the help shows the form of the item or statement.

use super::grammar::Rule;
use super::items::is_let_expression;
use super::parse_error::TokenView;
use std::ops::Range;

/// What is written behind the arrow of a rule, or behind a word of its outcome. An `end` rule names
/// the players: whoever has just moved is no longer to move.
fn outcomes(view: &TokenView, found: usize, mark: &str) -> String {
    let begins = |at: &usize| matches!(view.word(*at), "end" | "stuck" | "endless") && view.tokens[*at].first;
    let item = (0..found.min(view.tokens.len())).rev().find(begins).map_or("", |at| view.word(at));
    match two_players(view) {
        Some((first, second)) if matches!(item, "end" | "endless") => {
            format!(
                "write an outcome behind `{mark}`: `{first} wins`, `{second} wins`, `draw`, or points, `3 to {first}`"
            )
        }
        _ => format!("write an outcome behind `{mark}`: `draw`, `me wins`, `me loses`, or points, `3 to me`"),
    }
}

/// The names in the item `players`, where it has two.
fn two_players<'t>(view: &TokenView<'t>) -> Option<(&'t str, &'t str)> {
    let is_item = |at: &usize| view.tokens[*at].first && view.word(*at) == "players";
    let at = (0..view.tokens.len()).find(is_item)?;
    let ends = view.tokens.get(at + 4).is_none_or(|behind| behind.first);
    (ends && view.word(at + 2) == ",").then(|| (view.word(at + 1), view.word(at + 3)))
}

/// The help for a parse error at the token `found`, if there is one for that place.
pub(super) fn help(
    view: &TokenView,
    rule: Rule,
    found: usize,
    range: &Range<usize>,
    expected: &[&str],
) -> Option<String> {
    let wanted = |phrase: &str| expected.contains(&phrase);
    if range.is_empty() && wanted("an outcome") {
        return Some(outcomes(view, found, "=>"));
    }
    if found >= range.end && (wanted("an expression") || wanted("an outcome")) && !range.is_empty() {
        return trailing(view, found, range);
    }
    if lacks_in(view, found, range) {
        return Some("within an expression it is written `let NAME = VALUE in EXPRESSION`".into());
    }
    let word = if found < range.end { view.word(found) } else { "" };
    if rule == Rule::graph_item && word == "of" {
        return Some("a graph that is computed is a family of pairs, `family NAME of DOMAIN = { {c, d} for .. }`, with `near(c, NAME)` and `distance(a, b, NAME)`".into());
    }
    let before = found.checked_sub(1).filter(|at| range.contains(at)).map_or("", |at| view.word(at));
    if wanted("`wins`") {
        return Some("an outcome is `PLAYER wins`, `PLAYER loses`, `draw`, or points: `3 to PLAYER`".into());
    }
    if wanted("an operator") {
        return foreign_operator(word).map(Into::into);
    }
    if wanted("`in`") && !wanted("an expression") {
        return Some(binder(word, before, set_behind(view, found, range)));
    }
    if wanted("`+=`") && matches!(word, "." | "(") {
        return Some(
            "a statement stores: `x = ..`; `x += ..` puts into a set or adds, `x -= ..` takes out".into(),
        );
    }
    if word == "]" && before == "[" {
        return Some(
            "a set of cells is `set of Cell`; one value for every cell is declared `NAME[Cell]: TYPE`".into(),
        );
    }
    if matches!(rule, Rule::move_head | Rule::move_item) && matches!(word, "if" | "where") {
        return Some("the condition of a move stands behind `when`".into());
    }
    if rule == Rule::whole_statement
        && wanted("`{`")
        && matches!(view.word(range.start), "if" | "for" | "repeat")
    {
        let head = view.word(range.start);
        return Some(format!("what `{head}` governs stands in braces: write `{head} .. {{ .. }}`"));
    }
    let inside = wanted("an expression") || wanted("`)`") || wanted("`]`");
    let about_tree = rule == Rule::tree_item && wanted("`)`");
    if inside && !about_tree { None } else { form(rule).map(|form| format!("it is written {form}")) }
}

/// Whether the parser stopped in the value of a `let` within an expression.
fn lacks_in(view: &TokenView, found: usize, range: &Range<usize>) -> bool {
    let before = range.start..found.min(range.end);
    let last = before.clone().rev().find(|at| is_let_expression(view, *at));
    last.is_some_and(|last| (last..before.end).all(|at| view.word(at) != "in"))
}

/// The help where something must follow the last token of a part.
fn trailing(view: &TokenView, found: usize, range: &Range<usize>) -> Option<String> {
    let last = found.checked_sub(1).filter(|last| range.contains(last))?;
    let word = view.word(last);
    let from = last.saturating_sub(3).max(range.start);
    let from = (from..=last).rev().find(|at| view.tokens[*at].first).unwrap_or(from);
    let before = view.text.get(view.tokens[from].start..view.tokens[last].end).unwrap_or(word);
    Some(match word {
        "then" | "else" | "=>" => outcomes(view, found, word),
        "when" | "and" | "or" | "not" | "if" | "where" | "implies" => {
            format!("write a condition behind `{before}`, or delete `{word}`")
        }
        _ => format!("write what belongs behind `{before}`, or delete `{word}`"),
    })
}

/// The set behind the token `found`, up to the sign or word that ends it; `..` if that is far.
fn set_behind<'t>(view: &TokenView<'t>, found: usize, range: &Range<usize>) -> &'t str {
    let mut depth = 0;
    let end = (found + 1..range.end).find(|at| {
        let closes = matches!(view.word(*at), ")" | "]" | "}");
        let ends = depth == 0 && (closes || matches!(view.word(*at), "," | "where" | "when" | ":" | "=>"));
        depth += i32::from(matches!(view.word(*at), "(" | "[" | "{")) - i32::from(closes);
        ends
    });
    let last = end.filter(|end| *end > found + 1).map(|end| end - 1);
    let text = last.and_then(|last| view.text.get(view.tokens[found + 1].start..view.tokens[last].end));
    text.filter(|text| text.len() < 60 && !text.contains(['\n', '\r'])).unwrap_or("..")
}

/// The help for a binder without `in`.
fn binder(found: &str, before: &str, set: &str) -> String {
    match found {
        ":" => {
            format!("what a move or a quantifier chooses, it chooses from a set: write `{before} in {set}`")
        }
        "=" => {
            format!("a loop runs through a set, `for {before} in 1..9 {{ .. }}`, or `repeat` says how often")
        }
        _ => "it is written `NAME in SET`; who is to move is `me`, and needs no name".into(),
    }
}

/// The help for an operator of another language.
fn foreign_operator(word: &str) -> Option<&'static str> {
    Some(match word {
        "contains" | "has" | "includes" => {
            "whether an element is in a set: `x in S`; whether a set is in another: `A <= B`"
        }
        "is" | "equals" | "eq" => "whether two things are the same: `a = b`",
        "mod" | "modulo" | "rem" => "the remainder is `a % b`",
        "div" => "whole division is `a / b`",
        "xor" => "one or the other, not both: `a != b`",
        "intersect" | "intersection" => "what two sets have in common: `A & B`",
        "union" => "what is in one set or the other: `A + B`",
        "minus" | "without" | "except" => "a set without another: `A - B`",
        "plus" => "a sum is `a + b`",
        "times" => "a product is `a * b`",
        _ => return None,
    })
}

/// The form of an item or a statement.
pub(super) fn form(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::game_item => "`game \"TITLE\"`",
        Rule::players_item => "`players A, B`",
        Rule::param_item => "`param NAME: TYPE = VALUE`, `param n: 1..9 = 3` for one",
        Rule::enum_item => "`enum NAME { a, b }`",
        Rule::range_item => "`range NAME = 1..9`",
        Rule::board_item => {
            "`board NAME = grid(3, 3)`, or with some cells, `board NAME = { c in grid(8, 8) where .. }`"
        }
        Rule::graph_item => "`graph NAME { a-b-c, a-d }`",
        Rule::family_item | Rule::family_head => "`family NAME of DOMAIN = SET OF SETS`",
        Rule::let_item | Rule::let_head => "`let NAME = VALUE`, or `let NAME[DOMAIN] = [..]`",
        Rule::def_item | Rule::def_head => "`def NAME(x: TYPE) = EXPRESSION`",
        Rule::whole_field | Rule::state_item => "`NAME: TYPE`, or `NAME[DOMAIN]: TYPE = VALUE`",
        Rule::move_item | Rule::move_head => "`move NAME(x in SET) when CONDITION { .. }`",
        Rule::end_item => "`end when CONDITION => OUTCOME`",
        Rule::stuck_item => "`stuck => OUTCOME`",
        Rule::endless_item => "`endless => OUTCOME`",
        Rule::tree_item => "`tree [2, [4, 1]]`, or with names, `tree { left: 2, right: [4, 1] }`",
        Rule::show_item => "`show DOMAIN { SET: \"X\", else: \".\" }`",
        Rule::expect_item => "`expect FACT`, or `expect with NAME = VALUE: FACT`",
        Rule::whole_statement => "`x = ..`, or with `let`, `if`, `for`, `repeat`, `again` in front",
        _ => return None,
    })
}
