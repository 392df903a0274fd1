//! Sums of parts against the plain definition of who wins, on random conflict graphs.

use crate::{ConflictGraph, Limits, NodeKaylesSolver, SumSample};
use std::collections::HashMap;
use zug_game::{Player, SplitMix64};

/// The nodes left as bits, and who moves.
type Position = (u32, usize);

fn after(graph: &ConflictGraph, left: u32, node: usize) -> u32 {
    graph.takes(node).iter().fold(left, |left, taken| left & !(1 << taken))
}

fn moves(graph: &ConflictGraph, left: u32, mover: usize) -> Vec<u32> {
    let may = |node: &usize| left >> node & 1 == 1 && graph.movers(*node)[mover];
    (0..graph.len()).filter(may).map(|node| after(graph, left, node)).collect()
}

fn wins(graph: &ConflictGraph, (left, mover): Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(wins) = known.get(&(left, mover)) {
        return *wins;
    }
    let found = moves(graph, left, mover).into_iter().any(|next| !wins(graph, (next, 1 - mover), known));
    known.insert((left, mover), found);
    found
}

/// The least number that no option has.
fn nimber(graph: &ConflictGraph, left: u32, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(nimber) = known.get(&left) {
        return *nimber;
    }
    let options: Vec<u32> =
        moves(graph, left, 0).into_iter().map(|next| nimber(graph, next, known)).collect();
    let least = (0..).find(|number| !options.contains(number)).expect("there are more numbers than options");
    known.insert(left, least);
    least
}

/// A graph of some nodes: each takes away few others, so that it falls into parts.
fn graph(random: &mut SplitMix64, impartial: bool, symmetric: bool) -> ConflictGraph {
    let size = 1 + random.below(12);
    let mut rows: Vec<([bool; 2], Vec<usize>)> = (0..size)
        .map(|_| match random.below(if impartial { 1 } else { 3 }) {
            0 => ([true; 2], Vec::new()),
            1 => ([true, false], Vec::new()),
            _ => ([false, true], Vec::new()),
        })
        .collect();
    for _ in 0..random.below(2 * size) {
        let (a, b) = (random.below(size), random.below(size));
        rows[a].1.push(b);
        if symmetric {
            rows[b].1.push(a);
        }
    }
    ConflictGraph::new(&rows)
}

#[test]
fn random_sums_are_won_by_who_wins_them_plainly() {
    let mut random = SplitMix64(7);
    let mut won = [0; 4];
    for round in 0..600 {
        let graph = graph(&mut random, round % 3 == 0, round % 2 == 0);
        let mut solver = NodeKaylesSolver::new(&graph, &Limits::default()).expect("it is small");
        let (mut plain, mut nimbers) = (HashMap::new(), HashMap::new());
        for _ in 0..12 {
            let left = random.below(1 << graph.len()) as u32;
            let list: Vec<usize> = (0..graph.len()).filter(|node| left >> node & 1 == 1).collect();
            for mover in [Player::First, Player::Second] {
                let right = wins(&graph, (left, mover.index()), &mut plain);
                assert_eq!(solver.mover_wins(&list, mover), Ok(right), "{graph:?} {list:?} {mover:?}");
                won[2 * usize::from(graph.is_impartial()) + usize::from(right)] += 1;
            }
            let right = graph.is_impartial().then(|| nimber(&graph, left, &mut nimbers));
            assert_eq!(solver.nimber(&list), Ok(right), "{graph:?} {list:?}");
        }
    }
    assert!(won.iter().all(|count| *count > 500), "{won:?}");
}

#[test]
fn symmetries_that_are_none_are_left_out() {
    let graph = ConflictGraph::new(&[([true; 2], vec![1]), ([true; 2], vec![]), ([true; 2], vec![])]);
    let plain = graph.clone();
    assert_eq!(graph.clone().with_symmetries(&[vec![1, 0, 2], vec![0, 1], vec![0, 0, 2]]), plain);
    assert_ne!(graph.with_symmetries(&[vec![0, 1, 2]]), plain);
}

#[test]
fn large_graphs_are_solved_with_any_number_of_words() {
    for size in [1, 63, 64, 65, 128, 129, 256, 257, 512, 513, 4096] {
        // Pairs of moves that take each other away: who moves wins where the number of pairs is
        // odd.
        let row = |node: usize| ([true; 2], vec![if node.is_multiple_of(2) { node + 1 } else { node - 1 }]);
        let rows: Vec<_> = (0..size).map(row).collect();
        let mut solver =
            NodeKaylesSolver::new(&ConflictGraph::new(&rows), &Limits::default()).expect("it fits");
        let list: Vec<usize> = (0..size).collect();
        assert_eq!(solver.nimber(&list), Ok(Some(size.div_ceil(2) as u32 % 2)), "{size}");
    }
    let rows = vec![([true; 2], Vec::new()); 4097];
    assert!(NodeKaylesSolver::new(&ConflictGraph::new(&rows), &Limits::default()).is_none());
}

/// Cells of a square board, each taking away what `hits` says of the distances.
fn board(size: usize, hits: impl Fn(usize, usize) -> bool) -> ConflictGraph {
    let at = |cell: usize| (cell % size, cell / size);
    let hit = |a: usize, b: usize| hits(at(a).0.abs_diff(at(b).0), at(a).1.abs_diff(at(b).1));
    let row = |a: usize| ([true; 2], (0..size * size).filter(|b| hit(a, *b)).collect());
    ConflictGraph::new(&(0..size * size).map(row).collect::<Vec<_>>())
}

#[test]
fn a_sample_tells_what_falls_apart_and_loses_nothing() {
    let queens = board(10, |x, y| x == 0 || y == 0 || x == y);
    let knights = board(8, |x, y| x * y == 2);
    for (graph, whole) in [(queens, true), (knights, false)] {
        let list: Vec<usize> = (0..graph.len()).collect();
        let solver = || NodeKaylesSolver::new(&graph, &Limits::default()).expect("it is small");
        let (mut sampled, mut other, mut plain) = (solver(), solver(), solver());
        let found = sampled.sample(&list, Player::First).expect("no limit");
        assert_eq!(matches!(found, SumSample::StaysWhole { .. }), whole, "{found:?}");
        assert_eq!(other.sample(&list, Player::First), Ok(found), "every run decides alike");
        let part = &list[..30];
        assert_eq!(sampled.mover_wins(part, Player::First), plain.mover_wins(part, Player::First));
        // A question that is decided within the sample is no reason to go another way.
        assert_eq!(plain.sample(part, Player::First), Ok(SumSample::FallsApart));
    }
}
