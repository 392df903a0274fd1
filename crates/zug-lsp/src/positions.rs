//! Places: bytes of a text, and lines and characters of the protocol.

use gen_lsp_types::{Position, PositionEncodingKind, Range};
use zug_lang::source::Span;

/// What the characters of a position count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, as long as nothing else is agreed on.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The best of those that a client can do; bytes are the cheapest.
    pub fn agreed(offered: &[PositionEncodingKind]) -> Encoding {
        let can = |kind: PositionEncodingKind| offered.contains(&kind);
        if can(PositionEncodingKind::UTF8) {
            Encoding::Utf8
        } else if can(PositionEncodingKind::UTF32) && !can(PositionEncodingKind::UTF16) {
            Encoding::Utf32
        } else {
            Encoding::Utf16
        }
    }

    /// The name in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// How many units a character has: never more than bytes.
    fn unit(self, character: char) -> usize {
        match self {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// The beginnings of the lines of a text, and the characters that have fewer units than bytes: with
/// both a position is found by halving, however long its line is.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
    short: Vec<Short>,
}

/// A character that has fewer units than bytes.
#[derive(Clone, Copy, Debug)]
struct Short {
    /// Its first byte.
    start: usize,
    /// The byte behind it.
    end: usize,
    /// The bytes of the text up to its end, less the units of them.
    surplus: usize,
}

impl Lines {
    /// The lines of a text; `\n`, `\r\n` and `\r` end one.
    pub fn new(text: &str, encoding: Encoding) -> Lines {
        let bytes = text.as_bytes();
        let ends =
            |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let behind = (0..bytes.len()).filter(ends).map(|at| at + 1);
        Lines { starts: std::iter::once(0).chain(behind).collect(), short: short(text, encoding) }
    }

    /// The line of a byte, from 0.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The offset of the first byte of a line; of a line that is not there, the end of the text.
    pub fn start(&self, text: &str, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(text.len())
    }

    /// The offset behind the last character of a line, its end not counted.
    pub fn end(&self, text: &str, line: usize) -> usize {
        let start = self.start(text, line);
        let next = self.start(text, line + 1);
        start + text.get(start..next).map_or(0, |line| line.trim_end_matches(['\n', '\r']).len())
    }

    /// What ends a line: `\n`, `\r\n` or `\r`; `\n` for the last one.
    pub fn mark<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let mark = text.get(self.end(text, line)..self.start(text, line + 1)).unwrap_or("");
        if mark.is_empty() { "\n" } else { mark }
    }

    /// The position of a byte.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = floor(text, offset);
        let line = self.line(offset);
        let character = self.units(offset) - self.units(self.start(text, line));
        Position { line: line as u32, character: character as u32 }
    }

    /// The units before a byte, from the beginning of the text.
    fn units(&self, offset: usize) -> usize {
        let before = self.short.partition_point(|it| it.end <= offset);
        offset - self.surplus(before)
    }

    /// The bytes of the text up to the end of the last of so many short characters, less their
    /// units.
    fn surplus(&self, count: usize) -> usize {
        count.checked_sub(1).and_then(|last| self.short.get(last)).map_or(0, |it| it.surplus)
    }

    /// The byte at a position; one behind the end of a line or a text is its end.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        let (start, end) = (self.start(text, line), self.end(text, line));
        let units = self.units(start) + position.character as usize;
        let before = self.short.partition_point(|it| it.end - it.surplus <= units);
        let found = units + self.surplus(before);
        // In the middle of a character its beginning counts.
        let found = self.short.get(before).map_or(found, |next| found.min(next.start));
        floor(text, found.min(end))
    }

    /// The range of a span.
    pub fn range(&self, text: &str, span: Span) -> Range {
        self.between(text, span.start as usize, span.end as usize)
    }

    /// The range between two bytes.
    pub fn between(&self, text: &str, start: usize, end: usize) -> Range {
        Range { start: self.position(text, start), end: self.position(text, end) }
    }
}

/// The characters of a text that have fewer units than bytes.
fn short(text: &str, encoding: Encoding) -> Vec<Short> {
    let (mut short, mut surplus) = (Vec::new(), 0);
    for (start, character) in text.char_indices() {
        let bytes = character.len_utf8();
        let more = bytes - encoding.unit(character);
        if more > 0 {
            surplus += more;
            short.push(Short { start, end: start + bytes, surplus });
        }
    }
    short
}

/// The nearest boundary of a character at or before a byte.
pub fn floor(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a小𝄞b\r\nc\rd\n";

    #[test]
    fn positions_count_what_was_agreed_on() {
        for (encoding, units) in [(Encoding::Utf8, 8), (Encoding::Utf16, 4), (Encoding::Utf32, 3)] {
            let lines = Lines::new(TEXT, encoding);
            let at = TEXT.find('b').expect("there");
            assert_eq!(lines.position(TEXT, at), Position { line: 0, character: units });
            assert_eq!(lines.offset(TEXT, Position { line: 0, character: units }), at);
            assert_eq!(lines.starts.len(), 4);
        }
    }

    #[test]
    fn every_byte_comes_back() {
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let lines = Lines::new(TEXT, encoding);
            for (at, character) in TEXT.char_indices() {
                let back = lines.offset(TEXT, lines.position(TEXT, at));
                assert!(back == at || character == '\n' || character == '\r', "{encoding:?} {at}");
            }
        }
    }

    #[test]
    fn every_place_is_that_of_plain_counting() {
        let text = "a小𝄞b\r\nc小\rd\n\n𝄞𝄞";
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let lines = Lines::new(text, encoding);
            for line in 0..lines.starts.len() {
                let (start, end) = (lines.start(text, line), lines.end(text, line));
                let mut units = 0;
                for (at, character) in text[start..end].char_indices() {
                    let place =
                        |more: usize| Position { line: line as u32, character: (units + more) as u32 };
                    assert_eq!(lines.position(text, start + at), place(0));
                    for more in 0..encoding.unit(character) {
                        assert_eq!(
                            lines.offset(text, place(more)),
                            start + at,
                            "{encoding:?} {line} {units}"
                        );
                    }
                    units += encoding.unit(character);
                }
                let last = Position { line: line as u32, character: units as u32 };
                assert_eq!((lines.position(text, end), lines.offset(text, last)), (last, end));
            }
        }
    }

    #[test]
    fn places_that_are_not_there_are_the_nearest_ends() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        assert_eq!(lines.offset(TEXT, Position { line: 0, character: 99 }), TEXT.find('\r').expect("there"));
        assert_eq!(lines.offset(TEXT, Position { line: 99, character: 3 }), TEXT.len());
        // In the middle of a character of two units.
        assert_eq!(lines.offset(TEXT, Position { line: 0, character: 3 }), 4);
        assert_eq!(lines.position(TEXT, 5), Position { line: 0, character: 2 });
    }
}
