//! Draws many positions of one game: what is the same for all of them is worked out once.

use super::canvas::n;
use super::plan::{BoardPlan, plans};
use super::{MARGIN, MovePlace, NARROWEST, PictureMarks, PositionPicture};
use zug_lang::program::{Choice, Program};
use zug_lang::semantics::{Position, Semantics};

/// Somebody who draws positions of one game.
pub struct Painter<'p> {
    semantics: Semantics<'p>,
    plans: Vec<BoardPlan>,
    marks: PictureMarks,
}

/// The bare picture of a position, without style and words.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The SVG, an element or so on each line.
    pub svg: String,
    /// Where each of the moves is made; nothing for one that no board shows.
    pub places: Vec<Option<MovePlace>>,
}

impl<'p> Painter<'p> {
    /// For the positions of a program.
    pub fn new(program: &'p Program) -> Painter<'p> {
        let marks = PictureMarks { bare: true, ..PictureMarks::default() };
        Painter { semantics: Semantics::new(program), plans: plans(program), marks }
    }

    /// Draws a position; tells where some moves are made.
    pub fn draw(&self, position: &Position, choices: &[Choice]) -> Drawing {
        let picture = PositionPicture::by(&self.plans, &self.semantics, position, &self.marks);
        Drawing { svg: written(&picture), places: picture.places(choices) }
    }

    /// Draws a position with a mark of the move that led there from another one.
    pub fn after(&self, last: (Position, Choice), position: &Position) -> String {
        let marks = PictureMarks { last: Some(last), ..self.marks.clone() };
        written(&PositionPicture::by(&self.plans, &self.semantics, position, &marks))
    }
}

fn written(picture: &PositionPicture<'_, '_>) -> String {
    let canvas = picture.canvas();
    let (x, y, w, h) = canvas.bounds();
    let (wide, high) = (n((w + 2.0 * MARGIN).max(NARROWEST)), n(h + 2.0 * MARGIN));
    let (left, top) = (n(x - MARGIN), n(y - MARGIN));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"zug\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"{left} {top} {wide} {high}\">\n{}</svg>",
        canvas.body
    )
}
