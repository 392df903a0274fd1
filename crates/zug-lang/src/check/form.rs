//! The form of an expression: whether the names in it have a domain of their own.
//!
//! A name of an element and a number have none: what stands beside them, or what is expected, says
//! whose they are. `let x = V in E` is as E; a choice, a sum and a set have the domain of any part.

use super::checker::Checker;
use super::scope::Scope;
use crate::built_ins::built_in;
use crate::syntax::ast::{self, BinaryOp, Name};

/// The form of an expression, in the order in which expressions side by side are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// What has a domain of its own, whatever is expected.
    Own,
    /// What may have a domain by its arguments, among which are names that have none.
    Mixed,
    /// Names of elements, numbers, and sets, sums and choices of these.
    Bare,
}

impl Form {
    /// Whether the domain of what is expected, or of what stands beside it, is its domain.
    pub(super) fn is_bare(self) -> bool {
        self == Form::Bare
    }
}

impl Checker<'_> {
    /// The form of an expression. No name in it is resolved: it is asked whether it is declared.
    pub(super) fn form(&mut self, s: &Scope, e: &ast::Expr) -> Form {
        self.form_within(s, e, &mut Vec::new())
    }

    /// The form within `let`s and binders of these names.
    fn form_within<'e>(&mut self, s: &Scope, e: &'e ast::Expr, bound: &mut Vec<&'e str>) -> Form {
        use ast::ExprKind as A;
        match &e.kind {
            A::None | A::Int(_) => Form::Bare,
            A::Name(name) => self.form_of_name(s, name, bound),
            A::Call(name, arguments) if built_in(&name.text).is_some() => {
                let mut forms = arguments.iter().map(|argument| self.form_within(s, argument, bound));
                if forms.all(|form| form == Form::Own) { Form::Own } else { Form::Mixed }
            }
            A::Member(of, _) => self.form_within(s, of, bound).min(Form::Mixed),
            // One that has a domain gives it to the others.
            A::Set(items) => {
                let forms = items.iter().map(|item| self.form_within(s, item, bound));
                forms.min().unwrap_or(Form::Bare)
            }
            A::If(_, a, b) => self.form_within(s, a, bound).min(self.form_within(s, b, bound)),
            A::Let(name, _, body) => self.form_behind(s, [name].into_iter(), body, bound),
            A::Unary(_, a) if self.form_within(s, a, bound).is_bare() => Form::Bare,
            A::Binary(op, a, b, _) => {
                let sides = (self.form_within(s, a, bound), self.form_within(s, b, bound));
                form_of_operator(*op, sides)
            }
            A::Comprehension(body, binders) => {
                let last = binders.binders.last().map(|binder| &binder.set);
                let names = binders.binders.iter().map(|binder| &binder.name);
                match (body.as_deref(), last) {
                    (Some(body), _) => self.form_behind(s, names, body, bound),
                    (None, Some(set)) => self.form_behind(s, names, set, bound),
                    (None, None) => Form::Bare,
                }
            }
            A::Quantified(ast::Quantifier::Union, binders, Some(body)) => {
                let names = binders.binders.iter().map(|binder| &binder.name);
                self.form_behind(s, names, body, bound)
            }
            _ => Form::Own,
        }
    }

    /// The form of what stands behind a `let` or binders of these names.
    fn form_behind<'e>(
        &mut self,
        s: &Scope,
        names: impl Iterator<Item = &'e Name>,
        e: &'e ast::Expr,
        bound: &mut Vec<&'e str>,
    ) -> Form {
        let before = bound.len();
        bound.extend(names.map(|name| name.text.as_str()));
        let form = self.form_within(s, e, bound);
        bound.truncate(before);
        form
    }

    /// The form of a name: what the text or the scope declares has a domain of its own.
    fn form_of_name(&mut self, s: &Scope, name: &Name, bound: &[&str]) -> Form {
        let text = name.text.as_str();
        let is_declared = bound.contains(&text)
            || s.find(text).is_some()
            || self.names.global(text).is_some()
            || built_in(text).is_some();
        if is_declared { Form::Own } else { Form::Bare }
    }
}

fn form_of_operator(op: BinaryOp, (a, b): (Form, Form)) -> Form {
    match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Intersect => a.min(b),
        BinaryOp::Or | BinaryOp::And | BinaryOp::Implies => Form::Own,
        _ if a.is_bare() && b.is_bare() => Form::Bare,
        BinaryOp::Range | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => Form::Own,
    }
}

/// Whether an operator puts sets together.
pub(super) fn is_sum(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Intersect)
}
