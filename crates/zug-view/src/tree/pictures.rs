//! Keeps the pictures of many positions in little room: each position is drawn once, and a line
//! that several pictures have is kept once.

use crate::draw::{PictureMarks, svg};
use crate::json::PagePicture;
use rustc_hash::FxHashMap;
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::text::position as board;

/// The pictures so far.
pub struct Pictures<'p> {
    semantics: Semantics<'p>,
    seen: FxHashMap<Position, usize>,
    numbers: FxHashMap<String, usize>,
    /// Lines of SVG, each once.
    pub elements: Vec<String>,
    /// The pictures, as numbers of lines.
    pub pictures: Vec<PagePicture>,
}

impl<'p> Pictures<'p> {
    /// None yet.
    pub fn new(program: &'p Program) -> Self {
        Pictures {
            semantics: Semantics::new(program),
            seen: FxHashMap::default(),
            numbers: FxHashMap::default(),
            elements: Vec::new(),
            pictures: Vec::new(),
        }
    }

    /// The number of the picture of a position.
    pub fn of(&mut self, position: &Position) -> usize {
        if let Some(&number) = self.seen.get(position) {
            return number;
        }
        let program = self.semantics.program();
        let drawing = svg(program, position, &PictureMarks::default());
        let parts = inner(&drawing).lines().map(|line| self.element(line)).collect();
        let number = self.pictures.len();
        self.pictures.push(PagePicture {
            r#box: view_box(&drawing).to_string(),
            parts,
            text: board::draw(program, &self.semantics, position),
        });
        self.seen.insert(position.clone(), number);
        number
    }

    fn element(&mut self, line: &str) -> usize {
        if let Some(&number) = self.numbers.get(line) {
            return number;
        }
        let number = self.elements.len();
        self.elements.push(line.to_string());
        self.numbers.insert(line.to_string(), number);
        number
    }
}

/// What stands in a picture behind its title, description and style, which a page has elsewhere.
pub fn inner(drawing: &str) -> &str {
    let body = drawing.split_once("</style>\n").map_or(drawing, |(_, body)| body);
    body.trim_end().trim_end_matches("</svg>")
}

/// The part of the plane that a picture shows.
pub fn view_box(drawing: &str) -> &str {
    let after = drawing.split_once("viewBox=\"").map_or("", |(_, after)| after);
    after.split('"').next().unwrap_or_default()
}
