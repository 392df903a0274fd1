//! Finds the moves that a text may mean, whether or not they are legal.

use crate::program::{Choice, Expr, ExprKind, Kind, LocalId, Move, MoveId, Piece, Program, Type, Value};
use crate::semantics::notation::one_blank;
use crate::semantics::{Position, Semantics};

/// So many moves are written at most while a text is compared with them.
const BUDGET: usize = 20_000;

/// The search for the moves that read like a text.
struct ReadingSearch<'s, 'p> {
    semantics: &'s Semantics<'p>,
    position: &'s Position,
    /// The text, without needless blanks and in small letters.
    written: String,
    left: usize,
    found: Vec<(Choice, String)>,
}

/// The moves, legal or not, that read like a text, letter case apart; those that read exactly so
/// if there are any. Each with its text.
pub fn spelled(semantics: &Semantics<'_>, position: &Position, written: &str) -> Vec<(Choice, String)> {
    let exact = one_blank(written);
    let mut search =
        ReadingSearch { semantics, position, written: exact.to_lowercase(), left: BUDGET, found: Vec::new() };
    for (id, each) in (0u32..).map(MoveId).zip(&semantics.program().moves) {
        search.arguments(id, each, &mut Vec::new());
    }
    let mut found = search.found;
    if found.iter().any(|(_, text)| *text == exact) {
        found.retain(|(_, text)| *text == exact);
    }
    found
}

impl ReadingSearch<'_, '_> {
    /// Tries all values for the next parameter, then the text.
    fn arguments(&mut self, id: MoveId, sought: &Move, chosen: &mut Vec<Value>) {
        let Some((local, set)) = sought.parameters.get(chosen.len()) else {
            return self.compare(&Choice::Play(id, chosen.clone()));
        };
        let written = is_written(sought, *local);
        for value in values(self.semantics.program(), set, &self.written) {
            if self.left == 0 {
                return;
            }
            let ty = element_type(set, sought, *local);
            let shown = self.semantics.program().show_value(&value, ty).to_string().to_lowercase();
            if written && !self.written.contains(&shown) {
                continue;
            }
            chosen.push(value);
            self.arguments(id, sought, chosen);
            chosen.pop();
        }
    }

    fn compare(&mut self, choice: &Choice) {
        self.left = self.left.saturating_sub(1);
        let readings = self.semantics.readings(self.position, choice);
        let reads =
            readings.iter().map(|text| one_blank(text)).find(|text| text.to_lowercase() == self.written);
        if let Some(text) = reads {
            self.found.push((choice.clone(), text));
        }
    }
}

/// Whether the text of a move contains this parameter as it is.
fn is_written(sought: &Move, local: LocalId) -> bool {
    let is_local = |piece: &Piece| match piece {
        Piece::Value(expr) => matches!(&expr.kind, ExprKind::Local(other) if *other == local),
        Piece::Literal(_) => false,
    };
    !sought.has_notation || sought.notation.iter().any(is_local)
}

fn element_type(set: &Expr, sought: &Move, local: LocalId) -> Type {
    sought.frame.locals.get(local.index()).map_or(set.ty, |local| local.ty)
}

/// All values that a parameter could have by its type, and of integers those that are written too.
fn values(program: &Program, set: &Expr, written: &str) -> Box<dyn Iterator<Item = Value>> {
    match set.ty.kind {
        Kind::Set(domain) => Box::new((0..program.domain(domain).len() as u32).map(Value::Element)),
        Kind::IntSet { low, high } => {
            let parts = written.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok());
            let beyond: Vec<i64> = parts.filter(|n| !(low..=high).contains(n)).collect();
            Box::new((low..=high).chain(beyond).map(Value::Int))
        }
        _ => Box::new(std::iter::empty()),
    }
}
