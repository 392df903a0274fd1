//! Positions as lines of a terminal: boards in box-drawing lines, discs, the last move in brackets,
//! what moves are worth on the cells they lead to.
//!
//! Only square boards are drawn so, if they are no wider than a terminal; where a position has
//! another one, its text is the plain one of `zug_lang`.

use super::canvas::At;
use super::colours::{Ink, colour, differ_in_lightness};
use super::drawn_worths;
use super::legend::{in_lines, in_words};
use super::marks::{MarkSet, PanelMarks};
use super::panel::{Face, Panel, PicturePlace, Sized, Stand, WALL};
use super::piles;
use super::places::Planned;
use super::plan::{BoardPlan, CELL, CellForm};
use super::{PictureMarks, PositionPicture};
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;
use zug_game::Player;
use zug_lang::boards::column;
use zug_lang::program::{FieldId, Program};
use zug_lang::semantics::{Position, Semantics};
use zug_lang::text::{entries, position as text};

/// A position for a terminal that shows box-drawing characters, with colours if it has them.
pub fn terminal(program: &Program, position: &Position, marks: &PictureMarks, colours: bool) -> String {
    let semantics = Semantics::new(program);
    let picture = PositionPicture::of(&semantics, position, marks);
    let seen = MarkSet::of(&semantics, &picture.panels, position, marks);
    let boards: Option<Vec<String>> = picture
        .panels
        .iter()
        .zip(&seen.panels)
        .map(|(planned, marks)| BoxDrawing::of(program, planned, marks, colours)?.drawn())
        .collect();
    let (mut out, seen) = match boards.filter(|boards| !boards.is_empty()) {
        Some(boards) => {
            let below = beside(&picture) + &fields(program, position, &picture) + &picture.turn().1 + "\n";
            (boards.join("\n") + &below, seen)
        }
        None => (plain(&semantics, position), MarkSet::of(&semantics, &[], position, marks)),
    };
    out += &in_lines(&seen);
    out + &in_words(&picture, &seen)
}

/// A position in plain letters, and what each cell is worth.
pub fn plain(semantics: &Semantics<'_>, position: &Position) -> String {
    let program = semantics.program();
    let fields = text::draw_fields(program, semantics, position);
    let turn = text::last_line(program, semantics, position);
    format!("{fields}{}{turn}", drawn_worths::of_boards_in_lines(program))
}

/// What the cells hold that no letter tells: the lower pieces of stacks, and what each cell is
/// worth.
fn beside(picture: &PositionPicture<'_, '_>) -> String {
    let program = picture.semantics.program();
    let on = |(plan, panel): &Planned| -> String {
        let mixed = piles::mixed(panel, &program.domain(plan.domain).members);
        mixed.map(|(name, stack)| format!("{name}, from below: {}\n", stack.in_words(program))).collect()
    };
    picture.panels.iter().map(on).collect::<String>() + &drawn_worths::in_lines(program, &picture.panels)
}

/// The fields that no board shows.
fn fields(program: &Program, position: &Position, picture: &PositionPicture<'_, '_>) -> String {
    let mut out = String::new();
    for (id, field) in program.fields.iter().enumerate() {
        if picture.drawn.contains(&FieldId(id as u32)) {
            continue;
        }
        let values = position.fields.get(id).map_or(&[][..], Vec::as_slice);
        for line in entries::lines(program, field, values) {
            out += &line;
            out.push('\n');
        }
    }
    out
}

/// A place of the drawing, by its column and row, both from 1.
type Square = (i64, i64);

/// One board in the making.
struct BoxDrawing<'a> {
    program: &'a Program,
    plan: &'a BoardPlan,
    panel: &'a Panel,
    marks: &'a PanelMarks,
    cells: BTreeMap<Square, usize>,
    size: Square,
    colours: bool,
}

impl<'a> BoxDrawing<'a> {
    fn of(
        program: &'a Program,
        (plan, panel): &'a Planned,
        marks: &'a PanelMarks,
        colours: bool,
    ) -> Option<BoxDrawing<'a>> {
        let square = |at: &At| ((at.0 / CELL).round() as i64, (-at.1 / CELL).round() as i64);
        let exact = |at: &At| {
            let (x, y) = square(at);
            (at.0 - x as f64 * CELL).abs() < 0.1 && (at.1 + y as f64 * CELL).abs() < 0.1 && x >= 1 && y >= 1
        };
        let fits = matches!(plan.form, CellForm::Square | CellForm::Point) && plan.at.iter().all(exact);
        let cells: BTreeMap<Square, usize> = plan.at.iter().map(square).zip(0..).collect();
        let size = (cells.keys().map(|at| at.0).max()?, cells.keys().map(|at| at.1).max()?);
        let whole = cells.len() as i64 == size.0 * size.1 && cells.len() == plan.at.len();
        (fits && whole).then_some(BoxDrawing { program, plan, panel, marks, cells, size, colours })
    }

    /// The lines; `None` if they are too wide for a terminal.
    fn drawn(&self) -> Option<String> {
        let contents: Vec<CellContent> = (0..self.plan.at.len()).map(|cell| self.content(cell)).collect();
        let widest = contents.iter().map(|content| content.text.width()).max().unwrap_or(1);
        let wide = (widest + 2).max(3) | 1;
        if (wide as i64 + 1).saturating_mul(self.size.0) > WIDEST {
            return None;
        }
        let margin = self.size.1.to_string().len();
        let mut out = String::new();
        for y in (1..=self.size.1).rev() {
            out += &self.between(y, wide, margin);
            let row = (1..=self.size.0).map(|x| self.cell((x, y), &contents, wide)).collect::<String>();
            let end = if self.is_points() {
                String::new()
            } else {
                self.edge((self.size.0, y), (self.size.0 + 1, y))
            };
            out += &format!("{y:>margin$} {row}{end}\n");
        }
        out += &self.between(0, wide, margin);
        let letters = (1..=self.size.0).map(|x| format!("{:^1$}", column(x), wide + 1)).collect::<String>();
        let shift = usize::from(!self.is_points());
        out += &format!("{:>margin$} {:shift$}{}\n", "", "", letters);
        Some(out.lines().map(|line| format!("{}\n", line.trim_end())).collect())
    }

    fn is_points(&self) -> bool {
        self.plan.form == CellForm::Point
    }

    /// The line above a row.
    fn between(&self, y: i64, wide: usize, margin: usize) -> String {
        let line: String = if self.is_points() {
            if y == 0 || y == self.size.1 {
                return String::new();
            }
            (1..=self.size.0).map(|x| self.links_above((x, y), wide)).collect()
        } else {
            let joint = |x: i64| joint((x, y), self.size);
            let part = |x: i64| joint(x).to_string() + &self.edge((x, y), (x, y + 1)).repeat(wide);
            (1..=self.size.0).map(part).collect::<String>() + joint(self.size.0 + 1)
        };
        format!("{:>margin$} {line}\n", "")
    }

    /// The side between two squares: a wall is heavy.
    fn edge(&self, a: Square, b: Square) -> String {
        let wall = self.panel.walls.iter().any(|(c, d)| {
            let ends = (self.cells.get(&a), self.cells.get(&b));
            ends == (Some(c), Some(d)) || ends == (Some(d), Some(c))
        });
        let flat = a.0 == b.0;
        match (wall, flat) {
            (true, true) => "\u{2501}",
            (true, false) => "\u{2503}",
            (false, true) => "\u{2500}",
            (false, false) => "\u{2502}",
        }
        .to_string()
    }

    /// A square with its left side, or a point with the line that leads to it.
    fn cell(&self, at: Square, contents: &[CellContent], wide: usize) -> String {
        let Some(content) = self.cells.get(&at).and_then(|cell| contents.get(*cell)) else {
            return String::new();
        };
        let room = wide.saturating_sub(content.text.width());
        let (left, right) = (room / 2, room - room / 2);
        let (open, close) = if content.last { ("[", "]") } else { ("", "") };
        let body = self.paint(content.code, &content.text);
        if self.is_points() {
            let line = |to: Square, count: usize| {
                let sign = if self.is_linked(at, to) { "\u{2500}" } else { " " };
                sign.repeat(count)
            };
            let before = line((at.0 - 1, at.1), left.saturating_sub(open.len()));
            let after = line((at.0 + 1, at.1), right.saturating_sub(close.len()) + 1);
            return format!("{before}{open}{body}{close}{after}");
        }
        let side = self.edge((at.0 - 1, at.1), at);
        let (left, right) = (left.saturating_sub(open.len()), right.saturating_sub(close.len()));
        format!("{side}{}{open}{body}{close}{}", " ".repeat(left), " ".repeat(right))
    }

    fn is_linked(&self, a: Square, b: Square) -> bool {
        let (Some(a), Some(b)) = (self.cells.get(&a), self.cells.get(&b)) else { return false };
        let off = |cell: &usize| self.panel.stands[*cell] == Stand::Void;
        let edge = (*a.min(b), *a.max(b));
        !off(a) && !off(b) && self.plan.near.iter().any(|(c, d)| (*c.min(d), *c.max(d)) == edge)
    }

    /// The lines that lead up from a point, and those between it and the next one.
    fn links_above(&self, (x, y): Square, wide: usize) -> String {
        let up = if self.is_linked((x, y), (x, y + 1)) { "\u{2502}" } else { " " };
        let rising = self.is_linked((x, y), (x + 1, y + 1));
        let falling = self.is_linked((x + 1, y), (x, y + 1));
        let cross = match (rising, falling) {
            (true, true) => "\u{2573}",
            (true, false) => "\u{2571}",
            (false, true) => "\u{2572}",
            (false, false) => " ",
        };
        let half = wide / 2;
        format!("{}{up}{}{cross}{}", " ".repeat(half), " ".repeat(half), " ".repeat(wide - 2 * half - 1))
    }

    /// What is written on a cell.
    fn content(&self, cell: usize) -> CellContent {
        let (mut text, code) = self.stand(cell);
        if let (Stand::Piece(_), Some((_, number))) =
            (&self.panel.stands[cell], self.panel.corners.iter().find(|(at, _)| *at == cell))
        {
            text += number;
        }
        let here = |place: &PicturePlace| *place == PicturePlace::Cell(cell);
        if let Some((_, label)) = self.marks.labels.iter().find(|(_, label)| here(&label.place)) {
            let star = if label.badge.best { "\u{2605}" } else { "" };
            text = format!("{}{star}{}", if self.is_empty(cell) { "" } else { &text }, label.badge.label);
        }
        let last = match &self.marks.last {
            Some((PicturePlace::Cell(at) | PicturePlace::Way(_, at), _)) => *at == cell,
            Some((PicturePlace::Area(cells), _)) => cells.contains(&cell),
            _ => false,
        };
        CellContent { text, code, last }
    }

    fn is_empty(&self, cell: usize) -> bool {
        matches!(self.panel.stands[cell], Stand::Empty | Stand::Void | Stand::Gone)
    }

    /// A piece as letters, and its colour.
    fn stand(&self, cell: usize) -> (String, &'static str) {
        let initial = |player: Player| self.program.players()[player.index()].chars().next().unwrap_or('?');
        match &self.panel.stands[cell] {
            Stand::Empty if self.is_points() => (self.crossing(cell).to_string(), DIM),
            Stand::Empty if self.panel.stands.contains(&Stand::Void) => ("\u{b7}".to_string(), DIM),
            Stand::Empty | Stand::Void => (" ".to_string(), PLAIN),
            Stand::Gone => ("\u{2592}".to_string(), DIM),
            Stand::Ground(piece) => (piece.text.trim().to_string(), self.code(piece.ink)),
            Stand::Piece(piece) => (self.disc(piece.face, piece.ink, &piece.text), self.code(piece.ink)),
            Stand::Written(text) => (text.clone(), PLAIN),
            Stand::Stack(stack) => {
                let top = Ink::Of(stack.top());
                let sign = self.disc(Face::Plain, top, &initial(stack.top()).to_string());
                let high = Some(stack.owners.len()).filter(|high| *high > 1).map(|high| high.to_string());
                let mark = stack.mark.as_ref().map(|mark| self.disc(mark.face, mark.ink, &mark.text));
                (sign + &high.unwrap_or_default() + &mark.unwrap_or_default(), self.code(top))
            }
            Stand::Levels(levels) => (levels.to_string(), PLAIN),
            Stand::Nested(pieces, _) => {
                let sign = |piece: &Sized| format!("{}{}", initial(piece.owner), piece.size);
                let code = pieces.first().map_or(PLAIN, |top| self.code(Ink::Of(top.owner)));
                (pieces.iter().map(sign).collect(), code)
            }
        }
    }

    /// An empty point, as its lines meet there.
    fn crossing(&self, cell: usize) -> &'static str {
        let Some((at, _)) = self.cells.iter().find(|(_, other)| **other == cell) else { return " " };
        let to = |dx: i64, dy: i64| self.is_linked(*at, (at.0 + dx, at.1 + dy));
        match (to(-1, 0), to(1, 0), to(0, 1), to(0, -1)) {
            (true, true, true, true) => "\u{253c}",
            (true, true, false, true) => "\u{252c}",
            (true, true, true, false) => "\u{2534}",
            (false, true, true, true) => "\u{251c}",
            (true, false, true, true) => "\u{2524}",
            (false, true, false, true) => "\u{250c}",
            (true, false, false, true) => "\u{2510}",
            (false, true, true, false) => "\u{2514}",
            (true, false, true, false) => "\u{2518}",
            _ => "\u{b7}",
        }
    }

    fn disc(&self, face: Face, ink: Ink, text: &str) -> String {
        let Ink::Of(player) = ink else {
            return if text == WALL { "\u{2588}".into() } else { text.trim().into() };
        };
        if face == Face::Letter || !differ_in_lightness(self.program) {
            return text.trim().to_string();
        }
        let dark = super::colours::is_darker(self.program, player);
        match (face, dark) {
            (Face::Crown, true) => "\u{265a}",
            (Face::Crown, false) => "\u{2654}",
            (_, true) => "\u{25cf}",
            (_, false) => "\u{25cb}",
        }
        .to_string()
    }

    /// The colour of somebody's letters; discs that are full or empty need none.
    fn code(&self, ink: Ink) -> &'static str {
        match ink {
            Ink::Neutral => PLAIN,
            Ink::Of(_) if differ_in_lightness(self.program) => PLAIN,
            Ink::Of(_) => colour(self.program, ink).code,
        }
    }

    fn paint(&self, code: &str, text: &str) -> String {
        match self.colours && code != PLAIN {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_string(),
        }
    }
}

/// Wider boards would be broken by the end of the line.
const WIDEST: i64 = 96;
/// No colour.
const PLAIN: &str = "";
/// The code for what should not be in the way.
const DIM: &str = "2";

/// What is written on a cell.
struct CellContent {
    text: String,
    code: &'static str,
    last: bool,
}

/// Where the lines of a board meet: left of a column and above a row.
fn joint((x, y): Square, (wide, high): Square) -> &'static str {
    match (x == 1, x > wide, y == high, y == 0) {
        (true, _, true, _) => "\u{250c}",
        (_, true, true, _) => "\u{2510}",
        (true, _, _, true) => "\u{2514}",
        (_, true, _, true) => "\u{2518}",
        (true, ..) => "\u{251c}",
        (_, true, ..) => "\u{2524}",
        (_, _, true, _) => "\u{252c}",
        (_, _, _, true) => "\u{2534}",
        _ => "\u{253c}",
    }
}
