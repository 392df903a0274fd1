//! Cuts a notation into literal text and expressions `{E}`.

use super::{Lower, Pair, unquoted};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::ast::{Expr, Piece};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::parse_error::TokenView;
use crate::syntax::scan;

impl Lower<'_> {
    /// The pieces of a notation. The expressions keep their spans in the file.
    pub(super) fn pieces(&mut self, pair: &Pair) -> Vec<Piece> {
        let literal = pair.as_str();
        let inside = unquoted(literal);
        let quote = literal.find(inside).unwrap_or(0);
        let start = self.base + pair.as_span().start() + quote;
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut at = 0;
        while let Some(character) = inside[at..].chars().next() {
            let next = inside[at + character.len_utf8()..].chars().next();
            match (character, next) {
                ('{', Some('{')) | ('}', Some('}')) | ('\\', Some('"' | '\\')) => {
                    plain.extend(if character == '\\' { next } else { Some(character) });
                    at += 2;
                }
                ('{', _) => {
                    let length = expression_length(&inside[at + 1..]);
                    if !plain.is_empty() {
                        pieces.push(Piece::Literal(std::mem::take(&mut plain)));
                    }
                    pieces.push(self.piece(&inside[at + 1..], length, start + at));
                    at += 1 + length.map_or(inside.len() - at - 1, |length| length + 1);
                }
                ('}', _) => {
                    let goes_on = |c: char| scan::goes_on(c) || c == '.';
                    let name = plain.rsplit(|c| !goes_on(c)).next().unwrap_or("");
                    let help = match name.is_empty() {
                        true => "write `}}` for a brace in the text".to_owned(),
                        false => format!("write `{{{name}}}` for what it is; a brace in the text is `}}}}`"),
                    };
                    self.refuse_brace(start + at, "`}` closes nothing", &help);
                    at += 1;
                }
                _ => {
                    plain.push(character);
                    at += character.len_utf8();
                }
            }
        }
        if !plain.is_empty() {
            pieces.push(Piece::Literal(plain));
        }
        pieces
    }

    /// Builds the piece `{E}`. `rest` is the text behind its brace, which stands at offset `brace`
    /// of the file; `length` is the length of `E`, or `None` if the brace is never closed.
    fn piece(&mut self, rest: &str, length: Option<usize>, brace: usize) -> Piece {
        let Some(length) = length else {
            let name: String = rest.chars().take_while(|c| scan::goes_on(*c) || *c == '.').collect();
            let help = match name.is_empty() {
                true => "write `{{` for a brace in the text".to_owned(),
                false => format!(
                    "write `{{{name}}}` for what it is, or `{name}` for the word alone; a brace in the text is `{{{{`"
                ),
            };
            self.refuse_brace(brace, "`{` is never closed", &help);
            let span = Span::new(self.file, brace, brace + 1);
            return Piece::Value(super::error_expr(span));
        };
        let span = Span::new(self.file, brace, brace + length + 2);
        Piece::Value(self.inner(&rest[..length], brace + 1).unwrap_or(super::error_expr(span)))
    }

    /// Parses the expression of `{E}`; it begins at byte `base` of the file.
    fn inner(&mut self, text: &str, base: usize) -> Option<Expr> {
        let scan = scan::scan(self.file, base, text);
        self.diagnostics.extend(scan.diagnostics);
        let view = TokenView { file: self.file, base, text, tokens: &scan.tokens };
        match view.read(Rule::whole_expr, &(0..scan.tokens.len())) {
            Ok((pair, base)) => {
                let mut lower =
                    Lower { file: self.file, base, ends: &[], diagnostics: Vec::new(), depth: self.depth };
                let expr = lower.first_expr(&pair);
                self.diagnostics.append(&mut lower.diagnostics);
                Some(expr)
            }
            Err(problem) => {
                self.refuse(unclosed_call(self.file, text, base).unwrap_or(*problem));
                None
            }
        }
    }

    /// Reports a brace without a partner.
    fn refuse_brace(&mut self, at: usize, message: &str, help: &str) {
        let span = Span::new(self.file, at, at + 1);
        self.refuse(
            Diagnostic::error(codes::NOTATION_BRACE, format!("{message} in this notation"), span, message)
                .help(help),
        );
    }
}

/// The report about an expression whose round bracket is open at its end, `{step(c, d}`.
fn unclosed_call(file: FileId, text: &str, base: usize) -> Option<Diagnostic> {
    let open = text.rfind('(').filter(|_| text.matches('(').count() == text.matches(')').count() + 1)?;
    let at = Span::new(file, base + open, base + open + 1);
    let message = "`(` is never closed in this notation";
    let report = Diagnostic::error(codes::NOTATION_BRACE, message, at, "opened here");
    let end = Span::new(file, base + text.len(), base + text.len());
    Some(report.help(format!("add `)` where it ends: write `{{{text})}}`")).likely(end, ")"))
}

/// The length of an expression up to the `}` that closes it; braces inside are counted.
fn expression_length(rest: &str) -> Option<usize> {
    let mut open = 0;
    for (at, character) in rest.char_indices() {
        match character {
            '{' => open += 1,
            '}' if open == 0 => return Some(at),
            '}' => open -= 1,
            _ => {}
        }
    }
    None
}
