//! The head of a move as a sentence: `move hop from a in men[me] to b in near(a) {`.

use super::Mistake;
use super::place::Place;
use std::ops::Range;

/// The most words between two parameters: `to a cell b in S`.
const MOST_WORDS: usize = 4;

/// Searches the token `at`, the name of a move.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if at != place.range.start + 1 || !place.is_name(at) || place.word(at + 1) == "(" {
        return None;
    }
    let limit = place.body.map_or(place.range.end, |(open, _)| open);
    let stop = place.find(at + 1..limit, &["when", "as", "if", "where"]).unwrap_or(limit);
    let mut parameters: Vec<String> = Vec::new();
    let mut from = at + 1;
    while from < stop {
        let name = named_behind(place, from..stop).filter(|name| *name > from || !parameters.is_empty())?;
        let end = (name + 3..stop).find(|each| next_begins(place, *each, stop)).unwrap_or(stop);
        let set = name + 2..end;
        parameters.push(format!("{} in {}", place.word(name), place.text(set.clone())));
        if set.is_empty() {
            return None;
        }
        from = end;
    }
    (!parameters.is_empty()).then(|| {
        let text = format!("{}({})", place.word(at), parameters.join(", "));
        let message = "what a move chooses stands in brackets behind its name";
        let help = format!("write `{} {text}`", place.word(at - 1));
        let said = place.span_of(&(at + 1..stop));
        place.likely(at..stop, message, text).at(said).label("not written so here").help(help)
    })
}

/// The name before `in` behind some words of prose.
fn named_behind(place: &Place, range: Range<usize>) -> Option<usize> {
    let sign = range.clone().take(MOST_WORDS + 2).find(|each| place.word(*each) == "in")?;
    let name = sign.checked_sub(1).filter(|name| range.contains(name) && place.is_name(*name))?;
    let prose = (range.start..name).all(|each| is_prose(place, each));
    prose.then_some(name)
}

/// Whether a word parts the parameters of a move in a sentence.
fn is_prose(place: &Place, at: usize) -> bool {
    let word = place.word(at);
    let known = matches!(
        word,
        "to" | "from"
            | "with"
            | "of"
            | "a"
            | "an"
            | "the"
            | "at"
            | "on"
            | "by"
            | "into"
            | "onto"
            | "and"
            | "then"
            | "any"
            | "some"
            | "over"
            | "for"
            | ","
    );
    known || place.is_name(at) && (is_noun(word) || place.before(at) == "a" || place.before(at) == "the")
}

/// Whether a word says what a parameter stands for: `to cell c in S`.
fn is_noun(word: &str) -> bool {
    matches!(word, "cell" | "square" | "piece" | "stone" | "man" | "pile" | "heap" | "number" | "player")
}

/// Whether a further parameter begins with this word.
fn next_begins(place: &Place, at: usize, stop: usize) -> bool {
    let outside =
        place.find(at..at + 1, &["to", "from", "with", "of", "at", "on", "by", "into", "onto", "and", ","]);
    let enclosed = (place.range.start..at).any(|open| place.partner(open).is_some_and(|close| close > at));
    outside.is_some() && !enclosed && named_behind(place, at..stop).is_some_and(|name| name > at)
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    fn helps(head: &str) -> Vec<String> {
        helps_beside_fields(&format!("{head} {{\n  s += c\n}}"))
    }

    #[test]
    fn what_a_move_chooses_is_told_in_brackets() {
        for word in ["to", "from", "with", "of", "a", "at", "on", "by", "into", "to a cell", "for the"] {
            let found = helps(&format!("move hop {word} c in near(at) as \"N{{c}}\""));
            assert_eq!(found, ["write `move hop(c in near(at))`"], "{word}");
        }
        let two = ["write `move hop(a in men[me], c in near(a))`"];
        assert_eq!(helps("move hop from a in men[me] to c in near(a)"), two);
        assert_eq!(helps("move hop from a in men[me], to c in near(a)"), two);
        assert_eq!(helps("move hop a man a in men[me] to c in near(a) when n > 1"), two);
    }

    #[test]
    fn a_head_in_our_form_is_left_alone() {
        assert_eq!(helps("move hop(c in near(at)) when c in s and at in men[me]"), [""; 0]);
        let guard = helps("move hop(c in near(at)) when c in s and and at in men[me]");
        assert!(guard.iter().all(|help| !help.contains("move hop(")), "{guard:?}");
    }
}
