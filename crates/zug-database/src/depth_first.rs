//! Solves a tier whose moves may stay in it where play must end: each position after all that it
//! leads to, by a depth-first search that expands each once.
//!
//! Conditions: no play comes back to a position. A position that is met while it is on the way to
//! itself ends the search, and the caller does without; so nothing rests on the proof that play
//! ends.

use crate::build::BuildRun;
use crate::checkpoint::{CheckpointReader, Way};
use crate::column::Column;
use crate::context::{After, TierContext};
use crate::damage::Damage;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::solved::{Solved, terminal};
use zug_game::{Expansion, Game, Player};
use zug_solve::PositionIndexing;

/// Positions from one look at the clock to the next.
const PAUSE: u64 = 1 << 12;

/// Nothing is known of a position.
const NEW: u64 = 0;
/// A position is on the way from the first one to the one at work.
const OPEN: u64 = 1;
/// A position has its entry.
const DONE: u64 = 2;

/// A position on the way.
struct TierFrame<G: Game, C> {
    rank: u64,
    code: C,
    position: G::Position,
    moves: Vec<G::Move>,
    /// The next move to be looked at.
    at: usize,
    best: Option<Entry>,
}

/// A tier at work.
struct DepthFirstSearch<'a, G: Game, I: PositionIndexing<G>> {
    context: TierContext<'a, G, I>,
    states: Column,
    values: Column,
    distances: Column,
}

/// Solves a tier; none where play comes back to a position.
pub(crate) fn search<G: Game + Sync, I: PositionIndexing<G>>(
    run: &mut BuildRun<'_, G, I>,
    context: TierContext<'_, G, I>,
) -> Result<Option<Solved>> {
    let (positions, keys) = (context.positions(), &context.tier.keys);
    let saved = run.saved_tier(context, Way::DepthFirst, |reader| DepthFirstSearch::read(context, reader))?;
    let (mut search, from) = saved.unwrap_or_else(|| (DepthFirstSearch::begun(context), 0));
    run.now.done += from;
    for (rank, code) in (from..positions).zip(keys.from(from)) {
        if rank.is_multiple_of(PAUSE) {
            run.ask(context.used + search.bytes())?;
            run.now.done += PAUSE.min(positions - rank);
            run.look()?;
        }
        if search.states.get(rank) == NEW && !search.from(run, rank, code)? {
            return Ok(None);
        }
    }
    let mut solved = Solved::new(context.distances);
    for (rank, code) in (0..positions).zip(keys.from(0)) {
        solved.push(search.entry(rank), run.game.mover(&run.indexing.unrank(code)));
    }
    Ok(Some(solved))
}

impl<'a, G: Game + Sync, I: PositionIndexing<G>> DepthFirstSearch<'a, G, I> {
    /// Nothing is known.
    fn begun(context: TierContext<'a, G, I>) -> Self {
        let [states, values, distances] = [(); 3].map(|()| Column::zeros(context.positions()));
        DepthFirstSearch { context, states, values, distances }
    }

    /// What was saved, no position being on the way; and the rank that comes next.
    fn read(context: TierContext<'a, G, I>, reader: &mut CheckpointReader) -> Result<(Self, u64)> {
        let columns = <[Column; 3]>::try_from(reader.columns()?).ok();
        let columns = columns.filter(|all| all.iter().all(|column| column.len() == context.positions()));
        let wrong = || DatabaseError::damaged(reader.path())(Damage::Content("it has other columns"));
        let [states, values, distances] = columns.ok_or_else(wrong)?;
        Ok((DepthFirstSearch { context, states, values, distances }, reader.header.at))
    }

    /// Saves what is done; positions on the way are new then.
    fn save(&mut self, run: &mut BuildRun<'_, G, I>, root: u64, way: &[TierFrame<G, I::Code>]) -> Result<()> {
        way.iter().for_each(|frame| self.states.set(frame.rank, NEW));
        let columns = [&self.states, &self.values, &self.distances];
        let writer = run.save_tier(self.context, Way::DepthFirst, (root, None), &columns)?;
        run.end_save(writer)?;
        way.iter().for_each(|frame| self.states.set(frame.rank, OPEN));
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.states.bytes() + self.values.bytes() + self.distances.bytes()
    }

    fn entry(&self, rank: u64) -> Entry {
        Entry::of_stored(self.values.get(rank), self.distances.get(rank))
    }

    /// Solves a position and all that it leads to; false where play comes back to a position.
    fn from(&mut self, run: &mut BuildRun<'_, G, I>, root: u64, code: I::Code) -> Result<bool> {
        let mut way: Vec<TierFrame<G, I::Code>> = Vec::new();
        self.enter(root, code, &mut way)?;
        let mut looked = 0;
        while !way.is_empty() {
            looked += 1;
            self.context.rules.look(looked)?;
            if looked.is_multiple_of(PAUSE) && run.is_time_to_save() {
                self.save(run, root, &way)?;
            }
            let Some(frame) = way.last_mut() else { break };
            if frame.at == frame.moves.len() {
                let best =
                    frame.best.ok_or(DatabaseError::Unfit("a position that is not over has no move"))?;
                self.close(frame.rank, best);
                way.pop();
                continue;
            }
            let (after, reward) = self.context.after(frame.code, &frame.position, &frame.moves, frame.at)?;
            let entry = match after {
                After::Behind(entry) => entry,
                After::Inside(rank, code) => match self.states.get(rank) {
                    NEW => {
                        self.enter(rank, code, &mut way)?;
                        continue;
                    }
                    OPEN => return Ok(false),
                    _ => self.entry(rank),
                },
            };
            let entry = entry.before(reward).ok_or(DatabaseError::Overflow("a value"))?;
            let mover = self.context.rules.game.mover(&frame.position);
            frame.add(entry, mover);
        }
        Ok(true)
    }

    /// Expands a position: it has its entry where play is over, otherwise it is put onto the way.
    fn enter(&mut self, rank: u64, code: I::Code, way: &mut Vec<TierFrame<G, I::Code>>) -> Result<()> {
        let position = self.context.rules.indexing.unrank(code);
        let mut moves = Vec::new();
        if let Expansion::Terminal(payoff) = self.context.rules.expand(code, &position, &mut moves)? {
            self.close(rank, terminal(payoff, self.context.points));
            return Ok(());
        }
        self.states.set(rank, OPEN);
        way.push(TierFrame { rank, code, position, moves, at: 0, best: None });
        Ok(())
    }

    fn close(&mut self, rank: u64, entry: Entry) {
        self.values.set(rank, entry.stored_value());
        self.distances.set(rank, entry.stored_distance());
        self.states.set(rank, DONE);
    }
}

impl<G: Game, C> TierFrame<G, C> {
    fn add(&mut self, entry: Entry, mover: Player) {
        self.at += 1;
        if self.best.is_none_or(|best| entry.is_better(best, mover)) {
            self.best = Some(entry);
        }
    }
}
