//! Cuts a text into one row of tokens and comments, each with what stood before it.

use crate::source::FileId;
use crate::syntax::scan::{self, Kind};

/// A token or a comment.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// How it is written; empty where a comma is dropped.
    pub text: String,
    /// What it is; nothing for a comment.
    pub kind: Option<Kind>,
    /// Its first byte in the text.
    pub start: usize,
    /// Its column in the text, from 0.
    pub column: usize,
    /// The line ends before it, at most two: 0 goes on, 1 begins a line, 2 leaves a line empty.
    pub breaks: usize,
    /// The other bracket of the pair.
    pub partner: Option<usize>,
}

impl Piece {
    /// Whether it is a comment.
    pub fn is_comment(&self) -> bool {
        self.kind.is_none()
    }

    /// Whether it is the token that is written so; texts in quotes never are. A comma that was put behind it plays no part.
    pub fn is(&self, written: &str) -> bool {
        let bare = self.text.strip_suffix(',').filter(|bare| !bare.is_empty()).unwrap_or(&self.text);
        matches!(self.kind, Some(Kind::Word | Kind::Mark)) && bare == written
    }
}

/// All tokens and comments of a text, in its order.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// They.
    pub pieces: Vec<Piece>,
}

impl Row {
    /// Cuts a text that was read without an error.
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

    /// Finds the pairs of brackets.
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

    /// The piece at a byte of the text, or the first after it.
    pub fn at_byte(&self, byte: u32) -> usize {
        self.pieces.partition_point(|piece| piece.start < byte as usize)
    }

    /// Whether a piece is written so.
    pub fn is(&self, at: usize, written: &str) -> bool {
        self.pieces.get(at).is_some_and(|piece| piece.is(written))
    }

    /// The next token from here on, comments passed over.
    pub fn token_from(&self, from: usize) -> Option<usize> {
        (from..self.pieces.len()).find(|&at| !self.pieces[at].is_comment())
    }

    /// The token before this piece, comments and dropped commas passed over.
    pub fn token_before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|&at| !self.pieces[at].is_comment() && !self.pieces[at].text.is_empty())
    }

    /// Where a bracket that opens closes.
    pub fn closer(&self, open: usize) -> usize {
        self.pieces.get(open).and_then(|piece| piece.partner).unwrap_or(open)
    }

    /// The tokens of a range that lie in no bracket that opens in it.
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

/// The line ends in what stands between two pieces; `\r\n` is one.
fn line_ends(between: &str) -> usize {
    let alone = between.replace("\r\n", "\n");
    alone.chars().filter(|each| matches!(each, '\n' | '\r')).count()
}

/// The column of a byte, from 0; a tab goes on to the next multiple of four.
fn column(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or("");
    let line = before.rfind(['\n', '\r']).map_or(before, |end| &before[end + 1..]);
    let wide = |column: usize, each: char| if each == '\t' { (column / 4 + 1) * 4 } else { column + 1 };
    line.trim_start_matches('\u{feff}').chars().fold(0, wide)
}
