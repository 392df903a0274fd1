//! What cells are worth: numbers that a table gives them once for all, and that the rules add up.

use super::canvas::{At, Canvas};
use super::places::Planned;
use super::plan::{BoardPlan, CellForm};
use zug_lang::program::{
    DomainId, DomainKind, Expr, ExprKind, Kind, Program, Quantifier, StmtKind, Table, TableIndex, Value,
    statements,
};

/// A table with a number for each cell.
#[derive(Clone, Debug)]
pub struct Worths {
    /// What the file calls it.
    pub name: String,
    /// Of each cell.
    pub numbers: Vec<i64>,
}

/// Where in a cell the numbers of the first and of the second table stand; more are not drawn.
const CORNERS: [(At, &str); 2] = [((20.0, -17.0), "end"), ((-20.0, 17.0), "start")];

/// The tables of a board that some sum or some number of the position is made of.
pub fn worths(program: &Program, board: DomainId) -> Vec<Worths> {
    let added = added(program);
    let named =
        |table: &Table| !table.name.contains(['(', '.']) && table.indexes == [TableIndex::Domain(board)];
    let tables = program.tables.iter().enumerate().filter(|(id, table)| named(table) && added.contains(id));
    let found = tables.filter_map(|(_, table)| {
        let number = |value: &Value| if let Value::Int(number) = value { Some(*number) } else { None };
        let numbers: Vec<i64> = table.entries.iter().map(number).collect::<Option<_>>()?;
        let differ = numbers.iter().any(|number| *number != numbers[0]);
        differ.then(|| Worths { name: table.name.clone(), numbers })
    });
    found.take(CORNERS.len()).collect()
}

/// The tables that are read in sums, and in numbers that moves store.
fn added(program: &Program) -> Vec<usize> {
    let bodies = program.moves.iter().flat_map(|played| statements(&played.body));
    let stored = bodies.filter_map(|statement| match &statement.kind {
        StmtKind::Assign(_, _, value) if matches!(value.ty.kind, Kind::Int { .. }) => Some(value),
        _ => None,
    });
    let summed = program.expressions().filter_map(|expr| match &expr.kind {
        ExprKind::Quantified { quantifier: Quantifier::Sum, body, .. } => Some(&**body),
        _ => None,
    });
    let read = |expr: &Expr| if let ExprKind::Table(id, _) = expr.kind { Some(id.index()) } else { None };
    stored.chain(summed).flat_map(|expr| expr.walk().filter_map(read)).collect()
}

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
