//! `zug check`: reports all mistakes in definitions, or prints a stage of the compilation.

mod args;
mod deep;
mod facts;
mod symptoms;

use crate::args::MessageFormat;
use crate::failure::{Failure, MISTAKE, USAGE, code_of};
use crate::{fix, load, output};
use std::path::Path;
use zug::answer;
use zug::definition;
use zug::fixed_copy;
use zug::tried::{self, Effect};
use zug_analysis::lints;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::source::{FileId, Sources, Span};
use zug_lang::syntax;
use zug_lang::whole_line::{self, Work};
use zug_view::report;

pub use args::CheckArgs;
use args::EmitArg;

/// What play may disprove: that it may not end, and that a pass may follow a pass. Then the warning
/// is not told.
const SEEN_BY_PLAY: [&str; 2] = [lints::CYCLES.code, lints::PASS_LOOP.code];

/// Runs the command.
pub fn run(arguments: &CheckArgs) -> Result<(), Failure> {
    let mut worst = 0;
    let files = load::definitions(&arguments.files)?;
    for file in &files {
        worst = worst.max(one(arguments, file)?);
    }
    if arguments.emit.is_none() && arguments.messages.message_format == MessageFormat::Human && worst == 0 {
        let what = if files.len() == 1 {
            "definition is".into()
        } else {
            format!("{} definitions are", files.len())
        };
        output::print(&format!("{what} in order\n"));
    }
    if worst == 0 { Ok(()) } else { Err(Failure::Said(worst)) }
}

/// Checks one file and returns its exit code.
fn one(arguments: &CheckArgs, path: &Path) -> Result<u8, Failure> {
    let (name, text) = match load::read(path) {
        Ok((name, text)) if arguments.fix => fix::fixed(path, &arguments.settings, name, text)?,
        Ok(read) => read,
        Err(failure @ Failure::Diagnostics { .. }) => return Ok(rendered(failure, arguments)),
        Err(failure) => return Err(failure),
    };
    let mut sources = Sources::default();
    sources.add(name, text);
    if arguments.emit == Some(EmitArg::Syntax) {
        return Ok(emit_syntax(arguments, &sources));
    }
    match definition::compile(&mut sources, &arguments.settings) {
        Ok(definition) => {
            let warnings = lints::without(definition.warnings.clone(), &arguments.allow);
            let warnings = with_settings_named(arguments, &sources, warnings);
            let too_large = too_large(arguments, &definition);
            let waits = |each: &Diagnostic| arguments.deep.deep && SEEN_BY_PLAY.contains(&each.code);
            let (waiting, mut warnings): (Vec<_>, Vec<_>) =
                warnings.into_iter().partition(|each| too_large.is_empty() && waits(each));
            let played = played(arguments, &sources, &definition, &mut warnings, &too_large);
            let all: Vec<Diagnostic> = warnings.iter().chain(&too_large).chain(&played).cloned().collect();
            say(arguments, &sources, &all);
            if !too_large.is_empty() {
                return Ok(code_of(&too_large));
            }
            let denied = arguments.deny.is_some() && warnings.len() + played.len() > 0;
            if played.iter().any(|each| each.severity == Severity::Error) {
                return Ok(code_of(&played));
            }
            let mut code = emit(arguments, &sources, &definition)?;
            if arguments.deep.deep {
                code = code.max(deep::run(arguments, &sources, &definition, (&warnings, waiting)));
            }
            Ok(code.max(if denied { MISTAKE } else { 0 }))
        }
        Err(errors) => {
            let code = code_of(&errors);
            let found = with_warnings(arguments, &sources, errors);
            say(arguments, &sources, &with_effects(arguments, &sources, found));
            Ok(code)
        }
    }
}

/// What a short look at the play of a definition shows: faults, what never happens, and facts that
/// do not hold. `--deep` looks at more positions, and `zug test` at all facts.
fn played(
    arguments: &CheckArgs,
    sources: &Sources,
    definition: &definition::Definition,
    warnings: &mut [Diagnostic],
    too_large: &[Diagnostic],
) -> Vec<Diagnostic> {
    if arguments.deep.deep || arguments.emit.is_some() || !too_large.is_empty() {
        return Vec::new();
    }
    let mut found = deep::first_positions(arguments, sources, definition, warnings);
    let refused = facts::refused_settings(arguments, definition);
    if !refused.is_empty() {
        return [found, refused].concat();
    }
    let facts = facts::judged(arguments, definition);
    // A fact that does not hold may follow from what is told.
    if found.is_empty() && warnings.is_empty() {
        found.extend(facts::false_facts(sources, definition, &facts));
    }
    facts::add_repairs(sources, definition, &facts, (warnings, &mut found), &|_| true);
    found
}

/// The errors, with the warnings about what no error touches: those of a copy in which all errors
/// are mended, and the slip behind its facts.
fn with_warnings(arguments: &CheckArgs, sources: &Sources, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let file = sources.file(FileId::DEFINITION);
    let Some(copy) = fixed_copy::fixed_copy(&file.text, &arguments.settings, &found) else { return found };
    let places: Vec<Span> = found.iter().map(Diagnostic::span).collect();
    let mut beside = fixed_copy::warnings_beside(&copy);
    if beside.is_empty() {
        let mut fixed = Sources::default();
        fixed.add(file.name.clone(), copy.text());
        let slip = deep::slip(arguments, &fixed, &copy.definition, &|place| copy.is_untouched(place));
        beside.extend(slip.and_then(|slip| copy.report_before(slip)));
    }
    let beside = beside.into_iter().filter(|warning| !places.contains(&warning.span()));
    found.extend(lints::without(beside.collect(), &arguments.allow));
    found.sort_by_key(Diagnostic::span);
    found
}

/// The warnings, with the settings named at those that the text alone does not deserve.
fn with_settings_named(
    arguments: &CheckArgs,
    sources: &Sources,
    warnings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    if arguments.settings.is_empty() || warnings.is_empty() {
        return warnings;
    }
    let mut alone = Sources::default();
    let file = sources.file(FileId::DEFINITION);
    alone.add(file.name.clone(), file.text.clone());
    let Ok(unset) = definition::compile(&mut alone, &[]) else { return warnings };
    let is_of_text = |each: &Diagnostic| {
        unset.warnings.iter().any(|other| other.code == each.code && other.span() == each.span())
    };
    let settings: Vec<String> = arguments.settings.iter().map(|each| format!("`--set {each}`")).collect();
    let note = format!("only with {}: the text alone has no such warning", settings.join(" and "));
    let noted = |each: Diagnostic| if is_of_text(&each) { each } else { each.note(note.clone()) };
    warnings.into_iter().map(noted).collect()
}

/// The diagnostics, each with the effect of its likely fix, and with the line that is meant where
/// several slips stand in it.
fn with_effects(arguments: &CheckArgs, sources: &Sources, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let text = &sources.file(FileId::DEFINITION).text;
    let read = definition::read_settings(&mut sources.clone(), &arguments.settings, &mut Vec::new());
    let check = |copy: &str| whole_line::reports(copy, &read);
    let found = whole_line::with_missing_signs(text, found, &check);
    let effects = tried::effects(text, &arguments.settings, &found);
    let noted = |(each, effect): (Diagnostic, Option<Effect>)| match effect {
        Some(effect) => each.note(effect.sentence()),
        None => each,
    };
    let found = found.into_iter().zip(effects).map(noted).collect();
    whole_line::offered(text, found, &check, Work::COMMAND)
}

/// Why the other commands would refuse a definition in which nothing is wrong: it is too large for
/// the machine. Where a stage of the compilation is shown, that tells itself.
fn too_large(arguments: &CheckArgs, definition: &definition::Definition) -> Vec<Diagnostic> {
    if arguments.emit.is_some() {
        return Vec::new();
    }
    answer::machine(&definition.program).err().unwrap_or_default()
}

fn rendered(failure: Failure, arguments: &CheckArgs) -> u8 {
    match failure {
        Failure::Diagnostics { sources, diagnostics, code } => {
            say(arguments, &sources, &diagnostics);
            code
        }
        _ => USAGE,
    }
}

fn say(arguments: &CheckArgs, sources: &Sources, diagnostics: &[Diagnostic]) {
    output::report_diagnostics(sources, diagnostics, arguments.messages);
}

fn emit_syntax(arguments: &CheckArgs, sources: &Sources) -> u8 {
    let (ast, diagnostics) = syntax::parse(FileId::DEFINITION, &sources.file(FileId::DEFINITION).text);
    if diagnostics.iter().any(|each| each.severity == Severity::Error) {
        say(arguments, sources, &diagnostics);
        return MISTAKE;
    }
    output::print(&syntax::print::print(&ast));
    0
}

fn emit(
    arguments: &CheckArgs,
    sources: &Sources,
    definition: &definition::Definition,
) -> Result<u8, Failure> {
    match arguments.emit {
        Some(EmitArg::Program) => output::print(&report::program::program(&definition.program)),
        Some(EmitArg::Machine) => match answer::machine_text(&definition.program) {
            Ok(text) => output::print(&text),
            Err(diagnostics) => {
                say(arguments, sources, &diagnostics);
                return Ok(code_of(&diagnostics));
            }
        },
        _ => {}
    }
    Ok(0)
}
