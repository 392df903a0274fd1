//! Tables of conditions that are counted as if they were sets: `count(lit[c])` and `count(lit)` for
//! `count(c in Cell: lit[c])`.

use super::checker::Checker;
use super::state_fields::StateFields;
use crate::program::{Field, Kind};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl Checker<'_> {
    /// What is counted where a table of conditions stands alone in `count(lit)`.
    pub(super) fn counted_entries(&self, name: &str, span: Span) -> Option<String> {
        let field = self.state.table_of_conditions(name)?;
        let (before, behind) = (
            self.input.game.text.get(..span.start as usize)?,
            self.input.game.text.get(span.end as usize..)?,
        );
        let called =
            before.trim_end().strip_suffix('(').and_then(|before| before.trim_end().strip_suffix("count"));
        let is_whole = |before: &str| !before.ends_with(|sign: char| sign.is_alphanumeric() || sign == '_');
        let alone = called.is_some_and(is_whole) && behind.trim_start().starts_with(')');
        let [domain] = field.indexes[..] else { return None };
        let set = self.domains.domain_name(domain);
        let each = self.free_name(span, set);
        alone.then(|| format!("{each} in {set}: {name}[{each}]"))
    }
}

impl StateFields<'_> {
    fn table_of_conditions(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name && field.ty.kind == Kind::Bool)
    }

    /// The entry of a table of conditions that is counted as if it were a set: in `count(lit[c])`,
    /// `lit[c]`.
    pub(super) fn counted_entry(&self, condition: &ast::Expr, name: &Name) -> Option<Span> {
        let mut found = condition;
        loop {
            if let ast::ExprKind::Call(called, arguments) = &found.kind
                && let [argument] = arguments.as_slice()
                && called.text == "count"
                && let ast::ExprKind::At(table, _) = &argument.kind
                && let ast::ExprKind::Name(table) = &table.kind
            {
                return self.table_of_conditions(&table.text).map(|_| argument.span);
            }
            found = found.children().into_iter().find(|part| part.span.holds(name.span))?;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn a_table_of_conditions_is_counted_by_a_binder() {
        let head = "state { lit[C]: bool, n: 0..9 }";
        let end = |when: &str| {
            helps_beside(head, &format!("move put(p in C) {{ lit[p] = true }}\nend when {when} => draw"))
        };
        let why = "a condition is counted for what it is asked of";
        assert_eq!(end("count(lit[c]) = 3"), [format!("write `count(c in C: lit[c])`: {why}")]);
        assert_eq!(end("n = 3 and 3 < count(lit[c])"), [format!("write `count(c in C: lit[c])`: {why}")]);
        let whole = ["write `count(c in C: lit[c])`: for how many it holds"];
        assert_eq!(end("count(lit) = 3"), whole);
        assert_eq!(end("count( lit ) = 3"), whole);
        assert_ne!(end("recount(lit) = 3"), whole, "it is another function");
    }
}
