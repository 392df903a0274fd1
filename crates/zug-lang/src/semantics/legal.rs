//! Finds the legal choices of a position.
//!
//! Parameters are chosen from left to right; the set of each may depend on the fields, the mover
//! and the parameters before it. Then `when` is evaluated, then `provided` on the position after
//! the body.

use super::body;
use super::eval::{Here, Scene, World};
use super::position::Asked;
use super::quantify::{bind, each_member};
use crate::program::*;
use std::ops::ControlFlow;

/// A callback for the arguments of each legal choice; it can stop the search.
type ChoiceVisitor<'v> = dyn FnMut(Vec<Value>) -> ControlFlow<()> + 'v;

/// The search for the choices of one move whose first parameters are fixed to these values.
struct ChoiceSearch<'a> {
    world: World<'a>,
    here: Here<'a>,
    sought: &'a Move,
    fixed: &'a [Value],
}

impl ChoiceSearch<'_> {
    fn from(&self, which: usize, locals: &mut Vec<Value>, visit: &mut ChoiceVisitor) -> ControlFlow<()> {
        let scene = Scene { world: self.world, here: Some(self.here) };
        let Some((local, set)) = self.sought.parameters.get(which) else {
            return if scene.holds(locals, &self.sought.when) { self.offer(locals, visit) } else { CONTINUE };
        };
        let members = scene.look(locals, set);
        each_member(set.ty.kind, &members, |value| {
            if self.fixed.get(which).is_some_and(|fixed| *fixed != value) {
                return CONTINUE;
            }
            bind(locals, *local, value);
            self.from(which + 1, locals, visit)
        })
    }

    /// Passes a choice on to the callback if `provided` holds.
    fn offer(&self, locals: &[Value], visit: &mut ChoiceVisitor) -> ControlFlow<()> {
        let value = |(local, _): &(LocalId, Expr)| locals.get(local.index()).cloned().unwrap_or_default();
        let arguments: Vec<Value> = self.sought.parameters.iter().map(value).collect();
        if let Some(provided) = &self.sought.provided {
            let after = body::run(self.world, self.here, self.sought, &arguments);
            match after.and_then(|mut after| after.provided(Some(provided))) {
                Ok(true) => {}
                Ok(false) => return CONTINUE,
                Err(error) => {
                    self.here.faults.keep(error);
                    return ControlFlow::Break(());
                }
            }
        }
        visit(arguments)
    }
}

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// Visits the legal choices of one move with its first parameters fixed, in the order of the
/// definition.
fn choices(
    world: World,
    here: Here,
    sought: MoveId,
    fixed: &[Value],
    visit: &mut ChoiceVisitor,
) -> ControlFlow<()> {
    let Some(sought) = world.moves.get(sought.index()) else { return CONTINUE };
    let mut locals = vec![Value::None; sought.frame.locals.len()];
    ChoiceSearch { world, here, sought, fixed }.from(0, &mut locals, visit)
}

/// Whether the mover has a legal choice of this move with its first parameters fixed.
pub(super) fn is_possible(world: World, here: Here, sought: MoveId, fixed: &[Value]) -> bool {
    choices(world, here, sought, fixed, &mut |_| ControlFlow::Break(())).is_break()
}

/// Whether the mover has a legal `move`, with nothing asked for.
pub(super) fn any_move(world: World, here: Here) -> bool {
    unasked(world).any(|sought| is_possible(world, here, sought, &[]))
}

/// Whether the mover has a legal choice of a move that is asked for.
pub(super) fn any_asked(world: World, here: Here, requests: &[FollowupRequest], asked: &Asked) -> bool {
    wanted(requests, asked).any(|(sought, fixed)| is_possible(world, here, sought, fixed))
}

/// All legal choices, in the order of the definition.
pub(super) fn all(
    world: World,
    here: Here,
    requests: &[FollowupRequest],
    asked: Option<&Asked>,
) -> Vec<Choice> {
    let mut all = Vec::new();
    let mut add = |sought, fixed: &[Value]| {
        let _ = choices(world, here, sought, fixed, &mut |arguments| {
            all.push(Choice::Play(sought, arguments));
            CONTINUE
        });
    };
    match asked {
        None => unasked(world).for_each(|sought| add(sought, &[])),
        Some(asked) => wanted(requests, asked).for_each(|(sought, fixed)| add(sought, fixed)),
    }
    all
}

/// Whether a choice with all of its arguments is among the legal ones.
pub(super) fn has(
    world: World,
    here: Here,
    requests: &[FollowupRequest],
    asked: Option<&Asked>,
    played: MoveId,
    arguments: &[Value],
) -> bool {
    let may_be = match asked {
        None => unasked(world).any(|sought| sought == played),
        Some(asked) => {
            wanted(requests, asked).any(|(sought, fixed)| sought == played && arguments.starts_with(fixed))
        }
    };
    let count = world.moves.get(played.index()).map(|sought| sought.parameters.len());
    may_be && count == Some(arguments.len()) && is_possible(world, here, played, arguments)
}

/// The moves that are legal without a request: all but followups.
fn unasked(world: World) -> impl Iterator<Item = MoveId> {
    let ids = (0u32..).map(MoveId).zip(world.moves);
    ids.filter(|(_, each)| !each.followup).map(|(id, _)| id)
}

/// The moves that are asked for, with the values of their first parameters.
fn wanted<'a>(
    requests: &'a [FollowupRequest],
    asked: &'a Asked,
) -> impl Iterator<Item = (MoveId, &'a [Value])> {
    let moves = requests.get(asked.request.index()).map_or(&[][..], |request| &request.moves);
    moves.iter().zip(&asked.arguments).map(|((id, _), arguments)| (*id, &arguments[..]))
}
