//! Recognizes texts that are no definitions: programs of other languages, data, pages, prose.
//!
//! Such a text would be refused at every word. One report says what the text is and what a
//! definition begins with.

use super::codes;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// What a definition begins with, for a game of this title.
fn beginning(title: Option<&str>) -> String {
    let title = title.filter(|title| !title.is_empty() && title.len() <= 40).unwrap_or("Title");
    format!(
        "a definition begins with `game \"{title}\"` and `players A, B`; then come a `board`, the `state {{ .. }}`, `move`s and `end` rules, as `zug new` writes them"
    )
}

/// The report about a text that is no definition; `None` for what may be one.
pub(super) fn report(file: FileId, text: &str) -> Option<Diagnostic> {
    let body = text.trim_start_matches('\u{feff}');
    let trimmed = body.trim_start();
    let start = text.len() - trimmed.len();
    let line_end = trimmed.find(['\n', '\r']).map_or(text.len(), |end| start + end);
    let first_line = Span::new(file, start, start + text[start..line_end].trim_end().len());
    if is_blank(trimmed) {
        let at = Span::new(file, 0, 0);
        let what =
            if trimmed.is_empty() { "the file is empty" } else { "the file holds nothing but comments" };
        return Some(Diagnostic::error(codes::NO_DEFINITION, what, at, "no item").help(beginning(None)));
    }
    let (what, help) = markdown(trimmed)
        .or_else(|| page(trimmed))
        .or_else(|| (!is_definition(trimmed)).then(|| foreign(trimmed)).flatten())?;
    let message = format!("this is {what}, not a definition");
    let help = help.unwrap_or_else(|| beginning(title(trimmed)));
    Some(Diagnostic::error(codes::NO_DEFINITION, message, first_line, "the text begins so").help(help))
}

/// What the bytes of a file are, if they are no UTF-8 text, and what to do.
pub fn kind_of_bytes(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let picture = "a definition is a text file: open the one that ends in `.game`";
    let known: [(&[u8], &str); 9] = [
        (b"\x89PNG", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"%PDF", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"\x7fELF", "a program for the machine"),
        (b"RIFF", "a sound or a film"),
        (b"BM", "a bitmap picture"),
    ];
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Some(("UTF-16 text", "save the file as UTF-8"));
    }
    let zeros = bytes.iter().take(200).filter(|byte| **byte == 0).count();
    if let Some((_, what)) = known.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Some((what, picture));
    }
    (zeros * 3 > bytes.len().min(200)).then_some(("UTF-16 text", "save the file as UTF-8"))
}

/// Whether a text holds nothing but comments and blanks.
fn is_blank(text: &str) -> bool {
    text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with("//"))
}

/// Whether a text has the items of a definition, however broken.
fn is_definition(text: &str) -> bool {
    let begins = |line: &str| {
        let line = line.trim_start();
        let mut words = line.split(|c: char| c.is_whitespace() || matches!(c, '{' | '(' | ':' | '='));
        let word = words.next().unwrap_or("");
        let next = words.find(|word| !word.is_empty()).unwrap_or("");
        match word {
            "game" => line.contains(['"', '\'', '“']) && !line.starts_with("game ="),
            "players" | "state" | "expect" | "stuck" | "endless" => {
                !line.ends_with('.') && !line.starts_with("players =")
            }
            "end" => matches!(next, "when" | "for" | "if"),
            "move" | "followup" => line.contains('{') && (line.contains(" in ") || line.contains("when")),
            "board" => {
                line.contains("grid")
                    || line.contains("ring")
                    || line.contains("path")
                    || line.contains("hex")
            }
            _ => false,
        }
    };
    let found = text.lines().filter(|line| begins(line)).count();
    found >= 2 || found == 1 && text.lines().count() <= 4
}

type Kind = (&'static str, Option<String>);

/// Fences, or a heading above prose.
fn markdown(text: &str) -> Option<Kind> {
    let fence = text.lines().any(|line| line.starts_with("```") || line.starts_with("~~~"));
    let inner = text.lines().find(|line| line.trim_start().starts_with("game \""));
    let help = match inner {
        Some(line) => format!("keep only what stands between the fences, from `{}` on", line.trim()),
        None => return fence.then_some(("Markdown", None)),
    };
    fence.then_some(("Markdown", Some(help)))
}

/// HTML, SVG and XML.
fn page(text: &str) -> Option<Kind> {
    let lower: String = text.chars().take(400).collect::<String>().to_lowercase();
    let inner = text.contains("game \"").then(|| {
        "save the definition alone as a text file, from its `game \"..\"` on, without the marks of the page".to_string()
    });
    if lower.starts_with("<svg") || lower.starts_with("<?xml") && lower.contains("<svg") {
        return Some(("an SVG picture", None));
    }
    if lower.starts_with("<!doctype")
        || lower.starts_with("<html")
        || lower.starts_with("<head")
        || lower.starts_with("<body")
        || lower.starts_with("<div")
    {
        return Some(("an HTML page", inner));
    }
    (lower.starts_with("<?xml") || lower.starts_with('<') && lower.contains("</")).then_some(("XML", inner))
}

/// A text of another language.
fn foreign(text: &str) -> Option<Kind> {
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| text.starts_with(prefix));
    let line = |test: &dyn Fn(&str) -> bool| text.lines().filter(|line| test(line)).count();
    let starts = |word: &'static str| line(&move |line: &str| line.trim_start().starts_with(word));
    let ends_in = |mark: &'static str| line(&move |line: &str| line.trim_end().ends_with(mark));
    let quoted_key = text.trim_start_matches(['{', '[', ' ', '\t', '\n', '\r']).starts_with('"');
    if begins(&["{", "["]) && (quoted_key || text.trim() == "{}" || text.trim() == "[]") {
        return Some(("JSON", None));
    }
    if begins(&["{", "("]) && text.contains("game \"") && !begins(&["(game"]) {
        return None; // A definition in brackets.
    }
    if begins(&["(game", "(define", "(metadata", "(equipment", "(match"]) {
        return Some(("a Ludii game", None));
    }
    if begins(&["(role", "(init", "(<=", "(legal", "(goal", "role(", "init(", "legal("]) {
        return Some(("GDL", None));
    }
    if begins(&["dtmc", "mdp", "ctmc", "smg", "pta", "nondeterministic", "csg", "module "])
        || starts("endmodule") > 0
    {
        return Some(("a PRISM model", None));
    }
    if begins(&["#!"]) {
        return Some(("a script", None));
    }
    let colon_ends = ends_in(":");
    if starts("def ")
        + starts("class ")
        + starts("import ")
        + starts("from ")
        + starts("if __name__")
        + starts("for ")
        + starts("while ")
        > 0
        && colon_ends > 0
        && starts("move ") == 0
        || starts("import ") > 0 && starts("print(") > 0
    {
        return Some(("a Python program", None));
    }
    let semicolons = ends_in(";");
    if begins(&["#include", "#define", "#pragma"])
        || starts("int main") + starts("void ") > 0 && semicolons > 0
    {
        let cpp = text.contains("std::") || text.contains("<iostream>") || text.contains("<vector>");
        return Some((if cpp { "a C++ program" } else { "a C program" }, None));
    }
    if starts("fn ") + starts("use std") + starts("impl ") + starts("pub fn") > 0 {
        return Some(("a Rust program", None));
    }
    if starts("public ") + starts("package ") > 0 && semicolons > 0 {
        return Some(("a Java program", None));
    }
    if starts("function ")
        + starts("const ")
        + starts("let ")
        + starts("var ")
        + starts("export ")
        + starts("console.")
        > 0
        && (semicolons > 0
            || text.contains("=>") && text.contains("const ")
            || starts("function ") > 0 && text.contains("return"))
    {
        return Some(("a JavaScript program", None));
    }
    if begins(&["---", "%YAML"]) || is_yaml(text) {
        return Some(("YAML", None));
    }
    if begins(&["\\documentclass", "\\begin", "\\section"]) {
        return Some(("LaTeX", None));
    }
    if starts("[") > 0 && line(&|line: &str| line.contains(" = ")) > 0 && !text.contains('{') {
        return Some(("TOML", None));
    }
    if is_table(text) {
        return Some(("a table of values", None));
    }
    is_prose(text).then_some(("English prose", None))
}

/// Whether most lines are `key: value` or `- item`.
fn is_yaml(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let entry = |line: &&&str| {
        let line = line.trim();
        let key = line.split_once(':').is_some_and(|(key, value)| {
            key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
                && (value.is_empty() || value.starts_with(' '))
        });
        key || line.starts_with("- ")
    };
    lines.len() >= 3 && lines.iter().filter(entry).count() * 10 >= lines.len() * 9 && !text.contains('{')
}

/// Whether every line is a row of a table with commas.
fn is_table(text: &str) -> bool {
    let rows: Vec<usize> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.matches([',', '\t']).count())
        .collect();
    rows.len() >= 3
        && rows[0] >= 1
        && rows.iter().all(|count| *count == rows[0])
        && !text.contains(['{', '('])
}

/// Whether a text reads like sentences: many words, few signs.
fn is_prose(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let plain = |word: &&str| {
        word.trim_matches(['.', ',', ';', ':', '!', '?', '\'', '"', '(', ')'])
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '\'' | '-' | '’'))
    };
    let plain = text.split_whitespace().filter(plain).count();
    let signs = text.matches(['{', '}', '=', '[', ']', '+', '&', '<', '>', '|']).count();
    let common = ["the", "a", "is", "and", "of", "to", "in", "who", "on", "his", "each", "one"];
    let common =
        text.split_whitespace().filter(|word| common.contains(&word.to_lowercase().as_str())).count();
    words >= 8 && plain * 10 >= words * 8 && signs * 20 <= words && common * 10 >= words
}

/// The title that a text gives its game: the first text behind `game`, `name` or `title`, or a
/// class.
fn title(text: &str) -> Option<&str> {
    for key in [
        "(game \"",
        "\"name\": \"",
        "\"title\": \"",
        "\"game\": \"",
        "<title>",
        "<h1>",
        "game \"",
        "title: ",
        "name: ",
        "game: ",
    ] {
        if let Some((_, rest)) = text.split_once(key) {
            let end = rest.find(['"', '<', '\n', '\r'])?;
            return rest.get(..end).map(str::trim);
        }
    }
    let (_, rest) = text.split_once("class ")?;
    let end = rest.find(|c: char| !c.is_alphanumeric())?;
    rest.get(..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<String> {
        report(FileId::DEFINITION, text).map(|report| report.message)
    }

    #[test]
    fn texts_of_other_kinds_are_named() {
        let cases = [
            ("", "empty"),
            ("// nothing\n", "comments"),
            ("{ \"name\": \"x\" }", "JSON"),
            ("(game \"X\" (players 2))", "Ludii"),
            ("<!DOCTYPE html>\n<p>x", "HTML"),
            ("<svg width=\"1\"></svg>", "SVG"),
            ("#include <stdio.h>\nint main() { return 0; }", "C program"),
            ("class Nim:\n    def f(self):\n        pass\n", "Python"),
            ("dtmc\nmodule m\nendmodule\n", "PRISM"),
            ("Two players sit in front of a heap of matches. Who takes the last one wins the game.", "prose"),
            ("# Nim\n\n```game\ngame \"Nim\"\nplayers A, B\n```\n", "Markdown"),
        ];
        for (text, kind) in cases {
            assert!(said(text).is_some_and(|said| said.contains(kind)), "{kind}: {:?}", said(text));
        }
    }

    #[test]
    fn a_broken_definition_is_none_of_them() {
        for text in [
            "game \"X\"\nplayers A, B\nstate { n: int }\n",
            "#include <x>\ngame \"X\"\nplayers A B\nmove a when n > 0 { n -= 1; }\n",
        ] {
            assert_eq!(said(text), None);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_named() {
        assert_eq!(kind_of_bytes(b"\x89PNG\r\n").map(|kind| kind.0), Some("a PNG picture"));
        assert_eq!(kind_of_bytes(b"\xff\xfeg\0a\0").map(|kind| kind.0), Some("UTF-16 text"));
        assert_eq!(kind_of_bytes(b"game \"Caf\xe9\""), None);
    }
}
