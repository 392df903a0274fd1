//! Where in a definition a byte stands, by the tokens before it: half-typed text has no tree.

use crate::analysis::TextAnalysis;
use zug_lang::syntax::tokens::{Token, TokenClass};

/// The tokens before a byte, comments left out; a word that ends there is not before it.
pub fn before(analysis: &TextAnalysis, offset: usize) -> Vec<Token> {
    let start = word_start(analysis, offset);
    let all = analysis.tokens.iter().take_while(|token| token.end <= start);
    all.filter(|token| token.class != TokenClass::Comment).copied().collect()
}

/// Where the word that ends at a byte begins; the byte itself where none does.
pub fn word_start(analysis: &TextAnalysis, offset: usize) -> usize {
    let before = analysis.text.get(..offset).unwrap_or("");
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    before.char_indices().rev().take_while(|(_, c)| inside(*c)).last().map_or(offset, |(at, _)| at)
}

/// The token that contains a byte in its middle: a comment or a string that is being written.
pub fn inside(analysis: &TextAnalysis, offset: usize) -> Option<Token> {
    let from = analysis.tokens.partition_point(|token| token.end < offset);
    let holds = |token: &&Token| {
        let open = token.class == TokenClass::Comment || !is_closed(analysis, **token);
        token.start < offset && (offset < token.end || open && offset == token.end)
    };
    analysis.tokens[from..].iter().take_while(|token| token.start < offset).find(holds).copied()
}

/// Whether a string has its closing quote.
fn is_closed(analysis: &TextAnalysis, token: Token) -> bool {
    let text = analysis.word(token);
    token.class != TokenClass::Text || text.len() > 1 && text.ends_with(['"', '”', '“'])
}

/// The tokens from the keyword of the item on, in which a byte stands.
pub fn item<'t>(analysis: &TextAnalysis, before: &'t [Token]) -> &'t [Token] {
    let begins = |at: usize| {
        let word = analysis.word(before[at]);
        before[at].class == TokenClass::ItemKeyword
            // These three mean something else in the middle of an item.
            && (!matches!(word, "let" | "start" | "stuck") || before[at].first && balance(analysis, &before[..at]) <= 0)
    };
    match (0..before.len()).rev().find(|at| begins(*at)) {
        Some(at) => &before[at..],
        None => before,
    }
}

/// How many brackets stay open between the last sure keyword and the end of some tokens.
fn balance(analysis: &TextAnalysis, tokens: &[Token]) -> i64 {
    let sure = |token: &Token| {
        token.class == TokenClass::ItemKeyword && !matches!(analysis.word(*token), "let" | "start" | "stuck")
    };
    let from = tokens.iter().rposition(sure).unwrap_or(0);
    open(analysis, &tokens[from..]).len() as i64
}

/// The brackets that are open at the end of some tokens, by their numbers.
pub fn open(analysis: &TextAnalysis, tokens: &[Token]) -> Vec<usize> {
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.class == TokenClass::Mark) {
        match analysis.word(*token) {
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => drop(open.pop()),
            _ => {}
        }
    }
    open
}

/// The word that begins the item in which a byte stands.
pub fn item_word(analysis: &TextAnalysis, offset: usize) -> Option<&str> {
    let before = before(analysis, offset);
    item(analysis, &before).first().map(|token| analysis.word(*token))
}

/// How many brackets of its item are open at a byte.
pub fn depth(analysis: &TextAnalysis, offset: usize) -> usize {
    let before = before(analysis, offset);
    open(analysis, item(analysis, &before)).len()
}
