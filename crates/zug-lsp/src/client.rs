//! What the client said of itself when it began.

use crate::positions::Encoding;
use gen_lsp_types::{InitializeParams, MarkupKind};
use serde_json::Value;

/// The abilities of the client that answers depend on.
#[derive(Clone, Debug, Default)]
pub struct Client {
    /// What the characters of a position count.
    pub encoding: Encoding,
    /// Whether completions may have places to fill in.
    pub snippets: bool,
    /// Whether hovers may be Markdown.
    pub markdown: bool,
    /// Whether edits may say which version of a text they are of.
    pub versions: bool,
    /// Whether it asks for inlay hints again when told to.
    pub refreshes_hints: bool,
    /// Whether it asks for code lenses again when told to.
    pub refreshes_lenses: bool,
    /// The commands that it does itself, `zug.play` and `zug.preview`, and that lenses may name.
    pub commands: Vec<String>,
}

impl Client {
    /// Reads the parameters of `initialize`.
    pub fn of(params: &InitializeParams) -> Client {
        let abilities = &params.capabilities;
        let general = abilities.general.as_ref();
        let offered = general.and_then(|general| general.position_encodings.clone()).unwrap_or_default();
        let text = abilities.text_document.as_ref();
        let item = text.and_then(|it| it.completion.as_ref()).and_then(|it| it.completion_item.as_ref());
        let formats = text.and_then(|it| it.hover.as_ref()).and_then(|it| it.content_format.clone());
        let space = abilities.workspace.as_ref();
        let edits = space.and_then(|it| it.workspace_edit.as_ref()).and_then(|it| it.document_changes);
        let hints = space.and_then(|it| it.inlay_hint.as_ref()).and_then(|it| it.refresh_support);
        let lenses = space.and_then(|it| it.code_lens.as_ref()).and_then(|it| it.refresh_support);
        Client {
            encoding: Encoding::agreed(&offered),
            snippets: item.and_then(|it| it.snippet_support).unwrap_or(false),
            // A client that says nothing is old, and they took Markdown for granted.
            markdown: formats.is_none_or(|formats| formats.contains(&MarkupKind::Markdown)),
            versions: edits.unwrap_or(false),
            refreshes_hints: hints.unwrap_or(false),
            refreshes_lenses: lenses.unwrap_or(false),
            commands: commands(params.initialization_options.as_ref()),
        }
    }
}

/// `{"commands": ["zug.play", "zug.preview"]}`
fn commands(options: Option<&Value>) -> Vec<String> {
    let named = options.and_then(|options| options.get("commands")).and_then(Value::as_array);
    named.into_iter().flatten().filter_map(Value::as_str).map(String::from).collect()
}
