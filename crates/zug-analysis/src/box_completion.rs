//! Recognizes box-completion games: points are scored by completing boxes, each of which is
//! completed once (Dots and Boxes: boxes by edges).
//!
//! A box that a move leaves one element short can be completed by whoever moves next. The
//! conditions, each on the form of the program:
//!
//! - every move takes one element `e in X - G` of a set field `G` without indexes, does `G += e`,
//!   and then adds to the mover's points the number of members `b` of a constant family for which a
//!   condition on `e` and `b` holds and `G`, or several such fields, contain all that `b` needs; it
//!   stores nothing else;
//! - whenever the condition on `e` and `b` holds, `b` needs `e`, so `b` was not complete before;
//! - the rest of the condition depends on `e` and `b` alone, not on the mover or the position;
//! - every move counts the same members with the same needs, and some move adds each element that
//!   is needed;
//! - no followup is requested, and no `provided` rejects a move after its body.
//!
//! Sets only grow, so no `b` counts twice. Only the points matter ([`SubsetPlay`]) if also
//!
//! - no guard, `end` or `progress` rule has a condition: every element is free until it is taken,
//!   and play ends when none is left;
//! - every outcome is the first player's points less the second's, and the points are additive
//!   ([`super::additive()`]);
//! - `b` counts whichever of its elements comes last;
//! - a player who scores moves again in every move, or in none.

use super::additive::{additive, outcomes};
use super::completions::{MovePoints, all_counted};
use zug_lang::program::*;

/// The facts about a box-completion game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxCompletion {
    /// For each move, the field that it adds its element to.
    pub fields: Vec<FieldId>,
    /// For each box, the elements of each field that it needs.
    pub needs: Vec<Vec<(FieldId, Set)>>,
    /// Whether the outcome is one point for each box, for the player who completed it, and nothing
    /// else.
    pub is_all: bool,
    /// The conditions of [`SubsetPlay`], if they hold.
    pub subset_play: Option<SubsetPlay>,
}

/// The facts about a game in which only the set of taken elements matters: every element outside
/// its field may be taken, play ends when none is left, and taking the last element that a box
/// lacks completes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubsetPlay {
    /// For each move, the elements that it may take.
    pub elements: Vec<Set>,
    /// The field of points, indexed by player.
    pub points: FieldId,
    /// Whether a player who completes a box moves again; otherwise the players take turns.
    pub again: bool,
}

/// The facts, if the program has this form.
pub fn box_completion(program: &Program) -> Option<BoxCompletion> {
    let all = all_counted(program)?;
    let first = all.first()?;
    let fields = all.iter().map(|each| each.field).collect();
    let is_all = is_difference(program, first.points);
    let subset_play = subset_play(program, &all).filter(|_| is_all);
    Some(BoxCompletion { fields, needs: first.needs.clone(), is_all, subset_play })
}

/// The facts of [`SubsetPlay`], if the program has that form too, for moves that count the same
/// boxes.
fn subset_play(program: &Program, all: &[MovePoints]) -> Option<SubsetPlay> {
    let first = all.first()?;
    let again = first.again?;
    let free = program.moves.iter().all(|each| matches!(each.when.kind, ExprKind::Const(Value::Bool(true))));
    let ends = program.ends.is_empty() && program.checked_progress().is_none();
    let same = all.iter().all(|each| each.again == Some(again) && each.exact);
    let elements = all.iter().map(|each| each.elements.clone()).collect();
    (free && ends && same).then_some(SubsetPlay { elements, points: first.points, again })
}

/// Whether every outcome is the first player's points less the second's.
fn is_difference(program: &Program, points: FieldId) -> bool {
    let summed =
        additive(program).is_some_and(|additive| additive.fields == [(points, vec![Some(1), Some(-1)])]);
    let entry = |expr: &Expr, player: u32| {
        matches!(&expr.kind, ExprKind::Field(field, indexes) if *field == points
            && matches!(indexes.as_slice(), [Expr { kind: ExprKind::Const(Value::Element(of)), .. }] if *of == player))
    };
    let is_plain = |outcome: &Outcome| match &outcome.kind {
        OutcomeKind::Points(rendered, to) => {
            let to_first = matches!(to.kind, ExprKind::Const(Value::Element(0)));
            to_first
                && matches!(&rendered.kind, ExprKind::Arith(Arith::Sub, one, two) if entry(one, 0) && entry(two, 1))
        }
        _ => false,
    };
    summed && program.endless.is_none() && outcomes(program).into_iter().all(is_plain)
}
