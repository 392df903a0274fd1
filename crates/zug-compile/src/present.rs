//! What holds at the present point of a routine: the registers that statements change, and the
//! locals.

use super::value::Val;
use zug_lang::program::*;
use zug_machine::ir::Reg;

/// The registers that statements change.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    /// The words of the position.
    pub words: Vec<Reg>,
    /// 0: the turn passes; 1: the mover moves again; `n + 2`: request `n` is made.
    pub again: Reg,
    /// The arguments of the request.
    pub arguments: Vec<Reg>,
    /// The first player's reward so far.
    pub reward: Reg,
}

impl Flow {
    /// All registers: the words, `again`, the arguments, the reward.
    pub fn registers(&mut self) -> Vec<&mut Reg> {
        let all = self.words.iter_mut().chain([&mut self.again]).chain(&mut self.arguments);
        all.chain([&mut self.reward]).collect()
    }
}

/// The locals of a frame, and the mover.
#[derive(Clone, Debug)]
pub(super) struct RoutineScope<'p> {
    /// The types of the locals.
    pub frame: &'p Frame,
    /// The values of the locals; none before they are bound.
    pub locals: Vec<Option<Val>>,
    /// The mover, 0 or 1.
    pub me: Reg,
}

impl<'p> RoutineScope<'p> {
    /// A scope without bound locals.
    pub fn new(frame: &'p Frame, me: Reg) -> RoutineScope<'p> {
        RoutineScope { frame, locals: vec![None; frame.locals.len()], me }
    }

    /// Binds a local.
    pub fn bind(&mut self, local: LocalId, val: Val) {
        if let Some(place) = self.locals.get_mut(local.index()) {
            *place = Some(val);
        }
    }

    /// The type of a local.
    pub fn type_of(&self, local: LocalId) -> Option<Type> {
        self.frame.locals.get(local.index()).map(|l| l.ty)
    }
}
