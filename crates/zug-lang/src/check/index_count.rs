//! A table with too few or too many indexes, and the name in scope that may be the one it lacks:
//! `s`, where `sum(s in taken: stones)` is written for `stones[s]`.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::input::CheckInput;
use super::scope::Scope;
use super::words::counted;
use crate::diagnostic::Diagnostic;
use crate::program::Kind;
use crate::source::Span;

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
            1 if given == 0 && words[0] == "number" && self.input.counted_alone(span).is_some() => {
                format!("write `len({name})`: the number of its entries")
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
        let mut diagnostic = Diagnostic::error(codes::INDEX_COUNT, message, span, "not as declared");
        if let Some(whole) = self.input.counted_alone(span).filter(|_| help.starts_with("write `len(")) {
            diagnostic = diagnostic.likely(whole, format!("len({name})"));
        }
        self.reports.refuse(diagnostic.because(declared, "declared here").help(help))
    }
}

impl CheckInput<'_> {
    /// The whole of `count(row)` around the place of `row`.
    fn counted_alone(&self, at: Span) -> Option<Span> {
        let text = &self.game.text;
        let (before, behind) = (text.get(..at.start as usize)?, text.get(at.end as usize..)?);
        let call = before.trim_end_matches(' ').strip_suffix('(')?.strip_suffix("count")?;
        let apart = !call.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let blanks = behind.len() - behind.trim_start_matches(' ').len();
        let closed = behind.trim_start_matches(' ').starts_with(')');
        let whole = Span { start: call.len() as u32, end: at.end + blanks as u32 + 1, ..at };
        (apart && closed && at.file == self.game.span.file).then_some(whole)
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
