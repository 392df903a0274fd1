//! Depth-first proof-number search: answers one question about a position.

use crate::answer::Statistics;
use crate::dfpn::proof_numbers::{NEVER, ProofNumbers, sum};
use crate::dfpn::table::{Goal, ProofTable};
use crate::limits::{Halt, Limits, audit, within_range};
use crate::utility::DEEPEST;
use crate::watch::Watch;
use zug_game::{CanonicalForm, Expansion, Game, Player, StaticVerdict, Value};

/// The clock is looked at once in so many positions.
const PAUSE: u64 = 1 << 12;
/// After so many turns at one position a move may take twice as much at a time.
const PATIENCE: u32 = 64;

/// A search with what it uses and what it did.
pub(super) struct Prover<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) statistics: Statistics,
    /// After a halt: the moves that led there, the last one first.
    pub(super) path: Vec<G::Move>,
    pub(super) table: ProofTable<G::Key>,
    /// Whether wins at once and forced replies are read off the rules.
    threats: bool,
    draws: bool,
    /// Where the moves lead, of all positions from the first one down to here, one behind the other.
    children: Vec<ProofChild<G>>,
    /// The moves of the position that is looked at.
    moves: Vec<G::Move>,
    pub(super) watch: Watch,
}

/// Where a move leads.
struct ProofChild<G: Game> {
    play: G::Move,
    position: G::Position,
    canonical: CanonicalForm<G::Key>,
    numbers: ProofNumbers,
}

/// A position that is being searched.
struct ProofNode {
    mover: Player,
    goal: Goal,
    /// Where its children begin.
    first: usize,
    ply: u64,
}

/// What the children make of a position, from its mover's side.
struct ChildSum {
    /// What it takes that he has his way: the least of any move.
    way: u32,
    /// What it takes that he has not: all moves together.
    no_way: u32,
    /// The move that takes least.
    best: usize,
    /// What the second best move takes.
    second: u32,
}

impl<'a, G: Game> Prover<'a, G> {
    /// With a table; `threats`: whether to ask [`Game::static_verdict`]; `draws`: whether the game can be drawn.
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
            moves: Vec::new(),
            watch: Watch::new(limits),
        }
    }

    /// Whether the first player reaches this goal from here.
    pub(super) fn reaches(&mut self, position: &G::Position, goal: Goal) -> Result<bool, Halt> {
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

    /// What a terminal position says to this question.
    fn ended(&mut self, payoff: Value, goal: Goal) -> Result<ProofNumbers, Halt> {
        within_range(payoff, self.game.payoff_range())?;
        self.statistics.terminal += 1;
        match payoff {
            -1 | 1 => Ok(ProofNumbers::known(payoff == 1)),
            0 if self.draws => Ok(ProofNumbers::known(goal == Goal::Draw)),
            _ => Err(Halt::Points),
        }
    }

    /// The first numbers of a position: whoever moves has his way with one move, and has not if none of them works.
    fn look(&mut self, position: &G::Position, goal: Goal) -> Result<ProofNumbers, Halt> {
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
                if !(if goal == Goal::Win { first } else { second }) =>
            {
                return self.ended(0, goal);
            }
            StaticVerdict::Open { relevant: u64::MAX, .. } => self.moves.len().min(1 << 16) as u32,
            StaticVerdict::Open { relevant, .. } => relevant.count_ones(),
        };
        Ok(ProofNumbers::of_mover(self.game.mover(position), 1, replies.max(1)))
    }

    /// Searches a position whose answer is not known until one of its numbers has reached its limit; gives both.
    fn search(
        &mut self,
        position: &G::Position,
        canonical: &CanonicalForm<G::Key>,
        goal: Goal,
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

    /// Puts where all moves lead on the stack, each once; gives the answer if one of them has it.
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
        let mut found = Ok(None);
        for (number, play) in moves.iter().enumerate() {
            if number < 64 && relevant >> number & 1 == 0 {
                continue;
            }
            found = self.play_one(position, node, play);
            if !matches!(found, Ok(None)) {
                break;
            }
        }
        self.moves = moves;
        match found {
            Ok(None) => self.look_at_new(node),
            found => found,
        }
    }

    /// One move; the answer, if the table knows that it has one.
    fn play_one(
        &mut self,
        position: &G::Position,
        node: &ProofNode,
        play: &G::Move,
    ) -> Result<Option<ProofNumbers>, Halt> {
        let step = self.game.play(position, play).inspect_err(|_| self.path.push(play.clone()))?;
        if step.reward != 0 {
            return Err(Halt::Points);
        }
        let canonical = self.game.canonical(&step.position);
        if self.children[node.first..].iter().any(|child| child.canonical == canonical) {
            return Ok(None);
        }
        let numbers = self.table.probe(&canonical, node.goal);
        let decided = numbers.filter(|numbers| numbers.to_mover(node.mover).0 == 0);
        self.statistics.memo_hits += u64::from(decided.is_some());
        let numbers = numbers.unwrap_or(NEW);
        self.children.push(ProofChild { play: play.clone(), position: step.position, canonical, numbers });
        Ok(decided)
    }

    /// Gives first numbers to those that the table does not know.
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

    /// Searches one move after the other, each time the one that takes least, until a limit is reached.
    ///
    /// A move may go on a quarter beyond what the second best takes (Pawlewicz & Lew's 1+epsilon). If it is this
    /// position's turn again and again, it may take more and more, so that a table too small to hold what was found
    /// makes a search long and not endless.
    fn turns(&mut self, node: &ProofNode, limit: ProofNumbers) -> Result<ProofNumbers, Halt> {
        let (most_way, most_no_way) = limit.to_mover(node.mover);
        let mut turn = 0_u32;
        loop {
            let sum = self.sum(node);
            if sum.way >= most_way || sum.no_way >= most_no_way {
                return Ok(ProofNumbers::of_mover(node.mover, sum.way, sum.no_way));
            }
            let haste = 1 << (turn / PATIENCE).min(27);
            let way = sum.second.saturating_add(sum.second / 4).saturating_add(haste).min(most_way);
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
        for (at, child) in self.children.iter().enumerate().skip(node.first) {
            let (way, no_way) = child.numbers.to_mover(node.mover);
            all.no_way = sum(all.no_way, no_way);
            if way < all.way {
                (all.second, all.way, all.best) = (all.way, way, at);
            } else {
                all.second = all.second.min(way);
            }
        }
        all
    }

    /// What the best move may add to the sum.
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

    /// What it did, with the memory it takes now.
    pub(super) fn statistics_now(&self) -> Statistics {
        Statistics { bytes: self.table.bytes(), ..self.statistics }
    }
}

/// Numbers of a position that was not looked at: no search gives these.
const NEW: ProofNumbers = ProofNumbers { proof: 0, disproof: 0 };
