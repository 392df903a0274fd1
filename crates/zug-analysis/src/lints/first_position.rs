//! Finds first positions that are over: an `end` rule holds there, or no move is legal.

use super::{OVER_AT_START, work};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::semantics::{Expansion, Semantics};
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// The most steps to look at the rules: some milliseconds.
const STEPS: u64 = 50_000;

/// Warns of the `end` rule that ends play in the first position, and of a first position without
/// moves.
pub(super) fn over_at_start(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    if program.tree || work::of_ends(program, STEPS) >= STEPS {
        return;
    }
    let semantics = Semantics::new(program);
    match semantics.first_end_that_holds(&semantics.start()).and_then(|at| program.ends.get(at)) {
        Some(rule) => found.push(ended_by(game, program, rule)),
        None if work::of_one_look(program, STEPS) < STEPS => {
            found.extend(nobody_moves(program, &semantics));
        }
        None => {}
    }
}

/// The warning about a first position that play found to be over, however long it takes to see it.
pub fn first_position_over(game: &ast::Game, program: &Program) -> Option<Diagnostic> {
    let off = OVER_AT_START.is_off(program);
    if program.tree || off {
        return None;
    }
    let semantics = Semantics::new(program);
    match semantics.first_end_that_holds(&semantics.start()).and_then(|at| program.ends.get(at)) {
        Some(rule) => Some(ended_by(game, program, rule)),
        None => nobody_moves(program, &semantics),
    }
}

/// The warning about an `end` rule that holds in the first position.
fn ended_by(game: &ast::Game, program: &Program, rule: &End) -> Diagnostic {
    let message = "the first position is over: this `end` rule holds there".to_owned();
    let warning = OVER_AT_START.warn(message, rule.span, "so nobody ever moves");
    match compared_values(program, &rule.when) {
        Some(value) => {
            let text = game.text_at(value);
            let help = format!("two values that are `none` are equal: write `{text} != none and ..` too");
            warning.because(value, "`none` in the first position").help(help)
        }
        None => warning.help("ask for more in the rule, or give the fields other first values"),
    }
}

/// The warning about the `stuck` rule of a first position without moves.
fn nobody_moves(program: &Program, semantics: &Semantics<'_>) -> Option<Diagnostic> {
    let rule = program.stuck.as_ref()?;
    let start = semantics.start();
    let is_over = matches!(semantics.expand(&start), Ok(Expansion::Over(_)));
    let message = "the first position is over: no move is legal there".to_owned();
    let warning = || OVER_AT_START.warn(message, rule.span, "so this decides at once");
    let why = "look at the guards and at the first values: a field without one begins with its least value, empty or with `none`, and a comparison with `none` is false";
    is_over.then(|| warning().help(why))
}

/// The place of a field of which all entries begin with `none`, where it is compared with another
/// one: the comparison holds then. None where something else may hold instead.
fn compared_values(program: &Program, when: &Expr) -> Option<Span> {
    let begins_empty = |expr: &Expr| match &expr.kind {
        ExprKind::Field(field, _) => program
            .fields
            .get(field.index())
            .is_some_and(|field| field.initial.iter().all(|value| *value == Value::None)),
        _ => false,
    };
    if when.walk().any(|expr| matches!(expr.kind, ExprKind::Or(_) | ExprKind::Not(_))) {
        return None;
    }
    when.walk().find_map(|expr| match &expr.kind {
        ExprKind::Equal(one, two) if begins_empty(one) && begins_empty(two) => Some(one.span),
        _ => None,
    })
}
