//! Computes families: domains whose members are sets over another domain.

use super::checker::Checker;
use super::codes;
use super::coerce::singleton;
use super::domain_tables::DomainTables;
use super::form::is_sum;
use super::global_names::Meaning;
use super::limits;
use super::reports::Reports;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, DomainKind, Expr, ExprKind, Kind, Set, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Name};

impl Checker<'_> {
    /// Computes `family Line of Cell = ..`. Empty sets are dropped, equal ones are one member.
    pub(super) fn family(
        &mut self,
        id: DomainId,
        name: &Name,
        of: &Name,
        members: &ast::Expr,
    ) -> Option<Meaning> {
        let base = self.named_domain(of)?;
        let Some(mut sets) = self.sets_of(&mut Scope::new(Context::FAMILY), members, base) else {
            self.domains.family_widths.insert(id, u64::MAX);
            return self.lose_domain(id, DomainKind::Family { base, members: Vec::new() });
        };
        sets.retain(|set| !set.is_empty());
        sets.sort();
        sets.dedup();
        self.reports.check_family_size(name, &sets, members.span)?;
        let names = sets.iter().map(|set| self.domains.joined_name(base, set)).collect();
        let widest = sets.iter().map(Set::len).max().unwrap_or(0);
        self.domains.family_widths.insert(id, widest as u64);
        self.domains.fill_domain(id, DomainKind::Family { base, members: sets }, names);
        Some(Meaning::Domain(id))
    }

    /// Computes the right side of a family. The parts of sums and differences are computed on their
    /// own, because no core form takes a set of sets.
    fn sets_of(&mut self, s: &mut Scope, e: &ast::Expr, base: DomainId) -> Option<Vec<Set>> {
        self.deeper(e.span, |checker| checker.sets_of_form(s, e, base))
    }

    fn sets_of_form(&mut self, s: &mut Scope, e: &ast::Expr, base: DomainId) -> Option<Vec<Set>> {
        match &e.kind {
            ast::ExprKind::Binary(op, a, b, _) if is_sum(*op) => {
                let (a, b) = (self.sets_of(s, a, base), self.sets_of(s, b, base));
                Some(put_together(*op, a?, b?))
            }
            ast::ExprKind::If(c, a, b) => {
                let c = self.condition(s, c)?;
                let holds = self.fold(s, &c, &mut Vec::new())? == Value::Bool(true);
                let (a, b) = (self.sets_of(s, a, base), self.sets_of(s, b, base));
                let (a, b) = (a?, b?);
                Some(if holds { a } else { b })
            }
            ast::ExprKind::Let(name, value, body) => {
                let check = |checker: &mut Self, s: &mut Scope| checker.sets_of(s, body, base);
                self.with_value(s, name, [value, body], check)
            }
            _ => self.sets_written(s, e, base),
        }
    }

    fn sets_written(&mut self, s: &mut Scope, e: &ast::Expr, base: DomainId) -> Option<Vec<Set>> {
        let found = self.expr(s, e, Some(base))?;
        let found = self.as_elements(whole_list(e, found), base);
        let ty = found.ty;
        if !self.domains.makes_family(ty, base) {
            return self.refuse_family(e.span, ty, base);
        }
        let value = self.fold(s, &found, &mut Vec::new())?;
        Some(self.domains.as_sets(value, ty, base))
    }

    /// A set of integers as the elements of these numbers, an element or a member as the set of it
    /// alone.
    fn as_elements(&self, found: Expr, base: DomainId) -> Expr {
        let of = match found.ty.kind {
            Kind::IntSet { low, high } if low <= high => base,
            Kind::Int { .. } => base,
            Kind::Element(domain) if domain == base => base,
            Kind::Element(domain) if self.domains.base(domain) == Some(base) => domain,
            _ => return found,
        };
        match found.ty.kind {
            Kind::Element(_) => singleton(found, false),
            _ => self.convert(found.clone(), Kind::Set(of)).unwrap_or(found),
        }
    }

    fn refuse_family<T>(&mut self, span: Span, ty: Type, base: DomainId) -> Option<T> {
        let (words, name) = (self.domains.type_words(ty), self.domains.domain_name(base));
        let message = format!("a family of `{name}` is a set of sets of {name}, this is {words}");
        let help =
            format!("write the sets out, `{{ {{a, b}}, {{b, c}} }}`, or `{{ {{x, ..}} for x in {name} }}`");
        let label = format!("this is {words}");
        self.reports.refuse(Diagnostic::error(codes::NOT_A_FAMILY, message, span, label).help(help))
    }
}

impl Reports<'_> {
    fn check_family_size(&mut self, name: &Name, sets: &[Set], span: Span) -> Option<()> {
        let held: usize = sets.iter().map(Set::len).sum();
        let (found, most, what) = match sets.len() {
            n if n > limits::MEMBERS => (n, limits::MEMBERS, "members"),
            _ => (held, limits::ENTRIES, "elements in all its members"),
        };
        if found <= most {
            return Some(());
        }
        let message = format!("`{}` would have {found} {what}, at most {most} are possible", name.text);
        let diagnostic = Diagnostic::error(codes::TOO_MANY_MEMBERS, message, span, "too many");
        self.refuse(diagnostic.help("make it smaller"))
    }
}

impl DomainTables {
    /// The name of a member: the names of its elements, joined by `-`.
    fn joined_name(&self, base: DomainId, set: &Set) -> String {
        let members = &self.all[base.index()].members;
        let names: Vec<&str> = set.iter().map(|e| members[e as usize].as_str()).collect();
        names.join("-")
    }

    fn makes_family(&self, ty: Type, base: DomainId) -> bool {
        match ty.kind {
            Kind::Sets(domain) => domain == base,
            Kind::Set(domain) => domain == base || self.base(domain) == Some(base),
            Kind::IntSet { low, high } => low > high,
            _ => false,
        }
    }

    fn as_sets(&self, value: Value, ty: Type, base: DomainId) -> Vec<Set> {
        match (value, ty.kind) {
            (Value::Sets(sets), _) => sets,
            (Value::Set(set), Kind::Set(domain)) if domain != base => match &self.all[domain.index()].kind {
                DomainKind::Family { members, .. } => {
                    set.iter().map(|e| members[e as usize].clone()).collect()
                }
                _ => Vec::new(),
            },
            (Value::Set(set), _) => set.iter().map(|e| [e].into_iter().collect()).collect(),
            _ => Vec::new(),
        }
    }
}

/// The elements or sets of the outermost list of a family: it is no pattern, so what is not there
/// is left out alone.
fn whole_list(written: &ast::Expr, found: Expr) -> Expr {
    match (&written.kind, found.kind) {
        (ast::ExprKind::Set(_), ExprKind::SetOf(items, false)) => {
            let ty = Type { or_none: false, ..found.ty };
            Expr { kind: ExprKind::SetOf(items, true), ty, ..found }
        }
        (_, kind) => Expr { kind, ..found },
    }
}

fn put_together(op: BinaryOp, mut a: Vec<Set>, mut b: Vec<Set>) -> Vec<Set> {
    b.sort();
    match op {
        BinaryOp::Add => a.extend(b),
        BinaryOp::Subtract => a.retain(|set| b.binary_search(set).is_err()),
        _ => a.retain(|set| b.binary_search(set).is_ok()),
    }
    a
}
