//! Turns a text with settings into a checked definition: the way from `syntax` through `check`, in one call.
//!
//! Reads the texts in a [`Sources`]; makes a [`Definition`]; refuses with every mistake that was found, in the
//! definition and in the settings alike.

use zug_analysis::lints;
use zug_lang::check;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::program::Program;
use zug_lang::source::{FileId, Sources};
use zug_lang::syntax::{self, ast};

/// A definition without errors, with what it was made from.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What was read; [`FileId::DEFINITION`] is the definition itself.
    pub ast: ast::Game,
    /// The settings it was checked under.
    pub settings: Vec<ast::Setting>,
    /// What it means.
    pub program: Program,
    /// What was noticed without being an error.
    pub warnings: Vec<Diagnostic>,
}

/// Reads and checks the first text of `sources`, under settings as they are typed (`n=5`).
///
/// The settings are added to `sources`, so that mistakes in them have a place.
///
/// # Errors
/// All mistakes, warnings among them.
pub fn compile(sources: &mut Sources, settings: &[String]) -> Result<Definition, Vec<Diagnostic>> {
    let text = sources.file(FileId::DEFINITION).text.clone();
    let (ast, mut diagnostics) = syntax::parse(FileId::DEFINITION, &text);
    let read = read_settings(sources, settings, &mut diagnostics);
    let mut definition = finish(ast, read, diagnostics)?;
    definition.warnings.extend(lints::lints(&definition.ast, &definition.program));
    definition.warnings.sort_by_key(Diagnostic::span);
    Ok(definition)
}

/// Reads settings as they are typed; mistakes are added to `diagnostics`.
pub fn read_settings(
    sources: &mut Sources,
    settings: &[String],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<ast::Setting> {
    let mut read = Vec::new();
    for setting in settings {
        let file = sources.add(format!("--set {setting}"), setting.clone());
        match syntax::parse_setting(file, setting) {
            Ok(setting) => read.push(setting),
            Err(mistakes) => diagnostics.extend(mistakes),
        }
    }
    read
}

impl Definition {
    /// The same definition under further settings, which go before its own.
    ///
    /// # Errors
    /// All mistakes that the settings bring.
    pub fn with(&self, settings: &[ast::Setting]) -> Result<Definition, Vec<Diagnostic>> {
        let settings = self.settings.iter().chain(settings).cloned().collect();
        finish(self.ast.clone(), settings, Vec::new())
    }
}

fn finish(
    ast: ast::Game,
    settings: Vec<ast::Setting>,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<Definition, Vec<Diagnostic>> {
    let checked = check::check(&ast, &settings);
    diagnostics.extend(checked.diagnostics);
    diagnostics.sort_by_key(Diagnostic::span);
    let failed = diagnostics.iter().any(|each| each.severity == Severity::Error);
    match checked.program {
        Some(program) if !failed => Ok(Definition { ast, settings, program, warnings: diagnostics }),
        _ => Err(diagnostics),
    }
}
