//! Stands in for expressions that were refused, so that what is around them is checked all the
//! same.
//!
//! `c in near(me) & free` is refused for `me`, but whatever `near` is asked it gives cells: `c` is
//! a cell in the guard and the body. The type is read off the form of the expression and off
//! declarations; where these do not tell it, the expression stays without one, and what depends on
//! it is not checked. A stand-in is a local without a value: no constant is made of it.

use super::checker::Checker;
use super::codes;
use super::coerce::expr;
use super::domain_tables::DomainTables;
use super::global_names::{Meaning, Origin, Status};
use super::input::CheckInput;
use super::reports::Reports;
use super::scope::{Context, Scope};
use crate::built_ins::{FunctionResult, Kind as Is, built_in};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, ExprKind, Frame, Kind, PLAYER, Type};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Initial, Quantifier, TypeKind, UnaryOp};

/// The name of the local that stands in: no author can write it.
const STAND_IN: &str = "?";

/// The levels of an expression that are looked into.
const LEVELS: usize = 12;

/// An integer of which no more is known.
const SOME_INTEGER: Kind = Kind::Int { low: 0, high: 40 };

impl Checker<'_> {
    /// An expression of the type that a refused one has. While reports are muted there is none:
    /// what is only tried may be refused for good reason.
    pub(super) fn stand_in(&mut self, s: &mut Scope, e: &ast::Expr) -> Option<Expr> {
        if self.reports.muted > 0 || self.input.is_beside_mistake(e.span) {
            return None;
        }
        let ty = self.likely_type(s, e, LEVELS)?;
        Some(self.reports.stands_for(s, ty, e.span))
    }

    /// The type of the members of a refused set.
    pub(super) fn likely_member(&mut self, s: &Scope, e: &ast::Expr) -> Option<Type> {
        if self.reports.muted > 0 || self.input.is_beside_mistake(e.span) {
            return None;
        }
        let found = self.likely_type(s, e, LEVELS)?;
        self.reports.poisoned = true;
        Some(match found.kind {
            Kind::Set(_) | Kind::IntSet { .. } => found.kind.member(),
            Kind::Int { .. } => found.kind.always(),
            _ => return None,
        })
    }

    /// Whether an expression has no value because a part of it was refused.
    pub(super) fn has_stand_in(&self, frame: &Frame, e: &Expr) -> bool {
        self.reports.stood_in
            && e.walk().any(|part| match part.kind {
                _ if part.ty.domain().is_some_and(|domain| self.domains.lost.contains(&domain)) => true,
                ExprKind::Local(local) => frame.locals[local.index()].name == STAND_IN,
                ExprKind::Call(def, _) => {
                    let def = &self.defs.all[def.index()];
                    self.has_stand_in(&def.frame, &def.body)
                }
                _ => false,
            })
    }

    /// Checks the arguments of a call that is refused for another reason, but for those whose
    /// meaning hangs on what is expected.
    pub(super) fn check_apart(&mut self, s: &mut Scope, all: &[ast::Expr]) {
        for e in all {
            if !self.form(s, e).is_bare() {
                self.expr(s, e, None);
            }
        }
    }

    /// The type that an expression has by its form and by what is declared.
    fn likely_type(&self, s: &Scope, e: &ast::Expr, levels: usize) -> Option<Type> {
        use ast::ExprKind as A;
        let inner = |e: &ast::Expr| self.likely_type(s, e, levels.checked_sub(1)?);
        let kind = match &e.kind {
            A::Compare(..) | A::Bool(_) | A::Unary(UnaryOp::Not, _) => Kind::Bool,
            A::Binary(BinaryOp::Or | BinaryOp::And | BinaryOp::Implies, ..) => Kind::Bool,
            A::Quantified(Quantifier::Some | Quantifier::Every | Quantifier::No, ..) => Kind::Bool,
            A::Quantified(Quantifier::Count | Quantifier::Sum, ..) => SOME_INTEGER,
            A::Quantified(Quantifier::Min | Quantifier::Max, ..) => return Some(SOME_INTEGER.or_none()),
            A::Quantified(Quantifier::Union, _, body) => set_of(inner(body.as_deref()?)?.kind)?,
            A::Binary(BinaryOp::Multiply, ..) | A::Unary(UnaryOp::Minus, _) | A::Int(_) => SOME_INTEGER,
            A::Binary(BinaryOp::Divide | BinaryOp::Remainder, ..) => return Some(SOME_INTEGER.or_none()),
            A::Binary(BinaryOp::Range, ..) => set_of(SOME_INTEGER)?,
            A::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Intersect, a, b, _) => {
                self.domains.likely_sum(inner(a).map(|ty| ty.kind), inner(b).map(|ty| ty.kind))?
            }
            A::Set(items) => set_of(items.iter().find_map(inner)?.kind).filter(|_| !items.is_empty())?,
            A::Comprehension(None, binders) => set_of(inner(&binders.binders.last()?.set)?.kind)?,
            A::Comprehension(Some(body), _) => set_of(inner(body)?.kind)?,
            A::If(_, a, b) => return inner(a).or_else(|| inner(b)),
            A::Let(_, _, body) => return inner(body),
            A::Me | A::Opponent => Kind::Element(PLAYER),
            A::Name(name) => return self.likely_name(s, &name.text, 0, levels),
            A::At(of, indexes) => match &of.kind {
                A::Name(name) => return self.likely_name(s, &name.text, indexes.len().max(1), levels),
                _ => return None,
            },
            A::Call(name, _) => return self.likely_call(s, &name.text, levels),
            _ => return None,
        };
        Some(kind.always())
    }

    /// The type of a name, with so many indexes behind it.
    fn likely_name(&self, s: &Scope, name: &str, indexes: usize, levels: usize) -> Option<Type> {
        if let Some(binding) = s.find(name) {
            return binding.local.filter(|_| indexes == 0).map(|local| s.ty(local));
        }
        let Some(at) = self.names.global(name) else {
            let compass = matches!(built_in(name)?.kind, Is::DirectionSet(_));
            return self.domains.directions.filter(|_| compass).map(|id| Kind::Set(id).always());
        };
        let global = &self.names.globals[at];
        match (&global.status, global.origin) {
            (Status::Done(Meaning::Constant(_, ty)), _) => Some(*ty),
            (Status::Done(Meaning::Table(id)), _) => Some(self.domains.tables[id.index()].ty),
            (Status::Done(Meaning::Field(id)), _) => Some(self.state.fields[id.index()].ty),
            (Status::Done(Meaning::Def(id)), _) => Some(self.defs.all[id.index()].body.ty),
            (Status::Failed, Origin::Domain(id, _)) if !self.domains.lost.contains(&id) => None,
            (Status::Done(_) | Status::Failed, Origin::Domain(id, _) | Origin::Ready(id)) => {
                // `Cell[2, 1]` is meant as one of its elements.
                Some(if indexes > 0 { Kind::Element(id) } else { Kind::Set(id) }.always())
            }
            (Status::Failed, origin) => self.declared_likely(origin, levels.checked_sub(1)?),
            _ => None,
        }
    }

    /// The type of a declaration that was refused.
    fn declared_likely(&self, origin: Origin<'_>, levels: usize) -> Option<Type> {
        let s = Scope::new(Context::Position);
        match origin {
            Origin::Field(declared) | Origin::Param(declared)
                if self.input.is_beside_mistake(declared.span) =>
            {
                None
            }
            Origin::Field(declared) | Origin::Param(declared) => self.written_likely(&declared.ty),
            Origin::Let { value, .. }
                if first_of(value).is_none_or(|e| self.input.is_beside_mistake(e.span)) =>
            {
                None
            }
            Origin::Def { body, .. } if self.input.is_beside_mistake(body.span) => None,
            Origin::Let { ty: Some(ty), .. } => self.written_likely(ty),
            Origin::Let { value, .. } => self.likely_type(&s, first_of(value)?, levels),
            Origin::Def { body, .. } => self.likely_type(&s, body, levels),
            Origin::Ready(_) | Origin::Domain(..) => None,
        }
    }

    /// The type that is written, as far as it is known without a look at its bounds.
    fn written_likely(&self, written: &ast::Type) -> Option<Type> {
        let kind = match &written.kind {
            TypeKind::Bool => Kind::Bool,
            TypeKind::Range(..) | TypeKind::OneOf(_) => SOME_INTEGER,
            TypeKind::Named(name) => Kind::Element(self.likely_domain(&name.text)?),
            TypeKind::SetOf(member) => set_of(self.written_likely(member)?.kind)?,
            TypeKind::ListOf(item) => return self.written_likely(item),
            TypeKind::Error => return None,
        };
        Some(Type { kind, or_none: written.or_none })
    }

    fn likely_domain(&self, name: &str) -> Option<DomainId> {
        let global = &self.names.globals[self.names.global(name)?];
        match (&global.status, global.origin) {
            (Status::Done(_), Origin::Ready(id) | Origin::Domain(id, _)) => Some(id),
            (Status::Failed, Origin::Domain(id, _)) => Some(id).filter(|id| self.domains.lost.contains(id)),
            _ => None,
        }
    }

    /// The type of what a `def` or a built-in function gives.
    fn likely_call(&self, s: &Scope, name: &str, levels: usize) -> Option<Type> {
        if s.find(name).is_some() {
            return None;
        }
        if let Some(at) = self.names.global(name) {
            return match self.names.globals[at].origin {
                Origin::Domain(..) => Some(Kind::Element(self.likely_domain(name)?).or_none()),
                _ => self.likely_name(s, name, 1, levels),
            };
        }
        let board = || self.domains.geometric(None);
        Some(match built_in(name)?.kind {
            Is::Direction => Kind::Element(board()?).or_none(),
            Is::DirectionSet(_) => Kind::Set(self.domains.directions?).always(),
            Is::Function(function) => match function.result() {
                FunctionResult::Cells => Kind::Set(board()?).always(),
                FunctionResult::Cell => Kind::Element(board()?).or_none(),
                FunctionResult::Condition => Kind::Bool.always(),
                FunctionResult::Integer => SOME_INTEGER.always(),
                FunctionResult::IntegerOrNone => SOME_INTEGER.or_none(),
                FunctionResult::Other => return None,
            },
            _ => return None,
        })
    }
}

impl CheckInput<'_> {
    /// Whether the parser found a mistake on the lines of a place: what it read there is a guess.
    fn is_beside_mistake(&self, at: Span) -> bool {
        let text = &*self.game.text;
        let (start, end) = (at.start as usize, at.end as usize);
        let from = text.get(..start).and_then(|before| before.rfind('\n')).unwrap_or(0);
        let to = text.get(end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |line| end + line);
        let on_lines = |place: &Span| place.file == at.file && (from..=to).contains(&(place.start as usize));
        self.game.mistakes.iter().chain(&self.game.guessed).any(on_lines)
    }
}

impl Reports<'_> {
    /// An expression of this type and without a value.
    pub(super) fn stands_for(&mut self, s: &mut Scope, ty: Type, span: Span) -> Expr {
        self.poisoned = true;
        self.stood_in = true;
        self.stand_ins.insert(span);
        expr(ExprKind::Local(s.local(STAND_IN, ty)), ty, span)
    }

    /// Whether a report says what a refused expression is, as if that were known.
    pub(super) fn speaks_of_stand_in(&self, report: &Diagnostic) -> bool {
        self.stood_in
            && matches!(report.code, codes::MISMATCH | codes::NO_COMMON_TYPE | codes::NO_GEOMETRY)
            && report
                .labels
                .iter()
                .any(|label| label.text.starts_with("this is") && self.stand_ins.contains(&label.span))
    }
}

impl DomainTables {
    /// The kind of a sum, a difference or a common part of values of these kinds.
    fn likely_sum(&self, a: Option<Kind>, b: Option<Kind>) -> Option<Kind> {
        let is_set = |kind: &Kind| matches!(kind, Kind::Set(_) | Kind::IntSet { .. });
        if let Some(set) = [a, b].into_iter().flatten().find(is_set) {
            return Some(set);
        }
        // `c + north` is meant as the cell there.
        if let Some(Kind::Element(cell)) = a
            && self.has_geometry(cell)
            && matches!(b, Some(Kind::Element(way)) if self.directions == Some(way))
        {
            return a;
        }
        match a.or(b)? {
            Kind::Int { .. } => Some(SOME_INTEGER),
            Kind::Element(domain) if self.low(domain).is_some() => Some(SOME_INTEGER),
            Kind::Element(domain) if self.base(domain).is_some() => None,
            Kind::Element(domain) => Some(Kind::Set(domain)),
            _ => None,
        }
    }
}

/// The kind of a set of such members; a set is one already.
fn set_of(member: Kind) -> Option<Kind> {
    match member {
        Kind::Element(domain) => Some(Kind::Set(domain)),
        Kind::Int { low, high } => Some(Kind::IntSet { low, high }),
        Kind::Set(_) | Kind::IntSet { .. } => Some(member),
        _ => None,
    }
}

/// The first value of a table.
fn first_of(initial: &Initial) -> Option<&ast::Expr> {
    match initial {
        Initial::One(one) => Some(one),
        Initial::List(all, _) => all.first().and_then(first_of),
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::checked;

    /// The lines behind the head with a report, and how many reports stand there.
    fn lines(head: &str, rest: &str) -> Vec<usize> {
        let text = format!("game \"G\" players Ann, Bob {head}\n{rest}\nstuck => draw");
        let (program, reports, sources) = checked(&text);
        assert!(program.is_none(), "{text}");
        reports.iter().map(|report| sources.line_column(report.span()).line).collect()
    }

    const BOARD: &str = "board C = grid(4, 4) enum Kind { rock, wood }";

    #[test]
    fn a_refused_set_leaves_its_members_their_type() {
        let rest =
            "state { s: set of C, n: 0..9 }\nmove m(c in near(me) & s) when c {\n s += n\n again when s }";
        assert_eq!(lines(BOARD, rest), [3, 3, 4, 5]);
        let rest = "state { n: 0..9, k: Kind = rock }\nmove m(i in 1..foo) when n = i {\n k = i }";
        assert_eq!(lines(BOARD, rest), [3, 4]);
    }

    #[test]
    fn refused_declarations_leave_their_type() {
        let rest = "state { s: set of C, n: 0..9 }\nmove m(c in C) when s { n = c }";
        assert_eq!(lines("board C = grid(4, foo)", rest), [1, 3, 3]);
        assert_eq!(lines("range C = 5..1", rest), [1, 3]);
        let rest = "family L of C = lines(C, foo)\nstate { s: set of C }\nmove m(c in C) { s += c }\nend when some l in L: l < 3 => Ann wins";
        assert_eq!(lines(BOARD, rest), [2, 5]);
        let rest = "let edge = { c in C where c.x in foo }\nstate { n: 0..9 }\nmove m(c in edge) { n = c }";
        assert_eq!(lines(BOARD, rest), [2, 4]);
        let rest = "def far(c: C) = foo < 3\nstate { n: 0..9 }\nmove m(c in C) { n = far(c) }";
        assert_eq!(lines(BOARD, rest), [2, 4]);
    }

    #[test]
    fn what_is_refused_is_told_once() {
        let state = "state { s[Player]: set of C, at[Player]: C = a1, n: 0..9 }";
        let cases = [
            "move m { at[me] = at[me] + 1 }",
            "move m when not (count(s[me] = 0) > 1) { n = 1 }",
            "move m when n + (foo + 1) > 2 and n = 1 { n = 1 }",
            "move m(d in C - s[foo]) { n = 2 s[me] += d }",
            "def both = s[Ann] or s[Bob]\nmove m(d in C - both) { s[me] += d }",
            "let back[p: Player] = other(north)\nmove m { at[me] = step(at[me], back[me]) }",
        ];
        for rest in cases {
            assert_eq!(lines(BOARD, &format!("{state}\n{rest}")).len(), 1, "{rest}");
        }
    }

    #[test]
    fn an_integer_that_is_not_known_breaks_no_bounds() {
        let rest = "def f(x: 1..3) = x > 1\nrange R = 1..len(foo) / 2\nstate { n: 0..9 }\nmove m(k in 1..foo, r in R) when f(k) { n = k }";
        assert_eq!(lines(BOARD, rest), [3]);
    }
}
