//! Goes through the moves of a position until the window is empty: in the stated order, or the promising ones first.

use crate::game::{Game, Value};
use crate::solve::limits::Halt;
use crate::solve::scale::Scale;
use crate::solve::search::ahead::Child;
use crate::solve::search::best::Best;
use crate::solve::search::{Node, Search};
use crate::solve::tracer::Tracer;

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

    /// First the move that the memo remembers; if that is not enough, a look at where all others lead, and then they are searched
    /// in the order that it gives.
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
            self.look_ahead(node, favourite, &mut best)?;
        }
        self.search_children(node, begin, &mut best)?;
        self.children.truncate(begin);
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

    fn search_children(
        &mut self,
        node: Node<'_, G::Position>,
        begin: usize,
        best: &mut Best,
    ) -> Result<(), Halt> {
        let end = self.children.len();
        for at in begin..end {
            let Child { ref position, gain, number, .. } = self.children[at];
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
