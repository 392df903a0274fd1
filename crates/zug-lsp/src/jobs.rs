//! Work that may take long, on threads of its own. It ends when its text changes.

use crate::failure::RequestFailure;
use crate::features::findings::JobFinding;
use crossbeam_channel::{Receiver, Sender, unbounded};
use gen_lsp_types::{ProgressToken, ShowMessageParams, Uri};
use lsp_server::{ErrorCode, RequestId};
use serde_json::Value;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// How much work is done at a time; the rest waits.
const AT_ONCE: usize = 2;
/// The stack of a thread, in bytes. Searches start deeper ones themselves.
const STACK: usize = 32 << 20;

/// How work ended.
pub enum JobOutcome {
    /// Something was found.
    Found {
        /// What is kept of it.
        finding: Option<JobFinding>,
        /// What is shown to the user.
        message: Option<ShowMessageParams>,
        /// The answer to the request.
        answer: Value,
    },
    /// There is no answer.
    Failed(RequestFailure),
}

impl JobOutcome {
    /// The same, and the user is shown nothing.
    pub fn without_message(self) -> JobOutcome {
        match self {
            JobOutcome::Found { finding, answer, .. } => JobOutcome::Found { finding, message: None, answer },
            failed @ JobOutcome::Failed(_) => failed,
        }
    }
}

/// Work that has ended.
pub struct FinishedJob {
    /// The number of the work.
    pub number: u64,
    /// How it ended.
    pub outcome: JobOutcome,
}

/// What the work is for.
#[derive(Clone, Debug)]
pub struct Purpose {
    /// The text that it is about.
    pub uri: Uri,
    /// The version of that text.
    pub version: i32,
    /// The request that it answers; without one it is done unasked.
    pub request: Option<RequestId>,
    /// Where the client shows how far it is.
    pub progress: Option<ProgressToken>,
}

type JobWork = Box<dyn FnOnce(&Arc<AtomicBool>) -> JobOutcome + Send>;

struct Job {
    number: u64,
    purpose: Purpose,
    stop: Arc<AtomicBool>,
}

/// All work that goes on or waits.
pub struct Jobs {
    sender: Sender<FinishedJob>,
    receiver: Receiver<FinishedJob>,
    jobs: Vec<Job>,
    waiting: VecDeque<(u64, JobWork)>,
    running: usize,
    numbers: u64,
}

impl Default for Jobs {
    fn default() -> Jobs {
        let (sender, receiver) = unbounded();
        Jobs { sender, receiver, jobs: Vec::new(), waiting: VecDeque::new(), running: 0, numbers: 0 }
    }
}

impl Jobs {
    /// Where the ends of work arrive.
    pub fn finished(&self) -> Receiver<FinishedJob> {
        self.receiver.clone()
    }

    /// Starts work, or lets it wait for its turn.
    pub fn start(
        &mut self,
        purpose: Purpose,
        work: impl FnOnce(&Arc<AtomicBool>) -> JobOutcome + Send + 'static,
    ) {
        self.numbers += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.jobs.push(Job { number: self.numbers, purpose, stop });
        self.waiting.push_back((self.numbers, Box::new(work)));
        self.next();
    }

    /// Whether work that nobody asked for goes on about a version of a text.
    pub fn unasked(&self, uri: &Uri, version: i32) -> bool {
        let about = |it: &Purpose| it.uri == *uri && it.version == version && it.request.is_none();
        self.jobs.iter().any(|job| about(&job.purpose))
    }

    fn next(&mut self) {
        while self.running < AT_ONCE {
            let Some((number, work)) = self.waiting.pop_front() else { return };
            // Work that was stopped while it waited is never begun.
            let Some(job) = self.jobs.iter().find(|job| job.number == number) else { continue };
            let (stop, sender) = (Arc::clone(&job.stop), self.sender.clone());
            let begin = move || {
                let outcome = catch_unwind(AssertUnwindSafe(|| work(&stop))).unwrap_or_else(|_| {
                    JobOutcome::Failed(RequestFailure::new(ErrorCode::InternalError, "a fault of zug's own"))
                });
                let _ = sender.send(FinishedJob { number, outcome });
            };
            self.running += 1;
            if thread::Builder::new().stack_size(STACK).spawn(begin).is_err() {
                let outcome = JobOutcome::Failed(RequestFailure::failed("no thread could be started"));
                let _ = self.sender.send(FinishedJob { number, outcome });
            }
        }
    }

    /// Notes that work has ended; nothing comes back for work that was stopped, which is answered
    /// already.
    pub fn ended(&mut self, number: u64) -> Option<Purpose> {
        self.running -= 1;
        let at = self.jobs.iter().position(|job| job.number == number);
        let purpose = at.map(|at| self.jobs.swap_remove(at).purpose);
        self.next();
        purpose
    }

    /// Stops all work about a text; the requests that it would have answered come back.
    pub fn stop(&mut self, uri: &Uri) -> Vec<RequestId> {
        self.stop_where(|purpose| purpose.uri == *uri)
    }

    /// Stops everything.
    pub fn stop_all(&mut self) {
        self.stop_where(|_| true);
    }

    /// Stops the work for a request; whether there was any.
    pub fn cancel(&mut self, id: &RequestId) -> bool {
        !self.stop_where(|purpose| purpose.request.as_ref() == Some(id)).is_empty()
    }

    /// The request whose progress is shown under a token.
    pub fn with_progress(&self, token: &ProgressToken) -> Option<RequestId> {
        let job = self.jobs.iter().find(|job| job.purpose.progress.as_ref() == Some(token))?;
        job.purpose.request.clone()
    }

    fn stop_where(&mut self, which: impl Fn(&Purpose) -> bool) -> Vec<RequestId> {
        let (stopped, kept) = std::mem::take(&mut self.jobs).into_iter().partition(|job| which(&job.purpose));
        self.jobs = kept;
        let stopped: Vec<Job> = stopped;
        stopped
            .into_iter()
            .filter_map(|job| {
                job.stop.store(true, Ordering::SeqCst);
                job.purpose.request
            })
            .collect()
    }
}
