//! The default memory limit, and the interruption by Ctrl-C.

use crate::args::Bounds;
use crate::failure::{Failure, LIMIT};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use zug::answer::Limits;
use zug_solve::{ProcessMemory, Progress};

/// The default if the size of the memory is unknown, in bytes.
const UNKNOWN: u64 = 2 << 30;

/// Memory that comes free with every limit, beside the twentieth part of it: what the program takes before it has read anything.
const FREE: u64 = 13 << 20;
/// What a definition takes more is taken off the limit in steps, so that a little more or less changes no table.
const STEP: u64 = 4 << 20;

/// The limits of a run that began then; what is in memory by now counts.
///
/// # Errors
/// The definition alone takes more than the memory that was asked for.
pub fn of(
    bounds: &Bounds,
    begun: Instant,
    stop: &Arc<AtomicBool>,
    progress: Option<Progress>,
) -> Result<Limits, Failure> {
    let asked = bounds.memory.map(|size| size.as_u64());
    Ok(Limits {
        memory: asked.map_or_else(|| Ok(default_memory()), tables)?,
        process: asked.map(process),
        deadline: bounds.timeout.and_then(|time| begun.checked_add(time)),
        stop: Some(Arc::clone(stop)),
        positions: None,
        progress,
    })
}

/// What the process may take where so much memory was asked for.
pub fn process(asked: u64) -> ProcessMemory {
    ProcessMemory { most: asked.saturating_add(asked / 20).saturating_add(FREE), now: resident }
}

/// What is left for tables.
fn tables(asked: u64) -> Result<u64, Failure> {
    let taken = resident().unwrap_or(0);
    let over = taken.saturating_sub(FREE + asked / 20);
    let over = over.div_ceil(STEP) * STEP;
    if over > 0 && over >= asked {
        let (taken, asked) = (bytesize::ByteSize(taken), bytesize::ByteSize(asked));
        let text = format!("the definition alone takes {taken} of memory, and --memory allows {asked}");
        return Err(Failure::Message { code: LIMIT, text });
    }
    Ok(asked - over)
}

/// The memory that the process takes now, where the system tells.
pub fn resident() -> Option<u64> {
    kibibytes("/proc/self/status", "VmRSS:")
}

/// Half of what the machine or the container allows, in bytes.
pub fn default_memory() -> u64 {
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
