//! Makes exceptions of what the library refuses. Their classes are written in Python, in
//! `zug/errors.py`.

use crate::game::Loaded;
use pyo3::prelude::*;
use std::time::Duration;
use zug::answer::{LimitReached, ProvedBounds, SolveError};
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::program::Choice;
use zug_lang::replay;
use zug_lang::semantics::{MoveError, Position, Semantics};
use zug_lang::source::{FileId, Sources};
use zug_view::report::diagnostics::{DiagnosticFormat, Theme, render};
use zug_view::wording::{refused, unfit};

/// Columns of the pictures in messages.
const WIDTH: usize = 100;

/// An exception of `zug.errors` with these arguments.
fn exception<'py>(py: Python<'py>, class: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = py.import("zug.errors").and_then(|m| m.getattr(class)).and_then(|c| c.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A wrong argument, in words.
pub fn mistake(py: Python<'_>, message: impl Into<String>) -> PyErr {
    exception(py, "ZugError", (message.into(),))
}

/// Something that should not be possible.
pub fn internal(py: Python<'_>, message: impl Into<String>) -> PyErr {
    exception(py, "InternalError", (message.into(),))
}

fn picture(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let form = DiagnosticFormat::Human { theme: Theme::UnicodeNoColor, width: WIDTH };
    render(sources, diagnostics, form).trim_end().to_string()
}

/// Diagnostics as objects of Python.
pub fn diagnostics<'py>(
    py: Python<'py>,
    sources: &Sources,
    diagnostics: &[Diagnostic],
) -> PyResult<Bound<'py, PyAny>> {
    let lines = render(sources, diagnostics, DiagnosticFormat::Json);
    py.import("zug.errors")?.getattr("diagnostics")?.call1((lines,))
}

fn with_diagnostics(py: Python<'_>, class: &str, sources: &Sources, found: &[Diagnostic]) -> PyErr {
    let errors = || found.iter().filter(|each| each.severity == Severity::Error);
    let more = match errors().count() {
        0 | 1 => String::new(),
        count => format!(" (and {} more)", count - 1),
    };
    let first = errors().next().map_or("", |each| &each.message[..]);
    let text = format!("{first}{more}\n{}", picture(sources, found));
    match diagnostics(py, sources, found) {
        Ok(objects) => exception(py, class, (text, objects)),
        Err(error) => error,
    }
}

/// The mistakes of a definition; those of settings alone are another exception.
pub fn definition(py: Python<'_>, sources: &Sources, found: &[Diagnostic]) -> PyErr {
    let mut errors = found.iter().filter(|each| each.severity == Severity::Error);
    let of_settings = errors.all(|each| each.span().file != FileId::DEFINITION);
    with_diagnostics(py, if of_settings { "SettingError" } else { "DefinitionError" }, sources, found)
}

/// A move that cannot be read or played.
pub fn moves(py: Python<'_>, loaded: &Loaded, text: &str, error: &MoveError) -> PyErr {
    let mut sources = loaded.sources.clone();
    let file = sources.add("moves", text);
    let diagnostic = replay::moves(loaded.program(), error, file);
    let class = if diagnostic.code.starts_with("Z08") { "DefinitionError" } else { "MoveError" };
    with_diagnostics(py, class, &sources, &[diagnostic])
}

/// A promise of the definition that was broken behind a position that moves lead to.
pub fn fault(
    py: Python<'_>,
    loaded: &Loaded,
    position: &Position,
    after: &[Choice],
    line: &[Choice],
) -> PyErr {
    let semantics = Semantics::new(loaded.program());
    let diagnostic = replay::fault(&semantics, position, after, line);
    with_diagnostics(py, "DefinitionError", &loaded.sources, &[diagnostic])
}

/// Why there is no answer about a position that moves lead to.
pub fn solve(
    py: Python<'_>,
    loaded: &Loaded,
    (position, after): (&Position, &[Choice]),
    error: SolveError,
    time: Duration,
) -> PyErr {
    match error {
        SolveError::Unfit(why) => mistake(py, unfit(&why)),
        SolveError::Database(why) => mistake(py, why),
        SolveError::Limit { which, proved, positions } => limit(py, loaded, which, proved, positions, time),
        SolveError::Fault { line } => fault(py, loaded, position, after, &line),
        SolveError::Contradiction { what, .. } => {
            let text = format!("a check of ours failed, so no answer is given: {what}; this is a bug in zug");
            internal(py, text)
        }
    }
}

fn limit(
    py: Python<'_>,
    loaded: &Loaded,
    which: LimitReached,
    proved: ProvedBounds,
    positions: u64,
    time: Duration,
) -> PyErr {
    let text = refused(loaded.program(), which, proved, positions, time);
    exception(py, "LimitError", (text, proved.lower, proved.upper, positions))
}
