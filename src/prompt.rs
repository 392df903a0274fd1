//! Reads typed lines: with editing, history and completion on a terminal, plainly from a pipe or a
//! file.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::io::{BufRead, ErrorKind, IsTerminal};

/// The source of typed lines.
pub enum Prompt {
    /// A terminal.
    Terminal(Box<Editor<CompletionWords, DefaultHistory>>),
    /// A pipe or a file; its lines are printed too, so that the output is complete by itself.
    Plain,
}

/// The words that completion offers.
#[derive(Debug, Default)]
pub struct CompletionWords(Vec<String>);

impl Prompt {
    /// The prompt for standard input.
    pub fn new() -> Prompt {
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        match Editor::new() {
            Ok(editor) if terminal => Prompt::Terminal(Box::new(editor)),
            _ => Prompt::Plain,
        }
    }

    /// The next line; `None` at the end of the input, or after Ctrl-C or Ctrl-D. An error is told;
    /// after what is not UTF-8 it goes on.
    pub fn read(&mut self, prompt: &str, words: Vec<String>) -> Option<String> {
        match self {
            Prompt::Terminal(editor) => {
                editor.set_helper(Some(CompletionWords(words)));
                typed(editor, prompt)
            }
            Prompt::Plain => {
                let line = piped();
                let shown = line.as_deref().unwrap_or_default();
                crate::output::print(&format!("{prompt}{shown}\n"));
                line
            }
        }
    }
}

/// A line of a terminal.
fn typed(editor: &mut Editor<CompletionWords, DefaultHistory>, prompt: &str) -> Option<String> {
    loop {
        match editor.readline(prompt) {
            Ok(line) => {
                let _ = editor.add_history_entry(line.as_str());
                return Some(line);
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return None,
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                crate::output::warn("\nzug: what was typed is no UTF-8; type the line again\n");
            }
            Err(error) => {
                crate::output::warn(&format!("\nzug: cannot read: {error}\n"));
                return None;
            }
        }
    }
}

/// A line of a pipe or a file; a byte that is no UTF-8 is read as the replacement character.
fn piped() -> Option<String> {
    let mut bytes = Vec::new();
    match std::io::stdin().lock().read_until(b'\n', &mut bytes) {
        Ok(0) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim_end().to_string()),
        Err(error) => {
            crate::output::warn(&format!("zug: cannot read: {error}\n"));
            None
        }
    }
}

impl Completer for CompletionWords {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line);
        let begins = |word: &&String| word.starts_with(typed.trim_start());
        Ok((typed.len() - typed.trim_start().len(), self.0.iter().filter(begins).cloned().collect()))
    }
}

impl Hinter for CompletionWords {
    type Hint = String;
}

impl Highlighter for CompletionWords {}
impl Validator for CompletionWords {}
impl Helper for CompletionWords {}
