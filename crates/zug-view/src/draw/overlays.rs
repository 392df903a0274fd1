//! Adds to the pieces of a board what its `show` item does not say: walls, sizes, stacks, numbers
//! that pieces hide.

use super::colours::{Ink, differ_in_lightness};
use super::derived;
use super::owners::letters;
use super::panel::{DrawnPiece, Face, Panel, PieceStack, Stand};
use std::collections::BTreeSet;
use zug_lang::program::{DomainId, Expr, ExprKind, Field, FieldId, Kind, Program, Show, Value};
use zug_lang::semantics::Position;

/// Whether an entry reads a number of the cells of a board.
pub fn counts(program: &Program, condition: &Expr, board: DomainId) -> bool {
    condition.walk().any(|expr| match expr.kind {
        ExprKind::Field(field, _) => {
            let field = &program.fields[field.index()];
            field.indexes == [board] && matches!(field.ty.kind, Kind::Int { low: 0, .. })
        }
        _ => false,
    })
}

/// The fields of walls are seen between the cells, and so are those of a board that only names
/// places for walls.
pub fn hide_passages(program: &Program, seen: &mut BTreeSet<FieldId>) {
    let ids = (0..program.fields.len()).map(|id| FieldId(id as u32));
    seen.extend(ids.filter(|id| {
        let kind = program.fields[id.index()].ty.kind;
        let named =
            matches!(kind, Kind::Set(d) | Kind::Element(d) if derived::is_index_of_another(program, d));
        derived::passages(program, *id).is_some() || named
    }));
}

/// Pieces of several sizes stand in one another.
pub fn nested(
    program: &Program,
    position: &Position,
    board: DomainId,
    stands: &mut [Stand],
    seen: &mut BTreeSet<FieldId>,
) {
    let Some((field, sizes, cells)) = derived::sized(program, position, board) else { return };
    for (stand, cell) in stands.iter_mut().zip(cells) {
        if !cell.is_empty() {
            *stand = Stand::Nested(cell, sizes);
        }
    }
    seen.insert(field);
}

/// Pieces on each other, also where the `show` item draws nothing or something else; where they
/// cannot be seen, their field is listed.
pub fn stacked(
    program: &Program,
    position: &Position,
    (board, show): (DomainId, Option<&Show>),
    panel: &mut Panel,
    seen: &mut BTreeSet<FieldId>,
) {
    let Some((field, stacks)) = derived::stacks(program, position, board) else { return };
    let mut is_hidden = derived::has_gaps(program, position, field);
    for (stand, owners) in panel.stands.iter_mut().zip(stacks) {
        let Some(top) = owners.last().copied().map(Ink::Of) else { continue };
        let single = owners.len() == 1;
        *stand = match stand {
            Stand::Empty | Stand::Void | Stand::Ground(_) if single => Stand::Piece(initial(program, top)),
            Stand::Empty | Stand::Void | Stand::Ground(_) => Stand::Stack(PieceStack { owners, mark: None }),
            Stand::Piece(piece) if piece.ink == top && single => continue,
            Stand::Piece(piece) => {
                let kinds = show.map_or(0, |show| letters(program, show, top).len());
                let mark = (piece.ink != top || kinds > 1).then(|| piece.clone());
                Stand::Stack(PieceStack { owners, mark })
            }
            _ => {
                is_hidden = true;
                continue;
            }
        };
    }
    let is_high = |cell: usize| matches!(&panel.stands[cell], Stand::Stack(stack) if stack.owners.len() > 1);
    panel.corners.retain(|(cell, number)| number != "1" || is_high(*cell));
    if !is_hidden {
        seen.insert(field);
    }
}

/// A piece that no `show` item names: its owner's first letter.
fn initial(program: &Program, ink: Ink) -> DrawnPiece {
    let Ink::Of(player) = ink else { return DrawnPiece { text: String::new(), ink, face: Face::Letter } };
    let face = if differ_in_lightness(program) { Face::Plain } else { Face::Letter };
    DrawnPiece { text: program.players()[player.index()].chars().take(1).collect(), ink, face }
}

/// The numbers of cells that a piece hides: the height under a worker, the pieces of a stack.
pub fn corners(
    program: &Program,
    position: &Position,
    board: DomainId,
    stands: &[Stand],
    seen: &mut BTreeSet<FieldId>,
) -> Vec<(usize, String)> {
    let counted =
        |field: &Field| field.indexes == [board] && matches!(field.ty.kind, Kind::Int { low: 0, .. });
    let Some(id) = program.fields.iter().position(counted) else { return Vec::new() };
    let values = position.fields.get(id).map_or(&[][..], Vec::as_slice);
    let shown = |(value, stand): (&Value, &Stand)| {
        *value == Value::Int(0) || matches!(stand, Stand::Piece(_) | Stand::Levels(_) | Stand::Written(_))
    };
    if values.iter().zip(stands).all(shown) {
        seen.insert(FieldId(id as u32));
    }
    let number = |(cell, value): (usize, &Value)| match (value, stands.get(cell)?) {
        (Value::Int(n), Stand::Piece(_)) if *n > 0 => Some((cell, n.to_string())),
        _ => None,
    };
    values.iter().enumerate().filter_map(number).collect()
}
