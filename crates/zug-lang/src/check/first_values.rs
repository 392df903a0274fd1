//! First values in another form: `at[Player]: Cell = { a1, c3 }`, `last: Cell = none`,
//! `s: set of Cell = []`.

use super::checker::Checker;
use super::codes;
use super::reports::Reports;
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Kind};
use crate::source::Span;
use crate::syntax::ast::{Declared, Expr, ExprKind, Initial, TypeKind};
use crate::syntax::elsewhere;

impl Checker<'_> {
    /// Refuses a set literal in the place of a list of values that are no sets; `domains` are those
    /// of the indexes that have no value yet.
    pub(super) fn refuse_braced_list<T>(
        &mut self,
        domains: &[DomainId],
        kind: Option<Kind>,
        e: &Expr,
    ) -> Option<Option<T>> {
        let kind = kind?;
        let whole = match kind {
            Kind::Set(of) => levels(e) <= self.levels_of_members(of) + 1,
            Kind::Element(of) => levels(e) <= self.levels_of_members(of),
            kind => matches!(kind, Kind::IntSet { .. } | Kind::Sets(_)),
        };
        let text = if whole { None } else { self.listed(domains, e) }?;
        let each = self.domains.domain_name(*domains.first()?);
        let message = format!("one value for each {each} stands in a list, in square brackets");
        let report = Diagnostic::error(codes::MISMATCH, message, e.span, "this is a set");
        Some(self.reports.refuse(report.help(format!("write `{text}`")).likely(e.span, text)))
    }

    /// How many levels of braces a member of this domain has when it is written as a set.
    fn levels_of_members(&self, mut domain: DomainId) -> usize {
        let mut levels = 0;
        while let Some(base) = self.domains.base(domain) {
            (domain, levels) = (base, levels + 1);
        }
        levels
    }

    /// A set literal as the list with one entry for each element of the first domain.
    fn listed(&self, domains: &[DomainId], e: &Expr) -> Option<String> {
        let (ExprKind::Set(items), [first, rest @ ..]) = (&e.kind, domains) else { return None };
        if items.len() < 2 || items.len() != self.domains.all[first.index()].len() {
            return None;
        }
        let item = |item: &Expr| {
            let listed = self.listed(rest, item).filter(|_| !rest.is_empty());
            listed.unwrap_or_else(|| self.input.written(item.span).to_owned())
        };
        Some(format!("[{}]", items.iter().map(item).collect::<Vec<String>>().join(", ")))
    }

    /// Whether a value is `none`, or a word for it of other languages that nothing is called here.
    fn is_none(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::None => true,
            ExprKind::Name(name) => {
                let word = name.text.as_str();
                let named =
                    self.names.global(word).is_some() || self.input.element_declaration(word).is_some();
                elsewhere::value_word(word) == Some("none") && !named
            }
            _ => false,
        }
    }

    /// Whether the first value of a field is `none`, though its type has no `or none`: this is told
    /// by `refuse_no_first_value`.
    pub(super) fn begins_with_none(&self, declared: &Declared) -> bool {
        let none = matches!(&declared.initial, Some(Initial::One(e)) if self.is_none(e));
        let single = matches!(declared.ty.kind, TypeKind::Named(_) | TypeKind::Range(..));
        let set = self.input.setting_initial(&declared.name.text).is_some();
        none && single && !declared.ty.or_none && !set
    }

    /// Refuses `none`, `{}` or `[]` as the first value of a field that is never so.
    pub(super) fn refuse_no_first_value(&mut self, declared: &Declared) -> Option<()> {
        let initial = declared.initial.as_ref()?;
        let (none, empty, span) = match initial {
            Initial::One(e) => {
                let empty = matches!(&e.kind, ExprKind::Set(items) if items.is_empty());
                (self.is_none(e), empty, e.span)
            }
            Initial::List(items, span) => (false, items.is_empty(), *span),
        };
        let is_set = matches!(declared.ty.kind, TypeKind::SetOf(_));
        let element = match &declared.ty.kind {
            TypeKind::Named(name) => self.names.global(&name.text).is_some(),
            TypeKind::Range(..) => none,
            _ => false,
        };
        let list = matches!(initial, Initial::List(..));
        if declared.ty.or_none || !none && !empty || is_set && empty && !list {
            return None;
        }
        let head = self.input.written(declared.span).split('=').next().unwrap_or("").trim().to_owned();
        let (message, help) = match (is_set, element) {
            (true, _) => {
                ("a set without members is `{}`", format!("write `{head}`: a set is empty at the beginning"))
            }
            (_, true) => (
                "what may be without a value says so in its type",
                format!("write `{head} or none`: it is `none` at the beginning"),
            ),
            _ => return None,
        };
        let code = if none { codes::NONE_HERE } else { codes::MISMATCH };
        let text = if is_set { head } else { format!("{head} or none") };
        self.reports.report(
            Diagnostic::error(code, message, span, "no value").help(help).likely(declared.span, text),
        );
        Some(())
    }
}

impl Reports<'_> {
    /// Refuses a list of lists as the values of a table of sets: `[[a1, b1], [c3]]`; `indexes` are
    /// those of the table that have no value yet.
    pub(super) fn refuse_lists_for_sets<T>(
        &mut self,
        indexes: usize,
        kind: Option<Kind>,
        items: &[Initial],
        span: Span,
    ) -> Option<Option<T>> {
        let sets = matches!(kind, Some(Kind::Set(_) | Kind::IntSet { .. }));
        let lists = items.iter().all(|item| matches!(item, Initial::List(..)));
        if !sets || !lists || indexes != 1 || items.is_empty() {
            return None;
        }
        let inner = |item: &Initial| match item {
            Initial::List(_, span) => {
                let text = self.input.written(*span);
                format!("{{{}}}", text.get(1..text.len().max(2) - 1).unwrap_or(""))
            }
            Initial::One(e) => self.input.written(e.span).to_owned(),
        };
        let text = format!("[{}]", items.iter().map(inner).collect::<Vec<_>>().join(", "));
        let report =
            Diagnostic::error(codes::WRONG_LENGTH, "a set stands in braces", span, "lists in a list");
        Some(self.refuse(report.help(format!("write `{text}`")).likely(span, text)))
    }

    /// Says of a first value outside of its bounds how the bound is written that it passes.
    pub(super) fn name_passed_bound(&mut self, before: usize, declared: &Declared) {
        let TypeKind::Range(low, high) = &declared.ty.kind else { return };
        let texts = [low, high].map(|e| match e.kind {
            ExprKind::Int(_) => None,
            _ => Some(self.input.written(e.span).to_owned()),
        });
        let Some([report]) = self.list.get_mut(before..) else { return };
        let help = report.help.clone().unwrap_or_default();
        let wider = help.split_once("widen the bounds to ").map_or("", |(_, bounds)| bounds);
        let above =
            report.message.rsplit_once(" is declared ").and_then(|(_, bounds)| bounds.split_once(".."));
        let Some((_, most)) = above.filter(|_| report.code == codes::OUTSIDE) else { return };
        let passed = match help.starts_with(&format!("write `{most}`")) {
            true => &texts[1],
            false => &texts[0],
        };
        if let Some(text) = passed {
            report.help = Some(format!("write `{text}`, or widen the bounds, here to {wider}"));
        }
    }
}

/// How many levels of braces a set has that is written out, around each of its members.
fn levels(e: &Expr) -> usize {
    match &e.kind {
        ExprKind::Set(items) => 1 + items.iter().map(levels).min().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{helps_about, helps_beside};

    fn helps(state: &str) -> Vec<String> {
        let head = "enum Coin { tin, iron, gold } param n: 1..9 = 4";
        helps_beside(&format!("{head} {state}"), "move m(c in C) { s += c }")
    }

    #[test]
    fn one_value_for_each_entry_stands_in_a_list() {
        assert_eq!(helps("state { s: set of C, at[Player]: C = { a1, c3 } }"), ["write `[a1, c3]`"]);
        assert_eq!(helps("let worth[Coin]: 0..9 = {1, 2, 5} state { s: set of C }"), ["write `[1, 2, 5]`"]);
        let two = "state { s: set of C, k[Player, Coin]: 0..9 = {{1, 2, 3}, {4, 5, 6}} }";
        assert_eq!(helps(two), ["write `[[1, 2, 3], [4, 5, 6]]`"]);
        assert_eq!(helps("state { s: set of C, t[Player]: set of C = { a1, c3 } }"), [""; 0]);
        let sets = "state { s: set of C, t[Player]: set of C = { {a1, b1}, {c3} } }";
        assert_eq!(helps(sets), ["write `[{a1, b1}, {c3}]`"]);
        let lists = "state { s: set of C, t[Player]: set of C = [[a1, b1], [c3]] }";
        assert_eq!(helps(lists), ["write `[{a1, b1}, {c3}]`"]);
    }

    #[test]
    fn a_set_that_is_a_member_is_one_value_for_all_entries() {
        let edges = |state: &str| {
            helps_about(&format!(
                "game \"G\" players Ann, Bob board C = grid(3, 1)\n\
                 family Edge of C = {{ {{c, east(c)}} for c in C }}\n\
                 family Pair of Edge = {{ {{e, f}} for e in Edge, f in Edge where e < f }} + {{ Edge }}\n\
                 state {{ {state}, n: 0..3 = 3 }} allow unused\n\
                 move m(e in Edge) when n > 0 {{ n -= 1 }} stuck => me loses"
            ))
        };
        assert_eq!(edges("at[Player]: Edge = {a1, b1}"), [""; 0]);
        assert_eq!(edges("at[p: Player]: Edge = {a1, b1}"), [""; 0]);
        assert_eq!(edges("at[Player]: Edge or none = {a1, c1}"), [""; 0]);
        assert_eq!(edges("at[Player]: Pair = {{a1, b1}, {b1, c1}}"), [""; 0]);
        assert_eq!(edges("at[Player]: Edge = { {a1, b1}, {b1, c1} }"), ["write `[{a1, b1}, {b1, c1}]`"]);
        let pairs = "at[Player]: Pair = { {{a1, b1}, {b1, c1}}, {{a1, b1}, {b1, c1}} }";
        assert_eq!(edges(pairs), ["write `[{{a1, b1}, {b1, c1}}, {{a1, b1}, {b1, c1}}]`"]);
    }

    #[test]
    fn what_has_no_value_at_first_says_so_in_its_type() {
        let none = "it is `none` at the beginning";
        assert_eq!(helps("state { s: set of C, k: C = none }"), [format!("write `k: C or none`: {none}")]);
        assert_eq!(
            helps("state { s: set of C, k: 0..3 = none }"),
            [format!("write `k: 0..3 or none`: {none}")]
        );
        assert_eq!(
            helps("state { s: set of C = none }"),
            ["write `s: set of C`: a set is empty at the beginning"]
        );
        assert_eq!(
            helps("state { s: set of C = [] }"),
            ["write `s: set of C`: a set is empty at the beginning"]
        );
        assert_eq!(helps("state { s: set of C = {}, k: C or none = none }"), [""; 0]);
    }

    #[test]
    fn what_is_none_at_first_may_be_stored_so() {
        let field = |field: &str| {
            helps_beside(
                &format!("state {{ {field}, s: set of C }}"),
                "move m(c in C) when c != k { k = none s += c }",
            )
        };
        let said = ["write `k: C or none`: it is `none` at the beginning"];
        for word in ["null", "None", "nil", "none"] {
            assert_eq!(field(&format!("k: C = {word}")), said, "{word}");
        }
        assert_eq!(field("k: C or none = null"), ["write `none`"]);
        assert_eq!(field("k: C = a1"), ["declare it `k: C or none`"]);
        let own = helps_beside(
            "enum E { nothing, man } state { k: E = nothing, s: set of C }",
            "move m(c in C - s) when k = nothing { k = man s += c }",
        );
        assert_eq!(own, [""; 0]);
    }

    #[test]
    fn a_bound_is_named_as_it_is_written() {
        assert_eq!(
            helps("state { s: set of C, k: 0..n = n + 1 }"),
            ["write `n`, or widen the bounds, here to `0..5`"]
        );
        assert_eq!(helps("state { s: set of C, k: 0..3 = 4 }"), ["write `3`, or widen the bounds to `0..4`"]);
    }
}
