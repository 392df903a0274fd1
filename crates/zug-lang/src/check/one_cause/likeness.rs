//! How alike the uses of a declared name are to those of a name that nothing declares.
//!
//! A use is alike where the same words and signs stand beside it. Two names on one line are two
//! things. A field that no move stores to, or that nothing reads, misses the uses that are left,
//! and so does the one of several elements that stands least often.
//!
//! The weights were chosen by renaming declarations of the library (docs/diagnostics-measured.md).

use super::Look;
use super::declared_names::{Candidate, UndeclaredName, Words};
use crate::source::Span;
use crate::syntax::ast::{Item, ItemKind, Name, StatementKind};
use std::collections::BTreeSet;

/// From this on a name is told as the one that is meant, below it beside a declaration, and below 0
/// only how the name would be declared that it stands for.
pub(super) const ALIKE: i32 = 5;

/// By so much an element must be likelier than the next one.
pub(super) const SURE: i32 = 2;
/// The weight of a name that nothing else uses.
const UNUSED: i32 = 6;
/// The weight of a field that nothing stores to, or that nothing reads.
const LACKS: i32 = 4;
/// The weight of the element that stands least often.
const RAREST: i32 = 4;
/// The weight of all words and signs beside the uses of a name.
const ALL_BESIDE: i32 = 4;
/// What each line takes away that has both names, and the most lines that are counted.
const ON_ONE_LINE: i32 = 2;
const LINES: usize = 3;

/// How alike the uses of a declared name are to those of a lost one.
pub(super) fn likeness(look: &Look, words: &Words, lost: &UndeclaredName, each: &Candidate) -> i32 {
    let known: Vec<Span> =
        words.places(&each.name.text, each.scope).into_iter().filter(|at| *at != each.name.span).collect();
    let text = &look.game.text;
    if lost.is_setting() {
        return likeness_of_setting(look, words, lost, each);
    }
    let lines = |places: &[Span]| places.iter().map(|at| line_of(text, *at)).collect::<BTreeSet<_>>();
    let around = |places: &[Span]| places.iter().flat_map(|at| beside(text, *at)).collect::<BTreeSet<_>>();
    let (left, used) = (around(&lost.uses), around(&known));
    let shared = left.intersection(&used).count() as i32;
    let alike = if left.is_empty() { 0 } else { ALL_BESIDE * shared / left.len() as i32 };
    let together = lines(&lost.uses).intersection(&lines(&known)).count().min(LINES) as i32;
    let rare = if is_rarest(look, words, lost, each) { RAREST } else { 0 };
    alike + missing(look, lost, each, &known) + rare - ON_ONE_LINE * together
}

/// How likely a param is the one that facts set by another name: one that no fact sets. A field has
/// a value that facts seldom set, so that another name is no field by that alone.
fn likeness_of_setting(look: &Look, words: &Words, lost: &UndeclaredName, each: &Candidate) -> i32 {
    let facts = look.game.items.iter().filter(|item| is_fact(item));
    let is_set = facts.clone().any(|item| !words.places(&each.name.text, item.span).is_empty());
    let beside = |item: &Item| {
        let here = |name: &str| !words.places(name, item.span).is_empty();
        here(lost.name) && here(&each.name.text)
    };
    let is_field = look.field(&each.name.text).is_some();
    match each.declared(look) {
        Some(_) if is_field || facts.clone().any(beside) => -1,
        Some(_) if is_set => 0,
        Some(_) => ALIKE,
        None => -1,
    }
}

/// Whether an element stands less often than each other one of its kind: rules speak of all of them
/// alike, so it misses the uses that are left.
fn is_rarest(look: &Look, words: &Words, lost: &UndeclaredName, each: &Candidate) -> bool {
    let is_own = |item: &&Item| elements(item).iter().any(|name| name.span == each.name.span);
    let Some(own) = look.game.items.iter().find(is_own) else { return false };
    let facts: Vec<Span> =
        look.game.items.iter().filter(|item| is_fact(item)).map(|item| item.span).collect();
    let count = |name: &Name| {
        let places = words.places(&name.text, look.game.span).into_iter();
        places.filter(|at| !facts.iter().any(|fact| fact.holds(*at))).count()
    };
    let others = elements(own).iter().filter(|name| name.text != each.name.text);
    lost.uses.iter().any(|at| !own.span.holds(*at)) && others.map(count).all(|other| count(each.name) < other)
}

fn is_fact(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Expect(_))
}

/// The start of the line of a place.
fn line_of(text: &str, at: Span) -> usize {
    text[..at.start as usize].rfind('\n').map_or(0, |end| end + 1)
}

/// The words and signs beside a place: the one before it, and the one behind it with what an index
/// or an argument begins with.
fn beside(text: &str, at: Span) -> [(bool, &str); 2] {
    let (before, behind) = (text[..at.start as usize].trim_end(), text[at.end as usize..].trim_start());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let last = before.trim_end_matches(is_word);
    let last = if last.len() < before.len() { &before[last.len()..] } else { last_sign(before) };
    let opens = behind.starts_with(['[', '(']) as usize;
    let rest = &behind[opens..];
    let word = rest.len() - rest.trim_start_matches(is_word).len();
    let length = match word {
        0 if rest.starts_with([')', ']', '}', ',']) => 1,
        0 => rest.find(|c: char| is_word(c) || c.is_whitespace()).unwrap_or(rest.len()).min(2),
        word => word,
    };
    let end = (opens + length..=behind.len()).find(|end| behind.is_char_boundary(*end));
    [(false, last), (true, &behind[..end.unwrap_or(behind.len())])]
}

/// The last sign of a text.
fn last_sign(text: &str) -> &str {
    text.char_indices().next_back().map_or("", |(at, _)| &text[at..])
}

/// What the uses that are left would give to a name that misses them.
fn missing(look: &Look, lost: &UndeclaredName, each: &Candidate, known: &[Span]) -> i32 {
    if known.is_empty() {
        return UNUSED;
    }
    let stores = |name: &str| {
        look.statements().iter().filter(|each| stored(&each.kind).is_some_and(|own| own.text == name)).count()
    };
    let is_field = look.field(&each.name.text).is_some_and(|field| field.name.span == each.name.span);
    let (to_lost, to_known) = (stores(lost.name), stores(&each.name.text));
    let unstored = is_field && to_known == 0 && to_lost > 0;
    let unread = is_field && known.len() == to_known && lost.uses.len() > to_lost;
    if unstored || unread { LACKS } else { 0 }
}

/// The field that a statement stores to.
fn stored(statement: &StatementKind) -> Option<&Name> {
    match statement {
        StatementKind::Assign { target, .. } => Some(target),
        _ => None,
    }
}

/// The players, or the elements of an enum.
pub(super) fn elements(item: &Item) -> &[Name] {
    match &item.kind {
        ItemKind::Players(names) | ItemKind::Enum { members: names, .. } => names,
        _ => &[],
    }
}
