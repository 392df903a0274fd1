//! One-ply child scan: looks at where all moves lead before any of them is searched.
//!
//! If the memo or the end of the game already empties the window, nothing is searched (Plaat, Schaeffer, Pijls & de Bruin's
//! "enhanced transposition cutoff", 1996, and the same for ends). Otherwise the moves are put in the order in which they
//! are likely to decide: what gains most, then what the rules make promising, then what keeps the turn or leaves the opponent the
//! fewest replies; then as the definition has them. Only the order depends on this, never the value. What was seen of a position stays on the
//! stacks until it is searched, so nothing is looked at twice.

use crate::limits::{Halt, within_range};
use crate::memo::{Bounds, Slot};
use crate::search::best::Best;
use crate::search::order::is_among;
use crate::search::{MoveSpan, Node, Search};
use crate::techniques::Technique;
use crate::tracer::Tracer;
use crate::utility::Utility;
use std::cmp::Reverse;
use zug_game::{Expansion, Game, Player, Value};

/// Where a move leads.
#[derive(Clone)]
pub(super) struct Child<P, K> {
    pub(super) position: P,
    pub(super) reward: Value,
    /// Of the move.
    pub(super) number: usize,
    /// Whether the position was looked at.
    pub(super) seen: ChildState,
    /// Where it belongs in the memo, if that was asked.
    pub(super) slot: Option<Slot<K>>,
    order_key: OrderKey,
}

/// What the mover gains, what the rules make of the move, and how many moves the opponent has then.
type OrderKey = (Reverse<Value>, Reverse<i64>, usize);

/// What a look at a position showed.
#[derive(Clone, Copy)]
pub(super) enum ChildState {
    /// It was not looked at.
    Not,
    /// Its moves lie there.
    Moves(MoveSpan),
    /// The game is over, with this payoff.
    Over(Value),
}

impl ChildState {
    /// Where its moves lie.
    #[inline(always)]
    pub(super) fn moves(self) -> Option<MoveSpan> {
        if let ChildState::Moves(moves) = self { Some(moves) } else { None }
    }
}

impl<G: Game, S: Utility, T: Tracer<G>> Search<'_, G, S, T> {
    /// Puts where all moves but the hash move lead on the stack, in the order of search; nothing if one of them empties the window
    /// unsearched.
    pub(super) fn scan_children(
        &mut self,
        node: Node<'_, G::Position>,
        relevant: u64,
        hash_move: Option<usize>,
        best: &mut Best,
    ) -> Result<(), Halt> {
        self.watch.after(node.moves.count())?;
        let begin = self.children.len();
        let others = |number: &usize| Some(*number) != hash_move && is_among(relevant, *number);
        let mut halted = None;
        for number in (0..node.moves.count()).filter(others) {
            if let Err(halt) = self.play_one(node, number, best.mover) {
                halted = Some((halt, number));
                break;
            }
        }
        if self.techniques.has(Technique::TranspositionCutoffs)
            && let Some((number, value)) = self.transposition_cutoff(begin, best)
        {
            self.leave_all(begin, node, hash_move, (number, value), best);
            return Ok(());
        }
        if let Some((halt, number)) = halted {
            let play = self.moves[node.moves.first + number].clone();
            return Err(self.unwind(halt, play, best, node));
        }
        // Where threats are read off the rules, no move ends the game in favour of the mover, and replies tell little.
        let visits = self.techniques.has(Technique::TerminalLookahead)
            || self.techniques.has(Technique::MobilityOrdering);
        for at in begin..self.children.len() {
            let seen =
                if visits && !self.reads_threats() { self.expand_child(node, at, best)? } else { None };
            if let Some(value) = seen {
                self.leave_all(begin, node, hash_move, (self.children[at].number, value), best);
                return Ok(());
            }
        }
        if self.techniques.has(Technique::StaticOrdering) {
            self.score_all(begin, node);
        }
        self.children[begin..].sort_unstable_by_key(|child| (child.order_key, child.number));
        Ok(())
    }

    /// A move empties the window: nothing is to be searched.
    fn leave_all(
        &mut self,
        begin: usize,
        node: Node<'_, G::Position>,
        hash_move: Option<usize>,
        (number, value): (usize, Value),
        best: &mut Best,
    ) {
        best.take(number, value);
        self.children.truncate(begin);
        self.cut(node.moves.count() - usize::from(hash_move.is_some()));
    }

    /// Plays a move, and puts where it leads on the stack.
    #[inline(always)]
    fn play_one(&mut self, node: Node<'_, G::Position>, number: usize, mover: Player) -> Result<(), Halt> {
        let play = &self.moves[node.moves.first + number];
        let step = self.game.play(node.position, play)?;
        let reward = if mover == Player::First { step.reward } else { step.reward.saturating_neg() };
        let reward = if self.techniques.has(Technique::CaptureOrdering) { reward } else { 0 };
        let (position, order_key) = (step.position, (Reverse(reward), Reverse(0), 0));
        self.children.push(Child {
            position,
            reward: step.reward,
            number,
            seen: ChildState::Not,
            slot: None,
            order_key,
        });
        Ok(())
    }

    /// Sees whether a move ends the game, and gives its value if that empties the window; otherwise what it promises.
    fn expand_child(
        &mut self,
        node: Node<'_, G::Position>,
        at: usize,
        best: &Best,
    ) -> Result<Option<Value>, Halt> {
        let before = self.moves.len();
        let child = &mut self.children[at];
        match self.game.expand(&child.position, &mut self.moves) {
            Ok(Expansion::Moves) => {
                child.seen = ChildState::Moves(MoveSpan { first: before, end: self.moves.len() })
            }
            Ok(Expansion::Terminal(payoff)) => {
                within_range(payoff, self.payoffs)?;
                child.seen = ChildState::Over(payoff);
                let value = S::back_up(child.reward, S::terminal(payoff)).ok_or(Halt::Overflow)?;
                if best.is_cut_by(value) && self.techniques.has(Technique::TerminalLookahead) {
                    return Ok(Some(value));
                }
            }
            Err(fault) => {
                let play = self.moves[node.moves.first + child.number].clone();
                return Err(self.unwind(fault.into(), play, best, node));
            }
        }
        let again = self.game.mover(&child.position) == best.mover;
        let counts = !again && self.techniques.has(Technique::MobilityOrdering);
        child.order_key.2 = if counts { self.moves.len() - before } else { 0 };
        Ok(None)
    }

    /// A move of which the memo knows a bound that empties the window, and the bound.
    ///
    /// The places of all positions in the memo are asked for before any is looked into, so that the processor waits for all of them
    /// at once.
    fn transposition_cutoff(&mut self, begin: usize, best: &Best) -> Option<(usize, Value)> {
        let memo = self.memo.as_ref()?;
        for child in &mut self.children[begin..] {
            let slot = memo.slot(self.game, &child.position);
            memo.prefetch(&slot);
            child.slot = Some(slot);
        }
        self.children[begin..].iter().find_map(|child| {
            let value = self.bound(child, memo.probe(child.slot.as_ref()?), best)?;
            Some((child.number, value))
        })
    }

    /// A bound on the value of a move that empties the window.
    #[inline(always)]
    fn bound(&self, child: &Child<G::Position, G::Key>, bounds: Bounds, best: &Best) -> Option<Value> {
        if bounds == Bounds::NOTHING {
            return None;
        }
        let bound = if best.mover == Player::First { bounds.lower() } else { bounds.upper() };
        let is_known = bound != Value::MIN && bound != Value::MAX;
        let value = if is_known { S::back_up(child.reward, bound)? } else { return None };
        best.is_cut_by(value).then_some(value)
    }

    /// What the rules make of the moves that are to be searched.
    fn score_all(&mut self, begin: usize, node: Node<'_, G::Position>) {
        for child in &mut self.children[begin..] {
            let play = &self.moves[node.moves.first + child.number];
            child.order_key.1 = Reverse(self.game.order_score(node.position, play));
        }
    }
}
