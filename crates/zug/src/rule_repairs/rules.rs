//! The tokens of the rules of a definition, facts, pictures and names left out.

use super::RuleEdit;
use crate::definition::Definition;
use zug_lang::source::{FileId, Span};
use zug_lang::syntax::tokens::{Token, TokenClass, tokens};

/// The items whose tokens are not edited.
const NO_RULES: [&str; 7] = ["", "game", "players", "expect", "show", "allow", "start"];

/// A definition with its tokens.
pub(super) struct RuleTokens<'a> {
    pub text: &'a str,
    pub definition: &'a Definition,
    /// All tokens but comments.
    pub tokens: Vec<Token>,
    /// The keyword of the item to which the token of the same number belongs.
    items: Vec<&'a str>,
}

impl<'a> RuleTokens<'a> {
    pub fn new(text: &'a str, definition: &'a Definition) -> RuleTokens<'a> {
        let tokens: Vec<Token> =
            tokens(text).into_iter().filter(|token| token.class != TokenClass::Comment).collect();
        let spans: Vec<Span> = definition.ast.items.iter().map(|item| item.span).collect();
        let keyword = |token: &Token| {
            let at = spans.partition_point(|span| (span.end as usize) <= token.start);
            let item = spans.get(at).filter(|span| span.start as usize <= token.start)?;
            text[item.start as usize..].split(|c: char| !c.is_alphanumeric()).next()
        };
        let items = tokens.iter().map(|token| keyword(token).unwrap_or("")).collect();
        RuleTokens { text, definition, tokens, items }
    }

    /// The numbers of the tokens that belong to rules.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.tokens.len()).filter(|at| !NO_RULES.contains(&self.items[*at]))
    }

    /// The keyword of the item of a token.
    pub fn item(&self, at: usize) -> &'a str {
        self.items[at]
    }

    /// The text of a token.
    pub fn word(&self, at: usize) -> &'a str {
        self.tokens[at].text(self.text)
    }

    /// The edit that puts a text in the place of a token.
    pub fn replaced(&self, at: usize, text: String) -> RuleEdit {
        RuleEdit { span: self.span(at, at), text }
    }

    /// The edit that leaves out a run of tokens.
    pub fn left_out(&self, from: usize, to: usize) -> RuleEdit {
        RuleEdit { span: self.span(from, to), text: String::new() }
    }

    /// Whether two places of tokens are on one line.
    pub fn on_one_line(&self, from: usize, to: usize) -> bool {
        !self.text[self.tokens[from].start..self.tokens[to].end].contains('\n')
    }

    /// The span from one token to another.
    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(FileId::DEFINITION, self.tokens[from].start, self.tokens[to].end)
    }

    /// The edit that exchanges two runs of tokens, the first before the second.
    pub fn exchanged(&self, first: (usize, usize), second: (usize, usize)) -> RuleEdit {
        let text = |(from, to): (usize, usize)| &self.text[self.tokens[from].start..self.tokens[to].end];
        let between = &self.text[self.tokens[first.1].end..self.tokens[second.0].start];
        let text = format!("{}{between}{}", text(second), text(first));
        RuleEdit { span: self.span(first.0, second.1), text }
    }
}
