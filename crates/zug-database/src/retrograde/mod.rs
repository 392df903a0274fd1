//! Retrograde analysis of a tier whose moves may stay in it, in two bytes a position and, where
//! moves can be undone, without stored moves.
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
//! that stays in the tier and does not lose (as a solver for propositional formulas watches
//! literals): its other moves need not be looked at before the position behind that one is decided.
//! What is not decided in the end is a draw.
//!
//! Where outcomes are points, the place of the distance is taken by the points that are won, the
//! greatest first ([`stages`]): who can force so many does not take less, and who must lose gives
//! as few as he can. So no pass for each threshold is needed.
//!
//! Where moves change codes in more than [`CHANGES`] ways, or in more than one for [`WORTH`]
//! positions, undoing them costs more than it saves. Then the positions before each position are
//! stored ([`predecessors`]): six bytes a position in all, and four for each move that stays in the
//! tier.
//!
//! Conditions, each looked at on the way: no move that stays in the tier has a reward; endless play
//! is worth 0 from every position of the tier on; what is behind the tier is a draw or has its
//! distance or its points; no distance, no number of points and no number of moves beyond what a
//! stage holds. Otherwise the caller does without.
//!
//! Method: Thompson, "Retrograde Analysis of Certain Endgames" (1986), with moves undone by the
//! changes that were seen.

mod predecessors;
mod saving;
mod stages;
pub(crate) mod state;
mod undoing;

use crate::build::BuildRun;
use crate::checkpoint::Way;
use crate::context::TierContext;
use crate::entry::Entry;
use crate::error::Result;
use crate::expansion::{BLOCK, divide};
use crate::solved::{Solved, terminal};
use predecessors::PredecessorLists;
use rustc_hash::FxHashSet;
use stages::Stages;
use state::{CHANGES, DECIDED, DRAW, LOW, SAFE, won};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use zug_game::{Expansion, Game, Player, Value};
use zug_solve::{PositionCode, PositionIndexing};

/// With fewer positions for each change than this the positions before are stored.
const WORTH: u64 = 4;
/// Positions that a thread looks at in one piece.
const BATCH: u64 = 1 << 14;

/// What a move inside the tier changes: the bits, as they are before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct CodeChange<C> {
    bits: C,
    before: C,
}

/// A tier at work.
struct TierAnalysis<'a, G: Game, I: PositionIndexing<G>> {
    context: TierContext<'a, G, I>,
    stages: Stages,
    /// For each position [`DECIDED`] and so on.
    states: Vec<AtomicU16>,
    /// How many positions are decided at each stage.
    decided: Vec<AtomicU64>,
    /// For each [`BLOCK`] of positions the first stage at which one of them waits to be undone, or
    /// an earlier one; [`DRAW`] if none does.
    waiting: Vec<AtomicU16>,
    /// Whether a condition failed.
    unfit: AtomicBool,
}

/// Where the work is: in the first pass, or at the positions of a stage; and at which rank.
type AnalysisProgress = (Option<u16>, u64);

/// What is known of a tier, the changes that were seen, and where the work is.
type AnalysisState<'a, G, I> =
    (TierAnalysis<'a, G, I>, FxHashSet<CodeChange<<I as PositionIndexing<G>>::Code>>, AnalysisProgress);

/// Solves a tier; none where a condition failed.
pub(crate) fn analyse<G: Game + Sync, I: PositionIndexing<G>>(
    run: &mut BuildRun<'_, G, I>,
    context: TierContext<'_, G, I>,
) -> Result<Option<Solved>> {
    run.ask(context.used + 4 * context.positions())?;
    let saved = run.saved_tier(context, Way::Retrograde, |reader| TierAnalysis::read(context, reader))?;
    let (analysis, mut changes, (stage, mut at)) = saved.unwrap_or_else(|| TierAnalysis::begun(context));
    if stage.is_none() {
        analysis.first_pass(run, &mut changes, at)?;
        at = 0;
    }
    let Some(before) = analysis.moves_before(run, changes)? else { return Ok(None) };
    if let Some(stage) = stage {
        analysis.undo(run, (stage, at), &before)?;
    }
    let first = stage.map_or(0, |stage| analysis.stages.after(stage));
    for stage in (first..DRAW).step_by(analysis.stages.step()) {
        if !analysis.is_open(stage) {
            break;
        }
        while analysis.begin(stage)? {
            analysis.undo(run, (analysis.stages.at_work(stage), 0), &before)?;
        }
    }
    drop(before);
    if analysis.unfit.load(Ordering::Relaxed) {
        return Ok(None);
    }
    analysis.solved(run).map(Some)
}

/// How the positions before a position are found.
struct MovesBefore<C> {
    /// What moves inside the tier change; where that is in too many ways, some of it.
    changes: Vec<CodeChange<C>>,
    /// Where it is: the positions before each position.
    lists: Option<PredecessorLists>,
}

impl<'a, G: Game + Sync, I: PositionIndexing<G>> TierAnalysis<'a, G, I> {
    /// Nothing is decided.
    fn begun(context: TierContext<'a, G, I>) -> AnalysisState<'a, G, I> {
        let states = (0..context.positions()).map(|_| AtomicU16::new(0)).collect();
        (TierAnalysis::of(context, states), FxHashSet::default(), (None, 0))
    }

    /// With these states.
    fn of(context: TierContext<'a, G, I>, states: Vec<AtomicU16>) -> Self {
        let decided: Vec<AtomicU64> = (0..=LOW).map(|_| AtomicU64::new(0)).collect();
        let waiting: Vec<AtomicU16> = states.chunks(BLOCK as usize).map(|_| AtomicU16::new(DRAW)).collect();
        for (rank, state) in states.iter().enumerate() {
            let state = state.load(Ordering::Relaxed);
            if state & DECIDED != 0 && state & LOW != DRAW {
                decided[usize::from(state & LOW)].fetch_add(1, Ordering::Relaxed);
                waiting[rank / BLOCK as usize].fetch_min(state & LOW, Ordering::Relaxed);
            }
        }
        let stages = Stages { points: context.points };
        TierAnalysis { context, stages, states, decided, waiting, unfit: AtomicBool::new(false) }
    }

    /// Whether a position is decided at this stage or a later one, and no condition failed.
    fn is_open(&self, stage: u16) -> bool {
        let later =
            || self.decided[usize::from(stage)..].iter().any(|count| count.load(Ordering::Relaxed) > 0);
        !self.unfit.load(Ordering::Relaxed) && later()
    }
}

impl<G: Game + Sync, I: PositionIndexing<G>> TierAnalysis<'_, G, I> {
    /// Notes that a condition failed, if it did.
    fn note_unfit(&self, failed: bool) {
        if failed {
            self.unfit.store(true, Ordering::Relaxed);
        }
    }

    /// How the positions before a position are found; none where a condition failed.
    fn moves_before(
        &self,
        run: &mut BuildRun<'_, G, I>,
        changes: FxHashSet<CodeChange<I::Code>>,
    ) -> Result<Option<MovesBefore<I::Code>>> {
        let mut changes: Vec<CodeChange<I::Code>> = changes.into_iter().collect();
        changes.sort_unstable();
        if self.unfit.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let few = changes.len() <= CHANGES && (changes.len() as u64) * WORTH <= self.context.positions();
        if few {
            return Ok(Some(MovesBefore { changes, lists: None }));
        }
        let lists = self.predecessor_lists(run)?;
        Ok(lists.map(|lists| MovesBefore { changes, lists: Some(lists) }))
    }

    /// Expands every position from a rank on once: decides what moves out of the tier decide, and
    /// gathers the changes of the others, as long as there are not too many.
    fn first_pass(
        &self,
        run: &mut BuildRun<'_, G, I>,
        changes: &mut FxHashSet<CodeChange<I::Code>>,
        from: u64,
    ) -> Result<()> {
        let positions = self.context.positions();
        let mut at = from;
        run.now.done += at / 2;
        while at < positions {
            let ranks = at..(at + BATCH * run.options.threads as u64).min(positions);
            // A piece does not know what is known already, so each has room for too many by itself.
            let room = if changes.len() > CHANGES { 0 } else { CHANGES + 1 };
            for piece in divide(run.options.threads, ranks.clone(), |ranks| self.first_piece(ranks, room))? {
                changes.extend(piece);
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

    /// Notes no more changes than there is room for.
    fn first_piece(&self, ranks: Range<u64>, room: usize) -> Result<FxHashSet<CodeChange<I::Code>>> {
        let mut changes = FxHashSet::default();
        let mut moves = Vec::new();
        for (code, rank) in self.context.tier.keys.from(ranks.start).zip(ranks.clone()) {
            self.context.rules.look(rank - ranks.start)?;
            let position = self.context.rules.indexing.unrank(code);
            // A fault of `endless` is one only where play can come back, which the caller finds
            // out.
            self.note_unfit(self.context.rules.game.endless(&position) != Ok(0));
            if self.unfit.load(Ordering::Relaxed) {
                break;
            }
            moves.clear();
            if let Expansion::Terminal(payoff) = self.context.rules.expand(code, &position, &mut moves)? {
                self.decide(rank, terminal(payoff, self.context.points));
                continue;
            }
            self.look_behind(code, rank, &position, &moves, (&mut changes, room))?;
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
        (changes, room): (&mut FxHashSet<CodeChange<I::Code>>, usize),
    ) -> Result<()> {
        let mover = self.context.rules.game.mover(position);
        let (mut best, mut inside): (Option<Entry>, Option<u16>) = (None, None);
        for at in 0..moves.len() {
            let next = self.context.rules.next(code, position, moves, at)?;
            let is_inside = next.tier == self.context.number;
            self.note_unfit(next.reward != 0 && (is_inside || !self.context.points));
            self.note_unfit(moves.len() > usize::from(LOW));
            if is_inside {
                inside = inside.or(Some(at as u16));
                let bits = code.number() ^ next.code.number();
                if changes.len() < room {
                    changes.insert(CodeChange {
                        bits: I::Code::cut(bits),
                        before: I::Code::cut(bits & code.number()),
                    });
                }
                continue;
            }
            let entry = self.context.behind.find(next.tier, next.code)?;
            let entry = self.ply_before(entry, next.reward);
            if best.is_none_or(|best| entry.is_better(best, mover)) {
                best = Some(entry);
            }
        }
        let worth = |entry: Entry| if mover == Player::First { entry.value } else { -entry.value };
        match (inside, best) {
            (Some(_), Some(best)) if worth(best) == 0 => self.keep(rank, SAFE),
            // The moves before it leave the tier and lose.
            (Some(first), best) if best.is_none_or(|best| worth(best) < 0) => self.keep(rank, first & LOW),
            (_, Some(best)) => self.decide(rank, best),
            (_, None) => {}
        }
        Ok(())
    }

    /// Notes what is known of a position that is not decided.
    fn keep(&self, rank: u64, state: u16) {
        self.states[rank as usize].store(state, Ordering::Relaxed);
    }

    /// What is behind the tier, from a position before it, for a move with this reward.
    fn ply_before(&self, entry: Entry, reward: Value) -> Entry {
        let stored = self.context.behind.has_distances();
        self.note_unfit(entry.value != 0 && entry.distance.is_none() && stored && !self.context.points);
        let Some(value) = entry.value.checked_add(reward) else {
            self.note_unfit(true);
            return entry;
        };
        let plies = entry.distance.unwrap_or(0) + 1;
        let entry = Entry { value, distance: (value != 0 && !self.context.points).then_some(plies) };
        self.note_unfit(value != 0 && self.stages.of(entry).is_none());
        entry
    }

    /// Notes that a position is decided, which was not so before.
    fn decide(&self, rank: u64, entry: Entry) {
        let state = &self.states[rank as usize];
        if entry.value == 0 {
            state.store(DECIDED | DRAW, Ordering::Relaxed);
            return;
        }
        let by = if entry.value > 0 { Player::First } else { Player::Second };
        let Some(stage) = self.stages.of(entry) else {
            self.note_unfit(true);
            return;
        };
        state.store(won(by, stage), Ordering::Relaxed);
        self.note_decided(rank, stage);
    }

    /// Counts a position that is decided at a stage, after its state says so.
    fn note_decided(&self, rank: u64, stage: u16) {
        self.decided[usize::from(stage)].fetch_add(1, Ordering::Relaxed);
        self.waiting[(rank / BLOCK) as usize].fetch_min(stage, Ordering::SeqCst);
    }

    /// The entries of all positions.
    fn solved(&self, run: &mut BuildRun<'_, G, I>) -> Result<Solved> {
        let mut solved = Solved::new(self.context.distances);
        for (code, state) in self.context.tier.keys.from(0).zip(&self.states) {
            let state = state.load(Ordering::Relaxed);
            let value = self.stages.value(state);
            let distance = (value != 0 && !self.context.points).then_some(u64::from(state & LOW));
            let mover = self.context.rules.game.mover(&self.context.rules.indexing.unrank(code));
            solved.push(Entry { value, distance }, mover);
        }
        run.now.done += self.context.positions().div_ceil(2);
        run.look()?;
        Ok(solved)
    }
}
