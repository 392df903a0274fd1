//! Keys as numbers of few bits, by which a memo tells positions apart: no two have the same.

mod common;

use common::{Random, load};
use std::collections::HashMap;
use std::path::Path;
use zug::answer::{EngineKind, Prepared};
use zug_game::{Expansion, Game};
use zug_lang::program::Program;
use zug_machine::Machine;
use zug_machine::interpret::Interpreter;

/// Numbers the keys of positions of random play, and of those that stand for them; gives how many
/// bits that takes.
fn numbered<const N: usize>(machine: &Machine, games: usize) -> Option<u32>
where
    [u64; N]: Default,
{
    let game = Interpreter::<N>::new(machine).expect("it has registers enough");
    let bits = game.number_bits(&game.start())?;
    let mut keys: HashMap<u64, [u64; N]> = HashMap::new();
    let mut random = Random(11);
    for _ in 0..games {
        let mut position = game.start();
        for _ in 0..80 {
            for key in [game.key(&position), game.canonical(&position).key] {
                let number = game.number(&key);
                assert!(bits == 64 || number >> bits == 0, "{}: {key:x?} {number:x}", machine.title);
                assert_eq!(*keys.entry(number).or_insert(key), key, "{}: {number:x}", machine.title);
            }
            let mut moves = Vec::new();
            let Ok(Expansion::Moves) = game.expand(&position, &mut moves) else { break };
            let Ok(step) = game.play(&position, &moves[random.below(moves.len())]) else { break };
            position = step.position;
        }
    }
    Some(bits)
}

fn bits(program: &Program, games: usize) -> Option<u32> {
    let prepared = Prepared::new(program, EngineKind::Interpret).expect("it fits").with_symmetry();
    let machine = prepared.machine().expect("a machine");
    match machine.layout.words {
        1 => numbered::<1>(machine, games),
        2 => numbered::<2>(machine, games),
        4 => numbered::<4>(machine, games),
        _ => numbered::<8>(machine, games),
    }
}

fn of_library(name: &str, settings: &[&str]) -> Option<u32> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.game"));
    bits(&load(&path, settings).program, 2_000)
}

#[test]
fn no_two_keys_have_one_number_in_any_game_of_the_library() {
    let found = common::library().iter().filter_map(|path| bits(&load(path, &[]).program, 60)).count();
    assert!(found > 50, "{found}");
}

/// One bit for each place, one for each column that may be full, and one for the turn.
#[test]
fn discs_in_columns_take_one_bit_each() {
    assert_eq!(of_library("connect_four", &["columns=4", "rows=4"]), Some(16 + 4 + 1));
    assert_eq!(of_library("connect_four", &["columns=7", "rows=6"]), Some(42 + 7 + 1));
    assert_eq!(of_library("connect_four", &["columns=3", "rows=5", "k=3"]), Some(15 + 3 + 1));
}

#[test]
fn a_disc_that_floats_is_not_numbered_as_one_that_lies() {
    let floating = ["columns=4", "rows=4", "discs[Yellow]={b3}", "turn=Red"];
    assert_eq!(of_library("connect_four", &floating), None);
}

/// The same game on its head, and lying on its side.
#[test]
fn discs_fall_any_way() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("games/connect_four.game"));
    let text = text.expect("it can be read");
    let head = text.split("expect").next().expect("rules").to_string();
    for (below, settings) in [("north(c)", [4, 3]), ("west(c)", [4, 3]), ("east(c)", [3, 4])] {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("fall.game");
        std::fs::write(&path, head.replace("south(c)", below)).expect("it can be written");
        let [columns, rows] = settings;
        let settings = [format!("columns={columns}"), format!("rows={rows}"), "k=3".to_string()];
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let program = load(&path, &settings).program;
        assert!(bits(&program, 2_000).is_some(), "{below}");
    }
}

/// What stands above something that is always as good as taken may be placed at any time: it lies
/// on nothing.
#[test]
fn a_place_that_keeps_nothing_from_being_placed_bears_no_stack() {
    let text = "game \"V\"\nplayers A, B\nboard Cell = grid(3, 3)\nfamily Line of Cell = lines(Cell, 3)\n\
        state { discs[Player]: set of Cell }\nlet up = {a1, a2, a3, b1, b2, b3, c1, c3}\n\
        def empty = Cell - discs[A] - discs[B]\ndef upper = up - discs[A] - discs[B]\n\
        move drop(c in empty) when south(c) not in upper { discs[me] += c }\n\
        end for p in Player when some l in Line: l <= discs[p] => p wins\nstuck => draw\n";
    let program = common::compile(text, &[]).expect("it has no mistakes").program;
    assert!(bits(&program, 2_000).is_some());
    let value = |engine, solver| {
        let limits = zug::answer::Limits::default();
        let options = zug::answer::Options { solver, ..zug::answer::Options::within(&limits) };
        let prepared = Prepared::new(&program, engine).expect("it fits").with_symmetry();
        let answer = prepared.solve(&prepared.start(), &options).expect("it is solved");
        (answer.value, answer.best)
    };
    let truth = value(EngineKind::Semantics, zug::answer::SolverKind::Minimax);
    assert_eq!(truth.0, 1);
    assert_eq!(value(EngineKind::Auto, zug::answer::SolverKind::Auto), truth);
}
