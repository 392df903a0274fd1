//! Computes families: domains whose members are sets over another domain.

use super::checker::Checker;
use super::codes;
use super::coerce::{constant, singleton};
use super::domain_tables::DomainTables;
use super::form::is_sum;
use super::global_names::Meaning;
use super::kinds::hull;
use super::limits;
use super::reports::Reports;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, DomainKind, Expr, ExprKind, Kind, Set, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Name};

/// A part of the right side of a family.
enum FamilyPart {
    Sets(Vec<Set>),
    /// A number that stands for the element with it, as a constant of the type that it has
    /// elsewhere; two numbers have a sum of their own.
    Number(Expr),
}

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
        let numbers = Some(self.domains.last_base(base)).filter(|last| self.domains.low(*last).is_some());
        let Some(mut sets) = self.sets_of(&mut Scope::of_family(numbers), members, base) else {
            self.domains.family_widths.insert(id, u64::MAX);
            return self.lose_domain(id, DomainKind::Family { base, members: Vec::new() });
        };
        sets.retain(|set| !set.is_empty());
        sets.sort();
        sets.dedup();
        self.reports.check_family_size(name, &sets, members.span)?;
        self.check_member_names(name, base, &sets, members.span)?;
        let names = sets.iter().map(|set| self.domains.joined_name(base, set)).collect();
        let widest = sets.iter().map(Set::len).max().unwrap_or(0);
        self.domains.family_widths.insert(id, widest as u64);
        self.domains.fill_domain(id, DomainKind::Family { base, members: sets }, names);
        Some(Meaning::Domain(id))
    }

    /// Refuses members with very long names: the name of a member is made of those of its elements,
    /// and can double with each family of a family.
    fn check_member_names(&mut self, name: &Name, base: DomainId, sets: &[Set], span: Span) -> Option<()> {
        let members = &self.domains.all[base.index()].members;
        let longest = |set: &Set| set.iter().map(|e| members[e as usize].len() + 1).sum::<usize>();
        let of_families =
            self.domains.all.iter().filter(|each| matches!(each.kind, DomainKind::Family { .. }));
        let before: usize = of_families.flat_map(|each| &each.members).map(String::len).sum();
        let found: usize = before + sets.iter().map(longest).sum::<usize>();
        if found <= limits::NAMES {
            return Some(());
        }
        let message = format!(
            "with `{}` the names of the members of families would have {found} bytes, at most {} are possible",
            name.text,
            limits::NAMES
        );
        let help = "make it smaller, or a family over the elements themselves";
        self.reports.refuse(Diagnostic::error(codes::TOO_MANY_MEMBERS, message, span, "too many").help(help))
    }

    /// Computes the right side of a family.
    fn sets_of(&mut self, s: &mut Scope, e: &ast::Expr, base: DomainId) -> Option<Vec<Set>> {
        let part = self.family_part(s, e, base)?;
        Some(self.domains.sets_of_part(part, base))
    }

    /// Computes a part of the right side of a family. The parts of sums and differences are
    /// computed on their own, because no core form takes a set of sets.
    fn family_part(&mut self, s: &mut Scope, e: &ast::Expr, base: DomainId) -> Option<FamilyPart> {
        self.deeper(e.span, |checker| checker.part_of_form(s, e, base))
    }

    fn part_of_form(&mut self, s: &mut Scope, e: &ast::Expr, base: DomainId) -> Option<FamilyPart> {
        match &e.kind {
            ast::ExprKind::Binary(op, a, b, _) if is_sum(*op) => {
                let (a, b) = (self.family_part(s, a, base), self.family_part(s, b, base));
                match (a?, b?) {
                    (FamilyPart::Number(a), FamilyPart::Number(b)) => {
                        let sum = self.sum_or_set(*op, a, b, e.span)?;
                        self.number_part(s, sum)
                    }
                    (a, b) => {
                        let [a, b] = [a, b].map(|part| self.domains.sets_of_part(part, base));
                        Some(FamilyPart::Sets(put_together(*op, a, b)))
                    }
                }
            }
            ast::ExprKind::If(c, a, b) => {
                let c = self.condition(s, c)?;
                let holds = self.fold(s, &c, &mut Vec::new())? == Value::Bool(true);
                let (a, b) = (self.family_part(s, a, base), self.family_part(s, b, base));
                let (a, b) = (a?, b?);
                // What a choice is, its arms decide, and not the condition.
                Some(match (a, b) {
                    (FamilyPart::Number(a), FamilyPart::Number(b)) => {
                        let ty = hull(a.ty, b.ty);
                        FamilyPart::Number(Expr { ty, ..if holds { a } else { b } })
                    }
                    (a, b) => {
                        let chosen = if holds { a } else { b };
                        FamilyPart::Sets(self.domains.sets_of_part(chosen, base))
                    }
                })
            }
            ast::ExprKind::Let(name, value, body) => {
                let check = |checker: &mut Self, s: &mut Scope| checker.family_part(s, body, base);
                self.with_value(s, name, [value, body], check)
            }
            _ => self.part_written(s, e, base),
        }
    }

    fn part_written(&mut self, s: &mut Scope, e: &ast::Expr, base: DomainId) -> Option<FamilyPart> {
        let found = self.expr(s, e, Some(base))?;
        if self.domains.low(base).is_some() && self.domains.is_numeric(found.ty) {
            let number = self.domains.to_int(found)?;
            return self.number_part(s, number);
        }
        let found = self.as_elements(whole_list(e, found), base);
        let ty = found.ty;
        if !self.domains.makes_family(ty, base) {
            return self.refuse_family(e.span, ty, base);
        }
        let value = self.fold(s, &found, &mut Vec::new())?;
        Some(FamilyPart::Sets(self.domains.as_sets(value, ty, base)))
    }

    /// A number with its value in the place of what it is computed from.
    fn number_part(&mut self, s: &mut Scope, number: Expr) -> Option<FamilyPart> {
        let value = self.fold(s, &number, &mut Vec::new())?;
        Some(FamilyPart::Number(constant(value, number.ty, number.span)))
    }

    /// A set of integers as the elements of these numbers, an element or a member as the set of it
    /// alone.
    fn as_elements(&self, found: Expr, base: DomainId) -> Expr {
        match found.ty.kind {
            Kind::IntSet { low, high } if low <= high => {
                self.convert(found.clone(), Kind::Set(base)).unwrap_or(found)
            }
            Kind::Element(domain) if domain == base || self.domains.base(domain) == Some(base) => {
                singleton(found, false)
            }
            _ => found,
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

    /// The sets that a part stands for: of a number, the element with it alone.
    fn sets_of_part(&self, part: FamilyPart, base: DomainId) -> Vec<Set> {
        let number = match part {
            FamilyPart::Sets(sets) => return sets,
            FamilyPart::Number(Expr { kind: ExprKind::Const(Value::Int(number)), .. }) => Some(number),
            FamilyPart::Number(_) => None,
        };
        let element = number.zip(self.numbers(base)).filter(|(n, (low, high))| (low..=high).contains(&n));
        element.map(|(n, (low, _))| [n - low].into_iter().collect()).into_iter().collect()
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

#[cfg(test)]
mod tests {
    use crate::check::tests::{accepted, checked};

    /// A definition with these declarations.
    fn text(declarations: &str) -> String {
        format!(
            "game \"G\" players A, B {declarations} allow unused state {{ n: 0..1 }} move m when n = 0 {{ n = 1 }} stuck => draw"
        )
    }

    #[test]
    fn the_order_of_a_list_decides_nothing() {
        let board =
            "board Cell = grid(2, 2) family Edge of Cell = { {a1, b1} } range R = 1..4 board P = path(2)";
        for items in [["{}", "b2", "Edge(a1, b1)"], ["{a2} - {a2}", "{b2}", "Edge(a1, b1)"]] {
            for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let list = format!("{{ {}, {}, {} }}", items[a], items[b], items[c]);
                accepted(&text(&format!("{board} family X of Cell = {list}")));
            }
        }
        for list in ["P, R, 1..2", "P, 1..2, R", "R, P, 1..2", "1..2, P, R"] {
            accepted(&text(&format!("{board} family X of R = {{ {list} }}")));
        }
    }

    #[test]
    fn a_list_that_is_added_to_a_set_is_one_in_braces() {
        let found =
            checked(&text("board Cell = grid(2, 2)\nlet wall = [b1, b2]\nlet free = Cell - wall\n")).1;
        let helps: Vec<String> = found.into_iter().filter_map(|report| report.help).collect();
        assert_eq!(helps, ["write `let wall = {b1, b2}`: what is chosen from is a set, in braces"]);
    }

    #[test]
    fn names_that_double_with_each_family_are_refused() {
        let mut declarations = "board Cell = grid(3, 1) family F0 of Cell = subsets(Cell, 2)".to_owned();
        for level in 1..=21 {
            let below = level - 1;
            declarations += &format!(" family F{level} of F{below} = subsets(F{below}, 2)");
        }
        let (_, reports, _) = checked(&text(&declarations));
        let found: Vec<String> = reports.into_iter().map(|report| report.message).collect();
        let expected =
            |message: &String| message.starts_with("with `F2") && message.contains("at most 32000000");
        assert!(found.len() == 1 && found.iter().all(expected), "{found:?}");
    }
}
