//! Finds indexes whose type says that they run from 0 to one less than the last: members of a range
//! `0..n-1`, fields of that type, and `n - x` where x runs from 1 to n. Those that a binder's own
//! range shows are found in [`super::zero`].

use super::ZERO_INDEX;
use super::walk::{Indexed, indexed};
use super::zero::one_less;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast::{self, Declared, ItemKind, TypeKind};

/// What an index counts, from 0.
struct FromZero {
    /// Its name, as in "`NAME` runs from 0 to 2".
    name: String,
    /// Where it is declared, if its declaration says so.
    declared: Option<Span>,
    /// What is written instead.
    help: String,
}

/// Warns of such indexes of fields and lists that count from 1, once for each that is counted.
pub(super) fn shifted_indexes(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    let reported: Vec<Span> = found
        .iter()
        .filter(|each| each.code == ZERO_INDEX.code)
        .flat_map(|each| each.labels.iter().map(|label| label.span))
        .collect();
    let mut known: Vec<(String, String)> = Vec::new();
    for each in indexed(program).filter(|each| each.low == 1 && each.high > 1) {
        let Some(from) = from_zero(game, program, &each) else { continue };
        let key = (each.of.to_owned(), from.name.clone());
        if reported.contains(&each.index.span) || known.contains(&key) {
            continue;
        }
        known.push(key);
        found.push(warning(&each, &from));
    }
}

fn warning(each: &Indexed<'_>, from: &FromZero) -> Diagnostic {
    let (of, high) = (each.of, each.high);
    let message = format!(
        "`{}` runs from 0 to {}, but {} of `{of}` count from 1 to {high}",
        from.name,
        high - 1,
        each.what
    );
    let warning = ZERO_INDEX.warn(message, each.index.span, "0 finds nothing, and the last is left out");
    let warning = match from.declared {
        Some(span) => warning.because(span, "declared here"),
        None => warning,
    };
    warning.help(from.help.clone())
}

fn from_zero(game: &ast::Game, program: &Program, each: &Indexed<'_>) -> Option<FromZero> {
    let number = match &each.index.kind {
        ExprKind::ToElement(number) => number,
        _ => each.index,
    };
    match &number.kind {
        ExprKind::ToInt(of) => member(game, program, of, each.high),
        ExprKind::Field(field, _) if runs(number, 0, each.high - 1) => {
            let field = program.fields.get(field.index())?;
            let text = last_of_field(game, &field.name).unwrap_or_else(|| each.high.to_string());
            let help = format!("let `{}` go from 1: declare it `1..{text}`", field.name);
            Some(FromZero { name: field.name.clone(), declared: Some(field.span), help })
        }
        ExprKind::Arith(Arith::Sub, from, of) => mirrored(from, of, each.high),
        _ => None,
    }
}

/// Whether an integer has exactly these bounds.
fn runs(number: &Expr, first: i64, last: i64) -> bool {
    matches!(number.ty.kind, Kind::Int { low, high } if low == first && high == last)
}

/// A member of a range that goes from 0 to one less than the last index.
fn member(game: &ast::Game, program: &Program, of: &Expr, high: i64) -> Option<FromZero> {
    let Kind::Element(domain) = of.ty.kind else { return None };
    let domain = program.domain(domain);
    let is_shifted = matches!(domain.kind, DomainKind::Range { low: 0 }) && domain.len() as i64 == high;
    let text = last_of_range(game, &domain.name).unwrap_or_else(|| high.to_string());
    let help = format!("write `range {} = 1..{text}`", domain.name);
    is_shifted.then(|| FromZero { name: domain.name.clone(), declared: Some(domain.span), help })
}

/// `n - x` where x runs from 1 to n.
fn mirrored(from: &Expr, of: &Expr, high: i64) -> Option<FromZero> {
    let is_last = matches!(from.kind, ExprKind::Const(Value::Int(n)) if n == high);
    let name = format!("{high} - ..");
    let help = format!("write `{} - ..` for the one that lies opposite", high + 1);
    (is_last && runs(of, 1, high)).then_some(FromZero { name, declared: None, help })
}

/// The text of X where a range is declared `0..X - 1`.
fn last_of_range(game: &ast::Game, name: &str) -> Option<String> {
    game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Range { name: declared, high, .. } if declared.text == name => one_less(high),
        _ => None,
    })
}

/// The same where a field has this type.
fn last_of_field(game: &ast::Game, name: &str) -> Option<String> {
    let fields = game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::State { fields, .. } => Some(fields),
        _ => None,
    });
    let named = |declared: &&Declared| declared.name.text == name;
    match &fields.flatten().find(named)?.ty.kind {
        TypeKind::Range(_, high) => one_less(high),
        _ => None,
    }
}
