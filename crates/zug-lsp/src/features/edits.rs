//! Edits of a text, of the version that they were made for where the client can take that.

use crate::client::Client;
use gen_lsp_types::{
    DocumentChange, Edit, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextDocumentIdentifier,
    TextEdit, Uri, WorkspaceEdit,
};
use std::collections::HashMap;

/// The text that edits are for.
#[derive(Clone, Copy, Debug)]
pub struct Edited<'a> {
    /// Its address.
    pub uri: &'a Uri,
    /// Its version.
    pub version: i32,
    /// Who makes the edits.
    pub client: &'a Client,
}

impl Edited<'_> {
    /// What the client is told. With a version it refuses edits of a text that has changed.
    pub fn by(self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        let uri = self.uri.clone();
        if !self.client.versions {
            return WorkspaceEdit { changes: Some(HashMap::from([(uri, edits)])), ..Default::default() };
        }
        let text_document = OptionalVersionedTextDocumentIdentifier {
            version: Some(self.version),
            text_document_identifier: TextDocumentIdentifier { uri },
        };
        let edits = edits.into_iter().map(Edit::TextEdit).collect();
        let change = DocumentChange::TextDocumentEdit(TextDocumentEdit { text_document, edits });
        WorkspaceEdit { document_changes: Some(vec![change]), ..Default::default() }
    }
}
