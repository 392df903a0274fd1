//! `zug solve --batch`: solves one position a line, `[NAME=VALUE ..;] MOVES`.
//!
//! An empty line is the first position. Settings stand before a semicolon, separated by blanks
//! outside of brackets and quotes. Answers are printed in the order of the lines, each as soon as
//! it is known. A line that is wrong is told with its place, and the others are answered.

use super::args::SolveArgs;
use super::case::{self, Case, again, prepare_to_solve};
use crate::failure::Failure;
use crate::watchdog::Watchdog;
use crate::{load, output};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use zug::answer::Prepared;
use zug::definition::{Definition, read_settings};
use zug_lang::source::{FileId, Sources, Span};

/// Solves every line of a file.
pub fn run(
    arguments: &SolveArgs,
    path: &Path,
    sources: &Sources,
    definition: &Definition,
    interruption: &Arc<AtomicBool>,
) -> Result<(), Failure> {
    let (name, text) = load::read(path)?;
    let watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    let plain = prepare_to_solve(&definition.program, arguments, sources)?.for_many();
    let file = BatchFile { name: &name, text: &text };
    let mut worst = None;
    for (at, line) in text.lines().enumerate() {
        watchdog.again(arguments.bounds.timeout);
        let done = one(arguments, sources, definition, &plain, at + 1, line, interruption);
        match done.map_err(|failure| file.placed(failure, at + 1, line)) {
            Ok(()) => {}
            Err(failure @ Failure::Diagnostics { .. }) => {
                let code = output::failure(failure, arguments.source.messages);
                worst = worst.max(Some(code));
            }
            Err(failure) => return Err(failure),
        }
    }
    worst.map_or(Ok(()), |code| Err(Failure::Said(code)))
}

/// The file of a batch.
struct BatchFile<'a> {
    name: &'a str,
    text: &'a str,
}

impl BatchFile<'_> {
    /// A failure of a line, with its place in the file.
    fn placed(&self, failure: Failure, number: usize, line: &str) -> Failure {
        match failure {
            Failure::Message { code, text } => {
                Failure::Message { code, text: format!("{}:{number}: {text}", self.name) }
            }
            Failure::Diagnostics { mut sources, mut diagnostics, code } => {
                let file = sources.add(self.name, self.text);
                let moved: Vec<Option<usize>> = sources.names().map(|name| self.place(name, line)).collect();
                for label in diagnostics.iter_mut().flat_map(|each| &mut each.labels) {
                    label.span = shifted(label.span, file, &moved);
                }
                for fix in diagnostics.iter_mut().flat_map(|each| &mut each.fixes) {
                    fix.span = shifted(fix.span, file, &moved);
                }
                Failure::Diagnostics { sources, diagnostics, code }
            }
            said @ Failure::Said(_) => said,
        }
    }

    /// Where the text of an option stands in the file, if it was read from this line.
    fn place(&self, name: &str, line: &str) -> Option<usize> {
        let start = line.as_ptr() as usize - self.text.as_ptr() as usize;
        let (settings, moves) = parts(line);
        if let Some(typed) = name.strip_prefix("--moves ") {
            return (typed == moves).then(|| start + moves.as_ptr() as usize - line.as_ptr() as usize);
        }
        let typed = name.strip_prefix("--set ")?;
        settings.iter().any(|setting| setting == typed).then(|| line.find(typed).map(|at| start + at))?
    }
}

/// A span of an option that was read from a line, in the file of the line; any other span as it is.
fn shifted(span: Span, file: FileId, moved: &[Option<usize>]) -> Span {
    match moved.get(span.file.0 as usize) {
        Some(Some(by)) => Span::new(file, span.start as usize + by, span.end as usize + by),
        _ => span,
    }
}

fn one(
    arguments: &SolveArgs,
    sources: &Sources,
    definition: &Definition,
    plain: &Prepared<'_>,
    number: usize,
    line: &str,
    interruption: &Arc<AtomicBool>,
) -> Result<(), Failure> {
    let started = Instant::now();
    let mut sources = sources.clone();
    let (settings, moves) = parts(line);
    let all = [arguments.source.settings.as_slice(), &settings].concat();
    let case = Case { number, moves, settings: &all, started };
    if settings.is_empty() {
        return case::one(arguments, &mut sources, plain, &case, interruption);
    }
    let mut mistakes = Vec::new();
    let read = read_settings(&mut sources, &settings, &mut mistakes);
    if !mistakes.is_empty() {
        return Err(Failure::mistakes(&sources, mistakes));
    }
    let again = again(&sources, definition, &read)?;
    let prepared = prepare_to_solve(&again.program, arguments, &sources)?;
    case::one(arguments, &mut sources, &prepared, &case, interruption)
}

/// Splits a line into its settings and its moves.
fn parts(line: &str) -> (Vec<String>, &str) {
    match outside(line, |c| c == ';').first() {
        Some(&at) => (words(&line[..at]), &line[at + 1..]),
        None => (Vec::new(), line),
    }
}

fn words(text: &str) -> Vec<String> {
    let mut begin = 0;
    let mut words = Vec::new();
    for at in outside(text, char::is_whitespace).into_iter().chain([text.len()]) {
        words.push(text[begin..at].trim().to_string());
        begin = at;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The offsets of the wanted characters outside of brackets and quotes.
fn outside(text: &str, wanted: impl Fn(char) -> bool) -> Vec<usize> {
    let (mut depth, mut quoted) = (0_i32, false);
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '[' | '{' | '(' if !quoted => depth += 1,
            ']' | '}' | ')' if !quoted => depth -= 1,
            c if wanted(c) && depth <= 0 && !quoted => found.push(at),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_stand_before_the_semicolon() {
        let (settings, moves) = parts("n=5 heaps=[1, 2] ; a1, b2");
        assert_eq!(settings, ["n=5", "heaps=[1, 2]"]);
        assert_eq!(moves.trim(), "a1, b2");
        assert_eq!(parts("2 4, 4 5"), (Vec::new(), "2 4, 4 5"));
        assert_eq!(parts(""), (Vec::new(), ""));
    }
}
