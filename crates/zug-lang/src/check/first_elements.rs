//! Elements with which a field may begin that says none: of a board, those where nothing else
//! begins.

use super::checker::Checker;
use super::domain_tables::DomainTables;
use super::words::words_in;
use crate::program::DomainId;
use crate::source::Span;
use crate::syntax::ast::{Declared, TypeKind};

/// The most entries of a table that are written out.
const MOST: usize = 8;

impl Checker<'_> {
    /// The first value of a field that has none, as it is written; `..` in a list that would be
    /// long.
    pub(super) fn first_elements(&self, declared: &Declared, domain: DomainId) -> String {
        let all = &self.domains.all[domain.index()].members;
        let count = self.domains.entries_of(declared);
        let free = if self.domains.has_geometry(domain) {
            self.unused_elements(declared, domain)
        } else {
            Vec::new()
        };
        let free = if free.len() < count { all.clone() } else { free };
        let of = |at: usize| free.get(at % free.len().max(1)).cloned().unwrap_or_default();
        match declared.indexes.len() {
            0 => of(0),
            1 if (1..=MOST).contains(&count) => {
                format!("[{}]", (0..count).map(of).collect::<Vec<_>>().join(", "))
            }
            _ => "[..]".to_owned(),
        }
    }

    /// The elements with which no other field of one element begins, without those that are offered
    /// to the fields before.
    fn unused_elements(&self, declared: &Declared, domain: DomainId) -> Vec<String> {
        let single = |each: &&&Declared| matches!(each.ty.kind, TypeKind::Named(_));
        let values = self.state.declared.iter().filter(|each| each.initial.is_some()).filter(single);
        let texts = values.map(|each| self.input.written(Span { start: each.ty.span.end, ..each.span }));
        let used: Vec<&str> = texts.flat_map(words_in).collect();
        let is_bare = |each: &&&Declared| {
            let of =
                matches!(&each.ty.kind, TypeKind::Named(of) if of.text == self.domains.domain_name(domain));
            of && each.initial.is_none() && !each.ty.or_none
        };
        let before = self.state.declared.iter().take_while(|each| each.span != declared.span);
        let offered = before.filter(is_bare).map(|each| self.domains.entries_of(each)).sum();
        let all = self.domains.all[domain.index()].members.iter();
        all.filter(|member| !used.contains(&member.as_str())).skip(offered).cloned().collect()
    }
}

impl DomainTables {
    /// How many entries a field has.
    fn entries_of(&self, declared: &Declared) -> usize {
        let sizes = declared.indexes.iter().map(|index| {
            self.all.iter().find(|domain| domain.name == index.domain.text).map_or(0, |it| it.members.len())
        });
        sizes.product()
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(fields: &str) -> Vec<String> {
        let head = "board P = path(4) enum Kind { man, king }";
        helps_beside(head, &format!("state {{ {fields}, n: 0..9 }}\nmove m when n < 9 {{ n += 1 }}"))
    }

    #[test]
    fn a_piece_begins_where_nothing_else_begins() {
        let cell =
            |text: &str, name: &str| format!("write `{text}` with a C to begin with, or `{name}: C or none`");
        assert_eq!(helps("at: C"), [cell("at: C = a1", "at")]);
        assert_eq!(helps("at: C, to: C"), [cell("at: C = a1", "at"), cell("to: C = b1", "to")]);
        assert_eq!(helps("at: C, to: C = a1, s: set of C = {b1, c3}"), [cell("at: C = b1", "at")]);
        assert_eq!(
            helps("at[Player]: P, to: P, by: P = 2"),
            [
                "write `at[Player]: P = [1, 3]` with a P for each entry, or `at[Player]: P or none`",
                "write `to: P = 4` with a P to begin with, or `to: P or none`"
            ]
        );
        let kind = "with a Kind to begin with";
        assert_eq!(
            helps("one: Kind, two: Kind"),
            [
                format!("write `one: Kind = man` {kind}, or `one: Kind or none`"),
                format!("write `two: Kind = man` {kind}, or `two: Kind or none`")
            ]
        );
    }
}
