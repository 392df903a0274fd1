//! `lines(3, Cell)`: two arguments of a built-in that changed places.

use super::{Cause, Look};
use crate::built_ins::{Kind, built_in};
use crate::check::codes;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind};

/// The most arguments of a call that are exchanged.
const MOST: usize = 3;

/// The search for all calls with an error in them.
pub(super) fn search(look: &Look) -> Vec<Cause> {
    look.exprs().into_iter().flat_map(|e| exchanged(look, e)).collect()
}

/// The calls with two arguments exchanged, where an error stands in one of them.
fn exchanged(look: &Look, e: &Expr) -> Vec<Cause> {
    let ExprKind::Call(name, arguments) = &e.kind else { return Vec::new() };
    let function = built_in(&name.text).is_some_and(|it| matches!(it.kind, Kind::Function(_)));
    let slips = [codes::MISMATCH, codes::WRONG_SORT];
    let wrong = |at: crate::source::Span| {
        look.errors.iter().any(|report| slips.contains(&report.code) && report.span() == at)
    };
    let refused = arguments.iter().any(|argument| wrong(argument.span));
    if !function || !refused || !(2..=MOST).contains(&arguments.len()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for one in 0..arguments.len() {
        for other in one + 1..arguments.len() {
            let mut all: Vec<String> = arguments.iter().map(|argument| look.text(argument.span)).collect();
            all.swap(one, other);
            let text = format!("{}({})", name.text, all.join(", "));
            let message = format!("the arguments of `{}` stand in another order", name.text);
            let report = Diagnostic::error(codes::MISMATCH, message, e.span, "not in this order");
            found.push(report.help(format!("write `{text}`")).likely(e.span, text).into());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn arguments_change_places_where_that_mends_the_call() {
        let helps = |family: &str| {
            let lines = format!("family Line of C = {family} state {{ s: set of C }}");
            helps_beside(
                &format!("param k: 2..3 = 3 {lines}"),
                "move m(l in Line) when l & s = {} { s += l }",
            )
        };
        assert_eq!(helps("lines(k, C)"), ["write `lines(C, k)`"]);
        assert_eq!(helps("lines(3, C)"), ["write `lines(C, 3)`"]);
        assert_eq!(helps("lines(C, k)"), [""; 0]);
        let other = helps("lines(k, 3)");
        assert!(!other.concat().contains("lines(3, k)"), "{other:?}");
    }
}
