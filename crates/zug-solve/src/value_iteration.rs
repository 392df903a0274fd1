//! Value iteration, threshold by threshold, for games in which positions can repeat: rounds over
//! all reachable positions until a fixpoint.
//!
//! For every value `k` that occurs it asks of every position whether the first player can get at
//! least `k`. At first only terminal positions are decided. A round decides an undecided position:
//! "yes" if its mover is the first player and a move leads to a "yes", or the mover is the second
//! and all moves do; "no" likewise with the players swapped. When a round decides nothing, both
//! players can go on for ever at all remaining positions, so `endless` decides there. A win is as
//! many plies away as the rounds it took.
//!
//! Positions include points, so no move has a reward and all values are totals. The code is written
//! to be read and shares nothing with the retrograde analysis, which is compared with it.

use crate::answer::Statistics;
use crate::limits::{Halt, Limits, within_range};
use crate::position_value::PositionValue;
use crate::watch::Watch;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use zug_game::{Expansion, Game, Player, Value};

/// A reachable position.
struct ReachableNode<P, M> {
    position: P,
    mover: Player,
    /// The total payoff, if play is over.
    payoff: Option<Value>,
    /// The indices of the positions after each move.
    next: Vec<usize>,
    /// The value of never-ending play, if play can come back here.
    endless: Option<Value>,
    /// The position and move by which it was first reached.
    from: Option<(usize, M)>,
}

/// The answer to one question at one position.
#[derive(Clone, Copy)]
struct Decision {
    yes: bool,
    round: u64,
    /// Whether play is forced to an end: no use of `endless` came before this decision.
    ends: bool,
}

/// All reachable positions with their values.
pub(super) struct ValueIteration<'a, G: Game> {
    game: &'a G,
    start: G::Position,
    numbers: FxHashMap<G::Key, usize>,
    nodes: Vec<ReachableNode<G::Position, G::Move>>,
    worths: Vec<PositionValue>,
    watch: Watch,
    /// After a fault: the moves that lead to it.
    fault: Vec<G::Move>,
    pub(super) statistics: Statistics,
}

impl<'a, G: Game> ValueIteration<'a, G> {
    pub(super) fn list(game: &'a G, start: &G::Position, limits: &Limits) -> Self {
        ValueIteration {
            game,
            start: start.clone(),
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            worths: Vec::new(),
            watch: Watch::new(limits),
            fault: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    pub(super) fn solve(&mut self) -> Result<(), Halt> {
        self.list_positions()?;
        self.ask_what_endless_play_is_worth()?;
        let mut asked = Vec::new();
        let values: BTreeSet<Value> =
            self.nodes.iter().flat_map(|node| [node.payoff, node.endless]).flatten().collect();
        let above = values.last().and_then(|top| top.checked_add(1)).ok_or(Halt::Overflow)?;
        // Answers of every position to every value, and where it stands while it is asked.
        let each = (values.len() as u64 + 1) * size_of::<Option<Decision>>() as u64 + 48;
        let bytes = self.statistics.bytes.saturating_add(each.saturating_mul(self.nodes.len() as u64));
        self.statistics.bytes = bytes;
        self.watch.memory(bytes)?;
        for k in values.into_iter().chain([above]) {
            asked.push((k, self.at_least(k)?));
        }
        self.worths = (0..self.nodes.len()).map(|n| worth_of(n, &asked)).collect();
        Ok(())
    }

    /// The value of a reachable position.
    pub(super) fn worth(&self, position: &G::Position) -> Result<PositionValue, Halt> {
        let number = self.numbers.get(&self.game.full_key(position));
        number.and_then(|&number| self.worths.get(number)).copied().ok_or(Halt::Repeats)
    }

    /// The moves that lead to the fault.
    pub(super) fn line_to_fault(&self) -> Vec<G::Move> {
        self.fault.clone()
    }

    fn list_positions(&mut self) -> Result<(), Halt> {
        self.number(self.start.clone(), None)?;
        let mut n = 0;
        while n < self.nodes.len() {
            self.watch.look(&self.statistics)?;
            if let Err(halt) = self.list_moves(n) {
                self.fault.extend(self.line_to(n).into_iter().rev());
                self.fault.reverse();
                return Err(halt);
            }
            n += 1;
        }
        Ok(())
    }

    fn list_moves(&mut self, n: usize) -> Result<(), Halt> {
        let position = self.nodes[n].position.clone();
        let mut moves = Vec::new();
        if let Expansion::Terminal(payoff) = self.game.expand(&position, &mut moves)? {
            within_range(payoff, self.game.payoff_range())?;
            let total = payoff.checked_add(self.game.offset(&position)).ok_or(Halt::Overflow)?;
            self.statistics.terminal += 1;
            self.nodes[n].payoff = Some(total);
            return Ok(());
        }
        for play in moves {
            let step = self.game.play(&position, &play).inspect_err(|_| self.fault.push(play.clone()))?;
            let next = self.number(step.position, Some((n, play)))?;
            self.nodes[n].next.push(next);
            self.watch.after(0)?;
        }
        // Where moves lead, in a list that doubles, and where they come from while the parts are
        // found.
        self.statistics.bytes += (self.nodes[n].next.len() * 3 * size_of::<usize>()) as u64;
        self.watch.memory(self.statistics.bytes)?;
        if self.nodes[n].next.is_empty() { Err(Halt::NoMoves) } else { Ok(()) }
    }

    /// The index of a position, which is added if it is new.
    fn number(&mut self, position: G::Position, from: Option<(usize, G::Move)>) -> Result<usize, Halt> {
        let whole = self.game.full_key(&position);
        if let Some(&number) = self.numbers.get(&whole) {
            return Ok(number);
        }
        let number = self.nodes.len();
        self.numbers.insert(whole, number);
        let mover = self.game.mover(&position);
        self.nodes.push(ReachableNode {
            position,
            mover,
            payoff: None,
            next: Vec::new(),
            endless: None,
            from,
        });
        self.statistics.positions += 1;
        let each = size_of::<ReachableNode<G::Position, G::Move>>()
            + 2 * size_of::<G::Key>()
            + size_of::<PositionValue>()
            + 64;
        self.statistics.bytes += each as u64;
        self.watch.memory(self.statistics.bytes)?;
        Ok(number)
    }

    fn line_to(&self, mut n: usize) -> Vec<G::Move> {
        let mut line = Vec::new();
        while let Some((before, play)) = &self.nodes[n].from {
            line.push(play.clone());
            n = *before;
        }
        line.reverse();
        line
    }

    /// Asks for the value of endless play at every position that play can come back to; an error if
    /// it varies on a cycle.
    fn ask_what_endless_play_is_worth(&mut self) -> Result<(), Halt> {
        let parts = self.parts(|_| true);
        let mut sizes = vec![0_usize; self.nodes.len()];
        parts.iter().for_each(|&part| sizes[part] += 1);
        let comes_back =
            |n: usize, nodes: &[ReachableNode<_, _>]| sizes[parts[n]] > 1 || nodes[n].next.contains(&n);
        for n in 0..self.nodes.len() {
            if !comes_back(n, &self.nodes) {
                continue;
            }
            let position = self.nodes[n].position.clone();
            let worth = self.game.endless(&position).inspect_err(|_| self.fault = self.line_to(n))?;
            let total = worth.checked_add(self.game.offset(&position)).ok_or(Halt::Overflow)?;
            self.nodes[n].endless = Some(total);
        }
        let varies = |n: usize| {
            let around = self.nodes[n].next.iter().filter(|&&next| parts[next] == parts[n]);
            around.copied().any(|next| self.nodes[next].endless != self.nodes[n].endless)
        };
        if (0..self.nodes.len()).any(varies) { Err(Halt::EndlessVaries) } else { Ok(()) }
    }

    /// The strongly connected components of these positions, as one number for each, by Kosaraju's
    /// method: a depth-first walk gives a finishing order; walks against the moves, from the last
    /// finished position on, collect the components.
    fn parts(&self, within: impl Fn(usize) -> bool) -> Vec<usize> {
        let count = self.nodes.len();
        let (mut done, mut seen) = (Vec::new(), (0..count).map(|n| !within(n)).collect::<Vec<bool>>());
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        for root in 0..count {
            let mut walk =
                if std::mem::replace(&mut seen[root], true) { Vec::new() } else { vec![(root, 0)] };
            while let Some((n, at)) = walk.last_mut() {
                let n = *n;
                let Some(&next) = self.nodes[n].next.get(*at) else {
                    done.push(n);
                    walk.pop();
                    continue;
                };
                *at += 1;
                if within(next) {
                    before[next].push(n);
                }
                if !std::mem::replace(&mut seen[next], true) {
                    walk.push((next, 0));
                }
            }
        }
        let mut parts = vec![usize::MAX; count];
        for root in done.into_iter().rev() {
            let mut open = vec![root];
            while let Some(n) = open.pop() {
                if parts[n] == usize::MAX {
                    parts[n] = root;
                    open.extend(&before[n]);
                }
            }
        }
        parts
    }

    /// Decides for every position whether the first player can get at least `k`.
    fn at_least(&mut self, k: Value) -> Result<Vec<Option<Decision>>, Halt> {
        let at_end = |payoff: Value| Decision { yes: payoff >= k, round: 0, ends: true };
        let mut verdicts: Vec<Option<Decision>> =
            self.nodes.iter().map(|node| node.payoff.map(at_end)).collect();
        let mut ends = true;
        for round in 1.. {
            self.watch.look(&self.statistics)?;
            let mut new = self.decided_by_moves(&verdicts);
            if new.is_empty() {
                ends = false;
                new = self.decided_by_endless_play(&verdicts, k);
            }
            if new.is_empty() {
                break;
            }
            for (n, yes) in new {
                verdicts[n] = Some(Decision { yes, round, ends });
            }
        }
        Ok(verdicts)
    }

    fn decided_by_moves(&self, verdicts: &[Option<Decision>]) -> Vec<(usize, bool)> {
        let undecided = (0..self.nodes.len()).filter(|&n| verdicts[n].is_none());
        let decide = |n: usize| {
            let node = &self.nodes[n];
            let wish = node.mover == Player::First;
            let says = |next: usize, yes: bool| verdicts[next].is_some_and(|verdict| verdict.yes == yes);
            if node.next.iter().any(|&next| says(next, wish)) {
                Some((n, wish))
            } else if node.next.iter().all(|&next| says(next, !wish)) {
                Some((n, !wish))
            } else {
                None
            }
        };
        undecided.filter_map(decide).collect()
    }

    /// Decides by endless play: all undecided positions, if those that play can come back to agree;
    /// otherwise every set of them that play cannot leave undecided and in which it can come back
    /// to each: a component of the undecided positions from which no move leads to another.
    fn decided_by_endless_play(&self, verdicts: &[Option<Decision>], k: Value) -> Vec<(usize, bool)> {
        let left: Vec<usize> = (0..self.nodes.len()).filter(|&n| verdicts[n].is_none()).collect();
        let yes = |n: usize| self.nodes[n].endless.is_some_and(|endless| endless >= k);
        let said = left.iter().filter(|&&n| self.nodes[n].endless.is_some()).map(|&n| yes(n));
        let said: BTreeSet<bool> = said.collect();
        if said.len() == 1 {
            return left.into_iter().map(|n| (n, said.contains(&true))).collect();
        }
        let parts = self.parts(|n| verdicts[n].is_none());
        let mut can_be_left = vec![false; self.nodes.len()];
        for &n in &left {
            let undecided = self.nodes[n].next.iter().filter(|&&next| verdicts[next].is_none());
            if undecided.copied().any(|next| parts[next] != parts[n]) {
                can_be_left[parts[n]] = true;
            }
        }
        left.into_iter().filter(|&n| !can_be_left[parts[n]]).map(|n| (n, yes(n))).collect()
    }
}

/// The greatest `k` with a "yes". The first question, the least value, always has "yes"; the last,
/// beyond the greatest value, always "no".
fn worth_of(n: usize, asked: &[(Value, Vec<Option<Decision>>)]) -> PositionValue {
    let verdict = |at: usize| asked[at].1[n].unwrap_or(Decision { yes: false, round: 0, ends: false });
    let above = (1..asked.len()).find(|&at| !verdict(at).yes).unwrap_or(asked.len() - 1);
    let (held, refused) = (verdict(above - 1), verdict(above));
    let value = asked[above - 1].0;
    let side = if value > 0 { held } else { refused };
    let plies = (side.ends && value != 0).then_some(side.round);
    PositionValue { value, plies, rank: [held.round, refused.round] }
}
