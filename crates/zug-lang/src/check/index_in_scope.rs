//! The name in scope that may be the index of a table: `s`, where `sum(s in taken: stones)` is
//! written for `stones[s]`.

use super::domain_tables::DomainTables;
use super::scope::Scope;
use crate::program::Kind;

impl DomainTables {
    /// The innermost name in scope that stands for one element of an index: one that is bound to
    /// elements of its domain, or to numbers that are all indexes.
    pub(super) fn bound_index(&self, s: &Scope, index: Kind) -> Option<String> {
        let within = |(low, high), (first, last)| first <= low && high <= last;
        let numbers = |kind: Kind| match kind {
            Kind::Int { low, high } => Some((low, high)),
            Kind::Element(domain) => self.numbers(domain),
            _ => None,
        };
        let fits = |kind: Kind| match index {
            Kind::Int { low, high } => numbers(kind).is_some_and(|ends| within(ends, (low, high))),
            _ => kind == index && matches!(kind, Kind::Element(_)),
        };
        let bound = s.bindings.iter().rev();
        let mut locals = bound.filter(|it| it.local.is_some_and(|local| fits(s.ty(local).kind)));
        locals.next().map(|it| it.name.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(line: &str) -> Vec<String> {
        let lines = "param worth: list of 1..9 = [3, 1, 2] range P = 1..3\nstate { taken: set of P, king[Player]: C = a1, n: 0..9 }";
        helps_beside(lines, &format!("move m(c in C) {{ n = 1 }}\n{line}"))
    }

    #[test]
    fn what_is_bound_to_an_index_stands_in_the_brackets() {
        let or_another = ", or another Player in the brackets";
        assert_eq!(
            helps("def all = sum(s in taken: worth)"),
            ["write `worth[s]`, or another number from 1 to 3 in the brackets"]
        );
        assert_eq!(helps("def at(p: Player) = near(king)"), [format!("write `king[p]`{or_another}")]);
        // The number may be no index.
        assert!(helps("def all(s: 0..3) = s + worth").concat().contains("write `worth[i]` for one entry"));
        assert!(helps("def at(c: C) = near(king)").concat().contains("`king[me]`"));
    }
}
