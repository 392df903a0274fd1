//! What is meant by an unknown name, going by what stands around it: a word for a player, a
//! direction, the one thing of its kind that is chosen here.

use super::checker::Checker;
use super::domain_tables::DomainTables;
use super::global_names::Origin;
use super::input::CheckInput;
use super::move_tables::MoveTables;
use super::scope::Scope;
use super::words::words_in;
use crate::diagnostic::{Diagnostic, near_names};
use crate::program::{DomainId, PLAYER};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Name};
use crate::syntax::elsewhere;

impl Checker<'_> {
    /// Whether a name is a word for a player by the turn, though the name of a domain is spelt
    /// nearly so: no domain stands where a player does.
    pub(super) fn means_by_turn(&self, name: &Name, hint: Option<DomainId>, candidates: &[String]) -> bool {
        let word = matches!(elsewhere::value_word(&name.text), Some("me" | "opponent"));
        let is_domain = |near: &&str| {
            self.names.global(near).is_some_and(|at| {
                matches!(self.names.globals[at].origin, Origin::Ready(_) | Origin::Domain(..))
            })
        };
        let wanted = hint == Some(PLAYER) || name.text == "player" && self.input.is_compared(name.span);
        word && wanted && near_names(&name.text, candidates.iter().map(String::as_str)).iter().all(is_domain)
    }

    /// The report about a name that nothing resembles, where an element of a domain is wanted.
    pub(super) fn element_report(&self, s: &Scope, report: Diagnostic, domain: DomainId) -> Diagnostic {
        let elements = self.domains.some_elements(domain);
        let elements = match self.input.with_element(self.domains.domain_name(domain), report.span()) {
            Some(added) => format!("{elements}; {added}"),
            None => elements,
        };
        if let Some(longer) = self.domains.element_with(domain, report.span(), self.input) {
            let at = report.span();
            return report.help(format!("did you mean `{longer}`?")).likely(at, longer);
        }
        let here = report.span();
        let chosen = s.chosen_element(domain);
        match chosen.filter(|(chosen, _)| !self.input.is_other_side(here, chosen)) {
            Some((name, place)) if self.input.is_unused(&name, place) => {
                let at = report.span();
                report
                    .because(place, "this is chosen, and nothing uses it")
                    .help(format!("write `{name}`"))
                    .likely(at, name)
            }
            Some((name, place)) => report
                .because(place, "this is chosen here")
                .help(format!("write `{name}`, which is chosen here, if it is meant; {elements}")),
            None => report.help(elements),
        }
    }
}

impl DomainTables {
    /// The one element whose name holds the word at a place, or stands in it whole: `windmill` for
    /// `mill`. Short words stand in too many others.
    fn element_with(&self, domain: DomainId, at: Span, input: CheckInput<'_>) -> Option<String> {
        let word = input.written(at);
        let has = |name: &&String| {
            name.len().min(word.len()) >= 4 && (name.contains(word) || word.contains(name.as_str()))
        };
        let mut all = self.all[domain.index()].members.iter().take(1000).filter(has);
        let (only, None) = (all.next()?, all.next()) else { return None };
        Some(only.clone())
    }

    /// The direction of the boards that is called so elsewhere.
    pub(super) fn direction_meant(&self, word: &str) -> Option<&'static str> {
        let plain = word.to_lowercase().replace(['_', '-'], "");
        let name = match plain.as_str() {
            "up" | "upward" | "upwards" => "north",
            "down" | "downward" | "downwards" => "south",
            "left" | "leftward" | "leftwards" => "west",
            "right" | "rightward" | "rightwards" => "east",
            "upleft" | "leftup" | "nw" => "northwest",
            "upright" | "rightup" | "ne" => "northeast",
            "downleft" | "leftdown" | "sw" => "southwest",
            "downright" | "rightdown" | "se" => "southeast",
            _ => return None,
        };
        let on_a_line = match name {
            "east" | "north" => "forward",
            "west" | "south" => "backward",
            _ => "",
        };
        [name, on_a_line].into_iter().find(|name| self.direction(name).is_some())
    }

    /// The report about a word for a direction where nothing says what is wanted.
    pub(super) fn direction_report(&self, report: &Diagnostic, name: &Name) -> Option<Diagnostic> {
        let direction = self.direction_meant(&name.text)?;
        let help = format!("write `{direction}`: so this direction is called");
        Some(report.clone().help(help).likely(name.span, direction))
    }
}

impl MoveTables<'_> {
    /// Whether a name stands in the set from which a parameter of this name is chosen.
    pub(super) fn chosen_from_itself(&self, name: &Name) -> bool {
        let within = |set: Span| {
            set.file == name.span.file && set.start <= name.span.start && name.span.end <= set.end
        };
        self.entries.iter().any(|entry| {
            entry.ast.parameters.iter().any(|each| each.name.text == name.text && within(each.set.span))
        })
    }
}

impl CheckInput<'_> {
    /// The help that adds the word at a place to an enum or a graph.
    fn with_element(&self, domain: &str, at: Span) -> Option<String> {
        let word = self.written(at);
        let plain = word.chars().all(|c| c.is_alphanumeric() || c == '_');
        let named = |name: &Name| name.text == domain && plain && at.file == self.game.span.file;
        self.game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Enum { name, members } if named(name) => {
                let mut all: Vec<&str> = members.iter().map(|each| each.text.as_str()).collect();
                all.push(word);
                let shown = if all.len() > 8 { format!(".., {word}") } else { all.join(", ") };
                Some(format!("if it is one more, write `enum {domain} {{ {shown} }}`"))
            }
            ItemKind::Graph { name, chains } if named(name) => {
                let last = chains.last()?.points.last()?;
                Some(format!(
                    "if it is one more, give it an edge in `graph {domain}`, `{}-{word}`",
                    last.text
                ))
            }
            _ => None,
        })
    }

    /// Whether the item around the place of a parameter or binder speaks of it nowhere else.
    fn is_unused(&self, name: &str, place: Span) -> bool {
        let Some(item) = self.item_at(place) else { return false };
        words_in(self.written(item.span)).filter(|word| *word == name).count() == 1
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("state { at[Player]: C = a1, held[Player]: 0..9 }", lines)
    }

    #[test]
    fn words_for_a_player_are_no_domain() {
        for word in ["player", "current", "player_to_move", "mover"] {
            let moves = format!("move m(c in C) {{ held[{word}] += 1 at[me] = c }}");
            assert_eq!(helps(&moves), ["write `held[me]`: the player to move"], "{word}");
        }
        let own =
            "def far(p: Player) = held[p] > 3\nmove m(c in C) when not far(me) { held[me] += 1 at[me] = c }";
        assert_eq!(helps(own), [""; 0]);
    }

    #[test]
    fn in_an_end_rule_both_players_are_named() {
        let rules = "move m(c in C) { at[me] = c held[me] += 1 }\n";
        let moved = "write `opponent`: the player who has just moved; the one to move is `me`";
        for word in ["mover", "previous_player"] {
            let end = format!("{rules}end when held[Ann] = 9 => {word} wins");
            assert_eq!(helps(&end), [moved], "{word}");
        }
        let end = format!("{rules}end when held[Ann] = 9 => current_player wins");
        let to_move = "write `me`: the player to move; the one who has just moved is `opponent`";
        assert_eq!(helps(&end), [to_move]);
    }

    #[test]
    fn words_for_a_direction_are_told() {
        let list = "let ahead[Player] = [ up, down ]\nmove m(c in C) when c = step(at[me], ahead[me]) { at[me] = c held[me] += 1 }";
        let said = |name: &str| format!("write `{name}`: so this direction is called");
        assert_eq!(helps(list), [said("north"), said("south")]);
        let own = "let up = 3\nmove m(c in C) when held[me] < up { at[me] = c held[me] += 1 }";
        assert_eq!(helps(own), [""; 0]);
    }

    #[test]
    fn an_element_that_is_missing_may_be_added() {
        let enums = |declared: &str, first: &str, lines: &str| {
            helps_beside(&format!("{declared} state {{ k: K = {first} }}"), lines)
        };
        assert_eq!(
            enums("enum K { man, king }", "king", "move m when k = man { k = queen }"),
            [
                "the elements of `K` are `man` and `king`; if it is one more, write `enum K { man, king, queen }`"
            ]
        );
        assert_eq!(
            enums("enum K { up }", "up", "move m when k != over { k = up }"),
            ["the elements of `K` are `up`; if it is one more, write `enum K { up, over }`"]
        );
        let place = enums("graph K { hill-beach-cave }", "cave", "move m when k = hill { k = harbour }");
        let more = "if it is one more, give it an edge in `graph K`, `cave-harbour`";
        assert_eq!(place, [format!("the elements of `K` are `hill`, `beach` and `cave`; {more}")]);
        // Nobody adds a player, a cell, or an element that is misspelt.
        assert_eq!(
            helps("move m(c in C) { at[Carl] = c }"),
            ["the elements of `Player` are `Ann` and `Bob`"]
        );
        let near = enums("enum K { man, king }", "king", "move m when k = man { k = kign }");
        assert_eq!(near, ["did you mean `king`?"]);
    }

    #[test]
    fn the_one_cell_that_is_chosen_is_offered() {
        assert_eq!(helps("move m(c in C) { at[me] = dest held[me] += 1 }"), ["write `c`"]);
        assert_eq!(
            helps("move m(c in C) when c != at[me] { at[me] = dest held[me] += 1 }"),
            ["write `c`: of the names that are bound here, it alone fits"]
        );
        let two = "move m(c in C, d in near(c)) { at[me] = dest held[me] += 1 }";
        assert_eq!(
            helps(two),
            ["write `d`, which nothing uses so far, or name it `dest` where it is declared"]
        );
    }
}
