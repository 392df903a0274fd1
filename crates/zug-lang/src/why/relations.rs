//! Tells of comparisons and other conditions without parts what their operands are.

use super::{Explainer, Locals, NamedValue};
use crate::program::{Expr, ExprKind, Kind, Value};

/// So many members are named.
const NAMED: usize = 3;

/// The largest number of values that are told of one part.
const VALUES: usize = 6;

impl<'a> Explainer<'a> {
    /// Tells what a condition without parts comes to.
    pub(super) fn relation(&mut self, at: &mut Locals<'a>, expr: &'a Expr, holds: bool) {
        let positive = match &expr.kind {
            ExprKind::Not(a) => a,
            _ => expr,
        };
        let text = match &positive.kind {
            ExprKind::Subset(a, b, false) => self.subset(at, a, b),
            ExprKind::Stuck(who) => self.stuck(at, who, holds),
            _ => None,
        };
        let operands = self.operands(at, positive);
        let values = self.names(at, positive, &operands);
        let text = text.unwrap_or_else(|| self.plainly(at, expr, holds, &operands));
        self.add(expr.span, text, values);
    }

    /// `left` is 2, `n` is 3: the condition holds, or does not.
    fn plainly(&self, at: &mut Locals<'a>, expr: &Expr, holds: bool, operands: &[NamedValue]) -> String {
        let text = self.text(at, expr);
        if matches!(expr.kind, ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::Table(..)) {
            return format!("`{text}` is {holds}");
        }
        let verdict = if holds { "holds" } else { "does not hold" };
        let are: Vec<String> =
            operands.iter().map(|named| format!("`{}` is {}", named.name, named.value)).collect();
        match are.as_slice() {
            [] => format!("`{text}` {verdict}"),
            are => format!("`{text}` {verdict}: {}", are.join(", ")),
        }
    }

    fn subset(&self, at: &mut Locals<'a>, a: &Expr, b: &Expr) -> Option<String> {
        let (Value::Set(part), Value::Set(whole)) =
            (self.scene.eval(&mut at.values, a), self.scene.eval(&mut at.values, b))
        else {
            return None;
        };
        let (a_text, b_text) = (self.text(at, a), self.text(at, b));
        let missing: Vec<i64> = part.difference(&whole).iter().collect();
        let name = |member: &i64| match a.ty.kind {
            Kind::Set(domain) => self.element(domain, *member as u32),
            _ => member.to_string(),
        };
        let mut names: Vec<String> = missing.iter().take(NAMED).map(name).collect();
        if missing.len() > NAMED {
            names.push(format!("and {} more", missing.len() - NAMED));
        }
        Some(match missing.len() {
            0 => format!("every member of `{a_text}` is in `{b_text}`"),
            1 => format!("{} of `{a_text}` is not in `{b_text}`", names[0]),
            _ => format!("{} of `{a_text}` are not in `{b_text}`", names.join(", ")),
        })
    }

    fn stuck(&self, at: &mut Locals<'a>, who: &Expr, stuck: bool) -> Option<String> {
        let player = self.value_of(at, who);
        let has = if stuck { "no legal move" } else { "a legal move" };
        (player != "none").then(|| format!("{player} has {has}"))
    }

    /// The operands that are no constants, with their values.
    fn operands(&self, at: &mut Locals<'a>, expr: &Expr) -> Vec<NamedValue> {
        let mut all: Vec<NamedValue> = Vec::new();
        for operand in expr.children().filter(|part| !matches!(part.kind, ExprKind::Const(_))) {
            let named = self.named(at, operand);
            if !all.contains(&named) && named.name != named.value {
                all.push(named);
            }
        }
        all
    }

    /// The operands, then the names in them, with their values.
    fn names(&self, at: &mut Locals<'a>, expr: &'a Expr, operands: &[NamedValue]) -> Vec<NamedValue> {
        let mut all = operands.to_vec();
        let mut open = vec![expr];
        while let Some(part) = open.pop() {
            let is_name = matches!(
                part.kind,
                ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::Table(..) | ExprKind::Call(..)
            );
            if is_name && all.len() < VALUES {
                let named = self.named(at, part);
                if !all.contains(&named) && named.name != named.value {
                    all.push(named);
                }
            }
            // The binders of a quantifier have no value outside of it.
            if !matches!(part.kind, ExprKind::Quantified { .. }) {
                open.extend(part.children());
            }
        }
        all
    }
}
