//! What a loop changes, from what one pass changes.

use super::linear_form::{Linear, gcd};

/// A path through one pass of a loop.
pub(super) struct LoopPass {
    /// For each field the change of the sum of its entries; none where it is not known.
    pub changes: Vec<Option<Linear>>,
    /// Forms whose value is known not to be negative.
    pub known: Vec<Linear>,
}

/// The change of each field by all passes of a loop.
///
/// - What changes by one constant on every path through a pass changes by that constant times the
///   number of passes.
/// - What is no constant, but known on every path, gets a name for what is left of it when it is
///   divided by what divides it on every path. It is never negative if the change is so on every
///   path.
/// - What is on every path the same multiple of what a name stands for, up to a constant, is that
///   multiple of the name, up to the constant times the number of passes: so
///   `points[me] += pit[q]  pit[q] = 0` takes from the pits what the points receive.
pub(super) struct LoopTotals {
    passes: Vec<LoopPass>,
    /// The number of passes, where it is known.
    times: Option<Linear>,
    /// The names, each with what it stands for on every path through a pass.
    named: Vec<(Linear, Vec<Linear>)>,
}

impl LoopTotals {
    /// The factors that are tried.
    const FACTORS: [i64; 8] = [-1, 1, -2, 2, -3, 3, -4, 4];

    /// Of a loop with these paths through one pass, and so many passes, if that is known.
    pub fn of(passes: Vec<LoopPass>, times: Option<Linear>) -> LoopTotals {
        LoopTotals { passes, times, named: Vec::new() }
    }

    /// The change of a field by all passes; `fresh` gives new names.
    pub fn total(&mut self, at: usize, fresh: impl Fn() -> String) -> Option<Linear> {
        let changes: Vec<Linear> =
            self.passes.iter().map(|pass| pass.changes[at].clone()).collect::<Option<_>>()?;
        if let Some(step) = same_constant(changes.iter().cloned()) {
            return self.repeated(step);
        }
        if let Some(total) = self.named.iter().find_map(|named| self.multiple(named, &changes)) {
            return Some(total);
        }
        let divisor = changes.iter().map(Linear::divisor).fold(0, gcd);
        let parts: Vec<Linear> = changes.into_iter().map(|change| change.divided(divisor)).collect();
        let never_negative = |sign: i64| {
            let known =
                |(pass, part): (&LoopPass, &Linear)| part.clone().times(sign).follows_from(&pass.known);
            self.passes.iter().zip(&parts).all(known)
        };
        let low = if never_negative(1) { 0 } else { i64::MIN };
        let high = if never_negative(-1) { 0 } else { i64::MAX };
        let name = Linear::named(fresh(), (low, high));
        self.named.push((name.clone(), parts));
        Some(name.times(i64::try_from(divisor).ok()?))
    }

    /// These changes as a multiple of a name, if they are one.
    fn multiple(&self, (name, parts): &(Linear, Vec<Linear>), changes: &[Linear]) -> Option<Linear> {
        Self::FACTORS.into_iter().find_map(|factor| {
            let rest = changes
                .iter()
                .zip(parts)
                .map(|(change, part)| change.clone().minus(&part.clone().times(factor)));
            Some(self.repeated(same_constant(rest)?)?.plus(&name.clone().times(factor)))
        })
    }

    /// The change by all passes of what changes by a constant in each.
    fn repeated(&self, step: i64) -> Option<Linear> {
        if step == 0 { Some(Linear::default()) } else { Some(self.times.clone()?.times(step)) }
    }
}

/// The constant that all these forms are.
fn same_constant(mut forms: impl Iterator<Item = Linear>) -> Option<i64> {
    let first = forms.next()?.constant()?;
    forms.all(|form| form.is_number(first)).then_some(first)
}
