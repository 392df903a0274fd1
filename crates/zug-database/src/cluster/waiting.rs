//! Solves a tier in which no play comes back to a position: each position when all that it leads to
//! is solved.
//!
//! A position whose moves lead to one that is not solved yet waits for that one, as a solver for
//! propositional formulas watches one literal; its owner is told when it is solved, and the waiting
//! position is looked at again. When no position can be solved any more and some are open, each of
//! these leads to an open one: play comes back, and the caller does without.

use super::gather::unsolved;
use super::owners::owner;
use super::questions::{Answering, BATCH, Mail, PlayedBatch, ask, expand};
use super::rounds::Rounds;
use crate::build::BuildRun;
use crate::column::Column;
use crate::context::TierContext;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::expansion::Next;
use crate::solved::Solved;
use rustc_hash::FxHashMap;
use zug_game::{Game, Player};
use zug_solve::{PositionCode, PositionIndexing};

/// Bytes of memory for a position that waits.
const WAITING: u64 = 64;
/// Bytes of memory for a position between two rounds, with its moves.
const LOOKED: u64 = 2048;

/// What a worker owns of a tier at work.
struct WaitingTier<'a, G: Game, I: PositionIndexing<G>> {
    context: TierContext<'a, G, I>,
    workers: usize,
    is_solved: Column,
    solved: Solved,
    open: u64,
    /// Who waits for a position, by its rank.
    waiters: FxHashMap<u64, Vec<I::Code>>,
    /// Positions that need wait no longer.
    woken: Vec<(u64, I::Code)>,
    mail: Mail<I::Code>,
}

/// Solves a tier; none where play comes back to a position.
pub(crate) fn solve_by_waiting<G: Game + Sync, I: PositionIndexing<G>>(
    run: &mut BuildRun<'_, G, I>,
    rounds: &mut Rounds,
    context: TierContext<'_, G, I>,
) -> Result<Option<Solved>> {
    let positions = context.positions();
    let mut waiting = WaitingTier {
        context,
        workers: rounds.workers(),
        is_solved: Column::zeros(positions),
        solved: unsolved(positions, context.distances),
        open: positions,
        waiters: FxHashMap::default(),
        woken: Vec::new(),
        mail: Mail::new(rounds.workers()),
    };
    let threads = run.options.threads;
    let room = run.options.limits.memory.saturating_sub(context.used + waiting.bytes());
    let batch = ((room / 4 / LOOKED) as usize).clamp(64, BATCH * threads);
    let mut fresh = (0..positions).zip(context.tier.keys.from(0)).peekable();
    loop {
        let old = waiting.woken.len().saturating_sub(batch);
        let mut items = waiting.woken.split_off(old);
        items.sort_unstable();
        items.extend(fresh.by_ref().take(batch - items.len()));
        let looked = expand(context.rules, threads, context.points, &items)?;
        let mail = std::mem::replace(&mut waiting.mail, Mail::new(rounds.workers()));
        let more = !items.is_empty() || !waiting.woken.is_empty() || fresh.peek().is_some();
        let answers = ask(rounds, &looked.nexts, |_| true, mail, more, &mut waiting)?;
        let Some(answers) = answers else { break };
        let before = waiting.open;
        waiting.decide(&looked, &answers)?;
        rounds.add_done(before - waiting.open);
        run.now.done = rounds.all_done();
        run.ask(context.used + waiting.bytes() + LOOKED * batch as u64)?;
        run.look()?;
    }
    let is_open = rounds.any(waiting.open > 0)?;
    Ok((!is_open).then_some(waiting.solved))
}

impl<G: Game, I: PositionIndexing<G>> WaitingTier<'_, G, I> {
    fn bytes(&self) -> u64 {
        let columns = self.solved.values.bytes() + self.solved.distances.as_ref().map_or(0, Column::bytes);
        self.is_solved.bytes() + columns + WAITING * self.waiters.len() as u64
    }

    /// Solves what the answers decide; the others wait.
    fn decide(&mut self, batch: &PlayedBatch<I::Code>, answers: &[Option<Entry>]) -> Result<()> {
        for looked in &batch.looked {
            if let Some(entry) = looked.ended {
                self.close(looked.rank, entry, looked.mover);
                continue;
            }
            let nexts = batch.nexts[looked.nexts.clone()].iter().zip(&answers[looked.nexts.clone()]);
            match best(nexts, looked.mover)? {
                Ok(entry) => self.close(looked.rank, entry, looked.mover),
                Err(awaited) => self.mail.waits[owner(awaited, self.workers)].push((awaited, looked.code)),
            }
        }
        Ok(())
    }

    fn close(&mut self, rank: u64, entry: Entry, mover: Player) {
        if self.is_solved.get(rank) == 1 {
            return;
        }
        self.is_solved.set(rank, 1);
        self.open -= 1;
        let distance = entry.distance.filter(|_| self.solved.distances.is_some());
        self.solved.values.set(rank, entry.stored_value());
        if let Some(distances) = &mut self.solved.distances {
            distances.set(rank, entry.stored_distance());
        }
        *self.solved.counts.entry((entry.value, distance, mover)).or_insert(0) += 1;
        for waiter in self.waiters.remove(&rank).unwrap_or_default() {
            self.mail.wakes[owner(waiter, self.workers)].push(waiter);
        }
    }

    fn rank(&self, code: I::Code) -> Result<u64> {
        let rank = self.context.tier.keys.rank(code);
        rank.ok_or(DatabaseError::Unfit("a move leads to a position that was not listed"))
    }

    fn entry(&self, rank: u64) -> Option<Entry> {
        let distance = self.solved.distances.as_ref().map_or(0, |column| column.get(rank));
        (self.is_solved.get(rank) == 1).then(|| Entry::of_stored(self.solved.values.get(rank), distance))
    }
}

/// The best of what moves lead to, or a position that is not solved yet.
fn best<'a, C: PositionCode + 'a>(
    nexts: impl Iterator<Item = (&'a Next<C>, &'a Option<Entry>)>,
    mover: Player,
) -> Result<std::result::Result<Entry, C>> {
    let mut best: Option<Entry> = None;
    for (next, answer) in nexts {
        let Some(entry) = answer else { return Ok(Err(next.code)) };
        let entry = entry.before(next.reward).ok_or(DatabaseError::Overflow("a value"))?;
        if best.is_none_or(|best| entry.is_better(best, mover)) {
            best = Some(entry);
        }
    }
    best.map(Ok).ok_or(DatabaseError::Unfit("a position that is not over has no move"))
}

impl<G: Game, I: PositionIndexing<G>> Answering<I::Code> for WaitingTier<'_, G, I> {
    fn answer(&self, tier: u64, code: I::Code) -> Result<Option<Entry>> {
        if tier == self.context.number {
            return self.rank(code).map(|rank| self.entry(rank));
        }
        self.context.behind.find(tier, code).map(Some)
    }

    fn wait(&mut self, awaited: I::Code, waiter: I::Code) -> Result<()> {
        let rank = self.rank(awaited)?;
        if self.is_solved.get(rank) == 1 {
            self.mail.wakes[owner(waiter, self.workers)].push(waiter);
        } else {
            self.waiters.entry(rank).or_default().push(waiter);
        }
        Ok(())
    }

    fn wake(&mut self, code: I::Code) -> Result<()> {
        let rank = self.rank(code)?;
        self.woken.push((rank, code));
        Ok(())
    }
}
