//! Draws one board: its cells and lines, what stands on them, and the marks of moves over them.

use super::canvas::{At, Canvas};
use super::colours::{Ink, colour};
use super::labels::{along, middle, tip, towards};
use super::marks::{PanelMarks, Stroke};
use super::panel::{DrawnPiece, Face, Panel, PicturePlace, Stand, WALL};
use super::piles;
use super::plan::{BoardPlan, CELL, CellForm};
use super::shapes::{CORNER, crown, head, hexagon, turned};
use zug_lang::program::Program;

/// Draws a board.
pub fn draw(canvas: &mut Canvas, program: &Program, plan: &BoardPlan, panel: &Panel, marks: &PanelMarks) {
    let painter = BoardPainter { program, plan, panel, marks };
    painter.areas(canvas);
    painter.lines(canvas);
    match &plan.purses {
        Some(purses) if plan.form == CellForm::Purse => {
            super::drawn_purses::draw(canvas, program, plan, purses, &panel.taken)
        }
        _ => painter.cells(canvas),
    }
    painter.over(canvas);
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
pub struct BoardPainter<'a> {
    /// The definition.
    pub program: &'a Program,
    /// Where everything stands.
    pub plan: &'a BoardPlan,
    /// What is there.
    pub panel: &'a Panel,
    marks: &'a PanelMarks,
}

impl BoardPainter<'_> {
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
        let off = |cell: usize| self.panel.stands[cell] == Stand::Void;
        for (from, to) in self.plan.near.iter().filter(|(from, to)| !off(*from) && !off(*to)) {
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
        if let Some((PicturePlace::Line(line), words)) = &self.marks.last {
            let (from, to) = self.panel.lines[*line].ends;
            canvas.open(words);
            // A line that was taken away is not there to hide.
            let faint = if self.panel.lines[*line].ink.is_none() { " stroke-opacity=\"0.45\"" } else { "" };
            let rest = format!("class=\"last\" stroke-width=\"14\" stroke-linecap=\"round\"{faint}");
            canvas.line(self.plan.at[from], self.plan.at[to], &rest);
            canvas.close();
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
            if !matches!(stand, Stand::Piece(piece) if self.joined(cell, piece.ink).is_some()) {
                self.stand(canvas, self.plan.at[cell], stand);
            }
            canvas.close();
        }
    }

    fn say(&self, name: &str, stand: &Stand, cell: usize) -> String {
        let stands = match stand {
            Stand::Empty | Stand::Void => name.to_string(),
            Stand::Gone => format!("{name}: gone"),
            Stand::Levels(levels) => format!("{name}: {levels}"),
            Stand::Stack(stack) => format!("{name}, from below: {}", stack.in_words(self.program)),
            Stand::Ground(drawn_piece) | Stand::Piece(drawn_piece) => format!("{name}: {}", drawn_piece.text),
            Stand::Written(text) => format!("{name}: {text}"),
            Stand::Nested(pieces, _) => format!("{name}: {}", piles::nested_in_words(self.program, pieces)),
        };
        let mut here = self.marks.labels.iter().map(|(_, label)| label);
        let label = here.find(|label| label.place == PicturePlace::Cell(cell));
        label.map_or(stands.clone(), |label| format!("{stands}; {}", label.words))
    }

    fn ground(&self, canvas: &mut Canvas, cell: usize, stand: &Stand) {
        let at = self.plan.at[cell];
        let class = match (*stand == Stand::Void, self.is_chequered()) {
            (true, false) => "void",
            (false, true) => "dark",
            _ => "cell",
        };
        let over = |class: &str| format!("class=\"{class}\" stroke-width=\"1\"");
        match self.plan.form {
            CellForm::Square => canvas.rect(at, (CELL, CELL), 0.0, &over(class)),
            CellForm::Hexagon if *stand == Stand::Void => {}
            CellForm::Hexagon => canvas.polygon(&hexagon(at, CORNER), &over(class)),
            CellForm::PicturePlace if *stand == Stand::Void => {}
            CellForm::PicturePlace if self.plan.stores.is_some_and(|stores| stores.contains(&cell)) => {
                canvas.rect(at, (44.0, 104.0), 22.0, "class=\"pit\" stroke-width=\"1.5\"");
            }
            CellForm::PicturePlace
                if self.plan.stores.is_some() || (*stand != Stand::Void && self.is_pit()) =>
            {
                canvas.circle(at, self.radius(), "class=\"pit\" stroke-width=\"1.5\"");
            }
            CellForm::PicturePlace if *stand == Stand::Gone => {
                let rest = "class=\"gone\" stroke-width=\"1.5\" stroke-dasharray=\"3 3\"";
                canvas.circle(at, self.radius(), rest);
            }
            CellForm::PicturePlace => canvas.circle(at, self.radius(), &over("spot")),
            CellForm::Point if *stand == Stand::Void => {}
            CellForm::Point if matches!(stand, Stand::Written(_)) => canvas.circle(at, 13.0, &over("spot")),
            CellForm::Point => canvas.circle(at, 2.5, "class=\"spot\" stroke-width=\"1.5\""),
            CellForm::Node if matches!(stand, Stand::Written(_)) => {
                canvas.rect(at, (36.0, 24.0), 5.0, &over("cell"))
            }
            CellForm::Node => canvas.circle(at, 8.0, &over("spot")),
            CellForm::Dot | CellForm::Purse => canvas.circle(at, 5.0, "class=\"spot\" stroke-width=\"2\""),
        }
    }

    /// The dots of one colour that a piece between them joins.
    fn joined(&self, cell: usize, ink: Ink) -> Option<(At, At)> {
        let at = self.plan.at[cell];
        let dot = |dx: f64, dy: f64| {
            let place = (at.0 + dx * CELL, at.1 + dy * CELL);
            let found =
                self.plan.at.iter().position(|other| (other.0 - place.0).hypot(other.1 - place.1) < 1.0)?;
            matches!(&self.panel.stands[found], Stand::Ground(dot) if dot.ink == ink).then_some(place)
        };
        if !matches!(ink, Ink::Of(_)) || self.plan.form != CellForm::Square {
            return None;
        }
        dot(-1.0, 0.0).zip(dot(1.0, 0.0)).or_else(|| dot(0.0, -1.0).zip(dot(0.0, 1.0)))
    }

    /// Bridges: pieces between two dots of their colour.
    fn bridges(&self, canvas: &mut Canvas) {
        for (cell, stand) in self.panel.stands.iter().enumerate() {
            if let Stand::Piece(piece) = stand
                && let Some((from, to)) = self.joined(cell, piece.ink)
            {
                let paint = colour(self.program, piece.ink);
                let line = |colour: &str, wide: &str| {
                    format!("stroke=\"{colour}\" stroke-width=\"{wide}\" stroke-linecap=\"round\"")
                };
                canvas.line(from, to, &line(paint.edge, "12"));
                canvas.line(from, to, &line(paint.fill, "9"));
            }
        }
    }

    /// Whether play is on the squares of one colour of a chequered board: they are the dark ones.
    fn is_chequered(&self) -> bool {
        let colour = |at: &At| ((at.0 / CELL).round() + (at.1 / CELL).round()) as i64 & 1;
        let mut blank = [false; 2];
        let mut used = [false; 2];
        for (at, stand) in self.plan.at.iter().zip(&self.panel.stands) {
            let set = if *stand == Stand::Void { &mut blank } else { &mut used };
            set[colour(at) as usize] = true;
        }
        self.plan.form == CellForm::Square && blank[0] != blank[1] && used == [blank[1], blank[0]]
    }

    /// Whether the places are pits with seeds, and no points of a graph.
    fn is_pit(&self) -> bool {
        self.plan.near.is_empty() && self.radius() > 17.0
    }

    /// Walls between cells, the lines around small boards, numbers that pieces hide.
    fn over(&self, canvas: &mut Canvas) {
        for (a, b) in &self.panel.walls {
            let (a, b) = (self.plan.at[*a], self.plan.at[*b]);
            let (middle, (ux, uy)) = (along(a, b, 0.5), towards(a, b));
            let far = CELL / 2.0 - 1.0;
            let ends = [-far, far].map(|by| (middle.0 - uy * by, middle.1 + ux * by));
            canvas.line(ends[0], ends[1], "class=\"wall\" stroke-width=\"7\" stroke-linecap=\"round\"");
        }
        self.bridges(canvas);
        super::drawn_worths::draw(canvas, self.plan);
        self.plan.rims.iter().for_each(|rim| super::drawn_rims::draw(canvas, self.program, self.plan, rim));
        for part in &self.plan.parts {
            let at: Vec<At> = part.iter().map(|cell| self.plan.at[*cell]).collect();
            let low = at.iter().fold((f64::MAX, f64::MAX), |low, at| (low.0.min(at.0), low.1.min(at.1)));
            let high = at.iter().fold((f64::MIN, f64::MIN), |high, at| (high.0.max(at.0), high.1.max(at.1)));
            let size = (high.0 - low.0 + CELL, high.1 - low.1 + CELL);
            canvas.rect(middle(&at), size, 0.0, "class=\"part\" fill=\"none\" stroke-width=\"3\"");
        }
        for (cell, number) in &self.panel.corners {
            let at = self.plan.at[*cell];
            canvas.rect((at.0 - 17.0, at.1 - 16.0), (12.0, 14.0), 2.0, "class=\"chip\"");
            canvas.text(
                (at.0 - 17.0, at.1 - 16.0),
                11.0,
                "middle",
                "class=\"words\" font-weight=\"600\"",
                number,
            );
        }
    }

    /// Of a round place: those with numbers in them are wider.
    fn radius(&self) -> f64 {
        let counted = self.panel.stands.iter().any(|stand| matches!(stand, Stand::Written(_)));
        if counted { 21.0 } else { 12.0 }
    }

    fn stand(&self, canvas: &mut Canvas, at: At, stand: &Stand) {
        match stand {
            Stand::Empty | Stand::Void | Stand::Gone => {}
            Stand::Levels(levels) => {
                for level in 0..*levels {
                    let wide = 40.0 - 8.0 * level as f64;
                    canvas.rect(at, (wide, wide), 3.0, "class=\"level\" stroke-width=\"1.5\"");
                }
                canvas.text(at, 12.0, "middle", "class=\"words\" font-weight=\"600\"", &levels.to_string());
            }
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
            Stand::Stack(stack) => stack.draw(canvas, self.program, at),
            Stand::Nested(pieces, sizes) => piles::nested(canvas, self.program, at, pieces, *sizes),
        }
    }

    fn piece(&self, canvas: &mut Canvas, at: At, drawn_piece: &DrawnPiece) {
        let paint = colour(self.program, drawn_piece.ink);
        let sign = self.is_sign(drawn_piece);
        let stroke =
            format!("stroke=\"{}\" stroke-width=\"5.5\" stroke-linecap=\"round\" fill=\"none\"", paint.fill);
        let disc = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.8\"", paint.fill, paint.edge);
        match (drawn_piece.face, drawn_piece.text.trim()) {
            (Face::Plain, text) if !sign => {
                canvas.circle(at, if text.is_empty() { 13.0 } else { 17.0 }, &disc)
            }
            (Face::Crown, _) if !sign => {
                canvas.circle(at, 17.0, &disc);
                canvas.polygon(&crown(at), &format!("fill=\"{}\"", paint.text));
            }
            (_, text) => self.lettered(canvas, at, text, sign, (&stroke, &disc, paint.text)),
        }
    }

    fn lettered(
        &self,
        canvas: &mut Canvas,
        at: At,
        text: &str,
        sign: bool,
        (stroke, disc, ink): (&str, &str, &str),
    ) {
        match text {
            "X" | "x" if sign => {
                let d = 11.0;
                canvas.line((at.0 - d, at.1 - d), (at.0 + d, at.1 + d), stroke);
                canvas.line((at.0 - d, at.1 + d), (at.0 + d, at.1 - d), stroke);
            }
            "O" | "o" if sign => canvas.circle(at, 12.5, stroke),
            WALL => self.block(canvas, at, disc),
            "|" => {
                canvas.rect(at, (9.0, 32.0), 4.5, disc);
            }
            ">" => canvas.polygon(&turned(at, 0.0), disc),
            "^" => canvas.polygon(&turned(at, -90.0), disc),
            "<" => canvas.polygon(&turned(at, 180.0), disc),
            "v" if sign => canvas.polygon(&turned(at, 90.0), disc),
            "" => canvas.circle(at, 13.0, disc),
            text => {
                canvas.circle(at, 17.0, disc);
                let size = if text.chars().count() > 2 { 11.0 } else { 17.0 };
                let rest = format!("fill=\"{ink}\" font-weight=\"600\"");
                canvas.text(at, size, "middle", &rest, text);
            }
        }
    }

    /// Whether the letter is itself the mark that players make, and no name for a man of some
    /// colour.
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
            // Under the line itself, which has its own colour.
            PicturePlace::Line(_) => {}
        }
        canvas.close();
    }

    fn ring(&self, canvas: &mut Canvas, cell: usize, rest: &str) {
        let at = self.plan.at[cell];
        match self.plan.form {
            CellForm::Square => canvas.rect(at, (CELL - 3.0, CELL - 3.0), 3.0, rest),
            CellForm::Hexagon => canvas.polygon(&hexagon(at, CORNER - 1.5), rest),
            CellForm::PicturePlace => canvas.circle(at, self.radius().max(17.0) + 3.0, rest),
            CellForm::Point => canvas.circle(at, 20.0, rest),
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
            let names = self.program.domain(self.plan.domain).members.iter().enumerate();
            for (cell, name) in names.filter(|(cell, _)| !self.is_covered(*cell)) {
                let store =
                    self.plan.stores.and_then(|stores| stores.iter().position(|store| *store == cell));
                match store {
                    Some(player) => {
                        let (at, name) = (self.plan.at[cell], self.program.players()[player]);
                        canvas.text((at.0, at.1 + 61.0), 11.0, "middle", "class=\"faint\"", name);
                    }
                    None => self.name(canvas, self.plan.at[cell], name),
                }
            }
        }
    }

    /// Whether a piece stands where the name of an element would be.
    fn is_covered(&self, cell: usize) -> bool {
        let is_free =
            matches!(self.panel.stands[cell], Stand::Empty | Stand::Void | Stand::Gone | Stand::Written(_));
        self.plan.form == CellForm::Hexagon && !is_free
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
