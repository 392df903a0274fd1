//! `left[p, Pile]: 0..9`: a comma for the colon between the name of an index and its domain.

use super::{Cause, Look};
use crate::check::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Index, ItemKind};

/// The search for all tables.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    let tables = look.game.items.iter().flat_map(|item| match &item.kind {
        ItemKind::Let { indexes, .. } => vec![indexes.as_slice()],
        ItemKind::Param(declared) => vec![declared.indexes.as_slice()],
        ItemKind::State { fields, .. } => fields.iter().map(|field| field.indexes.as_slice()).collect(),
        _ => Vec::new(),
    });
    tables.flat_map(|indexes| indexes.windows(2)).filter_map(|pair| named(look, &pair[0], &pair[1])).collect()
}

/// The report about an index whose name no domain has, with the domain behind it.
fn named(look: &Look, name: &Index, domain: &Index) -> Option<Cause> {
    let bare = name.name.is_none() && domain.name.is_none();
    look.unknown().find(|(unknown, report)| {
        bare && *unknown == name.domain.text && report.code == codes::UNKNOWN_NAME
    })?;
    let gap = Span { start: name.domain.span.end, end: domain.domain.span.start, ..name.domain.span };
    let text = format!("{}: {}", name.domain.text, domain.domain.text);
    let message = "`,` stands where `:` belongs: an index with a name is written `NAME: DOMAIN`";
    let report = Diagnostic::error(codes::UNKNOWN_NAME, message, name.domain.span, "no domain");
    Some(report.help(format!("write `{text}`")).likely(gap, ": ").into())
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn the_name_of_an_index_is_parted_by_a_colon() {
        let helps = |table: &str, value: &str| {
            let play = format!("move m when n < 9 {{ n = {value} }}");
            helps_beside(&format!("range Pile = 1..3 {table} state {{ n: 0..9 }}"), &play)
        };
        assert_eq!(helps("let left[p, Pile] = p", "left[1]"), ["write `p: Pile`"]);
        assert_eq!(helps("let left[x: Pile, z, Pile] = x + z", "left[1, 2]"), ["write `z: Pile`"]);
        let field = helps_beside(
            "range Pile = 1..3 state { left[p, Pile]: 0..3 = p }",
            "move m(p in Pile) when left[p] > 0 { left[p] -= 1 }",
        );
        assert_eq!(field, ["write `p: Pile`"]);
        // Two indexes of which one has no domain.
        let other = helps("let left[Heap, Pile] = 2", "left[1, 2]");
        assert!(!other.concat().contains("Heap: Pile"), "{other:?}");
    }
}
