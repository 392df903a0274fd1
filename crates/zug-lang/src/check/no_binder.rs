//! Sums and greatest entries that name no member: `max(points)`, and `max(points) wins`, where a
//! comparison decides; `sum(worth[men[A]])`.

use super::checker::Checker;
use super::codes;
use super::global_names::GlobalNames;
use super::global_names::Origin;
use crate::diagnostic::Diagnostic;
use crate::program::{Field, Kind, PLAYER};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::print;

impl Checker<'_> {
    /// Refuses a call without `x in ..:`.
    pub(super) fn refuse_no_binder<T>(&mut self, name: &str, a: &[ast::Expr], span: Span) -> Option<T> {
        let message = format!("`{name}` runs through a set");
        let diagnostic = Diagnostic::error(codes::ARGUMENT_COUNT, message, span, "no `x in ..:` here");
        if let Some((whole, text)) = self.who_has_more(name, a, span) {
            let help = format!("who wins is decided by a comparison: write `{text}`");
            return self.reports.refuse(diagnostic.help(help).likely(whole, text));
        }
        let text = match a {
            [one] if self.names.indexed_field(one).is_some() => {
                let domain = self.names.indexed_field(one)?;
                let letter = self.free_name(span, &domain);
                format!("{name}({letter} in {domain}: {}[{letter}])", print::whole(one))
            }
            [one] if self.names.is_list(one) => {
                let list = print::whole(one);
                format!("{name}(i in 1..len({list}): {list}[i])")
            }
            [one] if let Some(text) = self.of_slice(name, one, span) => text,
            [one] if let Some(text) = self.of_each_member(name, one, span) => text,
            [one] => format!("{name}(x in {}: x)", print::whole(one)),
            [first, second] if name == "union" => {
                format!("{} + {}", print::operand(first), print::operand(second))
            }
            [first, second] if name == "sum" => {
                format!("{} + {}", print::operand(first), print::operand(second))
            }
            _ => return self.reports.refuse(diagnostic.help(format!("write `{name}(x in S: ..)`"))),
        };
        self.reports.refuse(diagnostic.help(format!("write `{text}`")).likely(span, text))
    }

    /// `sum(i in 1..q: left[i])` for `sum(left[1..q])`.
    fn of_slice(&self, name: &str, of: &ast::Expr, span: Span) -> Option<String> {
        let ast::ExprKind::At(table, indexes) = &of.kind else { return None };
        let [range] = indexes.as_slice() else { return None };
        let known = self.names.is_list(table) || self.names.indexed_field(table).is_some();
        let is_range = matches!(range.kind, ast::ExprKind::Binary(ast::BinaryOp::Range, ..));
        (known && is_range).then(|| {
            let letter = self.free_name(span, "index");
            let (set, table) = (print::whole(range), print::whole(table));
            format!("{name}({letter} in {set}: {table}[{letter}])")
        })
    }

    /// `sum(c in men[A]: worth[c])` for `sum(worth[men[A]])`, where a field of sets is the index.
    fn of_each_member(&self, name: &str, of: &ast::Expr, span: Span) -> Option<String> {
        let ast::ExprKind::At(table, indexes) = &of.kind else { return None };
        let [index] = indexes.as_slice() else { return None };
        let head = match &index.kind {
            ast::ExprKind::At(head, _) => head,
            _ => index,
        };
        let ast::ExprKind::Name(field) = &head.kind else { return None };
        let field = self.state.fields.iter().find(|each| each.name == field.text)?;
        let Kind::Set(domain) = field.ty.kind else { return None };
        let letter = self.free_name(span, self.domains.domain_name(domain));
        let (set, table) = (print::whole(index), print::whole(table));
        Some(format!("{name}({letter} in {set}: {table}[{letter}])"))
    }

    /// The comparison that `max(points) wins` means, where a field has an entry for each
    /// player; and the whole outcome.
    fn who_has_more(&self, name: &str, a: &[ast::Expr], span: Span) -> Option<(Span, String)> {
        let [entry] = a else { return None };
        let behind = self.input.game.text.get(span.end as usize..)?;
        let word = behind.trim_start().strip_prefix("wins")?;
        let whole = Span { end: span.end + (behind.len() - word.len()) as u32, ..span };
        if self.names.indexed_field(entry).as_deref() != Some(self.domains.domain_name(PLAYER)) {
            return None;
        }
        let field = print::whole(entry);
        let [first, second] = &self.domains.all[PLAYER.index()].members[..] else { return None };
        let (more, less) = if name == "min" { ("<", ">") } else { (">", "<") };
        let is_set_field = |each: &Field| each.name == field && matches!(each.ty.kind, Kind::Set(_));
        let is_set = self.state.fields.iter().any(is_set_field);
        let entry = |player: &str| match is_set {
            true => format!("count({field}[{player}])"),
            false => format!("{field}[{player}]"),
        };
        let (one, two) = (entry(first), entry(second));
        let text = format!(
            "if {one} {more} {two} then {first} wins else if {one} {less} {two} then {second} wins else draw"
        );
        Some((whole, text))
    }
}

impl GlobalNames<'_> {
    /// The domain by which a field or a table alone is indexed.
    pub(super) fn indexed_field(&self, a: &ast::Expr) -> Option<String> {
        let ast::ExprKind::Name(name) = &a.kind else { return None };
        let indexes: &[ast::Index] = match self.globals[self.global(&name.text)?].origin {
            Origin::Field(declared) | Origin::Param(declared) => &declared.indexes,
            Origin::Let { indexes, .. } => indexes,
            _ => return None,
        };
        match indexes {
            [one] => Some(one.domain.text.clone()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn a_slice_runs_through_its_indexes() {
        let state = "range P = 1..4 state { left[P]: 0..9, n: 0..9 }";
        let help = ["write `sum(i in 1..q: left[i])`"];
        assert_eq!(helps_beside(state, "move m(q in P) { n = sum(left[1..q]) left[q] = 0 }"), help);
    }

    fn helps(state: &str, line: &str) -> Vec<String> {
        helps_beside(state, &format!("move m(c in C) {{ n = 1 }}\n{line}"))
    }

    #[test]
    fn who_has_most_is_asked_by_a_comparison() {
        let state = "state { n: 0..9, points[Player]: 0..9, men[Player]: set of C }";
        let compared = |outcome: &str| helps(state, &format!("end when n = 1 => {outcome}"));
        let more = |a: &str, b: &str, sign: &str, other: &str| {
            format!(
                "who wins is decided by a comparison: write `if {a} {sign} {b} then Ann wins else if {a} {other} {b} then Bob wins else draw`"
            )
        };
        let (a, b) = ("points[Ann]", "points[Bob]");
        assert_eq!(compared("max(points) wins"), [more(a, b, ">", "<")]);
        assert_eq!(compared("min(points) wins"), [more(a, b, "<", ">")]);
        assert_eq!(compared("max(men) wins"), [more("count(men[Ann])", "count(men[Bob])", ">", "<")]);
        let number = helps(state, "end when max(points) > 3 => draw");
        assert_eq!(number, ["write `max(p in Player: points[p])`"]);
    }

    #[test]
    fn a_table_of_a_set_is_asked_of_each_member() {
        let state = "let worth[C] = [1, 2, 3, 4, 5, 6, 7, 8, 9]\nstate { n: 0..9, men[Player]: set of C, lit: set of C }";
        let of = |set: &str| helps(state, &format!("end when sum(worth[{set}]) > n => draw"));
        assert_eq!(of("men[Ann]"), ["write `sum(c in men[Ann]: worth[c])`"]);
        assert_eq!(of("lit"), ["write `sum(c in lit: worth[c])`"]);
    }
}
