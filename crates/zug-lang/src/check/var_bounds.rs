//! Bounds the values of each `var` over its whole life: fixpoint iteration on intervals, with
//! widening (Cousot and Cousot 1977).
//!
//! A body with `var`s is checked in rounds. Each round assumes the types that the last one found,
//! until nothing changes; from round [`ROUNDS`] on, integers that still grow get the bounds of
//! [`limits::VAR`]. Nothing rests on the bounds being wide enough: play checks every store to a
//! `var` against them. A value added by `+=` counts once for each iteration of the loops between
//! the declaration of the `var` and the statement.

use super::bounds::{Interval, interval};
use super::kinds::{hull, int};
use super::limits;
use crate::program::{Kind, Type};
use crate::syntax::ast::LIMIT;
use zug_game::breakage::{Shortcut, is_broken};

/// The state of one `var`.
#[derive(Clone, Copy, Debug)]
struct VarState {
    /// The type of its first value.
    first: Type,
    /// The hull of the types of its first value and of all assigned values.
    assigned: Type,
    /// The bounds of the sum of all values added by `+=` and `-=`.
    added: Interval,
    /// The number of iterations of the loops around its declaration.
    born: u64,
}

/// The `var`s of the body that is being checked, numbered in text order.
#[derive(Clone, Debug, Default)]
pub(super) struct Vars {
    /// The types assumed in this round; `None` in the first round.
    granted: Vec<Option<Type>>,
    /// The states found in this round.
    found: Vec<VarState>,
    /// The number of iterations of the loops around the current statement.
    pub(super) passes: u64,
}

/// The round from which on growing integers are widened to [`limits::VAR`].
pub(super) const ROUNDS: usize = 4;

impl Vars {
    /// The state before the first round.
    pub(super) fn new() -> Vars {
        Vars { granted: Vec::new(), found: Vec::new(), passes: 1 }
    }

    /// Declares a `var` with the type of its first value; returns its number and its type in this
    /// round.
    pub(super) fn declare(&mut self, first: Type) -> (usize, Type) {
        let number = self.found.len();
        self.found.push(VarState { first, assigned: first, added: interval(0, 0), born: self.passes.max(1) });
        let granted = self.granted.get(number).copied().flatten();
        (number, granted.map_or(first, |granted| widened(granted, first)))
    }

    /// Records an assignment of a value of this type.
    pub(super) fn assign(&mut self, number: usize, ty: Type) {
        if let Some(known) = self.found.get_mut(number) {
            known.assigned = widened(known.assigned, ty);
        }
    }

    /// Records that `none` may be added, so that the `var` may be `none` from then on.
    pub(super) fn may_be_none(&mut self, number: usize) {
        if let Some(known) = self.found.get_mut(number) {
            known.assigned.or_none = true;
        }
    }

    /// Records the addition of a value within these bounds.
    pub(super) fn add(&mut self, number: usize, by: Interval) {
        let Some(known) = self.found.get_mut(number) else { return };
        // A saturated count of passes says nothing of their number since the declaration.
        let known_passes =
            Some(self.passes).filter(|passes| *passes < u64::MAX || is_broken(Shortcut::VarBounds));
        let times =
            known_passes.map_or(i64::MAX, |passes| i64::try_from(passes / known.born).unwrap_or(i64::MAX));
        known.added.low = known.added.low.saturating_add(by.low.min(0).saturating_mul(times));
        known.added.high = known.added.high.saturating_add(by.high.max(0).saturating_mul(times));
    }

    /// Ends a round; returns whether its types equal the assumed ones.
    pub(super) fn settle(&mut self, round: usize) -> bool {
        let found = std::mem::take(&mut self.found);
        self.passes = 1;
        let mut stable = true;
        self.granted.resize(found.len(), None);
        for (granted, known) in self.granted.iter_mut().zip(&found) {
            let mut ty = known.whole();
            if let Some(before) = granted {
                ty = if round >= ROUNDS { no_further(ty, *before) } else { ty };
                ty = widened(*before, ty);
            }
            if *granted != Some(ty) {
                stable = false;
                *granted = Some(if round >= ROUNDS { widest(ty) } else { ty });
            }
        }
        stable
    }
}

impl VarState {
    fn whole(&self) -> Type {
        let Some(bounds) = self.assigned.bounds() else { return self.assigned };
        // A sum that no integer may be has no bound that can be seen.
        let end = |assigned: i64, added: i64| {
            let sum = assigned.saturating_add(added);
            let most = limits::VAR.max(assigned.saturating_abs());
            if (-LIMIT..=LIMIT).contains(&sum) { sum } else { sum.clamp(-most, most) }
        };
        let low = end(bounds.low, self.added.low);
        let high = end(bounds.high, self.added.high);
        let first = self.first.bounds().unwrap_or(interval(low, low));
        Type { kind: int(interval(low, high).hull(first)), ..self.assigned }
    }
}

/// An integer type with its ends inside those of the type before it, or of [`limits::VAR`].
fn no_further(ty: Type, before: Type) -> Type {
    match (ty.kind, widest(before).kind) {
        (Kind::Int { low, high }, Kind::Int { low: least, high: most }) => {
            Type { kind: Kind::Int { low: low.clamp(least, most), high: high.clamp(least, most) }, ..ty }
        }
        _ => ty,
    }
}

/// The type that contains two types; an open kind (`none`, the empty set) gives way to the other.
fn widened(a: Type, b: Type) -> Type {
    let or_none = a.or_none || b.or_none;
    let kind = match (a.kind, b.kind) {
        (Kind::Nothing, kind) | (kind, Kind::Nothing) => kind,
        (Kind::IntSet { low, high }, kind @ Kind::Set(_)) if low > high => kind,
        _ => hull(a, b).kind,
    };
    Type { kind, or_none }
}

fn widest(ty: Type) -> Type {
    let (low, high) = (-limits::VAR, limits::VAR);
    match ty.kind {
        Kind::Int { low: l, high: h } => {
            Type { kind: Kind::Int { low: l.min(low), high: h.max(high) }, ..ty }
        }
        Kind::IntSet { low: l, high: h } => {
            Type { kind: Kind::IntSet { low: l.min(low), high: h.max(high) }, ..ty }
        }
        _ => ty,
    }
}
