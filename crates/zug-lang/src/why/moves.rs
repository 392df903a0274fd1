//! Why a move is legal, or is not.

use super::readings::spelled;
use super::{Explainer, Explanation, Locals, Reason};
use crate::diagnostic::near_names;
use crate::program::{Choice, ExprKind, Move, MoveId, Value};
use crate::semantics::body;
use crate::semantics::eval::{Faults, Here, World};
use crate::semantics::{Position, RuntimeError, Semantics};
use crate::wording;

/// The answer to a question about a written move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveAnswer {
    /// Some move of the definition reads like this.
    Read(Explanation),
    /// No move does, whatever the position: the texts of legal moves that are near.
    Unknown {
        /// Texts of legal moves that it may misspell.
        near: Vec<String>,
    },
}

/// How far the rules let a move pass; the later a stage, the nearer the move is to a legal one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// Something else is asked for, or nothing asks for it.
    Asked,
    /// The value of this parameter is not in its set.
    Parameter(usize),
    /// The guard does not hold.
    Guard,
    /// What is provided does not hold after the move.
    Provided,
    /// Nothing is against it.
    Legal,
}

/// A move that was looked at.
struct Examined {
    stage: Stage,
    text: String,
    answer: String,
    reasons: Vec<Reason>,
}

/// Why a written move is legal at a position, or is not.
///
/// # Errors
/// A fault of the definition at this position.
pub fn of_move(
    semantics: &Semantics<'_>,
    position: &Position,
    written: &str,
) -> Result<MoveAnswer, RuntimeError> {
    if let Some(payoff) = semantics.outcome(position)? {
        let over = super::of_end(semantics, position)?;
        let value = wording::value(semantics.program(), payoff);
        let answer = format!("`{written}` is not legal: play is over, {value}");
        return Ok(MoveAnswer::Read(Explanation { answer, holds: false, reasons: over.reasons }));
    }
    let read = spelled(semantics, position, written);
    let examined: Vec<Examined> =
        read.into_iter().map(|(choice, text)| examine(semantics, position, &choice, text)).collect();
    let Some(nearest) = nearest(examined) else {
        if let Some(answer) = not_in_turn(semantics, position, written) {
            return Ok(MoveAnswer::Read(answer));
        }
        let legal = semantics.texts(position)?;
        let near = near_names(written, legal.iter().map(|(_, text)| &text[..]));
        return Ok(MoveAnswer::Unknown { near: near.into_iter().map(String::from).collect() });
    };
    let holds = nearest.stage == Stage::Legal;
    let answer = match holds {
        true => format!("`{}` is legal", nearest.text),
        false => format!("`{}` is not legal: {}", nearest.text, nearest.answer),
    };
    Ok(MoveAnswer::Read(Explanation { answer, holds, reasons: nearest.reasons }))
}

/// The answer about a text that reads like a move of the other player only.
fn not_in_turn(semantics: &Semantics<'_>, position: &Position, written: &str) -> Option<Explanation> {
    let program = semantics.program();
    let turned = Position { turn: position.turn.other(), ..position.clone() };
    let (choice, text) = spelled(semantics, &turned, written).into_iter().next()?;
    let Choice::Play(id, _) = choice else { return None };
    let played = program.moves.get(id.index())?;
    let name = |position: &Position| program.players()[position.turn.index()];
    let why = format!("{} is to move, and only {} has a move that reads so", name(position), name(&turned));
    let reasons = vec![Reason { span: played.span, text: why.clone(), values: Vec::new() }];
    Some(Explanation { answer: format!("`{text}` is not legal: {why}"), holds: false, reasons })
}

/// The move that passes the most rules, the first of several.
fn nearest(examined: Vec<Examined>) -> Option<Examined> {
    let furthest = examined.iter().map(|each| each.stage).max()?;
    examined.into_iter().find(|each| each.stage == furthest)
}

/// Looks how far the rules let a move pass, and collects what stops it.
fn examine(semantics: &Semantics<'_>, position: &Position, choice: &Choice, text: String) -> Examined {
    let found = |stage, answer: String, reasons| Examined { stage, text: text.clone(), answer, reasons };
    let Choice::Play(id, arguments) = choice else { return found(Stage::Legal, String::new(), Vec::new()) };
    let program = semantics.program();
    let Some(played) = program.moves.get(id.index()) else {
        return found(Stage::Asked, String::new(), Vec::new());
    };
    if let Some(why) = unasked(semantics, position, (*id, played), arguments) {
        let reason = Reason { span: played.span, text: why.clone(), values: Vec::new() };
        return found(Stage::Asked, why, vec![reason]);
    }
    let faults = Faults::default();
    let mut explainer = Explainer::new(semantics, position, &faults);
    let mut at = Locals::new(&played.frame);
    for (which, ((local, set), value)) in played.parameters.iter().zip(arguments).enumerate() {
        at.bind(*local, value.clone());
        if !explainer.holds_member(&mut at, value, set) {
            let named = explainer.local(&at, *local);
            let taken = explainer.text(&mut at, set);
            explainer.member(&mut at, value, set);
            let answer = format!("`{}` cannot take {} from `{taken}`", named.name, named.value);
            return found(Stage::Parameter(which), answer, explainer.reasons);
        }
    }
    if !explainer.scene.holds(&mut at.values, &played.when) {
        explainer.condition(&mut at, &played.when);
        return found(
            Stage::Guard,
            format!("the guard of `{}` does not hold", played.name),
            explainer.reasons,
        );
    }
    if let Some((answer, reasons)) = not_provided(semantics, position, played, arguments) {
        return found(Stage::Provided, answer, reasons);
    }
    for ((_, set), value) in played.parameters.iter().zip(arguments) {
        explainer.member(&mut at, value, set);
    }
    explainer.condition(&mut at, &played.when);
    found(Stage::Legal, String::new(), explainer.reasons)
}

/// Why a move is not among those that may follow here.
fn unasked(
    semantics: &Semantics<'_>,
    position: &Position,
    (id, played): (MoveId, &Move),
    arguments: &[Value],
) -> Option<String> {
    let name = &played.name;
    let Some(asked) = &position.asked else {
        return played
            .followup
            .then(|| format!("the followup `{name}` is legal only right after a move that asks for it"));
    };
    let program = semantics.program();
    let request = program.requests.get(asked.request.index())?;
    let names: Vec<String> = request
        .moves
        .iter()
        .filter_map(|(id, _)| program.moves.get(id.index()))
        .map(|each| format!("`{}`", each.name))
        .collect();
    let Some(at) = request.moves.iter().position(|(wanted, _)| *wanted == id) else {
        return Some(format!("the turn goes on, and only {} may follow", names.join(", ")));
    };
    let fixed = asked.arguments.get(at)?;
    let wrong = fixed.iter().zip(arguments).position(|(fixed, value)| fixed != value)?;
    let (local, set) = played.parameters.get(wrong)?;
    let ty = played.frame.locals.get(local.index()).map_or(set.ty, |local| local.ty);
    let parameter = played.frame.locals.get(local.index()).map_or("", |local| &local.name);
    let value = program.show_value(&fixed[wrong], ty);
    Some(format!("the turn goes on with `{parameter}` = {value}"))
}

/// Why what a move provides does not hold after it.
fn not_provided(
    semantics: &Semantics<'_>,
    position: &Position,
    played: &Move,
    arguments: &[Value],
) -> Option<(String, Vec<Reason>)> {
    let provided = played.provided.as_ref()?;
    let faults = Faults::default();
    let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
    let program = semantics.program();
    let after = match body::run(World::of(program), here, played, arguments) {
        Ok(after) => after,
        Err(error) => return Some((error.diagnostic(program).message, Vec::new())),
    };
    let here = Here { fields: &after.fields, ..here };
    let mut explainer = Explainer::inside(program, here, None);
    let mut at = Locals::new(&played.frame);
    at.values.clone_from(&after.locals);
    if explainer.scene.holds(&mut at.values, provided) {
        return None;
    }
    explainer.condition(&mut at, provided);
    let answer = format!("what `{}` provides does not hold after it", played.name);
    Some((answer, explainer.reasons))
}

/// Why a move has no legal choice: nothing to choose from, or a guard that nothing fulfils.
pub(super) fn without_choice<'a>(
    semantics: &Semantics<'a>,
    position: &'a Position,
    faults: &'a Faults,
    played: &'a Move,
) -> Vec<Reason> {
    let mut explainer = Explainer::new(semantics, position, faults);
    let mut at = Locals::new(&played.frame);
    let mut refused: Vec<Vec<Value>> = Vec::new();
    explainer.choices(&mut at, played, 0, &mut refused);
    match refused.len() {
        0 => {}
        1 | 2 => {
            for values in refused {
                at.values = values;
                explainer.under_binders(&mut at, &played.parameters, |this, at| this.refused(at, played));
            }
        }
        count => {
            let span = if is_true(played) { played.span } else { played.when.span };
            let text = format!("none of the {count} choices for `{}` is legal", played.name);
            explainer.add(span, text, Vec::new());
            at.values = refused.swap_remove(0);
            explainer.under_binders(&mut at, &played.parameters, |this, at| this.refused(at, played));
        }
    }
    explainer.reasons
}

fn is_true(played: &Move) -> bool {
    matches!(played.when.kind, ExprKind::Const(Value::Bool(true)))
}

impl<'a> Explainer<'a> {
    /// Collects all choices for the parameters from `which` on; tells of a set that is empty.
    fn choices(&mut self, at: &mut Locals<'a>, played: &'a Move, which: usize, found: &mut Vec<Vec<Value>>) {
        let Some((local, set)) = played.parameters.get(which) else { return found.push(at.values.clone()) };
        let Value::Set(members) = self.scene.eval(&mut at.values, set) else { return };
        if members.is_empty() && which == 0 {
            let text = self.text(at, set);
            return self.add(
                set.span,
                format!("`{text}` is empty: `{}` has nothing to choose", played.name),
                Vec::new(),
            );
        }
        for member in members.iter().take(SOME) {
            let value = if Explainer::holds_elements(set) {
                Value::Element(member as u32)
            } else {
                Value::Int(member)
            };
            at.bind(*local, value);
            self.choices(at, played, which + 1, found);
        }
    }

    /// Explains why a choice is refused.
    fn refused(&mut self, at: &mut Locals<'a>, played: &'a Move) {
        if !self.scene.holds(&mut at.values, &played.when) {
            return self.condition(at, &played.when);
        }
        let name = &played.name;
        let text = format!("what `{name}` provides does not hold after it");
        self.add(played.provided.as_ref().map_or(played.span, |provided| provided.span), text, Vec::new());
    }
}

/// So many members of a set are tried for a parameter that nothing fulfils.
const SOME: usize = 64;
