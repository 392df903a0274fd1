//! Mends a text in memory and reads on: the mistakes behind a mistake are found in the same run.
//!
//! A report whose author surely or probably meant something else says so by a fix. All fixes are
//! applied to a copy of the text, the copy is read, and so on until nothing is left to mend. What
//! is found in a copy is told at its place in the text as it was written. A report that a mend
//! itself would cause is dropped.

use super::ast::{Game, ItemKind};
use super::shifts::Shifts;
use super::{Reading, codes, kept_blanks, one_edit, read, semicolons};
use crate::diagnostic::{Applicability, Diagnostic, Fix, Severity};
use crate::fix;
use crate::source::{FileId, Span};

/// The most often that a text is mended.
const ROUNDS: usize = 12;

/// The longest text, in bytes, that is mended: every round reads the whole text.
const LONGEST: usize = 1 << 17;

/// Mends a text that was read with errors. The spans of the result are those of `text`.
pub(super) fn fixed(file: FileId, text: &str, first: Reading) -> Reading {
    let breaks_off = first.game.breaks_off;
    let mut reading = first;
    let mut reported: Vec<Diagnostic> = Vec::new();
    let mut current = text.to_string();
    let mut rounds: Vec<Shifts> = Vec::new();
    while rounds.len() < ROUNDS && text.len() <= LONGEST {
        if !reading.early {
            one_edit::explain(file, &current, &mut reading);
        }
        reading.diagnostics.iter_mut().for_each(|report| kept_blanks::keep(&current, report));
        let Some((next_text, shifts, applied)) = step(file, &current, &reading) else { break };
        let mut next = read(file, &next_text);
        next.diagnostics.retain(|report| !caused_by(&next_text, &shifts, report));
        for at in applied.into_iter().rev() {
            let mut report = reading.diagnostics.remove(at);
            rounds.iter().rev().for_each(|shifts| shifts.diagnostic(&mut report));
            reported.push(report);
        }
        rounds.push(shifts);
        (reading, current) = (next, next_text);
    }
    for shifts in rounds.iter().rev() {
        shifts.game(&mut reading.game);
        reading.game.fixed.extend(shifts.replaced(file));
        reading.diagnostics.iter_mut().for_each(|report| shifts.diagnostic(report));
    }
    reading.game.span = Span::new(file, 0, text.len());
    reading.game.text = text.into();
    reading.game.breaks_off |= breaks_off;
    reading.diagnostics.append(&mut reported);
    reading.diagnostics.sort_by_key(|report| report.span());
    reading.diagnostics.dedup();
    semicolons::gather(text, &mut reading.diagnostics);
    for report in &reading.diagnostics {
        note(report, text, &mut reading.game);
    }
    for report in &mut reading.diagnostics {
        report.fixes.retain(|fix| fix.applicability != Applicability::Recovery);
    }
    reading
}

/// Notes for the check what a report says of the tree: where the parser guessed, and which
/// declarations may lack a name.
fn note(report: &Diagnostic, text: &str, game: &mut Game) {
    if report.severity == Severity::Error {
        game.mistakes.push(report.span());
    }
    let unsure = matches!(report.code, codes::ELSEWHERE | codes::TRAILING_COMMA) || one_edit::is_swap(report);
    if matches!(report.code, codes::TIGHT_NOT) || report.message.contains("a set stands in braces") {
        game.guessed.push(report.span());
    }
    if report.message == "`,` stands twice" {
        game.guessed.push(report.span());
    }
    let unsure_fixes = report.fixes.iter().filter(|fix| match fix.applicability {
        Applicability::Certain => false,
        Applicability::Likely => unsure,
        // Another name is no guess about what is beside it.
        Applicability::Recovery => report.code != codes::RESERVED,
    });
    for fix in unsure_fixes {
        game.guessed.push(fix.span);
        if fix.text.trim() == one_edit::NAMELESS {
            game.nameless.push(fix.span);
        }
    }
    if report.code == codes::RESERVED {
        game.nameless.push(report.span());
    }
    let at = report.span();
    let item = game.items.iter().find(|item| item.span.start <= at.start && at.start <= item.span.end);
    let Some(item) = item.filter(|_| report.severity == Severity::Error) else { return };
    let lists = text.get(item.span.start as usize..).unwrap_or("");
    if let ItemKind::Players(names) | ItemKind::Enum { members: names, .. } = &item.kind {
        game.broken.extend(names.iter().cloned());
    }
    let comma = text.get(at.start as usize..at.end as usize) == Some(",");
    if comma && (lists.starts_with("players") || lists.starts_with("enum")) {
        game.nameless.push(at);
    }
}

/// The text with all fixes applied that do not overlap, its shifts, and the reports whose fixes
/// were applied, ascending; `None` if there is nothing to apply.
fn step(file: FileId, text: &str, reading: &Reading) -> Option<(String, Shifts, Vec<usize>)> {
    let mut fixes: Vec<Fix> = Vec::new();
    let mut applied = Vec::new();
    for (at, report) in reading.diagnostics.iter().enumerate() {
        let free = |fix: &Fix| {
            let changes = text.get(fix.span.start as usize..fix.span.end as usize) != Some(fix.text.as_str());
            let mark = !changes && fix.applicability == Applicability::Recovery;
            mark || changes && !fixes.iter().any(|other| overlap(other, fix))
        };
        // Where a bracket belongs that was never closed is a guess: the rest is not read by it.
        let tried = report.fixes.iter().any(|fix| fix.applicability == Applicability::Recovery);
        let guess = report.code == codes::UNCLOSED
            && !tried
            && text.get(report.span().start as usize..report.span().end as usize) != Some("{");
        let of_error = !guess && report.severity == Severity::Error && !report.fixes.is_empty();
        if of_error && report.fixes.iter().all(free) {
            let changes = |fix: &&Fix| {
                text.get(fix.span.start as usize..fix.span.end as usize) != Some(fix.text.as_str())
            };
            fixes.extend(report.fixes.iter().filter(changes).cloned());
            applied.push(at);
        }
    }
    let fixed = fix::apply_all(file, text, fixes);
    (!fixed.applied.is_empty()).then(|| (fixed.text, Shifts::new(text, &fixed.applied), applied))
}

/// Whether two fixes touch the same text, or insert at the same place.
fn overlap(a: &Fix, b: &Fix) -> bool {
    a.span.start < b.span.end && b.span.start < a.span.end || a.span.start == b.span.start
}

/// Whether a report stands in a text that was put in, or directly beside it: the mend was not
/// enough, and its mistake is told already. What the author wrote himself and what can be mended is
/// a mistake of its own.
fn caused_by(text: &str, shifts: &Shifts, report: &Diagnostic) -> bool {
    let at = report.span();
    let beside = |(start, end): (u32, u32)| start <= at.end && at.start <= end;
    // Like the parser itself, a mend is trusted again only some tokens behind it.
    let stumbles = matches!(report.code, codes::UNEXPECTED | codes::TRAILING_COMMA | codes::MISSING_COMMA);
    let soon = |(_, end): (u32, u32)| {
        let gap = text.get(end as usize..at.start as usize);
        stumbles && gap.is_some_and(|gap| gap.len() <= STEP && !gap.contains(['\n', '\r']))
    };
    let beside_one = shifts.fixed().any(beside) && (report.fixes.is_empty() || !shifts.is_kept(at));
    beside_one || shifts.fixed().any(soon)
}

/// The bytes behind a mend in which the parser may still stumble over the same mistake.
const STEP: usize = 14;
