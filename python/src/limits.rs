//! What a search may use, from the arguments of a call.

use crate::errors;
use bytesize::ByteSize;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use zug::answer::Limits;

/// The memory for tables if that of the machine is not known, in bytes.
const UNKNOWN: u64 = 2 << 30;
/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// Limits, and the flag that ends a search.
pub fn of(memory: Option<u64>, timeout: Option<Duration>) -> (Limits, Arc<AtomicBool>) {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits {
        memory: memory.unwrap_or_else(default_memory),
        deadline: timeout.and_then(|time| Instant::now().checked_add(time)),
        stop: Some(Arc::clone(&stop)),
        ..Limits::default()
    };
    (limits, stop)
}

/// Half of the memory of the machine or of the container, in bytes.
pub fn default_memory() -> u64 {
    let of_container = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let of_container = of_container.and_then(|text| text.trim().parse::<u64>().ok());
    let of_machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()?.checked_mul(1024)
    });
    of_container.into_iter().chain(of_machine).min().unwrap_or(2 * UNKNOWN) / 2
}

/// A number of bytes, or a size as text.
pub fn memory(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u64>> {
    let Some(argument) = argument else { return Ok(None) };
    let py = argument.py();
    let bytes = if let Ok(text) = argument.extract::<String>() {
        text.parse::<ByteSize>().ok().map(|size| size.as_u64())
    } else {
        argument.extract::<u64>().ok()
    };
    match bytes {
        Some(0) | None => {
            let message =
                format!("memory is {argument}: write a size such as \"4GiB\", or bytes as a number");
            Err(errors::mistake(py, message))
        }
        some => Ok(some),
    }
}

/// A number of seconds.
pub fn timeout(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    let Some(argument) = argument else { return Ok(None) };
    let seconds = argument
        .extract::<f64>()
        .map_err(|_| PyTypeError::new_err("timeout is a number of seconds, or None"))?;
    let wrong = || errors::mistake(argument.py(), format!("timeout is {seconds}: write seconds, 0 or more"));
    Duration::try_from_secs_f64(seconds).map(Some).map_err(|_| wrong())
}

/// A number of threads, or `"all"`.
pub fn threads(argument: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let Some(argument) = argument else { return Ok(1) };
    if argument.extract::<String>().is_ok_and(|text| text == "all") {
        return Ok(std::thread::available_parallelism().map_or(1, NonZero::get));
    }
    let number = argument.extract::<usize>().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.ok_or_else(|| {
        let message = format!("threads is {argument}: write \"all\", or a number from 1 to {MOST_THREADS}");
        errors::mistake(argument.py(), message)
    })
}
