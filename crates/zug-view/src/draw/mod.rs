//! Positions as pictures: boards, lines, counters and whose turn it is, as one SVG that needs
//! nothing else.
//!
//! ```text
//!   where elements stand        plan.rs, stress.rs, layered.rs, trees.rs
//!   what stands on them         panel.rs, pieces.rs, unnamed.rs, owners.rs, overlays.rs, piles.rs
//!   what the rules show of it   derived.rs, rims.rs, purses.rs, worths.rs
//!   where moves are made        places.rs
//!   what moves are worth        marks.rs, labels.rs, badges.rs
//!   how all that looks          board.rs, drawn_*.rs, side_panel.rs, legend.rs, colours.rs, canvas.rs
//! ```
//!
//! Reads a program and a position; makes text. The same position has the same picture always. It
//! follows the reader's choice of light or dark, has a title and a description for screen readers,
//! and every mark says in words what it is.

mod badges;
mod board;
mod canvas;
mod coins;
mod colours;
mod derived;
mod drawn_purses;
mod drawn_rims;
mod drawn_worths;
mod labels;
mod layered;
mod legend;
mod marks;
mod overlays;
mod owners;
mod painter;
mod panel;
mod pieces;
mod piles;
mod places;
mod plan;
mod portrait;
mod purses;
mod rims;
mod shapes;
mod side_panel;
mod stress;
mod terminal;
#[cfg(test)]
mod tests;
mod trees;
mod unnamed;
mod worths;

pub(crate) use canvas::wrapped;
use canvas::{Canvas, escaped, n};
pub use colours::{STYLE, switched_style};
pub use painter::{Drawing, Painter};
use panel::PicturePlace;
use places::Planned;
pub use portrait::portrait;
use std::collections::BTreeSet;
pub use terminal::{plain, terminal};
use zug_lang::program::{Choice, FieldId, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::wording;

/// What is marked in a picture.
#[derive(Clone, Debug, Default)]
pub struct PictureMarks {
    /// The move that led here, with the position before it.
    pub last: Option<(Position, Choice)>,
    /// Moves that keep the value.
    pub best: Vec<Choice>,
    /// Moves to be labelled with their values.
    pub values: Vec<Valued>,
    /// The boards and what stands beside them alone: who moves, moves that no board shows and what
    /// the marks mean are told elsewhere.
    pub bare: bool,
}

/// A legal move with what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The move.
    pub choice: Choice,
    /// From the first player's side.
    pub value: i64,
    /// Plies to the end, this move included, where known.
    pub plies: Option<u64>,
}

/// From the border of the picture to what is drawn.
const MARGIN: f64 = 14.0;
/// Between parts of the picture.
const GAP: f64 = 22.0;
/// A picture is at least so wide.
const NARROWEST: f64 = 200.0;

/// Where in a picture a move is made, in the coordinates of the picture.
#[derive(Clone, Debug, PartialEq)]
pub enum MovePlace {
    /// On an element.
    Cell((f64, f64)),
    /// From an element to another.
    Way((f64, f64), (f64, f64)),
    /// On a line, between its ends.
    Line((f64, f64), (f64, f64)),
    /// On several elements at once.
    Area(Vec<(f64, f64)>),
}

/// Where in the picture of a position with these marks some moves are made: nothing for one that no
/// board shows.
pub fn places(
    program: &Program,
    position: &Position,
    marks: &PictureMarks,
    choices: &[Choice],
) -> Vec<Option<MovePlace>> {
    let semantics = Semantics::new(program);
    PositionPicture::of(&semantics, position, marks).places(choices)
}

/// A position as an SVG picture, with its own size in pixels.
pub fn svg(program: &Program, position: &Position, marks: &PictureMarks) -> String {
    framed(program, position, marks, 0.0)
}

/// A picture that is at least so high, with what is drawn in its middle.
fn framed(program: &Program, position: &Position, marks: &PictureMarks, least: f64) -> String {
    let semantics = Semantics::new(program);
    let picture = PositionPicture::of(&semantics, position, marks);
    let canvas = picture.canvas();
    let (x, y, w, h) = canvas.bounds();
    let (w, h) = ((w + 2.0 * MARGIN).max(NARROWEST), h + 2.0 * MARGIN);
    let above = (least - h).max(0.0) / 2.0;
    let (x, y, h) = (x - MARGIN, y - MARGIN - above, h + 2.0 * above);
    let (left, top, wide, high) = (n(x), n(y), n(w), n(h));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"zug\" role=\"img\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"{left} {top} {wide} {high}\">\n<title>{}</title>\n<desc>{}</desc>\n<style>{STYLE}</style>\n\
         <rect class=\"ground\" x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\"/>\n{}</svg>\n",
        escaped(&program.title),
        escaped(&picture.description()),
        canvas.body
    )
}

/// Everything that a picture shows.
struct PositionPicture<'a, 'p> {
    semantics: &'a Semantics<'p>,
    position: &'a Position,
    marks: &'a PictureMarks,
    panels: Vec<Planned>,
    drawn: BTreeSet<FieldId>,
}

impl<'a, 'p> PositionPicture<'a, 'p> {
    fn of(semantics: &'a Semantics<'p>, position: &'a Position, marks: &'a PictureMarks) -> Self {
        PositionPicture::by(&plan::plans(semantics.program()), semantics, position, marks)
    }

    /// By plans that were made before: they are the same for all positions.
    fn by(
        plans: &[plan::BoardPlan],
        semantics: &'a Semantics<'p>,
        position: &'a Position,
        marks: &'a PictureMarks,
    ) -> Self {
        let mut panels = Vec::new();
        let mut drawn = BTreeSet::new();
        for plan in plans {
            let (made, fields) = pieces::panels(semantics.program(), position, plan);
            drawn.extend(fields);
            panels.extend(made.into_iter().map(|panel| (plan.clone(), panel)));
        }
        PositionPicture { semantics, position, marks, panels, drawn }
    }

    /// Where moves are made, in the coordinates of the picture.
    fn places(&self, choices: &[Choice]) -> Vec<Option<MovePlace>> {
        let seen = marks::MarkSet::of(self.semantics, &self.panels, self.position, self.marks);
        let (_, shifts) = self.boards(&seen);
        choices.iter().map(|choice| self.place(choice, &shifts)).collect()
    }

    fn place(&self, choice: &Choice, shifts: &[(f64, f64)]) -> Option<MovePlace> {
        let spot = places::spot(self.semantics, &self.panels, self.position, choice)?;
        let ((plan, panel), by) = (&self.panels[spot.panel], shifts[spot.panel]);
        let at = |cell: usize| (plan.at[cell].0 + by.0, plan.at[cell].1 + by.1);
        Some(match spot.place {
            PicturePlace::Cell(cell) => MovePlace::Cell(at(cell)),
            PicturePlace::Way(from, to) => MovePlace::Way(at(from), at(to)),
            PicturePlace::Line(line) => {
                MovePlace::Line(at(panel.lines[line].ends.0), at(panel.lines[line].ends.1))
            }
            PicturePlace::Area(cells) => MovePlace::Area(cells.into_iter().map(at).collect()),
            PicturePlace::Note(purse, note) => {
                let (x, y) = plan.purses.as_ref()?.note(&plan.at, purse, note);
                MovePlace::Cell((x + by.0, y + by.1))
            }
        })
    }

    fn canvas(&self) -> Canvas {
        let program = self.semantics.program();
        let seen = marks::MarkSet::of(self.semantics, &self.panels, self.position, self.marks);
        let (mut all, _) = self.boards(&seen);
        let mut drawn = self.drawn.clone();
        let (mut coins, mut listed) = (Canvas::default(), BTreeSet::new());
        if self.panels.is_empty() {
            let (names, fields) = coins::draw(&mut coins, program, self.position);
            drawn.extend(fields);
            listed = names;
        }
        below(&mut all, &coins);
        below(&mut all, &drawn_worths::legend(&self.panels));
        below(&mut all, &side_panel::rows(program, self.position, &drawn));
        if self.panels.is_empty() {
            below(&mut all, &side_panel::params(program, &listed));
        }
        if !self.marks.bare {
            below(&mut all, &self.status());
            let room = legend::room(&all);
            below(&mut all, &legend::listed(&seen, room));
            below(&mut all, &legend::legend(self, &seen, room));
        }
        all
    }

    /// The boards side by side, and how far each was moved for that.
    fn boards(&self, seen: &marks::MarkSet) -> (Canvas, Vec<(f64, f64)>) {
        let (mut all, mut shifts, mut left) = (Canvas::default(), Vec::new(), 0.0);
        for (number, (plan, panel)) in self.panels.iter().enumerate() {
            let mut canvas = Canvas::default();
            let program = self.semantics.program();
            board::draw(&mut canvas, program, plan, panel, &seen.panels[number]);
            if panel.index.is_none() && self.panels.len() > 1 {
                let (x, y, w, _) = canvas.bounds();
                let name = &program.domain(plan.domain).name;
                canvas.text((x + w / 2.0, y - 14.0), 14.0, "middle", "class=\"faint\"", name);
            }
            let (x, y, w, _) = canvas.bounds();
            shifts.push((left - x, -y));
            all.place(&canvas, (left - x, -y));
            left += w + GAP;
        }
        (all, shifts)
    }

    fn status(&self) -> Canvas {
        let mut canvas = Canvas::default();
        let (class, text) = self.turn();
        canvas.text((0.0, 0.0), 16.0, "start", &format!("class=\"{class}\" font-weight=\"600\""), &text);
        canvas
    }

    /// Whose turn it is, or how play ended: with a class of its own, so that a page that asks for
    /// it can hide it.
    fn turn(&self) -> (&'static str, String) {
        let program = self.semantics.program();
        match self.semantics.outcome(self.position) {
            Ok(Some(value)) => ("words outcome", format!("play is over: {}", wording::value(program, value))),
            _ => ("words", wording::turn(program, self.position)),
        }
    }

    /// The picture in words, as `zug show` tells it.
    fn description(&self) -> String {
        let text = zug_lang::text::position::draw(self.semantics.program(), self.semantics, self.position);
        let mut parts: Vec<String> = text.lines().map(|line| line.trim().to_string()).collect();
        if let Some((before, choice)) = &self.marks.last {
            parts.push(format!("last move: {}", self.semantics.text(before, choice)));
        }
        let program = self.semantics.program();
        let name = |choice: &Choice| self.semantics.text(self.position, choice);
        if !self.marks.best.is_empty() {
            let best: Vec<String> = self.marks.best.iter().map(name).collect();
            parts.push(format!("best moves: {}", best.join(", ")));
        }
        let rendered = |each: &Valued| format!("{}: {}", name(&each.choice), marks::in_words(program, each));
        parts.extend(self.marks.values.iter().map(rendered));
        parts.join("; ")
    }
}

/// Puts a part under what is there, at its left edge.
fn below(all: &mut Canvas, part: &Canvas) {
    let (x, y, w, h) = part.bounds();
    if w <= 0.0 && h <= 0.0 {
        return;
    }
    let (left, top, _, high) = all.bounds();
    let under = if high > 0.0 { top + high + GAP } else { 0.0 };
    all.place(part, (left - x, under - y));
}
