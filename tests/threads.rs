//! Whatever the number of threads, an answer is the same in all its parts.
//!
//! In these tests a search is shared as soon as it looks at the clock for the first time, after
//! 4,096 positions.

use zug::answer::Limits;
use zug::answer::{Answer, Checks, EngineKind, MemoSize, Options, Prepared, Statistics, Threads};
use zug::definition::{self, Definition};
use zug_lang::source::Sources;

const GAMES: [(&str, &[&str]); 9] = [
    ("tic_tac_toe", &[]),
    ("connect_four", &["columns=5", "rows=4"]),
    ("poj1085", &[]),
    ("dots_and_boxes", &["columns=3", "rows=2"]),
    ("reversi", &[]),
    ("domineering", &[]),
    ("hexapawn", &[]),
    ("kalah", &["pits=4", "seeds=3"]),
    ("misere_tic_tac_toe", &[]),
];

fn load(name: &str, settings: &[&str]) -> Definition {
    let path = format!("{}/games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let mut sources = Sources::default();
    sources.add(path.clone(), std::fs::read_to_string(&path).unwrap());
    let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_string()).collect();
    definition::compile(&mut sources, &settings).unwrap()
}

/// With what counts left out, and how many positions were looked at.
fn solved(prepared: &Prepared<'_>, count: usize, memo: MemoSize) -> (Answer, u64) {
    let limits = Limits::default();
    let threads = Threads { count, alone: 0 };
    let options = Options {
        threads,
        memo,
        distance: true,
        all_moves: true,
        checks: Checks::NONE,
        ..Options::within(&limits)
    };
    let answer = prepared.solve(&prepared.start(), &options).unwrap();
    let positions = answer.statistics.positions;
    (Answer { statistics: Statistics::default(), ..answer }, positions)
}

#[test]
fn an_answer_is_the_same_for_any_number_of_threads() {
    let mut shared = 0;
    for (name, settings) in GAMES {
        let definition = load(name, settings);
        let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap().with_symmetry();
        let (one, positions) = solved(&prepared, 1, MemoSize::Auto);
        shared += usize::from(positions > 4096);
        for memo in [MemoSize::Auto, MemoSize::Bytes(1 << 14), MemoSize::Bytes(1 << 20)] {
            for threads in [2, 3, 8] {
                let (several, _) = solved(&prepared, threads, memo);
                assert_eq!(format!("{several:?}"), format!("{one:?}"), "{name} on {threads} threads");
            }
        }
    }
    assert!(shared >= 3, "{shared}");
}

/// Keys of this engine are no numbers, so its memo is one table with a lock for each part.
#[test]
fn an_answer_is_the_same_where_the_memo_is_locked() {
    for (name, settings) in [("tic_tac_toe", &[][..]), ("dots_and_boxes", &["columns=2", "rows=1"])] {
        let definition = load(name, settings);
        let prepared = Prepared::new(&definition.program, EngineKind::Semantics).unwrap();
        let (one, _) = solved(&prepared, 1, MemoSize::Auto);
        let (several, _) = solved(&prepared, 3, MemoSize::Auto);
        assert_eq!(format!("{several:?}"), format!("{one:?}"), "{name}");
    }
}
