//! The player of an outcome that nothing declares: the rule speaks of a player in its condition.

use super::{Look, Rivals, without_fixes};
use crate::check::parts::all_within;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{CompareOp, Expr, ExprKind, Item, ItemKind, OutcomeKind};

/// Whoever has fewer than so many pieces loses, in most games in which pieces are counted.
const FEW: i64 = 3;

/// An `end` rule whose condition speaks of one player, and whose outcome speaks of one.
struct RuleOfOne<'a> {
    asked: &'a str,
    named: &'a Expr,
    wins: bool,
    when: &'a Expr,
}

/// The searches for all rules.
pub(super) fn search(look: &Look) -> Vec<Rivals> {
    let rules: Vec<RuleOfOne> = look.game.items.iter().filter_map(|item| rule(look, item)).collect();
    let found = look.unknown().filter_map(|(_, report)| {
        let rule = rules.iter().find(|rule| rule.named.span == report.span())?;
        let meant = meant(look, &rules, rule)?;
        let verb = if rule.wins { "wins" } else { "loses" };
        let help = format!("write `{meant} {verb}`: the condition speaks of `{}`", rule.asked);
        choice(look, report, help, meant)
    });
    found.collect()
}

fn choice(look: &Look, report: &Diagnostic, help: String, meant: &str) -> Option<Rivals> {
    let elements = report.help.as_deref().is_some_and(|help| help.starts_with("the elements of `Player`"));
    let error = look.number(report).filter(|_| elements)?;
    let edit = without_fixes(report).help(help).likely(report.span(), meant).into();
    Some(Rivals { error, edits: vec![edit] })
}

fn rule<'a>(look: &Look<'a>, item: &'a Item) -> Option<RuleOfOne<'a>> {
    let ItemKind::End { binders: None, when, outcome } = &item.kind else { return None };
    let (named, wins) = match &outcome.kind {
        OutcomeKind::Wins(player) => (player, true),
        OutcomeKind::Loses(player) => (player, false),
        _ => return None,
    };
    let players = look.players();
    let mut asked: Vec<&str> = all_within(when)
        .into_iter()
        .filter_map(|e| match &e.kind {
            ExprKind::Name(name) => players.iter().find(|player| player.text == name.text),
            _ => None,
        })
        .map(|player| player.text.as_str())
        .collect();
    asked.dedup();
    let [asked] = asked[..] else { return None };
    Some(RuleOfOne { asked, named, wins, when })
}

/// The player that the rule means: as the other rules have it, else the one of whom it speaks, and
/// the other one where nothing of theirs is left.
fn meant<'a>(look: &Look<'a>, rules: &[RuleOfOne<'a>], rule: &RuleOfOne<'a>) -> Option<&'a str> {
    let [first, second] = look.players() else { return None };
    let other = if first.text == rule.asked { &second.text } else { &first.text };
    let own = |each: &RuleOfOne| match &each.named.kind {
        ExprKind::Name(name) if name.text == each.asked => Some(true),
        ExprKind::Name(name) if [first, second].iter().any(|player| player.text == name.text) => Some(false),
        _ => None,
    };
    let as_others = rules.iter().find_map(|each| own(each).map(|own| own == (each.wins == rule.wins)));
    let own = as_others.unwrap_or_else(|| rule.wins != is_of_little(rule.when));
    Some(if own { rule.asked } else { other })
}

/// Whether a condition asks whether little is left: `men[Ann] = {}`, `count(men[Ann]) < 3`.
fn is_of_little(when: &Expr) -> bool {
    all_within(when).into_iter().any(|e| match &e.kind {
        ExprKind::Compare(_, rest) => rest.iter().any(|(op, _, bound)| match op {
            CompareOp::Equal => is_empty(bound) || bound.written_integer() == Some(0),
            CompareOp::Less => bound.written_integer().is_some_and(|n| n <= FEW),
            CompareOp::LessEqual => bound.written_integer().is_some_and(|n| n < FEW),
            _ => false,
        }),
        _ => false,
    })
}

fn is_empty(set: &Expr) -> bool {
    matches!(&set.kind, ExprKind::Set(members) if members.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(rules: &str) -> Vec<String> {
        helps_beside(
            "state { men[Player]: set of C, left[Player]: 0..3 = 3 }",
            &format!("move put(c in C) {{ men[me] += c left[me] = 0 }}\n{rules}"),
        )
    }

    #[test]
    fn the_player_of_the_condition_is_meant() {
        let said = |text: &str, asked: &str| [format!("write `{text}`: the condition speaks of `{asked}`")];
        assert_eq!(helps("end when a1 in men[Bob] => Carl wins"), said("Bob wins", "Bob"));
        assert_eq!(helps("end when left[Ann] = 0 => Blue loses"), said("Ann loses", "Ann"));
        assert_eq!(helps("end when count(men[Bob]) = 0 => Blue wins"), said("Ann wins", "Bob"));
        assert_eq!(helps("end when men[Bob] = {} and left[Bob] = 0 => Blue loses"), said("Bob loses", "Bob"));
        assert_eq!(helps("end when count(men[Bob]) != 0 => Blue wins"), said("Bob wins", "Bob"));
        assert_eq!(helps("end when left[Ann] <= 2 => Red wins"), said("Bob wins", "Ann"));
        assert_eq!(helps("end when left[Ann] >= 2 => Red wins"), said("Ann wins", "Ann"));
    }

    #[test]
    fn other_rules_say_which_player_is_meant() {
        let other = "end when c3 in men[Ann] => Bob wins\n";
        let said = |text: &str, asked: &str| [format!("write `{text}`: the condition speaks of `{asked}`")];
        assert_eq!(helps(&format!("{other}end when a1 in men[Bob] => Red wins")), said("Ann wins", "Bob"));
        assert_eq!(helps(&format!("{other}end when a1 in men[Bob] => Red loses")), said("Bob loses", "Bob"));
    }

    #[test]
    fn a_condition_about_both_or_none_says_nothing() {
        let elements = ["the elements of `Player` are `Ann` and `Bob`"];
        assert_eq!(helps("end when men[Ann] = men[Bob] => Red wins"), elements);
        assert_eq!(helps("end when a1 in men[me] => Red wins"), elements);
    }
}
