//! Draws a position: its boards, then the fields that no board shows, then the player to move or
//! the outcome.
//!
//! A board is drawn by its `show` item. Without one, each piece is a capital letter: the first of
//! the index (a player's name, say) for an entry of a field, of the field's name for a field
//! without indexes. If two letters are equal, the fields are written by name instead.

use super::{board, entries};
use crate::program::{
    DomainId, DomainKind, Expr, ExprKind, Field, FieldId, Kind, PLAYER, Program, Show, Value,
};
use crate::semantics::eval::{Faults, Here, Scene};
use crate::semantics::{Position, Semantics, World};
use crate::wording;
use std::collections::BTreeSet;
use std::fmt::Write;

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
                drawn.extend(fields_of(program, position, show));
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
            let values = position.fields.get(id).map_or(&[][..], Vec::as_slice);
            for line in entries::lines(program, field, values) {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

/// How play ended, or whose turn it is, as the last line below a board.
pub fn last_line(program: &Program, semantics: &Semantics<'_>, position: &Position) -> String {
    match semantics.outcome(position) {
        Ok(Some(value)) => format!("play is over: {}\n", wording::value(program, value)),
        _ => wording::turn(program, position) + "\n",
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

/// The text that a board shows at a cell; `None` without a `show` item for it, or where no
/// condition of it but `else` holds.
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

/// The fields that a `show` item reads itself, not those that its `def`s read, and whose values
/// stand on its board: a number that is none of its elements does not.
pub fn fields_of(program: &Program, position: &Position, show: &Show) -> BTreeSet<FieldId> {
    let fields = show.entries.iter().flat_map(|(condition, _)| condition.walk().filter_map(read_field));
    fields.filter(|id| !is_off(program, position, show.domain, *id)).collect()
}

/// Whether a field that is no table of the cells has a number that is no element of the board.
fn is_off(program: &Program, position: &Position, board: DomainId, id: FieldId) -> bool {
    let low = if let DomainKind::Range { low } = program.domain(board).kind { low } else { 1 };
    let elements = low..low + program.domain(board).len() as i64;
    let off = |value: &Value| matches!(value, Value::Int(number) if !elements.contains(number));
    let values = position.fields.get(id.index()).map_or(&[][..], Vec::as_slice);
    !program.fields[id.index()].indexes.contains(&board) && values.iter().any(off)
}

fn read_field(expr: &Expr) -> Option<FieldId> {
    match expr.kind {
        ExprKind::Field(field, _) => Some(field),
        _ => None,
    }
}

/// The letters on a board without a `show` item, an element over members of sets; `None` if two are
/// equal or no field lies on the board. A field of which another hides something is not drawn.
fn lettered(
    program: &Program,
    position: &Position,
    board: DomainId,
    drawn: &mut BTreeSet<FieldId>,
) -> Option<Vec<String>> {
    let mut letters = BTreeSet::new();
    let mut cells: Vec<Option<(FieldId, String)>> = vec![None; program.domain(board).len()];
    let (mut fields, mut hidden) = (BTreeSet::new(), BTreeSet::new());
    let of_board = |field: &Field, kind: Kind| field.ty.kind == kind && field.indexes.len() <= 1;
    for kind in [Kind::Set(board), Kind::Element(board)] {
        for (id, field) in program.fields.iter().enumerate().filter(|(_, field)| of_board(field, kind)) {
            let id = FieldId(id as u32);
            for (at, value) in position.fields.get(id.index())?.iter().enumerate() {
                let letter = letter(program, field, at);
                if !letters.insert(letter.clone()) {
                    return None;
                }
                let covered = held(value).filter_map(|cell| cells[cell].replace((id, letter.clone())));
                hidden.extend(covered.map(|(under, _)| under));
            }
            fields.insert(id);
        }
    }
    drawn.extend(fields.difference(&hidden));
    let text = |cell: Option<(FieldId, String)>| cell.map_or_else(|| ".".to_string(), |(_, letter)| letter);
    (!fields.is_empty()).then(|| cells.into_iter().map(text).collect())
}

/// The letter of an entry of a field: of a player's name, of another index, or of the field.
fn letter(program: &Program, field: &Field, entry: usize) -> String {
    let name = match field.indexes.first() {
        Some(&PLAYER) => program.players()[entry & 1],
        Some(&domain) => &program.domain(domain).members[entry],
        None => &field.name,
    };
    name.chars().take(1).flat_map(char::to_uppercase).collect()
}

fn held(value: &Value) -> Box<dyn Iterator<Item = usize> + '_> {
    match value {
        Value::Element(cell) => Box::new(std::iter::once(*cell as usize)),
        Value::Set(set) => Box::new(set.iter().map(|cell| cell as usize)),
        _ => Box::new(std::iter::empty()),
    }
}
