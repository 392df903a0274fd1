//! Nimbers of sums of impartial games agree with minimax on the whole sum.

use super::toys::Random;
use crate::*;
use zug_game::{Expansion, Fault, Game, Player, Step};

/// Tokens on graphs without cycles, one on each: a move takes one of them along an edge; who cannot
/// move loses.
struct Tokens {
    graphs: Vec<Vec<Vec<usize>>>,
    /// A node that is a fault.
    hole: Option<(usize, usize)>,
    /// A move that is a fault: a component and a node of it.
    trap: Option<(usize, usize)>,
}

type At = (Vec<usize>, Player);

impl Game for Tokens {
    type Position = At;
    type Move = (usize, usize);
    type Key = (Vec<usize>, bool);

    fn start(&self) -> At {
        (vec![0; self.graphs.len()], Player::First)
    }
    fn mover(&self, at: &At) -> Player {
        at.1
    }
    fn expand(&self, at: &At, moves: &mut Vec<(usize, usize)>) -> Result<Expansion, Fault> {
        if at.0.iter().enumerate().any(|place| self.hole == Some((place.0, *place.1))) {
            return Err(Fault(3));
        }
        for (graph, node) in at.0.iter().enumerate() {
            moves.extend(self.graphs[graph][*node].iter().map(|to| (graph, *to)));
        }
        let lost = if at.1 == Player::First { -1 } else { 1 };
        Ok(if moves.is_empty() { Expansion::Terminal(lost) } else { Expansion::Moves })
    }
    fn play(&self, at: &At, play: &(usize, usize)) -> Result<Step<At>, Fault> {
        if self.trap == Some(*play) {
            return Err(Fault(4));
        }
        let mut nodes = at.0.clone();
        nodes[play.0] = play.1;
        Ok(Step { position: (nodes, at.1.other()), reward: 0 })
    }
    fn key(&self, at: &At) -> (Vec<usize>, bool) {
        (at.0.clone(), at.1 == Player::First)
    }
    fn full_key(&self, at: &At) -> (Vec<usize>, bool) {
        self.key(at)
    }
}

struct Each(usize);

impl GameComponents<Tokens> for Each {
    fn count(&self) -> usize {
        self.0
    }
    fn part(&self, at: &At, component: usize) -> u128 {
        at.0[component] as u128
    }
}

fn tokens(random: &mut Random) -> Tokens {
    let graphs = (0..1 + random.below(3)).map(|_| {
        let size = 1 + random.below(7) as usize;
        let edges = |n: usize, random: &mut Random| (n + 1..size).filter(|_| random.below(2) == 0).collect();
        (0..size).map(|n| edges(n, random)).collect()
    });
    Tokens { graphs: graphs.collect(), hole: None, trap: None }
}

const ALL: SolveQuestion = SolveQuestion { distance: false, ..SolveQuestion::ALL };

#[test]
fn nimbers_agree_with_minimax_on_sums() {
    let mut random = Random(21);
    let (mut lost, mut high) = (0, 0);
    for _ in 0..3000 {
        let game = tokens(&mut random);
        let limits = Limits::default();
        let right = solve_minimax(&game, &game.start(), ALL, &limits, Termination::Ends).unwrap();
        let components = Each(game.graphs.len());
        let mut solver = ImpartialSolver::new(&game, &components, &limits);
        let found = solver.solution(&game.start(), ALL).unwrap();
        let values = |solution: &Solution<(usize, usize)>| -> Vec<_> {
            solution.moves.iter().map(|each| (each.mv, each.value)).collect()
        };
        assert_eq!((right.value, &right.best, values(&right)), (found.value, &found.best, values(&found)));
        assert_eq!(right.line, found.line);
        let nimber = solver.nimber(&game.start()).unwrap();
        assert_eq!(nimber, whole(&game, &game.start()));
        lost += u32::from(nimber == 0);
        high += u32::from(nimber > 3);
    }
    assert!(lost > 300 && high > 20, "{lost} {high}");
}

/// The nimber by the options of the whole position.
fn whole(game: &Tokens, at: &At) -> u32 {
    let mut moves = Vec::new();
    if let Expansion::Terminal(_) = game.expand(at, &mut moves).unwrap() {
        return 0;
    }
    let options: Vec<u32> =
        moves.iter().map(|play| whole(game, &game.play(at, play).unwrap().position)).collect();
    (0..).find(|n| !options.contains(n)).expect("some number is missing")
}

#[test]
fn a_fault_in_a_component_is_told_with_its_moves() {
    let path = || vec![vec![1], vec![2], vec![]];
    let graphs = || vec![path(), path()];
    let limits = Limits::default();
    // The position after the moves has a fault, or the last of the moves.
    let hole = Tokens { graphs: graphs(), hole: Some((1, 2)), trap: None };
    let trap = Tokens { graphs: graphs(), hole: None, trap: Some((1, 2)) };
    for (game, fault) in [(hole, Fault(3)), (trap, Fault(4))] {
        let stop = ImpartialSolver::new(&game, &Each(2), &limits).solution(&game.start(), ALL).unwrap_err();
        assert_eq!(stop, Stop::Fault { fault, line: vec![(1, 1), (1, 2)] });
    }
}

#[test]
fn limits_of_nimbers_are_kept() {
    let long: Vec<Vec<usize>> = (0..5000).map(|n| (n + 1..5000.min(n + 4)).collect()).collect();
    let game = Tokens { graphs: vec![long.clone(), long], hole: None, trap: None };
    for (limits, kind) in [
        (Limits { memory: 10_000, ..Limits::default() }, LimitKind::Memory),
        (Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() }, LimitKind::Time),
        (Limits { positions: Some(1), ..Limits::default() }, LimitKind::Positions),
    ] {
        let found = on_deep_stack(|| {
            ImpartialSolver::new(&game, &Each(2), &limits).solution(&game.start(), SolveQuestion::VALUE)
        });
        let Err(Stop::Limit { which, .. }) = found else { panic!("{found:?}") };
        assert_eq!(which, kind);
    }
}

/// When the nimber is known every position of each component is, so no limit can take the answer
/// away.
#[test]
fn no_limit_ends_the_questions_after_a_nimber() {
    let path = || vec![vec![1, 2], vec![2], vec![]];
    let game = Tokens { graphs: vec![path(), path(), path()], hole: None, trap: None };
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let limits = Limits { stop: Some(stop.clone()), ..Limits::default() };
    let components = Each(3);
    let mut solver = ImpartialSolver::new(&game, &components, &limits);
    assert_eq!(solver.nimber(&game.start()), Ok(2));
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let found = solver.solution(&game.start(), ALL).expect("it is known");
    assert_eq!((found.value, found.moves.len()), (1, 6));
}
