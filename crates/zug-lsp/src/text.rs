//! A text that is asked about without a connection, by a page or a notebook: the same answers in
//! the same form.
//!
//! Positions are those of the protocol: lines from 0, and units of UTF-16 in them.

use crate::analysis::TextAnalysis;
use crate::features::solving::{self, AskedFacts, SolvingLimits};
use crate::features::{actions, completion, diagnostics, hover, semantic};
use crate::positions::Encoding;
use gen_lsp_types::{Contents, Position, Uri};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use zug_lang::program::Program;
use zug_lang::syntax::ast::ItemKind;
use zug_lang::syntax::format;

/// What the judging of facts may use.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// Time for all facts together.
    pub time: Duration,
    /// Bytes for each.
    pub memory: u64,
    /// Set from outside to end at once.
    pub stop: Arc<AtomicBool>,
}

/// A text and what the language says of it.
#[derive(Debug)]
pub struct OpenDocument {
    analysis: TextAnalysis,
}

impl OpenDocument {
    /// Looks into a text.
    pub fn new(text: &str) -> OpenDocument {
        OpenDocument { analysis: TextAnalysis::of(text.into(), Encoding::Utf16) }
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.analysis.text
    }

    /// The program, where there are no errors.
    pub fn program(&self) -> Option<&Program> {
        self.analysis.program.as_ref()
    }

    /// All diagnostics as the protocol has them; each also has its `fixes`, with a `title`, whether
    /// it is `preferred`, and `edits`.
    pub fn diagnostics(&self) -> Vec<Value> {
        let nowhere = Uri(String::new());
        let one = |it| {
            let mut written = written(diagnostics::one(&self.analysis, it, &nowhere));
            written["fixes"] = actions::of(&self.analysis, it).map(fix).collect();
            written
        };
        self.analysis.diagnostics.iter().map(one).collect()
    }

    /// What each word is, for colours: `tokens` as the protocol writes them, by the names in
    /// `legend`.
    pub fn tokens(&self) -> Value {
        json!({ "legend": written(semantic::legend())["tokenTypes"], "tokens": written(semantic::all(&self.analysis))["data"] })
    }

    /// The edits of all certain fixes at once.
    pub fn all_fixes(&self) -> Value {
        written(actions::certain(&self.analysis))
    }

    /// What is told of the word at a place, as Markdown, and its range.
    pub fn hover(&self, line: u32, character: u32) -> Option<Value> {
        let found = hover::hover(&self.analysis, self.offset(line, character), true)?;
        let Contents::MarkupContent(content) = found.contents else { return None };
        Some(json!({ "text": content.value, "range": found.range }))
    }

    /// What may stand at a place, as the protocol has it.
    pub fn completion(&self, line: u32, character: u32) -> Value {
        written(completion::all(&self.analysis, self.offset(line, character), true))
    }

    /// The text in its canonical form; nothing where it has syntax errors.
    pub fn formatted(&self) -> Option<String> {
        format::format(&self.analysis.text).ok()
    }

    /// The expectations in the order of the text: their ranges, and whether they are marked as
    /// slow.
    pub fn expectations(&self) -> Vec<Value> {
        let items = self.analysis.game.items.iter();
        let one = |kind: &ItemKind| match kind {
            ItemKind::Expect(expect) => {
                Some(json!({ "range": self.analysis.range(expect.head), "slow": expect.slow }))
            }
            _ => None,
        };
        items.filter_map(|item| one(&item.kind)).collect()
    }

    /// Judges the facts of an expectation, by its number, or of all that are not slow.
    ///
    /// # Errors
    /// The text has errors, or there is no such expectation.
    pub fn facts(&self, expectation: Option<usize>, allowed: &Allowed) -> Result<Value, String> {
        let asked = expectation.map_or(AskedFacts::AllQuick, AskedFacts::One);
        let solving = SolvingLimits { time: allowed.time, memory: allowed.memory, stop: &allowed.stop };
        let facts = solving::facts(&self.analysis, asked, &solving).map_err(|failure| failure.message)?;
        let summary = solving::summary(&facts);
        let row = |(span, fact): &(_, _)| solving::fact_json(&self.analysis, *span, fact);
        let rows: Vec<Value> = facts.iter().map(row).collect();
        Ok(
            json!({ "text": summary.words, "fails": summary.fails, "unknown": summary.unknown, "facts": rows }),
        )
    }

    fn offset(&self, line: u32, character: u32) -> usize {
        self.analysis.offset(Position { line, character })
    }
}

fn fix(fix: actions::QuickFix) -> Value {
    json!({ "title": fix.title, "preferred": fix.preferred, "edits": written(fix.edits) })
}

fn written(answer: impl serde::Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "game \"Heap\"\nplayers A, B\nstate { heap: 0..9 = 5 }\n\
                        move take(n in 1..2) when n <= heep { heap -= n }\nstuck => opponent wins\nexpect A wins\n";

    #[test]
    fn a_misspelt_name_comes_with_its_fix() {
        let text = OpenDocument::new(GAME);
        let diagnostics = text.diagnostics();
        assert_eq!(diagnostics[0]["code"], "Z0101", "{diagnostics:?}");
        let edit = &diagnostics[0]["fixes"][0]["edits"][0];
        assert_eq!(edit["newText"], "heap");
        assert_eq!(edit["range"]["start"], json!({ "line": 3, "character": 31 }));
        assert!(text.program().is_none());
        assert!(text.facts(None, &allowed()).is_err());
    }

    #[test]
    fn a_text_in_order_answers_everything() {
        let text = OpenDocument::new(&GAME.replace("heep", "heap"));
        assert_eq!(text.diagnostics(), Vec::<Value>::new());
        assert_eq!(
            text.facts(None, &allowed()).map(|all| all["text"].clone()),
            Ok(json!("1 of 1 facts hold"))
        );
        let hover = text.hover(3, 32).expect("a name");
        assert!(hover["text"].as_str().expect("Markdown").contains("heap"));
        let labels = text.completion(3, 31).to_string();
        assert!(labels.contains("\"heap\""), "{labels}");
        assert_eq!(text.expectations().len(), 1);
        assert!(text.formatted().is_some());
    }

    fn allowed() -> Allowed {
        Allowed { time: Duration::from_secs(60), memory: 1 << 26, stop: Arc::default() }
    }
}
