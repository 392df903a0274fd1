//! Where a place of a text lies: in which item, and in which brackets of it.

use super::items::{ends_operand, is_reserved, rule_of};
use super::parse_error::TokenView;
use super::scan::Kind;

/// One pass over the tokens of a text, from place to place.
pub(super) struct Walk<'v, 't> {
    view: &'v TokenView<'t>,
    at: usize,
    /// The keyword of the item around the place; none where a word that is no keyword begins it.
    pub item: Option<usize>,
    /// The brackets that are open in the item, the innermost last.
    pub open: Vec<usize>,
}

impl<'v, 't> Walk<'v, 't> {
    pub fn new(view: &'v TokenView<'t>) -> Walk<'v, 't> {
        Walk { view, at: 0, item: None, open: Vec::new() }
    }

    /// Goes on to a place, which is no earlier one.
    pub fn to(&mut self, place: usize) {
        let view = self.view;
        for at in self.at..place.min(view.tokens.len()) {
            let word = view.word(at);
            if view.tokens[at].first && rule_of(word).is_some() && !self.is_statement(at) {
                self.item = Some(at);
                self.open.clear();
            } else if view.tokens[at].first
                && self.open.is_empty()
                && is_name(view, at)
                && ends_item(view, at)
            {
                self.item = None;
            }
            pass(view, at, &mut self.open);
        }
        self.at = self.at.max(place);
    }

    /// Whether a keyword begins a statement: an indented `let` in braces.
    fn is_statement(&self, at: usize) -> bool {
        let before = &self.view.text[..self.view.tokens[at].start];
        self.view.word(at) == "let" && !self.open.is_empty() && before.ends_with([' ', '\t'])
    }
}

/// Passes a token: an opening bracket is open behind it, a closing one closes the innermost.
pub(super) fn pass(view: &TokenView, at: usize, open: &mut Vec<usize>) {
    match view.word(at) {
        "(" | "[" | "{" => open.push(at),
        ")" | "]" | "}" => {
            open.pop();
        }
        _ => {}
    }
}

/// Whether a token is a name.
pub(super) fn is_name(view: &TokenView, at: usize) -> bool {
    view.tokens.get(at).is_some_and(|token| token.kind == Kind::Word) && !is_reserved(view.word(at))
}

/// Whether an item may end before a token: an operand or a body does.
fn ends_item(view: &TokenView, at: usize) -> bool {
    at == 0 || ends_operand(view, at - 1) || view.word(at - 1) == "}"
}
