//! Says which mutant is on. In the copy of the workspace this file is a module of `zug-game`.
//!
//! The environment variable `MUTANT` has its number. `MUTANT_REACHED` names a file instead, to
//! which each number that is asked for is written once; then no mutant is on.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// More than there are mutants.
const MOST: usize = 1 << 16;

/// No mutant is on.
const NONE: u32 = MOST as u32;

/// What is asked for is written down.
const RECORDS: u32 = NONE + 1;

/// The environment has not been read.
const UNREAD: u32 = NONE + 2;

static MUTANT: AtomicU32 = AtomicU32::new(UNREAD);
static REACHED: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];
static FILE: OnceLock<Option<File>> = OnceLock::new();

/// Whether this mutant is on.
#[inline(always)]
pub fn mutant_on(number: u32) -> bool {
    let mutant = MUTANT.load(Relaxed);
    mutant == number || mutant >= RECORDS && is_on(number)
}

/// The same where the environment is to be read, or the number to be written down.
#[cold]
fn is_on(number: u32) -> bool {
    if MUTANT.load(Relaxed) == UNREAD {
        MUTANT.store(read(), Relaxed);
        return mutant_on(number);
    }
    let reached = &REACHED[number as usize];
    if !reached.load(Relaxed) && !reached.swap(true, Relaxed) {
        let mut file = FILE.get().and_then(Option::as_ref).expect("it was opened");
        file.write_all(format!("{number}\n").as_bytes()).expect("it can be written");
    }
    false
}

/// What the environment says. Processes that a test starts add to the same file.
fn read() -> u32 {
    let open = |name| OpenOptions::new().append(true).create(true).open(name).expect("it can be opened");
    if FILE.get_or_init(|| std::env::var_os("MUTANT_REACHED").map(open)).is_some() {
        return RECORDS;
    }
    std::env::var("MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(NONE)
}
