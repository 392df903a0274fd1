//! Names what the makers of machines do so that these run faster, so that each can be left out and measured.
//!
//! None of them changes what a machine computes: with all, with none, or with any one missing, it gives the same moves in the same
//! order, the same successors and the same endings (`tests/lowering.rs`).

/// One thing that makes a machine faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowering {
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

impl Lowering {
    /// All of them.
    pub const ALL: [Lowering; 15] = [
        Lowering::Masks,
        Lowering::Tables,
        Lowering::Fold,
        Lowering::Share,
        Lowering::Hoist,
        Lowering::Dead,
        Lowering::Rays,
        Lowering::Shifts,
        Lowering::Weigh,
        Lowering::Few,
        Lowering::AnyLine,
        Lowering::Shapes,
        Lowering::EmitBits,
        Lowering::Unroll,
        Lowering::Bounds,
    ];

    /// In tables.
    pub fn name(self) -> &'static str {
        match self {
            Lowering::Masks => "masks",
            Lowering::Tables => "tables",
            Lowering::Fold => "fold",
            Lowering::Share => "share",
            Lowering::Hoist => "hoist",
            Lowering::Dead => "dead",
            Lowering::Rays => "rays",
            Lowering::Shifts => "shifts",
            Lowering::Weigh => "weigh",
            Lowering::Few => "few",
            Lowering::AnyLine => "any-line",
            Lowering::Shapes => "shapes",
            Lowering::EmitBits => "emit-bits",
            Lowering::Unroll => "unroll",
            Lowering::Bounds => "bounds",
        }
    }
}

/// Which of them are used; all by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lowerings(u32);

impl Lowerings {
    /// All.
    pub const ALL: Lowerings = Lowerings(u32::MAX);
    /// None.
    pub const NONE: Lowerings = Lowerings(0);

    /// All of these but one.
    #[must_use]
    pub const fn without(self, lowering: Lowering) -> Lowerings {
        Lowerings(self.0 & !(1 << lowering as u32))
    }

    /// Whether this one is used.
    pub const fn has(self, lowering: Lowering) -> bool {
        self.0 >> lowering as u32 & 1 == 1
    }
}

impl Default for Lowerings {
    fn default() -> Lowerings {
        Lowerings::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lowering_is_left_out_alone() {
        for lowering in Lowering::ALL {
            let rest = Lowerings::ALL.without(lowering);
            let used = Lowering::ALL.into_iter().filter(|each| rest.has(*each)).count();
            assert_eq!((used, rest.has(lowering)), (Lowering::ALL.len() - 1, false));
            assert!(!Lowerings::NONE.has(lowering));
        }
    }
}
