//! Runs tests, each in a process of its own.

use serde_json::Value;
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Tests that run at the same time.
pub const WORKERS: usize = 2;

/// The seconds that a variable of the environment gives.
pub fn seconds(variable: &str, otherwise: u64) -> Duration {
    let given = std::env::var(variable).ok();
    Duration::from_secs(given.map_or(otherwise, |given| given.parse().expect("whole seconds")))
}

/// A test of a binary.
pub struct Test {
    pub binary: PathBuf,
    /// The folder of its crate, in which it runs.
    pub krate: PathBuf,
    pub name: String,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Passed,
    Failed,
    /// It was stopped at its limit.
    Late,
}

impl Test {
    /// What the tables say of it: the binary without its hash, and the name.
    pub fn said(&self) -> String {
        let stem = self.binary.file_stem().unwrap_or_default().to_string_lossy();
        format!("{}::{}", stem.rsplit_once('-').map_or(&*stem, |(stem, _)| stem), self.name)
    }

    /// Runs it with a variable of the environment, and says how long it took.
    pub fn run(&self, variable: (&str, &str), limit: Duration) -> (End, Duration) {
        let begin = Instant::now();
        let mut command = Command::new(&self.binary);
        command.args(["--exact", &self.name, "--test-threads=1"]).current_dir(&self.krate);
        command.env("CARGO_MANIFEST_DIR", &self.krate).env("RUST_BACKTRACE", "0");
        // Random tests draw the same on every run.
        command.env("PROPTEST_RNG_SEED", "1").env(variable.0, variable.1);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn().expect("a test can be started");
        let end = wait(&mut child, begin, limit);
        (end, begin.elapsed())
    }
}

/// Waits for a process, or ends it at the limit with all that it has started.
fn wait(child: &mut Child, begin: Instant, limit: Duration) -> End {
    loop {
        match child.try_wait().expect("a process of ours") {
            Some(status) if status.success() => return End::Passed,
            Some(_) => return End::Failed,
            None if begin.elapsed() > limit => {
                let group = format!("-{}", child.id());
                Command::new("kill").args(["-KILL", "--", &group]).status().expect("kill");
                child.wait().expect("a process of ours");
                return End::Late;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// Runs each test alone without a mutant, and writes how long it takes (`tests.tsv`) and what it
/// reaches (`reached/`). Tests that take longer than `LONGEST` are left out.
pub fn time_tests(folder: &Path) {
    fs::create_dir_all(folder.join("reached")).expect("a folder");
    let longest = seconds("LONGEST", 12);
    let all = list_tests(folder);
    let next = Mutex::new(all.iter().enumerate());
    let rows = Mutex::new(vec![String::new(); all.len()]);
    let work = || {
        while let Some((index, test)) = take(&next) {
            let file = reached_file(folder, index);
            let _ = fs::remove_file(&file);
            let (end, took) = test.run(("MUTANT_REACHED", &file.to_string_lossy()), longest);
            let state = match end {
                End::Passed => "passed",
                End::Failed => "failed",
                End::Late => "long",
            };
            let places = (test.binary.display(), test.krate.display());
            let row = format!("{}\t{}\t{}\t{}\t{state}\n", places.0, places.1, test.name, took.as_millis());
            rows.lock().expect("a lock")[index] = row;
        }
    };
    std::thread::scope(|scope| (0..WORKERS).for_each(|_| drop(scope.spawn(work))));
    let rows = rows.into_inner().expect("a lock").concat();
    fs::write(folder.join("tests.tsv"), &rows).expect("a table");
    for state in ["passed", "failed", "long"] {
        println!("{} tests {state}", rows.lines().filter(|row| row.ends_with(state)).count());
    }
}

/// The next of a list that several threads work off.
pub fn take<T>(list: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    list.lock().expect("a lock").next()
}

/// Where it stands what the test with this number reaches.
pub fn reached_file(folder: &Path, test: usize) -> PathBuf {
    folder.join("reached").join(test.to_string())
}

/// All tests of the binaries that cargo has built, but those that are only run by name.
fn list_tests(folder: &Path) -> Vec<Test> {
    let built = fs::read_to_string(folder.join("build.json")).expect("what cargo has built");
    let mut tests = Vec::new();
    for line in built.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let (Some(binary), Some(manifest)) = (line["executable"].as_str(), line["manifest_path"].as_str())
        else {
            continue;
        };
        if line["profile"]["test"] == true {
            let binary = PathBuf::from(binary);
            let krate = Path::new(manifest).parent().expect("a folder").to_path_buf();
            let by_name = names(&binary, &["--list", "--ignored"]);
            let names = names(&binary, &["--list"]).into_iter().filter(|name| !by_name.contains(name));
            tests.extend(names.map(|name| Test { binary: binary.clone(), krate: krate.clone(), name }));
        }
    }
    tests
}

/// The names of tests that a binary lists.
fn names(binary: &Path, arguments: &[&str]) -> Vec<String> {
    let output = Command::new(binary).args(arguments).args(["--format", "terse"]).output().expect("a binary");
    let lines = String::from_utf8_lossy(&output.stdout);
    lines.lines().filter_map(|line| line.strip_suffix(": test")).map(String::from).collect()
}
