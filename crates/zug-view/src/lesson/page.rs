//! Writes a lesson for a terminal or as a page.

use super::{Lesson, LessonPart, LessonQuestion};
use crate::markup::escape;
use crate::tree::svg::{self, picture};
use crate::tree::text as tree_text;
use crate::tree::{SearchTree, fold};
use unicode_width::UnicodeWidthStr;

const WIDTH: usize = 96;
const STYLE: &str = include_str!("page.css");
const TREE: &str = include_str!("../tree/html/tree.css");
const SCRIPT: &str = include_str!("page.js");

/// The lesson as lines.
pub fn text(lesson: &Lesson, parts: &[LessonPart]) -> String {
    let mut out = format!("{}\n{}\n", lesson.title, "=".repeat(lesson.title.width()));
    for part in parts {
        out.push('\n');
        match part {
            LessonPart::Words(words) => out += &wrapped(words),
            LessonPart::Listing(lines) => out += &indented(lines),
            LessonPart::Try(command) => out += &format!("Try it:  {command}\n"),
            LessonPart::Table(rows) => out += &table(rows),
            LessonPart::Tree(tree, depth) => out += &indented(&tree_text::draw(tree, *depth)),
            LessonPart::Puzzle(tree) => out += &indented(&tree_text::bare(tree, &fold(tree, Some(u32::MAX)))),
            LessonPart::Question(question) => out += &wrapped(&asked(question)),
        }
    }
    out + &answers(parts)
}

fn asked(question: &LessonQuestion) -> String {
    format!("Question: {} ({})", question.asked, question.choices.join(" / "))
}

/// The answers stand at the end, so that nobody reads them before he has one.
fn answers(parts: &[LessonPart]) -> String {
    let answer = |part: &LessonPart| match part {
        LessonPart::Question(question) => Some(wrapped(&format!("Answer: {}", answered(question)))),
        _ => None,
    };
    parts.iter().filter_map(answer).map(|answer| format!("\n{answer}")).collect()
}

/// The right choices, and why.
fn answered(question: &LessonQuestion) -> String {
    let right: Vec<&str> = question.right.iter().map(|&at| question.choices[at].as_str()).collect();
    format!("{}. {}", right.join(", "), question.reason)
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
pub fn html(lesson: &Lesson, parts: &[LessonPart]) -> String {
    let body: String = parts.iter().map(part).collect();
    let title = escape(lesson.title);
    let predict = if parts.iter().any(|part| matches!(part, LessonPart::Question(_))) {
        "<p><button id=\"predict\" type=\"button\" aria-pressed=\"false\">Predict</button> hides what comes after a question until it is \
         answered.</p>\n"
    } else {
        ""
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n\
         <style>\n{TREE}{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{predict}{body}</main>\n<script>\n{SCRIPT}</script>\n\
         </body>\n</html>\n"
    )
}

fn part(part: &LessonPart) -> String {
    match part {
        LessonPart::Words(words) => format!("<p>{}</p>\n", escape(words)),
        LessonPart::Listing(lines) => format!("<pre tabindex=\"0\">{}</pre>\n", escape(lines)),
        LessonPart::Try(command) => format!("<p>Try it: <code>{}</code></p>\n", escape(command)),
        LessonPart::Table(rows) => table_element(rows),
        LessonPart::Tree(tree, depth) => figure(&svg::draw(tree, *depth)),
        LessonPart::Puzzle(tree) => figure(&puzzle(tree)),
        LessonPart::Question(question) => form(question),
    }
}

fn table_element(rows: &[Vec<String>]) -> String {
    let row = |(number, row): (usize, &Vec<String>)| {
        let (open, close) = if number == 0 { ("<th scope=\"col\">", "</th>") } else { ("<td>", "</td>") };
        let cells: String = row.iter().map(|cell| format!("{open}{}{close}", escape(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    format!("<table>\n{}</table>\n", rows.iter().enumerate().map(row).collect::<String>())
}

/// What is too wide is scrolled, also with keys.
fn figure(drawing: &str) -> String {
    format!("<figure tabindex=\"0\" role=\"group\" aria-label=\"The tree\">\n{drawing}</figure>\n")
}

fn puzzle(tree: &SearchTree) -> String {
    let picture = picture(tree, &fold(tree, Some(u32::MAX)), 16);
    format!(
        "<svg class=\"zug-tree\" role=\"img\" aria-label=\"The tree, with the values of its leaves\" width=\"{0}\" height=\"{1}\" \
         viewBox=\"0 0 {0} {1}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n{2}</svg>\n",
        picture.width, picture.height, picture.body
    )
}

fn form(question: &LessonQuestion) -> String {
    let button = |(at, choice): (usize, &String)| {
        let right = question.right.contains(&at);
        format!("<button type=\"button\" data-right=\"{right}\">{}</button>\n", escape(choice))
    };
    let buttons: String = question.choices.iter().enumerate().map(button).collect();
    format!(
        "<fieldset class=\"question\"><legend>{}</legend>\n<p>{buttons}</p>\n<p class=\"verdict\" role=\"status\"></p>\n\
         <details><summary>The answer</summary><p>{}</p></details></fieldset>\n",
        escape(&question.asked),
        escape(&answered(question))
    )
}
