//! `zug check --fix`: applies the fixes of diagnostics to a file.

use crate::failure::Failure;
use crate::output;
use crate::replace::replace;
use std::path::Path;
use zug::definition;
use zug_lang::diagnostic::Fix;
use zug_lang::fix::apply_fixes;
use zug_lang::source::{FileId, Sources};

/// The name and the text of a definition after the fixes; the file is written only if a fix was
/// applied.
///
/// # Errors
/// Standard input, which cannot be written back, or a file that cannot be written.
pub fn fixed(
    path: &Path,
    settings: &[String],
    name: String,
    text: String,
) -> Result<(String, String), Failure> {
    if path.as_os_str() == "-" {
        return Err(Failure::usage("--fix writes files back; standard input cannot be mended"));
    }
    let mut sources = Sources::default();
    sources.add(name.clone(), text.clone());
    let reports = match definition::compile(&mut sources, settings) {
        Ok(definition) => definition.warnings,
        Err(reports) => reports,
    };
    let fixed = apply_fixes(FileId::DEFINITION, &text, &reports);
    if fixed.applied.is_empty() {
        return Ok((name, text));
    }
    replace(path, &fixed.text).map_err(|error| Failure::usage(format!("cannot write {name}: {error}")))?;
    output::warn(&fixed.applied.iter().map(|fix| rendered(&sources, &name, fix)).collect::<String>());
    Ok((name, fixed.text))
}

/// A line about one fix: the place, the text before and the text after.
fn rendered(sources: &Sources, name: &str, fix: &Fix) -> String {
    let at = sources.line_column(fix.span);
    let (was, is) = (sources.slice(fix.span), fix.text.as_str());
    let what = match (was.is_empty(), is.is_empty()) {
        (true, _) => format!("put in `{is}`"),
        (_, true) => format!("took out `{was}`"),
        _ => format!("`{was}` became `{is}`"),
    };
    format!("{name}:{}:{}: mended: {what}\n", at.line, at.column)
}
