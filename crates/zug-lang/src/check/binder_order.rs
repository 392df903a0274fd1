//! Binders in the wrong order: `slide(b in near(a), a in men[me])` speaks of `a` before it is
//! chosen.

use super::checker::Checker;
use super::codes;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Binder, Binders, Expr, ExprKind, Name};

impl Checker<'_> {
    /// Reports each name that a set uses before the binder that declares it. `head` is the text
    /// before the binders and `tail` the text behind them, as they are shown.
    pub(super) fn refuse_early_names(&mut self, s: &Scope, binders: &[Binder], [head, tail]: [&str; 2]) {
        let [first, .., last] = binders else { return };
        if self.reports.muted > 0 {
            return;
        }
        let whole = first.name.span.to(last.set.span);
        for (at, binder) in binders.iter().enumerate() {
            for later in &binders[at + 1..] {
                let Some(used) = free_use(&binder.set, &later.name.text) else { continue };
                let used = Name { text: later.name.text.clone(), span: used };
                if !self.is_unknown(s, &used) || self.is_excused(&used) {
                    continue;
                }
                let Some(order) = ordered(binders) else { continue };
                let written = |each: &&Binder| {
                    format!("{} in {}", each.name.text, self.input.written(each.set.span).trim())
                };
                let text = order.iter().map(written).collect::<Vec<_>>().join(", ");
                let (name, before) = (&used.text, &binder.name.text);
                let message = format!("`{name}` is chosen behind `{before}`, and unknown before");
                let report = Diagnostic::error(codes::UNKNOWN_NAME, message, used.span, "unknown here")
                    .because(later.name.span, format!("`{name}` is declared here"))
                    .help(format!("write `{head}{text}{tail}`: a set may use the names before it"))
                    .likely(whole, text);
                self.refuse_name::<()>(Some(s), &used, &[], report);
                // The order that is written mends what else is used too early.
                let others = binders.iter().map(|each| &each.name.text).filter(|each| **each != used.text);
                self.reports.excused.extend(others.cloned());
                return;
            }
        }
    }
}

/// The binders in the nearest order in which each set uses only names before it.
fn ordered(binders: &[Binder]) -> Option<Vec<&Binder>> {
    let mut rest: Vec<&Binder> = binders.iter().collect();
    let mut order = Vec::new();
    while !rest.is_empty() {
        let free = |each: &&Binder| rest.iter().all(|other| free_use(&each.set, &other.name.text).is_none());
        order.push(rest.remove(rest.iter().position(free)?));
    }
    Some(order)
}

/// The place at which an expression uses a name that it does not bind itself.
fn free_use(e: &Expr, name: &str) -> Option<Span> {
    match &e.kind {
        ExprKind::Name(used) => (used.text == name).then_some(used.span),
        ExprKind::Comprehension(body, binders) | ExprKind::Quantified(_, binders, body) => {
            free_in(binders, body.as_deref(), name)
        }
        ExprKind::Let(bound, value, body) => {
            let body = || free_use(body, name).filter(|_| bound.text != name);
            free_use(value, name).or_else(body)
        }
        _ => e.children().into_iter().find_map(|part| free_use(part, name)),
    }
}

/// The same for what binders govern.
fn free_in(binders: &Binders, body: Option<&Expr>, name: &str) -> Option<Span> {
    for binder in &binders.binders {
        if let Some(found) = free_use(&binder.set, name) {
            return Some(found);
        }
        if binder.name.text == name {
            return None;
        }
    }
    binders.guard.as_deref().into_iter().chain(body).find_map(|part| free_use(part, name))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("state { men[Player]: set of C }", lines)
    }

    #[test]
    fn what_is_used_before_it_is_chosen_is_told_with_the_order() {
        let why = "a set may use the names before it";
        assert_eq!(
            helps("move slide(b in near(a), a in men[me]) { men[me] = men[me] - a + b }"),
            [format!("write `slide(a in men[me], b in near(a))`: {why}")]
        );
        assert_eq!(
            helps("move go(c in near(b) - a, a in men[me], b in near(a)) { men[me] += c - a }"),
            [format!("write `go(a in men[me], b in near(a), c in near(b) - a)`: {why}")]
        );
        assert_eq!(
            helps(
                "def two = some x in near(y), y in men[Ann]: x in men[Bob]\nmove m(c in C) when two { men[me] += c }"
            ),
            [format!("write `y in men[Ann], x in near(y)`: {why}")]
        );
    }

    #[test]
    fn a_name_that_the_set_binds_itself_is_another() {
        let own = "move m(b in { a in C where a.x = 1 }, a in near(b)) { men[me] = men[me] - a + b }";
        assert_eq!(helps(own), [""; 0]);
        let turned = "move m(a in C, b in near(a)) { men[me] = men[me] - a + b }";
        assert_eq!(helps(turned), [""; 0]);
    }
}
