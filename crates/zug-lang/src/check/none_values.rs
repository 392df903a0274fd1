//! Says why a value comes out as `none` where none is allowed: most often an index that counts from
//! 0.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::global_names::Origin;
use super::input::CheckInput;
use super::parts::{all_within, parts};
use super::scope::Scope;
use super::written::Written;
use crate::diagnostic::Diagnostic;
use crate::program::{Kind, Type};
use crate::source::Span;
use crate::syntax::ast::{self, CompareOp, Expr, ExprKind, Initial, ItemKind, Name, StatementKind};
use crate::syntax::print;

/// An index at which nothing stands, and the one that is meant.
struct Outside {
    place: Span,
    written: String,
    meant: String,
    why: &'static str,
}

impl Checker<'_> {
    /// Reports `none` where it is not allowed.
    pub(super) fn refuse_none<T>(&mut self, span: Span, what: &str) -> Option<T> {
        let message = format!("{what} comes out as `none`");
        let help = "`none` comes of stepping off a board, of dividing by 0, of what is not in a domain";
        let plain = Diagnostic::error(codes::NONE_HERE, message, span, "this is `none`").help(help);
        let Some(value) = self.input.expression_at(span) else { return self.reports.refuse(plain) };
        if let Some(found) = self.index_outside(value, 0) {
            let message = format!("nothing stands at `{}`: {}", found.written, found.why);
            let report = Diagnostic::error(codes::NONE_HERE, message, found.place, "this is `none`");
            let report =
                if found.place == span { report } else { report.because(span, "and so this is `none`") };
            let help = format!("write `{}`", found.meant);
            return self.reports.refuse(report.help(help).likely(found.place, found.meant));
        }
        match self.range_from_zero(value) {
            Some((name, place, meant)) => {
                let message = format!("{name} counts from 1, and this range from 0");
                let report = Diagnostic::error(codes::NONE_HERE, message, place, "begins with 0");
                let report = report.because(span, "and so this is `none` once");
                self.reports.refuse(report.help(format!("write `{meant}`")).likely(place, meant))
            }
            None => match self.domains.cell_outside(value) {
                Some(help) => self.reports.refuse(plain.help(help)),
                None => self.reports.refuse(plain),
            },
        }
    }

    /// The help where `none`, or the empty set, is compared with what is never `none`.
    pub(super) fn never_none_beside(&self, a: &Written, b: &Written, types: (Type, Type)) -> Option<String> {
        let is_nothing =
            |kind: Kind| kind == Kind::Nothing || matches!(kind, Kind::IntSet { low, high } if low > high);
        match (is_nothing(a.kind), is_nothing(b.kind)) {
            (false, true) => self.never_none(&a.text, types.0),
            (true, false) => self.never_none(&b.text, types.1),
            _ => None,
        }
    }

    /// The help for a value that is asked whether it is `none` and never is.
    pub(super) fn never_none(&self, text: &str, ty: Type) -> Option<String> {
        let single = matches!(ty.kind, Kind::Element(_) | Kind::Int { .. } | Kind::Bool);
        if ty.or_none || !single {
            return None;
        }
        let name = text.split('[').next().unwrap_or(text);
        Some(match self.declared_or_none(name) {
            Some(field) => format!(
                "`{text}` is never `none`: where it may be, declare it `{field}` and write `{text} = none`"
            ),
            None => format!("`{text}` is never `none`: delete this question"),
        })
    }

    /// The declaration of a field of single values that may be `none`: `at: C or none`.
    pub(super) fn declared_or_none(&self, name: &str) -> Option<String> {
        let Origin::Field(declared) = self.names.globals[self.names.global(name)?].origin else {
            return None;
        };
        let head = Span { end: declared.ty.span.end, ..declared.name.span };
        Some(format!("{} or none", self.input.on_one_line(head)))
    }

    /// What a name is compared with, or stored to: an expression and its type.
    pub(super) fn opposite_side(&mut self, s: &Scope, name: &Name) -> Option<(String, Type)> {
        let all = parts(&self.input.item_at(name.span)?.kind);
        let other = all.exprs.iter().find_map(|e| match &e.kind {
            ExprKind::Compare(first, rest) => match rest.as_slice() {
                [(op, ..)] if !matches!(op, CompareOp::Equal | CompareOp::NotEqual) => None,
                [(_, _, right)] if right.span == name.span => Some(first.as_ref()),
                [(_, _, right)] if first.span == name.span => Some(right),
                _ => None,
            },
            _ => None,
        });
        if let Some(other) = other {
            return Some((print::operand(other), self.tried(s, other)?));
        }
        let target = all.statements.iter().find_map(|each| match &each.kind {
            StatementKind::Assign { target, value, .. } if value.span == name.span => Some(target),
            _ => None,
        })?;
        let field = self.state.fields.iter().find(|field| field.name == target.text)?;
        Some((target.text.clone(), field.ty))
    }

    /// An index in a value, or in the constants that it is made of, at which there is nothing.
    fn index_outside(&self, value: &Expr, depth: usize) -> Option<Outside> {
        /// The most constants that are followed from one to the next.
        const DEEP: usize = 8;
        let constant = |name: &Name| match self.names.globals[self.names.global(&name.text)?].origin {
            Origin::Let { indexes: [], value: Initial::One(value), .. } => Some(value),
            _ => None,
        };
        all_within(value).into_iter().find_map(|e| match &e.kind {
            ExprKind::Name(name) if depth < DEEP => self.index_outside(constant(name)?, depth + 1),
            ExprKind::At(of, indexes) => self.entry_outside(e, of, indexes),
            _ => None,
        })
    }

    fn entry_outside(&self, e: &Expr, of: &Expr, indexes: &[Expr]) -> Option<Outside> {
        let ([index], ExprKind::Name(table)) = (indexes, &of.kind) else { return None };
        let n = index.written_integer()?;
        let list = self.names.is_list(of);
        if self.is_empty_list(&table.text) {
            return None;
        }
        let low = match list {
            true => 1,
            false => self.lowest_index(&table.text)?,
        };
        let (meant, why) = match (n, list) {
            (0, _) if low == 1 && list => ("1".to_owned(), "lists count from 1"),
            (0, _) if low == 1 => ("1".to_owned(), "it counts from 1"),
            (..0, true) => {
                let back = if n == -1 { String::new() } else { format!(" - {}", -n - 1) };
                (format!("len({}){back}", table.text), "lists are not counted from the end")
            }
            (1.., true) => (format!("len({})", table.text), "the list is shorter"),
            _ => return None,
        };
        let meant = format!("{}[{meant}]", table.text);
        Some(Outside { place: e.span, written: print::whole(e), meant, why })
    }

    /// Whether a list has no entries as it is written, so that it has no last one.
    fn is_empty_list(&self, name: &str) -> bool {
        let Some(global) = self.names.global(name) else { return false };
        let Origin::Param(declared) = self.names.globals[global].origin else { return false };
        matches!(&declared.initial, Some(Initial::List(all, _)) if all.is_empty())
    }

    /// The least index of a table by integers.
    fn lowest_index(&self, table: &str) -> Option<i64> {
        let indexes = match self.names.globals[self.names.global(table)?].origin {
            Origin::Let { indexes, .. } => indexes,
            Origin::Param(declared) | Origin::Field(declared) => &declared.indexes,
            _ => return None,
        };
        let [ast::Index { domain, .. }] = indexes else { return None };
        let id = (0..self.domains.all.len()).find(|id| self.domains.all[*id].name == domain.text)?;
        self.domains.low(crate::program::DomainId(id as u32))
    }

    /// The range from 0 by which a list is read at an index, with its place and the range that is
    /// meant.
    fn range_from_zero(&self, value: &Expr) -> Option<(String, Span, String)> {
        all_within(value).into_iter().find_map(|e| {
            let ExprKind::At(of, indexes) = &e.kind else { return None };
            let ([Expr { kind: ExprKind::Name(index), .. }], true) =
                (indexes.as_slice(), self.names.is_list(of))
            else {
                return None;
            };
            let (place, low, high) = self.input.range_of_index(value.span, &index.text)?;
            let list = print::whole(of);
            let last = format!("len({list})");
            let end = print::whole(high);
            let meant = match end.strip_suffix(" - 1") {
                Some(end) => format!("1..{end}"),
                None if matches!(high.kind, ExprKind::Int(_)) => format!("1..{last}"),
                None => format!("1..{end}"),
            };
            (low.written_integer()? == 0).then(|| (format!("`{list}`"), place, meant))
        })
    }
}

impl DomainTables {
    /// The columns and rows that a board has, where a cell beyond them is written in a value.
    fn cell_outside(&self, value: &Expr) -> Option<String> {
        all_within(value).into_iter().find_map(|e| {
            let ExprKind::Call(board, arguments) = &e.kind else { return None };
            let [x, y] = arguments.as_slice() else { return None };
            let (x, y) = (x.written_integer()?, y.written_integer()?);
            let id = (0..self.all.len()).find(|id| self.all[*id].name == board.text)?;
            let all = self.coordinates(crate::program::DomainId(id as u32))?;
            let (columns, rows) = all.iter().fold((0, 0), |(x, y), cell| (x.max(cell.0), y.max(cell.1)));
            let help = format!(
                "there is no `{}({x}, {y})`: columns of `{0}` count from 1 to {columns}, rows from 1 to {rows}",
                board.text
            );
            (!all.contains(&(x, y))).then_some(help)
        })
    }
}

impl CheckInput<'_> {
    /// The expression of the definition that stands at a place.
    fn expression_at(&self, at: Span) -> Option<&Expr> {
        let item = self.item_at(at)?;
        parts(&item.kind).exprs.into_iter().find(|e| e.span == at)
    }

    /// The bounds of the range that the name of an index runs through.
    fn range_of_index(&self, at: Span, name: &str) -> Option<(Span, &Expr, &Expr)> {
        let item = self.item_at(at)?;
        let indexes: Vec<&ast::Index> = match &item.kind {
            ItemKind::State { fields, .. } => fields.iter().flat_map(|field| &field.indexes).collect(),
            ItemKind::Let { indexes, .. } => indexes.iter().collect(),
            _ => Vec::new(),
        };
        let named = |index: &&&ast::Index| index.name.as_ref().is_some_and(|each| each.text == name);
        let domain = &indexes.iter().find(named)?.domain.text;
        self.game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Range { name, low, high } if name.text == *domain => {
                Some((low.span.to(high.span), low, high))
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("param row: list of 1..9 = [4, 7, 2]", lines)
    }

    fn first(value: &str) -> Vec<String> {
        helps(&format!("state {{ low: 1..9 = {value} }}\nmove m when low > 1 {{ low -= 1 }}"))
    }

    #[test]
    fn indexes_that_count_otherwise_are_told_where_they_stand() {
        assert_eq!(first("row[0]"), ["write `row[1]`"]);
        assert_eq!(first("row[-1]"), ["write `row[len(row)]`"]);
        assert_eq!(first("row[-2]"), ["write `row[len(row) - 1]`"]);
        assert_eq!(first("row[4]"), ["write `row[len(row)]`"]);
        assert_eq!(first("row[1]"), [""; 0]);
        let none = helps_beside(
            "param row: list of 1..9 = []",
            "state { low: 1..9 = row[1] }\nmove m when low > 1 { low -= 1 }",
        );
        assert!(none.iter().all(|help| !help.contains("row[len(row)]")), "{none:?}");
        let by_let = "let left = row[0]\nlet right = left\nstate { low: 1..9 = right }\nmove m when low > 1 { low -= 1 }";
        assert_eq!(helps(by_let), ["write `row[1]`"]);
    }

    #[test]
    fn a_cell_beyond_its_board_is_told_with_the_bounds() {
        let at = |first: &str| {
            helps(&format!("state {{ at: C = {first} }}\nmove m(c in C) when c != at {{ at = c }}"))
        };
        let none = |cell: &str| {
            [format!("there is no `C({cell})`: columns of `C` count from 1 to 3, rows from 1 to 3")]
        };
        assert_eq!(at("C(4, 1)"), none("4, 1"));
        assert_eq!(at("C(1, 0)"), none("1, 0"));
        assert_eq!(at("C(3, 3)"), [""; 0]);
    }

    #[test]
    fn what_is_never_none_is_declared_so_that_it_may_be() {
        let head = "state { at: C = a1, n: 0..9, own[C]: Player = Ann, off: C or none }\n";
        let guard = |condition: &str| {
            helps(&format!("{head}move m(c in C) when {condition} {{ at = c n = 1 own[c] = me off = c }}"))
        };
        let never = |text: &str, field: &str| {
            [format!(
                "`{text}` is never `none`: where it may be, declare it `{field} or none` and write `{text} = none`"
            )]
        };
        for word in ["at = null", "at = empty", "at != {}", "at > none", "nil = at"] {
            assert_eq!(guard(word), never("at", "at: C"), "{word}");
        }
        assert_eq!(guard("n = null"), never("n", "n: 0..9"));
        assert_eq!(guard("own[c] = nobody"), never("own[c]", "own[C]: Player"));
        assert_eq!(guard("c = null"), ["`c` is never `none`: delete this question"]);
        assert_eq!(guard("off = null"), ["write `none`"]);
        assert_eq!(guard("off = {}"), ["write `off = none` if that is meant"]);
        let stored = |value: &str| {
            helps(&format!("{head}move m(c in C) when c != at {{ at = {value} n = 1 own[c] = me off = c }}"))
        };
        assert_eq!(stored("none"), ["declare it `at: C or none`"]);
        assert_eq!(stored("null"), never("at", "at: C"));
    }

    #[test]
    fn a_range_from_zero_over_a_list_is_told() {
        let heaps = |ends: &str| {
            helps(&format!(
                "range Heap = {ends}\nstate {{ left[h: Heap]: 0..9 = row[h] }}\nmove m(h in Heap) when left[h] > 0 {{ left[h] -= 1 }}"
            ))
        };
        assert_eq!(heaps("0..len(row) - 1"), ["write `1..len(row)`"]);
        assert_eq!(heaps("0..2"), ["write `1..len(row)`"]);
        assert_eq!(heaps("1..len(row)"), [""; 0]);
    }
}
