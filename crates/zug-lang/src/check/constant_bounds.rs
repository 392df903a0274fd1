//! Bounds that speak of a field, `rounds: 0..cap`: they are constant, and the field has bounds of
//! its own.

use super::checker::Checker;
use super::input::CheckInput;
use super::parts::parts;
use crate::program::DomainId;
use crate::source::Span;
use crate::syntax::ast::{Declared, Expr, ExprKind, Item, ItemKind, StatementKind, Type, TypeKind};

impl Checker<'_> {
    /// What to write where bounds speak of a field, with their place and the bounds that are
    /// constant.
    pub(super) fn constant_bounds(&self, used: Span) -> Option<(String, Span, String)> {
        let item = self.input.item_at(used)?;
        let (low, high) = ranges(item).into_iter().find(|(low, high)| low.span.to(high.span).holds(used))?;
        let name = self.input.written(used);
        let field = *self.state.declared.iter().find(|field| field.name.text == name)?;
        let at = low.span.to(high.span);
        let end = if high.span.holds(used) { high } else { low };
        let (place, number) = self.end_of(field, end, used, end.span == high.span)?;
        let text = |from: u32, to: u32| self.input.written(Span { start: from, end: to, ..at });
        let range = format!("{}{number}{}", text(at.start, place.start), text(place.end, at.end));
        let whole = match &item.kind {
            ItemKind::State { fields, .. } => fields.iter().find(|each| each.span.holds(used))?.span,
            ItemKind::Def { body, .. } => Span { end: body.span.start, ..item.span },
            _ => item.span,
        };
        let text = |from: u32, to: u32| self.input.written(Span { start: from, end: to, ..whole });
        let line = format!("{}{range}{}", text(whole.start, at.start), text(at.end, whole.end));
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = line.trim_end_matches([' ', '=']);
        let most = if end.span == high.span { "at most" } else { "at least" };
        let mut help = format!("write `{line}`: `{}` is {most} {number}", self.input.written(place));
        if !self.input.is_stored(name) && field.indexes.is_empty() {
            help += &format!(
                "; it never changes, so `param {}` may stand for the field",
                self.input.written(field.span)
            );
        }
        Some((help, at, range))
    }

    /// The place in the end of a range that speaks of a field, and the number that it never passes.
    fn end_of(&self, field: &Declared, end: &Expr, used: Span, is_high: bool) -> Option<(Span, String)> {
        match &field.ty.kind {
            TypeKind::Range(low, high) if field.indexes.is_empty() => {
                let bound = if is_high { high } else { low };
                let number = self.input.written(bound.span).to_owned();
                let tight = end.span != used && !matches!(bound.kind, ExprKind::Int(_) | ExprKind::Name(_));
                Some((used, if tight { format!("({number})") } else { number }))
            }
            TypeKind::SetOf(of) => {
                let counts = super::parts::all_within(end).into_iter().find(|e| match &e.kind {
                    ExprKind::Call(count, all) => {
                        count.text == "count" && matches!(all.as_slice(), [one] if one.span == used)
                    }
                    _ => false,
                })?;
                let TypeKind::Named(domain) = &of.kind else { return None };
                let id = self.domains.all.iter().position(|each| each.name == domain.text)?;
                let members = self.domains.all[DomainId(id as u32).index()].len();
                (is_high && members > 0).then(|| (counts.span, members.to_string()))
            }
            _ => None,
        }
    }
}

impl CheckInput<'_> {
    /// Whether a statement stores to a field of this name.
    fn is_stored(&self, name: &str) -> bool {
        self.game.items.iter().any(|item| {
            parts(&item.kind)
                .statements
                .iter()
                .any(|each| matches!(&each.kind, StatementKind::Assign { target, .. } if target.text == name))
        })
    }
}

/// The ends of the ranges that stand in the types of an item.
fn ranges(item: &Item) -> Vec<(&Expr, &Expr)> {
    let types: Vec<&Type> = match &item.kind {
        ItemKind::State { fields, .. } => fields.iter().map(|field| &field.ty).collect(),
        ItemKind::Param(declared) => vec![&declared.ty],
        ItemKind::Def { parameters, .. } => parameters.iter().map(|(_, ty)| ty).collect(),
        ItemKind::Range { low, high, .. } => return vec![(low, high)],
        _ => Vec::new(),
    };
    let range =
        |ty: &'_ &Type| matches!(ty.kind, TypeKind::Range(..) | TypeKind::SetOf(_) | TypeKind::ListOf(_));
    types.into_iter().filter(range).filter_map(ends).collect()
}

/// The ends of the range in a type.
fn ends(ty: &Type) -> Option<(&Expr, &Expr)> {
    match &ty.kind {
        TypeKind::Range(low, high) => Some((low, high)),
        TypeKind::SetOf(of) | TypeKind::ListOf(of) => ends(of),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(fields: &str) -> Vec<String> {
        let lines = "move m(c in C) { men += c\n if n < 9 { n += 1 } }";
        helps_beside(&format!("param most: 1..5 = 3 state {{ men: set of C, n: 0..9, {fields} }}"), lines)
    }

    #[test]
    fn bounds_are_those_of_the_field_that_they_speak_of() {
        assert_eq!(helps("k: 0..n"), ["write `k: 0..9`: `n` is at most 9"]);
        assert_eq!(helps("k[C]: 0..2 * n = 1"), ["write `k[C]: 0..2 * 9 = 1`: `n` is at most 9"]);
        assert_eq!(helps("k: 0..count(men)"), ["write `k: 0..9`: `count(men)` is at most 9"]);
        let constant = "it never changes, so `param cap: 0..most = 2` may stand for the field";
        assert_eq!(
            helps("k: 0..cap, cap: 0..most = 2"),
            [format!("write `k: 0..most`: `cap` is at most most; {constant}")]
        );
    }
}
