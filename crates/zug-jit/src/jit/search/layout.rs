//! What a search is handed: the counters, the context, the functions that it calls, its parameters.

use cranelift_codegen::ir::{FuncRef, SigRef};

/// The counters in one word: positions since the last check of the clock, terminal positions,
/// cutoffs, and a flag to halt.
///
/// ```text
/// halted | cutoffs | terminal positions | positions, 1 << 12 when it is time to check
/// 63     | 32..63  | 16..32             | 0..16
/// ```
pub mod tally {
    use zug_game::PAUSE;
    /// Counts a position.
    pub const POSITION: u64 = 1;
    /// Counts a terminal position.
    pub const TERMINAL: u64 = 1 << 16;
    /// Counts a position left before all its moves were searched.
    pub const CUTOFF: u64 = 1 << 32;
    /// The search must not go on.
    pub const HALTED: u64 = 1 << 63;
    /// The three counters.
    pub fn parts(tally: u64) -> [u64; 3] {
        [tally & 0xffff, tally >> 16 & 0xffff, tally >> 32 & 0x7fff_ffff]
    }
    // Positions, and so terminal positions, do not exceed `PAUSE` between two checks. Cutoffs are
    // counted when a position is left, so there are at most as many more as play is deep.
    const _: () = assert!(PAUSE <= 0xffff && PAUSE.is_power_of_two());
}

/// The offsets of the context's fields for compiled code, in bytes.
pub mod context {
    /// The lowest stack pointer so far.
    pub const LOWEST: i32 = 0;
    /// The tally at the beginning and at the end of the search.
    pub const TALLY: i32 = 8;
    /// The lower end of the window, from the first player's side.
    pub const ALPHA: i32 = 16;
    /// The upper end of the window, from the first player's side.
    pub const BETA: i32 = 24;
}

/// The functions that a search calls.
#[derive(Clone, Copy)]
pub struct Calls {
    /// The search below a position.
    pub below: FuncRef,
    /// `(context, number) -> number`
    pub counted: SigRef,
    /// The address of `(context, tally) -> tally`: checks the clock.
    pub look: u64,
    /// The address of `(context, stack pointer) -> 0, or 1 to halt`: the search is deeper than
    /// before.
    pub deeper: u64,
}

/// The number of parameters of `below`: the words, the moves, the window if it prunes, the tally,
/// the context.
pub fn parameters(words: usize, prunes: bool) -> usize {
    words + 3 + 2 * usize::from(prunes)
}
