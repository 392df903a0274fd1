//! Words, signs and forms that people bring from elsewhere: from Python, C, JavaScript, Ludii, GDL,
//! PRISM, from mathematics and from guesses.
//!
//! An item that cannot be parsed is searched for them, token by token. Each is told with what to
//! write here, in the names of the author, and mended where the meaning is plain, so that the rest
//! of the item is read too. What parses is never looked at: a shape here must be one that no
//! sentence of the language has.

mod actions;
mod again_conditions;
mod arrows;
mod as_said;
mod asked_moves;
mod bare_calls;
mod bare_comprehensions;
mod bits;
pub(crate) mod bounds;
mod brackets_meant;
mod branch_kinds;
mod choices;
mod clause_extents;
mod clauses;
mod collections;
mod conditions;
mod context;
mod declarations;
mod declared;
mod each_player;
mod edges;
mod else_words;
mod end_binders;
mod endings;
mod expressions;
mod fact_words;
mod facts;
mod field_types;
mod fixes;
mod goals;
mod greatest;
mod guards;
mod headers;
mod indentation;
mod infix;
mod is;
mod item_beginnings;
mod left_out;
mod left_out_names;
mod let_outcomes;
mod lists;
mod loops;
mod mathematics;
mod member_signs;
mod members;
mod methods;
mod missing_else;
mod move_choices;
mod outcome_forms;
mod outcome_words;
mod outcomes;
mod pairs;
mod parameters;
mod pictures;
mod place;
mod plies;
mod prose_headers;
mod quantifiers;
pub(super) mod relations;
mod requires;
mod returns;
mod set_names;
mod set_signs;
mod sets;
mod settings;
mod short_conditions;
mod slices;
mod statement_orders;
mod statements;
mod stepped;
mod top_level;
mod turn_words;
mod turned_choices;
mod turns;
mod typed;
mod types;
mod unfinished_statements;
mod unnamed_loops;
mod verbs;
mod while_loops;
mod words;

#[cfg(test)]
mod tests;

use super::brackets::{Brackets, Head};
use super::grammar::{GameParser, Rule};
use super::parse_error::TokenView;
use crate::diagnostic::{Diagnostic, Fix};
use pest::Parser;
use place::Place;
use std::ops::Range;

pub(super) use context::in_context;
pub(super) use indentation::indented_body;
pub(crate) use words::{
    Form, advice, board, function, is_word_for_empty, is_word_for_repetition, member, type_word, value_word,
};

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
const SEARCHES: [Search; 34] = [
    item_beginnings::search,
    else_words::search,
    as_said::search,
    clauses::search,
    top_level::search,
    move_choices::search,
    field_types::search,
    unfinished_statements::search,
    statement_orders::search,
    brackets_meant::search,
    short_conditions::search,
    settings::search,
    end_binders::search,
    left_out_names::search,
    declarations::search,
    guards::search,
    headers::search,
    types::search,
    infix::early,
    relations::search,
    outcomes::search,
    facts::search,
    mathematics::search,
    bits::search,
    loops::search,
    verbs::search,
    statements::search,
    methods::search,
    quantifiers::search,
    sets::search,
    bare_calls::search,
    infix::search,
    expressions::search,
    headers::late,
];

/// The mistakes in the tokens of an item, in text order; none overlaps another. `plain` says
/// whether the parser only expected something else, and knows no mistake.
pub(super) fn mistakes(
    view: &TokenView,
    brackets: &Brackets,
    head: Head,
    range: &Range<usize>,
    plain: bool,
) -> Vec<Mistake> {
    // Every search may look at the whole item, some at the whole text.
    if range.len() > LONGEST_ITEM || view.tokens.len() > LONGEST_TEXT || brackets.deepest.0 > DEEPEST {
        return Vec::new();
    }
    // Where a round or square bracket has no partner, nobody knows what belongs together; nor where
    // a brace has none that holds a set.
    let sets = matches!(
        head,
        Head::Item(Rule::expect_item | Rule::let_item | Rule::def_item | Rule::end_item | Rule::param_item)
    );
    let lost = |at: usize| {
        range.contains(&at)
            && (matches!(view.word(at), "(" | "[" | ")" | "]") || sets && matches!(view.word(at), "{" | "}"))
    };
    let unclosed = brackets.unclosed.iter().any(|(open, _)| lost(*open));
    if unclosed || brackets.stray.iter().any(|(close, _)| lost(*close)) {
        let bracketed = matches!(head, Head::Unknown) && view.word(range.start) == "(";
        if !bracketed {
            return Vec::new();
        }
    }
    let mut found = candidates(view, brackets, head, range, plain);
    if let Head::Item(rule) = head
        && (2..=MOST_TRIED).contains(&found.len())
    {
        let mut at = 0;
        while found.len() > 1 && at < found.len() {
            let others = found.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, each)| each);
            let needless = parses(view, rule, range, others.flat_map(|each| &each.report.fixes));
            if needless {
                found.remove(at);
            } else {
                at += 1;
            }
        }
    }
    found
}

/// The tokens of the longest item and of the longest text that are searched, and the deepest
/// nesting.
const LONGEST_ITEM: usize = 2_000;
const LONGEST_TEXT: usize = 20_000;
const DEEPEST: usize = 40;

/// The most mistakes of one item of which each is tried: whether the item parses without its mend.
const MOST_TRIED: usize = 12;

/// Whether an item parses after these mends. Then what else was found in it is no mistake.
fn parses<'a>(
    view: &TokenView,
    rule: Rule,
    range: &Range<usize>,
    fixes: impl Iterator<Item = &'a Fix>,
) -> bool {
    let (Some(first), Some(last)) = (view.tokens.get(range.start), view.tokens.get(range.end - 1)) else {
        return false;
    };
    let within = |fix: &Fix| {
        let (start, end) = (fix.span.start as usize - view.base, fix.span.end as usize - view.base);
        (first.end..=last.end).contains(&start) && end <= last.end
    };
    let fixes: Vec<Fix> = fixes.filter(|fix| within(fix)).cloned().collect();
    let text = &view.text[..last.end];
    let fixed = crate::fix::apply_all(view.file, text, fixes).text;
    GameParser::parse(rule, fixed[first.end..].trim_start()).is_ok()
}

/// All that looks like a mistake.
fn candidates(
    view: &TokenView,
    brackets: &Brackets,
    head: Head,
    range: &Range<usize>,
    plain: bool,
) -> Vec<Mistake> {
    let place = Place::new(view, brackets, head, range.clone(), plain);
    let mut found: Vec<Mistake> = Vec::new();
    let mut at = range.start;
    while at < range.end {
        // Every other search looks at the token before.
        let searches = if at == 0 { &SEARCHES[..5] } else { &SEARCHES[..] };
        let first =
            searches.iter().find_map(|search| search(&place, at).filter(|found| place.changes(found)));
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
