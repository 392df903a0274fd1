//! Prints outcomes, trees, entries of `show` and expectations.

use super::expressions::{SUM, expr, exprs, in_outcome};
use super::{UNREADABLE, graph, initial, joined, text};
use crate::syntax::ast::{Expect, Fact, Outcome, OutcomeKind, Setting, SettingValue, ShowEntry, Tree};

pub(super) fn outcome(outcome_: &Outcome) -> String {
    match &outcome_.kind {
        OutcomeKind::Wins(player) => format!("{} wins", in_outcome(player)),
        OutcomeKind::Loses(player) => format!("{} loses", in_outcome(player)),
        OutcomeKind::Draw => "draw".to_string(),
        OutcomeKind::Points(points, player) => format!("{} to {}", in_outcome(points), in_outcome(player)),
        OutcomeKind::Pass => "pass".to_string(),
        OutcomeKind::If(condition, then, otherwise) => {
            format!("if {} then {} else {}", expr(condition, 0), outcome(then), outcome(otherwise))
        }
        OutcomeKind::Error => UNREADABLE.to_string(),
    }
}

pub(super) fn tree(node: &Tree) -> String {
    match node {
        Tree::Leaf(value) => expr(value, 0),
        Tree::Node(branches, _)
            if branches.iter().all(|(name, _)| name.is_some()) && !branches.is_empty() =>
        {
            let branch = |(name, below): &(Option<_>, Tree)| match name {
                Some(crate::syntax::ast::Name { text, .. }) => format!("{text}: {}", tree(below)),
                None => tree(below),
            };
            format!("{{ {} }}", joined(branches, ", ", branch))
        }
        Tree::Node(branches, _) => format!("[{}]", joined(branches, ", ", |(_, below)| tree(below))),
    }
}

/// Prints the entries of `show`, `stones[X]: "X", else: "."`.
pub(super) fn show(entries: &[ShowEntry]) -> String {
    joined(entries, ", ", |entry| {
        let what = entry.what.as_ref().map_or("else".to_string(), |what| expr(what, 0));
        format!("{what}: {}", text(&entry.text))
    })
}

/// Prints an expectation, `expect with n = 5: value = draw, positions = 8`.
pub(super) fn expect(expect: &Expect) -> String {
    let mut written = "expect ".to_string();
    if expect.slow {
        written += "slow ";
    }
    if !expect.with.is_empty() {
        written += &format!("with {} ", joined(&expect.with, ", ", setting));
    }
    if let Some(after) = &expect.after {
        written += &format!("after {} ", text(after));
    }
    if !expect.with.is_empty() || expect.after.is_some() {
        written.truncate(written.len() - 1);
        written += ": ";
    }
    written + &joined(&expect.facts, ", ", |(each, _)| fact(each))
}

fn fact(fact: &Fact) -> String {
    match fact {
        Fact::Value(value, plies) => {
            let plies = plies.as_ref().map_or(String::new(), |plies| format!(" in {}", expr(plies, SUM)));
            format!("value = {}{plies}", outcome(value))
        }
        Fact::Within(value, plies) => format!("value = {} within {}", outcome(value), expr(plies, SUM)),
        Fact::Positions(count) => format!("positions = {}", expr(count, 0)),
        Fact::Perft(counts) => format!("perft = [{}]", exprs(counts)),
        Fact::Nimber(number) => format!("nimber = {}", expr(number, 0)),
        Fact::Best(moves) => format!("best = {}", text(moves)),
        Fact::Error => UNREADABLE.to_string(),
    }
}

/// Prints a setting, `n = 5`.
fn setting(setting: &Setting) -> String {
    let index =
        if setting.indexes.is_empty() { String::new() } else { format!("[{}]", exprs(&setting.indexes)) };
    let value = match &setting.value {
        SettingValue::Value(value) => initial(value),
        SettingValue::Graph(chains, _) => graph(chains),
        SettingValue::Start(rows) => joined(rows, " ", text),
    };
    format!("{}{index} = {value}", setting.name.text)
}
