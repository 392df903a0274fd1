//! The head of a move as a sentence: `move hop from a in men[me] to b in near(a) {`.

use super::Mistake;
use super::place::Place;
use std::ops::Range;

/// The most words between two parameters: `to a cell b in S`.
const MOST_WORDS: usize = 4;

/// The words that stand before a parameter in a sentence.
const BEFORE: [&str; 15] =
    ["to", "from", "with", "of", "at", "on", "by", "into", "onto", "and", "then", "over", "for", ",", ":"];

/// The words that end the parameters.
const STOPS: [&str; 8] = ["when", "as", "if", "where", "provided", "such", "unless", "while"];

/// Searches the token `at`, the name of a move.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if at != place.range.start + 1 || !place.is_name(at) {
        return None;
    }
    let limit = place.body.map_or(place.range.end, |(open, _)| open);
    let stop = place.find(at + 1..limit, &STOPS).unwrap_or(limit);
    let mut parameters: Vec<String> = Vec::new();
    let mut from = at + 1;
    if let Some(close) = place.partner(from).filter(|close| place.word(from) == "(" && close + 1 < stop) {
        parameters.push(place.text(from + 1..close).to_owned());
        from = close + 1;
    } else if place.word(from) == "(" {
        return None;
    }
    while from < stop {
        let name = named_behind(place, from..stop).filter(|name| *name > from || !parameters.is_empty())?;
        let end = (name + 3..stop).find(|each| next_begins(place, *each, stop)).unwrap_or(stop);
        let closes = end == stop && place.word(end - 1) == ":";
        let set = name + 2..if closes { end - 1 } else { end };
        parameters.push(format!("{} in {}", place.word(name), place.text(set.clone())));
        if set.is_empty() || named_article(place, from..name).is_some() {
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

/// The name before `in` behind some words of prose. Where no `in` stands it is the one before
/// `from`: `to c from S`.
fn named_behind(place: &Place, range: Range<usize>) -> Option<usize> {
    let near = || range.clone().take(MOST_WORDS + 2);
    let from = |each: &usize| {
        place.word(*each) == "from" && *each > range.start + 1 && place.is_domain(place.word(each + 1))
    };
    let sign = near().find(|each| place.word(*each) == "in").or_else(|| near().find(from))?;
    let name = sign.checked_sub(1).filter(|name| range.contains(name) && place.is_name(*name))?;
    let prose = (range.start..name).all(|each| is_prose(place, each));
    prose.then_some(name)
}

/// `from a to b in near(a)`: a name that looks like an article, and that is used further on.
fn named_article(place: &Place, range: Range<usize>) -> Option<usize> {
    let article = |each: &usize| {
        let next = place.word(each + 1);
        place.word(*each) == "a" && (BEFORE.contains(&next) || !place.is_name(each + 1))
    };
    range.into_iter().find(article)
}

/// Whether a word parts the parameters of a move in a sentence.
fn is_prose(place: &Place, at: usize) -> bool {
    let word = place.word(at);
    let known = BEFORE.contains(&word) || matches!(word, "a" | "an" | "the" | "any" | "some");
    known || place.is_name(at) && (is_noun(word) || place.before(at) == "a" || place.before(at) == "the")
}

/// Whether a word says what a parameter stands for: `to cell c in S`.
fn is_noun(word: &str) -> bool {
    matches!(word, "cell" | "square" | "piece" | "stone" | "man" | "pile" | "heap" | "number" | "player")
}

/// Whether a further parameter begins with this word.
fn next_begins(place: &Place, at: usize, stop: usize) -> bool {
    let outside = BEFORE.contains(&place.word(at)) && place.word(at) != ":";
    let enclosed = (place.range.start..at).any(|open| place.partner(open).is_some_and(|close| close > at));
    outside && !enclosed && named_behind(place, at..stop).is_some_and(|name| name > at)
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
    fn what_stands_behind_the_parameters_is_none() {
        assert_eq!(helps("move hop to c in C provided c in s")[0], "write `move hop(c in C)`");
        assert_eq!(helps("move hop for c in C:"), ["write `move hop(c in C)`"]);
        assert_eq!(helps("move hop: c in C"), ["write `move hop(c in C)`"]);
        assert_eq!(helps("move hop to c from C"), ["write `move hop(c in C)`"]);
        let further = ["write `move hop(a in men[me], c in near(a))`"];
        assert_eq!(helps("move hop(a in men[me]) to c in near(a)"), further);
        let article = helps("move hop from a to c in near(a)");
        assert!(article.iter().all(|help| !help.contains("hop(c in near(a))")), "{article:?}");
    }

    #[test]
    fn a_head_in_our_form_is_left_alone() {
        assert_eq!(helps("move hop(c in near(at)) when c in s and at in men[me]"), [""; 0]);
        let guard = helps("move hop(c in near(at)) when c in s and and at in men[me]");
        assert!(guard.iter().all(|help| !help.contains("move hop(")), "{guard:?}");
    }
}
