//! `zug check --deep`: plays a definition through and tells what only play can show.

use crate::args::{Check, Deep, MessageFormat};
use crate::failure::{LIMIT, MISTAKE, code_of};
use crate::{limits, output};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use zug::answer::{EngineKind, Limits, Prepared};
use zug::deep::{self, Cut, Report};
use zug::definition::Definition;
use zug_analysis::lints;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::semantics::Semantics;
use zug_lang::source::{FileId, Sources};
use zug_view::report::deep::{self as rendered, Replay};

/// Plays one definition through, and returns the exit code that it deserves.
pub fn run(arguments: &Check, sources: &Sources, definition: &Definition) -> u8 {
    let program = &definition.program;
    let prepared = match Prepared::new(program, EngineKind::Interpret) {
        Ok(prepared) => prepared,
        // What is too large for the machine is still played by name, slowly.
        Err(too_large) => match Prepared::new(program, EngineKind::Semantics) {
            Ok(prepared) => prepared,
            Err(_) => {
                output::report_diagnostics(sources, &too_large, arguments.messages);
                return code_of(&too_large);
            }
        },
    };
    let positions = usize::try_from(arguments.deep.positions).unwrap_or(usize::MAX);
    let report = deep::explore(&prepared, positions, &bounds(&arguments.deep));
    output::end_progress();
    let file = sources.file(FileId::DEFINITION).name.clone();
    let named = if file == "<stdin>" { "-" } else { &file };
    let replay = Replay { file: named, settings: &arguments.settings };
    let semantics = Semantics::new(program);
    let found =
        report.findings.iter().map(|finding| rendered::finding(finding, &semantics, replay)).collect();
    let found = lints::without(found, &arguments.allow);
    output::report_diagnostics(sources, &found, arguments.messages);
    summarize(arguments, sources, &report, &file);
    code(arguments, &found, &report)
}

fn bounds(deep: &Deep) -> Limits {
    static INTERRUPTION: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Limits {
        memory: deep.bounds.memory.map_or_else(limits::default_memory, |size| size.as_u64()),
        process: deep.bounds.memory.map(|size| limits::process(size.as_u64())),
        deadline: deep.bounds.timeout.and_then(|time| Instant::now().checked_add(time)),
        stop: Some(Arc::clone(INTERRUPTION.get_or_init(limits::interruption))),
        positions: None,
        progress: output::progress(),
    }
}

/// The summary stands with the answer where people read it, beside it where programs do.
fn summarize(arguments: &Check, sources: &Sources, report: &Report, file: &str) {
    match arguments.messages.message_format {
        MessageFormat::Human | MessageFormat::Narrated => {
            output::print(&rendered::summary(report, sources, file))
        }
        MessageFormat::Json => output::print(&format!("{}\n", rendered::summary_json(report, sources, file))),
        MessageFormat::Short | MessageFormat::Sarif => {
            output::warn(&rendered::summary(report, sources, file))
        }
    }
}

/// Mistakes first; then a limit that was reached, but for that of positions.
fn code(arguments: &Check, found: &[Diagnostic], report: &Report) -> u8 {
    let error = found.iter().any(|each| each.severity == Severity::Error);
    if error || arguments.deny.is_some() && !found.is_empty() {
        return MISTAKE;
    }
    match report.cut {
        None | Some(Cut::Positions) => 0,
        Some(Cut::Memory | Cut::Time | Cut::Interrupted) => LIMIT,
    }
}
