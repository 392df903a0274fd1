//! The strong solver on toy games: any tiers that no move decreases, and the errors where there are
//! none.

use super::toys::{At, Random, Toy, ToyNode};
use crate::*;
use std::collections::BTreeMap;
use zug_game::{Game, Player, Value};

/// Tiers of `size` nodes each; `turned` makes moves decrease the tier.
struct Nodes {
    size: usize,
    turned: bool,
}

impl PositionIndexing<Toy> for Nodes {
    type Code = u64;

    fn rank(&self, at: &At) -> u64 {
        at.node as u64
    }

    fn unrank(&self, code: u64) -> At {
        At { node: code as usize, ..At::default() }
    }

    fn tier(&self, at: &At) -> u64 {
        let tier = (at.node / self.size) as u64;
        if self.turned { 1000 - tier } else { tier }
    }
}

/// A random game whose edges lead to later nodes.
fn game(random: &mut Random, points: bool) -> Toy {
    let size = 2 + random.below(40) as usize;
    let high = if points { 5 } else { 1 };
    let node = |n: usize| {
        let count = if n + 1 == size { 0 } else { random.below(4) };
        let mut edge = || {
            let to = n + 1 + random.below((size - n - 1) as u64) as usize;
            (to, if points { random.below(5) as Value - 2 } else { 0 })
        };
        let edges = (0..count).map(|_| edge()).collect();
        let mover = if random.below(2) == 0 { Player::First } else { Player::Second };
        let payoff = random.below(2 * high + 1) as Value - high as Value;
        ToyNode { mover, edges, payoff, endless: 0 }
    };
    Toy { nodes: (0..size).map(node).collect() }
}

type Counts = BTreeMap<(Value, Option<u64>, Player), u64>;

fn counts(census: &Census<usize>) -> Counts {
    let plies = |count: &Count| count.plies.filter(|_| count.value != 0);
    census.counts.iter().map(|count| ((count.value, plies(count), count.mover), count.positions)).collect()
}

/// Minimax of every reachable node.
fn one_by_one(game: &Toy, points: bool) -> Counts {
    let mut reached = vec![false; game.nodes.len()];
    reached[0] = true;
    let mut counts = Counts::new();
    for n in 0..game.nodes.len() {
        if !reached[n] {
            continue;
        }
        game.nodes[n].edges.iter().for_each(|(to, _)| reached[*to] = true);
        let at = At { node: n, ..At::default() };
        let question = SolveQuestion { distance: !points, ..SolveQuestion::VALUE };
        let solved = solve_minimax(game, &at, question, &Limits::default(), Termination::Ends).unwrap();
        *counts.entry((solved.value, solved.distance, game.mover(&at))).or_default() += 1;
    }
    counts
}

#[test]
fn any_tiers_that_no_move_goes_back_in_give_what_minimax_gives() {
    let mut random = Random(5);
    for round in 0..600 {
        let points = round % 2 == 0;
        let game = game(&mut random, points);
        let domain = if points { ValueDomain::Points } else { ValueDomain::Plies };
        let right = one_by_one(&game, points);
        let mut tables = Vec::new();
        for (size, threads) in [(1, 1), (1, 3), (3, 1), (3, 2), (1000, 1)] {
            let indexing = Nodes { size, turned: false };
            let limits = Limits::default();
            let census = solve_strong(&game, &game.start(), &indexing, domain, threads, &limits).unwrap();
            assert_eq!(counts(&census), right, "tiers of {size}: {game:?}");
            assert_eq!(census.value, solved(&game).value, "{game:?}");
            let compact = solve_compact(&game, &game.start(), &indexing, domain, threads, &limits).unwrap();
            assert_eq!(essence(&census), essence(&compact), "tiers of {size}: {game:?}");
            assert_same_by_move_graph(&game, &indexing, domain, threads, &compact);
            tables.push((size, census.table, census.digest));
        }
        assert_eq!((tables[0], tables[2]), (tables[1], tables[3]), "threads change no table");
        assert!(tables.iter().all(|(_, _, digest)| *digest == tables[0].2), "tiers change no worth");
        let census = retrograde_census(&game, &game.start(), domain, &Limits::default()).unwrap();
        assert_eq!(counts(&census), right, "retrograde: {game:?}");
    }
}

/// The move graph comes to its end, and no other solver has to be asked.
fn assert_same_by_move_graph(
    game: &Toy,
    indexing: &Nodes,
    domain: ValueDomain,
    threads: usize,
    right: &Census<usize>,
) {
    let found = strong::by_move_graph(game, indexing, domain, threads).expect("there is room for moves");
    assert_eq!(essence(&found), essence(right), "{threads} threads, tiers of {}: {game:?}", indexing.size);
}

/// The census without its memory and work.
fn essence(census: &Census<usize>) -> Census<usize> {
    Census { table: 0, statistics: Statistics::default(), ..census.clone() }
}

fn solved(game: &Toy) -> Solution<usize> {
    solve_minimax(game, &game.start(), SolveQuestion::VALUE, &Limits::default(), Termination::Ends).unwrap()
}

fn chain(edges: &[usize]) -> Toy {
    let node = |to: &usize| ToyNode { mover: Player::First, edges: vec![(*to, 0)], payoff: 0, endless: 0 };
    let end = ToyNode { mover: Player::First, edges: Vec::new(), payoff: 1, endless: 0 };
    Toy { nodes: edges.iter().map(node).chain([end]).collect() }
}

/// A random game whose edges lead anywhere, without rewards, where endless play is a draw.
fn plain(random: &mut Random) -> Toy {
    let size = 2 + random.below(30) as usize;
    let mut node = || {
        let count = if random.below(6) == 0 { 0 } else { 1 + random.below(3) };
        let edges = (0..count).map(|_| (random.below(size as u64) as usize, 0)).collect();
        let mover = if random.below(2) == 0 { Player::First } else { Player::Second };
        ToyNode { mover, edges, payoff: random.below(7) as Value - 3, endless: 0 }
    };
    Toy { nodes: (0..size).map(|_| node()).collect() }
}

#[test]
fn what_can_be_forced_is_the_same_all_at_once_and_part_by_part() {
    let mut random = Random(9);
    let (mut drawn, mut ended) = (0, 0);
    for _ in 0..3000 {
        let game = plain(&mut random);
        let [at_once, in_parts] = retrograde::both_ways(&game, &game.start());
        assert_eq!(at_once, in_parts, "{game:?}");
        drawn += usize::from(at_once.contains(&(0, None)) && at_once.len() > 5);
        ended += usize::from(at_once.iter().any(|(_, plies)| plies.is_some_and(|plies| plies > 4)));
        let right = solve_minimax(
            &game,
            &game.start(),
            SolveQuestion::VALUE,
            &Limits::default(),
            Termination::MayRepeat,
        )
        .unwrap();
        assert_eq!(at_once[0].0, right.value, "{game:?}");
    }
    assert!(drawn > 100 && ended > 100, "{drawn} with draws, {ended} with long wins");
}

#[test]
fn a_move_to_a_lower_tier_is_refused() {
    let (game, indexing) = (chain(&[1, 2, 3]), Nodes { size: 1, turned: true });
    let found = solve_strong(&game, &game.start(), &indexing, ValueDomain::Plies, 1, &Limits::default());
    assert!(matches!(found, Err(Stop::Unfit { .. })), "{found:?}");
}

#[test]
fn moves_that_lead_round_inside_a_tier_are_refused() {
    let (game, indexing) = (chain(&[1, 2, 0]), Nodes { size: 1000, turned: false });
    let found = solve_strong(&game, &game.start(), &indexing, ValueDomain::Plies, 1, &Limits::default());
    assert!(matches!(found, Err(Stop::Unfit { .. })), "{found:?}");
}

/// So many moves of one player, all to ends: the head of a chunk of the move graph counts 127.
#[test]
fn as_many_moves_as_a_head_counts_and_more_are_told_the_same() {
    for (moves, mover) in [126, 127, 128, 129, 255, 256, 257]
        .into_iter()
        .flat_map(|moves| [(moves, Player::First), (moves, Player::Second)])
    {
        let end = |n: usize| ToyNode {
            mover: Player::First,
            edges: Vec::new(),
            payoff: Value::from(n == moves) * 2 - 1,
            endless: 0,
        };
        let edges = (1..=moves).map(|to| (to, 0)).collect();
        let root = ToyNode { mover, edges, payoff: 0, endless: 0 };
        let game = Toy { nodes: [root].into_iter().chain((1..=moves).map(end)).collect() };
        let right = one_by_one(&game, false);
        for (size, threads) in [(1, 1), (3, 2), (1000, 1)] {
            let (indexing, limits) = (Nodes { size, turned: false }, Limits::default());
            let domain = ValueDomain::Plies;
            let census = solve_strong(&game, &game.start(), &indexing, domain, threads, &limits).unwrap();
            assert_eq!(counts(&census), right, "{moves} moves, tiers of {size}");
            let compact = solve_compact(&game, &game.start(), &indexing, domain, threads, &limits).unwrap();
            assert_eq!(essence(&census), essence(&compact), "{moves} moves, tiers of {size}");
        }
    }
}

/// A row of nodes, each with a move that loses and then a move to the next one, the last of which
/// is won: positions of a tier are found one after the other, so that a part of a tier has several
/// chunks.
fn row(length: usize) -> Toy {
    let end = |payoff| ToyNode { mover: Player::First, edges: Vec::new(), payoff, endless: 0 };
    let mover = |n: usize| if n.is_multiple_of(2) { Player::First } else { Player::Second };
    let node = |n: usize| ToyNode {
        mover: mover(n),
        edges: vec![(length + n % 2, 0), (if n + 1 == length { length + 1 } else { n + 1 }, 0)],
        payoff: 0,
        endless: 0,
    };
    Toy { nodes: (0..length).map(node).chain([end(-1), end(1)]).collect() }
}

#[test]
fn a_line_goes_on_through_all_chunks_and_tiers_to_its_end() {
    for length in [1, 2, 40, 100, 101] {
        let game = row(length);
        let limits = Limits::default();
        let question = SolveQuestion { distance: true, line: true, ..SolveQuestion::VALUE };
        let right = solve_minimax(&game, &game.start(), question, &limits, Termination::Ends).unwrap();
        assert_eq!(right.line.len(), length, "nobody leaves the row");
        for (size, threads) in [(1, 1), (7, 2), (33, 1), (1000, 1), (1000, 2)] {
            let indexing = Nodes { size, turned: false };
            let domain = ValueDomain::Plies;
            let found = strong::by_move_graph(&game, &indexing, domain, threads).expect("there is room");
            assert_eq!((found.value, found.plies), (right.value, right.distance), "{length}, {size}");
            assert_eq!(found.line, right.line, "{length}, tiers of {size}");
            let compact = solve_compact(&game, &game.start(), &indexing, domain, threads, &limits).unwrap();
            assert_eq!(essence(&found), essence(&compact), "{length}, tiers of {size}");
        }
    }
}

/// The nodes of a tier, of [`layered`].
const LAYER: usize = 50;

/// A root in a tier of its own, two tiers of nodes with moves to the next one, and one of ends that
/// are worth from `-most` to `most`, both included.
fn layered(most: Value) -> Toy {
    let mut random = Random(most as u64);
    let mut to_layer = |layer: usize, count: usize| {
        let mover = if random.below(2) == 0 { Player::First } else { Player::Second };
        let edges = (0..count).map(|_| (layer * LAYER + random.below(LAYER as u64) as usize, 0)).collect();
        ToyNode { mover, edges, payoff: 0, endless: 0 }
    };
    // The first tier has no other node that is reached.
    let first: Vec<ToyNode> = (0..LAYER).map(|_| to_layer(1, 2 * LAYER)).collect();
    let inner: Vec<ToyNode> =
        [vec![2; LAYER], vec![3; LAYER]].concat().iter().map(|to| to_layer(*to, 5)).collect();
    let end = |at: usize| {
        let payoff = [most, -most].get(at).copied().unwrap_or(at as Value % most);
        ToyNode { mover: Player::First, edges: Vec::new(), payoff, endless: 0 }
    };
    Toy { nodes: first.into_iter().chain(inner).chain((0..LAYER).map(end)).collect() }
}

/// Where moves that gain nothing lead to one tier alone, whose positions are worth what fits into
/// bytes, a list of bytes is read in another way.
#[test]
fn worth_at_the_edge_of_a_byte_is_told_as_minimax_tells_it() {
    for most in [1, 126, 127, 128, 129, 1000] {
        let game = layered(most);
        let right = one_by_one(&game, true);
        let worth = |value| right.keys().any(|(other, ..)| *other == value);
        assert!(worth(most) && worth(-most), "both are reached");
        for (size, threads) in [(LAYER, 1), (LAYER, 2), (1000, 1)] {
            let (indexing, domain) = (Nodes { size, turned: false }, ValueDomain::Points);
            let found = strong::by_move_graph(&game, &indexing, domain, threads).expect("there is room");
            assert_eq!(counts(&found), right, "{most}, tiers of {size}");
            assert_eq!(found.value, solved(&game).value, "{most}, tiers of {size}");
        }
    }
}
