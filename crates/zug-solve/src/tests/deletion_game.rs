//! Deletion games against the plain definition of who wins, on random moves.

use crate::{Deletion, DeletionGame, Limits, NodeKaylesSolver, TruthTable};
use std::collections::HashMap;
use zug_game::{Player, SplitMix64};

/// The nodes that are left, as bits, and who moves.
type Position = (u32, usize);

fn moves(game: &DeletionGame, left: u32, mover: usize) -> Vec<u32> {
    let is_left = |node: usize| left >> node & 1 == 1;
    let mut moves = Vec::new();
    for each in game.moves().iter().filter(|each| each.movers[mover] && each.legal.holds_where(is_left)) {
        let deleted = each.deletes.iter().filter(|(_, when)| when.holds_where(is_left));
        moves.push(deleted.fold(left, |after, (node, _)| after & !(1 << node)));
    }
    moves
}

fn wins(game: &DeletionGame, (left, mover): Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(wins) = known.get(&(left, mover)) {
        return *wins;
    }
    let found = moves(game, left, mover).into_iter().any(|next| !wins(game, (next, 1 - mover), known));
    known.insert((left, mover), found);
    found
}

/// The least number that no option has.
fn nimber(game: &DeletionGame, left: u32, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(nimber) = known.get(&left) {
        return *nimber;
    }
    let options: Vec<u32> = moves(game, left, 0).into_iter().map(|next| nimber(game, next, known)).collect();
    let least = (0..).find(|number| !options.contains(number)).expect("there are more numbers than options");
    known.insert(left, least);
    least
}

/// A truth over some nodes near one of a row, or over any.
fn truth(random: &mut SplitMix64, nodes: usize, near: usize, with: Option<usize>) -> TruthTable {
    let mut reads: Vec<usize> = with.into_iter().collect();
    for _ in 0..random.below(3) {
        let node = if random.below(8) == 0 { random.below(nodes) } else { (near + random.below(2)) % nodes };
        if !reads.contains(&node) {
            reads.push(node);
        }
    }
    let bits = random.below(256);
    let witness = usize::from(with.is_some());
    TruthTable::new(reads, |assignment| assignment & witness == witness && bits >> assignment & 1 == 1)
        .expect("there are few nodes")
}

/// A move that deletes a node that it needs, and others.
fn deletion(random: &mut SplitMix64, nodes: usize, impartial: bool) -> Deletion {
    let witness = random.below(nodes);
    let mut deletes = vec![(witness, TruthTable::constant(true))];
    for _ in 0..random.below(3) {
        let node = (witness + 1 + random.below(2)) % nodes;
        let when = match random.below(3) {
            0 => truth(random, nodes, witness, None),
            _ => TruthTable::constant(random.below(4) > 0),
        };
        deletes.push((node, when));
    }
    let movers = match random.below(if impartial { 1 } else { 3 }) {
        0 => [true; 2],
        1 => [true, false],
        _ => [false, true],
    };
    Deletion { movers, legal: truth(random, nodes, witness, Some(witness)), deletes }
}

#[test]
fn random_deletion_games_are_won_by_who_wins_them_plainly() {
    let mut random = SplitMix64(11);
    let (mut won, mut in_parts) = ([0; 4], 0);
    for round in 0..1500 {
        let (nodes, impartial) = (1 + random.below(10), round % 2 == 0);
        let moves =
            (0..random.below(2 * nodes + 1)).map(|_| deletion(&mut random, nodes, impartial)).collect();
        let game = DeletionGame::new(nodes, moves).expect("each move has a witness");
        let turned: Vec<usize> = (0..nodes).map(|node| (node + 1) % nodes).collect();
        let back: Vec<usize> = (0..nodes).rev().collect();
        let game = game.with_symmetries(&[turned, back]);
        let mut solver = NodeKaylesSolver::of_deletions(&game, &Limits::default()).expect("it is small");
        let (mut plain, mut nimbers) = (HashMap::new(), HashMap::new());
        for _ in 0..12 {
            let left = random.below(1 << nodes) as u32;
            let list: Vec<usize> = (0..nodes).filter(|node| left >> node & 1 == 1).collect();
            for mover in [Player::First, Player::Second] {
                let right = wins(&game, (left, mover.index()), &mut plain);
                assert_eq!(solver.mover_wins(&list, mover), Ok(right), "{game:?} {list:?} {mover:?}");
                won[2 * usize::from(game.is_impartial()) + usize::from(right)] += 1;
            }
            let right = game.is_impartial().then(|| nimber(&game, left, &mut nimbers));
            assert_eq!(solver.nimber(&list), Ok(right), "{game:?} {list:?}");
            in_parts += usize::from(right.is_some_and(|nimber| nimber > 1));
        }
    }
    assert!(won.iter().all(|count| *count > 2_000) && in_parts > 500, "{won:?} {in_parts}");
}

/// Symmetric moves on a ring: what is mapped to each other has one number, also where it is large.
#[test]
fn large_components_are_told_by_their_least_image() {
    let nodes = 30;
    let with_neighbour = |node: usize| {
        let reads = vec![node, (node + 1) % nodes, (node + nodes - 1) % nodes];
        let legal = TruthTable::new(reads, |assignment| assignment & 1 == 1 && assignment > 1);
        let deletes = vec![(node, TruthTable::constant(true))];
        Deletion { movers: [true; 2], legal: legal.expect("three nodes"), deletes }
    };
    let game = DeletionGame::new(nodes, (0..nodes).map(with_neighbour).collect()).expect("it is one");
    let turned: Vec<Vec<usize>> =
        (1..nodes).map(|by| (0..nodes).map(|node| (node + by) % nodes).collect()).collect();
    let all: Vec<usize> = (0..nodes).collect();
    let solve = |game: &DeletionGame| {
        let mut solver = NodeKaylesSolver::of_deletions(game, &Limits::default()).expect("it is small");
        let nimber = solver.nimber(&all);
        (nimber, solver.statistics().positions)
    };
    let (plain, without) = solve(&game);
    let (found, positions) = solve(&game.clone().with_symmetries(&turned));
    assert_eq!(found, plain);
    assert!(positions < without, "{positions} {without}");
}

#[test]
fn a_move_without_an_end_is_refused() {
    let always = || TruthTable::constant(true);
    let left = |node: usize| TruthTable::new(vec![node], |assignment| assignment == 1).expect("one node");
    let game = |legal: TruthTable, deletes: Vec<(usize, TruthTable)>| {
        DeletionGame::new(3, vec![Deletion { movers: [true; 2], legal, deletes }]).is_some()
    };
    assert!(game(left(0), vec![(0, always())]));
    assert!(game(left(0), vec![(1, always()), (0, left(0))]));
    assert!(!game(left(0), Vec::new()), "it deletes nothing");
    assert!(!game(left(0), vec![(1, always())]), "what it deletes may be gone");
    assert!(!game(left(0), vec![(0, left(1))]), "it deletes itself at times");
    assert!(!game(always(), vec![(0, always())]), "it is legal without what it deletes");
    assert!(!game(left(0), vec![(0, always()), (3, always())]), "there is no such node");
    assert!(!game(left(3), vec![(3, always())]), "nor that");
    assert!(TruthTable::new((0..13).collect(), |_| true).is_none(), "too many nodes");
    assert!(TruthTable::new(vec![1, 1], |_| true).is_none(), "one twice");
}
