//! `zug solve --within`: what is forced within N plies is what the whole analysis says, and a win
//! is found at its distance.

use zug::answer::{
    Answer, Checks, EngineKind, Knowledge, Limits, LineEnd, Options, Prepared, ProcessMemory, SessionLimits,
    SolveError, SolverKind,
};
use zug::definition::{self, Definition};
use zug::expectation::{Mismatch, Verdict, judge};
use zug_game::Player;
use zug_lang::program::Choice;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::source::Sources;

/// Plies searched forward.
const PLIES: u32 = 5;
/// Larger games are left out, to compare all others in a few seconds.
const POSITIONS: u64 = 10_000;

fn limits() -> Limits {
    Limits { positions: Some(POSITIONS), ..Limits::default() }
}

/// The games of the library.
fn library() -> Vec<(String, String)> {
    let mut games: Vec<(String, String)> = std::fs::read_dir("games")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "game"))
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    games.sort();
    games
}

fn definition(text: &str) -> Definition {
    let mut sources = Sources::default();
    sources.add("a.game", text);
    definition::compile(&mut sources, &[]).unwrap()
}

/// Positions near the start: itself, and those behind every third move of a walk.
fn positions(semantics: &Semantics<'_>) -> Vec<Position> {
    let mut found = vec![semantics.start()];
    for at in 0..3 {
        let Some(last) = found.last() else { break };
        let legal = semantics.legal(last).unwrap_or_default();
        let Some(choice) = legal.get((at * 3 + 1) % legal.len().max(1)) else { break };
        let Ok(next) = semantics.play(last, choice) else { break };
        found.push(next);
    }
    found
}

/// The value of a position with the distance, from all positions that can be reached: so it never
/// takes longer than listing [`POSITIONS`] of them, as a search for the distance of a large game
/// would.
fn whole(prepared: &Prepared<'_>, position: &Position) -> Option<Answer> {
    let solver = SolverKind::Retrograde;
    let options = Options { solver, distance: true, checks: Checks::NONE, ..Options::within(&limits()) };
    prepared.solve(position, &options).ok()
}

/// Compares one position; says whether its value was decided forward.
fn compare(prepared: &Prepared<'_>, position: &Position, whole: &Answer, name: &str) -> Option<bool> {
    let (low, high) = prepared.range;
    for plies in 1..=PLIES {
        let Ok(found) = prepared.solve_within(position, plies, &limits()) else { return None };
        let bounds = (found.proved.lower.unwrap_or(low), found.proved.upper.unwrap_or(high));
        assert!(bounds.0 <= whole.value && whole.value <= bounds.1, "{name}: {found:?} of {whole:?}");
        let is_win = !prepared.program.points && (whole.value == low || whole.value == high);
        let near = whole.distance.is_some_and(|distance| distance <= u64::from(plies));
        if is_win {
            assert_eq!(found.value.is_some(), near, "{name} within {plies}: {found:?} of {whole:?}");
        }
        let Some(value) = found.value else { continue };
        assert_eq!(value, whole.value, "{name}");
        if is_win {
            assert_eq!(found.plies.map(u64::from), whole.distance, "{name}");
            assert_eq!(found.line.len() as u64, whole.distance.unwrap_or(0), "{name}");
        }
        assert!(
            found.best.iter().all(|choice| whole.best.contains(choice)),
            "{name}: {found:?} of {whole:?}"
        );
        return Some(true);
    }
    Some(false)
}

#[test]
fn what_is_forced_within_some_plies_is_so_in_the_whole_game() {
    let (mut games, mut decided, mut open) = (0, 0, 0);
    for (name, text) in library() {
        let definition = definition(&text);
        let semantics = Semantics::new(&definition.program);
        let prepare = || Prepared::new(&definition.program, EngineKind::Interpret).ok();
        let Some(plain) = prepare() else { continue };
        let known = |position: Position| whole(&plain, &position).map(|whole| (position, whole));
        // From an earlier position there are as many to list as from a later one.
        let known: Vec<(Position, Answer)> =
            positions(&semantics).into_iter().rev().map_while(known).collect();
        if known.is_empty() {
            continue;
        }
        games += 1;
        let symmetric = prepare().map(Prepared::with_symmetry);
        for prepared in symmetric.iter().chain([&plain]) {
            for (position, whole) in &known {
                match compare(prepared, position, whole, &name) {
                    Some(true) => decided += 1,
                    Some(false) => open += 1,
                    None => {}
                }
            }
        }
    }
    println!("{games} games: {decided} positions decided within {PLIES} plies, {open} not");
    assert!(games > 50 && decided > 60 && open > 60, "{games} games, {decided} decided, {open} open");
}

#[test]
fn play_that_is_over_takes_no_plies() {
    let text = "game \"T\"\nplayers A, B\nstate { n: 0..3 = 0 }\nmove go { n += 1 }\nend when n = 0 => OUT\n";
    for (out, value) in [("A wins", 1), ("B wins", -1), ("draw", 0)] {
        let definition = definition(&text.replace("OUT", out));
        let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
        for plies in [0, 4] {
            let found = prepared.solve_within(&prepared.start(), plies, &limits()).unwrap();
            assert_eq!((found.value, found.plies), (Some(value), Some(0)), "{out} within {plies}");
            assert!(found.best.is_empty() && found.line.is_empty(), "{found:?}");
        }
    }
}

#[test]
fn where_there_is_one_outcome_alone_it_may_be_far_and_its_winner_hurries() {
    let text = "game \"T\"\nplayers A, B\nstate { n: 0..4 = 0 }\nmove go(k in 1..2) when n + k <= 4 { n += k }\nstuck => OUT\n";
    // One takes two each time, the other one.
    for (out, value, by) in [
        ("draw", 0, "A can end play"),
        ("A wins", 1, "A forces it"),
        ("B wins", -1, "B forces it"),
        ("5 to B", -5, "B forces it"),
    ] {
        let definition = definition(&text.replace("OUT", out));
        let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
        assert_eq!(prepared.range, (value, value));
        let at = |plies| prepared.solve_within(&prepared.start(), plies, &limits()).unwrap();
        for plies in [1, 2] {
            assert_eq!((at(plies).value, at(plies).plies), (None, None), "{out}");
        }
        let options = Options { distance: true, ..Options::within(&limits()) };
        let whole = prepared.solve(&prepared.start(), &options).unwrap();
        for plies in [3, 4, 9] {
            let found = at(plies);
            assert_eq!((found.value, found.plies), (Some(value), Some(3)), "{out}");
            if out.contains("wins") {
                assert_eq!(whole.distance, Some(3), "{out}");
                assert!(found.best.iter().all(|choice| whole.best.contains(choice)), "{out}");
            }
        }
        let shown = |plies| {
            let view = zug_view::report::within::WithinView::new(
                &at(plies),
                (&definition.program, prepared.range),
                plies,
                &prepared.start(),
                &[],
            );
            zug_view::report::within::human(&view)
        };
        assert!(shown(1).contains("not decided within 1 ply"), "{}", shown(1));
        assert!(shown(4).contains(by), "{}", shown(4));
    }
}

#[test]
fn the_least_number_of_plies_is_told_where_there_is_one_outcome_alone() {
    let text = "game \"T\" players A, B state { n: 0..3 = 3 } move stop when n > 0 { n = 0 }
        move step when n > 0 { n -= 1 } stuck => A wins";
    let definition = definition(text);
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
    for plies in [1, 2, 9] {
        let found = prepared.solve_within(&prepared.start(), plies, &limits()).unwrap();
        assert_eq!((found.value, found.plies, found.best.len()), (Some(1), Some(1), 1), "within {plies}");
    }
}

#[test]
fn of_a_draw_alone_the_moves_that_delay_it_are_told_as_such() {
    // B alone can end play: behind `near` at once, behind `far` at his second move.
    let text = "game \"T\" players A, B state { at: 0..9 = 0 }
        move near when at = 0 { at = 1 } move far when at = 0 { at = 2 }
        move halt when at = 1 { at = 9 } move back when at = 1 { at = 0 }
        move walk when at = 2 { at = 3 } move walk_on when at = 3 { at = 4 }
        move stop when at = 4 { at = 9 } move turn when at = 4 { at = 2 }
        end when at = 9 => draw stuck => draw";
    let definition = definition(text);
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
    let start = prepared.start();
    let found = prepared.solve_within(&start, 4, &limits()).unwrap();
    assert_eq!((found.value, found.plies, found.by), (Some(0), Some(4), Some(Player::Second)));
    let rules = (&definition.program, prepared.range);
    let shown = zug_view::report::within::human(&zug_view::report::within::WithinView::new(
        &found,
        rules,
        4,
        &start,
        &[],
    ));
    assert!(shown.contains("far (1 of 2 moves; after the others it is forced sooner)"), "{shown}");
    assert!(shown.contains("B can end play within 4 plies"), "{shown}");
}

#[test]
fn a_win_is_a_win_whatever_endless_play_is_worth() {
    let text = "game \"T\"\nplayers A, B\nboard Cell = path(6)\nstate { at: Cell = 3 }\n\
        move left when at > 1 { at = at - 1 }\nmove right { at = at + 1 }\n\
        end when at = 5 => A wins\nend when at = 6 => B wins\nendless => OUT\n";
    for out in ["draw", "A wins", "B wins"] {
        let definition = definition(&text.replace("OUT", out));
        let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
        let found = prepared.solve_within(&prepared.start(), 8, &limits()).unwrap();
        let whole = Options { solver: SolverKind::Retrograde, ..Options::within(&limits()) };
        let whole = prepared.solve(&prepared.start(), &whole).unwrap();
        // Going back and forth is always possible, so only what `endless` says decides.
        assert_eq!(found.value, None, "{out}");
        assert!(matches!(whole.line_end, LineEnd::Repeats(_) | LineEnd::Terminal));
    }
}

#[test]
fn a_limit_is_told_with_what_was_proved() {
    let text = std::fs::read_to_string("games/connect_four.game").unwrap();
    let definition = definition(&text);
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
    let few = Limits { positions: Some(5_000), ..Limits::default() };
    let stopped = prepared.solve_within(&prepared.start(), 30, &few).unwrap_err();
    assert!(matches!(stopped, zug::answer::SolveError::Limit { .. }), "{stopped:?}");
}

#[test]
fn the_table_may_be_as_small_as_it_likes() {
    let text = std::fs::read_to_string("games/tic_tac_toe.game").unwrap();
    let definition = definition(&text);
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
    let at = |memory: u64| {
        let limits = Limits { memory, ..Limits::default() };
        prepared.solve_within(&prepared.start(), 9, &limits).unwrap()
    };
    let (large, small) = (at(1 << 26), at(1 << 10));
    assert_eq!((large.value, small.value), (Some(0), Some(0)));
    let choices = |of: &[Choice]| of.to_vec();
    assert_eq!(choices(&large.best), choices(&small.best));
    assert!(large.statistics.positions < small.statistics.positions);
}

/// More positions than are listed before a search forward has its turn; A wins at once from 2.
const COUNTERS: &str = include_str!("common/counters.game");

#[test]
fn where_listing_takes_long_a_win_that_is_near_is_told_with_what_is_not_known() {
    let definition = definition(COUNTERS);
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
    let semantics = Semantics::new(&definition.program);
    let limits = Limits::default();
    let asked = Options { forward: true, distance: true, ..Options::within(&limits) };
    let answer = prepared.solve(&prepared.start(), &asked).unwrap();
    assert_eq!((answer.value, answer.distance, answer.best_within), (1, Some(1), Some(1)));
    assert!(
        answer.statistics.positions > 1 << 20,
        "the listing before it is work too: {:?}",
        answer.statistics
    );
    assert!(answer.statistics.bytes > 1 << 20, "{:?}", answer.statistics);
    let best: Vec<String> =
        answer.best.iter().map(|choice| semantics.text(&prepared.start(), choice)).collect();
    assert_eq!(best, ["down"]);
    assert!(matches!(answer.reason.method, zug::answer::Method::Forward { .. }), "{:?}", answer.reason);
}

/// A fact about the value alone is judged by a win that is found forward, as `zug solve` tells it:
/// far fewer positions are allowed than there are. One about plies asks for all of them.
#[test]
fn a_fact_about_the_value_is_judged_by_a_win_that_is_found_forward() {
    let definition = definition(&format!("{COUNTERS}expect A wins\nexpect B wins\nexpect A wins in 1\n"));
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
    let limits = Limits { positions: Some(3 << 19), ..Limits::default() };
    let judged = |fact| judge(&prepared, &definition.program.expects[fact], &limits);
    assert_eq!(judged(0).unwrap(), Verdict::Holds);
    let wrong = Mismatch::Value { expected: (-1, None), found: (1, None) };
    assert_eq!(judged(1).unwrap(), Verdict::Fails(wrong));
    assert!(matches!(judged(2), Err(SolveError::Limit { .. })), "{:?}", judged(2));
}

#[test]
fn where_every_move_is_asked_for_and_a_limit_comes_the_win_that_was_found_is_told_as_proved() {
    let definition = definition(COUNTERS);
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
    let limits = Limits { positions: Some(3 << 19), ..Limits::default() };
    let asked = Options { forward: true, all_moves: true, ..Options::within(&limits) };
    let stopped = prepared.solve(&prepared.start(), &asked).unwrap_err();
    let SolveError::Limit { proved, positions, .. } = stopped else { panic!("{stopped:?}") };
    assert_eq!((proved.lower, proved.upper), (Some(1), Some(1)));
    assert!(positions > (1 << 20) + (3 << 19), "the listing before it is work too: {positions}");
}

/// The limit ends the listing for the other moves, which the win does not need.
#[test]
fn plies_that_run_out_prove_no_win() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("round.game").display().to_string();
    for (winner, early) in [("A", false), ("A", true), ("B", false), ("B", true)] {
        let text = format!(
            "game \"Round\" players A, B state {{ n: 0..399 = 0 }} move tick {{ n = (n + 1) % 400 }}
            end when n = 350 => {winner} wins end when n = 351 => A wins stuck => B wins"
        );
        std::fs::write(&file, text).expect("it is written");
        let mut zug = std::process::Command::new(env!("CARGO_BIN_EXE_zug"));
        let zug = zug.args(["solve", &file, "--format", "{winner}"]);
        let zug = if early { zug.env("ZUG_EARLY", "1") } else { zug };
        let output = zug.output().expect("zug runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), winner, "{output:?}");
    }
}

#[test]
fn a_win_that_is_found_forward_stands_where_a_limit_ends_the_listing_after_it() {
    let definition = definition(COUNTERS);
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
    let limits = Limits { positions: Some(3 << 19), ..Limits::default() };
    let asked = Options { forward: true, ..Options::within(&limits) };
    let answer = prepared.solve(&prepared.start(), &asked).unwrap();
    assert_eq!((answer.value, answer.best.len(), answer.best_within), (1, 1, Some(1)));
    assert!(matches!(answer.reason.method, zug::answer::Method::Forward { .. }), "{:?}", answer.reason);
}

#[test]
fn a_small_game_is_told_whole() {
    let text = COUNTERS.replace("2047", "60").replace("= 1000", "= 30");
    let definition = definition(&text);
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
    let limits = Limits::default();
    let asked = Options { forward: true, ..Options::within(&limits) };
    let (forward, whole) = (
        prepared.solve(&prepared.start(), &asked),
        prepared.solve(&prepared.start(), &Options::within(&limits)),
    );
    let (forward, whole) = (forward.unwrap(), whole.unwrap());
    assert_eq!((forward.best_within, forward.best, forward.reason), (None, whole.best, whole.reason));
}

/// A asks first, in one of two ways, and then B wins at once.
const ASKS: &str = "game \"T\"\nplayers A, B\nstate { asked: bool, n: 0..2047 = 2, m: 0..2047 = 1000 }\n\
    move politely when not asked { asked = true }\nmove twice when not asked { asked = true m = 5 }\n\
    move down when asked and n > 0 { n -= 1 }\nmove up when asked and n < 2047 { n += 1 }\n\
    move left when asked and m > 0 { m -= 1 }\nmove right when asked and m < 2047 { m += 1 }\n\
    end when n = 1 => me loses\nendless => draw\n";

/// What a session knows of a position if a search forward may tell it.
fn asked_forward(text: &str) -> Knowledge {
    asked_forward_within(text, None)
}

/// The same with a bound on the whole process.
fn asked_forward_within(text: &str, process: Option<ProcessMemory>) -> Knowledge {
    let definition = definition(text);
    let prepared = Prepared::new(&definition.program, EngineKind::Auto).unwrap();
    let limits = SessionLimits { memory: 1 << 30, process, time: None, stop: None };
    prepared.session(&limits, |session| session.ask_forward(&prepared.start())).unwrap()
}

#[test]
fn a_session_tells_a_win_that_is_found_forward_and_which_moves_are_not_known() {
    let known = asked_forward(COUNTERS);
    let Knowledge::Won(win) = &known else { panic!("{known:?}") };
    assert_eq!((win.value, win.plies, win.moves.len(), win.open.len()), (1, 1, 1, 3));
    assert_eq!((&win.line[..], known.proved(true)), (&[win.moves[0].0.clone()][..], Some(&win.moves[0].0)));
    assert_eq!((known.value(), known.best().len()), (Some(1), 1));
}

/// Whatever A does loses, so nothing is left open.
#[test]
fn of_a_loss_that_is_found_forward_every_move_is_known() {
    let known = asked_forward(ASKS);
    let Knowledge::Exact { value: -1, plies: Some(2), moves, .. } = &known else { panic!("{known:?}") };
    assert_eq!(moves.iter().map(|each| each.1).collect::<Vec<i64>>(), [-1, -1]);
    assert!(known.proved(true).is_some());
}

/// A game that is listed at once is known whole, and a draw is no win.
#[test]
fn a_session_tells_every_move_where_all_positions_are_listed_first() {
    let small = asked_forward(&COUNTERS.replace("2047", "60").replace("= 1000", "= 30"));
    assert!(matches!(&small, Knowledge::Exact { value: 1, moves, .. } if moves.len() == 4), "{small:?}");
    let drawn = asked_forward(&COUNTERS.replace("me loses", "draw"));
    assert!(matches!(&drawn, Knowledge::Exact { value: 0, moves, .. } if moves.len() == 4), "{drawn:?}");
}

/// A draw is found by a table, and the process may not take a byte more than it has: none is made,
/// however much the session itself may keep.
#[test]
fn a_session_keeps_the_bound_on_the_process() {
    let drawn = COUNTERS.replace("me loses", "draw").replace("2047", "60").replace("= 1000", "= 30");
    let bounded = |most| asked_forward_within(&drawn, Some(ProcessMemory { most, now: || Some(1 << 20) }));
    let roomy = bounded(1 << 40);
    assert!(matches!(&roomy, Knowledge::Exact { value: 0, moves, .. } if moves.len() == 4), "{roomy:?}");
    let full = bounded(1 << 20);
    assert!(matches!(&full, Knowledge::Heuristic { moves, .. } if moves.len() == 4), "{full:?}");
}
