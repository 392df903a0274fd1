//! Checks a body with `var`s in rounds, until their bounds are stable.

use super::checker::Checker;
use super::var_bounds::{ROUNDS, Vars};

impl Checker<'_> {
    /// Runs `check` until the types of the `var`s are stable, with diagnostics muted, then once
    /// more for its result.
    pub(super) fn with_vars<T>(&mut self, has_vars: bool, mut check: impl FnMut(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.vars, Vars::new());
        if has_vars {
            self.reports.muted += 1;
            for round in 0.. {
                // What a `var` holds may be a set of links from the next round on.
                self.links_known.clear();
                check(self);
                if self.vars.settle(round) || round > ROUNDS + 64 {
                    break;
                }
            }
            self.reports.muted -= 1;
        }
        self.links_known.clear();
        let result = check(self);
        self.vars = outer;
        result
    }
}
