//! The first value of a table that hangs on its index: the index gets a name,
//! `men[p: Player]: .. = home[p]`.

use super::checker::Checker;
use crate::source::Span;
use crate::syntax::ast::{Declared, Expr, ExprKind, Initial, ItemKind};
use crate::syntax::print;

impl Checker<'_> {
    /// The declaration around `at` with a name for its index of a domain, where its first value
    /// wants one there: at a table without its index, or at `me` as an index.
    pub(super) fn with_named_index(&self, at: Span, domain: &str) -> Option<String> {
        let item = self.input.item_at(at)?;
        let ItemKind::State { fields, .. } = &item.kind else { return None };
        let field = fields.iter().find(|field| field.span.holds(at))?;
        let Some(Initial::One(value)) = &field.initial else { return None };
        let index = field.indexes.iter().find(|index| index.domain.text == domain)?;
        let name = match &index.name {
            Some(name) => name.text.clone(),
            None => self.free_name(at, domain),
        };
        let value = rewritten(value, at, &name)?;
        let indexes: Vec<String> = field.indexes.iter().map(|each| index_text(each, domain, &name)).collect();
        let Declared { name: field, ty, .. } = field;
        Some(format!("{}[{}]: {} = {value}", field.text, indexes.join(", "), self.input.written(ty.span)))
    }
}

fn index_text(index: &crate::syntax::ast::Index, domain: &str, name: &str) -> String {
    match &index.name {
        Some(own) => format!("{}: {}", own.text, index.domain.text),
        None if index.domain.text == domain => format!("{name}: {domain}"),
        None => index.domain.text.clone(),
    }
}

/// A value whose part `at`, a table or `me` in its index, is given a name: `home` and `home[me]`
/// become `home[p]`.
fn rewritten(value: &Expr, at: Span, name: &str) -> Option<String> {
    match &value.kind {
        ExprKind::Name(table) if value.span == at => Some(format!("{}[{name}]", table.text)),
        ExprKind::At(table, indexes) => {
            let texts = indexes.iter().map(|index| match &index.kind {
                ExprKind::Me if index.span == at => name.to_owned(),
                _ => print::whole(index),
            });
            let is_there = indexes.iter().any(|index| index.span == at);
            is_there.then(|| format!("{}[{}]", print::whole(table), texts.collect::<Vec<_>>().join(", ")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_about;

    fn helps(field: &str) -> Vec<String> {
        helps_about(&format!(
            "game \"G\" players Ann, Bob board C = grid(3, 3) let home[Player] = [{{a1}}, {{c3}}]\n\
             state {{ {field} }}\nmove m(c in C) {{ men[me] += c }}\nstuck => draw"
        ))
    }

    #[test]
    fn a_first_value_for_each_player_names_the_player() {
        let named = "men[p: Player]: set of C = home[p]";
        for field in ["men[Player]: set of C = home", "men[Player]: set of C = home[me]"] {
            let found = helps(field);
            assert!(
                found.len() == 1 && found[0].starts_with(&format!("write `{named}`")),
                "{field}: {found:?}"
            );
        }
        assert_eq!(helps(named), [""; 0]);
        assert_eq!(
            helps("men[q: Player]: set of C = home"),
            ["write `men[q: Player]: set of C = home[q]`: it stands for each Player in turn"]
        );
    }
}
