//! Games in which the players take elements and each wins by his own: recognized only where every
//! condition holds, and solved as they are played.

mod common;

use common::facts::{each_alone, program};
use zug::answer::{
    Answer, EngineKind, Limits, MemoSize, Method, Options, Prepared, SolveError, SolverKind, Unfit,
};
use zug_game::Player;
use zug_lang::program::Program;
use zug_lang::semantics::{Expansion, Position, Semantics};

const CHAIN: &str = "game \"Chain\" players A, B board Cell = hex(3, 2)
    let from[Player] = [ { c in Cell where c.x = 1 }, { c in Cell where c.y = 1 } ]
    let to[Player]   = [ { c in Cell where c.x = 3 }, { c in Cell where c.y = 2 } ]
    state { own[Player]: set of Cell, last: Cell or none, shut: bool, n: 0..2 }
    move place(c in Cell - own[A] - own[B]) when not shut { own[me] += c last = c }
    end for p in Player when reach(from[p], own[p]) & to[p] != {} => p wins
    stuck => draw";

fn recognized(program: &Program) -> bool {
    zug_analysis::set_colouring(program).is_some()
}

#[test]
fn a_set_colouring_game_is_recognized_only_where_every_condition_holds() {
    each_alone(
        CHAIN,
        &recognized,
        &[
            // Every rule of the end says who wins, no progress rule is checked, and nobody passes.
            ("=> p wins", "=> draw"),
            ("=> p wins\n    stuck => draw", "=> 1 to p\n    stuck => 0 to A"),
            ("stuck =>", "end when shut => draw stuck =>"),
            ("stuck =>", "progress max(0, count(own[A]) + count(own[B])) stuck =>"),
            ("stuck => draw", "stuck => pass"),
            // The turn passes with every move.
            ("last = c }", "last = c again when c = a1 }"),
            ("last = c }", "last = c again when own[A] = {} }"),
            (
                "last = c }",
                "last = c again with more } followup more(d in Cell - own[A] - own[B]) { own[me] += d }",
            ),
            ("last = c }", "last = c } provided own[me] != own[opponent]"),
            // A move is legal exactly where some things have certain values, and meets no fault.
            ("when not shut", "when not shut or c in own[me]"),
            ("when not shut", "when not shut and (c.y = 1 or Cell(c.x, 1) in own[A] + own[B])"),
            ("when not shut", "when not shut and count(own[me]) < 2"),
            ("last = c }", "last = c n += 1 }"),
            // Both players may take the same.
            ("when not shut", "when not shut and (me = A or c != a1)"),
            ("Cell - own[A] - own[B]", "Cell - own[opponent]"),
            ("stuck =>", "move more(c in Cell - own[A] - own[B]) when not shut { own[me] += c } stuck =>"),
            // A move takes its element, and touches nothing that another needs.
            ("own[me] += c last", "own[me] -= c last"),
            ("last = c }", "last = c shut = true }"),
            ("last = c }", "last = c own[opponent] -= a1 }"),
            ("last = c }", "last = c own[me] += a1 }"),
            ("last = c }", "last = c if last = a1 { own[opponent] = {} } }"),
            ("when not shut", "when not shut and (c.x = 1 or Cell(c.x - 1, c.y) not in own[A] + own[B])"),
            // What a player wins by is his own.
            ("=> p wins", "=> p loses"),
            ("reach(from[p], own[p])", "reach(from[p], own[A])"),
            ("reach(from[p], own[p])", "reach(from[p], own[A] + own[B])"),
            ("when reach(from[p], own[p])", "when own[A] & own[B] = {} and reach(from[p], own[p])"),
            ("reach(from[p], own[p])", "reach(from[p], Cell - own[A])"),
            ("reach(from[p], own[p])", "reach(own[A], own[p])"),
            ("!= {} =>", "!= {} and last != a1 =>"),
            // More of it never hurts.
            ("to[p] != {} =>", "to[p] = {} and own[p] != {} =>"),
            ("to[p] != {} =>", "to[p] != {} and count(own[p]) <= 3 =>"),
            ("to[p] != {} =>", "to[p] != {} and a1 not in own[p] =>"),
            ("to[p] != {} =>", "to[p] != {} and count(own[p]) = 3 =>"),
            ("to[p] != {} =>", "to[p] != {} or stuck(p) =>"),
            ("reach(from[p], own[p])", "reach(from[p], Cell - own[p])"),
        ],
    );
}

/// Games of this form, in other words, each with whether it is decided.
const GAMES: [(&str, bool); 16] = [
    // Hex, and with a draw that never comes about.
    (CHAIN, true),
    // Owners of cells.
    ("board Cell = hex(3, 2) state { owner[Cell]: Player or none }
      move place(c in Cell) when owner[c] = none { owner[c] = me }
      end when reach(a1 + a2, { c in Cell where owner[c] = A }) & {c1, c2} != {} => A wins
      end when reach({a1, b1, c1}, { c in Cell where owner[c] = B }) & {a2, b2, c2} != {} => B wins", true),
    // Two fields and two moves; only who has moved is looked at.
    ("board Cell = hex(2, 3) state { red: set of Cell, blue: set of Cell }
      move red_(c in Cell - red - blue) when me = A { red += c }
      move blue_(c in Cell - red - blue) when me = B { blue += c }
      end when me = B and some c in reach({a1, b1}, red): c in {a3, b3} => A wins
      end when me = A and some c in {b1, b2, b3}: c in reach({a1, a2, a3}, blue) => B wins", true),
    // A maker and a breaker.
    ("board Cell = grid(3, 3) state { own[Player]: set of Cell }
      move place(c in Cell - own[A] - own[B]) { own[me] += c }
      end when some c in {a1, b1, c1}: reach(c, own[A]) & {a3, b3, c3} != {} => A wins stuck => B wins", true),
    // The breaker begins, and his prevention is a draw.
    ("board Cell = grid(3, 2) family Line of Cell = lines(Cell, 2) state { own[Player]: set of Cell turn = B }
      move place(c in Cell - own[A] - own[B]) { own[me] += c }
      end when some l in Line: l <= own[A] and b2 not in l => A wins stuck => draw", true),
    // Shannon's game: one joins, the other cuts.
    ("graph Point { a-b-c-d, a-c, b-d } family Edge of Point = { {p, q} for p in Point, q in near(p) }
      state { open: set of Edge = Edge, firm: set of Edge }
      move join(e in open - firm) when me = A { firm += e }
      move cut(e in open - firm) when me = B { open -= e }
      end when d in reach(a, firm) => A wins
      end when d not in reach(a, open) => B wins", true),
    // The same, cutting first, where the cut is not told.
    ("graph Point { a-b-c-d, a-c, b-d } family Edge of Point = { {p, q} for p in Point, q in near(p) }
      state { open: set of Edge = Edge, firm: set of Edge, turn = B }
      move join(e in open - firm) when me = A { firm += e }
      move cut(e in open - firm) when me = B { open -= e }
      end when not (some p in {c, d}: p not in reach(a, firm)) => A wins stuck => B wins", true),
    // A majority, and one of some cells that count twice as much by being named in another
    // condition.
    ("board Cell = grid(5, 1) state { own[Player]: set of Cell }
      move place(c in Cell - own[A] - own[B]) { own[me] += c }
      end for p in Player when count(own[p]) > 2 => p wins", true),
    ("board Cell = grid(4, 1) state { own[Player]: set of Cell }
      move place(c in Cell - own[A] - own[B]) { own[me] += c }
      end for p in Player when 2 <= count(own[p] - a1) and b1 in own[p] => p wins stuck => A wins", true),
    // Stones that stand there already, and others that nobody may take.
    ("board Cell = hex(3, 3) state { own[Player]: set of Cell = [ {a1}, {c3, b1} ] }
      let wall[Player] = [ {b3}, {c1} ]
      move place(c in Cell - wall[A] - wall[B] - own[A] - own[B]) { own[me] += c }
      end for p in Player when reach(if p = A then {a1, b1, c1} else {a1, a2, a3}, own[p] + wall[p])
        & (if p = A then {a3, b3, c3} else {c1, c2, c3}) != {} => p wins", true),
    // One-way arrows.
    ("graph Point { s->1->2->t, s->3->4->t, 1->4, 3->2 } state { own[Player]: set of Point = [ {s, t}, {} ] }
      move place(c in Point - own[A] - own[B]) { own[me] += c }
      end when t in reach(s, own[A]) => A wins stuck => B wins", true),
    // A move takes two cells at once.
    ("board Cell = grid(4, 2) state { own[Player]: set of Cell }
      move place(c in { d in Cell where d.y = 1 } - own[A] - own[B]) { own[me] = own[me] + c + north(c) }
      end when a2 in own[A] and {c1, c2} <= own[A] or count({a2, b1, d2} & own[A]) >= 2 => A wins stuck => draw", true),
    // Who cannot move loses, which depends on who moves.
    ("board Cell = hex(2, 2) state { own[Player]: set of Cell }
      move place(c in Cell - own[A] - own[B]) { own[me] += c }
      end when reach({a1, b1}, own[A]) & {a2, b2} != {} => A wins
      end when reach({a1, a2}, own[B]) & {b1, b2} != {} => B wins stuck => me loses", true),
    // Races: the condition of one player does not shut out the other's.
    ("board Cell = grid(3, 2) family Line of Cell = lines(Cell, 2, {east}) state { own[Player]: set of Cell }
      move place(c in Cell - own[A] - own[B]) { own[me] += c }
      end for p in Player when some l in Line: l <= own[p] and a1 != c2 => p wins stuck => draw", false),
    ("board Cell = grid(3, 2) state { own[Player]: set of Cell }
      move place(c in Cell - own[A] - own[B]) { own[me] += c }
      end for p in Player when count(own[p]) >= 2 => p wins stuck => draw", false),
    ("board Cell = grid(2, 2) state { own[Player]: set of Cell }
      move place(c in Cell - own[A] - own[B]) { own[me] += c }
      end for p in Player when count(own[p]) >= 3 => p wins stuck => draw", false),
];

fn text(game: &str) -> String {
    if game.starts_with("game") { game.to_string() } else { format!("game \"Other\" players A, B {game}") }
}

fn solve(prepared: &Prepared<'_>, solver: SolverKind) -> Result<Answer, SolveError> {
    let limits = Limits::default();
    let options = Options { solver, all_moves: true, ..Options::within(&limits) };
    prepared.solve(&prepared.start(), &options)
}

#[test]
fn every_game_of_this_form_is_solved_as_it_is_played() {
    for (game, decided) in GAMES {
        let text = text(game);
        let program = program(&text);
        assert!(recognized(&program), "{text}");
        let prepared = Prepared::new(&program, EngineKind::Interpret).expect("it fits");
        let right = solve(&prepared, SolverKind::Minimax).expect("it is solved");
        let values = |answer: &Answer| answer.moves.iter().map(|each| each.1).collect::<Vec<_>>();
        match solve(&prepared, SolverKind::MustPlay) {
            Ok(found) => {
                assert!(decided, "{text}");
                assert_eq!(found.reason.method, Method::MustPlay);
                assert_eq!(found.value, right.value, "{text}");
                assert_eq!((&found.best, values(&found)), (&right.best, values(&right)), "{text}");
            }
            Err(SolveError::Unfit(Unfit::Undecided { .. })) => assert!(!decided, "{text}"),
            Err(other) => panic!("{other:?}\n{text}"),
        }
        let found = solve(&prepared, SolverKind::Auto).expect("it is solved");
        assert_eq!((found.value, values(&found)), (right.value, values(&right)), "{text}");
        assert_eq!(found.solver == SolverKind::MustPlay, decided, "{text}");
        assert_eq!(found.reason.undecided_after.is_some(), !decided, "{text}");
    }
}

/// Also where moves lead to symmetric positions, and where who moves loses.
#[test]
fn every_position_after_two_moves_is_solved_as_it_is_played() {
    let mut lost = [0; 2];
    for (game, _) in GAMES.iter().filter(|(_, decided)| *decided) {
        let text = text(game);
        let program = program(&text);
        let prepared = Prepared::new(&program, EngineKind::Interpret).expect("it fits").with_symmetry();
        let semantics = Semantics::new(&program);
        let after = |position: &Position| match semantics.expand(position) {
            Ok(Expansion::Moves(moves)) => {
                moves.iter().map(|each| semantics.play(position, each).expect("it is legal")).collect()
            }
            _ => Vec::new(),
        };
        for position in after(&prepared.start()).iter().flat_map(after) {
            let ask = |solver| {
                let options = Options { solver, all_moves: true, ..Options::within(&Limits::default()) };
                prepared.solve(&position, &options).expect("it is solved")
            };
            let (found, right) = (ask(SolverKind::MustPlay), ask(SolverKind::Minimax));
            let told = |answer: &Answer| answer.moves.iter().map(|each| each.1).collect::<Vec<_>>();
            assert_eq!((found.value, &found.best), (right.value, &right.best), "{text} {position:?}");
            assert_eq!(told(&found), told(&right), "{text} {position:?}");
            lost[usize::from((right.value > 0) == (position.turn == Player::First))] += 1;
        }
    }
    assert!(lost.iter().all(|count| *count > 20), "{lost:?}");
}

/// Who asks for plies or for nothing to be remembered gets another solver; who asks for this one is
/// told why not.
#[test]
fn must_play_regions_are_not_asked_what_they_cannot_tell() {
    let program = program(CHAIN);
    let prepared = Prepared::new(&program, EngineKind::Interpret).expect("it fits");
    let limits = Limits::default();
    let plain = Options::within(&limits);
    let solver =
        |options: &Options| prepared.solve(&prepared.start(), options).map(|answer| answer.solver).ok();
    assert_eq!(solver(&plain), Some(SolverKind::MustPlay));
    for other in
        [Options { distance: true, ..plain.clone() }, Options { memo: MemoSize::Off, ..plain.clone() }]
    {
        assert_eq!(solver(&other), Some(SolverKind::AlphaBeta));
        assert_eq!(solver(&Options { solver: SolverKind::MustPlay, ..other }), None);
    }
}

/// Where nobody can move and no rule says what that means, there is a fault and no contradiction:
/// before play, after a move, and after all.
#[test]
fn a_board_on_which_nobody_can_move_is_a_fault() {
    for (cells, wins) in [("{}", 1), ("{ a1 }", 2), ("{ a1, b1, c1 }", 3), ("Cell - c3", 5)] {
        let text = format!(
            "game \"Few\" players A, B board Cell = grid(3, 3) let free = Cell & {cells}
             state {{ own[Player]: set of Cell }}
             move place(c in free - own[A] - own[B]) {{ own[me] += c }}
             end for p in Player when count(own[p]) >= {wins} => p wins"
        );
        let program = program(&text);
        assert!(recognized(&program), "{text}");
        let prepared = Prepared::new(&program, EngineKind::Interpret).expect("it fits");
        let found = solve(&prepared, SolverKind::MustPlay);
        assert!(matches!(found, Err(SolveError::Unfit(Unfit::Undecided { .. }))), "{text} {found:?}");
        for solver in [SolverKind::Auto, SolverKind::Minimax] {
            let found = solve(&prepared, solver);
            assert!(matches!(found, Err(SolveError::Fault { .. })), "{text} {found:?}");
        }
    }
}

/// Hex is won by who begins where it is a rhombus, and by who has the shorter way where it is none.
#[test]
fn hex_is_solved_far_beyond_what_can_be_listed() {
    let path = common::library().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == "hex"));
    let path = path.expect("the game");
    for (columns, rows, value) in [(5, 4, 1), (4, 5, -1), (5, 5, 1)] {
        let settings = [format!("columns={columns}"), format!("rows={rows}")];
        let definition = common::load(&path, &settings.each_ref().map(String::as_str));
        let prepared = Prepared::new(&definition.program, EngineKind::Interpret).expect("it fits");
        let limits = Limits::default();
        let options = Options { value_only: true, ..Options::within(&limits) };
        let found = prepared.solve(&prepared.start(), &options).expect("no limit is reached");
        assert_eq!((found.value, found.solver), (value, SolverKind::MustPlay), "{columns} x {rows}");
    }
}
