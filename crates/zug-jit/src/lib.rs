//! Runs a machine: by the interpreter, and compiled to instructions of the processor once that pays.

#[cfg(all(feature = "jit", target_arch = "x86_64"))]
pub mod jit;
#[cfg(not(all(feature = "jit", target_arch = "x86_64")))]
#[path = "jit_stub.rs"]
pub mod jit;
pub mod runner;
pub mod tier_up;
