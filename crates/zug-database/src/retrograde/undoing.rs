//! The positions before those that are decided at a stage: found by undoing the changes that moves
//! make, and decided where a move wins or all moves lose.

use super::state::{DECIDED, DRAW, FIRST, LOW, SAFE, won};
use super::{BATCH, CodeChange, MovesBefore, PredecessorLists, TierAnalysis};
use crate::build::BuildRun;
use crate::context::After;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::expansion::{BLOCK, Next, divide};
use std::ops::Range;
use std::sync::atomic::Ordering;
use zug_game::{Game, Player};
use zug_solve::{PositionCode, PositionIndexing};

/// Pieces of a tier, and the most batches of a thread in one: between them stand a look at the
/// clock and perhaps a checkpoint. Where few positions are decided at a stage a piece is quick.
const PIECES: u64 = 16;
const BATCHES: u64 = 64;
/// Codes that are ranked together.
const TOGETHER: usize = 1 << 8;

/// The error of a rank that is none of the tier.
const UNKNOWN: DatabaseError = DatabaseError::Unfit("a rank of the tier has no code");

/// A position that was decided, who wins it, and at which stage.
type DecidedPosition<C> = (C, Player, u16);

/// A position that may lead to a decided one, and its moves.
struct PossiblePredecessor<'a, G: Game, C> {
    code: C,
    position: &'a G::Position,
    moves: &'a [G::Move],
}

/// Codes that may be of positions before decided ones.
#[derive(Debug)]
struct Undone<C> {
    codes: Vec<C>,
    /// For each of them the decided position.
    targets: Vec<DecidedPosition<C>>,
    /// For each of them its rank, where it is in the tier.
    ranks: Vec<Option<u64>>,
}

impl<C> Default for Undone<C> {
    fn default() -> Self {
        Undone { codes: Vec::new(), targets: Vec::new(), ranks: Vec::new() }
    }
}

/// Whether a state is decided at this stage or an earlier one, for this player.
fn is_won(state: u16, by: Player, at: u16) -> bool {
    let winner = if state & FIRST != 0 { Player::First } else { Player::Second };
    state & DECIDED != 0 && state & LOW != DRAW && state & LOW <= at && winner == by
}

impl<G: Game + Sync, I: PositionIndexing<G>> TierAnalysis<'_, G, I> {
    /// Whether positions are decided at a stage and not yet undone. They are then set to work.
    ///
    /// Where positions are decided at the stage that is at work, those of this pass wait for the
    /// next: whoever keeps the number of a move to one of them, since it was not decided when he
    /// looked, has done so before the one is undone.
    pub(super) fn begin(&self, stage: u16) -> Result<bool> {
        let found = self.decided[usize::from(stage)].swap(0, Ordering::Relaxed);
        let at_work = self.stages.at_work(stage);
        if found == 0 || self.unfit.load(Ordering::Relaxed) {
            return Ok(false);
        }
        if at_work == stage {
            return Ok(true);
        }
        self.context.rules.limits.look()?;
        for (block, waiting) in self.states.chunks(BLOCK as usize).zip(&self.waiting) {
            if waiting.load(Ordering::Relaxed) > stage {
                continue;
            }
            for state in block {
                let before = state.load(Ordering::Relaxed);
                if before & DECIDED != 0 && before & LOW == stage {
                    state.store(before - stage + at_work, Ordering::Relaxed);
                }
            }
        }
        Ok(true)
    }

    /// Calls `see` with each of these positions that is decided at the stage that is at work: its
    /// rank and who wins it. They begin with a block.
    ///
    /// Blocks without one are passed over. Of the others the stage at which they wait is found
    /// anew: it is forgotten before their states are looked at, and who decides a position notes
    /// its stage after its state, so none is lost.
    fn each_at_work(
        &self,
        ranks: Range<u64>,
        stage: u16,
        mut see: impl FnMut(u64, Player) -> Result<()>,
    ) -> Result<()> {
        for first in ranks.clone().step_by(BLOCK as usize) {
            let waiting = &self.waiting[(first / BLOCK) as usize];
            if waiting.load(Ordering::SeqCst) > stage {
                continue;
            }
            waiting.swap(DRAW, Ordering::SeqCst);
            for rank in first..(first + BLOCK).min(ranks.end) {
                let state = self.states[rank as usize].load(Ordering::Relaxed);
                if state & DECIDED == 0 {
                    continue;
                }
                if state & LOW == stage {
                    let winner = if state & FIRST != 0 { Player::First } else { Player::Second };
                    see(rank, winner)?;
                    let done = self.stages.done(stage);
                    self.states[rank as usize].store(state - stage + done, Ordering::Relaxed);
                } else if self.stages.waits(state & LOW, stage) {
                    waiting.fetch_min(state & LOW, Ordering::SeqCst);
                }
            }
        }
        Ok(())
    }

    /// Looks for all positions decided at a stage, from a rank on, and decides those before them.
    pub(super) fn undo(
        &self,
        run: &mut BuildRun<'_, G, I>,
        (stage, from): (u16, u64),
        before: &MovesBefore<I::Code>,
    ) -> Result<()> {
        let positions = self.context.positions();
        let batch = (positions / PIECES).clamp(BATCH, BATCHES * BATCH).next_multiple_of(BLOCK);
        let mut at = from;
        while at < positions {
            let ranks = at..(at + batch * run.options.threads as u64).min(positions);
            divide(run.options.threads, ranks.clone(), |ranks| match &before.lists {
                Some(lists) => self.follow_piece(ranks, stage, lists),
                None => self.undo_piece(ranks, stage, &before.changes),
            })?;
            run.look()?;
            at = ranks.end;
            // A failed condition is not saved: the rest of the stage is quick.
            if run.is_time_to_save() && !self.unfit.load(Ordering::Relaxed) {
                self.save(run, before.changes.iter(), (Some(stage), at))?;
            }
        }
        Ok(())
    }

    fn undo_piece(&self, ranks: Range<u64>, stage: u16, changes: &[CodeChange<I::Code>]) -> Result<()> {
        let (mut undone, mut finder) = (Undone::default(), self.context.tier.keys.finder());
        self.each_at_work(ranks, stage, |rank, winner| {
            let code = finder.code(rank).map_or(0, PositionCode::number);
            for change in changes {
                let bits = change.bits.number();
                if code & bits == bits & !change.before.number() {
                    undone.codes.push(I::Code::cut(code ^ bits));
                    undone.targets.push((I::Code::cut(code), winner, stage));
                }
            }
            if undone.codes.len() >= TOGETHER { self.look_at(&mut undone) } else { Ok(()) }
        })?;
        self.look_at(&mut undone)
    }

    /// The same by stored lists.
    fn follow_piece(&self, ranks: Range<u64>, stage: u16, lists: &PredecessorLists) -> Result<()> {
        let keys = &self.context.tier.keys;
        let (mut finder, mut moves) = (keys.finder(), Vec::new());
        let start = ranks.start;
        self.each_at_work(ranks, stage, |rank, winner| {
            self.context.rules.look(rank - start)?;
            let code = finder.code(rank).ok_or(UNKNOWN)?;
            for source in lists.of(rank) {
                if self.may_be_decided(source, stage, None) {
                    let before = keys.code(source).ok_or(UNKNOWN)?;
                    self.look_again((before, source, true), (code, winner, stage), &mut moves)?;
                }
            }
            Ok(())
        })
    }

    /// Looks at the clock and at all positions that may lead to decided ones, and forgets them.
    fn look_at(&self, undone: &mut Undone<I::Code>) -> Result<()> {
        self.context.rules.limits.look()?;
        self.context.tier.keys.ranks(&undone.codes, &mut undone.ranks);
        let mut moves = Vec::new();
        for ((&code, &target), rank) in undone.codes.iter().zip(&undone.targets).zip(&undone.ranks) {
            if let &Some(rank) = rank {
                self.look_again((code, rank, false), target, &mut moves)?;
            }
        }
        undone.codes.clear();
        undone.targets.clear();
        undone.ranks.clear();
        Ok(())
    }

    /// Whether a position that leads to one of a stage may be decided by that, where its mover wins
    /// (true) or loses; none if that is not known.
    fn may_be_decided(&self, rank: u64, stage: u16, wins: Option<bool>) -> bool {
        let state = self.states[rank as usize].load(Ordering::Relaxed);
        let won = || self.is_later(state, self.stages.of_predecessor(stage));
        let lost = || state & (DECIDED | SAFE) == 0;
        match wins {
            Some(true) => won(),
            Some(false) => lost(),
            None => won() || lost(),
        }
    }

    /// Decides a position that may lead to one that was decided, if it is decided now. `leads`:
    /// whether it surely leads there.
    fn look_again(
        &self,
        (code, rank, leads): (I::Code, u64, bool),
        target: DecidedPosition<I::Code>,
        moves: &mut Vec<G::Move>,
    ) -> Result<()> {
        let (next, winner, stage) = target;
        let position = self.context.rules.indexing.unrank(code);
        let wins = self.context.rules.game.mover(&position) == winner;
        if !self.may_be_decided(rank, stage, Some(wins)) {
            return Ok(());
        }
        let before = self.stages.of_predecessor(stage);
        if wins && leads {
            self.decide_win(rank, winner, before);
            return Ok(());
        }
        moves.clear();
        self.context.rules.expand(code, &position, moves)?;
        let source = PossiblePredecessor { code, position: &position, moves };
        if !wins {
            return self.look_for_loss(rank, &source, target);
        }
        // Where no move leads to the target, the change that was undone is none of a move here.
        for at in 0..moves.len() {
            if self.leads_to(&source, at, next)? {
                self.decide_win(rank, winner, before);
                break;
            }
        }
        Ok(())
    }

    fn next(&self, source: &PossiblePredecessor<'_, G, I::Code>, at: usize) -> Result<Next<I::Code>> {
        self.context.rules.next(source.code, source.position, source.moves, at)
    }

    /// Whether a move leads to this position of the tier.
    fn leads_to(
        &self,
        source: &PossiblePredecessor<'_, G, I::Code>,
        at: usize,
        target: I::Code,
    ) -> Result<bool> {
        let next = self.next(source, at)?;
        Ok(next.tier == self.context.number && next.code == target)
    }

    /// Whether a state is not decided, or at a stage after all that count as this one.
    fn is_later(&self, state: u16, stage: u16) -> bool {
        state & DECIDED == 0 || state & LOW > self.stages.decided_by(stage)
    }

    /// Several threads may find the same win; one of them counts it.
    fn decide_win(&self, rank: u64, mover: Player, stage: u16) {
        let earlier = |state: u16| self.is_later(state, stage).then_some(won(mover, stage));
        self.decide_once(rank, earlier, stage);
    }

    fn decide_once(&self, rank: u64, change: impl Fn(u16) -> Option<u16>, stage: u16) {
        if stage >= DRAW - 1 {
            self.unfit.store(true, Ordering::Relaxed);
        }
        let state = &self.states[rank as usize];
        if let Ok(before) = state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change) {
            if before & DECIDED != 0 {
                self.decided[usize::from(before & LOW)].fetch_sub(1, Ordering::Relaxed);
            }
            self.note_decided(rank, stage);
        }
    }

    /// Decides a position if all its moves lose by now; otherwise keeps the number of one that does
    /// not. As long as the one that is kept does not lose, there is nothing to do.
    ///
    /// The moves before it lose already, and stay lost. Where what is decided while a stage is at
    /// work has a later one, whether a move loses at this stage is the same for all threads. Where
    /// it has the same stage, it is undone in a later pass ([`Self::begin`]), and this position is
    /// looked at again.
    fn look_for_loss(
        &self,
        rank: u64,
        source: &PossiblePredecessor<'_, G, I::Code>,
        (target, winner, stage): DecidedPosition<I::Code>,
    ) -> Result<()> {
        let state = &self.states[rank as usize];
        let watched = usize::from(state.load(Ordering::Relaxed) & LOW);
        if watched >= source.moves.len() || !self.leads_to(source, watched, target)? {
            return Ok(());
        }
        for at in watched + 1..source.moves.len() {
            if !self.loses(source, at, winner, stage)? {
                let keep = |state: u16| (state & DECIDED == 0).then_some(at as u16);
                let _ = state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, keep);
                return Ok(());
            }
        }
        let last = self.stages.of_predecessor(self.last(source, stage)?);
        let lost = |state: u16| (state & DECIDED == 0).then_some(won(winner, last));
        self.decide_once(rank, lost, last);
        Ok(())
    }

    /// The last stage of the positions after all moves, each of which loses, if the last move
    /// inside the tier became known to lose at this stage: the others inside it lose at that stage
    /// or an earlier one.
    fn last(&self, source: &PossiblePredecessor<'_, G, I::Code>, stage: u16) -> Result<u16> {
        let mut last = stage;
        for at in 0..source.moves.len() {
            let next = self.next(source, at)?;
            if next.tier != self.context.number {
                let entry = self.context.behind.find(next.tier, next.code)?;
                let value = entry.value.saturating_add(next.reward);
                // One without a stage was seen in the first pass.
                last = last.max(self.stages.of(Entry { value, ..entry }).unwrap_or(DRAW));
            }
        }
        Ok(last)
    }

    /// Whether the opponent of this winner loses by a move, as far as is known at a stage.
    fn loses(
        &self,
        source: &PossiblePredecessor<'_, G, I::Code>,
        at: usize,
        winner: Player,
        stage: u16,
    ) -> Result<bool> {
        let PossiblePredecessor { code, position, moves } = *source;
        let (after, reward) = self.context.after(code, position, moves, at)?;
        let worth = |entry: Entry| entry.value.saturating_add(reward);
        Ok(match after {
            After::Inside(next, _) => {
                let decided = self.stages.decided_by(stage);
                is_won(self.states[next as usize].load(Ordering::Relaxed), winner, decided)
            }
            After::Behind(entry) if winner == Player::First => worth(entry) > 0,
            After::Behind(entry) => worth(entry) < 0,
        })
    }
}
