//! Finds additive fields and entries: they are only added to, and read by nothing but the points of
//! an outcome.
//!
//! Such a field need not be in the key of a position: its previous value adds the same to every
//! outcome, so the value to go does not depend on it. The witness is the worth of one point in each
//! entry to the first player, which must be the same at every outcome of the definition. The
//! conditions:
//!
//! - outcomes are points, and play that may not end has an `endless` rule; otherwise it is worth 0,
//!   whatever the field holds;
//! - the field holds integers and is never `none`;
//! - statements write to it by `+=` and `-=` alone, so the change by a move does not depend on its
//!   value;
//! - no guard, set, index, notation, condition, winner or stored value reads it, so moves, turns
//!   and endings do not depend on its value;
//! - where `progress` reads it, the integer is a sum in which each entry has the same factor,
//!   whoever moves, so the change of the integer by a move does not depend on its value;
//! - at every outcome the points are a sum in which each entry has the same factor, whoever moves
//!   and whichever players are bound, so outcomes differ by as much as the entries do;
//! - no play takes it out of its bounds (`room`), so no fault depends on its value, and one of
//!   several positions that differ in it alone shows all faults;
//! - the greatest worth of all its entries, together with the fields accepted before it, is at most
//!   [`LIMIT`], so no sum with an outcome wraps.
//!
//! Entries of other fields are found by [`super::additive_entries`].

use super::additive_entries::additive_entries;
use super::ends::{Ends, ends};
use super::linear_terms::linear_terms;
use super::room::has_room;
use super::summed_stores::{added, is_looped};
use zug_lang::program::*;

/// The worth of one point in each entry of a field to the first player; none for entries that are
/// not additive.
pub type Worth = Vec<Option<i64>>;

/// The additive fields and entries of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Additive {
    /// Each field with an additive entry.
    pub fields: Vec<(FieldId, Worth)>,
}

impl Additive {
    /// Whether an entry of a field is additive.
    pub fn contains(&self, field: FieldId, entry: usize) -> bool {
        let of = self.fields.iter().find(|(id, _)| *id == field);
        of.is_some_and(|(_, worth)| worth.get(entry).copied().flatten().is_some())
    }

    /// The additive fields as they are written, and additive entries of others with their indexes.
    pub fn names(&self, program: &Program) -> Vec<String> {
        let names = |(id, worth): &(FieldId, Worth)| {
            let field = &program.fields[id.index()];
            if worth.iter().all(Option::is_some) {
                return vec![field.name.clone()];
            }
            let entries = worth.iter().enumerate().filter(|(_, worth)| worth.is_some());
            entries.map(|(entry, _)| entry_name(program, field, entry)).collect()
        };
        self.fields.iter().flat_map(names).collect()
    }
}

/// An entry as a definition writes it.
fn entry_name(program: &Program, field: &Field, mut entry: usize) -> String {
    let mut indexes = Vec::new();
    for domain in field.indexes.iter().rev() {
        let members = &program.domain(*domain).members;
        indexes.insert(0, members[entry % members.len()].as_str());
        entry /= members.len();
    }
    format!("{}[{}]", field.name, indexes.join(", "))
}

/// The additive fields and entries of a program; none if there are none.
pub fn additive(program: &Program) -> Option<Additive> {
    additive_where(program, |id, candidates| has_room(program, id, candidates))
}

/// What would be additive if no play took it out of its bounds, although no rule proves that of
/// some fields, and these fields; none if it is proved of all.
///
/// Who leaves such a field out of the keys has to see by himself that it stays within its bounds,
/// and sees it before and after moves alone. So each move that is tried is played or refused before
/// it stores to the field (no `provided`), and goes with the field in one direction: then the field
/// is nowhere farther out within a move than before it or after it.
pub fn additive_but_for_room(program: &Program) -> Option<(Additive, Vec<FieldId>)> {
    let unproved = std::cell::RefCell::new(Vec::new());
    let all = additive_where(program, |id, candidates| {
        let proved = has_room(program, id, candidates);
        if !proved {
            unproved.borrow_mut().push(id);
        }
        proved || program.moves.iter().all(|each| shows_its_extremes(each, id))
    });
    all.zip(Some(unproved.into_inner()).filter(|fields| !fields.is_empty()))
}

/// Whether a field that is only added to is nowhere farther out within a move than before it or
/// after it.
fn shows_its_extremes(each: &Move, id: FieldId) -> bool {
    let directions: Vec<_> = statements(&each.body)
        .filter_map(|stmt| added(stmt, id))
        .map(|(store, by)| direction(store, by))
        .collect();
    let once = directions.len() == 1 && !is_looped(each, id);
    let one_way = directions.iter().all(|way| way.is_some() && *way == directions[0]);
    directions.is_empty() || each.provided.is_none() && (once || one_way)
}

/// Whether a field rises with this (true) or falls, by the bounds of the integer; none if that is
/// open.
fn direction(store: Store, by: &Expr) -> Option<bool> {
    let Kind::Int { low, high } = by.ty.kind else { return None };
    let rises = if low >= 0 { Some(true) } else { (high <= 0).then_some(false) };
    rises.map(|rises| rises == matches!(store, Store::Add))
}

/// The additive fields and entries, where `room` says of a field, given all candidates, whether it
/// stays within its bounds.
fn additive_where(program: &Program, room: impl Fn(FieldId, &[FieldId]) -> bool) -> Option<Additive> {
    let unruled = program.endless.is_none() && matches!(ends(program), Ends::Unproven { .. });
    if !program.points || unruled {
        return None; // never-ending play would be worth 0, whatever the fields hold
    }
    let ids = program.fields.iter().zip((0u32..).map(FieldId));
    let integers = ids.filter(|(field, _)| matches!(field.ty.kind, Kind::Int { .. }) && !field.ty.or_none);
    let summed = integers.filter(|(_, id)| is_only_summed(program, *id));
    let mut fields: Vec<_> =
        summed.filter_map(|(field, id)| Some((id, worth(program, id, field.initial.len())?))).collect();
    let candidates: Vec<FieldId> = fields.iter().map(|(id, _)| *id).collect();
    let mut total = 0;
    fields.retain(|(id, worth)| {
        let more = most(program, *id, worth);
        let fits = more.saturating_add(total) <= i128::from(LIMIT) && room(*id, &candidates);
        total += if fits { more } else { 0 };
        fits
    });
    let mut all: Vec<(FieldId, Worth)> =
        fields.into_iter().map(|(id, worth)| (id, worth.into_iter().map(Some).collect())).collect();
    let whole: Vec<FieldId> = all.iter().map(|(id, _)| *id).collect();
    for ((id, entry), worth) in additive_entries(program, &whole) {
        let more = greatest(program, id) * i128::from(worth.unsigned_abs());
        if more.saturating_add(total) > i128::from(LIMIT) {
            continue;
        }
        total += more;
        let at = all.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
            all.push((id, vec![None; program.fields[id.index()].initial.len()]));
            all.len() - 1
        });
        all[at].1[entry] = Some(worth);
    }
    if all.is_empty() { None } else { Some(Additive { fields: all }) }
}

/// The greatest magnitude of what all entries of a field together are worth.
fn most(program: &Program, id: FieldId, worth: &[i64]) -> i128 {
    let greatest = greatest(program, id);
    worth.iter().map(|each| greatest.saturating_mul(each.unsigned_abs().into())).sum()
}

/// The greatest magnitude of an entry of an integer field.
fn greatest(program: &Program, id: FieldId) -> i128 {
    match program.fields.get(id.index()).map(|field| field.ty.kind) {
        Some(Kind::Int { low, high }) => i128::from(low.unsigned_abs().max(high.unsigned_abs())),
        _ => i128::from(i64::MAX),
    }
}

/// Whether a field is written by `+=` and `-=` alone and read by nothing but points.
fn is_only_summed(program: &Program, id: FieldId) -> bool {
    let reads = |expr: &Expr| reads(program, expr, |field| field == id);
    let in_moves = program.moves.iter().any(|each| {
        let parameters = each.parameters.iter().any(|(_, set)| reads(set));
        let notation = each.notation.iter().any(|piece| match piece {
            Piece::Value(expr) => reads(expr),
            Piece::Literal(_) => false,
        });
        parameters || notation || reads(&each.when) || each.provided.as_ref().is_some_and(reads)
    });
    let in_ends =
        program.ends.iter().any(|end| end.binders.iter().any(|(_, set)| reads(set)) || reads(&end.when));
    let measures = program.checked_progress().into_iter().flat_map(|rule| &rule.measures);
    let in_progress =
        measures.filter(|measure| reads(measure)).any(|measure| !is_linear(program, id, measure));
    let in_outcomes =
        outcomes(program).into_iter().flat_map(Outcome::walk).any(|outcome| match &outcome.kind {
            OutcomeKind::If(expr, ..) | OutcomeKind::Wins(expr) | OutcomeKind::Points(_, expr) => reads(expr),
            OutcomeKind::Draw | OutcomeKind::Pass => false,
        });
    let in_bodies = program.moves.iter().flat_map(|each| statements(&each.body)).any(|stmt| {
        stmt.expressions().any(reads)
            || matches!(&stmt.kind, StmtKind::Assign(Place::Field(to, _), Store::Set, _) if *to == id)
    });
    !(in_moves || in_ends || in_progress || in_outcomes || in_bodies)
}

/// Whether an integer is a sum in which each entry of a field has a constant factor, whoever moves.
fn is_linear(program: &Program, id: FieldId, measure: &Expr) -> bool {
    let entries = program.fields.get(id.index()).map_or(0, |field| field.initial.len());
    let factors = |scene: OutcomeScene<'_>| {
        let mut factors = vec![0; entries];
        scene.add(measure, 1, &mut factors).map(|()| factors)
    };
    let all: Vec<_> = scenes(program, id, &[]).into_iter().map(factors).collect();
    all.iter().all(|factors| factors.is_some() && *factors == all[0])
}

/// Whether an expression reads a field that satisfies `which`.
pub(super) fn reads(program: &Program, expr: &Expr, which: impl Fn(FieldId) -> bool) -> bool {
    program.has(expr, |e| matches!(&e.kind, ExprKind::Field(id, _) if which(*id)))
}

/// Every outcome inside an outcome that is not an `if`.
pub(super) fn leaves(outcome: &Outcome) -> impl Iterator<Item = &OutcomeKind> {
    outcome.walk().map(|outcome| &outcome.kind).filter(|kind| !matches!(kind, OutcomeKind::If(..)))
}

/// Every outcome of the definition.
pub(super) fn outcomes(program: &Program) -> Vec<&Outcome> {
    let ruled = program.stuck.iter().chain(&program.endless).map(|rule| &rule.outcome);
    program.ends.iter().map(|end| &end.outcome).chain(ruled).collect()
}

/// The worth of one point in each entry to the first player; none if outcomes disagree or are not
/// sums.
fn worth(program: &Program, id: FieldId, entries: usize) -> Option<Vec<i64>> {
    let mut found: Option<Vec<i64>> = None;
    let mut agree = true;
    let rules = program.ends.iter().map(|end| (&end.binders[..], &end.outcome));
    let ruled = program.stuck.iter().chain(&program.endless).map(|rule| (&[][..], &rule.outcome));
    for (binders, outcome) in rules.chain(ruled) {
        for scene in scenes(program, id, binders) {
            for leaf in leaves(outcome).filter(|leaf| !matches!(leaf, OutcomeKind::Pass)) {
                let worth = scene.outcome(leaf, entries);
                agree &= worth.is_some() && found.as_ref().is_none_or(|known| Some(known) == worth.as_ref());
                found = worth;
            }
        }
    }
    found.filter(|_| agree)
}

/// An outcome's context: the mover, and the players that the binders of an `end` rule stand for.
struct OutcomeScene<'p> {
    program: &'p Program,
    id: FieldId,
    me: u32,
    locals: Vec<Option<u32>>,
}

/// Every combination of a mover and bound players.
fn scenes<'p>(program: &'p Program, id: FieldId, binders: &[(LocalId, Expr)]) -> Vec<OutcomeScene<'p>> {
    let mut all: Vec<OutcomeScene> =
        (0..2).map(|me| OutcomeScene { program, id, me, locals: Vec::new() }).collect();
    for (local, set) in binders {
        let players: &[Option<u32>] = match set.ty.kind {
            Kind::Set(PLAYER) => &[Some(0), Some(1)],
            _ => &[None],
        };
        let with = |scene: OutcomeScene<'p>, player: Option<u32>| {
            let mut locals = scene.locals;
            locals.resize(locals.len().max(local.index() + 1), None);
            locals[local.index()] = player;
            OutcomeScene { locals, ..scene }
        };
        all = all
            .into_iter()
            .flat_map(|scene| players.iter().map(move |p| with(scene.copy(), *p)).collect::<Vec<_>>())
            .collect();
    }
    all
}

impl<'p> OutcomeScene<'p> {
    fn copy(&self) -> OutcomeScene<'p> {
        OutcomeScene { locals: self.locals.clone(), ..*self }
    }

    /// The worth of one point in each entry at this outcome.
    fn outcome(&self, leaf: &OutcomeKind, entries: usize) -> Option<Vec<i64>> {
        let OutcomeKind::Points(points, player) = leaf else { return None };
        let side = if self.element(player)? == 0 { 1 } else { -1 };
        let mut worth = vec![0; entries];
        self.add(points, side, &mut worth)?;
        Some(worth)
    }

    /// The value of an expression that depends on players alone.
    fn element(&self, expr: &Expr) -> Option<u32> {
        match &expr.kind {
            ExprKind::Const(Value::Element(e)) => Some(*e),
            ExprKind::Me => Some(self.me),
            ExprKind::Other(p) => 1u32.checked_sub(self.element(p)?),
            ExprKind::Local(local) => self.locals.get(local.index()).copied().flatten(),
            _ => None,
        }
    }

    /// Adds `times` the derivative of an integer expression by each entry; none if it is not linear
    /// with constant factors.
    fn add(&self, expr: &Expr, times: i64, worth: &mut Vec<i64>) -> Option<()> {
        linear_terms(expr, times, &mut |term, times| match &term.kind {
            _ if !reads(self.program, term, |field| field == self.id) => Some(()),
            ExprKind::Field(field, indexes) if *field == self.id => {
                let at = self.entry(indexes)?;
                let entry = worth.get_mut(at)?;
                *entry = entry.checked_add(times)?;
                Some(())
            }
            ExprKind::Call(def, arguments) => {
                let def = self.program.defs.get(def.index())?;
                let locals = arguments.iter().map(|argument| self.element(argument)).collect();
                OutcomeScene { locals, ..*self }.add(&def.body, times, worth)
            }
            _ => None,
        })
    }

    fn entry(&self, indexes: &[Expr]) -> Option<usize> {
        let field = self.program.fields.get(self.id.index())?;
        indexes.iter().zip(&field.indexes).try_fold(0usize, |at, (index, domain)| {
            let len = self.program.domains.get(domain.index())?.len();
            at.checked_mul(len)?.checked_add(self.element(index)? as usize)
        })
    }
}
