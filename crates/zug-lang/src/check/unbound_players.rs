//! A rule that speaks of a player whom nothing binds: `end when held[p] = 0 => p wins`.

use super::checker::Checker;
use super::codes;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{self, ExprKind, Outcome, OutcomeKind};
use crate::syntax::elsewhere;

impl Checker<'_> {
    /// Reports the player of an outcome whom the condition names too, and nothing binds.
    pub(super) fn refuse_free_player(&mut self, s: &Scope, when: &ast::Expr, outcome: &Outcome) {
        let (OutcomeKind::Wins(player) | OutcomeKind::Loses(player) | OutcomeKind::Points(_, player)) =
            &outcome.kind
        else {
            return;
        };
        let ExprKind::Name(name) = &player.kind else { return };
        let text = name.text.as_str();
        let short = text.len() <= 2 && text.starts_with(|c: char| c.is_lowercase());
        let condition = self.input.written(when.span).trim().to_owned();
        let index = format!("[{text}]");
        if !short
            || self.reports.muted > 0
            || !condition.contains(&index)
            || condition.contains(&format!(" {text} in "))
            || elsewhere::value_word(text).is_some()
            || self
                .domains
                .player_by_number(text)
                .is_some_and(|player| !player.to_lowercase().starts_with('p') || text != "p")
            || !self.is_unknown(s, name)
            || self.is_excused(name)
        {
            return;
        }
        let rule = format!(
            "end for {text} in Player when {condition} => {}",
            self.input.written(outcome.span).trim()
        );
        let message = format!("there is nothing called `{text}`");
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown")
            .help(format!("write `{rule}`: the rule then speaks of each player"));
        self.refuse_name::<()>(Some(s), name, &[], report);
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(rule: &str) -> Vec<String> {
        let state = "state { held[Player]: 0..9, s: set of C }";
        helps_beside(state, &format!("move m(c in C) {{ s += c held[me] += 1 }}\n{rule}"))
    }

    #[test]
    fn a_rule_binds_the_player_of_whom_it_speaks() {
        assert_eq!(
            helps("end when held[p] = 3 => p wins"),
            ["write `end for p in Player when held[p] = 3 => p wins`: the rule then speaks of each player"]
        );
        assert_eq!(helps("end for p in Player when held[p] = 3 => p wins"), [""; 0]);
        assert_eq!(helps("end when held[me] = 3 => me wins"), [""; 0]);
    }
}
