//! The graph of all reachable positions, each once, and their moves.
//!
//! Positions are numbered in the order of a breadth-first search. The moves of position `n` lead to
//! `targets[rows.get(n)]`, in the order of the definition.

use crate::answer::Statistics;
use crate::limits::{Halt, audit, within_range};
use crate::retrograde::position_index::{Identity, IndexEntry, PositionIndex, Sought, form};
use crate::retrograde::rows::Rows;
use crate::watch::Watch;
use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{Expansion, Game, Player, Step, Value};

/// The most moves that a counter holds.
pub(super) const MOST_MOVES: usize = (u16::MAX >> 1) as usize;

/// The most positions that [`PositionGraph::comes_back`] follows.
const AROUND: usize = 1 << 12;

/// A move, and the position after it.
pub(super) struct MoveEdge<G: Game> {
    pub(super) play: G::Move,
    pub(super) position: G::Position,
    pub(super) reward: Value,
    /// The number of the position that stands for it, and whether its players are the others.
    pub(super) number: usize,
    pub(super) opposite: bool,
}

/// What a move leads to, and how the index looks it up.
struct Successor<G: Game> {
    step: Step<G::Position>,
    sought: Sought<G::Key>,
}

/// The positions and their moves.
pub(super) struct PositionGraph<'a, G: Game> {
    game: &'a G,
    identity: Identity,
    index: PositionIndex<G::Key>,
    positions: Vec<G::Position>,
    /// For each position the one that it was first reached from.
    parents: Vec<u32>,
    movers: Vec<Player>,
    /// The terminal positions in order, with their payoffs.
    payoffs: Vec<(u32, Value)>,
    /// Where the moves of each position end in `targets`.
    rows: Rows,
    targets: Vec<u32>,
    /// The rewards of the moves, parallel to `targets`; empty until the first reward that is not 0.
    rewards: Vec<Value>,
    /// For each move, parallel to `targets`, a bit: whether the players are swapped in the position
    /// that stands for the one after it. Empty unless forms tell positions apart.
    opposite: Vec<u64>,
    /// The positions after the moves of the one that is expanded.
    after: Vec<Successor<G>>,
    /// After a halt: the position where it happened, and the move if one was being played.
    broken: Option<(usize, Option<G::Move>)>,
    pub(super) statistics: Statistics,
}

impl<'a, G: Game> PositionGraph<'a, G> {
    pub(super) fn new(game: &'a G, identity: Identity) -> Self {
        PositionGraph {
            game,
            identity,
            index: PositionIndex::nothing(identity),
            positions: Vec::new(),
            parents: Vec::new(),
            movers: Vec::new(),
            payoffs: Vec::new(),
            rows: Rows::default(),
            targets: Vec::new(),
            rewards: Vec::new(),
            opposite: Vec::new(),
            after: Vec::new(),
            broken: None,
            statistics: Statistics::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn identity(&self) -> Identity {
        self.identity
    }

    /// All positions, by number.
    pub(super) fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The position that a position was first reached from.
    pub(super) fn parent(&self, n: usize) -> usize {
        self.parents[n] as usize
    }

    pub(super) fn edge_count(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn mover(&self, n: usize) -> Player {
        self.movers[n]
    }

    /// The payoff, if play is over.
    pub(super) fn payoff(&self, n: usize) -> Option<Value> {
        if !self.targets(n).is_empty() {
            return None;
        }
        let found = self.payoffs.binary_search_by_key(&(n as u32), |end| end.0);
        found.ok().map(|at| self.payoffs[at].1)
    }

    /// The terminal positions with their payoffs.
    pub(super) fn ends(&self) -> impl Iterator<Item = (Value, u32)> + '_ {
        self.payoffs.iter().map(|&(n, payoff)| (payoff, n))
    }

    /// The positions after the moves.
    #[inline]
    pub(super) fn targets(&self, n: usize) -> &[u32] {
        &self.targets[self.rows.get(n)]
    }

    /// The positions after the moves, with the rewards.
    pub(super) fn edges(&self, n: usize) -> impl Iterator<Item = (usize, Value)> + '_ {
        self.rows
            .get(n)
            .map(|edge| (self.targets[edge] as usize, self.rewards.get(edge).copied().unwrap_or(0)))
    }

    /// The positions after the moves, and whether the players are swapped there.
    pub(super) fn turned(&self, n: usize) -> impl Iterator<Item = (u32, bool)> + '_ {
        self.rows.get(n).map(|edge| (self.targets[edge], self.is_opposite(edge)))
    }

    /// Whether the players are swapped after some move.
    pub(super) fn swaps(&self) -> bool {
        self.opposite.iter().any(|bits| *bits != 0)
    }

    #[inline]
    fn is_opposite(&self, edge: usize) -> bool {
        self.opposite.get(edge / 64).is_some_and(|bits| bits >> (edge % 64) & 1 == 1)
    }

    /// The value of never-ending play from a position.
    pub(super) fn endless(&mut self, n: usize) -> Result<Value, Halt> {
        let position = self.positions[n].clone();
        let endless = self.game.endless(&position).inspect_err(|_| self.broken = Some((n, None)))?;
        self.total(endless, &position)
    }

    /// Turns a value to go into a value of this graph: with full keys the points so far are added.
    fn total(&self, value: Value, position: &G::Position) -> Result<Value, Halt> {
        match self.identity {
            Identity::Key | Identity::Form => Ok(value),
            Identity::FullKey => value.checked_add(self.game.offset(position)).ok_or(Halt::Overflow),
        }
    }

    /// Whether never-ending play is a draw everywhere, no move has a reward, and no position has
    /// more moves than [`MOST_MOVES`].
    pub(super) fn is_plain(&self) -> bool {
        let draws = |position| {
            self.game.endless(position).is_ok_and(|endless| endless == 0) || is_broken(Shortcut::ForcedDraw)
        };
        let few = self.rows.lengths().all(|moves| moves <= MOST_MOVES);
        let simple = self.identity != Identity::FullKey && self.rewards.is_empty() && few;
        simple && (self.identity == Identity::Form || self.positions.iter().all(draws))
    }

    /// Whether position `n`, which is expanded, leaves a graph plain that has to be so.
    fn stays_plain(&self, n: usize) -> bool {
        self.identity != Identity::Form
            || (self.rewards.is_empty()
                && self.rows.get(n).len() <= MOST_MOVES
                && self.game.endless(&self.positions[n]).is_ok_and(|endless| endless == 0))
    }

    /// Whether play can return to a position; none if a breadth-first search of [`AROUND`]
    /// positions does not decide it.
    pub(super) fn comes_back(&self, n: usize) -> Option<bool> {
        let mut seen = FxHashSet::default();
        let mut open = vec![n as u32];
        let mut at = 0;
        while let Some(&next) = open.get(at) {
            if at > AROUND {
                return None;
            }
            at += 1;
            for &target in self.targets(next as usize) {
                if target as usize == n {
                    return Some(true);
                }
                if seen.insert(target) {
                    open.push(target);
                }
            }
        }
        Some(false)
    }

    /// The points to add to this graph's values to get totals from the start.
    pub(super) fn offset_of_start(&self, start: &G::Position) -> Value {
        if self.identity == Identity::FullKey { 0 } else { self.game.offset(start) }
    }

    pub(super) fn legal(&self, n: usize) -> Result<Vec<G::Move>, Halt> {
        let mut moves = Vec::new();
        match self.game.expand(&self.positions[n], &mut moves)? {
            Expansion::Terminal(_) => Ok(Vec::new()),
            Expansion::Moves => Ok(moves),
        }
    }

    /// The legal moves of a position that `n` stands for, which need not be the one that was
    /// listed: the positions after them, the rewards, and the numbers that stand for them.
    pub(super) fn moves_of(&self, position: &G::Position, n: usize) -> Result<Vec<MoveEdge<G>>, Halt> {
        let mut moves = Vec::new();
        if let Expansion::Terminal(_) = self.game.expand(position, &mut moves)? {
            return Ok(Vec::new());
        }
        let form = |position: &G::Position| form(self.game, self.identity, position);
        let leads = |&to: &u32| {
            let form = form(&self.positions[to as usize]);
            (form.key, (form.colour_swapped, to as usize))
        };
        let targets: FxHashMap<G::Key, (bool, usize)> = self.targets(n).iter().map(leads).collect();
        let follow = |play: G::Move| {
            let step = self.game.play(position, &play)?;
            let after = form(&step.position);
            let (swapped, number) = *targets.get(&after.key).ok_or(Halt::TwoResults)?;
            let opposite = swapped != after.colour_swapped;
            Ok(MoveEdge { play, position: step.position, reward: step.reward, number, opposite })
        };
        moves.into_iter().map(follow).collect()
    }

    /// The key of a position, by which a line tells that it comes back.
    pub(super) fn key(&self, position: &G::Position) -> G::Key {
        self.game.key(position)
    }

    /// Lists all positions reachable from `start`; tells whether this identity of positions fits
    /// the game.
    pub(super) fn list(&mut self, start: &G::Position, watch: &mut Watch) -> Result<bool, Halt> {
        self.index = PositionIndex::of(self.game, self.identity, start, watch.limits().room() / 4);
        watch.growth(0, self.index.bytes())?;
        let sought = self.index.sought(self.game, start);
        self.number(start.clone(), sought, 0, watch)?;
        let mut moves = Vec::new();
        let (mut n, mut end_of_level) = (0, 1);
        while n < self.len() {
            if n == end_of_level {
                self.statistics.max_depth += 1;
                end_of_level = self.len();
            }
            if n.is_multiple_of(1 << 10) {
                watch.look(&self.statistics)?;
            }
            moves.clear();
            self.expand(n, &mut moves, watch)?;
            watch.after(moves.len())?;
            if !self.stays_plain(n) {
                return Ok(false);
            }
            n += 1;
        }
        // The index is not needed any more.
        self.index = PositionIndex::nothing(self.identity);
        self.positions.shrink_to_fit();
        self.parents.shrink_to_fit();
        self.movers.shrink_to_fit();
        self.rows.shrink();
        self.targets.shrink_to_fit();
        Ok(true)
    }

    fn expand(&mut self, n: usize, moves: &mut Vec<G::Move>, watch: &mut Watch) -> Result<(), Halt> {
        let position = self.positions[n].clone();
        audit(self.game, &position, n as u64 + 1).inspect_err(|_| self.broken = Some((n, None)))?;
        watch.entered(n as u64 + 1)?;
        let expand = self.game.expand(&position, moves).inspect_err(|_| self.broken = Some((n, None)))?;
        if let Expansion::Terminal(payoff) = expand {
            within_range(payoff, self.game.payoff_range()).inspect_err(|_| self.broken = Some((n, None)))?;
            let payoff = self.total(payoff, &position)?;
            self.add_end(n as u32, payoff, watch)?;
            self.statistics.terminal += 1;
        } else if moves.is_empty() {
            return Err(Halt::NoMoves);
        } else {
            self.play_all(n, &position, moves)?;
            let mut after = std::mem::take(&mut self.after);
            for Successor { step, sought } in after.drain(..) {
                self.add_edge(n, step, sought, watch)?;
            }
            self.after = after;
        }
        self.rows.push(self.targets.len())
    }

    fn add_end(&mut self, n: u32, payoff: Value, watch: &Watch) -> Result<(), Halt> {
        if self.payoffs.len() == self.payoffs.capacity() {
            watch.growth(self.bytes(), (self.payoffs.capacity() * 2 * size_of::<(u32, Value)>()) as u64)?;
        }
        self.payoffs.push((n, payoff));
        Ok(())
    }

    /// Plays all moves of position `n`.
    fn play_all(&mut self, n: usize, position: &G::Position, moves: &[G::Move]) -> Result<(), Halt> {
        self.after.clear();
        for play in moves {
            let step = self.game.play(position, play);
            let step = step.inspect_err(|_| self.broken = Some((n, Some(play.clone()))))?;
            let sought = self.index.sought(self.game, &step.position);
            self.after.push(Successor { step, sought });
        }
        Ok(())
    }

    fn add_edge(
        &mut self,
        n: usize,
        step: Step<G::Position>,
        sought: Sought<G::Key>,
        watch: &Watch,
    ) -> Result<(), Halt> {
        let reward = step.reward;
        let entry = self.number(step.position, sought, n, watch)?;
        if self.identity != Identity::FullKey && (reward != 0 || !self.rewards.is_empty()) {
            self.rewards.resize(self.targets.len(), 0);
            self.rewards.push(reward);
        }
        if self.targets.len() == self.targets.capacity() {
            watch.growth(
                self.bytes(),
                self.targets.capacity() as u64 * 8 + self.opposite.capacity() as u64 * 16,
            )?;
        }
        if self.identity == Identity::Form {
            self.note(entry.is_opposite());
        }
        self.targets.push(entry.number());
        Ok(())
    }

    /// Notes whether the players are swapped after the next move.
    #[inline]
    fn note(&mut self, opposite: bool) {
        let edge = self.targets.len();
        if edge.is_multiple_of(64) {
            self.opposite.push(0);
        }
        let opposite = opposite && !is_broken(Shortcut::FormExchange);
        self.opposite[edge / 64] |= u64::from(opposite) << (edge % 64);
    }

    /// The number of a position; a new position gets the next one.
    fn number(
        &mut self,
        position: G::Position,
        sought: Sought<G::Key>,
        parent: usize,
        watch: &Watch,
    ) -> Result<IndexEntry, Halt> {
        // Numbers stay below 2^31, so that every distance in plies is below `ENDLESS`.
        let new = u32::try_from(self.len()).ok().filter(|&n| n < u32::MAX / 2).ok_or(Halt::TooMany)?;
        let known = self.index.find_or_add(sought, new);
        if let Some(listed) = known {
            return Ok(listed);
        }
        if self.index.is_full() || self.len() == self.positions.capacity() {
            self.make_room(watch)?;
        }
        self.movers.push(self.game.mover(&position));
        self.positions.push(position);
        self.parents.push(parent as u32);
        self.statistics.positions += 1;
        Ok(IndexEntry::new(new))
    }

    /// Asks for the memory that the next position takes.
    #[cold]
    fn make_room(&mut self, watch: &Watch) -> Result<(), Halt> {
        let bytes = self.bytes();
        self.statistics.bytes = bytes;
        let list = if self.len() == self.positions.capacity() { self.bytes_of_list() * 2 } else { 0 };
        let index = if self.index.is_full() { self.index.growth() } else { 0 };
        watch.growth(bytes, list + index)?;
        if self.index.is_full() {
            self.index.grow();
        }
        Ok(())
    }

    fn bytes_of_list(&self) -> u64 {
        (self.positions.capacity() * (size_of::<G::Position>() + 9)) as u64
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        let ends = self.payoffs.capacity() * size_of::<(u32, Value)>();
        let moves = self.targets.capacity() * 4 + (self.rewards.capacity() + self.opposite.capacity()) * 8;
        self.index.bytes() + self.bytes_of_list() + (ends + moves) as u64
    }

    /// Whether a move has a reward.
    pub(super) fn has_rewards(&self) -> bool {
        !self.rewards.is_empty()
    }

    /// The moves that lead to the place of a halt.
    pub(super) fn line_to_fault(&self) -> Vec<G::Move> {
        let Some((n, last)) = self.broken.clone() else { return Vec::new() };
        self.line_to(n, last)
    }

    /// The moves by which a position was first reached, and `last` after them.
    pub(super) fn line_to(&self, mut n: usize, last: Option<G::Move>) -> Vec<G::Move> {
        let mut line: Vec<G::Move> = last.into_iter().collect();
        while n != 0 {
            let parent = self.parents[n] as usize;
            let number = self.targets(parent).iter().position(|&next| next as usize == n);
            let play = number.and_then(|number| self.legal(parent).ok()?.into_iter().nth(number));
            line.extend(play);
            n = parent;
        }
        line.reverse();
        line
    }
}
