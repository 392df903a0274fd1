//! Checks `near`, `reach` and `distance` along links: sets of members of a family, each of which
//! joins all its elements. A family of pairs is a graph that is computed.

use super::checker::Checker;
use super::codes;
use super::coerce::{expr, singleton, truth};
use super::domain_tables::DomainTables;
use super::domain_tables::TableKey;
use super::fixed_directions::at_none;
use super::scope::Scope;
use super::sets::quantified;
use crate::diagnostic::Diagnostic;
use crate::program::{
    DomainId, DomainKind, Expr, ExprKind, Kind, Quantifier, Set, TableId, TableIndex, Type, Value,
};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeSet;

/// The steps that are counted for each pair of elements that a link joins.
const JOINED: u64 = 8;

/// Links: members of a family over `base`.
pub(super) struct Links {
    set: Expr,
    family: DomainId,
    pub(super) base: DomainId,
}

impl Checker<'_> {
    /// Whether an argument that may be directions is a set of members of a family. It is checked
    /// for its type alone: what is wrong with it is said later.
    pub(super) fn speaks_of_links(&mut self, s: &Scope, e: &ast::Expr) -> bool {
        // What a filtered set holds its own set says: the condition would be checked twice.
        if let ast::ExprKind::Comprehension(None, binders) = &e.kind
            && let [one] = binders.binders.as_slice()
        {
            return self
                .deeper(e.span, |checker| Some(checker.speaks_of_links(s, &one.set)))
                .unwrap_or(false);
        }
        // It is asked again of each argument within an argument: what was found is kept.
        if let Some(known) = self.links_known.get(&e.span) {
            return *known;
        }
        self.reports.muted += 1;
        let found = self.expr(&mut s.clone(), e, self.domains.directions);
        self.reports.muted -= 1;
        let links = found.is_some_and(|found| self.domains.links_of(found.ty).is_some());
        self.links_known.insert(e.span, links);
        links
    }

    pub(super) fn links_arg(&mut self, s: &mut Scope, e: &ast::Expr) -> Option<Links> {
        let set = self.expr(s, e, self.domains.directions)?;
        let (family, base) = self.domains.links_of(set.ty)?;
        Some(Links { set, family, base })
    }

    /// `near(c, links)`, of a cell or of a set.
    pub(super) fn near_by_links(
        &mut self,
        s: &mut Scope,
        from: Expr,
        links: Links,
        span: Span,
    ) -> Option<Expr> {
        let ty = Kind::Element(links.base).always();
        let single = match from.ty.kind {
            Kind::Element(domain) => domain == links.base || self.domains.base(domain) != Some(links.base),
            Kind::Int { .. } | Kind::Nothing => true,
            _ => false,
        };
        if single {
            let cell = self.fit(from, ty.kind, None)?;
            return self.near_one(s, cell, &links, span);
        }
        let from = self.fit(from, Kind::Set(links.base), None)?;
        let Links { set, family, base } = links;
        self.evaluated_first(s, set, |checker, s, set| {
            let links = Links { set, family, base };
            let local = s.local("c", ty);
            let body = checker.near_one(s, expr(ExprKind::Local(local), ty, span), &links, span)?;
            let set = Kind::Set(base).always();
            Some(quantified(Quantifier::Union, vec![(local, from)], truth(true, span), body, set, span))
        })
    }

    /// A lookup, or where the links depend on the position, the elements of those that hold the
    /// cell, but for itself.
    fn near_one(&mut self, s: &mut Scope, cell: Expr, links: &Links, span: Span) -> Option<Expr> {
        if self.defs.is_constant(&links.set) {
            let members = self.constant_links(s, links, "near")?;
            let table = self.links_table(links, members)?;
            return Some(self.domains.entry(table, vec![cell], span));
        }
        let link_type = Kind::Element(links.family).always();
        let local = s.local("e", link_type);
        let link = expr(ExprKind::Local(local), link_type, span);
        let set = Kind::Set(links.base).always();
        let elements = expr(ExprKind::MemberSet(Box::new(link)), set, span);
        let holds = ExprKind::In(Box::new(cell.clone()), Box::new(elements.clone()));
        let holds = expr(holds, Kind::Bool.always(), span);
        let binders = vec![(local, links.set.clone())];
        let all = quantified(Quantifier::Union, binders, holds, elements, set, span);
        let itself = singleton(cell, true);
        Some(expr(ExprKind::Minus(Box::new(all), Box::new(itself)), set, span))
    }

    /// `reach(from, within, links)`
    pub(super) fn reach_by_links(
        &mut self,
        s: &mut Scope,
        [from, within]: [&ast::Expr; 2],
        links: Links,
        span: Span,
    ) -> Option<Expr> {
        let set = Kind::Set(links.base);
        let (from, within) = (self.typed(s, from, set, None), self.typed(s, within, set, None));
        let members = self.constant_links(s, &links, "reach")?;
        let (from, within) = (from?, within?);
        let none = self.is_always_none(s, &links.set);
        let table = self.links_table(&links, members)?;
        let ty = Type { kind: set, or_none: from.ty.or_none || within.ty.or_none };
        Some(at_none(none, expr(ExprKind::Reach(table, Box::new(from), Box::new(within)), ty, span)))
    }

    /// `distance(a, b, links)`
    pub(super) fn distance_by_links(
        &mut self,
        s: &mut Scope,
        [from, to]: [&ast::Expr; 2],
        links: Links,
        span: Span,
    ) -> Option<Expr> {
        let cell = Kind::Element(links.base);
        let (from, to) = (self.typed(s, from, cell, None), self.typed(s, to, cell, None));
        let members = self.constant_links(s, &links, "distance")?;
        let none = self.is_always_none(s, &links.set);
        let near = self.joined(&links, &members)?;
        let key = TableKey::LinkDistance(links.family, members);
        let table = self.distances(key, links.base, &near, span)?;
        Some(at_none(none, self.domains.entry(table, vec![from?, to?], span)))
    }

    /// The members of the family that are links; they must be constant.
    fn constant_links(&mut self, s: &Scope, links: &Links, what: &str) -> Option<Vec<i64>> {
        if self.defs.is_constant(&links.set) {
            return match self.fold(s, &links.set, &mut Vec::new())? {
                Value::Set(set) => Some(set.iter().collect()),
                _ => Some(Vec::new()),
            };
        }
        let message = format!("the links of `{what}` must be constant");
        let span = links.set.span;
        let diagnostic = Diagnostic::error(codes::CONSTANT_DIRECTIONS, message, span, "changes during play");
        self.reports.refuse(diagnostic.help(
            "`reach(from, links)` and `near(c, links)` take links that change; a `let` or a `family` has those that do not",
        ))
    }
}

impl Checker<'_> {
    /// For each element, the others with which a link joins it, ascending.
    fn joined(&mut self, links: &Links, members: &[i64]) -> Option<Vec<Vec<u32>>> {
        let cost = self.domains.cost_of_joining(links, members);
        self.reports.check_cost(cost, links.set.span)?;
        self.budget.steps = self.budget.steps.saturating_add(cost);
        Some(self.domains.joined(links, members))
    }

    /// The table of `near(c, links)`.
    fn links_table(&mut self, links: &Links, members: Vec<i64>) -> Option<TableId> {
        let key = TableKey::LinkNear(links.family, members.clone());
        if let Some(known) = self.domains.table_cache.get(&key) {
            return Some(*known);
        }
        let set = |cells: Vec<u32>| Value::Set(cells.into_iter().map(i64::from).collect());
        let entries = self.joined(links, &members)?.into_iter().map(set).collect();
        let names = [links.base, links.family].map(|domain| self.domains.domain_name(domain));
        let name = format!("near({}, {})", names[0], names[1]);
        let ty = Kind::Set(links.base).always();
        Some(self.domains.cached(key, name, vec![TableIndex::Domain(links.base)], ty, entries))
    }
}

impl DomainTables {
    fn links_of(&self, ty: Type) -> Option<(DomainId, DomainId)> {
        match ty.kind {
            Kind::Set(family) => Some((family, self.base(family)?)),
            _ => None,
        }
    }

    /// The members of a family, as sets, with these numbers.
    fn links<'d>(&'d self, links: &Links, members: &'d [i64]) -> impl Iterator<Item = &'d Set> {
        let sets: &[Set] = match &self.all[links.family.index()].kind {
            DomainKind::Family { members: sets, .. } => sets,
            _ => &[],
        };
        members.iter().filter_map(|link| sets.get(*link as usize))
    }

    /// An upper estimate of the steps of [`DomainTables::joined`]: each element of a link is put to
    /// each of the others.
    fn cost_of_joining(&self, links: &Links, members: &[i64]) -> u64 {
        let pairs = self.links(links, members).map(|set| (set.len() as u64).saturating_pow(2));
        pairs.fold(0, u64::saturating_add).saturating_mul(JOINED)
    }

    /// For each element, the others with which a link joins it, ascending.
    fn joined(&self, links: &Links, members: &[i64]) -> Vec<Vec<u32>> {
        let mut near = vec![BTreeSet::new(); self.all[links.base.index()].len()];
        for set in self.links(links, members) {
            for from in set.iter() {
                near[from as usize].extend(set.iter().filter(|to| *to != from).map(|to| to as u32));
            }
        }
        near.into_iter().map(|all| all.into_iter().collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{checked, errors_beside};

    #[test]
    fn links_that_join_too_many_pairs_are_refused() {
        let near = |size: usize| {
            let path = format!("board P = path({size}) family Big of P = {{ {{ p in P where p > 1 }} }}");
            let state = format!("{path} state {{ at: P = 2, s: set of C }}");
            errors_beside(&state, "move m(c in near(at, Big)) { at = c }")
        };
        assert_eq!(near(300), [""; 0]);
        assert_eq!(near(20_000), ["this constant takes too long to work out"]);
    }

    #[test]
    fn a_large_hexagon_is_no_constant_that_takes_too_long() {
        let text = "game \"G\" players Ann, Bob board H = hexagon(60) state { at: H = a60 }\n\
                    move m(d in compass, k in 1..3) when step(at, d, k) != none { at = step(at, d, k) }\n\
                    stuck => draw";
        assert!(checked(text).0.is_some());
    }
}
