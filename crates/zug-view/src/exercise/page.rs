//! Writes a worksheet as one page that needs nothing else: to be read, answered in the browser, or
//! printed. Solutions are folded, and not printed while they are.

use super::words::{about, hardness, question, solution, title, whence};
use super::{SolvedExercise, Worksheet};
use crate::draw::{self, PictureMarks};
use crate::markup::escape;
use crate::tree::svg::picture;
use crate::tree::{SearchTree, fold, inner, view_box};
use zug_lang::program::Program;
use zug_lang::semantics::{Position, Semantics};
use zug_lang::text::position as board;

const STYLE: &str = include_str!("page.css");
const TREE: &str = include_str!("../tree/html/tree.css");

/// The page.
pub fn html(program: &Program, worksheet: &Worksheet) -> String {
    let exercises: String =
        (1..).zip(&worksheet.exercises).map(|(number, each)| one(program, worksheet, number, each)).collect();
    let title = escape(&title(worksheet));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"zug exercise\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{}{TREE}{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<p>{}</p>\n{exercises}</main>\n</body>\n</html>\n",
        draw::STYLE,
        escape(&about(worksheet)),
    )
}

fn one(program: &Program, worksheet: &Worksheet, number: usize, each: &SolvedExercise) -> String {
    let drawing = each.tree.as_ref().map_or(String::new(), |tree| {
        figure(
            &drawn(tree, &format!("The tree of exercise {number}")),
            &format!("The tree of exercise {number}"),
        )
    });
    let answers: String = solution(each).iter().map(|line| format!("<p>{}</p>\n", escape(line))).collect();
    let shown = each.shown.as_ref().map_or(String::new(), |tree| {
        figure(
            &drawn(tree, &format!("The search of exercise {number}")),
            &format!("The search of exercise {number}"),
        )
    });
    format!(
        "<article aria-labelledby=\"exercise-{number}\">\n<h2 id=\"exercise-{number}\">{number}. {}</h2>\n<p>{}</p>\n\
         <p class=\"question\">{}</p>\n<figure class=\"board\">{}</figure>\n{drawing}{}\
         <details>\n<summary>Solution of exercise {number}</summary>\n{answers}{shown}</details>\n</article>\n",
        hardness(worksheet, each),
        escape(&whence(each)),
        escape(&question(program, worksheet, each)),
        position(program, &each.position, ""),
        places(program, each),
    )
}

/// The positions of nodes, where they are needed.
fn places(program: &Program, each: &SolvedExercise) -> String {
    if each.places.is_empty() {
        return String::new();
    }
    let one = |(node, here): &(String, Position)| {
        format!("<figure>{}<figcaption>{node}</figcaption></figure>\n", position(program, here, node))
    };
    let all: String = each.places.iter().skip(1).map(one).collect();
    format!("<div class=\"places\">\n{all}</div>\n")
}

/// A wide tree is scrolled, also with keys.
fn figure(drawing: &str, label: &str) -> String {
    format!("<div class=\"tree\" tabindex=\"0\" role=\"group\" aria-label=\"{label}\">{drawing}</div>\n")
}

fn position(program: &Program, position: &Position, node: &str) -> String {
    let drawing = draw::svg(program, position, &PictureMarks::default());
    let text = board::draw(program, &Semantics::new(program), position);
    let name = if node.is_empty() { String::new() } else { format!("{node}: ") };
    let view = view_box(&drawing);
    let wide = view.split(' ').nth(2).unwrap_or("200");
    format!(
        "<svg class=\"zug\" role=\"img\" width=\"{wide}\" viewBox=\"{view}\" aria-label=\"{name}{}\">\n{}</svg>",
        escape(text.trim_end()),
        inner(&drawing)
    )
}

fn drawn(tree: &SearchTree, label: &str) -> String {
    let picture = picture(tree, &fold(tree, Some(u32::MAX)), 16);
    format!(
        "<svg class=\"zug-tree\" role=\"img\" aria-label=\"{label}\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\">\n{2}</svg>",
        picture.width, picture.height, picture.body
    )
}
