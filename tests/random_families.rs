//! Random definitions that reach every shortcut and its near misses: all solvers, engines and settings agree with the rules by name.

mod families;

use families::compare::{Compared, Effort, compare};
use families::table::Table;
use families::{Made, Sources};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use zug_game::SplitMix64;

/// Counts of one run.
#[derive(Default)]
struct Run {
    table: Table,
    /// By family, or the library: compared, unfit, refused.
    sources: BTreeMap<String, [u64; 3]>,
    /// A mistake of each family, in words.
    mistakes: BTreeMap<String, String>,
    compared: u64,
}

impl Run {
    /// One more definition.
    fn one(&mut self, sources: &Sources, run: u64, number: u64, effort: Effort) {
        let mut random = SplitMix64(run.wrapping_mul(1 << 40).wrapping_add(number));
        let mut random = SplitMix64(random.word());
        let Made { from, aims, text } = sources.definition(number, &mut random);
        let found = compare(&text, &aims, effort, &mut random, &mut self.table);
        let source = from.split_once(':').map_or(from.as_str(), |(kind, _)| kind);
        let row = self.sources.entry(source.to_string()).or_default();
        match found {
            Ok(Compared::Done) => {
                row[0] += 1;
                self.compared += 1;
            }
            Ok(Compared::Unfit) => row[1] += 1,
            Ok(Compared::Refused(mistake)) => {
                row[2] += 1;
                self.mistakes.insert(source.to_string(), format!("{mistake}\n{text}"));
            }
            Err(what) => panic!("{from}, definition {number} of seed {run}: {what}\n\n{text}"),
        }
    }

    fn report(&self) -> String {
        let mut text = format!("{}\n", self.table);
        for (name, [compared, unfit, refused]) in &self.sources {
            let _ = writeln!(text, "{compared:>8} compared, {unfit:>6} unfit, {refused:>6} refused: {name}");
        }
        let _ = writeln!(text, "{} definitions compared", self.compared);
        text
    }
}

/// A number of the environment.
fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

/// So many definitions are made where nobody asks for another number.
const SAMPLE: u64 = 3000;

#[test]
fn every_shortcut_is_reached_and_all_agree() {
    let effort = Effort { most: 150, settings: 8, jit: 20 };
    let (mut run, sources) = (Run::default(), Sources::new(effort));
    let (seed, cases) = (asked("ZUG_SEED").unwrap_or(1), asked("ZUG_CASES").unwrap_or(SAMPLE));
    for number in 0..cases {
        run.one(&sources, seed, number, effort);
    }
    println!("{}", run.report());
    for (source, mistake) in run.mistakes.iter().filter(|_| std::env::var_os("ZUG_MISTAKES").is_some()) {
        println!("{source}: {mistake}");
    }
    if cases >= SAMPLE {
        assert_eq!(run.table.below(3), Vec::<&str>::new(), "reached less than 3 times");
    }
}

/// `ZUG_SEED=1 cargo test --release --test random_families -- --ignored --nocapture`
#[test]
#[ignore = "takes an hour"]
fn a_long_run_reaches_every_shortcut_often() {
    let effort = Effort { most: 300, settings: 16, jit: 12 };
    let (mut run, sources) = (Run::default(), Sources::new(effort));
    let (seed, cases) = (asked("ZUG_SEED").unwrap_or(1), asked("ZUG_CASES").unwrap_or(200_000));
    println!("seed {seed}, {cases} definitions");
    let mut number = 0;
    while run.compared < cases {
        run.one(&sources, seed, number, effort);
        number += 1;
        if number.is_multiple_of(10_000) {
            println!("{number} made, {} compared", run.compared);
        }
    }
    println!("{number} made\n{}", run.report());
    assert_eq!(run.table.below(200), Vec::<&str>::new(), "reached less than 200 times");
}
