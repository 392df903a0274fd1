//! Words, signs and forms that people bring from elsewhere: from Python, C, JavaScript, Ludii, GDL,
//! PRISM, from mathematics and from guesses.
//!
//! An item that cannot be parsed is searched for them, token by token. Each is told with what to
//! write here, in the names of the author, and mended where the meaning is plain, so that the rest
//! of the item is read too. What parses is never looked at: a shape here must be one that no
//! sentence of the language has.

mod declarations;
mod expressions;
mod facts;
mod headers;
mod infix;
mod loops;
mod methods;
mod outcomes;
mod place;
mod quantifiers;
mod sets;
mod statements;
mod types;
mod verbs;
mod words;

use super::brackets::{Brackets, Head};
use super::parse_error::TokenView;
use crate::diagnostic::Diagnostic;
use place::Place;
use std::ops::Range;

pub(crate) use words::{advice, board, function, member, type_word, value_word};

/// A mistake of this kind.
pub(super) struct Mistake {
    /// What is told.
    pub report: Diagnostic,
    /// The tokens that it explains.
    pub covers: Range<usize>,
}

/// A search for one kind of mistake at one token.
type Search = fn(&Place, usize) -> Option<Mistake>;

/// All searches; at one token the first that finds something tells it.
const SEARCHES: [Search; 15] = [
    declarations::search,
    headers::search,
    types::search,
    infix::early,
    outcomes::search,
    facts::search,
    loops::search,
    verbs::search,
    statements::search,
    methods::search,
    quantifiers::search,
    sets::search,
    infix::search,
    expressions::search,
    headers::late,
];

/// The mistakes in the tokens of an item, in text order; none overlaps another.
pub(super) fn mistakes(
    view: &TokenView,
    brackets: &Brackets,
    head: Head,
    range: &Range<usize>,
) -> Vec<Mistake> {
    let place = Place::new(view, brackets, head, range.clone());
    let mut found: Vec<Mistake> = Vec::new();
    let mut at = range.start;
    while at < range.end {
        // Every other search looks at the token before.
        let searches = if at == 0 { &SEARCHES[..1] } else { &SEARCHES[..] };
        let first = searches.iter().find_map(|search| search(&place, at).filter(|found| place.changes(found)));
        match first {
            Some(mistake) => {
                // A shape may begin before the token that shows it.
                let whole = place.rule.is_none() && mistake.covers.start == range.start;
                if whole {
                    // The item is read with its keyword in the next round.
                    return vec![mistake];
                }
                if found.last().is_none_or(|last| last.covers.end <= mistake.covers.start) {
                    at = mistake.covers.end.max(at + 1);
                    found.push(mistake);
                } else {
                    at += 1;
                }
            }
            None => at += 1,
        }
    }
    found
}
