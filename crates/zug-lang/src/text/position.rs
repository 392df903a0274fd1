//! Draws a position: its boards, then the fields that no board shows, then the player to move or
//! the outcome.
//!
//! A board is drawn by its `show` item. Without one, each piece is a capital letter: the first of
//! the index (a player's name, say) for an entry of a field, of the field's name for a field
//! without indexes. If two letters are equal, the fields are written by name instead.

use super::board;
use crate::program::{DomainId, DomainKind, Expr, ExprKind, FieldId, Kind, PLAYER, Program, Show, Value};
use crate::semantics::eval::{Faults, Here, Scene};
use crate::semantics::{Position, Semantics, World};
use crate::wording;
use std::collections::BTreeSet;
use std::fmt::Write;
use zug_game::Player;

/// Draws a position.
pub fn draw(program: &Program, semantics: &Semantics<'_>, position: &Position) -> String {
    draw_fields(program, semantics, position) + &last_line(program, semantics, position)
}

/// Draws the boards and the fields of a position, without who is to move.
pub fn draw_fields(program: &Program, semantics: &Semantics<'_>, position: &Position) -> String {
    let mut out = String::new();
    let mut drawn = BTreeSet::new();
    for (id, domain) in program.domains.iter().enumerate() {
        if !matches!(domain.kind, DomainKind::Board(_) | DomainKind::Graph { .. }) {
            continue;
        }
        let id = DomainId(id as u32);
        let shows = program.shows.iter().find(|show| show.domain == id);
        let texts = match shows {
            Some(show) => {
                drawn.extend(fields_of(show));
                shown(semantics, position, show, domain.len())
            }
            None => lettered(program, position, id, &mut drawn),
        };
        if let Some(texts) = texts {
            out += &board::draw(domain, &texts);
        }
    }
    for (id, field) in program.fields.iter().enumerate() {
        if !drawn.contains(&FieldId(id as u32)) {
            by_name(&mut out, program, position, id, field);
        }
    }
    out
}

fn last_line(program: &Program, semantics: &Semantics<'_>, position: &Position) -> String {
    match semantics.outcome(position) {
        Ok(Some(value)) => format!("play is over: {}\n", wording::value(program, value)),
        _ => format!("{} to move\n", program.players()[usize::from(position.turn == Player::Second)]),
    }
}

fn shown(semantics: &Semantics<'_>, position: &Position, show: &Show, cells: usize) -> Option<Vec<String>> {
    let faults = Faults::default();
    let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
    let scene = Scene { world: World::of(semantics.program()), here: Some(here) };
    let text = |cell: usize| {
        let mut locals = vec![Value::None; show.frame.locals.len().max(1)];
        locals[0] = Value::Element(cell as u32);
        let entry = show.entries.iter().find(|(condition, _)| scene.holds(&mut locals, condition));
        entry.map_or_else(|| ".".to_string(), |(_, text)| text.clone())
    };
    Some((0..cells).map(text).collect())
}

/// The text that a board shows at a cell; `None` without a `show` item for it, or where no condition
/// of it but `else` holds.
pub fn shown_on(program: &Program, position: &Position, domain: DomainId, cell: u32) -> Option<String> {
    let show = program.shows.iter().find(|show| show.domain == domain)?;
    let faults = Faults::default();
    let here = Here { fields: &position.fields, me: position.turn, faults: &faults };
    let scene = Scene { world: World::of(program), here: Some(here) };
    let mut locals = vec![Value::None; show.frame.locals.len().max(1)];
    locals[0] = Value::Element(cell);
    let (condition, text) = show.entries.iter().find(|(condition, _)| scene.holds(&mut locals, condition))?;
    let is_else = matches!(condition.kind, ExprKind::Const(_));
    (!is_else && !text.trim().is_empty()).then(|| text.clone())
}

/// The fields that a `show` item reads itself; those that its `def`s read are not among them.
fn fields_of(show: &Show) -> BTreeSet<FieldId> {
    let mut fields = BTreeSet::new();
    for (condition, _) in &show.entries {
        fields.extend(condition.walk().filter_map(read_field));
    }
    fields
}

fn read_field(expr: &Expr) -> Option<FieldId> {
    match expr.kind {
        ExprKind::Field(field, _) => Some(field),
        _ => None,
    }
}

/// The letters on a board without a `show` item; `None` if two are equal or no field lies on the
/// board.
fn lettered(
    program: &Program,
    position: &Position,
    board: DomainId,
    drawn: &mut BTreeSet<FieldId>,
) -> Option<Vec<String>> {
    let mut letters = BTreeSet::new();
    let mut texts = vec![".".to_string(); program.domain(board).len()];
    let mut fields = BTreeSet::new();
    for (id, field) in program.fields.iter().enumerate() {
        let of_board = matches!(field.ty.kind, Kind::Set(d) | Kind::Element(d) if d == board);
        if !of_board || field.indexes.len() > 1 {
            continue;
        }
        for (at, value) in position.fields.get(id)?.iter().enumerate() {
            let owner = match field.indexes.first() {
                Some(&PLAYER) => program.players()[at & 1],
                Some(&domain) => &program.domain(domain).members[at],
                None => &field.name,
            };
            let letter: String = owner.chars().take(1).flat_map(char::to_uppercase).collect();
            if !letters.insert(letter.clone()) {
                return None;
            }
            cells(value).for_each(|cell| texts[cell] = letter.clone());
        }
        fields.insert(FieldId(id as u32));
    }
    drawn.extend(&fields);
    (!fields.is_empty()).then_some(texts)
}

fn cells(value: &Value) -> Box<dyn Iterator<Item = usize> + '_> {
    match value {
        Value::Element(cell) => Box::new(std::iter::once(*cell as usize)),
        Value::Set(set) => Box::new(set.iter().map(|cell| cell as usize)),
        _ => Box::new(std::iter::empty()),
    }
}

fn by_name(
    out: &mut String,
    program: &Program,
    position: &Position,
    id: usize,
    field: &crate::program::Field,
) {
    let Some(values) = position.fields.get(id) else { return };
    for (at, value) in values.iter().enumerate() {
        let _ = writeln!(
            out,
            "{}{} = {}",
            field.name,
            entry(program, &field.indexes, at),
            program.show_value(value, field.ty)
        );
    }
}

/// The index of an entry as the definition writes it, `[A, left]`; empty for a single variable.
pub fn entry(program: &Program, indexes: &[DomainId], at: usize) -> String {
    let mut rest = at;
    let mut names: Vec<&str> = Vec::new();
    for domain in indexes.iter().rev() {
        let members = &program.domain(*domain).members;
        names.push(&members[rest % members.len()]);
        rest /= members.len();
    }
    names.reverse();
    if names.is_empty() { String::new() } else { format!("[{}]", names.join(", ")) }
}
