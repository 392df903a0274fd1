//! The bitmask machine: a game as bits, tables and routines.
//!
//! A [`Machine`] is data: a layout of positions ([`layout`]), constant tables, and routines in an
//! intermediate representation ([`ir`]) that list the legal moves, play a move and detect endings.
//! `zug_compile` makes it; [`interpret`] runs it in safe Rust and is a [`zug_game::Game`].
//! [`validate`] defines a well-formed machine; its `Display` prints everything.

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
pub mod ranked_key;
pub mod shapes;
pub mod validate;

use crate::canon::Canon;
use ir::{ConstantTable, Routine};
use layout::PositionLayout;
use moves::MoveKind;
use optimization::Optimizations;
use zug_lang::program::FieldId;

/// A game as bits, tables and routines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// The title of the definition.
    pub title: String,
    /// The layout of positions.
    pub layout: PositionLayout,
    /// The constant tables.
    pub tables: Vec<ConstantTable>,
    /// The kinds of moves, numbered as in the program.
    pub kinds: Vec<MoveKind>,
    /// Returns the payoff, or emits the legal moves.
    pub expand: Routine,
    /// For each kind of move, the routine that plays it.
    pub plays: Vec<Routine>,
    /// Plays a pass.
    pub pass: Routine,
    /// Whether the `stuck` rule may pass.
    pub passes: bool,
    /// Returns the value of never-ending play.
    pub endless: Routine,
    /// The position from which play begins.
    pub start: Vec<u64>,
    /// The fields with entries that are left out of the key, with the worth of a point in each such
    /// entry to the first player.
    pub additive: Vec<(FieldId, Vec<Option<i64>>)>,
    /// The mask of the bits that are in the key.
    pub key: Vec<u64>,
    /// In a positional game the masks from which threats are read.
    pub positional: Option<positional_game::PositionalGameMasks>,
    /// In a box-completion game the masks of the boxes.
    pub box_completion: Option<box_completion::BoxCompletionMasks>,
    /// The canonical form of positions; trivial unless symmetries were searched for.
    pub symmetry: Canon,
    /// The optimizations for those who run the machine.
    pub optimizations: Optimizations,
}

impl Machine {
    /// The bits of a position.
    pub fn bits(&self) -> usize {
        self.layout.bits
    }

    /// The bits of a key.
    pub fn key_bits(&self) -> usize {
        let all = self.layout.fields.iter().map(layout::FieldLayout::bits).sum::<usize>();
        let kept = self.layout.fields.iter().flat_map(layout::FieldLayout::key_bit_fields);
        self.layout.bits - all + kept.map(|slot| usize::from(slot.width)).sum::<usize>()
    }

    /// The number of moves if every parameter takes every value of its domain.
    pub fn ground_moves(&self) -> u128 {
        self.kinds.iter().map(MoveKind::count).fold(0, u128::saturating_add)
    }

    /// The worth of the additive entries to the first player.
    pub fn offset(&self, words: &[u64]) -> i64 {
        let values = self.additive.iter().map(|(field, coefficients)| {
            let entries = self.layout.field(words, *field);
            entries.iter().zip(coefficients).fold(0i64, |sum, (value, coefficient)| match value {
                zug_lang::program::Value::Int(n) => {
                    sum.wrapping_add(n.wrapping_mul(coefficient.unwrap_or(0)))
                }
                _ => sum,
            })
        });
        values.fold(0, i64::wrapping_add)
    }

    /// Whether an entry of a field is left out of the key.
    pub fn is_additive(&self, field: FieldId, entry: usize) -> bool {
        self.layout.fields.get(field.index()).is_some_and(|layout| layout.additive.contains(&entry))
    }

    /// All routines in a fixed order.
    pub fn routines(&self) -> impl Iterator<Item = &Routine> {
        [&self.expand].into_iter().chain(&self.plays).chain([&self.pass, &self.endless])
    }
}
