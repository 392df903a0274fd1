//! Tells a search what can be known of a position without playing on; every engine hands this on.

use super::Machine;
use super::moves::Move;
use zug_game::Outlook;

impl Machine {
    /// As [`zug_game::Game::outlook`].
    #[inline]
    pub fn outlook(&self, words: &[u64], moves: &[Move]) -> Outlook {
        self.placing.as_ref().map_or(Outlook::UNKNOWN, |placing| placing.outlook(words, moves))
    }

    /// As [`zug_game::Game::promise`].
    #[inline]
    pub fn promise(&self, words: &[u64], play: Move) -> i64 {
        match (&self.placing, &self.closing) {
            (Some(placing), _) => placing.promise(words, play),
            (None, Some(closing)) => closing.promise(words, self.kind_of(play), play),
            (None, None) => 0,
        }
    }

    /// As [`zug_game::Game::promises`].
    #[inline(always)]
    pub fn promises(&self, words: &[u64], moves: &[Move], mut tell: impl FnMut(i64)) {
        match &self.placing {
            Some(placing) => placing.promises(words, moves, tell),
            None => moves.iter().for_each(|play| tell(self.promise(words, *play))),
        }
    }
}
