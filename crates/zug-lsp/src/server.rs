//! The loop: reads messages, answers them, and sends diagnostics when nothing waits.

use crate::client::Client;
use crate::dispatch;
use crate::documents::Documents;
use crate::failure::RequestFailure;
use crate::features;
use crate::jobs::{FinishedJob, JobOutcome, Jobs};
use gen_lsp_types::{InitializeParams, InitializeResult, PublishDiagnosticsParams, ServerInfo, Uri};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// What long work may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The time for the hint beside a title, which is worked out unasked.
    pub hint: Duration,
    /// The time for what a command asks.
    pub command: Duration,
    /// The memory of one search, in bytes.
    pub memory: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hint: Duration::from_secs(1), command: Duration::from_secs(60), memory: 1 << 30 }
    }
}

/// How far the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ServerStage {
    /// `initialize` has not come.
    Before,
    /// Everything is answered.
    Running,
    /// `shutdown` has come; `exit` is awaited.
    After,
}

/// The state of a conversation.
pub(crate) struct Server<'c> {
    connection: &'c Connection,
    stage: ServerStage,
    requests: i32,
    /// What the client can do.
    pub(crate) client: Client,
    /// What long work may use.
    pub(crate) settings: Settings,
    /// The open texts.
    pub(crate) documents: Documents,
    /// The work on other threads.
    pub(crate) jobs: Jobs,
    /// What was found out about the open texts by long work.
    pub(crate) findings: features::findings::Findings,
}

/// Answers on a connection until the client says `exit` or is gone. The result is the exit code
/// that the protocol asks for: 0 after `shutdown`, else 1.
pub fn serve(connection: &Connection, settings: &Settings) -> u8 {
    let mut server = Server {
        connection,
        stage: ServerStage::Before,
        requests: 0,
        client: Client::default(),
        settings: settings.clone(),
        documents: Documents::default(),
        jobs: Jobs::default(),
        findings: features::findings::Findings::default(),
    };
    let finished = server.jobs.finished();
    loop {
        // What was typed meanwhile comes first, so that no version is looked into in vain.
        while connection.receiver.is_empty() && server.documents.waits() {
            server.publish();
        }
        crossbeam_channel::select! {
            recv(connection.receiver) -> message => match message {
                Ok(Message::Request(request)) => server.request(request),
                Ok(Message::Notification(it)) if it.method == "exit" => break,
                Ok(Message::Notification(it)) => server.notification(it),
                // The only requests of ours ask for a refresh; nothing hangs on their answers.
                Ok(Message::Response(_)) => {}
                Err(_) => break,
            },
            recv(finished) -> done => if let Ok(done) = done {
                server.done(done);
            },
        }
    }
    server.jobs.stop_all();
    u8::from(server.stage != ServerStage::After)
}

impl Server<'_> {
    /// Sends a message; a client that is gone needs none.
    fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }

    /// Sends a notification.
    pub(crate) fn notify(&self, method: &str, params: impl serde::Serialize) {
        let params = serde_json::to_value(params).unwrap_or_default();
        self.send(Notification { method: method.to_owned(), params });
    }

    /// Sends a request whose answer does not matter.
    pub(crate) fn ask(&mut self, method: &str, params: Value) {
        self.requests += 1;
        let id = RequestId::from(format!("zug-{}", self.requests));
        self.send(Request { id, method: method.to_owned(), params });
    }

    fn respond(&self, id: RequestId, result: Result<Value, RequestFailure>) {
        self.send(Response { id, response_result: result.map_err(Into::into) });
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match (self.stage, method.as_str()) {
            (ServerStage::Before, "initialize") => self.initialize(params),
            (ServerStage::Before, _) => {
                Err(RequestFailure::new(ErrorCode::ServerNotInitialized, "`initialize` comes first"))
            }
            (ServerStage::After, _) => {
                Err(RequestFailure::new(ErrorCode::InvalidRequest, "`shutdown` has come"))
            }
            (ServerStage::Running, "initialize") => {
                Err(RequestFailure::new(ErrorCode::InvalidRequest, "`initialize` comes once"))
            }
            (ServerStage::Running, "shutdown") => {
                self.stage = ServerStage::After;
                self.jobs.stop_all();
                Ok(Value::Null)
            }
            (ServerStage::Running, _) => {
                match self.guarded(|server| dispatch::request(server, &id, &method, params)) {
                    Some(dispatch::RequestAnswer::Now(answer)) => answer,
                    Some(dispatch::RequestAnswer::Later) => return,
                    None => Err(RequestFailure::new(
                        ErrorCode::InternalError,
                        format!("a fault of zug's own in {method}"),
                    )),
                }
            }
        };
        self.respond(id, answer);
    }

    fn notification(&mut self, it: Notification) {
        if self.stage == ServerStage::Running {
            self.guarded(|server| dispatch::notification(server, &it.method, it.params));
        }
    }

    /// Does something; nothing comes back where it panics, which would be a bug of ours, but the
    /// conversation goes on.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        catch_unwind(AssertUnwindSafe(|| work(self))).ok()
    }

    fn initialize(&mut self, params: Value) -> Result<Value, RequestFailure> {
        let params: InitializeParams =
            serde_json::from_value(params).map_err(|why| RequestFailure::parameters(why.to_string()))?;
        self.client = Client::of(&params);
        self.stage = ServerStage::Running;
        let server_info =
            Some(ServerInfo { name: "zug".into(), version: Some(env!("CARGO_PKG_VERSION").into()) });
        let capabilities = features::capabilities(&self.client);
        serde_json::to_value(InitializeResult { capabilities, server_info })
            .map_err(|why| RequestFailure::failed(why.to_string()))
    }

    /// Sends the diagnostics of one text that the client does not have yet.
    fn publish(&mut self) {
        let Some((uri, version)) = self.documents.unpublished() else { return };
        let diagnostics = self.guarded(|server| {
            let analysis = server.documents.analysis(&uri, server.client.encoding).ok()?;
            let facts = server.findings.of(&uri, version);
            Some(features::diagnostics::all(&analysis, facts, &uri))
        });
        if let Some(diagnostics) = diagnostics.flatten() {
            let params = PublishDiagnosticsParams { uri, version: Some(version), diagnostics };
            self.notify("textDocument/publishDiagnostics", params);
        }
    }

    /// A text is not what it was: what is worked out about it is for nothing.
    pub(crate) fn forget(&mut self, uri: &Uri) {
        for id in self.jobs.stop(uri) {
            self.respond(id, Err(RequestFailure::changed()));
        }
        self.findings.forget(uri);
    }

    /// The client does not want an answer any more.
    pub(crate) fn cancel(&mut self, id: &RequestId) {
        if self.jobs.cancel(id) {
            self.respond(id.clone(), Err(RequestFailure::cancelled()));
        }
    }

    /// Long work has ended.
    fn done(&mut self, done: FinishedJob) {
        let Some(job) = self.jobs.ended(done.number) else { return };
        self.end_progress(&job.progress);
        let answer = match done.outcome {
            JobOutcome::Failed(failure) => Err(failure),
            JobOutcome::Found { finding, message, answer } => {
                if let Some(message) = message {
                    self.notify("window/showMessage", message);
                }
                if let Some(finding) = finding {
                    self.found(&job.uri, job.version, finding);
                }
                Ok(answer)
            }
        };
        if let Some(id) = job.request {
            self.respond(id, answer);
        }
    }

    /// Keeps what was found, and lets the client ask for what shows it.
    fn found(&mut self, uri: &Uri, version: i32, finding: features::findings::JobFinding) {
        use features::findings::JobFinding;
        if self.documents.version(uri) != Some(version) {
            return;
        }
        let of_title = matches!(finding, JobFinding::Overview(_));
        self.findings.add(uri, version, finding);
        if of_title && self.client.refreshes_hints {
            self.ask("workspace/inlayHint/refresh", Value::Null);
        }
        if !of_title {
            self.documents.publish_again(uri);
            if self.client.refreshes_lenses {
                self.ask("workspace/codeLens/refresh", Value::Null);
            }
        }
    }
}
