//! Signs of other languages that the scanner tells: what to write is shown with what stands round
//! them, in the names of the author.

pub(super) use super::clause_extents::{side_end, side_start};

use super::fixes::with_our_signs;
use super::place::Place;
use super::set_signs;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::source::Span;
use crate::syntax::brackets::{Brackets, Head};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::items::rule_of;
use crate::syntax::parse_error::TokenView;

/// The longest text that is shown.
const LONGEST: usize = 80;

/// Words what to write for a sign of another language with the operands of the sign.
pub(in crate::syntax) fn in_context(view: &TokenView, brackets: &Brackets, report: &mut Diagnostic) {
    let sign = matches!(
        report.code,
        codes::SYMBOL_FOR_WORD | codes::DOUBLE_EQUAL | codes::LOOK_ALIKE | codes::COLON_EQUAL
    );
    let Some(at) = token_at(view, report.span()).filter(|_| sign && report.fixes.len() == 1) else { return };
    let range = item_of(view, at);
    let head = rule_of(view.word(range.start)).map_or(Head::Unknown, Head::Item);
    let place = Place::new(view, brackets, head, range, false);
    if report.code == codes::SYMBOL_FOR_WORD
        && (turned_sign(&place, at, report) || other_player(&place, at, report))
    {
        return;
    }
    if report.code == codes::COLON_EQUAL {
        return new_name(&place, at, report);
    }
    let double = matches!(place.word(at), "&&" | "||");
    if double && set_signs::joins_requests(&place, at) {
        report.message = "the moves that may follow are joined by `or`".to_owned();
        replace_sign(&place, at, report, ("or", Applicability::Certain));
    } else if let Some(meant) = set_signs::meant(&place, at) {
        report.message = format!("`{}` between sets is written `{}`", place.word(at), meant.0);
        replace_sign(&place, at, report, meant);
    }
    let shown = shown(&place, at, report.fixes[0].text.trim());
    if let Some(text) = shown.filter(|text| text.len() <= LONGEST && !text.contains(['\n', '\r'])) {
        report.help = Some(format!("write `{}`", with_our_signs(text)));
    }
}

/// Offers another sign in the place of the one at `at`.
fn replace_sign(
    place: &Place,
    at: usize,
    report: &mut Diagnostic,
    (sign, sure): (&'static str, Applicability),
) {
    report.labels[0].text = format!("write `{sign}`");
    report.help = Some(format!("replace `{}` by `{sign}`", place.word(at)));
    report.fixes[0].text = sign.to_owned();
    report.fixes[0].applicability = sure;
}

/// The token with this span.
fn token_at(view: &TokenView, span: Span) -> Option<usize> {
    let start = span.start as usize - view.base;
    let at = view.tokens.partition_point(|token| token.start < start);
    view.tokens.get(at).filter(|token| token.start == start).map(|_| at)
}

/// The tokens of the item that holds a token.
fn item_of(view: &TokenView, at: usize) -> std::ops::Range<usize> {
    let begins = |at: &usize| view.tokens[*at].first && rule_of(view.word(*at)).is_some();
    let start = (0..=at).rev().find(begins).unwrap_or(0);
    let end = (at + 1..view.tokens.len()).find(begins).unwrap_or(view.tokens.len());
    start..end
}

/// The sign with its operands, as they are written here.
pub(super) fn shown(place: &Place, at: usize, sign: &str) -> Option<String> {
    if sign == "not" {
        return negation(place, at);
    }
    let before = at.checked_sub(1).filter(|before| place.ends_operand(*before))?;
    let (from, to) = match sign {
        "and" | "or" => (conjunct_start(place, at), place.clause_end(at + 1)),
        "=" | "!=" | "<=" | ">=" | "in" | "not in" => (side_start(place, before), side_end(place, at + 1)),
        "+" | "&" | "*" | "/" | "%" | "-" | ".." => (place.operand_start(before), place.operand_end(at + 1)),
        _ => return None,
    };
    let (left, right) = (place.text(from..at), place.text(at + 1..to));
    (!left.is_empty() && !right.is_empty()).then(|| format!("{left} {sign} {right}"))
}

/// The first token of the condition that ends before `at`, with the sign of its comparison.
pub(super) fn conjunct_start(place: &Place, at: usize) -> usize {
    let mut start = place.clause_start(at);
    loop {
        start = match place.before(start) {
            "=" if !place.in_body(start) && !defines(place, start - 1) => place.clause_start(start - 1),
            "not" if place.word(start) == "in" => place.clause_start(start - 1),
            "not" => start - 1,
            _ => return start,
        };
    }
}

/// Whether the `=` at `at` is that of a definition, behind the name, or that of a first value.
pub(super) fn defines(place: &Place, at: usize) -> bool {
    if at >= 2 && matches!(place.word(at - 2), "let" | "var") {
        return true;
    }
    if matches!(place.rule, Some(Rule::state_item | Rule::param_item)) {
        // The first in its field.
        let begins = |each: &usize| place.first(*each) || matches!(place.word(*each), "," | "{");
        let field = (place.range.start..at).rev().find(begins).unwrap_or(place.range.start);
        return place.find(field + 1..at, &["="]).is_none();
    }
    let named = matches!(rule_of(place.word(place.range.start)), Some(Rule::def_item | Rule::let_item));
    named && place.find(place.range.start..at, &["="]).is_none()
}

/// `not (c in S)`: what is behind the sign, and the shorter way to say it.
fn negation(place: &Place, at: usize) -> Option<String> {
    let end = place.operand_end(at + 1);
    let whole = place.text(at + 1..end);
    if whole.is_empty() {
        return None;
    }
    let inside = at + 2..end.saturating_sub(1);
    let member = (place.word(at + 1) == "(" && place.partner(at + 1) == Some(end - 1))
        .then(|| place.find(inside.clone(), &["in"]))
        .flatten()
        .filter(|_| {
            place.find(inside.clone(), &["and", "or", "implies", "where", ":", "&&", "||"]).is_none()
        });
    Some(match member {
        Some(sign) => {
            format!("{} not in {}", place.text(inside.start..sign), place.text(sign + 1..inside.end))
        }
        None => format!("not {whole}"),
    })
}

/// `k =! 2`: the two signs changed places.
fn turned_sign(place: &Place, at: usize, report: &mut Diagnostic) -> bool {
    let Some(sign) = at.checked_sub(1) else { return false };
    let stored = sign.checked_sub(1).is_some_and(|last| place.begins_statement(side_start(place, last)));
    let turned = place.word(at) == "!"
        && place.word(sign) == "="
        && place.beside(sign)
        && !place.beside(at)
        && !stored
        && !matches!(place.rule, Some(Rule::let_item | Rule::def_item | Rule::state_item | Rule::param_item));
    if turned {
        let whole = place.span(sign).to(place.span(at));
        report.message = "`=!` is written `!=`".to_string();
        (report.labels[0].span, report.labels[0].text) = (whole, "write `!=`".to_string());
        let shown = sign.checked_sub(1).map(|last| place.text(side_start(place, last)..sign));
        let right = place.text(at + 1..side_end(place, at + 1));
        report.help = shown.map(|left| format!("write `{left} != {right}`"));
        report.fixes[0].span = whole;
        report.fixes[0].text = "!=".to_string();
    }
    turned
}

/// `lives[!me]`: the other player.
fn other_player(place: &Place, at: usize, report: &mut Diagnostic) -> bool {
    let other = match place.word(at + 1) {
        "me" => "opponent",
        "opponent" => "me",
        _ => return false,
    };
    let index = place.before(at) == "[" && place.word(at + 2) == "]" && at >= 2;
    if index {
        let whole = place.span(at).to(place.span(at + 1));
        report.message = format!("the other player is `{other}`");
        (report.labels[0].span, report.labels[0].text) = (whole, format!("write `{other}`"));
        let table = place.text(place.operand_start(at - 2)..at - 1);
        report.help = Some(format!("write `{table}[{other}]`"));
        report.fixes[0].span = whole;
        report.fixes[0].text = other.to_string();
    }
    index
}

/// `d := east(c)`, where nothing is called `d` yet: the name is given by `let`.
fn new_name(place: &Place, at: usize, report: &mut Diagnostic) {
    let Some(target) = at.checked_sub(1) else { return };
    let name = place.word(target);
    let bound = (place.range.start..target)
        .any(|each| matches!(place.word(each), "let" | "var" | "for") && place.word(each + 1) == name);
    if !place.begins_statement(target) || !place.is_name(target) || bound || place.is_field(name) {
        return;
    }
    let word = place.word_for_name(name, at + 1);
    let text = format!("{word} {name} =");
    let value = place.text(at + 1..place.statement_end(target));
    report.message = format!("a name for a value is given by `{word}`");
    report.help = Some(format!("write `{text} {value}`"));
    report.labels[0].text = format!("write `{text}`");
    report.fixes[0].span = place.span(target).to(place.span(at));
    report.fixes[0].text = text;
}

impl Place<'_, '_> {
    /// `var` for a name that the body stores to behind `from`, else `let`.
    fn word_for_name(&self, name: &str, from: usize) -> &'static str {
        let end = self.body.map_or(self.range.end, |(_, close)| close);
        let stored = |each: usize| {
            self.word(each) == name && matches!(self.word(each + 1), "=" | ":=" | "+=" | "-=" | "++" | "--")
        };
        if (from..end).any(stored) { "var" } else { "let" }
    }
}

#[cfg(test)]
mod tests {
    use crate::source::FileId;
    use crate::syntax::parse;

    fn help(condition: &str, body: &str) -> Vec<String> {
        let text = format!(
            "game \"G\"\nplayers A, B\nboard C = grid(2, 2)\nstate {{ s: set of C, n: 0..9 }}\n\
             move m(c in C) when {condition} {{ {body} }}\nstuck => draw\n"
        );
        let (_, reports) = parse(FileId::DEFINITION, &text);
        reports.into_iter().filter_map(|report| report.help).collect()
    }

    #[test]
    fn signs_are_shown_with_their_operands() {
        assert_eq!(help("n > 0 && c not in s && n < 3", "n += 1")[1], "write `c not in s and n < 3`");
        assert_eq!(help("c not in s && n = 0 or n = 2", "n += 1"), ["write `c not in s and n = 0`"]);
        assert_eq!(help("n + 1 == 3", "n += 1"), ["write `n + 1 = 3`"]);
        assert_eq!(help("!(c in s)", "n += 1"), ["write `c not in s`"]);
        assert_eq!(help("n ≤ 3", "n += 1"), ["write `n <= 3`"]);
    }

    #[test]
    fn a_long_text_is_shown_by_its_sign_alone() {
        let long = "{ d in C where d.x > 1 and d.y > 1 and d != a1 and d != b1 and d != a2 and d != b2 }";
        assert_eq!(help(&format!("count(near(c) && {long}) > 1"), "n += 1"), ["replace `&&` by `&`"]);
        assert_eq!(help("n = 0", "s += c again with k && m"), ["write `k or m`"]);
    }

    #[test]
    fn a_name_that_is_defined_is_no_side_of_a_comparison() {
        let text = "game \"G\"\nplayers A, B\nstate { n: 0..9 }\ndef full = n + 1 = 9 || n = 2\nmove m { n += 1 }\nstuck => draw\n";
        let (_, reports) = parse(FileId::DEFINITION, text);
        let helps: Vec<String> = reports.into_iter().filter_map(|report| report.help).collect();
        assert_eq!(helps, ["write `n + 1 = 9 or n = 2`"]);
    }

    #[test]
    fn a_new_name_is_given_by_let() {
        assert_eq!(help("n = 0", "d := n + 1 n = d"), ["write `let d = n + 1`"]);
        assert_eq!(help("n = 0", "d := n d = d + 1 n = d"), ["write `var d = n`"]);
        assert_eq!(help("n = 0", "n := n + 1"), ["replace `:=` by `=`"]);
    }
}
