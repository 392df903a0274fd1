//! The notation of a move: names that nothing binds, as in `move paint(p in Plank) .. as "{c}"`,
//! and questions about moves.

use super::checker::Checker;
use super::codes;
use super::reports::Reports;
use super::scope::Scope;
use super::words::all_of;
use crate::diagnostic::Diagnostic;
use crate::program::Expr;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, Name, Piece, StatementKind};

impl Checker<'_> {
    /// Refuses an unknown name in a notation, with what the move chooses.
    pub(super) fn unknown_in_notation(
        &mut self,
        s: &Scope,
        of: &ast::Move,
        e: &ast::Expr,
    ) -> Option<Option<Expr>> {
        let ExprKind::Name(name) = &e.kind else { return None };
        if of.parameters.is_empty()
            || self.reports.muted > 0
            || !self.is_unknown(s, name)
            || name.text.len() > 2 && self.is_near_a_name(s, name)
            || self.is_excused(name)
            || self.input.out_of_reach(name).is_some()
        {
            return None;
        }
        let message = format!("`{}` is nothing that this move chooses", name.text);
        if let Some((place, value)) = named_in_body(of, name) {
            let text = self.input.on_one_line(value);
            let report =
                Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "not known before the move");
            let help = format!("write `{{{text}}}`: how a move is written is read before its body runs");
            return Some(self.refuse_name(
                None,
                name,
                &[],
                report.because(place, "named here").help(help).likely(name.span, text),
            ));
        }
        if meant(of, name).is_none() && self.reports.joins_unknown(of, name) {
            return Some(None);
        }
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown");
        let report = match meant(of, name) {
            Some(parameter) => report
                .because(parameter.span, "this is chosen here")
                .help(format!("write `{{{}}}`", parameter.text))
                .likely(name.span, &parameter.text),
            None => {
                let names: Vec<String> =
                    of.parameters.iter().map(|parameter| format!("{{{}}}", parameter.name.text)).collect();
                report.help(format!("write what is chosen here: {}", all_of(&names)))
            }
        };
        Some(self.refuse_name(None, name, &[], report))
    }
}

/// How the message about an unknown name ends, and about several.
const ONE: &str = " is nothing that this move chooses";
const MORE: &str = " are nothing that this move chooses";

impl Checker<'_> {
    /// Refuses a value in a notation that asks about moves: the answer may be a fault, and to write
    /// a move must not fail.
    pub(super) fn noted_without_moves(&mut self, value: Expr) -> Option<Expr> {
        let Some(asks) = self.asks(&value) else { return Some(value) };
        let message = "a notation cannot ask what can be played";
        let label = "this asks with `can` or `stuck`";
        let mut report = Diagnostic::error(codes::NOTATION_ASKS, message, value.span, label);
        if !(value.span.start <= asks.start && asks.end <= value.span.end) {
            report = report.because(asks, "here");
        }
        self.reports.refuse(report.help(
            "write of what the position says, `{n}`, or keep the answer in a field that the move before stores",
        ))
    }
}

impl Reports<'_> {
    /// Adds an unknown name to the report about another one in the same notation.
    fn joins_unknown(&mut self, of: &ast::Move, name: &Name) -> bool {
        let Some(notation) = of.notation.as_ref().map(|notation| notation.span) else { return false };
        let beside = |report: &&mut Diagnostic| {
            report.fixes.is_empty() && report.span() != name.span && notation.holds(report.span())
        };
        for report in self.list.iter_mut().filter(beside) {
            let names = report.message.strip_suffix(ONE).or(report.message.strip_suffix(MORE));
            let Some(names) = names else { continue };
            let quoted = format!("`{}`", name.text);
            if !names.contains(&quoted) {
                report.message = format!("{names} and {quoted}{MORE}");
                *report = report.clone().because(name.span, "nor is this");
            }
            self.excused.push(name.text.clone());
            self.poisoned = true;
            return true;
        }
        false
    }
}

/// The place and the value of a `let` of the body that has this name.
fn named_in_body(of: &ast::Move, name: &Name) -> Option<(Span, Span)> {
    of.body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Let(named, value) if named.text == name.text => Some((named.span, value.span)),
        _ => None,
    })
}

/// The parameter that an unknown name of a notation stands for: the only one that the notation does
/// not name.
fn meant<'a>(of: &'a ast::Move, unknown: &Name) -> Option<&'a Name> {
    let pieces = of.notation.iter().flat_map(|notation| &notation.pieces);
    let named: Vec<&str> = pieces
        .filter_map(|piece| match piece {
            Piece::Value(e) => Some(super::parts::all_within(e)),
            Piece::Literal(_) => None,
        })
        .flatten()
        .filter_map(|e| match &e.kind {
            ExprKind::Name(name) if name.text != unknown.text => Some(name.text.as_str()),
            _ => None,
        })
        .collect();
    let mut free = of.parameters.iter().filter(|parameter| !named.contains(&parameter.name.text.as_str()));
    match (free.next(), free.next()) {
        (Some(only), None) => Some(&only.name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("state { men[Player]: set of C }", lines)
    }

    #[test]
    fn a_notation_names_what_is_chosen() {
        assert_eq!(helps("move put(p in C) as \"{c}\" { men[me] += p }"), ["write `{p}`"]);
        let two = |notation: &str| {
            format!(
                "move go(from in men[me], to in near(from)) as \"{notation}\" {{ men[me] = men[me] - from + to }}"
            )
        };
        assert_eq!(helps(&two("{from}-{square}")), ["write `{to}`"]);
        assert_eq!(helps(&two("{square}")), ["write what is chosen here: `{from}` and `{to}`"]);
        assert_eq!(helps(&two("{square}{field}{square}")).len(), 1);
        assert_eq!(helps(&two("{form}-{to}")), ["did you mean `from`?"]);
        assert_eq!(helps(&two("{from}-{to.x}")), [""; 0]);
    }
}
