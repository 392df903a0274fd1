//! Builds the tree out of what the grammar matched.
//!
//! Reads the pairs of one piece of the text. Makes nodes of [`ast`](crate::syntax::ast). Refuses what the grammar is
//! too loose to refuse: numbers and escapes that mean nothing, `not` behind an operator, nesting without end. What it
//! refuses becomes an `Error` node beside a diagnostic, so the rest of the piece is still built.

mod expressions;
mod items;
mod moves;
mod notation;
mod outcomes;
mod precedence;
mod settings;
mod types;

use super::ast::{Expr, ExprKind, Name, Text};
use super::codes;
use super::grammar::Rule;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use pest::iterators::Pair as PestPair;

pub(super) use settings::picture_rows;

/// What a rule matched.
pub(super) type Pair<'i> = PestPair<'i, Rule>;

/// How deep a tree may grow: every later walk recurses.
pub(super) const MAX_DEPTH: usize = 200;

/// Builds nodes, and collects what is wrong with them.
pub(super) struct Lower<'t> {
    /// The text that places count in.
    pub file: FileId,
    /// Where the piece begins in that text.
    pub base: usize,
    /// The ends of all tokens of the text, ascending: what a rule matched may run on into blanks and comments.
    pub ends: &'t [u32],
    /// What was refused.
    pub diagnostics: Vec<Diagnostic>,
    /// How deep the node being built lies.
    depth: usize,
}

impl<'t> Lower<'t> {
    /// For a piece that begins at byte `base` of `file`.
    pub fn new(file: FileId, base: usize, ends: &'t [u32]) -> Lower<'t> {
        Lower { file, base, ends, diagnostics: Vec::new(), depth: 0 }
    }

    /// The place of what a rule matched, up to its last token.
    pub fn span(&self, pair: &Pair) -> Span {
        let inside = pair.as_span();
        let start = self.base + inside.start();
        let whole = self.base + inside.end();
        let last = self.ends[..self.ends.partition_point(|end| *end as usize <= whole)].last();
        let end = match last {
            Some(&end) if end as usize > start => end as usize,
            _ => start + inside.as_str().trim_end().len(),
        };
        Span::new(self.file, start, end)
    }

    /// Reports a mistake.
    fn refuse(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Goes `levels` deeper for the time of `build`; `None`, with a report, where that is too deep.
    fn deeper<T>(&mut self, levels: usize, at: Span, build: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth + levels > MAX_DEPTH {
            self.refuse(too_deep(at));
            return None;
        }
        self.depth += levels;
        let built = build(self);
        self.depth -= levels;
        Some(built)
    }

    /// A name as written.
    fn name(&self, pair: &Pair) -> Name {
        Name { text: pair.as_str().to_string(), span: self.span(pair) }
    }

    /// The first name that stands directly in what was matched.
    fn first_name(&self, pair: &Pair) -> Name {
        let named = pair.clone().into_inner().find(|part| is_name(part.as_rule()));
        named.map_or(Name { text: String::new(), span: self.span(pair) }, |part| self.name(&part))
    }

    /// All names that stand directly in what was matched.
    fn names(&self, pair: Pair) -> Vec<Name> {
        let named = pair.into_inner().filter(|part| is_name(part.as_rule()));
        named.map(|part| self.name(&part)).collect()
    }

    /// A string literal with its escapes resolved.
    fn text(&mut self, pair: &Pair) -> Text {
        let span = self.span(pair);
        let inside = unquoted(pair.as_str());
        let mut text = String::new();
        let mut characters = inside.chars();
        while let Some(character) = characters.next() {
            match character {
                '\\' => text.push(self.escape(characters.next(), span)),
                other => text.push(other),
            }
        }
        Text { text, span }
    }

    /// What a backslash and the character behind it stand for.
    fn escape(&mut self, character: Option<char>, string: Span) -> char {
        let character = character.unwrap_or('\\');
        if !matches!(character, '"' | '\\') {
            let message = format!("`\\{character}` means nothing in a text");
            self.refuse(Diagnostic::error(codes::ESCAPE, message, string, "in this text").help(
                "only `\\\"` and `\\\\` stand for something else; everything else is written as it is",
            ));
        }
        character
    }
}

/// Whether a rule stands for a name.
fn is_name(rule: Rule) -> bool {
    matches!(rule, Rule::name | Rule::node_name | Rule::word_start)
}

/// A string literal without its quotes.
pub(super) fn unquoted(literal: &str) -> &str {
    let quote = |c: char| matches!(c, '"' | '“' | '”' | '„');
    let inside = literal.strip_prefix(quote).unwrap_or(literal);
    inside.strip_suffix(quote).unwrap_or(inside)
}

/// An expression that could not be read.
pub(super) fn error_expr(span: Span) -> Expr {
    Expr { kind: ExprKind::Error, span }
}

/// The report about nesting without end.
pub(super) fn too_deep(at: Span) -> Diagnostic {
    let message = format!("this is nested more than {MAX_DEPTH} deep");
    Diagnostic::error(codes::TOO_DEEP, message, at, "too deep here")
        .help("give the inner parts names of their own, with `def` or `let`")
}

/// The report about a second `turn = ..`.
pub(super) fn second_turn(at: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::SECOND_TURN, "`turn` is given twice", at, "a second time")
        .because(first, "given here")
        .help("keep one of the two")
}
