//! `zug fmt`: writes definitions in their canonical form, or names those that are not.

use super::args::Fmt;
use super::failure::{Failure, MISTAKE};
use super::{load, output};
use std::io::Write;
use std::path::{Path, PathBuf};
use zug::source::Sources;
use zug::syntax::format::{Unformatted, format};

/// The exit code of a bug of ours.
const BUG: u8 = 101;

/// Runs the command. A file that cannot be read is left as it is, and told; the others are looked at all the same.
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

/// Formats one file and returns the exit code that it deserves.
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

/// Writes a whole new file beside the old one and puts it in its place, so that a full disk costs nobody a definition.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let path = path.canonicalize()?;
    let beside = beside(&path);
    let permissions = std::fs::metadata(&path)?.permissions();
    let mut file = std::fs::File::create_new(&beside)?;
    let done = file
        .write_all(text.as_bytes())
        .and_then(|()| file.set_permissions(permissions))
        .and_then(|()| std::fs::rename(&beside, &path));
    if done.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    done
}

/// The name of the new file until it is in its place.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    path.with_file_name(name)
}
