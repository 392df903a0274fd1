//! Draws the numbers that cells are worth, and writes them in lines.

use super::canvas::{At, Canvas};
use super::places::Planned;
use super::plan::{BoardPlan, CellForm};
use super::worths::{MOST_TABLES, Worths, worths};
use zug_lang::program::{DomainId, DomainKind, Program};

/// Where in a cell the numbers of the first and of the second table stand.
const CORNERS: [(At, &str); MOST_TABLES] = [((20.0, -17.0), "end"), ((-20.0, 17.0), "start")];

/// Writes them into the corners of the cells, but for 0.
pub fn draw(canvas: &mut Canvas, plan: &BoardPlan) {
    // The corners of a hexagon are cut off.
    let out = if plan.form == CellForm::Hexagon { 0.8 } else { 1.0 };
    for (worths, ((x, y), anchor)) in plan.worths.iter().zip(CORNERS) {
        for (at, number) in plan.at.iter().zip(&worths.numbers).filter(|(_, number)| **number != 0) {
            canvas.open(&format!("{}: {number}", worths.name));
            let text = number.to_string().replace('-', "\u{2212}");
            canvas.text((at.0 + x * out, at.1 + y * out), 10.0, anchor, "class=\"faint\"", &text);
            canvas.close();
        }
    }
}

/// What the numbers in the corners are.
pub fn legend(panels: &[Planned]) -> Canvas {
    let mut canvas = Canvas::default();
    let names: Vec<&str> = of(panels).map(|(_, worths)| worths.name.as_str()).collect();
    if !names.is_empty() {
        let text = format!("small numbers: {}", names.join(", "));
        canvas.text((0.0, 0.0), 12.0, "start", "class=\"faint\"", &text);
    }
    canvas
}

/// The numbers of all boards; those of several boards that are alike once.
fn of(panels: &[Planned]) -> impl Iterator<Item = (DomainId, &Worths)> {
    let first = panels.iter().filter(|(_, panel)| panel.index.is_none_or(|(_, at)| at == 0));
    first.flat_map(|(plan, _)| plan.worths.iter().map(|worths| (plan.domain, worths)))
}

/// The numbers as lines of a terminal, those that are not 0.
pub fn in_lines(program: &Program, panels: &[Planned]) -> String {
    of(panels).map(|(domain, worths)| in_line(program, domain, worths)).collect()
}

/// The same of every board, whether a picture shows it or not.
pub fn of_boards_in_lines(program: &Program) -> String {
    let is_board =
        |id: &DomainId| matches!(program.domain(*id).kind, DomainKind::Board(_) | DomainKind::Graph { .. });
    let boards = (0..program.domains.len() as u32).map(DomainId).filter(is_board);
    let lines = |board| -> String {
        worths(program, board).iter().map(|worths| in_line(program, board, worths)).collect()
    };
    boards.map(lines).collect()
}

fn in_line(program: &Program, domain: DomainId, worths: &Worths) -> String {
    let numbers = program.domain(domain).members.iter().zip(&worths.numbers);
    let each = numbers.filter(|(_, number)| **number != 0).map(|(name, number)| format!("{name} {number}"));
    format!("{}: {}\n", worths.name, each.collect::<Vec<String>>().join(", "))
}
