//! `a if C else b`: here the condition of a choice stands first.

use super::Mistake;
use super::clause_extents::compares;
use super::context::{conjunct_start, side_end};
use super::place::Place;
use crate::diagnostic::Applicability;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let Some(otherwise) = turned(place, at) else { return second_condition(place, at) };
    let (no, to) = other_side(place, otherwise + 1);
    let asks = has_comparison(place, otherwise + 1..to);
    let (from, sure) = first_side(place, at, asks)?;
    let yes = bare(place.text(from..at));
    let text = format!("if {} then {yes} else {no}", place.text(at + 1..otherwise));
    let message = "a choice is written `if .. then .. else ..`";
    let mistake = match sure {
        Applicability::Certain => place.certain(from..to, message, text),
        _ => place.likely(from..to, message, text),
    };
    Some(mistake.at(place.span(at)).label("write `if` first"))
}

/// `end when P if Q => ..`: two conditions are joined by `and`.
fn second_condition(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let behind = place.word(at) == "if" && place.ends_operand(at.wrapping_sub(1)) && !place.first(at);
    let when = place.find(start..at, &["when"]).filter(|_| behind && place.rule == Some(Rule::end_item))?;
    let arrow = place.find(at..place.range.end, &["=>"])?;
    let plain = |range: Range<usize>| place.find(range, &["=>", "then", "else", "or", "||"]).is_none();
    (plain(when..at) && plain(at..arrow)).then(|| {
        let text = format!("{} and {}", place.text(when + 1..at), place.text(at + 1..arrow));
        let message = "a rule has one condition: two are joined by `and`";
        place.likely(at..at + 1, message, "and").help(format!("write `{text}`"))
    })
}

/// The `else` of the choice whose `if` stands at `at`, behind its first side.
fn turned(place: &Place, at: usize) -> Option<usize> {
    if place.word(at) != "if" || !place.ends_operand(at.wrapping_sub(1)) || place.first(at) {
        return None;
    }
    let otherwise = place.find(at..place.range.end, &["else"])?;
    place.find(at..otherwise, &["then", "{"]).is_none().then_some(otherwise)
}

/// The first token of the first side of a choice, and how sure that is. A `not` before it belongs
/// to it. What is joined before it by `and` or `or` belongs to it in Python, and may not be meant.
fn first_side(place: &Place, at: usize, asks: bool) -> Option<(usize, Applicability)> {
    let mut from = place.value_start(at)?;
    if asks {
        from = place.behind_binder(conjunct_start(place, at), at);
    }
    while matches!(place.before(from), "not" | "!") {
        from -= 1;
    }
    let mut sure = Applicability::Certain;
    while matches!(place.before(from), "and" | "or" | "implies" | "&&" | "||") {
        sure = Applicability::Likely;
        from = conjunct_start(place, from - 1);
    }
    Some((from, sure))
}

/// The second side of a choice that begins at `at`, in the form of the language, and the index
/// behind it. It may be a choice itself.
fn other_side(place: &Place, at: usize) -> (String, usize) {
    let signed = at + usize::from(matches!(place.word(at), "-" | "+" | "not" | "!"));
    let end = side_end(place, signed);
    let to = if compares(place.word(end)) || place.word(end) == "not" { place.clause_end(end) } else { end };
    let yes = bare(place.text(at..to));
    match turned(place, to) {
        Some(otherwise) => {
            let (no, to_end) = other_side(place, otherwise + 1);
            (format!("if {} then {yes} else {no}", place.text(to + 1..otherwise)), to_end)
        }
        None => (yes.to_owned(), to),
    }
}

/// Whether a comparison stands among these tokens.
fn has_comparison(place: &Place, range: Range<usize>) -> bool {
    place.find_word(range, compares).is_some()
}

/// A text without a `+` before it, which no value has here.
fn bare(text: &str) -> &str {
    text.strip_prefix('+').map_or(text, str::trim_start)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    fn body(statement: &str) -> Vec<String> {
        helps_beside_fields(&format!("move m(c in C) {{\n  {statement}\n}}"))
    }

    #[test]
    fn what_stands_before_a_side_belongs_to_it() {
        let guard =
            |condition: &str| helps_beside_fields(&format!("move m(c in C) when {condition} {{ n += 1 }}"));
        let cases = [
            ("not c in s if n > 1 else c = at", "if n > 1 then not c in s else c = at"),
            ("n > 1 and c in s if c = at else n > 2", "if c = at then n > 1 and c in s else n > 2"),
            ("n = 1 if c in s else n = 2", "if c in s then n = 1 else n = 2"),
        ];
        for (condition, written) in cases {
            assert_eq!(guard(condition), [format!("write `{written}`")], "{condition}");
        }
        assert_eq!(body("n += +1 if c in s else + 2"), ["write `if c in s then 1 else 2`"]);
        assert_eq!(body("n += n if c in s else n + 1"), ["write `if c in s then n else n + 1`"]);
    }

    #[test]
    fn a_second_condition_is_joined_by_and() {
        let rule = "move m(c in C) { s += c }\nend when s = {} if n > 2 => draw";
        assert_eq!(helps_beside_fields(rule), ["write `s = {} and n > 2`"]);
    }

    #[test]
    fn a_choice_ends_where_a_name_is_bound() {
        let cases = [
            ("move m(d in s if n > 1 else C) { s += d }", "if n > 1 then s else C"),
            ("move m(d in n > 1 ? s : C) { s += d }", "if n > 1 then s else C"),
            ("move m(c in C) { n = sum(i in s: 1 if i = at else 2) }", "if i = at then 1 else 2"),
            ("move m(c in C) { n = let k = n + 1 in k > 3 ? 0 : 1 }", "if k > 3 then 0 else 1"),
        ];
        for (line, written) in cases {
            assert_eq!(helps_beside_fields(line), [format!("write `{written}`")], "{line}");
        }
    }

    #[test]
    fn a_choice_in_the_other_side_is_the_same_mistake() {
        let written = "write `if n > 3 then 1 else if n > 4 then 2 else 0`";
        assert_eq!(body("n += 1 if n > 3 else 2 if n > 4 else 0"), [written]);
    }

    #[test]
    fn a_sign_belongs_to_the_side_of_a_choice() {
        let both = ["write `if n <= 4 then n else -n`"];
        assert_eq!(body("n += n if n <= 4 else -n"), both);
        assert_eq!(body("n += n if n <= 4 else - n"), ["write `if n <= 4 then n else - n`"]);
        assert_eq!(body("n += -n if n <= 4 else n"), ["write `if n <= 4 then -n else n`"]);
        assert_eq!(body("n = -1 if c in s else -(n + 1)"), ["write `if c in s then -1 else -(n + 1)`"]);
        assert_eq!(body("let b = c in s if n = 1 else not c in s\n  n = 1").len(), 1);
        assert_eq!(
            helps_beside_fields("def sign(k: 0..9) = -1 if k = 0 else -k\nmove m { n = sign(n) }"),
            ["write `if k = 0 then -1 else -k`"]
        );
    }
}
