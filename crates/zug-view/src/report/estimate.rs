//! Tells what a run would take: numbers with the precision that they have, and whether it is out of reach.

use serde_json::{Value, json};
use zug::answer::{ResourceEstimate, SolverEstimate};
use zug_lang::wording::grouped;

/// What may be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Bytes.
    pub memory: u64,
    /// Seconds.
    pub seconds: f64,
}

/// For people.
pub fn human(title: &str, resources: &ResourceEstimate, reach: Reach) -> String {
    let mut out = format!("{title}\n");
    let mut row = |name: &str, text: &str| super::answer::row(&mut out, name, text);
    row("positions", &positions(resources));
    row("play", &play(resources));
    row("solve", &run(&resources.solve, reach));
    row("--strong", &run(&resources.strong, reach));
    out
}

fn positions(resources: &ResourceEstimate) -> String {
    let sample = &resources.sample;
    let listed: u64 = sample.layers.iter().sum();
    let plies = sample.layers.len() - 1;
    let apart = if resources.adds_up { ", where points so far do not tell them apart" } else { "" };
    if sample.complete {
        return format!("{}{apart}, exactly: all were listed, the last after {plies} plies", grouped(listed));
    }
    let bound = resources.key_bits.map(|bits| format!(", never more than 2^{bits}")).unwrap_or_default();
    let less = if resources.must_end {
        format!("; hardly more than {} by random play", about(sample.at_most))
    } else {
        String::new()
    };
    format!(
        "about {}{apart}: {} in the first {plies} plies, and so on as they grow there{less}{bound}",
        about(sample.positions),
        grouped(listed)
    )
}

fn play(resources: &ResourceEstimate) -> String {
    let sample = &resources.sample;
    let lines = match sample.lines {
        Some(lines) => format!("about {} lines to the end, ", about(lines)),
        None => String::new(),
    };
    format!("{lines}{:.1} plies at random, {:.1} moves in a position", sample.plies, sample.moves)
}

fn run(run: &SolverEstimate, reach: Reach) -> String {
    let name = match run.solver {
        "alphabeta" => "alpha-beta",
        "tiers" => "tier by tier",
        _ => "retrograde analysis",
    };
    let work = if run.work.0 == run.work.1 {
        format!("{} positions looked at", about(run.work.1))
    } else {
        format!("{} positions looked at, or {} at best", about(run.work.1), about(run.work.0))
    };
    let verdict = match out_of_reach(run, reach) {
        Some(why) => format!("; out of reach: {why}"),
        None => String::new(),
    };
    let (time, bytes) = (duration(run.seconds.1), size(run.bytes));
    format!("{name}: about {work}, {time}, {bytes}{verdict}")
}

/// Why a run cannot end within these limits even at best.
pub fn out_of_reach(run: &SolverEstimate, reach: Reach) -> Option<String> {
    if run.bytes > (reach.memory.max(1) as f64).log10() {
        let most = bytesize::ByteSize(reach.memory);
        return Some(format!("it needs about {}, and {most} may be taken", size(run.bytes)));
    }
    if run.seconds.0 > reach.seconds.max(1e-9).log10() {
        let (needs, most) = (duration(run.seconds.0), duration(reach.seconds.max(1e-9).log10()));
        return Some(format!("it takes {needs} at best, and {most} is the limit"));
    }
    None
}

/// A number of which the decimal logarithm is known, with two digits.
fn about(log: f64) -> String {
    if log < 7.0 {
        let number = 10_f64.powf(log).round();
        let unit = 10_f64.powf((log.floor() - 1.0).max(0.0));
        return grouped(((number / unit).round() * unit) as u64);
    }
    let tenths = (10_f64.powf(log.fract()) * 10.0).round() / 10.0;
    let (digits, power) = if tenths >= 10.0 { (1.0, log.floor() + 1.0) } else { (tenths, log.floor()) };
    format!("{digits:.1} x 10^{power}")
}

fn size(log: f64) -> String {
    if log < 19.0 {
        return bytesize::ByteSize(10_f64.powf(log.max(0.0)) as u64).to_string();
    }
    format!("{} bytes", about(log))
}

/// Seconds of which the decimal logarithm is known, in words.
fn duration(log: f64) -> String {
    const UNITS: [(&str, f64); 5] =
        [("years", 31_557_600.0), ("days", 86_400.0), ("h", 3600.0), ("min", 60.0), ("s", 1.0)];
    let found = UNITS.iter().find(|(_, seconds)| log >= (2.0 * seconds).log10());
    match found {
        Some((unit, seconds)) => format!("about {} {unit}", about(log - seconds.log10())),
        None => "about a second".to_string(),
    }
}

/// For programs: what is the same on every run, and the times apart from it.
pub fn json(resources: &ResourceEstimate, reach: Reach) -> (Value, Value) {
    let sample = &resources.sample;
    let one = |run: &SolverEstimate| {
        json!({
            "solver": run.solver,
            "why": run.why,
            "work_log10": { "best": digits(run.work.0), "usual": digits(run.work.1) },
            "bytes_log10": digits(run.bytes),
        })
    };
    let seconds = |run: &SolverEstimate| json!({ "best": 10_f64.powf(run.seconds.0), "usual": 10_f64.powf(run.seconds.1) });
    let estimate = json!({
        "complete": sample.complete,
        "points_apart": !resources.adds_up,
        "listed": sample.layers.iter().sum::<u64>(),
        "layers": sample.layers,
        "positions_log10": digits(sample.positions),
        "at_most_log10": digits(sample.at_most),
        "key_bits": resources.key_bits,
        "lines_log10": sample.lines.map(digits),
        "moves": digits(sample.moves),
        "plies": digits(sample.plies),
        "solve": one(&resources.solve),
        "strong": one(&resources.strong),
    });
    let run = json!({
        "seconds": { "solve": seconds(&resources.solve), "strong": seconds(&resources.strong) },
        "out_of_reach": {
            "solve": out_of_reach(&resources.solve, reach),
            "strong": out_of_reach(&resources.strong, reach),
        },
    });
    (estimate, run)
}

/// As many digits as mean something.
fn digits(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
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

    #[test]
    fn what_needs_more_than_there_is_is_out_of_reach() {
        let run = SolverEstimate {
            solver: "tiers",
            why: String::new(),
            work: (9.0, 9.0),
            seconds: (3.0, 4.0),
            bytes: 9.0,
        };
        let reach = Reach { memory: 2_000_000_000, seconds: 2000.0 };
        assert_eq!(out_of_reach(&run, reach), None);
        let why = out_of_reach(&run, Reach { memory: 1000, ..reach });
        assert!(why.is_some_and(|why| why.contains("1000 B may be taken")));
        let why = out_of_reach(&run, Reach { seconds: 60.0, ..reach });
        assert!(why.is_some_and(|why| why.contains("at best")));
    }
}
