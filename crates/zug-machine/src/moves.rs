//! Packs a move into 64 bits, and unpacks it.
//!
//! ```text
//! ... | parameter 2 | parameter 1 | kind + 1        the number 0 is the pass
//! ```

use super::Machine;
use zug_lang::program::{Choice, MoveId, Value};

/// A packed move.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedMove(pub u64);

/// The pass.
pub const PASS: PackedMove = PackedMove(0);

/// A parameter of a kind of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The integer of code 0; 0 for elements.
    pub low: i64,
    /// The number of values.
    pub count: u64,
    /// Whether it is an element; otherwise an integer.
    pub element: bool,
    /// Its lowest bit in a packed move.
    pub shift: u8,
    /// Its width in a packed move, in bits.
    pub width: u8,
}

/// A `move` or `followup` of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveKind {
    /// Its name.
    pub name: String,
    /// The code in the lowest bits of a packed move.
    pub code: u64,
    /// The width of the code, in bits.
    pub code_width: u8,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

impl MoveKind {
    /// The number of moves of this kind if every parameter takes every value.
    pub fn count(&self) -> u128 {
        self.parameters.iter().map(|p| u128::from(p.count)).fold(1, u128::saturating_mul)
    }
}

impl Parameter {
    /// The value with this code.
    fn value(&self, code: u64) -> Value {
        if self.element {
            Value::Element(code as u32)
        } else {
            Value::Int(self.low.wrapping_add(code as i64))
        }
    }

    /// The code of a value.
    fn code(&self, value: &Value) -> Option<u64> {
        let code = match (value, self.element) {
            (Value::Element(e), true) => u64::from(*e),
            (Value::Int(n), false) => u64::try_from(n.checked_sub(self.low)?).ok()?,
            _ => return None,
        };
        (code < self.count).then_some(code)
    }
}

impl Machine {
    /// The kind of a packed move; none for the pass.
    pub fn kind_of(&self, play: PackedMove) -> Option<usize> {
        let width = self.kinds.first().map_or(0, |kind| kind.code_width);
        let code = play.0 & super::eval::ones(u64::from(width));
        (code as usize).checked_sub(1).filter(|kind| *kind < self.kinds.len())
    }

    /// The move as a choice of the program.
    pub fn choice(&self, play: PackedMove) -> Choice {
        let Some(kind) = self.kind_of(play) else { return Choice::Pass };
        let field = |p: &Parameter| {
            super::eval::shr(play.0, u64::from(p.shift)) & super::eval::ones(u64::from(p.width))
        };
        let values = self.kinds[kind].parameters.iter().map(|p| p.value(field(p))).collect();
        Choice::Play(MoveId(kind as u32), values)
    }

    /// The packed form of a choice; none if a value is outside its parameter.
    pub fn pack(&self, choice: &Choice) -> Option<PackedMove> {
        let Choice::Play(id, values) = choice else { return Some(PASS) };
        let kind = self.kinds.get(id.index()).filter(|kind| kind.parameters.len() == values.len())?;
        let parts = kind.parameters.iter().zip(values);
        let code = parts.map(|(p, value)| Some(super::eval::shl(p.code(value)?, u64::from(p.shift))));
        code.sum::<Option<u64>>().map(|parameters| PackedMove(parameters | kind.code))
    }
}
