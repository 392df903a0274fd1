//! `is`: whether two things are the same, and whether a set or a cell is empty.

use super::Mistake;
use super::goals::free_cells;
use super::infix::compared;
use super::place::Place;

/// `x is y`, `x is not y`, `S is empty`, `x isnt y`
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    if let Some(found) = compared(place, at) {
        return Some(found);
    }
    let said = match (word, place.word(at + 1)) {
        (_, "neither") => return None,
        ("is" | "are" | "was" | "equals" | "was_not", "not") => (true, 2),
        ("isnt" | "isn" | "aren" | "isnot" | "is_not", _) => (true, 1),
        ("is" | "are", _) => (false, 1),
        ("does", "not") if matches!(place.word(at + 2), "equal") => (true, 3),
        _ => return None,
    };
    let (not, mut words) = said;
    let sign = if not { "!=" } else { "=" };
    let mut operator = sign.to_string();
    match place.word(at + words) {
        // A field or a `def` may be called so; `is empty` speaks of the set before it.
        "empty" if place.declared_def("empty") && calls_for_cell(place, at) => {
            let sign = if not { "not in" } else { "in" };
            let left = place.text(place.operand_start(at - 1)..at);
            let message =
                "whether a cell is empty is asked by `in`, if `empty` is the set of the empty cells";
            return Some(
                place.certain(at..at + words, message, sign).help(format!("write `{left} {sign} empty`")),
            );
        }
        "empty" if let Some(free) = calls_for_cell(place, at).then(|| free_cells(place)).flatten() => {
            let text = if not { format!("not in {free}") } else { format!("in {free}") };
            let left = place.text(place.operand_start(at - 1)..at);
            let message = "whether a cell is empty is asked by `in`: the empty cells are a set";
            let help = format!("write `{left} {text}`");
            return Some(place.likely(at..at + words + 1, message, text).help(help));
        }
        "empty" if place.is_count(place.word(place.operand_start(at - 1))) => {
            let text = if not { "> 0" } else { "= 0" };
            let left = place.text(place.operand_start(at - 1)..at);
            let message = "a number is compared: nothing is 0";
            let found = place.certain(at..at + words + 1, message, text);
            return Some(found.help(format!("write `{left} {text}`")));
        }
        "empty" => {
            let text = format!("{sign} {{}}");
            let left = place.text(place.clause_start(at)..at);
            return Some(
                place
                    .certain(at..at + words + 1, "whether a set is empty is asked by comparing it", &text)
                    .help(format!("write `{left} {text}`")),
            );
        }
        "in" => {
            operator = if not { "not in".into() } else { "in".into() };
            words += 1;
        }
        "equal" if place.word(at + words + 1) == "to" => words += 2,
        "a" | "an" | "the" => words += 1,
        other => {
            if let Some(value @ ("none" | "true" | "false")) = super::value_word(other) {
                // `is not None`: the word goes with it.
                let left = place.text(place.operand_start(at - 1)..at);
                let covers = at..at + words + 1;
                let message = format!("`{}` is written `{sign} {value}`", place.text(covers.clone()));
                let text = format!("{sign} {value}");
                return Some(place.certain(covers, message, &text).help(format!("write `{left} {text}`")));
            }
        }
    }
    let covers = at..at + words;
    let (left, right) =
        (place.text(place.operand_start(at - 1)..at), place.text(covers.end..place.operand_end(covers.end)));
    let message = format!("`{}` is written `{operator}`", place.text(covers.clone()));
    Some(place.certain(covers, message, &operator).help(format!("write `{left} {operator} {right}`")))
}

/// Whether the operand before `at` is a single cell by its form: a step, or a name of one letter
/// that is not declared as a set.
fn calls_for_cell(place: &Place, at: usize) -> bool {
    let start = place.operand_start(at - 1);
    let first = place.word(start);
    matches!(first, "step" | "stop" | "north" | "south" | "east" | "west" | "forward" | "backward")
        || first.len() == 1 && start == at - 1 && !place.is_set(first)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields as helps;

    #[test]
    fn a_set_is_empty_where_it_is_nothing() {
        let advice_on = |guard: &str| helps(&format!("move m(c in C) when {guard} {{ n += 1 }}"));
        assert_eq!(advice_on("s is empty"), ["write `s = {}`"]);
        assert_eq!(advice_on("s is not empty"), ["write `s != {}`"]);
        assert_eq!(advice_on("north(c) is empty"), ["write `north(c) in C - men[Ann] - men[Bob]`"]);
        assert_eq!(helps("def f(t: set of C) = t is empty"), ["write `t = {}`"]);
    }
}
