//! A callback that compiled code calls: a panic in it must not unwind through compiled code, so it
//! is caught, halts the search, and resumes outside.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What the callback said so far.
#[derive(Default)]
pub(super) struct CallbackState {
    /// Whether it asked to halt.
    stopped: bool,
    panic: Option<Box<dyn Any + Send>>,
}

impl CallbackState {
    /// Asks the callback whether to go on. It does not unwind.
    pub fn ask(&mut self, go_on: impl FnOnce() -> bool) -> bool {
        let goes_on = catch_unwind(AssertUnwindSafe(go_on)).unwrap_or_else(|panic| {
            self.panic = Some(panic);
            false
        });
        self.stopped = !goes_on;
        goes_on
    }

    /// Whether it asked to halt; a panic in it goes on here.
    pub fn has_stopped(&mut self) -> bool {
        if let Some(panic) = self.panic.take() {
            resume_unwind(panic);
        }
        self.stopped
    }
}
