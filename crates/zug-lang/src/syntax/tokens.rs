//! The tokens of any text, for editors: what stands where, without a tree.

use super::{items, scan};
use crate::source::FileId;

/// The class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenClass {
    /// A word that begins an item; `let`, `start` and `stuck` too where they mean something else.
    ItemKeyword,
    /// Any other reserved word.
    Reserved,
    /// A name, or a word with a meaning at certain places only.
    Word,
    /// Digits, perhaps with letters after them.
    Number,
    /// A string literal.
    Text,
    /// Punctuation.
    Mark,
    /// A comment.
    Comment,
    /// A character without a meaning.
    Unknown,
}

/// A token; its offsets are bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its class.
    pub class: TokenClass,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset behind its last byte.
    pub end: usize,
    /// Whether it is the first token on its line; comments are not counted.
    pub first: bool,
}

impl Token {
    /// The characters of the token; `text` is the text that it is a part of.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// The tokens and comments of a text, in their order.
pub fn tokens(text: &str) -> Vec<Token> {
    let scan = scan::scan(FileId::DEFINITION, 0, text);
    let mut all: Vec<Token> = scan
        .tokens
        .iter()
        .map(|token| Token {
            class: class(token.kind, token.text(text)),
            start: token.start,
            end: token.end,
            first: token.first,
        })
        .collect();
    let comment =
        |&(start, end): &(usize, usize)| Token { class: TokenClass::Comment, start, end, first: false };
    all.extend(scan.comments.iter().map(comment));
    all.sort_by_key(|token| token.start);
    all
}

fn class(kind: scan::Kind, text: &str) -> TokenClass {
    match kind {
        scan::Kind::Word if items::rule_of(text).is_some() => TokenClass::ItemKeyword,
        scan::Kind::Word if items::is_reserved(text) => TokenClass::Reserved,
        scan::Kind::Word => TokenClass::Word,
        scan::Kind::Number => TokenClass::Number,
        scan::Kind::Text => TokenClass::Text,
        scan::Kind::Mark => TokenClass::Mark,
        scan::Kind::Unknown => TokenClass::Unknown,
    }
}

/// Whether something can be called so: a word, and not a reserved one.
pub fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(scan::starts_word)
        && characters.all(scan::goes_on)
        && !items::is_reserved(text)
}
