//! Finds cells that stand in two sets which a definition takes for disjoint: where
//! `Cell - men[A] - men[B]` is empty, no cell is in both.

use super::Finding;
use super::walk::DeepWalk;
use crate::answer::Engine;
use std::collections::BTreeSet;
use zug_analysis::lints::SHARED_CELL;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Expr, ExprKind, FieldId, Kind, PLAYER, Program, Set, Value};
use zug_lang::semantics::Position;
use zug_lang::source::Span;

/// Two entries of fields that are taken away from one set, and where.
struct EntryPair {
    entries: [(FieldId, usize); 2],
    place: Span,
}

/// The pairs that a definition takes away from one set, each once.
fn pairs(program: &Program) -> Vec<EntryPair> {
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for expr in program.expressions() {
        let mut taken: Vec<(FieldId, usize)> = Vec::new();
        let mut from = expr;
        while let ExprKind::Minus(rest, out) = &from.kind {
            taken.extend(entry(program, out));
            from = rest;
        }
        for (at, one) in taken.iter().enumerate() {
            for other in &taken[..at] {
                let mut entries = [*one, *other];
                entries.sort();
                if one != other && known.insert(entries) {
                    found.push(EntryPair { entries, place: expr.span });
                }
            }
        }
    }
    found
}

/// The entry of a field that an expression reads, if it is known whose it is: `men[A]`, `king`. The
/// player to move and the other one stand for the two players.
fn entry(program: &Program, e: &Expr) -> Option<(FieldId, usize)> {
    let e = match &e.kind {
        ExprKind::Singleton(of, _) => of,
        _ => e,
    };
    let ExprKind::Field(id, indexes) = &e.kind else { return None };
    let field = &program.fields[id.index()];
    let at = match indexes.as_slice() {
        [] => 0,
        [index] => match &index.kind {
            ExprKind::Const(Value::Element(at)) => *at as usize,
            ExprKind::Me => 0,
            ExprKind::Other(of) if matches!(of.kind, ExprKind::Me) => 1,
            _ => return None,
        },
        _ => return None,
    };
    let by_turn = matches!(indexes.first().map(|index| &index.kind), Some(ExprKind::Me | ExprKind::Other(_)));
    let known = !by_turn || field.indexes == [PLAYER];
    (known && matches!(field.ty.kind, Kind::Set(_) | Kind::Element(_))).then_some((*id, at))
}

/// The elements of an entry.
fn elements(position: &Position, (field, at): (FieldId, usize)) -> Set {
    match position.fields.get(field.index()).and_then(|entries| entries.get(at)) {
        Some(Value::Set(set)) => set.clone(),
        Some(Value::Element(one)) => std::iter::once(i64::from(*one)).collect(),
        _ => Set::default(),
    }
}

/// The entry as it is written.
fn written(program: &Program, (field, at): (FieldId, usize)) -> String {
    let field = &program.fields[field.index()];
    match field.indexes.first() {
        Some(domain) => format!("{}[{}]", field.name, program.domain(*domain).members[at]),
        None => field.name.clone(),
    }
}

/// Whether both entries are of one domain.
fn alike(program: &Program, pair: &EntryPair) -> bool {
    let of = |(field, _): (FieldId, usize)| match program.fields[field.index()].ty.kind {
        Kind::Set(domain) | Kind::Element(domain) => Some(domain),
        _ => None,
    };
    of(pair.entries[0]) == of(pair.entries[1])
}

impl<E: Engine> DeepWalk<'_, E> {
    /// The first position at which two sets share a cell that are taken away from one set.
    pub(super) fn shared_cells(&self) -> Vec<Finding> {
        let program = self.program;
        if program.allowed.iter().any(|name| name == SHARED_CELL.name) {
            return Vec::new();
        }
        let mut pairs = pairs(program);
        pairs.retain(|pair| alike(program, pair));
        if pairs.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        // Within a turn of several moves a cell may be in both for a while.
        let between_turns = self.first_positions().filter(|(_, position)| position.asked.is_none());
        for (number, position) in between_turns {
            pairs.retain(|pair| {
                let [one, other] = pair.entries.map(|entry| elements(&position, entry));
                let shared = one.intersection(&other).iter().next();
                if let Some(cell) = shared {
                    let diagnostic = warning(program, pair, cell, number == 0);
                    found.push(Finding { diagnostic, witness: Some(self.witness(number)) });
                }
                shared.is_none()
            });
            if pairs.is_empty() {
                break;
            }
        }
        found
    }
}

/// The warning about a pair that shares a cell.
fn warning(program: &Program, pair: &EntryPair, cell: i64, at_start: bool) -> Diagnostic {
    let [one, other] = pair.entries.map(|entry| written(program, entry));
    let (field, _) = pair.entries[0];
    let name = match program.fields[field.index()].ty.kind {
        Kind::Set(domain) | Kind::Element(domain) => {
            program.domain(domain).members.get(cell as usize).cloned()
        }
        _ => None,
    };
    let name = name.unwrap_or_default();
    let when = if at_start { "at the start" } else { "in play" };
    let help = match at_start {
        true => "let them begin apart, or leave one of them out here".to_owned(),
        false => "take a cell out of the one where it is put into the other, with `-=`; or allow it only on empty cells".to_owned(),
    };
    SHARED_CELL
        .warn(
            format!("`{name}` is in `{one}` and in `{other}` {when}"),
            pair.place,
            "both are taken away here",
        )
        .help(help)
}
