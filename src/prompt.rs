//! Reads typed lines: with editing, history and completion on a terminal, plainly from a pipe or a
//! file.

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::io::{BufRead, IsTerminal};

/// The source of typed lines.
pub enum Prompt {
    /// A terminal.
    Terminal(Box<Editor<Words, DefaultHistory>>),
    /// A pipe or a file; its lines are printed too, so that the output is complete by itself.
    Plain,
}

/// The words that completion offers.
#[derive(Debug, Default)]
pub struct Words(Vec<String>);

impl Prompt {
    /// The prompt for standard input.
    pub fn new() -> Prompt {
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        match Editor::new() {
            Ok(editor) if terminal => Prompt::Terminal(Box::new(editor)),
            _ => Prompt::Plain,
        }
    }

    /// The next line; `None` at the end of the input, or after Ctrl-C or Ctrl-D.
    pub fn read(&mut self, prompt: &str, words: Vec<String>) -> Option<String> {
        match self {
            Prompt::Terminal(editor) => {
                editor.set_helper(Some(Words(words)));
                match editor.readline(prompt) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(line.as_str());
                        Some(line)
                    }
                    Err(_) => None,
                }
            }
            Prompt::Plain => {
                let mut line = String::new();
                let read = std::io::stdin().lock().read_line(&mut line).ok()?;
                let line = line.trim_end().to_string();
                crate::output::print(&format!("{prompt}{line}\n"));
                (read > 0).then_some(line)
            }
        }
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line);
        let begins = |word: &&String| word.starts_with(typed.trim_start());
        Ok((typed.len() - typed.trim_start().len(), self.0.iter().filter(begins).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
