//! The symmetries of the rules: how many are found, that play keeps them, and that no answer
//! depends on them.

mod common;
mod random;

use common::{Random, load};
use std::path::Path;
use zug::answer::{Answer, Checks, EngineKind, Limits, Options, Prepared, SolveError, SolverKind};
use zug_analysis::Ends;
use zug_compile::symmetry::{Symmetry, find};
use zug_game::{Expansion, Game};
use zug_lang::program::Program;
use zug_machine::Machine;
use zug_machine::interpret::Interpreter;

fn found(name: &str, settings: &[&str]) -> Symmetry {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.game"));
    find(&load(&path, settings).program)
}

fn order(name: &str, settings: &[&str]) -> u128 {
    let symmetry = found(name, settings);
    assert!(symmetry.complete, "{name}");
    symmetry.order.expect("a small group")
}

#[test]
fn a_square_board_has_eight_symmetries_and_a_rectangle_four() {
    assert_eq!(order("tic_tac_toe", &[]), 16, "eight, and the same with the players exchanged");
    assert_eq!(order("tic_tac_toe", &["m=4", "n=3"]), 8);
}

#[test]
fn where_pieces_fall_only_left_and_right_can_be_exchanged() {
    assert_eq!(order("connect_four", &[]), 4, "the two, and the same with the players exchanged");
    assert_eq!(order("connect_four", &["columns=7", "rows=6"]), 4);
}

#[test]
fn border_edges_of_a_corner_triangle_are_interchangeable() {
    assert_eq!(order("poj1085", &[]), 96, "48, and the same with the players exchanged");
}

#[test]
fn flat_and_upright_edges_are_exchanged_by_a_quarter_turn() {
    let symmetry = found("dots_and_boxes", &[]);
    assert!(symmetry.exchanges_players());
    assert_eq!(symmetry.order, Some(16), "eight, and the same with the players exchanged");
    assert_eq!(order("dots_and_boxes", &["columns=3", "rows=2"]), 8);
}

#[test]
fn heaps_are_interchangeable_whatever_they_hold_at_the_start() {
    let symmetry = found("nim", &[]);
    assert!(symmetry.exchanges_players());
    assert_eq!(symmetry.order, Some(12));
}

#[test]
fn reversi_has_eight_symmetries_and_the_players_can_be_exchanged() {
    assert_eq!(order("reversi", &[]), 16);
}

#[test]
fn hex_can_be_turned() {
    assert!(order("hex", &[]) >= 2);
}

#[test]
fn symmetries_that_differ_in_what_no_position_holds_count_once() {
    // Nobody moves north, south, east or west: these directions can be exchanged in 24 ways.
    assert_eq!(order("draughts", &["n=5"]), 96);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/draughts.game");
    let definition = load(&path, &["n=5"]);
    let prepared =
        Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits").with_symmetry();
    let canon = &prepared.machine().expect("a machine").symmetry;
    assert!((canon.largest_orbit() - 4_f64.log10()).abs() < 1e-9, "{}", canon.largest_orbit());
}

#[test]
fn a_loop_whose_later_set_changes_on_the_way_goes_from_west_to_east() {
    // Who comes first takes what is beside him: exchanging a1 and c1 exchanges nothing else.
    let text = "game \"Loop\" players A, B board Cell = grid(3, 1)
        state { f: set of Cell, n[Cell]: 0..9, at: Cell or none, gone: 0..2, turn = B }
        move go(c in Cell) when gone = 0 { gone = 1 f += c at = c }
        move run when gone = 1 { gone = 2 for x in Cell, y in near(x) - f { f += y n[x] += 1 } }
        end when gone = 2 => if n[at] > 0 then A wins else B wins
        stuck => draw";
    let definition = common::compile(text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert!(is_the_same(text, &definition.program));
    assert_eq!(find(&definition.program).order, Some(1));
    let once = text.replace("x in Cell, y in near(x) - f { f += y", "x in Cell, y in near(x) { f += y");
    let definition = common::compile(&once, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert!(is_the_same(&once, &definition.program));
    assert_eq!(find(&definition.program).order, Some(2));
}

/// Every definition of the library at its usual settings.
fn programs() -> impl Iterator<Item = (String, Program)> {
    common::library().into_iter().map(|path| (path.display().to_string(), load(&path, &[]).program))
}

/// What symmetric positions must have in common, held at positions of random play.
struct Played<'a> {
    program: &'a Program,
    machine: &'a Machine,
    name: &'a str,
}

impl Played<'_> {
    /// Plays at random; gives how many pairs of symmetric positions were compared.
    fn compare<const N: usize>(&self, games: usize, plies: usize, seed: u64) -> usize
    where
        [u64; N]: Default,
    {
        let game = Interpreter::<N>::new(self.machine).expect("it has registers enough");
        let mut random = Random(seed);
        let mut compared = 0;
        for _ in 0..games {
            let mut position = Game::start(&game);
            for _ in 0..plies {
                compared += self.hold(&game, game.key(&position));
                let mut moves = Vec::new();
                let Ok(Expansion::Moves) = game.expand(&position, &mut moves) else { break };
                let Ok(step) = game.play(&position, &moves[random.below(moves.len())]) else { break };
                position = step.position;
            }
        }
        compared
    }

    /// Moves commute with every symmetry: the successors of the image are the images of the
    /// successors.
    fn hold<const N: usize>(&self, game: &Interpreter<'_, N>, position: [u64; N]) -> usize
    where
        [u64; N]: Default,
    {
        let canon = &self.machine.symmetry;
        let images = canon.images(position);
        let canonical = game.canonical(&position);
        let here = after(game, &position);
        let next: Vec<Vec<_>> = match &here {
            After::Moves(next) => next.iter().map(|(position, _)| canon.images(*position)).collect(),
            _ => Vec::new(),
        };
        for (at, (image, colour_swapped)) in images.iter().enumerate() {
            let place = || format!("{} {position:x?} {image:x?}", self.name);
            assert_eq!(game.canonical(image).key, canonical.key, "one form: {}", place());
            let sign = if *colour_swapped { -1 } else { 1 };
            match (&here, after(game, image)) {
                (After::Fault, After::Fault) => {}
                (After::Over(value), After::Over(other)) => assert_eq!(sign * value, other, "{}", place()),
                (After::Moves(moves), After::Moves(mut found)) => {
                    let images = moves.iter().zip(&next);
                    let mut expected: Vec<([u64; N], i64)> =
                        images.map(|((_, reward), images)| (images[at].0, sign * reward)).collect();
                    expected.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{}", place());
                }
                (here, there) => panic!("{here:?} and {there:?}: {}", place()),
            }
        }
        images.len()
    }

    fn run(&self, games: usize, plies: usize) -> usize {
        assert_eq!(self.machine.layout.fields.len(), self.program.fields.len());
        match self.machine.layout.words {
            1 => self.compare::<1>(games, plies, 5),
            2 => self.compare::<2>(games, plies, 5),
            4 => self.compare::<4>(games, plies, 5),
            _ => self.compare::<8>(games, plies, 5),
        }
    }
}

#[derive(Debug)]
enum After<const N: usize> {
    Fault,
    Over(i64),
    /// Keys of the successors, with gains.
    Moves(Vec<([u64; N], i64)>),
}

fn after<const N: usize>(game: &Interpreter<'_, N>, position: &[u64; N]) -> After<N>
where
    [u64; N]: Default,
{
    let mut moves = Vec::new();
    match game.expand(position, &mut moves) {
        Err(_) => After::Fault,
        Ok(Expansion::Terminal(value)) => After::Over(value),
        Ok(Expansion::Moves) => {
            let steps: Result<Vec<_>, _> = moves.iter().map(|each| game.play(position, each)).collect();
            let Ok(steps) = steps else { return After::Fault };
            After::Moves(steps.iter().map(|step| (game.key(&step.position), step.reward)).collect())
        }
    }
}

/// Plays one definition; gives how many pairs were compared.
fn play(name: &str, program: &Program, games: usize, plies: usize) -> usize {
    let prepared = Prepared::new(program, EngineKind::Interpret).expect("it fits").with_symmetry();
    let machine = prepared.machine().expect("a machine");
    Played { program, machine, name }.run(games, plies)
}

#[test]
fn moves_commute_with_symmetries_in_every_game_of_the_library() {
    let compared: usize = programs().map(|(name, program)| play(&name, &program, 1, 12)).sum();
    assert!(compared > 1000, "{compared}");
}

#[test]
fn moves_commute_with_symmetries_in_random_definitions() {
    let mut random = Random(23);
    let (mut compared, mut symmetric) = (0, 0);
    for turn in 0..200 {
        let numbers: Vec<u32> = (0..90).map(|_| random.below(1_000_000) as u32).collect();
        let text = random::by_turns(turn, &numbers);
        let Ok(definition) = common::compile(&text, &[]) else { continue };
        let pairs = play(&text, &definition.program, 3, 12);
        compared += pairs;
        symmetric += usize::from(pairs > 0);
    }
    assert!(compared > 100 && symmetric > 10, "{compared} pairs in {symmetric} definitions");
}

/// The whole answer, with values of all moves and distances.
fn answer(prepared: &Prepared<'_>) -> Result<Answer, SolveError> {
    let limits = Limits { memory: 1 << 28, ..Limits::default() };
    let options = Options {
        solver: SolverKind::AlphaBeta,
        distance: true,
        all_moves: true,
        ..Options::within(&limits)
    };
    prepared.solve(&prepared.start(), &options)
}

/// Whether a definition was small enough, and its answer the same with and without symmetries.
fn is_the_same(name: &str, program: &Program) -> bool {
    let plain = Prepared::new(program, EngineKind::Interpret).expect("it fits");
    let limits = Limits { memory: 1 << 17, ..Limits::default() };
    let small = plain.reachable(&plain.start(), &limits).is_ok();
    if !small || matches!(plain.ends, Ends::Unproven { .. }) {
        return false;
    }
    let symmetric = Prepared::new(program, EngineKind::Interpret).expect("it fits").with_symmetry();
    let (Ok(plain), Ok(found)) = (answer(&plain), answer(&symmetric)) else { return false };
    assert_eq!(found.value, plain.value, "the value of {name}");
    assert_eq!(found.distance, plain.distance, "the distance of {name}");
    assert_eq!(found.best, plain.best, "the best moves of {name}");
    assert_eq!(found.line, plain.line, "the line of {name}");
    assert_eq!(found.moves, plain.moves, "the moves of {name}");
    true
}

#[test]
fn no_answer_depends_on_symmetries() {
    let same = programs().filter(|(name, program)| is_the_same(name, program)).count();
    assert!(same >= 8, "{same} games");
}

#[test]
fn no_answer_to_a_random_definition_depends_on_symmetries() {
    let mut random = Random(29);
    let mut same = 0;
    for turn in 0..200 {
        let numbers: Vec<u32> = (0..90).map(|_| random.below(1_000_000) as u32).collect();
        let text = random::by_turns(turn, &numbers);
        if let Ok(definition) = common::compile(&text, &[]) {
            same += usize::from(is_the_same(&text, &definition.program));
        }
    }
    assert!(same >= 10, "{same} definitions");
}

/// Whether a definition was small enough, and its answer by retrograde analysis the same with and
/// without symmetries; and how many positions were listed without and with them.
fn is_the_same_backwards(name: &str, program: &Program) -> Option<(u64, u64)> {
    let plain = Prepared::new(program, EngineKind::Interpret).expect("it fits");
    let small = Limits { memory: 1 << 19, ..Limits::default() };
    if plain.reachable(&plain.start(), &small).is_err() {
        return None;
    }
    let symmetric = Prepared::new(program, EngineKind::Interpret).expect("it fits").with_symmetry();
    let limits = Limits { memory: 1 << 26, ..Limits::default() };
    let backwards = |prepared: &Prepared<'_>, distance: bool| {
        let within = Options::within(&limits);
        let solver = SolverKind::Retrograde;
        let options = Options { solver, distance, all_moves: true, checks: Checks::NONE, ..within };
        prepared.solve(&prepared.start(), &options)
    };
    let mut listed = (0, 0);
    for distance in [false, true] {
        let (right, found) = (backwards(&plain, distance), backwards(&symmetric, distance));
        let (Ok(right), Ok(found)) = (&right, &found) else {
            assert_eq!(right.is_err(), found.is_err(), "{name}");
            return None;
        };
        assert_eq!((found.value, found.distance), (right.value, right.distance), "the value of {name}");
        assert_eq!(found.best, right.best, "the best moves of {name}");
        assert_eq!((&found.line, found.line_end), (&right.line, right.line_end), "the line of {name}");
        assert_eq!(found.moves, right.moves, "the moves of {name}");
        listed = (right.statistics.positions, found.statistics.positions);
    }
    Some(listed)
}

#[test]
fn no_answer_of_retrograde_analysis_depends_on_symmetries() {
    let listed: Vec<(u64, u64)> =
        programs().filter_map(|(name, program)| is_the_same_backwards(&name, &program)).collect();
    let fewer = listed.iter().filter(|(without, with)| with < without).count();
    assert!(listed.len() >= 40 && fewer >= 20, "{} games, fewer positions in {fewer}", listed.len());
}

#[test]
fn no_answer_of_retrograde_analysis_to_a_random_definition_depends_on_symmetries() {
    let mut random = Random(31);
    let (mut same, mut fewer) = (0, 0);
    for turn in 0..200 {
        let numbers: Vec<u32> = (0..90).map(|_| random.below(1_000_000) as u32).collect();
        let text = random::by_turns(turn, &numbers);
        let Ok(definition) = common::compile(&text, &[]) else { continue };
        if let Some((without, with)) = is_the_same_backwards(&text, &definition.program) {
            same += 1;
            fewer += usize::from(with < without);
        }
    }
    assert!(same >= 20 && fewer >= 3, "{same} definitions, fewer positions in {fewer}");
}

/// Two pieces that step or stay: eight symmetries of the board, and the players can be exchanged.
const MEET: &str = "game \"Meet\" players A, B board Cell = grid(3, 3)
    state { at[p: Player]: Cell = [a1, c3], got[Player]: 0..4 = 0, left: 0..4 = 0 }
    move step(c in near(at[me]) + {at[me]}) { at[me] = c }
    end when at[A] = at[B] => opponent wins
    stuck => me loses
    endless => draw";

/// How many positions of the game are listed without and with symmetries, if its answers are the
/// same; with these parts replaced.
fn listed_with(replaced: &[(&str, &str)]) -> (u64, u64) {
    let replace = |text: String, (from, to): &(&str, &str)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    };
    let text = replaced.iter().fold(MEET.to_string(), replace);
    let definition = common::compile(&text, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    is_the_same_backwards(&text, &definition.program).expect("it is small enough")
}

#[test]
fn each_condition_of_listing_symmetric_positions_once_is_needed() {
    let (wins, loses) = ("opponent wins", "me loses");
    assert_eq!(listed_with(&[]), (162, 15), "all symmetries and the exchange of players");
    assert_eq!(listed_with(&[(wins, "3 to opponent"), (loses, "3 to opponent")]), (162, 15));
    // The bindings of a rule about the end have no order; what is asked of each player must be the
    // same.
    let end = "end when at[A] = at[B] => opponent wins";
    let for_each = "end for p in Player when at[p] = b2 => p wins";
    let at = [(end, for_each)];
    assert_eq!(listed_with(&at), (144, 12));
    let uneven = for_each.replace("= b2", "= (if p = A then b2 else a2)");
    let at = [(end, uneven.as_str())];
    assert_eq!(listed_with(&at), (144, 78));
    let same_winner = for_each.replace("p wins", "if p = A then p wins else draw");
    let at = [(end, same_winner.as_str())];
    assert_eq!(listed_with(&at), (144, 24));
    // The payoffs of the players are no negatives of each other, or their moves differ.
    assert_eq!(listed_with(&[(wins, "if me = A then B wins else draw")]), (162, 30));
    assert_eq!(listed_with(&[("{ at[me] = c }", "when me = B or c != at[A] { at[me] = c }")]), (162, 30));
    // Only the players and the mirror image that moves no barred cell are left.
    assert_eq!(listed_with(&[("+ {at[me]}", "+ {at[me]} - {a2}")]), (128, 34));
    // Going on for ever is a win.
    assert_eq!(listed_with(&[("endless => draw", "endless => A wins")]), (162, 162));
    // A move brings points, at the start or after many moves.
    let points = "got[A] - got[B] to A";
    for when in ["left > 0", "left > 0 and at[me] = c1"] {
        let take = format!("move take when {when} {{ got[me] += 1 left -= 1 }} end ");
        let replaced =
            [(wins, points), (loses, points), ("draw", points), ("end ", &take), ("4 = 0 }", "4 = 4 }")];
        let (all, listed) = listed_with(&replaced);
        assert!(all > 600 && listed == all, "{listed} of {all}");
    }
}
