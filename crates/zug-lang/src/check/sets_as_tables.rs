//! Sets that are used as tables of truth values, `not drawn[e]` and `marks[c] = me`, and such
//! tables that are used as sets, `c in burnt` and `for h in left`.

use super::checker::Checker;
use super::codes;
use super::scope::Scope;
use super::state_fields::StateFields;
use crate::diagnostic::Diagnostic;
use crate::program::{FieldId, Kind, PLAYER, Type};
use crate::source::Span;
use crate::syntax::ast::{AssignOp, CompareOp, Expr, ExprKind, Name};
use crate::syntax::print;

impl Checker<'_> {
    /// The member that is asked for and the set, where a field of sets has one index too many, an
    /// element.
    fn member_in(&mut self, s: &Scope, id: FieldId, indexes: &[Expr]) -> Option<(String, String)> {
        let field = &self.state.fields[id.index()];
        let (name, wanted) = (field.name.clone(), field.indexes.clone());
        let Kind::Set(of) = field.ty.kind else { return None };
        if indexes.len() != wanted.len() + 1 || self.reports.muted > 0 {
            return None;
        }
        let kinds: Vec<Kind> =
            indexes.iter().map(|index| self.tried(s, index).map(|ty| ty.kind)).collect::<Option<_>>()?;
        let fits = |at: &usize| {
            let mut others = kinds.iter().enumerate().filter(|(other, _)| other != at).map(|(_, kind)| *kind);
            kinds[*at] == Kind::Element(of)
                && wanted.iter().all(|want| others.next() == Some(Kind::Element(*want)))
        };
        let at = (0..kinds.len()).rev().find(fits)?;
        let others: Vec<String> = indexes
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .map(|(_, e)| print::whole(e))
            .collect();
        let set = if others.is_empty() { name } else { format!("{name}[{}]", others.join(", ")) };
        Some((print::operand(&indexes[at]), set))
    }

    /// Refuses `drawn[e]`: whether a set has a member is asked with `in`.
    pub(super) fn refuse_indexed_set(&mut self, s: &Scope, name: &str, indexes: &[Expr], span: Span) -> bool {
        let Some(at) = self.state.fields.iter().position(|field| field.name == name) else { return false };
        let Some((member, set)) = self.member_in(s, FieldId(at as u32), indexes) else { return false };
        let before = self.input.game.text.get(..span.start as usize).unwrap_or("");
        let denied = before.ends_with("not ");
        let at = if denied { Span { start: span.start - 4, ..span } } else { span };
        let text = format!("{member} {} {set}", if denied { "not in" } else { "in" });
        let message = format!("`{set}` is a set: a member is asked for with `in`");
        let report = Diagnostic::error(codes::INDEX_COUNT, message, at, "asks for a member");
        self.reports.report(report.help(format!("write `{text}`")).likely(at, text));
        true
    }

    /// Refuses `drawn[e] = true` and `marks[c] = me` of fields of sets: a member is put in or taken
    /// out.
    pub(super) fn refuse_stored_member(
        &mut self,
        s: &Scope,
        (id, target): (FieldId, &Name),
        indexes: &[Expr],
        (op, value): (AssignOp, &Expr),
        span: Span,
    ) -> bool {
        let plain = matches!(
            value.kind,
            ExprKind::Bool(_)
                | ExprKind::Int(0 | 1)
                | ExprKind::None
                | ExprKind::Me
                | ExprKind::Opponent
                | ExprKind::Name(_)
        );
        if op != AssignOp::Set || !plain {
            return false;
        }
        let out = matches!(value.kind, ExprKind::Bool(false) | ExprKind::Int(0) | ExprKind::None);
        let found = self.member_in(s, id, indexes).or_else(|| self.member_of_player(s, id, indexes, value));
        let Some((member, set)) = found else { return false };
        let text = format!("{set} {} {{{member}}}", if out { "-=" } else { "+=" });
        let message =
            format!("`{}` holds sets: a member is put in with `+=`, and taken out with `-=`", target.text);
        let report =
            Diagnostic::error(codes::INDEX_COUNT, message, target.span.to(span), "one entry of a set");
        self.reports.report(report.help(format!("write `{text}`")).likely(target.span.to(span), text));
        true
    }

    /// `marks[c] = me`, where each player has a set of such elements.
    fn member_of_player(
        &mut self,
        s: &Scope,
        id: FieldId,
        indexes: &[Expr],
        value: &Expr,
    ) -> Option<(String, String)> {
        let field = &self.state.fields[id.index()];
        let (name, [PLAYER], Kind::Set(of), [index]) =
            (field.name.clone(), &field.indexes[..], field.ty.kind, indexes)
        else {
            return None;
        };
        let none = matches!(value.kind, ExprKind::None);
        if of == PLAYER || self.reports.muted > 0 || self.tried(s, index)?.kind != Kind::Element(of) {
            return None;
        }
        let is_player = none || self.tried(s, value)?.kind == Kind::Element(PLAYER);
        let player = if none { "opponent".to_owned() } else { print::whole(value) };
        is_player.then(|| (print::whole(index), format!("{name}[{player}]")))
    }

    /// Refuses `c in burnt` of a table of truth values.
    pub(super) fn refuse_member_of_table(
        &mut self,
        s: &Scope,
        first: &Expr,
        rest: &[(CompareOp, Span, Expr)],
        span: Span,
    ) -> bool {
        let [(op @ (CompareOp::In | CompareOp::NotIn), _, table)] = rest else { return false };
        let Some((name, of)) = self.state.table_of_truth(table).filter(|_| self.reports.muted == 0) else {
            return false;
        };
        if s.find(&name).is_some() || self.tried(s, first).is_none_or(|ty| ty.kind != of) {
            return false;
        }
        let not = if *op == CompareOp::In { "" } else { "not " };
        let text = format!("{not}{name}[{}]", print::whole(first));
        let message = format!("`{name}` is no set: it is true or false for {}", self.domains.kind_words(of));
        let report = Diagnostic::error(codes::INDEX_COUNT, message, span, "asks for a member");
        self.reports.report(report.help(format!("write `{text}`")).likely(span, text));
        true
    }

    /// Refuses `burnt += c` of a table of truth values.
    pub(super) fn refuse_put_in_table(
        &mut self,
        s: &Scope,
        target: &Name,
        (op, value): (AssignOp, &Expr),
        span: Span,
    ) -> bool {
        let name = Expr { kind: ExprKind::Name(target.clone()), span: target.span };
        let Some((name, of)) =
            self.state.table_of_truth(&name).filter(|_| op != AssignOp::Set && self.reports.muted == 0)
        else {
            return false;
        };
        let one = match &value.kind {
            ExprKind::Set(items) if items.len() == 1 => &items[0],
            _ => value,
        };
        if self.tried(s, one).is_none_or(|ty| ty.kind != of) {
            return false;
        }
        let text = format!("{name}[{}] = {}", print::whole(one), op == AssignOp::Add);
        let message = format!("`{name}` is no set: it is true or false for {}", self.domains.kind_words(of));
        let report =
            Diagnostic::error(codes::INDEX_COUNT, message, target.span.to(span), "neither set nor integer");
        self.reports.report(report.help(format!("write `{text}`")).likely(target.span.to(span), text));
        true
    }

    /// Refuses `for h in left` of a field that has a value for each element of a domain: it is the
    /// domain that is gone through. Gives the type of what is bound then.
    pub(super) fn refuse_bound_in_table(&mut self, s: &Scope, name: &str, set: &Expr) -> Option<Type> {
        let ExprKind::Name(table) = &set.kind else { return None };
        let field = self.state.fields.iter().find(|field| field.name == table.text)?;
        let ([of], declared) = (&field.indexes[..], field.span) else { return None };
        let holds_sets = matches!(field.ty.kind, Kind::Set(_) | Kind::IntSet { .. });
        let of = *of;
        // In `show` the field stands for its entry at the cell that is drawn.
        let entry = s.cell.is_some_and(|(cell, _)| cell == of) && matches!(field.ty.kind, Kind::Element(_));
        let known = s.find(&table.text).is_some() || self.reports.muted > 0;
        if holds_sets || of == PLAYER || entry || known {
            return None;
        }
        let domain = self.domains.domain_name(of).to_owned();
        let message = format!("`{}` is no set: it has one value for each {domain}", table.text);
        let report = Diagnostic::error(codes::INDEX_COUNT, message, set.span, "not a set");
        let help = format!("write `{name} in {domain}`, and `{}[{name}]` for the value of each", table.text);
        self.reports.report(report.because(declared, "declared here").help(help).likely(set.span, domain));
        Some(Kind::Element(of).always())
    }
}

impl StateFields<'_> {
    /// The field of this name that has one truth value for each element.
    fn table_of_truth(&self, e: &Expr) -> Option<(String, Kind)> {
        let ExprKind::Name(name) = &e.kind else { return None };
        let field = self.fields.iter().find(|field| field.name == name.text)?;
        let [of] = field.indexes[..] else { return None };
        (field.ty.kind == Kind::Bool).then(|| (field.name.clone(), Kind::Element(of)))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    const STATE: &str = "state { drawn: set of C, marks[Player]: set of C, burnt[C]: bool, left[C]: 0..9, at: C = a1, n: 0..9 }";

    fn guard(guard: &str) -> Vec<String> {
        helps_beside(STATE, &format!("move m(c in C) when {guard} {{ n = 1 }}"))
    }

    fn body(body: &str) -> Vec<String> {
        helps_beside(STATE, &format!("move m(c in C) {{ {body} }}"))
    }

    #[test]
    fn a_member_of_a_set_is_asked_for_with_in() {
        assert_eq!(guard("drawn[c]"), ["write `c in drawn`"]);
        assert_eq!(guard("n = 0 and not drawn[at]"), ["write `at not in drawn`"]);
        assert_eq!(guard("marks[c, me]"), ["write `c in marks[me]`"]);
        assert_eq!(guard("not marks[opponent, at]"), ["write `at not in marks[opponent]`"]);
        assert_eq!(guard("c in marks[me] and burnt[c]"), [""; 0]);
    }

    #[test]
    fn a_member_is_put_in_and_taken_out() {
        assert_eq!(body("drawn[c] = true"), ["write `drawn += {c}`"]);
        assert_eq!(body("drawn[at] = false"), ["write `drawn -= {at}`"]);
        assert_eq!(body("marks[me, c] = true"), ["write `marks[me] += {c}`"]);
        assert_eq!(body("marks[c] = me"), ["write `marks[me] += {c}`"]);
        assert_eq!(body("marks[at] = none"), ["write `marks[opponent] -= {at}`"]);
        assert_eq!(body("marks[me] = {c}"), [""; 0]);
        // Whether it is put in or taken out, the value decides.
        assert!(!body("drawn[c] = n > 3")[0].contains("+="), "{:?}", body("drawn[c] = n > 3"));
    }

    #[test]
    fn a_table_of_truth_values_is_no_set() {
        assert_eq!(guard("c in burnt"), ["write `burnt[c]`"]);
        assert_eq!(guard("n = 0 and at not in burnt"), ["write `not burnt[at]`"]);
        assert_eq!(body("burnt += c"), ["write `burnt[c] = true`"]);
        assert_eq!(body("burnt -= {at}"), ["write `burnt[at] = false`"]);
        assert_eq!(
            body("for d in left { left[d] = 3 }"),
            ["write `d in C`, and `left[d]` for the value of each"]
        );
        assert_eq!(
            guard("(some d in left: left[d] > 3)"),
            ["write `d in C`, and `left[d]` for the value of each"]
        );
        assert_eq!(guard("(some d in marks[me]: left[d] > 3)"), [""; 0]);
    }

    #[test]
    fn in_show_a_field_over_the_cells_is_its_entry_at_the_cell_that_is_drawn() {
        let shown = |entry: &str| {
            helps_beside(
                "family L of C = lines(C, 3) state { mark[C]: L or none, left[C]: 0..9 }",
                &format!(
                    "show C {{ {entry}: \"a\", else: \".\" }} move m(l in L) {{ mark[a1] = l left[a1] = 1 }}"
                ),
            )
        };
        assert_eq!(shown("(some x in mark: x = a1)"), [""; 0]);
        assert_eq!(shown("count(x in mark: x = a1) = 1"), [""; 0]);
        assert!(shown("(some x in left: x = a1)")[0].starts_with("write `x in C`"));
    }
}
