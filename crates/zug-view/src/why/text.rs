//! Draws explanations as text: the answer, then each part of the definition that decides under its
//! line, and lines of play in columns.

use super::values::NamedMoveValue;
use unicode_width::UnicodeWidthStr;
use zug_lang::diagnostic::{place, without_controls};
use zug_lang::program::Program;
use zug_lang::source::{Sources, Span};
use zug_lang::why::{Explanation, Reason};
use zug_lang::wording;

/// The largest width of a drawn line of the definition.
const WIDTH: usize = 92;

/// An explanation with the lines of the definition.
pub fn explanation(sources: &Sources, explanation: &Explanation) -> String {
    let parts: String = explanation.reasons.iter().map(|reason| part(sources, reason)).collect();
    without_controls(&format!("{}\n{parts}", explanation.answer))
}

/// One part that decides, under its line.
fn part(sources: &Sources, reason: &Reason) -> String {
    let (line, mark) = underlined(sources, reason.span);
    let values: String = reason
        .values
        .iter()
        .filter(|named| !reason.text.contains(&format!("`{}` is {}", named.name, named.value)))
        .filter(|named| !reason.text.contains(&format!("`{}` = {}", named.name, named.value)))
        .map(|named| format!("      `{}` = {}\n", named.name, named.value))
        .collect();
    format!("\n  {}\n    {line}\n    {mark}\n    {}\n{values}", place(sources, reason.span), reason.text)
}

/// The line of a span, cut round it, and the marks under it.
fn underlined(sources: &Sources, span: Span) -> (String, String) {
    let text = &sources.file(span.file).text;
    let start = span.start as usize;
    let is_end = |c: char| c == '\n' || c == '\r';
    let from = text[..start].rfind(is_end).map_or(0, |at| at + 1);
    let to = text[start..].find(is_end).map_or(text.len(), |at| start + at);
    let end = (span.end as usize).clamp(start, to);
    let (before, marked, after) = (&text[from..start], text[start..end].trim_end(), &text[end..to]);
    let clean = |part: &str| without_controls(&part.replace('\t', " "));
    let (mut before, marked, after) =
        (clean(before.trim_start_matches('\u{feff}')), clean(marked), clean(after));
    let trimmed = before.trim_start();
    before = trimmed.to_string();
    let room = WIDTH.saturating_sub(marked.width().min(WIDTH)) / 2;
    if before.width() + marked.width() > WIDTH {
        before = format!(".. {}", last(&before, room));
    }
    let line = first(&format!("{before}{marked}{after}"), WIDTH);
    let marks = marked.width().clamp(1, WIDTH.saturating_sub(before.width()).max(1));
    (line.trim_end().to_string(), format!("{}{}", " ".repeat(before.width()), "^".repeat(marks)))
}

/// The last characters of a text, within a width.
fn last(text: &str, width: usize) -> &str {
    let fits = |at: &usize| text[*at..].width() <= width;
    let at = text.char_indices().map(|(at, _)| at).find(fits).unwrap_or(text.len());
    &text[at..]
}

/// The first characters of a text, within a width.
fn first(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let ends = text.char_indices().map(|(at, _)| at);
    let at = ends.take_while(|at| text[..*at].width() <= width).last().unwrap_or(0);
    format!("{} ..", &text[..at])
}

/// The moves of which nothing is known; no line where there are none.
pub fn open_line(open: &[String]) -> String {
    if open.is_empty() {
        String::new()
    } else {
        without_controls(&format!("  not known: {}\n", open.join(", ")))
    }
}

/// Moves with what they are worth and the lines that show it.
pub fn move_lines(program: &Program, moves: &[&NamedMoveValue]) -> String {
    let worth = |each: &NamedMoveValue| {
        let plies = each.plies.filter(|_| !program.points);
        let plies = plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
        format!("{}{plies}", wording::value(program, each.value))
    };
    let rows: Vec<(String, String, String)> = moves
        .iter()
        .map(|each| {
            let end = if each.end.is_empty() { ", ..".into() } else { format!(": {}", each.end) };
            (each.text.clone(), worth(each), format!("{}{end}", each.line.join(", ")))
        })
        .collect();
    let wide = |column: fn(&(String, String, String)) -> &str| {
        rows.iter().map(|row| column(row).width()).max().unwrap_or(0)
    };
    let (texts, values) = (wide(|row| &row.0), wide(|row| &row.1));
    let pad = |text: &str, width: usize| format!("{text}{}", " ".repeat(width - text.width()));
    let lines = rows
        .iter()
        .map(|(text, worth, line)| format!("  {}  {}  {line}\n", pad(text, texts), pad(worth, values)));
    without_controls(&lines.collect::<String>())
}
