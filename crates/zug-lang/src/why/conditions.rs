//! Finds the parts of a condition that decide.

use super::{Explainer, Locals, NamedValue};
use crate::program::{DefId, Expr, ExprKind, LocalId, Quantifier, Value};
use crate::semantics::quantify::each_binding;
use crate::source::Span;
use std::ops::ControlFlow;

/// Of so few bindings each is told.
const FEW: usize = 2;

/// A quantifier that is a condition.
#[derive(Clone, Copy)]
struct Quantified<'a> {
    span: Span,
    binders: &'a [(LocalId, Expr)],
    guard: &'a Expr,
    body: &'a Expr,
}

impl<'a> Explainer<'a> {
    /// Collects the parts that decide whether a condition holds.
    pub(super) fn condition(&mut self, at: &mut Locals<'a>, expr: &'a Expr) {
        let holds = self.scene.holds(&mut at.values, expr);
        match &expr.kind {
            ExprKind::Const(_) => {}
            ExprKind::And(all) if holds => all.iter().for_each(|part| self.condition(at, part)),
            ExprKind::Or(any) if !holds => any.iter().for_each(|part| self.condition(at, part)),
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let decides = parts.iter().find(|part| self.scene.holds(&mut at.values, part) == holds);
                decides.into_iter().for_each(|part| self.condition(at, part));
            }
            ExprKind::Not(a) if !is_relation(a) => self.condition(at, a),
            ExprKind::If(c, yes, no) => {
                self.condition(at, c);
                let arm = if self.scene.holds(&mut at.values, c) { yes } else { no };
                self.condition(at, arm);
            }
            ExprKind::Call(def, arguments) => match self.enter(at, *def, arguments) {
                Some((mut own, body)) => self.condition(&mut own, body),
                None => self.relation(at, expr, holds),
            },
            ExprKind::In(a, set) => self.membership(at, a, set),
            ExprKind::Quantified { quantifier, binders, guard, body }
                if matches!(quantifier, Quantifier::Some | Quantifier::Every) =>
            {
                let parts = Quantified { span: expr.span, binders, guard, body };
                match (quantifier, holds) {
                    (Quantifier::Some, true) => self.witness(at, parts, true),
                    (Quantifier::Some, false) => self.no_witness(at, parts),
                    (_, false) => self.witness(at, parts, false),
                    (_, true) => self.no_counterexample(at, parts),
                }
            }
            _ => self.relation(at, expr, holds),
        }
    }

    /// The locals and the body of a `def` that is called; `None` if an argument is `none` and may
    /// not be.
    pub(super) fn enter(
        &mut self,
        at: &mut Locals<'a>,
        id: DefId,
        arguments: &'a [Expr],
    ) -> Option<(Locals<'a>, &'a Expr)> {
        let def = self.program.defs.get(id.index())?;
        let mut own = Locals::new(&def.frame);
        for ((number, argument), parameter) in (0u32..).zip(arguments).zip(&def.frame.locals) {
            let value = self.scene.eval(&mut at.values, argument);
            if value == Value::None && !parameter.ty.or_none {
                return None;
            }
            own.bind(LocalId(number), value);
        }
        Some((own, &def.body))
    }

    /// Explains the body for the first binding for which it is `wanted`.
    fn witness(&mut self, at: &mut Locals<'a>, parts: Quantified<'a>, wanted: bool) {
        let scene = self.scene;
        let mut found = None;
        let _ = each_binding(&scene, &mut at.values, parts.binders, &mut |values| {
            if scene.holds(values, parts.guard) && scene.holds(values, parts.body) == wanted {
                found = Some(values.clone());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let Some(values) = found else { return };
        at.values = values;
        self.under_binders(at, parts.binders, |this, at| {
            if wanted {
                this.condition(at, parts.guard);
            }
            this.condition(at, parts.body);
        });
    }

    /// Explains why a body holds for no binding.
    fn no_witness(&mut self, at: &mut Locals<'a>, parts: Quantified<'a>) {
        let bindings = self.bindings(at, parts);
        if bindings.is_empty() {
            return self.no_bindings(at, parts);
        }
        if bindings.len() > FEW {
            let (of, body) = self.of_binders(at, parts);
            let text = format!("`{body}` holds for none of the {} {of}", bindings.len());
            self.add(parts.span, text, Vec::new());
            return self.nearest(at, parts, bindings);
        }
        for values in bindings {
            at.values = values;
            self.under_binders(at, parts.binders, |this, at| this.condition(at, parts.body));
        }
    }

    /// Explains the binding for which the fewest members are missing, where the body is `a <= b`.
    fn nearest(&mut self, at: &mut Locals<'a>, parts: Quantified<'a>, bindings: Vec<Vec<Value>>) {
        let ExprKind::Subset(a, b, false) = &parts.body.kind else { return };
        let missing = |values: &Vec<Value>| {
            let mut values = values.clone();
            match (self.scene.eval(&mut values, a), self.scene.eval(&mut values, b)) {
                (Value::Set(a), Value::Set(b)) => a.difference(&b).len(),
                _ => usize::MAX,
            }
        };
        let Some(values) = bindings.into_iter().min_by_key(missing) else { return };
        at.values = values;
        self.under_binders(at, parts.binders, |this, at| this.condition(at, parts.body));
    }

    fn no_counterexample(&mut self, at: &mut Locals<'a>, parts: Quantified<'a>) {
        let count = self.bindings(at, parts).len();
        if count == 0 {
            return self.no_bindings(at, parts);
        }
        let (of, body) = self.of_binders(at, parts);
        self.add(parts.span, format!("`{body}` holds for all {count} {of}"), Vec::new());
    }

    /// Tells that a quantifier has nothing to look at.
    fn no_bindings(&mut self, at: &mut Locals<'a>, parts: Quantified<'a>) {
        let empty = parts.binders.iter().find(|(_, set)| {
            matches!(self.scene.eval(&mut at.values, set), Value::Set(members) if members.is_empty())
        });
        match empty {
            Some((_, set)) => {
                let set_text = self.text(at, set);
                self.add(set.span, format!("`{set_text}` is empty"), Vec::new());
            }
            None => {
                let (of, _) = self.of_binders(at, parts);
                self.add(
                    parts.guard.span,
                    format!("the condition after `where` holds for no {of}"),
                    Vec::new(),
                );
            }
        }
    }

    /// The values of the locals for each binding for which the guard holds.
    fn bindings(&mut self, at: &mut Locals<'a>, parts: Quantified<'a>) -> Vec<Vec<Value>> {
        let scene = self.scene;
        let mut all = Vec::new();
        let _ = each_binding(&scene, &mut at.values.clone(), parts.binders, &mut |values| {
            if scene.holds(values, parts.guard) {
                all.push(values.clone());
            }
            ControlFlow::Continue(())
        });
        all
    }

    /// The binders, and the body, with the binders left open.
    fn of_binders(&self, at: &mut Locals<'a>, parts: Quantified<'a>) -> (String, String) {
        let before = at.open.len();
        let mut of = Vec::new();
        for (local, set) in parts.binders {
            of.push(format!("`{}` in `{}`", local_name(at, *local), self.text(at, set)));
            at.open.push(*local);
        }
        let body = self.text(at, parts.body);
        at.open.truncate(before);
        (of.join(", "), body)
    }

    /// Explains something inside binders, whose values are told with it.
    pub(super) fn under_binders(
        &mut self,
        at: &mut Locals<'a>,
        binders: &'a [(LocalId, Expr)],
        explain: impl FnOnce(&mut Explainer<'a>, &mut Locals<'a>),
    ) {
        let before = self.under.len();
        for (local, _) in binders {
            let named = self.local(at, *local);
            self.under.push(named);
        }
        explain(self, at);
        self.under.truncate(before);
    }

    /// A local with its value.
    pub(super) fn local(&self, at: &Locals<'a>, local: LocalId) -> NamedValue {
        let value = match (at.frame.locals.get(local.index()), at.values.get(local.index())) {
            (Some(declared), Some(value)) => self.value(value, declared.ty),
            _ => String::new(),
        };
        NamedValue { name: local_name(at, local), value }
    }
}

fn local_name(at: &Locals<'_>, local: LocalId) -> String {
    at.frame.locals.get(local.index()).map_or_else(String::new, |local| local.name.clone())
}

/// Whether `not` before this is a sign of its own, `!=` for one.
fn is_relation(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Equal(..) | ExprKind::Compare(..) | ExprKind::Subset(..))
}
