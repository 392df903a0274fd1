//! Runs work in several threads, whatever its type: a thread is compiled once, and not once for
//! each engine and solver.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Does work with the numbers from 0 on, each in a thread of its own, until all have ended. A panic
/// in a thread continues in the caller.
pub(crate) fn in_threads(many: usize, work: &(dyn Fn(usize) + Sync)) {
    beside(many, work, &mut || {});
}

/// As [`in_threads`], with other work that the calling thread does meanwhile.
pub(crate) fn beside(many: usize, work: &(dyn Fn(usize) + Sync), own: &mut dyn FnMut()) {
    thread::scope(|scope| {
        let started: Vec<_> = (0..many).map(|number| scope.spawn(move || work(number))).collect();
        own();
        for thread in started {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

/// The content of a lock, also where a thread that held it panicked.
pub(crate) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
