//! What can be folded: brackets over several lines, comments, items, runs of expectations.

use crate::analysis::TextAnalysis;
use gen_lsp_types::{FoldingRange, FoldingRangeKind};
use std::collections::BTreeMap;
use zug_lang::syntax::ast::ItemKind;
use zug_lang::syntax::tokens::TokenClass;

/// All folds, by their first lines; of several that begin on one line the longest.
pub fn all(analysis: &TextAnalysis) -> Option<Vec<FoldingRange>> {
    let mut folds: BTreeMap<usize, (usize, FoldingRangeKind)> = BTreeMap::new();
    let mut add = |first: usize, last: usize, kind: FoldingRangeKind| {
        if last > first {
            let known = folds.entry(first).or_insert((last, kind));
            known.0 = known.0.max(last);
        }
    };
    let line = |offset: usize| analysis.lines.line(offset);
    for (first, last) in brackets(analysis) {
        // The line of the closing bracket stays in sight.
        add(line(first), line(last).saturating_sub(1), FoldingRangeKind::Region);
    }
    for item in &analysis.game.items {
        let (first, last) = (item.span.start as usize, item.span.end as usize);
        if !analysis.slice(item.span).trim_end().ends_with('}') {
            add(line(first), line(last.saturating_sub(1)), FoldingRangeKind::Region);
        }
    }
    for (first, last) in runs(comment_lines(analysis)) {
        add(first, last, FoldingRangeKind::Comment);
    }
    for (first, last) in runs(expect_lines(analysis)) {
        add(first, last, FoldingRangeKind::Region);
    }
    let made = folds.into_iter().map(|(first, (last, kind))| FoldingRange {
        start_line: first as u32,
        end_line: last as u32,
        kind: Some(kind),
        ..Default::default()
    });
    Some(made.collect())
}

/// The places of brackets that belong together.
fn brackets(analysis: &TextAnalysis) -> Vec<(usize, usize)> {
    let mut open: Vec<(&str, usize)> = Vec::new();
    let mut pairs = Vec::new();
    for token in analysis.tokens.iter().filter(|token| token.class == TokenClass::Mark) {
        match analysis.word(*token) {
            mark @ ("(" | "[" | "{") => open.push((mark, token.start)),
            mark @ (")" | "]" | "}") => {
                let opening = match mark {
                    ")" => "(",
                    "]" => "[",
                    _ => "{",
                };
                // Brackets that were left open in between are mistakes, and end here too.
                if let Some(at) = open.iter().rposition(|(mark, _)| *mark == opening) {
                    pairs.push((open[at].1, token.start));
                    open.truncate(at);
                }
            }
            _ => {}
        }
    }
    pairs
}

/// The lines that are a comment and nothing else.
fn comment_lines(analysis: &TextAnalysis) -> Vec<usize> {
    let tokens = &analysis.tokens;
    let alone = |at: &usize| {
        let line = analysis.lines.line(tokens[*at].start);
        tokens[*at].class == TokenClass::Comment
            && (*at == 0 || analysis.lines.line(tokens[at - 1].end.saturating_sub(1)) < line)
    };
    let comments = (0..tokens.len()).filter(alone);
    comments
        .flat_map(|at| {
            let last = tokens[at].end.saturating_sub(1).max(tokens[at].start);
            analysis.lines.line(tokens[at].start)..=analysis.lines.line(last)
        })
        .collect()
}

/// The lines of expectations.
fn expect_lines(analysis: &TextAnalysis) -> Vec<usize> {
    let expects = analysis.game.items.iter().filter(|item| matches!(item.kind, ItemKind::Expect(_)));
    expects
        .flat_map(|item| {
            let last = (item.span.end as usize).saturating_sub(1);
            analysis.lines.line(item.span.start as usize)..=analysis.lines.line(last)
        })
        .collect()
}

/// The first and the last of every run of lines that follow each other.
fn runs(lines: Vec<usize>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for line in lines {
        match runs.last_mut() {
            Some((_, last)) if line <= *last + 1 => *last = line.max(*last),
            _ => runs.push((line, line)),
        }
    }
    runs
}
