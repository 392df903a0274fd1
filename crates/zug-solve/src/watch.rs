//! Looks at the clock, the stop flag, the memory and the stack while a solver works.
//!
//! A solver counts its work in units, about a position or a canonical form each, and looks once in
//! as many as take about a millisecond: so what takes long at one position (many moves, many
//! symmetries) is interrupted as well as many positions are. Threads that share a piece of work ask
//! one [`Alarm`].

use crate::answer::Statistics;
use crate::clock::Instant;
use crate::limits::{Halt, LimitKind, Limits};
use crate::stack::Stack;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use zug_game::is_audited;

/// How often progress is told.
const PACE: Duration = Duration::from_millis(200);
/// How often the system is asked for the memory of the process.
const MEASURE: Duration = Duration::from_millis(4);
/// The most units of work from one look at the clock to the next.
const UNITS: u64 = 256;
/// Bytes that a stack may grow by without a question to the system.
const LARGE_STACK: u64 = 1 << 18;
/// Units of work take longer or shorter than this from one look to the next: fewer follow, or more.
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);

impl Limits {
    /// Whether time is over or somebody wants to stop; for loops outside the solvers.
    ///
    /// # Errors
    /// Which of the two.
    pub fn look(&self) -> Result<(), LimitKind> {
        Alarm::new(self).look().map_err(|halt| match halt {
            Halt::Limit(which) => which,
            _ => LimitKind::Interrupted,
        })
    }
}

/// Counts units of work from one look to the next: as many as take about a millisecond, for what
/// takes long at each unit would take memory and time that nobody sees.
#[derive(Debug)]
pub(super) struct Countdown {
    done: u64,
    units: u64,
    looked: Instant,
}

impl Countdown {
    pub(super) fn new() -> Countdown {
        Countdown { done: 0, units: 1, looked: Instant::now() }
    }

    /// Whether a look is due after so many units more.
    #[inline]
    fn is_due(&mut self, units: usize) -> bool {
        self.done += units as u64 + 1;
        self.done >= self.units && self.begin_anew()
    }

    #[cold]
    fn begin_anew(&mut self) -> bool {
        let now = Instant::now();
        let is_long = now.saturating_duration_since(self.looked) > BETWEEN_LOOKS;
        self.units = if is_long { (self.units / 2).max(1) } else { (self.units * 2).min(UNITS) };
        (self.done, self.looked) = (0, now);
        true
    }
}

/// Says that time is over or that somebody wants to stop; any number of threads may ask.
#[derive(Clone, Debug)]
pub(super) struct Alarm {
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
}

impl Alarm {
    pub(super) fn new(limits: &Limits) -> Alarm {
        Alarm { deadline: limits.deadline, stop: limits.stop.clone() }
    }

    /// Looks at the flag and at the clock.
    pub(super) fn look(&self) -> Result<(), Halt> {
        if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Halt::Limit(LimitKind::Interrupted));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Halt::Limit(LimitKind::Time));
        }
        Ok(())
    }

    /// The same once in some units of work, which `countdown` counts.
    #[inline]
    pub(super) fn after(&self, units: usize, countdown: &mut Countdown) -> Result<(), Halt> {
        if countdown.is_due(units) { self.look() } else { Ok(()) }
    }
}

/// Looks at the clock, the stop flag, the memory and the stack.
pub(super) struct Watch {
    limits: Limits,
    alarm: Alarm,
    stack: Stack,
    countdown: Countdown,
    next_report: Instant,
    next_measure: Instant,
}

impl Watch {
    pub(super) fn new(limits: &Limits) -> Watch {
        let now = Instant::now();
        Watch {
            limits: limits.clone(),
            alarm: Alarm::new(limits),
            stack: Stack::here(),
            countdown: Countdown::new(),
            next_report: now + PACE,
            next_measure: now,
        }
    }

    /// The stack may be used down to this address.
    pub(super) fn floor(&self) -> usize {
        self.stack.floor()
    }

    /// What it was made for.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What threads ask that work for this solver.
    pub(super) fn alarm(&self) -> &Alarm {
        &self.alarm
    }

    /// Goes on with what is asked when the value is known.
    pub(super) fn go_on(&mut self) {
        (self.limits.positions, self.limits.work) = (None, None);
    }

    /// For every call that goes deeper.
    #[inline]
    pub(super) fn depth(&self) -> Result<(), Halt> {
        if self.stack.is_low() { Err(Halt::TooDeep) } else { Ok(()) }
    }

    /// For so many units of work, once they are done: looks at the alarm and at the memory of the
    /// process now and then.
    #[inline]
    pub(super) fn after(&mut self, units: usize) -> Result<(), Halt> {
        if !self.countdown.is_due(units) {
            return Ok(());
        }
        self.alarm.look()?;
        self.measure()
    }

    /// Looks at the memory of the process, a few hundred times a second at most.
    #[cold]
    fn measure(&mut self) -> Result<(), Halt> {
        if self.limits.process.is_none() {
            return Ok(());
        }
        let now = Instant::now();
        if now < self.next_measure {
            return Ok(());
        }
        self.next_measure = now + MEASURE;
        self.process()
    }

    /// For the `nth` position that a search enters: looks at the alarm after one that was audited,
    /// which takes long, and now and then.
    #[inline]
    pub(super) fn entered(&mut self, nth: u64) -> Result<(), Halt> {
        self.after(if is_audited(nth) { UNITS as usize } else { 0 })
    }

    /// For every some thousand positions.
    #[cold]
    pub(super) fn look(&mut self, statistics: &Statistics) -> Result<(), Halt> {
        self.alarm.look()?;
        let is_spent = |most: Option<u64>, done| most.is_some_and(|most| done >= most);
        if is_spent(self.limits.positions, statistics.positions)
            || is_spent(self.limits.work, statistics.work())
        {
            return Err(Halt::Limit(LimitKind::Positions));
        }
        self.measure()?;
        let now = Instant::now();
        if let Some(progress) = &self.limits.progress
            && now >= self.next_report
        {
            self.next_report = now + PACE;
            progress(statistics);
        }
        Ok(())
    }

    /// Whether the process is within its memory.
    pub(super) fn process(&self) -> Result<(), Halt> {
        self.limits.look_at_process().map_err(Halt::Limit)
    }

    /// Whether a solver that uses so many bytes may take so many more at once: before it does,
    /// because nobody looks while a large table moves.
    #[cold]
    pub(super) fn growth(&self, used: u64, more: u64) -> Result<(), Halt> {
        self.memory(used.saturating_add(more))?;
        self.room(more)
    }

    /// Whether a stack that had room for `before` may fill the room that it has now: asked when it
    /// has grown, because a position with thousands of moves adds megabytes between two looks.
    #[inline]
    pub(super) fn stack<T>(&self, stack: &Vec<T>, before: usize) -> Result<(), Halt> {
        if stack.capacity() == before {
            return Ok(());
        }
        let bytes = ((stack.capacity() - stack.len()) * size_of::<T>()) as u64;
        if bytes < LARGE_STACK { Ok(()) } else { self.room(bytes) }
    }

    /// Whether the process may take so many bytes more.
    #[cold]
    fn room(&self, bytes: u64) -> Result<(), Halt> {
        let room = self.limits.process.is_none_or(|process| process.has_room(bytes));
        if room { Ok(()) } else { Err(Halt::Limit(LimitKind::Memory)) }
    }

    /// Whether so many bytes may be used.
    pub(super) fn memory(&self, bytes: u64) -> Result<(), Halt> {
        if bytes > self.limits.memory { Err(Halt::Limit(LimitKind::Memory)) } else { Ok(()) }
    }
}
