//! The machine agrees with `semantics`.

mod agree;
mod forms;
mod gathered;
mod limits;
mod random;

use agree::{agree, each_left_out, machine};
use zug_lang::semantics::samples;
use zug_machine::optimization::{Optimization, Optimizations};

#[test]
fn small_programs_play_alike() {
    agree(&samples::tic_tac_toe(), &each_left_out(), 30, 12);
    agree(&samples::heap(), &each_left_out(), 10, 12);
}

#[test]
fn equal_programs_make_equal_machines() {
    let print = || machine(&samples::tic_tac_toe(), None, Optimizations::ALL).to_string();
    assert_eq!(print(), print());
}
#[test]
fn random_programs_play_alike() {
    let count = std::env::var("ZUG_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    for seed in 0..count {
        let other = Optimization::ALL[seed as usize % Optimization::ALL.len()];
        let sets = [Optimizations::ALL, Optimizations::NONE, Optimizations::ALL.without(other)];
        agree(&random::program(seed), &sets, 4, 8);
    }
}

#[test]
fn random_programs_have_every_core_form() {
    let made: std::collections::BTreeSet<&str> =
        (0..300).flat_map(|seed| forms::of(&random::program(seed))).collect();
    let missing: Vec<&&str> = forms::ALL.iter().filter(|form| !made.contains(**form)).collect();
    assert!(missing.is_empty(), "random/expressions.rs never makes {missing:?}");
}

/// Reads a definition with its settings.
fn read(name: &str, text: &str) -> Option<zug_lang::program::Program> {
    let (game, wrong) = zug_lang::syntax::parse(zug_lang::source::FileId::DEFINITION, text);
    let checked = zug_lang::check::check(&game, &[]);
    if checked.program.is_none() || !wrong.is_empty() {
        println!("{name} does not check: {:?} {:?}", wrong.first(), checked.diagnostics.first());
    }
    checked.program
}

#[test]
fn all_games_play_alike() {
    let only = std::env::var("ZUG_GAME").ok();
    let mut files: Vec<_> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let Some(program) = read(&name, &std::fs::read_to_string(&file).unwrap()) else { continue };
        let start = std::time::Instant::now();
        agree(&program, &[Optimizations::ALL, Optimizations::ALL.without(Optimization::Masks)], 6, 60);
        println!("{name}: {:?}", start.elapsed());
    }
}
