//! Keywords of items that changed places with the token beside them, or are missing.
//!
//! Where an item begins is not known before its keyword is: each edit is tried on the whole text.

use super::items::{is_reserved, rule_of};
use super::one_edit::{MOST_TOKENS, swap, swapped};
use super::scan::{self, Kind, Scan};
use super::{Reading, codes, read};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, Span};
use std::collections::BTreeSet;

/// Tells a keyword that changed places with the token beside it, over the end of a line or of an
/// item.
pub(super) fn across_items(file: FileId, text: &str, reading: &mut Reading) -> bool {
    let errors = |all: &[Diagnostic]| all.iter().filter(|each| each.severity == Severity::Error).count();
    let scan = scan::scan(file, 0, text);
    let breaks = line_breaks(text);
    let line = |at: usize| line_of(&breaks, at);
    let keywords = (1..scan.tokens.len()).filter(|at| {
        let token = scan.tokens[*at];
        token.kind == Kind::Word && !token.first && rule_of(token.text(text)).is_some()
    });
    for at in keywords.take(MOST_TOKENS) {
        let pairs = [(at, at + 1), (at - 1, at)];
        for (first, second) in pairs {
            let (Some(one), Some(two)) = (scan.tokens.get(first), scan.tokens.get(second)) else { continue };
            let over = if first == at { two.first } else { one.first };
            let lines = line(one.start)..=line(two.end) + 1;
            let near = |report: &Diagnostic| {
                report.labels.iter().any(|label| lines.contains(&line(label.span.start as usize)))
            };
            if !over || !reading.diagnostics.iter().any(near) {
                continue;
            }
            let edit = swap(text, one.start..one.end, two.start..two.end);
            let swapped_text = format!("{}{}{}", &text[..edit.at.start], edit.text, &text[edit.at.end..]);
            let then = read(file, &swapped_text);
            if errors(&then.diagnostics) < errors(&reading.diagnostics) && !then.diagnostics.iter().any(near)
            {
                let kept = |report: &Diagnostic| then.diagnostics.iter().any(|each| same(each, report));
                reading.diagnostics.retain(kept);
                let report = Diagnostic { code: codes::STRAY_KEYWORD, ..swapped(file, text, &edit) };
                reading.diagnostics.push(report);
                reading.diagnostics.sort_by_key(Diagnostic::span);
                return true;
            }
        }
    }
    lost_keyword(file, text, &scan, &breaks, reading)
}

/// Where the line breaks of a text stand.
fn line_breaks(text: &str) -> Vec<usize> {
    text.match_indices('\n').map(|(at, _)| at).collect()
}

/// How many line breaks stand before a place.
fn line_of(breaks: &[usize], at: usize) -> usize {
    breaks.partition_point(|found| *found < at)
}

/// The keywords that may be missing before a word at the beginning of a line.
const KEYWORDS: [&str; 7] = ["show", "enum", "graph", "end", "move", "family", "board"];

/// The most lines at which a keyword is tried.
const MOST_LINES: usize = 4;

/// Tells a keyword that is missing where a line begins.
fn lost_keyword(file: FileId, text: &str, scan: &Scan, breaks: &[usize], reading: &mut Reading) -> bool {
    let errors = |all: &[Diagnostic]| all.iter().filter(|each| each.severity == Severity::Error).count();
    let line = |at: usize| line_of(breaks, at);
    let begins = scan.tokens.iter().filter(|token| {
        let word = token.text(text);
        token.first && (word == "{" || word == "for" || token.kind == Kind::Word && !is_reserved(word))
    });
    let near = |at: usize, report: &Diagnostic| {
        (at..=at + 1).contains(&line(report.span().start as usize)) && report.severity == Severity::Error
    };
    let broken = begins.filter(|token| {
        let at = line(token.start);
        let mut about = reading.diagnostics.iter().filter(|report| near(at, report)).peekable();
        about.peek().is_some() && (token.text(text) == "{" || about.all(|report| report.fixes.is_empty()))
    });
    let broken: Vec<_> = broken.copied().take(MOST_LINES).collect();
    let inside = within_brackets(text, scan);
    for token in broken.into_iter().filter(|token| !inside.contains(&token.start)) {
        let word = token.text(text);
        let keywords = if word == "{" { &["state"][..] } else { &KEYWORDS[..] };
        for keyword in keywords {
            let then = read(file, &format!("{}{keyword} {}", &text[..token.start], &text[token.start..]));
            let clean = !then.diagnostics.iter().any(|report| near(line(token.start), report));
            if clean && errors(&then.diagnostics) < errors(&reading.diagnostics) {
                let kept = |report: &Diagnostic| then.diagnostics.iter().any(|each| same(each, report));
                reading.diagnostics.retain(kept);
                let at = Span::new(file, token.start, token.end);
                let end = text[token.start..].find('\n').map_or(text.len(), |end| token.start + end);
                let rest = text[token.start..end].split("//").next().unwrap_or("").trim();
                let message = format!("a keyword is missing before `{word}`");
                let report = Diagnostic::error(codes::UNKNOWN_ITEM, message, at, "no item begins so");
                let before = Span { end: at.start, ..at };
                reading.diagnostics.push(
                    report.help(format!("write `{keyword} {rest}`")).likely(before, format!("{keyword} ")),
                );
                reading.diagnostics.sort_by_key(Diagnostic::span);
                return true;
            }
        }
    }
    false
}

/// The offsets of the tokens that stand in brackets, also in one that is never closed: no item
/// begins there, and to try whether one does is to read the whole text.
fn within_brackets(text: &str, scan: &Scan) -> BTreeSet<usize> {
    let mut open = 0_usize;
    let within = |token: &&scan::Token| {
        let word = token.text(text);
        if matches!(word, ")" | "]" | "}") {
            open = open.saturating_sub(1);
        }
        let inside = open > 0;
        if matches!(word, "(" | "[" | "{") {
            open += 1;
        }
        inside
    };
    scan.tokens.iter().filter(within).map(|token| token.start).collect()
}

/// Whether two reports about two texts tell the same.
fn same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.code == b.code && a.message == b.message
}
