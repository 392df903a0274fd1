//! A comma for the colon behind a set that is run through: `max(h in Heap, heaps[h])`.

use super::checker::Checker;
use super::codes;
use super::scope::Scope;
use crate::built_ins::Function;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, CompareOp, ExprKind, Name};
use crate::syntax::print;

impl Checker<'_> {
    /// Refuses a call whose arguments before the last one bind names that nothing declares, and
    /// whose last one stands for each of them.
    pub(super) fn refuse_comma_for_colon<T>(
        &mut self,
        s: &Scope,
        (function, name): (Function, &str),
        a: &[ast::Expr],
        span: Span,
    ) -> Option<Option<T>> {
        let runs = matches!(function, Function::Extreme(_) | Function::Bound(_) | Function::Count);
        let (each, binders) = a.split_last()?;
        let binds = |e: &ast::Expr| bound(e).is_some_and(|name| self.is_unknown(s, name));
        if !runs || binders.is_empty() || !binders.iter().all(binds) {
            return None;
        }
        for name in binders.iter().filter_map(bound) {
            let known = self.reports.unknown.iter().find(|unknown| unknown.text == name.text);
            if let Some(report) = known.map(|known| known.report) {
                self.reports.take_back(&name.text, report);
            }
            self.reports.excused.push(name.text.clone());
        }
        let binders: Vec<String> = binders.iter().map(print::whole).collect();
        let text = format!("{name}({}: {})", binders.join(", "), print::whole(each));
        let message = format!("`,` stands where `:` belongs: `{name}` runs through a set");
        let report = Diagnostic::error(codes::ARGUMENT_COUNT, message, span, "no `:` behind the set");
        Some(self.reports.refuse(report.help(format!("write `{text}`")).likely(span, text)))
    }
}

/// The name that `x in S` binds.
fn bound(e: &ast::Expr) -> Option<&Name> {
    let ExprKind::Compare(first, rest) = &e.kind else { return None };
    match (&first.kind, rest.as_slice()) {
        (ExprKind::Name(name), [(CompareOp::In, ..)]) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(line: &str) -> Vec<String> {
        let state = "state { left[Player]: 0..9, men: set of C, n: 0..9 }";
        helps_beside(state, &format!("move m(c in C) {{ n = 1 men += c }}\n{line}"))
    }

    #[test]
    fn the_colon_stands_behind_the_set() {
        assert_eq!(helps("def most = max(p in Player, left[p])"), ["write `max(p in Player: left[p])`"]);
        assert_eq!(helps("def all = union(c in men, near(c))"), ["write `union(c in men: near(c))`"]);
        let pairs = "write `count(c in men, d in C: d in near(c))`";
        assert_eq!(helps("def few = count(c in men, d in C, d in near(c)) < 3"), [pairs]);
        // A name that is declared, or an element, is none that is bound here.
        assert!(!helps("def few = max(a1 in men, n)").concat().contains("max(a1 in men: n)"));
        let declared = helps("def few(c: C) = max(c in men, n)");
        assert!(!declared.concat().contains("max(c in men: n)"));
    }
}
