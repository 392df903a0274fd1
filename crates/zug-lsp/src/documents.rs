//! The open texts.

use crate::analysis::TextAnalysis;
use crate::failure::RequestFailure;
use crate::positions::{Encoding, Lines};
use gen_lsp_types::{TextDocumentContentChangeEvent as Change, Uri};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One open text.
#[derive(Debug)]
pub struct Document {
    /// Its version, as the client counts.
    pub version: i32,
    text: Arc<str>,
    analysis: Option<Arc<TextAnalysis>>,
    /// Whether the client has the diagnostics of this version.
    published: bool,
}

/// All open texts by their addresses.
#[derive(Debug, Default)]
pub struct Documents {
    open: BTreeMap<String, Document>,
}

impl Documents {
    /// A text was opened, perhaps again.
    pub fn open(&mut self, uri: &Uri, version: i32, text: String) {
        let document = Document { version, text: text.into(), analysis: None, published: false };
        self.open.insert(uri.0.clone(), document);
    }

    /// A text has changed. A version that is not newer is left out: the answer is `false`.
    pub fn change(&mut self, uri: &Uri, version: i32, changes: Vec<Change>, encoding: Encoding) -> bool {
        let Some(document) = self.open.get_mut(&uri.0) else { return false };
        if version <= document.version {
            return false;
        }
        for change in changes {
            document.text = match change {
                Change::TextDocumentContentChangeWholeDocument(whole) => whole.text.into(),
                Change::TextDocumentContentChangePartial(part) => {
                    // Whole texts were asked for; a client that sends a part is understood all the
                    // same.
                    let lines = Lines::new(&document.text, encoding);
                    let start = lines.offset(&document.text, part.range.start);
                    let end = lines.offset(&document.text, part.range.end).max(start);
                    let mut text = document.text.to_string();
                    text.replace_range(start..end, &part.text);
                    text.into()
                }
            };
        }
        (document.version, document.analysis, document.published) = (version, None, false);
        true
    }

    /// A text was closed; the answer is whether it was open.
    pub fn close(&mut self, uri: &Uri) -> bool {
        self.open.remove(&uri.0).is_some()
    }

    /// The version of an open text.
    pub fn version(&self, uri: &Uri) -> Option<i32> {
        self.open.get(&uri.0).map(|document| document.version)
    }

    /// The analysis of an open text, made where it is not there.
    pub fn analysis(&mut self, uri: &Uri, encoding: Encoding) -> Result<Arc<TextAnalysis>, RequestFailure> {
        let Some(document) = self.open.get_mut(&uri.0) else {
            return Err(RequestFailure::parameters(format!("{uri} is not open")));
        };
        let text = &document.text;
        let made =
            document.analysis.get_or_insert_with(|| Arc::new(TextAnalysis::of(Arc::clone(text), encoding)));
        Ok(Arc::clone(made))
    }

    /// A text whose diagnostics the client does not have yet, with its version.
    pub fn unpublished(&mut self) -> Option<(Uri, i32)> {
        let (uri, document) = self.open.iter_mut().find(|(_, document)| !document.published)?;
        document.published = true;
        Some((Uri(uri.clone()), document.version))
    }

    /// The diagnostics of a text are to be sent again.
    pub fn publish_again(&mut self, uri: &Uri) {
        if let Some(document) = self.open.get_mut(&uri.0) {
            document.published = false;
        }
    }

    /// Whether a text waits for its diagnostics to be sent.
    pub fn waits(&self) -> bool {
        self.open.values().any(|document| !document.published)
    }
}
