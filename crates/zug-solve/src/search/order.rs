//! The loops over the moves of a position, until the window is empty.

use crate::limits::Halt;
use crate::search::best::Best;
use crate::search::child_scan::{Child, ChildState, ScannedChild, is_among};
use crate::search::{AlphaBetaSearch, SearchNode};
use crate::techniques::Technique;
use crate::tracer::{Tracer, Window};
use crate::utility::Utility;
use std::cmp::Reverse;
use zug_game::{Game, Value};

/// The order score of a move and its number; sorting puts the highest score first.
pub(super) type ScoredMove = (Reverse<i64>, usize);

impl<G: Game, S: Utility, T: Tracer<G>> AlphaBetaSearch<'_, G, S, T> {
    /// Searches every move in the order of the definition.
    #[inline(always)]
    pub(super) fn in_order(&mut self, node: SearchNode<'_, G::Position>) -> Result<Best, Halt> {
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

    /// Searches the hash move; if the window is not empty then, scans the children and searches
    /// them in the order of the scan. Of the first 64 moves only the relevant ones are searched.
    pub(super) fn hash_move_first(
        &mut self,
        node: SearchNode<'_, G::Position>,
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
        self.truncate_children(begin);
        self.moves.truncate(mark);
        Ok(best)
    }

    /// Searches the relevant moves by order score, without a scan: static verdicts already find all
    /// immediate wins and forced replies.
    pub(super) fn in_static_order(
        &mut self,
        node: SearchNode<'_, G::Position>,
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

    /// Searches the only relevant move.
    pub(super) fn forced(&mut self, node: SearchNode<'_, G::Position>, by: usize) -> Result<Best, Halt> {
        let mut best = Best::none_yet(self.game.mover(node.position), node.window);
        self.search_first(node, by, &mut best)?;
        Ok(best)
    }

    #[inline(always)]
    fn full_window(
        &mut self,
        node: SearchNode<'_, G::Position>,
        play: &G::Move,
        best: &Best,
    ) -> Result<Value, Halt> {
        let step = self.game.play(node.position, play)?;
        self.child((&step.position, &ScannedChild::default()), play, step.reward, best.window, node.ply)
    }

    fn search_first(
        &mut self,
        node: SearchNode<'_, G::Position>,
        number: usize,
        best: &mut Best,
    ) -> Result<(), Halt> {
        self.search_number(node, number, best)?;
        if best.window.is_empty() {
            self.cut(node.moves.count() - 1);
        }
        Ok(())
    }

    /// Searches a move with the remaining window.
    #[inline(always)]
    fn search_number(
        &mut self,
        node: SearchNode<'_, G::Position>,
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
        node: SearchNode<'_, G::Position>,
        begin: usize,
        best: &mut Best,
    ) -> Result<(), Halt> {
        let count = self.children.len() - begin;
        let ranked = |search: &Self, at: usize| search.ranked_children[begin + at].1;
        let leads_to = |search: &Self, at: usize| Some(search.children[ranked(search, at)].position.clone());
        self.each((count, node.ply), leads_to, |search, at| {
            let child = search.children[ranked(search, at)].clone();
            let play = search.moves[node.moves.first + child.number].clone();
            let before = search.statistics.work();
            match search.search_child(node, &child, &play, best) {
                Ok(value) => best.take(child.number, value),
                Err(halt) => return Err(search.unwind(halt, play, best, node)),
            }
            let (cut, took) = (best.window.is_empty(), search.statistics.work() - before);
            search.note_history(best.mover, &play, cut, took);
            if cut {
                search.cut(count - at - 1);
            }
            Ok(cut)
        })
    }

    /// The value of a child; known if the scan found it terminal.
    #[inline(always)]
    fn search_child(
        &mut self,
        node: SearchNode<'_, G::Position>,
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

    /// Searches a child with a null window first, and with the full one if that leaves open how
    /// much better the move is.
    #[inline(always)]
    fn null_window_first(
        &mut self,
        node: SearchNode<'_, G::Position>,
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
