//! `zug check --deep`: explores the positions of a definition and reports mistakes that only play
//! shows.

use super::args::{CheckArgs, DeepArgs};
use crate::args::MessageFormat;
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
use zug_view::json::line;
use zug_view::report::deep::{self as rendered, Replay};

/// Plays one definition through, and returns the exit code that it deserves.
pub fn run(arguments: &CheckArgs, sources: &Sources, definition: &Definition) -> u8 {
    let program = &definition.program;
    let prepared = match Prepared::new(program, EngineKind::Interpret) {
        Ok(prepared) => prepared,
        // A definition that is too large for the machine is interpreted by the slow reference
        // semantics.
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

fn bounds(deep: &DeepArgs) -> Limits {
    static INTERRUPTION: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let interruption = INTERRUPTION.get_or_init(limits::interruption);
    limits::given(&deep.bounds, Instant::now(), interruption, output::progress())
}

/// Prints the summary: to standard output in forms for people and in JSON, to standard error
/// otherwise.
fn summarize(arguments: &CheckArgs, sources: &Sources, report: &Report, file: &str) {
    match arguments.messages.message_format {
        MessageFormat::Human | MessageFormat::Narrated => {
            output::print(&rendered::summary(report, sources, file))
        }
        MessageFormat::Json => output::print(&line(&rendered::summary_json(report, sources, file))),
        MessageFormat::Short | MessageFormat::Sarif => {
            output::warn(&rendered::summary(report, sources, file))
        }
    }
}

/// The exit code: mistakes come first, then a limit; the limit of positions is no failure.
fn code(arguments: &CheckArgs, found: &[Diagnostic], report: &Report) -> u8 {
    let error = found.iter().any(|each| each.severity == Severity::Error);
    if error || arguments.deny.is_some() && !found.is_empty() {
        return MISTAKE;
    }
    match report.cut {
        None | Some(Cut::Positions) => 0,
        Some(Cut::Memory | Cut::Time | Cut::Interrupted) => LIMIT,
    }
}
