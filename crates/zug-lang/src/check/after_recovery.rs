//! Leaves out what only follows from a guess of the parser.
//!
//! Where one token is missing or stands too much, the parser reads on as if the text were whole.
//! What the token would have been is not known: types on its line may be wrong for it, and names
//! beside it.

use super::codes;
use super::words::words_in;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Game, Item, ItemKind, Name};

/// The codes of reports that a wrong type gives.
const TYPES: [&str; 5] =
    [codes::MISMATCH, codes::NO_COMMON_TYPE, codes::NONE_HERE, codes::NOT_INDEXED, codes::NO_GEOMETRY];

/// The bytes beside a guess in which a name may belong to it.
const BESIDE: u32 = 14;

/// Drops the reports that probably follow from guesses.
pub(super) fn without_consequences(game: &Game, diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.retain(|report| report.code != codes::UNKNOWN_NAME || !is_two_words(game, report.span()));
    if game.mistakes.is_empty() {
        return;
    }
    let names = guessed_names(game);
    let bounds = guessed_params(game);
    let broken = broken_items(game);
    diagnostics.retain(|report| {
        let at = report.span();
        let follows = game.guessed.iter().any(|guess| match report.code {
            codes::UNKNOWN_NAME => same_line(game, *guess, at) && gap(*guess, at) <= BESIDE,
            _ => same_line(game, *guess, at) || at.start <= guess.start && guess.start <= at.end,
        });
        // A local has no indexes, whatever its type.
        let named = |name: &&str| match report.code {
            codes::NOT_INDEXED => report.message.starts_with(&format!("`{name}`")),
            _ => is_named(game, at, name),
        };
        let of_type = TYPES.contains(&report.code) && names.iter().any(named);
        let players = report.code == codes::PLAYER_COUNT
            && game.mistakes.iter().any(|mistake| same_line(game, *mistake, at));
        let of_bounds = players || bounds.iter().any(|begin| report.message.starts_with(begin.as_str()));
        !follows && !of_bounds && !of_type && !follows_from_item(&broken, report)
    });
}

/// The items in which the parser met a mistake.
fn broken_items(game: &Game) -> Vec<&Item> {
    let mut places: Vec<u32> = game.mistakes.iter().map(|mistake| mistake.start).collect();
    places.sort_unstable();
    let broken = |item: &&Item| {
        let first = places.partition_point(|place| *place < item.span.start);
        places.get(first).is_some_and(|place| *place <= item.span.end)
    };
    game.items.iter().filter(broken).collect()
}

/// Whether a report follows from a mistake in another item: a list has as many values as the domain
/// would have members, a picture draws a letter whose entry could not be read, a name is bound up
/// to a brace that is lost.
fn follows_from_item(broken: &[&Item], report: &Diagnostic) -> bool {
    let mut items = broken.iter();
    match report.code {
        codes::WRONG_LENGTH => items.any(|item| {
            let domain =
                matches!(item.kind, ItemKind::Enum { .. } | ItemKind::Graph { .. } | ItemKind::Players(_));
            domain && report.labels.iter().any(|label| item.span.holds(label.span))
        }),
        codes::PICTURE_LETTER => {
            items.any(|item| matches!(item.kind, ItemKind::Show { .. } | ItemKind::Error))
        }
        codes::NO_GEOMETRY if report.message.starts_with("elements of `") => items.any(|item| {
            let named = |name: &Name| report.message.contains(&format!("`{}`", name.text));
            matches!(&item.kind, ItemKind::Graph { name, .. } if named(name))
        }),
        codes::UNKNOWN_NAME if report.message.ends_with("is known no more here") => {
            items.any(|item| item.span.holds(report.span()))
        }
        _ => false,
    }
}

/// How reports begin about values of params whose type was guessed.
fn guessed_params(game: &Game) -> Vec<String> {
    let guessed =
        |span: Span| game.guessed.iter().any(|guess| span.start <= guess.start && guess.end <= span.end);
    let params = game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Param(declared) if guessed(item.span) => Some(&declared.name.text),
        _ => None,
    });
    let graphs = game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Graph { name, .. } if guessed(item.span) => {
            Some(format!("elements of `{}` have", name.text))
        }
        _ => None,
    });
    params.flat_map(|name| [format!("`{name}` is "), format!("`{name}[")]).chain(graphs).collect()
}

/// The names of declarations in which the parser guessed: their types are guesses too.
fn guessed_names(game: &Game) -> Vec<&str> {
    let guessed =
        |span: Span| game.guessed.iter().any(|guess| span.start <= guess.start && guess.end <= span.end);
    let mut names = Vec::new();
    for item in &game.items {
        match &item.kind {
            ItemKind::Let { name, .. } | ItemKind::Def { name, .. } | ItemKind::Family { name, .. }
                if guessed(item.span) =>
            {
                names.push(name.text.as_str());
            }
            ItemKind::State { fields, .. } => {
                names.extend(
                    fields.iter().filter(|field| guessed(field.span)).map(|field| field.name.text.as_str()),
                );
            }
            _ => {}
        }
    }
    names
}

/// Whether a name stands on the line of a place.
fn is_named(game: &Game, at: Span, name: &str) -> bool {
    let text = &*game.text;
    let from = text.get(..at.start as usize).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let rest = text.get(from..).unwrap_or("");
    words_in(rest.lines().next().unwrap_or("")).any(|word| word == name)
}

/// Whether two places stand on one line.
fn same_line(game: &Game, a: Span, b: Span) -> bool {
    let (from, to) = (a.start.min(b.start) as usize, a.start.max(b.start) as usize);
    a.file == b.file && game.text.get(from..to).is_some_and(|between| !between.contains(['\n', '\r']))
}

/// The bytes between two places.
fn gap(a: Span, b: Span) -> u32 {
    b.start.saturating_sub(a.end).max(a.start.saturating_sub(b.end))
}

/// The bytes beside a mistake in which words may have run together.
const NEAR: usize = 24;

/// Whether a name ends or begins a word beside a mistake: what stood between the two is missing,
/// and with it the declaration. A name of one letter is one of the same item.
pub(super) fn ran_into_another(game: &Game, used: &Name) -> bool {
    let holds = |word: &str| {
        word.len() > used.text.len() && (word.starts_with(&used.text) || word.ends_with(&used.text))
    };
    let item = |at: u32| game.items.iter().position(|item| item.span.start <= at && at <= item.span.end);
    game.mistakes.iter().any(|mistake| {
        let local = || item(mistake.start).is_some_and(|mine| item(used.span.start) == Some(mine));
        mistake.file == used.span.file
            && (used.text.len() > 1 || local())
            && words_in(beside(game, *mistake)).any(|word| holds(word) && !is_written(game, word, 2))
    })
}

/// Whether an unknown name is two words of the text that ran together beside a mistake.
fn is_two_words(game: &Game, at: Span) -> bool {
    let Some(word) = game.text.get(at.start as usize..at.end as usize) else { return false };
    let near =
        game.mistakes.iter().any(|mistake| same_line(game, *mistake, at) && gap(*mistake, at) <= BESIDE);
    let parts = |cut: usize| Some((word.get(..cut)?, word.get(cut..)?));
    near && (1..word.len()).filter_map(parts).any(|(a, b)| is_word(game, a) && is_word(game, b))
}

/// Whether a word means something: it stands in the text, is built in, or names a cell.
fn is_word(game: &Game, word: &str) -> bool {
    let cell =
        word.len() == 2 && word.as_bytes()[0].is_ascii_lowercase() && word.as_bytes()[1].is_ascii_digit();
    cell || crate::built_ins::built_in(word).is_some() || is_written(game, word, 1)
}

/// Whether a word stands in the text at least so many times.
fn is_written(game: &Game, word: &str, times: usize) -> bool {
    words_in(&game.text).filter(|each| *each == word).take(times).count() == times
}

/// The text beside a place.
fn beside(game: &Game, at: Span) -> &str {
    let text = &*game.text;
    let (from, to) = (at.start as usize, (at.end as usize).max(at.start as usize));
    let start = text.ceil_char_boundary(from.saturating_sub(NEAR));
    let end = text.floor_char_boundary(to.saturating_add(NEAR));
    text.get(start..end.max(start)).unwrap_or("")
}
