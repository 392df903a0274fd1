//! What is proven about the games in `games/` holds when they are played. Proofs that play ends are
//! tested in `ends.rs`.

mod common;

use common::facts::{each_alone, games, program};
use zug_lang::program::Program;
use zug_lang::semantics::{Expansion, Semantics};

#[test]
fn outcomes_lie_within_their_bounds() {
    for (name, program) in games() {
        let (low, high) = zug_analysis::range(&program);
        let game = Semantics::new(&program);
        for seed in 0..20 {
            let mut random = common::Random(seed);
            let mut position = game.start();
            for _ in 0..200 {
                match game.expand(&position) {
                    Ok(Expansion::Moves(moves)) => {
                        let choice = &moves[random.below(moves.len())];
                        position = game.play(&position, choice).expect("a legal move can be played");
                    }
                    Ok(Expansion::Over(payoff)) => {
                        assert!((low..=high).contains(&payoff), "{name}: {payoff} in {low}..{high}");
                        assert!(payoff != 0 || zug_analysis::can_be_drawn(&program), "{name} was drawn");
                        break;
                    }
                    Err(error) => panic!("{name}: {}", error.diagnostic(&program).message),
                }
            }
        }
    }
}

const LINES: &str = "game \"Lines\" players A, B board Cell = grid(3, 2) family Line of Cell = lines(Cell, 3)
    state { men[Player]: set of Cell = [{}, {}] }
    def empty = Cell - men[A] - men[B]
    move put(c in empty) when south(c) not in empty { men[me] += c }
    end for p in Player when some l in Line: l <= men[p] => p wins
    stuck => draw";

#[test]
fn a_line_game_is_recognized_only_where_every_condition_holds() {
    let recognized = |program: &Program| zug_analysis::positional_game(program).is_some();
    each_alone(
        LINES,
        &recognized,
        &[
            // One move, with one parameter, and nothing is asked for.
            ("stuck =>", "move more(c in empty) { men[me] += c } stuck =>"),
            ("(c in empty) when", "(c in empty, d in {north}) when"),
            // All it does is to put the element into the mover's set, and the turn passes.
            ("men[me] += c", "men[opponent] += c"),
            ("men[me] += c", "men[me] = men[me] + c"),
            ("men[me] += c", "men[me] += c again"),
            ("men[me] += c", "men[me] += c men[opponent] -= c"),
            ("{ men[me] += c }", "{ men[me] += c } provided men[me] != {a1}"),
            ("stuck =>", "progress max(0, count(men[A]) + count(men[B])) stuck =>"),
            // What is placed is one set for each player.
            ("men[Player]: set of Cell =", "men[Player]: set of Cell or none ="),
            // The element is free, and the same for both.
            ("(c in empty)", "(c in Cell - men[me])"),
            ("(c in empty)", "(c in Cell - men[opponent])"),
            // A condition on what is taken says that something is not free any more, and there is
            // one.
            ("south(c) not in empty", "south(c) in empty"),
            ("south(c) not in empty", "south(c) not in men[me]"),
            ("south(c) not in empty", "south(c) not in empty and west(c) not in empty"),
            // One rule says that whoever holds a whole line wins, of both players alike.
            ("stuck =>", "end when men[A] = {a1} => draw stuck =>"),
            ("for p in Player", "for p in {A}"),
            ("=> p wins", "=> p loses"),
            ("l <= men[p]", "l < men[p]"),
            ("l <= men[p]", "l & men[p] != {}"),
            ("some l in Line: l <= men[p]", "a2 not in men[B] and (some l in Line: l <= men[p])"),
            ("some l in Line:", "some l in { x in Line where a1 not in men[A] }:"),
            // Outcomes are won and lost, and being stuck is a draw.
            ("=> p wins", "=> 1 to p"),
            ("stuck => draw", "stuck => me loses"),
            // Who begins holds no line, and nothing belongs to both.
            ("[{}, {}]", "[{a1, b1, c1}, {}]"),
            ("[{}, {}]", "[{b1}, {b1}]"),
        ],
    );
}

const TURNS: &str = "game \"Turns\" players A, B board Cell = grid(3, 2) family Line of Cell = lines(Cell, 3)
    state { men[Player]: set of Cell n: 0..9 }
    def taken = men[A] + men[B]
    def empty = Cell - taken
    move put(c in empty) { men[me] += c again when count(taken) % 2 = 1 }
    end for p in Player when some l in Line: l <= men[p] => p wins
    stuck => draw";

#[test]
fn a_turn_of_several_placements_is_recognized_only_where_every_condition_holds() {
    let placements = |program: &Program| zug_analysis::positional_game(program).map(|fact| fact.placements);
    let recognized = |program: &Program| placements(program).is_some_and(|placements| !placements.is_empty());
    let again = "count(taken) % 2 = 1";
    each_alone(
        TURNS,
        &recognized,
        &[
            // `again` is the last statement, alone, and asks for nothing.
            ("men[me] += c again", "n = 1 men[me] += c again"),
            ("again when count(taken) % 2 = 1", "if count(taken) % 2 = 1 { again }"),
            ("again when count(taken) % 2 = 1", "again when count(taken) % 2 = 1 again when n = 1"),
            // Its condition reads nothing but the number of all taken elements, or of all free
            // ones.
            (again, "count(men[me]) % 2 = 1"),
            (again, "count(men[A]) + count(men[A]) > 1"),
            (again, "count(taken) + count(men[A]) > 1"),
            (again, "a1 in taken"),
            (again, "n = 0 and count(taken) % 2 = 1"),
            (again, "me = A"),
            (again, "count(empty - a1) % 2 = 1"),
            // Nothing but the mover's own line ends the game, and what is free looks at nothing
            // else.
            (
                "for p in Player when some l in Line: l <= men[p] => p",
                "when some l in Line: l <= men[opponent] => opponent",
            ),
            ("(c in empty)", "(c in empty) when south(c) not in empty"),
        ],
    );
    for (other, wanted) in [
        (again, [2, 1, 2, 1, 2, 1, 0]),
        ("count(men[A]) + count(men[opponent]) in {1, 2}", [3, 2, 1, 1, 1, 1, 0]),
        ("count(men[B]) + count(men[A]) in {1, 2, 5}", [3, 2, 1, 1, 2, 1, 0]),
        ("count(men[me] + men[opponent]) = 4", [1, 1, 1, 2, 1, 1, 0]),
        ("count(empty) % 2 = 1", [2, 1, 2, 1, 2, 1, 0]),
    ] {
        let found = placements(&program(&TURNS.replace(again, other)));
        let wanted = (!other.contains("men[A]) + count(men[opp")).then_some(wanted.to_vec());
        assert_eq!(found, wanted, "{other}");
    }
}
