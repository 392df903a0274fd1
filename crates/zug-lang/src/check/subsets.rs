//! Checks `subsets(S, sizes)`: all subsets of a constant set that have so many members, for
//! families.

use super::checker::Checker;
use super::codes;
use super::coerce::constant;
use super::let_expressions::is_closed;
use super::limits;
use super::reports::Reports;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, Kind, Set, Value};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeSet;

impl Checker<'_> {
    pub(super) fn subsets(
        &mut self,
        s: &mut Scope,
        a: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        let set = self.set_expr(s, &a[0], hint)?;
        let sizes = self.expr(s, &a[1], None)?;
        let of_hint = hint.and_then(|domain| self.numbers_as_members(&set, domain));
        let set = of_hint.unwrap_or(set);
        let Kind::Set(domain) = set.ty.kind else {
            let words = self.domains.type_words(set.ty);
            let message = format!("`subsets` are those of a set of elements, not of {words}");
            let diagnostic =
                Diagnostic::error(codes::MISMATCH, message, set.span, format!("this is {words}"));
            return self.reports.refuse(diagnostic.help("write the name of a domain, `subsets(Heap, 1..2)`"));
        };
        if self.has_stand_in(&s.frame, &set) || self.has_stand_in(&s.frame, &sizes) {
            return None;
        }
        if !matches!(s.context, Context::Constant(_)) || !is_closed(&set) || !is_closed(&sizes) {
            return self.refuse_set_of_sets(span, Some(domain));
        }
        let Value::Set(set) = self.fold(s, &set, &mut Vec::new())? else {
            // A function that gives sets is empty at `none`.
            return Some(constant(Value::Sets(Vec::new()), Kind::Sets(domain).always(), span));
        };
        let sizes = self.sizes(s, sizes)?;
        let members: Vec<i64> = set.iter().collect();
        self.reports.check_subsets(members.len(), &sizes, span)?;
        let mut all = BTreeSet::new();
        for size in sizes {
            choose(&members, size, &mut Vec::new(), &mut all);
        }
        let value = Value::Sets(all.into_iter().collect());
        Some(constant(value, Kind::Sets(domain).always(), span))
    }

    /// The sizes, a number or a set of numbers; those that no subset has are left out.
    fn sizes(&mut self, s: &Scope, sizes: Expr) -> Option<Vec<usize>> {
        let span = sizes.span;
        let numbers = match self.fold(s, &sizes, &mut Vec::new())? {
            Value::Int(size) if matches!(sizes.ty.kind, Kind::Int { .. }) => vec![size],
            Value::Set(all) if matches!(sizes.ty.kind, Kind::IntSet { .. }) => all.iter().collect(),
            _ => {
                let words = self.domains.type_words(sizes.ty);
                let message = format!("the sizes of `subsets` are numbers, not {words}");
                let diagnostic =
                    Diagnostic::error(codes::MISMATCH, message, span, format!("this is {words}"));
                return self
                    .reports
                    .refuse(diagnostic.help("write a number or a range, `subsets(Heap, 1..2)`"));
            }
        };
        Some(numbers.into_iter().filter_map(|size| usize::try_from(size).ok()).collect())
    }
}

impl Reports<'_> {
    /// Refuses more subsets than a domain may have members.
    fn check_subsets(&mut self, of: usize, sizes: &[usize], span: Span) -> Option<()> {
        let count = sizes.iter().fold(0u64, |all, size| all.saturating_add(binomial(of, *size)));
        if count <= limits::MEMBERS as u64 {
            return Some(());
        }
        let most = limits::MEMBERS;
        let message = format!("these are {count} subsets, at most {most} are possible");
        let label = format!("of a set of {of}");
        let diagnostic = Diagnostic::error(codes::TOO_MANY_MEMBERS, message, span, label);
        self.refuse(
            diagnostic.help("take fewer sizes, or choose the elements one after the other, `again with`"),
        )
    }
}

/// The number of subsets with `k` members of a set with `n`; at most `u64::MAX`.
fn binomial(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    let next = |all: u128, at: usize| (all * (n - at) as u128 / (at as u128 + 1)).min(u128::from(u64::MAX));
    u64::try_from((0..k).fold(1u128, next)).unwrap_or(u64::MAX)
}

/// Collects all sets of `size` of these elements together with those that are taken.
fn choose(of: &[i64], size: usize, taken: &mut Vec<i64>, all: &mut BTreeSet<Set>) {
    if size > of.len() {
        return;
    }
    if size == 0 {
        all.insert(taken.iter().copied().collect());
        return;
    }
    for (at, element) in of.iter().enumerate() {
        taken.push(*element);
        choose(&of[at + 1..], size - 1, taken, all);
        taken.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_made_as_are_counted() {
        for n in 0..8 {
            let of: Vec<i64> = (0..n as i64).collect();
            for k in 0..10 {
                let mut all = BTreeSet::new();
                choose(&of, k, &mut Vec::new(), &mut all);
                assert_eq!(all.len() as u64, binomial(n, k), "{k} of {n}");
            }
        }
        assert_eq!(binomial(64, 32), 1_832_624_140_942_590_534);
        assert_eq!(binomial(1000, 500), u64::MAX);
    }
}
