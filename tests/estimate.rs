//! What `zug estimate` says before a run: exact where a game is small, near the truth where it is
//! known, the same on every run, and a refusal with numbers where there is no hope.

mod common;

use std::process::{Command, Output};
use std::time::Duration;
use zug::answer::{
    Between, EngineKind, EstimatedSolver, Limits, Options, Prepared, ResourceEstimate, SolverKind, TrialSize,
};
use zug_solve::SampleSize;

/// By a pilot of 2,000 positions, estimates of the games below are not further from the truth than
/// this factor.
const FACTOR: f64 = 6.0;

fn outlook(name: &str, settings: &[&str], pilot: SampleSize) -> ResourceEstimate {
    let path = common::library().into_iter().find(|path| path.ends_with(format!("{name}.game")));
    let definition = common::load(&path.expect("it is in the library"), settings);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    prepared.resources(&prepared.start(), pilot, &Limits::default()).expect("it can be estimated")
}

#[test]
fn positions_of_a_small_game_are_counted_exactly() {
    let pilot = outlook("tic_tac_toe", &[], SampleSize::default()).sample;
    assert!(pilot.complete);
    assert_eq!(pilot.layers, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert!((10_f64.powf(pilot.positions) - 5478.0).abs() < 0.5, "{}", pilot.positions);
}

#[test]
fn estimates_are_near_the_counts_that_are_known() {
    let known: [(&str, &[&str], f64); 7] = [
        ("connect_four", &["columns=4", "rows=4"], 161_029.0),
        ("connect_four", &["columns=3", "rows=5"], 38_310.0),
        ("connect_four", &["columns=6", "rows=2"], 29_737.0),
        ("hexapawn", &["columns=4", "rows=4"], 20_286.0),
        ("hexapawn", &["columns=4", "rows=5"], 118_133.0),
        ("y", &[], 16_505.0),
        ("reversi", &[], 62_789.0),
    ];
    for (name, settings, positions) in known {
        let found = outlook(name, settings, SampleSize { positions: 2000, ..SampleSize::default() }).sample;
        let factor = 10_f64.powf(found.positions) / positions;
        assert!(!found.complete, "{name} {settings:?} is larger than the pilot");
        assert!((1.0 / FACTOR..=FACTOR).contains(&factor), "{name} {settings:?}: {factor} times the truth");
    }
}

/// What solving is told to take, and what it took, as decimal logarithms of positions.
fn backwards(name: &str, settings: &[&str]) -> (Between, f64) {
    let path = common::library().into_iter().find(|path| path.ends_with(format!("{name}.game")));
    let definition = common::load(&path.expect("it is in the library"), settings);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    let (prepared, limits) = (prepared.with_symmetry(), Limits::default());
    let found = prepared.resources(&prepared.start(), SampleSize::default(), &limits).expect("an estimate");
    let answer = prepared.solve(&prepared.start(), &Options::within(&limits)).expect("an answer");
    assert!(found.sample.complete && answer.solver == SolverKind::Retrograde, "{name}");
    (found.solve.work, (answer.statistics.positions as f64).log10())
}

#[test]
fn where_positions_repeat_symmetric_ones_count_once() {
    // Play that goes on for ever is a win in some of them, or nothing is symmetric.
    let symmetric = [("cqoi2013", &["n=8"][..]), ("tapatan", &[]), ("l_game", &[])];
    let others = [("cat_and_mouse_2", &[][..]), ("cops_and_robber", &[]), ("chopsticks", &[])];
    for (name, settings) in symmetric.into_iter().chain(others) {
        let (told, took) = backwards(name, settings);
        assert!(told.is_exact() && (told.usual - took).abs() < 0.2, "{name}: {told:?} {took}");
    }
}

/// What a search is told to take after a trial that is too short to end, and what it takes, as
/// decimal logarithms of positions.
fn forwards(name: &str, settings: &[&str]) -> (Between, f64) {
    let path = common::library().into_iter().find(|path| path.ends_with(format!("{name}.game")));
    let definition = common::load(&path.expect("it is in the library"), settings);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    let (prepared, limits) = (prepared.with_symmetry(), Limits::default());
    let start = prepared.start();
    let sample = SampleSize { positions: 20_000, ..SampleSize::default() };
    let found = prepared.resources(&start, sample, &limits).expect("an estimate");
    let trial = TrialSize { positions: 1 << 13, time: Duration::from_secs(600) };
    let found = found.tried(&prepared, &start, trial, &limits).solve;
    assert_eq!(found.solver, EstimatedSolver::AlphaBeta, "{name}: the trial ends");
    let options = Options { value_only: true, ..Options::within(&limits) };
    let answer = prepared.solve(&start, &options).expect("an answer");
    (found.work, (answer.statistics.positions as f64).log10())
}

#[test]
fn what_a_search_takes_is_within_the_range_that_a_short_trial_tells() {
    let rows: [(&str, &[&str]); 9] = [
        ("connect_four", &["columns=5", "rows=5"]),
        ("dots_and_boxes", &["columns=3", "rows=2"]),
        ("hexapawn", &["columns=5", "rows=5"]),
        ("kalah", &["pits=4", "seeds=3"]),
        ("reversi", &["width=6", "height=4"]),
        ("sim", &["points=6"]),
        ("slimetrail", &["n=6"]),
        ("tic_tac_toe", &["m=5", "n=4", "k=4"]),
        ("toads_and_frogs", &["toads=6", "frogs=6", "spaces=4"]),
    ];
    let told: Vec<(&str, Between, f64)> = rows
        .iter()
        .map(|(name, settings)| (*name, forwards(name, settings)))
        .map(|(name, (told, took))| (name, told, took))
        .collect();
    let within = told.iter().filter(|(_, told, took)| (told.least..=told.most).contains(took)).count();
    assert!(within >= 8, "{told:#?}");
    assert!(told.iter().all(|(_, told, _)| told.most - told.least < 1.4), "{told:#?}");
}

#[test]
fn a_win_that_is_near_is_found_where_positions_repeat() {
    let path = common::library().into_iter().find(|path| path.ends_with("onitama.game"));
    let definition = common::load(&path.expect("it is in the library"), &["n=3"]);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    let (start, limits) = (prepared.start(), Limits::default());
    // An eighth of the default sample shows already that there are more positions than are listed
    // at once, in an eighth of the time.
    let sample = SampleSize { positions: 50_000, ..SampleSize::default() };
    let found = prepared.resources(&start, sample, &limits).expect("an estimate");
    assert_eq!(found.solve.solver, EstimatedSolver::Retrograde);
    let found = found.tried(&prepared, &start, TrialSize::default(), &limits);
    assert_eq!(found.solve.solver, EstimatedSolver::Tried);
}

#[test]
fn the_game_tree_of_tic_tac_toe_is_estimated() {
    let pilot = outlook("tic_tac_toe", &[], SampleSize { lines: 3000, ..SampleSize::default() }).sample;
    let factor = 10_f64.powf(pilot.lines.expect("every line ends")) / 255_168.0;
    assert!((0.9..1.1).contains(&factor), "{factor} times the truth");
}

#[test]
fn all_but_the_time_is_the_same_on_every_run() {
    let once = || {
        let mut pilot =
            outlook("hexapawn", &["columns=4"], SampleSize { positions: 500, ..SampleSize::default() })
                .sample;
        pilot.time = std::time::Duration::ZERO;
        pilot
    };
    assert_eq!(once(), once());
}

fn zug(arguments: &[&str]) -> Output {
    let root = env!("CARGO_MANIFEST_DIR");
    let run = Command::new(env!("CARGO_BIN_EXE_zug")).args(arguments).current_dir(root).output();
    run.expect("zug runs")
}

#[test]
fn the_hopeless_is_refused_with_numbers() {
    let settings = ["--set", "columns=7", "--set", "rows=6", "--positions", "1000", "--lines", "10"];
    let arguments = [&["estimate", "games/connect_four.game", "--strong"], &settings[..]].concat();
    let output = zug(&arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("out of reach: it needs about") && error.contains("iB may be taken"), "{error}");
}

#[test]
fn what_is_small_is_not_refused() {
    let output = zug(&["estimate", "games/tic_tac_toe.game", "--json", "--strong"]);
    assert_eq!(output.status.code(), Some(0));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(told["listed"], 5478);
    assert_eq!(told["complete"], true);
    assert_eq!(told["strong"]["solver"], "tiers");
    assert_eq!(told["run"]["out_of_reach"]["strong"], serde_json::Value::Null);
}

#[test]
fn a_broken_promise_is_told_and_no_estimate() {
    let text = "game \"Too far\"\nplayers A, B\nstate { n: 0..3 = 0, left: 0..9 = 9 }\n\
        move go(k in 1..2) when k <= left { n += k left -= k }\nend when left = 0 => draw\n";
    let definition = common::compile(text, &[]).expect("it has no mistakes");
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    let found = prepared.resources(&prepared.start(), SampleSize::default(), &Limits::default());
    assert!(matches!(found, Err(zug::answer::SolveError::Fault { .. })), "{found:?}");
}

/// Counters that go up and down, where A may offer at once: more positions than are listed, or not.
fn offers(counters: usize, highest: usize, outcome: &str) -> String {
    format!(
        "game \"Offer\"\nplayers A, B\nrange Index = 1..{counters}\n\
         state {{ n[Index]: 0..{highest} = 5, offered: bool }}\n\
         move up(i in Index) when n[i] < {highest} {{ n[i] += 1 }}\n\
         move down(i in Index) when n[i] > 0 {{ n[i] -= 1 }}\n\
         move offer when me = A {{ offered = true }}\n\
         end when offered => {outcome}\nend when n[1] = 0 => B wins\nendless => B wins\n"
    )
}

fn tried(text: &str) -> (EstimatedSolver, f64) {
    let definition = common::compile(text, &[]).expect("a definition");
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    let (start, limits) = (prepared.start(), Limits::default());
    let sample = SampleSize { positions: 50_000, ..SampleSize::default() };
    let found = prepared.resources(&start, sample, &limits).expect("an estimate");
    let found = found.tried(&prepared, &start, TrialSize::default(), &limits).solve;
    (found.solver, found.bytes)
}

#[test]
fn only_a_win_that_is_found_forward_counts_as_tried_and_its_listing_with_it() {
    let (solver, bytes) = tried(&offers(8, 9, "A wins"));
    assert_eq!(solver, EstimatedSolver::Tried);
    assert!(bytes > 7.0, "10 to the power of {bytes} bytes");
    // The best that A can have is a draw, which `solve` does not tell before all positions are
    // listed.
    assert_ne!(tried(&offers(8, 9, "draw")).0, EstimatedSolver::Tried);
}

#[test]
fn where_play_may_go_round_no_number_of_lines_is_told() {
    let path = common::library().into_iter().find(|path| path.ends_with("tapatan.game"));
    let definition = common::load(&path.expect("it is in the library"), &[]);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    let found = prepared.resources(&prepared.start(), SampleSize::default(), &Limits::default());
    assert_eq!(found.expect("an estimate").sample.lines, None);
}
