//! Cuts a text into tokens and reports slips that no rule of the grammar need know of.
//!
//! Reads any text. Makes the row of its tokens (words, numbers, texts, marks) and its comments. Refuses characters that
//! mean nothing, texts that are not closed on their line, and spellings of other languages, each with the mend.

use super::token_mistakes;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// Digits, perhaps with letters behind them (a node of a graph).
    Number,
    /// A string literal.
    Text,
    /// Punctuation.
    Mark,
    /// A character that means nothing.
    Unknown,
}

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub kind: Kind,
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    /// Whether it is the first token on its line.
    pub first: bool,
}

impl Token {
    /// Its characters.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// A text in tokens.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// All tokens, in text order.
    pub tokens: Vec<Token>,
    /// The places of all comments.
    pub comments: Vec<(usize, usize)>,
    /// Slips.
    pub diagnostics: Vec<Diagnostic>,
}

impl Scan {
    /// The ends of all tokens, ascending.
    pub fn ends(&self) -> Vec<u32> {
        self.tokens.iter().map(|token| token.end as u32).collect()
    }
}

/// Marks of two characters; everything else is one character.
const PAIRS: [&str; 15] =
    ["=>", "->", "==", ":=", "!=", "<=", ">=", "<>", "..", "+=", "-=", "&&", "||", "++", "--"];

/// Cuts a text into tokens; it begins at byte `base` of its file.
pub(super) fn scan(file: FileId, base: usize, text: &str) -> Scan {
    let mut scan = Scan::default();
    let mut at = 0;
    let mut first = true;
    // How many braces are open in the item; in them `->` is an edge.
    let mut braces = 0usize;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        if character == '\n' || character == '\r' {
            first = true;
            at += 1;
            continue;
        }
        if let Some(length) = comment_length(rest) {
            scan.comments.push((at, at + length));
            let place = Span::new(file, base + at, base + at + length);
            scan.diagnostics.extend(token_mistakes::foreign_comment(&rest[..length], place));
            at += length;
            continue;
        }
        let (kind, length) = token(rest, character);
        let token = &rest[..length];
        braces = match token {
            "{" => braces + 1,
            "}" => braces.saturating_sub(1),
            word if kind == Kind::Word && super::items::rule_of(word).is_some() => 0,
            _ => braces,
        };
        let place = Span::new(file, base + at, base + at + length);
        scan.diagnostics.extend(token_mistakes::token_mistake(token, kind, place, braces > 0));
        if !is_blank(character) {
            scan.tokens.push(Token { kind, start: at, end: at + length, first });
            first = false;
        }
        at += length;
    }
    scan
}

/// Blanks, those among them that are slips, and `;`.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | ';' | '；' | '\u{feff}' | '\u{a0}' | '\u{3000}')
}

/// The length of the comment that a text begins with, if it does.
fn comment_length(rest: &str) -> Option<usize> {
    if rest.starts_with("/*") {
        return Some(rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    let begins = rest.starts_with('#') || rest.starts_with("//");
    begins.then(|| rest.find(['\n', '\r']).unwrap_or(rest.len()))
}

/// The kind and the length of the token that a text begins with.
fn token(rest: &str, character: char) -> (Kind, usize) {
    if matches!(character, '"' | '“' | '”' | '„') {
        return (Kind::Text, text_length(rest, character));
    }
    if goes_on(character) {
        let length = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
        return (if starts_word(character) { Kind::Word } else { Kind::Number }, length);
    }
    let mark = PAIRS.iter().find(|pair| rest.starts_with(**pair)).map_or(character.len_utf8(), |p| p.len());
    (if is_mark(character) { Kind::Mark } else { Kind::Unknown }, mark)
}

/// Punctuation of the language and look-alikes that the grammar reads.
fn is_mark(character: char) -> bool {
    "(){}[],:.=<>+-*/%&!|，：⇒→…–−×·÷≤≥≠∩".contains(character)
}

/// The length of a string literal: up to its quote, or to the end of its line.
fn text_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            '\n' | '\r' => return at,
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            '"' => return at + 1,
            '“' | '”' if quote != '"' => return at + character.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// Whether a name can begin so.
pub(super) fn starts_word(character: char) -> bool {
    pest::unicode::XID_START(character)
}

/// Whether a name can go on so.
pub(super) fn goes_on(character: char) -> bool {
    pest::unicode::XID_CONTINUE(character)
}
