//! `docs/built-ins.md` is made from the tables of the language: every built-in and every keyword
//! with its form, a line and an example.

#[path = "common/renewal.rs"]
mod renewal;

use std::fmt::Write as _;
use std::path::Path;
use zug_lang::built_ins::{BUILT_INS, BuiltIn, Kind};
use zug_lang::keywords::{KEYWORDS, Keyword, Place};

const HEAD: &str = "\
# Everything on one screen

Every built-in and every keyword of the language, with a line and an example. What each means in full, and what it does where there is nothing
(`none`), stands in the [reference](language.md). The tables are made from those that the program itself reads, and every example is checked;
`zug lsp` shows the same lines while you type.
";

/// Whether a kind belongs to a part of the page.
type Part = fn(&Kind) -> bool;

/// A cell of a table; a bar would end it.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn code(text: &str) -> String {
    format!("`{}`", cell(text))
}

fn table(page: &mut String, title: &str, head: &str, rows: impl Iterator<Item = [String; 3]>) {
    let rows: Vec<[String; 3]> = rows.collect();
    assert!(!rows.is_empty(), "{title}");
    let _ = writeln!(page, "\n## {title}\n\n| {head} | meaning | example |\n| --- | --- | --- |");
    for [form, meaning, example] in rows {
        let _ = writeln!(page, "| {form} | {meaning} | {example} |");
    }
}

fn built_in(it: &BuiltIn) -> [String; 3] {
    let forms: Vec<String> = it.forms.iter().map(|form| code(form)).collect();
    let forms = if forms.is_empty() { code(it.name) } else { forms.join(", ") };
    [forms, cell(it.gives), code(it.example)]
}

fn keyword(it: &Keyword) -> [String; 3] {
    [code(it.word), cell(it.about), code(it.example)]
}

fn page() -> String {
    let mut page = HEAD.to_string();
    let kinds: [(&str, Part); 4] = [
        ("Functions", |kind| matches!(kind, Kind::Function(_))),
        ("Directions", |kind| matches!(kind, Kind::Direction | Kind::DirectionSet(_))),
        ("Boards", |kind| matches!(kind, Kind::Board(_))),
        ("Domains that are always there", |kind| matches!(kind, Kind::Domain)),
    ];
    for (title, is) in kinds {
        table(&mut page, title, "form", BUILT_INS.iter().filter(|it| is(&it.kind)).map(built_in));
    }
    let places = [
        ("Items", Place::Item),
        ("The head of a move or an end", Place::Head),
        ("Statements", Place::Statement),
        ("What begins an expression", Place::Expression),
        ("What stands between expressions", Place::Between),
        ("Types", Place::Type),
        ("Outcomes", Place::Outcome),
        ("Facts", Place::Fact),
    ];
    for (title, place) in places {
        table(&mut page, title, "word", KEYWORDS.iter().filter(|it| it.place == place).map(keyword));
    }
    page
}

#[test]
fn the_page_is_made_from_the_tables() {
    let page = page();
    // One row each, and a heading's two.
    let rows = page.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, BUILT_INS.len() + KEYWORDS.len());
    renewal::hold(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join("built-ins.md"), &page);
}
