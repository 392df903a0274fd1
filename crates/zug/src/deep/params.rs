//! What never happens with the values that the params have, and does with others: a size decides
//! whether a move is ever legal.

use super::{Finding, Never, Report, explore};
use crate::answer::{EngineKind, Limits, Prepared};
use crate::definition::Definition;
use crate::short_look::positions_for;
use std::collections::BTreeSet;
use zug_lang::source::FileId;
use zug_lang::syntax::{self, ast};

/// So many positions are explored with other values of one param.
const POSITIONS: usize = 20_000;

/// The most values that are tried.
const TRIALS: usize = 12;

/// The most params that a message names.
const NAMED: usize = 4;

/// Takes the findings out of a report about what happens with other values of one param, within
/// some thousand positions each, and at most `most`, and lets the others say with which values they
/// were found.
pub fn try_other_params(definition: &Definition, report: &mut Report, most: usize, limits: &Limits) {
    if report.never.is_empty() {
        return;
    }
    let declared = settable(&definition.ast);
    let limits = Limits { progress: None, ..limits.clone() };
    let found = report.findings.split_off(report.findings.len().saturating_sub(report.never.len()));
    let mut open: Vec<(Never, Finding)> = report.never.drain(..).zip(found).collect();
    for setting in declared.iter().flat_map(|param| others(definition, param)).take(TRIALS) {
        if open.is_empty() {
            break;
        }
        let unseen = unseen_with(definition, &setting, most, &limits);
        open.retain(|(never, _)| unseen.as_ref().is_none_or(|unseen| unseen.contains(never)));
    }
    let with = values(definition, &declared);
    for (never, mut finding) in open {
        if !with.is_empty() {
            finding.diagnostic.message += &format!(" with {with}");
        }
        report.never.push(never);
        report.findings.push(finding);
    }
}

/// What was not seen with this setting; `None` if the definition has mistakes with it.
fn unseen_with(definition: &Definition, setting: &str, most: usize, limits: &Limits) -> Option<Vec<Never>> {
    let setting = syntax::parse_setting(FileId::DEFINITION, setting).ok()?;
    let other = definition.with(&[setting]).ok()?;
    let prepared = Prepared::new(&other.program, EngineKind::Interpret).ok()?;
    let short = || positions_for(&other.program, most as u64).unwrap_or(1) as usize;
    let report = explore(&prepared, if most < POSITIONS { short() } else { POSITIONS }, limits);
    Some(report.never.into_iter().chain(report.unseen).collect())
}

/// The params with one value of a range or of a list of allowed values.
fn settable(game: &ast::Game) -> Vec<&ast::Declared> {
    let params = game.items.iter().filter_map(|item| match &item.kind {
        ast::ItemKind::Param(declared) => Some(declared),
        _ => None,
    });
    let is_one = |declared: &&ast::Declared| {
        let kind = &declared.ty.kind;
        declared.indexes.is_empty() && matches!(kind, ast::TypeKind::Range(..) | ast::TypeKind::OneOf(_))
    };
    params.filter(is_one).collect()
}

/// The value of a param.
fn value<'d>(definition: &'d Definition, declared: &ast::Declared) -> Option<&'d str> {
    let of_it = definition.program.params.iter().find(|(name, _)| *name == declared.name.text);
    of_it.map(|(_, value)| value.as_str())
}

/// Settings with other values of a param: the next, the least and the greatest of a range, and the
/// first of a list.
fn others(definition: &Definition, declared: &ast::Declared) -> Vec<String> {
    let Some(now) = value(definition, declared).and_then(|now| now.parse::<i64>().ok()) else {
        return Vec::new();
    };
    let mut values: Vec<i64> = match &declared.ty.kind {
        ast::TypeKind::Range(low, high) => match (low.written_integer(), high.written_integer()) {
            (Some(low), Some(high)) => {
                [now + 1, low, high].into_iter().filter(|n| (low..=high).contains(n)).collect()
            }
            _ => vec![now + 1],
        },
        ast::TypeKind::OneOf(all) => all.iter().filter_map(ast::Expr::written_integer).take(4).collect(),
        _ => Vec::new(),
    };
    let mut known = BTreeSet::from([now]);
    values.retain(|value| known.insert(*value));
    values.into_iter().map(|value| format!("{}={value}", declared.name.text)).collect()
}

/// The values of the params, for the message of a finding.
fn values(definition: &Definition, declared: &[&ast::Declared]) -> String {
    let one = |param: &&ast::Declared| Some(format!("{} = {}", param.name.text, value(definition, param)?));
    let mut named: Vec<String> = declared.iter().filter_map(one).take(NAMED).collect();
    if declared.len() > NAMED {
        named.push("..".to_owned());
    }
    named.join(", ")
}
