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
    /// Puts where all moves but the favourite lead on the stack, in the order of search; nothing if one of them empties the window
    /// unsearched.
    pub(super) fn look_ahead(
        &mut self,
        node: Node<'_, G::Position>,
        favourite: Option<usize>,
        best: &mut Best,
    ) -> Result<(), Halt> {
        let begin = self.children.len();
        let end = self.moves.len();
        for number in (0..end - node.first).filter(|&number| Some(number) != favourite) {
            if let Some(value) = self.play_one(node, number, best)? {
                self.leave_all(begin, node, favourite, (number, value), best);
                return Ok(());
            }
        }
        for at in begin..self.children.len() {
            let seen = self.see_replies(node, at, best);
            self.moves.truncate(end);
            if let Some(value) = seen? {
                self.leave_all(begin, node, favourite, (self.children[at].number, value), best);
                return Ok(());
            }
        }
        self.children[begin..].sort_unstable_by_key(|child| (child.promise, child.number));
        Ok(())
    }

    /// A move empties the window: nothing is to be searched.
    fn leave_all(
        &mut self,
        begin: usize,
        node: Node<'_, G::Position>,
        favourite: Option<usize>,
        (number, value): (usize, Value),
        best: &mut Best,
    ) {
        best.take(number, value);
        self.children.truncate(begin);
        self.cut(self.moves.len() - node.first - usize::from(favourite.is_some()));
    }

    /// Plays a move, and gives a bound on its value if the memo has one that empties the window. Nothing
    /// else is done between these, so that the processor looks up several at a time.
    #[inline(always)]
    fn play_one(
        &mut self,
        node: Node<'_, G::Position>,
        number: usize,
        best: &Best,
    ) -> Result<Option<Value>, Halt> {
        let play = &self.moves[node.first + number];
        let step = match self.game.play(node.position, play) {
            Ok(step) => step,
            Err(fault) => return Err(self.unwind(fault.into(), play.clone(), best, node)),
        };
        let cut = self.cut_by_memo(&step.position, step.gain, best);
        let promise = (Reverse(0), 0);
        self.children.push(Child { position: step.position, gain: step.gain, number, promise });
        Ok(cut)
    }

    /// Sees whether a move ends the game, and gives its value if that empties the window; otherwise what it promises.
    fn see_replies(
        &mut self,
        node: Node<'_, G::Position>,
        at: usize,
        best: &Best,
    ) -> Result<Option<Value>, Halt> {
        let before = self.moves.len();
        let child = &mut self.children[at];
        match self.game.visit(&child.position, &mut self.moves) {
            Ok(Visit::Moves) => {}
            Ok(Visit::Terminal(payoff)) => {
                let value = S::up(child.gain, S::terminal(payoff)).ok_or(Halt::Overflow)?;
                if best.is_cut_by(value) {
                    return Ok(Some(value));
                }
            }
            Err(fault) => {
                let play = self.moves[node.first + child.number].clone();
                return Err(self.unwind(fault.into(), play, best, node));
            }
        }
        let again = self.game.mover(&child.position) == best.mover;
        let replies = if again { 0 } else { self.moves.len() - before };
        let gain = if best.mover == Player::First { child.gain } else { child.gain.saturating_neg() };
        child.promise = (Reverse(gain), replies);
        Ok(None)
    }

    /// What the memo knows of a move, if that empties the window.
    #[inline(always)]
    fn cut_by_memo(&self, position: &G::Position, gain: Value, best: &Best) -> Option<Value> {
        let known = self.memo.as_ref()?.known(&self.game.class(position));
        if known == Known::NOTHING {
            return None;
        }
        let bound = if best.mover == Player::First { known.low() } else { known.high() };
        let is_known = bound != Value::MIN && bound != Value::MAX;
        let value = if is_known { S::up(gain, bound)? } else { return None };
        best.is_cut_by(value).then_some(value)
    }
}
