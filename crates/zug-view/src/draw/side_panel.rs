//! Draws the fields that no board shows, row by row: heaps and points as counters, sets as chips, the rest as words.

use super::canvas::{Canvas, width};
use super::colours::{Ink, colour};
use std::collections::BTreeSet;
use zug_game::Player;
use zug_lang::program::{DomainId, Field, FieldId, Kind, PLAYER, Program, Value};
use zug_lang::semantics::Position;
use zug_lang::text::position::entry;

/// Where rows have their name.
const SIZE: f64 = 14.0;
/// From one row to the next.
const ROW: f64 = 26.0;
/// Numbers up to this are drawn as counters.
const MOST_COUNTERS: i64 = 30;
/// Sets over more elements than this are told in words.
const MOST_CHIPS: usize = 60;
/// Chips go on in another row after this width.
const WIDEST: f64 = 420.0;

/// The lists and tables that a game without a board is about: the notes in the wallets, the row that is taken from.
pub fn params(program: &Program) -> Canvas {
    let mut canvas = Canvas::default();
    let long = program.params.iter().filter(|(_, value)| value.starts_with(['[', '{']));
    for (row, (name, value)) in long.enumerate() {
        let text = format!("{name} = {value}");
        canvas.text((0.0, row as f64 * ROW), SIZE, "start", "class=\"faint\"", &shortened(&text));
    }
    canvas
}

/// A text that is not too long for a row.
fn shortened(text: &str) -> String {
    const MOST: usize = 64;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}\u{2026}", &text[..at]),
        None => text.to_string(),
    }
}

/// The rows of all fields that are not in `drawn`.
pub fn rows(program: &Program, position: &Position, drawn: &BTreeSet<FieldId>) -> Canvas {
    let mut canvas = Canvas::default();
    let fields = program.fields.iter().enumerate().filter(|(id, _)| !drawn.contains(&FieldId(*id as u32)));
    let entries: Vec<SideRow<'_>> = fields
        .flat_map(|(id, field)| {
            let values = position.fields.get(id).map_or(&[][..], Vec::as_slice);
            values.iter().enumerate().map(move |(at, value)| SideRow { program, field, at, value })
        })
        .filter(SideRow::is_shown)
        .collect();
    let names = entries.iter().map(|row| width(&row.name(), SIZE)).fold(0.0, f64::max);
    let mut y = 0.0;
    for row in entries {
        canvas.text((0.0, y), SIZE, "start", "class=\"faint\"", &row.name());
        y = row.draw(&mut canvas, (names + 12.0, y)) + ROW;
    }
    canvas
}

struct SideRow<'a> {
    program: &'a Program,
    field: &'a Field,
    at: usize,
    value: &'a Value,
}

impl SideRow<'_> {
    /// Counts of many kinds of things (heaps of Grundy's game) are told only where there are any.
    fn is_shown(&self) -> bool {
        let many = self.field.indexes.iter().any(|d| self.program.domain(*d).len() > 8);
        !(many && matches!(self.value, Value::Int(0) | Value::None | Value::Bool(false)))
    }

    fn name(&self) -> String {
        format!("{}{}", self.field.name, entry(self.program, &self.field.indexes, self.at))
    }

    fn ink(&self) -> Ink {
        let players = self.field.indexes.iter().position(|domain| *domain == PLAYER);
        let Some(place) = players else { return Ink::Neutral };
        let after: usize =
            self.field.indexes[place + 1..].iter().map(|d| self.program.domain(*d).len().max(1)).product();
        Ink::Of(if (self.at / after).is_multiple_of(2) { Player::First } else { Player::Second })
    }

    /// Draws the value; returns how far down it reached.
    fn draw(&self, canvas: &mut Canvas, at: (f64, f64)) -> f64 {
        match (self.value, self.field.ty.kind) {
            (Value::Int(count), Kind::Int { low, high })
                if low == 0 && (1..=MOST_COUNTERS).contains(count) && high <= 4 * MOST_COUNTERS =>
            {
                self.counters(canvas, at, *count)
            }
            (Value::Set(set), Kind::Set(domain)) if self.program.domain(domain).len() <= MOST_CHIPS => {
                let has = |member: usize| set.contains(member as i64);
                self.chips(canvas, at, domain, &has)
            }
            _ => {
                let text = self.program.show_value(self.value, self.field.ty).to_string();
                canvas.text(at, SIZE, "start", "class=\"words\"", &text);
                at.1
            }
        }
    }

    fn counters(&self, canvas: &mut Canvas, at: (f64, f64), count: i64) -> f64 {
        let paint = colour(self.program, self.ink());
        let rest = format!("fill=\"{}\" stroke=\"{}\"", paint.fill, paint.edge);
        for i in 0..count {
            // Every fifth has a gap behind it, so that they can be counted.
            let x = at.0 + 6.0 + i as f64 * 14.0 + (i / 5) as f64 * 6.0;
            canvas.circle((x, at.1), 5.5, &rest);
        }
        let x = at.0 + 18.0 + (count - 1) as f64 * 14.0 + ((count - 1) / 5) as f64 * 6.0;
        canvas.text((x, at.1), SIZE, "start", "class=\"words\"", &count.to_string());
        at.1
    }

    fn chips(
        &self,
        canvas: &mut Canvas,
        at: (f64, f64),
        domain: DomainId,
        has: &dyn Fn(usize) -> bool,
    ) -> f64 {
        let (mut x, mut y) = at;
        for (member, name) in self.program.domain(domain).members.iter().enumerate() {
            let wide = width(name, 12.0) + 12.0;
            if x > at.0 && x + wide > at.0 + WIDEST {
                (x, y) = (at.0, y + ROW - 2.0);
            }
            let (chip, words, rest) = match has(member) {
                true => ("chip", "words", ""),
                false => ("gone", "faint", "opacity=\"0.7\""),
            };
            canvas.rect((x + wide / 2.0, y), (wide, 20.0), 6.0, &format!("class=\"{chip}\" {rest}"));
            let rest = format!("class=\"{words}\" {rest}");
            canvas.text((x + wide / 2.0, y), 12.0, "middle", &rest, name);
            x += wide + 4.0;
        }
        y
    }
}
