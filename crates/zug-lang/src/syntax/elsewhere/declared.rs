//! Names that a text declares, as far as its tokens show it.

use super::place::Place;

impl<'t> Place<'_, 't> {
    /// Whether a `def` or a `let` of this name is declared.
    pub fn declared_def(&self, name: &str) -> bool {
        (1..self.view.tokens.len())
            .any(|at| self.view.word(at) == name && matches!(self.view.word(at - 1), "def" | "let"))
    }

    /// Whether a `def`, a `move` or a `followup` of this name is declared.
    pub fn declares_rule(&self, name: &str) -> bool {
        let word = |at: usize| self.view.word(at);
        (1..self.view.tokens.len())
            .any(|at| word(at) == name && matches!(word(at - 1), "def" | "move" | "followup"))
    }

    /// The first field that is a set, one for each player if there is such a one, and whether it
    /// is.
    pub fn set_field(&self) -> Option<(&'t str, bool)> {
        let word = |at: usize| self.view.word(at);
        let is_set = |at: &usize| word(*at) == ":" && word(at + 1) == "set" && word(at + 2) == "of";
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
            ["an entry is written `at: \"x\"`, the last one `else: \".\"`"]
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
