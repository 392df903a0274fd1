//! Alpha-beta search, fail-soft: one implementation for every utility and every caller.
//!
//! Method: Knuth and Moore, "An Analysis of Alpha-Beta Pruning" (1975), as minimax: the first
//! player maximizes and the second minimizes, because a player may move twice in a row. A search
//! with a table adds the null windows of the principal variation search of Marsland and Campbell,
//! move ordering and static verdicts; each can be switched off ([`Technique`]). A search without a
//! table is the textbook's: moves in the order of the definition.

mod abdada;
pub(super) mod best;
mod child_scan;
mod expansion_sample;
mod form_sample;
mod history;
mod memo_sample;
mod order;
mod per_ply;
mod plain_subtrees;

pub use abdada::{Parallel, Threads};

use crate::answer::{Statistics, UnfinishedSearch};
use crate::limits::{Halt, Limits, audit, within_range};
use crate::memo::{Bounds, OpenTable, Slot};
use crate::techniques::{Technique, Techniques};
use crate::tracer::{Tracer, Window};
use crate::utility::{DEEPEST, Utility};
use crate::watch::Watch;
use abdada::Abdada;
use best::Best;
use child_scan::{Child, RankedChild, ScannedChild, only_relevant};
use expansion_sample::ExpansionSample;
use form_sample::FormSample;
use history::History;
use memo_sample::MemoSample;
use order::ScoredMove;
use plain_subtrees::PlainSubtrees;
use std::marker::PhantomData;
use std::sync::Arc;
use zug_game::breakage::{Shortcut, is_broken};
use zug_game::{Expansion, Game, StaticVerdict, Value};

/// Positions from one check of the clock to the next.
const PAUSE: u64 = if cfg!(test) { 1 << 6 } else { 1 << 12 };

/// A search with its stacks and counters.
pub(super) struct AlphaBetaSearch<'a, G: Game, S, T> {
    pub(super) game: &'a G,
    pub(super) memo: Option<OpenTable<'a, G::Key>>,
    pub(super) statistics: Statistics,
    pub(super) techniques: Techniques,
    /// After a halt: the moves that lead to it, the last one first.
    pub(super) path: Vec<G::Move>,
    /// After a halt: the bounds that the finished moves of the first position proved.
    pub(super) proved: (Option<Value>, Option<Value>),
    /// A stack: the moves of all positions on the current path, and of the children that a scan
    /// expanded.
    moves: Vec<G::Move>,
    /// A stack, with a table: the children to be searched of all positions on the current path.
    children: Vec<Child<G::Position, G::Key>>,
    /// A stack beside it: their sort keys; those of one position are sorted once all are known.
    ranked_children: Vec<RankedChild>,
    /// A stack: the scored moves of the positions on the current path that are not scanned.
    scored_moves: Vec<ScoredMove>,
    /// Whether moves are searched in the order of the definition although there is a table.
    stated: bool,
    threads: Threads,
    /// The state shared with the other threads while they search with this one.
    abdada: Option<Arc<Abdada>>,
    /// The number of positions after which one thread turns back, so that more threads take over.
    budget: Option<u64>,
    /// How often each position may be stored, on average.
    revisits: Option<u64>,
    /// Which positions are stored under their canonical form.
    forms: FormSample,
    /// Which positions are looked up and stored.
    sample: MemoSample,
    /// Where a scan expands the children.
    expansions: ExpansionSample,
    /// Which moves cut off other positions.
    history: History,
    /// Which subtrees are searched without the table.
    subtrees: PlainSubtrees,
    /// The number of positions at which the clock is checked next.
    pause: u64,
    /// Bounds of every payoff, both included.
    payoffs: (Value, Value),
    watch: Watch,
    tracer: &'a mut T,
    utility: PhantomData<S>,
}

/// A position that is being searched.
struct SearchNode<'p, P> {
    position: &'p P,
    window: Window,
    /// The span of its moves on the stack of moves.
    moves: MoveSpan,
    ply: u64,
}

/// An expanded position.
enum Expanded {
    /// Play is over, with this payoff.
    Over(Value),
    /// Play goes on; the moves are in this span of the stack.
    Moves(MoveSpan),
}

/// What the static verdict says on the search's utility.
enum StaticBound {
    /// The value of the position.
    Value(Value),
    /// `relevant` is the mask of the moves to search; `lower` and `upper` bound the value, `MIN`
    /// and `MAX` where nothing is known.
    Open { relevant: u64, lower: Value, upper: Value },
}

/// A span of the stack of moves.
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

impl<P> Clone for SearchNode<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for SearchNode<'_, P> {}

impl<'a, G: Game, S: Utility, T: Tracer<G>> AlphaBetaSearch<'a, G, S, T> {
    pub(super) fn new(
        game: &'a G,
        memo: Option<OpenTable<'a, G::Key>>,
        limits: &Limits,
        tracer: &'a mut T,
    ) -> Self {
        let statistics =
            Statistics { bytes: memo.as_ref().map_or(0, OpenTable::bytes), ..Statistics::default() };
        AlphaBetaSearch {
            game,
            memo,
            statistics,
            techniques: Techniques::ALL,
            path: Vec::new(),
            proved: (None, None),
            moves: Vec::new(),
            children: Vec::new(),
            ranked_children: Vec::new(),
            scored_moves: Vec::new(),
            stated: false,
            threads: Threads::ONE,
            abdada: None,
            budget: None,
            revisits: None,
            forms: FormSample::new(game.canonical_cost()),
            sample: MemoSample::new(game.canonical_cost()),
            expansions: ExpansionSample::new(),
            history: History::default(),
            subtrees: PlainSubtrees::new(game.canonical_cost()),
            pause: PAUSE,
            payoffs: game.payoff_range(),
            watch: Watch::new(limits),
            tracer,
            utility: PhantomData,
        }
    }

    /// Sets the techniques.
    pub(super) fn using(self, techniques: Techniques) -> Self {
        AlphaBetaSearch { techniques, ..self }
    }

    /// Sets the threads.
    pub(super) fn with_threads(self, threads: Threads) -> Self {
        AlphaBetaSearch { threads, ..self }
    }

    /// Makes the search halt with [`Halt::Revisits`] once each position in a table that has room
    /// was stored more than so many times on average.
    pub(super) fn with_revisits(self, revisits: Option<u64>) -> Self {
        AlphaBetaSearch { revisits, ..self }
    }

    /// The threads that the search may use.
    pub(super) fn threads(&self) -> Threads {
        self.threads
    }

    /// Makes the search take every move in the order of the definition with the full window,
    /// although there is a table.
    pub(super) fn in_stated_order(self) -> Self {
        AlphaBetaSearch { stated: true, ..self }
    }

    /// The number of the hash move. For a position that is only symmetric to the stored one it may
    /// be any move.
    pub(super) fn hash_move(&self, position: &G::Position) -> Option<usize> {
        let memo = self.memo.as_ref()?;
        let found = memo.probe(&memo.slot(self.game, position)).best();
        found.or_else(|| memo.probe(&memo.plain_slot(self.game, position)).best())
    }

    /// The value to go of a position, fail-soft: a result inside the window is exact, one at or
    /// below `alpha` is an upper bound, one at or above `beta` a lower bound. The window must not
    /// be empty.
    pub(super) fn value(&mut self, position: &G::Position, window: Window, ply: u64) -> Result<Value, Halt> {
        self.value_of(position, &ScannedChild::default(), window, ply)
    }

    /// [`AlphaBetaSearch::value`] of a position of which a scan may have computed something.
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

    /// The search of a position without a table.
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
        Ok(self.in_order(SearchNode { position, window, moves, ply })?.value)
    }

    /// The search of a position with a table: first the static verdict, while the table entry is on
    /// its way to the cache; then the table; then a search. A position with one relevant move has
    /// the value of its child and is not stored.
    #[inline(always)]
    fn with_table(
        &mut self,
        position: &G::Position,
        scanned: &ScannedChild<G::Key>,
        window: Window,
        ply: u64,
    ) -> Result<Value, Halt> {
        let Some(memo) = &self.memo else { return self.without_table(position, window, ply) };
        let (game, forms) = (self.game, &mut self.forms);
        let slot = scanned.slot.clone().unwrap_or_else(|| forms.slot(memo, game, position, ply));
        let slot = Some(slot).filter(|slot| self.sample.keeps(ply, slot));
        let mut moves = scanned.moves;
        let mut relevant = u64::MAX;
        if self.reads_threats() {
            if let Some(slot) = &slot {
                memo.prefetch(slot);
            }
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
                && (moves.count() == 1 || only_relevant(relevant, moves).is_some())
            {
                let node = SearchNode { position, window, moves, ply };
                return Ok(self.forced(node, relevant.trailing_zeros() as usize)?.value);
            }
        }
        let bounds = self.look_up(slot.as_ref(), ply);
        if let Some(value) = bounds.answer(window) {
            return Ok(self.remembered(bounds, value));
        }
        match self.moves_of(position, moves)? {
            Expanded::Over(payoff) => self.terminal(payoff),
            Expanded::Moves(moves) => self.search_and_store(
                SearchNode { position, window, moves, ply },
                relevant,
                slot.as_ref(),
                bounds,
            ),
        }
    }

    /// The stored bounds of a position at a ply; none of one that is not kept.
    #[inline(always)]
    fn look_up(&mut self, slot: Option<&Slot<G::Key>>, ply: u64) -> Bounds {
        let (Some(memo), Some(slot)) = (&self.memo, slot) else {
            return if is_broken(Shortcut::MemoSample) { Bounds::exact(0) } else { Bounds::NOTHING };
        };
        let bounds = memo.probe(slot);
        self.sample.looked_up(ply, bounds != Bounds::NOTHING);
        bounds
    }

    /// Expands a position, unless its moves are on the stack already.
    #[inline]
    fn moves_of(&mut self, position: &G::Position, seen: Option<MoveSpan>) -> Result<Expanded, Halt> {
        if let Some(moves) = seen {
            return Ok(Expanded::Moves(moves));
        }
        let (first, room) = (self.moves.len(), self.moves.capacity());
        if let Expansion::Terminal(payoff) = self.game.expand(position, &mut self.moves)? {
            return Ok(Expanded::Over(payoff));
        }
        self.watch.stack(&self.moves, room)?;
        match self.moves.len() {
            end if end == first => Err(Halt::NoMoves),
            end => Ok(Expanded::Moves(MoveSpan { first, end })),
        }
    }

    /// The static verdict of a position with these moves, on the utility `S`.
    #[inline]
    fn static_bound(&self, position: &G::Position, moves: Option<MoveSpan>) -> Result<StaticBound, Halt> {
        let moves = moves.map_or(&[][..], |moves| &self.moves[moves.first..moves.end]);
        let value = match self.game.static_verdict(position, moves) {
            // A win needs one ply, a loss two; `back_up` with reward 0 counts them on the utility
            // of plies.
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

    /// Searches a position that the stored bounds do not decide, and stores the result in its slot.
    fn search_and_store(
        &mut self,
        node: SearchNode<'_, G::Position>,
        relevant: u64,
        slot: Option<&Slot<G::Key>>,
        bounds: Bounds,
    ) -> Result<Value, Halt> {
        // The stored bounds narrow the window. `S::INNER` does too: no value outside it is
        // possible.
        let (lower, upper) = (bounds.lower().max(S::INNER.0), bounds.upper().min(S::INNER.1));
        let node = SearchNode { window: node.window.within(lower, upper), ..node };
        if bounds != Bounds::NOTHING {
            self.tracer.narrowed(bounds.lower(), bounds.upper());
        }
        if node.window.is_empty() {
            return Ok(if node.window.alpha == lower { lower } else { upper });
        }
        let before = self.statistics.work();
        let (value, number) = self.searched_either_way(node, relevant, bounds.best())?;
        let took = self.statistics.work() - before;
        self.forms.searched(node.ply, took + 1);
        self.sample.searched(node.ply, took + 1);
        if let (Some(memo), Some(slot)) = (&mut self.memo, slot) {
            if !memo.store(slot, value, node.window, number, took) {
                return Err(Halt::TwoResults);
            }
            self.statistics.stored += 1;
            if memo.is_crowded() && self.abdada.is_none() {
                memo.grow();
            }
        }
        Ok(value)
    }

    /// Searches the relevant moves in the order that the techniques give.
    #[inline(always)]
    fn searched(
        &mut self,
        node: SearchNode<'_, G::Position>,
        relevant: u64,
        hash_move: Option<usize>,
    ) -> Result<Best, Halt> {
        match only_relevant(relevant, node.moves) {
            _ if self.stated => self.in_order(node),
            Some(only) => self.forced(node, only),
            _ if self.reads_threats() => self.in_static_order(node, relevant),
            _ => self.hash_move_first(node, relevant, hash_move),
        }
    }

    /// Whether static verdicts are asked for.
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
        // The positions of plain subtrees are many at once: each other one has a number of its own.
        let nth = self.statistics.positions - self.statistics.plain;
        audit(self.game, position, nth)?;
        if self.statistics.positions >= self.pause {
            self.pause = self.statistics.positions + PAUSE;
            self.statistics.bytes = self.memo.as_ref().map_or(0, OpenTable::bytes);
            self.watch.look(&self.statistics)?;
            self.check_abort()?;
            self.check_revisits()?;
        }
        self.forms.entered(nth);
        self.sample.entered(nth);
        self.expansions.entered(nth);
        self.subtrees.entered(nth);
        self.watch.entered(nth)?;
        if ply >= DEEPEST { Err(Halt::TooDeep) } else { self.watch.depth() }
    }

    fn check_revisits(&self) -> Result<(), Halt> {
        let held = self.memo.as_ref().and_then(OpenTable::held_with_room);
        let most = held.zip(self.revisits).map_or(u64::MAX, |(held, times)| held.saturating_mul(times));
        if self.statistics.stored > most { Err(Halt::Revisits) } else { Ok(()) }
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
    fn unwind(&mut self, halt: Halt, play: G::Move, best: &Best, node: SearchNode<'_, G::Position>) -> Halt {
        self.path.push(play);
        if node.ply == 0 && best.number.is_some() {
            self.proved = best.bounds(node.window);
        }
        halt
    }

    /// What was done so far, ply by ply.
    pub(super) fn unfinished(&self) -> UnfinishedSearch {
        UnfinishedSearch { statistics: self.statistics_now(), plies: self.sample.costs() }
    }

    /// The counters, with the present size of the table.
    pub(super) fn statistics_now(&self) -> Statistics {
        Statistics { bytes: self.memo.as_ref().map_or(0, OpenTable::bytes), ..self.statistics }
    }
}
