//! The limits of a run from its arguments, and the interruption by Ctrl-C.

use crate::args::{EngineArg, LimitArgs};
use crate::failure::{Failure, LIMIT};
use bytesize::ByteSize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use zug::answer::{GENERATOR, Limits, can_compile};
use zug_solve::{ProcessMemory, ProgressCallback};

/// The default if the size of the memory is unknown, in bytes.
const UNKNOWN: u64 = 2 << 30;

/// Memory that every limit allows beside a twentieth of it, in bytes: the process before it has
/// read anything.
const FREE: u64 = 13 << 20;
/// Of that, what solvers leave to the watchdog, which looks as often as they do.
const MARGIN: u64 = 1 << 20;
/// The pages of the program that the system keeps differ by so much from run to run, most on a busy
/// machine, and in a development build, which is larger: that alone refuses nothing.
const PAGES: u64 = if cfg!(debug_assertions) { 7 << 20 } else { 2 << 20 };
/// The memory of a definition is taken off the limit in steps of so many bytes, so that small
/// differences between runs change no table.
const STEP: u64 = 4 << 20;

/// The limits that the arguments give, for a run that began at `begun`.
pub fn given(
    bounds: &LimitArgs,
    begun: Instant,
    stop: &Arc<AtomicBool>,
    progress: Option<ProgressCallback>,
) -> Limits {
    Limits {
        memory: memory(bounds.memory),
        process: process(bounds.memory),
        deadline: bounds.timeout.and_then(|time| begun.checked_add(time)),
        stop: Some(Arc::clone(stop)),
        progress,
        ..Limits::default()
    }
}

/// The limits that the arguments give, less the memory that the process has taken so far and what
/// the engine takes later.
///
/// # Errors
/// The definition alone takes more than the memory that is allowed.
pub fn of(
    bounds: &LimitArgs,
    engine: EngineArg,
    begun: Instant,
    stop: &Arc<AtomicBool>,
    progress: Option<ProgressCallback>,
) -> Result<Limits, Failure> {
    let limits = given(bounds, begun, stop, progress);
    let compiles = matches!(engine, EngineArg::Auto | EngineArg::Jit) && can_compile().is_ok();
    let taken = || resident().unwrap_or(0);
    let memory =
        if bounds.memory.is_some() { for_tables(limits.memory, taken(), compiles)? } else { limits.memory };
    Ok(Limits { memory, ..limits })
}

/// The bound on the whole process for a memory limit.
pub fn process(asked: Option<ByteSize>) -> Option<ProcessMemory> {
    let most = |asked: u64| asked.saturating_add(asked / 20).saturating_add(FREE - MARGIN);
    asked.map(|asked| ProcessMemory { most: most(asked.as_u64()), now: resident })
}

/// The part of the memory limit that is left for tables where the process has taken so many bytes.
fn for_tables(asked: u64, taken: u64, compiles: bool) -> Result<u64, Failure> {
    let over = taken.saturating_sub(FREE + asked / 20);
    let rounded = over.div_ceil(STEP) * STEP;
    if over > PAGES && rounded >= asked {
        let (taken, asked) = (ByteSize(taken), ByteSize(asked));
        let text = format!("the definition alone takes {taken} of memory, and --memory allows {asked}");
        return Err(Failure::Message { code: LIMIT, text });
    }
    // The generator runs when the tables are there. What it takes of a small definition is little.
    let generator = if compiles && rounded > STEP { GENERATOR } else { 0 };
    Ok(asked.saturating_sub(rounded + generator).max(asked.min(MARGIN)))
}

/// The resident memory of the process in bytes; `None` if the system does not tell it.
pub fn resident() -> Option<u64> {
    kibibytes("/proc/self/status", "VmRSS:")
}

/// The memory that is asked for, or the default, in bytes.
pub fn memory(asked: Option<ByteSize>) -> u64 {
    asked.map_or_else(default_memory, |size| size.as_u64())
}

/// Half of the memory of the machine or the container, in bytes; asked once, for it stays what it
/// is.
fn default_memory() -> u64 {
    static HALF: OnceLock<u64> = OnceLock::new();
    *HALF.get_or_init(half_of_the_memory)
}

fn half_of_the_memory() -> u64 {
    let limits = [
        kibibytes("/proc/meminfo", "MemTotal:"),
        number("/sys/fs/cgroup/memory.max"),
        number("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    ];
    limits.into_iter().flatten().min().unwrap_or(2 * UNKNOWN) / 2
}

fn number(path: &str) -> Option<u64> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}

fn kibibytes(path: &str, key: &str) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    let count: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    count.checked_mul(1024)
}

/// A flag that the first Ctrl-C sets; a second Ctrl-C ends the program.
pub fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let handler = move || {
        if raised.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(crate::failure::LIMIT));
        }
    };
    // If the handler cannot be set, Ctrl-C ends the program at once.
    let _ = ctrlc::set_handler(handler);
    flag
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: u64 = 100 << 20;

    /// What is left for tables where a definition takes so many bytes.
    fn left(over: u64, compiles: bool) -> u64 {
        for_tables(ASKED, FREE + ASKED / 20 + over, compiles).expect("there is room")
    }

    #[test]
    fn small_differences_between_runs_change_no_table() {
        for compiles in [false, true] {
            let steps: Vec<u64> = (0..4).map(|step| left(step * STEP + 1, compiles)).collect();
            for at in 0..4 * STEP / 1024 {
                let over = at * 1024 + 1;
                assert_eq!(left(over, compiles), steps[(over / STEP) as usize], "{over}");
            }
        }
    }

    #[test]
    fn only_the_generator_of_machine_code_takes_memory_after_the_tables() {
        assert_eq!(left(STEP, true), left(STEP, false));
        assert_eq!(left(2 * STEP, true) + GENERATOR, left(2 * STEP, false));
    }
}
