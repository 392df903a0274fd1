//! Checks written types: of fields, params and parameters.

use super::bounds::{Interval, interval};
use super::checker::Checker;
use super::codes;
use super::kinds::int;
use super::reports::Reports;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{Kind, Type, Value};
use crate::syntax::ast::{self, TypeKind};

impl Checker<'_> {
    /// The type of a field, of a param that is no list, or of a parameter of a `def`.
    pub(super) fn declared_type(&mut self, written: &ast::Type) -> Option<Type> {
        let kind = match &written.kind {
            TypeKind::Bool => Kind::Bool,
            TypeKind::Range(low, high) => int(self.range_ends(low, high, "the bounds of a type")?),
            TypeKind::Named(name) => Kind::Element(self.named_domain(name)?),
            TypeKind::SetOf(member) => self.set_type(member)?,
            TypeKind::OneOf(values) => {
                let help = match bounds_of(values) {
                    Some(bounds) => format!("write its bounds, `{bounds}`"),
                    None => "write its bounds, `4..8` say".to_owned(),
                };
                return self.reports.refuse_type(written, "a choice of values", &help);
            }
            TypeKind::ListOf(_) => {
                return self.reports.refuse_type(
                    written,
                    "a list",
                    "give the field an index: `heap[Heap]: 0..9`",
                );
            }
            TypeKind::Error => {
                self.reports.poisoned = true;
                return None;
            }
        };
        if written.or_none && kind == Kind::Bool {
            return self.reports.refuse_type(written, "`bool or none`", "use an enum with three elements");
        }
        Some(Type { kind, or_none: written.or_none })
    }

    fn set_type(&mut self, member: &ast::Type) -> Option<Kind> {
        match &member.kind {
            TypeKind::Named(name) => Some(Kind::Set(self.named_domain(name)?)),
            TypeKind::Error => {
                self.reports.poisoned = true;
                None
            }
            TypeKind::Range(..) => self.refuse_set_of_numbers(member),
            _ => self.reports.refuse_type(
                member,
                "a set of something without a name",
                "name the members first, `range Number = 1..5`, and write `set of Number`",
            ),
        }
    }

    /// Refuses `set of 1..5`: its members have a name together.
    fn refuse_set_of_numbers<T>(&mut self, member: &ast::Type) -> Option<T> {
        let bounds = self.input.on_one_line(member.span);
        let name = self.name_of_range(&bounds);
        let range = format!("range {name} = {bounds}");
        let again = self.reports.offers(&format!("`{range}`"));
        let help = format!("name the members first, `{range}`, and write `set of {name}`");
        let message = "a set of something without a name is not a type here";
        let report = Diagnostic::error(codes::TYPE_HERE, message, member.span, "not here").help(help);
        self.reports.refuse(match self.input.item_at(member.span).filter(|_| !again) {
            Some(item) => {
                let before = crate::source::Span { end: item.span.start, ..item.span };
                report.likely(before, format!("{range}\n")).likely(member.span, name)
            }
            None => report,
        })
    }

    /// A name for a range with these bounds that is free: a range that another report offers under
    /// it has the same bounds.
    fn name_of_range(&self, bounds: &str) -> &'static str {
        let is_free = |name: &&&str| {
            let offered = self.reports.offers(&format!("`range {name} = "));
            let same = self.reports.offers(&format!("`range {name} = {bounds}`"));
            self.names.global(name).is_none() && (!offered || same)
        };
        ["Number", "Value", "Number_"].iter().find(is_free).copied().unwrap_or("Number__")
    }

    /// The ends of a range; an empty one is refused.
    pub(super) fn range_ends(
        &mut self,
        low: &ast::Expr,
        high: &ast::Expr,
        what: &'static str,
    ) -> Option<Interval> {
        let (low_end, high_end) = (self.constant_int(low, what), self.constant_int(high, what));
        let (l, h) = (low_end?, high_end?);
        if l > h {
            let message = format!("the range {l}..{h} is empty");
            let diagnostic =
                Diagnostic::error(codes::EMPTY_RANGE, message, low.span.to(high.span), "nothing in it");
            return self.reports.refuse(diagnostic.help(format!("write the smaller end first: `{h}..{l}`")));
        }
        Some(interval(l, h))
    }

    /// The value of a constant integer expression; `what` names its place in messages.
    pub(super) fn constant_int(&mut self, written: &ast::Expr, what: &'static str) -> Option<i64> {
        let mut scope = Scope::new(Context::Constant(what));
        let expr = self.int_expr(&mut scope, written)?;
        match self.fold(&scope, &expr, &mut Vec::new())? {
            Value::Int(value) => Some(value),
            _ => self.refuse_none(written.span, what),
        }
    }
}

impl Reports<'_> {
    /// Whether the help of a report has this text.
    fn offers(&self, text: &str) -> bool {
        let mut helps = self.list.iter().filter_map(|report| report.help.as_deref());
        helps.any(|help| help.contains(text))
    }

    pub(super) fn refuse_type<T>(&mut self, written: &ast::Type, what: &str, help: &str) -> Option<T> {
        let message = format!("{what} is not a type here");
        self.refuse(Diagnostic::error(codes::TYPE_HERE, message, written.span, "not here").help(help))
    }
}

/// The bounds within which integers lie that are written out.
fn bounds_of(values: &[ast::Expr]) -> Option<String> {
    let number = |value: &ast::Expr| match value.kind {
        ast::ExprKind::Int(number) => Some(number),
        _ => None,
    };
    let all: Vec<i64> = values.iter().map(number).collect::<Option<_>>()?;
    let (low, high) = (all.iter().min()?, all.iter().max()?);
    Some(format!("{low}..{high}"))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn the_members_of_a_set_have_their_bounds() {
        let helps = |lines: &str| {
            let play = "move m(n in allowed) when k < n { k = n }";
            helps_beside(&format!("{lines} state {{ k: 0..20 }}"), play)
        };
        assert_eq!(
            helps("param allowed: set of 1..10 = {1, 2}"),
            ["name the members first, `range Number = 1..10`, and write `set of Number`"]
        );
        let two = "param allowed: set of 1..10 = {1, 2} param more: set of 1..3 = {1}";
        assert_eq!(
            helps(two),
            [
                "name the members first, `range Number = 1..10`, and write `set of Number`",
                "name the members first, `range Value = 1..3`, and write `set of Value`"
            ]
        );
        assert_eq!(
            helps("range Number = 1..3 param allowed: set of 1..10 = {1, 2}"),
            ["name the members first, `range Value = 1..10`, and write `set of Value`"]
        );
    }
}
