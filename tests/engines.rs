//! The machine plays every game of the library exactly as the semantics does.

mod common;

use zug::answer::{EngineKind, Limits, Prepared};

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
        assert_eq!(count(EngineKind::Interpret), count(EngineKind::Semantics), "{}", path.display());
    }
}
