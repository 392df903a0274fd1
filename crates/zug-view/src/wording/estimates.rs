//! Says numbers, sizes and times of which only the decimal logarithm is known, and what a run would
//! take.

use super::reasons::reason;
use zug::answer::{EstimateReason, EstimatedSolver, OutOfReach};
use zug_lang::wording::grouped;

/// Why a run would be done so.
pub fn estimate_reason(why: &EstimateReason) -> String {
    match why {
        EstimateReason::Chosen(why) => reason(why),
        EstimateReason::ListsPositions => "it lists every position with its moves".to_string(),
        EstimateReason::LaterTiers => "moves lead to later tiers, never back".to_string(),
    }
}

/// What would find the value.
pub fn estimated_solver(solver: EstimatedSolver) -> &'static str {
    match solver {
        EstimatedSolver::AlphaBeta => "alpha-beta",
        EstimatedSolver::Retrograde => "retrograde analysis",
        EstimatedSolver::Tiers => "tier by tier",
        EstimatedSolver::Tried => "solved on trial",
    }
}

/// Why a run cannot end within what may be used.
pub fn out_of_reach(why: OutOfReach) -> String {
    match why {
        OutOfReach::Memory { needs, most } => {
            format!("it needs about {}, and {} may be taken", size(needs), bytesize::ByteSize(most))
        }
        OutOfReach::Time { needs, most } => {
            format!("it takes {} at best, and {} is the limit", duration(needs), duration(most))
        }
    }
}

/// A number of which the decimal logarithm is known, with two digits.
pub fn about(log: f64) -> String {
    if log < 7.0 {
        let number = 10_f64.powf(log).round();
        let unit = 10_f64.powf((log.floor() - 1.0).max(0.0));
        return grouped(((number / unit).round() * unit) as u64);
    }
    let tenths = (10_f64.powf(log.fract()) * 10.0).round() / 10.0;
    let (digits, power) = if tenths >= 10.0 { (1.0, log.floor() + 1.0) } else { (tenths, log.floor()) };
    format!("{digits:.1} x 10^{power}")
}

/// Bytes of which the decimal logarithm is known.
pub fn size(log: f64) -> String {
    if log < 19.0 {
        return bytesize::ByteSize(10_f64.powf(log.max(0.0)) as u64).to_string();
    }
    format!("{} bytes", about(log))
}

/// Seconds of which the decimal logarithm is known, in words.
pub fn duration(log: f64) -> String {
    const UNITS: [(&str, f64); 5] =
        [("years", 31_557_600.0), ("days", 86_400.0), ("h", 3600.0), ("min", 60.0), ("s", 1.0)];
    let found = UNITS.iter().find(|(_, seconds)| log >= (2.0 * seconds).log10());
    match found {
        Some((unit, seconds)) => format!("about {} {unit}", about(log - seconds.log10())),
        None => "about a second".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_with_two_digits() {
        assert_eq!(about(5478_f64.log10()), "5,500");
        assert_eq!(about(7_f64.log10()), "7");
        assert_eq!(about(4.53e12_f64.log10()), "4.5 x 10^12");
        assert_eq!(about(9.99e12_f64.log10()), "1.0 x 10^13");
    }

    #[test]
    fn times_are_told_in_units_that_fit() {
        assert_eq!(duration(-2.0), "about a second");
        assert_eq!(duration(90_f64.log10()), "about 90 s");
        assert_eq!(duration(7200_f64.log10()), "about 2 h");
        assert_eq!(duration(1e12_f64.log10()), "about 32,000 years");
    }
}
