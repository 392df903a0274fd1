//! The text that is checked, and the settings beside it.

use crate::syntax::ast;

/// The input of a check.
#[derive(Clone, Copy)]
pub(super) struct CheckInput<'a> {
    /// The syntax tree of the definition.
    pub(super) game: &'a ast::Game,
    /// The settings from outside, in the order given.
    pub(super) settings: &'a [ast::Setting],
}

impl CheckInput<'_> {
    /// The title of the game; empty if it has none.
    pub(super) fn title(&self) -> String {
        let title = self.game.items.iter().find_map(|item| match &item.kind {
            ast::ItemKind::Game(title) => Some(title.text.clone()),
            _ => None,
        });
        title.unwrap_or_default()
    }

    /// The names of the warnings that the text allows.
    pub(super) fn allowed(&self) -> Vec<String> {
        let names = self.game.items.iter().filter_map(|item| match &item.kind {
            ast::ItemKind::Allow(names) => Some(names),
            _ => None,
        });
        names.flatten().map(|name| name.text.clone()).collect()
    }
}
