//! What is asked of the solver: commands of lenses, and pictures for previews.

use crate::analysis::TextAnalysis;
use crate::dispatch::{RequestAnswer, read};
use crate::failure::RequestFailure;
use crate::features::findings::JobFinding;
use crate::features::solving::{AskedFacts, SolvingLimits};
use crate::features::{picture, solving};
use crate::jobs::{JobOutcome, Purpose};
use crate::server::Server;
use gen_lsp_types::{ExecuteCommandParams, MessageType, ProgressToken, ShowMessageParams, Uri};
use lsp_server::RequestId;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The commands of the server.
pub const COMMANDS: [&str; 3] = ["zug.check", "zug.solve", "zug.show"];

/// The argument of a command.
#[derive(Debug, Deserialize)]
struct Argument {
    /// The text.
    uri: Uri,
    /// The version that is meant; without one the newest.
    version: Option<i32>,
    /// The number of an `expect` among all of the text; without one all are meant.
    expect: Option<usize>,
    /// Moves that are played first.
    #[serde(default)]
    moves: String,
    /// Whether the client shows the answer itself.
    #[serde(default)]
    quiet: bool,
}

/// Starts what a request asks for; nothing comes back for any other request.
pub fn request(
    server: &mut Server<'_>,
    id: &RequestId,
    method: &str,
    params: &Value,
) -> Option<Result<RequestAnswer, RequestFailure>> {
    match method {
        "workspace/executeCommand" => Some(command(server, id, params)),
        "zug/picture" => Some(read::<Argument>(params.clone()).and_then(|argument| {
            start(server, id, None, argument, |analysis, argument, _| {
                match picture::picture(analysis, &argument.moves) {
                    Ok(picture) => found(None, None, picture),
                    Err(failure) => JobOutcome::Failed(failure),
                }
            })
        })),
        _ => None,
    }
}

fn command(server: &mut Server<'_>, id: &RequestId, params: &Value) -> Result<RequestAnswer, RequestFailure> {
    let params: ExecuteCommandParams = read(params.clone())?;
    let progress = params.work_done_progress_params.work_done_token;
    if !COMMANDS.contains(&params.command.as_str()) {
        return Err(RequestFailure::parameters(format!("there is no command {}", params.command)));
    }
    let argument = params.arguments.unwrap_or_default().into_iter().next();
    let argument: Argument =
        read(argument.ok_or_else(|| RequestFailure::parameters("the argument is missing"))?)?;
    let settings = server.settings.clone();
    start(server, id, progress, argument, move |analysis, argument, stop| {
        let solving = SolvingLimits { time: settings.command, memory: settings.memory, stop };
        let outcome = match params.command.as_str() {
            "zug.check" => check(analysis, argument.expect, &solving),
            "zug.solve" => solve(analysis, &argument.moves, &solving),
            _ => show(analysis, &argument.moves),
        };
        if argument.quiet { outcome.without_message() } else { outcome }
    })
}

fn start(
    server: &mut Server<'_>,
    id: &RequestId,
    progress: Option<ProgressToken>,
    argument: Argument,
    work: impl FnOnce(&TextAnalysis, &Argument, &Arc<AtomicBool>) -> JobOutcome + Send + 'static,
) -> Result<RequestAnswer, RequestFailure> {
    let analysis = server.documents.analysis(&argument.uri, server.client.encoding)?;
    let version = server.documents.version(&argument.uri).unwrap_or_default();
    if argument.version.is_some_and(|meant| meant != version) {
        return Err(RequestFailure::changed());
    }
    server.begin_progress(&progress);
    let purpose = Purpose { uri: argument.uri.clone(), version, request: Some(id.clone()), progress };
    server.jobs.start(purpose, move |stop| work(&analysis, &argument, stop));
    Ok(RequestAnswer::Later)
}

fn found(finding: Option<JobFinding>, message: Option<ShowMessageParams>, answer: Value) -> JobOutcome {
    JobOutcome::Found { finding, message, answer }
}

fn message(kind: MessageType, message: impl Into<String>) -> Option<ShowMessageParams> {
    Some(ShowMessageParams { kind, message: message.into() })
}

/// `zug.check`: judges facts.
fn check(analysis: &TextAnalysis, which: Option<usize>, solving: &SolvingLimits<'_>) -> JobOutcome {
    let asked = match which {
        Some(number) => AskedFacts::One(number),
        None => AskedFacts::AllQuick,
    };
    let facts = match solving::facts(analysis, asked, solving) {
        Ok(facts) => facts,
        Err(failure) => return JobOutcome::Failed(failure),
    };
    let summary = solving::summary(&facts);
    let kind = if summary.fails > 0 { MessageType::Warning } else { MessageType::Info };
    let shown = which.is_none().then(|| message(kind, summary.words.clone())).flatten();
    let rows: Vec<Value> =
        facts.iter().map(|(span, fact)| solving::fact_json(analysis, *span, fact)).collect();
    let answer =
        json!({ "text": summary.words, "holds": summary.fails == 0 && summary.unknown == 0, "facts": rows });
    found(Some(JobFinding::Facts(facts)), shown, answer)
}

/// `zug.solve`: the value of a position, with moves and a line.
fn solve(analysis: &TextAnalysis, moves: &str, solving: &SolvingLimits<'_>) -> JobOutcome {
    match solving::solve(analysis, moves, solving) {
        Ok((text, answer)) => {
            found(None, message(MessageType::Info, text.clone()), json!({ "text": text, "answer": answer }))
        }
        Err(failure) => JobOutcome::Failed(failure),
    }
}

/// `zug.show`: a position with letters.
fn show(analysis: &TextAnalysis, moves: &str) -> JobOutcome {
    match picture::picture(analysis, moves) {
        Ok(picture) => {
            let text = picture.get("text").and_then(Value::as_str).unwrap_or("").to_owned();
            found(None, message(MessageType::Info, text), picture)
        }
        Err(failure) => JobOutcome::Failed(failure),
    }
}

impl Server<'_> {
    /// Shows that work goes on, where the client asked for that.
    pub(crate) fn begin_progress(&mut self, token: &Option<ProgressToken>) {
        if let Some(token) = token {
            let value = json!({ "kind": "begin", "title": "Zug", "cancellable": true });
            self.notify("$/progress", json!({ "token": token, "value": value }));
        }
    }

    /// Shows that it has ended.
    pub(crate) fn end_progress(&mut self, token: &Option<ProgressToken>) {
        if let Some(token) = token {
            self.notify("$/progress", json!({ "token": token, "value": { "kind": "end" } }));
        }
    }
}
