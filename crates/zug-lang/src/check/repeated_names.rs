//! Two declarations of one name, where another name is used that nothing declares: the second one
//! is meant to declare that.

use super::checker::Checker;
use super::codes;
use super::input::CheckInput;
use super::parts::parts;
use super::reports::Reports;
use crate::diagnostic::Diagnostic;
use crate::program::PLAYER;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, ItemKind};

impl Reports<'_> {
    /// Says of what is declared twice which unknown name it declares, and takes back the report
    /// about that.
    pub(super) fn name_the_repeated(&mut self) {
        let repeated = |report: &&Diagnostic| {
            report.code == codes::DUPLICATE
                && report.labels.first().is_some_and(|label| label.text == "again here")
        };
        let places: Vec<Span> = self.list.iter().filter(repeated).map(Diagnostic::span).collect();
        for place in places {
            let Some((name, report, text)) = self.name_meant(place) else { continue };
            self.take_back(&name, report);
            let Some(known) =
                self.list.iter_mut().find(|each| each.span() == place && each.code == codes::DUPLICATE)
            else {
                continue;
            };
            known.help = Some(format!("write `{text}` here: this name is used, and nothing declares it"));
            *known = known.clone().likely(place, name);
        }
    }

    /// The unknown name that the declaration at a place should have, its report, and the beginning
    /// of the declaration.
    fn name_meant(&self, place: Span) -> Option<(String, usize, String)> {
        let item = self.input.item_at(place)?;
        let (sort, parameters) = match &item.kind {
            ItemKind::Def { parameters, .. } if !parameters.is_empty() => {
                ("there is no function", parameters.len())
            }
            ItemKind::Def { .. } | ItemKind::Let { .. } | ItemKind::State { .. } | ItemKind::Param(_) => {
                ("there is nothing called", 0)
            }
            ItemKind::Move(_) => ("there is no move", 0),
            ItemKind::Enum { name, .. } if name.span != place => return None,
            _ => ("there is no domain", 0),
        };
        let fits = |name: &str| parameters == 0 || self.input.is_called_with(name, parameters);
        let mut all = self.unknown_of_sort(sort).into_iter().filter(|(name, _)| fits(name));
        let ((name, report), None) = (all.next()?, all.next()) else { return None };
        let rest = self.input.game.text.get(place.end as usize..item.span.end as usize)?;
        let head = match parameters {
            0 => String::new(),
            _ => rest.split_once('=').map_or("", |(head, _)| head).trim_end().to_owned(),
        };
        Some((name.clone(), report, format!("{name}{head}")))
    }
}

impl CheckInput<'_> {
    /// Whether a function is called somewhere with so many arguments.
    fn is_called_with(&self, name: &str, count: usize) -> bool {
        self.game.items.iter().any(|item| {
            parts(&item.kind).exprs.iter().any(
                |e| matches!(&e.kind, ExprKind::Call(called, all) if called.text == name && all.len() == count),
            )
        })
    }
}

impl Checker<'_> {
    /// Refuses two fields that have the names of the players, `Ann: 0..9, Bob: 0..9`: one field has
    /// a value for each.
    pub(super) fn refuse_fields_of_players(&mut self) -> bool {
        let [first, second] = &self.domains.all[PLAYER.index()].members[..] else { return false };
        let named = |name: &str| {
            self.state.declared.iter().find(|field| field.name.text == name && field.indexes.is_empty())
        };
        let (Some(one), Some(other)) = (named(first), named(second)) else { return false };
        let ty = self.input.written(one.ty.span);
        if ty != self.input.written(other.ty.span) {
            return false;
        }
        let value = |field: &ast::Declared| match &field.initial {
            Some(ast::Initial::One(e)) => Some(self.input.written(e.span).to_owned()),
            _ => None,
        };
        let first_values = match (value(one), value(other)) {
            (Some(a), Some(b)) if a == b => format!(" = {a}"),
            (Some(a), Some(b)) => format!(" = [{a}, {b}]"),
            _ => String::new(),
        };
        let text = format!("of[Player]: {ty}{first_values}");
        let at = (one.name.span, other.name.span);
        let message = "one field holds a value for each player, and has a name of its own";
        let report = Diagnostic::error(codes::SHADOWED, message, at.0, "the name of a player");
        let help = format!("write `{text}`, and `of[{first}]` and `of[{second}]` for the two values");
        self.reports.report(report.because(at.1, "and here").help(help));
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("state { marks: set of C }\ndef free = C - marks", lines)
    }

    #[test]
    fn the_second_of_two_is_given_the_name_that_is_used() {
        let why = "this name is used, and nothing declares it";
        let both = "def free(c: C) = near(c) & marks = {}\nmove m(c in free) when lonely(c) { marks += c }";
        assert_eq!(helps(both), [format!("write `lonely(c: C)` here: {why}")]);
        let two = "def free(c: C) = near(c) & marks = {}\nmove m(c in free) when lonely(c, c) { marks += c }";
        assert_eq!(helps(two).len(), 2);
        let none = "def free(c: C) = near(c) & marks = {}\nmove m(c in free) { marks += c }";
        let other = "write `def free_of(c: C) = near(c) & marks = {}`: the second one needs another name, `free_of` for one";
        assert_eq!(helps(none), [other]);
    }

    #[test]
    fn a_value_for_each_player_is_one_field() {
        let fields =
            helps_beside("state { Ann: C = a1, Bob: C = c3 }", "move m(c in C) when c != Ann { Ann = c }");
        assert_eq!(
            fields,
            ["write `of[Player]: C = [a1, c3]`, and `of[Ann]` and `of[Bob]` for the two values"]
        );
    }
}
