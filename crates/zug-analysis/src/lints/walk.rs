//! Finds the indexes of a checked definition that are integers.

use zug_lang::program::{
    DomainId, DomainKind, Expr, ExprKind, FieldId, Place, Program, StmtKind, TableId, TableIndex, statements,
};

/// An index of a field or a list, with the bounds of what is there.
pub(super) struct Indexed<'a> {
    /// The name of the field or list.
    pub of: &'a str,
    /// The index.
    pub index: &'a Expr,
    /// The first that is there.
    pub low: i64,
    /// The last that is there.
    pub high: i64,
    /// What is counted, for people.
    pub what: &'static str,
}

/// All indexes of fields and tables that are integers, in expressions and in targets of stores.
pub(super) fn indexed(program: &Program) -> impl Iterator<Item = Indexed<'_>> {
    let read = program.expressions().filter_map(|expr| match &expr.kind {
        ExprKind::Field(field, indexes) => Some((field_indexes(program, *field), indexes)),
        ExprKind::Table(table, indexes) => Some((table_indexes(program, *table), indexes)),
        _ => None,
    });
    let bodies = program.moves.iter().flat_map(|each| statements(&each.body));
    let stored = bodies.filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign(Place::Field(field, indexes), ..) => Some((field_indexes(program, *field), indexes)),
        _ => None,
    });
    read.chain(stored).flat_map(|(bounds, indexes)| {
        let each = bounds.into_iter().zip(indexes);
        each.filter_map(|(bounds, index)| {
            let (of, low, high, what) = bounds?;
            Some(Indexed { of, index, low, high, what })
        })
    })
}

/// The name of what is indexed, the first and the last index, and the word for them.
type NamedBounds<'a> = Option<(&'a str, i64, i64, &'static str)>;

fn field_indexes(program: &Program, field: FieldId) -> Vec<NamedBounds<'_>> {
    let Some(field) = program.fields.get(field.index()) else { return Vec::new() };
    field.indexes.iter().map(|domain| of_domain(program, &field.name, *domain)).collect()
}

fn table_indexes(program: &Program, table: TableId) -> Vec<NamedBounds<'_>> {
    let Some(table) = program.tables.get(table.index()) else { return Vec::new() };
    // Tables of boards, `Cell(x, y)` for one, are not written as tables.
    let is_named = table.name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let bounds = |index: &TableIndex| match index {
        TableIndex::Domain(domain) => of_domain(program, &table.name, *domain),
        TableIndex::Ints { low, high } => Some((&*table.name, *low, *high, "entries")),
    };
    table.indexes.iter().filter(|_| is_named).map(bounds).collect()
}

fn of_domain<'a>(program: &'a Program, name: &'a str, domain: DomainId) -> NamedBounds<'a> {
    let domain = program.domain(domain);
    let low = match domain.kind {
        DomainKind::Range { .. } => domain.low()?,
        _ => return None,
    };
    Some((name, low, low + domain.len() as i64 - 1, "indexes"))
}
