//! Parallel search (simplified ABDADA): several threads that share a transposition table.
//!
//! All search the same position with the same window. What one proves the others find in the memo; so that they do not do the same at the
//! same time, near the beginning each notes which positions it is about to search, and leaves for later what another
//! one is at. The first answer ends it. An answer is exact, or a bound that holds, whoever found it and in whatever order, so all
//! that is told is the same for any number of threads; only how many positions were looked at is not. (A definition that breaks a promise
//! somewhere is another matter: a search meets that only if it comes there, and what others proved may spare it the way.)
//!
//! Method: T. Kerrigan's "Simplified ABDADA" (2016), after J.-C. Weill's "ABDADA" (1996).

use super::Search;
use crate::answer::Statistics;
use crate::limits::{Halt, Limits};
use crate::memo::OpenTable;
use crate::stack::on_deep_stack;
use crate::tracer::{NoTrace, Tracer, Window};
use crate::utility::Utility;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;
use zug_game::{Game, Value};

/// Positions deeper than this are not noted.
const NOTED_PLIES: u64 = 20;
/// Places for notes. Two positions that share one cost time and nothing else.
const NOTES: usize = 1 << 12;

/// How many threads a search may use. No answer depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// At most so many; 0 is 1.
    pub count: usize,
    /// The first searches so many positions alone: a search that is over sooner is not worth a second thread.
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

    /// At most so many, where it takes long.
    pub const fn most(count: usize) -> Threads {
        Threads { count, alone: 1 << 15 }
    }
}

/// A game that several threads can search.
pub trait Parallel: Game<Position: Send + Sync, Move: Send + Sync, Key: Send + Sync> + Sync {}

impl<G> Parallel for G where G: Game<Position: Send + Sync, Move: Send + Sync, Key: Send + Sync> + Sync {}

/// What the threads of a search tell each other.
#[derive(Debug)]
pub(super) struct Abdada {
    /// It is over: somebody has the answer, or the memo has to grow.
    done: AtomicBool,
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
        &self.notes[(mark.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize % NOTES]
    }

    /// Whether somebody is about to search this.
    fn is_noted(&self, mark: u64) -> bool {
        self.note(mark).load(Relaxed) == mark
    }
}

/// What a thread came back with, and what it did.
type ThreadResult = (Result<Value, Halt>, Statistics);

impl<G: Game, S: Utility, T: Tracer<G>> Search<'_, G, S, T> {
    /// Does something with each of so many moves of a position of this ply, until it says that this was enough. What another thread is
    /// at, comes last.
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

    /// Does something while others see the mark.
    fn marked<R>(&mut self, abdada: &Abdada, mark: Option<u64>, work: impl FnOnce(&mut Self) -> R) -> R {
        let note = mark.map(|mark| (abdada.note(mark), mark));
        note.inspect(|(note, mark)| note.store(*mark, Relaxed));
        let result = work(self);
        note.filter(|(note, mark)| note.load(Relaxed) == *mark).inspect(|(note, _)| note.store(0, Relaxed));
        result
    }

    /// Whether to turn back although nothing is wrong.
    #[cold]
    pub(super) fn check_abort(&self) -> Result<(), Halt> {
        match &self.abdada {
            Some(abdada) if abdada.is_done() => Err(Halt::Done),
            Some(_) if self.memo.as_ref().is_some_and(OpenTable::is_crowded) => Err(Halt::Crowded),
            None if self.budget.is_some_and(|budget| self.statistics.positions >= budget) => Err(Halt::Long),
            _ => Ok(()),
        }
    }

    /// A search by one of several threads.
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

    /// As if nothing had been searched; what was proved stays in the memo.
    fn start_over(&mut self) {
        self.moves.clear();
        self.children.clear();
        self.scored_moves.clear();
        self.path.clear();
        self.proved = (None, None);
    }
}

impl<G: Parallel, S: Utility, T: Tracer<G>> Search<'_, G, S, T> {
    /// As [`Search::value`] from the first ply, with as many threads as it may use if it takes long.
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

    /// All threads at once, until one of them has the answer or the memo has to grow. What others met on their way, a limit or a
    /// broken promise, this one meets too if it comes there.
    fn together(&mut self, position: &G::Position, window: Window) -> Result<Value, Halt> {
        let abdada = Arc::new(Abdada::new());
        let quiet = Limits { progress: None, ..self.watch.limits().clone() };
        let (game, techniques) = (self.game, self.techniques);
        let help = |memo| {
            on_deep_stack(|| -> ThreadResult {
                let mut nobody = NoTrace;
                let mut search =
                    Search::<G, S, NoTrace>::new(game, memo, &quiet, &mut nobody).using(techniques);
                let found = search.in_abdada(&abdada, position, window);
                (found, search.statistics)
            })
        };
        let (mine, others) = thread::scope(|scope| {
            let memos = (1..self.threads.count).filter_map(|_| self.memo.as_ref()?.another());
            let started: Vec<_> = memos.map(|memo| scope.spawn(|| help(Some(memo)))).collect();
            let mine = self.in_abdada(&abdada, position, window);
            if mine.is_err() {
                abdada.done.store(true, Relaxed);
            }
            let join = |thread: thread::ScopedJoinHandle<'_, ThreadResult>| match thread.join() {
                Ok(found) => found,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            (mine, started.into_iter().map(join).collect::<Vec<_>>())
        });
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
