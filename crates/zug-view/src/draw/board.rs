//! Draws one board: its cells and lines, what stands on them, and the marks of moves over them.

use super::canvas::{At, Canvas};
use super::colours::{Ink, colour};
use super::labels::{along, middle, tip, towards};
use super::marks::{PanelMarks, Stroke};
use super::pieces::{DrawnPiece, Panel, Stand};
use super::places::PicturePlace;
use super::plan::{BoardPlan, CELL, CellForm};
use zug_lang::program::Program;

/// Draws a board.
pub fn draw(canvas: &mut Canvas, program: &Program, plan: &BoardPlan, panel: &Panel, marks: &PanelMarks) {
    let painter = Painter { program, plan, panel, marks };
    painter.areas(canvas);
    painter.lines(canvas);
    match &plan.purses {
        Some(purses) if plan.form == CellForm::Purse => super::purses::draw(canvas, &painter, purses),
        _ => painter.cells(canvas),
    }
    painter.last(canvas);
    marks.strokes.iter().for_each(|stroke| painter.stroke(canvas, stroke));
    for (at, label) in &marks.labels {
        canvas.open(&label.words);
        label.badge.draw(canvas, *at);
        canvas.close();
    }
    painter.names(canvas);
}

/// All that is needed to draw one board.
pub struct Painter<'a> {
    /// The definition.
    pub program: &'a Program,
    /// Where everything stands.
    pub plan: &'a BoardPlan,
    /// What is there.
    pub panel: &'a Panel,
    marks: &'a PanelMarks,
}

/// From a middle to the corners of its hexagon.
const CORNER: f64 = CELL / 1.732;

impl Painter<'_> {
    /// Boxes and triangles that are closed.
    fn areas(&self, canvas: &mut Canvas) {
        for area in &self.panel.closed {
            let mut corners: Vec<At> = area.iter().map(|cell| self.plan.at[*cell]).collect();
            let middle = middle(&corners);
            let angle = |at: &At| (at.1 - middle.1).atan2(at.0 - middle.0);
            corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
            canvas.polygon(&corners, "class=\"area\"");
        }
    }

    fn lines(&self, canvas: &mut Canvas) {
        for (from, to) in &self.plan.near {
            canvas.line(self.plan.at[*from], self.plan.at[*to], "class=\"link\" stroke-width=\"2.5\"");
        }
        for (from, to) in &self.panel.trail {
            canvas.line(self.plan.at[*from], self.plan.at[*to], "class=\"trail\" stroke-width=\"4\"");
        }
        for (from, to) in &self.plan.arrows {
            let (tip, barbs) = head(self.plan.at[*from], self.plan.at[*to]);
            for barb in barbs {
                canvas.line(tip, barb, "class=\"link\" stroke-width=\"2.5\" stroke-linecap=\"round\"");
            }
        }
        let last = self.panel.lines.iter().filter(|line| line.ink.is_none());
        for line in last {
            let rest = "class=\"link\" stroke-width=\"1.5\" stroke-dasharray=\"3 5\"";
            canvas.line(self.plan.at[line.ends.0], self.plan.at[line.ends.1], rest);
        }
        for line in &self.panel.lines {
            if let Some(ink) = line.ink {
                let paint = colour(self.program, ink);
                let (from, to) = (self.plan.at[line.ends.0], self.plan.at[line.ends.1]);
                let around = format!("stroke=\"{}\" stroke-width=\"7\" stroke-linecap=\"round\"", paint.edge);
                canvas.line(from, to, &around);
                let inside =
                    format!("stroke=\"{}\" stroke-width=\"4.5\" stroke-linecap=\"round\"", paint.fill);
                canvas.line(from, to, &inside);
            }
        }
    }

    fn cells(&self, canvas: &mut Canvas) {
        for (cell, stand) in self.panel.stands.iter().enumerate() {
            let name = &self.program.domain(self.plan.domain).members[cell];
            canvas.open(&self.say(name, stand, cell));
            self.ground(canvas, cell, stand);
            self.stand(canvas, self.plan.at[cell], stand);
            canvas.close();
        }
    }

    fn say(&self, name: &str, stand: &Stand, cell: usize) -> String {
        let stands = match stand {
            Stand::Empty | Stand::Void => name.to_string(),
            Stand::Ground(drawn_piece) | Stand::Piece(drawn_piece) => format!("{name}: {}", drawn_piece.text),
            Stand::Written(text) => format!("{name}: {text}"),
        };
        let mut here = self.marks.labels.iter().map(|(_, label)| label);
        let label = here.find(|label| label.place == PicturePlace::Cell(cell));
        label.map_or(stands.clone(), |label| format!("{stands}; {}", label.words))
    }

    fn ground(&self, canvas: &mut Canvas, cell: usize, stand: &Stand) {
        let at = self.plan.at[cell];
        let class = if *stand == Stand::Void { "void" } else { "cell" };
        let over = |class: &str| format!("class=\"{class}\" stroke-width=\"1\"");
        match self.plan.form {
            CellForm::Square => canvas.rect(at, (CELL, CELL), 0.0, &over(class)),
            CellForm::Hexagon => canvas.polygon(&hexagon(at, CORNER), &over(class)),
            CellForm::PicturePlace => canvas.circle(at, self.radius(), &over("spot")),
            CellForm::Node if matches!(stand, Stand::Written(_)) => {
                canvas.rect(at, (36.0, 24.0), 5.0, &over("cell"))
            }
            CellForm::Node => canvas.circle(at, 8.0, &over("spot")),
            CellForm::Dot | CellForm::Purse => canvas.circle(at, 5.0, "class=\"spot\" stroke-width=\"2\""),
        }
    }

    /// Of a round place: those with numbers in them are wider.
    fn radius(&self) -> f64 {
        let counted = self.panel.stands.iter().any(|stand| matches!(stand, Stand::Written(_)));
        if counted { 21.0 } else { 12.0 }
    }

    fn stand(&self, canvas: &mut Canvas, at: At, stand: &Stand) {
        match stand {
            Stand::Empty | Stand::Void => {}
            Stand::Written(text) => {
                let size = if text.chars().count() > 3 { 12.0 } else { 19.0 };
                canvas.text(at, size, "middle", "class=\"words\"", text);
            }
            Stand::Ground(drawn_piece) => {
                let paint = colour(self.program, drawn_piece.ink);
                let rest = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"", paint.fill, paint.edge);
                canvas.circle(at, 7.0, &rest);
            }
            Stand::Piece(drawn_piece) => self.piece(canvas, at, drawn_piece),
        }
    }

    fn piece(&self, canvas: &mut Canvas, at: At, drawn_piece: &DrawnPiece) {
        let paint = colour(self.program, drawn_piece.ink);
        let sign = self.is_sign(drawn_piece);
        let stroke =
            format!("stroke=\"{}\" stroke-width=\"5.5\" stroke-linecap=\"round\" fill=\"none\"", paint.fill);
        let disc = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.8\"", paint.fill, paint.edge);
        match drawn_piece.text.trim() {
            "X" | "x" if sign => {
                let d = 11.0;
                canvas.line((at.0 - d, at.1 - d), (at.0 + d, at.1 + d), &stroke);
                canvas.line((at.0 - d, at.1 + d), (at.0 + d, at.1 - d), &stroke);
            }
            "O" | "o" if sign => canvas.circle(at, 12.5, &stroke),
            "#" => self.block(canvas, at, &disc),
            "|" => {
                canvas.rect(at, (9.0, 32.0), 4.5, &disc);
            }
            ">" => canvas.polygon(&turned(at, 0.0), &disc),
            "^" => canvas.polygon(&turned(at, -90.0), &disc),
            "<" => canvas.polygon(&turned(at, 180.0), &disc),
            "v" if sign => canvas.polygon(&turned(at, 90.0), &disc),
            "" => canvas.circle(at, 13.0, &disc),
            text => {
                canvas.circle(at, 17.0, &disc);
                let size = if text.chars().count() > 2 { 11.0 } else { 17.0 };
                let rest = format!("fill=\"{}\" font-weight=\"600\"", paint.text);
                canvas.text(at, size, "middle", &rest, text);
            }
        }
    }

    /// Whether the letter is itself the mark that players make, and no name for a man of some colour.
    fn is_sign(&self, drawn_piece: &DrawnPiece) -> bool {
        match drawn_piece.ink {
            Ink::Neutral => true,
            Ink::Of(player) => {
                self.program.players()[player.index()].eq_ignore_ascii_case(drawn_piece.text.trim())
            }
        }
    }

    /// A cell that is covered as a whole.
    fn block(&self, canvas: &mut Canvas, at: At, disc: &str) {
        match self.plan.form {
            CellForm::Hexagon => canvas.polygon(&hexagon(at, CORNER - 4.0), disc),
            _ => canvas.rect(at, (CELL - 8.0, CELL - 8.0), 6.0, disc),
        }
    }

    /// The last move, drawn around its place.
    fn last(&self, canvas: &mut Canvas) {
        let Some((place, words)) = &self.marks.last else { return };
        canvas.open(words);
        let rest = "class=\"last\" fill=\"none\" stroke-width=\"3.2\"";
        match place {
            PicturePlace::Cell(cell) => self.ring(canvas, *cell, rest),
            PicturePlace::Area(cells) => cells.iter().for_each(|cell| self.ring(canvas, *cell, rest)),
            PicturePlace::Note(purse, note) => {
                if let Some(purses) = &self.plan.purses {
                    canvas.rect(purses.note(&self.plan.at, *purse, *note), (34.0, 26.0), 4.0, rest);
                }
            }
            PicturePlace::Way(from, to) => {
                if self.plan.form != CellForm::Node {
                    self.arrow(canvas, *from, along(self.plan.at[*to], self.plan.at[*from], 0.2), rest);
                }
            }
            PicturePlace::Line(line) => {
                let (from, to) = self.panel.lines[*line].ends;
                let rest = "class=\"last\" stroke-width=\"11\" stroke-opacity=\"0.45\"";
                canvas.line(self.plan.at[from], self.plan.at[to], rest);
            }
        }
        canvas.close();
    }

    fn ring(&self, canvas: &mut Canvas, cell: usize, rest: &str) {
        let at = self.plan.at[cell];
        match self.plan.form {
            CellForm::Square => canvas.rect(at, (CELL - 3.0, CELL - 3.0), 3.0, rest),
            CellForm::Hexagon => canvas.polygon(&hexagon(at, CORNER - 1.5), rest),
            CellForm::PicturePlace => canvas.circle(at, self.radius().max(17.0) + 3.0, rest),
            CellForm::Dot => canvas.circle(at, 8.5, rest),
            CellForm::Node => canvas.circle(at, 17.0, rest),
            CellForm::Purse => {}
        }
    }

    fn arrow(&self, canvas: &mut Canvas, from: usize, tip: At, rest: &str) {
        let from = self.plan.at[from];
        let (ux, uy) = towards(from, tip);
        let start = (from.0 + ux * 10.0, from.1 + uy * 10.0);
        canvas.line(start, tip, rest);
        for side in [-1.0, 1.0] {
            let wing = (tip.0 - ux * 8.0 + side * uy * 5.5, tip.1 - uy * 8.0 - side * ux * 5.5);
            canvas.line(tip, wing, rest);
        }
    }

    /// The line or arrow of a move: a better one is wider and stands out more.
    fn stroke(&self, canvas: &mut Canvas, stroke: &Stroke) {
        let wide = 2.2 + 0.5 * f64::from(stroke.level);
        let rest = format!(
            "class=\"a{}\" stroke-width=\"{}\" stroke-linecap=\"round\" fill=\"none\"",
            stroke.level,
            super::canvas::n(wide)
        );
        canvas.open(&stroke.words);
        match &stroke.place {
            PicturePlace::Cell(_) | PicturePlace::Note(..) => {}
            PicturePlace::Area(cells) => {
                if let [from, to] = cells[..] {
                    canvas.line(self.plan.at[from], self.plan.at[to], &rest);
                }
            }
            PicturePlace::Way(from, to) => {
                let end = tip(self.plan, self.panel, &self.marks.labels, (*from, *to));
                self.arrow(canvas, *from, end, &rest);
            }
            PicturePlace::Line(line) => {
                let line = &self.panel.lines[*line];
                if line.ink.is_none() {
                    canvas.line(self.plan.at[line.ends.0], self.plan.at[line.ends.1], &rest);
                }
            }
        }
        canvas.close();
    }

    fn names(&self, canvas: &mut Canvas) {
        for (at, text) in &self.plan.margins {
            canvas.text(*at, 13.0, "middle", "class=\"faint\"", text);
        }
        if let Some((domain, index)) = self.panel.index {
            let (x, y, w, _) = canvas.bounds();
            let text = format!("{} {}", self.program.domain(domain).name, {
                &self.program.domain(domain).members[index]
            });
            canvas.text((x + w / 2.0, y - 14.0), 14.0, "middle", "class=\"faint\"", &text);
        }
        if self.plan.named {
            for (cell, name) in self.program.domain(self.plan.domain).members.iter().enumerate() {
                self.name(canvas, self.plan.at[cell], name);
            }
        }
    }

    /// The name of an element, away from the middle of the board where there is room.
    fn name(&self, canvas: &mut Canvas, at: At, name: &str) {
        let away = match self.plan.form {
            CellForm::Hexagon => {
                return canvas.text((at.0, at.1 + 19.0), 8.5, "middle", "class=\"faint\"", name);
            }
            CellForm::PicturePlace => self.radius().max(17.0) + 9.0,
            _ => 13.0,
        };
        let centre = middle(&self.plan.at);
        let (dx, dy) = (at.0 - centre.0, at.1 - centre.1);
        let far = dx.hypot(dy);
        let (ux, uy) = match far > 1.0 {
            // Two rows of pits have their names above and below.
            true if self.radius() > 17.0 && self.plan.near.is_empty() => (0.0, dy.signum()),
            true => (dx / far, dy / far),
            false => (0.35, 1.0),
        };
        let wide = super::canvas::width(name, 11.0) / 2.0 - 4.0;
        let place = (at.0 + ux * (away + wide.max(0.0) * ux.abs()), at.1 + uy * away);
        canvas.text(place, 11.0, "middle", "class=\"faint\"", name);
    }
}

fn hexagon((x, y): At, corner: f64) -> Vec<At> {
    (0..6)
        .map(|i| {
            let angle = (f64::from(i) * 60.0 - 90.0).to_radians();
            (x + corner * angle.cos(), y + corner * angle.sin())
        })
        .collect()
}

/// An arrowhead that points so many degrees away from the right.
fn turned((x, y): At, degrees: f64) -> Vec<At> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [(17.0, 0.0), (-12.0, 14.0), (-6.0, 0.0), (-12.0, -14.0)]
        .iter()
        .map(|(a, b)| (x + a * cos - b * sin, y + a * sin + b * cos))
        .collect()
}

/// The head of an arrow, a little beyond the middle of its line: its tip, and where its two barbs end.
fn head(from: At, to: At) -> (At, [At; 2]) {
    const LONG: f64 = 9.0;
    const WIDE: f64 = 5.0;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / far, dy / far);
    let tip = along(from, to, 0.6);
    let barb = |side: f64| (tip.0 - LONG * ux + side * WIDE * uy, tip.1 - LONG * uy - side * WIDE * ux);
    (tip, [barb(1.0), barb(-1.0)])
}
