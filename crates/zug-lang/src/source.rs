//! Keeps the texts that were read and the places in them.
//!
//! Reads: strings with a name (a file, a `--set`, a `--moves`). Makes: [`Sources`], from which every other
//! module borrows, and [`Span`], the only way to speak of a place. Refuses nothing: texts longer than
//! [`MAX_BYTES`] are refused where they are read.

/// The longest text that is accepted, in bytes. Offsets in a [`Span`] are 32 bits wide.
pub const MAX_BYTES: usize = 16 << 20;

/// One of the texts in [`Sources`]. The definition itself is always [`FileId::DEFINITION`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u16);

impl FileId {
    /// The definition; everything else (settings, moves) comes after it.
    pub const DEFINITION: FileId = FileId(0);
}

/// A half-open range of bytes in one text, always on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text that the offsets count in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span that holds both; both lie in one text.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span right behind this one.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }
}

/// A text with the name it is reported under.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// A path, `<stdin>`, or what was typed (`--set n=5`).
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// All texts of one run, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

/// Where a byte is, as a person counts: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Sources {
    /// Adds a text and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile { name: name.into(), text: text.into() });
        FileId((self.files.len() - 1) as u16)
    }

    /// The text with this id. Panics if it was never added: ids come from [`Sources::add`] alone.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The names of all texts, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// The characters that a span covers.
    pub fn slice(&self, span: Span) -> &str {
        &self.file(span.file).text[span.start as usize..span.end as usize]
    }

    /// Line and column of the first character of a span.
    pub fn line_column(&self, span: Span) -> LineColumn {
        let before = &self.file(span.file).text[..span.start as usize];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        LineColumn {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1,
        }
    }
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
}
