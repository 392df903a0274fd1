//! Writes an analysis as one HTML page with pictures, which needs nothing else.

use super::gather::Analysis;
use super::sections::{Section, sections};
use crate::draw::{self, Marks, Valued};
use zug_lang::program::Program;
use zug_lang::wording;

/// Pictures of positions where only one move will do.
const PICTURES: usize = 6;

const STYLE: &str = "\
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
padding:0 1rem;color:#22272e;background:#fff}h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}\
table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #d3d9e2}\
td{font-variant-numeric:tabular-nums}figure{margin:0;display:inline-block;vertical-align:top;margin-right:1.5rem}\
figcaption{font-size:.9rem;max-width:22rem}svg{max-width:100%;height:auto}\
@media (prefers-color-scheme:dark){body{color:#e8ebf0;background:#15181d}th,td{border-color:#343b47}}";

/// The page.
pub fn html(program: &Program, analysis: &Analysis) -> String {
    let title = escaped(&program.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{}",
        picture(program, analysis)
    );
    for section in sections(program, analysis) {
        out += &one(&section);
        if section.title == "Where the value changes hands" {
            out += &key_pictures(program, analysis);
        }
    }
    out + "</body>\n</html>\n"
}

/// The position with every move's value.
fn picture(program: &Program, analysis: &Analysis) -> String {
    let valued =
        |each: &super::Rated| Valued { choice: each.choice.clone(), value: each.value, plies: each.plies };
    let best = analysis.answer.as_ref().map_or_else(|_| Vec::new(), |answer| answer.best.clone());
    let every = best.len() == analysis.moves.len();
    let marks = Marks {
        last: None,
        best: if every { Vec::new() } else { best },
        values: analysis.moves.iter().map(valued).collect(),
        bare: false,
    };
    format!("<figure>\n{}</figure>\n", draw::svg(program, &analysis.position, &marks))
}

fn key_pictures(program: &Program, analysis: &Analysis) -> String {
    let one = |each: &super::KeyMove| {
        let marks = Marks { best: vec![each.only.clone()], ..Marks::default() };
        format!(
            "<figure>\n{}<figcaption>Ply {}: {} must play {}; otherwise {}.</figcaption>\n</figure>\n",
            draw::svg(program, &each.position, &marks),
            each.ply + 1,
            escaped(&each.player),
            escaped(&each.text),
            escaped(&wording::value(program, each.otherwise))
        )
    };
    analysis.key_moves.iter().take(PICTURES).map(one).collect()
}

fn one(section: &Section) -> String {
    let mut out = format!("<h2>{}</h2>\n", section.title);
    out += &section.sentences.iter().map(|each| format!("<p>{}</p>\n", escaped(each))).collect::<String>();
    if section.rows.is_empty() {
        return out;
    }
    let cells = |row: &[String], tag: &str| {
        let cells: String = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    out += &format!("<table>\n<thead>\n{}</thead>\n<tbody>\n", cells(&section.head, "th"));
    out += &section.rows.iter().map(|row| cells(row, "td")).collect::<String>();
    out + "</tbody>\n</table>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
