//! Draws the fields that no board shows, row by row: heaps and points as counters, sets as chips,
//! the rest as words.

use super::canvas::{Canvas, width};
use super::colours::{Ink, colour};
use std::collections::BTreeSet;
use zug_game::Player;
use zug_lang::program::{DomainId, DomainKind, Field, FieldId, Kind, PLAYER, Program, Value};
use zug_lang::semantics::Position;
use zug_lang::text::entries::{Run, runs};

/// Where rows have their name.
const SIZE: f64 = 14.0;
/// From one row to the next.
const ROW: f64 = 26.0;
/// Numbers up to this are drawn as counters.
const MOST_COUNTERS: i64 = 30;
/// Sets over more elements than this are told in words.
const MOST_CHIPS: usize = 60;
/// Of a field with more entries those are left out that say that nothing is there.
const MOST_ROWS: usize = 8;
/// The bar of the largest number.
const LONGEST: f64 = 240.0;
/// Of sets over more elements than this only the members are shown.
const MOST_GONE: usize = 12;
/// Chips go on in another row after this width.
const WIDEST: f64 = 420.0;

/// The lists and tables that a game without a board is about, but for those that are drawn.
pub fn params(program: &Program, drawn: &BTreeSet<String>) -> Canvas {
    let mut canvas = Canvas::default();
    let long = |(name, value): &&(String, String)| value.starts_with(['[', '{']) && !drawn.contains(name);
    let long = program.params.iter().filter(long);
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
        .filter(|(_, field)| !is_hand(program, field))
        .flat_map(|(id, field)| {
            let values = position.fields.get(id).map_or(&[][..], Vec::as_slice);
            let runs = runs(program, field, values).into_iter();
            runs.map(move |run| SideRow { program, field, run, entries: values })
        })
        .filter(SideRow::is_shown)
        .collect();
    let hands: Vec<Hand<'_>> = hands(program, position, drawn);
    let names =
        entries.iter().map(|row| row.run.name.clone()).chain(hands.iter().map(|hand| hand.name.clone()));
    let names = names.map(|name| width(&name, SIZE)).fold(0.0, f64::max);
    let mut y = 0.0;
    for hand in &hands {
        canvas.text((0.0, y), SIZE, "start", "class=\"faint\"", &hand.name);
        hand.draw(&mut canvas, program, (names + 12.0, y));
        y += ROW + 4.0;
    }
    for row in entries {
        canvas.text((0.0, y), SIZE, "start", "class=\"faint\"", &row.run.name);
        y = row.draw(&mut canvas, (names + 12.0, y)) + ROW;
    }
    canvas
}

/// What a player holds of each kind: pieces that wait for being put on the board.
struct Hand<'a> {
    name: String,
    ink: Ink,
    /// Kinds of which there are any, with their number.
    held: Vec<(&'a str, i64)>,
}

/// Whether a field counts what each player has of several kinds.
fn is_hand(program: &Program, field: &Field) -> bool {
    let [player, kind] = field.indexes[..] else { return false };
    player == PLAYER
        && kind != PLAYER
        && program.domain(kind).len() <= 12
        && matches!(field.ty.kind, Kind::Int { low: 0, high } if high <= MOST_COUNTERS)
}

fn hands<'a>(program: &'a Program, position: &Position, drawn: &BTreeSet<FieldId>) -> Vec<Hand<'a>> {
    let mut hands = Vec::new();
    for (id, field) in program.fields.iter().enumerate() {
        if drawn.contains(&FieldId(id as u32)) || !is_hand(program, field) {
            continue;
        }
        let kinds = &program.domain(field.indexes[1]).members;
        for player in [Player::First, Player::Second] {
            let values = position.fields.get(id).into_iter().flatten().skip(player.index() * kinds.len());
            let count = |(kind, value): (&'a String, &Value)| match value {
                Value::Int(count) if *count > 0 => Some((kind.as_str(), *count)),
                _ => None,
            };
            let held = kinds.iter().zip(values).filter_map(count).collect();
            let name = format!("{}[{}]", field.name, program.players()[player.index()]);
            hands.push(Hand { name, ink: Ink::Of(player), held });
        }
    }
    hands
}

impl Hand<'_> {
    fn draw(&self, canvas: &mut Canvas, program: &Program, at: (f64, f64)) {
        if self.held.is_empty() {
            canvas.text(at, SIZE, "start", "class=\"faint\"", "none");
        }
        let paint = colour(program, self.ink);
        let mut x = at.0;
        for (kind, count) in &self.held {
            let wide = (width(kind, 12.0) + 12.0).max(24.0);
            let rest = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"", paint.fill, paint.edge);
            canvas.rect((x + wide / 2.0, at.1), (wide, 24.0), 12.0, &rest);
            let ink = format!("fill=\"{}\" font-weight=\"600\"", paint.text);
            canvas.text((x + wide / 2.0, at.1), 12.0, "middle", &ink, kind);
            x += wide + 3.0;
            if *count > 1 {
                let times = format!("\u{d7}{count}");
                canvas.text((x, at.1), 13.0, "start", "class=\"words\"", &times);
                x += width(&times, 13.0) + 4.0;
            }
            x += 5.0;
        }
    }
}

struct SideRow<'a> {
    program: &'a Program,
    field: &'a Field,
    run: Run,
    entries: &'a [Value],
}

impl SideRow<'_> {
    fn value(&self) -> &Value {
        &self.entries[self.run.first]
    }

    /// Of many entries those are left out that say that nothing is there.
    fn is_shown(&self) -> bool {
        let nothing = match self.value() {
            Value::Int(0) | Value::Bool(false) => !self.field.ty.or_none,
            Value::Set(set) => set.is_empty() && !self.field.ty.or_none,
            _ => false,
        };
        !nothing || self.entries.len() <= MOST_ROWS
    }

    fn ink(&self) -> Ink {
        let players = self.field.indexes.iter().position(|domain| *domain == PLAYER);
        let Some(place) = players else { return Ink::Neutral };
        let after: usize =
            self.field.indexes[place + 1..].iter().map(|d| self.program.domain(*d).len().max(1)).product();
        Ink::Of(if (self.run.first / after).is_multiple_of(2) { Player::First } else { Player::Second })
    }

    /// Draws the value; returns how far down it reached.
    fn draw(&self, canvas: &mut Canvas, at: (f64, f64)) -> f64 {
        match (self.value(), self.field.ty.kind) {
            _ if self.run.count > 1 => self.words(canvas, at),
            (Value::Int(count), Kind::Int { low, high })
                if low == 0 && (1..=MOST_COUNTERS).contains(count) && high <= 4 * MOST_COUNTERS =>
            {
                self.counters(canvas, at, *count)
            }
            (Value::Int(count), Kind::Int { low: 0, .. }) if !self.field.indexes.is_empty() && *count > 0 => {
                self.bar(canvas, at, *count)
            }
            (Value::Set(set), Kind::Set(domain)) if set.is_empty() && !self.is_small(domain) => {
                canvas.text(at, SIZE, "start", "class=\"faint\"", "none");
                at.1
            }
            (Value::Set(set), Kind::Set(domain)) if self.is_listed(domain) => {
                let has = |member: usize| set.contains(member as i64);
                self.chips(canvas, at, domain, &has)
            }
            _ => self.words(canvas, at),
        }
    }

    fn words(&self, canvas: &mut Canvas, at: (f64, f64)) -> f64 {
        canvas.text(at, SIZE, "start", "class=\"words\"", &self.run.value);
        at.1
    }

    /// Whether the members of a set are shown one by one: cells of a board are told in words.
    fn is_listed(&self, domain: DomainId) -> bool {
        let domain = self.program.domain(domain);
        let board = matches!(domain.kind, DomainKind::Board(_) | DomainKind::Graph { .. });
        !board && domain.len() <= MOST_CHIPS
    }

    /// Whether members are shown that are not in the set.
    fn is_small(&self, domain: DomainId) -> bool {
        self.is_listed(domain) && self.program.domain(domain).len() <= MOST_GONE
    }

    /// Large numbers as bars, all of a field to one scale.
    fn bar(&self, canvas: &mut Canvas, at: (f64, f64), count: i64) -> f64 {
        let number = |value: &Value| if let Value::Int(number) = value { *number } else { 0 };
        let most = self.field.initial.iter().chain(self.entries).map(number).max().unwrap_or(1).max(1);
        let long = LONGEST * count as f64 / most as f64;
        let paint = colour(self.program, self.ink());
        let rest = format!("fill=\"{}\" stroke=\"{}\"", paint.fill, paint.edge);
        canvas.rect((at.0 + long / 2.0, at.1), (long, 13.0), 3.0, &rest);
        canvas.text((at.0 + long + 8.0, at.1), SIZE, "start", "class=\"words\"", &count.to_string());
        at.1
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
        let members = &self.program.domain(domain).members;
        let shown = |member: usize| has(member) || members.len() <= MOST_GONE;
        for (member, name) in members.iter().enumerate().filter(|(member, _)| shown(*member)) {
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
