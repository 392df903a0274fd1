//! Says which limit ended a search, and what was proved until then.

use std::time::Duration;
use zug::answer::{LimitKind, LimitReached, ProvedBounds};
use zug_lang::program::Program;
use zug_lang::wording::{self, counted, grouped};

/// Which limit was reached.
pub fn limit(limit: LimitReached) -> String {
    match limit {
        LimitReached::Given(kind) => limit_kind(kind).to_string(),
        LimitReached::Depth { plies } => format!("play is deeper than the stack: {} plies", grouped(plies)),
        LimitReached::Number { what } => format!("{what} does not fit into 64 bits"),
        LimitReached::RecordingDepth => "play is deeper than the stack".to_string(),
        LimitReached::RecordingSize { plies } => {
            format!("a search {plies} plies deep looks at too many positions to be drawn")
        }
    }
}

/// Which limit of those that were given.
pub fn limit_kind(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Memory => "the memory limit was reached",
        LimitKind::Time => "the time limit was reached",
        LimitKind::Positions => "as many positions were looked at as may be",
        LimitKind::Interrupted => "interrupted",
    }
}

/// What was proved of the value, if anything was.
pub fn proved(program: &Program, bounds: ProvedBounds) -> Option<String> {
    let words = |value| wording::value(program, value);
    let first = program.players()[0];
    match (bounds.lower, bounds.upper) {
        (Some(low), Some(high)) if low == high => Some(format!("the value is proved: {}", words(low))),
        (Some(low), Some(high)) => Some(format!(
            "proved so far: for {first} at least `{}` and at most `{}`",
            words(low),
            words(high)
        )),
        (Some(low), None) => Some(format!("proved so far: for {first} at least `{}`", words(low))),
        (None, Some(high)) => Some(format!("proved so far: for {first} at most `{}`", words(high))),
        (None, None) => None,
    }
}

/// That a value is not known because of a limit.
pub fn stopped(program: &Program, which: LimitReached, bounds: ProvedBounds) -> String {
    format!("{}; {}", limit(which), or_nothing(program, bounds))
}

/// That a search was ended by a limit, after so much.
pub fn refused(
    program: &Program,
    which: LimitReached,
    bounds: ProvedBounds,
    positions: u64,
    time: Duration,
) -> String {
    format!("{}; {}", ended(which, positions, time), or_nothing(program, bounds))
}

/// That work was ended by a limit, after so much; where nobody counted, no positions are told.
pub fn ended(which: LimitReached, positions: u64, time: Duration) -> String {
    let positions = looked_at(positions).map_or(String::new(), |positions| format!(" and {positions}"));
    format!("{} after {:.1} s{positions}", limit(which), time.as_secs_f64())
}

/// How many positions were looked at; none where nobody counted.
pub(super) fn looked_at(positions: u64) -> Option<String> {
    (positions > 0).then(|| counted(positions, "position"))
}

fn or_nothing(program: &Program, bounds: ProvedBounds) -> String {
    proved(program, bounds).unwrap_or_else(|| "nothing was proved about the value".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_that_nobody_counted_are_not_told() {
        let words = |positions| {
            ended(LimitReached::Given(LimitKind::Interrupted), positions, Duration::from_millis(2500))
        };
        assert_eq!(words(0), "interrupted after 2.5 s");
        assert_eq!(words(1), "interrupted after 2.5 s and 1 position");
        assert_eq!(words(2000), "interrupted after 2.5 s and 2,000 positions");
    }
}
