//! Prints answers to standard output and diagnostics to standard error.

use crate::args::{MessageFormat, Messages};
use crate::failure::Failure;
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use zug::answer::Statistics;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::same_slips;
use zug_lang::source::Sources;
use zug_lang::wording::grouped;
use zug_view::report::diagnostics::{self, DiagnosticFormat, Theme};
use zug_view::report::sarif;

/// The width of drawn diagnostics, in columns.
const WIDTH: usize = 100;

/// The default of `--max-errors` in forms for people.
const MAX_ERRORS: usize = 20;

/// Prints to standard output. A closed pipe (`| head`) ends the program without a message.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        let quiet = error.kind() == ErrorKind::BrokenPipe;
        if !quiet {
            let _ = writeln!(std::io::stderr(), "zug: cannot write: {error}");
        }
        std::process::exit(if quiet { 0 } else { i32::from(crate::failure::USAGE) });
    }
}

/// Prints to standard error; a failure to do so is ignored.
pub fn warn(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Prints the reason of a failure and returns its exit code.
pub fn failure(failure: Failure, messages: Messages) -> u8 {
    match failure {
        Failure::Diagnostics { sources, diagnostics, code } => {
            match messages.message_format {
                MessageFormat::Human | MessageFormat::Narrated => {
                    warn(&drawn(&sources, &diagnostics, messages, std::io::stderr().is_terminal()));
                }
                _ => report_diagnostics(&sources, &diagnostics, messages),
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

/// Prints diagnostics as an answer; in SARIF they are kept for [`end_document`].
pub fn report_diagnostics(sources: &Sources, diagnostics: &[Diagnostic], messages: Messages) {
    if messages.message_format != MessageFormat::Sarif {
        return print(&drawn(sources, diagnostics, messages, std::io::stdout().is_terminal()));
    }
    let (shown, more) = within_limit(diagnostics, messages);
    warn(&more);
    RESULTS.lock().unwrap_or_else(PoisonError::into_inner).extend(sarif::results(sources, &shown));
}

/// The results for the SARIF document, which is printed at the end of the run.
static RESULTS: Mutex<Vec<serde_json::Value>> = Mutex::new(Vec::new());

/// Prints the SARIF document if that form is asked for and there are results; without results, only
/// if diagnostics are the answer of the command.
pub fn end_document(messages: Messages, mistakes_are_the_answer: bool) {
    let results = std::mem::take(&mut *RESULTS.lock().unwrap_or_else(PoisonError::into_inner));
    let wanted = messages.message_format == MessageFormat::Sarif;
    if wanted && (mistakes_are_the_answer || !results.is_empty()) {
        print(&sarif::document(&results));
    }
}

/// Renders diagnostics in the form that is asked for (SARIF as one line each), with a line about
/// those beyond the limit.
pub fn drawn(sources: &Sources, diagnostics: &[Diagnostic], messages: Messages, terminal: bool) -> String {
    let plain = is_plain(terminal, |name| std::env::var(name).unwrap_or_default());
    let form = match messages.message_format {
        MessageFormat::Short | MessageFormat::Sarif => DiagnosticFormat::Short,
        MessageFormat::Json => DiagnosticFormat::Json,
        MessageFormat::Narrated => DiagnosticFormat::Narrated,
        MessageFormat::Human => {
            DiagnosticFormat::Human { theme: if plain { Theme::Ascii } else { Theme::Unicode }, width: WIDTH }
        }
    };
    // A person sees one slip once, with all its marks; a program, or an editor, is told each place.
    let gathered = match form {
        DiagnosticFormat::Json | DiagnosticFormat::Short => diagnostics.to_vec(),
        DiagnosticFormat::Human { .. } | DiagnosticFormat::Narrated => {
            same_slips::gathered(sources, diagnostics)
        }
    };
    let (shown, more) = within_limit(&gathered, messages);
    let text = diagnostics::render(sources, &shown, form);
    if matches!(form, DiagnosticFormat::Human { .. } | DiagnosticFormat::Narrated) {
        return text + &more;
    }
    warn(&more);
    text
}

/// Whether boards on standard output may have box-drawing lines and colours: a terminal that shows
/// UTF-8, or `FORCE_COLOR`.
pub fn has_boxes() -> bool {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    !is_plain(std::io::stdout().is_terminal(), variable) && is_utf8(variable)
}

/// Whether the locale says UTF-8; one that says nothing does not.
fn is_utf8(variable: impl Fn(&str) -> String) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable).into_iter().find(|value| !value.is_empty());
    locale.is_some_and(|name| ["utf-8", "utf8"].iter().any(|end| name.to_lowercase().contains(end)))
}

/// Whether to draw without colours and box lines: by `NO_COLOR`, `FORCE_COLOR` and `TERM=dumb` as
/// elsewhere (no-color.org, force-color.org), else by whether the output is a terminal.
fn is_plain(terminal: bool, variable: impl Fn(&str) -> String) -> bool {
    let forced = !["", "0", "false"].contains(&variable("FORCE_COLOR").as_str());
    !variable("NO_COLOR").is_empty() || !forced && (!terminal || variable("TERM") == "dumb")
}

/// The diagnostics before the first error beyond `--max-errors`, and a line about the number of the
/// others.
fn within_limit(diagnostics: &[Diagnostic], messages: Messages) -> (Vec<Diagnostic>, String) {
    let whole = matches!(messages.message_format, MessageFormat::Json | MessageFormat::Sarif);
    let limit = messages.max_errors.unwrap_or(if whole { 0 } else { MAX_ERRORS });
    let mut sorted = diagnostics.to_vec();
    sorted.sort_by_key(Diagnostic::span);
    let mut errors = (0..sorted.len()).filter(|at| sorted[*at].severity == Severity::Error);
    let Some(cut) = errors.nth(limit).filter(|_| limit > 0) else { return (sorted, String::new()) };
    let hidden = sorted.split_off(cut);
    let (n, these) = (hidden.len(), if hidden.len() == 1 { "mistake" } else { "mistakes" });
    (sorted, format!("{n} more {these}; `--max-errors 0` tells all\n"))
}

/// A callback for the progress of a search; `None` if standard error is no terminal.
pub type TerminalProgress = Option<Arc<dyn Fn(&Statistics) + Send + Sync>>;

/// Shows the progress of a search, from the third second on.
pub fn progress() -> TerminalProgress {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let begun = Instant::now();
    let show = move |statistics: &Statistics| {
        let seconds = begun.elapsed().as_secs_f64();
        if seconds > 2.0 {
            show_progress(&format!("{seconds:.0} s, {} positions ", grouped(statistics.positions)));
        }
    };
    Some(Arc::new(show))
}

/// Replaces the line about progress.
pub fn show_progress(line: &str) {
    SHOWN.store(true, Ordering::Relaxed);
    warn(&format!("\r\x1b[K{line}"));
}

static SHOWN: AtomicBool = AtomicBool::new(false);

/// Removes the line of [`progress`], if there is one.
pub fn end_progress() {
    if SHOWN.swap(false, Ordering::Relaxed) {
        warn("\r\x1b[K");
    }
}

#[cfg(test)]
mod tests {
    use super::{is_plain, is_utf8};

    /// Asks under one variable.
    fn under(terminal: bool, name: &str, value: &str) -> bool {
        is_plain(terminal, |asked| if asked == name { value.to_string() } else { String::new() })
    }

    #[test]
    fn the_locale_says_whether_boards_have_box_drawing_lines() {
        let under = |name: &str, value: &str| {
            is_utf8(|asked| if asked == name { value.to_string() } else { String::new() })
        };
        assert!(under("LANG", "de_DE.UTF-8") && under("LC_ALL", "C.utf8"));
        assert!(!under("LANG", "C") && !under("OTHER", "UTF-8"));
        assert!(!is_utf8(|asked| if asked == "LC_ALL" { "POSIX".into() } else { "en_US.UTF-8".into() }));
    }

    #[test]
    fn variables_mean_what_they_mean_elsewhere() {
        assert!(under(false, "", "") && !under(true, "", ""));
        assert!(under(true, "NO_COLOR", "1") && under(true, "NO_COLOR", "0") && !under(true, "NO_COLOR", ""));
        assert!(!under(false, "FORCE_COLOR", "1") && under(false, "FORCE_COLOR", "0"));
        assert!(under(true, "TERM", "dumb") && !under(true, "TERM", "xterm"));
        assert!(is_plain(true, |_| "1".to_string()), "NO_COLOR goes before FORCE_COLOR");
    }
}
