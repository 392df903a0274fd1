//! Arrows between conditions, `P => Q`, and behind rules that have no condition.

use super::Mistake;
use super::choices;
use super::place::Place;
use crate::syntax::grammar::Rule;

/// Whether an arrow has a comparison beside it: then it compares nothing itself.
pub(super) fn joins_conditions(place: &Place, at: usize) -> bool {
    let compares = |each: usize| {
        matches!(place.word(each), "=" | "==" | "!=" | "<" | ">" | "<=" | ">=" | "in" | "≤" | "≥" | "≠" | "∈")
    };
    let begins = |each: &usize| {
        matches!(place.word(*each), "when" | "where" | "provided" | "and" | "or" | "not" | "(" | "{" | ",")
    };
    let begin = (place.range.start..at).rev().find(begins).unwrap_or(place.range.start);
    (begin + 1..at).any(compares) || (at + 1..place.clause_end(at + 1)).any(compares)
}

/// `P => Q` in a condition
pub(super) fn implication(place: &Place, at: usize) -> Mistake {
    let mut start = place.clause_start(at);
    while start >= place.range.start + 2
        && matches!(place.before(start), "=" | "!=" | "<" | ">" | "<=" | ">=" | "in")
    {
        start = place.operand_start(start - 2);
    }
    let (left, right) = (place.text(start..at), place.text(at + 1..place.clause_end(at + 1)));
    let message = "that one condition follows from another is written `implies`";
    place.likely(at..at + 1, message, "implies").help(format!("write `{left} implies {right}`"))
}

/// `stuck => A > B => Ann wins`: a rule without a condition of its own chooses between outcomes.
pub(super) fn condition_of_rule(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let rule = matches!(place.rule, Some(Rule::stuck_item | Rule::endless_item));
    if !rule || at != start + 2 || place.word(start + 1) != "=>" || place.word(at) == "if" {
        return None;
    }
    let arrow = place.find(at..place.range.end, &["=>", "->"])?;
    let (condition, outcome) = (place.text(at..arrow), place.text(arrow + 1..place.range.end));
    let compares =
        (at..arrow).any(|each| matches!(place.word(each), "=" | "!=" | "<" | ">" | "<=" | ">=" | "in"));
    (compares && !outcome.contains(['\n', '\r']) && !outcome.is_empty()).then(|| {
        let text = format!("if {condition} then {outcome} else {}", choices::rest(place, condition));
        let message = format!("`{}` has one outcome, which may be a choice", place.word(start));
        place.likely(at..place.range.end, message, text).at(place.span(arrow)).label("a second arrow")
    })
}

/// `endless => stuck`: a keyword where an outcome stands.
pub(super) fn keyword_as_outcome(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    let alone = matches!(word, "stuck" | "endless") && at + 1 == place.range.end;
    alone.then(|| {
        let message = format!("`{word}` is no outcome");
        let help = format!("write `{} draw`, or who wins", place.text(place.range.start..at));
        place.likely(at..at + 1, message, "draw").help(help)
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(item: &str) -> Vec<String> {
        let text = format!(
            "game \"G\"\nplayers A, B\nboard Cell = grid(3, 3)\nstate {{ n: 0..9 = 5, lit: set of Cell }}\n{item}\nstuck => draw\n"
        );
        helps_about(&text)
    }

    #[test]
    fn an_arrow_beside_a_comparison_joins_conditions() {
        let found = helps("move m(c in Cell) when c.x > 1 => c.y > 1 { lit += c }");
        assert_eq!(found, ["write `c.x > 1 implies c.y > 1`"]);
        assert_eq!(helps("move m when n => 3 { n -= 1 }"), ["write `n >= 3`"]);
        let thin = helps("move m(c in Cell) when c.x > 1 -> c.y > 1 { lit += c }");
        assert_eq!(thin, ["write `c.x > 1 implies c.y > 1`"]);
        let player = helps("move m(c in Cell) when n < 9 and (me = A => c != a1) { lit += c }");
        assert_eq!(player, ["write `me = A implies c != a1`"]);
    }

    #[test]
    fn a_choice_or_a_bound_takes_the_whole_sum() {
        let choice = helps("move m(k in 1..2) { n = n - k if k = 1 else n - 2 }");
        assert_eq!(choice, ["write `if k = 1 then n - k else n - 2`"]);
        let bound = helps("move m(k in 1..2) when n - k between 1 and 8 { n -= k }");
        assert_eq!(bound, ["write `1 <= n - k <= 8`"]);
        let first = helps("move m(c in Cell) { n = 3\n lit.add(c) if c not in lit else lit.remove(c) }");
        assert_eq!(
            first,
            ["write `if c not in lit { lit += c }`: a condition stands before what it decides"]
        );
    }

    #[test]
    fn a_value_that_ends_with_in_may_have_a_not_behind_it() {
        let found = helps("move m(c in Cell) when let taken = c in lit in not taken { lit += c }");
        assert_eq!(found, ["write `a = (not b)` for `a = not b`"]);
    }
}
