//! The index that a table has elsewhere in the same item, where it stands without one.

use super::checker::Checker;
use super::parts::{Parts, parts};
use super::scope::Scope;
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// The index with which the store around a place speaks of a table, else that with which the
    /// same item does wherever else it speaks of it: a word that is known at this place. What is
    /// asked of the opponent is no reason to speak of him elsewhere.
    pub(super) fn index_beside(&self, s: &Scope, name: &str, at: Span) -> Option<String> {
        let parts = parts(&self.input.item_at(at)?.kind);
        if let Some(stored) = parts.index_of_the_store(name, at) {
            return Some(stored);
        }
        let mut found = parts.indexes_of(name);
        found.sort_unstable();
        found.dedup();
        let [index] = found.as_slice() else { return None };
        let is_known = index == "me" || s.bindings.iter().any(|it| it.name == *index && it.local.is_some());
        is_known.then(|| index.clone())
    }
}

/// An index that is a word.
fn word(index: &ast::Expr) -> Option<String> {
    match &index.kind {
        ast::ExprKind::Name(word) => Some(word.text.clone()),
        ast::ExprKind::Me => Some("me".to_owned()),
        ast::ExprKind::Opponent => Some("opponent".to_owned()),
        _ => None,
    }
}

impl Parts<'_> {
    /// The index of the target of the store whose value holds a place, where the target is an entry
    /// of this table and its index a word.
    fn index_of_the_store(&self, name: &str, at: Span) -> Option<String> {
        self.statements.iter().find_map(|each| match &each.kind {
            ast::StatementKind::Assign { target, indexes, value, .. }
                if target.text == name && value.span.holds(at) =>
            {
                let [index] = indexes.as_slice() else { return None };
                word(index)
            }
            _ => None,
        })
    }

    /// The words that stand alone in the brackets behind a name, in expressions and in targets.
    fn indexes_of(&self, name: &str) -> Vec<String> {
        let is_table = |of: &ast::Expr| matches!(&of.kind, ast::ExprKind::Name(of) if of.text == name);
        let read = self.exprs.iter().filter_map(|e| match &e.kind {
            ast::ExprKind::At(of, indexes) if is_table(of) => Some(indexes),
            _ => None,
        });
        let stored = self.statements.iter().filter_map(|each| match &each.kind {
            ast::StatementKind::Assign { target, indexes, .. } if target.text == name => Some(indexes),
            _ => None,
        });
        let alone = read.chain(stored).filter_map(|indexes| match indexes.as_slice() {
            [one] => Some(word(one).unwrap_or_default()),
            [] => None,
            _ => Some(String::new()),
        });
        alone.collect()
    }
}
