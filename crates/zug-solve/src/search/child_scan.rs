//! One-ply child scan: looks at all children before any of them is searched.
//!
//! If a table entry or a terminal child already empties the window, nothing is searched (enhanced
//! transposition cutoffs of Plaat, Schaeffer, Pijls and de Bruin, 1996, and the same for terminal
//! children). Otherwise the children are sorted: by immediate reward, then by order score, then
//! those that keep the turn or leave the opponent the fewest replies, then by how often the move
//! cut off other positions ([`super::history`]), then by the order of the definition. This changes
//! the order of the search, never a value. The scan leaves the moves and slots of the children on
//! the stacks, so the search does not compute them again.
//!
//! At plies where expanding the children hardly ever tells anything, only some scans do it
//! ([`super::expansion_sample`]).

use crate::limits::{Halt, within_range};
use crate::memo::{Bounds, Slot};
use crate::search::best::Best;
use crate::search::{AlphaBetaSearch, MoveSpan, SearchNode};
use crate::techniques::Technique;
use crate::tracer::Tracer;
use crate::utility::Utility;
use std::cmp::Reverse;
use zug_game::{Expansion, Game, Player, Step, Value};

/// Whether a mask of relevant moves has this one; it says nothing of moves beyond the first 64, so
/// they count as relevant.
#[inline(always)]
pub(super) fn is_among(relevant: u64, number: usize) -> bool {
    number >= 64 || relevant >> number & 1 == 1
}

/// The number of the only relevant move; none if there may be others. Moves beyond the 64 of the
/// mask are always relevant.
#[inline(always)]
pub(super) fn only_relevant(relevant: u64, moves: MoveSpan) -> Option<usize> {
    (relevant.count_ones() == 1 && moves.count() <= 64).then(|| relevant.trailing_zeros() as usize)
}

/// What a scan computed of a position before its search.
#[derive(Clone)]
pub(super) struct ScannedChild<K> {
    /// The span of its moves, if it was expanded.
    pub(super) moves: Option<MoveSpan>,
    /// Its slot in the table, if it was computed.
    pub(super) slot: Option<Slot<K>>,
}

impl<K> Default for ScannedChild<K> {
    fn default() -> ScannedChild<K> {
        ScannedChild { moves: None, slot: None }
    }
}

/// The position after a move.
#[derive(Clone)]
pub(super) struct Child<P, K> {
    pub(super) position: P,
    pub(super) reward: Value,
    /// The number of the move.
    pub(super) number: usize,
    /// What the scan found out about the position.
    pub(super) seen: ChildState,
    /// The position's slot in the table, once computed.
    pub(super) slot: Option<Slot<K>>,
}

/// The sort key: the mover's reward, the order score, and [`LastKey`].
type OrderKey = (Reverse<Value>, Reverse<i64>, LastKey);

/// The number of the opponent's replies in the high half, and the complement of the score of the
/// move's history in the low half.
type LastKey = u64;

/// A child's sort key and its index on the stack of children: sorting moves these, not the
/// children.
pub(super) type RankedChild = (OrderKey, usize);

/// What a scan found out about a child.
#[derive(Clone, Copy)]
pub(super) enum ChildState {
    /// It was not expanded.
    Not,
    /// Its moves are in this span of the stack of moves.
    Moves(MoveSpan),
    /// The game is over, with this payoff.
    Over(Value),
}

impl ChildState {
    /// The span of its moves, if it was expanded and play goes on.
    #[inline(always)]
    pub(super) fn moves(self) -> Option<MoveSpan> {
        if let ChildState::Moves(moves) = self { Some(moves) } else { None }
    }
}

impl<G: Game, S: Utility, T: Tracer<G>> AlphaBetaSearch<'_, G, S, T> {
    /// Pushes the children of all moves but the hash move on the stack, in the order of search;
    /// pushes none if one of them empties the window.
    pub(super) fn scan_children(
        &mut self,
        node: SearchNode<'_, G::Position>,
        relevant: u64,
        hash_move: Option<usize>,
        best: &mut Best,
    ) -> Result<(), Halt> {
        self.watch.after(node.moves.count())?;
        self.subtrees.scanned(node.moves.count());
        let begin = self.children.len();
        let room = self.children.capacity();
        let others = |number: &usize| Some(*number) != hash_move && is_among(relevant, *number);
        let mut halted = None;
        for number in (0..node.moves.count()).filter(others) {
            if let Err(halt) = self.play_one(node, number, best.mover) {
                halted = Some((halt, number));
                break;
            }
        }
        if self.techniques.has(Technique::TranspositionCutoffs)
            && let Some((number, value)) = self.transposition_cutoff(begin, node.ply + 1, best)
        {
            self.leave_all(begin, node, hash_move, (number, value), best);
            return Ok(());
        }
        // A move could not be played. The cutoff above comes first: it does not depend on that
        // move.
        if let Some((halt, number)) = halted {
            let play = self.moves[node.moves.first + number].clone();
            return Err(self.unwind(halt, play, best, node));
        }
        self.watch.stack(&self.children, room)?;
        let expands = self.expands_children(node.ply + 1);
        if expands && let Some(at) = self.expand_children(begin, node, best)? {
            self.leave_all(begin, node, hash_move, at, best);
            return Ok(());
        }
        if self.techniques.has(Technique::StaticOrdering) {
            self.score_all(begin, node);
        }
        if self.techniques.has(Technique::HistoryOrdering) && self.history.tells() {
            self.score_by_history(begin, node, best.mover);
        }
        // Equal keys stand in the order of the definition, which that of the children is.
        let ranked = &mut self.ranked_children[begin..];
        ranked.sort_unstable();
        if expands {
            // With equal replies these two would stand the other way round.
            let by_replies = |pair: &[RankedChild]| {
                let ((before, at), (behind, then)) = (pair[0], pair[1]);
                (before.0, before.1) == (behind.0, behind.1)
                    && (before.2 as u32, at) > (behind.2 as u32, then)
            };
            let changed = ranked.windows(2).any(by_replies);
            self.expansions.ordered(node.ply + 1, ranked.len(), changed);
        }
        Ok(())
    }

    /// Whether the children at a ply are expanded before one of them is searched.
    fn expands_children(&mut self, ply: u64) -> bool {
        // Where threats are read off the rules, no move ends the game in favour of the mover, and
        // the number of replies says little.
        let tells = self.techniques.has(Technique::TerminalLookahead)
            || self.techniques.has(Technique::MobilityOrdering);
        tells && !self.reads_threats() && self.expansions.expands(ply)
    }

    /// Expands the children from this one on; the number and the value of a move that empties the
    /// window, if there is one.
    fn expand_children(
        &mut self,
        begin: usize,
        node: SearchNode<'_, G::Position>,
        best: &Best,
    ) -> Result<Option<(usize, Value)>, Halt> {
        for at in begin..self.children.len() {
            if let Some(value) = self.expand_child(node, at, best)? {
                let work = self.sample.work(node.ply);
                self.expansions.cut(node.ply + 1, at + 1 - begin, work);
                return Ok(Some((self.children[at].number, value)));
            }
        }
        Ok(None)
    }

    /// Leaves the position: this move empties the window.
    fn leave_all(
        &mut self,
        begin: usize,
        node: SearchNode<'_, G::Position>,
        hash_move: Option<usize>,
        (number, value): (usize, Value),
        best: &mut Best,
    ) {
        best.take(number, value);
        let play = self.moves[node.moves.first + number].clone();
        self.note_history(best.mover, &play, true, 1);
        self.truncate_children(begin);
        self.cut(node.moves.count() - usize::from(hash_move.is_some()));
    }

    /// Plays a move and pushes the child on the stack.
    #[inline(always)]
    fn play_one(
        &mut self,
        node: SearchNode<'_, G::Position>,
        number: usize,
        mover: Player,
    ) -> Result<(), Halt> {
        let play = &self.moves[node.moves.first + number];
        let step = self.game.play(node.position, play)?;
        let reward = if mover == Player::First { step.reward } else { step.reward.saturating_neg() };
        let reward = if self.techniques.has(Technique::CaptureOrdering) { reward } else { 0 };
        self.ranked_children.push(((Reverse(reward), Reverse(0), 0), self.children.len()));
        let Step { position, reward } = step;
        self.children.push(Child { position, reward, number, seen: ChildState::Not, slot: None });
        Ok(())
    }

    /// Takes the children from this one on off the stack.
    pub(super) fn truncate_children(&mut self, begin: usize) {
        self.children.truncate(begin);
        self.ranked_children.truncate(begin);
    }

    /// Expands a child: returns its value if it is terminal and empties the window; otherwise notes
    /// the opponent's replies in the sort key.
    fn expand_child(
        &mut self,
        node: SearchNode<'_, G::Position>,
        at: usize,
        best: &Best,
    ) -> Result<Option<Value>, Halt> {
        let (before, room) = (self.moves.len(), self.moves.capacity());
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
        self.watch.stack(&self.moves, room)?;
        let counts = !again && self.techniques.has(Technique::MobilityOrdering);
        self.ranked_children[at].0.2 =
            if counts { ((self.moves.len() - before) as LastKey) << 32 } else { 0 };
        Ok(None)
    }

    /// A move with a stored bound that empties the window, and that bound.
    ///
    /// All slots are prefetched before the first is probed, so that the cache misses overlap.
    fn transposition_cutoff(&mut self, begin: usize, ply: u64, best: &Best) -> Option<(usize, Value)> {
        let memo = self.memo.as_ref()?;
        if !self.sample.scans(ply) {
            return None;
        }
        for child in &mut self.children[begin..] {
            let slot = self.forms.slot(memo, self.game, &child.position, ply);
            if self.sample.keeps(ply, &slot) {
                memo.prefetch(&slot);
            }
            child.slot = Some(slot);
        }
        let cutoff = self.children[begin..].iter().find_map(|child| {
            let slot = child.slot.as_ref().filter(|slot| self.sample.keeps(ply, slot))?;
            let value = self.bound(child, memo.probe(slot), best)?;
            Some((child.number, value))
        });
        self.sample.scanned(ply, self.children.len() - begin, cutoff.is_some());
        cutoff
    }

    /// The stored bound of a move if it empties the window.
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

    /// Counts a move that was searched in so many positions, if the history orders moves.
    #[inline(always)]
    pub(super) fn note_history(&mut self, mover: Player, play: &G::Move, cut: bool, positions: u64) {
        if self.techniques.has(Technique::HistoryOrdering) {
            self.history.searched(mover, self.game.move_code(play), cut, positions);
        }
    }

    /// Sets the scores of the histories of the children's moves.
    fn score_by_history(&mut self, begin: usize, node: SearchNode<'_, G::Position>, mover: Player) {
        for (child, ranked) in self.children[begin..].iter().zip(&mut self.ranked_children[begin..]) {
            let code = self.game.move_code(&self.moves[node.moves.first + child.number]);
            ranked.0.2 |= LastKey::from(u32::MAX - self.history.score(mover, code));
        }
    }

    /// Sets the order scores of the children.
    fn score_all(&mut self, begin: usize, node: SearchNode<'_, G::Position>) {
        for (child, ranked) in self.children[begin..].iter().zip(&mut self.ranked_children[begin..]) {
            let play = &self.moves[node.moves.first + child.number];
            ranked.0.1 = Reverse(self.game.order_score(node.position, play));
        }
    }
}
