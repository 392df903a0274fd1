//! Compiles definitions for the commands that ask about positions.

use crate::args::EngineArg;
use crate::failure::Failure;
use crate::limits;
use bytesize::ByteSize;
use zug::answer::{EngineKind, Prepared, can_compile};
use zug_lang::program::Program;
use zug_lang::source::Sources;

/// Compiles a program for an engine, which keeps within a memory limit when it generates machine
/// code.
pub fn prepare<'p>(
    program: &'p Program,
    engine: EngineArg,
    memory: Option<ByteSize>,
    sources: &Sources,
) -> Result<Prepared<'p>, Failure> {
    let kind = engine_kind(engine)?;
    let prepared =
        Prepared::new(program, kind).map_err(|diagnostics| Failure::mistakes(sources, diagnostics))?;
    if kind == EngineKind::Jit {
        prepared.compiled().map_err(cannot_compile)?;
    }
    Ok(prepared.within(limits::process(memory)))
}

/// The engine by the library's name.
pub fn engine_kind(engine: EngineArg) -> Result<EngineKind, Failure> {
    match engine {
        EngineArg::Auto => Ok(EngineKind::Auto),
        EngineArg::Jit => can_compile().map_err(cannot_compile).map(|()| EngineKind::Jit),
        EngineArg::Interpret => Ok(EngineKind::Interpret),
        EngineArg::Semantics => Ok(EngineKind::Semantics),
    }
}

fn cannot_compile(why: String) -> Failure {
    Failure::usage(format!("--engine jit: {why}; use --engine interpret"))
}
