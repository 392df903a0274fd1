//! Renaming: every use of a name, and only where the definition means the same afterwards.

use super::edits::Edited;
use super::move_texts::{self, Renaming};
use super::navigation;
use crate::analysis::TextAnalysis;
use crate::failure::RequestFailure;
use crate::positions::Encoding;
use gen_lsp_types::{PrepareRenamePlaceholder, PrepareRenameResult, TextEdit, WorkspaceEdit};
use zug_lang::built_ins::built_in;
use zug_lang::check::index::{Definition, Index, NameKind, Target};
use zug_lang::diagnostic::Severity;
use zug_lang::source::Span;
use zug_lang::syntax::tokens::is_name;

/// The name at `offset`, if it can be given another.
pub fn prepare(analysis: &TextAnalysis, offset: usize) -> Result<PrepareRenameResult, RequestFailure> {
    let (span, definition) = asked(analysis, offset)?;
    let placeholder = definition.name.clone();
    Ok(PrepareRenameResult::PrepareRenamePlaceholder(PrepareRenamePlaceholder {
        range: analysis.range(span),
        placeholder,
    }))
}

/// The edits that rename what the name at `offset` stands for.
pub fn rename(
    analysis: &TextAnalysis,
    offset: usize,
    edited: Edited<'_>,
    new: &str,
) -> Result<WorkspaceEdit, RequestFailure> {
    let (_, definition) = asked(analysis, offset)?;
    refuse_word(definition, new)?;
    let mut places: Vec<Span> = navigation::uses(analysis, offset).into_iter().map(|it| it.span).collect();
    places.sort();
    places.dedup();
    let renamed = TextAnalysis::of(applied(&analysis.text, &places, new).into(), Encoding::Utf8);
    refuse_clash(analysis, &renamed, definition, new)?;
    let mut changes: Vec<(Span, String)> = places.into_iter().map(|span| (span, new.to_owned())).collect();
    if in_moves(definition.kind) {
        let renaming = Renaming { old: &definition.name, new };
        changes.extend(move_texts::edits(analysis, &renamed, renaming)?);
    }
    let edit = |(span, new_text)| TextEdit { range: analysis.range(span), new_text };
    Ok(edited.by(changes.into_iter().map(edit).collect()))
}

/// Whether a name may be part of the text of a move.
fn in_moves(kind: NameKind) -> bool {
    use NameKind as K;
    matches!(kind, K::Move | K::Followup | K::Player | K::Member | K::Point)
}

fn asked(analysis: &TextAnalysis, offset: usize) -> Result<(Span, &Definition), RequestFailure> {
    let Some(used) = analysis.index.at(offset) else {
        return Err(RequestFailure::failed("no name stands here"));
    };
    let word = analysis.slice(used.span);
    match &used.target {
        Target::BuiltIn(name) => Err(RequestFailure::failed(format!("`{name}` is a built-in"))),
        Target::Element(_) => {
            let of = analysis.index.definition(&used.target).map_or("a board", |it| it.name.as_str());
            Err(RequestFailure::failed(format!("`{word}` has its name from `{of}`")))
        }
        Target::Definition(at) => match analysis.index.definitions.get(*at) {
            Some(it) if it.kind == NameKind::Broken => {
                Err(RequestFailure::failed(format!("the declaration of `{word}` has mistakes")))
            }
            Some(it) if is_name(&it.name) => Ok((used.span, it)),
            _ => Err(RequestFailure::failed(format!("`{word}` is a number"))),
        },
    }
}

/// Refuses a word that is no name, or one that the language has taken.
fn refuse_word(definition: &Definition, new: &str) -> Result<(), RequestFailure> {
    if new.is_empty() || !new.chars().all(|c| c == '_' || !c.is_whitespace()) {
        return Err(RequestFailure::failed("a name is one word"));
    }
    if !is_name(new) {
        let why = "a name begins with a letter; letters, digits and `_` follow, and it is no reserved word";
        return Err(RequestFailure::failed(format!("`{new}` cannot be a name: {why}")));
    }
    let of_move = matches!(definition.kind, NameKind::Move | NameKind::Followup);
    if built_in(new).is_some() && !of_move {
        return Err(RequestFailure::failed(format!("`{new}` is the name of a built-in")));
    }
    Ok(())
}

/// Refuses a name that would change what another one stands for: the renamed text must have the
/// errors that it has now, and every use must lead where it leads now.
fn refuse_clash(
    analysis: &TextAnalysis,
    after: &TextAnalysis,
    definition: &Definition,
    new: &str,
) -> Result<(), RequestFailure> {
    let errors = |of: &TextAnalysis| {
        let errors = of.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        errors.map(|it| it.code).collect::<Vec<_>>()
    };
    if errors(after) != errors(analysis) || shape(&after.index) != shape(&analysis.index) {
        let taken = analysis.index.definitions.iter().find(|it| it.name == new && it.span != definition.span);
        let why = match taken {
            Some(it) => format!("there is another {} of that name", it.kind.words()),
            None => "it would stand for something else in some places".to_owned(),
        };
        return Err(RequestFailure::failed(format!("`{}` cannot be called `{new}`: {why}", definition.name)));
    }
    Ok(())
}

/// What each use leads to, in the order of the text.
fn shape(index: &Index) -> Vec<&Target> {
    index.uses.iter().map(|it| &it.target).collect()
}

fn applied(text: &str, places: &[Span], new: &str) -> String {
    let (mut renamed, mut done) = (String::with_capacity(text.len()), 0);
    for place in places {
        let (start, end) = (place.start as usize, place.end as usize);
        renamed.push_str(text.get(done..start).unwrap_or(""));
        renamed.push_str(new);
        done = end;
    }
    renamed + text.get(done..).unwrap_or("")
}
