//! Every position at once: the counts are those of minimax asked about each position, whatever the
//! number of threads.

mod common;
mod random;

use std::collections::{BTreeMap, BTreeSet};
use zug::answer::{
    Engine, EngineKind, LimitKind, LimitReached, Limits, Prepared, SolveError, StrongSolution, Task,
    with_engine,
};
use zug::definition::Definition;
use zug_analysis::Ends;
use zug_game::{Expansion, Player};
use zug_lang::program::Program;
use zug_solve::{SolveQuestion, Termination, solve_minimax};

/// Larger games are not asked about position by position.
const SMALL: usize = 200;

/// By value, plies to the end and mover.
type Counts = BTreeMap<(i64, Option<u64>, Player), u64>;

fn everything(prepared: &Prepared<'_>, threads: usize) -> Result<StrongSolution, SolveError> {
    prepared.solve_strong(&prepared.start(), threads, &Limits::default())
}

/// Asks minimax about every position; none where there are too many or play breaks a promise.
struct OneByOne<'a> {
    program: &'a Program,
    play: Termination,
    /// Whether positions are told apart by everything.
    whole: bool,
}

impl Task for OneByOne<'_> {
    type Output = Option<Counts>;

    fn run<E: Engine>(self, engine: &E) -> Option<Counts> {
        let all = reachable(engine, self.whole)?;
        let question = SolveQuestion { distance: !self.program.points, ..SolveQuestion::VALUE };
        let mut counts = Counts::new();
        for position in all {
            let solved = solve_minimax(engine, &position, question, &Limits::default(), self.play).ok()?;
            let value = solved.value - if self.whole { 0 } else { engine.offset(&position) };
            *counts.entry((value, solved.distance, engine.mover(&position))).or_default() += 1;
        }
        Some(counts)
    }
}

/// One position for every key.
fn reachable<E: Engine>(engine: &E, whole: bool) -> Option<Vec<E::Position>> {
    let key = |position: &E::Position| if whole { engine.full_key(position) } else { engine.key(position) };
    let mut all = vec![engine.start()];
    let mut known = BTreeSet::from([key(&all[0])]);
    let mut at = 0;
    while at < all.len() {
        let mut moves = Vec::new();
        if let Expansion::Moves = engine.expand(&all[at], &mut moves).ok()? {
            for play in moves {
                let next = engine.play(&all[at], &play).ok()?.position;
                if known.insert(key(&next)) {
                    all.push(next);
                }
            }
        }
        at += 1;
        if all.len() > SMALL {
            return None;
        }
    }
    Some(all)
}

/// Compares the counts with minimax; whether there was something to compare, and in tiers.
fn hold(definition: &Definition, engine: EngineKind, name: &str) -> Option<bool> {
    let program = &definition.program;
    let prepared = Prepared::new(program, engine).ok()?;
    let play = if matches!(prepared.ends, Ends::Unproven { .. }) {
        Termination::MayRepeat
    } else {
        Termination::Ends
    };
    let whole = false;
    with_engine(&prepared, OneByOne { program, play, whole })
        .or_else(|| with_engine(&prepared, OneByOne { program, play, whole: true }))?;
    let found = everything(&prepared, 1).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    let task = OneByOne { program, play, whole: found.census.whole };
    let right = with_engine(&prepared, task)?;
    let counts: Counts = found
        .census
        .counts
        .iter()
        .map(|count| ((count.value, count.plies.filter(|_| count.value != 0), count.mover), count.positions))
        .collect();
    assert_eq!(counts, right, "{name}");
    assert_eq!(found.census.positions, right.values().sum::<u64>(), "{name}");
    hold_longest(&prepared, &found, &right, name);
    Some(found.census.tiers.is_some())
}

/// The longest wins are as long as any, are reached, and are played to the end.
fn hold_longest(prepared: &Prepared<'_>, found: &StrongSolution, right: &Counts, name: &str) {
    for (winner, longest) in [(1, &found.census.longest[0]), (-1, &found.census.longest[1])] {
        let won = right.keys().filter(|(value, plies, _)| value.signum() == winner && plies.is_some());
        let most = won.filter_map(|(_, plies, _)| *plies).max().filter(|_| !prepared.program.points);
        assert_eq!(longest.as_ref().map(|longest| longest.plies), most, "{name}");
        let Some(longest) = longest else { continue };
        assert_eq!(longest.line.len() as u64, longest.plies, "{name}");
        let semantics = zug_lang::semantics::Semantics::new(prepared.program);
        let line = longest.after.iter().chain(&longest.line);
        let end = line.fold(prepared.start(), |at, play| {
            let legal = semantics.legal(&at).expect("play goes on");
            assert!(legal.contains(play), "{name}: {play:?} is not legal");
            semantics.play(&at, play).expect("it can be played")
        });
        match semantics.expand(&end) {
            Ok(zug_lang::semantics::Expansion::Over(value)) => assert_eq!(value.signum(), winner, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// The settings under which a file of the library claims facts, the plain ones first.
fn settings(text: &str) -> BTreeSet<Vec<String>> {
    let with = text.lines().filter_map(|line| line.strip_prefix("expect with ")?.split_once(':'));
    let simple = with.map(|(list, _)| list).filter(|list| !list.contains(['[', '{', '"']));
    let lists = simple.map(|list| list.split(',').map(|one| one.replace(' ', "")).collect());
    lists.chain([Vec::new()]).collect()
}

#[test]
fn every_position_of_every_small_game_is_worth_what_minimax_says() {
    let (mut by_tiers, mut by_retrograde) = (0, 0);
    for path in common::library() {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        for settings in settings(&text) {
            let list: Vec<&str> = settings.iter().map(String::as_str).collect();
            let definition = common::load(&path, &list);
            match hold(&definition, EngineKind::Interpret, &format!("{} {settings:?}", path.display())) {
                Some(true) => by_tiers += 1,
                Some(false) => by_retrograde += 1,
                None => {}
            }
        }
    }
    assert!(by_tiers >= 40 && by_retrograde >= 10, "{by_tiers} by tiers, {by_retrograde} by retrograde");
}

#[test]
fn every_position_of_random_definitions_is_worth_what_minimax_says() {
    let mut random = common::Random(23);
    let (mut by_tiers, mut by_retrograde) = (0, 0);
    for turn in 0..400 {
        let numbers: Vec<u32> = (0..90).map(|_| random.below(1_000_000) as u32).collect();
        let text = random::by_turns(turn, &numbers);
        let Ok(definition) = common::compile(&text, &[]) else { continue };
        match hold(&definition, EngineKind::Interpret, &text) {
            Some(true) => by_tiers += 1,
            Some(false) => by_retrograde += 1,
            None => {}
        }
    }
    assert!(by_tiers >= 10 && by_retrograde >= 10, "{by_tiers} by tiers, {by_retrograde} by retrograde");
}

/// A game of the library, solved.
fn library(name: &str, settings: &[&str], threads: usize) -> StrongSolution {
    let path = common::library().into_iter().find(|path| path.ends_with(format!("{name}.game")));
    let definition = common::load(&path.expect("it is in the library"), settings);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits the machine");
    everything(&prepared, threads).expect("it can be solved")
}

#[test]
fn the_table_is_the_same_for_any_number_of_threads() {
    let games = [
        ("connect_four", &["columns=4", "rows=3"][..]),
        ("dots_and_boxes", &["columns=2", "rows=2"]),
        ("reversi", &[]),
        ("nim", &[]),
    ];
    for (name, settings) in games {
        let one = library(name, settings, 1);
        for threads in [2, 3, 8] {
            let mut more = library(name, settings, threads);
            more.census.statistics = one.census.statistics;
            assert_eq!(more, one, "{name} on {threads} threads");
        }
    }
}

#[test]
fn positions_of_tic_tac_toe_are_the_published_ones() {
    let census = library("tic_tac_toe", &[], 1).census;
    assert_eq!((census.positions, census.terminal), (5478, 958));
    let ended = |value: i64| {
        let of = |count: &&zug_solve::Count| count.value == value && count.plies == Some(0);
        census.counts.iter().filter(of).map(|count| count.positions).sum::<u64>()
    };
    assert_eq!((ended(1), ended(-1)), (626, 316));
}

#[test]
fn positions_of_connect_four_are_the_published_ones() {
    for (columns, rows, positions) in [(3, 3, 869), (3, 4, 6_000), (4, 3, 12_031), (3, 5, 38_310)] {
        let settings = [format!("columns={columns}"), format!("rows={rows}")];
        let census = library("connect_four", &[&settings[0], &settings[1]], 2).census;
        assert_eq!(census.positions, positions, "{columns} by {rows}");
        assert!(census.table < 6 * positions, "{} bytes", census.table);
    }
}

#[test]
fn both_engines_find_the_same_counts() {
    for name in ["chopsticks", "tic_tac_toe", "oware"] {
        let path = common::library().into_iter().find(|path| path.ends_with(format!("{name}.game")));
        let definition = common::load(&path.expect("it is in the library"), &[]);
        let by = |engine| {
            let prepared = Prepared::new(&definition.program, engine).expect("it fits");
            everything(&prepared, 1).expect("it can be solved").census
        };
        let (machine, semantics) = (by(EngineKind::Interpret), by(EngineKind::Semantics));
        assert_eq!(semantics.tiers, None);
        assert_eq!(machine.value, semantics.value, "{name}");
        if !machine.counts.is_empty() && !definition.program.points {
            assert_eq!(machine.counts, semantics.counts, "{name}");
        }
    }
}

/// Dots and Boxes with something else in the place of a part of its text.
fn boxes(from: &str, to: &str) -> String {
    let path = common::library().into_iter().find(|path| path.ends_with("dots_and_boxes.game"));
    let text = std::fs::read_to_string(path.expect("it is in the library")).expect("it can be read");
    assert!(text.contains(from), "{from}");
    text.replace(from, to).lines().filter(|line| !line.starts_with("expect")).collect::<Vec<_>>().join("\n")
}

#[test]
fn games_of_completing_things_are_recognized_and_others_are_not() {
    let again = "again when closed > 0";
    let cases = [
        (boxes(again, again), Some(true)),
        (boxes(again, "again when closed >= 1"), Some(true)),
        (boxes(again, ""), Some(false)),
        (boxes(again, "again when closed > 1"), None),
        (boxes(again, "again"), None),
        (boxes("Flat - flat)", "Flat - flat) when count(upright) > 0 or count(flat) = 0"), None),
        (boxes("stuck =>", "end when flat = Flat => boxes[A] - boxes[B] to A\nstuck =>"), None),
        (boxes("and whole(b))", "and whole(b) and some d in e: d.y = 1)"), None),
        (boxes("boxes[A] - boxes[B] to A", "boxes[B] - boxes[A] to A"), None),
    ];
    for (text, again) in cases {
        let settings = ["columns=2", "rows=1"];
        let definition = common::compile(&text, &settings).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let program = &definition.program;
        let subset_play =
            zug_analysis::box_completion(program).and_then(|box_completion| box_completion.subset_play);
        assert_eq!(subset_play.map(|subset_play| subset_play.again), again, "{text}");
        assert!(hold(&definition, EngineKind::Interpret, &text).is_some(), "{text}");
        let by = |engine| {
            let prepared = Prepared::new(program, engine).expect("it fits");
            everything(&prepared, 1).expect("it can be solved").census
        };
        let (machine, semantics) = (by(EngineKind::Interpret), by(EngineKind::Semantics));
        assert_eq!((machine.value, machine.line), (semantics.value, semantics.line), "{text}");
    }
}

const ROUND: &str = "game \"Round and round\"\nplayers A, B\nboard Cell = ring(5)\nstate { at: Cell = 1 }\n\
    move go(d in {forward, backward}) { at = step(at, d) }\nend when at = 4 and me = A => B wins\n";

#[test]
fn where_positions_repeat_wins_are_counted_too() {
    let definition = common::compile(ROUND, &[]).expect("it has no mistakes");
    assert_eq!(hold(&definition, EngineKind::Interpret, "round"), Some(false));
}

#[test]
fn a_fault_is_told_with_moves_that_lead_to_it() {
    let text = "game \"Too far\"\nplayers A, B\nstate { n: 0..9 = 0, left: 0..9 = 9 }\n\
        move go(k in 1..2) when k <= left { n += k left -= k if n > 4 { n += 5 } }\nend when left = 0 => draw\n";
    let definition = common::compile(text, &[]).expect("it has no mistakes");
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    let Err(SolveError::Fault { line }) = everything(&prepared, 1) else { panic!("there is a fault") };
    let semantics = zug_lang::semantics::Semantics::new(&definition.program);
    let (last, before) = line.split_last().expect("there are moves");
    let there =
        before.iter().fold(prepared.start(), |at, play| semantics.play(&at, play).expect("it is played"));
    assert!(semantics.play(&there, last).is_err(), "the last move breaks the promise");
}

#[test]
fn a_memory_limit_is_kept() {
    let path = common::library().into_iter().find(|path| path.ends_with("connect_four.game")).unwrap();
    let definition = common::load(&path, &[]);
    let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
    let limits = Limits { memory: 100_000, ..Limits::default() };
    match prepared.solve_strong(&prepared.start(), 1, &limits) {
        Err(SolveError::Limit { which, .. }) => assert_eq!(which, LimitReached::Given(LimitKind::Memory)),
        other => panic!("{other:?}"),
    }
}

/// Whether something is counted depends on a local of the move: sets of elements do not tell what a
/// move gains.
#[test]
fn a_count_that_names_another_local_is_no_filling() {
    let text = "game \"Loc\"\nplayers A, B\nrange Edge = 0..15\nrange Thing = 0..0\n\
        state { taken: set of Edge, pts[Player]: 0..9 }\n\
        def whole(b: Thing) = { e in Edge where e >= b } <= taken\n\
        move t(e in Edge - taken) {\n  taken += e\n  let k = if e = 3 then 0 else 1\n\
        let c = count(b in Thing where b != k and whole(b))\n  pts[me] += c\n  again when c > 0\n}\n\
        stuck => pts[A] - pts[B] to A\n";
    let everything_of = |text: &str| {
        let definition = common::compile(text, &[]).expect("it has no mistakes");
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        everything(&prepared, 1).expect("it can be solved").census
    };
    let (found, plain) = (
        everything_of(text),
        everything_of(&text.replace("(e in Edge - taken)", "(e in Edge - taken) when e not in taken")),
    );
    assert_eq!(found.positions, plain.positions);
    assert_eq!(found.positions, 65_537, "a set is met with either player to move, once");
}

/// A set that is `none` stays `none` whatever is put into it, as a field and as a `var`, and every
/// engine tells as many positions apart.
#[test]
fn a_set_that_is_none_stays_none() {
    let field = "game \"None\"\nplayers First, Second\nenum Cell { a, b, c }\n\
        state { s: set of Cell or none = none, n: 0..3 = 0 }\n\
        move add(x in Cell) when n < 2 { s += {x}  n += 1 }\n\
        end when n = 2 => if a in s then me wins else draw\nstuck => draw\n";
    let var = field.replace("{ s += {x}  n += 1 }", "{ var t = s  t += {x}  s = t  n += 1 }");
    for text in [field, &var] {
        for engine in [EngineKind::Semantics, EngineKind::Interpret, EngineKind::Auto] {
            let definition = common::compile(text, &[]).expect("it has no mistakes");
            let prepared = Prepared::new(&definition.program, engine).expect("it fits");
            let census = everything(&prepared, 1).expect("it can be solved").census;
            assert_eq!((census.positions, census.value), (3, 0), "{engine:?}: three counts, a draw\n{text}");
        }
    }
}
