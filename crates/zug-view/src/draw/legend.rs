//! Writes what stands under a board, no wider than the board: moves whose values no board shows,
//! and what the marks mean.

use super::badges::{Badge, MoveWorth, STRONGEST};
use super::canvas::{Canvas, width, wrapped};
use super::marks::{BadgedMove, MarkSet};
use super::{PictureMarks, PositionPicture};
use zug_game::Player;
use zug_lang::program::Program;
use zug_lang::semantics::Position;

/// Under a narrow board the words are so wide at least.
const NARROWEST: f64 = 230.0;
/// Of one value no more moves than this are listed.
const MOST_LISTED: usize = 24;
/// Of the words.
const SIZE: f64 = 12.0;
/// From one line of words to the next.
const LINE: f64 = 17.0;
/// From one row of moves to the next.
const ROW: f64 = 27.0;

/// How wide the words under a picture may be.
pub fn room(picture: &Canvas) -> f64 {
    picture.bounds().2.max(NARROWEST)
}

/// The moves whose values no board shows, by value, the best first.
pub fn listed(seen: &MarkSet, room: f64) -> Canvas {
    let mut list = List { canvas: Canvas::default(), room, x: 0.0, y: 0.0 };
    seen.listed.chunk_by(|a, b| a.badge == b.badge).for_each(|group| list.group(group));
    list.canvas
}

/// The moves whose values no board shows, as lines of a terminal: each value, then its moves.
pub fn in_lines(seen: &MarkSet) -> String {
    let line = |group: &[BadgedMove]| {
        let star = if group[0].badge.best { "\u{2605}" } else { "" };
        let value = format!("{star}{}", group[0].badge.label);
        let moves: Vec<String> = group.iter().map(|each| each.text.clone()).collect();
        format!("{value:>5}  {}\n", zug_lang::wording::moves(&moves))
    };
    seen.listed.chunk_by(|a, b| a.badge == b.badge).map(line).collect()
}

/// Moves in rows, each value once before its moves.
struct List {
    canvas: Canvas,
    room: f64,
    x: f64,
    y: f64,
}

impl List {
    fn group(&mut self, group: &[BadgedMove]) {
        let Some(first) = group.first() else { return };
        let (badge, _) = first.badge.size();
        if self.x > 0.0 {
            self.x += 12.0;
        }
        self.wrap(badge + 6.0 + chip(&first.text), 0.0);
        first.badge.draw(&mut self.canvas, (self.x + badge / 2.0, self.y));
        self.x += badge + 6.0;
        let left = badge + 6.0;
        let more = group.len().saturating_sub(MOST_LISTED);
        group.iter().take(MOST_LISTED).for_each(|each| self.chip(&each.text, "words", left));
        if more > 0 {
            self.chip(&format!("and {more} more"), "faint", left);
        }
    }

    fn chip(&mut self, text: &str, class: &str, left: f64) {
        let wide = chip(text);
        if self.x > left {
            self.wrap(wide, left);
        }
        let rest = format!("class=\"{class}\"");
        self.canvas.rect((self.x + wide / 2.0, self.y), (wide, 21.0), 6.0, "class=\"chip\"");
        self.canvas.text((self.x + 6.0, self.y), SIZE, "start", &rest, text);
        self.x += wide + 5.0;
    }

    /// Goes to a new row where there is no room for so much.
    fn wrap(&mut self, wide: f64, left: f64) {
        if self.x > 0.0 && self.x + wide > self.room {
            (self.x, self.y) = (left, self.y + ROW);
        }
    }
}

/// How wide a move is in the list.
fn chip(text: &str) -> f64 {
    width(text, SIZE) + 12.0
}

/// A sign and what it means.
enum LegendEntry {
    Badge(Badge, String),
    Frame(String),
}

/// What the marks mean, in words.
pub fn legend(picture: &PositionPicture<'_, '_>, seen: &MarkSet, room: f64) -> Canvas {
    let program = picture.semantics.program();
    let mut flow = EntryFlow { canvas: Canvas::default(), room, x: 0.0, y: 0.0 };
    entries(program, picture.position, picture.marks, seen).iter().for_each(|entry| flow.add(entry));
    flow.canvas
}

/// What the marks mean, as a line of a terminal; empty without marks.
pub fn in_words(picture: &PositionPicture<'_, '_>, seen: &MarkSet) -> String {
    let said = |entry: LegendEntry| match entry {
        LegendEntry::Badge(badge, words) => {
            format!("{}{}: {words}", if badge.best { "\u{2605}" } else { "" }, badge.label)
        }
        LegendEntry::Frame(words) => format!("[ ] {words}"),
    };
    let program = picture.semantics.program();
    let all = entries(program, picture.position, picture.marks, seen);
    if all.is_empty() {
        return String::new();
    }
    all.into_iter().map(said).collect::<Vec<String>>().join("; ") + "\n"
}

fn entries(program: &Program, position: &Position, marks: &PictureMarks, seen: &MarkSet) -> Vec<LegendEntry> {
    let mut all: Vec<LegendEntry> = seen.last.iter().cloned().map(LegendEntry::Frame).collect();
    if !marks.best.is_empty() {
        let badge = Badge { worth: None, best: true, label: String::new() };
        let words = if marks.best.len() == 1 { "the best move" } else { "best moves" };
        all.push(LegendEntry::Badge(badge, words.to_string()));
    }
    let turn = position.turn.index();
    let names = [program.players()[turn], program.players()[1 - turn]];
    let mine = |value: i64| if position.turn == Player::First { value.signum() } else { -value.signum() };
    for sign in [1, 0, -1] {
        let mut of = marks.values.iter().filter(|each| mine(each.value) == sign).peekable();
        if of.peek().is_some() {
            let counted = of.any(|each| each.plies.is_some());
            all.push(value(program, names, sign as i8, counted));
        }
    }
    if seen.shared {
        all.push(LegendEntry::Badge(
            plain("\u{2026}"),
            "the best of several moves; all are listed".to_string(),
        ));
    }
    all
}

fn plain(label: &str) -> Badge {
    Badge { worth: Some(MoveWorth { sign: 0, level: 0 }), best: false, label: label.to_string() }
}

/// The meaning of badges of one sign.
fn value(program: &Program, [mover, other]: [&str; 2], sign: i8, counted: bool) -> LegendEntry {
    let number = if program.points || counted { "n" } else { "" };
    let plies = if counted { " in n plies" } else { "" };
    let (label, words) = match (sign, program.points) {
        (1, true) => (format!("+{number}"), format!("n to {mover}")),
        (-1, true) => (format!("\u{2212}{number}"), format!("n to {other}")),
        (1, false) => (format!("+{number}"), format!("{mover} wins{plies}")),
        (-1, false) => (format!("\u{2212}{number}"), format!("{mover} loses{plies}")),
        _ => ("=".to_string(), "a draw".to_string()),
    };
    let level = (sign + 1) as u8 * STRONGEST / 2;
    LegendEntry::Badge(Badge { worth: Some(MoveWorth { sign, level }), best: false, label }, words)
}

/// Puts entries side by side as long as there is room.
struct EntryFlow {
    canvas: Canvas,
    room: f64,
    x: f64,
    y: f64,
}

impl EntryFlow {
    fn add(&mut self, entry: &LegendEntry) {
        let (sign, words) = match entry {
            LegendEntry::Badge(badge, words) => (badge.size().0, words),
            LegendEntry::Frame(words) => (15.0, words),
        };
        let lines = wrapped(words, SIZE, self.room - sign - 6.0);
        let widest = lines.iter().map(|line| width(line, SIZE)).fold(0.0, f64::max);
        if self.x > 0.0 && self.x + sign + 6.0 + widest > self.room {
            (self.x, self.y) = (0.0, self.y + LINE + 6.0);
        }
        let at = (self.x + sign / 2.0, self.y);
        match entry {
            LegendEntry::Badge(badge, _) => badge.draw(&mut self.canvas, at),
            LegendEntry::Frame(_) => {
                let rest = "class=\"last\" fill=\"none\" stroke-width=\"3\"";
                self.canvas.rect(at, (13.0, 13.0), 2.0, rest);
            }
        }
        for (number, line) in lines.iter().enumerate() {
            let at = (self.x + sign + 6.0, self.y + number as f64 * LINE);
            self.canvas.text(at, SIZE, "start", "class=\"faint\"", line);
        }
        self.x += sign + 6.0 + widest + 16.0;
        self.y += lines.len().saturating_sub(1) as f64 * LINE;
    }
}
