//! Plays a game that was turned into bits.
//!
//! A [`Machine`] is data: where things lie in a position ([`layout`]), constant tables, and routines in one
//! intermediate representation ([`ir`]) that list the legal moves, play a move, and tell endings. It is made by
//! `ground`; [`interpret`] runs it in safe Rust and is a [`zug_game::Game`]. [`validate`] says what a
//! well-formed machine is; its `Display` prints everything.

pub mod box_completion;
pub mod bytecode;
pub mod canon;
pub mod compact_key;
pub mod display;
pub mod eval;
mod hints;
pub mod instruction;
pub mod interpret;
pub mod ir;
pub mod layout;
pub mod moves;
pub mod optimization;
pub mod positional_game;
pub mod shapes;
pub mod validate;

use crate::canon::Canon;
use ir::{Routine, Table};
use layout::Layout;
use moves::MoveKind;
use optimization::Optimizations;
use zug_lang::program::FieldId;

/// A game as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// Of the definition.
    pub title: String,
    /// Where everything lies in a position.
    pub layout: Layout,
    /// Constant tables.
    pub tables: Vec<Table>,
    /// The kinds of moves, numbered as in the program.
    pub kinds: Vec<MoveKind>,
    /// Returns the payoff, or emits the legal moves.
    pub expand: Routine,
    /// For each kind of move, what playing it does.
    pub plays: Vec<Routine>,
    /// What passing does.
    pub pass: Routine,
    /// Whether a turn can pass by the `stuck` rule.
    pub passes: bool,
    /// Returns what never-ending play is worth.
    pub endless: Routine,
    /// The position from which play begins.
    pub start: Vec<u64>,
    /// Fields left out of the key, with what each entry is worth to the first player.
    pub additive: Vec<(FieldId, Vec<i64>)>,
    /// The bits of a position that are in its key.
    pub key: Vec<u64>,
    /// Where the players place elements to own a whole line: what is needed to read threats off a position.
    pub positional: Option<positional_game::PositionalGameMasks>,
    /// Where points are gained by completing things: what each needs.
    pub box_completion: Option<box_completion::BoxCompletionMasks>,
    /// How positions are brought to one form for a memo; nothing in it unless somebody looked for symmetries.
    pub symmetry: Canon,
    /// What whoever runs it does so that it runs faster.
    pub optimizations: Optimizations,
}

impl Machine {
    /// Bits of a position.
    pub fn bits(&self) -> usize {
        self.layout.bits
    }

    /// Bits of a key.
    pub fn key_bits(&self) -> usize {
        let additive = self.layout.fields.iter().filter(|f| f.additive);
        self.layout.bits - additive.map(layout::FieldLayout::bits).sum::<usize>()
    }

    /// How many moves there are if every parameter takes every value of its domain.
    pub fn ground_moves(&self) -> u128 {
        self.kinds.iter().map(MoveKind::count).fold(0, u128::saturating_add)
    }

    /// Points of the first player that lie in additive fields.
    pub fn offset(&self, words: &[u64]) -> i64 {
        let values = self.additive.iter().map(|(field, coefficients)| {
            let entries = self.layout.field(words, *field);
            entries.iter().zip(coefficients).fold(0i64, |sum, (value, coefficient)| match value {
                zug_lang::program::Value::Int(n) => sum.wrapping_add(n.wrapping_mul(*coefficient)),
                _ => sum,
            })
        });
        values.fold(0, i64::wrapping_add)
    }

    /// All routines in a fixed order.
    pub fn routines(&self) -> impl Iterator<Item = &Routine> {
        [&self.expand].into_iter().chain(&self.plays).chain([&self.pass, &self.endless])
    }
}
