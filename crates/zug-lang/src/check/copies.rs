//! Expressions that the check copies, because the core form needs them twice: the inner parts of
//! chains of comparisons, a member that may be `none` where its set is meant, the cell of a `near`.
//! Copies within copies double with each level, so their number is bounded.

use crate::program::Expr;
use crate::source::Span;
use std::cell::Cell;

/// The most expressions that are copied in a definition.
pub(super) const MOST: usize = 1_000_000;

/// How many expressions were copied so far, and where they got too many.
#[derive(Debug, Default)]
pub(super) struct Copies {
    made: Cell<usize>,
    /// Where they got too many.
    pub(super) beyond: Cell<Option<Span>>,
}

impl Copies {
    /// Counts one more copy of an expression; false beyond the bound.
    pub(super) fn count(&self, e: &Expr) -> bool {
        self.made.set(self.made.get().saturating_add(e.walk().count()));
        self.made.get() <= MOST
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
    }

    #[test]
    fn an_argument_that_may_be_links_is_typed_once() {
        let nested = nested(60, "near(a1, if a1 in ", "near(a1)", " then {w} else {west})");
        assert_eq!(helps(&format!("a1 in {nested}")), [""; 0]);
    }
}
