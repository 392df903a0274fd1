//! What runs the rules.

use clap::ValueEnum;

/// `--engine`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineArg {
    /// The bitmask machine, interpreted until compiling it is worth it
    Auto,
    /// The bitmask machine, compiled to instructions of the processor
    Jit,
    /// The bitmask machine, interpreted
    Interpret,
    /// The rules by name, slow and obvious
    Semantics,
}
