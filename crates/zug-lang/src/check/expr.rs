//! Checks expressions: one function a form; forms with many rules have modules of their own.

use super::bounds::{Interval, interval};
use super::checker::Checker;
use super::codes;
use super::coerce::{constant, expr, number, truth};
use super::domain_tables::DomainTables;
use super::faults::may_fault;
use super::kinds::{hull, int};
use super::reports::Reports;
use super::rows::Beside;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::program::{
    Board, BoardGeometry, DomainId, DomainKind, Expr, ExprKind, Kind, LIMIT, PLAYER, Type, Value,
};
use crate::source::Span;
use crate::syntax::ast::{self, UnaryOp};

impl Checker<'_> {
    /// Checks an expression. `hint` is the domain that the context expects; names of elements and
    /// literals are looked up there first.
    pub(super) fn expr(&mut self, s: &mut Scope, e: &ast::Expr, hint: Option<DomainId>) -> Option<Expr> {
        let found = self.expr_or_sets(s, e, hint)?;
        self.no_set_of_sets(s, found).or_else(|| self.stand_in(s, e))
    }

    /// Checks an expression that may be a set of sets: what stands beside it, or what is expected,
    /// may make it a set of members of a family.
    pub(super) fn expr_or_sets(
        &mut self,
        s: &mut Scope,
        e: &ast::Expr,
        hint: Option<DomainId>,
    ) -> Option<Expr> {
        let found = self.deeper(e.span, |checker| checker.expr_here(s, e, hint));
        if let (ast::ExprKind::Name(_), Some(found)) = (&e.kind, &found) {
            self.notes.names.insert(e.span, found.ty);
        }
        found.or_else(|| self.stand_in(s, e))
    }

    fn expr_here(&mut self, s: &mut Scope, e: &ast::Expr, hint: Option<DomainId>) -> Option<Expr> {
        use ast::ExprKind as A;
        let span = e.span;
        match &e.kind {
            A::Int(n) => Some(self.literal(*n, hint, span)),
            A::Bool(b) => Some(truth(*b, span)),
            A::None => Some(constant(Value::None, Kind::Nothing.or_none(), span)),
            A::Me => self.me(s, "me", span),
            A::Opponent => self.opponent(s, span),
            A::Name(name) => self.name(s, name, hint),
            A::Call(name, arguments) => s.apart(|s| self.call(s, name, arguments, hint, span)),
            A::Set(items) => self.set_of(s, items, hint, span),
            A::Comprehension(body, binders) => self.comprehension(s, body.as_deref(), binders, hint, span),
            A::Quantified(q, binders, body) => self.quantified(s, *q, binders, body.as_deref(), hint, span),
            A::If(c, a, b) => self.if_then_else(s, [&**c, &**a, &**b], hint, span),
            A::Let(name, value, body) => self.let_in(s, name, [&**value, &**body], hint, span),
            A::Unary(UnaryOp::Not, a) => self.not(s, a, span),
            A::Unary(UnaryOp::Minus, a) => self.minus(s, a, span),
            A::Binary(op, a, b, _) => self.binary(s, *op, a, b, hint, span),
            A::Compare(first, rest) => s.apart(|s| self.comparison(s, first, rest, span)),
            A::Member(of, name) => s.apart(|s| self.member(s, of, name, hint, span)),
            A::Element(of, number, place) => s.apart(|s| self.part(s, of, *number, *place, span)),
            A::At(of, indexes) => s.apart(|s| self.at(s, of, indexes, span)),
            A::Error => {
                self.reports.poisoned = true;
                None
            }
        }
    }

    /// Checks an expression and coerces it to a kind; `because` points to the declaration that asks
    /// for the kind.
    pub(super) fn typed(
        &mut self,
        s: &mut Scope,
        e: &ast::Expr,
        kind: Kind,
        because: Option<(Span, &str)>,
    ) -> Option<Expr> {
        let base = match kind {
            Kind::Element(family) => self.domains.base(family),
            _ => None,
        };
        // What is expected of a choice is expected of both sides, whatever the other one is.
        let decides = base.is_some() || matches!(kind, Kind::Set(_));
        match &e.kind {
            ast::ExprKind::If(c, a, b) if decides => {
                return self.typed_if(s, [c, a, b], kind, because, e.span);
            }
            ast::ExprKind::Let(name, value, body) if decides => {
                let check = |checker: &mut Self, s: &mut Scope| checker.typed(s, body, kind, because);
                return self.let_with(s, name, [value, body], e.span, check);
            }
            _ => {}
        }
        let found = self.expr_or_sets(s, e, base.or(kind.always().domain()))?;
        self.fit(found, kind, because)
    }

    /// Checks a choice of which each arm is to be of this kind.
    fn typed_if(
        &mut self,
        s: &mut Scope,
        [c, a, b]: [&ast::Expr; 3],
        kind: Kind,
        because: Option<(Span, &str)>,
        span: Span,
    ) -> Option<Expr> {
        let condition = self.condition(s, c);
        let (a, b) = (self.typed(s, a, kind, because), self.typed(s, b, kind, because));
        let (a, b) = (a?, b?);
        let ty = hull(a.ty, b.ty);
        Some(expr(ExprKind::If(Box::new(condition?), Box::new(a), Box::new(b)), ty, span))
    }

    /// Checks a condition.
    pub(super) fn condition(&mut self, s: &mut Scope, e: &ast::Expr) -> Option<Expr> {
        if self.refuse_reach_as_condition(s, e) {
            return None;
        }
        s.apart(|s| self.typed(s, e, Kind::Bool, None))
    }

    /// Checks an integer expression.
    pub(super) fn int_expr(&mut self, s: &mut Scope, e: &ast::Expr) -> Option<Expr> {
        let found = self.expr(s, e, None)?;
        self.integer(found)
    }

    /// The expression as an integer of any bounds, or a report.
    pub(super) fn integer(&mut self, found: Expr) -> Option<Expr> {
        self.fit(found, int(interval(0, 0)), None)
    }

    /// Checks an integer literal. Where an element of a triangle or a graph is expected, the
    /// literal is the name of one.
    fn literal(&self, n: i64, hint: Option<DomainId>, span: Span) -> Expr {
        let expected = hint.map(|domain| self.domains.of_names(domain));
        let element =
            expected.filter(|domain| self.domains.is_named_by_numbers(*domain)).and_then(|domain| {
                Some(Self::element(domain, self.domains.element_in(domain, &n.to_string())?, span))
            });
        element.unwrap_or_else(|| number(n, span))
    }

    fn me(&mut self, s: &mut Scope, word: &str, span: Span) -> Option<Expr> {
        self.reads_me(s, word, span)?;
        Some(expr(ExprKind::Me, Kind::Element(PLAYER).always(), span))
    }

    fn opponent(&mut self, s: &mut Scope, span: Span) -> Option<Expr> {
        let me = self.me(s, "opponent", span)?;
        Some(expr(ExprKind::Other(Box::new(me)), Kind::Element(PLAYER).always(), span))
    }

    fn not(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        self.reports.other_player(a, span)?;
        let a = self.condition(s, a)?;
        Some(expr(ExprKind::Not(Box::new(a)), Kind::Bool.always(), span))
    }

    fn minus(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let before = self.reports.list.len();
        let found = self.int_expr(s, a);
        if found.is_none() {
            self.reports.direction_in_sum(before, [a, a], "-");
            self.reports.one_minus(before, a.span, span);
        }
        let a = found?;
        let bounds = a.ty.bounds()?.negated();
        self.reports.int_result(|a| ExprKind::Negate(Box::new(a)), a, bounds, span)
    }

    fn if_then_else(
        &mut self,
        s: &mut Scope,
        [c, a, b]: [&ast::Expr; 3],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        let condition = self.condition(s, c);
        let (first, second) = self.pair(s, [a, b], hint, Beside::Alike)?;
        let arms = self.numbers_of_arms(s, [(a, first), (b, second)])?;
        self.choice(condition, arms, span)
    }

    /// The arms of a choice. Where one is an integer, a set of integers that is written in the
    /// other is one, also where a set over a range is expected: it is made of that at the end, with
    /// what it is chosen from.
    fn numbers_of_arms(
        &mut self,
        s: &mut Scope,
        [(a, first), (b, second)]: [(&ast::Expr, Expr); 2],
    ) -> Option<[Expr; 2]> {
        let is_number = |found: &Expr| matches!(found.ty.kind, Kind::Int { .. });
        let over_range =
            |found: &Expr| matches!(found.ty.kind, Kind::Set(domain) if self.domains.low(domain).is_some());
        match [&first, &second].map(|found| (is_number(found), over_range(found))) {
            [(true, _), (_, true)] => Some([first, self.expr_or_sets(s, b, None)?]),
            [(_, true), (true, _)] => Some([self.expr_or_sets(s, a, None)?, second]),
            _ => Some([first, second]),
        }
    }

    /// A choice of two values, each coerced to what they have in common.
    fn choice(&mut self, condition: Option<Expr>, [a, b]: [Expr; 2], span: Span) -> Option<Expr> {
        let (places, words) =
            ((a.span, b.span), (self.domains.type_words(a.ty), self.domains.type_words(b.ty)));
        let kinds = (a.ty.kind, b.ty.kind);
        let (a, b) = (self.beside_nothing(a, kinds.1), self.beside_nothing(b, kinds.0));
        let Some((a, b)) = self.join(a, b) else {
            let message = "the two sides of this `if` do not go together";
            let diagnostic =
                Diagnostic::error(codes::NO_COMMON_TYPE, message, places.1, format!("this is {}", words.1));
            let diagnostic = diagnostic.because(places.0, format!("this is {}", words.0));
            let made = self.made_of(&self.input.written_value(places.1, kinds.1), kinds.0);
            let made = made.or_else(|| self.of_kind(kinds.0));
            let made = made.map_or(String::new(), |made| format!("write `else {made}` for one: "));
            return self.reports.refuse(diagnostic.help(format!("{made}both sides have values of one type")));
        };
        let ty = hull(a.ty, b.ty);
        Some(expr(ExprKind::If(Box::new(condition?), Box::new(a), Box::new(b)), ty, span))
    }

    /// One side of an `if`: an element beside `{}` stands for the set of just it, and a member of
    /// a family for its set.
    fn beside_nothing(&self, side: Expr, other: Kind) -> Expr {
        let (Kind::Element(domain), Kind::IntSet { low, high }) = (side.ty.kind, other) else { return side };
        let base = self.domains.base(domain).unwrap_or(domain);
        match low > high && self.domains.low(base).is_none() {
            true => self.convert(side.clone(), Kind::Set(base)).unwrap_or(side),
            false => side,
        }
    }

    /// Coerces both expressions to a common kind, if there is one.
    pub(super) fn join(&self, a: Expr, b: Expr) -> Option<(Expr, Expr)> {
        let kind = self.domains.common(a.ty.kind, b.ty.kind)?;
        Some((self.convert(a, kind)?, self.convert(b, kind)?))
    }
}

impl DomainTables {
    /// The domain of the names where elements of a domain are expected: members of a family have no
    /// names of their own in expressions, so they are those of what its members are made of.
    pub(super) fn of_names(&self, mut domain: DomainId) -> DomainId {
        while let Some(base) = self.base(domain) {
            domain = base;
        }
        domain
    }

    /// Whether numbers are names of elements of a domain.
    fn is_named_by_numbers(&self, domain: DomainId) -> bool {
        matches!(
            self.all[domain.index()].kind,
            DomainKind::Board(Board { geometry: BoardGeometry::Triangle(_), .. }) | DomainKind::Graph { .. }
        )
    }

    /// The kind of a set of sets over `of` beside an element of a family: a set of members of that
    /// family, or of the family over which its members are sets.
    fn over_sets(&self, of: DomainId, family: DomainId) -> Option<Kind> {
        let base = self.base(family)?;
        match self.base(base) {
            _ if base == of => Some(Kind::Set(family)),
            Some(elements) if elements == of => Some(Kind::Set(base)),
            _ => None,
        }
    }

    /// The common kind of two kinds, if there is one. Its integer bounds may be too narrow:
    /// coercions ignore them.
    pub(super) fn common(&self, a: Kind, b: Kind) -> Option<Kind> {
        use Kind::{Bool, Element, Int, IntSet, Nothing, Set, Sets};
        let element = |e: DomainId, set: DomainId| e == set || self.base(e) == Some(set);
        Some(match (a, b) {
            (a, b) if a == b => a,
            (Nothing, Bool) | (Bool, Nothing) => return None,
            (Nothing, other) | (other, Nothing) => other,
            (Int { .. }, Int { .. }) => hull(a.always(), b.always()).kind,
            (IntSet { .. }, IntSet { .. }) => hull(a.always(), b.always()).kind,
            (IntSet { low, high }, Set(_) | Sets(_)) if low > high => b,
            (Set(_) | Sets(_), IntSet { low, high }) if low > high => a,
            (Int { .. }, Element(d)) | (Element(d), Int { .. }) if self.low(d).is_some() => {
                int(interval(0, 0))
            }
            (Element(x), Element(y)) if self.low(x).is_some() && self.low(y).is_some() => int(interval(0, 0)),
            (Element(e), Set(d)) | (Set(d), Element(e)) if element(e, d) => Set(d),
            (Sets(of), Set(d)) | (Set(d), Sets(of)) if self.base(d) == Some(of) => Set(d),
            (Sets(of), Element(e)) | (Element(e), Sets(of)) => self.over_sets(of, e)?,
            (IntSet { low, high }, Element(e)) | (Element(e), IntSet { low, high })
                if low > high && self.base(e).is_some() =>
            {
                Set(self.base(e)?)
            }
            (IntSet { .. }, Set(d)) | (Set(d), IntSet { .. }) if self.low(d).is_some() => {
                Kind::IntSet { low: 0, high: 0 }
            }
            (IntSet { .. }, Element(d)) | (Element(d), IntSet { .. })
                if self.low(self.base(d).unwrap_or(d)).is_some() =>
            {
                Kind::IntSet { low: 0, high: 0 }
            }
            (IntSet { .. }, Int { .. }) | (Int { .. }, IntSet { .. }) => Kind::IntSet { low: 0, high: 0 },
            (Int { .. }, Set(d)) | (Set(d), Int { .. }) if self.low(d).is_some() => Set(d),
            _ => return None,
        })
    }
}

impl Reports<'_> {
    /// An integer expression of one operand with the given bounds; `None` as bounds is refused.
    pub(super) fn int_result(
        &mut self,
        make: impl FnOnce(Expr) -> ExprKind,
        a: Expr,
        bounds: Option<Interval>,
        span: Span,
    ) -> Option<Expr> {
        let Some(bounds) = bounds else { return self.refuse_unbounded(span) };
        let or_none = a.ty.or_none;
        Some(settled(expr(make(a), Type { kind: int(bounds), or_none }, span)))
    }

    /// Reports an integer whose bounds exceed the limit.
    pub(super) fn refuse_unbounded<T>(&mut self, span: Span) -> Option<T> {
        let message = format!("this integer may lie beyond {LIMIT}, or below -{LIMIT}");
        let label = "by the bounds of what it is made of";
        let diagnostic = Diagnostic::error(codes::UNBOUNDED, message, span, label);
        self.refuse(diagnostic.help("give what it is made of narrower bounds, or count in larger units"))
    }
}

/// Replaces an integer expression by a constant if its bounds allow one value only, it is never
/// `none`, and to evaluate it is never a fault.
pub(super) fn settled(expr: Expr) -> Expr {
    match expr.ty.kind {
        Kind::Int { low, high } if low == high && !expr.ty.or_none && !may_fault(&expr) => {
            number(low, expr.span)
        }
        _ => expr,
    }
}
