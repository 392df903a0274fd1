//! Finds cells that stand in two sets which a definition takes for disjoint: where
//! `Cell - men[A] - men[B]` is empty, no cell is in both.

use super::Finding;
use super::carried::carried_pairs;
use super::entries::{EntryPair, elements, entry, written};
use super::walk::DeepWalk;
use crate::answer::Engine;
use std::collections::BTreeSet;
use zug_analysis::lints::SHARED_CELL;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Expr, ExprKind, FieldId, Kind, Program, Quantifier};

/// The pairs that a definition takes away from one set or carries an element between, each once.
fn pairs(program: &Program) -> Vec<EntryPair> {
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for expr in program.expressions() {
        let taken = taken_away(program, expr);
        for (at, one) in taken.iter().enumerate() {
            for other in &taken[..at] {
                let mut entries = [*one, *other];
                entries.sort();
                if one != other && known.insert(entries) {
                    found.push(EntryPair { entries, place: expr.span, is_carried: false });
                }
            }
        }
    }
    found.extend(carried_pairs(program).into_iter().filter(|pair| known.insert(pair.entries)));
    found
}

/// The entries that are taken away from one set: by `Cell - men[A] - men[B]`, by
/// `Cell - (men[A] + men[B])`, or by `{ c in Cell where c not in men[A] and c not in men[B] }`.
fn taken_away(program: &Program, expr: &Expr) -> Vec<(FieldId, usize)> {
    let mut taken = Vec::new();
    match &expr.kind {
        ExprKind::Minus(..) => {
            let mut from = expr;
            while let ExprKind::Minus(rest, out) = &from.kind {
                add_entries(program, out, 0, &mut taken);
                from = rest;
            }
        }
        ExprKind::Quantified { quantifier: Quantifier::Collect, guard, .. } => {
            let ExprKind::And(parts) = &guard.kind else { return taken };
            for part in parts {
                let ExprKind::Not(of) = &part.kind else { continue };
                if let ExprKind::In(member, set) = &of.kind
                    && matches!(member.kind, ExprKind::Local(_))
                {
                    add_entries(program, set, 0, &mut taken);
                }
            }
        }
        _ => {}
    }
    taken
}

/// Adds the entries that a set is the union of, through `def`s without parameters.
fn add_entries(program: &Program, set: &Expr, depth: usize, taken: &mut Vec<(FieldId, usize)>) {
    /// The most nested calls of `def`s that are followed.
    const DEEP: usize = 64;
    match &set.kind {
        ExprKind::Union(one, two) => {
            add_entries(program, one, depth, taken);
            add_entries(program, two, depth, taken);
        }
        ExprKind::SetOf(members, _) => {
            members.iter().for_each(|member| taken.extend(entry(program, member)));
        }
        ExprKind::Call(_, given) if given.is_empty() && depth < DEEP => {
            if let Some(def) = program.called(set) {
                add_entries(program, &def.body, depth + 1, taken);
            }
        }
        _ => taken.extend(entry(program, set)),
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
        let (mut found, mut known) = (Vec::new(), BTreeSet::new());
        // Within a turn of several moves a cell may be in both for a while.
        let between_turns = self.first_positions().filter(|(_, position)| position.asked.is_none());
        for (number, position) in between_turns {
            pairs.retain(|pair| {
                let [one, other] = pair.entries.map(|entry| elements(&position, entry));
                let shared = one.intersection(&other).iter().next();
                // What begins in both, and is only carried, is meant to be in both.
                let is_meant = pair.is_carried && number == 0;
                // One place where a move carries is told once, not for each player.
                let shown = shared.filter(|_| !is_meant && (!pair.is_carried || known.insert(pair.place)));
                if let Some(cell) = shown {
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
        false if pair.is_carried => {
            "take it out of the one where it is put into the other, with `-=`".to_owned()
        }
        false => out_of_one(program, pair),
    };
    SHARED_CELL
        .warn(
            format!("`{name}` is in `{one}` and in `{other}` {when}"),
            pair.place,
            if pair.is_carried { "it goes from one to the other here" } else { "both are taken away here" },
        )
        .help(help)
}

/// How a cell leaves one entry of a pair where it comes to be in the other.
fn out_of_one(program: &Program, pair: &EntryPair) -> String {
    let type_of = |(field, _): (FieldId, usize)| program.fields[field.index()].ty;
    let is_set = |entry| matches!(type_of(entry).kind, Kind::Set(_));
    let emptied = pair.entries.into_iter().find(|entry| !is_set(*entry) && type_of(*entry).or_none);
    let out = match emptied {
        _ if pair.entries.into_iter().all(is_set) => {
            "take a cell out of the one where it is put into the other, with `-=`; or "
        }
        Some(entry) => {
            let entry = written(program, entry);
            return format!(
                "write `{entry} = none` where the other comes to its cell; or allow it only on empty cells"
            );
        }
        None => "",
    };
    format!("{out}allow it only on empty cells")
}
