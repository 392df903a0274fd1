//! Writes the page of `zug play --format html`.

use super::PlayArgs;
use crate::failure::Failure;
use crate::moves::PlayedMoves;
use crate::watchdog::Watchdog;
use crate::{limits, output, search_refusal};
use std::time::Instant;
use zug::answer::{Prepared, SessionLimits};
use zug_lang::source::Sources;
use zug_view::play::{self, PageRequest, Record};

/// Writes the page that goes on from a game so far.
pub(super) fn write(
    arguments: &PlayArgs,
    sources: &Sources,
    prepared: &Prepared<'_>,
    record: &Record,
    sides: [bool; 2],
    limits: &SessionLimits,
) -> Result<(), Failure> {
    let _watchdog = Watchdog::over(None, arguments.memory);
    let limits = SessionLimits { stop: Some(limits::interruption()), ..limits.clone() };
    let request = PageRequest {
        file: &arguments.source.file.display().to_string(),
        settings: &arguments.source.settings,
        after: record.texts(),
        sides,
        hints: arguments.hints,
        positions: arguments.positions as usize,
        limits: &limits,
    };
    let begun = Instant::now();
    let page = play::html(prepared, record.position(), &request).map_err(|error| {
        let (choices, texts) = (record.choices().to_vec(), record.texts().to_vec());
        let played = PlayedMoves { position: record.position().clone(), choices, texts };
        search_refusal::failure(sources, prepared, &played, error, begun.elapsed())
    })?;
    output::print(&page);
    Ok(())
}
