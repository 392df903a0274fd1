//! Finds the page of a code: what a mistake means, a wrong example, the mended one.
//!
//! Reads `docs/diagnostics.md`, which is part of the program: the pages have one source. Refuses codes that no
//! diagnostic has, with the ones that are near.
//!
//! A page is a heading `### Z0101: an unknown name` and what follows up to the next heading.

use crate::diagnostic::near_names;

/// The document that holds all pages.
const DOCUMENT: &str = include_str!("diagnostics.md");

/// What there is to say about one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The code, `Z0101`.
    pub code: &'static str,
    /// What it means, in a few words.
    pub title: &'static str,
    /// The page below its heading, as it is written.
    pub body: &'static str,
}

/// All pages, in the order of the document.
pub fn pages() -> Vec<Page> {
    DOCUMENT.split("\n## ").flat_map(|group| group.split("\n### ").skip(1)).filter_map(read).collect()
}

fn read(section: &'static str) -> Option<Page> {
    let (heading, body) = section.split_once('\n')?;
    let (code, title) = heading.split_once(": ")?;
    is_code(code).then_some(Page { code, title, body: body.trim() })
}

/// Whether this is written like a code.
fn is_code(word: &str) -> bool {
    word.len() == 5 && word.starts_with('Z') && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// The page of a code as people type it: `Z0101`, `z0101`, `0101`, `101`.
///
/// # Errors
/// No diagnostic has this code: the codes that it may be a slip of.
pub fn page(typed: &str) -> Result<Page, Vec<&'static str>> {
    let code = spelled(typed);
    let pages = pages();
    match pages.iter().find(|page| page.code == code) {
        Some(page) => Ok(*page),
        None => Err(near_names(&code, pages.iter().map(|page| page.code))),
    }
}

/// A code in its full form.
fn spelled(typed: &str) -> String {
    let number = typed.trim().trim_start_matches(['Z', 'z']);
    format!("Z{number:0>4}")
}

/// A page for a terminal: the heading, the text, and the examples indented instead of fenced.
pub fn text(page: &Page) -> String {
    let mut text = format!("{}: {}\n\n", page.code, page.title);
    let mut fenced = false;
    for line in page.body.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if fenced && !line.is_empty() {
            text += &format!("    {line}\n");
        } else {
            text += &format!("{line}\n");
        }
    }
    text
}

/// One line for each code.
pub fn list() -> String {
    pages().iter().map(|page| format!("{}  {}\n", page.code, page.title)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_however_it_is_typed() {
        for typed in ["Z0101", "z0101", "0101", "101", " Z101 "] {
            assert_eq!(page(typed).map(|page| page.code), Ok("Z0101"), "{typed}");
        }
    }

    #[test]
    fn an_unknown_code_tells_what_is_near() {
        assert!(page("Z0120").unwrap_err().contains(&"Z0102"));
        assert_eq!(page("nonsense"), Err(Vec::new()));
    }

    #[test]
    fn examples_are_indented_for_a_terminal() {
        let text = text(&page("Z0006").expect("a page"));
        assert!(text.starts_with("Z0006: `==`\n\n"), "{text}");
        assert!(text.contains("\nWrong:\n\n    game \"Sticks\"\n") && !text.contains("```"), "{text}");
    }
}
