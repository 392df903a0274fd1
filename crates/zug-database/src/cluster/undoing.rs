//! Retrograde analysis of a tier whose moves may stay in it, by the owners of its positions: from
//! distance to distance, in four bytes a position and without stored moves.
//!
//! The conditions and the answer are those of [`crate::retrograde`], and so is how moves are
//! undone: by the changes of a code that moves inside the tier make. What differs is who looks. The
//! owner of a position that is decided at the distance at work tells it to the owners of all codes
//! that one of the changes may have led from. These play the moves of the position before, if it is
//! one: a move that leads there is a win at one more, or one way less that does not lose. Each
//! position holds how many moves inside the tier do not lose so far, and how far the loss is that
//! moves out of the tier leave; a position is told once, so each move is counted once.

use super::gather::unsolved;
use super::owners::owner;
use super::questions::{Answering, BATCH, Looked, Mail, PlayedBatch, ask, expand};
use super::rounds::Rounds;
use super::wire;
use crate::build::BuildRun;
use crate::context::TierContext;
use crate::entry::Entry;
use crate::error::{DatabaseError, Result};
use crate::retrograde::state::{CHANGES, DECIDED, DRAW, FIRST, LOW, SAFE, won};
use crate::solved::Solved;
use rustc_hash::FxHashSet;
use zug_game::{Expansion, Game, Player};
use zug_solve::{PositionCode, PositionIndexing};

/// Codes before others that a worker tells in a round.
const PAIRS: usize = 1 << 17;

/// The bits that a move inside the tier changes, and these bits as they are before it.
type SentChange<C> = (C, C);

/// A position before one that is decided, the decided one, and who wins there.
type DecidedPair<C> = (C, C, Player);

/// What a worker owns of a tier at work.
struct Undoing<'a, G: Game, I: PositionIndexing<G>> {
    context: TierContext<'a, G, I>,
    states: Vec<u16>,
    /// Of positions that are not decided: the distance of the loss that moves out of the tier
    /// leave.
    losses: Vec<u16>,
    /// How many positions are decided at each distance.
    decided: Vec<u64>,
    /// Whether a condition failed.
    is_unfit: bool,
}

/// Solves a tier; none where a condition failed.
pub(crate) fn solve_by_undoing<G: Game + Sync, I: PositionIndexing<G>>(
    run: &mut BuildRun<'_, G, I>,
    rounds: &mut Rounds,
    context: TierContext<'_, G, I>,
) -> Result<Option<Solved>> {
    if context.points {
        return Ok(None);
    }
    let positions = context.positions() as usize;
    run.ask(context.used + 4 * positions as u64)?;
    let mut undoing = Undoing {
        context,
        states: vec![0; positions],
        losses: vec![0; positions],
        decided: vec![0; usize::from(LOW) + 1],
        is_unfit: false,
    };
    let changes = undoing.first_pass(run, rounds)?;
    let Some(changes) = shared(rounds, changes, undoing.is_unfit)? else { return Ok(None) };
    let mut at = 0;
    loop {
        let nearest = undoing.decided[at..].iter().position(|decided| *decided > 0);
        let nearest = nearest.map_or(u64::MAX, |more| (at + more) as u64);
        let is_unfit = rounds.any(undoing.is_unfit)?;
        let distance = rounds.numbers(nearest)?.into_iter().min().unwrap_or(u64::MAX);
        if is_unfit {
            return Ok(None);
        }
        if distance >= u64::from(DRAW) {
            break;
        }
        undoing.undo(run, rounds, distance as u16, &changes)?;
        at = distance as usize + 1;
    }
    rounds.add_done(context.positions().div_ceil(2));
    undoing.solved().map(Some)
}

/// The changes of all workers, in order; none where they are too many or a condition failed.
fn shared<C: PositionCode>(
    rounds: &mut Rounds,
    own: FxHashSet<SentChange<C>>,
    is_unfit: bool,
) -> Result<Option<Vec<SentChange<C>>>> {
    let is_unfit = rounds.any(is_unfit || own.len() > CHANGES)?;
    let mut bytes = Vec::new();
    for (bits, before) in own.iter().take(CHANGES) {
        wire::write_code(&mut bytes, *bits);
        wire::write_code(&mut bytes, *before);
    }
    let mut all = Vec::new();
    for bytes in rounds.share(&bytes)? {
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            all.push((wire::read_code(&mut rest)?, wire::read_code(&mut rest)?));
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok((!is_unfit && all.len() <= CHANGES).then_some(all))
}

impl<G: Game + Sync, I: PositionIndexing<G>> Undoing<'_, G, I> {
    /// Expands every position once: decides what moves out of the tier decide, and gives the
    /// changes of the others.
    fn first_pass(
        &mut self,
        run: &mut BuildRun<'_, G, I>,
        rounds: &mut Rounds,
    ) -> Result<FxHashSet<SentChange<I::Code>>> {
        let context = self.context;
        let threads = run.options.threads;
        let mut changes = FxHashSet::default();
        let mut codes = (0..context.positions()).zip(context.tier.keys.from(0)).peekable();
        loop {
            let going = !self.is_unfit && changes.len() <= CHANGES;
            let most = if going { BATCH * threads } else { 0 };
            let items: Vec<(u64, I::Code)> = codes.by_ref().take(most).collect();
            let batch = expand(context.rules, threads, false, &items)?;
            self.note_conditions(&batch);
            let more = !items.is_empty();
            let is_behind = |next: &crate::expansion::Next<I::Code>| next.tier != context.number;
            let nothing = Mail::new(rounds.workers());
            let answers = ask(rounds, &batch.nexts, is_behind, nothing, more, self)?;
            let Some(answers) = answers else { return Ok(changes) };
            for looked in &batch.looked {
                self.look_behind(looked, &batch, &answers, &mut changes);
            }
            rounds.add_done(items.len() as u64 / 2);
            run.now.done = rounds.all_done();
            run.look()?;
        }
    }

    fn note_conditions(&mut self, batch: &PlayedBatch<I::Code>) {
        let is_wide = |looked: &Looked<I::Code>| looked.nexts.len() > usize::from(LOW);
        self.is_unfit |= batch.looked.iter().any(|looked| !looked.endless_is_draw || is_wide(looked))
            || batch.nexts.iter().any(|next| next.reward != 0);
    }

    /// Decides what the moves out of the tier decide, and notes the changes of the moves inside.
    fn look_behind(
        &mut self,
        looked: &Looked<I::Code>,
        batch: &PlayedBatch<I::Code>,
        answers: &[Option<Entry>],
        changes: &mut FxHashSet<SentChange<I::Code>>,
    ) {
        if let Some(entry) = looked.ended {
            return self.decide(looked.rank, entry);
        }
        let (mut best, mut inside): (Option<Entry>, u16) = (None, 0);
        for (next, answer) in batch.nexts[looked.nexts.clone()].iter().zip(&answers[looked.nexts.clone()]) {
            let Some(entry) = answer else {
                inside = inside.saturating_add(1);
                let bits = looked.code.number() ^ next.code.number();
                changes.insert((I::Code::cut(bits), I::Code::cut(bits & looked.code.number())));
                continue;
            };
            let entry = self.ply_before(*entry);
            if best.is_none_or(|best| entry.is_better(best, looked.mover)) {
                best = Some(entry);
            }
        }
        let value = |best: Entry| if looked.mover == Player::First { best.value } else { -best.value };
        match best {
            Some(best) if inside == 0 || value(best) > 0 => self.decide(looked.rank, best),
            Some(best) if value(best) == 0 => self.states[looked.rank as usize] = SAFE,
            _ => {
                self.states[looked.rank as usize] = inside.min(LOW);
                let loss = best.and_then(|best| best.distance).unwrap_or(0);
                self.losses[looked.rank as usize] = loss.min(u64::from(DRAW)) as u16;
            }
        }
    }

    /// What is behind the tier, from a position before it.
    fn ply_before(&mut self, entry: Entry) -> Entry {
        let is_endless = entry.value != 0 && entry.distance.is_none() && self.context.behind.has_distances();
        // Without distances any order will do: values alone are found.
        let plies = entry.distance.unwrap_or(0) + 1;
        self.is_unfit |= is_endless || plies >= u64::from(DRAW);
        Entry { value: entry.value, distance: (entry.value != 0).then_some(plies) }
    }

    /// Notes that a position is decided.
    fn decide(&mut self, rank: u64, entry: Entry) {
        if entry.value == 0 {
            self.states[rank as usize] = DECIDED | DRAW;
            return;
        }
        let by = if entry.value > 0 { Player::First } else { Player::Second };
        let distance = entry.distance.unwrap_or(0).min(u64::from(DRAW) - 1) as u16;
        self.decide_at(rank, by, distance);
    }

    fn decide_at(&mut self, rank: u64, by: Player, distance: u16) {
        self.is_unfit |= distance >= DRAW - 1;
        let before = std::mem::replace(&mut self.states[rank as usize], won(by, distance.min(DRAW - 1)));
        if before & DECIDED != 0 {
            self.decided[usize::from(before & LOW)] -= 1;
        }
        self.decided[usize::from(distance.min(DRAW - 1))] += 1;
    }

    /// Tells all positions that are decided at a distance to those before them, and decides these.
    fn undo(
        &mut self,
        run: &mut BuildRun<'_, G, I>,
        rounds: &mut Rounds,
        distance: u16,
        changes: &[SentChange<I::Code>],
    ) -> Result<()> {
        let mut rank = 0;
        loop {
            let out = self.before(&mut rank, distance, changes, rounds.workers());
            let received = rounds.exchange(out, rank < self.states.len())?;
            let mut pairs: Vec<DecidedPair<I::Code>> = Vec::new();
            for bytes in &received.bytes {
                read_pairs(bytes, changes, &mut pairs)?;
            }
            pairs.sort_unstable();
            for (group, done) in pairs.chunk_by(|one, other| one.0 == other.0).zip(0..) {
                self.context.rules.look(done)?;
                self.look_again(group, distance)?;
            }
            run.now.done = rounds.all_done();
            run.look()?;
            if !received.any_more() {
                return Ok(());
            }
        }
    }

    /// The codes before those that are decided at a distance, from a rank on, for their owners: the
    /// decided ones by the number of the change and the winner.
    fn before(
        &self,
        rank: &mut usize,
        distance: u16,
        changes: &[SentChange<I::Code>],
        workers: usize,
    ) -> Vec<Vec<u8>> {
        let mut found: Vec<Vec<(u32, I::Code)>> = vec![Vec::new(); workers];
        let mut many = 0;
        while *rank < self.states.len() && many < PAIRS {
            let state = self.states[*rank];
            if state & DECIDED != 0 && state & LOW == distance {
                let code = self.context.tier.keys.code(*rank as u64).unwrap_or_default();
                let second = u32::from(state & FIRST == 0);
                for ((bits, before), number) in changes.iter().zip(0..) {
                    let (bits, before) = (bits.number(), before.number());
                    if code.number() & bits == bits & !before {
                        let source = I::Code::cut(code.number() ^ bits);
                        found[owner(source, workers)].push((2 * number + second, code));
                        many += 1;
                    }
                }
            }
            *rank += 1;
        }
        found.iter_mut().map(|pairs| write_pairs(pairs)).collect()
    }

    /// Looks again at a position that may lead to some that are decided at a distance.
    fn look_again(&mut self, pairs: &[DecidedPair<I::Code>], distance: u16) -> Result<()> {
        let code = pairs[0].0;
        let Some(rank) = self.context.tier.keys.rank(code) else { return Ok(()) };
        let state = self.states[rank as usize];
        if state & DECIDED != 0 && state & LOW <= distance + 1 {
            return Ok(());
        }
        let position = self.context.rules.indexing.unrank(code);
        let mover = self.context.rules.game.mover(&position);
        let may_be_lost = state & (DECIDED | SAFE) == 0;
        if !may_be_lost && pairs.iter().all(|pair| pair.2 != mover) {
            return Ok(());
        }
        let nexts = self.inside(code, &position)?;
        let leads_to = |pair: &DecidedPair<I::Code>| nexts.iter().filter(|next| **next == pair.1).count();
        if pairs.iter().any(|pair| pair.2 == mover && leads_to(pair) > 0) {
            self.decide_at(rank, mover, distance + 1);
        } else if may_be_lost {
            let lost: usize = pairs.iter().filter(|pair| pair.2 != mover).map(leads_to).sum();
            let left = state.checked_sub(lost as u16);
            let left = left.ok_or(DatabaseError::Unfit("a move was told twice that it loses"))?;
            self.states[rank as usize] = left;
            if left == 0 && lost > 0 {
                let farthest = (distance + 1).max(self.losses[rank as usize]);
                self.decide_at(rank, mover.other(), farthest);
            }
        }
        Ok(())
    }

    /// The codes of the positions of the tier that a position leads to, one for each move.
    fn inside(&self, code: I::Code, position: &G::Position) -> Result<Vec<I::Code>> {
        let rules = self.context.rules;
        let (mut moves, mut nexts) = (Vec::new(), Vec::new());
        if let Expansion::Terminal(_) = rules.expand(code, position, &mut moves)? {
            return Ok(nexts);
        }
        for at in 0..moves.len() {
            let next = rules.next(code, position, &moves, at)?;
            if next.tier == self.context.number {
                nexts.push(next.code);
            }
        }
        Ok(nexts)
    }

    /// The entries of all positions.
    fn solved(&self) -> Result<Solved> {
        let context = self.context;
        let mut solved = unsolved(0, context.distances);
        for ((code, state), done) in context.tier.keys.from(0).zip(&self.states).zip(0..) {
            context.rules.look(done)?;
            let is_draw = state & DECIDED == 0 || state & LOW == DRAW;
            let value = match is_draw {
                true => 0,
                false if state & FIRST != 0 => 1,
                false => -1,
            };
            let distance = (!is_draw).then_some(u64::from(state & LOW));
            let mover = context.rules.game.mover(&context.rules.indexing.unrank(code));
            solved.push(Entry { value, distance }, mover);
        }
        Ok(solved)
    }
}

fn write_pairs<C: PositionCode>(pairs: &mut [(u32, C)]) -> Vec<u8> {
    let mut out = Vec::new();
    pairs.sort_unstable();
    for group in pairs.chunk_by(|one, other| one.0 == other.0) {
        wire::write(&mut out, group[0].0.into());
        let codes: Vec<C> = group.iter().map(|(_, code)| *code).collect();
        wire::write_codes(&mut out, &codes);
    }
    out
}

fn read_pairs<C: PositionCode>(
    bytes: &[u8],
    changes: &[SentChange<C>],
    pairs: &mut Vec<DecidedPair<C>>,
) -> Result<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let number = wire::read(&mut rest)?;
        let winner = if number % 2 == 0 { Player::First } else { Player::Second };
        let change = changes.get(number as usize / 2);
        let (bits, _) = change.ok_or(DatabaseError::Unfit("a worker named a change that is none"))?;
        let codes = wire::read_codes::<C>(&mut rest)?;
        pairs.extend(codes.into_iter().map(|code| (C::cut(code.number() ^ bits.number()), code, winner)));
    }
    Ok(())
}

impl<G: Game, I: PositionIndexing<G>> Answering<I::Code> for Undoing<'_, G, I> {
    fn answer(&self, tier: u64, code: I::Code) -> Result<Option<Entry>> {
        self.context.behind.find(tier, code).map(Some)
    }

    fn wait(&mut self, _: I::Code, _: I::Code) -> Result<()> {
        Err(DatabaseError::Unfit("no position waits where moves are undone"))
    }

    fn wake(&mut self, _: I::Code) -> Result<()> {
        Err(DatabaseError::Unfit("no position waits where moves are undone"))
    }
}
