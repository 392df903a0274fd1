//! Upper estimates: members of sets, steps of expressions.

use super::checker::Checker;
use super::definitions::Definitions;
use super::domain_tables::DomainTables;
use crate::program::{Expr, ExprKind, Kind, Quantifier, Value};

/// The number of members that a domain counts for while its members are not known.
const LOST_SIZE: u64 = 8;

impl Checker<'_> {
    /// An upper estimate of the steps of one evaluation; the costs of reach and rays are rough.
    pub(super) fn cost(&self, expr: &Expr) -> u64 {
        let own = match &expr.kind {
            ExprKind::Const(_) | ExprKind::Local(_) => 1,
            ExprKind::RangeSet(..) => self.domains.size(expr).saturating_add(1),
            ExprKind::Call(def, _) => self.defs.costs.get(def.index()).copied().unwrap_or(1),
            ExprKind::Reach(..) | ExprKind::ReachLinks(..) | ExprKind::Run(..) | ExprKind::Stop(..) => {
                self.domains.size(expr).saturating_mul(8).min(1 << 30)
            }
            _ => 1,
        };
        let mut total = own;
        let mut passes = 1u64;
        if let ExprKind::Quantified { binders, guard, body, .. } = &expr.kind {
            for (_, set) in binders {
                total = total.saturating_add(passes.saturating_mul(self.cost(set)));
                passes = passes.saturating_mul(self.domains.size(set));
            }
            let inner = self.cost(guard).saturating_add(self.cost(body));
            return total.saturating_add(passes.saturating_mul(inner));
        }
        for part in expr.children() {
            total = total.saturating_add(self.cost(part));
        }
        total
    }
}

impl Definitions {
    /// How deep an expression is nested after its calls are expanded; a call counts as two levels
    /// beside those of its `def`, since it is checked on its own and resolved.
    pub(super) fn levels_of(&self, expr: &Expr) -> usize {
        let mut deepest = 0;
        let mut open = vec![(expr, 1)];
        while let Some((expr, level)) = open.pop() {
            let inside = match &expr.kind {
                ExprKind::Call(def, _) => self.levels.get(def.index()).map_or(0, |levels| levels + 1),
                _ => 0,
            };
            deepest = deepest.max(level + inside);
            open.extend(expr.children().map(|part| (part, level + 1)));
        }
        deepest
    }
}

impl DomainTables {
    /// An upper bound of the members of a set-valued expression.
    pub(super) fn size(&self, expr: &Expr) -> u64 {
        let whole = self.kind_size(expr.ty.kind);
        let finer = match &expr.kind {
            ExprKind::Const(Value::Set(set)) => set.len() as u64,
            ExprKind::Const(Value::Sets(sets)) => sets.len() as u64,
            ExprKind::Const(_) => 0,
            ExprKind::Table(table, _) => self.widest.get(table.index()).copied().unwrap_or(whole),
            ExprKind::Call(def, _) => self.sets_of_calls.get(def).copied().unwrap_or(whole),
            ExprKind::Union(a, b) => self.size(a).saturating_add(self.size(b)),
            ExprKind::Intersect(a, b) => self.size(a).min(self.size(b)),
            ExprKind::Minus(a, _) | ExprKind::ToInts(a) | ExprKind::ToElements(a) => self.size(a),
            ExprKind::SetOf(items, _) => items.len() as u64,
            ExprKind::Singleton(..) => 1,
            ExprKind::If(_, a, b) => self.size(a).max(self.size(b)),
            ExprKind::MemberSet(member) => self.widest_member(member),
            // One member for each binding at most.
            ExprKind::Quantified { quantifier: Quantifier::Collect, binders, .. } => {
                self.passes(binders.iter().map(|(_, set)| set))
            }
            _ => whole,
        };
        finer.min(whole)
    }

    fn widest_member(&self, member: &Expr) -> u64 {
        let Kind::Element(family) = member.ty.kind else { return u64::MAX };
        self.family_widths.get(&family).copied().unwrap_or(u64::MAX)
    }

    pub(super) fn kind_size(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Set(domain) if self.lost.contains(&domain) => LOST_SIZE,
            Kind::Set(domain) => self.all[domain.index()].len() as u64,
            Kind::IntSet { low, high } if low > high => 0,
            Kind::IntSet { low, high } => high.abs_diff(low).saturating_add(1),
            Kind::Element(_) | Kind::Int { .. } => 1,
            _ => u64::MAX,
        }
    }

    /// An upper bound of the bindings of a loop over these sets.
    pub(super) fn passes<'e>(&self, sets: impl IntoIterator<Item = &'e Expr>) -> u64 {
        sets.into_iter().fold(1, |passes, set| passes.saturating_mul(self.size(set)))
    }
}

impl Definitions {
    /// The number of expressions after all calls of `def`s are expanded.
    pub(super) fn unfolded(&self, expr: &Expr) -> u64 {
        let own = |expr: &Expr| match &expr.kind {
            ExprKind::Call(def, _) => self.sizes.get(def.index()).copied().unwrap_or(0),
            _ => 0,
        };
        expr.walk().fold(0, |all: u64, part| all.saturating_add(own(part)).saturating_add(1))
    }
}
