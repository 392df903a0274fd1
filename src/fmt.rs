//! `zug fmt`: writes definitions in their canonical form, or names those that are not in it.

use crate::args::Fmt;
use crate::bug::BUG;
use crate::failure::{Failure, MISTAKE};
use crate::replace::replace;
use crate::{load, output};
use std::path::Path;
use zug_lang::source::Sources;
use zug_lang::syntax::format::{Unformatted, format};

/// Formats all files. One with errors is reported and left as it is, and the next is formatted.
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
