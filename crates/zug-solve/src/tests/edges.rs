//! Positions at the edges of packed encodings: as many moves as a field of bits can tell apart, one
//! fewer and one more.
//!
//! ```text
//!   31, 32         the best move in an entry of one word
//!   64, 65         the mask of relevant moves
//!   127, 128       the moves of a position in a chunk of the move graph
//!   1,023, 1,024   the best move in an entry with its whole key
//! ```

use super::toys::{At, Toy, ToyNode, assert_same, plays_as_toy};
use crate::*;
use zug_game::{Expansion, Fault, Game, Player, StaticVerdict, Step, Value};

/// The numbers of moves on both sides of each edge.
const WIDTHS: [usize; 17] = [1, 30, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 255, 256, 1_023, 1_024, 1_025];

/// The first player has so many moves, and then the second has one that ends play; the move `good`
/// wins, all others lose. With `pad` a node that nobody reaches makes the number of nodes even or
/// odd, and so gives keys a number or none.
fn wide(moves: usize, good: usize, pad: bool) -> Toy {
    let end = |payoff| ToyNode { mover: Player::First, edges: Vec::new(), payoff, endless: 0 };
    let inner = |mover, edges| ToyNode { mover, edges, payoff: 0, endless: 0 };
    let root = inner(Player::First, (1..=moves).map(|to| (to, 0)).collect());
    let ends = [moves + 1, moves + 2];
    let reply = |number| inner(Player::Second, vec![(ends[usize::from(number == good)], 0)]);
    let replies = (0..moves).map(reply);
    let padding = pad.then(|| end(0));
    Toy { nodes: [root].into_iter().chain(replies).chain([end(-1), end(1)]).chain(padding).collect() }
}

/// The moves that win, one in each test: the first, the last, and those at an edge.
fn good_moves(moves: usize) -> impl Iterator<Item = usize> {
    let edges = [30, 31, 63, 64, 126, 127, 1_022, 1_023];
    let last = [moves - 1].into_iter().filter(move |last| *last > 0 && !edges.contains(last));
    [0].into_iter().chain(edges.into_iter().filter(move |good| *good < moves)).chain(last)
}

fn minimax(game: &Toy, question: SolveQuestion) -> Solution<usize> {
    solve_minimax(game, &game.start(), question, &Limits::default(), Termination::Ends).unwrap()
}

#[test]
fn positions_at_an_edge_have_the_value_of_minimax() {
    let limits = Limits::default();
    let points = SolveQuestion { distance: false, ..SolveQuestion::ALL };
    for moves in WIDTHS {
        for (good, pad) in good_moves(moves).flat_map(|good| [(good, false), (good, true)]) {
            let (game, what) = (wide(moves, good, pad), |solver| format!("{solver}, {good} of {moves}"));
            let (start, right) = (game.start(), minimax(&game, SolveQuestion::ALL));
            assert_eq!((right.value, &right.best[..]), (1, &[good][..]));
            for memo in [TableSize::Off, TableSize::Auto, TableSize::Bytes(24), TableSize::Bytes(1 << 12)] {
                let options = AlphaBetaOptions { memo, range: Some((-1, 1)), ..AlphaBetaOptions::default() };
                let found = solve_alphabeta(&game, &start, SolveQuestion::ALL, &limits, options).unwrap();
                assert_same(&game, &right, &found, &what("alpha-beta"));
            }
            let found =
                solve_dfpn(&game, &start, SolveQuestion::ALL, &limits, DfpnOptions::default()).unwrap();
            assert_same(&game, &right, &found, &what("df-pn"));
            let found = solve_retrograde(&game, &start, SolveQuestion::ALL, &limits).unwrap();
            assert_same(&game, &right, &found, &what("retrograde"));
            let found = solve_induction(&game, &start, points, &limits, Some((-1, 1))).unwrap();
            assert_same(&game, &minimax(&game, points), &found, &what("induction"));
        }
    }
}

/// A game that says which moves are relevant: the best of the first 64 alone.
struct WithVerdicts {
    toy: Toy,
    relevant: u64,
}

impl Game for WithVerdicts {
    plays_as_toy!();

    fn expand(&self, at: &At, moves: &mut Vec<usize>) -> Result<Expansion, Fault> {
        self.toy.expand(at, moves)
    }
    fn has_static_verdict(&self) -> bool {
        true
    }
    fn static_verdict(&self, at: &At, _: &[usize]) -> StaticVerdict {
        let reply = self.toy.nodes[at.node].edges[0].0;
        match self.mover(at) {
            Player::First => StaticVerdict::Open { relevant: self.relevant, can_win: [true; 2] },
            Player::Second if self.toy.nodes[reply].payoff < 0 => StaticVerdict::Wins { by: 0, payoff: -1 },
            Player::Second => StaticVerdict::UNKNOWN,
        }
    }
}

#[test]
fn moves_beyond_the_mask_are_always_relevant() {
    let limits = Limits::default();
    for moves in WIDTHS {
        for good in good_moves(moves) {
            let toy = wide(moves, good, false);
            let right: Value = minimax(&toy, SolveQuestion::VALUE).value;
            let one = if good < 64 { 1 << good } else { 1 };
            for relevant in [one, one | 1 << 1, u64::MAX] {
                let game = WithVerdicts { toy: toy.clone(), relevant };
                let what = format!("{good} of {moves}, relevant {relevant:x}");
                for memo in [TableSize::Off, TableSize::Auto] {
                    let options = AlphaBetaOptions { memo, ..AlphaBetaOptions::default() };
                    let found = solve_alphabeta(&game, &game.start(), SolveQuestion::VALUE, &limits, options);
                    assert_eq!(found.unwrap().value, right, "{what}");
                }
                let options = DfpnOptions::default();
                let found = solve_dfpn(&game, &game.start(), SolveQuestion::VALUE, &limits, options);
                assert_eq!(found.unwrap().value, right, "df-pn: {what}");
            }
        }
    }
}
