//! When a line is not offered: where something was put in that stands for what the author has to
//! choose, where a word of the author was lost, or where a report says the line already.

use super::rounds::Draft;
use super::{choices, stands_on};
use crate::built_ins::built_in;
use crate::diagnostic::Diagnostic;
use crate::fix::apply_all;
use crate::source::FileId;
use crate::syntax::items::AT_PLACE;
use crate::syntax::tokens::{TokenClass, tokens};
use std::collections::HashSet;
use std::ops::Range;

/// The bounds that a help writes where the author has to choose some.
const BOUNDS: &str = "0..9";

/// Words that stand for what the author has to choose.
const OPEN: [&str; 9] =
    ["NAME", "TYPE", "VALUE", "SET", "DOMAIN", "CONDITION", "OUTCOME", "EXPRESSION", "FACT"];

/// Words that are no names and have a meaning inside an item, beside [`AT_PLACE`].
const INSIDE: [&str; 7] = ["turn", "set", "list", "stuck", "bool", "x", "y"];

/// Whether a unit may not be offered as it is in a copy.
pub(super) fn of_unit(text: &str, unit: &Range<usize>, is: &str, copy: &Draft) -> bool {
    let was = &text[unit.clone()];
    let others: HashSet<&str> = names(&text[..unit.start]).chain(names(&text[unit.end..])).collect();
    let (old, new): (HashSet<&str>, HashSet<&str>) = (names(was).collect(), names(is).collect());
    let loses_a_name = old.iter().any(|name| others.contains(name) && !new.contains(name));
    let invents = new.iter().any(|name| !old.contains(name) && !others.contains(name) && !is_bound(is, name));
    let leaves_open = OPEN.iter().any(|word| new.contains(word) && !old.contains(word));
    let bounds = is.contains(BOUNDS) && !text.contains(BOUNDS);
    loses_a_name || invents || leaves_open || bounds || copy.likely.iter().any(|(was, is)| loses(was, is))
}

/// The names in a text: words that are neither reserved nor of the language.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |class: TokenClass| class == TokenClass::Word;
    let words = tokens(text).into_iter().filter(move |token| is_word(token.class));
    let words = words.map(|token| token.text(text));
    words.filter(|word| built_in(word).is_none() && !AT_PLACE.contains(word) && !INSIDE.contains(word))
}

/// Whether a name is given in a text to the members of a set, or to a value.
fn is_bound(text: &str, name: &str) -> bool {
    text.contains(&format!("{name} in ")) || text.contains(&format!("let {name} = "))
}

/// Whether an edit that is not certain takes out a word, a text or the only number.
fn loses(was: &str, is: &str) -> bool {
    let of = |text: &str, class: TokenClass| tokens(text).iter().any(|token| token.class == class);
    let word = |text: &str| of(text, TokenClass::Word) || of(text, TokenClass::Reserved);
    let gone = |class: TokenClass| of(was, class) && !of(is, class);
    word(was) && !word(is) && is.trim().is_empty() || gone(TokenClass::Text) || gone(TokenClass::Number)
}

/// What the messages begin with that ask for what the author alone knows.
const ASKS: [&str; 4] = [
    "a range needs its upper end",
    "this `if` has no condition",
    "nothing stands behind `else`",
    "behind `again with` stands",
];

/// Whether a report asks for something that is missing: without it the line is not what is meant.
fn asks(report: &Diagnostic) -> bool {
    let help = report.help.as_deref().unwrap_or_default();
    help.starts_with("something is missing at the dots")
        || ASKS.iter().any(|begin| report.message.starts_with(begin))
}

/// Whether one report about a line says already how it reads as a whole.
pub(super) fn is_said(text: &str, found: &[Diagnostic], line: &Range<usize>, shown: &str) -> bool {
    if found.iter().any(|report| stands_on(report, line) && asks(report)) {
        return true;
    }
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    let wanted = plain(shown);
    found.iter().filter(|report| stands_on(report, line)).any(|report| {
        let codes = report.help.as_deref().unwrap_or("").split('`').skip(1).step_by(2);
        let fixed = choices::choice(text, report, line).map(|choice| {
            let copy = apply_all(FileId::DEFINITION, text, choice.fixes).text;
            plain(&copy[line.start..(copy.len() + line.end).saturating_sub(text.len()).max(line.start)])
        });
        codes.chain(report.fixes.iter().map(|fix| fix.text.as_str())).any(|code| plain(code) == wanted)
            || fixed.is_some_and(|line| line == wanted)
    })
}
