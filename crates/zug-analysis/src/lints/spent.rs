//! Finds requests for a followup that the move itself makes illegal: `again with block(c)` where
//! the followup takes its cell out of `empty`, and the move has just put a stone on c.

use super::SPENT_REQUEST;
use super::exclusion::shape;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;

/// Warns of requests of which no move can be legal.
pub(super) fn spent_requests(program: &Program, found: &mut Vec<Diagnostic>) {
    for played in &program.moves {
        for (at, stmt) in played.body.iter().enumerate() {
            let StmtKind::AgainWith(request, arguments, _) = &stmt.kind else { continue };
            let Some(request) = program.requests.get(request.index()) else { continue };
            let added = added(played, at);
            let moved = moved(program, played, at);
            let spent = request.moves.iter().zip(arguments).map(|((asked, _), given)| {
                let asked = program.moves.get(asked.index())?;
                given.iter().zip(&asked.parameters).find_map(|(value, (_, from))| {
                    let chosen = chosen(played, value)?;
                    let left = moved.iter().find(|one| one.element == chosen && is_entry(from, one));
                    let one = left.or_else(|| {
                        added.iter().find(|one| one.element == chosen && leaves(program, from, one, 0))
                    })?;
                    Some((asked, chosen, one.stmt))
                })
            });
            let spent: Vec<_> = spent.collect();
            if let (Some(Some((asked, chosen, put))), true) =
                (spent.first(), spent.iter().all(Option::is_some))
            {
                found.push(warning(played, stmt, asked, *chosen, put));
            }
        }
    }
}

fn warning(played: &Move, request: &Stmt, asked: &Move, chosen: LocalId, put: &Stmt) -> Diagnostic {
    let name = played.frame.name(chosen);
    let message =
        format!("this request can never be played: `{name}` is no choice of `{}` any more", asked.name);
    SPENT_REQUEST
        .warn(message, request.span, "so it is always dropped, and the turn passes")
        .because(put.span, format!("this takes `{name}` out of the set"))
        .because(asked.span, "of this followup")
        .help(format!(
            "what stands in brackets is the value of the first parameter of `{0}`: write `again with {0}` if that is to be chosen, or give `{0}` another parameter before it",
            asked.name
        ))
}

/// An element that a statement adds to a set.
struct Added<'a> {
    field: FieldId,
    indexes: &'a [Expr],
    element: LocalId,
    stmt: &'a Stmt,
}

/// The parameters that the statements of a body before this one add to sets, for good: nothing else
/// changes these sets.
fn added(played: &Move, before: usize) -> Vec<Added<'_>> {
    let direct = played.body[..before].iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign(Place::Field(field, indexes), Store::Add, value) => match &value.kind {
            ExprKind::Singleton(of, _) => {
                Some(Added { field: *field, indexes, element: chosen(played, of)?, stmt })
            }
            _ => None,
        },
        _ => None,
    });
    let removes = |field: FieldId| {
        statements(&played.body).any(|stmt| match &stmt.kind {
            StmtKind::Assign(Place::Field(of, _), store, _) => *of == field && *store != Store::Add,
            _ => false,
        })
    };
    direct.filter(|one| !removes(one.field)).collect()
}

/// The parameters that `X = X - c + d`, or `X -= c` and `X += d`, take out of sets, where d is a
/// neighbour of c, and nothing else changes these sets.
fn moved<'p>(program: &Program, played: &'p Move, before: usize) -> Vec<Added<'p>> {
    let all = played.body[..before].iter().flat_map(|stmt| {
        let StmtKind::Assign(Place::Field(field, indexes), store, value) = &stmt.kind else {
            return Vec::new();
        };
        let taken = match store {
            Store::Sub => chosen_alone(played, value).into_iter().collect(),
            Store::Set => taken_out(program, played, *field, value),
            Store::Add => Vec::new(),
        };
        let of_element = |element| Added { field: *field, indexes, element, stmt };
        taken.into_iter().map(of_element).collect()
    });
    let stays_out = |one: &Added<'_>| {
        statements(&played.body).filter(|other| !std::ptr::eq(*other, one.stmt)).all(|other| {
            match &other.kind {
                StmtKind::Assign(Place::Field(of, at), store, put)
                    if *of == one.field && same_entry(at, one.indexes) =>
                {
                    *store == Store::Add && is_beside(program, played, one.element, put)
                }
                _ => true,
            }
        })
    };
    all.filter(stays_out).collect()
}

/// The parameters that `X - c - .. + d` takes out of X, where all that is put in is beside them.
fn taken_out(program: &Program, played: &Move, field: FieldId, value: &Expr) -> Vec<LocalId> {
    let (mut out, mut put) = (Vec::new(), Vec::new());
    let mut rest = value;
    while let ExprKind::Union(inner, last) | ExprKind::Minus(inner, last) = &rest.kind {
        match &rest.kind {
            ExprKind::Union(..) => put.push(&**last),
            _ => out.extend(chosen_alone(played, last)),
        }
        rest = inner;
    }
    if !matches!(rest.kind, ExprKind::Field(of, _) if of == field) {
        return Vec::new();
    }
    out.retain(|element| put.iter().all(|put| is_beside(program, played, *element, put)));
    out
}

/// The parameter of which a set is the only member.
fn chosen_alone(played: &Move, set: &Expr) -> Option<LocalId> {
    match &set.kind {
        ExprKind::Singleton(of, _) => chosen(played, of),
        _ => None,
    }
}

/// Whether a set is that of a neighbour of a parameter, by a parameter or by a step.
fn is_beside(program: &Program, played: &Move, c: LocalId, put: &Expr) -> bool {
    let speaks = |e: &Expr| e.as_local() == Some(c);
    let looked_up = |e: &Expr| match &e.kind {
        ExprKind::Table(table, by) => {
            let at = by.iter().position(speaks);
            at.is_some_and(|at| !leads_back(program, *table, at, by))
        }
        _ => false,
    };
    let ExprKind::Singleton(put, _) = &put.kind else { return false };
    let put = named(played, put);
    let chosen = chosen(played, put)
        .and_then(|d| played.parameters.iter().find(|(own, _)| *own == d))
        .is_some_and(|(_, set)| set.walk().any(looked_up));
    chosen || looked_up(put)
}

/// The value of the `let` of the body that a name stands for; what has no such name is itself.
fn named<'p>(played: &'p Move, value: &'p Expr) -> &'p Expr {
    let ExprKind::Local(local) = value.kind else { return value };
    let bound = played.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Bind(of, value) if *of == local => Some(value),
        _ => None,
    });
    bound.unwrap_or(value)
}

/// Whether an entry of a table is the element at which it stands, as a step three times round a
/// ring of three is. Indexes that are constants are taken as they are.
fn leads_back(program: &Program, table: TableId, at: usize, by: &[Expr]) -> bool {
    let Some(table) = program.tables.get(table.index()) else { return true };
    let length = |index: &TableIndex| match index {
        TableIndex::Domain(domain) => program.domain(*domain).len(),
        TableIndex::Ints { low, high } => usize::try_from(high - low + 1).unwrap_or(0),
    };
    let first = |index: &TableIndex| match index {
        TableIndex::Domain(_) => 0,
        TableIndex::Ints { low, .. } => *low,
    };
    table.entries.iter().enumerate().any(|(number, entry)| {
        let mut rest = number;
        let mut element = 0;
        for (position, index) in table.indexes.iter().enumerate().rev() {
            let here = rest % length(index).max(1);
            rest /= length(index).max(1);
            if position == at {
                element = here;
            }
            let asked = by.get(position).and_then(constant);
            if asked.is_some_and(|asked| asked != first(index) + here as i64) {
                return false;
            }
        }
        match entry {
            Value::Element(to) => *to as usize == element,
            Value::Set(set) => set.contains(element as i64),
            _ => false,
        }
    })
}

/// The number of a constant index.
fn constant(index: &Expr) -> Option<i64> {
    match index.kind {
        ExprKind::Const(Value::Int(number)) => Some(number),
        ExprKind::Const(Value::Element(element)) => Some(i64::from(element)),
        _ => None,
    }
}

/// Whether two lists of indexes are written alike.
fn same_entry(one: &[Expr], two: &[Expr]) -> bool {
    one.len() == two.len() && one.iter().zip(two).all(|(a, b)| shape(a) == shape(b))
}

/// Whether a set is the entry that something has left.
fn is_entry(set: &Expr, one: &Added<'_>) -> bool {
    matches!(&set.kind, ExprKind::Field(field, at) if *field == one.field && same_entry(at, one.indexes))
}

/// The parameter of a move that a value is.
fn chosen(played: &Move, value: &Expr) -> Option<LocalId> {
    match &value.kind {
        ExprKind::Local(local) => played.parameters.iter().any(|(own, _)| own == local).then_some(*local),
        _ => None,
    }
}

/// Whether a set has lost what was added to an entry: the entry is taken away from it.
fn leaves(program: &Program, set: &Expr, one: &Added<'_>, depth: usize) -> bool {
    /// The most nested calls of `def`s that are followed.
    const DEEP: usize = 64;
    match &set.kind {
        ExprKind::Call(def, given) if given.is_empty() && depth < DEEP => {
            program.defs.get(def.index()).is_some_and(|def| leaves(program, &def.body, one, depth + 1))
        }
        ExprKind::Intersect(a, b) => leaves(program, a, one, depth) || leaves(program, b, one, depth),
        ExprKind::Minus(..) => {
            let mut taken = Vec::new();
            let mut rest = set;
            while let ExprKind::Minus(from, away) = &rest.kind {
                parts(away, &mut taken);
                rest = from;
            }
            is_among(&taken, one) || leaves(program, rest, one, depth)
        }
        _ => false,
    }
}

/// The parts of a union.
fn parts<'a>(set: &'a Expr, into: &mut Vec<&'a Expr>) {
    match &set.kind {
        ExprKind::Union(a, b) => {
            parts(a, into);
            parts(b, into);
        }
        _ => into.push(set),
    }
}

/// Whether the entry of `one` is surely among these sets: it has no index, or the index is `me` in
/// both, or the entries of both players are there.
fn is_among(sets: &[&Expr], one: &Added<'_>) -> bool {
    let entries = || {
        sets.iter().filter_map(|set| match &set.kind {
            ExprKind::Field(field, indexes) if *field == one.field => Some(indexes.as_slice()),
            _ => None,
        })
    };
    let of = |player: u32| {
        entries()
            .any(|by| matches!(by, [Expr { kind: ExprKind::Const(Value::Element(of)), .. }] if *of == player))
    };
    let is_mine = |by: &[Expr]| matches!(by, [Expr { kind: ExprKind::Me, .. }]);
    match one.indexes {
        [] => entries().next().is_some(),
        [index] if matches!(index.kind, ExprKind::Me | ExprKind::Other(_)) => {
            of(0) && of(1) || is_mine(one.indexes) && entries().any(is_mine)
        }
        _ => false,
    }
}
