//! Declarations without their keyword: what their form shows to be meant.

use super::meaning;
use crate::syntax::brackets::is_declared_name;
use crate::syntax::codes;
use crate::syntax::elsewhere::Mistake;
use crate::syntax::elsewhere::place::Place;
use std::collections::BTreeSet;

/// `n = 3`, `n: 1..3 = 3`, `f(x) = ..` without a keyword.
pub(super) fn define(place: &Place, at: usize) -> Option<Mistake> {
    let declared = is_declared_name(place.view, at);
    if !place.is_name(at) || meaning(place.word(at)).is_some() && !declared {
        return None;
    }
    let name = place.word(at);
    let line = place.text(at..place.line_end(at));
    let keyword = match place.word(at + 1) {
        "=" | ":=" if crate::built_ins::board(place.word(at + 2)).is_some() => "board",
        "=" | ":="
            if name.starts_with(char::is_uppercase) && place.find(at..place.range.end, &[".."]).is_some() =>
        {
            "range"
        }
        "=" | ":=" if speaks_of_position(place, at + 2) => "def",
        "=" | ":=" => "let",
        "(" if matches!(place.word(place.past(at + 1)), "=" | ":=") => "def",
        "[" if matches!(place.word(place.past(at + 1)), "=" | ":=") => "let",
        ":" | "[" if place.word(place.operand_end(at)) == ":" && place.is_stored_to(name) => {
            let text = format!("state {{ {line} }}");
            let message = format!("`{name}` begins no item: what changes during play stands in `state`");
            let whole = at..place.line_end(at);
            return Some(place.likely(whole, message, text).at(place.span(at)).code(codes::UNKNOWN_ITEM));
        }
        "{" if declared => "enum",
        "of" if declared => "family",
        ":" => {
            let help = format!(
                "what changes during play stands in `state {{ {line} }}`, a constant that can be set from outside is `param {line}`"
            );
            return Some(
                place
                    .reported(
                        at..at + 1,
                        at..at + 1,
                        format!("`{name}` begins no item"),
                        help,
                        &format!("param {name}"),
                    )
                    .code(codes::UNKNOWN_ITEM),
            );
        }
        _ => return None,
    };
    let near = !declared && crate::syntax::items::near_item(name).is_some();
    (!near).then(|| {
        place
            .likely(at..at + 1, format!("a keyword is missing before `{name}`"), format!("{keyword} {name}"))
            .code(codes::UNKNOWN_ITEM)
            .help(format!("write `{keyword} {line}`"))
    })
}

/// Whether a field of `state` is named in the item behind `from`.
fn speaks_of_position(place: &Place, from: usize) -> bool {
    let view = place.view;
    let word = |at: usize| view.word(at);
    let names: BTreeSet<&str> = (from..place.range.end).filter(|at| place.is_name(*at)).map(word).collect();
    if (0..view.tokens.len()).any(|at| names.contains(word(at)) && place.stores_at(at)) {
        return true;
    }
    let Some(state) = (0..view.tokens.len()).find(|at| word(*at) == "state" && view.tokens[*at].first) else {
        return false;
    };
    let end = (state + 1..view.tokens.len())
        .find(|at| view.tokens[*at].first && crate::syntax::items::rule_of(word(*at)).is_some())
        .unwrap_or(view.tokens.len());
    let fields = (state + 1..end).filter(|at| matches!(word(at + 1), ":" | "[") && word(at - 1) != "[");
    let fields: Vec<&str> = fields.map(word).collect();
    (from..place.range.end).any(|at| matches!(word(at), "me" | "opponent") || fields.contains(&word(at)))
}
