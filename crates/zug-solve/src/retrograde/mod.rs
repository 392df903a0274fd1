//! Retrograde analysis: the value of every reachable position, from the terminal positions
//! backwards, where positions may repeat.
//!
//! ```text
//!   list all positions      graph.rs      forwards, each once, with its moves (position_index.rs)
//!   find the cycles         scc.rs        strongly connected components, successors first
//!   solve each component    attractor.rs  attractors, with counters of undecided moves
//! or
//!   solve all at once       forced.rs     where endless play is a draw and moves have no reward
//! ```
//!
//! Positions are distinguished by [`Game::key`], which leaves additive points out. If a move on a
//! cycle has a reward, the value to go is undefined there; then the analysis is repeated with full
//! keys.
//!
//! A single question is answered by [`Game::canonical`] where the rules have symmetries and a
//! sample shows that they pay (`form_sample.rs`): one position stands for all that are symmetric to
//! it. Moves of a position and of its image lead to the same forms, so both have the same play
//! before them. Conditions, and what sees to them:
//!
//! - Equal forms have equal values, or, where only one has the players swapped, values that are
//!   negatives of each other, and one distance: the law of [`Game::canonical`]. A move notes
//!   whether the players are swapped after it.
//! - Going on for ever is a draw everywhere, and no move has a reward: the listing looks at every
//!   position, and where one fails all is listed again by keys. (There the distance of a draw is
//!   that of the first move that keeps it, which an image has not first.)
//! - Play returns to a position exactly if it returns to its form: from a position to an image of
//!   it, it goes on to the next image, and symmetries are finitely many.
//! - Moves and points are those of the position that is asked about, which stands for itself, and
//!   the line is played move by move (`line_of_forms.rs`).
//! - A table of all positions, a census, and the analysis by full keys list every position.
//!
//! Method: Thompson, "Retrograde Analysis of Certain Endgames" (1986), with counters instead of
//! repeated scans; the components are those of Tarjan, "Depth-First Search and Linear Graph
//! Algorithms" (1972). A component is solved after all that it leads to. So `endless` is one value
//! for each component, and one pass finds all values instead of one pass for each threshold.

mod attractor;
mod forced;
mod form_sample;
mod graph;
mod key_table;
mod line_of_forms;
mod position_index;
mod predecessors;
mod rows;
mod scc;
mod solved_positions;
mod solved_table;

pub(super) use solved_positions::{SolvedPositions, analyse};

use crate::answer::{LineEnd, MoveValue, Solution, SolveQuestion, Statistics};
use crate::limits::{Halt, Limits, Stop};
use crate::watch::Watch;
use attractor::{ENDLESS, SolvedValues, better};
use graph::PositionGraph;
use position_index::Identity;
use rustc_hash::FxHashMap;
use scc::Components;
pub use solved_table::{SolvedEntry, SolvedTable};
use std::cell::OnceCell;
use zug_game::{Game, Player, Value};

/// Solves a position together with all positions reachable from it; positions may repeat.
///
/// # Errors
/// A limit, a fault with the moves that lead to it, an overflow, or `endless` values that differ on
/// a cycle.
pub fn solve_retrograde<G: Game>(
    game: &G,
    position: &G::Position,
    question: SolveQuestion,
    limits: &Limits,
) -> Result<Solution<G::Move>, Stop<G::Move>> {
    let identities: &[Identity] = match form_sample::forms_pay(game, position) {
        true => &[Identity::Form, Identity::Key, Identity::FullKey],
        false => &[Identity::Key, Identity::FullKey],
    };
    first_that_fits(game, position, limits, identities)?.solution(position, question)
}

/// The analysis by the first of these identities of positions that fits the game.
fn first_that_fits<'a, G: Game>(
    game: &'a G,
    position: &G::Position,
    limits: &Limits,
    identities: &[Identity],
) -> Result<RetrogradeAnalysis<'a, G>, Stop<G::Move>> {
    for identity in identities {
        if let Some(analysis) = RetrogradeAnalysis::of(game, position, limits, *identity)? {
            return Ok(analysis);
        }
    }
    Err(Halt::RewardInCycle.into_stop(Vec::new(), (None, None), Statistics::default()))
}

/// A finished analysis.
struct RetrogradeAnalysis<'a, G: Game> {
    graph: PositionGraph<'a, G>,
    /// The components; computed on demand where the positions were solved without them.
    components: OnceCell<Components>,
    solved: SolvedValues,
    limits: Limits,
}

impl<'a, G: Game> RetrogradeAnalysis<'a, G> {
    /// The analysis with this identity of positions; none if it does not fit the game.
    fn of(
        game: &'a G,
        start: &G::Position,
        limits: &Limits,
        identity: Identity,
    ) -> Result<Option<Self>, Stop<G::Move>> {
        let mut watch = Watch::new(limits);
        let mut graph = PositionGraph::new(game, identity);
        match Self::run(&mut graph, start, &mut watch) {
            Ok(found) => Ok(found.map(|(components, solved)| {
                let components = components.map_or_else(OnceCell::new, OnceCell::from);
                RetrogradeAnalysis { graph, components, solved, limits: limits.clone() }
            })),
            Err(halt) => Err(halt.into_stop(graph.line_to_fault(), (None, None), graph.statistics)),
        }
    }

    fn run(
        graph: &mut PositionGraph<'a, G>,
        start: &G::Position,
        watch: &mut Watch,
    ) -> Result<Option<(Option<Components>, SolvedValues)>, Halt> {
        if !graph.list(start, watch)? {
            return Ok(None);
        }
        if graph.is_plain() {
            return Ok(Some((None, SolvedValues::forced(graph, watch)?)));
        }
        let components = Components::of(graph, watch)?;
        if components.have_rewards(graph) {
            return Ok(None);
        }
        let solved = SolvedValues::of(graph, &components, watch)?;
        Ok(Some((Some(components), solved)))
    }

    /// The strongly connected components.
    fn components(&self) -> Result<&Components, Halt> {
        if let Some(components) = self.components.get() {
            return Ok(components);
        }
        let found = Components::of(&self.graph, &mut Watch::new(&self.limits))?;
        Ok(self.components.get_or_init(|| found))
    }

    /// Whether play can return to a position.
    fn is_cyclic(&self, n: usize) -> Result<bool, Halt> {
        if self.components.get().is_none()
            && let Some(cyclic) = self.graph.comes_back(n)
        {
            return Ok(cyclic);
        }
        Ok(self.components()?.is_cyclic(n))
    }

    /// The moves of position `n`, in order: the value, the rank of the position after it, and that
    /// position.
    fn moves(&self, n: usize) -> impl Iterator<Item = (Value, u32, usize)> + '_ {
        let edges = self.graph.edges(n).zip(self.graph.turned(n));
        edges.map(|((next, reward), (_, opposite))| {
            (self.value(next, opposite) + reward, self.solved.ranks[next], next)
        })
    }

    /// The value of a position that this one stands for, where the players may be swapped.
    fn value(&self, n: usize, opposite: bool) -> Value {
        let value = self.solved.values[n];
        if opposite { -value } else { value }
    }

    fn solution(
        &self,
        position: &G::Position,
        question: SolveQuestion,
    ) -> Result<Solution<G::Move>, Stop<G::Move>> {
        let offset = self.graph.offset_of_start(position);
        let value = self.solved.values[0];
        let known = value.checked_add(offset);
        let into_stop = |halt: Halt| halt.into_stop(Vec::new(), (known, known), self.graph.statistics);
        let total = |value: Value| value.checked_add(offset).ok_or_else(|| into_stop(Halt::Overflow));
        let legal = self.graph.legal(0).map_err(into_stop)?;
        let distance = |value: Value, rank: u32, plies: u64| {
            (question.distance && value != 0 && rank < ENDLESS).then_some(u64::from(rank) + plies)
        };
        let mut best = Vec::new();
        let mut moves = Vec::new();
        for (mv, (worth, rank, _)) in legal.into_iter().zip(self.moves(0)) {
            if question.best && worth == value {
                best.push(mv.clone());
            }
            if question.all_moves {
                moves.push(MoveValue { mv, value: total(worth)?, distance: distance(worth, rank, 1) });
            }
        }
        let (line, line_end) = match question.line {
            true if self.graph.identity() == Identity::Form => {
                self.line_of_forms(position, question.distance).map_err(into_stop)?
            }
            true => self.line_from(0, question.distance).map_err(into_stop)?,
            false => (Vec::new(), LineEnd::NotAsked),
        };
        let statistics = self.graph.statistics;
        let distance = distance(value, self.solved.ranks[0], 0);
        let afterwards = Statistics::default();
        Ok(Solution { value: total(value)?, distance, best, line, line_end, moves, statistics, afterwards })
    }

    /// The number of the move of best play at position `n`, and the position after it: the first
    /// move that keeps the value. If `quickly`, or if the position is on a cycle, the move must
    /// also come one ply nearer to the end, because going round would lose the value. `None` where
    /// play is over.
    fn next_on_line(&self, n: usize, quickly: bool) -> Result<Option<(usize, usize)>, Halt> {
        let fits = self.best_play(n, false, quickly)?;
        let found = self.moves(n).enumerate().find(|&(_, (worth, after, _))| fits(worth, after));
        Ok(found.map(|(number, (_, _, next))| (number, next)))
    }

    /// Which moves of a position that `n` stands for are best play: by the value, and the rank of
    /// the position after.
    fn best_play(
        &self,
        n: usize,
        opposite: bool,
        quickly: bool,
    ) -> Result<impl Fn(Value, u32) -> bool + use<G>, Halt> {
        let (value, rank) = (self.value(n, opposite), self.solved.ranks[n]);
        let hurry = rank != ENDLESS && ((quickly && value != 0) || self.is_cyclic(n)?);
        Ok(move |worth: Value, after: u32| worth == value && (!hurry || after.saturating_add(1) == rank))
    }

    /// A line of best play of both from position `n`, until play is over or comes back to a
    /// position.
    fn line_from(&self, n: usize, quickly: bool) -> Result<(Vec<G::Move>, LineEnd), Halt> {
        let mut line = Vec::new();
        let mut seen = FxHashMap::default();
        let mut n = n;
        while !seen.contains_key(&n) {
            seen.insert(n, line.len());
            let Some((number, next)) = self.next_on_line(n, quickly)? else {
                return Ok((line, LineEnd::Terminal));
            };
            line.extend(self.graph.legal(n)?.into_iter().nth(number));
            n = next;
        }
        let first = seen.get(&n).copied().unwrap_or(0);
        Ok((line, LineEnd::Repeats(first)))
    }
}

/// The value and rank of the position that the mover prefers.
fn best_of(moves: impl Iterator<Item = (Value, u32)>, mover: Player) -> Option<(Value, u32)> {
    moves.reduce(|best, next| if better(next, best, mover) { next } else { best })
}

/// The value of every position, and the distance in plies of wins and losses, by both ways to
/// solve: all at once, and component by component.
#[cfg(test)]
pub(super) fn both_ways<G: Game>(game: &G, start: &G::Position) -> [Vec<(Value, Option<u32>)>; 2] {
    let mut watch = Watch::new(&Limits::default());
    let mut graph = PositionGraph::new(game, Identity::Key);
    graph.list(start, &mut watch).expect("it can be listed");
    assert!(graph.is_plain());
    let components = Components::of(&graph, &mut watch).expect("there are parts");
    let forced = SolvedValues::forced(&mut graph, &mut watch).expect("it can be solved");
    let in_parts = SolvedValues::of(&mut graph, &components, &mut watch).expect("it can be solved");
    [forced, in_parts].map(|solved| {
        let plies = |(&value, &rank): (&Value, &u32)| (value, (value != 0).then_some(rank));
        solved.values.iter().zip(&solved.ranks).map(plies).collect()
    })
}
