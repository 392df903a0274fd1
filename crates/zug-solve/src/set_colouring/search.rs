//! The search for who wins, and for a carrier of his win.

use super::carrier_table::{CarrierTable, CarrierVerdict, Key};
use super::condition::{ElementRow, Elements, members};
use super::must_play::MustPlay;
use super::{ColouringProgress, SetColouring, Unwind};
use zug_game::SplitMix64;
use zug_game::breakage::{Shortcut, is_broken};

/// For so many free elements a sample is larger by as many sets as a word has bits.
const SAMPLE: u32 = 4;

pub(super) struct CarrierSearch<'a> {
    pub game: &'a SetColouring,
    pub table: &'a mut CarrierTable,
    pub work: &'a mut ColouringProgress,
    pub random: &'a mut SplitMix64,
}

/// The least element of a set, as a set; the empty set of the empty one.
fn first(set: Elements) -> Elements {
    set & set.wrapping_neg()
}

impl CarrierSearch<'_> {
    /// Who wins a position that is not over.
    pub fn verdict(&mut self, key: Key) -> Result<CarrierVerdict, Unwind> {
        self.work.enter()?;
        let free = self.game.all() & !key.own & !key.other;
        if let Some(verdict) = self.at_once(key, free)? {
            return Ok(verdict);
        }
        let mut must = MustPlay::new(free);
        let threat = self.game.wins[1 - key.mover].completing(key.other) & free;
        if threat != 0 {
            self.settle(1 - key.mover, key.other | threat)?;
            must.refute(threat);
            return self.by_moves(key, free, must);
        }
        if free == 0 {
            return Err(Unwind::Undecided);
        }
        if let Some(verdict) = self.table.get(&key) {
            self.work.statistics.memo_hits += 1;
            return Ok(verdict);
        }
        let before = self.work.statistics.positions;
        let verdict = match self.double_threat(key, free)? {
            Some(verdict) => verdict,
            None => {
                self.answer_double_threats(key, free, &mut must)?;
                self.by_moves(key, free, must)?
            }
        };
        self.table.insert(&key, verdict, self.work.statistics.positions - before + 1);
        self.work.stored(self.table.bytes());
        Ok(verdict)
    }

    /// A player who has won already whatever comes, a move that wins at once, or two that the other
    /// player threatens to win by.
    fn at_once(&mut self, key: Key, free: Elements) -> Result<Option<CarrierVerdict>, Unwind> {
        let completing = self.game.wins[key.mover].completing(key.own);
        let winning = if completing == !0 { 0 } else { first(completing & free) };
        if completing == !0 || winning != 0 {
            self.settle(key.mover, key.own | winning)?;
            return Ok(Some(CarrierVerdict { mover_wins: true, carrier: winning }));
        }
        let threats = self.game.wins[1 - key.mover].completing(key.other);
        if threats == !0 {
            self.settle(1 - key.mover, key.other)?;
            return Ok(Some(CarrierVerdict { mover_wins: false, carrier: 0 }));
        }
        let threats = threats & free;
        let one = first(threats);
        let two = one | first(threats ^ one);
        if one == two {
            return Ok(None);
        }
        self.settle(1 - key.mover, key.other | one)?;
        self.settle(1 - key.mover, key.other | (two ^ one))?;
        Ok(Some(CarrierVerdict { mover_wins: false, carrier: two }))
    }

    /// Sees that a player who has these elements wins, whatever the other player has of the rest.
    fn settle(&self, player: usize, own: Elements) -> Result<(), Unwind> {
        let other = &self.game.may_win[1 - player];
        let is_open = other.holds(self.game.all() & !own) && !is_broken(Shortcut::Settled);
        if is_open { Err(Unwind::Undecided) } else { Ok(()) }
    }

    /// A move that threatens to win by two others, where the other player threatens nothing.
    fn double_threat(&mut self, key: Key, free: Elements) -> Result<Option<CarrierVerdict>, Unwind> {
        for element in members(free) {
            let own = key.own | 1 << element;
            let winning = self.game.wins[key.mover].completing(own) & free & !own;
            let one = first(winning);
            let other = first(winning ^ one);
            if other != 0 {
                self.settle(key.mover, own | one)?;
                self.settle(key.mover, own | other)?;
                return Ok(Some(CarrierVerdict { mover_wins: true, carrier: 1 << element | one | other }));
            }
        }
        Ok(None)
    }

    /// Takes the moves away that leave the other player such a move.
    fn answer_double_threats(&mut self, key: Key, free: Elements, must: &mut MustPlay) -> Result<(), Unwind> {
        let player = 1 - key.mover;
        for element in members(free) {
            let own = key.other | 1 << element;
            let winning = self.game.wins[player].completing(own) & free & !own;
            let one = first(winning);
            let two = first(winning ^ one);
            let three = first(winning ^ one ^ two);
            for (a, b) in [(one, two), (one, three), (two, three)] {
                let carrier = 1 << element | a | b;
                if a != 0 && b != 0 && must.region & !carrier != 0 {
                    self.settle(player, own | a)?;
                    self.settle(player, own | b)?;
                    must.refute(carrier);
                }
            }
        }
        Ok(())
    }

    /// Searches the moves in the must-play region, which every refutation makes smaller.
    fn by_moves(&mut self, key: Key, free: Elements, mut must: MustPlay) -> Result<CarrierVerdict, Unwind> {
        for element in self.order(key, free, must.region) {
            let chosen = 1 << element;
            if must.region & chosen == 0 {
                continue;
            }
            let next = Key { own: key.other, other: key.own | chosen, mover: 1 - key.mover };
            let found = self.verdict(next)?;
            if !found.mover_wins {
                return Ok(CarrierVerdict { mover_wins: true, carrier: found.carrier | chosen });
            }
            must.refute(found.carrier);
        }
        Ok(CarrierVerdict { mover_wins: false, carrier: must.carrier(free) })
    }

    /// Moves in the order in which they are tried: those first that decide most often who wins
    /// where the rest is taken at random.
    fn order(&mut self, key: Key, free: Elements, region: Elements) -> Vec<usize> {
        let mut moves: Vec<usize> = members(region).collect();
        if moves.len() < 2 {
            return moves;
        }
        let mut scores = [0_u32; Elements::BITS as usize];
        for _ in 0..free.count_ones().div_ceil(SAMPLE) {
            let mut owned: ElementRow = [0; Elements::BITS as usize];
            members(key.own).for_each(|element| owned[element] = !0);
            for element in members(free) {
                owned[element] =
                    Elements::from(self.random.word()) << 64 | Elements::from(self.random.word());
            }
            let won = self.game.wins[key.mover].lanes(&owned);
            moves.iter().for_each(|element| scores[*element] += (won ^ owned[*element]).count_zeros());
        }
        moves.sort_by_key(|element| std::cmp::Reverse(scores[*element]));
        moves
    }
}
