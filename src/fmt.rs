//! `zug fmt`: writes definitions in their canonical form, or names those that are not in it.

use crate::args::Messages;
use crate::failure::{BUG, Failure, MISTAKE};
use crate::replace::replace;
use crate::{load, output};
use clap::Args;
use std::path::{Path, PathBuf};
use zug_lang::source::Sources;
use zug_lang::syntax::format::{Unformatted, format};

/// `zug fmt`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  zug fmt mygame.game\n  zug fmt games --check")]
pub struct Fmt {
    /// Definitions, or folders of them, rewritten in place; `-` reads standard input and writes
    /// standard output
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Changes nothing, names the files that differ from their canonical form, and ends with 1 if
    /// there are any
    #[arg(long)]
    pub check: bool,
    /// How mistakes are told.
    #[command(flatten)]
    pub messages: Messages,
}

/// Runs the command. A file that cannot be read is left as it is, and told; the others are looked
/// at all the same.
pub fn run(arguments: &Fmt) -> Result<(), Failure> {
    let mut worst = 0;
    for file in load::definitions(&arguments.files)? {
        worst = worst.max(match one(arguments, &file) {
            Ok(code) => code,
            Err(failure) => output::failure(failure, arguments.messages),
        });
    }
    if worst == 0 { Ok(()) } else { Err(Failure::Said(worst)) }
}

/// Formats one file and returns its exit code.
fn one(arguments: &Fmt, path: &Path) -> Result<u8, Failure> {
    let (name, text) = load::read(path)?;
    let formatted = format(&text).map_err(|why| refused(&name, &text, why))?;
    if arguments.check {
        if formatted != text {
            output::print(&format!("{name}\n"));
        }
        return Ok(if formatted == text { 0 } else { MISTAKE });
    }
    if path.as_os_str() == "-" {
        output::print(&formatted);
    } else if formatted != text {
        replace(path, &formatted).map_err(|error| Failure::usage(format!("cannot write {name}: {error}")))?;
    }
    Ok(0)
}

fn refused(name: &str, text: &str, why: Unformatted) -> Failure {
    match why {
        Unformatted::Mistakes(diagnostics) => {
            let mut sources = Sources::default();
            sources.add(name, text);
            Failure::mistakes(&sources, diagnostics)
        }
        Unformatted::Changed => Failure::Message {
            code: BUG,
            text: format!(
                "{name} is left as it is: its canonical form would not say the same, a bug of ours"
            ),
        },
    }
}
