//! Random games that say at once who can still win: every solver that listens agrees with minimax,
//! whatever it is asked.

use super::toys::{At, Kind, Random, Toy, ToyNode, assert_same, plays_as_toy, random_game};
use crate::*;
use zug_game::{Expansion, Fault, Game, Player, StaticVerdict, Step, Value};

/// A game that tells the truth about each position: an end that the mover reaches with one move, a
/// loss that he cannot avoid, and else whether each player wins at any end that can be reached.
struct Foreseen {
    toy: Toy,
    /// For each node whether the players can win from there.
    can_win: Vec<[bool; 2]>,
    /// Whether it tells of a loss.
    tells_losses: bool,
}

/// The best payoff for a player.
fn win(player: Player) -> Value {
    if player == Player::First { 1 } else { -1 }
}

impl Foreseen {
    fn of(toy: Toy, tells_losses: bool) -> Foreseen {
        let mut can_win = vec![[false; 2]; toy.nodes.len()];
        for n in (0..toy.nodes.len()).rev() {
            let node = &toy.nodes[n];
            let of_end = [Player::First, Player::Second].map(|player| node.payoff == win(player));
            let behind = |player: usize| node.edges.iter().any(|(to, _)| can_win[*to][player]);
            can_win[n] = if node.edges.is_empty() { of_end } else { [behind(0), behind(1)] };
        }
        Foreseen { toy, can_win, tells_losses }
    }

    /// The first move of a node that ends play with a win for who moves.
    fn winning_move(&self, node: usize) -> Option<usize> {
        let ToyNode { mover, edges, .. } = &self.toy.nodes[node];
        let wins = |to: usize| self.ends(to) && self.toy.nodes[to].payoff == win(*mover);
        edges.iter().position(|(to, _)| wins(*to))
    }

    fn ends(&self, node: usize) -> bool {
        self.toy.nodes[node].edges.is_empty()
    }

    /// Whether after each move the opponent moves and wins at once.
    fn is_lost(&self, node: usize) -> bool {
        let ToyNode { mover, edges, .. } = &self.toy.nodes[node];
        let answered = |to: usize| self.toy.nodes[to].mover != *mover && self.winning_move(to).is_some();
        edges.iter().all(|(to, _)| answered(*to))
    }
}

impl Game for Foreseen {
    plays_as_toy!();

    fn expand(&self, at: &At, moves: &mut Vec<usize>) -> Result<Expansion, Fault> {
        self.toy.expand(at, moves)
    }
    fn has_static_verdict(&self) -> bool {
        true
    }
    fn static_verdict(&self, at: &At, _: &[usize]) -> StaticVerdict {
        let mover = self.mover(at);
        match self.winning_move(at.node) {
            Some(by) => StaticVerdict::Wins { by, payoff: win(mover) },
            None if self.tells_losses && self.is_lost(at.node) => {
                StaticVerdict::Loses { payoff: win(mover.other()) }
            }
            None => StaticVerdict::Open { relevant: u64::MAX, can_win: self.can_win[at.node] },
        }
    }
}

/// The value, with any of the other questions.
fn questions() -> impl Iterator<Item = SolveQuestion> {
    (0..16).map(|bits| SolveQuestion {
        best: bits & 1 != 0,
        distance: bits & 2 != 0,
        all_moves: bits & 4 != 0,
        line: bits & 8 != 0,
    })
}

/// The same parts as those asked for, and best play where a line is one of them.
fn assert_answers(game: &Toy, question: SolveQuestion, found: &Solution<usize>, what: &str) {
    let right = solve_minimax(game, &game.start(), question, &Limits::default(), Termination::Ends).unwrap();
    if question.line {
        return assert_same(game, &right, found, what);
    }
    assert_eq!((right.value, right.distance), (found.value, found.distance), "{what}: {game:?}");
    assert_eq!((&right.best, &right.moves), (&found.best, &found.moves), "{what}: {game:?}");
}

fn assert_all_agree(game: &Foreseen) {
    let (start, limits) = (game.start(), Limits::default());
    for question in questions() {
        for memo in [TableSize::Off, TableSize::Auto, TableSize::Bytes(100)] {
            let options = AlphaBetaOptions { memo, range: Some((-1, 1)), ..AlphaBetaOptions::default() };
            let found = solve_alphabeta(game, &start, question, &limits, options).unwrap();
            assert_answers(&game.toy, question, &found, &format!("alpha-beta, {memo:?}, {question:?}"));
        }
        let found = solve_dfpn(game, &start, question, &limits, DfpnOptions::default()).unwrap();
        assert_answers(&game.toy, question, &found, &format!("df-pn, {question:?}"));
    }
}

#[test]
fn who_can_still_win_changes_no_answer() {
    let mut random = Random(21);
    // Games in which one player alone can win, and those among them that he wins.
    let (mut one_sided, mut decided) = ([0; 2], [0; 2]);
    for round in 0..1500 {
        let toy = random_game(&mut random, Kind { points: false, cycles: false, swings: false });
        let game = Foreseen::of(toy, round % 2 == 0);
        assert_all_agree(&game);
        let limits = Limits::default();
        let value =
            solve_minimax(&game, &game.start(), SolveQuestion::VALUE, &limits, Termination::Ends).unwrap();
        for (at, player) in [Player::First, Player::Second].into_iter().enumerate() {
            let alone = !game.ends(0) && game.can_win[0][at] && !game.can_win[0][1 - at];
            one_sided[at] += u32::from(alone);
            decided[at] += u32::from(alone && value.value == win(player) && game.winning_move(0).is_none());
        }
    }
    assert!(one_sided.iter().all(|count| *count > 50), "{one_sided:?}");
    assert!(decided.iter().all(|count| *count > 10), "{decided:?}");
}
