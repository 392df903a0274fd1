//! Checks set literals and comprehensions, and coerces values to sets where any set will do.

use super::checker::Checker;
use super::codes;
use super::coerce::{constant, expr, singleton};
use super::input::CheckInput;
use super::kinds::{NOTHING, hull, is_nothing};
use super::rows::Beside;
use super::scope::{Context, Scope};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, ExprKind, Kind, Quantifier, Set, Type, Value};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Coerces an expression to a set, whatever its domain: a member of a family to its set, an
    /// element to the set of it alone.
    pub(super) fn as_set(&self, e: Expr) -> Option<Expr> {
        match e.ty.kind {
            Kind::Set(_) | Kind::IntSet { .. } => Some(e),
            Kind::Element(domain) => Some(match self.domains.base(domain) {
                Some(base) => self.budget.member_set(e, base, false),
                None => singleton(e, false),
            }),
            _ => None,
        }
    }

    /// Checks an expression that must be a set of any kind.
    pub(super) fn set_expr(&mut self, s: &mut Scope, e: &ast::Expr, hint: Option<DomainId>) -> Option<Expr> {
        let found = self.expr(s, e, hint)?;
        self.plain_set(found)
    }

    /// Checks the set of a binder. In a family it may be a set of sets.
    pub(super) fn binder_set(
        &mut self,
        s: &mut Scope,
        e: &ast::Expr,
        hint: Option<DomainId>,
    ) -> Option<Expr> {
        self.members_by_or(s, e)?;
        let found = self.expr(s, e, hint)?;
        match found.ty.kind {
            Kind::Sets(_) if s.context == Context::FAMILY => Some(found),
            _ => self.plain_set(found),
        }
    }

    fn plain_set(&mut self, found: Expr) -> Option<Expr> {
        let (ty, span) = (found.ty, found.span);
        if let Kind::Sets(of) = ty.kind {
            return self.refuse_set_of_sets(span, Some(of));
        }
        self.as_set(found.clone()).or_else(|| {
            let words = self.domains.type_words(ty);
            let message = format!("expected a set, found {words}");
            let diagnostic = Diagnostic::error(codes::MISMATCH, message, span, format!("this is {words}"));
            if let Some(report) = self.param_as_set(span) {
                return self.reports.refuse(report);
            }
            let help = match ty.kind {
                Kind::Int { .. } => self.input.set_of_number(&found, span),
                kind => format!("write `{}` if that is meant", self.any_set_of(span, kind)),
            };
            self.reports.refuse(diagnostic.help(help))
        })
    }

    /// Refuses `{ q <= 3 }`: a set with a condition names its member and says where it comes from.
    fn refuse_nameless_members<T>(
        &mut self,
        s: &Scope,
        items: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Option<T>> {
        let [item] = items else { return None };
        let ast::ExprKind::Compare(first, _) = &item.kind else { return None };
        let name = match &first.kind {
            ast::ExprKind::Name(name) => name,
            ast::ExprKind::Member(of, _) => match &of.kind {
                ast::ExprKind::Name(name) => name,
                _ => return None,
            },
            _ => return None,
        };
        if self.reports.muted > 0 || !self.is_unknown(s, name) || self.is_near_a_name(s, name) {
            return None;
        }
        let all =
            hint.map_or_else(|| self.domains.board_name(), |of| self.domains.domain_name(of).to_owned());
        let text = format!("{{ {} in {all} where {} }}", name.text, self.input.short_text(item.span));
        self.reports.excused.push(name.text.clone());
        let message = "a set with a condition names its members, and says from which set they come";
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, span, "no members are named");
        Some(self.reports.refuse(report.help(format!("write `{text}`")).likely(span, text)))
    }

    /// Checks a set literal, `{a, b}`. In a family it is a pattern: one whose elements do not all
    /// exist is no member. Elsewhere it leaves out what does not exist.
    pub(super) fn set_of(
        &mut self,
        s: &mut Scope,
        items: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        if items.is_empty() {
            return Some(constant(Value::Set(Set::default()), NOTHING.always(), span));
        }
        if let Some(refused) = self.refuse_nameless_members(s, items, hint, span) {
            return refused;
        }
        let items = self.items_of(s, items, hint)?;
        let items = match self.numbers_of_pattern(s, &items) {
            Some(numbers) => numbers,
            None => {
                let items = items.into_iter().map(|item| self.set_of_pattern(s, item)).collect();
                self.alike(items, hint, s.patterns)?
            }
        };
        let items = self.numbers_as_elements(items, hint.or(s.numbers));
        let ty = items.iter().map(|item| item.ty).reduce(hull)?;
        let kind = collected(ty.kind);
        let Some(kind) = kind else { return self.refuse_members(ty, items[0].span) };
        let rest = !s.patterns;
        Some(expr(ExprKind::SetOf(items, rest), Type { kind, or_none: ty.or_none && !rest }, span))
    }

    /// Sets of integers within braces as sets of the elements that a family is made of at last:
    /// `{ {1} }`, where a family of families of a range is written.
    fn numbers_as_elements(&self, items: Vec<Expr>, hint: Option<DomainId>) -> Vec<Expr> {
        let last = hint.map(|of| self.domains.last_base(of));
        let are_sets = items.iter().all(|item| matches!(item.ty.kind, Kind::IntSet { .. }));
        let Some(last) = last.filter(|of| are_sets && self.domains.low(*of).is_some()) else { return items };
        let elements = items.iter().map(|item| self.convert(item.clone(), Kind::Set(last)));
        elements.collect::<Option<Vec<Expr>>>().unwrap_or(items)
    }

    /// The members of a set literal.
    fn items_of(&mut self, s: &mut Scope, items: &[ast::Expr], hint: Option<DomainId>) -> Option<Vec<Expr>> {
        let within = self.expected_within(s, hint);
        self.row(s, &items.iter().collect::<Vec<_>>(), within, Beside::Alike)
    }

    /// What is expected of a member of a set, where a set over `hint` is expected: a member of a
    /// family is written as a set over its base.
    fn expected_within(&self, s: &Scope, hint: Option<DomainId>) -> Option<DomainId> {
        match s.context {
            Context::FAMILY => hint,
            _ => hint.map(|domain| self.domains.base(domain).unwrap_or(domain)),
        }
    }

    /// Coerces the members of a literal to one kind: to elements of `hint` if all can be, else to
    /// their common kind.
    fn alike(&mut self, items: Vec<Expr>, hint: Option<DomainId>, in_family: bool) -> Option<Vec<Expr>> {
        if let Some(domain) = hint {
            let read = |item: &Expr| self.convert(item.clone(), Kind::Element(domain));
            // An element of another range is none of this one before all is put together.
            let is_own = !in_family && items.iter().any(|item| self.is_of_another_range(item, domain));
            let all = items.iter().map(read).collect::<Option<Vec<Expr>>>().filter(|_| !is_own);
            if let Some(read) = all {
                return Some(read);
            }
            // `{1..2, 3..4}` of a family over numbers.
            let ranges = |item: &Expr| self.numbers_as_members(item, domain);
            if let Some(read) = items.iter().map(ranges).collect::<Option<Vec<Expr>>>() {
                return Some(read);
            }
            // `{3, 4..5}`: an element stands for the member of it alone.
            let any = |item: &Expr| ranges(item).or_else(|| Some(singleton(read(item)?, false)));
            if let Some(read) = items.iter().map(any).collect::<Option<Vec<Expr>>>().filter(|_| in_family) {
                return Some(read);
            }
        }
        if !in_family && let Some(members) = self.as_members(&items) {
            return Some(members);
        }
        let kind = self.kind_of_members(&items, hint, in_family)?;
        let places: Vec<(Span, Type)> = items.iter().map(|item| (item.span, item.ty)).collect();
        let alike: Option<Vec<Expr>> = items.into_iter().map(|item| self.convert(item, kind)).collect();
        match alike {
            Some(alike) => Some(alike),
            None => self.refuse_unlike(places[0], *places.last()?),
        }
    }

    /// The numbers of a pattern, integers and elements of any range, as elements of what its family
    /// is made of at last, whatever is expected where the pattern stands.
    fn numbers_of_pattern(&self, s: &Scope, items: &[Expr]) -> Option<Vec<Expr>> {
        let range = s.numbers.filter(|_| s.patterns)?;
        let is_number = |item: &Expr| self.domains.is_numeric(item.ty);
        let fits = |item: &Expr| is_number(item) || item.ty.kind == Kind::Nothing;
        if !items.iter().any(is_number) || !items.iter().all(fits) {
            return None;
        }
        items.iter().map(|item| self.convert(item.clone(), Kind::Element(range))).collect()
    }

    /// A set of numbers within a pattern, of integers or over any range, as the set of the elements
    /// with these numbers.
    fn set_of_pattern(&self, s: &Scope, item: Expr) -> Expr {
        let Some(range) = s.numbers.filter(|_| s.patterns) else { return item };
        let is_of_numbers = match item.ty.kind {
            Kind::IntSet { low, high } => low <= high,
            Kind::Set(domain) => self.domains.low(domain).is_some(),
            _ => false,
        };
        let read = is_of_numbers.then(|| self.convert(item.clone(), Kind::Set(range))).flatten();
        read.unwrap_or(item)
    }

    /// Whether this is an element of a range, ring or path that is not this domain.
    fn is_of_another_range(&self, item: &Expr, domain: DomainId) -> bool {
        matches!(item.ty.kind, Kind::Element(own) if own != domain && self.domains.low(own).is_some())
    }

    /// The common kind of the members of a literal, in whatever order they stand. In a family an
    /// element beside a set is the set of just it, wherever the set stands, and an empty set is one
    /// of what the family is made of, if that fits.
    fn kind_of_members(&mut self, items: &[Expr], hint: Option<DomainId>, in_family: bool) -> Option<Kind> {
        let (empty, others): (Vec<&Expr>, Vec<&Expr>) =
            items.iter().partition(|item| in_family && is_nothing(item.ty.kind));
        let (sets, others): (Vec<&Expr>, Vec<&Expr>) =
            others.into_iter().partition(|item| in_family && is_written_set(item.ty.kind));
        let others: Vec<&Expr> = sets.into_iter().chain(others).collect();
        if let Some(base) = hint.filter(|_| !empty.is_empty())
            && let Ok(kind) = self.put_together(Kind::Set(base), others.clone(), in_family)
        {
            return Some(kind);
        }
        let first = *others.first().or(empty.first())?;
        let others = self.put_together(first.ty.kind, others, in_family);
        match others.and_then(|kind| self.put_together(kind, empty, in_family)) {
            Ok(kind) => Some(kind),
            Err(unlike) => {
                let mut places = [first, unlike].map(|item| (item.span, item.ty));
                places.sort_by_key(|(span, _)| *span);
                self.refuse_unlike(places[0], places[1])
            }
        }
    }

    /// The kind that these have in common with one; else the first that has none with the others.
    fn put_together<'e>(
        &self,
        mut kind: Kind,
        mut left: Vec<&'e Expr>,
        in_family: bool,
    ) -> Result<Kind, &'e Expr> {
        while !left.is_empty() {
            let waiting = left.len();
            left.retain(|item| {
                let common = self.domains.common(kind, item.ty.kind);
                let common = common.filter(|_| in_family || !is_one_and_set(kind, item.ty.kind));
                kind = common.unwrap_or(kind);
                common.is_none()
            });
            // Another may have a kind in common with those that are put together now.
            if left.len() == waiting {
                return Err(left[0]);
            }
        }
        Ok(kind)
    }

    /// Sets beside a member of a family, which stand for the members equal to them.
    fn as_members(&self, items: &[Expr]) -> Option<Vec<Expr>> {
        let family = items.iter().find_map(|item| match item.ty.kind {
            Kind::Element(family) => self.domains.base(family).map(|_| family),
            _ => None,
        })?;
        items.iter().map(|item| self.convert(item.clone(), Kind::Element(family))).collect()
    }

    /// A set of integers as the set of the elements with these numbers.
    pub(super) fn numbers_as_members(&self, set: &Expr, domain: DomainId) -> Option<Expr> {
        match set.ty.kind {
            Kind::IntSet { .. } => self.convert(set.clone(), Kind::Set(domain)),
            Kind::Set(of) if of == domain => Some(set.clone()),
            _ => None,
        }
    }

    fn refuse_unlike<T>(&mut self, first: (Span, Type), other: (Span, Type)) -> Option<T> {
        let (a, b) = (self.domains.type_words(first.1), self.domains.type_words(other.1));
        let message = format!("a set cannot hold both {a} and {b}");
        let diagnostic = Diagnostic::error(codes::NO_COMMON_TYPE, message, other.0, format!("this is {b}"));
        let diagnostic = diagnostic.because(first.0, format!("this is {a}"));
        let made = self.made_of(&self.input.written_value(other.0, other.1.kind), first.1.kind);
        let made = made.or_else(|| self.of_kind(first.1.kind));
        let made = made.map_or(String::new(), |made| format!("; write `{made}` if that is meant"));
        self.reports
            .refuse(diagnostic.help(format!("the members of a set are of one domain, or integers{made}")))
    }

    fn refuse_members<T>(&mut self, ty: Type, span: Span) -> Option<T> {
        let words = self.domains.type_words(ty);
        let message = format!("a set cannot hold {words}");
        let diagnostic = Diagnostic::error(codes::MISMATCH, message, span, format!("this is {words}"));
        let text = self.input.short_text(span);
        self.reports.refuse(match ty.kind {
            Kind::IntSet { .. } if text != ".." => {
                diagnostic.help(format!("write `{text}` without the braces: it is the set already"))
            }
            _ => diagnostic.help("the members of a set are elements of one domain, or integers"),
        })
    }

    /// Checks `{ E for B }` and `{ x in S where P }`; the latter collects the values of its last
    /// binder.
    pub(super) fn comprehension(
        &mut self,
        s: &mut Scope,
        body: Option<&ast::Expr>,
        binders: &ast::Binders,
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        let mark = s.enter();
        let set_hint = if body.is_none() { hint } else { None };
        let bound = self.binders(s, binders, set_hint);
        let body = match (body, &bound) {
            (Some(body), _) => {
                let within = self.expected_within(s, hint);
                self.expr(s, body, within)
            }
            (None, Some((locals, _))) => {
                locals.last().map(|(local, set)| expr(ExprKind::Local(*local), s.ty(*local), set.span))
            }
            (None, None) => None,
        };
        s.leave(mark);
        let ((binders, guard), mut body) = (bound?, body?);
        if let Some([number]) = self.numbers_of_pattern(s, std::slice::from_ref(&body)).as_deref() {
            body = number.clone();
        }
        body = self.set_of_pattern(s, body);
        if let Some(domain) = hint
            && !self.is_of_another_range(&body, domain)
            && let Some(read) = self.convert(body.clone(), Kind::Element(domain))
        {
            body = read;
        } else if let Some(read) = hint.and_then(|domain| self.numbers_as_members(&body, domain)) {
            body = read;
        }
        let kind = if runs_through_nothing(&binders) { Some(NOTHING) } else { collected(body.ty.kind) };
        let Some(kind) = kind else { return self.refuse_members(body.ty, body.span) };
        Some(quantified(Quantifier::Collect, binders, guard, body, kind.always(), span))
    }
}

impl CheckInput<'_> {
    /// The help for an integer where a set is asked for: the numbers up to it, or it alone.
    fn set_of_number(&self, found: &Expr, span: Span) -> String {
        let text = self.short_text(span);
        if text == ".." {
            return "write a range, `1..3` say".to_owned();
        }
        // `1-3`
        let ends =
            text.split_once('-').map(|(low, high)| (low.trim().parse::<i64>(), high.trim().parse::<i64>()));
        if let Some((Ok(low), Ok(high))) = ends
            && low < high
        {
            return format!("write `{low}..{high}`: the bounds of integers are written with two dots");
        }
        let numbers = format!("`1..{text}`");
        let alone = format!("`{{{text}}}`");
        match found.kind {
            ExprKind::Table(..) => {
                format!("write {alone} for this number alone, {numbers} for the numbers up to it")
            }
            _ => format!("write {numbers} for the numbers up to it, {alone} for this number alone"),
        }
    }
}

/// The kind of a set whose members are of this kind.
fn collected(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::Element(domain) => Some(Kind::Set(domain)),
        Kind::Int { low, high } => Some(Kind::IntSet { low, high }),
        Kind::Set(domain) => Some(Kind::Sets(domain)),
        _ => None,
    }
}

/// Whether one of two values is a single element or integer and the other a set.
fn is_one_and_set(a: Kind, b: Kind) -> bool {
    let is_one = |kind: Kind| matches!(kind, Kind::Element(_) | Kind::Int { .. });
    is_one(a) && is_written_set(b) || is_written_set(a) && is_one(b)
}

/// Whether this is the kind of a set, and of no member of a family.
fn is_written_set(kind: Kind) -> bool {
    matches!(kind, Kind::Set(_) | Kind::IntSet { .. } | Kind::Sets(_))
}

/// Whether one of these sets is always empty by its type: so is what is collected or joined.
pub(super) fn runs_through_nothing(binders: &[(crate::program::LocalId, Expr)]) -> bool {
    binders.iter().any(|(_, set)| is_nothing(set.ty.kind))
}

/// A quantifier expression.
pub(super) fn quantified(
    quantifier: Quantifier,
    binders: Vec<(crate::program::LocalId, Expr)>,
    guard: Expr,
    body: Expr,
    ty: Type,
    span: Span,
) -> Expr {
    let (guard, body) = (Box::new(guard), Box::new(body));
    expr(ExprKind::Quantified { quantifier, binders, guard, body }, ty, span)
}
