//! Writes a lesson for a terminal or as a page.

use super::{Lesson, Part};
use crate::tree::svg::{self, escape};
use crate::tree::text as tree_text;
use unicode_width::UnicodeWidthStr;

const WIDTH: usize = 96;
const STYLE: &str = include_str!("page.css");

/// The lesson as lines.
pub fn text(lesson: &Lesson, parts: &[Part]) -> String {
    let mut out = format!("{}\n{}\n", lesson.title, "=".repeat(lesson.title.width()));
    for part in parts {
        out.push('\n');
        match part {
            Part::Words(words) => out += &wrapped(words),
            Part::Listing(lines) => out += &indented(lines),
            Part::Try(command) => out += &format!("Try it:  {command}\n"),
            Part::Table(rows) => out += &table(rows),
            Part::Tree(tree, depth) => out += &indented(&tree_text::draw(tree, *depth)),
        }
    }
    out
}

fn wrapped(words: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in words.split_whitespace() {
        if column > 0 && column + 1 + word.width() > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += word.width();
    }
    out + "\n"
}

fn indented(lines: &str) -> String {
    lines
        .lines()
        .map(|line| if line.is_empty() { "\n".to_string() } else { format!("    {line}\n") })
        .collect()
}

fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            let gap = " ".repeat(width - cell.width());
            if column == 0 { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
        });
        format!("    {}\n", cells.collect::<Vec<_>>().join("   ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// The lesson as a page that needs nothing else.
pub fn html(lesson: &Lesson, parts: &[Part]) -> String {
    let body: String = parts.iter().map(part).collect();
    let title = escape(lesson.title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn part(part: &Part) -> String {
    match part {
        Part::Words(words) => format!("<p>{}</p>\n", escape(words)),
        Part::Listing(lines) => format!("<pre>{}</pre>\n", escape(lines)),
        Part::Try(command) => format!("<p>Try it: <code>{}</code></p>\n", escape(command)),
        Part::Table(rows) => {
            let row = |(number, row): (usize, &Vec<String>)| {
                let tag = if number == 0 { "th" } else { "td" };
                let cells: String =
                    row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect();
                format!("<tr>{cells}</tr>\n")
            };
            format!("<table>\n{}</table>\n", rows.iter().enumerate().map(row).collect::<String>())
        }
        Part::Tree(tree, depth) => format!("<figure>\n{}</figure>\n", svg::draw(tree, *depth)),
    }
}
