//! Hints for a search, read off a position without playing on. Every engine uses these functions.

use super::Machine;
use super::moves::PackedMove;
use zug_game::StaticVerdict;

impl Machine {
    /// See [`zug_game::Game::static_verdict`].
    #[inline]
    pub fn static_verdict(&self, words: &[u64], moves: &[PackedMove]) -> StaticVerdict {
        self.positional
            .as_ref()
            .map_or(StaticVerdict::UNKNOWN, |positional| positional.static_verdict(words, moves))
    }

    /// See [`zug_game::Game::order_score`].
    #[inline]
    pub fn order_score(&self, words: &[u64], play: PackedMove) -> i64 {
        match (&self.positional, &self.box_completion) {
            (Some(positional), _) => positional.order_score(words, play),
            (None, Some(box_completion)) => box_completion.order_score(words, self.kind_of(play), play),
            (None, None) => 0,
        }
    }

    /// See [`zug_game::Game::order_scores`].
    #[inline(always)]
    pub fn order_scores(&self, words: &[u64], moves: &[PackedMove], mut push: impl FnMut(i64)) {
        match &self.positional {
            Some(positional) => positional.order_scores(words, moves, push),
            None => moves.iter().for_each(|play| push(self.order_score(words, *play))),
        }
    }
}
