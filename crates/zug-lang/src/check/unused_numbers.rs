//! Params that are numbers and stand nowhere else: what a call with too few arguments may lack.

use super::input::CheckInput;
use crate::syntax::ast::{ItemKind, TypeKind};
use crate::syntax::tokens::{TokenClass, tokens};

impl CheckInput<'_> {
    /// The params of a range that no other place of the definition names, in the order of the text.
    pub(super) fn unused_numbers(&self) -> Vec<String> {
        let text = &self.game.text;
        let words = tokens(text).into_iter().filter(|token| token.class != TokenClass::Comment);
        let words: Vec<&str> = words.filter_map(|token| text.get(token.start..token.end)).collect();
        let once = |name: &str| words.iter().filter(|word| **word == name).count() == 1;
        let params = self.game.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Param(declared) if declared.indexes.is_empty() => Some(declared),
            _ => None,
        });
        let numbers = params.filter(|each| matches!(each.ty.kind, TypeKind::Range(..)));
        numbers.map(|each| each.name.text.clone()).filter(|name| once(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_about;

    #[test]
    fn a_param_that_stands_nowhere_else_is_the_missing_size() {
        let helps = |param: &str, board: &str| {
            helps_about(&format!(
                "game \"G\" players Ann, Bob\n{param}\nboard C = {board}\nstate {{ s: set of C }}\nmove m(c in C - s) {{ s += c }}\nstuck => me loses"
            ))
        };
        let both = "param columns: 1..9 = 3 param rows: 1..9 = 4 // rows";
        assert_eq!(
            helps(both, "grid(columns)"),
            ["write `board C = grid(columns, rows)`: columns, then rows"]
        );
        let one = "param columns: 1..9 = 3";
        assert_eq!(
            helps(one, "grid(columns)"),
            ["write `board C = grid(columns, columns)`: columns, then rows"]
        );
    }
}
