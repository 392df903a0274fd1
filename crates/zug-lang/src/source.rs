//! The texts of a run and the places in them.
//!
//! [`Sources`] owns strings with a name (a file, a `--set`, a `--moves`), and every other module
//! borrows from it. A [`Span`] names a place. Texts are not checked here: whoever reads one refuses
//! more than [`MAX_BYTES`].

/// The longest accepted text, in bytes. Offsets in a [`Span`] have 32 bits.
pub const MAX_BYTES: usize = 16 << 20;

/// The id of a text in [`Sources`]. The definition always is [`FileId::DEFINITION`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u16);

impl FileId {
    /// The definition; settings and moves are added after it.
    pub const DEFINITION: FileId = FileId(0);
}

/// A half-open range of bytes of one text, on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span of the bytes `start..end` of a text.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span that contains both spans, which must lie in one text.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether a span lies in this one.
    pub fn holds(self, inner: Span) -> bool {
        self.file == inner.file && self.start <= inner.start && inner.end <= self.end
    }

    /// Whether it holds nothing.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The empty span directly behind this one.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }
}

/// A text with the name that reports give it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// A path, `<stdin>`, or the option that was typed (`--set n=5`).
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// All texts of one run, in the order of their ids.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

/// A place as editors count it: `\n`, `\r\n` and a `\r` that stands alone end a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; a byte order mark does not count.
    pub column: usize,
}

impl Sources {
    /// Adds a text and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile { name: name.into(), text: text.into() });
        FileId((self.files.len() - 1) as u16)
    }

    /// The text with this id. Panics for an id that [`Sources::add`] did not return.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The names of all texts, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// The characters of a span.
    pub fn slice(&self, span: Span) -> &str {
        &self.file(span.file).text[span.start as usize..span.end as usize]
    }

    /// The line and the column of the first character of a span.
    pub fn line_column(&self, span: Span) -> LineColumn {
        let (text, start) = (&self.file(span.file).text, span.start as usize);
        let ends = |at: &usize| is_line_end(text, *at);
        let line_start = (0..start).rev().find(ends).map_or(0, |at| at + 1);
        LineColumn {
            line: (0..start).filter(ends).count() + 1,
            column: text[line_start..start].trim_start_matches('\u{feff}').chars().count() + 1,
        }
    }
}

/// Whether the byte at this place ends a line: of `\r\n` it is the second.
pub fn is_line_end(text: &str, at: usize) -> bool {
    let byte = |at: usize| text.as_bytes().get(at);
    byte(at) == Some(&b'\n') || byte(at) == Some(&b'\r') && byte(at + 1) != Some(&b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_from_one() {
        let mut sources = Sources::default();
        let file = sources.add("a", "players 小紫\nx");
        let at = |start| sources.line_column(Span::new(file, start, start));
        assert_eq!(at(0), LineColumn { line: 1, column: 1 });
        assert_eq!(at(11), LineColumn { line: 1, column: 10 });
        assert_eq!(at(15), LineColumn { line: 2, column: 1 });
    }

    #[test]
    fn each_kind_of_line_end_ends_one_line() {
        let mut sources = Sources::default();
        let file = sources.add("a", "a\rb\r\nc\n\rd");
        let at = |start| sources.line_column(Span::new(file, start, start));
        let lines: Vec<(usize, usize)> = (0..=9).map(|start| (at(start).line, at(start).column)).collect();
        let expected = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1), (5, 1), (5, 2)];
        assert_eq!(lines, expected);
    }
}
