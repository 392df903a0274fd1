//! Makes coercions explicit: an element to the set of it alone, a member of a family to its set,
//! integers to members of ranges, and back.
//!
//! Static types alone decide. [`Checker::convert`] returns `None` where no coercion exists;
//! [`Checker::fit`] reports that.

use super::bounds::interval;
use super::budget::CheckBudget;
use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::faults::may_fault;
use super::kinds::int;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, DomainKind, Expr, ExprKind, Kind, Quantifier, Set, Type, Value};
use crate::source::Span;

/// An expression node.
pub(super) fn expr(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// A constant as an expression.
pub(super) fn constant(value: Value, ty: Type, span: Span) -> Expr {
    expr(ExprKind::Const(value), ty, span)
}

/// An integer as an expression.
pub(super) fn number(value: i64, span: Span) -> Expr {
    constant(Value::Int(value), int(interval(value, value)).always(), span)
}

/// A truth value as an expression.
pub(super) fn truth(value: bool, span: Span) -> Expr {
    constant(Value::Bool(value), Kind::Bool.always(), span)
}

impl Checker<'_> {
    /// The expression coerced to a kind, if the static types allow it. Integer bounds are not
    /// compared.
    pub(super) fn convert(&self, from: Expr, to: Kind) -> Option<Expr> {
        use Kind::{Bool, Element, Int, IntSet, Nothing, Sets};
        let span = from.span;
        match (from.ty.kind, to) {
            (Int { .. }, Int { .. }) | (IntSet { .. }, IntSet { .. }) | (Bool, Bool) | (Nothing, Nothing) => {
                Some(from)
            }
            (a, b) if a == b => Some(from),
            (Nothing, Bool) => None,
            (Nothing, _) => Some(after_faults(from, &constant(Value::None, to.or_none(), span))),
            (IntSet { low, high }, Kind::Set(_) | Sets(_)) if low > high => Some(empty_as(from, to)),
            (_, Int { .. }) => self.domains.to_int(from),
            (Sets(of), Kind::Set(family)) if self.domains.base(family) == Some(of) => {
                self.sets_as_members(from, family)
            }
            (_, Element(domain)) => self.to_element(from, domain),
            (_, Kind::Set(domain)) => self.to_set(from, domain),
            (_, IntSet { .. }) => self.to_ints(from),
            _ => None,
        }
    }

    fn to_element(&self, from: Expr, domain: DomainId) -> Option<Expr> {
        let span = from.span;
        match from.ty.kind {
            Kind::Element(known) if known == domain => Some(from),
            Kind::Int { low, high } => {
                let (first, last) = self.domains.numbers(domain)?;
                let inside = interval(first, last).holds(interval(low, high));
                let ty = Type { kind: Kind::Element(domain), or_none: from.ty.or_none || !inside };
                if let (ExprKind::Const(Value::Int(n)), true) = (&from.kind, inside) {
                    return Some(constant(Value::Element((n - first) as u32), ty, span));
                }
                Some(expr(ExprKind::ToElement(Box::new(from)), ty, span))
            }
            Kind::Element(_) if self.domains.low(domain).is_some() => {
                let number = self.domains.to_int(from)?;
                self.to_element(number, domain)
            }
            Kind::Set(base) if self.domains.base(domain) == Some(base) => {
                Some(expr(ExprKind::SetMember(Box::new(from)), Kind::Element(domain).or_none(), span))
            }
            Kind::Sets(_) => {
                let base = self.domains.base(domain)?;
                let members = self.convert(from, Kind::Set(base))?;
                self.to_element(members, domain)
            }
            // No member of a family is empty.
            Kind::IntSet { low, high } if low > high => {
                self.domains.base(domain)?;
                let ty = Kind::Element(domain).or_none();
                Some(after_faults(from, &constant(Value::None, ty, span)))
            }
            Kind::IntSet { .. } => {
                let base = self.domains.base(domain)?;
                let set = self.to_set(from, base)?;
                self.to_element(set, domain)
            }
            _ => None,
        }
    }

    /// A set of sets written out, told by binders, joined or chosen, as the set of the members of a
    /// family that are equal to these sets.
    fn sets_as_members(&self, from: Expr, family: DomainId) -> Option<Expr> {
        let (span, kind) = (from.span, Kind::Set(family));
        match from.kind {
            ExprKind::SetOf(items, rest) => self.set_of_elements(items, rest, family, span),
            ExprKind::Quantified { quantifier: Quantifier::Collect, binders, guard, body } => {
                let body = Box::new(self.convert(*body, Kind::Element(family))?);
                let quantified =
                    ExprKind::Quantified { quantifier: Quantifier::Collect, binders, guard, body };
                Some(expr(quantified, Type { kind, or_none: from.ty.or_none }, span))
            }
            ExprKind::Const(Value::Sets(sets)) if sets.is_empty() => {
                Some(constant(Value::Set(Set::default()), kind.always(), span))
            }
            ExprKind::Const(Value::None) => Some(constant(Value::None, kind.or_none(), span)),
            joined => self.each_side(joined, span, |side| self.convert(side, kind)),
        }
    }

    /// The set of these elements of a domain: of integers those with their numbers, of sets the
    /// members equal to them.
    fn set_of_elements(&self, items: Vec<Expr>, rest: bool, domain: DomainId, span: Span) -> Option<Expr> {
        let element = |item| self.convert(item, Kind::Element(domain));
        let items = items.into_iter().map(element).collect::<Option<Vec<Expr>>>()?;
        let or_none = !rest && items.iter().any(|item| item.ty.or_none);
        Some(expr(ExprKind::SetOf(items, rest), Type { kind: Kind::Set(domain), or_none }, span))
    }

    /// What is joined or chosen, of sides that are converted.
    fn each_side(
        &self,
        joined: ExprKind,
        span: Span,
        convert: impl Fn(Expr) -> Option<Expr>,
    ) -> Option<Expr> {
        let convert = |e: Box<Expr>| convert(*e).map(Box::new);
        let both = |a: Box<Expr>, b: Box<Expr>| Some((convert(a)?, convert(b)?));
        let of = |a: &Expr, b: &Expr| Type { kind: a.ty.kind, or_none: a.ty.or_none || b.ty.or_none };
        let (ty, kind) = match joined {
            ExprKind::Union(a, b) => both(a, b).map(|(a, b)| (of(&a, &b), ExprKind::Union(a, b)))?,
            ExprKind::Minus(a, b) => both(a, b).map(|(a, b)| (of(&a, &b), ExprKind::Minus(a, b)))?,
            ExprKind::Intersect(a, b) => both(a, b).map(|(a, b)| (of(&a, &b), ExprKind::Intersect(a, b)))?,
            ExprKind::If(c, a, b) => both(a, b).map(|(a, b)| (of(&a, &b), ExprKind::If(c, a, b)))?,
            _ => return None,
        };
        Some(expr(kind, ty, span))
    }

    fn to_set(&self, from: Expr, domain: DomainId) -> Option<Expr> {
        let (span, or_none) = (from.span, from.ty.or_none);
        let ty = Type { kind: Kind::Set(domain), or_none };
        match from.ty.kind {
            Kind::Set(known) if known == domain => Some(from),
            Kind::Element(known) if known == domain => Some(singleton(from, false)),
            Kind::Element(family) if self.domains.base(family) == Some(domain) => {
                Some(self.budget.member_set(from, domain, false))
            }
            Kind::IntSet { .. } => {
                self.domains.low(domain)?;
                Some(expr(ExprKind::ToElements(Box::new(from)), ty, span))
            }
            Kind::Set(known) if self.domains.low(known).is_some() => {
                let ints = self.to_ints(from)?;
                self.to_set(ints, domain)
            }
            Kind::Int { .. } | Kind::Element(_) => {
                self.domains.low(domain)?;
                let element = self.to_element(from, domain)?;
                Some(singleton(element, false))
            }
            _ => None,
        }
    }

    fn to_ints(&self, from: Expr) -> Option<Expr> {
        let span = from.span;
        match from.ty.kind {
            Kind::IntSet { .. } => Some(from),
            Kind::Int { .. } => Some(singleton(from, false)),
            Kind::Set(domain) => {
                let (low, high) = self.domains.numbers(domain)?;
                let ty = Type { kind: Kind::IntSet { low, high }, or_none: from.ty.or_none };
                Some(expr(ExprKind::ToInts(Box::new(from)), ty, span))
            }
            Kind::Element(domain) => match self.domains.base(domain) {
                Some(base) => {
                    self.domains.low(base)?;
                    self.to_ints(self.budget.member_set(from, base, false))
                }
                None => {
                    let number = self.domains.to_int(from)?;
                    Some(singleton(number, false))
                }
            },
            _ => None,
        }
    }

    /// The expression coerced to a kind, or a report; `because` points to the declaration that asks
    /// for the kind.
    pub(super) fn fit(&mut self, from: Expr, to: Kind, because: Option<(Span, &str)>) -> Option<Expr> {
        let (found, span) = (from.ty, from.span);
        let converted = self.convert(from, to);
        if converted.is_some() {
            return converted;
        }
        if let Kind::Sets(of) = found.kind {
            return self.refuse_set_of_sets(span, Some(of));
        }
        let expected = match to {
            // Bounds do not matter where an integer is expected.
            Kind::Int { .. } => "an integer".to_owned(),
            to => self.domains.kind_words(to),
        };
        let message = format!("expected {expected}, found {}", self.domains.type_words(found));
        let label = format!("this is {}", self.domains.type_words(found));
        let mut diagnostic = Diagnostic::error(codes::MISMATCH, message, span, label);
        if let Some((place, text)) = because {
            diagnostic = diagnostic.because(place, text);
        }
        let member = match (found.kind, to) {
            (Kind::Set(of), Kind::Element(domain)) if of == domain => self.for_each_member(span, domain),
            _ => None,
        };
        let braced = self.input.written(span).starts_with('{');
        self.reports.report(match member.filter(|_| self.reports.muted == 0 && !braced) {
            Some((place, text)) => diagnostic.help(Self::with_other_quantifier(&text)).likely(place, text),
            None => diagnostic.help(self.mismatch_help(found.kind, to, span)),
        });
        None
    }

    /// Refuses a set of sets outside the declaration of a family: no value during play is one.
    pub(super) fn no_set_of_sets(&mut self, s: &Scope, found: Expr) -> Option<Expr> {
        match found.ty.kind {
            Kind::Sets(of) if s.context != Context::FAMILY => {
                self.refuse_set_of_sets(where_it_arises(&found).span, Some(of))
            }
            _ => Some(found),
        }
    }

    /// Reports a set of sets outside the declaration of a family; `of` is the domain of the
    /// elements.
    pub(super) fn refuse_set_of_sets<T>(&mut self, span: Span, of: Option<DomainId>) -> Option<T> {
        let message = "a set of sets can only stand in a `family`";
        let diagnostic = Diagnostic::error(codes::SET_OF_SETS, message, span, "this is a set of sets");
        let domain =
            of.map_or_else(|| self.domains.board_name(), |of| self.domains.domain_name(of).to_owned());
        let text = self.input.short_text(span);
        let free = |name: &&str| self.names.global(name).is_none();
        let name = if text.starts_with("lines(") { "Line" } else { "Group" };
        let name = [name, "Choice"].into_iter().find(free).unwrap_or("Family");
        let arguments =
            text.strip_prefix("subsets(").and_then(|text| text.strip_suffix(')')?.rsplit_once(", "));
        let Some((set, size)) = arguments.filter(|(set, _)| *set != domain) else {
            return self
                .reports
                .refuse(diagnostic.help(format!(
                    "declare it, `family {name} of {domain} = {text}`, and use `{name}` here"
                )));
        };
        self.reports.refuse(diagnostic.help(format!(
            "declare the family of all, `family {name} of {domain} = subsets({domain}, {size})`, write `{name}` here, and ask of a member g `g <= {set}`"
        )))
    }
}

impl DomainTables {
    /// The base domain of a family; `None` for other domains.
    pub(super) fn base(&self, domain: DomainId) -> Option<DomainId> {
        match &self.all[domain.index()].kind {
            DomainKind::Family { base, .. } => Some(*base),
            _ => None,
        }
    }

    /// The domain of the elements of a family, of its members if these are sets, and so on.
    pub(super) fn last_base(&self, family: DomainId) -> DomainId {
        let mut last = family;
        while let Some(base) = self.base(last) {
            last = base;
        }
        last
    }

    /// The number of the first element of a range, ring or path; `None` for other domains.
    pub(super) fn low(&self, domain: DomainId) -> Option<i64> {
        self.all[domain.index()].low()
    }

    /// The first and the last number of a range, ring or path.
    pub(super) fn numbers(&self, domain: DomainId) -> Option<(i64, i64)> {
        let low = self.low(domain)?;
        Some((low, low + self.all[domain.index()].len() as i64 - 1))
    }

    /// The expression as an integer; members of ranges, rings and paths count as integers.
    pub(super) fn to_int(&self, from: Expr) -> Option<Expr> {
        match from.ty.kind {
            Kind::Int { .. } => Some(from),
            Kind::Element(domain) => {
                let (low, high) = self.numbers(domain)?;
                let ty = Type { kind: int(interval(low, high)), or_none: from.ty.or_none };
                let span = from.span;
                Some(match from.kind {
                    ExprKind::Const(Value::Element(e)) => number(low + i64::from(e), span),
                    _ => expr(ExprKind::ToInt(Box::new(from)), ty, span),
                })
            }
            _ => None,
        }
    }
}

impl CheckBudget {
    /// The set of a family's member. A member that is `none` gives the empty set if `lenient`, else
    /// `none`.
    pub(super) fn member_set(&self, from: Expr, base: DomainId, lenient: bool) -> Expr {
        let (span, ty) = (from.span, Kind::Set(base).always());
        if lenient || !from.ty.or_none {
            return expr(ExprKind::MemberSet(Box::new(from)), ty, span);
        }
        let none = |kind: Kind| Box::new(constant(Value::None, kind.or_none(), span));
        let missing = ExprKind::Equal(Box::new(self.copy(&from)), none(from.ty.kind));
        let set = expr(ExprKind::MemberSet(Box::new(from)), ty, span);
        let missing = Box::new(expr(missing, Kind::Bool.always(), span));
        expr(ExprKind::If(missing, none(ty.kind), Box::new(set)), ty.kind.or_none(), span)
    }
}

/// The part of a set of sets that makes it one.
fn where_it_arises(found: &Expr) -> &Expr {
    match &found.kind {
        ExprKind::Union(a, b) | ExprKind::Minus(a, b) | ExprKind::Intersect(a, b) | ExprKind::If(_, a, b) => {
            let sides = [a, b].into_iter().find(|side| matches!(side.ty.kind, Kind::Sets(_)));
            sides.map_or(found, |side| where_it_arises(side))
        }
        _ => found,
    }
}

/// `value` in the place of an expression that is always `none`, or always empty, and of another
/// kind. Where it may be a fault it is evaluated as before.
pub(super) fn after_faults(only: Expr, value: &Expr) -> Expr {
    if !may_fault(&only) {
        return value.clone();
    }
    let (span, ty) = (only.span, only.ty);
    match only.kind {
        ExprKind::If(condition, yes, no) => {
            let arms = [yes, no].map(|arm| Box::new(after_faults(*arm, value)));
            let [yes, no] = arms;
            expr(ExprKind::If(condition, yes, no), value.ty, span)
        }
        _ => {
            let (known, ty) = match ty.kind {
                Kind::Nothing => (Value::None, ty),
                Kind::Set(_) | Kind::IntSet { .. } | Kind::Sets(_) => (Value::Set(Set::default()), ty),
                kind => (Value::None, kind.or_none()),
            };
            let asked = ExprKind::Equal(Box::new(only), Box::new(constant(known, ty, span)));
            let asked = Box::new(expr(asked, Kind::Bool.always(), span));
            let (yes, no) = (Box::new(value.clone()), Box::new(value.clone()));
            expr(ExprKind::If(asked, yes, no), value.ty, span)
        }
    }
}

/// What is the empty set, and `none` where it may be that, as a set of this kind.
fn empty_as(from: Expr, kind: Kind) -> Expr {
    let empty = match kind {
        Kind::Sets(_) => Value::Sets(Vec::new()),
        _ => Value::Set(Set::default()),
    };
    let (span, or_none) = (from.span, from.ty.or_none);
    if !or_none {
        return after_faults(from, &constant(empty, kind.always(), span));
    }
    let none = constant(Value::None, from.ty, span);
    let is_none = expr(ExprKind::Equal(Box::new(from), Box::new(none)), Kind::Bool.always(), span);
    let ty = kind.or_none();
    let arms = [Value::None, empty].map(|value| Box::new(constant(value, ty, span)));
    let [none, empty] = arms;
    expr(ExprKind::If(Box::new(is_none), none, empty), ty, span)
}

/// The set of this element or integer alone; if `lenient`, `none` gives the empty set.
pub(super) fn singleton(from: Expr, lenient: bool) -> Expr {
    let kind = match from.ty.kind {
        Kind::Int { low, high } => Kind::IntSet { low, high },
        Kind::Element(domain) => Kind::Set(domain),
        other => other,
    };
    let ty = Type { kind, or_none: from.ty.or_none && !lenient };
    let span = from.span;
    expr(ExprKind::Singleton(Box::new(from), lenient), ty, span)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::accepted;

    #[test]
    fn the_empty_set_in_the_place_of_a_member_is_none() {
        let head = "game \"G\" players Ann, Bob board C = grid(3, 1) allow unused\n\
                    family Edge of C = { {c, east(c)} for c in C }\n\
                    def none_of(e: Edge or none) = e = none\n\
                    def two(t: set of Edge or none) = count(t) = 2\n\
                    def few = if n = 0 then {} else none";
        for (state, guard) in [
            ("p: Edge or none = {}", "p = none"),
            ("p: Edge or none = a1", "none_of({})"),
            ("p: Edge or none", "none_of(if n = 0 then {} else p)"),
            ("p: Edge or none", "two(few)"),
            ("p: Edge or none", "none_of(few)"),
            ("s: set of Edge = {{}, {a1, b1}}, p: Edge or none", "count(s) = 1"),
        ] {
            let state = state.replace("= a1", "= {a1, b1}");
            let play = format!("move m when {guard} {{ n = 1 p = {{}} }} stuck => draw");
            accepted(&format!("{head} state {{ n: 0..1, {state} }} {play}"));
        }
    }
}
