//! From a text and settings to a checked definition, by [`syntax`], [`check`] and the lints, in one
//! call.

use zug_analysis::lints;
use zug_lang::check;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::program::Program;
use zug_lang::source::{FileId, Sources, Span};
use zug_lang::syntax::{self, ast};

/// A definition without errors.
///
/// ```
/// let definition = zug::Definition::of("game \"One move\" players A, B state { done: bool } move go when not done { done = true } stuck => me loses");
/// assert_eq!(definition.expect("no mistakes").program.title, "One move");
/// let mistakes = zug::Definition::of("game \"No end\" players A, B move go { done = true }").expect_err("`done` is no field");
/// assert!(mistakes.iter().all(|mistake| !mistake.message.is_empty()));
/// ```
#[derive(Clone, Debug)]
pub struct Definition {
    /// The syntax tree of the text [`FileId::DEFINITION`].
    pub ast: ast::Game,
    /// The settings under which it was checked.
    pub settings: Vec<ast::Setting>,
    /// The checked program.
    pub program: Program,
    /// The warnings, sorted by span.
    pub warnings: Vec<Diagnostic>,
}

/// Parses and checks the first text of `sources`, under settings as they are typed (`n=5`).
///
/// The settings are added to `sources`, so that their mistakes have a place.
///
/// # Errors
/// All diagnostics of the definition and the settings, warnings included.
pub fn compile(sources: &mut Sources, settings: &[String]) -> Result<Definition, Vec<Diagnostic>> {
    let text = sources.file(FileId::DEFINITION).text.clone();
    let (ast, mut diagnostics) = syntax::parse(FileId::DEFINITION, &text);
    let read = read_settings(sources, settings, &mut diagnostics);
    let beside = lints::beside_errors(&ast);
    let mut definition = finish(ast, read, diagnostics, check::check).map_err(|mut mistakes| {
        let places: Vec<Span> = mistakes.iter().map(Diagnostic::span).collect();
        mistakes.extend(beside.into_iter().filter(|warning| !places.contains(&warning.span())));
        mistakes.sort_by_key(Diagnostic::span);
        mistakes
    })?;
    definition.warnings.extend(lints::lints(&definition.ast, &definition.program));
    definition.warnings.sort_by_key(Diagnostic::span);
    Ok(definition)
}

/// Parses settings as they are typed, and adds their mistakes to `diagnostics`.
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
    /// The definition that a text is, without settings.
    ///
    /// # Errors
    /// All diagnostics of the text, warnings included.
    pub fn of(text: &str) -> Result<Definition, Vec<Diagnostic>> {
        let mut sources = Sources::default();
        sources.add("definition", text);
        compile(&mut sources, &[])
    }

    /// The definition under further settings, which take precedence over its own. The lints are not
    /// run again.
    ///
    /// # Errors
    /// All diagnostics under these settings.
    pub fn with(&self, settings: &[ast::Setting]) -> Result<Definition, Vec<Diagnostic>> {
        let settings = self.settings.iter().chain(settings).cloned().collect();
        finish(self.ast.clone(), settings, Vec::new(), check::check)
    }
}

/// Says in the report about a declaration without a name which name is meant.
fn name_it(diagnostics: &mut [Diagnostic], place: Span, name: &str) {
    let near = |report: &&mut Diagnostic| {
        let at = report.span();
        at.file == place.file && at.start.abs_diff(place.start) <= NEAR
    };
    let first =
        diagnostics.iter_mut().filter(near).min_by_key(|report| report.span().start.abs_diff(place.start));
    if let Some(report) = first {
        report.help = Some(format!("write `{name}` here: this name is used, and nothing declares it"));
    }
}

/// The bytes within which a report is about a declaration without a name.
const NEAR: u32 = 24;

/// Compiles a copy of a definition, if it has no error.
pub(crate) fn compile_copy(text: &str, settings: &[String]) -> Option<Definition> {
    let mut sources = Sources::default();
    sources.add("copy", text);
    let (ast, mut diagnostics) = syntax::parse(FileId::DEFINITION, text);
    let read = read_settings(&mut sources, settings, &mut diagnostics);
    finish(ast, read, diagnostics, check::check_copy).ok()
}

fn finish(
    ast: ast::Game,
    settings: Vec<ast::Setting>,
    mut diagnostics: Vec<Diagnostic>,
    check: fn(&ast::Game, &[ast::Setting]) -> check::Checked,
) -> Result<Definition, Vec<Diagnostic>> {
    let checked = check(&ast, &settings);
    for (place, name) in &checked.named {
        name_it(&mut diagnostics, *place, name);
    }
    diagnostics.extend(checked.diagnostics);
    diagnostics.sort_by_key(Diagnostic::span);
    let failed = diagnostics.iter().any(|each| each.severity == Severity::Error);
    match checked.program {
        Some(mut program) if !failed => {
            let is_proven = zug_analysis::is_progress_proven(&program);
            program.progress.iter_mut().for_each(|rule| rule.is_proven = is_proven);
            Ok(Definition { ast, settings, program, warnings: diagnostics })
        }
        _ => Err(diagnostics),
    }
}
