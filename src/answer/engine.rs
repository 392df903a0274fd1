//! Joins the two ways of running a definition: both are games, and both know the words' side of a move.

use super::Prepared;
use crate::game::Game;
use crate::machine::Interpreter;
use crate::program::Choice;
use crate::semantics::{Position, Semantics};
use crate::solve::on_deep_stack;

/// A game made from a definition.
pub trait Engine: Game {
    /// A position of the definition as one of this game.
    fn enter(&self, position: &Position) -> Self::Position;
    /// A position of this game as one of the definition.
    fn leave(&self, position: &Self::Position) -> Position;
    /// A move of this game as one of the definition.
    fn choice(&self, play: &Self::Move) -> Choice;
}

impl Engine for Semantics<'_> {
    fn enter(&self, position: &Position) -> Position {
        position.clone()
    }

    fn leave(&self, position: &Position) -> Position {
        position.clone()
    }

    fn choice(&self, play: &Choice) -> Choice {
        play.clone()
    }
}

impl<const N: usize> Engine for Interpreter<'_, N> {
    fn enter(&self, position: &Position) -> Self::Position {
        self.encode(position)
    }

    fn leave(&self, position: &Self::Position) -> Position {
        self.decode(position)
    }

    fn choice(&self, play: &Self::Move) -> Choice {
        self.machine().choice(*play)
    }
}

/// Something to be done with whichever engine a definition was prepared for.
pub trait Task: Send {
    /// What comes out.
    type Output: Send;
    /// Does it.
    fn run<E: Engine>(self, engine: &E) -> Self::Output;
}

/// Does a task on a deep stack, with the engine that was asked for.
pub fn with_engine<T: Task>(prepared: &Prepared<'_>, task: T) -> T::Output {
    let (program, machine) = (prepared.program, prepared.machine());
    on_deep_stack(move || match machine {
        None => task.run(&Semantics::new(program)),
        Some(machine) => match machine.words() {
            0 | 1 => task.run(&Interpreter::<1>::new(machine)),
            2 => task.run(&Interpreter::<2>::new(machine)),
            3 | 4 => task.run(&Interpreter::<4>::new(machine)),
            _ => task.run(&Interpreter::<8>::new(machine)),
        },
    })
}
