//! Plays at random, by a seed, and finds small trees near the ends of plays.

use super::trees::leaf_values;
use crate::tree::{RecordRequest, SearchTree, TreeMethod, record_to};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use zug::answer::{Engine, Limits, Prepared, SolveError, Task, with_engine};
use zug_analysis::Ends;
use zug_game::{Expansion, SplitMix64};
use zug_lang::program::Choice;
use zug_lang::semantics::{Position, Semantics};
use zug_solve::TableSize;
use zug_solve::clock::Instant;

/// A play is followed so many plies.
const LONGEST: usize = 160;
/// A tree of an exercise has so many positions at most.
const LARGEST: u64 = 36;
/// And so many at least.
const SMALLEST: usize = 5;
/// Where play need not end, positions so few plies from where it began are asked about first.
const EARLY: usize = 12;
/// There trees are followed so deep.
const DEPTHS: [u32; 2] = [3, 2];

/// A play: its positions, and the moves to each of them from the first position of the game.
pub struct SampledPlay {
    /// In the order of play; the first is where it began.
    pub positions: Vec<Position>,
    /// The moves, as they read.
    pub moves: Vec<String>,
    /// How many of the moves were played before.
    pub before: usize,
    /// The moves of this play.
    pub choices: Vec<Choice>,
    /// Whether it came to an end.
    pub over: bool,
}

impl SampledPlay {
    /// The moves that lead to one of its positions.
    pub fn after(&self, at: usize) -> Vec<String> {
        self.moves[..self.before + at].to_vec()
    }
}

/// Whether the time is over, or somebody asked to end.
pub fn is_stopped(limits: &Limits) -> bool {
    let stopped = limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
    stopped || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Plays at random from a position, each legal move equally often.
pub fn play(
    prepared: &Prepared<'_>,
    position: &Position,
    after: &[String],
    random: &mut SplitMix64,
) -> SampledPlay {
    let (positions, choices, over) = with_engine(prepared, Playing { position, random });
    let (positions, choices) = straight(positions, choices);
    let semantics = Semantics::new(prepared.program);
    let texts = positions.iter().zip(&choices).map(|(here, choice)| semantics.text(here, choice));
    let moves = after.iter().cloned().chain(texts).collect();
    SampledPlay { positions, moves, before: after.len(), choices, over }
}

/// A play without what it went through between two visits of one position.
fn straight(positions: Vec<Position>, choices: Vec<Choice>) -> (Vec<Position>, Vec<Choice>) {
    let last: HashMap<&Position, usize> = positions.iter().enumerate().map(|(at, here)| (here, at)).collect();
    let leave = |at: usize| last[&positions[at]];
    let way = std::iter::successors(Some(leave(0)), |at| (at + 1 < positions.len()).then(|| leave(at + 1)));
    let way: Vec<usize> = way.collect();
    let choices = way.iter().filter_map(|at| choices.get(*at).cloned()).collect();
    (way.iter().map(|at| positions[*at].clone()).collect(), choices)
}

/// The positions of a play about which is asked, in the order in which they are tried: where play
/// need not end, one near its beginning first, so that few moves lead there.
pub fn asked_about(
    prepared: &Prepared<'_>,
    play: &SampledPlay,
    near: usize,
    random: &mut SplitMix64,
) -> Vec<usize> {
    let last = play.positions.len() - 1;
    let late = last - random.below(last.min(near) + 1);
    match prepared.ends {
        Ends::Unproven { .. } => vec![random.below(last.min(EARLY) + 1), late],
        _ => vec![late],
    }
}

struct Playing<'a> {
    position: &'a Position,
    random: &'a mut SplitMix64,
}

impl Task for Playing<'_> {
    type Output = (Vec<Position>, Vec<Choice>, bool);

    /// A move at fault ends the play before it.
    fn run<E: Engine>(self, engine: &E) -> Self::Output {
        let mut here = engine.enter(self.position);
        let (mut positions, mut choices) = (vec![self.position.clone()], Vec::new());
        while choices.len() < LONGEST {
            let mut moves = Vec::new();
            match engine.expand(&here, &mut moves) {
                Ok(Expansion::Terminal(_)) => return (positions, choices, true),
                Ok(Expansion::Moves) if !moves.is_empty() => {}
                _ => break,
            }
            let chosen = &moves[self.random.below(moves.len())];
            let Ok(step) = engine.play(&here, chosen) else { break };
            choices.push(engine.choice(chosen));
            here = step.position;
            positions.push(engine.leave(&here));
        }
        (positions, choices, false)
    }
}

/// A small tree of minimax somewhere in a play, with the number of its first position.
///
/// # Errors
/// A limit, or a broken promise of the definition.
pub fn small_tree(
    prepared: &Prepared<'_>,
    play: &SampledPlay,
    limits: &Limits,
    random: &mut SplitMix64,
) -> Result<Option<(usize, SearchTree)>, SolveError> {
    let whole = !matches!(prepared.ends, Ends::Unproven { .. });
    let found = if whole && play.over { whole_trees(prepared, play, limits)? } else { Vec::new() };
    if !found.is_empty() {
        let chosen = random.below(found.len());
        return Ok(found.into_iter().nth(chosen));
    }
    if whole && play.over {
        return Ok(None);
    }
    cut_off_tree(prepared, play, limits, random)
}

/// All trees to the end of play that are small enough, from the last position backwards while they
/// are.
fn whole_trees(
    prepared: &Prepared<'_>,
    play: &SampledPlay,
    limits: &Limits,
) -> Result<Vec<(usize, SearchTree)>, SolveError> {
    let mut found = Vec::new();
    for at in (0..play.positions.len()).rev() {
        let Some(tree) = minimax(prepared, play, at, limits, None)? else { break };
        if tree.nodes.len() >= SMALLEST {
            found.push((at, tree));
        }
    }
    Ok(found)
}

/// A tree that is not followed to the end of play, in which the leaves do not all count alike.
fn cut_off_tree(
    prepared: &Prepared<'_>,
    play: &SampledPlay,
    limits: &Limits,
    random: &mut SplitMix64,
) -> Result<Option<(usize, SearchTree)>, SolveError> {
    for at in asked_about(prepared, play, usize::MAX, random) {
        for depth in DEPTHS {
            if let Some(tree) = minimax(prepared, play, at, limits, Some(depth))?
                && tree.nodes.len() >= SMALLEST
                && leaf_values(&tree) > 1
            {
                return Ok(Some((at, tree)));
            }
        }
    }
    Ok(None)
}

fn minimax(
    prepared: &Prepared<'_>,
    play: &SampledPlay,
    at: usize,
    limits: &Limits,
    depth: Option<u32>,
) -> Result<Option<SearchTree>, SolveError> {
    search(prepared, play, at, &request(TreeMethod::Minimax, TableSize::Off, limits), depth)
}

/// Records a search from a position of a play; none where it looks at too many positions.
///
/// # Errors
/// A limit, or a broken promise of the definition, with the moves from where the play began.
pub fn search(
    prepared: &Prepared<'_>,
    play: &SampledPlay,
    at: usize,
    request: &RecordRequest,
    depth: Option<u32>,
) -> Result<Option<SearchTree>, SolveError> {
    let found = record_to(prepared, &play.positions[at], request, depth);
    found.map_err(|failed| failed.behind(&play.choices[..at]))
}

/// How the searches of an exercise are recorded.
pub fn request(method: TreeMethod, memo: TableSize, limits: &Limits) -> RecordRequest {
    RecordRequest {
        most: LARGEST,
        unseen: LARGEST as usize,
        positions: true,
        limits: limits.clone(),
        ..RecordRequest::new(method, memo)
    }
}
