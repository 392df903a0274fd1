//! The mistakes of a text, as the protocol tells them.

use super::findings::{FactFound, FactResults};
use crate::analysis::TextAnalysis;
use gen_lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    Uri,
};
use std::sync::LazyLock;
use zug_analysis::lints::UNUSED;
use zug_lang::diagnostic as zug;
use zug_lang::explain::{self, Page};

/// All diagnostics of a text, and the facts that were run and do not hold.
pub fn all(analysis: &TextAnalysis, facts: Option<&FactResults>, uri: &Uri) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = analysis.diagnostics.iter().map(|it| one(analysis, it, uri)).collect();
    let failed = facts.into_iter().flat_map(FactResults::failed);
    all.extend(failed.map(|(span, found)| fact(analysis, span, found)));
    all
}

/// One diagnostic.
pub fn one(analysis: &TextAnalysis, it: &zug::Diagnostic, uri: &Uri) -> Diagnostic {
    let error = it.severity == zug::Severity::Error;
    Diagnostic {
        range: analysis.range(it.span()),
        severity: Some(if error { DiagnosticSeverity::Error } else { DiagnosticSeverity::Warning }),
        code: Some(it.code.into()),
        code_description: page(it.code).map(|href| CodeDescription { href }),
        source: Some("zug".into()),
        message: message(it).into(),
        tags: (it.code == UNUSED.code).then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: Some(related(analysis, it, uri)).filter(|places| !places.is_empty()),
        data: None,
    }
}

/// The message, what is wrong at its place, the help and the notes.
fn message(it: &zug::Diagnostic) -> String {
    let mut text = it.message.clone();
    let label = &it.labels[0].text;
    if !label.is_empty() {
        text += &format!(" ({label})");
    }
    if let Some(help) = &it.help {
        text += &format!("\nhelp: {help}");
    }
    for note in &it.notes {
        text += &format!("\nnote: {note}");
    }
    text
}

fn related(analysis: &TextAnalysis, it: &zug::Diagnostic, uri: &Uri) -> Vec<DiagnosticRelatedInformation> {
    let others = it.labels.iter().skip(1);
    others
        .map(|label| DiagnosticRelatedInformation {
            location: Location { uri: uri.clone(), range: analysis.range(label.span) },
            message: label.text.clone(),
        })
        .collect()
}

/// The pages, which are read from one document: once, not for each diagnostic.
static PAGES: LazyLock<Vec<Page>> = LazyLock::new(explain::pages);

/// The address of the page about a code.
pub fn page(code: &str) -> Option<Uri> {
    let page = PAGES.iter().find(|page| page.code == code)?;
    let heading = format!("{}: {}", page.code, page.title);
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    let anchor: String = kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect();
    Some(Uri(format!("{}/blob/main/docs/diagnostics.md#{anchor}", env!("CARGO_PKG_REPOSITORY"))))
}

/// A fact that does not hold.
fn fact(analysis: &TextAnalysis, span: zug_lang::source::Span, found: &FactFound) -> Diagnostic {
    Diagnostic {
        range: analysis.range(span),
        severity: Some(DiagnosticSeverity::Error),
        source: Some("zug test".into()),
        message: found.words().into(),
        ..Default::default()
    }
}
