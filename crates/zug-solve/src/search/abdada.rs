//! Parallel search (simplified ABDADA): several threads share a transposition table.
//!
//! All threads search the same position with the same window, and each finds in the table what the
//! others proved. To keep them from doing the same work at the same time, each notes the positions
//! near the root that it is searching, and the others postpone those. The first result ends the
//! search. A result is the exact value, or a bound that holds, whichever thread found it, so the
//! answer is the same for any number of threads; only the number of positions differs. (The
//! exception is a definition with a fault: a search reports it only if it reaches it, and a stored
//! bound may spare it the way.)
//!
//! Method: T. Kerrigan's "Simplified ABDADA" (2016), after J.-C. Weill's "ABDADA" (1996).

use super::AlphaBetaSearch;
use crate::answer::Statistics;
use crate::limits::{Halt, Limits};
use crate::memo::OpenTable;
use crate::stack::on_deep_stack;
use crate::threads::{beside, locked};
use crate::tracer::{NoTrace, Tracer, Window};
use crate::utility::Utility;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};
use zug_game::{Game, Value};

/// Only positions at smaller plies than this are noted.
const NOTED_PLIES: u64 = 20;
/// Slots for notes. Two positions that share one cost time and nothing else.
const NOTES: usize = 1 << 12;

/// The threads that a search may use. No answer depends on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// The greatest number of threads; 0 means 1.
    pub count: usize,
    /// Positions that one thread searches alone: a search that ends sooner is not worth a second
    /// thread.
    pub alone: u64,
}

impl Default for Threads {
    fn default() -> Threads {
        Threads::ONE
    }
}

impl Threads {
    /// One thread.
    pub const ONE: Threads = Threads::most(1);

    /// At most this many threads, after 2^15 positions with one.
    pub const fn most(count: usize) -> Threads {
        Threads { count, alone: 1 << 15 }
    }
}

/// A game that several threads can search.
pub trait Parallel: Game<Position: Send + Sync, Move: Send + Sync, Key: Send + Sync> + Sync {}

impl<G> Parallel for G where G: Game<Position: Send + Sync, Move: Send + Sync, Key: Send + Sync> + Sync {}

/// The state that the threads of a search share.
#[derive(Debug)]
pub(super) struct Abdada {
    /// Set when a thread has the result, or the table has to grow.
    done: AtomicBool,
    /// The marks of the positions being searched, by [`Abdada::note`]; 0: none. Relaxed access
    /// suffices, since a stale note costs only time.
    notes: Vec<AtomicU64>,
}

impl Abdada {
    fn new() -> Abdada {
        Abdada { done: AtomicBool::new(false), notes: (0..NOTES).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    fn note(&self, mark: u64) -> &AtomicU64 {
        // Fibonacci hashing: the top 12 bits of the product index the 2^12 slots.
        &self.notes[(mark.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize % NOTES]
    }

    /// Whether a thread is searching the position with this mark.
    fn is_noted(&self, mark: u64) -> bool {
        self.note(mark).load(Relaxed) == mark
    }
}

/// The result of a thread, and its counters.
type ThreadResult = (Result<Value, Halt>, Statistics);

impl<G: Game, S: Utility, T: Tracer<G>> AlphaBetaSearch<'_, G, S, T> {
    /// Calls `work` for each of `count` moves of a position at this ply until it returns true.
    /// Positions that another thread is searching come last.
    #[inline(always)]
    pub(super) fn each(
        &mut self,
        (count, ply): (usize, u64),
        leads_to: impl Fn(&Self, usize) -> Option<G::Position>,
        mut work: impl FnMut(&mut Self, usize) -> Result<bool, Halt>,
    ) -> Result<(), Halt> {
        if self.abdada.is_some() && ply < NOTED_PLIES {
            return self.each_noted(count, leads_to, work);
        }
        for at in 0..count {
            if work(self, at)? {
                break;
            }
        }
        Ok(())
    }

    #[cold]
    fn each_noted(
        &mut self,
        count: usize,
        leads_to: impl Fn(&Self, usize) -> Option<G::Position>,
        mut work: impl FnMut(&mut Self, usize) -> Result<bool, Halt>,
    ) -> Result<(), Halt> {
        let (Some(abdada), false) = (self.abdada.clone(), count == 0) else { return Ok(()) };
        let mark = |search: &Self, at| {
            let position = leads_to(search, at)?;
            // The lowest bit keeps a mark different from 0, which stands for "no note".
            Some(search.memo.as_ref()?.slot(search.game, &position).mixed() | 1)
        };
        let marks: Vec<Option<u64>> = (0..count).map(|at| mark(self, at)).collect();
        let mut later = Vec::new();
        for (at, mark) in marks.iter().enumerate() {
            if at > 0 && mark.is_some_and(|mark| abdada.is_noted(mark)) {
                later.push((at, *mark));
            } else if self.marked(&abdada, *mark, |search| work(search, at))? {
                return Ok(());
            }
        }
        for (at, mark) in later {
            if self.marked(&abdada, mark, |search| work(search, at))? {
                break;
            }
        }
        Ok(())
    }

    /// Runs `work` while the other threads see the mark.
    fn marked<R>(&mut self, abdada: &Abdada, mark: Option<u64>, work: impl FnOnce(&mut Self) -> R) -> R {
        let note = mark.map(|mark| (abdada.note(mark), mark));
        note.inspect(|(note, mark)| note.store(*mark, Relaxed));
        let result = work(self);
        note.filter(|(note, mark)| note.load(Relaxed) == *mark).inspect(|(note, _)| note.store(0, Relaxed));
        result
    }

    /// Whether the search must turn back although no limit is reached: another thread is done, the
    /// table must grow, or one thread alone takes too long.
    #[cold]
    pub(super) fn check_abort(&self) -> Result<(), Halt> {
        match &self.abdada {
            Some(abdada) if abdada.is_done() => Err(Halt::Done),
            Some(_) if self.memo.as_ref().is_some_and(OpenTable::is_crowded) => Err(Halt::Crowded),
            None if self.budget.is_some_and(|budget| self.statistics.positions >= budget) => Err(Halt::Long),
            _ => Ok(()),
        }
    }

    /// The search of one of several threads.
    fn in_abdada(
        &mut self,
        abdada: &Arc<Abdada>,
        position: &G::Position,
        window: Window,
    ) -> Result<Value, Halt> {
        self.abdada = Some(Arc::clone(abdada));
        let found = self.value(position, window, 0);
        self.abdada = None;
        if matches!(found, Ok(_) | Err(Halt::Crowded)) {
            abdada.done.store(true, Relaxed);
        }
        found
    }

    /// Clears the stacks of a halted search; the table keeps what was proved.
    fn start_over(&mut self) {
        self.moves.clear();
        self.truncate_children(0);
        self.scored_moves.clear();
        self.path.clear();
        self.proved = (None, None);
    }
}

impl<G: Parallel, S: Utility, T: Tracer<G>> AlphaBetaSearch<'_, G, S, T> {
    /// [`AlphaBetaSearch::value`] from ply 0; a search that takes long goes on with all allowed
    /// threads.
    pub(crate) fn value_in_parallel(
        &mut self,
        position: &G::Position,
        window: Window,
    ) -> Result<Value, Halt> {
        if self.threads.count <= 1 || self.memo.as_ref().and_then(OpenTable::another).is_none() {
            return self.value(position, window, 0);
        }
        self.budget = Some(self.statistics.positions + self.threads.alone);
        let alone = self.value(position, window, 0);
        self.budget = None;
        if alone != Err(Halt::Long) {
            return alone;
        }
        loop {
            self.start_over();
            match self.together(position, window) {
                Err(Halt::Crowded | Halt::Done) => {
                    if let Some(memo) = self.memo.as_ref().filter(|memo| memo.is_crowded()) {
                        memo.grow();
                    }
                }
                result => return result,
            }
        }
    }

    /// Runs a search that turns back after so many positions; the table keeps what it proved. None
    /// where it turned back.
    pub(crate) fn within_budget<R>(
        &mut self,
        positions: u64,
        run: impl FnOnce(&mut Self) -> Result<R, Halt>,
    ) -> Result<Option<R>, Halt> {
        let threads = std::mem::replace(&mut self.threads, Threads::ONE);
        self.budget = Some(self.statistics.positions.saturating_add(positions));
        let found = run(self);
        (self.budget, self.threads) = (None, threads);
        match found {
            Err(Halt::Long) => {
                self.start_over();
                Ok(None)
            }
            found => found.map(Some),
        }
    }

    /// Searches with all threads until one has the result or the table has to grow. A limit or
    /// fault that ends another thread is ignored: this thread meets it too if it gets there.
    fn together(&mut self, position: &G::Position, window: Window) -> Result<Value, Halt> {
        let abdada = Arc::new(Abdada::new());
        let quiet = Limits { progress: None, ..self.watch.limits().clone() };
        let (game, techniques) = (self.game, self.techniques);
        let help = |memo| {
            on_deep_stack(|| -> ThreadResult {
                let mut nobody = NoTrace;
                let mut search =
                    AlphaBetaSearch::<G, S, NoTrace>::new(game, memo, &quiet, &mut nobody).using(techniques);
                let found = search.in_abdada(&abdada, position, window);
                (found, search.statistics)
            })
        };
        let memos = (1..self.threads.count).filter_map(|_| self.memo.as_ref()?.another());
        let memos: Vec<_> = memos.map(|memo| Mutex::new(Some(memo))).collect();
        let found: Vec<Mutex<Option<ThreadResult>>> = memos.iter().map(|_| Mutex::new(None)).collect();
        let work = |number: usize| {
            let memo = locked(&memos[number]).take();
            let result = help(memo);
            *locked(&found[number]) = Some(result);
        };
        let mut mine = Err(Halt::Done);
        beside(memos.len(), &work, &mut || {
            mine = self.in_abdada(&abdada, position, window);
            if mine.is_err() {
                abdada.done.store(true, Relaxed);
            }
        });
        let others: Vec<ThreadResult> = found.iter().filter_map(|found| locked(found).take()).collect();
        let found = others.iter().find_map(|(found, _)| found.ok());
        let wrong = others.iter().find_map(|(found, _)| found.err().filter(|halt| halt.is_contradiction()));
        self.statistics = others.into_iter().fold(self.statistics, |all, (_, each)| all.plus(each));
        if let Some(halt) = wrong {
            return Err(halt);
        }
        match (mine, found) {
            (Err(Halt::Done | Halt::Crowded), Some(value)) => {
                self.start_over();
                Ok(value)
            }
            (mine, _) => mine,
        }
    }
}
