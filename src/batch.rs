//! `zug solve --batch`: solves one position a line, `[NAME=VALUE ..;] MOVES`.
//!
//! An empty line is the first position. Settings stand before a semicolon, separated by blanks
//! outside of brackets and quotes. Answers are printed in the order of the lines, each as soon as
//! it is known.

use crate::failure::Failure;
use crate::solve::Solve;
use crate::watchdog::Watchdog;
use crate::{load, solve};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use zug::answer::Prepared;
use zug::definition::{Definition, read_settings};
use zug_lang::source::Sources;

/// Solves every line of a file.
pub fn run(
    arguments: &Solve,
    path: &Path,
    sources: &Sources,
    definition: &Definition,
    interruption: &Arc<AtomicBool>,
) -> Result<(), Failure> {
    let (name, text) = load::read(path)?;
    let plain = solve::prepare_to_solve(&definition.program, arguments, sources)?;
    for (at, line) in text.lines().enumerate() {
        let done = one(arguments, sources, definition, &plain, at + 1, line, interruption);
        done.map_err(|failure| placed(failure, &name, at + 1))?;
    }
    Ok(())
}

fn one(
    arguments: &Solve,
    sources: &Sources,
    definition: &Definition,
    plain: &Prepared<'_>,
    number: usize,
    line: &str,
    interruption: &Arc<AtomicBool>,
) -> Result<(), Failure> {
    let started = Instant::now();
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    let mut sources = sources.clone();
    let (settings, moves) = parts(line);
    let all = [arguments.source.settings.as_slice(), &settings].concat();
    let case = crate::solve::Case { number, moves, settings: &all, started };
    if settings.is_empty() {
        return solve::one(arguments, &mut sources, plain, &case, interruption);
    }
    let mut mistakes = Vec::new();
    let read = read_settings(&mut sources, &settings, &mut mistakes);
    if !mistakes.is_empty() {
        return Err(Failure::mistakes(&sources, mistakes));
    }
    let again = solve::again(&sources, definition, &read)?;
    let prepared = solve::prepare_to_solve(&again.program, arguments, &sources)?;
    solve::one(arguments, &mut sources, &prepared, &case, interruption)
}

fn placed(failure: Failure, name: &str, line: usize) -> Failure {
    match failure {
        Failure::Message { code, text } => Failure::Message { code, text: format!("{name}:{line}: {text}") },
        other => other,
    }
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
