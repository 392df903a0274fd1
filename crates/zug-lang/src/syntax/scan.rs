//! The scanner: cuts a text into tokens.
//!
//! It accepts any text and returns its tokens (words, numbers, texts, marks) and its comments. It
//! reports characters without a meaning, texts not closed on their line, and spellings of other
//! languages; where the correction is certain, with a fix.

use super::{tex, token_mistakes};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// Digits, possibly with letters after them (a node of a graph).
    Number,
    /// A string literal.
    Text,
    /// Punctuation.
    Mark,
    /// A character without a meaning in the language.
    Unknown,
}

/// A token; its offsets count from the beginning of the scanned text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// Its kind.
    pub kind: Kind,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset behind its last byte.
    pub end: usize,
    /// Whether it is the first token on its line.
    pub first: bool,
}

impl Token {
    /// The characters of the token; `text` is the text that was scanned.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// The tokens and comments of a text.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// All tokens, in text order.
    pub tokens: Vec<Token>,
    /// Start and end offset of every comment.
    pub comments: Vec<(usize, usize)>,
    /// Reports about single tokens and comments.
    pub diagnostics: Vec<Diagnostic>,
}

impl Scan {
    /// The end offsets of all tokens, ascending.
    pub fn ends(&self) -> Vec<u32> {
        self.tokens.iter().map(|token| token.end as u32).collect()
    }
}

/// Marks of two characters; every other mark has one.
const PAIRS: [&str; 15] =
    ["=>", "->", "==", ":=", "!=", "<=", ">=", "<>", "..", "+=", "-=", "&&", "||", "++", "--"];

/// Scans a text that begins at byte `base` of its file. Diagnostics count from the file, tokens
/// from the text.
pub(super) fn scan(file: FileId, base: usize, text: &str) -> Scan {
    let mut scan = Scan::default();
    let mut at = 0;
    let mut first = true;
    // The number of open braces since the last item keyword; within braces `->` is an edge of a
    // graph.
    let mut braces = 0usize;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        if character == '\n' || character == '\r' {
            first = true;
            at += 1;
            continue;
        }
        if let Some(length) = comment_length(rest).filter(|_| !is_cardinality(rest, scan.tokens.last(), text))
        {
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
            // A brace before an item keyword may lack its partner.
            word if kind == Kind::Word && super::items::rule_of(word).is_some() => {
                let before = scan.tokens.last().map_or("", |last| last.text(text));
                if is_point(before, &rest[length..]) { braces } else { 0 }
            }
            _ => braces,
        };
        let place = Span::new(file, base + at, base + at + length);
        let shifted = || token_mistakes::shifted_quotes(&scan.tokens, text, at..at + length, place);
        let noted = || token_mistakes::open_notation(&scan.tokens, text, token, place);
        let found = shifted().or_else(noted).filter(|_| kind == Kind::Text);
        let found = found.or_else(|| token_mistakes::token_mistake(token, kind, place, braces > 0));
        scan.diagnostics.extend(found);
        if !is_blank(character) {
            scan.tokens.push(Token { kind, start: at, end: at + length, first });
            first = false;
        }
        at += length;
    }
    scan
}

/// Whether a word is meant as a point of a graph, though it is reserved: an edge joins it, or a
/// list goes on behind it.
fn is_point(before: &str, behind: &str) -> bool {
    matches!(before, "-" | "->") || behind.trim_start().starts_with(['-', ',', '}'])
}

/// Whether a character separates tokens: blanks, unusual blanks and `;` (the last two are
/// reported).
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | ';' | '；' | '\u{feff}' | '\u{a0}' | '\u{3000}')
}

/// Whether `#` asks for the number of members, as in `when #marks > 2`: it follows a sign or a word
/// behind which an operand must come.
fn is_cardinality(rest: &str, last: Option<&Token>, text: &str) -> bool {
    let operand =
        rest.strip_prefix('#').is_some_and(|behind| behind.starts_with(|c| starts_word(c) || c == '('));
    let expects = |word: &str| {
        [
            "when", "and", "or", "not", "if", "where", "=>", "<", ">", "<=", ">=", "!=", "+", "-", "*", "/",
            "&&", "||",
        ]
        .contains(&word)
    };
    operand
        && last.is_some_and(|last| {
            !text[last.end..].trim_start_matches([' ', '\t']).starts_with(['\n', '\r'])
                && expects(last.text(text))
        })
}

/// The length of the comment at the beginning of `rest`, or `None`. `#` and `/*` count as comments,
/// and are reported.
fn comment_length(rest: &str) -> Option<usize> {
    if rest.starts_with("/*") {
        return Some(rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    let begins = rest.starts_with('#') || rest.starts_with("//");
    begins.then(|| rest.find(['\n', '\r']).unwrap_or(rest.len()))
}

/// The kind and the length in bytes of the token at the beginning of `rest`, whose first character
/// is `character`.
fn token(rest: &str, character: char) -> (Kind, usize) {
    if matches!(character, '"' | '“' | '”' | '„') {
        return (Kind::Text, text_length(rest, character));
    }
    if matches!(character, '\'' | '‘' | '’' | '`')
        && let Some(length) = single_quoted(rest)
    {
        return (Kind::Unknown, length);
    }
    if goes_on(character) {
        let length = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
        return (if starts_word(character) { Kind::Word } else { Kind::Number }, length);
    }
    if let Some(length) = tex::length(rest) {
        return (Kind::Unknown, length);
    }
    let mark = PAIRS.iter().find(|pair| rest.starts_with(**pair)).map_or(character.len_utf8(), |p| p.len());
    (if is_mark(character) { Kind::Mark } else { Kind::Unknown }, mark)
}

/// The length of a text in single quotes, which must be closed on its line.
fn single_quoted(rest: &str) -> Option<usize> {
    let mut characters = rest.char_indices().skip(1);
    let (at, close) = characters.find(|(_, c)| matches!(c, '\'' | '‘' | '’' | '`' | '\n' | '\r'))?;
    (!matches!(close, '\n' | '\r') && at > 1).then(|| at + close.len_utf8())
}

/// Whether a character is punctuation of the language, or a look-alike that the grammar accepts.
fn is_mark(character: char) -> bool {
    "(){}[],:.=<>+-*/%&!|，：⇒→…–−×·÷≤≥≠∩".contains(character)
}

/// The length of a string literal, its closing quote included; if it has none, up to the end of the
/// line.
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

/// Whether a name can begin with this character.
pub(super) fn starts_word(character: char) -> bool {
    pest::unicode::XID_START(character)
}

/// Whether this character can follow the first one of a name.
pub(super) fn goes_on(character: char) -> bool {
    pest::unicode::XID_CONTINUE(character)
}
