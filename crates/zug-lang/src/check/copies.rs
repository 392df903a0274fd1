//! Expressions that the check copies, because the core form needs them twice: the inner parts of
//! chains of comparisons, a member that may be `none` where its set is meant, the cell of a `near`.
//! Copies within copies double with each level, so their number is bounded.

use super::budget::CheckBudget;
use super::checker::Checker;
use super::codes;
use super::coerce::constant;
use super::reports::Reports;
use crate::diagnostic::Diagnostic;
use crate::program::{Expr, Value};
use crate::source::Span;

/// The most expressions that are copied in a definition.
const MOST: usize = 1_000_000;

impl Checker<'_> {
    /// Counts the copies of the inner operands of a chain; refuses them beyond the bound.
    pub(super) fn count_copies(&mut self, operands: &[Expr], span: Span) -> Option<()> {
        let inner = operands.get(1..operands.len().saturating_sub(1)).unwrap_or_default();
        match inner.iter().all(|inner| self.budget.counts_copy(inner)) {
            true => Some(()),
            false => self.reports.refuse_copies(span),
        }
    }

    /// Refuses a definition of which more was copied than may be.
    pub(super) fn refuse_too_many_copies(&mut self) {
        if let Some(span) = self.budget.copied_beyond.get() {
            self.reports.refuse_copies::<()>(span);
        }
    }
}

impl CheckBudget {
    /// A copy of an expression. Beyond the bound it is `none`, and
    /// [`Checker::refuse_too_many_copies`] refuses the definition.
    pub(super) fn copy(&self, e: &Expr) -> Expr {
        if self.counts_copy(e) {
            return e.clone();
        }
        self.copied_beyond.set(self.copied_beyond.get().or(Some(e.span)));
        constant(Value::None, e.ty.kind.or_none(), e.span)
    }

    /// Counts one more copy of an expression; false beyond the bound.
    fn counts_copy(&self, e: &Expr) -> bool {
        self.copied.set(self.copied.get().saturating_add(e.walk().count()));
        self.copied.get() <= MOST
    }
}

impl Reports<'_> {
    fn refuse_copies<T>(&mut self, span: Span) -> Option<T> {
        let message = format!(
            "what stands within one another here is copied at each level, and this makes more than {MOST} expressions"
        );
        let diagnostic = Diagnostic::error(codes::TOO_DEEP, message, span, "here it gets too much");
        self.refuse(diagnostic.help("give parts of it names of their own with `let` or `def`"))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    const NAMED: &str = "give parts of it names of their own with `let` or `def`";

    fn helps(guard: &str) -> Vec<String> {
        let items = "family Edge of C = { {c, d} for c in C, d in near(c) }\nboard R = ring(4)\n\
            state { e: Edge or none, at: C = a1, w: Direction = north, r: R = 1, n: 0..9 }";
        let moves = format!(
            "move m(c in C, d in Edge, k in R) when {guard} {{ at = c e = d r = k w = south n = 1 }}"
        );
        helps_beside(items, &moves)
    }

    fn nested(levels: usize, open: &str, inner: &str, close: &str) -> String {
        format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
    }

    #[test]
    fn copies_within_copies_are_refused_before_they_fill_the_memory() {
        let member = |levels| helps(&format!("count({}) = 1", nested(levels, "Edge(", "e", ")")));
        assert_eq!(member(4), [""; 0]);
        assert!(member(60).contains(&NAMED.to_owned()), "{:?}", member(60));
        let near = |levels| {
            helps(&format!(
                "a1 in {}",
                nested(levels, "near(if a1 in ", "near(a1, w)", " then a1 else b1, w)")
            ))
        };
        assert_eq!(near(3), [""; 0]);
        assert!(near(40).contains(&NAMED.to_owned()), "{:?}", near(40));
        let steps = |levels| helps(&format!("r = {}", nested(levels, "step(r, forward, 5 * ", "n", ")")));
        assert_eq!(steps(1), [""; 0]);
        assert!(steps(16).contains(&NAMED.to_owned()), "{:?}", steps(16));
    }

    #[test]
    fn an_argument_that_may_be_links_is_typed_once() {
        let nested = nested(60, "near(a1, if a1 in ", "near(a1)", " then {w} else {west})");
        assert_eq!(helps(&format!("a1 in {nested}")), [""; 0]);
    }
}
