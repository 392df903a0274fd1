//! The lines of best play of a page: moves as buttons, and the picture after each of them.

use super::gather::{MainLine, PositionAnalysis};
use crate::draw::Painter;
use crate::markup::escape;
use rustc_hash::FxHashMap;
use serde::Serialize;
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::wording::{self, plies};

/// The pictures of all lines: what many have in common stands there once.
#[derive(Default, Serialize)]
struct LineSteps {
    /// Lines of SVG.
    text: Vec<String>,
    /// For each line of play its steps, the first position first.
    lines: Vec<Vec<LineStep>>,
}

/// A position of a line.
#[derive(Serialize)]
struct LineStep {
    /// The numbers of its lines of SVG.
    picture: Vec<usize>,
    /// What is said of it.
    words: String,
}

/// The moves of each line as buttons, and the board that they step through.
pub(super) fn buttons(program: &Program, analysis: &PositionAnalysis) -> String {
    let line = |(number, line): (usize, &MainLine)| {
        let move_ = |(at, text): (usize, &String)| {
            format!(
                "<li><button data-line=\"{number}\" data-step=\"{}\">{}</button></li>",
                at + 1,
                escape(text)
            )
        };
        let moves: String = line.moves.iter().enumerate().map(move_).collect();
        format!(
            "<ol class=\"moves\" aria-label=\"Line {}\">{moves}<li>{}</li></ol>\n",
            number + 1,
            end(program, line)
        )
    };
    let lines: String = analysis.lines.iter().enumerate().map(line).collect();
    format!(
        "<h2>Main lines</h2>\n{lines}<div id=\"stepper\">\n<div id=\"board\"></div>\n\
         <p><button id=\"back\">Back</button> <button id=\"forward\">Forward</button></p>\n\
         <p id=\"said\" role=\"status\"></p>\n</div>\n"
    )
}

fn end(program: &Program, line: &MainLine) -> String {
    match (line.end, line.repeats) {
        (Some(value), _) => {
            escape(&format!("({}: {})", plies(line.moves.len() as u64), wording::value(program, value)))
        }
        (None, true) => "(back to a position of this line: play repeats)".to_string(),
        (None, false) => "..".to_string(),
    }
}

/// The pictures as JSON.
pub(super) fn data(program: &Program, analysis: &PositionAnalysis) -> String {
    let semantics = Semantics::new(program);
    let painter = Painter::new(program);
    let (mut steps, mut numbers) = (LineSteps::default(), FxHashMap::default());
    for line in &analysis.lines {
        let drawn = pictures(&semantics, &painter, &analysis.position, line);
        let mut step = |(svg, words): (String, String)| {
            let mut number = |line: &str| {
                *numbers.entry(line.to_string()).or_insert_with(|| {
                    steps.text.push(line.to_string());
                    steps.text.len() - 1
                })
            };
            LineStep { picture: svg.lines().map(&mut number).collect(), words }
        };
        let all = drawn.into_iter().map(&mut step).collect();
        steps.lines.push(all);
    }
    serde_json::to_string(&steps).unwrap_or_default()
}

/// The picture before the first move and after each, and what is said of it.
fn pictures(
    semantics: &Semantics<'_>,
    painter: &Painter<'_>,
    start: &Position,
    line: &MainLine,
) -> Vec<(String, String)> {
    let mut all = vec![(painter.draw(start, &[]).svg, standing(semantics, start))];
    let mut before = start.clone();
    for ((number, text), choice) in (1..).zip(&line.moves).zip(&line.choices) {
        let Ok(after) = semantics.play(&before, choice) else { break };
        let words = format!("{number}. {text}: {}", standing(semantics, &after));
        all.push((painter.after((before, choice.clone()), &after), words));
        before = after;
    }
    all
}

fn standing(semantics: &Semantics<'_>, position: &Position) -> String {
    let program = semantics.program();
    match semantics.outcome(position) {
        Ok(Some(value)) => format!("play is over, {}", wording::value(program, value)),
        _ => wording::turn(program, position),
    }
}
