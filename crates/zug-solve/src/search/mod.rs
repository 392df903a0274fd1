//! Alpha-beta search, fail-soft, written once for every use of it.
//!
//! Method: Knuth & Moore, "An Analysis of Alpha-Beta Pruning" (1975), without the change of sign: the first player
//! maximizes and the second minimizes, because a player may move twice in a row. With a memo also the null windows of Marsland & Campbell's principal variation
//! search, and moves in a promising order, and what the rules tell without playing on; each can be left out
//! ([`Technique`]). Without a memo nothing but the textbook: moves in the stated order.

mod ahead;
pub(super) mod best;
mod order;
mod team;

pub use team::{Parallel, Threads};

use crate::answer::Statistics;
use crate::limits::{Halt, Limits, Watch};
use crate::memo::{Filed, Known, Memo};
use crate::scale::{DEEPEST, Scale};
use crate::techniques::{Technique, Techniques};
use crate::tracer::{Tracer, Window};
use ahead::Child;
use best::Best;
use order::Promised;
use std::marker::PhantomData;
use std::sync::Arc;
use team::Team;
use zug_game::{Game, Outlook, Value, Visit};

/// The clock is looked at once in so many positions.
const PAUSE: u64 = if cfg!(test) { 1 << 6 } else { 1 << 12 };

/// A search with what it uses and what it did.
pub(super) struct Search<'a, G: Game, S, T> {
    pub(super) game: &'a G,
    pub(super) memo: Option<Memo<'a, G::Key>>,
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
    promises: Vec<Promised>,
    /// Whether moves go in the order of the definition although there is a memo.
    stated: bool,
    threads: Threads,
    /// Those who search with it.
    team: Option<Arc<Team>>,
    /// More positions than this are too many for one thread.
    budget: Option<u64>,
    watch: Watch,
    tracer: &'a mut T,
    scale: PhantomData<S>,
}

/// A position that is being searched.
struct Node<'p, P> {
    position: &'p P,
    window: Window,
    /// Where its moves lie on the stack of moves.
    moves: Span,
    ply: u64,
}

/// What was seen of a position before it is searched.
#[derive(Clone)]
struct Ahead<K> {
    /// Where its moves lie.
    moves: Option<Span>,
    /// Where it belongs in the memo.
    filed: Option<Filed<K>>,
}

impl<K> Default for Ahead<K> {
    fn default() -> Ahead<K> {
        Ahead { moves: None, filed: None }
    }
}

/// What a position is.
enum Visited {
    /// The game is over, with this payoff.
    Over(Value),
    /// Its moves lie there.
    Moves(Span),
}

/// What the rules tell of a position without playing on.
enum Told {
    /// This is its value.
    Value(Value),
    /// Its moves at these places matter, and its value lies between these, if that is known.
    Open { places: u64, low: Value, high: Value },
}

/// Where the moves of a position lie on the stack of moves.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    end: usize,
}

impl Span {
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

impl<'a, G: Game, S: Scale, T: Tracer<G>> Search<'a, G, S, T> {
    pub(super) fn new(
        game: &'a G,
        memo: Option<Memo<'a, G::Key>>,
        limits: &Limits,
        tracer: &'a mut T,
    ) -> Self {
        let statistics = Statistics { bytes: memo.as_ref().map_or(0, Memo::bytes), ..Statistics::default() };
        Search {
            game,
            memo,
            statistics,
            techniques: Techniques::ALL,
            path: Vec::new(),
            proved: (None, None),
            moves: Vec::new(),
            children: Vec::new(),
            promises: Vec::new(),
            stated: false,
            threads: Threads::ONE,
            team: None,
            budget: None,
            watch: Watch::new(limits),
            tracer,
            scale: PhantomData,
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

    /// The value to go of a position: exact where it lies inside the window; what comes back at or below `alpha` is an
    /// upper bound of it, at or above `beta` a lower bound. For every window that is not empty.
    pub(super) fn value(&mut self, position: &G::Position, window: Window, ply: u64) -> Result<Value, Halt> {
        self.value_of(position, &Ahead::default(), window, ply)
    }

    /// The same; where the position was looked at before, what was seen of it.
    fn value_of(
        &mut self,
        position: &G::Position,
        ahead: &Ahead<G::Key>,
        window: Window,
        ply: u64,
    ) -> Result<Value, Halt> {
        self.enter(position, window, ply)?;
        let mark = self.moves.len();
        let value = match self.memo {
            None => self.plain(position, window, ply)?,
            Some(_) => self.with_memo(position, ahead, window, ply)?,
        };
        self.moves.truncate(mark);
        self.tracer.leave(value);
        Ok(value)
    }

    /// Nothing remembered.
    #[inline(always)]
    fn plain(&mut self, position: &G::Position, window: Window, ply: u64) -> Result<Value, Halt> {
        let first = self.moves.len();
        if let Visit::Terminal(payoff) = self.game.visit(position, &mut self.moves)? {
            return Ok(self.terminal(S::terminal(payoff)));
        }
        let moves = Span { first, end: self.moves.len() };
        if moves.count() == 0 {
            return Err(Halt::NoMoves);
        }
        Ok(self.in_order(Node { position, window, moves, ply })?.value)
    }

    /// What the rules tell of a position without playing on comes first, while what the memo knows is on its way; then that, then a
    /// search. Where one move alone matters, the position behind it is worth the same, and only that is remembered.
    #[inline(always)]
    fn with_memo(
        &mut self,
        position: &G::Position,
        ahead: &Ahead<G::Key>,
        window: Window,
        ply: u64,
    ) -> Result<Value, Halt> {
        let Some(memo) = &self.memo else { return self.plain(position, window, ply) };
        let filed = ahead.filed.clone().unwrap_or_else(|| memo.file(self.game, position));
        let mut moves = ahead.moves;
        let mut places = u64::MAX;
        if self.reads_threats() {
            memo.fetch(&filed);
            match self.moves_of(position, moves)? {
                Visited::Over(payoff) => return Ok(self.terminal(S::terminal(payoff))),
                Visited::Moves(span) => moves = Some(span),
            }
            match self.told_by_rules(position, moves)? {
                Told::Value(value) => return Ok(value),
                Told::Open { low, high, .. } if low >= window.beta || low == high => return Ok(low),
                Told::Open { high, .. } if high <= window.alpha => return Ok(high),
                Told::Open { places: these, .. } => places = these,
            }
            if let Some(moves) = moves
                && (places.count_ones() == 1 || moves.count() == 1)
            {
                let node = Node { position, window, moves, ply };
                return Ok(self.forced(node, places.trailing_zeros() as usize)?.value);
            }
        }
        let known = self.memo.as_ref().map_or(Known::NOTHING, |memo| memo.known(&filed));
        if let Some(value) = known.answer(window) {
            return Ok(self.remembered(known, value));
        }
        match self.moves_of(position, moves)? {
            Visited::Over(payoff) => Ok(self.terminal(S::terminal(payoff))),
            Visited::Moves(moves) => {
                self.remembering(Node { position, window, moves, ply }, places, &filed, known)
            }
        }
    }

    /// Whether play is over, or where the moves lie; they may be there already.
    #[inline]
    fn moves_of(&mut self, position: &G::Position, seen: Option<Span>) -> Result<Visited, Halt> {
        if let Some(moves) = seen {
            return Ok(Visited::Moves(moves));
        }
        let first = self.moves.len();
        if let Visit::Terminal(payoff) = self.game.visit(position, &mut self.moves)? {
            return Ok(Visited::Over(payoff));
        }
        match self.moves.len() {
            end if end == first => Err(Halt::NoMoves),
            end => Ok(Visited::Moves(Span { first, end })),
        }
    }

    /// What the rules tell of a position with these moves.
    #[inline]
    fn told_by_rules(&self, position: &G::Position, moves: Option<Span>) -> Result<Told, Halt> {
        let moves = moves.map_or(&[][..], |moves| &self.moves[moves.first..moves.end]);
        let value = match self.game.outlook(position, moves) {
            Outlook::Wins { payoff, .. } => S::up(0, S::terminal(payoff)),
            Outlook::Loses { payoff } => S::up(0, S::terminal(payoff)).and_then(|value| S::up(0, value)),
            Outlook::Open { places, can_win: [first, second] } => {
                let low = if second { Value::MIN } else { 0 };
                let high = if first { Value::MAX } else { 0 };
                return Ok(Told::Open { places, low, high });
            }
        };
        value.map(Told::Value).ok_or(Halt::Overflow)
    }

    /// Of a position of which the memo does not know enough: a search whose result is kept.
    fn remembering(
        &mut self,
        node: Node<'_, G::Position>,
        places: u64,
        filed: &Filed<G::Key>,
        known: Known,
    ) -> Result<Value, Halt> {
        let (low, high) = (known.low().max(S::INNER.0), known.high().min(S::INNER.1));
        let node = Node { window: node.window.within(low, high), ..node };
        if known != Known::NOTHING {
            self.tracer.narrowed(known.low(), known.high());
        }
        if node.window.is_empty() {
            return Ok(if node.window.alpha == low { low } else { high });
        }
        let before = self.statistics.positions;
        let best = self.searched(node, places, known.best())?;
        if let Some(memo) = &mut self.memo {
            memo.keep(filed, best.value, node.window, best.number, self.statistics.positions - before);
            self.statistics.stored += 1;
            if memo.is_crowded() && self.team.is_none() {
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
        places: u64,
        favourite: Option<usize>,
    ) -> Result<Best, Halt> {
        match places.count_ones() {
            _ if self.stated => self.in_order(node),
            1 => self.forced(node, places.trailing_zeros() as usize),
            _ if self.reads_threats() => self.by_promise(node, places),
            _ => self.promising_first(node, places, favourite),
        }
    }

    /// Whether wins at once and forced replies are read off the rules.
    #[inline]
    fn reads_threats(&self) -> bool {
        !self.stated && self.techniques.has(Technique::Threats) && self.game.has_outlook()
    }

    #[inline(always)]
    fn child(
        &mut self,
        (position, ahead): (&G::Position, &Ahead<G::Key>),
        play: &G::Move,
        gain: Value,
        window: Window,
        ply: u64,
    ) -> Result<Value, Halt> {
        let window = Window { alpha: S::down(gain, window.alpha), beta: S::down(gain, window.beta) };
        self.tracer.descend(play, gain, window);
        let value = self.value_of(position, ahead, window, ply + 1)?;
        let value = S::up(gain, value).ok_or(Halt::Overflow)?;
        self.tracer.ascend(value);
        Ok(value)
    }

    #[inline]
    fn enter(&mut self, position: &G::Position, window: Window, ply: u64) -> Result<(), Halt> {
        self.tracer.enter(position, window);
        self.statistics.positions += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(ply);
        if self.statistics.positions.is_multiple_of(PAUSE) {
            self.statistics.bytes = self.memo.as_ref().map_or(0, Memo::bytes);
            self.watch.look(&self.statistics)?;
            self.aside()?;
        }
        if ply >= DEEPEST { Err(Halt::TooDeep) } else { self.watch.depth() }
    }

    #[inline]
    fn terminal(&mut self, value: Value) -> Value {
        self.statistics.terminal += 1;
        self.tracer.terminal(value);
        value
    }

    #[inline]
    fn remembered(&mut self, known: Known, value: Value) -> Value {
        self.statistics.memo_hits += 1;
        self.tracer.remembered(known.low(), known.high());
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
    pub(super) fn told(&self) -> Statistics {
        Statistics { bytes: self.memo.as_ref().map_or(0, Memo::bytes), ..self.statistics }
    }
}
