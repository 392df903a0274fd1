//! Playing ahead: a second thread plays moves that the walk will play later.
//!
//! The position after a move and what is legal there depend on the position and the move alone. So
//! it does not matter which thread plays it, or when: the walk asks for what it needs, in its own
//! order, and plays itself what is not played yet.

use crate::key::key;
use std::collections::HashMap;
use std::num::NonZero;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, RwLock};
use std::thread;
use zug_lang::program::Choice;
use zug_lang::semantics::{Expansion, Position, RuntimeError, Semantics};

/// The stack of the second thread, in bytes: expressions may be nested deeply.
const STACK: usize = 256 << 20;

/// The second thread wakes at so many branches: to wake it takes as long as to play some moves.
const WAKES: usize = 4;

/// A position that the walk may enter.
pub struct WalkPosition {
    pub position: Position,
    pub key: Vec<u8>,
    expansion: OnceLock<Result<Expansion, RuntimeError>>,
}

impl WalkPosition {
    pub fn new(position: Position) -> WalkPosition {
        WalkPosition { key: key(&position), position, expansion: OnceLock::new() }
    }

    /// The payoff of the position, or its legal moves.
    pub fn expansion(&self, semantics: &Semantics<'_>) -> &Result<Expansion, RuntimeError> {
        self.expansion.get_or_init(|| semantics.expand(&self.position))
    }

    /// The legal moves; none if play is over.
    fn legal(&self, semantics: &Semantics<'_>) -> Result<&[Choice], &RuntimeError> {
        match self.expansion(semantics).as_ref()? {
            Expansion::Moves(moves) => Ok(moves),
            Expansion::Over(_) => Ok(&[]),
        }
    }
}

/// The moves of a position that the walk plays, and the positions after them so far.
pub struct Branch {
    from: Arc<WalkPosition>,
    /// The numbers of these moves among the legal ones.
    moves: Range<usize>,
    after: Vec<OnceLock<Result<Arc<WalkPosition>, RuntimeError>>>,
}

impl Branch {
    /// The branch of these legal moves of a position.
    pub fn new(from: Arc<WalkPosition>, moves: Range<usize>) -> Branch {
        let after = moves.clone().map(|_| OnceLock::new()).collect();
        Branch { from, moves, after }
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The position after the move with this number among those of the branch.
    pub fn play(&self, semantics: &Semantics<'_>, number: usize) -> Result<Arc<WalkPosition>, RuntimeError> {
        let play = || {
            let legal = self.from.legal(semantics).map_err(Clone::clone)?;
            let after = semantics.play(&self.from.position, &legal[self.moves.start + number])?;
            Ok(Arc::new(WalkPosition::new(after)))
        };
        self.after[number].get_or_init(play).clone()
    }
}

/// The keys of the positions entered, with their numbers.
pub type BatchNumbers = RwLock<HashMap<Box<[u8]>, usize>>;

/// What the two threads share: the branches that the walk is in, the deepest last.
#[derive(Default)]
pub struct PlayedAhead {
    open: Mutex<OpenBranches>,
    changed: Condvar,
}

#[derive(Default)]
struct OpenBranches {
    branches: Vec<(usize, Arc<Branch>, Arc<BatchNumbers>)>,
    /// Whether the second thread waits for a branch.
    waits: bool,
    done: bool,
}

impl PlayedAhead {
    fn open(&self) -> std::sync::MutexGuard<'_, OpenBranches> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The walk enters a branch at this depth.
    pub fn enter(&self, depth: usize, branch: &Arc<Branch>, numbers: &Arc<BatchNumbers>) {
        if branch.len() > 1 {
            let mut open = self.open();
            open.branches.push((depth, Arc::clone(branch), Arc::clone(numbers)));
            if open.waits && open.branches.len() >= WAKES {
                self.changed.notify_one();
            }
        }
    }

    /// The walk leaves the branch at this depth.
    pub fn leave(&self, depth: usize) {
        let mut open = self.open();
        while open.branches.last().is_some_and(|(each, ..)| *each >= depth) {
            open.branches.pop();
        }
    }

    /// The work of the second thread: the deepest branch first, because the walk comes to it first.
    fn work(&self, semantics: &Semantics<'_>) {
        let mut open = self.open();
        while !open.done {
            let Some((_, branch, numbers)) = open.branches.pop() else {
                open.waits = true;
                open = self.changed.wait(open).unwrap_or_else(PoisonError::into_inner);
                open.waits = false;
                continue;
            };
            drop(open);
            // The walk itself plays the first move at once.
            for number in 1..branch.len() {
                if let Ok(place) = branch.play(semantics, number)
                    && !numbers.read().unwrap_or_else(PoisonError::into_inner).contains_key(&place.key[..])
                {
                    place.expansion(semantics);
                }
            }
            open = self.open();
        }
    }
}

/// Ends the second thread when the walk is over, whatever ended it.
struct EndOnDrop<'a>(&'a PlayedAhead);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.open().done = true;
        self.0.changed.notify_all();
    }
}

/// Runs a walk while a second thread plays ahead, if there is a second core.
pub fn with_second_thread<R>(semantics: &Semantics<'_>, walk: impl FnOnce(&PlayedAhead) -> R) -> R {
    let ahead = PlayedAhead::default();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let _done = EndOnDrop(&ahead);
        if cores > 1 {
            // Without a second thread the walk plays everything itself.
            let thread = thread::Builder::new().stack_size(STACK);
            let _ = thread.spawn_scoped(scope, || ahead.work(semantics));
        }
        walk(&ahead)
    })
}
