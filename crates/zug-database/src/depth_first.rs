//! Solves a tier whose moves may stay in it where play must end: each position after all that it
//! leads to, by a depth-first search that expands each once.
//!
//! Conditions: no play comes back to a position. A position that is met while it is on the way to
//! itself ends the search, and the caller does without; so nothing rests on the proof that play
//! ends.

use crate::build::Run;
use crate::column::Column;
use crate::context::{After, TierContext};
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
struct Frame<G: Game, C> {
    rank: u64,
    code: C,
    position: G::Position,
    moves: Vec<G::Move>,
    /// The next move to be looked at.
    at: usize,
    best: Option<Entry>,
}

/// A tier at work.
struct Search<'a, G: Game, I: PositionIndexing<G>> {
    context: TierContext<'a, G, I>,
    states: Column,
    values: Column,
    distances: Column,
}

/// Solves a tier; none where play comes back to a position.
pub(crate) fn search<G: Game + Sync, I: PositionIndexing<G>>(
    run: &mut Run<'_, G, I>,
    context: TierContext<'_, G, I>,
) -> Result<Option<Solved>> {
    let (positions, keys) = (context.positions(), &context.tier.keys);
    let [states, values, distances] = [(); 3].map(|()| Column::zeros(positions));
    let mut search = Search { context, states, values, distances };
    for (rank, code) in (0..positions).zip(keys.from(0)) {
        if rank.is_multiple_of(PAUSE) {
            run.ask(context.used + search.bytes())?;
            run.now.done += PAUSE.min(positions - rank);
            run.look()?;
        }
        if search.states.get(rank) == NEW && !search.from(rank, code)? {
            return Ok(None);
        }
    }
    let mut solved = Solved::new(context.distances);
    for (rank, code) in (0..positions).zip(keys.from(0)) {
        solved.push(search.entry(rank), run.game.mover(&run.indexing.unrank(code)));
    }
    Ok(Some(solved))
}

impl<G: Game, I: PositionIndexing<G>> Search<'_, G, I> {
    fn bytes(&self) -> u64 {
        self.states.bytes() + self.values.bytes() + self.distances.bytes()
    }

    fn entry(&self, rank: u64) -> Entry {
        Entry::of_stored(self.values.get(rank), self.distances.get(rank))
    }

    /// Solves a position and all that it leads to; false where play comes back to a position.
    fn from(&mut self, rank: u64, code: I::Code) -> Result<bool> {
        let mut way: Vec<Frame<G, I::Code>> = Vec::new();
        self.enter(rank, code, &mut way)?;
        let mut looked = 0;
        while let Some(frame) = way.last_mut() {
            looked += 1;
            self.context.rules.look(looked)?;
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
                After::Inside(rank) => match self.states.get(rank) {
                    NEW => {
                        let code = self.context.tier.keys.code(rank);
                        let code = code.ok_or(DatabaseError::Unfit("a rank has no code"))?;
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
    fn enter(&mut self, rank: u64, code: I::Code, way: &mut Vec<Frame<G, I::Code>>) -> Result<()> {
        let position = self.context.rules.indexing.unrank(code);
        let mut moves = Vec::new();
        if let Expansion::Terminal(payoff) = self.context.rules.expand(code, &position, &mut moves)? {
            self.close(rank, terminal(payoff, self.context.points));
            return Ok(());
        }
        self.states.set(rank, OPEN);
        way.push(Frame { rank, code, position, moves, at: 0, best: None });
        Ok(())
    }

    fn close(&mut self, rank: u64, entry: Entry) {
        self.values.set(rank, entry.stored_value());
        self.distances.set(rank, entry.stored_distance());
        self.states.set(rank, DONE);
    }
}

impl<G: Game, C> Frame<G, C> {
    fn add(&mut self, entry: Entry, mover: Player) {
        self.at += 1;
        if self.best.is_none_or(|best| entry.is_better(best, mover)) {
            self.best = Some(entry);
        }
    }
}
