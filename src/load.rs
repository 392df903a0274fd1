//! Reads definitions from files, folders and standard input.

use crate::failure::{Failure, MISTAKE, USAGE};
use std::io::Read;
use std::path::{Path, PathBuf};
use zug::database::Manifest;
use zug::definition::{self, Definition};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::source::{FileId, MAX_BYTES, Sources, Span};
use zug_lang::syntax::other_text::kind_of_bytes;

/// The name and the text of a file, or of standard input for `-`.
///
/// # Errors
/// A file that cannot be read, is too long, or is not UTF-8 (with the place of the first wrong
/// byte).
pub fn read(path: &Path) -> Result<(String, String), Failure> {
    let (name, bytes) = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
        ("<stdin>".to_string(), read.map(|_| bytes))
    } else {
        (path.display().to_string(), read_file(path))
    };
    let bytes = bytes.map_err(|error| Failure::usage(format!("cannot read {name}: {error}")))?;
    if bytes.len() > MAX_BYTES {
        return Err(too_long(&name));
    }
    text(&name, bytes).map(|text| (name, text))
}

/// The failure for a file that is too long; its text is not shown.
fn too_long(name: &str) -> Failure {
    let mut sources = Sources::default();
    let file = sources.add(name, "");
    let diagnostic = Diagnostic::too_long("file", file);
    Failure::Diagnostics { sources: Box::new(sources), diagnostics: vec![diagnostic], code: USAGE }
}

fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn text(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let shown = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let mut sources = Sources::default();
        let file = sources.add(name, shown);
        let wrong = Span::new(file, good, good + '\u{fffd}'.len_utf8());
        let (message, at, help) = match kind_of_bytes(error.as_bytes()) {
            Some((what, help)) => {
                (format!("the file is {what}, not a definition"), Span::new(file, 0, 0), help)
            }
            None => ("the file is not UTF-8 text".to_string(), wrong, "save the file as UTF-8"),
        };
        let diagnostic = Diagnostic::error("Z0033", message, at, "this byte is not UTF-8").help(help);
        Failure::Diagnostics { sources: Box::new(sources), diagnostics: vec![diagnostic], code: MISTAKE }
    })
}

/// Reads and checks a definition.
///
/// # Errors
/// A file that cannot be read, or the diagnostics of the definition and the settings.
pub fn load(path: &Path, settings: &[String]) -> Result<(Sources, Definition), Failure> {
    let (name, text) = read(path)?;
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    debug_assert_eq!(file, FileId::DEFINITION);
    match definition::compile(&mut sources, settings) {
        Ok(definition) => Ok((sources, definition)),
        Err(diagnostics) => Err(Failure::mistakes(&sources, diagnostics)),
    }
}

/// The definition of a database, with the settings that it was built with.
///
/// # Errors
/// The folder holds no database, or its definition is not one.
pub fn from_database(folder: &Path) -> Result<(Sources, Definition, Vec<String>), Failure> {
    let manifest = Manifest::read(folder).map_err(|error| Failure::usage(error.to_string()))?;
    let (text, settings) = (manifest.subject.definition, manifest.subject.settings);
    let mut sources = Sources::default();
    sources.add(format!("the definition in {}", folder.display()), text);
    match definition::compile(&mut sources, &settings) {
        Ok(definition) => Ok((sources, definition, settings)),
        Err(diagnostics) => Err(Failure::mistakes(&sources, diagnostics)),
    }
}

/// The moves to the position from which a database was built, as `--moves` takes them.
///
/// # Errors
/// The folder holds no database.
pub fn first_moves(folder: &Path) -> Result<String, Failure> {
    let manifest = Manifest::read(folder).map_err(|error| Failure::usage(error.to_string()))?;
    Ok(manifest.subject.moves.join(", "))
}

/// The files of definitions for some paths: a file stands for itself, a folder for all `.game`
/// files below it, sorted.
///
/// # Errors
/// A folder that cannot be read or holds no definition.
pub fn definitions(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = found.len();
            let looked = walk(path, &mut found);
            looked.map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
            if found.len() == before {
                return Err(Failure::usage(format!("there is no `.game` file in {}", path.display())));
            }
            found[before..].sort();
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            walk(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "game") {
            found.push(path);
        }
    }
    Ok(())
}
