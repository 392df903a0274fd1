//! Finds elements that come to be in two entries which a definition takes for disjoint: it takes
//! both away from one set, as `Cell - men[A] - men[B]` does; a move carries an element from one to
//! the other ([`super::carried`]); or one alone is taken away, or landed on ([`super::one_sided`]).

use super::Finding;
use super::carried::{are_put_together, carried_pairs};
use super::entries::{EntryPair, PairReason, elements, entry, is_whole, written};
use super::one_sided::one_sided_pairs;
use super::walk::DeepWalk;
use crate::answer::Engine;
use std::collections::BTreeSet;
use zug_analysis::lints::SHARED_CELL;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{Expr, ExprKind, FieldId, Kind, LocalId, Program, Quantifier};
use zug_lang::source::Span;

/// The pairs that a definition takes for disjoint, each once.
fn pairs(program: &Program) -> Vec<EntryPair> {
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for (taken, place) in program.expressions().flat_map(|expr| taken_away(program, expr)) {
        for (at, one) in taken.iter().enumerate() {
            for other in &taken[..at] {
                let mut entries = [*one, *other];
                entries.sort();
                if one != other && known.insert(entries) {
                    found.push(EntryPair { entries, place, reason: PairReason::Taken });
                }
            }
        }
    }
    let others = carried_pairs(program).into_iter().chain(one_sided_pairs(program));
    found.extend(others.filter(|pair| known.insert(pair.entries)));
    found.retain(|pair| !are_put_together(program, pair));
    found
}

/// The entries that are taken away from one set: by `Cell - men[A] - men[B]`,
/// `Cell - (men[A] + men[B])` or `{ c in Cell where c not in men[A] and c not in men[B] }`. Of a
/// quantifier with several binders one list for each of these.
fn taken_away(program: &Program, expr: &Expr) -> Vec<(Vec<(FieldId, usize)>, Span)> {
    let taken = match &expr.kind {
        ExprKind::Minus(..) => {
            let mut taken = Vec::new();
            let mut from = expr;
            while let ExprKind::Minus(rest, out) = &from.kind {
                add_entries(program, out, 0, &mut taken);
                from = rest;
            }
            vec![taken]
        }
        ExprKind::Quantified { quantifier: Quantifier::Collect, binders, guard, .. } => {
            binders.iter().map(|(bound, _)| kept_out(program, guard, *bound)).collect()
        }
        _ => Vec::new(),
    };
    taken.into_iter().map(|taken| (taken, expr.span)).collect()
}

/// The entries in which a bound element is not, as a guard says.
fn kept_out(program: &Program, guard: &Expr, bound: LocalId) -> Vec<(FieldId, usize)> {
    let mut taken = Vec::new();
    let ExprKind::And(parts) = &guard.kind else { return taken };
    for part in parts {
        let ExprKind::Not(of) = &part.kind else { continue };
        if let ExprKind::In(member, set) = &of.kind
            && member.as_local() == Some(bound)
        {
            add_entries(program, set, 0, &mut taken);
        }
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
        ExprKind::Quantified { quantifier: Quantifier::Union, binders, guard, body }
            if guard.is_constantly_true() =>
        {
            add_all_entries(program, binders, body, taken);
        }
        _ => taken.extend(entry(program, set)),
    }
}

/// Adds all entries of a field by `union(p in Player: men[p])`, where p is each element of its
/// domain.
fn add_all_entries(
    program: &Program,
    binders: &[(LocalId, Expr)],
    body: &Expr,
    taken: &mut Vec<(FieldId, usize)>,
) {
    let ExprKind::Field(id, indexes) = &body.kind else { return };
    let Some(field) = program.fields.get(id.index()) else { return };
    let ([(bound, all)], [Expr { kind: ExprKind::Local(index), .. }]) = (binders, indexes.as_slice()) else {
        return;
    };
    if bound == index && is_whole(program, all) && matches!(field.ty.kind, Kind::Set(_)) {
        taken.extend((0..field.initial.len()).map(|at| (*id, at)));
    }
}

/// Whether both entries are of one domain.
fn are_of_one_domain(program: &Program, pair: &EntryPair) -> bool {
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
        if SHARED_CELL.is_off(program) {
            return Vec::new();
        }
        let mut pairs = pairs(program);
        pairs.retain(|pair| are_of_one_domain(program, pair));
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
                let is_meant = number == 0 && may_begin_together(program, pair);
                // One place where a move carries is told once, not for each player.
                let is_carried = pair.reason == PairReason::Carried;
                let shown = shared.filter(|_| !is_meant && (!is_carried || known.insert(pair.place)));
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

/// Whether what begins in both entries of a pair is meant to be in both: it is carried, or two
/// fields are sets that were written so, as a trail has the men in it.
fn may_begin_together(program: &Program, pair: &EntryPair) -> bool {
    let [(one, _), (other, _)] = pair.entries;
    let is_set = |field: FieldId| matches!(program.fields[field.index()].ty.kind, Kind::Set(_));
    pair.reason != PairReason::Taken || one != other && is_set(one) && is_set(other)
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
        false => match pair.reason {
            PairReason::Taken => out_of_one(program, pair),
            PairReason::OneTaken => {
                format!(
                    "take both away, `- {one} - {other}`, or take a cell out of the one where it is put into the other, with `-=`"
                )
            }
            PairReason::Carried | PairReason::Landed => {
                "take it out of the one where it is put into the other, with `-=`".to_owned()
            }
        },
    };
    SHARED_CELL
        .warn(
            format!("`{name}` is in `{one}` and in `{other}` {when}"),
            pair.place,
            match pair.reason {
                PairReason::Taken => "both are taken away here",
                PairReason::Carried => "it goes from one to the other here",
                PairReason::OneTaken => "only one of them is taken away here",
                PairReason::Landed => "it is put into one here, and stays in the other",
            },
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
