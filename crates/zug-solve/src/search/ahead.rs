//! Looks at where all moves lead before any of them is searched.
//!
//! If the memo or the end of the game already empties the window, nothing is searched (Plaat, Schaeffer, Pijls & de Bruin's
//! "enhanced transposition cutoff", 1996, and the same for ends). Otherwise the moves are put in the order in which they
//! are likely to decide: what gains most, then what the rules make promising, then what keeps the turn or leaves the opponent the
//! fewest replies; then as the definition has them. Only the order depends on this, never the value. What was seen of a position stays on the
//! stacks until it is searched, so nothing is looked at twice.

use crate::limits::Halt;
use crate::memo::{Filed, Known};
use crate::scale::Scale;
use crate::search::best::Best;
use crate::search::order::is_among;
use crate::search::{Node, Search, Span};
use crate::techniques::Technique;
use crate::tracer::Tracer;
use std::cmp::Reverse;
use zug_game::{Game, Player, Value, Visit};

/// Where a move leads.
#[derive(Clone)]
pub(super) struct Child<P, K> {
    pub(super) position: P,
    pub(super) gain: Value,
    /// Of the move.
    pub(super) number: usize,
    /// Whether the position was looked at.
    pub(super) seen: Seen,
    /// Where it belongs in the memo, if that was asked.
    pub(super) filed: Option<Filed<K>>,
    promise: Promise,
}

/// What the mover gains, what the rules make of the move, and how many moves the opponent has then.
type Promise = (Reverse<Value>, Reverse<i64>, usize);

/// What a look at a position showed.
#[derive(Clone, Copy)]
pub(super) enum Seen {
    /// It was not looked at.
    Not,
    /// Its moves lie there.
    Moves(Span),
    /// The game is over, with this payoff.
    Over(Value),
}

impl Seen {
    /// Where its moves lie.
    #[inline(always)]
    pub(super) fn moves(self) -> Option<Span> {
        if let Seen::Moves(moves) = self { Some(moves) } else { None }
    }
}

impl<G: Game, S: Scale, T: Tracer<G>> Search<'_, G, S, T> {
    /// Puts where all moves but the favourite lead on the stack, in the order of search; nothing if one of them empties the window
    /// unsearched.
    pub(super) fn look_ahead(
        &mut self,
        node: Node<'_, G::Position>,
        places: u64,
        favourite: Option<usize>,
        best: &mut Best,
    ) -> Result<(), Halt> {
        let begin = self.children.len();
        let others = |number: &usize| Some(*number) != favourite && is_among(places, *number);
        let mut halted = None;
        for number in (0..node.moves.count()).filter(others) {
            if let Err(halt) = self.play_one(node, number, best.mover) {
                halted = Some((halt, number));
                break;
            }
        }
        if self.techniques.has(Technique::MemoCuts)
            && let Some((number, value)) = self.cut_by_memo(begin, best)
        {
            self.leave_all(begin, node, favourite, (number, value), best);
            return Ok(());
        }
        if let Some((halt, number)) = halted {
            let play = self.moves[node.moves.first + number].clone();
            return Err(self.unwind(halt, play, best, node));
        }
        // Where threats are read off the rules, no move ends the game in favour of the mover, and replies tell little.
        let visits = self.techniques.has(Technique::Ends) || self.techniques.has(Technique::Replies);
        for at in begin..self.children.len() {
            let seen = if visits && !self.reads_threats() { self.see_replies(node, at, best)? } else { None };
            if let Some(value) = seen {
                self.leave_all(begin, node, favourite, (self.children[at].number, value), best);
                return Ok(());
            }
        }
        if self.techniques.has(Technique::Promise) {
            self.promise_all(begin, node);
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
        self.cut(node.moves.count() - usize::from(favourite.is_some()));
    }

    /// Plays a move, and puts where it leads on the stack.
    #[inline(always)]
    fn play_one(&mut self, node: Node<'_, G::Position>, number: usize, mover: Player) -> Result<(), Halt> {
        let play = &self.moves[node.moves.first + number];
        let step = self.game.play(node.position, play)?;
        let gain = if mover == Player::First { step.gain } else { step.gain.saturating_neg() };
        let gain = if self.techniques.has(Technique::Gains) { gain } else { 0 };
        let (position, promise) = (step.position, (Reverse(gain), Reverse(0), 0));
        self.children.push(Child {
            position,
            gain: step.gain,
            number,
            seen: Seen::Not,
            filed: None,
            promise,
        });
        Ok(())
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
            Ok(Visit::Moves) => child.seen = Seen::Moves(Span { first: before, end: self.moves.len() }),
            Ok(Visit::Terminal(payoff)) => {
                child.seen = Seen::Over(payoff);
                let value = S::up(child.gain, S::terminal(payoff)).ok_or(Halt::Overflow)?;
                if best.is_cut_by(value) && self.techniques.has(Technique::Ends) {
                    return Ok(Some(value));
                }
            }
            Err(fault) => {
                let play = self.moves[node.moves.first + child.number].clone();
                return Err(self.unwind(fault.into(), play, best, node));
            }
        }
        let again = self.game.mover(&child.position) == best.mover;
        let counts = !again && self.techniques.has(Technique::Replies);
        child.promise.2 = if counts { self.moves.len() - before } else { 0 };
        Ok(None)
    }

    /// A move of which the memo knows a bound that empties the window, and the bound.
    ///
    /// The places of all positions in the memo are asked for before any is looked into, so that the processor waits for all of them
    /// at once.
    fn cut_by_memo(&mut self, begin: usize, best: &Best) -> Option<(usize, Value)> {
        let memo = self.memo.as_ref()?;
        for child in &mut self.children[begin..] {
            let filed = memo.file(self.game, &child.position);
            memo.fetch(&filed);
            child.filed = Some(filed);
        }
        self.children[begin..].iter().find_map(|child| {
            let value = self.bound(child, memo.known(child.filed.as_ref()?), best)?;
            Some((child.number, value))
        })
    }

    /// A bound on the value of a move that empties the window.
    #[inline(always)]
    fn bound(&self, child: &Child<G::Position, G::Key>, known: Known, best: &Best) -> Option<Value> {
        if known == Known::NOTHING {
            return None;
        }
        let bound = if best.mover == Player::First { known.low() } else { known.high() };
        let is_known = bound != Value::MIN && bound != Value::MAX;
        let value = if is_known { S::up(child.gain, bound)? } else { return None };
        best.is_cut_by(value).then_some(value)
    }

    /// What the rules make of the moves that are to be searched.
    fn promise_all(&mut self, begin: usize, node: Node<'_, G::Position>) {
        for child in &mut self.children[begin..] {
            let play = &self.moves[node.moves.first + child.number];
            child.promise.1 = Reverse(self.game.promise(node.position, play));
        }
    }
}
