//! Renames declarations of the library with some of their uses, and counts how often the first name
//! that is told is the new one. `cargo test -p zug-lang --lib renaming -- --nocapture` prints what
//! was told instead.

use super::declared_names::{Words, declared};
use crate::check::tests::{checked, definitions};
use crate::source::{FileId, Span};
use crate::syntax::ast::{Game, ItemKind};
use std::collections::BTreeSet;

/// So many names of a definition are renamed.
const NAMES: usize = 3;

/// The uses that keep the old name: all of them, those on every other line, the last one.
type KeptUses = fn(&str, &[Span]) -> Vec<Span>;

fn all(_: &str, uses: &[Span]) -> Vec<Span> {
    uses.to_vec()
}

fn every_other_line(text: &str, uses: &[Span]) -> Vec<Span> {
    let line = |at: &Span| text[..at.start as usize].matches('\n').count();
    let lines: BTreeSet<usize> = uses.iter().map(line).collect();
    let kept: BTreeSet<usize> = lines.into_iter().skip(1).step_by(2).collect();
    uses.iter().filter(|at| kept.contains(&line(at))).copied().collect()
}

fn the_last(_: &str, uses: &[Span]) -> Vec<Span> {
    if uses.len() < 2 { Vec::new() } else { uses.last().copied().into_iter().collect() }
}

/// The names that a definition declares, each with its place: values, tables, functions, players
/// and elements.
fn names(game: &Game) -> Vec<(String, Span)> {
    let of_items = game.items.iter().flat_map(|item| match &item.kind {
        ItemKind::Move(_) => Vec::new(),
        ItemKind::Players(names) | ItemKind::Enum { members: names, .. } => names.iter().collect(),
        _ => declared(item).into_iter().map(|(name, _)| name).collect(),
    });
    of_items.map(|name| (name.text.clone(), name.span)).collect()
}

/// A text in which a name is another one, but for the places that are kept.
fn renamed(text: &str, places: &[Span], kept: &[Span], new: &str) -> String {
    let mut found = text.to_owned();
    for at in places.iter().rev().filter(|at| !kept.contains(at)) {
        found.replace_range(at.start as usize..at.end as usize, new);
    }
    found
}

/// How often the new name is the first that is told, of how many.
fn share(what: &str, kept: KeptUses) -> (usize, usize) {
    let (mut right, mut all) = (0, 0);
    for (file, text) in definitions("games") {
        let (game, _) = crate::syntax::parse(FileId::DEFINITION, &text);
        let words = Words::of(&text, FileId::DEFINITION);
        let names = names(&game);
        let step = names.len().div_ceil(NAMES).max(1);
        for (name, declared) in names.into_iter().step_by(step) {
            let places = words.places(&name, game.span);
            let uses: Vec<Span> = places.iter().filter(|at| **at != declared).copied().collect();
            let left = kept(&text, &uses);
            if left.is_empty() {
                continue;
            }
            let new = if name.starts_with(char::is_uppercase) { "Renamed" } else { "renamed" };
            let (_, reports, _) = checked(&renamed(&text, &places, &left, new));
            let quoted = format!("`{name}`");
            let about = reports.iter().find(|report| report.message.contains(&quoted)).or(reports.first());
            let help = about.and_then(|report| report.help.as_deref()).unwrap_or_default();
            let is_right = help.split('`').nth(1) == Some(new);
            if !is_right {
                println!("{what}, {file}, {name}: {help}");
            }
            (right, all) = (right + usize::from(is_right), all + 1);
        }
    }
    println!("{what}: {right} of {all}");
    (right, all)
}

#[test]
fn the_new_name_is_the_first_that_is_told() {
    let kinds: [(&str, KeptUses, usize); 3] = [
        ("the declaration alone", all, 90),
        ("every other line kept", every_other_line, 75),
        ("one use kept", the_last, 58),
    ];
    for (what, kept, least) in kinds {
        let (right, all) = share(what, kept);
        assert!(all > 100, "{what}: {all}");
        assert!(100 * right >= least * all, "{what}: {right} of {all}");
    }
}
