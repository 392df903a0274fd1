//! Refuses built-ins that stand alone where a value is needed: a direction that no board has, a
//! function without its arguments.

use super::checker::Checker;
use super::codes;
use super::names::built_in_message;
use super::words::all_of;
use crate::built_ins::{BuiltIn, Kind as Is};
use crate::diagnostic::{Diagnostic, Label};
use crate::source::Span;
use crate::syntax::ast::Name;

impl Checker<'_> {
    /// Adds a direction to the report about another one in the same item that no board has.
    fn adds_direction(&mut self, name: &Name) -> bool {
        let item = self.input.item_at(name.span).map(|item| item.span);
        let in_item = |at: Span| item.is_some_and(|item| item.holds(at));
        let known = self.reports.list.iter_mut().find(|report| {
            report.code == codes::NO_GEOMETRY
                && report.message.starts_with("no board here has the direction")
                && report.help.as_deref().is_some_and(|help| help.starts_with("the directions are"))
                && in_item(report.span())
        });
        let Some(known) = known.filter(|_| self.reports.muted == 0 && self.domains.directions.is_some())
        else {
            return false;
        };
        known.labels.push(Label { span: name.span, text: "nor this one".into(), primary: false });
        true
    }

    /// Refuses the name of a built-in where a value stands.
    pub(super) fn refuse_bare_built_in<T>(&mut self, name: &Name, it: &BuiltIn) -> Option<T> {
        let text = &name.text;
        if self.reports.list.iter().any(|rendered| {
            rendered.code == codes::BUILT_IN_NAME && rendered.message == built_in_message(text)
        }) {
            self.reports.poisoned = true; // Its declaration is reported already.
            return None;
        }
        if matches!(it.kind, Is::Direction) {
            if self.adds_direction(name) {
                return None;
            }
            let message = format!("no board here has the direction `{text}`");
            let help = match self.domains.directions {
                Some(_) if self.direction_by_player(text).is_some() => {
                    let (written, table) = self.direction_by_player(text).unwrap_or_default();
                    format!(
                        "what lies ahead of each player is a table: write `{written}`, where `{table}` is the direction of the player to move"
                    )
                }
                Some(_) if let Some(table) = self.declared_ahead(text) => table,
                Some(id) => format!("the directions are {}", all_of(&self.domains.all[id.index()].members)),
                None => "declare a board: `board Cell = grid(3, 3)`".to_owned(),
            };
            return self
                .reports
                .refuse(Diagnostic::error(codes::NO_GEOMETRY, message, name.span, "unknown").help(help));
        }
        if text == "other" {
            let message = "`other` is a built-in function, not a value";
            let diagnostic =
                Diagnostic::error(codes::WRONG_SORT, message, name.span, "a value is needed here");
            let help = format!(
                "write `{}`: the player who is not to move; `other(p)` is the one who is not p",
                self.input.in_index(name.span, "opponent")
            );
            return self.reports.refuse(diagnostic.help(help).likely(name.span, "opponent"));
        }
        let message = format!("`{text}` is a built-in function, not a value");
        let diagnostic = Diagnostic::error(codes::WRONG_SORT, message, name.span, "a value is needed here");
        self.reports.refuse(diagnostic.help(format!("write `{text}(..)`: it is {}", it.gives)))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{helps_about, helps_beside};

    #[test]
    fn two_directions_that_no_board_has_are_one_report() {
        let hexes = helps_about(
            "game \"G\"\nplayers Ann, Bob\nboard C = hex(3, 3)\nlet ahead[Player] = [ north, south ]\n\
             state { s: set of C }\nmove m(c in C) when c != step(c, ahead[me]) { s += c }\nstuck => draw\n",
        );
        let help = "the directions are `east`, `west`, `northeast`, `northwest`, `southeast` and `southwest`";
        assert_eq!(hexes, [help]);
    }

    #[test]
    fn what_lies_ahead_of_each_player_is_a_table() {
        let rules = "state { s: set of C }\nmove m(c in C) when forward(c) not in s { s += c }";
        let help = "write `step(.., ahead[me])`, with the direction of each player in `let ahead[Player] = [ north, south ]` as an item";
        assert_eq!(helps_beside("", rules), [help]);
        let back = helps_beside("", &rules.replace("forward", "backward"));
        assert_eq!(back, [help.replace("ahead[me])`", "opposite(ahead[me]))`")]);
    }

    #[test]
    fn on_a_path_left_and_right_go_back_and_forth() {
        let path = "board P = path(5) state { at: P = 3 }";
        let rules = "move m(d in {left, right}) when step(at, d) != none { at = step(at, d) }";
        let text = format!("game \"G\"\nplayers Ann, Bob\n{path}\n{rules}\nstuck => draw\nendless => draw\n");
        let called = |name: &str| format!("write `{name}`: so this direction is called");
        let helps = helps_about(&text);
        assert!(helps[0].starts_with(&called("backward")), "{helps:?}");
        assert!(helps[1].starts_with(&called("forward")), "{helps:?}");
    }
}
