//! Cuts a text into one row of tokens and comments.

use crate::source::FileId;
use crate::syntax::scan::{self, Kind};

/// A token or a comment.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its text; empty for a comma that is dropped.
    pub text: String,
    /// The kind of the token; `None` for a comment.
    pub kind: Option<Kind>,
    /// The offset of its first byte in the text.
    pub start: usize,
    /// Its column in the text, from 0.
    pub column: usize,
    /// The number of line ends before it, at most 2: 0 continues the line, 1 begins a line, 2
    /// leaves an empty line.
    pub breaks: usize,
    /// The index of the other bracket of its pair.
    pub partner: Option<usize>,
}

impl Piece {
    pub fn is_comment(&self) -> bool {
        self.kind.is_none()
    }

    /// Whether this is a word or a mark with the given text. A comma that the formatter appended is
    /// ignored.
    pub fn is(&self, written: &str) -> bool {
        let bare = self.text.strip_suffix(',').filter(|bare| !bare.is_empty()).unwrap_or(&self.text);
        matches!(self.kind, Some(Kind::Word | Kind::Mark)) && bare == written
    }
}

/// All tokens and comments of a text, in text order.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The tokens and comments.
    pub pieces: Vec<Piece>,
}

impl Row {
    /// Cuts a text that has no syntax errors.
    pub fn new(text: &str) -> Row {
        let scan = scan::scan(FileId::DEFINITION, 0, text);
        let tokens = scan.tokens.iter().map(|token| (token.start, token.end, Some(token.kind)));
        let comments = scan.comments.iter().map(|&(start, end)| (start, end, None));
        let mut places: Vec<(usize, usize, Option<Kind>)> = tokens.chain(comments).collect();
        places.retain(|&(start, end, _)| text.get(start..end) != Some("\u{feff}"));
        places.sort_by_key(|&(start, ..)| start);
        let mut pieces = Vec::with_capacity(places.len());
        let mut last = 0;
        for (start, end, kind) in places {
            let before = text.get(last..start).unwrap_or("");
            let written = text.get(start..end).unwrap_or("").trim_end();
            pieces.push(Piece {
                text: written.to_string(),
                kind,
                start,
                column: column(text, start),
                breaks: line_ends(before).min(2),
                partner: None,
            });
            last = end;
        }
        let mut row = Row { pieces };
        row.pair();
        row
    }

    /// Sets the partners of all brackets.
    fn pair(&mut self) {
        let mut open = Vec::new();
        for at in 0..self.pieces.len() {
            if ["(", "[", "{"].iter().any(|bracket| self.pieces[at].is(bracket)) {
                open.push(at);
            } else if [")", "]", "}"].iter().any(|bracket| self.pieces[at].is(bracket))
                && let Some(partner) = open.pop()
            {
                self.pieces[at].partner = Some(partner);
                self.pieces[partner].partner = Some(at);
            }
        }
    }

    /// The piece that begins at this byte, or the first one after it.
    pub fn at_byte(&self, byte: u32) -> usize {
        self.pieces.partition_point(|piece| piece.start < byte as usize)
    }

    /// Whether the piece `at` is a word or a mark with the given text.
    pub fn is(&self, at: usize, written: &str) -> bool {
        self.pieces.get(at).is_some_and(|piece| piece.is(written))
    }

    /// The first token at or behind `from`; comments are skipped.
    pub fn token_from(&self, from: usize) -> Option<usize> {
        (from..self.pieces.len()).find(|&at| !self.pieces[at].is_comment())
    }

    /// The token before this piece; comments and dropped commas are skipped.
    pub fn token_before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|&at| !self.pieces[at].is_comment() && !self.pieces[at].text.is_empty())
    }

    /// The partner of an opening bracket; the piece itself if it has none.
    pub fn closer(&self, open: usize) -> usize {
        self.pieces.get(open).and_then(|piece| piece.partner).unwrap_or(open)
    }

    /// The tokens of a range that lie in no bracket opened within the range; the opening brackets
    /// themselves are included.
    pub fn outside(&self, range: std::ops::Range<usize>) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = range.start;
        while at < range.end {
            if !self.pieces[at].is_comment() {
                found.push(at);
            }
            at = self.closer(at).max(at) + 1;
        }
        found
    }
}

/// The number of line ends in the text between two pieces; `\r\n` counts once.
fn line_ends(between: &str) -> usize {
    let alone = between.replace("\r\n", "\n");
    alone.chars().filter(|each| matches!(each, '\n' | '\r')).count()
}

/// The column of a byte, from 0; a tab leads to the next multiple of four.
fn column(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or("");
    let line = before.rfind(['\n', '\r']).map_or(before, |end| &before[end + 1..]);
    let wide = |column: usize, each: char| if each == '\t' { (column / 4 + 1) * 4 } else { column + 1 };
    line.trim_start_matches('\u{feff}').chars().fold(0, wide)
}
