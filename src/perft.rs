//! `zug perft`: counts the sequences of 1, 2, .. moves.

use crate::args::Perft;
use crate::failure::Failure;
use crate::watchdog::Watchdog;
use crate::{limits, load, output, solve};
use serde_json::json;
use std::time::Instant;
use zug_lang::semantics::Semantics;
use zug_solve::Limits;
use zug_view::report::json as form;

/// Runs the command.
pub fn run(arguments: &Perft) -> Result<(), Failure> {
    let _watchdog = Watchdog::over(arguments.bounds.timeout, None);
    let (mut sources, definition) = load::load(&arguments.source.file, &arguments.source.settings)?;
    let prepared = solve::prepare(&definition.program, arguments.engine, &sources)?;
    let semantics = Semantics::new(&definition.program);
    let played = super::moves::play(&mut sources, &semantics, arguments.moves.as_deref().unwrap_or(""))?;
    let begun = Instant::now();
    let limits = Limits {
        memory: limits::default_memory(),
        process: None,
        deadline: arguments.bounds.timeout.and_then(|time| begun.checked_add(time)),
        stop: Some(limits::interruption()),
        positions: None,
        progress: None,
    };
    let counts = prepared
        .perft(&played.position, arguments.depth, &limits)
        .map_err(|stop| solve::refusal(&sources, &prepared, &played, stop, begun.elapsed()))?;
    if arguments.json {
        let file = arguments.source.file.display().to_string();
        let mut object = form::head("perft", &file, &arguments.source.settings);
        object.insert("after".into(), json!(played.texts));
        object.insert("perft".into(), json!(counts));
        output::print(&format!("{}\n", serde_json::Value::Object(object)));
    } else {
        let rows = counts.iter().enumerate();
        output::print(&rows.map(|(at, count)| format!("{} {count}\n", at + 1)).collect::<String>());
    }
    Ok(())
}
