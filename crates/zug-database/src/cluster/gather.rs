//! Brings codes and values of all workers to worker 0, in the order of the codes.

use super::owners::owner;
use super::rounds::Rounds;
use super::wire;
use crate::column::Column;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::keys::KeySet;
use crate::solved::{Counts, Solved};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::iter::Peekable;
use zug_game::Player;
use zug_solve::PositionCode;

/// Codes or values that a worker sends in a round.
const CHUNK: usize = 1 << 16;

/// Different codes of all workers in ascending order, at worker 0.
pub(crate) struct GatheredCodes<'a, C, O: Iterator<Item = Result<C>>> {
    rounds: &'a mut Rounds,
    own: O,
    /// What was sent and not yet looked at, by sender.
    waiting: Vec<VecDeque<C>>,
    more: Vec<bool>,
    heap: BinaryHeap<Reverse<(C, usize)>>,
    is_begun: bool,
}

impl<'a, C: PositionCode, O: Iterator<Item = Result<C>>> GatheredCodes<'a, C, O> {
    /// Of the codes that worker 0 has, in ascending order, and what the others [`give`].
    pub(crate) fn of(rounds: &'a mut Rounds, own: O) -> GatheredCodes<'a, C, O> {
        let workers = rounds.workers();
        let waiting = (0..workers).map(|_| VecDeque::new()).collect();
        let more = (0..workers).map(|worker| worker > 0).collect();
        GatheredCodes { rounds, own, waiting, more, heap: BinaryHeap::new(), is_begun: false }
    }

    fn refill(&mut self, worker: usize) -> Result<()> {
        while self.more[worker] && self.waiting[worker].is_empty() {
            let nothing = vec![Vec::new(); self.more.len()];
            let received = self.rounds.exchange(nothing, false)?;
            for (from, bytes) in received.bytes.iter().enumerate().skip(1) {
                self.waiting[from].extend(wire::read_codes::<C>(&mut bytes.as_slice())?);
                self.more[from] = received.more[from];
            }
        }
        let next = match worker {
            0 => self.own.next().transpose()?,
            _ => self.waiting[worker].pop_front(),
        };
        self.heap.extend(next.map(|code| Reverse((code, worker))));
        Ok(())
    }

    fn pop(&mut self) -> Result<Option<C>> {
        if !self.is_begun {
            self.is_begun = true;
            (0..self.more.len()).try_for_each(|worker| self.refill(worker))?;
        }
        let Some(Reverse((code, worker))) = self.heap.pop() else { return Ok(None) };
        self.refill(worker)?;
        Ok(Some(code))
    }
}

impl<C: PositionCode, O: Iterator<Item = Result<C>>> Iterator for GatheredCodes<'_, C, O> {
    type Item = Result<C>;

    fn next(&mut self) -> Option<Result<C>> {
        self.pop().transpose()
    }
}

/// Sends codes in ascending order to worker 0, which gathers them.
pub(crate) fn give<C: PositionCode>(rounds: &mut Rounds, own: impl Iterator<Item = Result<C>>) -> Result<()> {
    let mut own: Peekable<_> = own.peekable();
    loop {
        let chunk: Vec<C> = own.by_ref().take(CHUNK).collect::<Result<_>>()?;
        let mut out = vec![Vec::new(); rounds.workers()];
        wire::write_codes(&mut out[0], &chunk);
        let more = own.peek().is_some();
        if !rounds.exchange(out, more)?.any_more() {
            return Ok(());
        }
    }
}

/// Sends what was solved to worker 0, in the order of the codes.
pub(crate) fn give_solved(rounds: &mut Rounds, solved: &Solved, positions: u64) -> Result<()> {
    let mut counts = vec![Vec::new(); rounds.workers()];
    write_counts(&mut counts[0], &solved.counts);
    rounds.exchange(counts, false)?;
    let mut at = 0;
    loop {
        let mut out = vec![Vec::new(); rounds.workers()];
        let end = (at + CHUNK as u64).min(positions);
        for rank in at..end {
            wire::write(&mut out[0], solved.values.get(rank));
            if let Some(distances) = &solved.distances {
                wire::write(&mut out[0], distances.get(rank));
            }
        }
        at = end;
        if !rounds.exchange(out, at < positions)?.any_more() {
            return Ok(());
        }
    }
}

/// What was solved by all workers, at worker 0: of the codes of a tier, with what worker 0 has.
pub(crate) fn take_solved<C: PositionCode>(
    rounds: &mut Rounds,
    keys: &KeySet<C>,
    own: &Solved,
) -> Result<Solved> {
    let workers = rounds.workers();
    let mut all = Solved::new(own.distances.is_some());
    let received = rounds.exchange(vec![Vec::new(); workers], false)?;
    all.counts = own.counts.clone();
    received.bytes[1..].iter().try_for_each(|bytes| add_counts(&mut all.counts, bytes))?;
    let mut waiting: Vec<VecDeque<u64>> = (0..workers).map(|_| VecDeque::new()).collect();
    let (mut own_rank, mut more) = (0, true);
    let each = 1 + usize::from(own.distances.is_some());
    for code in keys.from(0) {
        let from = owner(code, workers);
        if from == 0 {
            push(
                &mut all,
                own.values.get(own_rank),
                own.distances.as_ref().map(|column| column.get(own_rank)),
            );
            own_rank += 1;
            continue;
        }
        while more && waiting[from].len() < each {
            more = refill(rounds, &mut waiting)?;
        }
        let mut next = || waiting[from].pop_front();
        let value = next().ok_or(DatabaseError::Unfit("a worker has solved less than it owns"))?;
        let distance = if each > 1 { next() } else { None };
        push(&mut all, value, distance);
    }
    while more {
        more = refill(rounds, &mut waiting)?;
    }
    Ok(all)
}

/// Takes what the others send in a round; false if nothing more comes.
fn refill(rounds: &mut Rounds, waiting: &mut [VecDeque<u64>]) -> Result<bool> {
    let received = rounds.exchange(vec![Vec::new(); waiting.len()], false)?;
    for (from, bytes) in received.bytes.iter().enumerate().skip(1) {
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            waiting[from].push_back(wire::read(&mut rest)?);
        }
    }
    Ok(received.any_more())
}

fn push(all: &mut Solved, value: u64, distance: Option<u64>) {
    all.values.push(value);
    if let (Some(column), Some(distance)) = (&mut all.distances, distance) {
        column.push(distance);
    }
}

fn write_counts(out: &mut Vec<u8>, counts: &Counts) {
    for (&(value, distance, mover), &positions) in counts {
        let entry = Entry { value, distance };
        let numbers =
            [entry.stored_value(), entry.stored_distance(), u64::from(mover == Player::Second), positions];
        numbers.into_iter().for_each(|number| wire::write(out, number));
    }
}

fn add_counts(counts: &mut Counts, bytes: &[u8]) -> Result<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let entry = Entry::of_stored(wire::read(&mut rest)?, wire::read(&mut rest)?);
        let mover = if wire::read(&mut rest)? == 0 { Player::First } else { Player::Second };
        *counts.entry((entry.value, entry.distance, mover)).or_insert(0) += wire::read(&mut rest)?;
    }
    Ok(())
}

/// An empty column of values, with room for so many numbers.
pub(crate) fn unsolved(positions: u64, distances: bool) -> Solved {
    Solved {
        values: Column::zeros(positions),
        distances: distances.then(|| Column::zeros(positions)),
        counts: Counts::default(),
    }
}
