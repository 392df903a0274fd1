//! A `let` with a set of names that nothing declares: `let Colours = {red, green}` for
//! `enum Colours { red, green }`.

use super::checker::Checker;
use super::codes;
use super::global_names::Meaning;
use super::reports::Reports;
use super::scope::{Context, Scope};
use super::words::all_of;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind, Name};

impl Checker<'_> {
    /// Whether the value of a `let` is a set of names that nothing declares and that resemble
    /// nothing.
    pub(super) fn declares_new_names(&self, of: &str, value: &Expr) -> bool {
        let Some(names) = names(value) else { return false };
        let s = Scope::new(Context::Position);
        let is_new = |name: &&Name| {
            name.text != of
                && self.is_unknown(&s, name)
                && (name.text.len() < 3 || !self.is_near_a_name(&s, name))
        };
        names.len() > 1 && names.iter().all(is_new)
    }
}

impl Reports<'_> {
    /// Refuses such a `let`, once for all of its names.
    pub(super) fn refuse_new_names(&mut self, of: &str, value: &Expr) -> Option<Meaning> {
        let names: Vec<String> = names(value)?.iter().map(|name| name.text.clone()).collect();
        let item = self.input.item_at(value.span)?.span;
        self.excused.extend(names.iter().cloned());
        self.excused.push(of.to_owned());
        // The parser has told what is wrong with an item that it mended.
        let is_known = self.input.game.mistakes.iter().any(|mistake| item.holds(*mistake));
        if is_known || self.input.has_error_items() {
            self.poisoned = true;
            return None;
        }
        let text = format!("enum {of} {{ {} }}", names.join(", "));
        let message =
            format!("nothing declares {}: a set is made of elements that there are", all_of(&names));
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, value.span, "unknown names");
        self.refuse(report.help(format!("write `{text}`: it declares them")).likely(item, text))
    }
}

/// The names in a set of names.
fn names(value: &Expr) -> Option<Vec<&Name>> {
    let ExprKind::Set(all) = &value.kind else { return None };
    let name = |e: &'_ Expr| matches!(e.kind, ExprKind::Name(_));
    if !all.iter().all(name) {
        return None;
    }
    Some(
        all.iter()
            .filter_map(|e| if let ExprKind::Name(name) = &e.kind { Some(name) } else { None })
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn a_set_of_new_names_is_an_enum() {
        let moves =
            "state { at: C = a1, ink[C]: Ink or none }\nmove m(c in C, k in Ink) { at = c ink[at] = k }";
        assert_eq!(
            helps_beside("let Ink = {red, green}", moves),
            ["write `enum Ink { red, green }`: it declares them"]
        );
        let cells = "let ends = {a1, c3}\nstate { at: C = a1 }\nmove m(c in ends - at) { at = c }";
        assert_eq!(helps_beside("", cells), [""; 0]);
        let slip = "let ends = {corners, c3}\nlet corner = {a1}\nstate { at: C = a1 }\nmove m(c in corner - at) { at = c }";
        assert_eq!(helps_beside("", slip), ["did you mean `corner`?"]);
    }
}
