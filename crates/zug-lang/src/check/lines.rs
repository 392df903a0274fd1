//! Checks `lines(Cell, k)`: all straight lines of k cells of a board, for families.

use super::checker::Checker;
use super::codes;
use super::coerce::constant;
use super::fixed_directions::Fixed;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{Expr, ExprKind, Kind, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

/// The most lengths that a help writes out.
const WRITTEN_OUT: i64 = 4;

impl Checker<'_> {
    pub(super) fn lines(&mut self, s: &mut Scope, a: &[ast::Expr], span: Span) -> Option<Expr> {
        let ast::ExprKind::Name(name) = &a[0].kind else {
            let message = "`lines` asks for the name of a board";
            let diagnostic = Diagnostic::error(codes::WRONG_SORT, message, a[0].span, "not a board's name");
            return self.reports.refuse(diagnostic.help("write `lines(Cell, 3)` with the name of a board"));
        };
        let domain = self.named_domain(name)?;
        let k = self.line_length(s, name, &a[1])?;
        let Fixed { directions, .. } = self.fixed_directions(s, a.get(2), domain, "lines")?;
        self.step_table(domain, 1, a[0].span)?;
        let shape = self.domains.board(domain)?;
        let names = match &directions {
            None => shape.geometry.directions().to_vec(),
            Some(d) => d.iter().filter_map(|d| self.domains.direction_word(*d)).collect(),
        };
        let cells = self.domains.all[domain.index()].len() as i64;
        let k = k.clamp(0, cells + 1);
        self.reports.check_table_size(
            usize::try_from(cells * k).ok().and_then(|n| n.checked_mul(names.len())),
            span,
        )?;
        let lines = if k == 0 { Vec::new() } else { shape.lines(k, &names) };
        Some(constant(Value::Sets(lines), Kind::Sets(domain).always(), span))
    }

    /// The length of lines, which is constant. Of a name that is bound around them the type may
    /// tell its one value.
    fn line_length(&mut self, s: &Scope, board: &Name, e: &ast::Expr) -> Option<i64> {
        self.reports.muted += 1;
        let tried = self.int_expr(&mut s.clone(), e);
        self.reports.muted -= 1;
        let Some(tried) = tried else {
            return match self.tried(s, e).map(|ty| ty.kind) {
                Some(Kind::IntSet { low, high }) if low <= high => self.refuse_lengths(board, e, low, high),
                _ => self.constant_int(e, "the length of a line"),
            };
        };
        let chosen = tried.walk().find_map(|part| match part.kind {
            ExprKind::Local(local) => s.frame.locals.get(local.index()),
            _ => None,
        });
        match (tried.ty.kind, chosen) {
            (Kind::Int { low, high }, _) if low == high && !tried.ty.or_none => Some(low),
            (kind, Some(chosen)) => self.refuse_chosen_length(board, e, kind, &chosen.name),
            (_, None) => self.constant_int(e, "the length of a line"),
        }
    }

    /// Refuses `{ l for k in 2..3, l in lines(Cell, k) }`.
    fn refuse_chosen_length<T>(
        &mut self,
        board: &Name,
        e: &ast::Expr,
        kind: Kind,
        chosen: &str,
    ) -> Option<T> {
        let message = format!("the length of lines is constant, but `{chosen}` is chosen here");
        let report = Diagnostic::error(codes::NOT_CONSTANT, message, e.span, "no constant");
        let (low, high) = match kind {
            Kind::Int { low, high } if matches!(e.kind, ast::ExprKind::Name(_)) => (low, high),
            _ => (2, 3),
        };
        self.reports.refuse(report.help(of_each_length(board, low, high)))
    }

    /// Refuses `lines(C, 2..3)`.
    fn refuse_lengths<T>(&mut self, board: &Name, e: &ast::Expr, low: i64, high: i64) -> Option<T> {
        let message = "the length of lines is one number, and this is a set of numbers";
        let report = Diagnostic::error(codes::WRONG_SORT, message, e.span, "several lengths");
        self.reports.refuse(report.help(of_each_length(board, low, high)))
    }
}

/// What to write for the lines of all these lengths.
fn of_each_length(board: &Name, low: i64, high: i64) -> String {
    let lengths = low..=high.min(low.saturating_add(WRITTEN_OUT - 1));
    let each: Vec<String> = lengths.map(|length| format!("lines({}, {length})", board.text)).collect();
    format!("write the lines of each length, `{}`", each.join(" + "))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{accepted, errors_beside, helps_beside};

    const MOVE: &str = "state { s: set of C } move m(l in L) { s += l }";

    fn family(members: &str) -> String {
        format!("family L of C = {members}")
    }

    #[test]
    fn a_length_that_is_known_beforehand_may_have_a_name() {
        for members in ["let k = 2 in lines(C, k)", "let k = 2 in lines(C, k + 1)"] {
            let text = format!(
                "game \"G\" players Ann, Bob board C = grid(3, 3) {} {MOVE} stuck => draw",
                family(members)
            );
            accepted(&text);
        }
    }

    #[test]
    fn a_length_that_is_chosen_is_refused() {
        let members = family("{ l for k in 2..3, l in lines(C, k) }");
        let message = "the length of lines is constant, but `k` is chosen here";
        assert_eq!(errors_beside(&members, MOVE), [message]);
        let help = "write the lines of each length, `lines(C, 2) + lines(C, 3)`";
        assert_eq!(helps_beside(&members, MOVE), [help]);
        for lengths in ["2..3", "{2, 3}"] {
            assert_eq!(helps_beside(&family(&format!("lines(C, {lengths})")), MOVE), [help], "{lengths}");
        }
    }
}
