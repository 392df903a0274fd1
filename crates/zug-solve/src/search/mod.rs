//! Alpha-beta search, fail-soft, written once for every use of it.
//!
//! Method: Knuth & Moore, "An Analysis of Alpha-Beta Pruning" (1975), without the change of sign: the first player
//! maximizes and the second minimizes, because a player may move twice in a row. With a memo also the null windows of Marsland & Campbell's principal variation
//! search, and moves in a promising order, and what the rules tell without playing on; each can be left out
//! ([`Technique`]). Without a memo nothing but the textbook: moves in the stated order.

mod abdada;
pub(super) mod best;
mod child_scan;
mod order;

pub use abdada::{Parallel, Threads};

use crate::answer::Statistics;
use crate::limits::{Halt, Limits, audit, within_range};
use crate::memo::{Bounds, OpenTable, Slot};
use crate::techniques::{Technique, Techniques};
use crate::tracer::{Tracer, Window};
use crate::utility::{DEEPEST, Utility};
use crate::watch::Watch;
use abdada::Abdada;
use best::Best;
use child_scan::Child;
use order::ScoredMove;
use std::marker::PhantomData;
use std::sync::Arc;
use zug_game::{Expansion, Game, StaticVerdict, Value};

/// The clock is looked at once in so many positions.
const PAUSE: u64 = if cfg!(test) { 1 << 6 } else { 1 << 12 };

/// A search with what it uses and what it did.
pub(super) struct Search<'a, G: Game, S, T> {
    pub(super) game: &'a G,
    pub(super) memo: Option<OpenTable<'a, G::Key>>,
    pub(super) statistics: Statistics,
    pub(super) techniques: Techniques,
    /// After a halt: the moves that led there, the last one first.
    pub(super) path: Vec<G::Move>,
    /// After a halt: what the finished moves of the first position proved.
    pub(super) proved: (Option<Value>, Option<Value>),
    /// The moves of all positions from the first one down to here, and of those looked at ahead, one behind the other.
    moves: Vec<G::Move>,
    /// With a memo: where moves lead that are still to be searched, of all those positions.
    children: Vec<Child<G::Position, G::Key>>,
    /// What moves promise, of those positions where nothing is looked at ahead.
    scored_moves: Vec<ScoredMove>,
    /// Whether moves go in the order of the definition although there is a memo.
    stated: bool,
    threads: Threads,
    /// Those who search with it.
    abdada: Option<Arc<Abdada>>,
    /// More positions than this are too many for one thread.
    budget: Option<u64>,
    /// Bounds of every payoff.
    payoffs: (Value, Value),
    watch: Watch,
    tracer: &'a mut T,
    utility: PhantomData<S>,
}

/// A position that is being searched.
struct Node<'p, P> {
    position: &'p P,
    window: Window,
    /// Where its moves lie on the stack of moves.
    moves: MoveSpan,
    ply: u64,
}

/// What was seen of a position before it is searched.
#[derive(Clone)]
struct ScannedChild<K> {
    /// Where its moves lie.
    moves: Option<MoveSpan>,
    /// Where it belongs in the memo.
    slot: Option<Slot<K>>,
}

impl<K> Default for ScannedChild<K> {
    fn default() -> ScannedChild<K> {
        ScannedChild { moves: None, slot: None }
    }
}

/// What a position is.
enum Expanded {
    /// The game is over, with this payoff.
    Over(Value),
    /// Its moves lie there.
    Moves(MoveSpan),
}

/// What the rules tell of a position without playing on.
enum StaticBound {
    /// This is its value.
    Value(Value),
    /// Its moves at these places matter, and its value lies between these, if that is known.
    Open { relevant: u64, lower: Value, upper: Value },
}

/// Where the moves of a position lie on the stack of moves.
#[derive(Clone, Copy)]
struct MoveSpan {
    first: usize,
    end: usize,
}

impl MoveSpan {
    fn count(self) -> usize {
        self.end - self.first
    }
}

impl<P> Clone for Node<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Node<'_, P> {}

impl<'a, G: Game, S: Utility, T: Tracer<G>> Search<'a, G, S, T> {
    pub(super) fn new(
        game: &'a G,
        memo: Option<OpenTable<'a, G::Key>>,
        limits: &Limits,
        tracer: &'a mut T,
    ) -> Self {
        let statistics =
            Statistics { bytes: memo.as_ref().map_or(0, OpenTable::bytes), ..Statistics::default() };
        Search {
            game,
            memo,
            statistics,
            techniques: Techniques::ALL,
            path: Vec::new(),
            proved: (None, None),
            moves: Vec::new(),
            children: Vec::new(),
            scored_moves: Vec::new(),
            stated: false,
            threads: Threads::ONE,
            abdada: None,
            budget: None,
            payoffs: game.payoff_range(),
            watch: Watch::new(limits),
            tracer,
            utility: PhantomData,
        }
    }

    /// With these techniques alone.
    pub(super) fn using(self, techniques: Techniques) -> Self {
        Search { techniques, ..self }
    }

    /// With so many threads.
    pub(super) fn with_threads(self, threads: Threads) -> Self {
        Search { threads, ..self }
    }

    /// How many threads it may use.
    pub(super) fn threads(&self) -> Threads {
        self.threads
    }

    /// The same, but every move in the order of the definition and with the whole window, whatever the memo says of it.
    pub(super) fn in_stated_order(self) -> Self {
        Search { stated: true, ..self }
    }

    /// The move that the table would try first; of a position that is symmetric to the one it knows, it may be any.
    pub(super) fn hash_move(&self, position: &G::Position) -> Option<usize> {
        let memo = self.memo.as_ref()?;
        memo.probe(&memo.slot(self.game, position)).best()
    }

    /// The value to go of a position: exact where it lies inside the window; what comes back at or below `alpha` is an
    /// upper bound of it, at or above `beta` a lower bound. For every window that is not empty.
    pub(super) fn value(&mut self, position: &G::Position, window: Window, ply: u64) -> Result<Value, Halt> {
        self.value_of(position, &ScannedChild::default(), window, ply)
    }

    /// The same; where the position was looked at before, what was seen of it.
    fn value_of(
        &mut self,
        position: &G::Position,
        scanned: &ScannedChild<G::Key>,
        window: Window,
        ply: u64,
    ) -> Result<Value, Halt> {
        self.enter(position, window, ply)?;
        let mark = self.moves.len();
        let value = match self.memo {
            None => self.without_table(position, window, ply)?,
            Some(_) => self.with_table(position, scanned, window, ply)?,
        };
        self.moves.truncate(mark);
        self.tracer.leave(value);
        Ok(value)
    }

    /// Nothing remembered.
    #[inline(always)]
    fn without_table(&mut self, position: &G::Position, window: Window, ply: u64) -> Result<Value, Halt> {
        let first = self.moves.len();
        if let Expansion::Terminal(payoff) = self.game.expand(position, &mut self.moves)? {
            return self.terminal(payoff);
        }
        let moves = MoveSpan { first, end: self.moves.len() };
        if moves.count() == 0 {
            return Err(Halt::NoMoves);
        }
        Ok(self.in_order(Node { position, window, moves, ply })?.value)
    }

    /// What the rules tell of a position without playing on comes first, while what the memo knows is on its way; then that, then a
    /// search. Where one move alone matters, the position behind it is worth the same, and only that is remembered.
    #[inline(always)]
    fn with_table(
        &mut self,
        position: &G::Position,
        scanned: &ScannedChild<G::Key>,
        window: Window,
        ply: u64,
    ) -> Result<Value, Halt> {
        let Some(memo) = &self.memo else { return self.without_table(position, window, ply) };
        let slot = scanned.slot.clone().unwrap_or_else(|| memo.slot(self.game, position));
        let mut moves = scanned.moves;
        let mut relevant = u64::MAX;
        if self.reads_threats() {
            memo.prefetch(&slot);
            match self.moves_of(position, moves)? {
                Expanded::Over(payoff) => return self.terminal(payoff),
                Expanded::Moves(span) => moves = Some(span),
            }
            match self.static_bound(position, moves)? {
                StaticBound::Value(value) => return Ok(value),
                StaticBound::Open { lower, upper, .. } if lower >= window.beta || lower == upper => {
                    return Ok(lower);
                }
                StaticBound::Open { upper, .. } if upper <= window.alpha => return Ok(upper),
                StaticBound::Open { relevant: these, .. } => relevant = these,
            }
            if let Some(moves) = moves
                && (relevant.count_ones() == 1 || moves.count() == 1)
            {
                let node = Node { position, window, moves, ply };
                return Ok(self.forced(node, relevant.trailing_zeros() as usize)?.value);
            }
        }
        let bounds = self.memo.as_ref().map_or(Bounds::NOTHING, |memo| memo.probe(&slot));
        if let Some(value) = bounds.answer(window) {
            return Ok(self.remembered(bounds, value));
        }
        match self.moves_of(position, moves)? {
            Expanded::Over(payoff) => self.terminal(payoff),
            Expanded::Moves(moves) => {
                self.search_and_store(Node { position, window, moves, ply }, relevant, &slot, bounds)
            }
        }
    }

    /// Whether play is over, or where the moves lie; they may be there already.
    #[inline]
    fn moves_of(&mut self, position: &G::Position, seen: Option<MoveSpan>) -> Result<Expanded, Halt> {
        if let Some(moves) = seen {
            return Ok(Expanded::Moves(moves));
        }
        let first = self.moves.len();
        if let Expansion::Terminal(payoff) = self.game.expand(position, &mut self.moves)? {
            return Ok(Expanded::Over(payoff));
        }
        match self.moves.len() {
            end if end == first => Err(Halt::NoMoves),
            end => Ok(Expanded::Moves(MoveSpan { first, end })),
        }
    }

    /// What the rules tell of a position with these moves.
    #[inline]
    fn static_bound(&self, position: &G::Position, moves: Option<MoveSpan>) -> Result<StaticBound, Halt> {
        let moves = moves.map_or(&[][..], |moves| &self.moves[moves.first..moves.end]);
        let value = match self.game.static_verdict(position, moves) {
            StaticVerdict::Wins { payoff, .. } => S::back_up(0, S::terminal(payoff)),
            StaticVerdict::Loses { payoff } => {
                S::back_up(0, S::terminal(payoff)).and_then(|value| S::back_up(0, value))
            }
            StaticVerdict::Open { relevant, can_win: [first, second] } => {
                let lower = if second { Value::MIN } else { 0 };
                let upper = if first { Value::MAX } else { 0 };
                return Ok(StaticBound::Open { relevant, lower, upper });
            }
        };
        value.map(StaticBound::Value).ok_or(Halt::Overflow)
    }

    /// Of a position of which the memo does not know enough: a search whose result is kept.
    fn search_and_store(
        &mut self,
        node: Node<'_, G::Position>,
        relevant: u64,
        slot: &Slot<G::Key>,
        bounds: Bounds,
    ) -> Result<Value, Halt> {
        let (lower, upper) = (bounds.lower().max(S::INNER.0), bounds.upper().min(S::INNER.1));
        let node = Node { window: node.window.within(lower, upper), ..node };
        if bounds != Bounds::NOTHING {
            self.tracer.narrowed(bounds.lower(), bounds.upper());
        }
        if node.window.is_empty() {
            return Ok(if node.window.alpha == lower { lower } else { upper });
        }
        let before = self.statistics.positions;
        let best = self.searched(node, relevant, bounds.best())?;
        if let Some(memo) = &mut self.memo {
            let took = self.statistics.positions - before;
            if !memo.store(slot, best.value, node.window, best.number, took) {
                return Err(Halt::TwoResults);
            }
            self.statistics.stored += 1;
            if memo.is_crowded() && self.abdada.is_none() {
                memo.grow();
            }
        }
        Ok(best.value)
    }

    /// A search of the moves that matter.
    #[inline(always)]
    fn searched(
        &mut self,
        node: Node<'_, G::Position>,
        relevant: u64,
        hash_move: Option<usize>,
    ) -> Result<Best, Halt> {
        match relevant.count_ones() {
            _ if self.stated => self.in_order(node),
            1 => self.forced(node, relevant.trailing_zeros() as usize),
            _ if self.reads_threats() => self.in_static_order(node, relevant),
            _ => self.hash_move_first(node, relevant, hash_move),
        }
    }

    /// Whether wins at once and forced replies are read off the rules.
    #[inline]
    fn reads_threats(&self) -> bool {
        !self.stated && self.techniques.has(Technique::Threats) && self.game.has_static_verdict()
    }

    #[inline(always)]
    fn child(
        &mut self,
        (position, scanned): (&G::Position, &ScannedChild<G::Key>),
        play: &G::Move,
        reward: Value,
        window: Window,
        ply: u64,
    ) -> Result<Value, Halt> {
        let window =
            Window { alpha: S::pass_down(reward, window.alpha), beta: S::pass_down(reward, window.beta) };
        self.tracer.descend(play, reward, window);
        let value = self.value_of(position, scanned, window, ply + 1)?;
        let value = S::back_up(reward, value).ok_or(Halt::Overflow)?;
        self.tracer.ascend(value);
        Ok(value)
    }

    #[inline]
    fn enter(&mut self, position: &G::Position, window: Window, ply: u64) -> Result<(), Halt> {
        self.tracer.enter(position, window);
        self.statistics.positions += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(ply);
        audit(self.game, position, self.statistics.positions)?;
        if self.statistics.positions.is_multiple_of(PAUSE) {
            self.statistics.bytes = self.memo.as_ref().map_or(0, OpenTable::bytes);
            self.watch.look(&self.statistics)?;
            self.check_abort()?;
        }
        self.watch.entered(self.statistics.positions)?;
        if ply >= DEEPEST { Err(Halt::TooDeep) } else { self.watch.depth() }
    }

    #[inline]
    fn terminal(&mut self, payoff: Value) -> Result<Value, Halt> {
        within_range(payoff, self.payoffs)?;
        let value = S::terminal(payoff);
        self.statistics.terminal += 1;
        self.tracer.terminal(value);
        Ok(value)
    }

    #[inline]
    fn remembered(&mut self, bounds: Bounds, value: Value) -> Value {
        self.statistics.memo_hits += 1;
        self.tracer.remembered(bounds.lower(), bounds.upper());
        value
    }

    #[inline]
    fn cut(&mut self, skipped: usize) {
        self.statistics.cutoffs += u64::from(skipped > 0);
        self.tracer.cutoff(skipped);
    }

    #[cold]
    fn unwind(&mut self, halt: Halt, play: G::Move, best: &Best, node: Node<'_, G::Position>) -> Halt {
        self.path.push(play);
        if node.ply == 0 && best.number.is_some() {
            self.proved = best.bounds(node.window);
        }
        halt
    }

    /// What it did, with the memory it takes now.
    pub(super) fn statistics_now(&self) -> Statistics {
        Statistics { bytes: self.memo.as_ref().map_or(0, OpenTable::bytes), ..self.statistics }
    }
}
