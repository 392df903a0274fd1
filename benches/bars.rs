//! The bars: how fast Zug is beside the same games written by hand and beside solvers in C++, each
//! for one game. `cargo bench`, or `cargo bench -- dots` for some rows only.
//!
//! Each row is one search of a definition of `games/`, parsed and compiled before the clock starts,
//! five times in turn with the other side, each time in a process of its own; told are seconds of
//! processor time (the middle one of five), positions looked at, and the most memory of the whole
//! process. `ratio` is ours over theirs.
//!
//! - `ZUG_BASELINES=FOLDER`: where the programs in C++ are, each compiled and run, one row alone,
//!   by the folder's `run.sh`.
//! - `ZUG_NATIVE=1`: a second column of ours, built for the processor at hand (so is a game written
//!   by hand beside it).
//! - `ZUG_SLOW=1`: also what takes more than a few seconds.
//! - `ZUG_ENGINE=interpret`: ours interpreted, not compiled.

#[allow(unused_imports, reason = "the other games written by hand are for the tests")]
#[path = "../tests/by_hand/mod.rs"]
mod by_hand;
mod common;
#[path = "bars/list.rs"]
mod list;
#[path = "bars/ours.rs"]
mod ours;
#[path = "bars/reversi.rs"]
mod reversi;
#[path = "bars/sample.rs"]
mod sample;

use common::median;
use list::{BARS, Bar, Other};
use sample::{Cpp, Sample, native, of_child};
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs of each side; odd, so that there is a middle one.
const RUNS: usize = 5;

/// More memory than the other's, in MiB, that is let pass; and more, as a factor.
const MEMORY: (f64, f64) = (16.0, 1.25);

/// Where the sides are found.
struct Sides {
    plain: PathBuf,
    native: Option<PathBuf>,
    cpp: Option<Cpp>,
}

/// All runs of a row.
#[derive(Default)]
struct Runs {
    ours: Vec<Sample>,
    other: Vec<Sample>,
    native: Vec<Sample>,
    native_other: Vec<Sample>,
}

impl Runs {
    /// Both sides in turn, so that a busy machine is busy for both.
    fn of(bar: &Bar, sides: &Sides) -> Runs {
        let mut runs = Runs::default();
        for _ in 0..RUNS {
            runs.ours.extend(of_child(&sides.plain, bar, false));
            let before = runs.other.last().copied();
            runs.other.extend(match bar.other {
                Other::ByHand => of_child(&sides.plain, bar, true),
                other => sides.cpp.as_ref().and_then(|cpp| cpp.sample(other, before.as_ref())),
            });
            let Some(native) = &sides.native else { continue };
            runs.native.extend(of_child(native, bar, false));
            if bar.other == Other::ByHand {
                runs.native_other.extend(of_child(native, bar, true));
            }
        }
        runs
    }

    /// Whether both sides looked at the same positions, where they must.
    fn are_the_same(&self, bar: &Bar) -> bool {
        let all = || self.ours.iter().chain(&self.native);
        let same = |sample: &Sample| self.ours.first().is_none_or(|first| first.nodes == sample.nodes);
        all().all(same) && (!bar.same || self.other.iter().all(same))
    }

    fn print(&self, bar: &Bar) {
        let (ours, other) = (middle(&self.ours), middle(&self.other));
        let ratio = ratio(ours, other);
        let native_other = if bar.other == Other::ByHand { middle(&self.native_other) } else { other };
        let native = middle(&self.native);
        let native_ratio = self::ratio(native, native_other);
        let reached = match bar.other {
            Other::Nothing => reached(bar, ours.map(|ours| ours.seconds)),
            _ => reached(bar, ratio),
        };
        println!(
            "{:>2} {:<32} {:>11} {:>11} {:>10} {:>10} {:>6} {:>6} {:>7} {:>8} {:>10} {:>6} {:>6} {:>6} {:>8}",
            bar.number,
            bar.name,
            cell(ours.filter(|ours| ours.nodes > 0), |ours| ours.nodes.to_string()),
            cell(other, |other| other.nodes.to_string()),
            cell(ours, |ours| seconds(ours.seconds)),
            cell(other, |other| seconds(other.seconds)),
            cell(ratio, |ratio| format!("{ratio:.2}")),
            cell(bar.bar, |bar| bar.to_string()),
            cell(bar.stretch, |stretch| stretch.to_string()),
            reached,
            cell(native, |native| seconds(native.seconds)),
            cell(native_ratio, |ratio| format!("{ratio:.2}")),
            cell(ours, |ours| format!("{:.0}", ours.mebibytes)),
            cell(other, |other| format!("{:.0}", other.mebibytes)),
            memory(ours, other),
        );
    }
}

const HEAD: [&str; 15] = [
    "",
    "work",
    "ours looks",
    "other looks",
    "ours s",
    "other s",
    "ratio",
    "bar",
    "stretch",
    "reached",
    "native s",
    "ratio",
    "MiB",
    "other",
    "reached",
];

/// A cell of the table, if there is anything to tell.
fn cell<T>(value: Option<T>, text: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".to_string(), text)
}

/// Seconds, to four digits.
fn seconds(seconds: f64) -> String {
    let digits = (3.0 - seconds.log10().floor()).clamp(0.0, 8.0) as usize;
    format!("{seconds:.digits$}")
}

/// The first sample with the middle time.
fn middle(samples: &[Sample]) -> Option<Sample> {
    let first = samples.first()?;
    let seconds = median(samples.iter().map(|sample| sample.seconds).collect());
    let mebibytes = median(samples.iter().map(|sample| sample.mebibytes).collect());
    Some(Sample { seconds, mebibytes, ..*first })
}

fn ratio(ours: Option<Sample>, other: Option<Sample>) -> Option<f64> {
    Some(ours?.seconds / other?.seconds)
}

/// How far we came.
fn reached(bar: &Bar, figure: Option<f64>) -> &'static str {
    let is_within = |limit: Option<f64>| figure.zip(limit).map(|(figure, limit)| figure <= limit);
    match (is_within(bar.bar), is_within(bar.stretch)) {
        (_, Some(true)) => "stretch",
        (Some(true), _) => "bar",
        (None, None) => "-",
        _ => "no",
    }
}

/// Bar 12, for every row.
fn memory(ours: Option<Sample>, other: Option<Sample>) -> &'static str {
    let Some((ours, other)) = ours.zip(other) else { return "-" };
    let (more, factor) = MEMORY;
    if ours.mebibytes <= other.mebibytes {
        "stretch"
    } else if ours.mebibytes <= factor * other.mebibytes + more {
        "bar"
    } else {
        "no"
    }
}

/// The row that a process of ours was asked for.
fn child(name: &str, by_hand: bool) -> ExitCode {
    let Some(bar) = BARS.iter().find(|bar| bar.name == name) else { return ExitCode::FAILURE };
    let sample = if by_hand { ours::by_hand(bar) } else { ours::measured(bar) };
    println!("{}", sample.line());
    ExitCode::SUCCESS
}

fn table(names: &[String]) -> ExitCode {
    let plain = std::env::current_exe().expect("a program knows where it is");
    let sides = Sides { plain, native: native(), cpp: Cpp::new() };
    if sides.cpp.is_none() {
        println!("no ZUG_BASELINES: nothing is run beside what is not written by hand in Rust");
    }
    let slow = std::env::var_os("ZUG_SLOW").is_some();
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = HEAD;
    println!(
        "{a:>2} {b:<32} {c:>11} {d:>11} {e:>10} {f:>10} {g:>6} {h:>6} {i:>7} {j:>8} {k:>10} {l:>6} {m:>6} {n:>6} {o:>8}"
    );
    let mut all_the_same = true;
    let wanted = |bar: &&Bar| names.is_empty() || names.iter().any(|name| bar.name.contains(name.as_str()));
    for bar in BARS.iter().filter(wanted).filter(|bar| slow || !bar.slow) {
        let runs = Runs::of(bar, &sides);
        runs.print(bar);
        if !runs.are_the_same(bar) {
            println!("   {}: the sides did not look at the same positions", bar.name);
            all_the_same = false;
        }
    }
    if all_the_same { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [row, name, rest @ ..] if row == "--row" => child(name, !rest.is_empty()),
        _ => table(&arguments.into_iter().filter(|name| !name.starts_with('-')).collect::<Vec<_>>()),
    }
}
