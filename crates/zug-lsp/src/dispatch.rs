//! Which message is answered by what.

use crate::analysis::TextAnalysis;
use crate::commands;
use crate::failure::RequestFailure;
use crate::features as f;
use crate::features::edits::Edited;
use crate::server::Server;
use gen_lsp_types as lsp;
use gen_lsp_types::{TextDocumentPositionParams as At, Uri};
use lsp_server::{ErrorCode, RequestId};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// The answer to a request.
pub enum RequestAnswer {
    /// It is sent at once.
    Now(Result<Value, RequestFailure>),
    /// Work on another thread will answer.
    Later,
}

/// Answers a request.
pub fn request(server: &mut Server<'_>, id: &RequestId, method: &str, params: Value) -> RequestAnswer {
    if let Some(answer) = commands::request(server, id, method, &params) {
        return answer.unwrap_or_else(|failure| RequestAnswer::Now(Err(failure)));
    }
    RequestAnswer::Now(at_once(server, method, params))
}

fn at_once(server: &mut Server<'_>, method: &str, params: Value) -> Result<Value, RequestFailure> {
    let mut asked = DispatchedRequest { server, params };
    match method {
        "textDocument/codeAction" => asked.of::<lsp::CodeActionRequest>(
            |p| &p.text_document.uri,
            |a, p, server| Ok(f::actions::all(a, p, server.edited(&p.text_document.uri))),
        ),
        "textDocument/formatting" => asked.of::<lsp::DocumentFormattingRequest>(
            |p| &p.text_document.uri,
            |a, _, _| Ok(f::formatting::edits(a)),
        ),
        "textDocument/definition" => asked.at::<lsp::DefinitionRequest>(
            |p| &p.text_document_position_params,
            |a, offset, p, _| Ok(f::navigation::definition(a, offset, uri(&p.text_document_position_params))),
        ),
        "textDocument/references" => asked.at::<lsp::ReferencesRequest>(
            |p| &p.text_document_position_params,
            |a, offset, p, _| {
                let at = uri(&p.text_document_position_params);
                Ok(f::navigation::references(a, offset, at, p.context.include_declaration))
            },
        ),
        "textDocument/documentHighlight" => asked.at::<lsp::DocumentHighlightRequest>(
            |p| &p.text_document_position_params,
            |a, offset, _, _| Ok(f::navigation::highlights(a, offset)),
        ),
        "textDocument/prepareRename" => asked.at::<lsp::PrepareRenameRequest>(
            |p| &p.text_document_position_params,
            |a, offset, _, _| f::rename::prepare(a, offset).map(Some),
        ),
        "textDocument/rename" => asked.at::<lsp::RenameRequest>(
            |p| &p.text_document_position_params,
            |a, offset, p, server| {
                let edited = server.edited(uri(&p.text_document_position_params));
                f::rename::rename(a, offset, edited, &p.new_name).map(Some)
            },
        ),
        "textDocument/documentSymbol" => {
            asked.of::<lsp::DocumentSymbolRequest>(|p| &p.text_document.uri, |a, _, _| Ok(f::symbols::all(a)))
        }
        "textDocument/foldingRange" => {
            asked.of::<lsp::FoldingRangeRequest>(|p| &p.text_document.uri, |a, _, _| Ok(f::folding::all(a)))
        }
        "textDocument/selectionRange" => asked.of::<lsp::SelectionRangeRequest>(
            |p| &p.text_document.uri,
            |a, p, _| Ok(f::selection::all(a, p)),
        ),
        "textDocument/semanticTokens/full" => asked
            .of::<lsp::SemanticTokensRequest>(|p| &p.text_document.uri, |a, _, _| Ok(f::semantic::all(a))),
        "textDocument/hover" => asked.at::<lsp::HoverRequest>(
            |p| &p.text_document_position_params,
            |a, offset, _, server| Ok(f::hover::hover(a, offset, server.client.markdown)),
        ),
        "textDocument/completion" => asked.at::<lsp::CompletionRequest>(
            |p| &p.text_document_position_params,
            |a, offset, _, server| Ok(f::completion::all(a, offset, server.client.snippets)),
        ),
        "textDocument/signatureHelp" => asked.at::<lsp::SignatureHelpRequest>(
            |p| &p.text_document_position_params,
            |a, offset, _, _| Ok(f::signature::help(a, offset)),
        ),
        "textDocument/codeLens" => asked.of::<lsp::CodeLensRequest>(
            |p| &p.text_document.uri,
            |a, p, server| {
                let (uri, client) = (&p.text_document.uri, &server.client.commands);
                let version = server.documents.version(uri).unwrap_or_default();
                Ok(f::lenses::all(a, uri, version, server.findings.of(uri, version), client))
            },
        ),
        "textDocument/inlayHint" => asked.of::<lsp::InlayHintRequest>(
            |p| &p.text_document.uri,
            |a, p, server| Ok(f::hints::all(a, &p.text_document.uri, p.range, server)),
        ),
        _ => Err(RequestFailure::new(ErrorCode::MethodNotFound, format!("zug does not know {method}"))),
    }
}

fn uri(at: &At) -> &Uri {
    &at.text_document.uri
}

impl Server<'_> {
    /// What edits of a text need to know.
    fn edited<'a>(&'a self, uri: &'a Uri) -> Edited<'a> {
        Edited { uri, version: self.documents.version(uri).unwrap_or_default(), client: &self.client }
    }
}

/// Reads parameters.
pub fn read<P: DeserializeOwned>(params: Value) -> Result<P, RequestFailure> {
    serde_json::from_value(params).map_err(|why| RequestFailure::parameters(why.to_string()))
}

/// Writes a result.
fn written(result: impl serde::Serialize) -> Result<Value, RequestFailure> {
    serde_json::to_value(result).map_err(|why| RequestFailure::failed(why.to_string()))
}

/// A request with its parameters.
struct DispatchedRequest<'s, 'c> {
    server: &'s mut Server<'c>,
    params: Value,
}

impl<'c> DispatchedRequest<'_, 'c> {
    /// Answers about a text.
    fn of<R: lsp::Request>(
        &mut self,
        uri: impl Fn(&R::Params) -> &Uri,
        answer: impl FnOnce(&Arc<TextAnalysis>, &R::Params, &mut Server<'c>) -> Result<R::Result, RequestFailure>,
    ) -> Result<Value, RequestFailure> {
        let params: R::Params = read(self.params.take())?;
        let analysis = self.server.documents.analysis(uri(&params), self.server.client.encoding)?;
        written(answer(&analysis, &params, self.server)?)
    }

    /// Answers about a place in a text.
    fn at<R: lsp::Request>(
        &mut self,
        at: impl Fn(&R::Params) -> &At,
        answer: impl FnOnce(
            &Arc<TextAnalysis>,
            usize,
            &R::Params,
            &mut Server<'c>,
        ) -> Result<R::Result, RequestFailure>,
    ) -> Result<Value, RequestFailure> {
        self.of::<R>(
            |params| uri(at(params)),
            |analysis, params, server| {
                let offset = analysis.offset(at(params).position);
                answer(analysis, offset, params, server)
            },
        )
    }
}

/// Takes note of a notification. One that is wrong, or not known, is left out: there is no answer
/// that could say so.
pub fn notification(server: &mut Server<'_>, method: &str, params: Value) {
    match method {
        "textDocument/didOpen" => {
            let Ok(opened) = read::<lsp::DidOpenTextDocumentParams>(params) else { return };
            let text = opened.text_document;
            server.forget(&text.uri);
            server.documents.open(&text.uri, text.version, text.text);
        }
        "textDocument/didChange" => {
            let Ok(changed) = read::<lsp::DidChangeTextDocumentParams>(params) else { return };
            let (uri, version) =
                (changed.text_document.text_document_identifier.uri, changed.text_document.version);
            if server.documents.change(&uri, version, changed.content_changes, server.client.encoding) {
                server.forget(&uri);
            }
        }
        "textDocument/didClose" => {
            let Ok(closed) = read::<lsp::DidCloseTextDocumentParams>(params) else { return };
            let uri = closed.text_document.uri;
            server.forget(&uri);
            if server.documents.close(&uri) {
                // The mistakes of a text that is not open are nobody's concern.
                let none = lsp::PublishDiagnosticsParams { uri, version: None, diagnostics: Vec::new() };
                server.notify("textDocument/publishDiagnostics", none);
            }
        }
        "$/cancelRequest" => {
            let Ok(cancelled) = read::<lsp::CancelParams>(params) else { return };
            server.cancel(&match cancelled.id {
                lsp::Id::Int(id) => RequestId::from(id),
                lsp::Id::String(id) => RequestId::from(id),
            });
        }
        "window/workDoneProgress/cancel" => {
            let Ok(cancelled) = read::<lsp::WorkDoneProgressCancelParams>(params) else { return };
            if let Some(id) = server.jobs.with_progress(&cancelled.token) {
                server.cancel(&id);
            }
        }
        _ => {}
    }
}
