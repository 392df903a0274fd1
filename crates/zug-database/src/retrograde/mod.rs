//! Retrograde analysis of a tier whose moves may stay in it, in two bytes a position and without
//! stored moves.
//!
//! It goes from distance to distance. A position that is decided at distance `d` is looked for, and
//! those that may lead to it are found by undoing what moves do to a code: while all positions are
//! expanded once, each change of bits that a move inside the tier makes is noted, with the bits
//! that it changes as they were before. A code with these bits as they are after, changed back, may
//! be one before; it is one if it is in the tier and one of its moves says so. So a change that was
//! noted too often costs time and no truth, and none is missing, because every move was seen.
//!
//! A position is won at `d + 1` if a move leads to a position that its mover wins at `d`, in the
//! tier or behind it. It is lost once all its moves lead to positions that its mover loses, at one
//! more than the farthest of them. Of a position that is not decided the number of one move is kept
//! that does not lose (as a solver for propositional formulas watches literals), so that its other
//! moves need not be looked at again. What is not decided in the end is a draw.
//!
//! Conditions, each looked at on the way: outcomes are no points and no move has a reward; endless
//! play is a draw at every position of the tier; what is behind the tier is a draw or has its
//! distance; not too many changes; no distance and no number of moves beyond 14 bits. Otherwise the
//! caller does without.
//!
//! Method: Thompson, "Retrograde Analysis of Certain Endgames" (1986), with moves undone by the
//! changes that were seen.

mod saving;
pub(crate) mod state;

use crate::build::Run;
use crate::checkpoint::Way;
use crate::context::{After, TierContext};
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::expansion::divide;
use crate::solved::{Solved, terminal};
use rustc_hash::FxHashSet;
use state::{CHANGES, DECIDED, DRAW, FIRST, LOW, SAFE, won};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use zug_game::{Expansion, Game, Player};
use zug_solve::{PositionCode, PositionIndexing};

/// Positions that a thread looks at in one piece.
const BATCH: u64 = 1 << 14;

/// What a move inside the tier changes: the bits, as they are before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Change<C> {
    bits: C,
    before: C,
}

/// A tier at work.
struct Analysis<'a, G: Game, I: PositionIndexing<G>> {
    context: TierContext<'a, G, I>,
    /// For each position [`DECIDED`] and so on.
    states: Vec<AtomicU16>,
    /// How many positions are decided at each distance.
    decided: Vec<AtomicU64>,
    /// Whether a condition failed.
    unfit: AtomicBool,
}

/// Whether a state is decided at this distance or a lower one, for this player.
fn is_won(state: u16, by: Player, at: u16) -> bool {
    let winner = if state & FIRST != 0 { Player::First } else { Player::Second };
    state & DECIDED != 0 && state & LOW != DRAW && state & LOW <= at && winner == by
}

/// Where the work is: in the first pass, or at the positions of a distance; and at which rank.
type Place = (Option<u16>, u64);

/// What is known of a tier, the changes that were seen, and where the work is.
type Work<'a, G, I> = (Analysis<'a, G, I>, FxHashSet<Change<<I as PositionIndexing<G>>::Code>>, Place);

/// Solves a tier; none where a condition failed.
pub(crate) fn analyse<G: Game + Sync, I: PositionIndexing<G>>(
    run: &mut Run<'_, G, I>,
    context: TierContext<'_, G, I>,
) -> Result<Option<Solved>> {
    if context.points {
        return Ok(None);
    }
    run.ask(context.used + 4 * context.positions())?;
    let saved = run.saved_tier(context, Way::Retrograde, |reader| Analysis::read(context, reader))?;
    let (analysis, mut changes, (distance, mut at)) = saved.unwrap_or_else(|| Analysis::begun(context));
    if distance.is_none() {
        analysis.first_pass(run, &mut changes, at)?;
        at = 0;
    }
    let changes = sorted(changes);
    for distance in distance.unwrap_or(0)..DRAW {
        if analysis.unfit.load(Ordering::Relaxed) || !analysis.is_open(distance) {
            break;
        }
        if analysis.decided[usize::from(distance)].load(Ordering::Relaxed) > 0 {
            analysis.undo(run, (distance, at), &changes)?;
        }
        at = 0;
    }
    if analysis.unfit.load(Ordering::Relaxed) {
        return Ok(None);
    }
    analysis.solved(run).map(Some)
}

fn sorted<C: PositionCode>(changes: FxHashSet<Change<C>>) -> Vec<Change<C>> {
    let mut changes: Vec<Change<C>> = changes.into_iter().collect();
    changes.sort_unstable();
    changes
}

impl<'a, G: Game + Sync, I: PositionIndexing<G>> Analysis<'a, G, I> {
    /// Nothing is decided.
    fn begun(context: TierContext<'a, G, I>) -> Work<'a, G, I> {
        let states = (0..context.positions()).map(|_| AtomicU16::new(0)).collect();
        (Analysis::of(context, states), FxHashSet::default(), (None, 0))
    }

    /// With these states.
    fn of(context: TierContext<'a, G, I>, states: Vec<AtomicU16>) -> Self {
        let decided: Vec<AtomicU64> = (0..=LOW).map(|_| AtomicU64::new(0)).collect();
        for state in &states {
            let state = state.load(Ordering::Relaxed);
            if state & DECIDED != 0 && state & LOW != DRAW {
                decided[usize::from(state & LOW)].fetch_add(1, Ordering::Relaxed);
            }
        }
        Analysis { context, states, decided, unfit: AtomicBool::new(false) }
    }

    /// Whether a position is decided at this distance or a farther one.
    fn is_open(&self, distance: u16) -> bool {
        self.decided[usize::from(distance)..].iter().any(|count| count.load(Ordering::Relaxed) > 0)
    }
}

impl<G: Game + Sync, I: PositionIndexing<G>> Analysis<'_, G, I> {
    /// Expands every position from a rank on once: decides what moves out of the tier decide, and
    /// gathers the changes of the others.
    fn first_pass(
        &self,
        run: &mut Run<'_, G, I>,
        changes: &mut FxHashSet<Change<I::Code>>,
        from: u64,
    ) -> Result<()> {
        let positions = self.context.positions();
        let mut at = from;
        run.now.done += at / 2;
        while at < positions {
            let ranks = at..(at + BATCH * run.options.threads as u64).min(positions);
            for piece in divide(run.options.threads, ranks.clone(), |ranks| self.first_piece(ranks))? {
                changes.extend(piece);
            }
            if changes.len() > CHANGES {
                self.unfit.store(true, Ordering::Relaxed);
            }
            if self.unfit.load(Ordering::Relaxed) {
                return Ok(());
            }
            run.now.done += (ranks.end - ranks.start) / 2;
            run.look()?;
            at = ranks.end;
            if run.is_time_to_save() {
                self.save(run, changes.iter(), (None, at))?;
            }
        }
        Ok(())
    }

    fn first_piece(&self, ranks: Range<u64>) -> Result<FxHashSet<Change<I::Code>>> {
        let mut changes = FxHashSet::default();
        let mut moves = Vec::new();
        for (code, rank) in self.context.tier.keys.from(ranks.start).zip(ranks.clone()) {
            self.context.rules.look(rank - ranks.start)?;
            let position = self.context.rules.indexing.unrank(code);
            // A fault of `endless` is one only where play can come back, which the caller finds
            // out.
            if self.context.rules.game.endless(&position) != Ok(0) {
                self.unfit.store(true, Ordering::Relaxed);
            }
            if self.unfit.load(Ordering::Relaxed) || changes.len() > CHANGES {
                break;
            }
            moves.clear();
            if let Expansion::Terminal(payoff) = self.context.rules.expand(code, &position, &mut moves)? {
                self.decide(rank, terminal(payoff, false));
                continue;
            }
            self.look_behind(code, rank, &position, &moves, &mut changes)?;
        }
        Ok(changes)
    }

    /// Decides what the moves out of the tier decide, and gathers the changes of the moves inside.
    fn look_behind(
        &self,
        code: I::Code,
        rank: u64,
        position: &G::Position,
        moves: &[G::Move],
        changes: &mut FxHashSet<Change<I::Code>>,
    ) -> Result<()> {
        let mover = self.context.rules.game.mover(position);
        let (mut best, mut inside): (Option<Entry>, bool) = (None, false);
        for at in 0..moves.len() {
            let step = self.context.rules.play(code, position, moves, at)?;
            let (tier, next) = self.context.rules.place(&step.position);
            if step.reward != 0 || moves.len() > usize::from(LOW) {
                self.unfit.store(true, Ordering::Relaxed);
            }
            if tier == self.context.number {
                inside = true;
                let bits = code.number() ^ next.number();
                changes
                    .insert(Change { bits: I::Code::cut(bits), before: I::Code::cut(bits & code.number()) });
                continue;
            }
            let entry = self.context.behind.find(tier, next)?;
            let entry = self.ply_before(entry);
            if best.is_none_or(|best| entry.is_better(best, mover)) {
                best = Some(entry);
            }
        }
        let Some(best) = best else { return Ok(()) };
        let value = if mover == Player::First { best.value } else { -best.value };
        if !inside || value > 0 {
            self.decide(rank, best);
        } else if value == 0 {
            self.states[rank as usize].store(SAFE, Ordering::Relaxed);
        }
        Ok(())
    }

    /// What is behind the tier, from a position before it.
    fn ply_before(&self, entry: Entry) -> Entry {
        let stored = self.distances();
        if entry.value != 0 && entry.distance.is_none() && stored {
            self.unfit.store(true, Ordering::Relaxed);
        }
        // Without distances any order will do: values alone are found.
        let plies = entry.distance.unwrap_or(0) + 1;
        if plies >= u64::from(DRAW) {
            self.unfit.store(true, Ordering::Relaxed);
        }
        Entry { value: entry.value, distance: (entry.value != 0).then_some(plies) }
    }

    /// Whether what is behind the tier is stored with distances.
    fn distances(&self) -> bool {
        self.context.behind.has_distances()
    }

    /// Notes that a position is decided, unless it is so at a lower distance.
    fn decide(&self, rank: u64, entry: Entry) {
        let state = &self.states[rank as usize];
        if entry.value == 0 {
            state.store(DECIDED | DRAW, Ordering::Relaxed);
            return;
        }
        let by = if entry.value > 0 { Player::First } else { Player::Second };
        let distance = entry.distance.unwrap_or(0).min(u64::from(DRAW) - 1) as u16;
        let before = state.swap(won(by, distance), Ordering::Relaxed);
        if before & DECIDED != 0 {
            self.decided[usize::from(before & LOW)].fetch_sub(1, Ordering::Relaxed);
        }
        self.decided[usize::from(distance)].fetch_add(1, Ordering::Relaxed);
    }

    /// Looks for all positions decided at a distance, from a rank on, and decides those before
    /// them.
    fn undo(
        &self,
        run: &mut Run<'_, G, I>,
        (distance, from): (u16, u64),
        changes: &[Change<I::Code>],
    ) -> Result<()> {
        let positions = self.context.positions();
        let mut at = from;
        while at < positions {
            let ranks = at..(at + 64 * BATCH * run.options.threads as u64).min(positions);
            divide(run.options.threads, ranks.clone(), |ranks| self.undo_piece(ranks, distance, changes))?;
            run.look()?;
            at = ranks.end;
            // A failed condition is not saved: the rest of the distance is quick.
            if run.is_time_to_save() && !self.unfit.load(Ordering::Relaxed) {
                self.save(run, changes.iter(), (Some(distance), at))?;
            }
        }
        Ok(())
    }

    fn undo_piece(&self, ranks: Range<u64>, distance: u16, changes: &[Change<I::Code>]) -> Result<()> {
        let mut done = 0;
        for rank in ranks {
            let state = self.states[rank as usize].load(Ordering::Relaxed);
            if state & DECIDED == 0 || state & LOW != distance {
                continue;
            }
            done += 1;
            self.context.rules.look(done)?;
            let winner = if state & FIRST != 0 { Player::First } else { Player::Second };
            let code = self.context.tier.keys.code(rank).map_or(0, PositionCode::number);
            for change in changes {
                let bits = change.bits.number();
                if code & bits != bits & !change.before.number() {
                    continue;
                }
                let before = I::Code::cut(code ^ bits);
                if let Some(source) = self.context.tier.keys.rank(before) {
                    self.look_again(before, source, winner, distance)?;
                }
            }
        }
        Ok(())
    }

    /// Decides a position that may lead to one that was decided at a distance, if it is decided
    /// now.
    fn look_again(&self, code: I::Code, rank: u64, winner: Player, distance: u16) -> Result<()> {
        let state = self.states[rank as usize].load(Ordering::Relaxed);
        let position = self.context.rules.indexing.unrank(code);
        let mover = self.context.rules.game.mover(&position);
        if mover == winner {
            let is_open = state & DECIDED == 0 || state & LOW > distance + 1;
            if is_open && self.has_win(code, &position, mover, distance)? {
                self.decide_win(rank, mover, distance + 1);
            }
        } else if state & (DECIDED | SAFE) == 0 {
            self.look_for_loss(code, rank, &position, mover, distance)?;
        }
        Ok(())
    }

    /// Whether a move leads to a position of the tier that the mover wins at this distance or a
    /// lower one.
    fn has_win(&self, code: I::Code, position: &G::Position, mover: Player, distance: u16) -> Result<bool> {
        let mut moves = Vec::new();
        self.context.rules.expand(code, position, &mut moves)?;
        for at in 0..moves.len() {
            if let (After::Inside(next), _) = self.context.after(code, position, &moves, at)?
                && is_won(self.states[next as usize].load(Ordering::Relaxed), mover, distance)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Several threads may find the same win; one of them counts it.
    fn decide_win(&self, rank: u64, mover: Player, distance: u16) {
        let lower = |state: u16| {
            let is_open = state & DECIDED == 0 || state & LOW > distance;
            is_open.then_some(won(mover, distance))
        };
        self.decide_once(rank, lower, distance);
    }

    fn decide_once(&self, rank: u64, change: impl Fn(u16) -> Option<u16>, distance: u16) {
        if distance >= DRAW - 1 {
            self.unfit.store(true, Ordering::Relaxed);
        }
        let state = &self.states[rank as usize];
        if let Ok(before) = state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change) {
            if before & DECIDED != 0 {
                self.decided[usize::from(before & LOW)].fetch_sub(1, Ordering::Relaxed);
            }
            self.decided[usize::from(distance)].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Decides a position if all its moves lose by now; otherwise keeps the number of one that does
    /// not.
    fn look_for_loss(
        &self,
        code: I::Code,
        rank: u64,
        position: &G::Position,
        mover: Player,
        distance: u16,
    ) -> Result<()> {
        let state = &self.states[rank as usize];
        let watched = usize::from(state.load(Ordering::Relaxed) & LOW);
        let mut moves = Vec::new();
        self.context.rules.expand(code, position, &mut moves)?;
        for at in watched..moves.len() {
            if self.loss(code, position, &moves, at, mover, distance)?.is_none() {
                let keep = |state: u16| (state & DECIDED == 0).then_some(at as u16);
                let _ = state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, keep);
                return Ok(());
            }
        }
        let mut farthest = 0;
        for at in 0..moves.len() {
            let plies = self.loss(code, position, &moves, at, mover, distance)?;
            farthest =
                farthest.max(plies.ok_or(DatabaseError::Unfit("a position that was lost is so no more"))?);
        }
        let lost = |state: u16| (state & DECIDED == 0).then_some(won(mover.other(), farthest + 1));
        self.decide_once(rank, lost, farthest + 1);
        Ok(())
    }

    /// The distance of the position after a move, if the mover loses there and it is decided by
    /// now.
    fn loss(
        &self,
        code: I::Code,
        position: &G::Position,
        moves: &[G::Move],
        at: usize,
        mover: Player,
        distance: u16,
    ) -> Result<Option<u16>> {
        match self.context.after(code, position, moves, at)?.0 {
            After::Inside(next) => {
                let state = self.states[next as usize].load(Ordering::Relaxed);
                Ok(is_won(state, mover.other(), distance).then_some(state & LOW))
            }
            After::Behind(entry) => {
                let loses = if mover == Player::First { entry.value < 0 } else { entry.value > 0 };
                Ok(loses.then_some(entry.distance.unwrap_or(0).min(u64::from(DRAW)) as u16))
            }
        }
    }

    /// The entries of all positions.
    fn solved(&self, run: &mut Run<'_, G, I>) -> Result<Solved> {
        let mut solved = Solved::new(self.context.distances);
        for (code, state) in self.context.tier.keys.from(0).zip(&self.states) {
            let state = state.load(Ordering::Relaxed);
            let is_draw = state & DECIDED == 0 || state & LOW == DRAW;
            let value = if is_draw {
                0
            } else if state & FIRST != 0 {
                1
            } else {
                -1
            };
            let distance = (!is_draw).then_some(u64::from(state & LOW));
            let mover = self.context.rules.game.mover(&self.context.rules.indexing.unrank(code));
            solved.push(Entry { value, distance }, mover);
        }
        run.now.done += self.context.positions().div_ceil(2);
        run.look()?;
        Ok(solved)
    }
}
