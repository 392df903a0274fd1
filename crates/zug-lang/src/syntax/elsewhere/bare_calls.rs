//! Functions without their brackets: `can take`, `near c`, `number of men[me]`,
//! `number of c in S where P`, and `count(S where P)`, where the members have no name.

use super::Mistake;
use super::context::side_end;
use super::place::Place;
use crate::built_ins::{Kind, built_in};
use std::ops::Range;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    number_of(place, at).or_else(|| nameless(place, at)).or_else(|| bare(place, at))
}

/// `number of S`, `the number of x in S where P`
fn number_of(place: &Place, at: usize) -> Option<Mistake> {
    let word = if place.word(at) == "the" { at + 1 } else { at };
    let said =
        matches!(place.word(word), "number" | "amount" | "count" | "size") && place.word(word + 1) == "of";
    let from = word + 2;
    if !said
        || from >= place.range.end
        || place.is_field(place.word(word))
        || place.declared_def(place.word(word))
    {
        return None;
    }
    let bound = place.is_name(from) && place.word(from + 1) == "in";
    let end = match bound {
        true => members_end(place, from + 2),
        false => place.operand_end(from),
    };
    let text = format!("count({})", place.text(from..end));
    let message = "the number of the members of a set is `count(..)`";
    // Where the condition of the members ends, and that of the move goes on, is a guess.
    let found = match place.find(from..end, &["where"]) {
        Some(_) => place.likely(at..end, message, text),
        None => place.certain(at..end, message, text),
    };
    Some(found.at(place.span_of(&(at..from))))
}

/// The index behind the set of a binder that begins at `from`, with its `where`.
fn members_end(place: &Place, from: usize) -> usize {
    let mut end = side_end(place, from);
    if place.word(end) != "where" {
        return end;
    }
    end = place.clause_end(end + 1);
    while matches!(place.word(end), "and" | "or") {
        end = place.clause_end(end + 1);
    }
    end
}

/// `count(S where P)`, `count(S: P)`: a condition asks about members that have a name.
fn nameless(place: &Place, at: usize) -> Option<Mistake> {
    let close = place.partner(at + 1).filter(|_| place.word(at) == "count" && place.word(at + 1) == "(")?;
    let from = at + 2;
    let parted = place.find(from..close, &["where", ":", "with", "if", "when", "such"])?;
    if parted == from || side_end(place, from) != parted {
        return None;
    }
    let taken = |name: &str| (0..place.view.tokens.len()).any(|each| place.view.word(each) == name);
    let name = ["x", "y", "z", "c", "e"].into_iter().find(|name| !taken(name)).unwrap_or("x");
    let shown = format!("count({name} in {} where ..)", place.text(from..parted));
    let message = "a condition asks about members that have a name";
    let help = format!("count members by a condition: `{shown}`");
    Some(place.reported(parted..close, parted..parted + 1, message, help, ""))
}

/// `can take`, `near c`
fn bare(place: &Place, at: usize) -> Option<Mistake> {
    let named = matches!(place.before(at), "move" | "followup" | "." | "as" | "with");
    if named || place.first(at) && place.in_body(at) {
        return None;
    }
    let end = place.operand_end(argument(place, at));
    let text = called(place, at..end)?;
    let message = format!("what `{}` is asked about stands in round brackets", place.word(at));
    Some(place.likely(at..end, message, text))
}

/// Where the argument of a function without brackets begins: behind `of` in `north of c`.
fn argument(place: &Place, at: usize) -> usize {
    let of = place.word(at + 1) == "of" && !place.first(at + 1) && !place.first(at + 2);
    if of { at + 2 } else { at + 1 }
}

/// The call that some tokens are without brackets, if they are a function and one operand.
pub(super) fn called(place: &Place, range: Range<usize>) -> Option<String> {
    let at = range.start;
    let function = built_in(place.word(at))
        .is_some_and(|it| matches!(it.kind, Kind::Function(_) | Kind::Direction) && it.takes.contains(&1));
    let next = argument(place, at);
    let operand =
        place.is_name(next) || place.is_number(next) || matches!(place.word(next), "me" | "opponent");
    let alone = operand && !place.first(next) && place.operand_end(next) == range.end;
    let binds = place.word(range.end) == "in" && place.word(at) == "count";
    let own = place.def_takes_arguments(place.word(at));
    ((function || own) && alone && !binds)
        .then(|| format!("{}({})", place.word(at), place.text(next..range.end)))
}

impl Place<'_, '_> {
    /// Whether the text has a `def` of this name with parameters.
    fn def_takes_arguments(&self, name: &str) -> bool {
        let word = |at: usize| self.view.word(at);
        let is_def = |at: &usize| word(*at) == "def" && word(at + 1) == name && word(at + 2) == "(";
        (0..self.view.tokens.len()).any(|at| is_def(&at))
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    fn helps(guard: &str) -> Vec<String> {
        let head = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { s: set of C, n: 0..9 }\n";
        helps_about(&format!(
            "{head}move take(c in C) {{ s += c }}\nmove m(c in C) {guard} {{ n += 1 }}\nstuck => draw\n"
        ))
    }

    #[test]
    fn functions_have_brackets() {
        assert_eq!(helps("when not can take"), ["write `can(take)`"]);
        assert_eq!(helps("when north of c in s"), ["write `north(c)`"]);
        assert_eq!(helps("when n > 1 unless can take"), ["write `and not can(take)`"]);
        assert_eq!(helps("when c in near c"), ["write `near(c)`"]);
        assert_eq!(helps("when count s = 0"), ["write `count(s)`"]);
        assert_eq!(helps("when number of s > 3"), ["write `count(s)`"]);
        assert_eq!(helps("when n < number of x in s where x.y = 2"), ["write `count(x in s where x.y = 2)`"]);
    }

    #[test]
    fn members_with_a_condition_have_a_name() {
        let advice_on = ["count members by a condition: `count(x in near(c) where ..)`"];
        for condition in [" where n = 1", ": n = 1", " with n = 1", " if n = 1", " when n = 1"] {
            assert_eq!(helps(&format!("when count(near(c){condition}) > 1")), advice_on, "{condition}");
        }
        assert_eq!(helps("when count(x in near(c) where x in s) > 1"), [""; 0]);
    }

    #[test]
    fn a_condition_that_may_go_on_is_a_guess() {
        let likely = |guard: &str| {
            let text = format!(
                "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ s: set of C, n: 0..9 }}\nmove m(c in C) {guard} {{ n += 1 }}\nstuck => draw\n"
            );
            let (_, reports) = crate::syntax::parse(crate::source::FileId::DEFINITION, &text);
            reports[0].fixes[0].applicability == crate::diagnostic::Applicability::Likely
        };
        assert!(likely("when n < number of x in s where x.y = 2 and n > 1"));
        assert!(!likely("when n < number of s and n > 1"));
    }
}
