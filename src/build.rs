//! `zug build`: builds a database on disk, or checks one.

mod args;
mod cluster;

use crate::args::EngineArg;
use crate::failure::{Failure, MISTAKE};
use crate::watchdog::Watchdog;
use crate::{database_refusal, limits, load, output, prepare, warnings};
use std::io::IsTerminal;
use std::path::Path;
use std::time::Instant;
use zug::database::{BuildProgress, Content, Phase, Source, tier_headers};
use zug_lang::semantics::Semantics;
use zug_lang::source::FileId;
use zug_lang::wording::grouped;
use zug_view::json::{self, AnswerHead, Command, DatabaseCheck};
use zug_view::report::database::{BuiltView, checked, inconsistency};

pub use args::BuildArgs;

pub fn run(arguments: &BuildArgs) -> Result<(), Failure> {
    let begun = Instant::now();
    if let (Some(2..), Some(file), Some(folder)) = (arguments.processes, &arguments.file, &arguments.db) {
        // Each process has its own limits.
        return cluster::start(arguments, file, folder, begun);
    }
    let _watchdog = Watchdog::over(arguments.bounds.timeout, arguments.bounds.memory);
    match (&arguments.check, &arguments.file, &arguments.db) {
        (Some(folder), _, _) => check(arguments, folder, begun),
        (None, Some(file), Some(folder)) => build(arguments, file, folder, begun),
        _ => Err(Failure::usage("name a definition and a folder: `zug build FILE --db DIR`")),
    }
}

fn build(arguments: &BuildArgs, file: &Path, folder: &Path, begun: Instant) -> Result<(), Failure> {
    let (mut sources, definition) = load::load(file, &arguments.settings)?;
    let prepared = prepare::prepare(&definition.program, EngineArg::Auto, arguments.bounds.memory, &sources)?;
    let semantics = Semantics::new(&definition.program);
    let played = super::moves::reach(&mut sources, &semantics, arguments.moves.as_deref().unwrap_or(""))?;
    let interruption = limits::interruption();
    let limits = limits::of(&arguments.bounds, EngineArg::Auto, begun, &interruption, None)?;
    let text = &sources.file(FileId::DEFINITION).text;
    let source = Source { text, settings: &arguments.settings };
    let content = if arguments.values { Content::Values } else { Content::Distances };
    let place = cluster::ClusterPlace::of(arguments, &interruption)?;
    let silent = place.as_ref().is_some_and(cluster::ClusterPlace::is_silent);
    if !arguments.json && !silent {
        warnings::tell(&sources, &definition);
    }
    let shown = progress(begun, arguments.json);
    let progress = |now: &BuildProgress| {
        if !silent {
            shown(now);
        }
    };
    let (moves, threads) = (&played.texts, arguments.threads);
    let refused = |error| database_refusal::building(&sources, &definition.program, &prepared, folder, error);
    let built = match place {
        Some(place) => {
            let task = cluster::ClusterBuild { source, moves, folder, content, threads, limits: &limits };
            let built = place.build(&prepared, task, &progress);
            output::end_progress();
            match built {
                Ok(Some(built)) => built,
                Ok(None) => return Ok(()),
                Err(error) if silent => return Err(Failure::Said(database_refusal::code(&error))),
                Err(error) => return Err(refused(error)),
            }
        }
        None => {
            let built =
                prepared.build_database_after(source, moves, folder, content, threads, &limits, &progress);
            output::end_progress();
            built.map_err(refused)?
        }
    };
    let headers = tier_headers(folder, &built.manifest).map_err(refused)?;
    let view = BuiltView {
        program: &definition.program,
        folder: folder.display().to_string(),
        built: &built,
        tiers: headers.into_iter().map(|header| (header.ended, header.counts)).collect(),
        to_go: prepared.machine().is_some_and(|machine| !machine.additive.is_empty()),
    };
    let seconds = begun.elapsed().as_secs_f64();
    if arguments.json {
        let head = AnswerHead::new(Command::Build, &file.display().to_string(), &arguments.settings);
        output::print(&json::line(&view.json(head, seconds)));
    } else {
        output::print(&view.human(arguments.stats.then_some(seconds)));
    }
    Ok(())
}

fn check(arguments: &BuildArgs, folder: &Path, begun: Instant) -> Result<(), Failure> {
    let (sources, definition, settings) = load::from_database(folder)?;
    let prepared = prepare::prepare(&definition.program, EngineArg::Auto, arguments.bounds.memory, &sources)?;
    let limits = limits::of(&arguments.bounds, EngineArg::Auto, begun, &limits::interruption(), None)?;
    let text = &sources.file(FileId::DEFINITION).text;
    let report = prepared
        .check_database(Source { text, settings: &settings }, folder, arguments.threads, &limits)
        .map_err(|error| {
            database_refusal::failure(&sources, &definition.program, Some(&prepared), folder, error)
        })?;
    let seconds = begun.elapsed().as_secs_f64();
    let (program, name) = (&definition.program, folder.display().to_string());
    if arguments.json {
        output::print(&json::line(&DatabaseCheck {
            head: AnswerHead::new(Command::Build, &name, &settings),
            database: name,
            agrees: report.wrong.is_empty(),
            positions: report.positions,
            undecided: report.undecided,
            audited: report.audited,
            wrong: report.wrong.iter().map(|wrong| inconsistency(program, wrong)).collect(),
            milliseconds: seconds * 1000.0,
        }));
    } else {
        output::print(&checked(program, &name, &report, arguments.stats.then_some(seconds)));
    }
    if report.wrong.is_empty() { Ok(()) } else { Err(Failure::Said(MISTAKE)) }
}

/// Shows how far a build is: on a terminal in one line, with `--json` a line of JSON each on
/// standard error.
fn progress(begun: Instant, json: bool) -> impl Fn(&BuildProgress) + Sync {
    let terminal = std::io::stderr().is_terminal();
    move |now: &BuildProgress| {
        let seconds = begun.elapsed().as_secs_f64();
        if json {
            let (phase, tier, done, all) = (phase(now), now.tier, now.done, now.all);
            let line = serde_json::json!({
                "phase": phase, "tier": tier, "done": done, "all": all, "seconds": seconds,
            });
            output::warn(&format!("{line}\n"));
        } else if terminal && seconds > 2.0 {
            output::show_progress(&line(now, seconds));
        }
    }
}

/// What is done now, in a word.
fn phase(now: &BuildProgress) -> &'static str {
    match now.phase {
        Phase::Listing => "listing",
        Phase::Solving => "solving",
    }
}

fn line(now: &BuildProgress, seconds: f64) -> String {
    let what = phase(now);
    let tiers = now.tiers.map_or(String::new(), |all| format!(" ({} of {all})", now.tiers_done + 1));
    let all = now.all.map_or(String::new(), |all| format!(" of {}", grouped(all)));
    format!("{seconds:.0} s, {what} tier {}{tiers}, {}{all} positions ", now.tier, grouped(now.done))
}
