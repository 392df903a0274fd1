//! `{ {d, e} .. } + { d, north(d) } for d in Dot`: what is made for each member stands in braces of
//! its own.

use super::Mistake;
use super::place::Place;
use crate::syntax::grammar::Rule;

/// Searches the token `at`: a `for` that stands in no bracket, behind a set.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let declares = matches!(place.rule, Some(Rule::family_item | Rule::let_item | Rule::def_item));
    let end = place.range.end;
    let binds = place.is_name(at + 1) && matches!(place.word(at + 2), "in" | "∈");
    if !declares || place.word(at) != "for" || !binds || !is_outside(place, at) {
        return None;
    }
    let open = place.partner(at - 1).filter(|_| place.before(at) == "}")?;
    let to = (at..end).find(|each| place.word(*each) == "+" && place.word(each + 1) == "{").unwrap_or(end);
    let member = place.text(open + 1..at - 1).trim();
    let text = format!("{{ {{{member}}} {} }}", place.text(at..to).replace('∈', "in"));
    let message = "what is made for each member of a set stands in braces, with its `for`";
    let found = place.certain(open..to, message, &text).at(place.span(open)).label("write `{` before it");
    Some(found.help(format!("write `{text}`")))
}

/// Whether the `for` at `at` stands in no bracket.
fn is_outside(place: &Place, at: usize) -> bool {
    let mut from = place.range.start;
    while let Some(found) = place.find(from..at + 1, &["for"]) {
        if found == at {
            return true;
        }
        from = found + 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    fn helps(line: &str) -> Vec<String> {
        helps_beside_fields(&format!("move m(c in C) {{ s += c }}\n{line}"))
    }

    #[test]
    fn a_comprehension_gets_its_braces() {
        let north = "write `{ {d, north(d)} for d in C }`";
        assert_eq!(
            helps("family F of C = { {d, east(d)} for d in C } + { d, north(d) } for d in C"),
            [north]
        );
        assert_eq!(helps("family F of C = {d, north(d)} for d in C + { {d, east(d)} for d in C }"), [north]);
        assert_eq!(
            helps("family F of C = {d, e} for d in C, e in near(d) where d != e"),
            ["write `{ {d, e} for d in C, e in near(d) where d != e }`"]
        );
    }

    #[test]
    fn a_comprehension_in_braces_is_none() {
        assert_eq!(
            helps("family F of C = { {d, east(d)} for d in C } + { {d, north(d)} for d in C }"),
            [""; 0]
        );
        let loops = helps("move k { for d in C { s += d } for d in C { s -= d } n = = 2 }");
        assert!(loops.iter().all(|help| !help.contains("{ {")), "{loops:?}");
    }
}
