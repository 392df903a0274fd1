//! What several tests need: the library of games, definitions from text, a small generator of
//! random numbers.
#![allow(dead_code, reason = "every test uses a part of it")]

pub mod facts;
pub mod rising;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use zug::answer::{Engine, EngineKind, Prepared, Task, can_compile, with_engine};
use zug::definition::{self, Definition};
pub use zug_game::SplitMix64 as Random;
use zug_game::{Expansion, Fault, Game};
use zug_lang::program::Choice;
use zug_lang::semantics::{self, Position, Semantics};
use zug_lang::source::Sources;

/// Every definition of the library, by path, sorted.
pub fn library() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("games/ can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "game"))
        .collect();
    files.sort();
    assert!(files.len() >= 28, "the library has {} games", files.len());
    files
}

/// A definition of the library.
pub fn load(path: &Path, settings: &[&str]) -> Definition {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    compile(&text, settings).unwrap_or_else(|mistakes| panic!("{}: {mistakes}", path.display()))
}

/// A definition from its text, or its mistakes in the short form; to be too large for a machine is
/// one.
pub fn compile(text: &str, settings: &[&str]) -> Result<Definition, String> {
    let mut sources = Sources::default();
    sources.add("test.game", text);
    let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_string()).collect();
    let fits = |definition: Definition| zug::answer::machine(&definition.program).map(|_| definition);
    definition::compile(&mut sources, &settings).and_then(fits).map_err(|diagnostics| {
        zug_view::report::diagnostics::render(
            &sources,
            &diagnostics,
            zug_view::report::diagnostics::DiagnosticFormat::Short,
        )
    })
}

/// The ways of running a machine that there are here: interpreted, and compiled if it can be.
pub fn machines() -> Vec<EngineKind> {
    [EngineKind::Interpret].into_iter().chain(can_compile().map(|()| EngineKind::Jit)).collect()
}

/// Plays at random by the semantics and compares the machine, interpreted and compiled, with it at
/// every position: legal moves in order, every successor, endings, and where a promise is broken.
/// Returns how many positions were compared.
pub fn compare_engines(definition: &Definition, games: usize, plies: usize, seed: u64) -> usize {
    let compare = |engine| {
        let prepared = Prepared::new(&definition.program, engine).expect("it fits the machine");
        let machine = prepared.machine().expect("a machine");
        assert_eq!(machine.validate(), Vec::<String>::new(), "a well-formed machine");
        assert_eq!(prepared.is_compiled(), engine == EngineKind::Jit);
        with_engine(&prepared, Compare { definition, games, plies, seed })
    };
    machines().into_iter().map(compare).min().unwrap_or(0)
}

struct Compare<'a> {
    definition: &'a Definition,
    games: usize,
    plies: usize,
    seed: u64,
}

impl Task for Compare<'_> {
    type Output = usize;

    fn run<E: Engine>(self, engine: &E) -> usize {
        let semantics = Semantics::new(&self.definition.program);
        let mut random = Random(self.seed);
        let mut compared = 0;
        let mut ranks = HashMap::new();
        for _ in 0..self.games {
            let mut position = semantics.start();
            for _ in 0..self.plies {
                compared += 1;
                if let Some(count) = engine.key_ranks() {
                    let key = engine.key(&engine.enter(&position));
                    let rank = engine.key_rank(&key);
                    assert!(rank < count, "{position:?}");
                    assert!(*ranks.entry(rank).or_insert_with(|| key.clone()) == key, "{position:?}");
                }
                let next = compare(&semantics, engine, &position);
                if next.is_empty() {
                    break;
                }
                position = next[random.below(next.len())].clone();
            }
        }
        compared
    }
}

/// Compares at one position; returns its successors.
fn compare<E: Engine>(semantics: &Semantics<'_>, engine: &E, position: &Position) -> Vec<Position> {
    let entered = engine.enter(position);
    assert_eq!(engine.leave(&entered), *position, "a position survives its bits");
    let mut moves = Vec::new();
    let seen = engine.expand(&entered, &mut moves);
    let choices: Vec<Choice> = moves.iter().map(|each| engine.choice(each)).collect();
    let legal = match (semantics.expand(position), seen) {
        (Err(_), Err(_)) => return Vec::new(),
        (Ok(semantics::Expansion::Over(value)), Ok(Expansion::Terminal(to_go))) => {
            assert_eq!(value, to_go + engine.offset(&entered), "the payoff at {position:?}");
            return Vec::new();
        }
        (Ok(semantics::Expansion::Moves(legal)), Ok(Expansion::Moves)) => legal,
        (expected, found) => {
            panic!("{expected:?} by the semantics, {found:?} by the machine, at {position:?}")
        }
    };
    assert_eq!(choices, legal, "the legal moves at {position:?}");
    let mut next = Vec::new();
    for (each, choice) in moves.iter().zip(&legal) {
        match (semantics.play(position, choice), engine.play(&entered, each)) {
            (Ok(expected), Ok(step)) => {
                assert_eq!(engine.leave(&step.position), expected, "{choice:?} at {position:?}");
                let reward = engine.offset(&step.position) - engine.offset(&entered);
                assert_eq!(step.reward, reward, "the gain of {choice:?} at {position:?}");
                next.push(expected);
            }
            (Err(_), Err(Fault(_))) => {}
            (expected, found) => panic!(
                "{choice:?} at {position:?}: {expected:?} by the semantics, {:?} by the machine",
                found.map(|step| engine.leave(&step.position))
            ),
        }
    }
    match (semantics.endless(position), Game::endless(engine, &entered)) {
        (Ok(expected), Ok(found)) => {
            assert_eq!(expected, found + engine.offset(&entered), "endless play at {position:?}")
        }
        (Err(_), Err(_)) => {}
        (expected, found) => panic!("endless play at {position:?}: {expected:?} and {found:?}"),
    }
    next
}
