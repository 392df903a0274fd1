//! What is told of the word under the pointer.

use super::{diagnostics, documentation};
use crate::analysis::TextAnalysis;
use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind};
use zug_lang::built_ins::{self, built_in};
use zug_lang::check::index::Target;
use zug_lang::explain;
use zug_lang::source::Span;

/// What is told at a byte.
pub fn hover(analysis: &TextAnalysis, offset: usize, markdown: bool) -> Option<Hover> {
    let word = word(analysis, offset);
    let pages = pages(analysis, offset);
    let span = word.as_ref().map(|(span, _)| *span).or_else(|| pages.first().map(|(span, _)| *span))?;
    let parts: Vec<String> = word.into_iter().chain(pages).map(|(_, text)| text).collect();
    let text = parts.join("\n\n---\n\n");
    let (kind, value) = match markdown {
        true => (MarkupKind::Markdown, text),
        false => (MarkupKind::PlainText, plain(&text)),
    };
    let contents = Contents::MarkupContent(MarkupContent { kind, value });
    Some(Hover { contents, range: Some(analysis.range(span)) })
}

/// What the word at a byte means.
fn word(analysis: &TextAnalysis, offset: usize) -> Option<(Span, String)> {
    if let Some(used) = analysis.index.at(offset) {
        let text = match &used.target {
            Target::BuiltIn(name) => {
                documentation::built_in(built_in(name).or_else(|| built_ins::board(name))?)
            }
            Target::Definition(_) => {
                documentation::definition(analysis, analysis.index.definition(&used.target)?)
            }
            Target::Element(_) => {
                let domain = analysis.index.definition(&used.target)?;
                let name = analysis.slice(used.span);
                format!(
                    "```zug\n{}.{name}\n```\nelement of the {} `{}`",
                    domain.name,
                    domain.kind.words(),
                    domain.name
                )
            }
        };
        return Some((used.span, text));
    }
    let at = analysis.token_at(offset)?;
    let token = analysis.tokens[at];
    let span = Span::new(zug_lang::source::FileId::DEFINITION, token.start, token.end);
    Some((span, documentation::keyword(documentation::keyword_at(analysis, at)?)))
}

/// The pages of the diagnostics at a byte.
fn pages(analysis: &TextAnalysis, offset: usize) -> Vec<(Span, String)> {
    let here = |span: Span| span.start as usize <= offset && offset <= span.end as usize;
    let mut found: Vec<(Span, String)> = Vec::new();
    for it in analysis.diagnostics.iter().filter(|it| here(it.span())) {
        let Ok(page) = explain::page(it.code) else { continue };
        let link =
            diagnostics::page(it.code).map(|uri| format!("\n\n[{}]({uri})", page.code)).unwrap_or_default();
        let text = format!("**{}: {}**\n\n{}{link}", page.code, page.title, page.body);
        if !found.iter().any(|(_, known)| *known == text) {
            found.push((it.span(), text));
        }
    }
    found
}

/// Markdown without its fences, for clients that show it as it is.
fn plain(text: &str) -> String {
    let kept = text.lines().filter(|line| !line.starts_with("```"));
    kept.map(|line| line.replace("**", "")).collect::<Vec<_>>().join("\n")
}
