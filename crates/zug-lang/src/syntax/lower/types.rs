//! Builds types, declarations and initial values.

use super::{Lower, Pair, error_expr};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Declared, Expr, ExprKind, Index, Initial, Type, TypeKind};
use crate::syntax::codes;
use crate::syntax::grammar::Rule;

impl Lower<'_> {
    /// Builds a declaration, `points[Player]: 0..9 = 0`.
    pub fn declared(&mut self, pair: Pair) -> Declared {
        let span = self.span(&pair);
        Declared {
            name: self.first_name(&pair),
            indexes: self.indexes_in(&pair),
            ty: self.type_in(&pair),
            initial: self.initial_in(&pair),
            span,
        }
    }

    /// The indexes `[Player, h: Heap]` directly within a match; empty if there are none.
    pub fn indexes_in(&mut self, pair: &Pair) -> Vec<Index> {
        let Some(indexes) = pair.clone().into_inner().find(|part| part.as_rule() == Rule::indexes) else {
            return Vec::new();
        };
        let found = indexes.into_inner().filter(|part| part.as_rule() == Rule::table_index);
        found.filter_map(|part| self.index(part)).collect()
    }

    /// Builds an index, `h: Heap` or `Heap`.
    fn index(&mut self, pair: Pair) -> Option<Index> {
        let mut names = self.names(pair);
        let domain = names.pop()?;
        Some(Index { name: names.pop(), domain })
    }

    /// The type directly within a match, if there is one.
    pub fn written_type(&mut self, pair: &Pair) -> Option<Type> {
        let found = pair.clone().into_inner().find(|part| part.as_rule() == Rule::type_);
        found.map(|part| self.type_(part))
    }

    /// The type directly within a match.
    pub fn type_in(&mut self, pair: &Pair) -> Type {
        let lost = Type { kind: TypeKind::Error, or_none: false, span: self.span(pair) };
        self.written_type(pair).unwrap_or(lost)
    }

    /// Builds a type, with `or none` if it is written.
    pub fn type_(&mut self, pair: Pair) -> Type {
        let span = self.span(&pair);
        let or_none = pair.clone().into_inner().any(|part| part.as_rule() == Rule::kw_none);
        let kind = pair.into_inner().next().map_or(TypeKind::Error, |part| self.plain_type(part));
        Type { kind, or_none, span }
    }

    /// Builds a type without `or none`.
    fn plain_type(&mut self, pair: Pair) -> TypeKind {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::set_type => self.inner_type(pair, TypeKind::SetOf),
            Rule::list_type => self.inner_type(pair, TypeKind::ListOf),
            Rule::choice_type => TypeKind::OneOf(self.exprs(pair)),
            _ => self.range_type(pair, span),
        }
    }

    /// Builds the member type behind `set of` or `list of`.
    fn inner_type(&mut self, pair: Pair, wrap: fn(Box<Type>) -> TypeKind) -> TypeKind {
        let at = self.span(&pair);
        let Some(inner) = pair.into_inner().last() else { return TypeKind::Error };
        let span = self.span(&inner);
        let kind = self.deeper(1, at, |this| this.plain_type(inner)).unwrap_or(TypeKind::Error);
        wrap(Box::new(Type { kind, or_none: false, span }))
    }

    /// Builds `0..9`, or a type that is a name alone.
    fn range_type(&mut self, pair: Pair, span: Span) -> TypeKind {
        let mut ends = self.exprs(pair).into_iter();
        match (ends.next(), ends.next()) {
            (Some(low), Some(high)) => TypeKind::Range(Box::new(low), Box::new(high)),
            (Some(alone), None) => self.named_type(alone, span),
            _ => TypeKind::Error,
        }
    }

    /// Builds a type from a name; reports any other expression.
    fn named_type(&mut self, alone: Expr, span: Span) -> TypeKind {
        match alone.kind {
            ExprKind::Name(name) if name.text == "bool" => TypeKind::Bool,
            // What the parser puts in for a type that is missing.
            ExprKind::Name(name) if name.text == "Any_" => TypeKind::Error,
            ExprKind::Name(name) => TypeKind::Named(name),
            ExprKind::Error => TypeKind::Error,
            _ => {
                let help = match alone.kind {
                    ExprKind::Int(n) if n > 0 => format!(
                        "write `0..{n}` for the integers up to {n}, or `0..{} = {n}` for one that begins with {n}",
                        n.max(9)
                    ),
                    _ => "a type is `bool`, a range as `0..9`, the name of a domain, or `set of` such a name"
                        .into(),
                };
                let report =
                    Diagnostic::error(codes::NOT_A_TYPE, "this is not a type", span, "expected a type");
                self.refuse(report.help(help));
                TypeKind::Error
            }
        }
    }

    /// The initial value directly within a match, if there is one.
    pub fn initial_in(&mut self, pair: &Pair) -> Option<Initial> {
        let found = pair.clone().into_inner().find(|part| part.as_rule() == Rule::initial)?;
        Some(self.initial(found))
    }

    /// Builds a value or a list of values.
    pub fn initial(&mut self, pair: Pair) -> Initial {
        let span = self.span(&pair);
        let Some(part) = pair.into_inner().next() else { return Initial::One(error_expr(span)) };
        if part.as_rule() != Rule::list {
            return Initial::One(self.expr(part));
        }
        let members = part.into_inner().filter(|part| part.as_rule() == Rule::initial);
        let built = self.deeper(1, span, |this| members.map(|member| this.initial(member)).collect());
        Initial::List(built.unwrap_or_default(), span)
    }
}
