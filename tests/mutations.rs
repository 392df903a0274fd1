//! Damages the games of the library one token at a time and looks at what is told of it.
//!
//! A seeded sample is damaged: 150 places of each kind, or as many as `ZUG_MUTATE` says, which may
//! be `all`. `ZUG_MUTATE=1000 ZUG_RENEW=1 cargo test --test mutations` writes the table of
//! `docs/diagnostics-measured.md`, and `ZUG_MISSES=1` with `--nocapture` prints every mutant that
//! counts against it, `ZUG_MISSES=all` every mutant.

#[allow(dead_code, reason = "every test uses a part of it")]
#[path = "common/renewal.rs"]
mod renewal;

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;
use zug::definition;
use zug_lang::diagnostic::{Diagnostic, Severity};
use zug_lang::source::{FileId, Sources, Span};
use zug_lang::syntax::{self, ast};

/// How many mutants of each kind the sample holds, unless said otherwise.
const SAMPLE: usize = 150;

/// The kinds of damage to one token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Delete,
    Double,
    Swap,
    Misspell,
}

const KINDS: [(Kind, &str); 4] = [
    (Kind::Delete, "one token deleted"),
    (Kind::Double, "one token doubled"),
    (Kind::Swap, "two tokens swapped"),
    (Kind::Misspell, "one letter left out of a word"),
];

/// A game with its tokens.
struct Game {
    name: String,
    text: String,
    tokens: Vec<Range<usize>>,
    items: Vec<Range<usize>>,
    declarations: Vec<Range<usize>>,
}

/// A damaged text with the place of the damage in it.
struct Mutant {
    text: String,
    place: Range<usize>,
}

fn library() -> Vec<Game> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the games").map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    paths.sort();
    paths.iter().map(|path| game(path)).collect()
}

fn game(path: &Path) -> Game {
    let text = std::fs::read_to_string(path).expect("readable");
    let (read, _) = syntax::parse(FileId::DEFINITION, &text);
    let range = |span: Span| span.start as usize..span.end as usize;
    let declarations = read.items.iter().flat_map(declared).map(|name| range(name.span)).collect();
    let items = read.items.iter().map(|item| range(item.span)).collect();
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    Game { name, tokens: tokens(&text), text, items, declarations }
}

/// The names that an item declares.
fn declared(item: &ast::Item) -> Vec<&ast::Name> {
    match &item.kind {
        ast::ItemKind::Players(names) => names.iter().collect(),
        ast::ItemKind::Param(declared) => vec![&declared.name],
        ast::ItemKind::Enum { name, members } => members.iter().chain([name]).collect(),
        ast::ItemKind::Range { name, .. }
        | ast::ItemKind::Board { name, .. }
        | ast::ItemKind::Graph { name, .. }
        | ast::ItemKind::Family { name, .. }
        | ast::ItemKind::Let { name, .. }
        | ast::ItemKind::Def { name, .. } => vec![name],
        ast::ItemKind::State { fields, .. } => fields.iter().map(|field| &field.name).collect(),
        ast::ItemKind::Move(each) => vec![&each.name],
        _ => Vec::new(),
    }
}

/// Words, numbers, texts and marks; no comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            _ if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            _ if first.is_whitespace() => {
                at += first.len_utf8();
                continue;
            }
            '"' => text_length(rest),
            _ if first.is_alphanumeric() => {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            _ => {
                let twos = ["=>", "..", "<=", ">=", "!=", "+=", "-="];
                if twos.iter().any(|two| rest.starts_with(two)) { 2 } else { first.len_utf8() }
            }
        };
        found.push(at..at + length);
        at += length;
    }
    found
}

fn text_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == '"' && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

fn damage(game: &Game, kind: Kind, at: usize) -> Option<Mutant> {
    let (text, token) = (&game.text, game.tokens[at].clone());
    let word = &text[token.clone()];
    let with = |from: usize, to: usize, put: String| Mutant {
        text: format!("{}{put}{}", &text[..from], &text[to..]),
        place: from..from + put.len(),
    };
    match kind {
        Kind::Delete => Some(with(token.start, token.end, String::new())),
        Kind::Double => Some(with(token.start, token.end, format!("{word} {word}"))),
        Kind::Swap => {
            let next = game.tokens.get(at + 1)?.clone();
            let between = &text[token.end..next.start];
            (text[next.clone()] != *word)
                .then(|| with(token.start, next.end, format!("{}{between} {word}", &text[next.clone()])))
        }
        Kind::Misspell => {
            let middle = word.len() / 2;
            let long = word.len() > 2 && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            (long && !word.as_bytes()[0].is_ascii_digit())
                .then(|| with(token.start, token.end, format!("{}{}", &word[..middle], &word[middle + 1..])))
        }
    }
}

/// The errors in a text.
fn errors(text: &str) -> Vec<Diagnostic> {
    let mut sources = Sources::default();
    sources.add("a.game", text);
    let mut reports = definition::compile(&mut sources, &[]).err().unwrap_or_default();
    reports.retain(|report| report.severity == Severity::Error);
    reports
}

/// Whether some label stands on a line of the place, or on the next.
fn touches(text: &str, reports: &[Diagnostic], place: &Range<usize>) -> bool {
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count();
    let lines = line(place.start)..=line(place.end) + 1;
    labels(reports).any(|label| lines.contains(&line(label.start as usize)))
}

fn labels(reports: &[Diagnostic]) -> impl Iterator<Item = Span> {
    let definition = |span: &Span| span.file == FileId::DEFINITION;
    reports.iter().flat_map(|report| &report.labels).map(|label| label.span).filter(definition)
}

/// Numbers that are the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n.max(1) as u64) as usize
    }
}

#[derive(Default)]
struct Tally {
    mutants: usize,
    refused: usize,
    one: usize,
    near: usize,
}

impl Tally {
    fn percent(&self, of: usize) -> f64 {
        100.0 * of as f64 / self.refused.max(1) as f64
    }
}

/// How many places of each kind are damaged.
fn sample() -> usize {
    match std::env::var("ZUG_MUTATE") {
        Ok(value) if value == "all" => usize::MAX,
        Ok(value) => value.parse().expect("`all` or a number"),
        Err(_) => SAMPLE,
    }
}

/// Every token of every game, or a sample of them.
fn places(games: &[Game], dice: &mut Dice, wanted: impl Fn(&Game, usize) -> bool) -> Vec<(usize, usize)> {
    let every =
        games.iter().enumerate().flat_map(|(which, game)| (0..game.tokens.len()).map(move |at| (which, at)));
    let mut every: Vec<(usize, usize)> = every.filter(|(which, at)| wanted(&games[*which], *at)).collect();
    for slot in 0..sample().min(every.len()) {
        let other = slot + dice.below(every.len() - slot);
        every.swap(slot, other);
    }
    every.truncate(sample());
    every
}

fn log(game: &Game, mutant: &Mutant, reports: &[Diagnostic]) {
    if std::env::var_os("ZUG_MISSES").is_none() {
        return;
    }
    let line = |at: usize| mutant.text[..at.min(mutant.text.len())].matches('\n').count() + 1;
    let shown = mutant.text.lines().nth(line(mutant.place.start) - 1).unwrap_or_default();
    println!("{}:{}: {shown}", game.name, line(mutant.place.start));
    for report in reports {
        println!("    {}: {} {}", line(report.span().start as usize), report.code, report.message);
        report.help.iter().for_each(|help| println!("        {help}"));
    }
}

/// Prints which row of the table the mutants behind it belong to.
fn headline(name: &str) {
    if std::env::var_os("ZUG_MISSES").is_some() {
        println!("== {name}");
    }
}

/// Whether the reports that count for the table are printed too.
fn asks_for_all() -> bool {
    std::env::var_os("ZUG_MISSES").is_some_and(|value| value == "all")
}

fn tally(games: &[Game], kind: Kind) -> Tally {
    let mut tally = Tally::default();
    for (which, at) in places(games, &mut Dice(1), |game, at| damage(game, kind, at).is_some()) {
        let game = &games[which];
        let Some(mutant) = damage(game, kind, at) else { continue };
        tally.mutants += 1;
        let reports = errors(&mutant.text);
        if reports.is_empty() {
            continue;
        }
        let near = touches(&mutant.text, &reports, &mutant.place);
        tally.refused += 1;
        tally.one += usize::from(reports.len() == 1);
        tally.near += usize::from(near);
        if reports.len() != 1 || !near || asks_for_all() {
            log(game, &mutant, &reports);
        }
    }
    tally
}

/// Misspelt declarations: how many were refused, and how often a label stands on the declaration.
fn declarations(games: &[Game]) -> Tally {
    let mut tally = Tally::default();
    let declares = |game: &Game, at: usize| game.declarations.contains(&game.tokens[at]);
    for (which, at) in places(games, &mut Dice(2), declares) {
        let Some(mutant) = damage(&games[which], Kind::Misspell, at) else { continue };
        tally.mutants += 1;
        let reports = errors(&mutant.text);
        if reports.is_empty() {
            continue;
        }
        let named = labels(&reports)
            .any(|span| (span.start as usize) < mutant.place.end && span.end as usize > mutant.place.start);
        tally.refused += 1;
        tally.one += usize::from(reports.len() == 1);
        tally.near += usize::from(named);
        if reports.len() != 1 || !named || asks_for_all() {
            log(&games[which], &mutant, &reports);
        }
    }
    tally
}

/// Two tokens damaged in two items, each of which is refused alone: how often a label stands on the
/// lines of both.
fn pairs(games: &[Game], wanted: usize) -> Tally {
    let (mut tally, mut dice) = (Tally::default(), Dice(3));
    while tally.refused < wanted {
        let game = &games[dice.below(games.len())];
        let (a, b) = (dice.below(game.tokens.len()), dice.below(game.tokens.len()));
        let (a, b) = (a.min(b), a.max(b));
        let item = |at: usize| game.items.iter().position(|item| item.contains(&game.tokens[at].start));
        if item(a) == item(b) || item(a).is_none() || item(b).is_none() {
            continue;
        }
        let (first, second) = (KINDS[dice.below(4)].0, KINDS[dice.below(4)].0);
        let Some((one, two)) = damage(game, first, a).zip(damage(game, second, b)) else { continue };
        if one.place.end > two.place.start
            || game.tokens.get(a + 1).is_some_and(|t| t.start >= two.place.start)
        {
            continue;
        }
        if errors(&one.text).is_empty() || errors(&two.text).is_empty() {
            continue;
        }
        // The second damage in the text that holds the first.
        let grown = one.text.len() as isize - game.text.len() as isize;
        let moved = |at: usize| (at as isize + grown) as usize;
        let behind = game.text.len() - (two.text.len() - two.place.end);
        let put = &two.text[two.place.clone()];
        let text = format!("{}{put}{}", &one.text[..moved(two.place.start)], &one.text[moved(behind)..]);
        let place = moved(two.place.start)..moved(two.place.start) + put.len();
        let reports = errors(&text);
        let both = touches(&text, &reports, &one.place) && touches(&text, &reports, &place);
        tally.mutants += 1;
        tally.refused += 1;
        tally.near += usize::from(both);
        tally.one += usize::from(reports.len() == 2);
        if reports.len() != 2 || !both || asks_for_all() {
            log(game, &Mutant { text: text.clone(), place: one.place }, &[]);
            log(game, &Mutant { text, place }, &reports);
        }
    }
    tally
}

/// The rows of the table in the documents.
fn table(games: &[Game]) -> (String, Vec<(&'static str, f64, f64)>) {
    let mut text = String::from(
        "| damage | mutants | refused | exactly one report | on the line or the next |\n| --- | --- | --- | --- | --- |\n",
    );
    let mut rows = Vec::new();
    let mut add = |name, tally: Tally| {
        let (one, near) = (tally.percent(tally.one), tally.percent(tally.near));
        let _ =
            writeln!(text, "| {name} | {} | {} | {one:.1} % | {near:.1} % |", tally.mutants, tally.refused);
        rows.push((name, one, near));
    };
    for (kind, name) in KINDS {
        headline(name);
        add(name, tally(games, kind));
    }
    headline("declarations");
    add("a declaration misspelt; a label on the declaration itself", declarations(games));
    headline("two items");
    add("two tokens in two items; exactly two reports, a label at both", pairs(games, sample().min(4000)));
    (text, rows)
}

#[test]
fn damage_to_one_token_is_told_once_and_where_it_is() {
    let games = library();
    let (text, rows) = table(&games);
    println!("{text}");
    if std::env::var_os("ZUG_MUTATE").is_some() && renewal::is_asked() {
        renew(&text);
    }
    for ((name, one, near), (least_one, least_near)) in rows.into_iter().zip(FLOORS) {
        assert!(
            one >= least_one && near >= least_near,
            "{name}: {one:.1} {near:.1}, not {least_one} {least_near}"
        );
    }
}

/// The least that each row of the table reaches, in percent.
const FLOORS: [(f64, f64); 6] =
    [(95.0, 96.0), (97.0, 97.0), (92.0, 97.0), (95.0, 97.0), (97.0, 93.0), (91.0, 96.0)];

fn renew(table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics-measured.md");
    let old = std::fs::read_to_string(&path).expect("the document");
    let begin = old.find("| damage |").expect("the table begins");
    let end = begin + old[begin..].find("\n\n").expect("the table ends") + 1;
    std::fs::write(&path, format!("{}{table}{}", &old[..begin], &old[end..])).expect("written");
}
