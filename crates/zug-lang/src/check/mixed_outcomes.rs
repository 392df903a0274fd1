//! Points beside wins and losses: the one that is the exception is told, with what it would be as the others are.

use super::checker::Checker;
use super::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{ExprKind, Fact, ItemKind, Outcome, OutcomeKind};
use crate::syntax::print;

impl Checker<'_> {
    /// Refuses a game that counts points and also says who wins.
    pub(super) fn check_outcomes_alike(&mut self) {
        let (Some(points), Some(win)) = (self.first_points, self.first_win) else { return };
        let message = "the game counts points and also says who wins";
        let points_later = match self.leaning() {
            Leaning::Wins => true,
            Leaning::Points => false,
            Leaning::Neither => points > win,
        };
        let (later, label, first, because) = match points_later {
            true => (points, "points here", win, "won or lost here"),
            false => (win, "won or lost here", points, "points here"),
        };
        let diagnostic = Diagnostic::error(codes::MIXED_OUTCOMES, message, later, label);
        let diagnostic = diagnostic.because(first, because);
        self.report(match self.as_the_others(later) {
            Some(text) if self.leaning() != Leaning::Neither => {
                diagnostic.help(format!("write `{text}`, as elsewhere in this game")).likely(later, text)
            }
            _ => diagnostic.help("use one of them throughout: `1 to p` for a win"),
        });
    }

    /// Which of both the facts speak of; if none does, which of both more rules say.
    fn leaning(&self) -> Leaning {
        let (mut facts, mut rules) = (Vec::new(), Vec::new());
        for item in &self.game.items {
            match &item.kind {
                ItemKind::End { outcome, .. } | ItemKind::Stuck(outcome) | ItemKind::Endless(outcome) => {
                    leaves(outcome, &mut rules);
                }
                ItemKind::Expect(expect) => {
                    for (fact, _) in &expect.facts {
                        if let Fact::Value(outcome, _) | Fact::Within(outcome, _) = fact {
                            leaves(outcome, &mut facts);
                        }
                    }
                }
                _ => {}
            }
        }
        let weight = |all: &[&Outcome]| {
            let of = |points: bool| all.iter().filter(|each| is_points(each) == Some(points)).count();
            of(true).cmp(&of(false))
        };
        match weight(&facts).then(weight(&rules)) {
            std::cmp::Ordering::Less => Leaning::Wins,
            std::cmp::Ordering::Greater => Leaning::Points,
            std::cmp::Ordering::Equal => Leaning::Neither,
        }
    }

    /// An outcome in the form of the others.
    fn as_the_others(&self, at: Span) -> Option<String> {
        let mut all = Vec::new();
        for item in &self.game.items {
            if let ItemKind::End { outcome, .. } | ItemKind::Stuck(outcome) | ItemKind::Endless(outcome) =
                &item.kind
            {
                leaves(outcome, &mut all);
            }
        }
        match &all.into_iter().find(|each| each.span == at)?.kind {
            OutcomeKind::Points(number, player) if matches!(number.kind, ExprKind::Int(1..)) => {
                Some(format!("{} wins", print::operand(player)))
            }
            OutcomeKind::Wins(player) => Some(format!("1 to {}", print::operand(player))),
            _ => None,
        }
    }
}

/// What most outcomes say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaning {
    Wins,
    Points,
    Neither,
}

/// Adds the outcomes between which an outcome chooses.
fn leaves<'a>(outcome: &'a Outcome, all: &mut Vec<&'a Outcome>) {
    match &outcome.kind {
        OutcomeKind::If(_, yes, no) => {
            leaves(yes, all);
            leaves(no, all);
        }
        _ => all.push(outcome),
    }
}

/// Whether an outcome says points; `None` if it says neither.
fn is_points(outcome: &Outcome) -> Option<bool> {
    match outcome.kind {
        OutcomeKind::Points(..) => Some(true),
        OutcomeKind::Wins(_) | OutcomeKind::Loses(_) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_about;

    fn helps(lines: &str) -> Vec<String> {
        helps_about(&format!("game \"G\" players Ann, Bob state {{ n: 0..9 }} move m {{ n += 1 }}\n{lines}"))
    }

    #[test]
    fn the_exception_is_written_as_the_others() {
        let won = "end when n = 3 => Ann wins\nstuck => if n > 4 then me wins else 1 to me\nexpect value = Ann wins";
        assert_eq!(helps(won), ["write `me wins`, as elsewhere in this game"]);
        let counted = "end when n = 3 => Bob wins\nstuck => n to me\nexpect value = 3 to Ann";
        assert_eq!(helps(counted), ["write `1 to Bob`, as elsewhere in this game"]);
        let even = "end when n = 3 => Bob wins\nstuck => n to me";
        assert_eq!(helps(even), ["use one of them throughout: `1 to p` for a win"]);
        assert_eq!(helps("end when n = 3 => draw\nstuck => 1 to me"), [""; 0]);
    }
}
