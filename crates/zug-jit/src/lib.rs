//! Runs a machine: in the interpreter at first, and compiled to native code once that pays.

#[cfg(all(feature = "jit", target_arch = "x86_64"))]
pub mod jit;
#[cfg(not(all(feature = "jit", target_arch = "x86_64")))]
#[path = "jit_stub.rs"]
pub mod jit;
pub mod runner;
pub mod tier_up;

/// A machine with more instructions than this takes a second to compile, so it is interpreted
/// unless it is to be compiled at once, and its searches are never compiled whole.
pub(crate) const HEAVY: usize = 20_000;
