//! Goes through the moves of a position until the window is empty: in the stated order, or the promising ones first.

use crate::game::{Game, Player, Value};
use crate::solve::limits::Halt;
use crate::solve::memo::Known;
use crate::solve::scale::Scale;
use crate::solve::search::best::Best;
use crate::solve::search::{Node, Search};
use crate::solve::tracer::Tracer;

/// Where a move leads.
pub(super) struct Child<P> {
    position: P,
    gain: Value,
    number: usize,
}

impl<G: Game, S: Scale, T: Tracer<G>> Search<'_, G, S, T> {
    /// The textbook: every move in the order of the definition.
    #[inline(always)]
    pub(super) fn in_order(&mut self, node: Node<'_, G::Position>) -> Result<Best, Halt> {
        let mut best = Best::none_yet(self.game.mover(node.position), node.window);
        let end = self.moves.len();
        for at in node.first..end {
            let play = self.moves[at].clone();
            match self.whole_window(node, &play, &best) {
                Ok(value) => best.take(at - node.first, value),
                Err(halt) => return Err(self.unwind(halt, play, &best, node)),
            }
            if best.window.is_empty() {
                self.cut(end - at - 1);
                break;
            }
        }
        Ok(best)
    }

    #[inline(always)]
    fn whole_window(
        &mut self,
        node: Node<'_, G::Position>,
        play: &G::Move,
        best: &Best,
    ) -> Result<Value, Halt> {
        let step = self.game.play(node.position, play)?;
        self.child(&step.position, play, step.gain, best.window, node.ply)
    }

    /// The move that the memo remembers; then those that gain most, in the order of the definition where they gain the same. Before
    /// any of these is searched, all are played, and if the memo knows of one that it empties the window, none is searched.
    ///
    /// The look at all children first is Plaat, Schaeffer, Pijls & de Bruin's "enhanced transposition cutoff" (1996).
    pub(super) fn promising_first(
        &mut self,
        node: Node<'_, G::Position>,
        favourite: Option<usize>,
    ) -> Result<Best, Halt> {
        let mut best = Best::none_yet(self.game.mover(node.position), node.window);
        let count = self.moves.len() - node.first;
        let favourite = favourite.filter(|&number| number < count);
        if let Some(number) = favourite {
            self.search_favourite(node, number, &mut best)?;
        }
        let begin = self.children.len();
        if !best.window.is_empty() {
            self.play_all(node, favourite, &mut best)?;
        }
        self.search_children(node, begin, &mut best)?;
        self.children.truncate(begin);
        Ok(best)
    }

    fn search_favourite(
        &mut self,
        node: Node<'_, G::Position>,
        number: usize,
        best: &mut Best,
    ) -> Result<(), Halt> {
        let play = self.moves[node.first + number].clone();
        match self.whole_window(node, &play, best) {
            Ok(value) => best.take(number, value),
            Err(halt) => return Err(self.unwind(halt, play, best, node)),
        }
        if best.window.is_empty() {
            self.cut(self.moves.len() - node.first - 1);
        }
        Ok(())
    }

    /// Plays all moves but the favourite and puts where they lead on the stack, in the order of search; nothing if the memo
    /// empties the window.
    fn play_all(
        &mut self,
        node: Node<'_, G::Position>,
        favourite: Option<usize>,
        best: &mut Best,
    ) -> Result<(), Halt> {
        let begin = self.children.len();
        let mut gains = false;
        for number in (0..self.moves.len() - node.first).filter(|&number| Some(number) != favourite) {
            let play = &self.moves[node.first + number];
            let step = match self.game.play(node.position, play) {
                Ok(step) => step,
                Err(fault) => return Err(self.unwind(fault.into(), play.clone(), best, node)),
            };
            if let Some(value) = self.cut_by_memo(&step.position, step.gain, best) {
                best.take(number, value);
                self.children.truncate(begin);
                self.cut(self.moves.len() - node.first - usize::from(favourite.is_some()));
                return Ok(());
            }
            gains |= step.gain != 0;
            self.children.push(Child { position: step.position, gain: step.gain, number });
        }
        if gains {
            let first = best.mover == Player::First;
            self.children[begin..].sort_unstable_by_key(|child| {
                (if first { child.gain.saturating_neg() } else { child.gain }, child.number)
            });
        }
        Ok(())
    }

    /// What the memo knows of a move, if that empties the window.
    #[inline(always)]
    fn cut_by_memo(&self, position: &G::Position, gain: Value, best: &Best) -> Option<Value> {
        let known = self.memo.as_ref()?.probe(&self.game.key(position));
        if known == Known::NOTHING {
            return None;
        }
        let bound = if best.mover == Player::First { known.low() } else { known.high() };
        if bound == Value::MIN || bound == Value::MAX {
            return None;
        }
        let value = S::up(gain, bound)?;
        let cut =
            if best.mover == Player::First { value >= best.window.beta } else { value <= best.window.alpha };
        cut.then_some(value)
    }

    fn search_children(
        &mut self,
        node: Node<'_, G::Position>,
        begin: usize,
        best: &mut Best,
    ) -> Result<(), Halt> {
        let end = self.children.len();
        for at in begin..end {
            let Child { ref position, gain, number } = self.children[at];
            let position = position.clone();
            let play = self.moves[node.first + number].clone();
            match self.narrow_then_whole(node, &position, &play, gain, best) {
                Ok(value) => best.take(number, value),
                Err(halt) => return Err(self.unwind(halt, play, best, node)),
            }
            if best.window.is_empty() {
                self.cut(end - at - 1);
                break;
            }
        }
        Ok(())
    }

    /// Asks first only whether a move is better than the best one.
    #[inline(always)]
    fn narrow_then_whole(
        &mut self,
        node: Node<'_, G::Position>,
        position: &G::Position,
        play: &G::Move,
        gain: Value,
        best: &Best,
    ) -> Result<Value, Halt> {
        let scout = best.scout();
        if best.number.is_some() && scout != best.window {
            let value = self.child(position, play, gain, scout, node.ply)?;
            if value <= best.window.alpha || value >= best.window.beta {
                return Ok(value);
            }
        }
        self.child(position, play, gain, best.window, node.ply)
    }
}
