//! Random games given as graphs: every solver agrees with minimax.

use crate::*;
use rustc_hash::FxHashMap;
use zug_game::{Expansion, Fault, Game, Player, SplitMix64, Step, Value};

/// A game given as a graph.
#[derive(Clone, Debug)]
pub(super) struct Toy {
    pub(super) nodes: Vec<ToyNode>,
}

#[derive(Clone, Debug)]
pub(super) struct ToyNode {
    pub(super) mover: Player,
    /// The target and the reward of every move. Empty: play is over.
    pub(super) edges: Vec<(usize, Value)>,
    pub(super) payoff: Value,
    pub(super) endless: Value,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct At {
    pub(super) node: usize,
    pub(super) points: Value,
}

impl Game for Toy {
    type Position = At;
    type Move = usize;
    type Key = [u64; 2];

    fn start(&self) -> At {
        At { node: 0, points: 0 }
    }
    fn offset(&self, at: &At) -> Value {
        at.points
    }
    fn mover(&self, at: &At) -> Player {
        self.nodes[at.node].mover
    }
    fn expand(&self, at: &At, moves: &mut Vec<usize>) -> Result<Expansion, Fault> {
        let node = &self.nodes[at.node];
        if node.edges.is_empty() {
            return Ok(Expansion::Terminal(node.payoff));
        }
        moves.extend(0..node.edges.len());
        Ok(Expansion::Moves)
    }
    fn play(&self, at: &At, play: &usize) -> Result<Step<At>, Fault> {
        let (node, reward) = self.nodes[at.node].edges[*play];
        Ok(Step { position: At { node, points: at.points + reward }, reward })
    }
    fn key(&self, at: &At) -> [u64; 2] {
        [at.node as u64, 0]
    }
    /// Half of the games, and all large ones, have no numbers for their keys. Those of few bits
    /// make a table of positions an array while the moves of a position are looked up.
    fn number_bits(&self, _: &At) -> Option<u32> {
        let bits = if self.nodes.len() <= 1 << 5 { 5 } else { 8 };
        (self.nodes.len().is_multiple_of(2) && self.nodes.len() <= 1 << 8).then_some(bits)
    }
    fn number(&self, key: &[u64; 2]) -> u64 {
        key[0]
    }
    fn full_key(&self, at: &At) -> [u64; 2] {
        [at.node as u64, at.points as u64]
    }
    fn endless(&self, at: &At) -> Result<Value, Fault> {
        Ok(self.nodes[at.node].endless)
    }
}

/// What a game has that plays as its field `toy` does, in all but the rest of its `impl`.
macro_rules! plays_as_toy {
    () => {
        type Position = At;
        type Move = usize;
        type Key = [u64; 2];

        fn start(&self) -> At {
            self.toy.start()
        }
        fn mover(&self, at: &At) -> Player {
            self.toy.mover(at)
        }
        fn play(&self, at: &At, play: &usize) -> Result<Step<At>, Fault> {
            self.toy.play(at, play)
        }
        fn key(&self, at: &At) -> [u64; 2] {
            self.toy.key(at)
        }
        fn full_key(&self, at: &At) -> [u64; 2] {
            self.toy.full_key(at)
        }
        fn endless(&self, at: &At) -> Result<Value, Fault> {
            self.toy.endless(at)
        }
    };
}
pub(super) use plays_as_toy;

/// A game in which some nodes are faults.
pub(super) struct FaultyToy {
    pub(super) toy: Toy,
    pub(super) faults: Vec<bool>,
}

impl Game for FaultyToy {
    plays_as_toy!();

    fn expand(&self, at: &At, moves: &mut Vec<usize>) -> Result<Expansion, Fault> {
        if self.faults[at.node] { Err(Fault(7)) } else { self.toy.expand(at, moves) }
    }
}

/// Pseudorandom numbers with a seed.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        let mut numbers = SplitMix64(self.0);
        let word = numbers.word();
        self.0 = numbers.0;
        word % n
    }

    fn among(&mut self, low: Value, high: Value) -> Value {
        low + self.below((high - low + 1) as u64) as Value
    }
}

/// The features of a random game.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) points: bool,
    pub(super) cycles: bool,
    /// Rewards on cycles, which sum to 0 on every cycle.
    pub(super) swings: bool,
}

/// A random game. Nodes are in layers; edges lead to later nodes or, with cycles, anywhere in the
/// layer or behind it. Endless play has one value in each layer, and with cycles only moves to
/// another layer have rewards (apart from swings).
pub(super) fn random_game(random: &mut Random, kind: Kind) -> Toy {
    let size = 2 + random.below(26) as usize;
    let layers = 1 + random.below(3) as usize;
    let high = if kind.points { 3 } else { 1 };
    let endless: Vec<Value> = (0..layers).map(|_| random.among(-high, high)).collect();
    let layer = |n: usize| n * layers / size;
    let swing: Vec<Value> = (0..size).map(|_| if kind.swings { random.among(-1, 1) } else { 0 }).collect();
    let node = |n: usize, random: &mut Random| {
        let first = if kind.cycles { (0..size).find(|&m| layer(m) == layer(n)).unwrap_or(n) } else { n + 1 };
        let ends = n + 1 == size || first >= size || (n > 0 && random.below(5) == 0);
        let count = if ends { 0 } else { 1 + random.below(4) };
        let edges = (0..count).map(|_| {
            let to = first + random.below((size - first) as u64) as usize;
            let rewards = kind.points && (!kind.cycles || layer(to) != layer(n));
            (to, if rewards { random.among(-2, 2) } else { swing[to] - swing[n] })
        });
        let edges = edges.collect();
        let mover = if random.below(2) == 0 { Player::First } else { Player::Second };
        ToyNode { mover, edges, payoff: random.among(-high, high), endless: endless[layer(n)] - swing[n] }
    };
    Toy { nodes: (0..size).map(|n| node(n, random)).collect() }
}

fn ask(kind: Kind) -> SolveQuestion {
    SolveQuestion { distance: !kind.points, ..SolveQuestion::ALL }
}

pub(super) type Answer = Solution<usize>;

/// All parts but the statistics and the line are equal, and the line is best play.
pub(super) fn assert_same(game: &Toy, right: &Answer, other: &Answer, what: &str) {
    assert_eq!(right.value, other.value, "{what}: value of {game:?}");
    assert_eq!(right.distance, other.distance, "{what}: distance of {game:?}");
    assert_eq!(right.best, other.best, "{what}: best of {game:?}");
    assert_eq!(right.moves, other.moves, "{what}: moves of {game:?}");
    assert_line(game, right, other, what);
}

fn assert_line(game: &Toy, right: &Answer, other: &Answer, what: &str) {
    let mut at = game.start();
    let mut seen = vec![at];
    for play in &other.line {
        at = game.play(&at, play).unwrap().position;
        seen.push(at);
    }
    match other.line_end {
        LineEnd::Terminal => {
            assert!(game.nodes[at.node].edges.is_empty(), "{what}: line of {game:?}");
            assert_eq!(game.nodes[at.node].payoff + at.points, right.value, "{what}: line of {game:?}");
            if let Some(plies) = right.distance {
                assert_eq!(other.line.len() as u64, plies, "{what}: line of {game:?}");
            }
        }
        LineEnd::Repeats(first) => {
            assert_eq!(game.full_key(&seen[first]), game.full_key(&at), "{what}: line of {game:?}");
            assert_eq!(game.nodes[at.node].endless + at.points, right.value, "{what}: line of {game:?}");
            assert_eq!(right.distance, None);
        }
        LineEnd::NotAsked => panic!("a line was asked for"),
    }
}

/// The least and the greatest outcome of a game in which moves lead to later nodes.
fn outcomes(game: &Toy) -> (Value, Value) {
    let mut found = vec![(0, 0); game.nodes.len()];
    for (n, node) in game.nodes.iter().enumerate().rev() {
        let after = |&(to, reward): &(usize, Value)| [found[to].0 + reward, found[to].1 + reward];
        let all = || node.edges.iter().flat_map(after);
        found[n] = (all().min().unwrap_or(node.payoff), all().max().unwrap_or(node.payoff));
    }
    found[0]
}

#[test]
fn where_nothing_is_worse_every_move_is_best_without_a_search() {
    let best = SolveQuestion::default();
    let mut random = Random(17);
    let mut lost = 0;
    for i in 0..2000 {
        let game = random_game(&mut random, Kind { points: i % 2 == 0, cycles: false, swings: false });
        let (low, high) = outcomes(&game);
        let options = AlphaBetaOptions { range: Some((low, high)), ..AlphaBetaOptions::default() };
        let found = solve_alphabeta(&game, &game.start(), best, &Limits::default(), options).unwrap();
        let worst = if game.nodes[0].mover == Player::First { low } else { high };
        if found.value == worst {
            assert_eq!(found.best.len(), game.nodes[0].edges.len(), "{game:?}");
            assert_eq!(found.afterwards.positions, 0, "{game:?}");
            lost += usize::from(low < high);
        }
    }
    assert!(lost > 100, "{lost}");
}

#[test]
fn alphabeta_agrees_with_minimax_at_every_size_of_the_memo() {
    let entry = 24;
    let sizes = [0, 1, 2, 3, 4, 8, 16].map(|entries| TableSize::Bytes(entries * entry));
    let mut random = Random(1);
    for i in 0..6000 {
        let kind = Kind { points: i % 2 == 0, cycles: false, swings: false };
        let game = random_game(&mut random, kind);
        let limits = Limits::default();
        let start = game.start();
        let right = solve_minimax(&game, &start, ask(kind), &limits, Termination::Ends).unwrap();
        assert_line(&game, &right, &right, "minimax");
        let reach = if kind.points { 3 + 2 * 28 } else { 1 };
        for memo in sizes.into_iter().chain([TableSize::Off, TableSize::Auto]) {
            for range in [None, Some((-reach, reach)), Some(outcomes(&game))] {
                let found = solve_alphabeta(
                    &game,
                    &start,
                    ask(kind),
                    &limits,
                    AlphaBetaOptions { memo, range, ..AlphaBetaOptions::default() },
                )
                .unwrap();
                assert_same(&game, &right, &found, &format!("alphabeta, {memo:?}, {range:?}"));
                assert_eq!(right.line, found.line, "{game:?}");
            }
        }
    }
}

#[test]
fn sweeps_and_retrograde_agree_with_recursion_where_play_ends() {
    let mut random = Random(2);
    for i in 0..3000 {
        let kind = Kind { points: i % 2 == 0, cycles: false, swings: false };
        let game = random_game(&mut random, kind);
        let limits = Limits::default();
        let right = solve_minimax(&game, &game.start(), ask(kind), &limits, Termination::Ends).unwrap();
        let swept = solve_minimax(&game, &game.start(), ask(kind), &limits, Termination::MayRepeat).unwrap();
        assert_same(&game, &right, &swept, "sweeps");
        let found = solve_retrograde(&game, &game.start(), ask(kind), &limits).unwrap();
        assert_same(&game, &right, &found, "retrograde");
        assert_eq!(right.line, found.line, "{game:?}");
    }
}

#[test]
fn lines_of_sweeps_are_best_play() {
    let mut random = Random(3);
    for i in 0..4000 {
        let kind = Kind { points: i % 2 == 0, cycles: true, swings: false };
        let game = random_game(&mut random, kind);
        let found =
            solve_minimax(&game, &game.start(), ask(kind), &Limits::default(), Termination::MayRepeat)
                .unwrap();
        assert_line(&game, &found, &found, "sweeps");
    }
}

#[test]
fn retrograde_agrees_with_sweeps_where_positions_repeat() {
    let mut random = Random(4);
    let mut drawn = 0;
    for i in 0..20_000 {
        let kind = Kind { points: i % 2 == 0, cycles: i % 5 != 0, swings: i % 6 == 0 };
        let game = random_game(&mut random, kind);
        let limits = Limits::default();
        let right = solve_minimax(&game, &game.start(), ask(kind), &limits, Termination::MayRepeat).unwrap();
        let found = solve_retrograde(&game, &game.start(), ask(kind), &limits).unwrap();
        assert_same(&game, &right, &found, "retrograde");
        drawn += usize::from(matches!(found.line_end, LineEnd::Repeats(_)));
    }
    assert!(drawn > 500, "{drawn}");
}

/// The first player's `root` has moves to a draw, to `s`, and to a node from which a move with
/// reward 1 leads to `s`. The draw cuts the search of `s` off at 0, which is only an upper bound:
/// the second player has a move to -1 there.
#[test]
fn a_bound_found_in_one_window_is_no_value_in_another() {
    let end = |payoff| ToyNode { mover: Player::First, edges: vec![], payoff, endless: 0 };
    let inner = |mover, edges| ToyNode { mover, edges, payoff: 0, endless: 0 };
    let root = inner(Player::First, vec![(3, 0), (2, 0), (1, 0)]);
    let again = inner(Player::First, vec![(2, 1)]);
    let s = inner(Player::Second, vec![(3, 0), (4, 0)]);
    let game = Toy { nodes: vec![root, again, s, end(0), end(-1)] };
    for memo in [TableSize::Off, TableSize::Auto, TableSize::Bytes(40)] {
        let options = AlphaBetaOptions { memo, range: None, ..AlphaBetaOptions::default() };
        let found =
            solve_alphabeta(&game, &game.start(), SolveQuestion::VALUE, &Limits::default(), options).unwrap();
        assert_eq!(found.value, 0);
    }
    assert_eq!(careless(&game, game.start(), Value::MIN / 2, Value::MAX / 2, &mut FxHashMap::default()), 1);
}

/// Alpha-beta with the bug that it stores bounds as values.
fn careless(
    game: &Toy,
    at: At,
    mut alpha: Value,
    mut beta: Value,
    memo: &mut FxHashMap<usize, Value>,
) -> Value {
    if let Some(&value) = memo.get(&at.node) {
        return value;
    }
    let node = &game.nodes[at.node];
    let mut best = None;
    for &(to, reward) in &node.edges {
        let child = At { node: to, points: 0 };
        let value = reward + careless(game, child, alpha - reward, beta - reward, memo);
        match node.mover {
            Player::First => alpha = alpha.max(value),
            Player::Second => beta = beta.min(value),
        }
        let better = |old: Value| if node.mover == Player::First { old.max(value) } else { old.min(value) };
        best = Some(best.map_or(value, better));
        if alpha >= beta {
            break;
        }
    }
    let value = best.unwrap_or(node.payoff);
    memo.insert(at.node, value);
    value
}

/// The comparison with minimax detects that bug on random games.
#[test]
fn random_games_find_a_careless_memo_out() {
    let mut random = Random(1);
    let mut wrong = 0;
    for i in 0..6000 {
        let kind = Kind { points: i % 2 == 0, cycles: false, swings: false };
        let game = random_game(&mut random, kind);
        let right =
            solve_minimax(&game, &game.start(), SolveQuestion::VALUE, &Limits::default(), Termination::Ends)
                .unwrap();
        let found = careless(&game, game.start(), Value::MIN / 2, Value::MAX / 2, &mut FxHashMap::default());
        wrong += u32::from(found != right.value);
    }
    assert!(wrong > 20, "{wrong}");
}

/// A search that counts a repetition on its path as a draw, and stores values that follow from it,
/// finds a draw here: node `one`, searched below `two`, can only go back. In truth the first player
/// wins from `two`, and so from every node.
#[test]
fn a_repetition_on_the_way_down_proves_nothing() {
    let inner = |mover, edges| ToyNode { mover, edges, payoff: 0, endless: 0 };
    let root = inner(Player::Second, vec![(2, 0), (1, 0)]);
    let one = inner(Player::Second, vec![(2, 0)]);
    let two = inner(Player::First, vec![(1, 0), (3, 0)]);
    let won = ToyNode { mover: Player::Second, edges: vec![], payoff: 1, endless: 0 };
    let game = Toy { nodes: vec![root, one, two, won] };
    let limits = Limits::default();
    let swept =
        solve_minimax(&game, &game.start(), SolveQuestion::ALL, &limits, Termination::MayRepeat).unwrap();
    let found = solve_retrograde(&game, &game.start(), SolveQuestion::ALL, &limits).unwrap();
    assert_eq!((found.value, found.distance, found.best), (1, Some(3), vec![0, 1]));
    assert_eq!((swept.value, swept.distance, swept.moves), (1, Some(3), found.moves));
    let wrong = draw_on_repetition(&game, 0, &mut Vec::new(), &mut FxHashMap::default());
    assert_eq!(wrong, 0);
}

fn draw_on_repetition(
    game: &Toy,
    n: usize,
    way: &mut Vec<usize>,
    memo: &mut FxHashMap<usize, Value>,
) -> Value {
    let node = &game.nodes[n];
    if way.contains(&n) {
        return 0;
    }
    if let Some(&value) = memo.get(&n) {
        return value;
    }
    way.push(n);
    let values: Vec<Value> =
        node.edges.iter().map(|&(to, _)| draw_on_repetition(game, to, way, memo)).collect();
    way.pop();
    let best = if node.mover == Player::First { values.iter().max() } else { values.iter().min() };
    let value = best.copied().unwrap_or(node.payoff);
    memo.insert(n, value);
    value
}
