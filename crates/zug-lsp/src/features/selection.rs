//! Selections that grow: the word, its expression, the next one around it, the item, the text.

use crate::analysis::TextAnalysis;
use gen_lsp_types::{SelectionRange, SelectionRangeParams};

/// One growing selection for each position.
pub fn all(analysis: &TextAnalysis, params: &SelectionRangeParams) -> Option<Vec<SelectionRange>> {
    Some(params.positions.iter().map(|position| at(analysis, analysis.offset(*position))).collect())
}

fn at(analysis: &TextAnalysis, offset: usize) -> SelectionRange {
    let around =
        |span: &&zug_lang::source::Span| span.start as usize <= offset && offset <= span.end as usize;
    let from = analysis.index.nodes.iter().take_while(|span| span.start as usize <= offset);
    let mut parts: Vec<(usize, usize)> =
        from.filter(around).map(|span| (span.start as usize, span.end as usize)).collect();
    if let Some(token) = analysis.token_at(offset).map(|at| analysis.tokens[at]) {
        parts.push((token.start, token.end));
    }
    parts.push((0, analysis.text.len()));
    parts.sort_by_key(|(start, end)| (std::cmp::Reverse(end - start), *start));
    parts.dedup();
    let mut selection: Option<SelectionRange> = None;
    let mut outer = (0, analysis.text.len());
    for (start, end) in parts {
        // Two parts that only touch at the position do not contain each other.
        if outer.0 <= start && end <= outer.1 {
            let range = analysis.lines.between(&analysis.text, start, end);
            selection = Some(SelectionRange { range, parent: selection.map(Box::new) });
            outer = (start, end);
        }
    }
    selection.unwrap_or_default()
}
