//! Points beside wins and losses: the one that is the exception is told, with what it would be as
//! the others are.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::input::CheckInput;
use super::parts::all_within;
use crate::diagnostic::Diagnostic;
use crate::program::PLAYER;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Fact, ItemKind, Outcome, OutcomeKind, UnaryOp};
use crate::syntax::print;

impl Checker<'_> {
    /// Refuses a game that counts points and also says who wins.
    pub(super) fn check_outcomes_alike(&mut self) {
        let (Some(points), Some(win)) = (self.rules.first_points, self.rules.first_win) else { return };
        // What the parser put in place of a mistake is no outcome of the author.
        let is_fixed =
            |at: Span| self.input.game.mistakes.iter().any(|mistake| at.holds(*mistake) || mistake.holds(at));
        if is_fixed(points) || is_fixed(win) {
            self.reports.poisoned = true;
            return;
        }
        let message = "the game counts points and also says who wins";
        let points_later = match self.input.leaning() {
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
        let texts = self.exceptions(points_later);
        self.reports.report(match texts.as_slice() {
            [(at, text)] => {
                diagnostic.help(format!("write `{text}`, as elsewhere in this game")).likely(*at, text)
            }
            [] => diagnostic.help("use one of them throughout: `1 to p` for a win"),
            all => {
                let each =
                    |(at, text): &(Span, String)| format!("`{text}` for `{}`", self.input.short_text(*at));
                let all: Vec<String> = all.iter().map(each).collect();
                diagnostic.help(format!("write {}, as elsewhere in this game", all.join(", ")))
            }
        });
    }

    /// The outcomes of rules that are the exception, each in the form of the others; none if one of
    /// them has no such form.
    fn exceptions(&self, points: bool) -> Vec<(Span, String)> {
        let all = self.input.rule_outcomes();
        let odd = all.iter().filter(|outcome| is_points(outcome) == Some(points));
        let texts = odd.map(|outcome| Some((outcome.span, self.domains.in_other_form(outcome)?)));
        texts.collect::<Option<Vec<_>>>().unwrap_or_default()
    }
}

impl CheckInput<'_> {
    /// The outcomes of all rules about the end.
    fn rule_outcomes(&self) -> Vec<&Outcome> {
        let mut all = Vec::new();
        for item in &self.game.items {
            if let ItemKind::End { outcome, .. } | ItemKind::Stuck(outcome) | ItemKind::Endless(outcome) =
                &item.kind
            {
                leaves(outcome, &mut all);
            }
        }
        all
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
            // Points that are worked out tell more than who wins.
            std::cmp::Ordering::Equal if self.rule_outcomes().iter().any(|each| is_worked_out(each)) => {
                Leaning::Points
            }
            std::cmp::Ordering::Equal => Leaning::Neither,
        }
    }
}

impl DomainTables {
    /// Points as who wins, and who wins as points.
    fn in_other_form(&self, outcome: &Outcome) -> Option<String> {
        let won = |player: &Expr| format!("{} wins", print::operand(player));
        let lost = |player: &Expr| format!("{} loses", print::operand(player));
        Some(match &outcome.kind {
            OutcomeKind::Wins(player) => format!("1 to {}", print::operand(player)),
            OutcomeKind::Loses(player) => match self.player_beside(player) {
                Some(other) => format!("1 to {other}"),
                None => format!("-1 to {}", print::operand(player)),
            },
            OutcomeKind::Points(number, player) => match &number.kind {
                ExprKind::Int(0) => "draw".to_owned(),
                ExprKind::Int(_) => won(player),
                ExprKind::Unary(UnaryOp::Minus, of) if matches!(of.kind, ExprKind::Int(_)) => lost(player),
                ExprKind::Binary(BinaryOp::Subtract, a, b, _) => {
                    let (a, b) = (print::operand(a), print::operand(b));
                    format!(
                        "if {a} > {b} then {} else if {a} < {b} then {} else draw",
                        won(player),
                        lost(player)
                    )
                }
                _ => {
                    let number = print::operand(number);
                    format!(
                        "if {number} > 0 then {} else if {number} < 0 then {} else draw",
                        won(player),
                        lost(player)
                    )
                }
            },
            _ => return None,
        })
    }

    /// The other one of two players, if the text says which.
    fn player_beside(&self, player: &Expr) -> Option<String> {
        match &player.kind {
            ExprKind::Me => Some("opponent".to_owned()),
            ExprKind::Opponent => Some("me".to_owned()),
            ExprKind::Name(name) => match self.all[PLAYER.index()].members.as_slice() {
                [one, two] if *one == name.text => Some(two.clone()),
                [one, two] if *two == name.text => Some(one.clone()),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether an outcome gives points that hang on the position.
fn is_worked_out(outcome: &Outcome) -> bool {
    let OutcomeKind::Points(number, _) = &outcome.kind else { return false };
    all_within(number)
        .iter()
        .any(|e| matches!(e.kind, ExprKind::Name(_) | ExprKind::Call(..) | ExprKind::At(..)))
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
        assert_eq!(helps(even), ["write `1 to Bob`, as elsewhere in this game"]);
        let lost = "end when n = 3 => Bob loses\nend when n = 5 => me loses\nstuck => n to me\nexpect value = 2 to Ann";
        assert_eq!(
            helps(lost),
            ["write `1 to Ann` for `Bob loses`, `1 to opponent` for `me loses`, as elsewhere in this game"]
        );
        let worked_out =
            "end for p in Player when n = 3 => p loses\nend when n = 5 => n - 2 to Ann\nstuck => me loses";
        assert_eq!(
            helps(worked_out),
            [
                "write `if n > 2 then Ann wins else if n < 2 then Ann loses else draw`, as elsewhere in this game"
            ]
        );
        let constants = "end when n = 3 => -1 to me\nstuck => me loses\nend when n = 4 => Bob wins";
        assert_eq!(helps(constants), ["write `me loses`, as elsewhere in this game"]);
        assert_eq!(helps("end when n = 3 => draw\nstuck => 1 to me"), [""; 0]);
    }
}
