//! The search of df-pn: answers one question about one position.

use crate::answer::Statistics;
use crate::dfpn::proof_numbers::{Against, NEVER, ProofNumbers};
use crate::dfpn::table::{ProofGoal, ProofTable};
use crate::limits::{Halt, Limits, audit, within_range};
use crate::utility::DEEPEST;
use crate::watch::Watch;
use rustc_hash::FxHashSet;
use zug_game::{CanonicalForm, Expansion, Game, Player, StaticVerdict, Value};

/// Positions from one check of the clock to the next.
const PAUSE: u64 = 1 << 12;
/// Searches of children at one position after which the step of the threshold doubles.
const PATIENCE: u32 = 64;
/// By this part of the second least number a child may exceed it; with numbers of 28 bits nothing
/// overflows.
const EXCESS: (u32, u32) = (3, 8);

/// The search with its table and its counters.
pub(super) struct Prover<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) statistics: Statistics,
    /// After a halt: the moves that lead to it, the last one first.
    pub(super) path: Vec<G::Move>,
    pub(super) table: ProofTable<G::Key>,
    /// Whether to ask the game for a static verdict.
    threats: bool,
    draws: bool,
    /// A stack: the children of all positions on the current path, those of the deepest position
    /// last.
    children: Vec<ProofChild<G>>,
    /// The canonical forms of the children of the position that is being expanded.
    seen: FxHashSet<(G::Key, bool)>,
    /// The moves of the current position.
    moves: Vec<G::Move>,
    pub(super) watch: Watch,
}

/// The position after a move.
struct ProofChild<G: Game> {
    play: G::Move,
    position: G::Position,
    canonical: CanonicalForm<G::Key>,
    numbers: ProofNumbers,
}

/// A position that is being searched.
struct ProofNode {
    mover: Player,
    goal: ProofGoal,
    /// The index of its first child on the stack.
    first: usize,
    ply: u64,
}

/// The numbers of a position from those of its children, from the mover's side.
struct ChildSum {
    /// The number for the mover's wish: the least of all children.
    way: u32,
    /// The number against it, from those of all children ([`Against`]).
    no_way: u32,
    /// The index of the child with the least `way`.
    best: usize,
    /// The second least `way`.
    second: u32,
}

impl<'a, G: Game> Prover<'a, G> {
    /// A prover with this table. `threats`: whether to ask for [`Game::static_verdict`]; `draws`:
    /// whether the game can be drawn.
    pub(super) fn new(
        game: &'a G,
        limits: &Limits,
        table: ProofTable<G::Key>,
        threats: bool,
        draws: bool,
    ) -> Self {
        Prover {
            game,
            statistics: Statistics { bytes: table.bytes(), ..Statistics::default() },
            path: Vec::new(),
            table,
            threats: threats && game.has_static_verdict(),
            draws,
            children: Vec::new(),
            seen: FxHashSet::default(),
            moves: Vec::new(),
            watch: Watch::new(limits),
        }
    }

    /// Whether the first player reaches this goal from here.
    pub(super) fn reaches(&mut self, position: &G::Position, goal: ProofGoal) -> Result<bool, Halt> {
        self.path.clear();
        self.children.clear();
        let canonical = self.game.canonical(position);
        let mut numbers = match self.table.probe(&canonical, goal) {
            Some(numbers) => numbers,
            None => self.look(position, goal)?,
        };
        loop {
            if let Some(answer) = numbers.answer() {
                return Ok(answer);
            }
            numbers = self.search(position, &canonical, goal, ProofNumbers::ANY, 0)?;
        }
    }

    /// The answer of a terminal position.
    fn ended(&mut self, payoff: Value, goal: ProofGoal) -> Result<ProofNumbers, Halt> {
        within_range(payoff, self.game.payoff_range())?;
        self.statistics.terminal += 1;
        match payoff {
            -1 | 1 => Ok(ProofNumbers::known(payoff == 1)),
            0 if self.draws => Ok(ProofNumbers::known(goal == ProofGoal::Draw)),
            _ => Err(Halt::Points),
        }
    }

    /// The initial numbers of a new position: 1 for the mover's wish, since one move suffices, and
    /// the number of moves against it.
    fn look(&mut self, position: &G::Position, goal: ProofGoal) -> Result<ProofNumbers, Halt> {
        self.moves.clear();
        if let Expansion::Terminal(payoff) = self.game.expand(position, &mut self.moves)? {
            self.statistics.positions += 1;
            return self.ended(payoff, goal);
        }
        if self.moves.is_empty() {
            return Err(Halt::NoMoves);
        }
        let static_verdict = match self.threats {
            true => self.game.static_verdict(position, &self.moves),
            false => StaticVerdict::UNKNOWN,
        };
        let replies = match static_verdict {
            StaticVerdict::Wins { payoff, .. } | StaticVerdict::Loses { payoff } => {
                return self.ended(payoff, goal);
            }
            StaticVerdict::Open { can_win: [first, second], .. }
                if !(if goal == ProofGoal::Win { first } else { second }) =>
            {
                return self.ended(0, goal);
            }
            StaticVerdict::Open { relevant: u64::MAX, .. } => self.moves.len().min(1 << 16) as u32,
            StaticVerdict::Open { relevant, .. } => relevant.count_ones(),
        };
        Ok(ProofNumbers::of_mover(self.game.mover(position), 1, replies.max(1)))
    }

    /// Searches a position of unknown answer until one of its numbers reaches its limit; returns
    /// both.
    fn search(
        &mut self,
        position: &G::Position,
        canonical: &CanonicalForm<G::Key>,
        goal: ProofGoal,
        limit: ProofNumbers,
        ply: u64,
    ) -> Result<ProofNumbers, Halt> {
        self.enter(position, ply)?;
        let before = self.statistics.positions;
        let node = ProofNode { mover: self.game.mover(position), goal, first: self.children.len(), ply };
        let numbers = match self.expand(position, &node)? {
            Some(numbers) => numbers,
            None => self.turns(&node, limit)?,
        };
        self.children.truncate(node.first);
        self.table.store(canonical, goal, numbers, self.statistics.positions - before + 1);
        self.statistics.stored += 1;
        Ok(numbers)
    }

    /// Pushes the children on the stack, each position once; returns the answer if one of them
    /// decides.
    fn expand(&mut self, position: &G::Position, node: &ProofNode) -> Result<Option<ProofNumbers>, Halt> {
        self.moves.clear();
        if let Expansion::Terminal(payoff) = self.game.expand(position, &mut self.moves)? {
            return self.ended(payoff, node.goal).map(Some);
        }
        self.watch.after(self.moves.len())?;
        let moves = std::mem::take(&mut self.moves);
        let relevant = match self.threats {
            true => match self.game.static_verdict(position, &moves) {
                StaticVerdict::Open { relevant, .. } => relevant,
                _ => u64::MAX,
            },
            false => u64::MAX,
        };
        self.seen.clear();
        let room = self.children.capacity();
        let mut found = Ok(None);
        for first in (0..moves.len()).step_by(AT_ONCE) {
            let block = first..moves.len().min(first + AT_ONCE);
            let begin = self.children.len();
            let played = block
                .filter(|number| *number >= 64 || relevant >> number & 1 == 1)
                .try_for_each(|number| self.play_one(position, node, &moves[number]));
            // A move before the one that could not be played may decide.
            found = match (self.remembered(node, begin), played) {
                (None, Err((halt, play))) => {
                    self.path.extend(play);
                    Err(halt)
                }
                (decided, _) => Ok(decided),
            };
            if !matches!(found, Ok(None)) {
                break;
            }
        }
        self.moves = moves;
        match found {
            Ok(None) => {
                self.watch.stack(&self.children, room)?;
                self.look_at_new(node)
            }
            found => found,
        }
    }

    /// Plays one move and pushes the child, without numbers, unless its position is there already;
    /// the table's entry is on its way to the cache then. A fault comes with the move that meets
    /// it.
    fn play_one(
        &mut self,
        position: &G::Position,
        node: &ProofNode,
        play: &G::Move,
    ) -> Result<(), (Halt, Option<G::Move>)> {
        let step = self.game.play(position, play).map_err(|fault| (fault.into(), Some(play.clone())))?;
        if step.reward != 0 {
            return Err((Halt::Points, None));
        }
        let canonical = self.game.canonical(&step.position);
        if self.seen.insert((canonical.key.clone(), canonical.colour_swapped)) {
            self.table.prefetch(&canonical, node.goal);
            self.children.push(ProofChild {
                play: play.clone(),
                position: step.position,
                canonical,
                numbers: NEW,
            });
        }
        Ok(())
    }

    /// Takes the numbers of the children from this one on out of the table; returns the answer if
    /// one of them decides.
    fn remembered(&mut self, node: &ProofNode, begin: usize) -> Option<ProofNumbers> {
        for child in &mut self.children[begin..] {
            let Some(numbers) = self.table.probe(&child.canonical, node.goal) else { continue };
            child.numbers = numbers;
            if numbers.to_mover(node.mover).0 == 0 {
                self.statistics.memo_hits += 1;
                return Some(numbers);
            }
        }
        None
    }

    /// Sets the initial numbers of the children that the table does not know; returns the answer if
    /// one of them decides.
    fn look_at_new(&mut self, node: &ProofNode) -> Result<Option<ProofNumbers>, Halt> {
        for at in node.first..self.children.len() {
            if self.children[at].numbers != NEW {
                continue;
            }
            let position = self.children[at].position.clone();
            let numbers = self.look(&position, node.goal);
            let numbers = numbers.inspect_err(|_| self.path.push(self.children[at].play.clone()))?;
            self.children[at].numbers = numbers;
            if numbers.to_mover(node.mover).0 == 0 {
                self.statistics.cutoffs += 1;
                return Ok(Some(numbers));
            }
        }
        Ok(None)
    }

    /// Searches the child with the least `way` again and again, until a limit is reached.
    ///
    /// A child may exceed the second least by [`EXCESS`] (the 1+epsilon of Pawlewicz and Lew). The
    /// further step doubles after every [`PATIENCE`] searches at the same position, so that a table
    /// too small to hold the results makes a search long but not endless.
    fn turns(&mut self, node: &ProofNode, limit: ProofNumbers) -> Result<ProofNumbers, Halt> {
        let (most_way, most_no_way) = limit.to_mover(node.mover);
        let mut turn = 0_u32;
        loop {
            let sum = self.sum(node);
            if sum.way >= most_way || sum.no_way >= most_no_way {
                return Ok(ProofNumbers::of_mover(node.mover, sum.way, sum.no_way));
            }
            let haste = 1 << (turn / PATIENCE).min(27);
            let way = sum
                .second
                .saturating_add(sum.second * EXCESS.0 / EXCESS.1)
                .saturating_add(haste)
                .min(most_way);
            let no_way = self.left(node, &sum, most_no_way);
            let child = &self.children[sum.best];
            let (position, canonical) = (child.position.clone(), child.canonical.clone());
            let below = ProofNumbers::of_mover(node.mover, way, no_way);
            match self.search(&position, &canonical, node.goal, below, node.ply + 1) {
                Ok(numbers) => self.children[sum.best].numbers = numbers,
                Err(halt) => {
                    self.path.push(self.children[sum.best].play.clone());
                    return Err(halt);
                }
            }
            turn = turn.saturating_add(1);
        }
    }

    fn sum(&self, node: &ProofNode) -> ChildSum {
        let mut all = ChildSum { way: NEVER, no_way: 0, best: node.first, second: NEVER };
        let mut against = Against::default();
        for (at, child) in self.children.iter().enumerate().skip(node.first) {
            let (way, no_way) = child.numbers.to_mover(node.mover);
            against.add(no_way);
            if way < all.way {
                (all.second, all.way, all.best) = (all.way, way, at);
            } else {
                all.second = all.second.min(way);
            }
        }
        ChildSum { no_way: against.number(), ..all }
    }

    /// The limit of the best child's `no_way`: its own number plus what the number against the
    /// wish may still grow, which grows by no more than that of one child. No subtraction
    /// underflows, since the number is below `most`; the result is at most 2^29.
    fn left(&self, node: &ProofNode, sum: &ChildSum, most: u32) -> u32 {
        if most == NEVER {
            return NEVER;
        }
        let (_, own) = self.children[sum.best].numbers.to_mover(node.mover);
        most - sum.no_way + own
    }

    #[inline(always)]
    fn enter(&mut self, position: &G::Position, ply: u64) -> Result<(), Halt> {
        self.statistics.positions += 1;
        audit(self.game, position, self.statistics.positions)?;
        self.watch.entered(self.statistics.positions)?;
        self.statistics.max_depth = self.statistics.max_depth.max(ply);
        if self.statistics.positions.is_multiple_of(PAUSE) {
            self.statistics.bytes = self.table.bytes();
            self.watch.look(&self.statistics)?;
        }
        if ply >= DEEPEST { Err(Halt::TooDeep) } else { self.watch.depth() }
    }

    /// The counters, with the present size of the table.
    pub(super) fn statistics_now(&self) -> Statistics {
        Statistics { bytes: self.table.bytes(), ..self.statistics }
    }
}

/// So many moves are played before the table is asked about them, so that the processor waits for
/// all their entries at once.
const AT_ONCE: usize = 8;

/// Marks a child without numbers; no search returns this pair.
const NEW: ProofNumbers = ProofNumbers { proof: 0, disproof: 0 };
