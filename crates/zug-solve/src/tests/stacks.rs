//! The stacks of a search ask the process for room.

use crate::*;
use zug_game::{Expansion, Fault, Game, Player, Step, Value};

/// More than a power of two: a stack that grows by pushing has room then that is not filled yet.
const MANY: u64 = 70_000;
/// Bytes that the process has in these tests.
const TAKEN: u64 = 64 << 20;

/// Positions with [`MANY`] moves each. Play is over at this ply, and lost by the first player.
struct Fan(u64);

impl Game for Fan {
    /// The ply, and the move that led here.
    type Position = (u64, u64);
    type Move = u64;
    type Key = [u64; 1];

    fn start(&self) -> (u64, u64) {
        (0, 0)
    }
    fn mover(&self, at: &(u64, u64)) -> Player {
        if at.0 == 0 { Player::First } else { Player::Second }
    }
    fn expand(&self, at: &(u64, u64), moves: &mut Vec<u64>) -> Result<Expansion, Fault> {
        if at.0 == self.0 {
            return Ok(Expansion::Terminal(-1));
        }
        // Two moves at first where more plies follow, so that the children are few there.
        let most = if at.0 + 1 == self.0 { MANY } else { 2 };
        (1..=most).for_each(|play| moves.push(play));
        Ok(Expansion::Moves)
    }
    fn play(&self, at: &(u64, u64), play: &u64) -> Result<Step<(u64, u64)>, Fault> {
        Ok(Step { position: (at.0 + 1, *play), reward: 0 })
    }
    fn key(&self, at: &(u64, u64)) -> [u64; 1] {
        [at.0 * MANY * 2 + at.1]
    }
    fn full_key(&self, at: &(u64, u64)) -> [u64; 1] {
        self.key(at)
    }
}

type Answer = Result<Solution<u64>, Stop<u64>>;

/// What alpha-beta and df-pn find where the process may take so many bytes more.
fn within(plies: u64, left: u64) -> [Answer; 2] {
    let game = Fan(plies);
    let process = Some(ProcessMemory { most: TAKEN + left, now: || Some(TAKEN) });
    let limits = Limits { memory: 1 << 16, process, ..Limits::default() };
    let options = AlphaBetaOptions { memo: TableSize::Auto, ..AlphaBetaOptions::default() };
    let start = game.start();
    [
        solve_alphabeta(&game, &start, SolveQuestion::VALUE, &limits, options),
        solve_dfpn(&game, &start, SolveQuestion::VALUE, &limits, DfpnOptions::default()),
    ]
}

fn is_refused(found: &Answer) -> bool {
    matches!(found, Err(Stop::Limit { which: LimitKind::Memory, .. }))
}

const LOST: Value = -1;

/// The children of one position fill megabytes.
#[test]
fn the_children_of_one_position_stay_within_the_process() {
    for found in within(1, 32 << 20) {
        assert_eq!(found.expect("there is room").value, LOST);
    }
    for found in within(1, 600 << 10) {
        assert!(is_refused(&found), "{found:?}");
    }
}

/// So do the moves of the children of a position, which a scan expands before it searches one.
#[test]
fn the_moves_of_the_children_stay_within_the_process() {
    let [found, _] = within(2, 32 << 20);
    assert_eq!(found.expect("there is room").value, LOST);
    let [found, _] = within(2, 1 << 18);
    let Err(Stop::Limit { which: LimitKind::Memory, statistics, .. }) = found else { panic!("{found:?}") };
    assert_eq!(statistics.positions, 1, "no child was searched");
}
