//! Stores to what never changes: a `let`, a parameter, a param.

use super::checker::Checker;
use super::codes;
use super::global_names::{Meaning, Origin, Status};
use super::reports::Reports;
use super::words::all_of;
use crate::diagnostic::{Diagnostic, Label, near_names};
use crate::program::Kind;
use crate::source::Span;
use crate::syntax::ast::{self, AssignOp, ItemKind, Name};

impl Checker<'_> {
    /// Refuses to store to a name that is `what`, declared at `place`; one report for all stores to
    /// it.
    pub(super) fn refuse_target<T>(
        &mut self,
        target: &Name,
        what: &str,
        place: Option<Span>,
        op: AssignOp,
    ) -> Option<T> {
        if let Some(place) = place
            && (self.reports.hides_what_is_meant(place) || self.reports.joins_report(target, place))
        {
            return None;
        }
        let message = format!("`{}` cannot be assigned: it is {what}", target.text);
        let mut diagnostic = Diagnostic::error(codes::NOT_STORABLE, message, target.span, "never changes");
        if let Some(place) = place {
            diagnostic = diagnostic.because(place, "declared here");
        }
        if let Some((text, at)) = place.and_then(|place| self.input.let_statement(place)) {
            let changed = text.replacen("let", "var", 1);
            let word = Span { end: at.start + 3, ..at };
            let help = format!("write `{changed}` where it is declared: a `var` can be stored to");
            return self.reports.refuse(diagnostic.help(help).likely(word, "var"));
        }
        if let Some((whole, text)) = self.turned_store(target) {
            let help = format!("write `{text}`: what changes stands on the left");
            return self.reports.refuse(diagnostic.help(help).likely(whole, text));
        }
        let chosen = matches!(what, "a parameter" | "bound here").then(|| {
            format!(
                "`{}` stays what was chosen: give what follows from it a name of its own, `let next = ..`",
                target.text
            )
        });
        let moved = place.and_then(|place| self.moved_piece(target, place));
        let help = moved.or_else(|| self.field_for(target, op)).or_else(|| self.as_field(target)).or(chosen);
        self.reports.refuse(diagnostic.help(help.unwrap_or_else(|| {
            "only fields of the position and `var`s are assigned; declare it as one of these".to_owned()
        })))
    }

    /// The store that moves a piece, where `s = step(s, d)` is written of a parameter from a field
    /// of pieces.
    fn moved_piece(&self, target: &Name, place: Span) -> Option<String> {
        let item = self.input.item_at(place)?;
        let ItemKind::Move(found) = &item.kind else { return None };
        let set = &found.parameters.iter().find(|each| each.name.span == place)?.set;
        let name = match &set.kind {
            ast::ExprKind::Name(name) => name,
            ast::ExprKind::At(of, _) => match &of.kind {
                ast::ExprKind::Name(name) => name,
                _ => return None,
            },
            _ => return None,
        };
        let field = self.state.fields.iter().find(|field| field.name == name.text)?;
        let (_, value) = self.input.stored_to(target).filter(|(op, _)| *op == AssignOp::Set)?;
        let (all, piece, to) = (self.input.written(set.span), &target.text, self.input.written(value.span));
        let plain = matches!(field.ty.kind, Kind::Set(_)) && !matches!(value.kind, ast::ExprKind::Set(_));
        plain.then(|| {
            format!(
                "write `{all} = {all} - {piece} + {to}`: `{piece}` is what was chosen, and `{all}` changes"
            )
        })
    }

    /// The help with the field that is meant: the one spelt nearly so, or the only one that may
    /// change so.
    fn field_for(&self, target: &Name, op: AssignOp) -> Option<String> {
        let changes = |kind: Kind| match op {
            AssignOp::Set => true,
            _ => matches!(kind, Kind::Int { .. } | Kind::Set(_) | Kind::IntSet { .. }),
        };
        let fitting: Vec<String> = self
            .state
            .fields
            .iter()
            .filter(|field| changes(field.ty.kind))
            .map(|field| field.name.clone())
            .collect();
        let near = near_names(&target.text, fitting.iter().map(String::as_str));
        if let Some(near) = near.first() {
            return Some(format!("did you mean the field `{near}`?"));
        }
        let param = self
            .names
            .global(&target.text)
            .is_some_and(|at| matches!(self.names.globals[at].origin, Origin::Param(_)));
        match fitting.as_slice() {
            all @ [_, ..] if param && all.len() <= 4 => Some(format!(
                "a param has one value for the whole of a game: store to a field, here {}, or delete this",
                all_of(all)
            )),
            _ => None,
        }
    }

    /// The help for a `let` of the whole definition, as the field that it should be.
    fn as_field(&self, target: &Name) -> Option<String> {
        let global = &self.names.globals[self.names.global(&target.text)?];
        let (Origin::Let { indexes: [], .. }, Status::Done(Meaning::Constant(value, ty))) =
            (global.origin, &global.status)
        else {
            return None;
        };
        let name = &target.text;
        let field = match ty.kind {
            Kind::Int { low, high } => format!("{name}: {}..{} = {high}", low.min(0), high.max(9)),
            Kind::Set(domain) => {
                let empty = matches!(value, crate::program::Value::Set(set) if set.is_empty());
                let value = if empty { "" } else { " = .." };
                format!("{name}: set of {}{value}", self.domains.domain_name(domain))
            }
            Kind::Bool => format!("{name}: bool"),
            _ => return None,
        };
        Some(format!(
            "what changes is a field: write `state {{ {field} }}` in place of the `let`, with the bounds that it keeps"
        ))
    }
}

impl Reports<'_> {
    /// Whether it is told that the name declared at `place` hides another: with another name for it
    /// the store is to that one.
    fn hides_what_is_meant(&mut self, place: Span) -> bool {
        let hides = |report: &Diagnostic| report.code == codes::SHADOWED && report.span() == place;
        let known = self.list.iter().any(hides);
        self.poisoned |= known;
        known
    }

    /// Adds a store to the report about what is declared at `place`, if there is one.
    fn joins_report(&mut self, target: &Name, place: Span) -> bool {
        let declared = |label: &Label| !label.primary && label.span == place;
        let known = self.list.iter_mut().find(|report| {
            report.code == codes::NOT_STORABLE
                && report.span() != target.span
                && report.labels.iter().any(declared)
        });
        let Some(known) = known.filter(|_| self.muted == 0) else { return false };
        known.labels.push(Label { span: target.span, text: "and here".into(), primary: false });
        self.poisoned = true;
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{checked, helps_beside};

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("param deep: 1..9 = 3 state { depth: 0..9, n: 0..9 }", lines)
    }

    #[test]
    fn a_store_to_a_name_that_hides_the_field_is_no_mistake_of_its_own() {
        let text = "game \"G\" players Ann, Bob state { chips: 0..9 = 9 }\n\
            move m(chips in 1..3) when chips <= chips { chips -= chips }\nstuck => draw";
        assert_eq!(crate::check::tests::helps_about(text), ["choose another name, `n` for one"]);
    }

    #[test]
    fn a_piece_is_moved_within_its_field() {
        let lines =
            "state { sheep[Player]: set of C, n: 0..9 } move m(s in sheep[me]) { s = north(s) n = 1 }";
        assert_eq!(
            helps_beside(lines, ""),
            ["write `sheep[me] = sheep[me] - s + north(s)`: `s` is what was chosen, and `sheep[me]` changes"]
        );
    }

    #[test]
    fn a_let_that_is_stored_to_twice_is_one_report() {
        let text = "game \"G\" players Ann, Bob state { n: 0..9 }\nmove m { let k = 1\n k = 2\n k += 1\n n = k }\nstuck => draw";
        let (_, reports, _) = checked(text);
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0].labels.len(), 3);
    }

    #[test]
    fn the_field_that_is_meant_is_named() {
        assert_eq!(helps("move m(dept in 1..3) { dept -= 1 n = dept }"), ["did you mean the field `depth`?"]);
        let param = "param most: 1..9 = 3\nmove m { most -= 1 n = 1 }";
        assert_eq!(
            helps(param),
            [
                "a param has one value for the whole of a game: store to a field, here `depth` and `n`, or delete this"
            ]
        );
        let field = "let score = 0\nmove m { score += 1 n = 1 }";
        assert_eq!(
            helps(field),
            [
                "what changes is a field: write `state { score: 0..9 = 0 }` in place of the `let`, with the bounds that it keeps"
            ]
        );
        assert_eq!(
            helps("move m(c in C) { c = east(c) n = c.x }"),
            ["`c` stays what was chosen: give what follows from it a name of its own, `let next = ..`"]
        );
        assert_eq!(helps("move m { var k = 1 k += 1 n = k }"), [""; 0]);
    }
}
