//! Lists of numbers as rows of coins: what is taken from, with the places that fields point to.
//!
//! A field points into a list where a move reads the list by it: `row[left]`,
//! `sum(i in gone + 1..gone + k: coins[i])`. One that counts from 0 stands behind so many coins,
//! any other under its coin. A set over the numbers of the coins says whose they are.

use super::canvas::{Canvas, width};
use super::colours::{Ink, colour};
use super::derived::begins_whole;
use super::owners::player;
use super::panel::elements;
use std::collections::BTreeSet;
use zug_lang::program::{
    DomainKind, Expr, ExprKind, Field, FieldId, Kind, PLAYER, Program, Table, TableIndex, Value, statements,
};
use zug_lang::semantics::Position;

/// From a coin to the next one.
const APART: f64 = 38.0;
/// Longer lists are told in words.
const MOST: usize = 24;

/// A list of numbers and what is said of it.
struct CoinRow<'a> {
    name: &'a str,
    numbers: Vec<i64>,
    /// Where a field points, counted in coins, with its name.
    pointers: Vec<(f64, &'a str)>,
    /// Whose coins are, by number from 0.
    held: Vec<(usize, Ink)>,
    gone: Vec<usize>,
}

/// Draws the lists of a program; returns the names of those drawn and the fields that need no words
/// any more.
pub fn draw(
    canvas: &mut Canvas,
    program: &Program,
    position: &Position,
) -> (BTreeSet<String>, BTreeSet<FieldId>) {
    let (mut names, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut y = 0.0;
    for (id, table) in program.tables.iter().enumerate() {
        // A field that begins with a list, or with what a list makes, is what is played; the list
        // says no more.
        if program.fields.iter().any(|field| field.initial == table.entries) || !is_played(program, id) {
            names.insert(table.name.clone());
        }
        let Some(numbers) = numbers(program, id, table) else { continue };
        let mut row =
            CoinRow { name: &table.name, numbers, pointers: Vec::new(), held: Vec::new(), gone: Vec::new() };
        for (number, field) in program.fields.iter().enumerate() {
            let values = position.fields.get(number).map_or(&[][..], Vec::as_slice);
            if row.points(program, id, FieldId(number as u32), field, values) {
                seen.insert(FieldId(number as u32));
            }
            row.holds(program, field, values);
        }
        row.draw(canvas, program, y);
        y += 84.0;
        names.insert(table.name.clone());
    }
    (names, seen)
}

/// The numbers of a list that a `param` gives and rules read, unless a field begins with them: then
/// the field is what is played.
fn numbers(program: &Program, id: usize, table: &Table) -> Option<Vec<i64>> {
    let [TableIndex::Ints { low: 1, .. }] = table.indexes[..] else { return None };
    let given = program.params.iter().any(|(name, value)| *name == table.name && value.starts_with('['));
    let begun = program.fields.iter().any(|field| field.initial == table.entries);
    let number = |value: &Value| if let Value::Int(number) = value { Some(*number) } else { None };
    let numbers: Vec<i64> = table.entries.iter().map(number).collect::<Option<_>>()?;
    (given && !begun && is_played(program, id) && (2..=MOST).contains(&numbers.len())).then_some(numbers)
}

/// Whether a rule reads a table in play, or a set names its numbers: any other only said how play
/// began.
fn is_played(program: &Program, table: usize) -> bool {
    let many = program.tables[table].entries.len();
    program.expressions().any(|expr| matches!(expr.kind, ExprKind::Table(id, _) if id.index() == table))
        || program.fields.iter().any(|field| is_over(program, field, many))
}

/// Whether a field is a set of numbers from 1 to so many.
fn is_over(program: &Program, field: &Field, many: usize) -> bool {
    let Kind::Set(domain) = field.ty.kind else { return false };
    let numbered = matches!(program.domain(domain).kind, DomainKind::Range { low: 1 });
    numbered && program.domain(domain).len() == many
}

/// Whether some move reads a table by a field.
fn is_read_by(program: &Program, table: usize, field: FieldId) -> bool {
    let reads =
        |expr: &Expr| expr.walk().any(|each| matches!(each.kind, ExprKind::Field(of, _) if of == field));
    let of_table = |expr: &Expr| {
        expr.walk().any(|each| matches!(each.kind, ExprKind::Table(id, _) if id.index() == table))
    };
    let by = |expr: &Expr| match &expr.kind {
        ExprKind::Table(id, indexes) => id.index() == table && indexes.iter().any(reads),
        ExprKind::Quantified { binders, .. } => binders.iter().any(|(_, set)| reads(set)) && of_table(expr),
        _ => false,
    };
    let bodies = program.moves.iter().flat_map(|played| statements(&played.body));
    bodies.flat_map(|statement| statement.expressions()).any(|expr| expr.walk().any(by))
}

impl<'a> CoinRow<'a> {
    /// Notes where a field points; says whether it does.
    fn points(
        &mut self,
        program: &Program,
        table: usize,
        id: FieldId,
        field: &'a Field,
        values: &[Value],
    ) -> bool {
        let ([Value::Int(at)], Kind::Int { low, .. }) = (values, field.ty.kind) else { return false };
        let inside = (0..=self.numbers.len() as i64 + 1).contains(at);
        if !inside || !field.indexes.is_empty() || !is_read_by(program, table, id) {
            return false;
        }
        let behind = low == 0 && field.initial == [Value::Int(0)];
        self.pointers.push((*at as f64 + if behind { 0.5 } else { 0.0 }, &field.name));
        true
    }

    /// Notes whose coins a set of their numbers has.
    fn holds(&mut self, program: &Program, field: &Field, values: &[Value]) {
        if !is_over(program, field, self.numbers.len()) {
            return;
        }
        for (entry, value) in values.iter().enumerate() {
            if begins_whole(program, field) {
                let left: BTreeSet<usize> = elements(value).collect();
                self.gone.extend((0..self.numbers.len()).filter(|coin| !left.contains(coin)));
            } else {
                let ink = if field.indexes == [PLAYER] { Ink::Of(player(entry & 1)) } else { Ink::Neutral };
                self.held.extend(elements(value).map(|coin| (coin, ink)));
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas, program: &Program, y: f64) {
        canvas.text((0.0, y), 14.0, "start", "class=\"faint\"", self.name);
        let left = width(self.name, 14.0) + 30.0;
        for (coin, number) in self.numbers.iter().enumerate() {
            let at = (left + coin as f64 * APART, y);
            let held = self.held.iter().find(|(held, _)| *held == coin).map(|(_, ink)| colour(program, *ink));
            let fade = if self.gone.contains(&coin) { " opacity=\"0.3\"" } else { "" };
            let (disc, ink) = match held {
                Some(paint) => (
                    format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"", paint.fill, paint.edge),
                    format!("fill=\"{}\"", paint.text),
                ),
                None => {
                    (format!("class=\"pit\" stroke-width=\"1.5\"{fade}"), format!("class=\"words\"{fade}"))
                }
            };
            let text = number.to_string().replace('-', "\u{2212}");
            let size = if text.chars().count() > 3 { 9.0 } else { 13.0 };
            canvas.open(&format!("{} {}: {number}", self.name, coin + 1));
            canvas.circle(at, 16.0, &disc);
            canvas.text(at, size, "middle", &format!("{ink} font-weight=\"600\""), &text);
            canvas.close();
        }
        for (number, (at, name)) in self.pointers.iter().enumerate() {
            let x = left + (at - 1.0) * APART;
            // Two fields at one place have their names under each other.
            let same = self.pointers[..number].iter().filter(|(other, _)| (other - at).abs() < 1.5).count();
            canvas.polygon(&[(x, y + 19.0), (x - 5.0, y + 28.0), (x + 5.0, y + 28.0)], "class=\"words\"");
            canvas.text((x, y + 36.0 + 13.0 * same as f64), 12.0, "middle", "class=\"faint\"", name);
        }
    }
}
