//! Holds the book together: every page of `docs/` stands in its contents, no link leads nowhere,
//! and the tutorial keeps its form.
//!
//! `mdbook build docs` makes the book; what is looked at here is what mdBook and GitHub agree
//! about.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What is looked at in a page.
#[derive(Default)]
struct Page {
    /// What its headings are called in links.
    anchors: BTreeSet<String>,
    /// Where its links lead.
    links: Vec<String>,
    /// Headings of the second level, each with the info strings of the code blocks under it and
    /// their text.
    sections: Vec<(String, Vec<(String, String)>)>,
}

fn page(text: &str) -> Page {
    let mut found = Page::default();
    let mut heading: Option<String> = None;
    let mut block: Option<(String, String)> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(level)) => {
                let title = heading.take().unwrap_or_default();
                let anchor = unused(&found.anchors, &anchor(&title));
                found.anchors.insert(anchor);
                if level as usize == 2 {
                    found.sections.push((title, Vec::new()));
                }
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                found.links.push(dest_url.into_string());
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                block = Some((info.into_string(), String::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                if let (Some(block), Some((_, blocks))) = (block.take(), found.sections.last_mut()) {
                    blocks.push(block);
                }
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(title) = &mut heading {
                    title.push_str(&text);
                } else if let Some((_, body)) = &mut block {
                    body.push_str(&text);
                }
            }
            _ => {}
        }
    }
    found
}

/// What a heading is called in links: small letters, `-` for blanks, without other marks.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The second heading of a name gets a `-1`, and so on.
fn unused(anchors: &BTreeSet<String>, name: &str) -> String {
    let later = (1..).map(|count| format!("{name}-{count}"));
    std::iter::once(name.to_string()).chain(later).find(|each| !anchors.contains(each)).unwrap_or_default()
}

/// All pages of `docs/` by their path from the root, and the README.
fn pages() -> BTreeMap<String, Page> {
    let folder = std::fs::read_dir(root().join("docs")).expect("docs/ can be read");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let pages = paths.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let name = |path: PathBuf| format!("docs/{}", path.file_name().unwrap_or_default().to_string_lossy());
    let names = pages.map(name).chain(std::iter::once("README.md".to_string()));
    names.map(|name| (name.clone(), page(&read(&name)))).collect()
}

/// A path without its `.` and `..`, or nothing if it leaves the project.
fn plain(path: &Path) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.to_str()?.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Why this link of this page leads nowhere.
fn dead(pages: &BTreeMap<String, Page>, from: &str, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    let target = if file.is_empty() { from.to_string() } else { plain(&folder.join(file))? };
    let in_book = from.starts_with("docs/");
    match pages.get(&target) {
        _ if in_book && !target.starts_with("docs/") => Some("leaves the book".to_string()),
        None if !root().join(&target).exists() => Some("no such file".to_string()),
        // What is no page is copied into the book as it is.
        None if in_book && target.ends_with(".md") => Some("no page of the book".to_string()),
        Some(page) if !anchor.is_empty() && !page.anchors.contains(anchor) => {
            Some("no such heading".to_string())
        }
        _ => None,
    }
}

#[test]
fn no_link_leads_nowhere() {
    let pages = pages();
    let mut looked_at = 0;
    let mut failures = String::new();
    for (from, page) in &pages {
        for link in &page.links {
            looked_at += 1;
            if let Some(why) = dead(&pages, from, link) {
                failures += &format!("{from}: {link}: {why}\n");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(looked_at > 60, "only {looked_at} links");
}

#[test]
fn a_dead_link_is_seen() {
    let pages = pages();
    for link in ["nowhere.md", "language.md#no-such-heading", "#no-such-heading", "../games/nim.game"] {
        assert!(dead(&pages, "docs/tutorial.md", link).is_some(), "{link}");
    }
    assert!(dead(&pages, "docs/tutorial.md", "language.md#moves").is_none());
    assert!(dead(&pages, "README.md", "games").is_none());
    assert!(dead(&pages, "README.md", "games/there_is_no_such.game").is_some());
}

#[test]
fn the_contents_name_every_page_once() {
    let pages = pages();
    let mut listed = pages["docs/SUMMARY.md"].links.clone();
    listed.sort();
    let every = pages.keys().filter_map(|name| name.strip_prefix("docs/"));
    let every: Vec<&str> = every.filter(|name| *name != "SUMMARY.md").collect();
    assert_eq!(listed, every);
}

#[test]
fn each_of_the_fifteen_steps_has_a_whole_game_with_facts_and_a_mistake_with_what_is_printed() {
    let tutorial = page(&read("docs/tutorial.md"));
    let steps: Vec<_> = tutorial.sections.iter().filter(|(title, _)| title.starts_with("Step ")).collect();
    assert_eq!(steps.len(), 15);
    for (title, blocks) in steps {
        let games: Vec<_> = blocks.iter().filter(|(info, _)| info.starts_with("game ")).collect();
        assert!(games.len() == 1 && games[0].1.contains("\nexpect "), "{title}: one game with facts");
        let mut printed = blocks.iter().filter(|(info, _)| info == "console").map(|(_, text)| text.as_str());
        let told = printed.next_back().unwrap_or_default();
        let code =
            ["  x Z", "  ! Z", "error[Z", "warning[Z", "  FAILS "].iter().any(|mark| told.contains(mark));
        assert!(code, "{title}: its last commands show a mistake:\n{told}");
    }
}

#[test]
fn each_recipe_of_the_cookbook_has_a_whole_game_and_names_the_library() {
    let cookbook = page(&read("docs/cookbook.md"));
    assert_eq!(cookbook.sections.len(), 30);
    for (title, blocks) in &cookbook.sections {
        let games = blocks.iter().filter(|(info, _)| info.starts_with("game ")).count();
        assert!(games > 0, "{title}: a game");
    }
    for name in library_names(&read("docs/cookbook.md")) {
        assert!(root().join(format!("games/{name}.game")).exists(), "games/{name}.game");
    }
}

/// The games that paragraphs beginning with `In the library:` name; what stands in brackets says
/// something about them.
fn library_names(text: &str) -> Vec<String> {
    let paragraphs = text.split("\n\n").filter(|paragraph| paragraph.starts_with("In the library:"));
    let names = paragraphs.flat_map(|paragraph| {
        let bare: String =
            paragraph.split('(').map(|part| part.split(')').next_back().unwrap_or("")).collect();
        bare.split('`').skip(1).step_by(2).map(String::from).collect::<Vec<_>>()
    });
    let names: Vec<String> = names.collect();
    assert!(names.len() > 20, "{names:?}");
    names
}

/// Every file of these kinds below a folder, but for what is built.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files(&path, found);
        } else if ["md", "rs", "toml", "game", "pest", "py"]
            .iter()
            .any(|kind| name.ends_with(&format!(".{kind}")))
        {
            found.push(path);
        }
    }
}

#[test]
fn no_merge_was_left_unfinished() {
    let mut all = Vec::new();
    files(root(), &mut all);
    assert!(all.len() > 300, "{}", all.len());
    let marks = ["<", ">"].map(|sign| format!("{} ", sign.repeat(7)));
    for path in all {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let left = text.lines().position(|line| marks.iter().any(|mark| line.starts_with(mark)));
        assert_eq!(left, None, "{}", path.display());
    }
}
