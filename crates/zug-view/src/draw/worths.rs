//! What cells are worth: numbers that a table gives them once for all, and that the rules add up.

use zug_lang::program::{
    DomainId, Expr, ExprKind, Kind, Program, Quantifier, StmtKind, Table, TableIndex, Value, statements,
};

/// A table with a number for each cell.
#[derive(Clone, Debug)]
pub struct Worths {
    /// What the file calls it.
    pub name: String,
    /// Of each cell.
    pub numbers: Vec<i64>,
}

/// More tables are not drawn: a number of each stands in a corner of the cell.
pub const MOST_TABLES: usize = 2;

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
    found.take(MOST_TABLES).collect()
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
