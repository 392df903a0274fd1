//! Explores the positions of a definition and reports mistakes that only play shows: a thousand of
//! them in `zug check`, many in `zug check --deep`.

use super::args::{CheckArgs, DeepArgs};
use super::facts;
use super::symptoms::OF_ALL_POSITIONS;
use crate::args::MessageFormat;
use crate::failure::{LIMIT, MISTAKE, code_of};
use crate::{limits, output};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use zug::answer::{EngineKind, Limits, Prepared};
use zug::deep::{self, Cut, Longest, Report};
use zug::definition::Definition;
use zug::short_look::{FIRST_POSITIONS, MEMORY, positions_for};
use zug_analysis::lints;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::semantics::{NO_MOVES, Semantics};
use zug_lang::source::{FileId, Sources, Span};
use zug_lang::syntax::ast::{ItemKind, TypeKind};
use zug_view::json::line;
use zug_view::report::deep::{self as rendered, Replay};

/// Plays one definition through, and returns the exit code that it deserves. Of the warnings of the
/// text `reported` are reported already, and `waiting` are unless play ends.
pub fn run(
    arguments: &CheckArgs,
    sources: &Sources,
    definition: &Definition,
    (reported, waiting): (&[Diagnostic], Vec<Diagnostic>),
) -> u8 {
    let prepared = match Prepared::new(&definition.program, EngineKind::Interpret) {
        Ok(prepared) => prepared,
        // A definition that is too large for the machine is interpreted by the slow reference
        // semantics.
        Err(too_large) => match Prepared::new(&definition.program, EngineKind::Semantics) {
            Ok(prepared) => prepared,
            Err(_) => {
                output::report_diagnostics(
                    sources,
                    &[waiting, too_large.clone()].concat(),
                    arguments.messages,
                );
                return code_of(&too_large);
            }
        },
    };
    let positions = usize::try_from(arguments.deep.positions).unwrap_or(usize::MAX);
    let limits = bounds(&arguments.deep);
    let exploration = Exploration { arguments, sources, definition, reported };
    let (found, report) = exploration.run(&prepared, positions, &limits);
    output::end_progress();
    let waiting = waiting.into_iter().filter(|each| !is_disproved(each, &report)).collect();
    let mut waiting = lints::without(waiting, &arguments.allow);
    let mut found = lints::without(found, &arguments.allow);
    let facts = facts::judged(arguments, definition);
    if found.is_empty() && waiting.is_empty() && reported.is_empty() {
        found.extend(facts::false_facts(sources, definition, &facts));
    }
    facts::add_repairs(sources, definition, &facts, (&mut waiting, &mut found), &|_| true);
    let found = [waiting, found].concat();
    output::report_diagnostics(sources, &found, arguments.messages);
    summarize(arguments, sources, &report, &sources.file(FileId::DEFINITION).name);
    code(arguments, &found, &report)
}

/// What the first positions of a definition show, without `--deep`. What never happens is told of
/// a definition with facts alone, as others may be sketches, and where nothing else is found.
pub fn first_positions(
    arguments: &CheckArgs,
    sources: &Sources,
    definition: &Definition,
    reported: &[Diagnostic],
) -> Vec<Diagnostic> {
    let Ok(prepared) = Prepared::new(&definition.program, EngineKind::Interpret) else { return Vec::new() };
    let Some(positions) = positions_for(&definition.program, FIRST_POSITIONS) else { return Vec::new() };
    // It is short: Ctrl-C ends the program as it ends a check.
    let limits = Limits { memory: MEMORY, ..Limits::default() };
    let exploration = Exploration { arguments, sources, definition, reported };
    let (found, _) = exploration.run(&prepared, positions as usize, &limits);
    let is_sketch = definition.program.expects.is_empty() || has_other_settings(definition);
    let is_new = |each: &Diagnostic| {
        let is_symptom = OF_ALL_POSITIONS.contains(&each.code);
        !(is_symptom && (is_sketch || !reported.is_empty())) && !follows(sources, each, reported)
    };
    lints::without(found, &arguments.allow).into_iter().filter(is_new).collect()
}

/// What the first positions of a mended copy show, or a fact that does not hold in it, with the
/// edits that mend it; `None` where none does that stands at an accepted place.
pub fn slip(
    arguments: &CheckArgs,
    sources: &Sources,
    definition: &Definition,
    accepts: &dyn Fn(Span) -> bool,
) -> Option<Diagnostic> {
    let mut found = first_positions(arguments, sources, definition, &[]);
    let facts = facts::judged(arguments, definition);
    if found.is_empty() {
        found.extend(facts::false_facts(sources, definition, &facts));
    }
    let is_found = facts::add_repairs(sources, definition, &facts, (&mut [], &mut found), accepts);
    let slip = found.into_iter().next().filter(|_| is_found)?;
    let message = format!("with the rest mended, {}", slip.message);
    Some(Diagnostic { message, severity: Severity::Warning, ..slip })
}

/// Whether a finding is what a warning says that may come: it stands on a line of the warning, or
/// nothing says how play ends.
fn follows(sources: &Sources, finding: &Diagnostic, reported: &[Diagnostic]) -> bool {
    let line = |span: Span| (span.file, sources.line_column(span).line);
    let own = line(finding.span());
    reported.iter().any(|warning| {
        warning.labels.iter().any(|label| line(label.span) == own)
            || warning.code == lints::NO_ENDING.code && finding.code == NO_MOVES
    })
}

/// Whether a definition is meant to be played with settings that are not tried: some fact has its
/// own, or a param is a list, a set or a table.
fn has_other_settings(definition: &Definition) -> bool {
    let is_tried = |kind: &TypeKind| matches!(kind, TypeKind::Range(..) | TypeKind::OneOf(_));
    let untried = definition.ast.items.iter().any(|item| match &item.kind {
        ItemKind::Param(declared) => !is_tried(&declared.ty.kind) || !declared.indexes.is_empty(),
        _ => false,
    });
    untried || definition.program.expects.iter().any(|expect| !expect.with.is_empty())
}

/// What is looked at, and what of it is reported already.
struct Exploration<'a> {
    arguments: &'a CheckArgs,
    sources: &'a Sources,
    definition: &'a Definition,
    reported: &'a [Diagnostic],
}

impl Exploration<'_> {
    /// What exploring shows, but for what is reported already, and the whole report.
    fn run(&self, prepared: &Prepared<'_>, positions: usize, limits: &Limits) -> (Vec<Diagnostic>, Report) {
        let Exploration { arguments, sources, definition, reported } = *self;
        let mut report = deep::explore(prepared, positions, limits);
        let is_known = reported.iter().any(|each| each.code == lints::OVER_AT_START.code);
        let is_off = arguments.allow.iter().any(|name| name == lints::OVER_AT_START.name);
        // Where it takes long to see that nobody can move, play tells it.
        let is_seen = !is_known && !is_off && report.open == 0;
        let over =
            is_seen.then(|| lints::first_position_over(&definition.ast, &definition.program)).flatten();
        if is_known || over.is_some() {
            report.leave_out_never();
        }
        deep::try_other_params(definition, &mut report, positions, limits);
        // A field that nothing reads is told already.
        let is_reported = |each: &Diagnostic| {
            let unused = |other: &Diagnostic| other.code == lints::UNUSED.code && other.span() == each.span();
            each.code == lints::NEVER_CHANGES.code && reported.iter().any(unused)
        };
        let findings = findings(arguments, sources, definition, &report).into_iter();
        (over.into_iter().chain(findings.filter(|each| !is_reported(each))).collect(), report)
    }
}

/// Whether all positions were seen and none shows what a warning of the text says may happen.
fn is_disproved(warning: &Diagnostic, report: &Report) -> bool {
    match warning.code {
        code if code == lints::CYCLES.code => matches!(report.longest, Longest::Plies(_)),
        // A second pass would be a fault.
        _ => report.cut.is_none() && !report.broken,
    }
}

/// The findings of a report, each with its proof.
fn findings(
    arguments: &CheckArgs,
    sources: &Sources,
    definition: &Definition,
    report: &Report,
) -> Vec<Diagnostic> {
    let file = &sources.file(FileId::DEFINITION).name;
    let named = if file == "<stdin>" { "-" } else { file };
    let replay = Replay { file: named, settings: &arguments.settings };
    let semantics = Semantics::new(&definition.program);
    report.findings.iter().map(|finding| rendered::finding(finding, &semantics, replay)).collect()
}

fn bounds(deep: &DeepArgs) -> Limits {
    static INTERRUPTION: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let interruption = INTERRUPTION.get_or_init(limits::interruption);
    limits::given(&deep.bounds, Instant::now(), interruption, output::progress())
}

/// Prints the summary: to standard output in forms for people and in JSON, to standard error
/// otherwise.
fn summarize(arguments: &CheckArgs, sources: &Sources, report: &Report, file: &str) {
    match arguments.messages.message_format {
        MessageFormat::Human | MessageFormat::Narrated => {
            output::print(&rendered::summary(report, sources, file))
        }
        MessageFormat::Json => output::print(&line(&rendered::summary_json(report, sources, file))),
        MessageFormat::Short | MessageFormat::Sarif => {
            output::warn(&rendered::summary(report, sources, file))
        }
    }
}

/// The exit code: mistakes come first, then a limit; the limit of positions is no failure.
fn code(arguments: &CheckArgs, found: &[Diagnostic], report: &Report) -> u8 {
    let error = found.iter().any(|each| each.severity == Severity::Error);
    if error || arguments.deny.is_some() && !found.is_empty() {
        return MISTAKE;
    }
    match report.cut {
        None | Some(Cut::Positions) => 0,
        Some(Cut::Memory | Cut::Time | Cut::Interrupted) => LIMIT,
    }
}
