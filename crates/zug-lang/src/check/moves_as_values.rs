//! The name of a move where a value is needed: whether it can be made, or a table that is spelt
//! nearly so.

use super::checker::Checker;
use super::codes;
use super::scope::Scope;
use crate::diagnostic::{Diagnostic, near_names};
use crate::program::{DomainId, MoveId};
use crate::syntax::ast::Name;

impl Checker<'_> {
    /// Refuses the name of a move where a value is needed.
    pub(super) fn refuse_move_as_value<T>(
        &mut self,
        s: &Scope,
        name: &Name,
        id: MoveId,
        hint: Option<DomainId>,
    ) -> Option<T> {
        let place = self.moves.entries[id.index()].ast.name.span;
        if let Some(report) = self.foreign_direction(name) {
            return self.refuse_name(None, name, &[], report);
        }
        let text = &name.text;
        let message = format!("`{text}` is a move, not a value");
        let report = Diagnostic::error(codes::WRONG_SORT, message, name.span, "a value is needed here");
        let report = report.because(place, "declared here");
        if let Some(near) = self.set_meant(s, name, hint) {
            return self.refuse_name(None, name, &[], report.help(format!("did you mean `{near}`?")));
        }
        self.refuse_name(None, name, &[], report.help(format!("whether it is possible: `can({text})`")))
    }

    /// The name that is spelt nearly as that of a move, where a table or a set stands: `mark[X]`
    /// for `marks[X]`, `n in take` for `n in takes`.
    fn set_meant(&self, s: &Scope, name: &Name, hint: Option<DomainId>) -> Option<String> {
        let indexed = self.input.game.text.get(name.span.end as usize..)?.starts_with('[');
        if !indexed && !self.input.stands_behind_in(name.span) {
            return None;
        }
        let names = self.visible_names(s, hint);
        let declared = names.iter().map(String::as_str).filter(|each| self.names.global(each).is_some());
        match near_names(&name.text, declared)[..] {
            [near] => Some(near.to_owned()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn a_table_that_is_spelt_like_a_move_is_meant() {
        let helps = |line: &str| {
            helps_beside(
                "range K = 1..3 let takes = {1, 2} state { marks[Player]: set of C, n: 0..9 }",
                &format!("move mark(c in C) {{ marks[me] += c }}\nmove take(k in takes) {{ n = k }}\n{line}"),
            )
        };
        assert_eq!(helps("def few = count(mark[me]) < 3\nend when few => draw"), ["did you mean `marks`?"]);
        assert_eq!(helps("end when n in take => draw"), ["did you mean `takes`?"]);
        assert!(helps("end when mark => draw")[0].contains("`can(mark)`"));
    }
}
