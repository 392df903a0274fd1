//! The form of an expression: whether the names in it have a domain of their own.
//!
//! A name of an element and a number have none: what stands beside them, or what is expected, says
//! whose they are. `let x = V in E` is as E, and of a choice and a sum both sides count.

use super::checker::Checker;
use super::scope::Scope;
use crate::built_ins::built_in;
use crate::syntax::ast::{self, BinaryOp, Name};

/// The form of an expression, in the order in which expressions side by side are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// What has a domain of its own, whatever is expected.
    Own,
    /// What has a domain of its own, beside names that have none.
    Mixed,
    /// Names of elements, numbers, and sets, sums and choices of these alone.
    Bare,
}

impl Form {
    /// Whether the domain of what is expected, or of what stands beside it, is its domain.
    pub(super) fn is_bare(self) -> bool {
        self == Form::Bare
    }

    /// The form of what is made of both.
    fn or(self, other: Form) -> Form {
        if self == other { self } else { Form::Mixed }
    }
}

impl Checker<'_> {
    /// The form of an expression. A name in it is resolved, as it is where it is checked.
    pub(super) fn form(&mut self, s: &Scope, e: &ast::Expr) -> Form {
        self.form_within(s, e, &mut Vec::new())
    }

    /// The form within `let`s that bind these names.
    fn form_within<'e>(&mut self, s: &Scope, e: &'e ast::Expr, bound: &mut Vec<&'e str>) -> Form {
        use ast::ExprKind as A;
        match &e.kind {
            A::None | A::Int(_) => Form::Bare,
            A::Name(name) => self.form_of_name(s, name, bound),
            A::Call(name, arguments) if built_in(&name.text).is_some() => {
                let mut forms = arguments.iter().map(|argument| self.form_within(s, argument, bound));
                if forms.all(|form| form == Form::Own) { Form::Own } else { Form::Mixed }
            }
            // Of which family sets within braces are members, what stands beside it says.
            A::Set(items) => {
                let mut forms = items.iter().map(|item| self.form_within(s, item, bound));
                if forms.all(Form::is_bare) { Form::Bare } else { Form::Mixed }
            }
            A::If(_, a, b) => self.form_within(s, a, bound).or(self.form_within(s, b, bound)),
            A::Let(name, _, body) => {
                bound.push(&name.text);
                let form = self.form_within(s, body, bound);
                bound.pop();
                form
            }
            A::Unary(_, a) if self.form_within(s, a, bound).is_bare() => Form::Bare,
            A::Binary(op, a, b, _) => {
                let sides = (self.form_within(s, a, bound), self.form_within(s, b, bound));
                form_of_operator(*op, sides)
            }
            A::Quantified(ast::Quantifier::Union, _, Some(_)) | A::Comprehension(..) | A::Member(..) => {
                Form::Mixed
            }
            _ => Form::Own,
        }
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
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Intersect => a.or(b),
        BinaryOp::Or | BinaryOp::And | BinaryOp::Implies => Form::Own,
        _ if a.is_bare() && b.is_bare() => Form::Bare,
        BinaryOp::Range | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => Form::Own,
    }
}

/// Whether an operator puts sets together.
pub(super) fn is_sum(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Intersect)
}
