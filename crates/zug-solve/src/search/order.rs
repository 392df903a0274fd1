//! Goes through the moves of a position until the window is empty: in the stated order, or the promising ones first.

use crate::limits::Halt;
use crate::search::best::Best;
use crate::search::child_scan::{Child, ChildState};
use crate::search::{Node, ScannedChild, Search};
use crate::techniques::Technique;
use crate::tracer::{Tracer, Window};
use crate::utility::Utility;
use std::cmp::Reverse;
use zug_game::{Game, Value};

/// What a move promises, and its number: the best first.
pub(super) type ScoredMove = (Reverse<i64>, usize);

/// Whether the place of a move is among these; all beyond the first 64 are.
#[inline(always)]
pub(super) fn is_among(relevant: u64, number: usize) -> bool {
    number >= 64 || relevant >> number & 1 == 1
}

impl<G: Game, S: Utility, T: Tracer<G>> Search<'_, G, S, T> {
    /// The textbook: every move in the order of the definition.
    #[inline(always)]
    pub(super) fn in_order(&mut self, node: Node<'_, G::Position>) -> Result<Best, Halt> {
        let mut best = Best::none_yet(self.game.mover(node.position), node.window);
        for at in node.moves.first..node.moves.end {
            let play = self.moves[at].clone();
            match self.full_window(node, &play, &best) {
                Ok(value) => best.take(at - node.moves.first, value),
                Err(halt) => return Err(self.unwind(halt, play, &best, node)),
            }
            if best.window.is_empty() {
                self.cut(node.moves.end - at - 1);
                break;
            }
        }
        Ok(best)
    }

    /// First the move that the memo remembers; if that is not enough, a look at where all others lead, and then they are searched
    /// in the order that it gives. Of the first 64 moves only those in `relevant` are looked at.
    pub(super) fn hash_move_first(
        &mut self,
        node: Node<'_, G::Position>,
        relevant: u64,
        hash_move: Option<usize>,
    ) -> Result<Best, Halt> {
        let mut best = Best::none_yet(self.game.mover(node.position), node.window);
        let hash_move = hash_move
            .filter(|&number| number < node.moves.count() && is_among(relevant, number))
            .filter(|_| self.techniques.has(Technique::HashMove));
        if let Some(number) = hash_move {
            self.search_first(node, number, &mut best)?;
        }
        let begin = self.children.len();
        let mark = self.moves.len();
        if !best.window.is_empty() {
            self.scan_children(node, relevant, hash_move, &mut best)?;
        }
        self.search_children(node, begin, &mut best)?;
        self.children.truncate(begin);
        self.moves.truncate(mark);
        Ok(best)
    }

    /// Where threats are read off the rules, a look at where moves lead shows nothing more: the most promising moves first, without it.
    pub(super) fn in_static_order(
        &mut self,
        node: Node<'_, G::Position>,
        relevant: u64,
    ) -> Result<Best, Halt> {
        let mut best = Best::none_yet(self.game.mover(node.position), node.window);
        let begin = self.scored_moves.len();
        let moves = &self.moves[node.moves.first..node.moves.end];
        let scored_moves = &mut self.scored_moves;
        let mut push = |number, order_score| {
            if is_among(relevant, number) {
                scored_moves.push((Reverse(order_score), number));
            }
        };
        if self.techniques.has(Technique::StaticOrdering) {
            let mut number = 0;
            self.game.order_scores(node.position, moves, |order_score| {
                push(number, order_score);
                number += 1;
            });
        } else {
            (0..moves.len()).for_each(|number| push(number, 0));
        }
        self.scored_moves[begin..].sort_unstable();
        let count = self.scored_moves.len() - begin;
        let leads_to = |search: &Self, at: usize| {
            let play = &search.moves[node.moves.first + search.scored_moves[begin + at].1];
            search.game.play(node.position, play).ok().map(|step| step.position)
        };
        self.each((count, node.ply), leads_to, |search, at| {
            let number = search.scored_moves[begin + at].1;
            search.search_number(node, number, &mut best)?;
            if best.window.is_empty() {
                search.cut(count - at - 1);
            }
            Ok(best.window.is_empty())
        })?;
        self.scored_moves.truncate(begin);
        Ok(best)
    }

    /// One move, because every other loses at once.
    pub(super) fn forced(&mut self, node: Node<'_, G::Position>, by: usize) -> Result<Best, Halt> {
        let mut best = Best::none_yet(self.game.mover(node.position), node.window);
        self.search_first(node, by, &mut best)?;
        Ok(best)
    }

    #[inline(always)]
    fn full_window(
        &mut self,
        node: Node<'_, G::Position>,
        play: &G::Move,
        best: &Best,
    ) -> Result<Value, Halt> {
        let step = self.game.play(node.position, play)?;
        self.child((&step.position, &ScannedChild::default()), play, step.reward, best.window, node.ply)
    }

    fn search_first(
        &mut self,
        node: Node<'_, G::Position>,
        number: usize,
        best: &mut Best,
    ) -> Result<(), Halt> {
        self.search_number(node, number, best)?;
        if best.window.is_empty() {
            self.cut(node.moves.count() - 1);
        }
        Ok(())
    }

    /// A move with what is left of the window.
    #[inline(always)]
    fn search_number(
        &mut self,
        node: Node<'_, G::Position>,
        number: usize,
        best: &mut Best,
    ) -> Result<(), Halt> {
        let play = self.moves[node.moves.first + number].clone();
        match self.full_window(node, &play, best) {
            Ok(value) => {
                best.take(number, value);
                Ok(())
            }
            Err(halt) => Err(self.unwind(halt, play, best, node)),
        }
    }

    fn search_children(
        &mut self,
        node: Node<'_, G::Position>,
        begin: usize,
        best: &mut Best,
    ) -> Result<(), Halt> {
        let count = self.children.len() - begin;
        let leads_to = |search: &Self, at: usize| Some(search.children[begin + at].position.clone());
        self.each((count, node.ply), leads_to, |search, at| {
            let child = search.children[begin + at].clone();
            let play = search.moves[node.moves.first + child.number].clone();
            match search.search_child(node, &child, &play, best) {
                Ok(value) => best.take(child.number, value),
                Err(halt) => return Err(search.unwind(halt, play, best, node)),
            }
            if best.window.is_empty() {
                search.cut(count - at - 1);
            }
            Ok(best.window.is_empty())
        })
    }

    /// What a move is worth: known where the look ahead saw the end of play.
    #[inline(always)]
    fn search_child(
        &mut self,
        node: Node<'_, G::Position>,
        child: &Child<G::Position, G::Key>,
        play: &G::Move,
        best: &Best,
    ) -> Result<Value, Halt> {
        let ChildState::Over(payoff) = child.seen else {
            return self.null_window_first(node, child, play, best);
        };
        let window = best.window;
        let below = Window {
            alpha: S::pass_down(child.reward, window.alpha),
            beta: S::pass_down(child.reward, window.beta),
        };
        self.tracer.descend(play, child.reward, below);
        self.enter(&child.position, below, node.ply + 1)?;
        let value = self.terminal(payoff)?;
        self.tracer.leave(value);
        let value = S::back_up(child.reward, value).ok_or(Halt::Overflow)?;
        self.tracer.ascend(value);
        Ok(value)
    }

    /// Asks first only whether a move is better than the best one.
    #[inline(always)]
    fn null_window_first(
        &mut self,
        node: Node<'_, G::Position>,
        child: &Child<G::Position, G::Key>,
        play: &G::Move,
        best: &Best,
    ) -> Result<Value, Halt> {
        let scout = best.scout();
        let scanned = &ScannedChild { moves: child.seen.moves(), slot: child.slot.clone() };
        let asks = self.techniques.has(Technique::Scout) && best.number.is_some() && scout != best.window;
        if asks {
            let value = self.child((&child.position, scanned), play, child.reward, scout, node.ply)?;
            if value <= best.window.alpha || value >= best.window.beta {
                return Ok(value);
            }
        }
        self.child((&child.position, scanned), play, child.reward, best.window, node.ply)
    }
}
