//! Adds to the pieces of a board what its `show` item does not say: walls, sizes, stacks, numbers that pieces hide.

use super::colours::Ink;
use super::derived;
use super::pieces::{Panel, Stand};
use std::collections::BTreeSet;
use zug_lang::program::{DomainId, Expr, ExprKind, Field, FieldId, Kind, Program, Value};
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

/// The fields of walls are seen between the cells, and so are those of a board that only names places for walls.
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

/// Stacks of two pieces and more; what stands on another way (a wall) stays as it is.
pub fn stacked(
    program: &Program,
    position: &Position,
    board: DomainId,
    panel: &mut Panel,
    seen: &mut BTreeSet<FieldId>,
) {
    let Some((field, stacks)) = derived::stacks(program, position, board) else { return };
    for (cell, stack) in stacks.into_iter().enumerate().filter(|(_, stack)| stack.len() > 1) {
        if matches!(&panel.stands[cell], Stand::Piece(top) if matches!(top.ink, Ink::Of(_))) {
            panel.stands[cell] = Stand::Stack(stack);
        }
    }
    panel.corners.retain(|(cell, number)| number != "1" || matches!(panel.stands[*cell], Stand::Stack(_)));
    seen.insert(field);
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
