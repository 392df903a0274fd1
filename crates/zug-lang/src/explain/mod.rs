//! The pages about diagnostic codes: the meaning of a mistake, a wrong example, the corrected one.
//!
//! The pages are those of `docs/diagnostics.md`, which is compiled into the program. A page is a
//! heading `### Z0101: an unknown name` with the text up to the next heading.

use crate::diagnostic::near_names;

/// The document with all pages.
const DOCUMENT: &str = include_str!("diagnostics.md");

/// The page of one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The code, `Z0101`.
    pub code: &'static str,
    /// The title: the mistake in a few words.
    pub title: &'static str,
    /// The text below the heading, in Markdown.
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

/// Whether a word has the form of a code.
fn is_code(word: &str) -> bool {
    word.len() == 5 && word.starts_with('Z') && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// The page of a code, which may be typed as `Z0101`, `z0101`, `0101` or `101`.
///
/// # Errors
/// If no page has this code: the codes that are near it.
pub fn page(typed: &str) -> Result<Page, Vec<&'static str>> {
    let code = spelled(typed);
    let pages = pages();
    match pages.iter().find(|page| page.code == code) {
        Some(page) => Ok(*page),
        None => Err(near_names(&code, pages.iter().map(|page| page.code))),
    }
}

/// The full form of a typed code.
fn spelled(typed: &str) -> String {
    let number = typed.trim().trim_start_matches(['Z', 'z']);
    format!("Z{number:0>4}")
}

/// A page for a terminal: the heading and the text, with examples indented instead of fenced.
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

/// The code and the title of every page, one a line.
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
