//! The library beside programs written for one game: `cargo bench --bench library`, or
//! `cargo bench --bench library -- NAME` for some rows only.
//!
//! The rule, set down before anything was measured: every fourth file of `games/*.game` in the
//! order of the alphabet (`LC_ALL=C`), beginning with the fourth, at the largest size at which a
//! plain program in C++ needs between about 20 ms and 2 s of processor time. Files for which no
//! size fits are listed with the reason in `docs/performance.md`; if fewer than 14 remained, it
//! would go on with every fourth file beginning with the second. No size is chosen by the ratio.
//!
//! `benches/peers/NAME.cpp` solves that game alone, as a competent person asked to make this game
//! fast would write it in half an hour. It prints the value as `zug solve --format '{value}'` does
//! and the positions it looked at. Both sides are whole processes, one thread, in turn, five times,
//! or until both took a minute; the least processor time counts. Their values must agree, at two
//! smaller sizes too, which are looked at once. Ours gets ten minutes by the clock; what it took
//! until then is the least that the row can be, marked with `>`.
//!
//! - `CXX`: the compiler, `g++` otherwise. Without one nothing is measured, and that is no failure.
//! - `ZUG=PATH`: another binary of Zug than the one that cargo built.

mod common;
#[path = "library/rows.rs"]
mod rows;
#[path = "library/sides.rs"]
mod sides;

use rows::{Row, Size};
use sides::{Run, compiled, compiler, ours, theirs};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Runs of each side.
const RUNS: usize = 5;

/// A row that took so many seconds of both sides is not run again.
const ENOUGH: f64 = 60.0;

/// Below so many seconds the start of a process is much of what is measured.
const LONG: f64 = 0.02;

/// One line of the table.
struct Line {
    name: &'static str,
    shown: String,
    value: String,
    ours: f64,
    theirs: f64,
    /// Whether ours came to an end.
    done: bool,
}

impl Line {
    fn ratio(&self) -> f64 {
        self.ours / self.theirs
    }

    fn print(&self) {
        let Line { name, shown, value, ours, theirs, done } = self;
        let more = if *done { "" } else { "> " }; // at least
        println!(
            "| `{name}` | {shown} | {value} | {more}{ours:.3} | {theirs:.3} | {more}{:.2} |",
            self.ratio()
        );
    }
}

/// Both sides once; their values must be the same, if ours found one in time.
fn both(row: &Row, program: &Path, size: &Size) -> Result<(Run, Run), String> {
    let (ours, theirs) = (ours(row.game, size)?, theirs(program, size)?);
    if ours.value.is_none() || ours.value == theirs.value {
        return Ok((ours, theirs));
    }
    let [ours, theirs] = [ours, theirs].map(|run| run.value.unwrap_or_default());
    Err(format!("{}: Zug says `{ours}`, the program in C++ `{theirs}`", size.settings.join(" ")))
}

fn measured(row: &Row, compiler: &OsString) -> Result<Line, String> {
    let program = compiled(compiler, row.game)?;
    for size in &row.smaller {
        both(row, &program, size)?;
    }
    let (mut runs, mut spent) = (Vec::new(), 0.0);
    while runs.len() < RUNS && spent < ENOUGH {
        let run = both(row, &program, &row.measured)?;
        spent += run.0.seconds + run.1.seconds;
        runs.push(run);
    }
    let least = |seconds: fn(&(Run, Run)) -> f64| runs.iter().map(seconds).fold(f64::INFINITY, f64::min);
    Ok(Line {
        name: row.game,
        shown: row.shown.clone(),
        value: runs[0].1.value.clone().unwrap_or_default(),
        done: runs.iter().all(|(ours, _)| ours.value.is_some()),
        ours: least(|(ours, _)| ours.seconds),
        theirs: least(|(_, theirs)| theirs.seconds),
    })
}

/// The geometric mean of ratios.
fn mean(ratios: impl Iterator<Item = f64> + Clone) -> f64 {
    (ratios.clone().map(f64::ln).sum::<f64>() / ratios.count() as f64).exp()
}

fn report(lines: &[Line]) {
    let Some(worst) = lines.iter().max_by(|one, other| one.ratio().total_cmp(&other.ratio())) else { return };
    let long = lines.iter().filter(|line| line.theirs >= LONG);
    let least = |done: bool| if done { "" } else { "> " };
    let all = least(lines.iter().all(|line| line.done));
    println!("geometric mean of {} rows: {all}{:.2}", lines.len(), mean(lines.iter().map(Line::ratio)));
    println!(
        "of the {} rows where C++ takes {} ms or more: {}{:.2}",
        long.clone().count(),
        LONG * 1000.0,
        least(long.clone().all(|line| line.done)),
        mean(long.map(Line::ratio))
    );
    println!("worst: {}, {}{:.2}\n", worst.name, least(worst.done), worst.ratio());
    println!("| game | size | value | Zug, s | C++, s | ratio |\n| --- | --- | --- | --- | --- | --- |");
    lines.iter().for_each(Line::print);
}

fn main() -> ExitCode {
    let Some(compiler) = compiler() else {
        println!("no compiler of C++ (CXX, or g++): nothing to measure beside");
        return ExitCode::SUCCESS;
    };
    let names: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let wanted = |row: &Row| names.is_empty() || names.iter().any(|name| row.game.contains(name.as_str()));
    let (mut lines, mut failed) = (Vec::new(), false);
    for row in rows::rows().into_iter().filter(wanted) {
        match measured(&row, &compiler) {
            Ok(line) => lines.push(line),
            Err(error) => {
                eprintln!("{}: {error}", row.game);
                failed = true;
            }
        }
    }
    report(&lines);
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
