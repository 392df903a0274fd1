//! What is known of one version of a text.

use crate::positions::{Encoding, Lines};
use gen_lsp_types::{Position, Range};
use std::sync::Arc;
use zug_analysis::lints;
use zug_lang::check;
use zug_lang::check::index::Index;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::program::Program;
use zug_lang::source::{FileId, MAX_BYTES, Span};
use zug_lang::syntax::tokens::{Token, TokenClass, tokens};
use zug_lang::syntax::{self, ast};

/// A text and all that the language says of it.
#[derive(Debug)]
pub struct TextAnalysis {
    /// The text.
    pub text: Arc<str>,
    /// Its lines.
    pub lines: Lines,
    /// Its tokens and comments.
    pub tokens: Vec<Token>,
    /// Its syntax tree.
    pub game: ast::Game,
    /// Errors and warnings, by their places.
    pub diagnostics: Vec<Diagnostic>,
    /// Its names.
    pub index: Index,
    /// The program, where there are no errors.
    pub program: Option<Program>,
}

impl TextAnalysis {
    /// Looks into a text.
    pub fn of(text: Arc<str>, encoding: Encoding) -> TextAnalysis {
        if text.len() > MAX_BYTES {
            return TextAnalysis::too_long(text, encoding);
        }
        let (game, mut diagnostics) = syntax::parse(FileId::DEFINITION, &text);
        let (checked, mut index) = check::check_with_index(&game, &[]);
        diagnostics.extend(checked.diagnostics);
        let failed = diagnostics.iter().any(|each| each.severity == Severity::Error);
        let program = checked.program.filter(|_| !failed);
        diagnostics.extend(match &program {
            Some(program) => lints::lints(&game, program),
            None => lints::unknown(&game),
        });
        diagnostics.sort_by_key(Diagnostic::span);
        index.keep_exact(&text);
        let (lines, tokens) = (Lines::new(&text, encoding), tokens(&text));
        TextAnalysis { text, lines, tokens, game, diagnostics, index, program }
    }

    fn too_long(text: Arc<str>, encoding: Encoding) -> TextAnalysis {
        let diagnostic = Diagnostic::too_long("text", FileId::DEFINITION);
        TextAnalysis {
            lines: Lines::new("", encoding),
            text,
            tokens: Vec::new(),
            game: ast::Game::default(),
            diagnostics: vec![diagnostic],
            index: Index::default(),
            program: None,
        }
    }

    /// The byte at a position.
    pub fn offset(&self, position: Position) -> usize {
        self.lines.offset(&self.text, position)
    }

    /// The position of a byte.
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(&self.text, offset)
    }

    /// The range of a span.
    pub fn range(&self, span: Span) -> Range {
        self.lines.range(&self.text, span)
    }

    /// The characters of a span.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The number of the token that contains a byte or ends at it; of two, the word.
    pub fn token_at(&self, offset: usize) -> Option<usize> {
        let from = self.tokens.partition_point(|token| token.end < offset);
        let near = (from..self.tokens.len()).take_while(|at| self.tokens[*at].start <= offset);
        let word = |at: &usize| {
            use TokenClass as C;
            matches!(self.tokens[*at].class, C::Word | C::Reserved | C::ItemKeyword | C::Number)
        };
        near.clone().filter(word).last().or_else(|| near.last())
    }

    /// The characters of a token.
    pub fn word(&self, token: Token) -> &str {
        token.text(&self.text)
    }
}
