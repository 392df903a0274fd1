//! Numberings of small boards, and builds with them: the same files as without.

mod games;

use super::CodeNumbering;
use super::known::TierNumberings;
use crate::keys::marked::{MarkedKeys, NumberMarks};
use crate::keys::{KeySet, MARKED};
use crate::{BuildOptions, Content, DatabaseError, DatabaseSubject, build};
use games::{Board, Rules, Spot, shape};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use zug_game::{Expansion, Game};
use zug_solve::{Limits, PositionIndexing};

fn options(board: &Board, threads: usize, memory: u64, few: Option<u64>) -> BuildOptions {
    let subject = DatabaseSubject {
        definition: "a board".into(),
        settings: Vec::new(),
        moves: Vec::new(),
        content: Content::Distances,
        points: false,
        layout: "turn next cells".into(),
        bits: 6 + 2 * board.cells(),
        sums: vec!["tiers".into()],
    };
    BuildOptions {
        subject,
        must_end: !matches!(board.rules, Rules::Shift(_)),
        threads,
        limits: Limits { memory, stop: Some(Arc::clone(&board.stop)), ..Limits::default() },
        save_every: if board.most == u64::MAX { Duration::from_secs(60) } else { Duration::ZERO },
        shape: few.map(|few| shape(board, few)).unwrap_or_default(),
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let file = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap())
    };
    std::fs::read_dir(folder).unwrap().map(file).collect()
}

fn built(board: &Board, threads: usize, memory: u64, few: Option<u64>) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let options = options(board, threads, memory, few);
    build(board, board, &board.start(), folder.path(), &options, &|_| {}).unwrap();
    files(folder.path())
}

/// All positions that can be reached, by tier.
fn reached(board: &Board) -> BTreeMap<u64, Vec<u64>> {
    let (mut known, mut waiting) = (FxHashSet::default(), vec![board.start()]);
    known.insert(board.rank(&board.start()));
    let mut tiers: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    while let Some(spot) = waiting.pop() {
        tiers.entry(board.tier(&spot)).or_default().push(board.rank(&spot));
        let mut moves = Vec::new();
        if board.expand(&spot, &mut moves).unwrap() == Expansion::Moves {
            let next = moves.iter().map(|play| board.play(&spot, play).unwrap().position);
            waiting.extend(next.filter(|next| known.insert(board.rank(next))));
        }
    }
    tiers
}

fn numbering(board: &Board, tier: u64) -> Option<Arc<CodeNumbering>> {
    TierNumberings::default().of_tier((board, board, &board.start()), &shape(board, 0), tier)
}

const BOARDS: [(Rules, u32, u32, u32); 4] =
    [(Rules::Drop, 4, 4, 4), (Rules::Drop, 3, 5, 3), (Rules::Shift(3), 3, 3, 3), (Rules::Shift(4), 3, 4, 3)];

fn board((rules, width, height, line): (Rules, u32, u32, u32)) -> Board {
    Board::new(rules, width, height, line)
}

#[test]
fn numbers_are_in_the_order_of_codes_without_a_gap() {
    for board in BOARDS.map(board) {
        for (tier, mut codes) in reached(&board) {
            let numbering = numbering(&board, tier).unwrap();
            let (mut unranker, mut last) = (numbering.unranker(), None);
            for number in 0..numbering.len().min(100_000) {
                let code = unranker.code(number) as u64;
                assert!(last < Some(code), "tier {tier}");
                assert_eq!(numbering.number(code), Some(number));
                last = Some(code);
            }
            codes.sort_unstable();
            find_again(&numbering, &codes);
            let (mut numbers, mut unranker) = (Vec::new(), numbering.unranker());
            numbering.numbers(&codes, &mut numbers);
            for (&code, number) in codes.iter().zip(numbers) {
                assert_eq!(number, numbering.number(code));
                assert_eq!(unranker.code(number.unwrap()) as u64, code);
            }
        }
    }
}

/// Codes as marks: each has its rank, and each rank its code, however far it is from the last one.
fn find_again(numbering: &Arc<CodeNumbering>, codes: &[u64]) {
    let marks = NumberMarks::none(numbering.len());
    codes.iter().for_each(|&code| marks.mark(numbering.number(code).unwrap()));
    let keys = KeySet::Marked(Arc::new(MarkedKeys::new(Arc::clone(numbering), marks)));
    for step in [1, 7, 900, 5000] {
        let (mut finder, mut ranks) = (keys.finder(), Vec::new());
        let some: Vec<u64> = codes.iter().copied().step_by(step).collect();
        keys.ranks(&some, &mut ranks);
        for ((at, &code), rank) in (0..).step_by(step).zip(&some).zip(ranks) {
            assert_eq!((rank, finder.code(at), keys.code(at)), (Some(at), Some(code), Some(code)));
        }
    }
    assert_eq!((keys.code(codes.len() as u64), keys.len()), (None, codes.len() as u64));
    let bytes = keys.to_bytes();
    let back = KeySet::<u64>::from_bytes(MARKED, keys.len(), &bytes, Some(Arc::clone(numbering)));
    assert!(back.unwrap() == keys);
    assert!(KeySet::<u64>::from_bytes(MARKED, keys.len(), &bytes, None).is_err());
    let one_by_one = KeySet::of(numbering.bits(), codes.iter().map(|&code| Ok(code))).unwrap();
    assert!(keys.as_stored().unwrap() == Some(one_by_one));
}

#[test]
fn few_numbers_have_no_position() {
    for board in BOARDS.map(board) {
        let tiers = reached(&board);
        let positions: usize = tiers.values().map(Vec::len).sum();
        let numbers: u64 = tiers.keys().map(|&tier| numbering(&board, tier).unwrap().len()).sum();
        assert!(numbers <= 8 * positions as u64, "{numbers} numbers for {positions} positions");
    }
}

#[test]
fn each_fact_alone_refuses_a_code() {
    let board = Board::new(Rules::Drop, 4, 4, 4);
    let numbering = numbering(&board, 4).unwrap();
    let may = |turn, first, second| {
        numbering.number(board.rank(&Spot { turn, own: [first, second], next: 0 })).is_some()
    };
    assert!(may(0, 0b0000_0011, 0b0000_1100));
    // Both on one cell, of which the sets have the right sizes.
    assert!(!may(0, 0b0000_0011, 0b0000_0110));
    // Another tier.
    assert!(!may(0, 0b0000_0111, 0b0001_1000));
    // Sizes that this tier does not have.
    assert!(!may(0, 0b0000_0111, 0b0000_1000));
    // The other player's turn.
    assert!(!may(1, 0b0000_0011, 0b0000_1100));
    // A disc with none below.
    assert!(!may(0, 0b0010_0001, 0b0000_1100));
}

#[test]
fn a_build_with_numbers_writes_the_files_of_one_without() {
    let small = 24 << 20;
    for rules in BOARDS.into_iter().chain([(Rules::Rare, 4, 4, 5)]) {
        let expected = built(&board(rules), 1, u64::MAX, None);
        for (threads, memory, few) in [(1, u64::MAX, 0), (2, u64::MAX, 0), (2, small, 0), (1, u64::MAX, 300)]
        {
            let found = built(&board(rules), threads, memory, Some(few));
            assert!(found == expected, "{rules:?}, {threads} threads, {memory} bytes, from {few} codes on");
        }
    }
}

#[test]
fn a_sample_that_misses_positions_costs_no_position() {
    let board = Board::new(Rules::Rare, 4, 4, 5);
    let refused = |(&tier, codes): (&u64, &Vec<u64>)| {
        numbering(&board, tier)
            .is_some_and(|numbering| codes.iter().any(|&code| numbering.number(code).is_none()))
    };
    assert!(reached(&board).iter().any(refused), "a numbering refuses a position that is reached");
}

/// Builds until so many positions were expanded, saving whenever that can be; whether it ended, and
/// whether marks were saved.
fn interrupted(rules: (Rules, u32, u32, u32), folder: &Path, most: u64) -> (bool, bool) {
    let board = Board { most, ..board(rules) };
    let options = options(&board, 1, u64::MAX, Some(0));
    let is_built = match build(&board, &board, &board.start(), folder, &options, &|_| {}) {
        Ok(_) => true,
        Err(DatabaseError::Limit(_)) => false,
        Err(error) => panic!("{error:?}"),
    };
    assert!(is_built || board.stop.load(Ordering::Relaxed));
    let listing = std::fs::read_to_string(folder.join("listing.json")).unwrap_or_default();
    (is_built, listing.contains("\"marked\""))
}

#[test]
fn a_build_goes_on_with_the_marks_that_were_saved() {
    let mut marked = false;
    for rules in [(Rules::Drop, 4, 4, 4), (Rules::Shift(3), 4, 4, 3)] {
        let expected = built(&board(rules), 1, u64::MAX, None);
        let mut most = 100_000;
        loop {
            let folder = tempfile::tempdir().unwrap();
            let (is_built, has_marks) = interrupted(rules, folder.path(), most);
            if is_built {
                break;
            }
            marked |= has_marks;
            while !interrupted(rules, folder.path(), 400_000).0 {}
            assert!(files(folder.path()) == expected, "{rules:?} after {most}");
            most = most * 3 / 2;
        }
    }
    assert!(marked, "marks were saved within a tier");
}
