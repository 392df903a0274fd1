//! A line of best play through positions of which others were listed, that are symmetric to them.

use super::RetrogradeAnalysis;
use super::graph::MoveEdge;
use crate::answer::LineEnd;
use crate::limits::Halt;
use rustc_hash::FxHashMap;
use zug_game::Game;

impl<G: Game> RetrogradeAnalysis<'_, G> {
    /// The line of [`RetrogradeAnalysis::line_from`] from the first position: every position of it
    /// is played from, in the order of its own moves, and what is known of its form is known of it.
    pub(super) fn line_of_forms(
        &self,
        start: &G::Position,
        quickly: bool,
    ) -> Result<(Vec<G::Move>, LineEnd), Halt> {
        let mut line = Vec::new();
        let mut seen = FxHashMap::default();
        let (mut position, mut n, mut opposite) = (start.clone(), 0, false);
        loop {
            if let Some(first) = seen.insert(self.graph.key(&position), line.len()) {
                return Ok((line, LineEnd::Repeats(first)));
            }
            let Some(best) = self.next_of_forms(&position, (n, opposite), quickly)? else {
                return Ok((line, LineEnd::Terminal));
            };
            line.push(best.play);
            (position, n, opposite) = (best.position, best.number, best.opposite);
        }
    }

    /// The move of best play at a position that `n` stands for, with the same players or the
    /// opposite ones. `None` where play is over.
    fn next_of_forms(
        &self,
        position: &G::Position,
        (n, opposite): (usize, bool),
        quickly: bool,
    ) -> Result<Option<MoveEdge<G>>, Halt> {
        let fits = self.best_play(n, opposite, quickly)?;
        let best = |each: &MoveEdge<G>| {
            let worth = self.value(each.number, each.opposite) + each.reward;
            fits(worth, self.solved.ranks[each.number])
        };
        Ok(self.graph.moves_of(position, n)?.into_iter().find(best))
    }
}
