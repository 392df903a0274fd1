//! Quick fixes: certain corrections, likely ones, and switching a warning off.

use super::diagnostics;
use super::edits::Edited;
use crate::analysis::TextAnalysis;
use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse, TextEdit};
use zug_lang::diagnostic::{Applicability, Diagnostic, Fix, Severity};
use zug_lang::fix;
use zug_lang::source::{FileId, Span};
use zug_lang::syntax::tokens::is_name;

/// The actions for a range.
pub fn all(
    analysis: &TextAnalysis,
    params: &CodeActionParams,
    edited: Edited<'_>,
) -> Option<Vec<CodeActionResponse>> {
    let (start, end) = (analysis.offset(params.range.start), analysis.offset(params.range.end));
    let wanted = |kind: &CodeActionKind| {
        let only = params.context.only.as_ref();
        only.is_none_or(|only| only.iter().any(|asked| includes(asked, kind)))
    };
    let touches = |it: &&Diagnostic| {
        it.labels.iter().any(|label| label.primary && reaches(label.span, start, end))
            || it.fixes.iter().any(|fix| reaches(fix.span, start, end))
    };
    let mut found = Vec::new();
    if wanted(&CodeActionKind::QuickFix) {
        for it in analysis.diagnostics.iter().filter(touches) {
            found.extend(fixed(analysis, it, edited));
        }
    }
    if wanted(&CodeActionKind::SourceFixAll) {
        found.extend(everything(analysis, edited));
    }
    Some(found.into_iter().map(CodeActionResponse::CodeAction).collect())
}

/// Whether a kind is what was asked for, or a part of it: `source` includes `source.fixAll`.
fn includes(asked: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let text =
        |kind: &CodeActionKind| serde_json::to_value(kind).ok().and_then(|it| it.as_str().map(String::from));
    let (Some(asked), Some(kind)) = (text(asked), text(kind)) else { return false };
    asked.is_empty() || kind == asked || kind.starts_with(&format!("{asked}."))
}

fn reaches(span: Span, start: usize, end: usize) -> bool {
    span.start as usize <= end && start <= span.end as usize
}

/// All fixes for one diagnostic, as the protocol has them.
fn fixed(analysis: &TextAnalysis, it: &Diagnostic, edited: Edited<'_>) -> Vec<CodeAction> {
    let action = |fix: QuickFix| CodeAction {
        title: fix.title,
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![diagnostics::one(analysis, it, edited.uri)]),
        is_preferred: fix.preferred.then_some(true),
        edit: Some(edited.by(fix.edits)),
        ..Default::default()
    };
    of(analysis, it).map(action).collect()
}

/// A way to mend what a diagnostic tells.
pub struct QuickFix {
    /// What it does, in words.
    pub title: String,
    /// Whether it is certain.
    pub preferred: bool,
    /// How the text changes.
    pub edits: Vec<TextEdit>,
}

/// All fixes for one diagnostic, the certain one first.
pub fn of(analysis: &TextAnalysis, it: &Diagnostic) -> impl Iterator<Item = QuickFix> {
    let here = it.fixes.iter().filter(|fix| fix.span.file == FileId::DEFINITION);
    let (certain, likely): (Vec<&Fix>, Vec<&Fix>) =
        here.partition(|fix| fix.applicability == Applicability::Certain);
    let mut fixes = Vec::new();
    if !certain.is_empty() {
        let edits = certain.iter().map(|fix| replaced(analysis, fix)).collect();
        fixes.push(QuickFix { title: title(analysis, it, &certain), preferred: true, edits });
    }
    let other = |(title, edits)| QuickFix { title, preferred: false, edits };
    let one = |fix: &&Fix| (title(analysis, it, &[*fix]), vec![replaced(analysis, fix)]);
    // A name that is meant is written wherever the other one stands, at once.
    let apart = likely.iter().filter(|fix| it.name_meant() != Some(fix.text.as_str()));
    fixes.extend(apart.map(one).map(other));
    fixes.extend(names(analysis, it).into_iter().map(other));
    fixes.extend(switched_off(analysis, it).map(other));
    fixes.into_iter()
}

fn replaced(analysis: &TextAnalysis, fix: &Fix) -> TextEdit {
    TextEdit { range: analysis.range(fix.span), new_text: fix.text.clone() }
}

/// What fixes of one diagnostic do, in words.
fn title(analysis: &TextAnalysis, it: &Diagnostic, fixes: &[&Fix]) -> String {
    let [fix] = fixes else {
        return it.help.clone().unwrap_or_else(|| format!("Mend {} places", fixes.len()));
    };
    let (before, after) = (analysis.slice(fix.span).trim(), fix.text.trim());
    match (before.is_empty(), after.is_empty()) {
        (_, true) => format!("Remove `{before}`"),
        (true, _) => format!("Write `{after}`"),
        _ => format!("Replace `{before}` by `{after}`"),
    }
}

/// A title and the edits for each name that is meant, where no fix writes it.
fn names(analysis: &TextAnalysis, it: &Diagnostic) -> Vec<(String, Vec<TextEdit>)> {
    let places = same_word(analysis, it);
    let is_certain = |fix: &Fix| fix.applicability == Applicability::Certain;
    let writes =
        |fix: &Fix, place: &Span, name: &str| is_certain(fix) && fix.span == *place && fix.text == name;
    let written = |place: &Span, name: &str| it.fixes.iter().any(|fix| writes(fix, place, name));
    let open = |name: &String| !places.iter().all(|place| written(place, name));
    let edit = |place: &Span, name: &str| TextEdit { range: analysis.range(*place), new_text: name.into() };
    let edits = |name: String| {
        let edits = places.iter().map(|place| edit(place, &name)).collect();
        (format!("Write `{name}`"), edits)
    };
    meant(it).into_iter().filter(open).map(edits).collect()
}

/// A title and the edit that switches a warning off.
fn switched_off(analysis: &TextAnalysis, it: &Diagnostic) -> Option<(String, Vec<TextEdit>)> {
    let lint = lint(it)?;
    let place = switch_place(analysis);
    let at = analysis.position(place);
    let range = gen_lsp_types::Range { start: at, end: at };
    let mark = analysis.lines.mark(&analysis.text, analysis.lines.line(place));
    let edit = TextEdit { range, new_text: format!("{mark}allow {lint}") };
    Some((format!("Switch this off in the file: `allow {lint}`"), vec![edit]))
}

/// The names of a help "did you mean `a`, `b` or `c`?".
fn meant(it: &Diagnostic) -> Vec<String> {
    let Some(rest) = it.help.as_deref().and_then(|help| help.strip_prefix("did you mean ")) else {
        return Vec::new();
    };
    let quoted = rest.split('?').next().unwrap_or(rest).split('`').skip(1).step_by(2);
    quoted.filter(|name| !name.is_empty()).map(String::from).collect()
}

/// The places of a misspelt word: that of the diagnostic and those where it stands again.
fn same_word(analysis: &TextAnalysis, it: &Diagnostic) -> Vec<Span> {
    let word = analysis.slice(it.span());
    if !word.chars().all(|c| c.is_alphanumeric() || c == '_') || word.is_empty() {
        return Vec::new();
    }
    let places: Vec<Span> = it.labels.iter().map(|label| label.span).collect();
    places.into_iter().filter(|place| analysis.slice(*place) == word).collect()
}

/// The name of the lint that warns here.
fn lint(it: &Diagnostic) -> Option<&str> {
    let note = it.notes.iter().find_map(|note| note.strip_prefix("`allow "))?;
    let name = note.split('`').next()?;
    (it.severity == Severity::Warning && is_name(name)).then_some(name)
}

/// Where an `allow` is written: behind the players, or behind the title.
fn switch_place(analysis: &TextAnalysis) -> usize {
    use zug_lang::syntax::ast::ItemKind;
    let behind = |wanted: fn(&ItemKind) -> bool| {
        let item = analysis.game.items.iter().rfind(|item| wanted(&item.kind));
        item.map(|item| item.span.end as usize)
    };
    let line_end = |at: usize| {
        let line = analysis.lines.line(at);
        analysis.lines.end(&analysis.text, line).max(at)
    };
    behind(|kind| matches!(kind, ItemKind::Allow(_)))
        .or_else(|| behind(|kind| matches!(kind, ItemKind::Players(_))))
        .or_else(|| behind(|kind| matches!(kind, ItemKind::Game(_))))
        .map_or(0, line_end)
}

/// The edits of all certain fixes at once.
pub fn certain(analysis: &TextAnalysis) -> Vec<TextEdit> {
    let fixed = fix::apply_fixes(FileId::DEFINITION, &analysis.text, &analysis.diagnostics);
    fixed.applied.iter().map(|fix| replaced(analysis, fix)).collect()
}

/// All certain fixes at once, as an action.
fn everything(analysis: &TextAnalysis, edited: Edited<'_>) -> Option<CodeAction> {
    let edits = certain(analysis);
    if edits.is_empty() {
        return None;
    }
    Some(CodeAction {
        title: "Mend everything that is certain".into(),
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(edited.by(edits)),
        ..Default::default()
    })
}
