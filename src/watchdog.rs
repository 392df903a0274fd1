//! Ends the program when a time limit is long over.
//!
//! Solvers look at the clock themselves, and then tell what they have proved. What does not look (compiling a definition, finding
//! the moves of one position out of very many choices) may take any time: then nothing was proved, and this ends it.

use crate::failure::LIMIT;
use crate::output;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Added to every limit: so long a solver has to end by itself.
const GRACE: Duration = Duration::from_secs(5);

/// Watches as long as it lives.
pub struct Watchdog {
    /// Closed when the work is done.
    _done: Option<Sender<()>>,
}

impl Watchdog {
    /// Ends the program with the code for limits, if the watchdog still lives a tenth of the limit and five seconds after it.
    /// Without a limit it does nothing.
    pub fn over(limit: Option<Duration>) -> Watchdog {
        let Some(limit) = limit else { return Watchdog { _done: None } };
        let (done, wait) = channel::<()>();
        let longest = limit.saturating_add(limit / 10).saturating_add(GRACE);
        // Without another thread the limit is what the solvers make of it.
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
