//! The answers of solvers that keep the exact value of every position that they have seen.

use crate::answer::{LineEnd, MoveValue, Solution, SolveQuestion, Statistics};
use crate::limits::Halt;
use crate::watch::Watch;
use zug_game::{Expansion, Game, Value};

/// A move, where it leads, and its value to go.
type JudgedMove<G> = (<G as Game>::Move, <G as Game>::Position, Value);

/// Tells the exact value of any position; play must end.
pub(crate) trait ExactValues<G: Game> {
    /// The value to go of a position.
    fn to_go(&mut self, position: &G::Position) -> Result<Value, Halt>;
    /// The rules.
    fn game(&self) -> &G;
    /// The moves that lead to a halt, the last one first.
    fn path(&mut self) -> &mut Vec<G::Move>;
    /// The work so far.
    fn statistics(&self) -> Statistics;
    /// Looks at the limits.
    fn watch(&mut self) -> &mut Watch;

    /// The answer for a position; [`SolveQuestion::distance`] is not answered. A halt comes with
    /// the value, if that was found before.
    fn solution(
        &mut self,
        position: &G::Position,
        question: SolveQuestion,
    ) -> Result<Solution<G::Move>, (Halt, Option<Value>)> {
        let value = self.value(position).map_err(|halt| (halt, None))?;
        self.beside(position, question, value).map_err(|halt| (halt, Some(value)))
    }

    /// The value of a position.
    fn value(&mut self, position: &G::Position) -> Result<Value, Halt> {
        let offset = self.game().offset(position);
        self.to_go(position)?.checked_add(offset).ok_or(Halt::Overflow)
    }

    /// The answer for a position of this value.
    fn beside(
        &mut self,
        position: &G::Position,
        question: SolveQuestion,
        value: Value,
    ) -> Result<Solution<G::Move>, Halt> {
        let offset = self.game().offset(position);
        let to_go = value.saturating_sub(offset);
        let statistics = self.statistics();
        self.watch().go_on();
        let moves = if question.best || question.all_moves { self.each(position)? } else { Vec::new() };
        let keeping = moves.iter().filter(|(_, _, worth)| question.best && *worth == to_go);
        let best = keeping.map(|(mv, ..)| mv.clone()).collect();
        let line = if question.line { self.line(position)? } else { Vec::new() };
        let each = moves.into_iter().filter(|_| question.all_moves).map(|(mv, _, worth)| {
            let value = worth.checked_add(offset).ok_or(Halt::Overflow)?;
            Ok(MoveValue { mv, value, distance: None })
        });
        let moves = each.collect::<Result<_, Halt>>()?;
        let line_end = if question.line { LineEnd::Terminal } else { LineEnd::NotAsked };
        let positions = self.statistics().positions - statistics.positions;
        let afterwards = Statistics { positions, ..Statistics::default() };
        Ok(Solution { value, distance: None, best, line, line_end, moves, statistics, afterwards })
    }

    /// Every legal move.
    fn each(&mut self, position: &G::Position) -> Result<Vec<JudgedMove<G>>, Halt> {
        let mut moves = Vec::new();
        if let Expansion::Terminal(_) = self.game().expand(position, &mut moves)? {
            return Ok(Vec::new());
        }
        let mut each = Vec::new();
        for play in moves {
            let (next, value) =
                self.after(position, &play).inspect_err(|_| self.path().push(play.clone()))?;
            each.push((play, next, value));
        }
        Ok(each)
    }

    /// Where a move leads, and its value to go.
    fn after(&mut self, position: &G::Position, play: &G::Move) -> Result<(G::Position, Value), Halt> {
        let step = self.game().play(position, play)?;
        let to_go = self.to_go(&step.position)?;
        Ok((step.position, to_go.checked_add(step.reward).ok_or(Halt::Overflow)?))
    }

    /// A line of best play: at each position the first move that keeps the value.
    fn line(&mut self, position: &G::Position) -> Result<Vec<G::Move>, Halt> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        loop {
            let kept = self.first_kept(&position);
            // A halt is told with the moves from where the line began.
            let kept = kept.inspect_err(|_| self.path().extend(line.iter().rev().cloned()))?;
            let Some((play, next, _)) = kept else { return Ok(line) };
            line.push(play);
            position = next;
        }
    }

    /// The first move that keeps the value; none where play is over.
    fn first_kept(&mut self, position: &G::Position) -> Result<Option<JudgedMove<G>>, Halt> {
        let to_go = self.to_go(position)?;
        Ok(self.each(position)?.into_iter().find(|(_, _, value)| *value == to_go))
    }
}
