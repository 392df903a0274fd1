//! A store whose index and value have changed places: `crosses[c] += b` for `crosses[b] += c`.

use super::checker::Checker;
use super::codes;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{FieldId, Kind};
use crate::source::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::print;

impl Checker<'_> {
    /// Puts one report in place of those since `before`, about a store to a field with one index,
    /// if its index would fit as the value and its value as the index.
    pub(super) fn tell_swapped_store(
        &mut self,
        s: &Scope,
        before: usize,
        (id, target): (FieldId, &Name),
        indexes: &[ast::Expr],
        value: &ast::Expr,
        span: Span,
    ) -> Option<()> {
        let [index] = indexes else { return None };
        if self.reports.muted > 0 || self.reports.list.len() < before + 2 {
            return None;
        }
        let field = &self.state.fields[id.index()];
        let (wanted, holds) = (Kind::Element(*field.indexes.first()?), field.ty.kind);
        let (of_index, of_value) = (self.tried(s, index)?.kind, self.tried(s, value)?.kind);
        let fits = of_value == wanted
            && match (of_index, holds) {
                (Kind::Element(one), Kind::Set(all)) => one == all,
                (one, all) => one == all,
            };
        if !fits {
            return None;
        }
        let place = Span { start: target.span.start, end: value.span.start, ..target.span };
        let sign = self.input.written(place).rsplit(']').next()?.trim();
        let text = format!("{}[{}] {sign} {}", target.text, print::whole(value), print::whole(index));
        let message = format!("the index of `{}` and the value have changed places", target.text);
        let report = Diagnostic::error(codes::MISMATCH, message, span, "the other way round");
        self.reports.list.truncate(before);
        self.reports.refuse(report.help(format!("write `{text}`")).likely(span, text))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(body: &str) -> Vec<String> {
        let state = "state { men[Player]: set of C, at[Player]: C = a1, owner[C]: Player or none }";
        helps_beside(state, &format!("move m(c in C, p in Player) {{ {body} }}"))
    }

    #[test]
    fn index_and_value_are_told_as_one_slip() {
        assert_eq!(helps("men[c] += me"), ["write `men[me] += c`"]);
        assert_eq!(helps("at[c] = p"), ["write `at[p] = c`"]);
        assert_eq!(helps("men[p] += c"), [""; 0]);
    }

    #[test]
    fn one_wrong_part_alone_is_told_as_it_is() {
        assert_eq!(helps("at[c] = c").len(), 1);
        assert!(!helps("at[c] = c")[0].contains("at[c] = c"));
        assert_eq!(helps("men[c] += 3").len(), 2);
    }
}
