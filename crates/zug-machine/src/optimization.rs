//! Names what the makers of machines do so that these run faster, so that each can be left out and measured.
//!
//! None of them changes what a machine computes: with all, with none, or with any one missing, it gives the same moves in the same
//! order, the same successors and the same endings (`tests/optimization.rs`).

/// An optimization: one thing that makes a machine faster. (Lowering is the stage that makes machines.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimization {
    /// Tests a condition for all members of a set at once.
    Masks,
    /// Looks up what depends on few values, instead of computing it.
    Tables,
    /// Computes what is known before the game begins, and simplifies operations some of whose operands are known.
    Fold,
    /// Gives equal operations one register.
    Share,
    /// Moves operations out of the loops in which none of their operands changes.
    Hoist,
    /// Takes out steps whose results nobody needs.
    Dead,
    /// Walks over a board by the masks of its rays, not cell by cell.
    Rays,
    /// Goes back by a step on a board for all cells at once: a shift, not a row for each cell.
    Shifts,
    /// Adds up the entries of a word in one operation.
    Weigh,
    /// Writes out loops over few known members.
    Few,
    /// Asks whether any line lies within a set in one operation, which may stop at the first.
    AnyLine,
    /// Tests all lines of one shape at once, by shifts.
    Shapes,
    /// Emits the moves of a whole mask by one instruction of the interpreter.
    EmitBits,
    /// Writes out loops whose passes are known, in compiled code.
    Unroll,
    /// Leaves out tests that never matter by the bounds of registers, in compiled code.
    Bounds,
}

impl Optimization {
    /// All of them.
    pub const ALL: [Optimization; 15] = [
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
        Optimization::EmitBits,
        Optimization::Unroll,
        Optimization::Bounds,
    ];

    /// In tables.
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
            Optimization::EmitBits => "emit-bits",
            Optimization::Unroll => "unroll",
            Optimization::Bounds => "bounds",
        }
    }
}

/// Which of them are used; all by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Optimizations(u32);

impl Optimizations {
    /// All.
    pub const ALL: Optimizations = Optimizations(u32::MAX);
    /// None.
    pub const NONE: Optimizations = Optimizations(0);

    /// All of these but one.
    #[must_use]
    pub const fn without(self, optimization: Optimization) -> Optimizations {
        Optimizations(self.0 & !(1 << optimization as u32))
    }

    /// Whether this one is used.
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
