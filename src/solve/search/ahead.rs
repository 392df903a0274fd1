//! Looks at where all moves lead before any of them is searched.
//!
//! If the memo or the end of the game already empties the window, nothing is searched (Plaat, Schaeffer, Pijls & de Bruin's
//! "enhanced transposition cutoff", 1996, and the same for ends). Otherwise the moves are put in the order in which they
//! are likely to decide: what gains most, then what keeps the turn, then what leaves the opponent the fewest replies; then
//! as the definition has them. Only the order depends on this, never the value.

use crate::game::{Game, Player, Value, Visit};
use crate::solve::limits::Halt;
use crate::solve::memo::Known;
use crate::solve::scale::Scale;
use crate::solve::search::best::Best;
use crate::solve::search::{Node, Search};
use crate::solve::tracer::Tracer;
use std::cmp::Reverse;

/// Where a move leads.
pub(super) struct Child<P> {
    pub(super) position: P,
    pub(super) gain: Value,
    /// Of the move.
    pub(super) number: usize,
    /// What the mover gains, and how many moves the opponent has then.
    promise: (Reverse<Value>, usize),
}

impl<G: Game, S: Scale, T: Tracer<G>> Search<'_, G, S, T> {
    /// Plays all moves but the favourite and puts where they lead on the stack, in the order of search; nothing if one of them
    /// empties the window unsearched.
    pub(super) fn look_ahead(
        &mut self,
        node: Node<'_, G::Position>,
        favourite: Option<usize>,
        best: &mut Best,
    ) -> Result<(), Halt> {
        let begin = self.children.len();
        let end = self.moves.len();
        for number in (0..end - node.first).filter(|&number| Some(number) != favourite) {
            let seen = self.look_at(node, number, best);
            self.moves.truncate(end);
            match seen {
                Ok(None) => {}
                Ok(Some(value)) => {
                    best.take(number, value);
                    self.children.truncate(begin);
                    self.cut(end - node.first - usize::from(favourite.is_some()));
                    return Ok(());
                }
                Err(halt) => {
                    let play = self.moves[node.first + number].clone();
                    return Err(self.unwind(halt, play, best, node));
                }
            }
        }
        self.children[begin..].sort_unstable_by_key(|child| (child.promise, child.number));
        Ok(())
    }

    /// The value of a move, or a bound on it, if that empties the window; otherwise puts where it leads on the stack.
    fn look_at(
        &mut self,
        node: Node<'_, G::Position>,
        number: usize,
        best: &Best,
    ) -> Result<Option<Value>, Halt> {
        let step = self.game.play(node.position, &self.moves[node.first + number])?;
        if let Some(value) = self.cut_by_memo(&step.position, step.gain, best) {
            return Ok(Some(value));
        }
        let before = self.moves.len();
        if let Visit::Terminal(payoff) = self.game.visit(&step.position, &mut self.moves)? {
            let value = S::up(step.gain, S::terminal(payoff)).ok_or(Halt::Overflow)?;
            if best.is_cut_by(value) {
                return Ok(Some(value));
            }
        }
        let again = self.game.mover(&step.position) == best.mover;
        let replies = if again { 0 } else { self.moves.len() - before };
        let gain = if best.mover == Player::First { step.gain } else { step.gain.saturating_neg() };
        let promise = (Reverse(gain), replies);
        self.children.push(Child { position: step.position, gain: step.gain, number, promise });
        Ok(None)
    }

    /// What the memo knows of a move, if that empties the window.
    #[inline(always)]
    fn cut_by_memo(&self, position: &G::Position, gain: Value, best: &Best) -> Option<Value> {
        let known = self.memo.as_ref()?.probe(&self.game.key(position));
        if known == Known::NOTHING {
            return None;
        }
        let bound = if best.mover == Player::First { known.low() } else { known.high() };
        let is_known = bound != Value::MIN && bound != Value::MAX;
        let value = if is_known { S::up(gain, bound)? } else { return None };
        best.is_cut_by(value).then_some(value)
    }
}
