//! Edits that put one sign in the place of another or take a group in brackets away, and when the
//! text with an edit is offered in the place of the form of the item.

use super::{Edit, Piece, with_edit};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::codes;

/// Signs that are written for one another: each is tried in the place of another.
const SIGNS: [&str; 7] = ["=", ":", ",", "in", "=>", "+=", "-="];

/// Signs whose place is found by trying: brackets, and what stands between two parts.
const PLACED: [&str; 11] = ["(", ")", "[", "]", "{", "}", "=", ":", "=>", "when", "in"];

/// The most tokens of an index that is taken away.
const MOST_WITHIN: usize = 4;

/// The opening brackets.
const OPENING: [&str; 3] = ["(", "[", "{"];

/// How a help begins or goes on that shows the form of an item, and nothing of the text.
const FORMS: [&str; 5] =
    ["is written `", "stands a condition", "begins with its keyword", "needs no name", "a type is `bool`"];

impl Piece<'_> {
    /// A report that offers the text with an edit, where its help shows nothing of the text: the
    /// edit is a sign that has one place, or takes an index away.
    pub(super) fn offered(&self, report: &Diagnostic, edit: &Edit) -> Option<Diagnostic> {
        let help = report.help.as_deref();
        let is_form = help.is_some_and(|help| FORMS.iter().any(|form| help.contains(form)));
        let (sign, taken) = (edit.text.trim(), &self.text[edit.at.clone()]);
        let placed = PLACED.contains(&sign) && (is_form || report.code == codes::STRAY_CLOSER);
        // A bracket that a word swallowed stands without blanks.
        let within_word = help.is_none() && OPENING.contains(&edit.text.trim_end());
        let index = sign.is_empty() && taken.starts_with('[') && (is_form || help.is_none());
        let line = with_edit(self.text, edit);
        let help = match index {
            true => format!("delete `{taken}`: write `{line}`"),
            false => format!("write `{line}`"),
        };
        let at = Span::new(self.file, edit.at.start, edit.at.end);
        (placed || within_word || index).then(|| {
            let offered = Diagnostic { help: Some(help), ..report.clone() };
            // Another sign may be missing between two operands: what stands beside it is a guess.
            let guess = edit.at.is_empty() && matches!(sign, "=" | "in");
            let offered = if guess { offered.recovery(at, edit.text.clone()) } else { offered };
            offered.likely(at, edit.text.clone())
        })
    }

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
