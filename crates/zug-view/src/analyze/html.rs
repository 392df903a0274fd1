//! Writes an analysis as one HTML page with pictures, which needs nothing else.

use super::gather::PositionAnalysis;
use super::sections::{Section, sections};
use super::steps::{buttons, data};
use crate::draw::{self, PictureMarks, Valued};
use crate::markup::escape;
use zug_lang::program::Program;
use zug_lang::wording;

/// Pictures of positions where only one move will do.
const PICTURES: usize = 6;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
pub fn html(program: &Program, analysis: &PositionAnalysis) -> String {
    let title = escape(&program.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{}",
        picture(program, analysis)
    );
    for section in sections(program, analysis) {
        if section.title == "Main lines" {
            out += &buttons(program, analysis);
            continue;
        }
        out += &one(&section);
        if section.title == "Where the value changes hands" {
            out += &key_pictures(program, analysis);
        }
    }
    if !analysis.lines.is_empty() {
        let data = data(program, analysis).replace('<', "\\u003c");
        out += &format!("<script type=\"application/json\" id=\"lines\">{data}</script>\n");
        out += &format!("<script>\n{SCRIPT}</script>\n");
    }
    out + "</main>\n</body>\n</html>\n"
}

/// The position with every move's value.
fn picture(program: &Program, analysis: &PositionAnalysis) -> String {
    let valued =
        |each: &super::Rated| Valued { choice: each.choice.clone(), value: each.value, plies: each.plies };
    let best = analysis.answer.as_ref().map_or_else(|_| Vec::new(), |answer| answer.best.clone());
    let every = best.len() == analysis.moves.len();
    let marks = PictureMarks {
        last: None,
        best: if every { Vec::new() } else { best },
        values: analysis.moves.iter().map(valued).collect(),
        bare: false,
    };
    format!("<figure>\n{}</figure>\n", draw::svg(program, &analysis.position, &marks))
}

fn key_pictures(program: &Program, analysis: &PositionAnalysis) -> String {
    let one = |each: &super::KeyMove| {
        let marks = PictureMarks { best: vec![each.only.clone()], ..PictureMarks::default() };
        format!(
            "<figure>\n{}<figcaption>Ply {}: {} must play {}; otherwise {}.</figcaption>\n</figure>\n",
            draw::svg(program, &each.position, &marks),
            each.ply + 1,
            escape(&each.player),
            escape(&each.text),
            escape(&wording::value(program, each.otherwise))
        )
    };
    analysis.key_moves.iter().take(PICTURES).map(one).collect()
}

fn one(section: &Section) -> String {
    let mut out = format!("<h2>{}</h2>\n", section.title);
    out += &section.sentences.iter().map(|each| format!("<p>{}</p>\n", sentence(each))).collect::<String>();
    if section.rows.is_empty() {
        return out;
    }
    let bars = |row: usize| section.bars.get(row).map(|all| bar(all)).unwrap_or_default();
    let cells = |row: &[String], more: &str| {
        let cells: String = row.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        format!("<tr>{cells}{more}</tr>\n")
    };
    let room = if section.bars.is_empty() { "" } else { "<td class=\"bar\"></td>" };
    // Keys scroll what has the focus.
    out += &format!("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\n", section.title);
    out += &format!("<table>\n<thead>\n{}</thead>\n<tbody>\n", heads(&section.head, room));
    out += &(0..).zip(&section.rows).map(|(at, row)| cells(row, &bars(at))).collect::<String>();
    out + "</tbody>\n</table>\n</div>\n"
}

/// The names of columns; one without a name is no head.
fn heads(names: &[String], more: &str) -> String {
    let head = |name: &String| match &name[..] {
        "" => "<td></td>".to_string(),
        name => format!("<th scope=\"col\">{}</th>", escape(name)),
    };
    format!("<tr>{}{more}</tr>\n", names.iter().map(head).collect::<String>())
}

/// Counts as bars; the numbers stand beside them.
fn bar(shares: &[f64]) -> String {
    let one = |share: &f64| format!("<i style=\"width:{:.2}%\"></i>", share * 100.0);
    format!("<td class=\"bar\" aria-hidden=\"true\">{}</td>", shares.iter().map(one).collect::<String>())
}

/// A sentence, what stands between backticks as code.
fn sentence(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let part = |(at, part): (usize, &&str)| match at % 2 {
        1 => format!("<code>{}</code>", escape(part)),
        _ => escape(part),
    };
    parts.iter().enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn backticks_enclose_code() {
        assert_eq!(sentence("`a<b` is best"), "<code>a&lt;b</code> is best");
        assert_eq!(sentence("one ` alone"), "one ` alone");
    }
}
