//! What the server can do, a feature a file.

pub mod actions;
pub mod completion;
mod completion_items;
pub mod diagnostics;
mod documentation;
pub mod edits;
pub mod findings;
pub mod folding;
pub mod formatting;
pub mod hints;
pub mod hover;
pub mod lenses;
mod move_texts;
mod moves;
pub mod navigation;
pub mod picture;
mod place;
pub mod rename;
pub mod selection;
pub mod semantic;
pub mod signature;
pub mod solving;
pub mod symbols;

use crate::client::Client;
use crate::commands;
use gen_lsp_types as lsp;

/// What is told to the client about all of it.
pub fn capabilities(client: &Client) -> lsp::ServerCapabilities {
    let triggers = |all: &[&str]| Some(all.iter().map(|each| (*each).to_owned()).collect::<Vec<String>>());
    lsp::ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(lsp::TextDocumentSync::Options(lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::Full),
            ..Default::default()
        })),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: triggers(&[".", "\"", ","]),
            ..Default::default()
        }),
        hover_provider: Some(lsp::HoverProvider::Bool(true)),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: triggers(&["(", "[", ","]),
            ..Default::default()
        }),
        definition_provider: Some(lsp::DefinitionProvider::Bool(true)),
        references_provider: Some(lsp::ReferencesProvider::Bool(true)),
        document_highlight_provider: Some(lsp::DocumentHighlightProvider::Bool(true)),
        document_symbol_provider: Some(lsp::DocumentSymbolProvider::Bool(true)),
        code_action_provider: Some(lsp::CodeActionProvider::CodeActionOptions(lsp::CodeActionOptions {
            code_action_kinds: Some(vec![lsp::CodeActionKind::QuickFix, lsp::CodeActionKind::SourceFixAll]),
            ..Default::default()
        })),
        code_lens_provider: Some(lsp::CodeLensOptions::default()),
        document_formatting_provider: Some(lsp::DocumentFormattingProvider::Bool(true)),
        rename_provider: Some(lsp::RenameProvider::RenameOptions(lsp::RenameOptions {
            prepare_provider: Some(true),
            ..Default::default()
        })),
        folding_range_provider: Some(lsp::FoldingRangeProvider::Bool(true)),
        selection_range_provider: Some(lsp::SelectionRangeProvider::Bool(true)),
        semantic_tokens_provider: Some(lsp::SemanticTokensProvider::SemanticTokensOptions(
            lsp::SemanticTokensOptions {
                legend: semantic::legend(),
                full: Some(lsp::Full::Bool(true)),
                ..Default::default()
            },
        )),
        inlay_hint_provider: Some(lsp::InlayHintProvider::Bool(true)),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: commands::COMMANDS.iter().map(|name| (*name).to_owned()).collect(),
            ..Default::default()
        }),
        ..Default::default()
    }
}
