//! Random definitions that reach every shortcut and its near misses: all solvers, engines and
//! settings agree with the rules by name.

mod families;
mod random;

use families::compare::{Compared, Effort, compare};
use families::table::Table;
use families::{Made, Sources};
use std::collections::BTreeMap;
use std::fmt::Write as _;
#[cfg(debug_assertions)]
use std::process::Command;
use zug_game::SplitMix64;
#[cfg(debug_assertions)]
use zug_game::breakage::Shortcut;

/// Counts of one run.
#[derive(Default)]
struct Run {
    table: Table,
    /// By family, or the library: compared, of these with faults, unfit, refused.
    sources: BTreeMap<String, [u64; 4]>,
    /// A mistake of each family, in words.
    mistakes: BTreeMap<String, String>,
    compared: u64,
}

impl Run {
    /// One more definition, on which all agree.
    fn one(&mut self, sources: &Sources, run: u64, number: u64, effort: Effort) {
        if let Err(what) = self.compared(sources, run, number, effort) {
            panic!("{what}");
        }
    }

    /// One more definition; tells what does not agree.
    fn compared(&mut self, sources: &Sources, run: u64, number: u64, effort: Effort) -> Result<(), String> {
        let mut random = SplitMix64(run.wrapping_mul(1 << 40).wrapping_add(number));
        let mut random = SplitMix64(random.word());
        let Made { from, aims, text } = sources.definition(number, &mut random);
        let found = compare(&text, &aims, effort, &mut random, &mut self.table);
        let source = from.split_once(':').map_or(from.as_str(), |(kind, _)| kind);
        let row = self.sources.entry(source.to_string()).or_default();
        match found {
            Ok(done @ (Compared::Done | Compared::Faults)) => {
                row[0] += 1;
                row[1] += u64::from(done == Compared::Faults);
                self.compared += 1;
            }
            Ok(Compared::Unfit) => row[2] += 1,
            Ok(Compared::Refused(mistake)) => {
                row[3] += 1;
                self.mistakes.insert(source.to_string(), format!("{mistake}\n{text}"));
            }
            Err(what) => return Err(format!("{from}, definition {number} of seed {run}: {what}\n\n{text}")),
        }
        Ok(())
    }

    fn report(&self) -> String {
        let mut text = format!("{}\n", self.table);
        for (name, [compared, faults, unfit, refused]) in &self.sources {
            let _ = writeln!(
                text,
                "{compared:>8} compared, {faults:>6} with faults, {unfit:>6} unfit, {refused:>6} refused: {name}"
            );
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

/// So many definitions are made until a broken shortcut must have been found.
const UNTIL_FOUND: u64 = 400;

/// The family that is aimed at a shortcut.
#[cfg(debug_assertions)]
fn aimed_at(shortcut: Shortcut) -> &'static str {
    match shortcut {
        Shortcut::StaticVerdict => "lines",
        Shortcut::Additive | Shortcut::Room => "paid",
        Shortcut::Dependence => "stores",
        Shortcut::Conflict => "sums",
        Shortcut::NoneSet => "nones",
        Shortcut::RequestCodes => "twins",
        Shortcut::IntegerMembers => "unions",
        Shortcut::FaultOrder => "faulty_order",
        Shortcut::VarBounds => "vars",
        Shortcut::Ends => "measures",
        Shortcut::Commute => "loops",
        Shortcut::Draws => "ends",
        Shortcut::Progress => "declared",
        Shortcut::Holding => "painted",
        Shortcut::Ordinals => "roads",
        Shortcut::Directions => "ways",
        Shortcut::Placements => "turns",
        Shortcut::ProofExchange | Shortcut::NimberSum => "piles",
        Shortcut::FormExchange => "ring_men",
        Shortcut::ForcedDraw => "repeats",
        Shortcut::Settled => "colouring",
        _ => "same_effect",
    }
}

/// Shortcuts that games of so few positions do not show broken: must-play regions are as large as
/// the board there; a table by sets of elements plays some hundred positions itself, and gives way
/// where one differs (the tests of `zug-solve` find both); and a sum that leaves its bounds is met
/// by the search that comes before.
#[cfg(debug_assertions)]
const NOT_SHOWN: [Shortcut; 3] = [Shortcut::Carrier, Shortcut::Reach, Shortcut::SubsetTurn];

/// Every shortcut that is broken on purpose is found by a few definitions, without the checks of
/// answers. There is nothing to break in release builds.
#[test]
#[cfg(debug_assertions)]
fn every_broken_shortcut_is_found() {
    let me = std::env::current_exe().expect("a test");
    let wanted = std::env::var("ZUG_BREAK").ok();
    let mut missed = Vec::new();
    let shown = Shortcut::all().filter(|one| !NOT_SHOWN.contains(one));
    for shortcut in shown.filter(|one| wanted.as_ref().is_none_or(|name| name == one.name())) {
        let arguments = ["--exact", "a_broken_shortcut_is_looked_for", "--ignored", "--nocapture"];
        let child = Command::new(&me)
            .args(arguments)
            .env("ZUG_BREAK", shortcut.name())
            .env("ZUG_FAMILY", aimed_at(shortcut))
            .env("ZUG_EARLY", "1")
            .output();
        let said = String::from_utf8_lossy(&child.expect("it can be run").stdout).into_owned();
        let found = said.lines().find(|line| line.starts_with("found: "));
        println!("{}: {}", shortcut.name(), found.unwrap_or(&said));
        missed.extend(found.is_none().then(|| shortcut.name()));
    }
    assert_eq!(missed, Vec::<&str>::new(), "not found in {UNTIL_FOUND} definitions");
}

/// What solvers decide after counting (samples of the memo and of canonical forms, turns that
/// solvers take) they decide after a few positions, so that games of few positions reach what comes
/// after it. There is no such switch in release builds.
#[test]
#[cfg(debug_assertions)]
fn all_agree_where_solvers_decide_early() {
    let child = Command::new(std::env::current_exe().expect("a test"))
        .args(["--exact", "every_shortcut_is_reached_and_all_agree", "--nocapture"])
        .env("ZUG_EARLY", "1")
        .env("ZUG_SEED", std::env::var("ZUG_SEED").unwrap_or_else(|_| "2".into()))
        .env("ZUG_CASES", "800")
        .output()
        .expect("it can be run");
    let said = [child.stdout, child.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(child.status.success(), "{}{}", said[0], said[1]);
}

#[test]
#[ignore = "run by another test, with a broken shortcut"]
fn a_broken_shortcut_is_looked_for() {
    let effort = Effort { most: 150, settings: 8, jit: 20 };
    let (mut run, sources) = (Run::default(), Sources::new(effort));
    let seed = asked("ZUG_SEED").unwrap_or(1);
    let found = (0..UNTIL_FOUND).find_map(|number| run.compared(&sources, seed, number, effort).err());
    if let Some(what) = found {
        println!("found: {what}");
    }
}

/// Run alone, with `--ignored`, and with `ZUG_WRITE=FOLDER ZUG_SEED=1 ZUG_CASES=400` before it, it
/// writes so many definitions that are in order into a folder, for the second reader of the
/// language (`verify/compare.py`).
#[test]
#[ignore = "writes files"]
fn definitions_are_written() {
    let folder = std::path::PathBuf::from(std::env::var_os("ZUG_WRITE").expect("ZUG_WRITE names a folder"));
    let (seed, cases) = (asked("ZUG_SEED").unwrap_or(1), asked("ZUG_CASES").unwrap_or(400));
    let sources = Sources::new(Effort { most: 150, settings: 8, jit: 20 });
    let mut numbers = 0..;
    for written in 0..cases {
        let text = numbers.by_ref().map(|number| any_definition(&sources, seed, number));
        let text = text.into_iter().find(|text| is_in_order(text)).expect("there are always more");
        std::fs::write(folder.join(format!("{seed}_{written:06}.game")), text).expect("it can be written");
    }
}

/// A definition of a family or of the library, or of the generators that know no aim, by turns.
fn any_definition(sources: &Sources, seed: u64, number: u64) -> String {
    let mut random = SplitMix64(seed.wrapping_mul(1 << 40).wrapping_add(number));
    let mut random = SplitMix64(random.word());
    if number.is_multiple_of(2) {
        return sources.definition(number / 2, &mut random).text;
    }
    let words: Vec<u32> = (0..200).map(|_| random.word() as u32).collect();
    random::by_turns(number as usize / 2, &words)
}

fn is_in_order(text: &str) -> bool {
    let mut sources = zug_lang::source::Sources::default();
    sources.add("a.game", text);
    zug::definition::compile(&mut sources, &[]).is_ok()
}

/// So many definitions are compared in the whole long run, and each recogniser is reached that
/// often.
const LONG: (u64, u64) = (200_000, 200);

/// `ZUG_SEED=1 cargo test --release --test random_families -- --ignored --nocapture`. It may be
/// made in parts with a seed each, all of which reach each recogniser as often as their size asks:
/// `ZUG_SEED=4 ZUG_CASES=50000`.
#[test]
#[ignore = "takes an hour"]
fn a_long_run_reaches_every_shortcut_often() {
    let effort = Effort { most: 300, settings: 16, jit: 12 };
    let (mut run, sources) = (Run::default(), Sources::new(effort));
    let (seed, cases) = (asked("ZUG_SEED").unwrap_or(1), asked("ZUG_CASES").unwrap_or(LONG.0));
    println!("seed {seed}, {cases} definitions");
    let mut number = 0;
    while run.compared < cases {
        run.one(&sources, seed, number, effort);
        number += 1;
        if number.is_multiple_of(1_000) {
            println!("{number} made, {} compared", run.compared);
        }
    }
    println!("{number} made\n{}", run.report());
    let least = cases * LONG.1 / LONG.0;
    assert_eq!(run.table.below(least), Vec::<&str>::new(), "reached less than {least} times");
}
