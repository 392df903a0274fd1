//! Names that are left out where one must stand: of what is stored to, and of a family.

use super::Mistake;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::one_edit::{NAMELESS, UNREAD};

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    target(place, at).or_else(|| family(place, at))
}

/// `[me] += 1` at the beginning of a line: no line begins with an index.
fn target(place: &Place, at: usize) -> Option<Mistake> {
    let begins = place.word(at) == "[" && place.first(at) && place.in_body(at);
    let close = place.partner(at).filter(|close| begins && *close > at)?;
    if !matches!(place.word(close + 1), "=" | "+=" | "-=") {
        return None;
    }
    let index = place.text(at..close + 1);
    let before = place.span(at);
    let gap = crate::source::Span { end: before.start, ..before };
    let message = format!("what is stored to has no name before `{index}`");
    let report =
        Diagnostic::error(codes::ELSEWHERE, message, place.span_of(&(at..close + 1)), "which field?");
    let line = place.text(at..place.statement_end(at));
    let indexed = |name: &&str| place.field_index(name).is_some_and(|index| !index.is_empty());
    let named = (0..place.view.tokens.len()).map(|each| place.view.word(each)).find(|name| indexed(name));
    let help = match named {
        Some(name) => format!("write the name of a field before it, `{name}{line}` for one"),
        None => "write the name of a field before it".to_string(),
    };
    Some(Mistake { report: report.help(help).recovery(gap, format!("{UNREAD} ")), covers: at..close + 1 })
}

/// `family of Cell = ..`
fn family(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let nameless = place.rule == Some(Rule::family_item)
        && at == start + 1
        && place.word(at) == "of"
        && place.is_name(at + 1)
        && place.word(at + 2) == "=";
    nameless.then(|| {
        let gap = place.span(start).after();
        let report =
            Diagnostic::error(codes::ELSEWHERE, "this `family` has no name", gap, "write a name here");
        let help = format!("write `family NAME of {} = ..`", place.word(at + 1));
        Mistake { report: report.help(help).recovery(gap, format!(" {NAMELESS} ")), covers: start..at + 1 }
    })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_about;

    const HEAD: &str =
        "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { men[Player]: set of C, at: C = a1 }\n";

    #[test]
    fn a_line_that_begins_with_an_index_lacks_its_name() {
        let text = format!("{HEAD}move m(c in C) {{\n  at = c\n  [me] += c\n}}\nstuck => draw\n");
        assert_eq!(helps_about(&text), ["write the name of a field before it, `men[me] += c` for one"]);
    }

    #[test]
    fn a_family_without_its_name_is_told_once() {
        let text = format!(
            "{HEAD}family of C = lines(C, 3)\nmove m(c in C) {{ men[me] += c }}\nend when some l in Row: l <= men[Ann] => draw\nstuck => draw\n"
        );
        assert_eq!(
            helps_about(&text),
            ["write `family NAME of C = ..`; a family is written `family Line of C = lines(C, 3)`"]
        );
    }
}
