//! WrittenBounds that are set outside of what is declared: the nearest that is within, and the
//! declaration that has room for them.

use super::checker::Checker;
use super::codes;
use super::global_names::GlobalNames;
use super::global_names::Origin;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Declared, Expr, ExprKind, Initial, Setting, SettingValue, TypeKind, UnaryOp};

impl<'a> Checker<'a> {
    /// Refuses a number that is set outside of bounds that are written out. Other bounds depend on
    /// what is set, and are checked with the fact.
    pub(super) fn check_set_number(&mut self, setting: &Setting) {
        let SettingValue::Value(Initial::One(value)) = &setting.value else { return };
        let Some(number) = written_number(value) else { return };
        let Some(declared) = self.names.settable_number(setting) else { return };
        let Some(numbers) = numbers(declared).filter(|numbers| !numbers.holds(number)) else { return };
        if setting.indexes.len() != declared.indexes.len() && !setting.indexes.is_empty() {
            return;
        }
        let name = self.input.written(Span { end: value.span.start, ..setting.span });
        let name = name.trim_end_matches(['=', ' ']);
        let range = self.input.written(declared.ty.span);
        let message = format!("`{name}` is set to {number}, but it is declared {range}");
        let report = Diagnostic::error(codes::OUTSIDE, message, value.span, format!("this is {number}"));
        let report = report.because(declared.ty.span, "declared here");
        let (nearest, help) = (numbers.nearest(number), self.set_within(setting, declared, number));
        self.reports.report(report.help(help.unwrap_or_default()).likely(value.span, nearest.to_string()));
    }

    /// What to set instead of a number, and the declaration that has room for it.
    fn set_within(&self, setting: &Setting, declared: &Declared, number: i64) -> Option<String> {
        let numbers = numbers(declared)?;
        let SettingValue::Value(Initial::One(value)) = &setting.value else { return None };
        let written = |from: u32, to: u32| self.input.written(Span { start: from, end: to, ..declared.span });
        let keyword = if self.names.declares_param(&declared.name.text) { "param " } else { "" };
        let (head, rest) = (
            written(declared.span.start, declared.ty.span.start),
            written(declared.ty.span.end, declared.span.end),
        );
        let none = if declared.ty.or_none { " or none" } else { "" };
        let wider = format!("{keyword}{head}{}{none}{rest}", numbers.with(number));
        let wider = wider.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = match setting.span.file == self.input.game.span.file {
            true => self.input.written(Span { end: value.span.start, ..setting.span }).to_owned(),
            false => format!("{}=", setting.name.text),
        };
        Some(format!("write `{said}{}`, or `{wider}` where it is declared", numbers.nearest(number)))
    }

    /// The same for a number that is set from outside, at this place.
    pub(super) fn set_outside(&self, at: Span, number: i64) -> Option<String> {
        let setting = self.input.settings.iter().find(|setting| setting.span.holds(at))?;
        let declared = self.names.settable_number(setting).filter(|_| setting.indexes.is_empty())?;
        let holds = numbers(declared)?.holds(number);
        if holds { None } else { self.set_within(setting, declared, number) }
    }
}

impl<'a> GlobalNames<'a> {
    /// The declaration of what a setting of a number sets.
    fn settable_number(&self, setting: &Setting) -> Option<&'a Declared> {
        match self.globals[self.global(&setting.name.text)?].origin {
            Origin::Param(declared) | Origin::Field(declared) => Some(declared),
            _ => None,
        }
    }

    /// Whether a param has this name.
    fn declares_param(&self, name: &str) -> bool {
        self.global(name).is_some_and(|at| matches!(self.globals[at].origin, Origin::Param(_)))
    }
}

/// The integers that a type has, where they are written out.
enum WrittenBounds {
    Range(i64, i64),
    OneOf(Vec<i64>),
}

/// Those of a declaration.
fn numbers(declared: &Declared) -> Option<WrittenBounds> {
    match &declared.ty.kind {
        TypeKind::Range(low, high) => Some(WrittenBounds::Range(written_number(low)?, written_number(high)?)),
        TypeKind::OneOf(all) => {
            all.iter().map(written_number).collect::<Option<_>>().map(WrittenBounds::OneOf)
        }
        _ => None,
    }
}

impl WrittenBounds {
    fn holds(&self, number: i64) -> bool {
        match self {
            WrittenBounds::Range(low, high) => (*low..=*high).contains(&number),
            WrittenBounds::OneOf(all) => all.contains(&number),
        }
    }

    fn nearest(&self, number: i64) -> i64 {
        match self {
            WrittenBounds::Range(low, high) => number.clamp(*low, (*high).max(*low)),
            WrittenBounds::OneOf(all) => {
                all.iter().copied().min_by_key(|each| each.abs_diff(number)).unwrap_or(number)
            }
        }
    }

    /// The type with one number more.
    fn with(&self, number: i64) -> String {
        match self {
            WrittenBounds::Range(low, high) => format!("{}..{}", number.min(*low), number.max(*high)),
            WrittenBounds::OneOf(all) => {
                let mut all = all.clone();
                all.push(number);
                all.sort_unstable();
                format!("{{{}}}", all.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The number that is written, with its sign.
fn written_number(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Int(number) => Some(*number),
        ExprKind::Unary(UnaryOp::Minus, inner) => written_number(inner).map(|number| -number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(set: &str) -> Vec<String> {
        let declared =
            "param n: 2..9 = 5 param k: {2, 4, 7} = 4 state { left: 0..n, won[Player]: 0..3, worth: -2..2 }";
        helps_beside(declared, &format!("move m when left < n {{ left += 1 }}\nexpect with {set}: draw"))
    }

    #[test]
    fn the_nearest_number_and_the_wider_declaration_are_written() {
        let declared = "where it is declared";
        assert_eq!(helps("n = 1"), [format!("write `n = 2`, or `param n: 1..9 = 5` {declared}")]);
        assert_eq!(helps("n = 12"), [format!("write `n = 9`, or `param n: 2..12 = 5` {declared}")]);
        assert_eq!(helps("k = 6"), [format!("write `k = 7`, or `param k: {{2, 4, 6, 7}} = 4` {declared}")]);
        assert_eq!(helps("worth = -3"), [format!("write `worth = -2`, or `worth: -3..2` {declared}")]);
        assert_eq!(
            helps("won[Ann] = 4"),
            [format!("write `won[Ann] = 3`, or `won[Player]: 0..4` {declared}")]
        );
        assert_eq!(helps("n = 9, left = 9"), [""; 0]);
    }
}
