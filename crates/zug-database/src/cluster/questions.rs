//! What positions are worth that others own: in one round workers ask, in the next they answer.

use super::owners::owner;
use super::rounds::Rounds;
use super::wire;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::expansion::{Next, NumberedGame, divide};
use crate::solved::terminal;
use std::ops::Range;
use zug_game::{Expansion, Game, Player};
use zug_solve::{PositionCode, PositionIndexing};

/// Positions that a thread expands between two rounds.
pub(crate) const BATCH: usize = 1 << 14;

/// A position whose moves were played.
pub(crate) struct Looked<C> {
    pub(crate) rank: u64,
    pub(crate) code: C,
    pub(crate) mover: Player,
    /// What it is worth if play is over there.
    pub(crate) ended: Option<Entry>,
    /// Whether play that never ends is a draw there.
    pub(crate) endless_is_draw: bool,
    /// Where its moves lead, among those of the batch.
    pub(crate) nexts: Range<usize>,
}

/// Positions whose moves were played together.
pub(crate) struct PlayedBatch<C> {
    pub(crate) looked: Vec<Looked<C>>,
    pub(crate) nexts: Vec<Next<C>>,
}

/// Plays all moves of some positions, each with its rank and its code.
pub(crate) fn expand<G: Game + Sync, I: PositionIndexing<G>>(
    rules: NumberedGame<'_, G, I>,
    threads: usize,
    points: bool,
    positions: &[(u64, I::Code)],
) -> Result<PlayedBatch<I::Code>> {
    let piece = |range: Range<u64>| {
        let piece = &positions[range.start as usize..range.end as usize];
        expand_piece(rules, points, piece)
    };
    let mut pieces = divide(threads, 0..positions.len() as u64, piece)?.into_iter();
    let mut all = pieces.next().unwrap_or(PlayedBatch { looked: Vec::new(), nexts: Vec::new() });
    for piece in pieces {
        let before = all.nexts.len();
        all.nexts.extend(piece.nexts);
        all.looked.extend(piece.looked.into_iter().map(|looked| Looked {
            nexts: looked.nexts.start + before..looked.nexts.end + before,
            ..looked
        }));
    }
    Ok(all)
}

fn expand_piece<G: Game, I: PositionIndexing<G>>(
    rules: NumberedGame<'_, G, I>,
    points: bool,
    positions: &[(u64, I::Code)],
) -> Result<PlayedBatch<I::Code>> {
    let mut batch = PlayedBatch { looked: Vec::with_capacity(positions.len()), nexts: Vec::new() };
    let mut moves = Vec::new();
    for (&(rank, code), done) in positions.iter().zip(0..) {
        rules.look(done)?;
        let position = rules.indexing.unrank(code);
        moves.clear();
        let expansion = rules.expand(code, &position, &mut moves)?;
        let ended = match expansion {
            Expansion::Terminal(payoff) => Some(terminal(payoff, points)),
            Expansion::Moves => None,
        };
        let begin = batch.nexts.len();
        for at in (0..moves.len()).filter(|_| ended.is_none()) {
            batch.nexts.push(rules.next(code, &position, &moves, at)?);
        }
        batch.looked.push(Looked {
            rank,
            code,
            mover: rules.game.mover(&position),
            ended,
            endless_is_draw: rules.game.endless(&position) == Ok(0),
            nexts: begin..batch.nexts.len(),
        });
    }
    Ok(batch)
}

/// What workers let each other know beside questions.
pub(crate) struct Mail<C> {
    /// For each worker: codes that it owns, each with the code of a position that waits for it.
    pub(crate) waits: Vec<Vec<(C, C)>>,
    /// For each worker: codes of its positions that need wait no longer.
    pub(crate) wakes: Vec<Vec<C>>,
}

impl<C: PositionCode> Mail<C> {
    /// Nothing, for so many workers.
    pub(crate) fn new(workers: usize) -> Mail<C> {
        Mail { waits: vec![Vec::new(); workers], wakes: vec![Vec::new(); workers] }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waits.iter().all(Vec::is_empty) && self.wakes.iter().all(Vec::is_empty)
    }

    fn write(&mut self, worker: usize, out: &mut Vec<u8>) {
        self.wakes[worker].sort_unstable();
        self.wakes[worker].dedup();
        wire::write_codes(out, &self.wakes[worker]);
        wire::write(out, self.waits[worker].len() as u64);
        for (awaited, waiter) in &self.waits[worker] {
            wire::write_code(out, *awaited);
            wire::write_code(out, *waiter);
        }
    }
}

/// A worker that is asked.
pub(crate) trait Answering<C> {
    /// What a position is worth; none where that is not known yet.
    fn answer(&self, tier: u64, code: C) -> Result<Option<Entry>>;
    /// A position of another worker waits for one of this worker.
    fn wait(&mut self, awaited: C, waiter: C) -> Result<()>;
    /// A position of this worker need wait no longer.
    fn wake(&mut self, code: C) -> Result<()>;
}

/// Questions to each worker, without repetition.
struct Questions<C> {
    /// By worker: tiers and codes in ascending order.
    asked: Vec<Vec<(u64, C)>>,
    /// Of each move: whom it asks, and the number of the question.
    places: Vec<(u32, u32)>,
}

/// No question is asked about a move.
const UNASKED: (u32, u32) = (u32::MAX, 0);

impl<C: PositionCode> Questions<C> {
    fn of(workers: usize, nexts: &[Next<C>], is_asked: impl Fn(&Next<C>) -> bool) -> Questions<C> {
        let mut sorted: Vec<Vec<(u64, C, u32)>> = vec![Vec::new(); workers];
        for (next, at) in nexts.iter().zip(0..).filter(|(next, _)| is_asked(next)) {
            sorted[owner(next.code, workers)].push((next.tier, next.code, at));
        }
        let mut places = vec![UNASKED; nexts.len()];
        let mut asked: Vec<Vec<(u64, C)>> = vec![Vec::new(); workers];
        for ((questions, asked), worker) in sorted.iter_mut().zip(&mut asked).zip(0..) {
            questions.sort_unstable();
            for &(tier, code, at) in &*questions {
                if asked.last() != Some(&(tier, code)) {
                    asked.push((tier, code));
                }
                places[at as usize] = (worker, asked.len() as u32 - 1);
            }
        }
        Questions { asked, places }
    }

    fn write(&self, worker: usize, out: &mut Vec<u8>) {
        let groups: Vec<&[(u64, C)]> = self.asked[worker].chunk_by(|one, other| one.0 == other.0).collect();
        wire::write(out, groups.len() as u64);
        for group in groups {
            wire::write(out, group[0].0);
            let codes: Vec<C> = group.iter().map(|(_, code)| *code).collect();
            wire::write_codes(out, &codes);
        }
    }
}

/// Asks the owners what the positions are worth that moves lead to; gives an answer for each move,
/// none where it is not known yet or was not asked for. `mail` goes with the questions. None where
/// no worker has anything to ask or to say, nor `more` to come.
pub(crate) fn ask<C: PositionCode>(
    rounds: &mut Rounds,
    nexts: &[Next<C>],
    is_asked: impl Fn(&Next<C>) -> bool,
    mut mail: Mail<C>,
    more: bool,
    here: &mut impl Answering<C>,
) -> Result<Option<Vec<Option<Entry>>>> {
    let workers = rounds.workers();
    let active = more || !nexts.is_empty() || !mail.is_empty();
    let questions = Questions::of(workers, nexts, is_asked);
    let mut out = vec![Vec::new(); workers];
    for (worker, bytes) in out.iter_mut().enumerate() {
        questions.write(worker, bytes);
        mail.write(worker, bytes);
    }
    drop(mail);
    let received = rounds.exchange(out, active)?;
    if !received.any_more() {
        return Ok(None);
    }
    let mut answers = Vec::with_capacity(workers);
    for bytes in &received.bytes {
        answers.push(answered(bytes, here)?);
    }
    let received = rounds.exchange(answers, false)?;
    let mut entries = Vec::with_capacity(workers);
    for (bytes, asked) in received.bytes.iter().zip(&questions.asked) {
        entries.push(read_entries(bytes, asked.len())?);
    }
    let of = |&(worker, number): &(u32, u32)| match worker {
        u32::MAX => None,
        _ => entries[worker as usize][number as usize],
    };
    Ok(Some(questions.places.iter().map(of).collect()))
}

/// The answers to what a worker asks; takes what it says beside.
fn answered<C: PositionCode>(bytes: &[u8], here: &mut impl Answering<C>) -> Result<Vec<u8>> {
    let mut rest = bytes;
    let mut out = Vec::new();
    for _ in 0..wire::read(&mut rest)? {
        let tier = wire::read(&mut rest)?;
        for code in wire::read_codes(&mut rest)? {
            match here.answer(tier, code)? {
                Some(entry) => {
                    wire::write(&mut out, entry.stored_distance() + 1);
                    wire::write(&mut out, entry.stored_value());
                }
                None => wire::write(&mut out, 0),
            }
        }
    }
    for code in wire::read_codes(&mut rest)? {
        here.wake(code)?;
    }
    for _ in 0..wire::read(&mut rest)? {
        here.wait(wire::read_code(&mut rest)?, wire::read_code(&mut rest)?)?;
    }
    Ok(out)
}

fn read_entries(bytes: &[u8], many: usize) -> Result<Vec<Option<Entry>>> {
    let mut rest = bytes;
    let mut entries = Vec::with_capacity(many);
    for _ in 0..many {
        entries.push(match wire::read(&mut rest)?.checked_sub(1) {
            Some(distance) => Some(Entry::of_stored(wire::read(&mut rest)?, distance)),
            None => None,
        });
    }
    let is_all = rest.is_empty();
    if is_all { Ok(entries) } else { Err(DatabaseError::Unfit("a worker answered more than was asked")) }
}
