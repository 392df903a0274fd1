//! Neighbours that may stand in the wrong order: the arguments of a function, the entries of a
//! list, stores.

use super::RuleEdit;
use super::moves::moves;
use super::rules::RuleTokens;
use zug_lang::source::Span;
use zug_lang::syntax::ast::{Statement, StatementKind};

/// The most tokens of a neighbour: longer ones are seldom exchanged by a slip.
const LONGEST: usize = 24;

/// The edits that exchange two neighbours between commas.
pub(super) fn of_neighbours(rules: &RuleTokens) -> Vec<RuleEdit> {
    // Of each open bracket the place of it, and the runs of tokens between its commas so far.
    let mut open: Vec<(usize, Vec<(usize, usize)>)> = Vec::new();
    let mut found = Vec::new();
    for at in rules.places() {
        match rules.word(at) {
            "(" | "[" | "{" => open.push((at, Vec::new())),
            "," => {
                if let Some((before, runs)) = open.last_mut() {
                    runs.extend(run(*before, at));
                    *before = at;
                }
            }
            ")" | "]" | "}" => {
                if let Some((before, mut runs)) = open.pop() {
                    runs.extend(run(before, at));
                    found.extend(pairs(rules, &runs));
                }
            }
            _ => {}
        }
    }
    found
}

/// The tokens between two places, if there are some.
fn run(before: usize, behind: usize) -> Option<(usize, usize)> {
    (before + 1 < behind).then(|| (before + 1, behind - 1))
}

fn pairs(rules: &RuleTokens, runs: &[(usize, usize)]) -> Vec<RuleEdit> {
    let is_short = |(from, to): (usize, usize)| to - from < LONGEST;
    let neighbours = runs.windows(2).filter(|pair| is_short(pair[0]) && is_short(pair[1]));
    let neighbours = neighbours.filter(|pair| rules.on_one_line(pair[0].0, pair[1].1));
    neighbours.map(|pair| rules.exchanged(pair[0], pair[1])).collect()
}

/// The edits that exchange two stores beside each other.
pub(super) fn of_stores(rules: &RuleTokens) -> Vec<RuleEdit> {
    moves(rules).flat_map(|play| in_body(rules, &play.body)).collect()
}

fn in_body(rules: &RuleTokens, body: &[Statement]) -> Vec<RuleEdit> {
    let is_store = |each: &Statement| matches!(each.kind, StatementKind::Assign { .. });
    let text = |from: u32, to: u32| &rules.text[from as usize..to as usize];
    let pairs = body.windows(2).filter(|pair| pair.iter().all(is_store));
    let exchanged = |pair: &[Statement]| {
        let (one, two) = (pair[0].span, pair[1].span);
        let between = text(one.end, two.start);
        let text = format!("{}{between}{}", text(two.start, two.end), text(one.start, one.end));
        RuleEdit { span: Span { end: two.end, ..one }, text }
    };
    pairs.map(exchanged).collect()
}
