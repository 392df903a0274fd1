//! One measurement of one side, and how it comes from a process of its own.

use super::common::SECONDS;
use super::list::{Bar, Other};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What one run found and took.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub value: i64,
    pub nodes: u64,
    /// Of processor time.
    pub seconds: f64,
    /// At most.
    pub mebibytes: f64,
}

impl Sample {
    /// As one line between processes.
    pub fn line(&self) -> String {
        let Sample { value, nodes, seconds, mebibytes } = self;
        format!("sample\t{value}\t{nodes}\t{seconds:e}\t{mebibytes}")
    }

    fn read(told: &str) -> Option<Sample> {
        let cells: Vec<&str> = told.lines().find(|line| line.starts_with("sample"))?.split('\t').collect();
        Some(Sample {
            value: cells.get(1)?.parse().ok()?,
            nodes: cells.get(2)?.parse().ok()?,
            seconds: cells.get(3)?.parse().ok()?,
            mebibytes: cells.get(4)?.parse().ok()?,
        })
    }
}

/// Asks for a row of ours in a new process of this benchmark, built one way or another.
pub fn of_child(benchmark: &Path, bar: &Bar, by_hand: bool) -> Option<Sample> {
    let mut command = Command::new(benchmark);
    command.args(["--row", bar.name]).args(by_hand.then_some("--by-hand"));
    let ran = command.output().ok()?;
    if !ran.status.success() {
        eprintln!("{}: {}", bar.name, String::from_utf8_lossy(&ran.stderr));
        return None;
    }
    Sample::read(&String::from_utf8_lossy(&ran.stdout))
}

/// The programs in C++: a folder with `run.sh`, which compiles what is older than its source, runs
/// it and leaves a table.
pub struct Cpp {
    folder: PathBuf,
}

impl Cpp {
    /// Of the folder that was named.
    pub fn new() -> Option<Cpp> {
        std::env::var_os("ZUG_BASELINES").map(|folder| Cpp { folder: folder.into() })
    }

    /// A row of a program, alone; repeated within one process as often as `before` says it takes to
    /// measure it.
    pub fn sample(&self, other: Other, before: Option<&Sample>) -> Option<Sample> {
        let Other::Cpp(program, row) = other else { return None };
        let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("baselines");
        let repeated = before.map_or(1.0, |before| (SECONDS / before.seconds).ceil().clamp(1.0, 1000.0));
        let ran = Command::new("sh")
            .arg(self.folder.join("run.sh"))
            .arg(program)
            .envs([("ONLY", row), ("SLOW", "1")])
            .env("REPS", format!("{repeated}"))
            .env("OUT", &built)
            .output();
        ran.ok().filter(|ran| ran.status.success())?;
        let table = std::fs::read_to_string(built.join(format!("{program}.tsv"))).ok()?;
        let cells: Vec<&str> = table.lines().next()?.split('\t').map(str::trim).collect();
        Some(Sample {
            value: cells.get(2)?.parse().ok()?,
            nodes: cells.get(3)?.parse().ok()?,
            seconds: cells.get(4)?.parse().ok()?,
            mebibytes: cells.get(9)?.parse().ok()?,
        })
    }
}

/// This benchmark built for the processor at hand, if `ZUG_NATIVE=1` asks for it: cargo builds it
/// beside the other, which takes minutes the first time.
pub fn native() -> Option<PathBuf> {
    std::env::var_os("ZUG_NATIVE").filter(|wanted| wanted == "1")?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/native");
    let ran = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["bench", "--bench", "bars", "--no-run", "--message-format=json", "--target-dir"])
        .arg(folder)
        .env("RUSTFLAGS", "-C target-cpu=native")
        .stderr(std::process::Stdio::inherit())
        .output();
    let told = ran.ok().filter(|ran| ran.status.success())?.stdout;
    let messages = told.split(|byte| *byte == b'\n');
    let artifacts = messages.filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok());
    let mut bars = artifacts.filter(|artifact| artifact["target"]["name"] == "bars");
    bars.find_map(|artifact| artifact["executable"].as_str().map(PathBuf::from))
}
