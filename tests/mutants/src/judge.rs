//! Turns on one mutant after the other and runs the tests that reach it.

use crate::test_runs::{End, Test, WORKERS, reached_file, seconds, take};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A row of `mutants.tsv`.
pub struct Mutant {
    pub number: u32,
    pub place: String,
    pub change: String,
}

impl Mutant {
    /// Its file, from the root.
    pub fn file(&self) -> &str {
        self.place.split(':').next().unwrap_or("")
    }

    /// Its crate.
    pub fn krate(&self) -> &str {
        self.place.split('/').nth(1).unwrap_or("")
    }
}

/// A test with the time that it takes without a mutant.
struct Timed {
    test: Test,
    time: Duration,
}

/// What the threads share.
struct Judge {
    tests: Vec<Timed>,
    /// The tests that reach a mutant, the fastest first.
    reaching: HashMap<u32, Vec<usize>>,
    /// No further test of a mutant is begun after this.
    budget: Duration,
    /// How many mutants of a file a test has killed.
    kills: Mutex<HashMap<(String, usize), usize>>,
}

/// The mutants that compile.
pub fn mutants(folder: &Path) -> Vec<Mutant> {
    let table = fs::read_to_string(folder.join("mutants.tsv")).expect("a table of mutants");
    let row = |line: &str| match line.split('\t').collect::<Vec<_>>()[..] {
        [number, place, change, "compiles"] => {
            let number = number.parse().expect("a number");
            Some(Mutant { number, place: place.into(), change: change.into() })
        }
        _ => None,
    };
    table.lines().filter_map(row).collect()
}

/// Judges the mutants that `results.tsv` does not have yet, each crate in an order that the seed
/// gives, so that what is done is a sample at any time.
pub fn judge_mutants(folder: &Path, seed: u64) {
    let path = folder.join("results.tsv");
    let before = fs::read_to_string(&path).unwrap_or_default();
    let done: HashSet<&str> = before.lines().filter_map(|line| line.split('\t').next()).collect();
    let mut left = mutants(folder);
    let mut crates: Vec<String> = left.iter().map(|mutant| mutant.krate().to_string()).collect();
    crates.dedup();
    left.retain(|mutant| !done.contains(mutant.number.to_string().as_str()));
    left.sort_by_key(|mutant| {
        let krate = crates.iter().position(|krate| krate == mutant.krate());
        (krate, mix(seed ^ u64::from(mutant.number)))
    });
    let judge = Judge::new(folder);
    let next = Mutex::new(left.iter());
    let file = fs::OpenOptions::new().append(true).create(true).open(&path).expect("a table of results");
    let file = Mutex::new(file);
    let work = || {
        while let Some(mutant) = take(&next) {
            let row = judge.judge(mutant);
            file.lock().expect("a lock").write_all(row.as_bytes()).expect("a row can be written");
        }
    };
    std::thread::scope(|scope| (0..WORKERS).for_each(|_| drop(scope.spawn(work))));
}

/// A number that looks random, from another one.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Judge {
    /// Reads the tests that passed, and what each reaches.
    fn new(folder: &Path) -> Judge {
        let (mut tests, mut reaching) = (Vec::new(), HashMap::<u32, Vec<usize>>::new());
        let table = fs::read_to_string(folder.join("tests.tsv")).expect("a table of tests");
        for (index, line) in table.lines().enumerate() {
            let [binary, krate, name, millis, "passed"] = line.split('\t').collect::<Vec<_>>()[..] else {
                continue;
            };
            let reached = fs::read_to_string(reached_file(folder, index)).unwrap_or_default();
            let numbers: HashSet<u32> = reached.lines().filter_map(|line| line.parse().ok()).collect();
            for number in numbers {
                reaching.entry(number).or_default().push(tests.len());
            }
            let test = Test { binary: binary.into(), krate: krate.into(), name: name.into() };
            tests.push(Timed { test, time: Duration::from_millis(millis.parse().expect("a time")) });
        }
        reaching.values_mut().for_each(|list| list.sort_by_key(|test| tests[*test].time));
        Judge { tests, reaching, budget: seconds("BUDGET", 25), kills: Mutex::default() }
    }

    /// Runs the tests that reach a mutant until one fails, and gives the row of the table.
    fn judge(&self, mutant: &Mutant) -> String {
        let begin = Instant::now();
        let tests = self.order(mutant);
        let (mut state, mut by, mut run) = ("survived", String::new(), 0);
        if tests.is_empty() {
            state = "not reached";
        }
        for test in &tests {
            if begin.elapsed() > self.budget {
                state = "survived so far";
                break;
            }
            let Timed { test: alone, time } = &self.tests[*test];
            let limit = *time * 5 + Duration::from_secs(3);
            let (end, _) = alone.run(("MUTANT", &mutant.number.to_string()), limit);
            run += 1;
            if end != End::Passed {
                state = if end == End::Failed { "killed" } else { "killed by time" };
                by = alone.said();
                let killer = (mutant.file().to_string(), *test);
                *self.kills.lock().expect("a lock").entry(killer).or_default() += 1;
                break;
            }
        }
        let (Mutant { number, place, change }, took) = (mutant, begin.elapsed().as_millis());
        format!("{number}\t{place}\t{change}\t{state}\t{by}\t{run} of {} tests\t{took} ms\n", tests.len())
    }

    /// The tests that reach a mutant: fast ones that killed others of its file, then by time.
    fn order(&self, mutant: &Mutant) -> Vec<usize> {
        let mut tests = self.reaching.get(&mutant.number).cloned().unwrap_or_default();
        let kills = self.kills.lock().expect("a lock");
        tests.sort_by_key(|test| {
            let is_fast = self.tests[*test].time < Duration::from_secs(1);
            let count = kills.get(&(mutant.file().to_string(), *test)).filter(|_| is_fast);
            (std::cmp::Reverse(count.copied().unwrap_or(0)), self.tests[*test].time)
        });
        tests
    }
}
