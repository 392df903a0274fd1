//! The form of an expression: whether what is expected of it decides what the names in it mean.
//!
//! All that asks for a form asks here. `let x = V in E` is E, of a choice both arms count, of `+`,
//! `-` and `&` both sides, and a name that is always `none` or always empty is as `none` and `{}`.

use super::checker::Checker;
use super::global_names::Meaning;
use super::kinds::is_nothing;
use super::scope::Scope;
use crate::built_ins::built_in;
use crate::program::Type;
use crate::syntax::ast::{self, BinaryOp, Name, UnaryOp};

/// The form of an expression. All but the last two have no domain of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Always `none`, or always empty.
    Nothing,
    /// A name of an element, a number, a choice of these.
    Element,
    /// A set of names written out, sums and choices of these.
    Written,
    /// A sum that has a name as a side, a choice of a name and a set written out.
    Joined,
    /// What has a domain of its own beside names that have none.
    Mixed,
    /// What has a domain of its own, whatever is expected.
    Own,
}

impl Form {
    /// Whether the domain of what is expected, or of what stands beside it, is its domain.
    pub(super) fn is_hungry(self) -> bool {
        !matches!(self, Form::Mixed | Form::Own)
    }

    /// Whether it is made of sets written out and of what is always empty or `none` alone.
    pub(super) fn is_written(self) -> bool {
        matches!(self, Form::Nothing | Form::Written)
    }

    /// The form of what has either form; `both` is that of two which differ and are hungry.
    fn or(self, other: Form, both: Form) -> Form {
        match (self, other) {
            (Form::Nothing, form) | (form, Form::Nothing) => form,
            (one, other) if one == other => one,
            (one, other) if one.is_hungry() && other.is_hungry() => both,
            _ => Form::Mixed,
        }
    }

    /// The form of a sum.
    fn plus(self, other: Form) -> Form {
        match (self, other) {
            (Form::Nothing, Form::Nothing) => Form::Nothing,
            (Form::Element, form) | (form, Form::Element) if form.is_hungry() => Form::Joined,
            (one, other) => one.or(other, Form::Joined),
        }
    }

    /// The form of a set with members of these forms.
    fn of_members(members: impl Iterator<Item = Form>) -> Form {
        match members.reduce(|one, other| one.or(other, Form::Joined)) {
            None => Form::Nothing,
            Some(form) if form.is_hungry() => Form::Written,
            Some(form) => form,
        }
    }
}

/// The names that the `let`s around a part bind, each with whether it is always nothing.
type Named<'a> = Vec<(&'a str, bool)>;

impl Checker<'_> {
    /// The form of an expression. A name in it is resolved, as it is where it is checked.
    pub(super) fn form(&mut self, s: &Scope, e: &ast::Expr) -> Form {
        self.form_within(s, e, &mut Vec::new())
    }

    fn form_within<'e>(&mut self, s: &Scope, e: &'e ast::Expr, named: &mut Named<'e>) -> Form {
        use ast::ExprKind as A;
        match &e.kind {
            A::None => Form::Nothing,
            A::Int(_) => Form::Element,
            A::Name(name) => self.form_of_name(s, name, named),
            A::At(of, _) => match &of.kind {
                A::Name(name) => self.form_of_what_is_named(s, name, named).unwrap_or(Form::Own),
                _ => Form::Own,
            },
            A::Call(name, arguments) if built_in(&name.text).is_some() => {
                self.form_of_built_in(s, arguments, named)
            }
            A::Call(name, _) => self.form_of_what_is_named(s, name, named).unwrap_or(Form::Own),
            A::Set(items) => Form::of_members(items.iter().map(|item| self.form_within(s, item, named))),
            A::If(_, a, b) => self.form_within(s, a, named).or(self.form_within(s, b, named), Form::Joined),
            A::Let(name, value, body) => {
                let is_nothing = self.form_within(s, value, named) == Form::Nothing;
                named.push((&name.text, is_nothing));
                let form = self.form_within(s, body, named);
                named.pop();
                form
            }
            A::Unary(_, a) if self.form_within(s, a, named).is_hungry() => Form::Element,
            A::Binary(op, a, b, _) => {
                let sides = (self.form_within(s, a, named), self.form_within(s, b, named));
                form_of_operator(*op, sides)
            }
            A::Quantified(ast::Quantifier::Union, _, Some(body)) => match self.form_within(s, body, named) {
                Form::Nothing => Form::Nothing,
                _ => Form::Mixed,
            },
            A::Comprehension(..) | A::Member(..) => Form::Mixed,
            _ => Form::Own,
        }
    }

    fn form_of_name(&mut self, s: &Scope, name: &Name, named: &Named<'_>) -> Form {
        let known = self.form_of_what_is_named(s, name, named);
        let built_in = || built_in(&name.text).is_some();
        known.unwrap_or_else(|| if built_in() { Form::Own } else { Form::Element })
    }

    /// The form of what a name stands for; `None` if neither the text nor the scope declares it.
    fn form_of_what_is_named(&mut self, s: &Scope, name: &Name, named: &Named<'_>) -> Option<Form> {
        let form = |nothing: bool| if nothing { Form::Nothing } else { Form::Own };
        if let Some((_, is_nothing)) = named.iter().rev().find(|(known, _)| *known == name.text) {
            return Some(form(*is_nothing));
        }
        if let Some(binding) = s.find(&name.text) {
            return Some(form(binding.local.is_some_and(|local| is_nothing(s.ty(local).kind))));
        }
        let at = self.names.global(&name.text)?;
        let meaning = self.resolve(at, name.span);
        Some(form(meaning.is_some_and(|meaning| is_nothing(self.type_meant(&meaning).kind))))
    }

    fn type_meant(&self, meaning: &Meaning) -> Type {
        match meaning {
            Meaning::Domain(id) => crate::program::Kind::Set(*id).always(),
            Meaning::Constant(_, ty) => *ty,
            Meaning::Table(id) => self.domains.tables[id.index()].ty,
            Meaning::Def(id) => self.defs.all[id.index()].body.ty,
            Meaning::Field(id) => self.state.fields[id.index()].ty,
        }
    }

    /// What a built-in gives has a domain of its own, if its arguments have one.
    fn form_of_built_in<'e>(&mut self, s: &Scope, arguments: &'e [ast::Expr], named: &mut Named<'e>) -> Form {
        let mut forms = arguments.iter().map(|argument| self.form_within(s, argument, named));
        if forms.all(|form| matches!(form, Form::Own | Form::Nothing)) { Form::Own } else { Form::Mixed }
    }
}

fn form_of_operator(op: BinaryOp, (a, b): (Form, Form)) -> Form {
    match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Intersect => a.plus(b),
        BinaryOp::Or | BinaryOp::And | BinaryOp::Implies => Form::Own,
        _ if !(a.is_hungry() && b.is_hungry()) => Form::Own,
        BinaryOp::Range => Form::Joined,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => Form::Element,
    }
}

/// What a `let` or several around an expression give.
fn behind_lets(mut e: &ast::Expr) -> &ast::Expr {
    while let ast::ExprKind::Let(_, _, body) = &e.kind {
        e = body;
    }
    e
}

/// Whether an expression is an `if`.
pub(super) fn is_choice(e: &ast::Expr) -> bool {
    matches!(behind_lets(e).kind, ast::ExprKind::If(..))
}

/// Whether an expression is a bare name or a number, which costs little to check twice.
pub(super) fn is_name(e: &ast::Expr) -> bool {
    matches!(e.kind, ast::ExprKind::Name(_) | ast::ExprKind::Int(_))
}

/// Whether an expression is a set whose members are written out or told by binders, a sum or a
/// choice of these.
pub(super) fn is_written_out(e: &ast::Expr) -> bool {
    match &behind_lets(e).kind {
        ast::ExprKind::Set(_) | ast::ExprKind::Comprehension(..) => true,
        ast::ExprKind::If(_, a, b) => all_written_out([a, b]),
        ast::ExprKind::Binary(op, a, b, _) => is_sum(*op) && all_written_out([a, b]),
        _ => false,
    }
}

/// The same of two expressions, of which one may be the word `none`.
fn all_written_out([a, b]: [&ast::Expr; 2]) -> bool {
    let is_none = |e: &ast::Expr| matches!(e.kind, ast::ExprKind::None);
    match (is_none(a), is_none(b)) {
        (true, _) => is_written_out(b),
        (_, true) => is_written_out(a),
        _ => is_written_out(a) && is_written_out(b),
    }
}

/// Whether an expression may be a single element, as a member of a family: no set written out, no
/// sum, no choice of these.
pub(super) fn may_be_element(e: &ast::Expr) -> bool {
    use ast::ExprKind as A;
    match &behind_lets(e).kind {
        A::If(_, a, b) => may_be_element(a) && may_be_element(b),
        A::Set(_) | A::Comprehension(..) | A::Quantified(..) | A::Binary(..) => false,
        A::Compare(..) | A::Bool(_) | A::Unary(UnaryOp::Not, _) => false,
        _ => true,
    }
}

/// Whether an operator puts sets together.
pub(super) fn is_sum(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Intersect)
}
