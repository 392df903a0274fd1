//! Writes a worksheet as Markdown, boards and trees as text; the solutions stand at the end.

use super::words::{about, hardness, question, solution, title, tree, whence};
use super::{SolvedExercise, Worksheet};
use crate::draw::plain;
use zug_lang::diagnostic::without_controls;
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};

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

fn one(program: &Program, worksheet: &Worksheet, number: usize, each: &SolvedExercise) -> String {
    let draw = |position: &Position| plain(&Semantics::new(program), position);
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

/// Text that Markdown is not to read. `>` and `#` mean something at the beginning of a line alone,
/// `#` also at the end of a heading, and `<` where a tag may begin.
fn escaped(text: &str) -> String {
    let text = without_controls(text);
    let mut out = String::with_capacity(text.len());
    let mut before = '\n';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_read = match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' => true,
            '>' => before == '\n',
            '#' => before == '\n' || letters.peek().is_none_or(|next| *next == '\n'),
            '<' => letters.peek().is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(*next)),
            _ => false,
        };
        if is_read {
            out.push('\\');
        }
        out.push(letter);
        before = letter;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn only_what_markdown_would_read_is_escaped() {
        assert_eq!(
            escaped("-1 >= beta, 1 <= alpha, 0-2 <-1, >3, #2"),
            "-1 >= beta, 1 <= alpha, 0-2 <-1, >3, #2"
        );
        assert_eq!(escaped("> a\n# b <i> </i> <!-- a_b #"), "\\> a\n\\# b \\<i> \\</i> \\<!-- a\\_b \\#");
    }
}
