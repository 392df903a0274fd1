//! Files of the library, changed in a place or two: an operator, a number, a name, a player, a
//! condition left out, rules exchanged.

use std::path::Path;
use zug_game::SplitMix64;

/// A file under settings that make it small: its name and its text.
pub type Base = (String, String);

/// Words of one kind, of which one may stand for another.
const KINDS: [&[&str]; 10] = [
    &["+", "-", "&", "*"],
    &["<", "<=", ">", ">=", "=", "!="],
    &["+=", "-="],
    &["and", "or", "implies"],
    &["some", "every", "no"],
    &["wins", "loses"],
    &["me", "opponent"],
    &["min", "max", "sum"],
    &["north", "south", "east", "west", "northeast", "southwest"],
    &["true", "false"],
];

/// Every file of the library without its facts, under each of the settings of which it claims some.
pub fn bases() -> Vec<Base> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the library")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "game"));
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a game");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut settings: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("expect with ")?.split_once(':'))
            .map(|(list, _)| list)
            .collect();
        settings.retain(|list| !list.contains(['[', '{', '"']));
        settings.sort_unstable();
        settings.dedup();
        all.extend(
            [""].into_iter().chain(settings).map(|list| (format!("{name} {list}"), with(&text, list))),
        );
    }
    all
}

/// A text without facts and comments, its params set.
fn with(text: &str, settings: &str) -> String {
    let set = |line: &str| {
        let of = |setting: &str| {
            let (name, value) = setting.split_once('=')?;
            let declares = line.strip_prefix("param ")?.split(':').next()?.trim() == name.trim();
            let (before, _) = line.rsplit_once(" = ").filter(|_| declares)?;
            Some(format!("{before} = {}", value.trim()))
        };
        settings.split(',').find_map(of).unwrap_or_else(|| line.to_string())
    };
    let plain = text.lines().map(|line| line.split("//").next().unwrap_or(line).trim_end());
    let mut kept: Vec<String> = Vec::new();
    let mut fact = false;
    for line in plain {
        fact = line.starts_with("expect") || (fact && line.starts_with(' '));
        if !fact && !line.is_empty() {
            kept.push(set(line));
        }
    }
    kept.join("\n") + "\n"
}

/// The text with one to three changes.
pub fn mutant(base: &str, random: &mut SplitMix64) -> String {
    let mut text = base.to_string();
    for _ in 0..1 + random.below(3) {
        text = if random.below(6) == 0 { without(&text, random) } else { replaced(&text, random) };
    }
    text
}

/// The places of the words of a text.
fn words(text: &str) -> Vec<(usize, usize)> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 1,
        '+' | '-' | '<' | '>' | '=' | '!' | '&' | '*' => 2,
        _ => 0,
    };
    let mut all: Vec<(usize, usize)> = Vec::new();
    let mut before = 0;
    for (at, c) in text.char_indices() {
        match (kind(c), all.last_mut()) {
            (0, _) => {}
            (now, Some(last)) if now == before => last.1 = at + c.len_utf8(),
            _ => all.push((at, at + c.len_utf8())),
        }
        before = kind(c);
    }
    all
}

/// With another word of its kind in the place of one.
fn replaced(text: &str, random: &mut SplitMix64) -> String {
    let words = words(text);
    for _ in 0..20 {
        let (from, to) = words[random.below(words.len())];
        let word = &text[from..to];
        let new = if let Ok(number) = word.parse::<i64>() {
            (number + [1, -1, 2][random.below(3)]).max(0).to_string()
        } else if let Some(kind) = KINDS.iter().find(|kind| kind.contains(&word)) {
            kind[random.below(kind.len())].to_string()
        } else if word.chars().all(char::is_alphanumeric) && random.below(2) == 0 {
            let (from, to) = words[random.below(words.len())];
            text[from..to].to_string()
        } else {
            continue;
        };
        if new != word {
            return format!("{}{new}{}", &text[..from], &text[to..]);
        }
    }
    text.to_string()
}

/// Without a condition or a line, or with two lines exchanged.
fn without(text: &str, random: &mut SplitMix64) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let (one, two) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(3) {
        0 => lines.swap(one, two),
        1 => drop(lines.remove(one)),
        _ => {
            let places: Vec<usize> = text.match_indices(" and ").map(|(at, _)| at).collect();
            let Some(&from) = places.get(random.below(places.len())) else { return text.to_string() };
            let rest = &text[from + 5..];
            let length = [" and ", "\n", " {", " =>", " as "].iter().filter_map(|stop| rest.find(stop)).min();
            return format!("{}{}", &text[..from], &rest[length.unwrap_or(0)..]);
        }
    }
    lines.join("\n") + "\n"
}
