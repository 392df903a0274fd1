//! The must-play region: where a player has to move, because he loses by every move outside.

use super::condition::Elements;
use zug_game::breakage::{Shortcut, is_broken};

/// The moves that are not refuted, and the carriers of the refutations so far.
pub(super) struct MustPlay {
    /// The moves that may win.
    pub region: Elements,
    refutations: Vec<Elements>,
}

impl MustPlay {
    pub fn new(free: Elements) -> MustPlay {
        MustPlay { region: free, refutations: Vec::new() }
    }

    /// The other player wins with a carrier, against the moves outside of it too.
    pub fn refute(&mut self, carrier: Elements) {
        self.region &= carrier;
        self.refutations.push(carrier);
    }

    /// A carrier of the other player's win, once no move is left: of refutations that have no
    /// element in common.
    pub fn carrier(mut self, free: Elements) -> Elements {
        if is_broken(Shortcut::Carrier) {
            self.refutations.truncate(1);
        }
        let mut at = 0;
        while at < self.refutations.len() {
            let others = self.refutations.iter().enumerate().filter(|(other, _)| *other != at);
            if others.fold(free, |common, (_, carrier)| common & carrier) == 0 {
                self.refutations.swap_remove(at);
            } else {
                at += 1;
            }
        }
        self.refutations.iter().fold(0, |all, carrier| all | carrier)
    }
}
