//! Kalah with `P` pits a side and `S` seeds in each: at most 31 seeds, at most 12 pits with the
//! stores.

use super::{Word, player};
use zug_game::{Expansion, Fault, Game, Player, Step, Value};

/// The game. Pits in the order of sowing: the first player's, his store, the second player's, his
/// store.
pub struct Kalah<const P: u32, const S: u64>;

/// Five bits for each pit, then the turn.
const WIDTH: u32 = 5;
const TURN: u32 = 62;

impl<const P: u32, const S: u64> Kalah<P, S> {
    const STORES: [u32; 2] = [P, 2 * P + 1];
    const ROUND: u32 = 2 * P + 2;
    /// All pits of the first player.
    const OWN: u64 = (1 << (P * WIDTH)) - 1;

    #[inline]
    fn seeds(word: u64, pit: u32) -> u64 {
        word >> (pit * WIDTH) & 31
    }

    fn first_pit(player: Player) -> u32 {
        if player == Player::First { 0 } else { P + 1 }
    }

    fn side(word: u64, player: Player) -> u64 {
        word >> (Self::first_pit(player) * WIDTH) & Self::OWN
    }

    fn sum(word: u64, player: Player) -> Value {
        let first = Self::first_pit(player);
        (first..first + P).map(|pit| Self::seeds(word, pit) as Value).sum()
    }

    /// The number of the pit that takes the last seed, and the seeds after sowing.
    #[inline]
    fn sow(word: u64, pit: u32, mover: Player) -> (u32, u64) {
        let hand = Self::seeds(word, pit);
        let mut word = word & !(31 << (pit * WIDTH));
        let skipped = Self::STORES[mover.other().index()];
        let mut at = pit;
        for _ in 0..hand {
            at = if at + 1 == Self::ROUND { 0 } else { at + 1 };
            if at == skipped {
                at = if at + 1 == Self::ROUND { 0 } else { at + 1 };
            }
            word += 1 << (at * WIDTH);
        }
        (at, word)
    }

    /// A last seed in an empty pit of one's own takes itself and what faces it.
    #[inline]
    fn capture(word: u64, last: u32, mover: Player) -> u64 {
        let first = Self::first_pit(mover);
        if last < first || last >= first + P || Self::seeds(word, last) != 1 {
            return word;
        }
        let facing = 2 * P - last;
        let taken = Self::seeds(word, facing);
        if taken == 0 {
            return word;
        }
        let emptied = word & !(31 << (facing * WIDTH)) & !(31 << (last * WIDTH));
        emptied + ((taken + 1) << (Self::STORES[mover.index()] * WIDTH))
    }
}

impl<const P: u32, const S: u64> Game for Kalah<P, S> {
    type Position = Word;
    type Move = u8;
    type Key = Word;

    fn start(&self) -> Word {
        let pits = (0..P).chain(P + 1..2 * P + 1);
        [pits.map(|pit| S << (pit * WIDTH)).sum()]
    }
    fn mover(&self, position: &Word) -> Player {
        player(position[0], TURN)
    }
    #[inline]
    fn expand(&self, &[word]: &Word, moves: &mut Vec<u8>) -> Result<Expansion, Fault> {
        if Self::side(word, Player::First) == 0 || Self::side(word, Player::Second) == 0 {
            let [first, second] = Self::STORES.map(|pit| Self::seeds(word, pit) as Value);
            return Ok(Expansion::Terminal(
                first + Self::sum(word, Player::First) - second - Self::sum(word, Player::Second),
            ));
        }
        let first = Self::first_pit(self.mover(&[word]));
        moves.extend((first..first + P).filter(|&pit| Self::seeds(word, pit) > 0).map(|pit| pit as u8));
        Ok(Expansion::Moves)
    }
    #[inline]
    fn play(&self, &[word]: &Word, play: &u8) -> Result<Step<Word>, Fault> {
        let mover = self.mover(&[word]);
        let (last, sown) = Self::sow(word, u32::from(*play), mover);
        let next = Self::capture(sown, last, mover);
        let again = last == Self::STORES[mover.index()];
        Ok(Step { position: [if again { next } else { next ^ 1 << TURN }], reward: 0 })
    }
    fn key(&self, position: &Word) -> Word {
        *position
    }
    fn full_key(&self, position: &Word) -> Word {
        *position
    }
}
