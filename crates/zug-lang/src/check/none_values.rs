//! Says why a value comes out as `none` where none is allowed: most often an index that counts from
//! 0.

use super::checker::Checker;
use super::codes;
use super::parts::{all_within, parts};
use super::resolve::Origin;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, Expr, ExprKind, Initial, ItemKind, Name};
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
        let Some(value) = self.expression_at(span) else { return self.refuse(plain) };
        if let Some(found) = self.index_outside(value, 0) {
            let message = format!("nothing stands at `{}`: {}", found.written, found.why);
            let report = Diagnostic::error(codes::NONE_HERE, message, found.place, "this is `none`");
            let report =
                if found.place == span { report } else { report.because(span, "and so this is `none`") };
            let help = format!("write `{}`", found.meant);
            return self.refuse(report.help(help).likely(found.place, found.meant));
        }
        match self.range_from_zero(value) {
            Some((name, place, meant)) => {
                let message = format!("{name} counts from 1, and this range from 0");
                let report = Diagnostic::error(codes::NONE_HERE, message, place, "begins with 0");
                let report = report.because(span, "and so this is `none` once");
                self.refuse(report.help(format!("write `{meant}`")).likely(place, meant))
            }
            None => self.refuse(plain),
        }
    }

    /// The expression of the definition that stands at a place.
    fn expression_at(&self, at: Span) -> Option<&Expr> {
        let item = self.item_at(at)?;
        parts(&item.kind).exprs.into_iter().find(|e| e.span == at)
    }

    /// An index in a value, or in the constants that it is made of, at which there is nothing.
    fn index_outside(&self, value: &Expr, depth: usize) -> Option<Outside> {
        /// The most constants that are followed from one to the next.
        const DEEP: usize = 8;
        let constant = |name: &Name| match self.globals[self.global(&name.text)?].origin {
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
        let list = self.is_list(of);
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

    /// The least index of a table by integers.
    fn lowest_index(&self, table: &str) -> Option<i64> {
        let indexes = match self.globals[self.global(table)?].origin {
            Origin::Let { indexes, .. } => indexes,
            Origin::Param(declared) | Origin::Field(declared) => &declared.indexes,
            _ => return None,
        };
        let [ast::Index { domain, .. }] = indexes else { return None };
        let id = (0..self.domains.len()).find(|id| self.domains[*id].name == domain.text)?;
        self.low(crate::program::DomainId(id as u32))
    }

    /// The range from 0 by which a list is read at an index, with its place and the range that is
    /// meant.
    fn range_from_zero(&self, value: &Expr) -> Option<(String, Span, String)> {
        all_within(value).into_iter().find_map(|e| {
            let ExprKind::At(of, indexes) = &e.kind else { return None };
            let ([Expr { kind: ExprKind::Name(index), .. }], true) = (indexes.as_slice(), self.is_list(of))
            else {
                return None;
            };
            let (place, low, high) = self.range_of_index(value.span, &index.text)?;
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
        let by_let = "let left = row[0]\nlet right = left\nstate { low: 1..9 = right }\nmove m when low > 1 { low -= 1 }";
        assert_eq!(helps(by_let), ["write `row[1]`"]);
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
