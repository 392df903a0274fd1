//! Numbers of threads.

use std::num::NonZero;

/// The largest accepted number of threads.
const MOST_THREADS: usize = 1024;

/// Parses a number of threads; `all` is the number that the machine can run at once.
pub fn threads(text: &str) -> Result<usize, String> {
    if text == "all" {
        return Ok(std::thread::available_parallelism().map_or(1, NonZero::get));
    }
    let number = text.parse::<usize>().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.ok_or_else(|| format!("write `all`, or a number from 1 to {MOST_THREADS}"))
}
