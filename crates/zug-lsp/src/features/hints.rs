//! The hint beside the title: what the game is worth, and how many positions it has.

use super::findings::{JobFinding, Overview};
use super::solving::{self, SolvingLimits};
use crate::analysis::TextAnalysis;
use crate::failure::RequestFailure;
use crate::jobs::{JobOutcome, Purpose};
use crate::server::Server;
use gen_lsp_types::{InlayHint, Label, MarkupContent, MarkupKind, Range, Tooltip, Uri};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use zug::answer::clock::Instant;
use zug_lang::syntax::ast::ItemKind;

/// How long nothing must be written before a value is worked out unasked.
const PAUSE: Duration = Duration::from_millis(200);

/// The hints of a range. What is not known yet is worked out on another thread, and the client is
/// told to ask again.
pub fn all(
    analysis: &Arc<TextAnalysis>,
    uri: &Uri,
    range: Range,
    server: &mut Server<'_>,
) -> Option<Vec<InlayHint>> {
    let title = analysis.game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Game(title) => Some(title.span),
        _ => None,
    });
    let Some(title) = title else { return Some(Vec::new()) };
    let place = analysis.range(title).end;
    if analysis.program.is_none() || place < range.start || range.end < place {
        return Some(Vec::new());
    }
    let version = server.documents.version(uri)?;
    if let Some(overview) = server.findings.overview(uri, version) {
        return Some(vec![hint(place, overview)]);
    }
    let settings = &server.settings;
    if !settings.hint.is_zero() && !server.jobs.unasked(uri, version) {
        let (analysis, time, memory) = (Arc::clone(analysis), settings.hint, settings.memory);
        let purpose = Purpose { uri: uri.clone(), version, request: None, progress: None };
        server.jobs.start(purpose, move |stop| {
            if !is_left_alone(stop) {
                return JobOutcome::Failed(RequestFailure::changed());
            }
            match solving::overview(&analysis, &SolvingLimits { time, memory, stop }) {
                Some(overview) => JobOutcome::Found {
                    finding: Some(JobFinding::Overview(overview)),
                    message: None,
                    answer: Value::Null,
                },
                None => JobOutcome::Failed(RequestFailure::failed("nothing to tell")),
            }
        });
    }
    Some(Vec::new())
}

/// Waits until the author pauses; `false` where he goes on writing.
fn is_left_alone(stop: &AtomicBool) -> bool {
    let until = Instant::now() + PAUSE;
    while !stop.load(Ordering::SeqCst) {
        if Instant::now() >= until {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

fn hint(position: gen_lsp_types::Position, overview: &Overview) -> InlayHint {
    let tooltip = MarkupContent { kind: MarkupKind::Markdown, value: overview.tooltip.clone() };
    InlayHint {
        position,
        label: Label::String(overview.label.clone()),
        kind: None,
        text_edits: None,
        tooltip: Some(Tooltip::MarkupContent(tooltip)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
