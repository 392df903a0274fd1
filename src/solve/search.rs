//! Alpha-beta search, fail-soft, written once for every use of it.
//!
//! Method: Knuth & Moore, "An Analysis of Alpha-Beta Pruning" (1975), without the change of sign: the first player
//! maximizes and the second minimizes, because a player may move twice in a row. With a memo also the null windows of Marsland & Campbell's principal variation
//! search, and the remembered move first. Without a memo nothing but the textbook: moves in the stated order.

use crate::game::{Game, Player, Value, Visit};
use crate::solve::answer::Statistics;
use crate::solve::limits::{Halt, Limits, Watch};
use crate::solve::memo::{Known, Memo};
use crate::solve::scale::Scale;
use crate::solve::tracer::{Tracer, Window};
use std::marker::PhantomData;

/// The clock is looked at once in so many positions.
const PAUSE: u64 = 1 << 12;

/// A search with what it uses and what it did.
pub(super) struct Search<'a, G: Game, S, T> {
    pub(super) game: &'a G,
    pub(super) memo: Option<Memo<G::Key>>,
    pub(super) statistics: Statistics,
    /// After a halt: the moves that led there, the last one first.
    pub(super) path: Vec<G::Move>,
    /// After a halt: what the finished moves of the first position proved.
    pub(super) proved: (Option<Value>, Option<Value>),
    /// The moves of all positions from the first one down to here, one behind the other.
    moves: Vec<G::Move>,
    watch: Watch,
    tracer: &'a mut T,
    scale: PhantomData<S>,
}

/// What a position is worth as far as its moves were looked at.
struct Best {
    mover: Player,
    value: Value,
    number: Option<usize>,
    window: Window,
}

impl Best {
    #[inline(always)]
    fn none_yet(mover: Player, window: Window) -> Best {
        let value = if mover == Player::First { Value::MIN } else { Value::MAX };
        Best { mover, value, number: None, window }
    }

    /// Another move was looked at: narrows the window from the mover's side.
    #[inline(always)]
    fn take(&mut self, number: usize, value: Value) {
        let better = match self.mover {
            Player::First => value > self.value,
            Player::Second => value < self.value,
        };
        if better || self.number.is_none() {
            self.value = value;
            self.number = Some(number);
            match self.mover {
                Player::First => self.window.alpha = self.window.alpha.max(value),
                Player::Second => self.window.beta = self.window.beta.min(value),
            }
        }
    }

    /// The narrow window that asks only whether a move is better than the best one.
    #[inline(always)]
    fn scout(&self) -> Window {
        match self.mover {
            Player::First => Window { beta: self.window.alpha.saturating_add(1), ..self.window },
            Player::Second => Window { alpha: self.window.beta.saturating_sub(1), ..self.window },
        }
    }

    /// What it proves although moves are missing.
    fn bounds(&self, window: Window) -> (Option<Value>, Option<Value>) {
        match self.mover {
            Player::First => ((self.value > window.alpha).then_some(self.value), None),
            Player::Second => (None, (self.value < window.beta).then_some(self.value)),
        }
    }
}

impl<'a, G: Game, S: Scale, T: Tracer<G>> Search<'a, G, S, T> {
    pub(super) fn new(game: &'a G, memo: Option<Memo<G::Key>>, limits: &Limits, tracer: &'a mut T) -> Self {
        let statistics = Statistics { bytes: memo.as_ref().map_or(0, Memo::bytes), ..Statistics::default() };
        Search {
            game,
            memo,
            statistics,
            path: Vec::new(),
            proved: (None, None),
            moves: Vec::new(),
            watch: Watch::new(limits),
            tracer,
            scale: PhantomData,
        }
    }

    /// The value to go of a position: exact where it lies inside the window; what comes back at or below `alpha` is an
    /// upper bound of it, at or above `beta` a lower bound. For every window that is not empty.
    pub(super) fn value(&mut self, position: &G::Position, window: Window, ply: u64) -> Result<Value, Halt> {
        self.enter(position, window, ply)?;
        let key = self.memo.as_ref().map(|_| self.game.key(position));
        let known = match (&self.memo, &key) {
            (Some(memo), Some(key)) => memo.probe(key),
            _ => Known::NOTHING,
        };
        if let Some(value) = known.answer(window) {
            return Ok(self.remembered(known, value));
        }
        let first = self.moves.len();
        if let Visit::Terminal(payoff) = self.game.visit(position, &mut self.moves)? {
            return Ok(self.terminal(S::terminal(payoff)));
        }
        if self.moves.len() == first {
            return Err(Halt::NoMoves);
        }
        let (low, high) = (known.low().max(S::INNER.0), known.high().min(S::INNER.1));
        let window = window.within(low, high);
        if window.is_empty() {
            self.moves.truncate(first);
            self.tracer.leave(if window.alpha == low { low } else { high });
            return Ok(if window.alpha == low { low } else { high });
        }
        let before = self.statistics.positions;
        let best = self.expand(position, window, known.best(), first, ply)?;
        if let (Some(memo), Some(key)) = (&mut self.memo, &key) {
            memo.store(key, best.value, window, best.number, self.statistics.positions - before);
            self.statistics.stored += 1;
        }
        self.moves.truncate(first);
        self.tracer.leave(best.value);
        Ok(best.value)
    }

    /// Looks at the moves that stand on the stack from `first` on, until the window is empty.
    #[inline(always)]
    fn expand(
        &mut self,
        position: &G::Position,
        window: Window,
        favourite: Option<usize>,
        first: usize,
        ply: u64,
    ) -> Result<Best, Halt> {
        let mut best = Best::none_yet(self.game.mover(position), window);
        let end = self.moves.len();
        let favourite = favourite.filter(|&number| first + number < end);
        let order = favourite.into_iter().chain((0..end - first).filter(|&n| Some(n) != favourite));
        let mut seen = 0;
        for number in order {
            let play = self.moves[first + number].clone();
            match self.descend(position, &play, &best, ply) {
                Ok(value) => best.take(number, value),
                Err(halt) => return Err(self.unwind(halt, play, &best, window, ply)),
            }
            seen += 1;
            if best.window.is_empty() {
                let skipped = end - first - seen;
                self.statistics.cutoffs += u64::from(skipped > 0);
                self.tracer.cutoff(skipped);
                break;
            }
        }
        Ok(best)
    }

    /// Plays a move and gives its value under the window of the moves before it.
    #[inline(always)]
    fn descend(
        &mut self,
        position: &G::Position,
        play: &G::Move,
        best: &Best,
        ply: u64,
    ) -> Result<Value, Halt> {
        let step = self.game.play(position, play)?;
        let scout = best.scout();
        if self.memo.is_some() && best.number.is_some() && scout != best.window {
            let value = self.child(&step.position, play, step.gain, scout, ply)?;
            if value <= best.window.alpha || value >= best.window.beta {
                return Ok(value);
            }
        }
        self.child(&step.position, play, step.gain, best.window, ply)
    }

    #[inline(always)]
    fn child(
        &mut self,
        position: &G::Position,
        play: &G::Move,
        gain: Value,
        window: Window,
        ply: u64,
    ) -> Result<Value, Halt> {
        let window = Window { alpha: S::down(gain, window.alpha), beta: S::down(gain, window.beta) };
        self.tracer.descend(play, gain, window);
        let value = self.value(position, window, ply + 1)?;
        let value = S::up(gain, value).ok_or(Halt::Overflow)?;
        self.tracer.ascend(value);
        Ok(value)
    }

    #[inline(always)]
    fn enter(&mut self, position: &G::Position, window: Window, ply: u64) -> Result<(), Halt> {
        self.tracer.enter(position, window);
        self.statistics.positions += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(ply);
        if self.statistics.positions.is_multiple_of(PAUSE) {
            self.statistics.bytes = self.memo.as_ref().map_or(0, Memo::bytes);
            self.watch.look(&self.statistics)?;
        }
        self.watch.depth()
    }

    #[inline(always)]
    fn terminal(&mut self, value: Value) -> Value {
        self.statistics.terminal += 1;
        self.tracer.terminal(value);
        self.tracer.leave(value);
        value
    }

    #[inline(always)]
    fn remembered(&mut self, known: Known, value: Value) -> Value {
        self.statistics.memo_hits += 1;
        self.tracer.remembered(known.low(), known.high());
        self.tracer.leave(value);
        value
    }

    #[cold]
    fn unwind(&mut self, halt: Halt, play: G::Move, best: &Best, window: Window, ply: u64) -> Halt {
        self.path.push(play);
        if ply == 0 && best.number.is_some() {
            self.proved = best.bounds(window);
        }
        halt
    }

    /// What it did, with the memory it takes now.
    pub(super) fn told(&self) -> Statistics {
        Statistics { bytes: self.memo.as_ref().map_or(0, Memo::bytes), ..self.statistics }
    }
}
