//! A table with too few or too many indexes, and the name in scope that may be the one it lacks:
//! `s`, where `sum(s in taken: stones)` is written for `stones[s]`.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::parts::{Parts, parts};
use super::scope::Scope;
use super::words::counted;
use crate::diagnostic::Diagnostic;
use crate::program::Kind;
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Refuses an entry of a table with too few or too many indexes, `given` of them.
    pub(super) fn refuse_index_count<T>(
        &mut self,
        s: &Scope,
        (name, declared): (&str, Span),
        kinds: &[Kind],
        given: usize,
        span: Span,
    ) -> Option<T> {
        let local = kinds.first().and_then(|kind| self.domains.value_in_scope(s, *kind, &[]));
        let bound = kinds.first().and_then(|kind| self.domains.bound_index(s, *kind));
        let beside = if given == 0 { self.index_beside(s, name, span) } else { None };
        // Behind `in` the values of the table are meant.
        let bound = bound.filter(|_| given == 0 && !self.input.stands_behind_in(span));
        let words: Vec<String> = kinds
            .iter()
            .map(|kind| match kind {
                Kind::Element(domain) => self.domains.domain_name(*domain).to_owned(),
                _ => "number".to_owned(),
            })
            .collect();
        let has = if kinds.is_empty() { "none".to_owned() } else { counted(kinds.len(), "index", "indexes") };
        let message = match kinds.len() {
            0 => format!("`{name}` has no indexes, it is one value"),
            _ if given == 0 => format!("`{name}` is a table: it needs {has}"),
            _ if given == 1 => format!("`{name}` has {has}, here is 1"),
            _ => format!("`{name}` has {has}, here are {given}"),
        };
        let both = self.of_both_players(name, kinds, span).filter(|_| given == 0);
        let together = self.all_entries(name, given, span);
        let help = match kinds.len() {
            _ if both.is_some() => both.unwrap_or_default(),
            _ if together.is_some() => {
                format!("write `{}`: the entries together", together.unwrap_or_default())
            }
            0 => format!("write `{name}` alone"),
            1 if given == 0
                && let Some(counted) = self.counted_entries(name, span) =>
            {
                format!("write `count({counted})`: for how many it holds")
            }
            1 if given == 0
                && let Some(named) = self.with_named_index(span, &words[0]) =>
            {
                format!("write `{named}`: it stands for each {} in turn", words[0])
            }
            1 if let Some(index) = &beside => {
                format!("write `{name}[{index}]`, as beside it, or another {} in the brackets", words[0])
            }
            1 if let Some(index) = &bound => {
                format!("write `{name}[{index}]`, or another {} in the brackets", words[0])
            }
            1 if given == 0 && words[0] == "Player" && self.input.is_compared(span) => {
                let rest = self.input.game.text.get(span.end as usize..).unwrap_or("").trim_start();
                let (sign, value) = rest.split_at(if rest.starts_with('!') { 2 } else { 1 });
                let goes_on = |c: char| c.is_alphanumeric() || c == '_';
                let value = value.trim_start().split(|c| !goes_on(c)).next().unwrap_or("..");
                let value = if value.is_empty() { ".." } else { value };
                format!(
                    "write `{name}[me]`, `{name}[opponent]`, or `every p in Player: {name}[p] {sign} {value}` for both"
                )
            }
            1 if given == 0 && words[0] == "Player" => {
                format!("write `{name}[me]`, `{name}[opponent]`, or another Player in the brackets")
            }
            1 if given == 0 && words[0] == "number" => format!(
                "write `{name}[i]` for one entry, `{{ {name}[i] for i in 1..len({name}) }}` for the set of its values, `sum(i in 1..len({name}): {name}[i])` for their sum"
            ),
            1 if given == 0
                && let Some(local) = local =>
            {
                format!("write `{name}[{local}]`, or another {} in the brackets", words[0])
            }
            1 => format!("write `{name}[..]` with a {} in the brackets", words[0]),
            n if given + 1 == n && words[n - 1] != "number" => {
                let text = self.input.game.text.get(span.start as usize..span.end as usize).unwrap_or("");
                let inside = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
                let inside = inside.map(|(inside, _)| inside).filter(|inside| !inside.contains('['));
                let (inside, kind) = (inside.unwrap_or(".."), &words[n - 1]);
                format!(
                    "write `{name}[{inside}, ..]` with a {kind} as the last index; for all of them, `for x in {kind} {{ {name}[{inside}, x] = .. }}` in a body"
                )
            }
            _ => format!("write `{name}[{}]` with a value of each kind", words.join(", ")),
        };
        let diagnostic = Diagnostic::error(codes::INDEX_COUNT, message, span, "not as declared");
        self.reports.refuse(diagnostic.because(declared, "declared here").help(help))
    }
}

impl Checker<'_> {
    /// The index with which the store around a place speaks of a table, else that with which the
    /// same item does wherever else it speaks of it: a word that is known at this place. What is
    /// asked of the opponent is no reason to speak of him elsewhere.
    fn index_beside(&self, s: &Scope, name: &str, at: Span) -> Option<String> {
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
            ["write `worth[s]`, or another number in the brackets"]
        );
        assert_eq!(helps("def at(p: Player) = near(king)"), [format!("write `king[p]`{or_another}")]);
        assert_eq!(
            helps("move hop { king[me] = king }"),
            ["write `king[me]`, as beside it, or another Player in the brackets"]
        );
        // The number may be no index.
        assert!(helps("def all(s: 0..3) = s + worth").concat().contains("write `worth[i]` for one entry"));
        assert!(helps("def at(c: C) = near(king)").concat().contains("`king[me]`"));
    }
}
