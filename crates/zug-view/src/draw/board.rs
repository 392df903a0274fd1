//! Draws one board: its cells and lines, what stands on them, and the marks of moves over them.

use super::canvas::{At, Canvas};
use super::colours::{Ink, colour};
use super::marks::Mark;
use super::pieces::{DrawnPiece, Panel, Stand};
use super::places::PicturePlace;
use super::plan::{BoardPlan, CELL, CellForm};
use zug_lang::program::Program;

/// Draws a board.
pub fn draw(canvas: &mut Canvas, program: &Program, plan: &BoardPlan, panel: &Panel, marks: &[&Mark]) {
    let painter = Painter { program, plan, panel };
    painter.areas(canvas);
    painter.lines(canvas);
    painter.cells(canvas, marks);
    for mark in marks.iter().filter(|mark| mark.heat.is_none()) {
        painter.outline(canvas, mark);
    }
    marks.iter().for_each(|mark| painter.heat_line(canvas, mark));
    marks.iter().for_each(|mark| painter.label(canvas, mark));
    painter.names(canvas);
}

struct Painter<'a> {
    program: &'a Program,
    plan: &'a BoardPlan,
    panel: &'a Panel,
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

    fn cells(&self, canvas: &mut Canvas, marks: &[&Mark]) {
        for (cell, stand) in self.panel.stands.iter().enumerate() {
            let heat =
                marks.iter().find(|mark| mark.place == PicturePlace::Cell(cell) && mark.heat.is_some());
            let name = &self.program.domain(self.plan.domain).members[cell];
            canvas.open(&self.say(name, stand, heat.copied()));
            // Numbers stay readable: theirs is told by the label alone.
            let ground = heat.filter(|_| !matches!(stand, Stand::Written(_)));
            self.ground(canvas, cell, stand, ground.and_then(|mark| mark.heat.map(|heat| heat.colour())));
            self.stand(canvas, self.plan.at[cell], stand);
            canvas.close();
        }
    }

    fn say(&self, name: &str, stand: &Stand, heat: Option<&Mark>) -> String {
        let stands = match stand {
            Stand::Empty | Stand::Void => name.to_string(),
            Stand::Ground(drawn_piece) | Stand::Piece(drawn_piece) => format!("{name}: {}", drawn_piece.text),
            Stand::Written(text) => format!("{name}: {text}"),
        };
        heat.map_or(stands.clone(), |mark| format!("{stands}; {}", mark.words))
    }

    fn ground(&self, canvas: &mut Canvas, cell: usize, stand: &Stand, heat: Option<String>) {
        let at = self.plan.at[cell];
        let class = if *stand == Stand::Void { "void" } else { "cell" };
        let over = |class: &str| match &heat {
            Some(colour) => format!("fill=\"{colour}\" stroke=\"#20242a\" stroke-width=\"1\""),
            None => format!("class=\"{class}\" stroke-width=\"1\""),
        };
        match self.plan.form {
            CellForm::Square => canvas.rect(at, (CELL, CELL), 0.0, &over(class)),
            CellForm::Hexagon => canvas.polygon(&hexagon(at, CORNER), &over(class)),
            CellForm::PicturePlace => canvas.circle(at, self.radius(), &over("spot")),
            CellForm::Dot => canvas.circle(at, 5.0, "class=\"spot\" stroke-width=\"2\""),
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

    /// The last move, or a best one, drawn around its place.
    fn outline(&self, canvas: &mut Canvas, mark: &Mark) {
        canvas.open(&mark.words);
        let class = mark.class;
        let rest = format!("class=\"{class}\" fill=\"none\" stroke-width=\"3.2\"");
        match &mark.place {
            PicturePlace::Cell(cell) => self.ring(canvas, *cell, &rest, mark.inner),
            PicturePlace::Area(cells) => {
                cells.iter().for_each(|cell| self.ring(canvas, *cell, &rest, mark.inner))
            }
            PicturePlace::Way(from, to) => self.arrow(canvas, *from, *to, &rest),
            PicturePlace::Line(line) => {
                let (from, to) = self.panel.lines[*line].ends;
                let rest = format!("class=\"{class}\" stroke-width=\"11\" stroke-opacity=\"0.45\"");
                canvas.line(self.plan.at[from], self.plan.at[to], &rest);
            }
        }
        canvas.close();
    }

    fn ring(&self, canvas: &mut Canvas, cell: usize, rest: &str, inner: bool) {
        let at = self.plan.at[cell];
        let less = if inner { 5.0 } else { 1.5 };
        match self.plan.form {
            CellForm::Square => canvas.rect(at, (CELL - 2.0 * less, CELL - 2.0 * less), 3.0, rest),
            CellForm::Hexagon => canvas.polygon(&hexagon(at, CORNER - less), rest),
            CellForm::PicturePlace => canvas.circle(at, self.radius().max(17.0) + 4.5 - less, rest),
            CellForm::Dot => canvas.circle(at, 10.0 - less, rest),
        }
    }

    fn arrow(&self, canvas: &mut Canvas, from: usize, to: usize, rest: &str) {
        let (from, to) = (self.plan.at[from], self.plan.at[to]);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let far = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / far, dy / far);
        let start = (from.0 + ux * 10.0, from.1 + uy * 10.0);
        let tip = (to.0 - ux * 12.0, to.1 - uy * 12.0);
        canvas.line(start, tip, rest);
        for side in [-1.0, 1.0] {
            let wing = (tip.0 - ux * 9.0 + side * uy * 7.0, tip.1 - uy * 9.0 - side * ux * 7.0);
            canvas.line(tip, wing, rest);
        }
    }

    /// The line or arrow of a move with a value; labels come over all of them.
    fn heat_line(&self, canvas: &mut Canvas, mark: &Mark) {
        let Some(heat) = mark.heat else { return };
        let rest = |wide: &str| format!("stroke=\"{}\" stroke-width=\"{wide}\" fill=\"none\"", heat.colour());
        match &mark.place {
            PicturePlace::Cell(_) => {}
            PicturePlace::Area(cells) => {
                if let [from, to] = cells[..] {
                    canvas.line(self.plan.at[from], self.plan.at[to], &rest("4"));
                }
            }
            PicturePlace::Way(from, to) => self.arrow(canvas, *from, *to, &rest("3")),
            PicturePlace::Line(line) => {
                let line = &self.panel.lines[*line];
                if line.ink.is_none() {
                    canvas.line(self.plan.at[line.ends.0], self.plan.at[line.ends.1], &rest("4"));
                }
            }
        }
    }

    /// The value of a move at its place.
    fn label(&self, canvas: &mut Canvas, mark: &Mark) {
        let Some(heat) = mark.heat else { return };
        let fill = heat.colour();
        canvas.open(&mark.words);
        match &mark.place {
            PicturePlace::Cell(cell) => self.label_cell(canvas, *cell, &fill, mark),
            PicturePlace::Area(cells) => {
                let at: Vec<At> = cells.iter().map(|cell| self.plan.at[*cell]).collect();
                pill(canvas, middle(&at), &fill, &mark.label);
            }
            PicturePlace::Way(from, to) => {
                let (from, to) = (self.plan.at[*from], self.plan.at[*to]);
                let far = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
                // Long ways along one line have their labels apart, each near its end.
                let part = if far > 1.6 * CELL { 1.0 - 0.35 * CELL / far } else { 0.58 };
                pill(canvas, along(from, to, part), &fill, &mark.label);
            }
            PicturePlace::Line(line) => {
                let (from, to) = self.panel.lines[*line].ends;
                pill(canvas, along(self.plan.at[from], self.plan.at[to], 0.4), &fill, &mark.label);
            }
        }
        canvas.close();
    }

    fn label_cell(&self, canvas: &mut Canvas, cell: usize, fill: &str, mark: &Mark) {
        let at = self.plan.at[cell];
        match (&self.panel.stands[cell], self.plan.form) {
            (Stand::Empty | Stand::Void, CellForm::PicturePlace) => pill(canvas, at, fill, &mark.label),
            (Stand::Empty | Stand::Void, CellForm::Square | CellForm::Hexagon) => {
                let size = if mark.label.chars().count() > 3 { 13.0 } else { 16.0 };
                canvas.text(at, size, "middle", "fill=\"#ffffff\" font-weight=\"600\"", &mark.label);
            }
            (Stand::Written(_), _) => {
                let inwards = (middle(&self.plan.at).1 - at.1).signum();
                pill(canvas, (at.0, at.1 + 21.0 * inwards), fill, &mark.label);
            }
            _ => pill(canvas, (at.0, at.1 + 16.0), fill, &mark.label),
        }
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

/// A small label on a coloured ground.
pub fn pill(canvas: &mut Canvas, at: At, fill: &str, text: &str) {
    let wide = super::canvas::width(text, 12.0) + 10.0;
    let rest = format!("fill=\"{fill}\" stroke=\"#ffffff\" stroke-width=\"1\"");
    canvas.rect(at, (wide, 16.0), 8.0, &rest);
    canvas.text(at, 11.0, "middle", "fill=\"#ffffff\" font-weight=\"600\"", text);
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

fn middle(all: &[At]) -> At {
    let count = all.len().max(1) as f64;
    (all.iter().map(|at| at.0).sum::<f64>() / count, all.iter().map(|at| at.1).sum::<f64>() / count)
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

fn along(from: At, to: At, part: f64) -> At {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}
