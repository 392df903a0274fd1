//! The machine plays every game of the library exactly as the semantics does.

mod common;

use zug::answer::{Checks, EngineKind, Limits, Options, Prepared, ProcessMemory, can_compile};
use zug_solve::Statistics;

#[test]
fn the_machine_and_the_semantics_agree_over_random_play_of_every_game() {
    for path in common::library() {
        let definition = common::load(&path, &[]);
        let compared = common::compare_engines(&definition, 40, 40, 1);
        assert!(compared > 0, "{} was not played", path.display());
    }
}

#[test]
fn they_agree_in_other_sizes_too() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let sizes: [(&str, &[&str]); 8] = [
        ("connect_four", &["columns=7", "rows=6"]),
        ("connect_four", &["columns=10", "rows=9"]),
        ("reversi", &["width=6", "height=6"]),
        ("hex", &["columns=8", "rows=8"]),
        ("dots_and_boxes", &["columns=3", "rows=3"]),
        ("cqoi2013", &["n=20", "white=a1", "black=t20"]),
        ("domineering", &["columns=8", "rows=8"]),
        ("oware", &["pits=6", "seeds=4"]),
    ];
    for (name, settings) in sizes {
        let definition = common::load(&folder.join(format!("{name}.game")), settings);
        common::compare_engines(&definition, 4, 60, 2);
    }
}

#[test]
fn move_sequences_are_as_many_by_the_machine_as_by_the_semantics() {
    for path in common::library() {
        let definition = common::load(&path, &[]);
        let count = |engine| {
            let prepared = Prepared::new(&definition.program, engine).expect("it fits");
            prepared.perft(&prepared.start(), 3, &Limits::default()).expect("no limit is reached")
        };
        for engine in common::machines() {
            assert_eq!(count(engine), count(EngineKind::Semantics), "{engine:?} {}", path.display());
        }
    }
}

/// A search that goes on in compiled code from where the interpreter was answers as if nothing had
/// happened.
#[test]
fn a_machine_compiled_on_the_way_gives_the_same_answer_and_counts_the_same_nodes() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let games: [(&str, &[&str]); 4] = [
        ("poj1085", &[]),
        ("connect_four", &["columns=4", "rows=4"]),
        ("kalah", &["pits=4", "seeds=3"]),
        ("cqoi2013", &["n=8", "white=a1", "black=h8"]),
    ];
    for (name, settings) in games {
        let definition = common::load(&folder.join(format!("{name}.game")), settings);
        let found = |engine| {
            let prepared = Prepared::new(&definition.program, engine).expect("it fits");
            let options = Options { distance: true, ..Options::within(&Limits::default()) };
            let answer = prepared.solve(&prepared.start(), &options).expect("it is solved");
            let compiled = engine != EngineKind::Interpret && can_compile().is_ok();
            assert_eq!(prepared.is_compiled(), compiled, "{name}, {engine:?}");
            (answer.value, answer.distance, answer.best, answer.line, answer.statistics)
        };
        let interpreted = found(EngineKind::Interpret);
        assert_eq!(found(EngineKind::Auto), interpreted, "{name}");
        assert_eq!(found(EngineKind::Jit), interpreted, "{name}");
    }
}

/// Where the process has no room for the generator of machine code, search goes on as it was: not
/// compiled on the way, and without the plain search that would be compiled when it is first used.
#[test]
fn without_room_for_the_generator_the_answer_is_the_same() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    for (name, settings) in [("connect_four", ["columns=4", "rows=4"]), ("kalah", ["pits=4", "seeds=3"])] {
        let definition = common::load(&folder.join(format!("{name}.game")), &settings);
        let found = |engine, left: u64| {
            let process = ProcessMemory { most: (1 << 40) + left, now: || Some(1 << 40) };
            let prepared = Prepared::new(&definition.program, engine).expect("it fits").within(Some(process));
            let options = Options { distance: true, ..Options::within(&Limits::default()) };
            let answer = prepared.solve(&prepared.start(), &options).expect("it is solved");
            (prepared.is_compiled(), (answer.value, answer.distance, answer.best, answer.line))
        };
        let (compiled, answer) = found(EngineKind::Auto, 1 << 30);
        assert_eq!(compiled, can_compile().is_ok(), "{name}");
        assert_eq!(found(EngineKind::Auto, 1 << 20), (false, answer.clone()), "{name}");
        assert_eq!(found(EngineKind::Jit, 1 << 20), (compiled, answer), "{name}");
    }
}

/// `--engine jit` compiles, or says that it cannot and ends as other wrong arguments do.
#[test]
fn who_asks_for_compiled_code_gets_it_or_is_told_why_not() {
    let game = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games/tic_tac_toe.game");
    let run = |engine| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_zug"));
        command.arg("solve").arg(&game).args(["--engine", engine]).output().expect("it runs")
    };
    let (interpreted, compiled) = (run("interpret"), run("jit"));
    assert_eq!(interpreted.status.code(), Some(0));
    match can_compile() {
        Ok(()) => assert_eq!(compiled.stdout, interpreted.stdout),
        Err(why) => {
            assert_eq!(compiled.status.code(), Some(2));
            assert!(String::from_utf8_lossy(&compiled.stderr).contains(&why));
        }
    }
}

/// Two walls that grow: hardly any lines meet, so small subtrees are searched without the table.
const WALLS: &str = "game \"Walls\"\nplayers A, B\nboard Cell = grid(7, 7)\n\
    state { at[Player]: Cell = [a1, g7], taken: set of Cell = {a1, g7} }\n\
    move go(c in near(at[me]) - taken) { at[me] = c taken += c }\nstuck => me loses\n";

#[test]
fn plain_subtrees_are_the_same_in_every_engine() {
    let definition = common::compile(WALLS, &[]).expect("a definition");
    let limits = Limits::default();
    let solved = |engine| {
        let prepared = Prepared::new(&definition.program, engine).expect("it fits the machine");
        let options = Options { value_only: true, checks: Checks::NONE, ..Options::within(&limits) };
        let answer = prepared.solve(&prepared.start(), &options).expect("an answer");
        (answer.value, Statistics { bytes: 0, ..answer.statistics })
    };
    let interpreted = solved(EngineKind::Interpret);
    assert!(interpreted.1.plain > 0, "{interpreted:?}");
    if can_compile().is_ok() {
        assert_eq!(solved(EngineKind::Jit), interpreted);
    }
}
