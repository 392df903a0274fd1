//! Finds additive fields: fields that are only added to, and read by nothing but the points of an
//! outcome.
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
//! - at every outcome the points are a sum in which each entry has the same factor, whoever moves
//!   and whichever players are bound, so outcomes differ by as much as the entries do;
//! - no play takes it out of its bounds (`room`), so no fault depends on its value, and one of
//!   several positions that differ in it alone shows all faults;
//! - the greatest worth of all its entries, together with the fields accepted before it, is at most
//!   [`LIMIT`], so no sum with an outcome wraps.

use super::ends::{Ends, ends};
use super::room::has_room;
use zug_lang::program::*;

/// The additive fields of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Additive {
    /// Each field, with the worth of one point in each entry to the first player.
    pub fields: Vec<(FieldId, Vec<i64>)>,
}

/// The additive fields of a program; none if there are none.
pub fn additive(program: &Program) -> Option<Additive> {
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
        let fits = more.saturating_add(total) <= i128::from(LIMIT) && has_room(program, *id, &candidates);
        total += if fits { more } else { 0 };
        fits
    });
    if fields.is_empty() { None } else { Some(Additive { fields }) }
}

/// The greatest magnitude of what all entries of a field together are worth.
fn most(program: &Program, id: FieldId, worth: &[i64]) -> i128 {
    let Some(Kind::Int { low, high }) = program.fields.get(id.index()).map(|field| field.ty.kind) else {
        return i128::MAX;
    };
    let greatest = i128::from(low.unsigned_abs().max(high.unsigned_abs()));
    worth.iter().map(|each| i128::from(each.unsigned_abs()) * greatest).sum()
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
    let in_progress = program.progress.iter().any(|rule| rule.measures.iter().any(reads));
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
        if !reads(self.program, expr, |field| field == self.id) {
            return Some(());
        }
        match &expr.kind {
            ExprKind::Field(field, indexes) if *field == self.id => {
                let at = self.entry(indexes)?;
                let entry = worth.get_mut(at)?;
                *entry = entry.checked_add(times)?;
                Some(())
            }
            ExprKind::Negate(a) => self.add(a, times.checked_neg()?, worth),
            ExprKind::Arith(Arith::Add, a, b) => {
                self.add(a, times, worth)?;
                self.add(b, times, worth)
            }
            ExprKind::Arith(Arith::Sub, a, b) => {
                self.add(a, times, worth)?;
                self.add(b, times.checked_neg()?, worth)
            }
            ExprKind::Arith(Arith::Mul, a, b) => match (&a.kind, &b.kind) {
                (ExprKind::Const(Value::Int(n)), _) => self.add(b, times.checked_mul(*n)?, worth),
                (_, ExprKind::Const(Value::Int(n))) => self.add(a, times.checked_mul(*n)?, worth),
                _ => None,
            },
            ExprKind::Call(def, arguments) => {
                let def = self.program.defs.get(def.index())?;
                let locals = arguments.iter().map(|argument| self.element(argument)).collect();
                OutcomeScene { locals, ..*self }.add(&def.body, times, worth)
            }
            _ => None,
        }
    }

    fn entry(&self, indexes: &[Expr]) -> Option<usize> {
        let field = self.program.fields.get(self.id.index())?;
        indexes.iter().zip(&field.indexes).try_fold(0usize, |at, (index, domain)| {
            let len = self.program.domains.get(domain.index())?.len();
            at.checked_mul(len)?.checked_add(self.element(index)? as usize)
        })
    }
}
