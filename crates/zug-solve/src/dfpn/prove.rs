//! Depth-first proof-number search: answers one question about a position.

use crate::answer::Statistics;
use crate::dfpn::numbers::{NEVER, Numbers, sum};
use crate::dfpn::table::{Goal, Table};
use crate::limits::{Halt, Limits, Watch};
use crate::scale::DEEPEST;
use zug_game::{Class, Game, Outlook, Player, Value, Visit};

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
    pub(super) table: Table<G::Key>,
    /// Whether wins at once and forced replies are read off the rules.
    threats: bool,
    draws: bool,
    /// Where the moves lead, of all positions from the first one down to here, one behind the other.
    children: Vec<Child<G>>,
    /// The moves of the position that is looked at.
    moves: Vec<G::Move>,
    pub(super) watch: Watch,
}

/// Where a move leads.
struct Child<G: Game> {
    play: G::Move,
    position: G::Position,
    class: Class<G::Key>,
    numbers: Numbers,
}

/// A position that is being searched.
struct Node {
    mover: Player,
    goal: Goal,
    /// Where its children begin.
    first: usize,
    ply: u64,
}

/// What the children make of a position, from its mover's side.
struct Sum {
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
    /// With a table; `threats`: whether to ask [`Game::outlook`]; `draws`: whether the game can be drawn.
    pub(super) fn new(
        game: &'a G,
        limits: &Limits,
        table: Table<G::Key>,
        threats: bool,
        draws: bool,
    ) -> Self {
        Prover {
            game,
            statistics: Statistics { bytes: table.bytes(), ..Statistics::default() },
            path: Vec::new(),
            table,
            threats: threats && game.has_outlook(),
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
        let class = self.game.class(position);
        let mut numbers = match self.table.probe(&class, goal) {
            Some(numbers) => numbers,
            None => self.look(position, goal)?,
        };
        loop {
            if let Some(answer) = numbers.answer() {
                return Ok(answer);
            }
            numbers = self.search(position, &class, goal, Numbers::ANY, 0)?;
        }
    }

    /// What a terminal position says to this question.
    fn ended(&mut self, payoff: Value, goal: Goal) -> Result<Numbers, Halt> {
        self.statistics.terminal += 1;
        match payoff {
            -1 | 1 => Ok(Numbers::known(payoff == 1)),
            0 if self.draws => Ok(Numbers::known(goal == Goal::Draw)),
            _ => Err(Halt::Points),
        }
    }

    /// The first numbers of a position: whoever moves has his way with one move, and has not if none of them works.
    fn look(&mut self, position: &G::Position, goal: Goal) -> Result<Numbers, Halt> {
        self.moves.clear();
        if let Visit::Terminal(payoff) = self.game.visit(position, &mut self.moves)? {
            self.statistics.positions += 1;
            return self.ended(payoff, goal);
        }
        if self.moves.is_empty() {
            return Err(Halt::NoMoves);
        }
        let outlook = match self.threats {
            true => self.game.outlook(position, &self.moves),
            false => Outlook::UNKNOWN,
        };
        let replies = match outlook {
            Outlook::Wins { payoff, .. } | Outlook::Loses { payoff } => return self.ended(payoff, goal),
            Outlook::Open { can_win: [first, second], .. }
                if !(if goal == Goal::Win { first } else { second }) =>
            {
                return self.ended(0, goal);
            }
            Outlook::Open { places: u64::MAX, .. } => self.moves.len().min(1 << 16) as u32,
            Outlook::Open { places, .. } => places.count_ones(),
        };
        Ok(Numbers::of_mover(self.game.mover(position), 1, replies.max(1)))
    }

    /// Searches a position whose answer is not known until one of its numbers has reached its limit; gives both.
    fn search(
        &mut self,
        position: &G::Position,
        class: &Class<G::Key>,
        goal: Goal,
        limit: Numbers,
        ply: u64,
    ) -> Result<Numbers, Halt> {
        self.enter(ply)?;
        let before = self.statistics.positions;
        let node = Node { mover: self.game.mover(position), goal, first: self.children.len(), ply };
        let numbers = match self.expand(position, &node)? {
            Some(numbers) => numbers,
            None => self.turns(&node, limit)?,
        };
        self.children.truncate(node.first);
        self.table.store(class, goal, numbers, self.statistics.positions - before + 1);
        self.statistics.stored += 1;
        Ok(numbers)
    }

    /// Puts where all moves lead on the stack, each once; gives the answer if one of them has it.
    fn expand(&mut self, position: &G::Position, node: &Node) -> Result<Option<Numbers>, Halt> {
        self.moves.clear();
        if let Visit::Terminal(payoff) = self.game.visit(position, &mut self.moves)? {
            return self.ended(payoff, node.goal).map(Some);
        }
        let moves = std::mem::take(&mut self.moves);
        let places = match self.threats {
            true => match self.game.outlook(position, &moves) {
                Outlook::Open { places, .. } => places,
                _ => u64::MAX,
            },
            false => u64::MAX,
        };
        let mut found = Ok(None);
        for (number, play) in moves.iter().enumerate() {
            if number < 64 && places >> number & 1 == 0 {
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
        node: &Node,
        play: &G::Move,
    ) -> Result<Option<Numbers>, Halt> {
        let step = self.game.play(position, play).inspect_err(|_| self.path.push(play.clone()))?;
        if step.gain != 0 {
            return Err(Halt::Points);
        }
        let class = self.game.class(&step.position);
        if self.children[node.first..].iter().any(|child| child.class == class) {
            return Ok(None);
        }
        let numbers = self.table.probe(&class, node.goal);
        let decided = numbers.filter(|numbers| numbers.to_mover(node.mover).0 == 0);
        self.statistics.memo_hits += u64::from(decided.is_some());
        let numbers = numbers.unwrap_or(NEW);
        self.children.push(Child { play: play.clone(), position: step.position, class, numbers });
        Ok(decided)
    }

    /// Gives first numbers to those that the table does not know.
    fn look_at_new(&mut self, node: &Node) -> Result<Option<Numbers>, Halt> {
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
    fn turns(&mut self, node: &Node, limit: Numbers) -> Result<Numbers, Halt> {
        let (most_way, most_no_way) = limit.to_mover(node.mover);
        let mut turn = 0_u32;
        loop {
            let sum = self.sum(node);
            if sum.way >= most_way || sum.no_way >= most_no_way {
                return Ok(Numbers::of_mover(node.mover, sum.way, sum.no_way));
            }
            let haste = 1 << (turn / PATIENCE).min(27);
            let way = sum.second.saturating_add(sum.second / 4).saturating_add(haste).min(most_way);
            let no_way = self.left(node, &sum, most_no_way);
            let child = &self.children[sum.best];
            let (position, class) = (child.position.clone(), child.class.clone());
            let below = Numbers::of_mover(node.mover, way, no_way);
            match self.search(&position, &class, node.goal, below, node.ply + 1) {
                Ok(numbers) => self.children[sum.best].numbers = numbers,
                Err(halt) => {
                    self.path.push(self.children[sum.best].play.clone());
                    return Err(halt);
                }
            }
            turn = turn.saturating_add(1);
        }
    }

    fn sum(&self, node: &Node) -> Sum {
        let mut all = Sum { way: NEVER, no_way: 0, best: node.first, second: NEVER };
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
    fn left(&self, node: &Node, sum: &Sum, most: u32) -> u32 {
        if most == NEVER {
            return NEVER;
        }
        let (_, own) = self.children[sum.best].numbers.to_mover(node.mover);
        most - sum.no_way + own
    }

    #[inline(always)]
    fn enter(&mut self, ply: u64) -> Result<(), Halt> {
        self.statistics.positions += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(ply);
        if self.statistics.positions.is_multiple_of(PAUSE) {
            self.statistics.bytes = self.table.bytes();
            self.watch.look(&self.statistics)?;
        }
        if ply >= DEEPEST { Err(Halt::TooDeep) } else { self.watch.depth() }
    }

    /// What it did, with the memory it takes now.
    pub(super) fn told(&self) -> Statistics {
        Statistics { bytes: self.table.bytes(), ..self.statistics }
    }
}

/// Numbers of a position that was not looked at: no search gives these.
const NEW: Numbers = Numbers { proof: 0, disproof: 0 };
