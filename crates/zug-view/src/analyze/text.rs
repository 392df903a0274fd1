//! Writes an analysis as plain text, or as Markdown.

use super::gather::PositionAnalysis;
use super::sections::{Section, sections};
use unicode_width::UnicodeWidthStr;
use zug_lang::program::Program;
use zug_lang::semantics::Semantics;
use zug_lang::text::position;

/// Plain text.
pub fn text(program: &Program, analysis: &PositionAnalysis) -> String {
    let mut out = format!("{}\n\n{}", program.title, board(program, analysis));
    for section in sections(program, analysis) {
        out += &format!("\n{}\n", section.title);
        out += &section.sentences.iter().map(|each| format!("  {each}\n")).collect::<String>();
        out += &table(&section);
    }
    out
}

/// Markdown, as GitHub shows it.
pub fn markdown(program: &Program, analysis: &PositionAnalysis) -> String {
    let mut out = format!("# {}\n\n```text\n{}```\n", marked(&program.title), board(program, analysis));
    for section in sections(program, analysis) {
        out += &format!("\n## {}\n", section.title);
        out += &section.sentences.iter().map(|each| format!("\n- {}", marked(each))).collect::<String>();
        if !section.sentences.is_empty() {
            out.push('\n');
        }
        if section.rows.is_empty() {
            continue;
        }
        let row = |cells: &mut dyn Iterator<Item = String>| {
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        out.push('\n');
        out += &row(&mut section.head.iter().cloned());
        out += &row(&mut section.head.iter().map(|_| "---".to_string()));
        for cells in &section.rows {
            out += &row(&mut cells.iter().map(|cell| marked(cell)));
        }
    }
    out
}

fn board(program: &Program, analysis: &PositionAnalysis) -> String {
    position::draw(program, &Semantics::new(program), &analysis.position)
}

/// Text in which nothing is read as a mark.
fn marked(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '\\' | '#') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Columns side by side.
fn table(section: &Section) -> String {
    if section.rows.is_empty() {
        return String::new();
    }
    let wide = |column: usize| {
        let cells = section.rows.iter().map(|row| row[column].width());
        cells.chain([section.head[column].width()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..section.head.len()).map(wide).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let cells =
            cells.zip(&widths).map(|(cell, wide)| format!("{cell}{:gap$}", "", gap = wide - cell.width()));
        format!("  {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    let mut out = line(&mut section.head.iter().map(String::as_str));
    for row in &section.rows {
        out += &line(&mut row.iter().map(String::as_str));
    }
    out
}
