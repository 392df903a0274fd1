//! Tells what a run would take: numbers with the precision that they have, and whether it is out of
//! reach.

use crate::json::{self, AnswerHead, EstimateRun, EstimatedRun, EstimatedSeconds, Range, Verdicts, finite};
use crate::wording::{about, duration, estimate_reason, estimated_solver, out_of_reach, size};
use zug::answer::{Between, EstimatedSolver, Reach, ResourceEstimate, SolverEstimate};
use zug_lang::wording::{counted, grouped, plies};

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
    let depth = sample.layers.len() as u64 - 1;
    let apart = if resources.adds_up { ", where points so far do not tell them apart" } else { "" };
    if sample.complete {
        return format!(
            "{}{apart}, exactly: all were listed, the last after {}",
            grouped(listed),
            plies(depth)
        );
    }
    let bound = resources.key_bits.map(|bits| format!(", never more than 2^{bits}")).unwrap_or_default();
    let less = if resources.must_end {
        format!("; hardly more than {} by random play", about(sample.at_most))
    } else {
        String::new()
    };
    let how = match resources.is_counted {
        true => "no more than members of sets and sums of integers allow, as far as random play shows",
        false => "and so on as they grow there",
    };
    format!(
        "about {}{apart}: {} in the first {}, {how}{less}{bound}",
        about(sample.positions),
        grouped(listed),
        plies(depth)
    )
}

fn play(resources: &ResourceEstimate) -> String {
    let sample = &resources.sample;
    let lines = match sample.lines {
        Some(lines) => {
            let about = about(lines);
            format!("about {about} {} to the end, ", if about == "1" { "line" } else { "lines" })
        }
        None => String::new(),
    };
    format!("{lines}{:.1} plies at random, {:.1} moves in a position", sample.plies, sample.moves)
}

fn run(run: &SolverEstimate, reach: Reach) -> String {
    let name = estimated_solver(run.solver);
    if run.solver == EstimatedSolver::Tried {
        let count = 10_f64.powf(run.work.usual).round() as u64;
        let (time, bytes) = (duration(run.seconds.usual), size(run.bytes));
        return format!("{name}: {} looked at, {time}, {bytes}", counted(count, "position"));
    }
    let Between { least, usual, most } = run.work;
    let range = match run.work.is_exact() {
        true => String::new(),
        false => format!(" ({} to {})", about(least), about(most)),
    };
    let verdict = run.out_of_reach(reach).map(|why| format!("; out of reach: {}", out_of_reach(why)));
    let verdict = verdict.unwrap_or_default();
    let (time, bytes) = (duration(run.seconds.usual), size(run.bytes));
    format!("{name}: about {}{range} positions looked at, {time}, {bytes}{verdict}", about(usual))
}

/// For programs.
pub fn json(
    head: AnswerHead,
    after: &[String],
    resources: &ResourceEstimate,
    reach: Reach,
) -> json::Estimate {
    let sample = &resources.sample;
    let runs = [&resources.solve, &resources.strong];
    let [seconds_of_solve, seconds_of_strong] =
        runs.map(|run| range(run.seconds, |log| finite(10_f64.powf(log))));
    let [solve, strong] = runs.map(|run| run.out_of_reach(reach).map(out_of_reach));
    json::Estimate {
        head,
        after: after.to_vec(),
        complete: sample.complete,
        points_apart: !resources.adds_up,
        listed: sample.layers.iter().sum(),
        layers: sample.layers.clone(),
        positions_log10: digits(sample.positions),
        at_most_log10: digits(sample.at_most),
        key_bits: resources.key_bits,
        lines_log10: sample.lines.and_then(digits),
        moves: digits(sample.moves),
        plies: digits(sample.plies),
        solve: one_run(&resources.solve),
        strong: one_run(&resources.strong),
        run: EstimateRun {
            seconds: EstimatedSeconds { solve: seconds_of_solve, strong: seconds_of_strong },
            out_of_reach: Verdicts { solve, strong },
        },
    }
}

fn one_run(run: &SolverEstimate) -> EstimatedRun {
    EstimatedRun {
        solver: match run.solver {
            EstimatedSolver::AlphaBeta => json::JsonEstimatedSolver::AlphaBeta,
            EstimatedSolver::Retrograde => json::JsonEstimatedSolver::Retrograde,
            EstimatedSolver::Tiers => json::JsonEstimatedSolver::Tiers,
            EstimatedSolver::Tried => json::JsonEstimatedSolver::Tried,
        },
        why: estimate_reason(&run.reason),
        work_log10: range(run.work, digits),
        bytes_log10: digits(run.bytes),
    }
}

fn range(numbers: Between, tell: impl Fn(f64) -> Option<f64>) -> Range {
    let Between { least, usual, most } = numbers;
    Range { best: tell(least), usual: tell(usual), worst: tell(most) }
}

/// As many digits as mean something.
fn digits(number: f64) -> Option<f64> {
    finite((number * 1000.0).round() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug::answer::EstimateReason;

    #[test]
    fn what_needs_more_than_there_is_is_out_of_reach() {
        let run = SolverEstimate {
            solver: EstimatedSolver::Tiers,
            reason: EstimateReason::LaterTiers,
            work: Between::exactly(9.0),
            seconds: Between { least: 3.0, usual: 4.0, most: 5.0 },
            bytes: 9.0,
        };
        let reach = Reach { memory: 2_000_000_000, seconds: 2000.0 };
        assert_eq!(run.out_of_reach(reach), None);
        let why = run.out_of_reach(Reach { memory: 1000, ..reach }).map(out_of_reach);
        assert!(why.is_some_and(|why| why.contains("1000 B may be taken")));
        let why = run.out_of_reach(Reach { seconds: 60.0, ..reach }).map(out_of_reach);
        assert!(why.is_some_and(|why| why.contains("at best")));
    }
}
