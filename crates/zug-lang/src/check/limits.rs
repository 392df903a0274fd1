//! The limits above which a definition is refused.

/// Elements of a domain.
pub(super) const MEMBERS: usize = 65_536;
/// Entries of a table; also the sum of the elements of all members of a family.
pub(super) const ENTRIES: usize = 4_000_000;
/// Bytes in the names of all members of all families.
pub(super) const NAMES: usize = 32_000_000;
/// Estimated steps of computing one constant.
pub(super) const STEPS: u64 = 50_000_000;
/// Iterations of a loop in the body of a move, multiplied with those of the loops around it.
pub(super) const LOOPS: u64 = 100_000_000;
/// Estimated bindings that a move or a rule has to try at one position. A set that depends on an
/// earlier binder counts as its whole domain, so the estimate is far above the bindings of real
/// play.
pub(super) const BINDINGS: u64 = 10_000_000_000;
/// Members of a range of integers that is iterated; a larger range is a fault during play.
pub(super) const RANGE: u64 = crate::semantics::MAX_RANGE as u64;
/// Expressions of a `def` after its calls are expanded.
pub(super) const UNFOLDED: u64 = 100_000;
/// Levels of nesting: expressions within expressions, and definitions used by definitions.
pub(super) const DEPTH: usize = 1_000;
/// Bytes of stack, enough for [`DEPTH`] levels.
pub(super) const STACK: usize = 256 << 20;
/// The bound, on both sides of 0, of a `var` for which the fixpoint iteration finds none; stores to
/// it are checked.
pub(super) const VAR: i64 = 1 << 47;
