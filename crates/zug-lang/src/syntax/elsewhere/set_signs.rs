//! `&&` and `||` between sets: what two sets have in common is `&`, what is in one of them `+`.
//! Between the moves that are asked for both are `or`.

use super::branch_kinds;
use super::clause_extents::{compares, joins_conditions, side_start};
use super::place::Place;
use crate::diagnostic::Applicability;
use crate::syntax::grammar::Rule;
use std::ops::Range;

/// The sign that is meant, and how sure that is.
type JoiningSign = (&'static str, Applicability);

/// The sign that is meant by `&&` or `||` at `at`, if it stands between sets.
pub(super) fn meant(place: &Place, at: usize) -> Option<JoiningSign> {
    let sign = match place.word(at) {
        "&&" => "&",
        "||" => "+",
        _ => return None,
    };
    let last = at.checked_sub(1).filter(|last| place.ends_operand(*last))?;
    let (left, right) = (place.clause_start(at)..at, at + 1..place.clause_end(at + 1));
    if right_is_denied(place, at) {
        return None;
    }
    if let Some(name) = bound_before(place, &left) {
        return in_a_binder(place, name, &right).then_some((sign, Applicability::Certain));
    }
    let left_set = place.begins_set(place.operand_start(last)) || place.begins_set(left.start);
    let right_set = place.begins_set(right.start);
    let denied = matches!(place.before(left.start), "not" | "!");
    let compared = place.before(left.start) == "=" && !stores(place, left.start - 1);
    let between = match (!compared && is_plain(place, left.clone()), is_plain(place, right.clone())) {
        (true, true) => left_set && !is_truth(place, right) || right_set && !is_truth(place, left),
        (true, false) => left_set && place.begins_set(left.start) && !is_number(place, right.start),
        (false, true) => {
            return behind_comparison(place, last, right_set && !denied).map(|sure| (sign, sure));
        }
        (false, false) => false,
    };
    (between && !denied).then_some((sign, Applicability::Certain))
}

/// Whether `&&` or `||` at `at` stands between moves that are asked for, `again with a && b`.
pub(super) fn joins_requests(place: &Place, at: usize) -> bool {
    let mut each = at;
    while let Some(before) = each.checked_sub(1).filter(|before| place.range.contains(before)) {
        match place.word(before) {
            "with" => return place.before(before) == "again",
            "or" | "and" | "&&" | "||" => {}
            _ if place.is_name(before) => {}
            ")" => {}
            _ => return false,
        }
        each = place.partner(before).filter(|open| *open < before).unwrap_or(before);
    }
    false
}

/// How sure it is that the set at the end of a comparison goes on behind the sign. Behind `in` a
/// set is asked for. Behind another comparison a condition may follow, and does so surely behind
/// the empty set and behind a board, with which nothing else is joined.
fn behind_comparison(place: &Place, last: usize, right_set: bool) -> Option<Applicability> {
    let first = side_start(place, last);
    let whole = place.word(first) == "{" && place.word(first + 1) == "}"
        || first == last && place.is_domain(place.word(first));
    let both = right_set && place.begins_set(first) && !whole;
    both.then(|| match place.before(first) {
        "in" => Applicability::Certain,
        _ => Applicability::Likely,
    })
}

/// The name that these tokens bind, if they are the set in which a parameter or the variable of a
/// quantifier or a loop is chosen.
fn bound_before<'t>(place: &Place<'_, 't>, left: &Range<usize>) -> Option<&'t str> {
    let sign = place.find(left.clone(), &["in"]).filter(|sign| place.binds_at(*sign))?;
    place.find(sign + 1..left.end, &["in"]).is_none().then(|| place.word(sign - 1))
}

/// Whether what follows the set of a binder belongs to that set: it asks nothing, and says nothing
/// of the name that is bound.
fn in_a_binder(place: &Place, name: &str, right: &Range<usize>) -> bool {
    let speaks = right.clone().any(|each| place.word(each) == name);
    !speaks && is_plain(place, right.clone()) && !is_truth(place, right.clone())
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
    let condition =
        |word: &str| compares(word) || joins_conditions(word) && !matches!(word, "and" | "or" | "&&" | "||");
    !range.is_empty() && place.find_word(range, condition).is_none()
}

/// Whether the operand at `at` is a number, as far as the tokens show it.
fn is_number(place: &Place, at: usize) -> bool {
    branch_kinds::nothing(place, at..place.operand_end(at)) == Some("0")
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
    fn what_stands_behind_a_comparison_may_be_a_condition_of_its_own() {
        let cases = [
            ("s != {} && men[me]", "s != {} and men[me]"),
            ("near(c) != {} || men[me]", "near(c) != {} or men[me]"),
            ("men[me] = {} && near(c)", "men[me] = {} and near(c)"),
            ("s != C && near(c)", "s != C and near(c)"),
            ("s = C || near(c)", "s = C or near(c)"),
            ("s = near(c) && men[me]", "near(c) & men[me]"),
        ];
        for (condition, written) in cases {
            assert_eq!(helps(condition), [format!("write `{written}`")], "{condition}");
        }
        assert!(is_certain("c in near(a1) && men[me]"));
        assert!(!is_certain("s = near(c) && men[me]"), "a condition may follow");
        assert!(!is_certain("s <= near(c) && men[me]"), "a condition may follow");
    }

    /// Whether the first report about this condition has a certain mend.
    fn is_certain(condition: &str) -> bool {
        let text = format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ s: set of C, men[Player]: set of C }}\n\
             move m(c in C) when {condition} {{ s += c }}\nstuck => draw\n"
        );
        let (_, reports) = crate::syntax::parse(crate::source::FileId::DEFINITION, &text);
        reports[0].fixes[0].applicability == crate::diagnostic::Applicability::Certain
    }

    #[test]
    fn a_def_whose_value_is_a_set_is_one() {
        let head = "def free = C - men[Ann] - men[Bob]\nlet ring[c: C] = {c, a1}\n\
                    def round(c: C) = near(c) - s\ndef bare = free\ndef full = s = C\n";
        let found = |condition: &str| {
            crate::syntax::tests::helps_beside_fields(&format!(
                "{head}move m(c in C) when {condition} {{ s += c }}"
            ))
        };
        let cases = [
            ("free && s != {}", "free & s"),
            ("bare && s != {}", "bare & s"),
            ("round(c) && s != {}", "round(c) & s"),
            ("ring[c] && s = {}", "ring[c] & s"),
            ("c in near(at) && free", "near(at) & free"),
            ("full && s != {}", "full and s != {}"),
            ("free && n > 1", "free and n > 1"),
        ];
        for (condition, written) in cases {
            assert_eq!(found(condition), [format!("write `{written}`")], "{condition}");
        }
    }

    #[test]
    fn behind_what_a_binder_chooses_from_a_set_goes_on() {
        let found = |line: &str| crate::syntax::tests::helps_beside_fields(line);
        let cases = [
            ("move m(c in near(at) && other) { s += c }", "near(at) & other"),
            ("move m(a in s, c in near(a) && C) { s += c }", "near(a) & C"),
            ("move m { for c in s && other { s -= c } }", "s & other"),
            ("end when some c in s && other: c = at => draw", "s & other"),
        ];
        for (line, written) in cases {
            assert_eq!(found(line), [format!("write `{written}`")], "{line}");
        }
    }

    #[test]
    fn between_moves_that_are_asked_for_stands_or() {
        for sign in ["&&", "||"] {
            let text = format!(
                "move m(c in C) {{ s += c again with k {sign} l }}\nfollowup k {{ n += 1 }}\nfollowup l {{ n += 1 }}"
            );
            let found = crate::syntax::tests::helps_beside_fields(&text);
            assert_eq!(found, ["write `k or l`"], "{sign}");
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
