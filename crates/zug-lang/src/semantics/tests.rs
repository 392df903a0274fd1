//! Tests of play, on programs built by hand.

use super::fault::{Fault, Stored};
use super::samples::*;
use super::{Expansion, MoveErrorKind, Position, Semantics};
use crate::program::*;
use zug_game::Player;

fn perft(game: &Semantics, position: &Position, depth: u32) -> u64 {
    match game.expand(position) {
        Ok(Expansion::Moves(moves)) if depth > 1 => {
            moves.iter().map(|m| perft(game, &game.play(position, m).expect("legal"), depth - 1)).sum()
        }
        Ok(Expansion::Moves(moves)) => moves.len() as u64,
        _ => 0,
    }
}

/// The payoff under best play, by plain recursion.
fn value(game: &Semantics, position: &Position) -> i64 {
    match game.expand(position).expect("sound") {
        Expansion::Over(payoff) => payoff,
        Expansion::Moves(moves) => {
            let all = moves.iter().map(|m| value(game, &game.play(position, m).expect("legal")));
            if position.turn == Player::First { all.max() } else { all.min() }.expect("a move")
        }
    }
}

#[test]
fn tic_tac_toe_has_its_known_move_counts() {
    let program = tic_tac_toe();
    let game = Semantics::new(&program);
    let counts: Vec<u64> = (1..=6).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720]);
}

#[test]
fn three_in_a_row_wins() {
    let program = tic_tac_toe();
    let game = Semantics::new(&program);
    let line = game.read_moves(&game.start(), "a1, b1 ,a2,b2, place  a3").expect("legal");
    assert_eq!(game.outcome(&line.positions[4]), Ok(Some(1)));
    assert_eq!(game.outcome(&line.positions[3]), Ok(None));
    let beyond = game.read_moves(&line.positions[4], "c3").map_err(|error| error.kind);
    assert_eq!(beyond, Err(MoveErrorKind::Over(1)));
}

#[test]
fn blanks_separate_moves_that_hold_none() {
    let program = tic_tac_toe();
    let game = Semantics::new(&program);
    let line = game.read_moves(&game.start(), " a1  b1\na2 ").expect("legal");
    assert_eq!(line.moves.len(), 3);
    let error = game.read_moves(&game.start(), "a1 b4").expect_err("not on the board");
    assert_eq!((error.at, error.text.as_str(), error.played.moves.len()), (3..5, "b4", 1));
    let MoveErrorKind::NotLegal { near, legal } = error.kind else { panic!("{:?}", error.kind) };
    assert_eq!(near, ["b1", "b2", "b3"]);
    assert_eq!(legal.len(), 8);
}

#[test]
fn a_heap_of_five_is_won_by_taking_one() {
    let program = heap();
    let game = Semantics::new(&program);
    assert_eq!(value(&game, &game.start()), 1);
    let line = game.read_moves(&game.start(), "1, 3").expect("legal");
    let texts: Vec<String> =
        game.texts(&line.positions[1]).expect("sound").into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["1"]);
}

#[test]
fn leaving_the_bounds_is_told_with_the_entry_and_the_value() {
    let mut program = heap();
    program.moves[0].parameters[0].1 =
        e(ExprKind::RangeSet(Box::new(num(1)), Box::new(num(6))), Kind::IntSet { low: 1, high: 6 }.always());
    let game = Semantics::new(&program);
    let error = game.play(&game.start(), &Choice::Play(MoveId(0), vec![Value::Int(6)])).expect_err("below 0");
    let place = Stored::Field(FieldId(0), Vec::new());
    assert_eq!(error.fault, Fault::OutOfBounds { place, value: -1, low: 0, high: 5 });
    assert_eq!(error.diagnostic(&program).message, "`left` would become -1, but it is declared 0..5");
}

#[test]
fn a_second_pass_in_a_row_is_an_error() {
    let mut program = heap();
    program.stuck = stuck(OutcomeKind::Pass);
    program.fields[0].initial = vec![Value::Int(0)];
    let game = Semantics::new(&program);
    assert_eq!(game.legal(&game.start()), Ok(vec![Choice::Pass]));
    let error = game.play(&game.start(), &Choice::Pass).expect_err("the other must pass too");
    assert_eq!(error.fault, Fault::TwoPasses);
}

#[test]
fn a_mover_without_a_move_and_without_a_rule_is_an_error() {
    let mut program = heap();
    program.stuck = None;
    program.fields[0].initial = vec![Value::Int(0)];
    let game = Semantics::new(&program);
    assert_eq!(game.expand(&game.start()).expect_err("stuck").fault, Fault::NoMove);
}

/// The heap; taking one asks for `more`, which takes one again while at least `least` are left.
fn asking(least: i64) -> Program {
    let mut program = heap();
    let left = || field(0, vec![], int(0, 5));
    let enough = e(ExprKind::Compare(Order::LessEqual, Box::new(num(least)), Box::new(left())), BOOL);
    let mut more = a_move("more", vec![], enough, vec![assign(0, vec![], Store::Sub, num(1))]);
    more.followup = true;
    program.moves.push(more);
    program.requests.push(FollowupRequest { moves: vec![(MoveId(1), 0)] });
    let one = e(ExprKind::Equal(Box::new(local(0, int(1, 3))), Box::new(num(1))), BOOL);
    program.moves[0].body.push(stmt(StmtKind::AgainWith(FollowupRequestId(0), vec![vec![]], one)));
    program
}

#[test]
fn what_is_asked_for_is_all_that_is_legal() {
    let program = asking(1);
    let game = Semantics::new(&program);
    let line = game.read_moves(&game.start(), "take 1, more, take 3").expect("legal");
    assert_eq!(line.positions[0].turn, Player::First);
    assert_eq!(game.legal(&line.positions[0]), Ok(vec![Choice::Play(MoveId(1), vec![])]));
    assert_eq!(line.positions[1].turn, Player::Second);
    assert_eq!(game.outcome(&line.positions[2]), Ok(Some(-1)));
}

#[test]
fn a_request_that_nothing_meets_is_dropped() {
    let program = asking(5);
    let game = Semantics::new(&program);
    let line = game.read_moves(&game.start(), "take 1, take 1").expect("legal");
    assert_eq!(line.positions[0].turn, Player::Second);
    assert_eq!(line.positions[0].asked, None);
}

#[test]
fn provided_looks_at_the_position_after_the_move() {
    let mut program = heap();
    let left = field(0, vec![], int(0, 5));
    let odd = e(
        ExprKind::Equal(
            Box::new(e(ExprKind::Arith(Arith::Rem, Box::new(left), Box::new(num(2))), int(0, 1))),
            Box::new(num(1)),
        ),
        BOOL,
    );
    program.moves[0].provided = Some(odd);
    let game = Semantics::new(&program);
    assert_eq!(game.legal(&game.start()), Ok(vec![Choice::Play(MoveId(0), vec![Value::Int(2)])]));
}

#[test]
fn bindings_that_disagree_are_an_error() {
    let mut program = tic_tac_toe();
    program.ends[0].when = yes();
    let game = Semantics::new(&program);
    assert_eq!(game.expand(&game.start()).expect_err("both").fault, Fault::Disagree(1, -1));
}
