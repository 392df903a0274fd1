//! `zug solve`: the exact value of a position, or of one position a line.

mod args;
mod batch;
mod case;
mod strong;
mod within;

use crate::failure::Failure;
use crate::watchdog::Watchdog;
use crate::{limits, load, prepare, warnings};
use case::{Case, one, prepare_to_solve};
use std::time::Instant;
use zug_view::report::answer::{AnswerView, fill};

pub use args::SolveArgs;

pub fn run(arguments: &SolveArgs) -> Result<(), Failure> {
    if let Some(template) = &arguments.format {
        check_template(template)?;
    }
    let limit = arguments.bounds.timeout.filter(|_| arguments.batch.is_none());
    let started = Instant::now();
    let _watchdog = Watchdog::over(limit, arguments.bounds.memory);
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    if !arguments.json && arguments.format.is_none() {
        warnings::tell(&sources, &definition);
    }
    let interruption = limits::interruption();
    match &arguments.batch {
        Some(path) => batch::run(arguments, path, &sources, &definition, &interruption),
        None if arguments.every.strong => {
            let prepared =
                prepare::prepare(&definition.program, arguments.engine, arguments.bounds.memory, &sources)?;
            strong::run(arguments, &mut sources, &prepared, &interruption, started)
        }
        None if arguments.within.is_some() => {
            let plies = arguments.within.unwrap_or_default();
            let prepared = prepare_to_solve(&definition.program, arguments, &sources)?;
            let prepared = arguments.stored.open(prepared, &arguments.source, &sources)?;
            within::run(arguments, plies, &mut sources, &prepared, &interruption, started)
        }
        None => {
            let prepared = prepare_to_solve(&definition.program, arguments, &sources)?;
            let prepared = arguments.stored.open(prepared, &arguments.source, &sources)?;
            let case = Case {
                number: 1,
                moves: arguments.moves.as_deref().unwrap_or(""),
                settings: &arguments.source.settings,
                started,
            };
            one(arguments, &mut sources, &prepared, &case, &interruption)
        }
    }
}

fn check_template(template: &str) -> Result<(), Failure> {
    fill(template, 1, &AnswerView::blank())
        .map(drop)
        .map_err(|why| Failure::usage(format!("--format: {why}")))
}
