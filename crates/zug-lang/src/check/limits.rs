//! States how large a definition may grow before it is refused.

/// Elements of one domain.
pub(super) const MEMBERS: usize = 65_536;
/// Entries of one table, and elements held by all sets of one family.
pub(super) const ENTRIES: usize = 4_000_000;
/// Steps that working out one constant may take, by estimate.
pub(super) const STEPS: u64 = 50_000_000;
/// Times that a loop in the body of a move may run, the loops around it counted in.
pub(super) const LOOPS: u64 = 100_000_000;
/// Bindings that a move or a rule may have to try at one position, by estimate. Sets that depend on others are
/// taken as whole domains, so this is far more than anybody plays with.
pub(super) const BINDINGS: u64 = 10_000_000_000;
/// Members of a range of integers that is gone through: more, and playing would be a fault.
pub(super) const RANGE: u64 = crate::semantics::MAX_RANGE as u64;
/// Expressions that one `def` may be, with those that it uses put in their places.
pub(super) const UNFOLDED: u64 = 100_000;
/// Levels of nesting, of expressions within expressions and of definitions used by definitions.
pub(super) const DEPTH: usize = 1_000;
/// Bytes of stack for as many levels.
pub(super) const STACK: usize = 256 << 20;
/// A `var` whose integers cannot be bounded otherwise is bounded by this on both sides, when it is stored to.
pub(super) const VAR: i64 = 1 << 47;
