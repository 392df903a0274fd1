//! Builds the syntax tree from the matches of the grammar.
//!
//! It refuses what the grammar is too loose to refuse: numbers that are too large, unknown escapes,
//! `not` behind an operator, nesting that is too deep. Such a part becomes an `Error` node with a
//! diagnostic, and the rest is still built.

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

/// A match of a grammar rule.
pub(super) type Pair<'i> = PestPair<'i, Rule>;

/// The greatest depth of a tree. Every later pass recurses, so the bound keeps its stack small.
pub(super) const MAX_DEPTH: usize = 200;

/// Builds nodes and collects diagnostics.
pub(super) struct Lower<'t> {
    /// The file in which spans count.
    pub file: FileId,
    /// The offset of the parsed slice in that file.
    pub base: usize,
    /// The end offsets of all tokens of the file, ascending. A match may run on into blanks and
    /// comments; these offsets say where its last token ends.
    pub ends: &'t [u32],
    /// The diagnostics so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The depth of the node that is being built.
    depth: usize,
}

impl<'t> Lower<'t> {
    /// A builder for a slice that begins at byte `base` of `file`.
    pub fn new(file: FileId, base: usize, ends: &'t [u32]) -> Lower<'t> {
        Lower { file, base, ends, diagnostics: Vec::new(), depth: 0 }
    }

    /// The span of a match, up to its last token.
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

    fn refuse(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Runs `build` with the depth raised by `levels`; reports and returns `None` if that is too
    /// deep.
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

    /// The match as a name.
    fn name(&self, pair: &Pair) -> Name {
        Name { text: pair.as_str().to_string(), span: self.span(pair) }
    }

    /// The first name directly within a match; an empty name if there is none.
    fn first_name(&self, pair: &Pair) -> Name {
        let named = pair.clone().into_inner().find(|part| is_name(part.as_rule()));
        named.map_or(Name { text: String::new(), span: self.span(pair) }, |part| self.name(&part))
    }

    /// All names directly within a match.
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

    /// The character that an escape stands for; reports an unknown escape.
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

/// Whether a rule matches a name.
fn is_name(rule: Rule) -> bool {
    matches!(rule, Rule::name | Rule::node_name | Rule::word_start)
}

/// A string literal without its quotes.
pub(super) fn unquoted(literal: &str) -> &str {
    let quote = |c: char| matches!(c, '"' | '“' | '”' | '„');
    let inside = literal.strip_prefix(quote).unwrap_or(literal);
    inside.strip_suffix(quote).unwrap_or(inside)
}

/// The node for an expression that could not be parsed.
pub(super) fn error_expr(span: Span) -> Expr {
    Expr { kind: ExprKind::Error, span }
}

/// The report about nesting that is too deep.
pub(super) fn too_deep(at: Span) -> Diagnostic {
    let message =
        format!("brackets within one another and operands side by side are more than {MAX_DEPTH} here");
    Diagnostic::error(codes::TOO_DEEP, message, at, "too deep here")
        .help("give the inner parts names of their own, with `def` or `let`")
}

/// The report about a second `turn = ..`.
pub(super) fn second_turn(at: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::SECOND_TURN, "`turn` is given twice", at, "a second time")
        .because(first, "given here")
        .help("keep one of the two")
}
