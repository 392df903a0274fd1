//! `&&` and `||` between sets: what two sets have in common is `&`, what is in one of them `+`.

use super::place::Place;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// The sign that is meant by `&&` or `||` at `at`, if it stands between sets.
pub(super) fn meant(place: &Place, at: usize) -> Option<&'static str> {
    let sign = match place.word(at) {
        "&&" => "&",
        "||" => "+",
        _ => return None,
    };
    let last = at.checked_sub(1).filter(|last| place.ends_operand(*last))?;
    let (left, right) = (place.clause_start(at)..at, at + 1..place.clause_end(at + 1));
    let left_set = place.begins_set(place.operand_start(last)) || place.begins_set(left.start);
    let right_set = place.begins_set(right.start);
    let denied = matches!(place.before(left.start), "not" | "!");
    let compared = place.before(left.start) == "=" && !stores(place, left.start - 1);
    let between = match (!compared && is_plain(place, left.clone()), is_plain(place, right.clone())) {
        (true, true) => left_set && !is_truth(place, right) || right_set && !is_truth(place, left),
        (true, false) => left_set && place.begins_set(left.start),
        (false, true) => left_set && right_set,
        (false, false) => false,
    };
    (between && !denied && !right_is_denied(place, at)).then_some(sign)
}

/// Whether the `=` at `sign` stores or defines, and compares nothing.
fn stores(place: &Place, sign: usize) -> bool {
    let target = sign.checked_sub(1).map_or(sign, |last| place.operand_start(last));
    let defines = matches!(place.rule, Some(Rule::let_item | Rule::def_item | Rule::family_item))
        && place.find(place.range.start..sign, &["="]).is_none();
    defines || place.begins_statement(target) || matches!(place.before(target), "let" | "var")
}

/// Whether what stands behind the sign is denied.
fn right_is_denied(place: &Place, at: usize) -> bool {
    matches!(place.word(at + 1), "not" | "!")
}

/// Whether no comparison and no quantifier stands among these tokens, so that they are a condition
/// only if they are one by their type.
fn is_plain(place: &Place, range: Range<usize>) -> bool {
    let signs = ["=", "==", "!=", "<", "<=", ">", ">=", "in", "not", "!", "some", "every", "no", "if", "let"];
    !range.is_empty() && place.find(range, &signs).is_none()
}

/// Whether an operand is true or false, as far as the tokens show it.
fn is_truth(place: &Place, range: Range<usize>) -> bool {
    let word = place.word(range.start);
    place.is_truth(word) || matches!(word, "true" | "false" | "can" | "stuck")
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(condition: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\ndef hot = {{a1, b2}}\n\
             state {{ s: set of C, lit[C]: bool, n: 0..9, men[Player]: set of C }}\n\
             move m(c in C) when {condition} {{ s += c }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn what_two_sets_have_in_common_is_one_sign() {
        let cases = [
            ("count(near(c) && s) > 1", "near(c) & s"),
            ("count(s && near(c)) > 1", "s & near(c)"),
            ("count({c, a1} && hot) > 1", "{c, a1} & hot"),
            ("(C - s) && men[me] != {}", "(C - s) & men[me]"),
            ("near(c) && men[me] = {}", "near(c) & men[me]"),
            ("c in near(a1) && near(b2)", "near(a1) & near(b2)"),
            ("count(reach({c}, s) && other) = 2", "reach({c}, s) & other"),
            ("count(near(c) || s) > 1", "near(c) + s"),
        ];
        for (condition, written) in cases {
            assert_eq!(helps(condition), [format!("write `{written}`")], "{condition}");
        }
    }

    #[test]
    fn conditions_are_joined_by_words() {
        let cases = [
            ("c in near(a1) && n > 1", "c in near(a1) and n > 1"),
            ("c in s && men[me] != {}", "c in s and men[me] != {}"),
            ("lit[c] && c in near(a1)", "lit[c] and c in near(a1)"),
            ("s = {} || men[me] = {}", "s = {} or men[me] = {}"),
            ("near(c) & s = {} && men[me] != {}", "near(c) & s = {} and men[me] != {}"),
            ("n = 1 && lit[c]", "n = 1 and lit[c]"),
            ("c in s || men[me] != {}", "c in s or men[me] != {}"),
        ];
        for (condition, written) in cases {
            assert_eq!(helps(condition), [format!("write `{written}`")], "{condition}");
        }
    }
}
