//! Finds first positions that are over: an `end` rule holds there, or no move is legal.

use super::{OVER_AT_START, work};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::semantics::{Expansion, Semantics};
use zug_lang::source::Span;
use zug_lang::syntax::ast;
use zug_lang::syntax::tokens::{TokenClass, tokens};

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
        None => match as_its_twin(game, program, rule) {
            Some((twin, text)) => {
                let warning = warning.because(twin, "the rule of the other player");
                warning.help(format!("write `{text}`, as the rule of the other player says"))
            }
            None => warning.help("ask for more in the rule, or give the fields other first values"),
        },
    }
}

/// The rule as another one has it with the players exchanged, where the two differ in one player
/// alone, and the place of the other.
fn as_its_twin(game: &ast::Game, program: &Program, rule: &End) -> Option<(Span, String)> {
    let [first, second] = program.domain(PLAYER).members.as_slice() else { return None };
    let other = |word: &str| match word {
        _ if word == first => Some(second.as_str()),
        _ if word == second => Some(first.as_str()),
        _ => None,
    };
    let text = game.text_at(rule.span);
    let words: Vec<_> = tokens(text).into_iter().filter(|each| each.class != TokenClass::Comment).collect();
    let differs = |twin: &End| {
        let exchanged = game.text_at(twin.span);
        let all: Vec<_> =
            tokens(exchanged).into_iter().filter(|each| each.class != TokenClass::Comment).collect();
        let meant = |word: &'_ str| other(word).unwrap_or(word).to_owned();
        if all.len() != words.len() {
            return None;
        }
        let pairs = words.iter().zip(&all).map(|(own, twin)| (*own, meant(twin.text(exchanged))));
        let mut apart = pairs.filter(|(own, meant)| own.text(text) != meant.as_str());
        let (Some((own, meant)), None) = (apart.next(), apart.next()) else { return None };
        other(own.text(text)).filter(|other| *other == meant)?;
        Some((twin.span, format!("{}{meant}{}", text.get(..own.start)?, text.get(own.end..)?)))
    };
    let mut twins = program.ends.iter().filter(|end| end.span != rule.span).filter_map(differs);
    let (twin, None) = (twins.next()?, twins.next()) else { return None };
    (!twin.1.contains(['\n', '`'])).then_some(twin)
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
