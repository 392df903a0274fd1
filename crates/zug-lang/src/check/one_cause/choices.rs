//! Several names that may be meant at one place: each is tried there, and one is told if it alone
//! mends it.

use super::{Cause, FittingNames, Look, Reading, STEPS, WITH_RIVALS, fitting};
use crate::diagnostic::Diagnostic;

/// The most edits that are tried.
const MOST: u64 = 24;
/// The most names that may be meant at one place.
const RIVALS: usize = 8;

/// The reports that stand in the place of errors which one of several edits alone mends; those
/// errors are `done` then.
pub(super) fn chosen(
    look: &Look,
    steps: u64,
    done: &mut [bool],
    read: &dyn Fn(&str) -> Reading,
) -> Vec<Diagnostic> {
    let mut tries = (STEPS / steps.max(1)).min(MOST) as usize;
    let mut reports = Vec::new();
    for choice in WITH_RIVALS.iter().flat_map(|search| search(look)) {
        let count = choice.edits.len();
        if done[choice.error] || count > tries.min(RIVALS) {
            continue;
        }
        tries -= count;
        let explained_by = |edit: Cause| {
            let explains = look.explains(&edit, read)?;
            explains.contains(&choice.error).then_some((edit, explains))
        };
        let mut fitting = choice.edits.into_iter().filter_map(explained_by);
        let (Some((edit, explains)), None) = (fitting.next(), fitting.next()) else { continue };
        explains.into_iter().for_each(|at| done[at] = true);
        reports.push(edit.report);
    }
    for ranked in fitting::search(look) {
        if tries == 0 || done[ranked.error] {
            continue;
        }
        let (edit, explains) = match first_that_fixes(look, ranked, &mut tries, read) {
            Some(found) => found,
            None => continue,
        };
        explains.into_iter().for_each(|at| done[at] = true);
        reports.push(edit.report);
    }
    reports
}

/// The first edit that mends an error, unless the error offers one that does, with the errors that
/// it explains.
fn first_that_fixes(
    look: &Look,
    ranked: FittingNames,
    tries: &mut usize,
    read: &dyn Fn(&str) -> Reading,
) -> Option<(Cause, Vec<usize>)> {
    let mut explained = |edit: &Cause| {
        *tries = tries.checked_sub(1)?;
        look.explains(edit, read).filter(|explains| explains.contains(&ranked.error))
    };
    let report = look.errors[ranked.error].clone();
    let offered = Cause::from(report).trying(ranked.offered);
    if explained(&offered).is_some() {
        return None;
    }
    ranked.edits.into_iter().find_map(|edit| explained(&edit).map(|explains| (edit, explains)))
}
