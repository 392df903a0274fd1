//! Writes answers to standard output and mistakes to standard error.

use super::args::MessageFormat;
use super::failure::Failure;
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use zug::answer::Statistics;
use zug::diagnostic::Diagnostic;
use zug::report::diagnostics::{self, Form, Theme};
use zug::report::words::grouped;
use zug::source::Sources;

/// Columns that drawn mistakes take.
const WIDTH: usize = 100;

/// Writes to standard output. A reader who has gone away (`| head`) ends the program in silence.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        let quiet = error.kind() == ErrorKind::BrokenPipe;
        if !quiet {
            let _ = writeln!(std::io::stderr(), "zug: cannot write: {error}");
        }
        std::process::exit(if quiet { 0 } else { i32::from(super::failure::USAGE) });
    }
}

/// Writes to standard error; who cannot read it cannot be told.
pub fn warn(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Tells why a command did not answer, and returns the exit code.
pub fn failure(failure: Failure, format: MessageFormat) -> u8 {
    match failure {
        Failure::Diagnostics { sources, diagnostics, code } => {
            let text = drawn(&sources, &diagnostics, format, std::io::stderr().is_terminal());
            if format == MessageFormat::Human {
                warn(&text)
            } else {
                print(&text)
            }
            code
        }
        Failure::Message { code, text } => {
            warn(&format!("zug: {}\n", text.trim_end()));
            code
        }
        Failure::Said(code) => code,
    }
}

/// Mistakes in the form that was asked for.
pub fn drawn(sources: &Sources, diagnostics: &[Diagnostic], format: MessageFormat, terminal: bool) -> String {
    let plain = !terminal || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let form = match format {
        MessageFormat::Short => Form::Short,
        MessageFormat::Json => Form::Json,
        MessageFormat::Human => {
            Form::Human { theme: if plain { Theme::Ascii } else { Theme::Unicode }, width: WIDTH }
        }
    };
    diagnostics::render(sources, diagnostics, form)
}

/// What a search tells now and then; nobody listens where standard error is no terminal.
pub type Progress = Option<Arc<dyn Fn(&Statistics) + Send + Sync>>;

/// Shows how far a search is, from the third second on.
pub fn progress() -> Progress {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let begun = Instant::now();
    let show = move |statistics: &Statistics| {
        let seconds = begun.elapsed().as_secs_f64();
        if seconds > 2.0 {
            SHOWN.store(true, Ordering::Relaxed);
            warn(&format!("\r{seconds:.0} s, {} positions ", grouped(statistics.positions)));
        }
    };
    Some(Arc::new(show))
}

static SHOWN: AtomicBool = AtomicBool::new(false);

/// Takes the line of [`progress`] away, if there is one.
pub fn end_progress() {
    if SHOWN.swap(false, Ordering::Relaxed) {
        warn("\r\x1b[K");
    }
}
