//! Why play is over, or goes on: the rule that holds, and what stops the others.

use super::moves::without_choice;
use super::{Explainer, Explanation, Locals, NamedValue, Reason};
use crate::program::{End, Program, Value};
use crate::semantics::eval::Faults;
use crate::semantics::quantify::each_binding;
use crate::semantics::{Expansion, Position, RuntimeError, Semantics};
use crate::source::Span;
use crate::wording;
use std::ops::ControlFlow;

/// A rule about the end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The `end` rule with this index.
    End(usize),
    /// The `stuck` rule.
    Stuck,
}

/// Of so few bindings each is told.
const FEW: usize = 2;

/// The rules about the end of play with their places, in the order of evaluation.
pub fn rules(program: &Program) -> Vec<(Rule, Span)> {
    let ends = program.ends.iter().enumerate().map(|(at, rule)| (Rule::End(at), rule.span));
    ends.chain(program.stuck.as_ref().map(|rule| (Rule::Stuck, rule.span))).collect()
}

/// Why play is over at a position, or goes on.
///
/// # Errors
/// A fault of the definition at this position.
pub fn of_end(semantics: &Semantics<'_>, position: &Position) -> Result<Explanation, RuntimeError> {
    let program = semantics.program();
    let player = program.players()[position.turn.index()];
    match semantics.expand(position)? {
        Expansion::Over(payoff) => {
            let value = wording::value(program, payoff);
            match semantics.ended_by(position) {
                Some(rule) => {
                    let answer = format!("play is over: {value}");
                    Ok(Explanation { answer, holds: true, reasons: of_condition(semantics, position, rule) })
                }
                None => {
                    let answer =
                        format!("play is over: {player} has no legal move, and `stuck` says: {value}");
                    Ok(Explanation { answer, holds: true, reasons: of_stuck(semantics, position) })
                }
            }
        }
        Expansion::Moves(moves) => {
            let reasons = (0..program.ends.len()).flat_map(|rule| of_condition(semantics, position, rule));
            let reasons = reasons.collect();
            let rules = if program.ends.is_empty() { "" } else { "no `end` rule holds, and " };
            let answer = format!("play goes on: {rules}{player} has {}", count(moves.len()));
            Ok(Explanation { answer, holds: false, reasons })
        }
    }
}

fn count(moves: usize) -> String {
    if moves == 1 { "1 legal move".into() } else { format!("{moves} legal moves") }
}

/// Why a rule decides at a position, or does not.
///
/// # Errors
/// A fault of the definition at this position.
pub fn of_rule(
    semantics: &Semantics<'_>,
    position: &Position,
    rule: Rule,
) -> Result<Explanation, RuntimeError> {
    let Rule::End(index) = rule else { return of_stuck_rule(semantics, position) };
    let program = semantics.program();
    let reasons = of_condition(semantics, position, index);
    let earlier = semantics.ended_by(position);
    let fires = earlier == Some(index);
    let answer = match (semantics.outcome(position)?, earlier) {
        (Some(payoff), _) if fires => format!("the rule holds: {}", wording::value(program, payoff)),
        (_, Some(other)) if other < index && holds(semantics, position, &program.ends[index]) => {
            "the rule would hold, but an earlier `end` rule decides".into()
        }
        _ => "the rule does not hold".into(),
    };
    Ok(Explanation { answer, holds: fires, reasons })
}

fn of_stuck_rule(semantics: &Semantics<'_>, position: &Position) -> Result<Explanation, RuntimeError> {
    let player = semantics.program().players()[position.turn.index()];
    if semantics.ended_by(position).is_some() {
        let answer = "`stuck` does not count: an `end` rule decides".to_string();
        let reasons = of_end(semantics, position)?.reasons;
        return Ok(Explanation { answer, holds: false, reasons });
    }
    match semantics.expand(position)? {
        Expansion::Moves(moves) if moves != [crate::program::Choice::Pass] => {
            let text = semantics.text(position, &moves[0]);
            let answer =
                format!("`stuck` does not count: {player} has {}, `{text}` for one", count(moves.len()));
            Ok(Explanation { answer, holds: false, reasons: Vec::new() })
        }
        _ => {
            let answer = format!("`stuck` counts: {player} has no legal move");
            Ok(Explanation { answer, holds: true, reasons: of_stuck(semantics, position) })
        }
    }
}

/// Why no move is legal, and what the `stuck` rule makes of it.
fn of_stuck(semantics: &Semantics<'_>, position: &Position) -> Vec<Reason> {
    let faults = Faults::default();
    let program = semantics.program();
    let moves = program.moves.iter().filter(|each| !each.followup);
    let mut reasons: Vec<Reason> =
        moves.flat_map(|each| without_choice(semantics, position, &faults, each)).collect();
    reasons.truncate(super::MOST);
    if let Some(rule) = &program.stuck {
        let player = program.players()[position.turn.index()];
        let me = NamedValue { name: "me".into(), value: player.into() };
        let text = format!("{player} is to move and has no move: this rule decides");
        reasons.push(Reason { span: rule.span, text, values: vec![me] });
    }
    reasons
}

/// Whether the condition of a rule holds for some binding.
fn holds(semantics: &Semantics<'_>, position: &Position, rule: &End) -> bool {
    let faults = Faults::default();
    let explainer = Explainer::new(semantics, position, &faults);
    !bindings(&explainer, rule, true).is_empty()
}

/// The values of the locals of a rule for each binding for which its condition is `wanted`.
fn bindings(explainer: &Explainer<'_>, rule: &End, wanted: bool) -> Vec<Vec<Value>> {
    let scene = explainer.scene;
    let mut values = vec![Value::None; rule.frame.locals.len()];
    let mut found = Vec::new();
    let _ = each_binding(&scene, &mut values, &rule.binders, &mut |values| {
        if scene.holds(values, &rule.when) == wanted {
            found.push(values.clone());
        }
        ControlFlow::Continue(())
    });
    found
}

/// Why the condition of an `end` rule holds, or does not.
fn of_condition(semantics: &Semantics<'_>, position: &Position, index: usize) -> Vec<Reason> {
    let program = semantics.program();
    let Some(rule) = program.ends.get(index) else { return Vec::new() };
    let faults = Faults::default();
    let mut explainer = Explainer::new(semantics, position, &faults);
    let mut at = Locals::new(&rule.frame);
    let mut found = bindings(&explainer, rule, true);
    if found.is_empty() {
        found = bindings(&explainer, rule, false);
        if found.len() > FEW {
            let text = format!("the condition holds for none of the {} values that `for` gives", found.len());
            explainer.add(rule.when.span, text, Vec::new());
        }
    }
    let few = if found.len() > FEW { 1 } else { FEW };
    for values in found.into_iter().take(few) {
        at.values = values;
        explainer.under_binders(&mut at, &rule.binders, |this, at| this.condition(at, &rule.when));
    }
    explainer.reasons
}
