//! Runs recursions on a deep stack, and says when the stack runs low.
//!
//! Play may be thousands of plies deep, and the searches are recursive. So a caller runs a solver
//! inside [`on_deep_stack`], and the searches ask at every ply whether stack is left.

use std::cell::Cell;
use std::thread;

/// The stack size to try first, in bytes. Only pages that are touched take memory.
const DEEP: usize = 1 << 30;
/// The least stack size that is worth a thread.
const SHALLOW: usize = 16 << 20;
/// Bytes kept free for calls below the deepest ply.
const SPARE: usize = 4 << 20;
/// The bytes to use on a thread that was not started here: an ordinary one has 2 MiB, some main
/// threads have 1 MiB.
const UNKNOWN: usize = 768 << 10;

thread_local! {
    /// The lowest stack address to use, on threads started here.
    static FLOOR: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Runs `work` on a thread with a stack of 1 GiB, or of half, a quarter and so on down to 16 MiB;
/// on the calling thread if none can be started. A panic in `work` continues in the caller.
pub fn on_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let (mut work, mut result) = (Some(work), None);
    run_deep(&mut || result = work.take().map(|work| work()));
    result.expect("one thread has done the work")
}

/// Runs work, of whatever type, so that starting a thread is compiled once.
fn run_deep(work: &mut (dyn FnMut() + Send)) {
    let mut size = DEEP;
    while size >= SHALLOW {
        let done = thread::scope(|scope| {
            let run = || {
                FLOOR.set(Some(address_here().saturating_sub(size - SPARE)));
                work();
            };
            let started = thread::Builder::new().stack_size(size).spawn_scoped(scope, run);
            started.ok().map(|thread| thread.join())
        });
        match done {
            Some(Ok(())) => return,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => size /= 2,
        }
    }
    work();
}

/// The address of the top of the stack, roughly. Stacks grow towards lower addresses on every
/// system on which Rust has threads.
#[inline(always)]
fn address_here() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(&here) as usize
}

/// The stack limit of a thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack {
    floor: usize,
}

impl Stack {
    /// The limit of the calling thread.
    pub(super) fn here() -> Stack {
        let floor = FLOOR.get().unwrap_or_else(|| address_here().saturating_sub(UNKNOWN));
        Stack { floor }
    }

    /// The lowest address to use.
    pub(super) fn floor(self) -> usize {
        self.floor
    }

    /// Whether the stack runs low, so that a recursion must turn back.
    #[inline(always)]
    pub(super) fn is_low(self) -> bool {
        address_here() < self.floor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dig(stack: Stack, depth: u64) -> u64 {
        if stack.is_low() || depth == 200_000 { depth } else { std::hint::black_box(dig(stack, depth + 1)) }
    }

    #[test]
    fn recursion_turns_back_before_the_stack_ends() {
        let here = dig(Stack::here(), 0);
        assert!((1000..200_000).contains(&here), "{here}");
    }

    #[test]
    fn a_deep_stack_is_deeper() {
        let deep = on_deep_stack(|| dig(Stack::here(), 0));
        assert_eq!(deep, 200_000);
    }
}
