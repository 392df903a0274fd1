//! Work on threads of its own, while Python goes on; a signal such as Ctrl-C ends it.

use crate::errors;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use zug::answer::{EngineKind, Prepared, Session, SessionLimits};
use zug::definition::Definition;

/// From one look at the signals to the next.
const PAUSE: Duration = Duration::from_millis(20);
/// A search that was told to end is waited for so long; then it is left to end by itself.
const GRACE: Duration = Duration::from_secs(2);
/// A session tries so long to value a position with all its moves, before a search for less begins.
const PATIENCE: Duration = Duration::from_secs(4);

/// Runs `work` on a thread of its own and waits for it without holding Python's lock. A signal sets
/// `stop`, which `work` looks at.
///
/// # Errors
/// The exception of the signal; a thread that cannot be started or that panicked.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let body = move || drop(sender.send(work()));
    thread::Builder::new()
        .name("zug".into())
        .spawn(body)
        .map_err(|error| errors::mistake(py, format!("no thread could be started: {error}")))?;
    wait(py, receiver, stop).map_err(|interrupted| interrupted.0)
}

/// The exception, and whether the thread may be at work still.
struct Interrupted(PyErr, bool);

fn wait<T: Send>(py: Python<'_>, receiver: Receiver<T>, stop: &AtomicBool) -> Result<T, Interrupted> {
    let receiver = Mutex::new(receiver);
    let ask = |time| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time);
    loop {
        match py.detach(|| ask(PAUSE)) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals() {
                    stop.store(true, Ordering::SeqCst);
                    let late = py.detach(|| matches!(ask(GRACE), Err(RecvTimeoutError::Timeout)));
                    return Err(Interrupted(signal, late));
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                let text = "a thread of ours ended without an answer: this is a bug in zug";
                return Err(Interrupted(errors::internal(py, text), true));
            }
        }
    }
}

/// What a session is asked: it has what is prepared, and the session itself.
type Job = Box<dyn FnOnce(&Prepared<'_>, &mut dyn Session) + Send>;

/// A session about one definition on a thread of its own, which keeps what it has found.
struct Worker {
    jobs: Sender<Job>,
    stop: Arc<AtomicBool>,
    /// The process that started it: a child of it has no such thread.
    process: u32,
}

/// The session of a game; started by the first question.
#[derive(Default)]
pub struct Sessions(Mutex<Option<Worker>>);

impl Sessions {
    /// Asks the session.
    ///
    /// # Errors
    /// As those of [`run`].
    pub fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        definition: &Arc<Definition>,
        work: impl FnOnce(&Prepared<'_>, &mut dyn Session, &Arc<AtomicBool>) -> T + Send + 'static,
    ) -> PyResult<T> {
        let mut place = self.lock(py)?;
        if place.as_ref().is_none_or(|worker| worker.process != std::process::id()) {
            *place = Some(start(py, definition)?);
        }
        let Some(worker) = place.as_ref() else { return Err(errors::internal(py, "there is no session")) };
        worker.stop.store(false, Ordering::SeqCst);
        let (sender, receiver) = mpsc::channel();
        let stop = Arc::clone(&worker.stop);
        let job: Job = Box::new(move |prepared, session| drop(sender.send(work(prepared, session, &stop))));
        if worker.jobs.send(job).is_err() {
            *place = None;
            return Err(errors::internal(py, "a session ended by itself: this is a bug in zug"));
        }
        wait(py, receiver, &worker.stop).map_err(|Interrupted(error, at_work)| {
            if at_work {
                *place = None;
            }
            error
        })
    }

    /// One question at a time. Whoever waits for his turn holds Python's lock no more than now and
    /// then.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Option<Worker>>> {
        loop {
            match self.0.try_lock() {
                Ok(guard) => return Ok(guard),
                Err(std::sync::TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(std::sync::TryLockError::WouldBlock) => py.detach(|| thread::sleep(PAUSE / 10)),
            }
            py.check_signals()?;
        }
    }
}

fn start(py: Python<'_>, definition: &Arc<Definition>) -> PyResult<Worker> {
    let (jobs, asked) = mpsc::channel::<Job>();
    let stop = Arc::new(AtomicBool::new(false));
    let limits = SessionLimits {
        memory: crate::limits::default_memory() / 2,
        process: None,
        time: Some(PATIENCE),
        stop: Some(Arc::clone(&stop)),
    };
    let definition = Arc::clone(definition);
    let body = move || {
        // `Game` has tried this definition: it fits the machine.
        let Ok(prepared) = Prepared::new(&definition.program, EngineKind::Auto) else { return };
        let prepared = prepared.with_symmetry();
        prepared.session(&limits, |session| asked.into_iter().for_each(|job| job(&prepared, session)));
    };
    thread::Builder::new()
        .name("zug session".into())
        .spawn(body)
        .map_err(|error| errors::mistake(py, format!("no thread could be started: {error}")))?;
    Ok(Worker { jobs, stop, process: std::process::id() })
}
