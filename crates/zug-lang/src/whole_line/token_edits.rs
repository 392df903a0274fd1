//! Looks for the fewest tokens whose edits let an item be read, at the places where its reading
//! stops: repairs of least cost as in L. Diekmann and L. Tratt, "Don't panic! Better, fewer, syntax
//! errors for LR parsers", 2020.
//!
//! Only tokens that carry no meaning of the author are taken out or replaced: marks, reserved
//! words, and short words of English that join others; only marks and reserved words are put in.
//! Whether the item then means something, the checker says.

use crate::syntax::tokens::{Token, TokenClass, tokens};
use crate::syntax::whole_item::read;
use std::collections::HashSet;

/// What is put in.
const PUT_IN: [&str; 10] = [",", ":", "in", "=", "..", "when", "=>", "for", "then", "where"];

/// Short words of English that join others; they are taken out where they are no names.
const JOINING: [&str; 22] = [
    "a", "an", "the", "to", "on", "at", "of", "from", "is", "are", "be", "by", "do", "has", "it", "than",
    "that", "which", "only", "there", "go", "so",
];

/// The most edits of one item.
const EDITS: usize = 3;

/// How many texts of one number of edits are gone on with.
const WIDTH: usize = 6;

/// The most texts that are given back.
const FOUND: usize = 6;

/// The most tokens of an item.
const TOKENS: usize = 120;

/// The words of a text that may be names.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    tokens(text).into_iter().filter(|token| token.class == TokenClass::Word).map(|token| token.text(text))
}

/// The texts that the fewest edits make of an item and that can be read; none where it can be read
/// as it is, or where more than [`EDITS`] are needed. `names` are the words of the other items.
pub(super) fn readable(item: &str, names: &HashSet<&str>) -> Vec<String> {
    let Err(stop) = read(item) else { return Vec::new() };
    let mut seen: HashSet<String> = HashSet::from([item.to_owned()]);
    let mut ends = vec![(item.len() - stop, item.to_owned())];
    for _ in 0..EDITS {
        let mut next: Vec<(usize, String)> = Vec::new();
        let mut whole: Vec<String> = Vec::new();
        for (left, text) in &ends {
            for edited in edits(text, text.len() - left, names) {
                if !seen.insert(edited.clone()) {
                    continue;
                }
                match read(&edited) {
                    Ok(()) => whole.push(edited),
                    Err(stop) if edited.len() - stop < *left => next.push((edited.len() - stop, edited)),
                    Err(_) => {}
                }
            }
        }
        if !whole.is_empty() {
            whole.truncate(FOUND);
            return whole;
        }
        next.sort();
        next.truncate(WIDTH);
        ends = next;
    }
    Vec::new()
}

/// The texts that one edit makes of an item at the place where its reading stops.
fn edits(item: &str, stop: usize, names: &HashSet<&str>) -> Vec<String> {
    let all: Vec<Token> =
        tokens(item).into_iter().filter(|token| token.class != TokenClass::Comment).collect();
    if all.len() > TOKENS {
        return Vec::new();
    }
    let at = all.partition_point(|token| token.end <= stop);
    // The keyword of the item stays.
    let near = at.saturating_sub(1).max(1)..(at + 2).min(all.len());
    let mut made = Vec::new();
    for token in all.get(near).unwrap_or_default() {
        let (before, behind) = (&item[..token.start], &item[token.end..]);
        if carries_nothing(*token, item, names) && !is_slice(&all, *token, item) {
            made.push(format!("{}{behind}", before.trim_end_matches(' ')));
            // A word is no slip for the sign of a comparison.
            let is_word = token.class == TokenClass::Reserved;
            let put_in = PUT_IN.iter().filter(|word| !(is_word && **word == "="));
            made.extend(put_in.map(|word| format!("{before}{}{behind}", padded(word, before, behind))));
        }
        let own = &item[token.start..];
        // Between two entries of a list, and behind `then`, a range is meant least of all.
        let is_range = |word: &str| word == ".." && !may_be_range(&all, *token, item);
        let put_in = PUT_IN.iter().filter(|word| !is_range(word));
        made.extend(put_in.map(|word| format!("{before}{} {own}", padded(word, before, " "))));
    }
    made
}

/// A token with the blanks that part it from its neighbours.
fn padded(word: &str, before: &str, behind: &str) -> String {
    let left = if before.ends_with(' ') { "" } else { " " };
    let right = if behind.starts_with([' ', '\n']) || behind.is_empty() { "" } else { " " };
    format!("{left}{word}{right}")
}

/// Whether a token is the colon of `left[i:]`, without which one entry is left.
fn is_slice(all: &[Token], token: Token, item: &str) -> bool {
    token.text(item) == ":" && is_in_list(all, token, item)
}

/// Whether a range may end with a token before which its dots are missing.
fn may_be_range(all: &[Token], token: Token, item: &str) -> bool {
    let before = all.iter().rev().filter(|each| each.start < token.start);
    let is_chosen = before.take(2).any(|each| each.text(item) == "then");
    !is_chosen && !is_in_list(all, token, item)
}

/// Whether the innermost bracket around a token is that of a list or an index.
fn is_in_list(all: &[Token], token: Token, item: &str) -> bool {
    let before = all.iter().take_while(|each| each.start < token.start);
    let mut open = Vec::new();
    for each in before {
        match each.text(item) {
            bracket @ ("(" | "[" | "{") => open.push(bracket),
            ")" | "]" | "}" => drop(open.pop()),
            _ => {}
        }
    }
    open.last() == Some(&"[")
}

/// Whether a token may be taken out or replaced.
fn carries_nothing(token: Token, item: &str, names: &HashSet<&str>) -> bool {
    let word = token.text(item);
    match token.class {
        TokenClass::Mark | TokenClass::Unknown => !matches!(word, "(" | ")" | "[" | "]" | "{" | "}"),
        TokenClass::Reserved => !matches!(word, "me" | "opponent" | "not" | "no" | "none" | "or"),
        TokenClass::ItemKeyword => word == "end",
        TokenClass::Word => JOINING.contains(&word) && !names.contains(word),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(item: &str) -> Vec<String> {
        readable(item, &HashSet::new())
    }

    #[test]
    fn the_fewest_edits_let_an_item_be_read() {
        assert_eq!(one("stuck => a draw"), ["stuck => draw"]);
        assert!(
            one("move m(h in S to c in T) { n = 1 }").contains(&"move m(h in S , c in T) { n = 1 }".into())
        );
        assert!(one("move m { n = 1 }").is_empty());
        assert!(!one("move m { n = min(left[n:], 3) }").contains(&"move m { n = min(left[n], 3) }".into()));
        assert!(one("end when n = 1 if n > 2 => draw").iter().all(|text| !text.contains("1 = n")));
        assert!(one("stuck => the player who moved last is the winner").is_empty());
    }
}
