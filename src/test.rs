//! `zug test`: checks the facts of definitions and reports those that do not hold.

mod args;
mod stored;
mod view;

use crate::args::{MessageFormat, Messages};
use crate::bug::FailedCheck;
use crate::failure::{Failure, LIMIT, MISTAKE};
use crate::index::{CheckedFact, GameIndex};
use crate::prove::{self, NotProved};
use crate::watchdog::Watchdog;
use crate::{limits, load, output, prepare, warnings};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use zug::answer::{EngineKind, Limits, Prepared, SolveError, Unfit};
use zug::certificate::{Shown, Subject};
use zug::definition::Definition;
use zug::expectation::{self, Mismatch, Verdict};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Choice, Expect, Fact, Program};
use zug_lang::semantics::Semantics;
use zug_lang::source::{FileId, Sources};
use zug_lang::wording;
use zug_view::draw;
use zug_view::json::{self, AnswerHead, Command, FactOutcome};
use zug_view::report;
use zug_view::wording::{NOT_CHECKED, UNHIDDEN, mismatch, unfit, unjudged};

pub use args::TestArgs;
use stored::StoredFacts;
use view::{FactView, rendered};

/// Diagnostics as one line each.
const SHORT: Messages = Messages { message_format: MessageFormat::Short, max_errors: None };

/// The number of facts with each outcome.
#[derive(Default)]
struct FactCounts {
    hold: u64,
    fail: u64,
    skipped: u64,
    limit: u64,
    broken: u64,
}

impl FactCounts {
    fn of(&mut self, outcome: FactOutcome) -> &mut u64 {
        match outcome {
            FactOutcome::Holds => &mut self.hold,
            FactOutcome::Fails => &mut self.fail,
            FactOutcome::Limit => &mut self.limit,
            FactOutcome::Skipped | FactOutcome::Claimed => &mut self.skipped,
        }
    }
}

pub fn run(arguments: &TestArgs) -> Result<(), Failure> {
    let files = load::definitions(&arguments.files)?;
    let engine = prepare::engine_kind(arguments.engine)?;
    let interruption = limits::interruption();
    let stored = arguments.db.as_deref().map(StoredFacts::open).transpose()?;
    let (mut tally, mut index) = (FactCounts::default(), GameIndex::new(arguments.pictures.as_deref()));
    for file in &files {
        let how = How { arguments, engine, stored: stored.as_ref(), interruption: &interruption };
        one(&how, file, &mut tally, &mut index)?;
    }
    stored.as_ref().map_or(Ok(()), StoredFacts::end)?;
    match arguments.report {
        Some(form) => output::print(&index.written(form, arguments.times)),
        None if arguments.json => {}
        None => output::print(&summary(files.len(), &tally)),
    }
    match tally {
        FactCounts { fail: 1.., .. } | FactCounts { broken: 1.., .. } => Err(Failure::Said(MISTAKE)),
        FactCounts { limit: 1.., .. } => Err(Failure::Said(LIMIT)),
        _ => Ok(()),
    }
}

fn summary(files: usize, tally: &FactCounts) -> String {
    let mut parts = vec![format!("{} hold", wording::grouped(tally.hold))];
    let more = [
        (tally.fail, "fail"),
        (tally.limit, "hit a limit"),
        (tally.skipped, "slow ones skipped (--slow)"),
        (tally.broken, "files with mistakes"),
    ];
    parts.extend(more.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")));
    let files = if files == 1 { "1 file".to_string() } else { format!("{files} files") };
    format!("{files}: {}\n", parts.join(", "))
}

/// How facts are checked.
#[derive(Clone, Copy)]
struct How<'a> {
    arguments: &'a TestArgs,
    engine: EngineKind,
    stored: Option<&'a StoredFacts>,
    interruption: &'a Arc<AtomicBool>,
}

fn one(how: &How<'_>, path: &Path, tally: &mut FactCounts, index: &mut GameIndex) -> Result<(), Failure> {
    let How { arguments, .. } = *how;
    let (sources, definition) = match load::load(path, &[]) {
        Ok(loaded) => loaded,
        Err(failure @ Failure::Diagnostics { .. }) => {
            tally.broken += 1;
            output::failure(failure, arguments.messages);
            return Ok(());
        }
        Err(failure) => return Err(failure),
    };
    let aloud = !arguments.json && arguments.report.is_none();
    if aloud {
        output::print(&format!("{}\n", path.display()));
        warnings::tell(&sources, &definition);
    }
    let all_settings: Vec<String> =
        definition.program.expects.iter().map(|expect| settings_of(&sources, expect).join(",")).collect();
    let variants = all_settings.iter().map(|settings| (settings.as_str(), OnceCell::new())).collect();
    let prepared = all_settings.iter().map(|settings| (settings.as_str(), OnceCell::new())).collect();
    let bug = RefCell::new(None);
    let mut run = TestRun { how: *how, sources, definition: &definition, variants: &variants, prepared, bug };
    let mut facts = Vec::new();
    for which in 0..definition.program.expects.len() {
        let fact = run.fact(which);
        if let Some(bug) = run.bug.get_mut().take() {
            return Err(bug);
        }
        *tally.of(fact.checked.outcome) += 1;
        if aloud {
            output::print(&rendered(&fact));
            if let Some(why) = &fact.broken {
                output::report_diagnostics(&run.sources, std::slice::from_ref(&**why), arguments.messages);
            }
        }
        facts.push(fact);
    }
    if arguments.json {
        let head = AnswerHead::new(Command::Test, &path.display().to_string(), &[]);
        let facts = facts.iter().map(FactView::json).collect();
        output::print(&json::line(&json::Test { head, facts }));
    }
    let text = &run.sources.file(FileId::DEFINITION).text;
    let checked: Vec<CheckedFact> = facts.into_iter().map(|fact| fact.checked).collect();
    index.add(path, text, &definition.program, &checked);
    arguments.pictures.as_deref().map_or(Ok(()), |folder| picture(folder, path, &definition.program))
}

/// Writes the picture of a game into a folder, which is made if it is not there.
fn picture(folder: &Path, path: &Path, program: &Program) -> Result<(), Failure> {
    let file = folder.join(path.file_stem().unwrap_or(path.as_os_str())).with_extension("svg");
    let written =
        std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, draw::portrait(program)));
    written.map_err(|error| Failure::usage(format!("cannot write {}: {error}", file.display())))
}

/// What was found out about a fact.
enum Judged {
    /// It is so.
    Holds,
    /// What the file claims, and what is so, in words.
    Fails(String, String),
    /// Play broke a promise.
    Broken(Box<Diagnostic>),
    /// Nothing, and why not.
    Not(String),
}

impl Judged {
    fn of(program: &Program, verdict: Verdict) -> Judged {
        match verdict {
            Verdict::Holds => Judged::Holds,
            Verdict::Broken(why) => Judged::Broken(why),
            Verdict::Fails(difference) => {
                let (expected, found) = mismatch(program, &difference);
                Judged::Fails(expected, found)
            }
        }
    }
}

struct TestRun<'a> {
    how: How<'a>,
    sources: Sources,
    definition: &'a Definition,
    /// The definition under the settings of facts, by their text; otherwise its mistakes.
    variants: &'a BTreeMap<&'a str, OnceCell<Result<Definition, String>>>,
    /// The same compiled, once for all facts with these settings.
    prepared: BTreeMap<&'a str, OnceCell<Result<Prepared<'a>, String>>>,
    /// The failure of a self-check, or a database that cannot be read; the run ends with it.
    bug: RefCell<Option<Failure>>,
}

impl<'a> TestRun<'a> {
    fn fact(&mut self, index: usize) -> FactView {
        let expect = &self.definition.program.expects[index];
        let words = [expect.head, expect.span].map(|span| self.sources.slice(span).split_whitespace());
        let text = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let line = self.sources.line_column(expect.span).line;
        let with = self.settings(index).join(", ");
        let passed_over = expect.slow && !self.how.arguments.slow;
        let begun = Instant::now();
        let asked = self.from_database(index);
        let verdict = if passed_over || self.how.arguments.no_run { None } else { Some(self.judge(index)) };
        let (mut expected, mut found, mut broken) = (None, None, None);
        let outcome = match verdict {
            None if self.how.arguments.no_run => FactOutcome::Claimed,
            None => FactOutcome::Skipped,
            Some(Judged::Holds) => FactOutcome::Holds,
            Some(Judged::Fails(claimed, so)) => {
                (expected, found) = (Some(claimed), Some(so));
                FactOutcome::Fails
            }
            Some(Judged::Broken(why)) => {
                (expected, found) = (Some("play without a fault".to_string()), Some(why.message.clone()));
                broken = Some(why);
                FactOutcome::Fails
            }
            Some(Judged::Not(what)) => {
                found = Some(what);
                FactOutcome::Limit
            }
        };
        let database = self.from_database(index) > asked;
        let checked = CheckedFact { index, with, outcome, seconds: begun.elapsed().as_secs_f64() };
        FactView { text, line, expected, found, broken, database, checked }
    }

    /// How often the database served for facts with the settings of a fact.
    fn from_database(&self, index: usize) -> u64 {
        let prepared = self.prepared[&self.settings(index).join(",")[..]].get();
        prepared.and_then(|made| made.as_ref().ok()).map_or(0, Prepared::database_answers)
    }

    /// The settings of a fact, as text.
    fn settings(&self, index: usize) -> Vec<&str> {
        settings_of(&self.sources, &self.definition.program.expects[index])
    }

    fn judge(&self, index: usize) -> Judged {
        let _watchdog = Watchdog::over(self.how.arguments.bounds.timeout, None);
        let settings = self.settings(index).join(",");
        match self.definition_under(&settings, index) {
            Ok(definition) => self.judge_in(definition, &settings, index),
            Err(mistakes) => {
                let expected = "a definition in order under these settings".to_string();
                Judged::Fails(expected, mistakes.trim_end().to_string())
            }
        }
    }

    /// The definition under the settings of a fact.
    fn definition_under(&self, settings: &str, index: usize) -> Result<&'a Definition, &'a str> {
        let with = &self.definition.program.expects[index].with;
        let Some(variant) = self.variants.get(settings).filter(|_| !with.is_empty()) else {
            return Ok(self.definition);
        };
        let mistakes =
            |diagnostics: Vec<Diagnostic>| output::drawn(&self.sources, &diagnostics, SHORT, false);
        let made = variant.get_or_init(|| self.definition.with(with).map_err(mistakes));
        made.as_ref().map_err(String::as_str)
    }

    fn prepared(
        &self,
        definition: &'a Definition,
        settings: &str,
        list: &[&str],
    ) -> Result<&Prepared<'a>, String> {
        let made = || {
            let mistakes =
                |diagnostics: Vec<Diagnostic>| output::drawn(&self.sources, &diagnostics, SHORT, false);
            let prepared = Prepared::new(&definition.program, self.how.engine).map_err(mistakes)?;
            let prepared = prepared.within(limits::process(self.how.arguments.bounds.memory));
            let prepared = prepared.with_symmetry().with_shared_checks();
            let Some(stored) = self.how.stored else { return Ok(prepared) };
            let text = &self.sources.file(FileId::DEFINITION).text;
            stored.join(prepared, text, list).map_err(|error| {
                self.bug.replace(Some(Failure::usage(error.to_string())));
                error.to_string()
            })
        };
        self.prepared[settings].get_or_init(made).as_ref().map_err(|text| text.trim_end().to_string())
    }

    fn judge_in(&self, definition: &'a Definition, settings: &str, index: usize) -> Judged {
        let prepared = match self.prepared(definition, settings, &self.settings(index)) {
            Ok(prepared) => prepared,
            Err(mistakes) => return Judged::Not(mistakes),
        };
        let bounds = &self.how.arguments.bounds;
        let limits = limits::given(bounds, Instant::now(), self.how.interruption, None);
        let Some(expect) = definition.program.expects.get(index) else {
            return Judged::Not(UNHIDDEN.to_string());
        };
        let judged = match expect.fact {
            Fact::Value(value, None) if self.how.arguments.prove => {
                self.proved(prepared, index, value, Shown::Value, &limits)
            }
            _ => judged(prepared, expect, &limits),
        };
        let judged = match (judged, &expect.fact) {
            (Ok(Judged::Holds), Fact::Value(value, Some(_))) if self.how.arguments.prove => {
                self.proved(prepared, index, *value, Shown::Distance, &limits)
            }
            (judged, _) => judged,
        };
        judged.unwrap_or_else(|solve_error| {
            match &solve_error {
                SolveError::Unfit(why @ Unfit::EndlessVaries) => {
                    return Judged::Fails("play without a mistake of the definition".to_string(), unfit(why));
                }
                SolveError::Contradiction { what, line } => {
                    self.bug.replace(Some(self.failed_check(prepared, expect, what, line)));
                }
                SolveError::Database(why) => {
                    self.bug.replace(Some(Failure::usage(why.clone())));
                }
                _ => {}
            }
            Judged::Not(unjudged(prepared.program, &solve_error))
        })
    }

    /// Checks a value by a certificate.
    fn proved(
        &self,
        prepared: &Prepared<'_>,
        index: usize,
        value: i64,
        shown: Shown,
        limits: &Limits,
    ) -> Result<Judged, SolveError> {
        let expect = &prepared.program.expects[index];
        let semantics = Semantics::new(prepared.program);
        let start = semantics.start();
        let moves = expect.after.as_ref().map_or("", |(moves, _)| &moves[..]);
        // Without a certificate, the verdict says what is wrong with the moves or the position.
        let Ok(line) = semantics.read_moves(&start, moves) else {
            return judged(prepared, expect, limits);
        };
        let before = std::iter::once(&start).chain(&line.positions);
        let plays: Vec<String> = before.zip(&line.moves).map(|(at, play)| semantics.text(at, play)).collect();
        let position = line.positions.last().unwrap_or(&start);
        if semantics.texts(position).is_err() {
            return judged(prepared, expect, limits);
        }
        let settings: Vec<String> = self.settings(index).into_iter().map(String::from).collect();
        let program = report::program::program(prepared.program);
        let text = &self.sources.file(FileId::DEFINITION).text;
        let subject = Subject { text, program: &program, settings: &settings, plays: &plays, position };
        match prove::made_and_checked(prepared, subject, shown, limits) {
            Ok((certificate, _)) if certificate.value == value => Ok(Judged::Holds),
            Ok((certificate, _)) => {
                let (expected, found) = ((value, None), (certificate.value, None));
                Ok(Judged::of(prepared.program, Verdict::Fails(Mismatch::Value { expected, found })))
            }
            Err(NotProved::Stopped(SolveError::Fault { .. })) => judged(prepared, expect, limits),
            Err(NotProved::Stopped(stop)) => Err(stop),
            Err(NotProved::NotChecked) => Ok(Judged::Not(NOT_CHECKED.to_string())),
        }
    }

    fn failed_check(&self, prepared: &Prepared<'_>, expect: &Expect, what: &str, line: &[Choice]) -> Failure {
        let semantics = &Semantics::new(prepared.program);
        let (start, after) = (semantics.start(), expect.after.as_ref().map(|(moves, _)| moves.as_str()));
        let read = after.and_then(|moves| semantics.read_moves(&start, moves).ok());
        let position = read.as_ref().and_then(|line| line.positions.last()).unwrap_or(&start);
        let moves: Vec<String> = after.map(str::to_string).into_iter().collect();
        FailedCheck { sources: &self.sources, moves: &moves, semantics, position, line, what }.failure()
    }
}

/// The settings of a fact, as text.
fn settings_of<'s>(sources: &'s Sources, expect: &Expect) -> Vec<&'s str> {
    expect.with.iter().map(|each| sources.slice(each.span)).collect()
}

fn judged(prepared: &Prepared<'_>, expect: &Expect, limits: &Limits) -> Result<Judged, SolveError> {
    expectation::judge(prepared, expect, limits).map(|verdict| Judged::of(prepared.program, verdict))
}
