//! The default memory limit, and the interruption by Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The default if the size of the memory is unknown, in bytes.
const UNKNOWN: u64 = 2 << 30;

/// Half of the memory of the machine or the container, in bytes.
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
