//! Blocks without braces: `if C:` and the statements on the lines below, told by their columns as
//! in Python, and `if C then S else T`.
//!
//! All blocks of one statement are one mistake: each colon or `then` becomes a `{`, and a `}`
//! stands behind the last statement of each.

use super::place::Place;
use super::{Mistake, actions};
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::fix;
use crate::source::Span;
use crate::syntax::brackets::{Brackets, Head};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::parse_error::TokenView;
use std::collections::BTreeMap;
use std::ops::Range;

/// The braces that some blocks lack.
#[derive(Default)]
struct Braces {
    /// The mark or word of each header with what stands there instead.
    heads: Vec<(usize, String)>,
    /// What stands behind the last token of each block.
    ends: BTreeMap<usize, String>,
    /// Whether a block on one line has several statements, of which the last may stand behind it.
    may_end_before: bool,
}

impl Braces {
    /// The places with what stands there instead.
    fn fixes(&self, place: &Place) -> Vec<(Span, String)> {
        let heads = self.heads.iter().map(|(at, text)| (place.span(*at), text.clone()));
        let ends = self.ends.iter().map(|(at, text)| (place.span(*at).after(), text.clone()));
        heads.chain(ends).collect()
    }

    /// Finds the headers among the statements of a block.
    fn block(&mut self, place: &Place, range: &Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let begins = at == range.start || place.first(at);
            let read = if begins { self.chain(place, at, range.end) } else { None };
            at = read.unwrap_or(at + 1);
        }
    }

    /// Reads `if C:`, its block, and the `elif` and `else` behind it; gives the index behind.
    fn chain(&mut self, place: &Place, at: usize, limit: usize) -> Option<usize> {
        let bare = place.word(at) == "else" && !matches!(place.word(at + 1), ":" | "if" | "{");
        let mark = if bare { at } else { mark(place, at, limit)? };
        let from = mark + 1;
        let end = block_end(place, at, from, limit);
        let value = place.word(mark) == "then" && !acts(place, from);
        if from >= end || place.word(from) == "{" || value {
            return None;
        }
        if place.word(at).starts_with("el") && place.word(at) != "else" {
            self.heads.push((at, "else if".to_string()));
        }
        let brace = match place.word(mark) {
            "else" => "else {",
            "then" => "{",
            _ => " {",
        };
        self.heads.push((mark, brace.to_string()));
        self.block(place, &(from..end));
        let further = |each: usize| !place.first(each) && place.begins_statement(each);
        self.may_end_before |= !place.first(from) && (from + 1..end).any(further);
        let close = match place.first(from) {
            true => format!("\n{}}}", " ".repeat(column(place, line_start(place, at)))),
            false => " }".to_string(),
        };
        self.ends.entry(end - 1).or_default().push_str(&close);
        let inline = !place.first(from) && !place.first(end);
        let goes_on = end < limit
            && matches!(place.word(end), "else" | "elif" | "elseif" | "elsif")
            && (inline || column(place, end) == column(place, line_start(place, at)));
        Some(if goes_on { self.chain(place, end, limit).unwrap_or(end) } else { end })
    }
}

/// Searches the token `at`, with which a statement begins. One block alone is told elsewhere.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let (_, close) = place.body?;
    if place.before(at) == "else" && place.before(at - 1) != "}" {
        return None; // A choice goes on.
    }
    let mut braces = Braces::default();
    let end = if place.word(at) == "else" { None } else { braces.chain(place, at, close) }?;
    let openers = braces.heads.iter().filter(|(_, text)| text.ends_with('{')).count();
    if openers < 2 {
        return None;
    }
    let edits = braces.fixes(place);
    let (first, word) = (braces.heads.iter().map(|(at, _)| *at).min()?, place.word(at));
    let message = format!("what `{word}` governs stands in braces");
    let mistake = place
        .certain(at..end, message, "")
        .at(place.span(first))
        .label("write `{` here, and `}` behind the last statement")
        .help(format!("write `{}`", shown(place, at..end, &edits)));
    let mut report = with_fixes(mistake.report, edits);
    if braces.may_end_before {
        report.fixes.iter_mut().for_each(|fix| fix.applicability = Applicability::Likely);
    }
    Some(Mistake { report, ..mistake })
}

/// A report with these edits instead of its own.
fn with_fixes(mut report: Diagnostic, edits: Vec<(Span, String)>) -> Diagnostic {
    report.fixes.clear();
    edits.into_iter().fold(report, |report, (at, text)| report.fix(at, text))
}

/// The tokens as they are after the edits, on one line.
fn shown(place: &Place, range: Range<usize>, edits: &[(Span, String)]) -> String {
    let span = place.span_of(&range);
    let view = place.view;
    let (start, end) = (span.start as usize - view.base, span.end as usize - view.base);
    let certain = |(at, text): &(Span, String)| Fix {
        span: *at,
        text: text.clone(),
        applicability: Applicability::Certain,
    };
    let fixes: Vec<Fix> = edits.iter().map(certain).collect();
    let behind = view.text.len() - end;
    let fixed = fix::apply_all(view.file, view.text, fixes).text;
    let text = fixed.get(start..fixed.len() - behind).unwrap_or("");
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// `move place(..) when C:` and statements on the lines below it, further to the right.
pub(in crate::syntax) fn indented_body(
    view: &TokenView,
    brackets: &Brackets,
    range: Range<usize>,
) -> Option<Diagnostic> {
    let place = &Place::new(view, brackets, Head::Item(Rule::move_item), range.clone(), true);
    let ends = |at: &usize| place.first(at + 1) && place.ends_operand(at - 1);
    let mut at = range.start + 1;
    while at + 1 < range.end && !(matches!(place.word(at), ":" | "do" | "then" | "->" | "=>") && ends(&at)) {
        at = place.past(at);
    }
    let (outside, first) = (column(place, range.start), at + 1);
    let deeper = |each: usize| !place.first(each) || column(place, each) > outside;
    let blocks = (range.start..range.end).any(|each| place.word(each) == "{" && place.ends_operand(each - 1));
    if first >= range.end || blocks || place.body.is_some() || place.binds(range.start..at) || !deeper(first)
    {
        return None;
    }
    let last = (first..range.end).take_while(|each| deeper(*each)).last()?;
    let mut braces = Braces::default();
    braces.block(place, &(first..last + 1));
    let shown = shown(place, first..last + 1, &braces.fixes(place));
    braces.heads.push((at, " {".to_string()));
    braces.ends.entry(last).or_default().push_str("\n}");
    let message = "the body of a move stands in braces";
    let report =
        Diagnostic::error(codes::ELSEWHERE, message, place.span(at), "write `{` here, and `}` at the end");
    Some(with_fixes(report.help(format!("write `{{ {shown} }}`")), braces.fixes(place)))
}

/// Whether a statement stands at `from`, and no value.
fn acts(place: &Place, from: usize) -> bool {
    let stores = |at: usize| matches!(place.word(at), "=" | "+=" | "-=" | ":=" | "++" | "--");
    matches!(place.word(from), "again" | "let" | "var" | "for" | "repeat" | "if" | "++" | "--")
        || place.is_name(from) && stores(place.operand_end(from))
        || actions::acts(place, from)
}

/// The colon or the `then` of the header that begins at `at`.
fn mark(place: &Place, at: usize, limit: usize) -> Option<usize> {
    let header = matches!(place.word(at), "if" | "elif" | "elseif" | "elsif" | "else" | "for" | "repeat");
    let choice = place.word(at) != "for" && place.word(at) != "repeat";
    let (mut end, mut quantifiers) = (at + 1, 0);
    while header && end < limit && (end == at + 1 || !place.first(end)) {
        match place.word(end) {
            "some" | "every" | "no" => quantifiers += 1,
            ":" if quantifiers > 0 => quantifiers -= 1,
            ":" => return Some(end),
            "then" if choice => return Some(end),
            "{" if place.ends_operand(end - 1) => return None,
            _ => {}
        }
        end = place.past(end);
    }
    None
}

/// The index behind the statements that a header at `at` governs; they begin at `from`.
pub(super) fn block_end(place: &Place, at: usize, from: usize, limit: usize) -> usize {
    let (indent, own_line) = (column(place, line_start(place, at)), place.first(from));
    let (mut end, mut choices) = (from, 0);
    while end < limit && place.word(end) != "}" {
        let outside = place.first(end) && (!own_line || column(place, end) <= indent);
        match place.word(end) {
            _ if outside && (end > from || own_line) => break,
            "if" if !own_line => choices += 1,
            "else" if choices > 0 => choices -= 1,
            "else" | "elif" if !own_line => break,
            _ => {}
        }
        end = place.past(end);
    }
    end
}

/// The column of a token as it is seen, with tabs to every eighth.
fn column(place: &Place, at: usize) -> usize {
    let start = place.view.tokens.get(at).map_or(0, |token| token.start);
    let before = &place.view.text[start - place.column(at)..start];
    before.chars().fold(0, |column, sign| if sign == '\t' { (column / 8 + 1) * 8 } else { column + 1 })
}

/// The first token of the line of a token.
fn line_start(place: &Place, at: usize) -> usize {
    (place.range.start..=at).rev().find(|each| place.first(*each)).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    /// What is told of a definition with this move.
    fn helps(text: &str) -> Vec<String> {
        let head = "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\nstate { s: set of C, n: 0..9 }\n";
        helps_about(&format!("{head}{text}\nstuck => draw\n"))
    }

    #[test]
    fn all_blocks_of_a_statement_are_one_mistake() {
        let nested = "move m(c in C) {\n  if n > 3:\n    if n > 5:\n      n -= 1\n    elif n > 4:\n      n = 0\n  else: n += 2\n  s += c\n}";
        assert_eq!(
            helps(nested),
            ["write `if n > 3 { if n > 5 { n -= 1 } else if n > 4 { n = 0 } } else { n += 2 }`"]
        );
        let twice = "move m(c in C) {\n  if n > 3:\n    n -= 1\n  else:\n    n += 1 // one more\n  for d in s:\n    if d != c:\n      s -= d\n}";
        let shown =
            ["write `if n > 3 { n -= 1 } else { n += 1 }`", "write `for d in s { if d != c { s -= d } }`"];
        assert_eq!(helps(twice), shown);
    }

    #[test]
    fn both_sides_of_a_choice_on_one_line_are_one_mistake() {
        let body = |text: &str| helps(&format!("move m(c in C) {{\n  {text}\n  s += c\n}}"));
        let both = ["write `if n = 4 { n = 1 } else { n = 2 }`"];
        assert_eq!(body("if n = 4 then n = 1 else n = 2"), both);
        assert_eq!(body("if n = 4: n = 1 else: n = 2"), both);
        assert_eq!(body("if n = 4 then n = 1\n  else n = 2"), both);
        assert_eq!(body("if n = 4 then\n    n = 1\n  else\n    n = 2"), both);
        let again = ["write `if n = 4 { n += 0 } else { again }`"];
        assert_eq!(body("if n = 4 then n += 0 else again"), again);
        let three = ["write `if n = 4 { n = 1 } else if n = 3 { n = 0 } else { n = 2 }`"];
        assert_eq!(body("if n = 4 then n = 1 else if n = 3 then n = 0 else n = 2"), three);
        let inner = ["write `if n < 4 { if n = 3 { n = 1 } else { n = 2 } }`"];
        assert_eq!(body("if n < 4 then if n = 3 then n = 1 else n = 2"), inner);
        let value = ["write `if n < 4 { n = if c in s then 1 else 2 } else { n = 3 }`"];
        assert_eq!(body("if n < 4: n = if c in s then 1 else 2 else: n = 3"), value);
    }

    #[test]
    fn the_body_of_a_move_may_be_such_a_block() {
        let body = "move m(c in C) when n < 9:\n  s += c\n  if n > 3:\n    n -= 1\n  else:\n    n += 1";
        assert_eq!(helps(body), ["write `{ s += c if n > 3 { n -= 1 } else { n += 1 } }`"]);
        let quantified = "move m(c in C) when every d in s:\n  d != c\n{ s += c }";
        assert!(helps(quantified).is_empty());
    }
}
