//! Ends the program when a time limit is long over.
//!
//! Solvers check the clock themselves and report what they have proved. Other work (compiling a
//! definition, finding the moves of one position among very many choices) may take any time without
//! checking it; then nothing is proved, and the watchdog ends the program.

use crate::failure::LIMIT;
use crate::output;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The time that a solver has to end by itself after its limit.
const GRACE: Duration = Duration::from_secs(5);

/// A watchdog; it watches until it is dropped.
pub struct Watchdog {
    /// The channel whose closing tells that the work is done.
    _done: Option<Sender<()>>,
}

impl Watchdog {
    /// Starts a watchdog. It ends the program with the exit code for limits if it still lives when
    /// the limit, a tenth of it and five seconds are over. Without a limit it does nothing.
    pub fn over(limit: Option<Duration>) -> Watchdog {
        let Some(limit) = limit else { return Watchdog { _done: None } };
        let (done, wait) = channel::<()>();
        let longest = limit.saturating_add(limit / 10).saturating_add(GRACE);
        // If no thread can be started, only the solvers check the limit.
        let _ = std::thread::Builder::new().name("watchdog".into()).spawn(move || {
            if wait.recv_timeout(longest) == Err(RecvTimeoutError::Timeout) {
                output::end_progress();
                output::warn(
                    "zug: the time limit was reached before the search could look at the clock: compiling, or a single \
                     position with very many choices, takes longer. Nothing is proved.\n",
                );
                std::process::exit(i32::from(LIMIT));
            }
        });
        Watchdog { _done: Some(done) }
    }
}
