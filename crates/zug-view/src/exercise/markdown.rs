//! Writes a worksheet as Markdown, boards and trees as text; the solutions stand at the end.

use super::words::{about, hardness, question, solution, title, tree, whence};
use super::{Exercise, Worksheet};
use zug_lang::diagnostic::without_controls;
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::text::position as board;

/// The worksheet as Markdown.
pub fn markdown(program: &Program, worksheet: &Worksheet) -> String {
    let mut out = format!("# {}\n\n{}\n", escaped(&title(worksheet)), escaped(&about(worksheet)));
    for (number, each) in worksheet.exercises.iter().enumerate() {
        out += &one(program, worksheet, number + 1, each);
    }
    out += "\n## Solutions\n";
    for (number, each) in worksheet.exercises.iter().enumerate() {
        let lines: Vec<String> = solution(each).iter().map(|line| escaped(line)).collect();
        out += &format!("\n{}. {}\n", number + 1, lines.join("\n   "));
    }
    out
}

fn one(program: &Program, worksheet: &Worksheet, number: usize, each: &Exercise) -> String {
    let draw = |position: &Position| board::draw(program, &Semantics::new(program), position);
    let mut out = format!(
        "\n## {number}. {}\n\n{} {}\n\n{}",
        hardness(worksheet, each),
        escaped(&whence(each)),
        escaped(&question(program, worksheet, each)),
        listing(&draw(&each.position))
    );
    if let Some(tree) = tree(each) {
        out += &format!("\n{}", listing(&tree));
    }
    for (node, position) in each.places.iter().skip(1) {
        out += &format!("\n{node}:\n\n{}", listing(&draw(position)));
    }
    out
}

/// Lines as they stand.
fn listing(lines: &str) -> String {
    format!("```text\n{}\n```\n", lines.trim_end())
}

/// Text that Markdown is not to read.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in without_controls(text).chars() {
        if "\\`*_[]<>#|".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
