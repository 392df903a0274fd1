//! Checks a census against the reference semantics, where it is small enough.

use super::checks::limits_again;
use super::results::solve_error;
use super::{Prepared, SolveError};
use std::time::Duration;
use zug_lang::semantics::{Position, Semantics};
use zug_solve::{Census, Limits, Stop, ValueDomain, retrograde_census};

/// A census of at most so many positions is made again.
const POSITIONS: u64 = 5_000;
/// The second census is given up after so many positions: points may tell more of them apart.
const POSITIONS_AGAIN: u64 = 20_000;
/// And after so long.
const TIME: Duration = Duration::from_secs(1);

/// Makes a small census again, by retrograde analysis on the reference semantics, and compares the
/// value and the counts. Counts are compared where both tell the same positions apart.
///
/// # Errors
/// A contradiction, or a fault of the definition that only the reference semantics meets.
pub(super) fn check_census<M>(
    prepared: &Prepared<'_>,
    position: &Position,
    domain: ValueDomain,
    census: &Census<M>,
    limits: &Limits,
) -> Result<(), SolveError> {
    if prepared.machine().is_none() || census.positions > POSITIONS {
        return Ok(());
    }
    let limits = limits_again(limits, POSITIONS_AGAIN, TIME);
    let semantics = Semantics::new(prepared.program);
    // Points that only add up tell positions apart for the semantics, and not for the machine.
    let alike = prepared.machine().is_some_and(|machine| machine.additive.is_empty());
    match retrograde_census(&semantics, position, domain, &limits) {
        Ok(again) => compare(census, &again, alike)
            .map_err(|what| SolveError::Contradiction { what, line: Vec::new() }),
        Err(stop @ Stop::Fault { .. }) => Err(solve_error(&semantics, prepared.program, stop)),
        Err(_) => Ok(()),
    }
}

/// The first difference in words; counts are compared if both tell the same positions `alike`.
fn compare<M, N>(census: &Census<M>, again: &Census<N>, alike: bool) -> Result<(), String> {
    let differ = |what: &str, one: String, other: String| {
        Err(format!("the census tells {what} {one}, and by the rules by name it is {other}"))
    };
    if census.value != again.value {
        return differ("the value", census.value.to_string(), again.value.to_string());
    }
    if !alike {
        return Ok(());
    }
    if (census.positions, census.terminal) != (again.positions, again.terminal) {
        let counts = |positions: u64, ended: u64| format!("{positions} positions, {ended} of them ended");
        let (one, other) =
            (counts(census.positions, census.terminal), counts(again.positions, again.terminal));
        return differ("of", one, other);
    }
    if (census.plies, &census.counts) != (again.plies, &again.counts) {
        return differ("the counts", format!("{:?}", census.counts), format!("{:?}", again.counts));
    }
    Ok(())
}
