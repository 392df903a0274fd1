//! What the first positions of a definition show, for those who try whether an edit mends it.

use crate::answer::{EngineKind, Limits, Prepared};
use crate::deep::{self, Finding};
use crate::definition::Definition;
use crate::short_look::{FIRST_POSITIONS, MEMORY, positions_for};
use zug_analysis::lints;
use zug_lang::diagnostic::Severity;

/// Whether they show nothing that `zug check` would tell.
pub(crate) fn play_well(definition: &Definition) -> bool {
    let over = || lints::first_position_over(&definition.ast, &definition.program);
    findings(definition).is_some_and(|found| found.is_empty()) && over().is_none()
}

/// Whether they show a fault.
pub(crate) fn are_faulty(definition: &Definition) -> bool {
    let is_fault = |finding: &Finding| finding.diagnostic.severity == Severity::Error;
    findings(definition).is_some_and(|found| found.iter().any(is_fault))
}

/// What a short look at play finds; `None` where a single position takes too long.
fn findings(definition: &Definition) -> Option<Vec<Finding>> {
    let positions = positions_for(&definition.program, FIRST_POSITIONS)?;
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).ok()?;
    let limits = Limits { memory: MEMORY, ..Limits::default() };
    Some(deep::explore(&prepared, positions as usize, &limits).findings)
}
