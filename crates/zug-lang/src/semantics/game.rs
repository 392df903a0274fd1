//! Plays a program: outcomes, legal moves, successors, as the language reference says.
//!
//! [`Semantics`] is a [`Game`], so every solver can run on it.

use super::body;
use super::eval::{Faults, Here, World};
use super::fault::{Fault, RuntimeError};
use super::legal;
use super::position::{Asked, Position};
use super::rules::{Rules, anywhere, increasing, progressed};
use crate::program::*;
use crate::source::Span;
use zug_game::{self as game, Game, Player, Step};

/// A position expanded: its payoff or its legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// Play is over with this payoff for the first player.
    Over(i64),
    /// The legal moves, at least one, in the order of the definition; a forced pass counts as a
    /// move.
    Moves(Vec<Choice>),
}

/// A program that can be played.
#[derive(Clone, Debug)]
pub struct Semantics<'p> {
    program: &'p Program,
    /// For each move, whether it must increase the measure of `progress`.
    increasing: Vec<bool>,
}

impl<'p> Semantics<'p> {
    /// Prepares a program for play.
    pub fn new(program: &'p Program) -> Semantics<'p> {
        Semantics { program, increasing: increasing(program) }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The first position.
    pub fn start(&self) -> Position {
        Position::start(self.program)
    }

    /// The payoff for the first player if play is over, by an `end` rule or by the `stuck` rule;
    /// else `None`.
    ///
    /// # Errors
    /// A fault of the definition at this position.
    pub fn outcome(&self, position: &Position) -> Result<Option<i64>, RuntimeError> {
        self.expand(position).map(|expand| match expand {
            Expansion::Over(payoff) => Some(payoff),
            Expansion::Moves(_) => None,
        })
    }

    /// The legal moves in the order of the definition; empty if play is over.
    ///
    /// # Errors
    /// A fault of the definition at this position.
    pub fn legal(&self, position: &Position) -> Result<Vec<Choice>, RuntimeError> {
        self.expand(position).map(|expand| match expand {
            Expansion::Over(_) => Vec::new(),
            Expansion::Moves(moves) => moves,
        })
    }

    /// Whether [`Semantics::legal`] has this choice among its moves; the other choices are not
    /// looked at.
    ///
    /// # Errors
    /// A fault of the definition at this position, as far as that met it.
    pub fn is_legal(&self, position: &Position, choice: &Choice) -> Result<bool, RuntimeError> {
        let Choice::Play(played, arguments) = choice else {
            return Ok(self.legal(position)?.contains(choice));
        };
        let faults = Faults::default();
        let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
        if (Rules { program: self.program, here }).ended()?.is_some() {
            return Ok(false);
        }
        let requests = &self.program.requests;
        faults.check(legal::has(self.world(), here, requests, position.asked.as_ref(), *played, arguments))
    }

    /// The payoff if play is over, else the legal moves.
    ///
    /// # Errors
    /// A fault of the definition at this position, for example that nobody can move and there is no
    /// `stuck` rule.
    pub fn expand(&self, position: &Position) -> Result<Expansion, RuntimeError> {
        let faults = Faults::default();
        let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
        let rules = Rules { program: self.program, here };
        if let Some(payoff) = rules.ended()? {
            return Ok(Expansion::Over(payoff));
        }
        let moves = legal::all(self.world(), here, &self.program.requests, position.asked.as_ref());
        let moves = faults.check(moves)?;
        if !moves.is_empty() {
            return Ok(Expansion::Moves(moves));
        }
        let Some(stuck) = &self.program.stuck else {
            return Err(RuntimeError::new(Fault::NoMove, anywhere(self.program)));
        };
        let payoff = rules.ruled(stuck)?;
        Ok(payoff.map_or_else(|| Expansion::Moves(vec![Choice::Pass]), Expansion::Over))
    }

    /// The position after a legal move; the `progress` rule is checked.
    ///
    /// # Errors
    /// A fault of the definition during the move.
    pub fn play(&self, position: &Position, choice: &Choice) -> Result<Position, RuntimeError> {
        let after = self.advance(position, choice)?;
        self.check_progress(position, choice, &after)?;
        Ok(after)
    }

    /// The position after a legal move; the `progress` rule is not checked.
    ///
    /// # Errors
    /// A fault of the definition during the move.
    pub fn advance(&self, position: &Position, choice: &Choice) -> Result<Position, RuntimeError> {
        match choice {
            Choice::Pass => self.pass(position),
            Choice::Play(played, arguments) => self.make(position, *played, arguments),
        }
    }

    /// The fields after the body of a move, or where a fault stops it.
    pub fn as_far_as_played(&self, position: &Position, choice: &Choice) -> Vec<Vec<Value>> {
        let Choice::Play(id, arguments) = choice else { return position.fields.clone() };
        let Some(played) = self.program.moves.get(id.index()) else { return position.fields.clone() };
        let faults = Faults::default();
        let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
        body::as_far_as_played(self.world(), here, played, arguments)
    }

    /// Whether a move may take a piece up and put it nowhere: it says `S - c + to`, and `to` may be
    /// `none`.
    pub fn may_lose_pieces(&self, id: MoveId) -> bool {
        let Some(played) = self.program.moves.get(id.index()) else { return false };
        statements(&played.body).any(|stmt| match &stmt.kind {
            StmtKind::Assign(_, Store::Set, value) => !body::put_in(value).is_empty(),
            _ => false,
        })
    }

    /// The places at which a legal move takes a piece up and puts it nowhere.
    pub fn lost_pieces(&self, position: &Position, choice: &Choice) -> Vec<Span> {
        let Choice::Play(id, arguments) = choice else { return Vec::new() };
        let Some(played) = self.program.moves.get(id.index()) else { return Vec::new() };
        let faults = Faults::default();
        let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
        body::lost_pieces(self.world(), here, played, arguments)
    }

    /// The index of the `end` rule that ends play here, if one does.
    pub fn ended_by(&self, position: &Position) -> Option<usize> {
        let faults = Faults::default();
        let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
        let rules = Rules { program: self.program, here };
        self.program.ends.iter().position(|rule| matches!(rules.end(rule), Ok(Some(_))))
    }

    /// The index of the first `end` rule that holds here, also if it gives several outcomes that do
    /// not agree.
    pub fn first_end_that_holds(&self, position: &Position) -> Option<usize> {
        let faults = Faults::default();
        let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
        let rules = Rules { program: self.program, here };
        self.program.ends.iter().position(|rule| match rules.end(rule) {
            Ok(outcome) => outcome.is_some(),
            Err(error) => matches!(error.fault, Fault::Disagree(..)),
        })
    }

    /// The value of endless play for the first player, on the fields of this position.
    ///
    /// # Errors
    /// A fault of the definition in the `endless` rule.
    pub fn endless(&self, position: &Position) -> Result<i64, RuntimeError> {
        let Some(rule) = &self.program.endless else { return Ok(0) };
        let faults = Faults::default();
        let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
        Rules { program: self.program, here }.ruled(rule).map(|payoff| payoff.unwrap_or(0))
    }

    fn world(&self) -> World<'p> {
        World::of(self.program)
    }

    /// The position after a pass. A second pass in a row is a fault.
    fn pass(&self, position: &Position) -> Result<Position, RuntimeError> {
        let after = Position { fields: position.fields.clone(), turn: position.turn.other(), asked: None };
        if self.expand(&after)? == Expansion::Moves(vec![Choice::Pass]) {
            let span = self.program.stuck.as_ref().map(|rule| rule.span).unwrap_or_default();
            return Err(RuntimeError::new(Fault::TwoPasses, span));
        }
        Ok(after)
    }

    /// The position after the body of a move and the change of turn.
    fn make(
        &self,
        position: &Position,
        played: MoveId,
        arguments: &[Value],
    ) -> Result<Position, RuntimeError> {
        let faults = Faults::default();
        let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
        let Some(played) = self.program.moves.get(played.index()) else { return Ok(position.clone()) };
        let after = body::run(self.world(), here, played, arguments)?;
        let (turn, asked) = self.next(&after.fields, position.turn, after.again)?;
        Ok(Position { fields: after.fields, turn, asked })
    }

    /// The player to move after a body, and his pending request. If no move of a request is legal,
    /// the request is dropped and the turn passes.
    fn next(
        &self,
        fields: &[Vec<Value>],
        mover: Player,
        again: Option<Option<Asked>>,
    ) -> Result<(Player, Option<Asked>), RuntimeError> {
        let asked = match again {
            None => return Ok((mover.other(), None)),
            Some(None) => return Ok((mover, None)),
            Some(Some(asked)) => asked,
        };
        let faults = Faults::default();
        let here = Here { fields, me: mover, faults: &faults };
        let met = legal::any_asked(self.world(), here, &self.program.requests, &asked);
        Ok(if faults.check(met)? { (mover, Some(asked)) } else { (mover.other(), None) })
    }

    /// Checks that a move changed the measure of `progress` as it must.
    fn check_progress(
        &self,
        before: &Position,
        choice: &Choice,
        after: &Position,
    ) -> Result<(), RuntimeError> {
        let Some(rule) = &self.program.progress else { return Ok(()) };
        let (played, strictly) = match choice {
            Choice::Pass => (None, false),
            Choice::Play(id, _) => (Some(*id), self.increasing.get(id.index()) != Some(&false)),
        };
        let measure = |position: &Position| {
            let faults = Faults::default();
            let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
            Rules { program: self.program, here }.progress(rule)
        };
        let (before, after) = (measure(before)?, measure(after)?);
        if progressed(&before, &after, strictly) {
            return Ok(());
        }
        Err(RuntimeError::new(Fault::NoProgress { played, before, after, strictly }, rule.span))
    }
}

/// Hides the reason of a fault from a solver, which knows numbers only; the reporter replays the
/// moves.
fn opaque(_: RuntimeError) -> game::Fault {
    game::Fault(0)
}

impl Game for Semantics<'_> {
    type Position = Position;
    type Move = Choice;
    type Key = Position;

    fn start(&self) -> Position {
        Semantics::start(self)
    }

    fn mover(&self, position: &Position) -> Player {
        position.turn
    }

    fn expand(&self, position: &Position, moves: &mut Vec<Choice>) -> Result<game::Expansion, game::Fault> {
        Ok(match Semantics::expand(self, position).map_err(opaque)? {
            Expansion::Over(payoff) => game::Expansion::Terminal(payoff),
            Expansion::Moves(legal) => {
                moves.extend(legal);
                game::Expansion::Moves
            }
        })
    }

    fn play(&self, position: &Position, play: &Choice) -> Result<Step<Position>, game::Fault> {
        let position = Semantics::play(self, position, play).map_err(opaque)?;
        Ok(Step { position, reward: 0 })
    }

    fn key(&self, position: &Position) -> Position {
        position.clone()
    }

    fn full_key(&self, position: &Position) -> Position {
        position.clone()
    }

    fn endless(&self, position: &Position) -> Result<i64, game::Fault> {
        Semantics::endless(self, position).map_err(opaque)
    }
}
