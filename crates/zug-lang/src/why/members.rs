//! Tells why an element is in a set, or is not: the part of the set that decides.

use super::{Explainer, Locals, NamedValue};
use crate::program::{Expr, ExprKind, FieldId, Kind, Quantifier, Value};
use crate::text::position::shown_on;

impl<'a> Explainer<'a> {
    /// Collects the parts that decide whether the value of an expression is in a set.
    pub(super) fn membership(&mut self, at: &mut Locals<'a>, a: &'a Expr, set: &'a Expr) {
        let value = self.scene.eval(&mut at.values, a);
        if value == Value::None {
            let text = self.text(at, a);
            return self.add(a.span, format!("`{text}` is none, and so in no set"), Vec::new());
        }
        if !matches!(a.kind, ExprKind::Const(_) | ExprKind::Local(_)) {
            let named = self.named(at, a);
            self.under.push(named);
            self.member(at, &value, set);
            self.under.pop();
        } else {
            self.member(at, &value, set);
        }
    }

    /// Collects the parts that decide whether a value is in a set.
    pub(super) fn member(&mut self, at: &mut Locals<'a>, value: &Value, set: &'a Expr) {
        let inside = self.holds_member(at, value, set);
        match &set.kind {
            ExprKind::Union(a, b) if !inside => {
                self.member(at, value, a);
                self.member(at, value, b);
            }
            ExprKind::Union(a, b) => {
                let decides = if self.holds_member(at, value, a) { a } else { b };
                self.member(at, value, decides);
            }
            ExprKind::Intersect(a, b) if inside => {
                self.member(at, value, a);
                self.member(at, value, b);
            }
            ExprKind::Intersect(a, b) => {
                let decides = if self.holds_member(at, value, a) { b } else { a };
                self.member(at, value, decides);
            }
            ExprKind::Minus(a, b) if inside => {
                self.member(at, value, a);
                self.member(at, value, b);
            }
            ExprKind::Minus(a, b) => {
                let decides = if self.holds_member(at, value, a) { b } else { a };
                self.member(at, value, decides);
            }
            ExprKind::If(c, yes, no) => {
                self.condition(at, c);
                let arm = if self.scene.holds(&mut at.values, c) { yes } else { no };
                self.member(at, value, arm);
            }
            ExprKind::Call(def, arguments) => match self.enter(at, *def, arguments) {
                Some((mut own, body)) => self.member(&mut own, value, body),
                None => self.plain_member(at, value, set, inside),
            },
            ExprKind::Quantified { quantifier: Quantifier::Collect, binders, guard, body } => {
                match (binders.as_slice(), &body.kind) {
                    ([(local, base)], ExprKind::Local(kept)) if local == kept => {
                        if !self.holds_member(at, value, base) {
                            return self.member(at, value, base);
                        }
                        at.bind(*local, value.clone());
                        self.under_binders(at, binders, |this, at| this.condition(at, guard));
                    }
                    _ => self.plain_member(at, value, set, inside),
                }
            }
            _ => self.plain_member(at, value, set, inside),
        }
    }

    fn plain_member(&mut self, at: &mut Locals<'a>, value: &Value, set: &'a Expr, inside: bool) {
        let all = matches!((&set.kind, set.ty.kind), (ExprKind::Const(Value::Set(members)), Kind::Set(domain))
            if members.len() == self.program.domain(domain).len());
        if all && inside {
            return;
        }
        let shown = self.member_text(value, set);
        let named = self.named(at, set);
        let is = if inside { "is" } else { "is not" };
        let there = if inside { self.there(value, set) } else { String::new() };
        let text = format!("{shown} {is} in `{}`{there}", named.name);
        let values: Vec<NamedValue> = (named.name != named.value).then_some(named).into_iter().collect();
        self.add(set.span, text, values);
    }

    /// What the board shows at a cell that a field holds.
    fn there(&self, value: &Value, set: &Expr) -> String {
        let (ExprKind::Field(FieldId(_), _), Value::Element(cell), Kind::Set(domain)) =
            (&set.kind, value, set.ty.kind)
        else {
            return String::new();
        };
        let drawn = self.drawn.and_then(|position| shown_on(self.program, position, domain, *cell));
        drawn.map_or_else(String::new, |text| format!(" (`{text}` stands there)"))
    }

    /// A member of a set as the definition writes it.
    fn member_text(&self, value: &Value, set: &Expr) -> String {
        match (value, set.ty.kind) {
            (Value::Element(element), Kind::Set(domain)) => self.element(domain, *element),
            (value, _) => match value {
                Value::Int(n) => n.to_string(),
                Value::Element(element) => element.to_string(),
                _ => "it".into(),
            },
        }
    }

    /// Whether a value is in a set.
    pub(super) fn holds_member(&self, at: &mut Locals<'a>, value: &Value, set: &Expr) -> bool {
        let Value::Set(members) = self.scene.eval(&mut at.values, set) else { return false };
        match value {
            Value::Element(element) => members.contains(i64::from(*element)),
            Value::Int(n) => members.contains(*n),
            _ => false,
        }
    }
}

impl Explainer<'_> {
    /// Whether the members of a set are elements; else they are integers.
    pub(super) fn holds_elements(set: &Expr) -> bool {
        matches!(set.ty.kind, Kind::Set(_))
    }
}
