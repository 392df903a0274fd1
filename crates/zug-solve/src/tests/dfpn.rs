//! Df-pn where a move cannot be played.

use crate::{DfpnOptions, Limits, SolveQuestion, Stop, solve_dfpn};
use zug_game::{Expansion, Fault, Game, Player, Step};

/// Positions by letters. The second player has the move at `q` and `t`; where a row ends in `!` its
/// last move cannot be played.
///
/// ```text
///   q  ->  p, x        p  ->  t        t  ->  w        x  ->  t, !
/// ```
///
/// At `q` the search begins with `p`, which has fewer moves; so it knows `t` when it comes to `x`.
struct Faulty {
    start: char,
    /// Whether the move that cannot be played stands before the one that wins.
    first: bool,
}

impl Game for Faulty {
    type Position = char;
    type Move = char;
    type Key = char;

    fn start(&self) -> char {
        self.start
    }
    fn mover(&self, at: &char) -> Player {
        if matches!(at, 'q' | 't') { Player::Second } else { Player::First }
    }
    fn expand(&self, at: &char, moves: &mut Vec<char>) -> Result<Expansion, Fault> {
        moves.extend(match at {
            'q' => "px".chars(),
            'p' => "t".chars(),
            't' => "w".chars(),
            'x' if self.first => "!t".chars(),
            'x' => "t!".chars(),
            _ => return Ok(Expansion::Terminal(1)),
        });
        Ok(Expansion::Moves)
    }
    fn play(&self, _: &char, to: &char) -> Result<Step<char>, Fault> {
        if *to == '!' { Err(Fault(7)) } else { Ok(Step { position: *to, reward: 0 }) }
    }
    fn key(&self, at: &char) -> char {
        *at
    }
    fn full_key(&self, at: &char) -> char {
        *at
    }
}

fn solved(start: char, first: bool) -> Result<i64, Vec<char>> {
    let game = Faulty { start, first };
    match solve_dfpn(&game, &start, SolveQuestion::VALUE, &Limits::default(), DfpnOptions::default()) {
        Ok(found) => Ok(found.value),
        Err(Stop::Fault { line, .. }) => Err(line),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_known_win_before_a_move_that_cannot_be_played_decides() {
    assert_eq!(solved('q', false), Ok(1));
}

#[test]
fn a_move_that_cannot_be_played_is_told_with_the_moves_before_it() {
    assert_eq!(solved('q', true), Err(vec!['x', '!']), "it stands before the win");
    assert_eq!(solved('x', false), Err(vec!['!']), "nothing is known of the win");
}
