//! Ends the program when a limit is over and no solver has seen it.
//!
//! Solvers look at the clock and ask for memory themselves, and then tell what they have proved.
//! What does neither (compiling a definition, sorting one long list) may take any time and any
//! memory: then nothing was proved, and this ends it.

use crate::failure::LIMIT;
use crate::{limits, output};
use bytesize::ByteSize;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Added to every time limit, beside a tenth of it: so long a solver has to end by itself.
const GRACE: Duration = Duration::from_millis(250);
/// How often the memory is looked at.
const PACE: Duration = Duration::from_millis(3);
/// Added to what a solver lets the process take.
const MORE: u64 = 5 << 19;
/// What the process may take whatever was asked for: the pages of the program itself that analysing
/// and drawing touch. They are 14 MiB in a release build and 19 MiB in a development build, which
/// is larger.
const LEAST: u64 = if cfg!(debug_assertions) { 22 << 20 } else { 16 << 20 };

/// A watchdog; it watches until it is dropped.
pub struct Watchdog {
    /// When the next piece of work must be done; that it is closed tells that all is done.
    next: Option<Sender<Option<Instant>>>,
}

/// When the work that begins now must be done by itself and the grace is over.
fn end_after(time: Option<Duration>) -> Option<Instant> {
    let longest = time.map(|time| time.saturating_add(time / 10).saturating_add(GRACE));
    longest.and_then(|longest| Instant::now().checked_add(longest))
}

impl Watchdog {
    /// Ends the program with the code for limits, if the watchdog still lives a tenth of the time
    /// and a quarter of a second after it, or if the process takes more than the memory, a
    /// twentieth of it and 14.5 MiB, and more than [`LEAST`]. Without a limit it does nothing.
    pub fn over(time: Option<Duration>, memory: Option<ByteSize>) -> Watchdog {
        let end = end_after(time);
        let memory = memory.filter(|_| limits::resident().is_some());
        let most = limits::process(memory).map(|process| process.most.saturating_add(MORE).max(LEAST));
        if end.is_none() && most.is_none() {
            return Watchdog { next: None };
        }
        let (next, wait) = channel();
        // Without another thread the limits are what the solvers make of them.
        let _ = std::thread::Builder::new().name("watchdog".into()).spawn(move || watch(&wait, end, most));
        Watchdog { next: Some(next) }
    }

    /// Begins to count anew: another piece of work with the same limits.
    pub fn again(&self, time: Option<Duration>) {
        if let Some(next) = &self.next {
            let _ = next.send(end_after(time));
        }
    }
}

/// Until the work is done, or a limit is over.
fn watch(wait: &Receiver<Option<Instant>>, mut end: Option<Instant>, most: Option<u64>) {
    loop {
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        let pause = [left, most.map(|_| PACE)].into_iter().flatten().min().unwrap_or(PACE);
        match wait.recv_timeout(pause) {
            Ok(next) => end = next,
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if end.is_some_and(|end| Instant::now() >= end) {
            give_up(
                "the time limit was reached before the search could look at the clock: compiling, or a single step, takes longer",
            );
        }
        if most.is_some_and(|most| limits::resident().is_some_and(|now| now > most)) {
            give_up(
                "the memory limit was reached before a table could ask: compiling, or a single step, takes more",
            );
        }
    }
}

fn give_up(why: &str) -> ! {
    output::end_progress();
    output::warn(&format!("zug: {why}. Nothing is proved.\n"));
    std::process::exit(i32::from(LIMIT));
}
