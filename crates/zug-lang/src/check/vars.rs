//! Bounds what a `var` may hold over its whole life: a fixpoint of intervals, with widening after some rounds.
//!
//! A body with `var`s is checked several times: each round takes for granted what the last one found, until
//! nothing new is found; integers that go on growing are bounded by [`limits::VAR`]. That is sound whatever it
//! finds, because every store to a `var` is checked when it is played. What `+=` adds counts as often as the
//! loops around it, inside the block of the `var`, can run.

use super::bounds::{Interval, interval};
use super::checker::Checker;
use super::expr::hull;
use super::limits;
use super::types::int;
use crate::program::{Kind, Type};

/// What is known of one `var`.
#[derive(Clone, Copy, Debug)]
struct VarState {
    /// What it began with.
    first: Type,
    /// The hull of that and what it was assigned.
    assigned: Type,
    /// What `+=` and `-=` add at most, and at least.
    added: Interval,
    /// How often the loops around its declaration run.
    born: u64,
}

/// What is known of the `var`s of the body that is checked, numbered in text order.
#[derive(Clone, Debug, Default)]
pub(super) struct Vars {
    /// Taken for granted in this round.
    granted: Vec<Option<Type>>,
    /// Found in this round.
    found: Vec<VarState>,
    /// How often the loops around the present statement run.
    pub(super) passes: u64,
}

/// After so many rounds, what still grows is bounded by [`limits::VAR`].
const ROUNDS: usize = 4;

impl Vars {
    /// For a body about which nothing is known.
    pub(super) fn new() -> Vars {
        Vars { granted: Vec::new(), found: Vec::new(), passes: 1 }
    }

    /// A `var` is declared with a first value; gives its number and the type it has in this round.
    pub(super) fn declare(&mut self, first: Type) -> (usize, Type) {
        let number = self.found.len();
        self.found.push(VarState { first, assigned: first, added: interval(0, 0), born: self.passes.max(1) });
        let granted = self.granted.get(number).copied().flatten();
        (number, granted.map_or(first, |granted| widened(granted, first)))
    }

    /// A `var` is assigned a value of this type.
    pub(super) fn assign(&mut self, number: usize, ty: Type) {
        if let Some(known) = self.found.get_mut(number) {
            known.assigned = widened(known.assigned, ty);
        }
    }

    /// A `var` is added values between these.
    pub(super) fn add(&mut self, number: usize, by: Interval) {
        let Some(known) = self.found.get_mut(number) else { return };
        let times = i64::try_from(self.passes / known.born).unwrap_or(i64::MAX);
        known.added.low = known.added.low.saturating_add(by.low.min(0).saturating_mul(times));
        known.added.high = known.added.high.saturating_add(by.high.max(0).saturating_mul(times));
    }

    /// Ends a round: whether it found nothing beyond what it took for granted.
    fn settle(&mut self, round: usize) -> bool {
        let found = std::mem::take(&mut self.found);
        self.passes = 1;
        let mut stable = true;
        self.granted.resize(found.len(), None);
        for (granted, known) in self.granted.iter_mut().zip(&found) {
            let mut ty = known.whole();
            if let Some(before) = granted {
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
        let clamped = |end: i64| end.clamp(-limits::VAR, limits::VAR);
        let low = clamped(bounds.low.saturating_add(self.added.low));
        let high = clamped(bounds.high.saturating_add(self.added.high));
        let first = self.first.bounds().unwrap_or(interval(low, low));
        Type { kind: int(interval(low, high).hull(first)), ..self.assigned }
    }
}

/// The type of what is one or the other; a kind that says nothing yet gives way.
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

impl Checker<'_> {
    /// Checks a body as often as its `var`s need, and gives the result of the last time.
    pub(super) fn with_vars<T>(&mut self, has_vars: bool, mut check: impl FnMut(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.vars, Vars::new());
        if has_vars {
            self.muted += 1;
            for round in 0.. {
                check(self);
                if self.vars.settle(round) || round > ROUNDS + 64 {
                    break;
                }
            }
            self.muted -= 1;
        }
        let result = check(self);
        self.vars = outer;
        result
    }
}
