//! Names that a text declares, as far as its tokens show it.

use super::place::Place;
use crate::built_ins::{Kind, built_in};
use crate::syntax::items::is_operator;
use std::ops::Range;

impl<'t> Place<'_, 't> {
    /// Whether a `def` or a `let` of this name is declared.
    pub fn declared_def(&self, name: &str) -> bool {
        (1..self.view.tokens.len())
            .any(|at| self.view.word(at) == name && matches!(self.view.word(at - 1), "def" | "let"))
    }

    /// Whether a `move` or a `followup` of this name is declared.
    pub fn declared_move(&self, name: &str) -> bool {
        let word = |at: usize| self.view.word(at);
        (1..self.view.tokens.len()).any(|at| word(at) == name && matches!(word(at - 1), "move" | "followup"))
    }

    /// Whether a `def`, a `let`, a `move` or a `followup` of this name is declared.
    pub fn declares_rule(&self, name: &str) -> bool {
        self.declared_def(name) || self.declared_move(name)
    }

    /// Whether a brace opens a set by what stands before it.
    pub fn holds_members(&self, open: usize) -> bool {
        let before = self.before(open);
        is_operator(before) || matches!(before, "+=" | "-=" | "(" | "," | "[")
    }

    /// The tokens of the type of a field or a parameter of this name, up to its first value.
    pub fn type_of(&self, name: &str) -> Option<Range<usize>> {
        let view = self.view;
        let word = |at: usize| view.word(at);
        let colon = |at: usize| match word(at + 1) {
            "[" => (at..view.tokens.len()).find(|close| word(*close) == "]").unwrap_or(at) + 1,
            _ => at + 1,
        };
        let declares = |at: &usize| word(*at) == name && word(colon(*at)) == ":";
        let from = (0..view.tokens.len()).find(declares).map(colon)? + 1;
        let ends = |at: &usize| matches!(word(*at), "," | "}" | ")" | "=") || view.tokens[*at].first;
        Some(from..(from..view.tokens.len()).find(ends).unwrap_or(view.tokens.len()))
    }

    /// Whether a field or a parameter of this name is true or false.
    pub fn is_truth(&self, name: &str) -> bool {
        self.type_of(name).is_some_and(|ty| self.view.word(ty.start) == "bool")
    }

    /// Whether a field or a parameter of this name is an integer.
    pub fn is_count(&self, name: &str) -> bool {
        self.type_of(name).is_some_and(|mut ty| ty.any(|at| self.view.word(at) == ".."))
    }

    /// Whether a `param` or a `let` of this name is declared.
    pub fn is_constant(&self, name: &str) -> bool {
        let word = |at: usize| self.view.word(at);
        (1..self.view.tokens.len()).any(|at| word(at) == name && matches!(word(at - 1), "param" | "let"))
    }

    /// Whether a word stands for one of the players.
    pub fn is_player(&self, word: &str) -> bool {
        let (first, second) = self.players();
        [first, second, "me", "opponent"].contains(&word)
    }

    /// The first board, graph, range or enum of the text; `Player` if it declares none.
    pub fn first_domain(&self) -> &'t str {
        ["board", "graph", "range", "enum"]
            .iter()
            .find_map(|keyword| self.declared(keyword))
            .unwrap_or("Player")
    }

    /// The domain of what the text stores to this name, where that is bound by `in`.
    pub fn domain_stored_to(&self, name: &str) -> Option<&'t str> {
        let word = |at: usize| self.view.word(at);
        let tokens = self.view.tokens.len();
        let stored = |at: usize| {
            let close = (at + 1..tokens).find(|close| word(at + 1) == "[" && word(*close) == "]");
            let sign = close.unwrap_or(at) + 1;
            let stores = word(at) == name && matches!(word(sign), "=" | "+=" | "-=");
            let value = sign + 1 + usize::from(word(sign + 1) == "{");
            let bound = |each: &usize| word(*each) == word(value) && word(each + 1) == "in";
            let set = (0..at).rev().find(bound).filter(|_| stores)? + 2;
            self.members_of(word(set)).or(Some(word(set)).filter(|set| self.is_domain(set)))
        };
        (0..tokens).find_map(stored)
    }

    /// The tokens of the set from which the move chooses its parameter of this name.
    pub fn chosen_from(&self, name: &str) -> Option<Range<usize>> {
        let (open, _) = self.body?;
        let chooses = |at: &usize| self.word(*at) == name && self.word(at + 1) == "in";
        let from = (self.range.start + 3..open).find(chooses)? + 2;
        Some(from..self.find(from..open, &[",", ")", "where"])?)
    }

    /// The set of the position to which an element in these tokens is put, or from which it is
    /// taken: the one from which the move chose it, or one of such elements, that of `owner`.
    pub fn set_for(&self, element: Range<usize>, takes: bool, owner: Option<&str>) -> Option<String> {
        let chosen = self.chosen_from(self.word(element.start)).filter(|_| element.len() == 1);
        let first = chosen.clone().map_or("", |set| self.word(set.start));
        let members = self.members_of(first);
        if let Some(set) = chosen.filter(|set| {
            takes && owner.is_none() && members.is_some() && self.operand_end(set.start) == set.end
        }) {
            return Some(self.text(set).to_owned());
        }
        // Functions of the language give cells.
        let cells = built_in(first).filter(|it| matches!(it.kind, Kind::Function(_) | Kind::Direction));
        let domain =
            members.or(Some(first).filter(|first| self.is_domain(first))).or(cells.map(|_| self.board()));
        let (set, by_player) = self.set_field_of(domain)?;
        let owner = owner.unwrap_or(if takes { "opponent" } else { "me" });
        Some(if by_player { format!("{set}[{owner}]") } else { set.to_owned() })
    }

    /// The first field that is a set, one for each player if there is such a one, and whether it
    /// is.
    pub fn set_field(&self) -> Option<(&'t str, bool)> {
        self.set_field_of(None)
    }

    /// The same of the fields that are sets of this domain.
    fn set_field_of(&self, domain: Option<&str>) -> Option<(&'t str, bool)> {
        let word = |at: usize| self.view.word(at);
        let is_set = |at: &usize| {
            word(*at) == ":"
                && word(at + 1) == "set"
                && word(at + 2) == "of"
                && domain.is_none_or(|domain| word(at + 3) == domain)
        };
        let colons: Vec<usize> = (1..self.view.tokens.len()).filter(is_set).collect();
        let by_player = |at: &&usize| **at > 3 && word(**at - 1) == "]" && word(**at - 2) == "Player";
        let of_each = colons.iter().find(by_player).map(|at| (word(at - 4), true));
        of_each.or_else(|| colons.iter().find(|at| word(**at - 1) != "]").map(|at| (word(at - 1), false)))
    }

    /// Of which domain a field or a parameter of this name is a set.
    pub fn members_of(&self, name: &str) -> Option<&'t str> {
        let word = |at: usize| self.view.word(at);
        let close = |at: usize| (at..self.view.tokens.len()).find(|close| word(*close) == "]");
        let colon = |at: usize| if word(at + 1) == "[" { close(at).unwrap_or(at) + 1 } else { at + 1 };
        let is_set =
            |at: &usize| word(*at) == name && word(colon(*at)) == ":" && word(colon(*at) + 1) == "set";
        (0..self.view.tokens.len()).find(is_set).map(|at| word(colon(at) + 3))
    }

    /// Whether a field or a parameter of this name is a set.
    pub fn is_set(&self, name: &str) -> bool {
        self.members_of(name).is_some()
    }

    /// The first of these names that the text does not use; the last if it uses all.
    pub fn unused<'n>(&self, names: &[&'n str]) -> &'n str {
        let is_used =
            |name: &&&str| self.view.tokens.iter().any(|token| token.text(self.view.text) == **name);
        names.iter().find(|name| !is_used(name)).or(names.last()).copied().unwrap_or_default()
    }

    /// The index behind the type that begins at `at`.
    pub fn type_end(&self, at: usize) -> usize {
        let mut end = at;
        while end < self.range.end {
            let ends =
                matches!(self.word(end), "," | "=" | ":=" | "==" | "}" | ")" | "default" | ":") && end > at;
            let next_field = end > at && self.first(end) && !matches!(self.word(end), "or" | "of");
            if ends || next_field {
                break;
            }
            end = self.past(end);
        }
        end
    }

    /// Whether the rules outside of this item give points.
    pub fn gives_points(&self) -> bool {
        let view = self.view;
        let mut outside = (0..view.tokens.len()).filter(|each| !self.range.contains(each));
        outside.any(|each| {
            view.word(each) == "to" && !view.tokens[each].first && self.is_player(view.word(each + 1))
        })
    }

    /// Whether a rule outside of this item says who wins.
    pub fn says_who_wins(&self) -> bool {
        let mut outside = (1..self.view.tokens.len()).filter(|each| !self.range.contains(each));
        outside.any(|each| matches!(self.view.word(each), "wins" | "loses") && !self.view.tokens[each].first)
    }

    /// The first domain that has so many members, as far as its tokens show it.
    pub fn of_size(&self, size: u64) -> Option<&'t str> {
        let word = |at: usize| self.view.word(at);
        let number = |at: usize| word(at).parse::<u64>().ok();
        let members = |at: usize| match word(at) {
            "range" if word(at + 4) == ".." => (number(at + 5)? + 1).checked_sub(number(at + 3)?),
            "board" if word(at + 4) == "(" && word(at + 6) == ")" => number(at + 5),
            "board" if word(at + 4) == "(" && word(at + 6) == "," => {
                number(at + 5)?.checked_mul(number(at + 7)?)
            }
            "enum" => {
                let end = (at..self.view.tokens.len()).find(|each| word(*each) == "}")?;
                Some((at + 3..end).filter(|each| word(*each) != ",").count() as u64)
            }
            _ => None,
        };
        let declares = |at: &usize| self.view.tokens[*at].first && members(*at) == Some(size);
        (0..self.view.tokens.len()).find(declares).map(|at| word(at + 1))
    }

    /// Whether the text has a single board or graph.
    pub fn has_single_board(&self) -> bool {
        let view = self.view;
        let declares = |at: &usize| view.tokens[*at].first && matches!(view.word(*at), "board" | "graph");
        (0..view.tokens.len()).filter(declares).count() == 1
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields as helps;

    #[test]
    fn what_is_declared_is_not_what_is_left() {
        let show =
            |lines: &str, entry: &str| helps(&format!("{lines}\nmove m {{ n += 1 }}\nshow C {{ {entry} }}"));
        assert_eq!(show("", "s: \"x\", rest \".\""), ["write `else: \".\"`"]);
        assert_eq!(
            show("def rest = C - s", "s: \"x\", rest \".\""),
            ["write `show C { s: \"x\", rest: \".\" }`"]
        );
    }

    #[test]
    fn a_board_is_named_for_certain_where_there_is_one() {
        let certain = |more: &str| {
            let text = format!(
                "game \"G\"\nplayers Ann, Bob\nboard C = grid(3, 3)\n{more}state {{ s: set of C }}\nmove m(c in C) {{ s += c }}\nshow {{ s: \"x\" }}\nstuck => draw\n"
            );
            let (_, reports) = crate::syntax::parse(crate::source::FileId::DEFINITION, &text);
            reports[0].fixes[0].applicability == crate::diagnostic::Applicability::Certain
        };
        assert!(certain(""));
        assert!(!certain("graph N { p-q }\n"));
    }

    #[test]
    fn whole_words_name_what_each_player_has() {
        let field = |name: &str| {
            crate::syntax::tests::helps_about(&format!(
                "game \"G\"\nplayers Ann, Bob\nstate {{ {name}[2]: 0..9 }}\nmove m {{ }}\nstuck => draw\n"
            ))
        };
        assert_eq!(field("store"), ["write `store[Player]: 0..9`: the players are a domain"]);
        assert_ne!(field("possible")[0], "write `possible[Player]: 0..9`: the players are a domain");
    }
}
