//! What an unknown name may be, going by the form around it: a further member of a set that is
//! written out, the `else` of a picture.

use super::input::CheckInput;
use super::parts::parts;
use crate::diagnostic::near_names;
use crate::syntax::ast::{ExprKind, Name};

impl CheckInput<'_> {
    /// Leaves the members out that stand beside a name in the same braces: nobody means them twice.
    pub(super) fn without_other_members(&self, name: &Name, candidates: &mut Vec<String>) {
        let Some(item) = self.item_at(name.span) else { return };
        let named = |e: &crate::syntax::ast::Expr| match &e.kind {
            ExprKind::Name(name) => Some(name.clone()),
            _ => None,
        };
        let members = parts(&item.kind).exprs.into_iter().find_map(|e| match &e.kind {
            ExprKind::Set(items) if items.iter().any(|item| item.span == name.span) => {
                Some(items.iter().filter_map(named).collect::<Vec<Name>>())
            }
            _ => None,
        });
        let members = members.unwrap_or_default();
        let beside = |each: &String| members.iter().any(|member| member.text == *each);
        let others: Vec<&str> = candidates.iter().filter(|each| !beside(each)).map(String::as_str).collect();
        if !members.is_empty() && !near_names(&name.text, others).is_empty() {
            candidates.retain(|each| !beside(each));
        }
    }

    /// Whether a name that begins an entry of a picture is spelt as `else` is, and as nothing else.
    pub(super) fn is_misspelt_else(&self, name: &Name, candidates: &[String]) -> bool {
        let behind = self.game.text.get(name.span.end as usize..).unwrap_or("").trim_start();
        let all = candidates.iter().map(String::as_str).chain(["else"]);
        behind.starts_with(':') && near_names(&name.text, all) == ["else"]
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("state { s: set of C }", &format!("move m(c in C - s) {{ s += c }}\n{lines}"))
    }

    #[test]
    fn a_member_that_stands_in_the_braces_is_not_meant_again() {
        assert_eq!(helps("let low = {a1, b1, d1}"), ["did you mean `c1`?"]);
        assert_eq!(helps("let low = d1"), ["did you mean `a1`, `b1` or `c1`?"]);
        // Where all that is near stands there, it is told.
        assert!(helps("let low = {a1, b1, c1, d1}")[0].starts_with("did you mean"));
    }

    #[test]
    fn the_else_of_a_picture_is_misspelt() {
        for word in ["els", "elses", "esle", "elze"] {
            assert_eq!(
                helps(&format!("show C {{ s: \"x\", {word}: \".\" }}")),
                ["did you mean `else`?"],
                "{word}"
            );
        }
        let own = helps("def elsa = C - s\nshow C { s: \"x\", elss: \".\" }");
        assert_ne!(own, ["did you mean `else`?"]);
    }
}
