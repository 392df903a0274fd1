//! The names of expressions in the accounts of a move.

use super::super::symbolic_evaluator::tag;
use super::{Clerk, LinearPath, LocalMeaning, sum_name};
use std::fmt::Write as _;
use zug_lang::program::*;

/// The greatest length of a name.
const LONG: usize = 1_000;

impl<'p> Clerk<'p> {
    /// The name of an expression; expressions of one name are equal.
    pub(super) fn name(&self, path: &LinearPath, expr: &'p Expr, depth: u32) -> String {
        if self.tired(depth) {
            return self.fresh();
        }
        match expr.ty.kind {
            Kind::Int { .. } if expr.ty.or_none => format!("maybe {}", self.linear(path, expr, depth).name()),
            Kind::Int { .. } => self.linear(path, expr, depth).name(),
            _ => self.name_here(path, expr, depth),
        }
    }

    pub(super) fn name_here(&self, path: &LinearPath, expr: &'p Expr, depth: u32) -> String {
        match &expr.kind {
            ExprKind::Const(value) => format!("{value:?}{:?}", expr.ty.kind),
            ExprKind::Me => "me".into(),
            ExprKind::Can(..) | ExprKind::Stuck(_) => self.fresh(),
            ExprKind::Local(local) => match path.locals.get(local) {
                Some(LocalMeaning::Number(number)) => number.name(),
                Some(LocalMeaning::Named(name)) => name.clone(),
                None => format!("l{}", local.0),
            },
            ExprKind::Field(id, indexes) => self.entry(path, *id, indexes, depth).name(),
            ExprKind::Call(id, arguments) => match self.inside(path, *id, arguments) {
                Some((inner, body)) => self.name(&inner, body, depth + 1),
                None => self.fresh(),
            },
            ExprKind::Quantified { quantifier, binders, guard, body } => {
                let mut inner = path.clone();
                let mut sets = Vec::new();
                for (local, set) in binders {
                    sets.push(self.name(&inner, set, depth + 1));
                    inner = self.bound(&inner, *local);
                }
                let always = matches!(guard.kind, ExprKind::Const(Value::Bool(true)));
                let body = self.name(&inner, body, depth + 1);
                self.short(match sets.as_slice() {
                    [over] if *quantifier == Quantifier::Sum && always => sum_name(over, &body),
                    _ => {
                        let guard = self.name(&inner, guard, depth + 1);
                        format!("{quantifier:?} {:?}({}){guard}:{body}", expr.ty.kind, sets.join(")("))
                    }
                })
            }
            _ => {
                let mut name = tag(expr);
                for child in expr.children() {
                    let _ = write!(name, "({})", self.name(path, child, depth + 1));
                    if name.len() > LONG {
                        return self.fresh();
                    }
                }
                name
            }
        }
    }

    fn short(&self, name: String) -> String {
        if name.len() > LONG { self.fresh() } else { name }
    }
}
