//! Edits that put one sign in the place of another or take a group in brackets away, and when the
//! text with an edit is offered in the place of the form of the item.

use super::{Edit, Piece};
use crate::diagnostic::Diagnostic;

/// Signs that are written for one another: each is tried in the place of another.
const SIGNS: [&str; 7] = ["=", ":", ",", "in", "=>", "+=", "-="];

/// Signs whose place is found by trying: brackets, and what stands between two parts.
const PLACED: [&str; 11] = ["(", ")", "[", "]", "{", "}", "=", ":", "=>", "when", "in"];

/// How a help begins or goes on that shows the form of an item, and nothing of the text.
const FORMS: [&str; 5] =
    ["is written `", "stands a condition", "begins with its keyword", "needs no name", "a type is `bool`"];

/// Whether the text with an edit says more than the help of a report: that shows a form with other
/// names, and the edit is a sign that has one place.
pub(super) fn says_more(report: &Diagnostic, edit: &Edit) -> bool {
    PLACED.contains(&edit.text.trim()) && report.help.as_deref().is_some_and(is_form)
}

/// Whether a help shows the form of an item alone.
pub(super) fn is_form(help: &str) -> bool {
    FORMS.iter().any(|form| help.contains(form))
}

impl Piece<'_> {
    /// Another sign in the place of the one at a report.
    pub(super) fn other_sign(&self, at: usize) -> impl Iterator<Item = Edit> {
        let place = self.range(at).filter(|place| SIGNS.contains(&&self.text[place.clone()]));
        let each = place.into_iter().flat_map(|place| SIGNS.map(|sign| (place.clone(), sign)));
        each.filter(|(place, sign)| self.text[place.clone()] != **sign)
            .map(|(at, sign)| Edit { at, text: sign.to_owned() })
    }

    /// The text without the index that begins at a report.
    pub(super) fn without_group(&self, at: usize) -> Option<Edit> {
        let opener = self.range(at).filter(|place| &self.text[place.clone()] == "[")?;
        let behind = (at + 1..self.scan.tokens.len()).filter_map(|at| self.range(at));
        let inside = behind.take(MOST_WITHIN);
        let closer = inside.into_iter().find(|place| matches!(&self.text[place.clone()], "[" | "]"))?;
        let closes = &self.text[closer.clone()] == "]";
        closes.then(|| Edit { at: opener.start..closer.end, text: String::new() })
    }
}

/// The most tokens of an index that is taken away.
const MOST_WITHIN: usize = 4;

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// The helps about an item beside a board and a state.
    fn helps(item: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate {{ men[Player]: set of C, n: 0..9 }}\n{item}\nstuck => me loses\n"
        ))
    }

    #[test]
    fn a_bracket_is_offered_where_it_belongs() {
        let said = |text: &str| [format!("write `{text}`")];
        assert_eq!(helps("move m(c in C) men[me] += c }"), said("move m(c in C) { men[me] += c }"));
        assert_eq!(
            helps("show C men[me]: \"x\", else: \".\" }"),
            said("show C { men[me]: \"x\", else: \".\" }")
        );
        assert_eq!(helps("move putc in C) { men[me] += c }"), said("move put(c in C) { men[me] += c }"));
        assert_eq!(helps("family L of C = linesC, 3)"), said("family L of C = lines(C, 3)"));
    }

    #[test]
    fn a_sign_is_offered_in_the_place_of_another() {
        let said = |text: &str| [format!("write `{text}`")];
        assert_eq!(
            helps("move m(c in C) { men[me] in men[me] + c }"),
            said("move m(c in C) { men[me] = men[me] + c }")
        );
        assert_eq!(helps("param k: 1..9 in 3"), said("param k: 1..9 = 3"));
    }

    #[test]
    fn an_index_that_has_no_place_is_deleted() {
        let entry = "men[Ann]: \"x\", else: \".\"";
        let text = format!("delete `[me]`: write `show C {{ {entry} }}`");
        assert_eq!(helps(&format!("show C[me] {{ {entry} }}")), [text]);
    }

    #[test]
    fn a_name_beside_a_bracket_that_is_missing_is_told_too() {
        let found = crate::check::tests::helps_beside(
            "state { men[Player]: set of C, lit: bool }",
            "move m(c in C) when lti men[me] += c }",
        );
        assert_eq!(found, ["write `move m(c in C) when lti { men[me] += c }`", "did you mean `lit`?"]);
        let swapped = crate::check::tests::helps_beside(
            "state { men[Player]: set of C, lit: bool }",
            "move m(c in C) when lti { men[me] in men[me] + c }",
        );
        assert_eq!(swapped.len(), 2, "{swapped:?}");
    }
}
