//! How fast every position is valued: `cargo bench --bench strong`, or with `-- dots` for one game only.
//!
//! With `ZUG_BASELINES=FOLDER` the same work by solvers in C++ is run beside it, and `ratio` is to them. Times are of the
//! processor, medians of five runs that take turns; memory is what the tables took at most.

use std::path::Path;
use std::process::Command;
use zug::answer::{EngineKind, Limits, Prepared};
use zug::definition;
use zug::source::Sources;

/// Runs of each; odd, so that there is a middle one.
const RUNS: usize = 5;

/// What is measured, and what beside it.
struct Subject {
    name: &'static str,
    game: &'static str,
    settings: &'static [&'static str],
    /// The program of the other side, and which of its rows.
    program: &'static str,
    row: &'static str,
}

const SUBJECTS: [Subject; 3] = [
    Subject {
        name: "connect four 5x4",
        game: "connect_four",
        settings: &["columns=5", "rows=4"],
        program: "connect4",
        row: "connect4_5x4 strong",
    },
    Subject {
        name: "dots 3x3",
        game: "dots_and_boxes",
        settings: &["columns=3", "rows=3"],
        program: "dots",
        row: "dots_3x3 sweep",
    },
    Subject {
        name: "cqoi 2013, n = 20",
        game: "cqoi2013",
        settings: &["n=20", "white=a1", "black=t20"],
        program: "pursuit",
        row: "pursuit_20",
    },
];

/// One run.
#[derive(Clone, Copy)]
struct Took {
    seconds: f64,
    positions: u64,
    bytes: u64,
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!(
        "{:<18} {:>11} {:>9} {:>10} {:>8}",
        "game, threads", "positions", "cpu s", "tables MiB", "ratio"
    );
    for subject in SUBJECTS {
        if names.is_empty() || names.iter().any(|wanted| subject.name.contains(wanted)) {
            measure(&subject);
        }
    }
}

fn measure(subject: &Subject) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{}.game", subject.game));
    let text = std::fs::read_to_string(&path).expect("the definition can be read");
    let mut sources = Sources::default();
    sources.add(path.display().to_string(), text);
    let settings: Vec<String> = subject.settings.iter().map(|setting| (*setting).to_string()).collect();
    let definition = definition::compile(&mut sources, &settings).expect("the definition has no mistakes");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        ours.push(run(&definition.program));
        theirs.extend(baseline(subject));
    }
    let other = median(theirs.iter().map(|took: &Took| took.seconds).collect());
    let row = |what: &str, took: Took, ratio: String| {
        let (seconds, mebibytes) = (took.seconds, took.bytes as f64 / f64::from(1 << 20));
        println!("{what:<18} {:>11} {seconds:>9.3} {mebibytes:>10.1} {ratio:>8}", took.positions);
    };
    let seconds = median(ours.iter().map(|took| took.seconds).collect()).unwrap_or(0.0);
    let ratio = other.map_or_else(String::new, |other| format!("{:.2}", seconds / other));
    row(subject.name, Took { seconds, ..ours[0] }, ratio);
    if let (Some(seconds), Some(first)) = (other, theirs.first()) {
        row("  in C++", Took { seconds, ..*first }, "1".to_string());
    }
}

fn run(program: &zug::program::Program) -> Took {
    let prepared = Prepared::new(program, EngineKind::Auto).expect("it fits the machine");
    let before = cpu_seconds();
    let found = prepared.solve_strong(&prepared.start(), 1, &Limits::default()).expect("it can be solved");
    let seconds = cpu_seconds() - before;
    Took { seconds, positions: found.census.positions, bytes: found.census.statistics.bytes }
}

/// Runs a solver in C++ once; nothing where there is none.
fn baseline(subject: &Subject) -> Option<Took> {
    let folder = std::env::var("ZUG_BASELINES").ok()?;
    let built = std::env::temp_dir().join("zug-baselines");
    let ran = Command::new("sh")
        .arg(Path::new(&folder).join("run.sh"))
        .arg(subject.program)
        .envs([("ONLY", subject.row), ("REPS", "1")])
        .env("OUT", &built)
        .output();
    ran.ok().filter(|ran| ran.status.success())?;
    let table = std::fs::read_to_string(built.join(format!("{}.tsv", subject.program))).ok()?;
    let cells: Vec<&str> = table.lines().next()?.split('\t').collect();
    let number = |at: usize| cells.get(at)?.trim().parse::<f64>().ok();
    let bytes = (number(9)? as u64) << 20;
    Some(Took { seconds: number(4)?, positions: number(3)? as u64, bytes })
}

fn median(mut times: Vec<f64>) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

/// Processor time of all threads of this process, in steps of some milliseconds. Where the system does not tell, of none.
fn cpu_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = told.rsplit(')').next().unwrap_or_default();
    let ticks = |at: usize| after_name.split_whitespace().nth(at)?.parse::<f64>().ok();
    (ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / 100.0
}
