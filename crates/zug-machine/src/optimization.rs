//! The optimizations of machines, each of which can be switched off and measured.
//!
//! No optimization changes what a machine computes: with all of them, with none, or without any
//! one, it has the same moves in the same order, the same successors and the same endings
//! (`tests/lowering.rs`).

/// An optimization: one technique that makes a machine faster. (Lowering is the stage that makes
/// machines.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimization {
    /// Tests a condition for all members of a set at once (bit-parallel evaluation).
    Masks,
    /// Tabulates expressions with few inputs.
    Tables,
    /// Folds constants, and simplifies operations with known operands.
    Fold,
    /// Value numbering: equal operations share a register.
    Share,
    /// Hoists loop-invariant operations out of loops.
    Hoist,
    /// Removes dead code.
    Dead,
    /// Follows rays by masks, not cell by cell.
    Rays,
    /// Applies a step of the board backwards to all cells at once, by a shift instead of a row for
    /// each cell, and joins the neighbours of all cells at once, in compiled code.
    Shifts,
    /// Sums the entries of a word in one operation.
    Weigh,
    /// Unrolls loops over few known members.
    Few,
    /// Asks in one operation whether any line is a subset of a set; it may stop at the first.
    AnyLine,
    /// Tests all lines of one shape at once, by shifts.
    Shapes,
    /// Ends loops over integers where a condition on the integer does, instead of testing it.
    LoopLimits,
    /// Emits the moves of a whole mask by one instruction of the interpreter.
    EmitBits,
    /// Unrolls loops with a known number of passes, in compiled code.
    Unroll,
    /// Omits tests that the bounds of registers make superfluous, in compiled code.
    Bounds,
}

impl Optimization {
    /// All optimizations.
    pub const ALL: [Optimization; 16] = [
        Optimization::Masks,
        Optimization::Tables,
        Optimization::Fold,
        Optimization::Share,
        Optimization::Hoist,
        Optimization::Dead,
        Optimization::Rays,
        Optimization::Shifts,
        Optimization::Weigh,
        Optimization::Few,
        Optimization::AnyLine,
        Optimization::Shapes,
        Optimization::LoopLimits,
        Optimization::EmitBits,
        Optimization::Unroll,
        Optimization::Bounds,
    ];

    /// The name in tables of measurements.
    pub fn name(self) -> &'static str {
        match self {
            Optimization::Masks => "masks",
            Optimization::Tables => "tables",
            Optimization::Fold => "fold",
            Optimization::Share => "share",
            Optimization::Hoist => "hoist",
            Optimization::Dead => "dead",
            Optimization::Rays => "rays",
            Optimization::Shifts => "shifts",
            Optimization::Weigh => "weigh",
            Optimization::Few => "few",
            Optimization::AnyLine => "any-line",
            Optimization::Shapes => "shapes",
            Optimization::LoopLimits => "loop-limits",
            Optimization::EmitBits => "emit-bits",
            Optimization::Unroll => "unroll",
            Optimization::Bounds => "bounds",
        }
    }
}

/// A set of optimizations; all by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Optimizations(u32);

impl Optimizations {
    /// All optimizations.
    pub const ALL: Optimizations = Optimizations(u32::MAX);
    /// No optimization.
    pub const NONE: Optimizations = Optimizations(0);

    /// The set without one optimization.
    #[must_use]
    pub const fn without(self, optimization: Optimization) -> Optimizations {
        Optimizations(self.0 & !(1 << optimization as u32))
    }

    /// Whether the set has this one.
    pub const fn has(self, optimization: Optimization) -> bool {
        self.0 >> optimization as u32 & 1 == 1
    }
}

impl Default for Optimizations {
    fn default() -> Optimizations {
        Optimizations::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lowering_is_left_out_alone() {
        for optimization in Optimization::ALL {
            let rest = Optimizations::ALL.without(optimization);
            let used = Optimization::ALL.into_iter().filter(|each| rest.has(*each)).count();
            assert_eq!((used, rest.has(optimization)), (Optimization::ALL.len() - 1, false));
            assert!(!Optimizations::NONE.has(optimization));
        }
    }
}
