//! Games written by hand in Rust, as somebody would who wants them fast: positions of one machine
//! word.
//!
//! Their rules, the order of their moves and what their keys hold are those of the definitions of
//! the same name, so the same search visits the same nodes. The tests take known values and counts
//! from them, the benchmarks a yardstick.
#![allow(dead_code)] // Each test and benchmark uses some of them.

mod connect_four;
mod dots;
mod kalah;
mod pursuit;
mod reversi;
mod triangle_war;

pub use connect_four::ConnectFour;
pub use dots::Dots;
pub use kalah::Kalah;
pub use pursuit::Pursuit;
pub use reversi::Reversi;
pub use triangle_war::TriangleWar;

use zug_game::Player;

/// A position in one machine word.
pub type Word = [u64; 1];

/// The bits of a mask as numbers, lowest first.
pub fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// The player whose number stands in this bit.
pub fn player(word: u64, bit: u32) -> Player {
    if word >> bit & 1 == 0 { Player::First } else { Player::Second }
}
