//! Where a name is declared and where it is used.

use crate::analysis::TextAnalysis;
use gen_lsp_types::{
    Definition, DefinitionResponse, DocumentHighlight, DocumentHighlightKind, Location, Uri,
};
use zug_lang::check::index::{Target, Use};

/// The uses of what the name at `offset` stands for, in the order of the text; a declaration is
/// one.
pub fn uses(analysis: &TextAnalysis, offset: usize) -> Vec<&Use> {
    let Some(asked) = analysis.index.at(offset) else { return Vec::new() };
    let name = analysis.slice(asked.span);
    let same = |it: &&Use| match &asked.target {
        // Of the elements of a domain those of the same name are meant.
        Target::Element(_) => it.target == asked.target && analysis.slice(it.span) == name,
        _ => it.target == asked.target,
    };
    analysis.index.uses.iter().filter(same).collect()
}

/// The declaration of the name at `offset`.
pub fn definition(analysis: &TextAnalysis, offset: usize, uri: &Uri) -> Option<DefinitionResponse> {
    let target = &analysis.index.at(offset)?.target;
    let span = analysis.index.definition(target)?.span;
    let location = Location { uri: uri.clone(), range: analysis.range(span) };
    Some(DefinitionResponse::Definition(Definition::Location(location)))
}

/// All uses of the name at `offset`.
pub fn references(
    analysis: &TextAnalysis,
    offset: usize,
    uri: &Uri,
    declared: bool,
) -> Option<Vec<Location>> {
    let target = &analysis.index.at(offset)?.target;
    let declaration = match target {
        Target::Definition(_) => analysis.index.definition(target).map(|it| it.span),
        _ => None,
    };
    let found = uses(analysis, offset).into_iter().filter(|it| declared || Some(it.span) != declaration);
    Some(found.map(|it| Location { uri: uri.clone(), range: analysis.range(it.span) }).collect())
}

/// All uses of the name at `offset`, told apart by whether they assign.
pub fn highlights(analysis: &TextAnalysis, offset: usize) -> Option<Vec<DocumentHighlight>> {
    let kind = |it: &Use| if it.writes { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read };
    let found = uses(analysis, offset).into_iter();
    let all = found.map(|it| DocumentHighlight { range: analysis.range(it.span), kind: Some(kind(it)) });
    Some(all.collect::<Vec<_>>()).filter(|all| !all.is_empty())
}
