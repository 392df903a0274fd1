//! Finds indexes and coordinates from 0 where everything counts from 1: `heaps[0]`, `Cell(0, 0)`,
//! `sum(i in 0..2: heaps[i])`. They are `none`, and sums pass over them, so the value is wrong and
//! nothing says so.
//!
//! A range from 0 is told only where its end shows that it was meant to count all from 0: where it
//! stops before the last. One that covers all, or goes beyond, walks round a border.

use super::ZERO_INDEX;
use super::units::Unit;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::{BoardGeometry, Domain, DomainKind, Program, TableIndex};
use zug_lang::source::Span;
use zug_lang::syntax::ast::{BinaryOp, Expr, ExprKind, Name, UnaryOp};
use zug_lang::syntax::print;

/// What an index may be.
struct IndexBounds {
    low: i64,
    high: i64,
    /// What is counted, for people.
    what: &'static str,
}

/// A use of an index.
struct IndexUse<'a> {
    of: &'a Name,
    index: &'a Expr,
    bounds: IndexBounds,
    /// Whether it is a coordinate.
    coordinate: bool,
}

/// Warns of indexes and coordinates that are 0, and of ranges from 0 over what counts from 1.
pub(super) fn zero_indexes(units: &[Unit], program: &Program, found: &mut Vec<Diagnostic>) {
    for unit in units {
        let mut coordinates = None;
        for each in uses(unit, program) {
            if let Some(n) = outside(program, &each) {
                found.push(none_there(&each, n));
            }
            if each.bounds.low != 1 {
                continue;
            }
            match &each.index.kind {
                // `Cell(0, 0)` is one mistake.
                ExprKind::Int(0) if coordinates == Some(each.of.span) => {}
                ExprKind::Int(0) => {
                    coordinates = each.coordinate.then_some(each.of.span);
                    found.push(zero(&each));
                }
                ExprKind::Name(name) => found.extend(shifted_by_one(unit, program, name, &each)),
                _ => {}
            }
        }
    }
    found.dedup();
}

/// The written number of an index that lies outside of all that there are; 0 where counting begins
/// at 1 is told by itself. A domain may be larger for other params: only a list's end is taken.
fn outside(program: &Program, each: &IndexUse<'_>) -> Option<i64> {
    let n = match &each.index.kind {
        ExprKind::Int(n) => *n,
        ExprKind::Unary(UnaryOp::Minus, of) => match of.kind {
            ExprKind::Int(n) => -n,
            _ => return None,
        },
        _ => return None,
    };
    let is_list = each.bounds.what == "entries";
    let constant = is_list || program.params.is_empty();
    let is_reported = n == 0 && each.bounds.low == 1;
    let beyond = n < each.bounds.low || constant && n > each.bounds.high;
    (!each.coordinate && !is_reported && beyond).then_some(n)
}

fn none_there(each: &IndexUse<'_>, n: i64) -> Diagnostic {
    let (of, bounds) = (&each.of.text, &each.bounds);
    let is_empty = bounds.high < bounds.low;
    let message = match is_empty {
        true => format!("`{of}[{n}]` is none: `{of}` is empty"),
        false => format!("`{of}[{n}]` is none: {} go from {} to {}", bounds.what, bounds.low, bounds.high),
    };
    let help = match (n, bounds.what) {
        _ if is_empty => format!("ask first whether it has {}: `len({of}) > 0`", bounds.what),
        (-1, "entries") => format!("the last is `{of}[len({of})]`"),
        _ => format!("the first is `{of}[{}]`, the last `{of}[{}]`", bounds.low, bounds.high),
    };
    ZERO_INDEX.warn(message, each.index.span, "nothing is there").help(help)
}

fn zero(each: &IndexUse<'_>) -> Diagnostic {
    let (of, bounds) = (&each.of.text, &each.bounds);
    let message = match each.coordinate {
        true => format!("`{of}` has nothing at 0: {} count from 1", bounds.what),
        false => format!("`{of}[0]` is none: {} count from 1", bounds.what),
    };
    let help = match each.coordinate {
        true => format!("they go from 1 to {}: what lies outside is `none`", bounds.high),
        false => format!("the first is `{of}[1]`, the last `{of}[{}]`", bounds.high),
    };
    ZERO_INDEX.warn(message, each.index.span, "nothing is there").help(help)
}

/// The warning about an index whose range starts and ends one too early.
fn shifted_by_one(unit: &Unit, program: &Program, name: &Name, each: &IndexUse<'_>) -> Option<Diagnostic> {
    let binder = ranges(unit, name)
        .find_map(|range| Some((from_zero(program, range, each)?, range.span, last_written(range))));
    let declared = || {
        let (_, domain) = unit.index_names.iter().find(|(index, _)| index.text == name.text)?;
        Some((last_of(program, domain, each)?, domain.span, None))
    };
    let (last, range, written) = binder.or_else(declared)?;
    let written = written.map(|end| (format!("{end} - 1"), end));
    let (last, end) = written.unwrap_or_else(|| (last.to_string(), each.bounds.high.to_string()));
    Some(shifted(each, name, range, &last, &end))
}

/// The warning about a range that goes to `last` and should go from 1 to `end`.
fn shifted(each: &IndexUse<'_>, name: &Name, range: Span, last: &str, end: &str) -> Diagnostic {
    let (of, bounds, name) = (&each.of.text, &each.bounds, &name.text);
    let message = format!(
        "`{name}` runs from 0 to {last}, but {} of `{of}` count from 1 to {}",
        bounds.what, bounds.high
    );
    ZERO_INDEX
        .warn(message, range, "0 finds nothing, and the last is left out")
        .because(each.index.span, "used here")
        .help(format!("write `1..{end}`"))
}

/// The text of X in a range `0..X - 1`.
pub(super) fn last_written(range: &Expr) -> Option<String> {
    match &range.kind {
        ExprKind::Binary(BinaryOp::Range, _, last, _) => one_less(last),
        _ => None,
    }
}

/// The text of X in `X - 1`.
pub(super) fn one_less(last: &Expr) -> Option<String> {
    match &last.kind {
        ExprKind::Binary(BinaryOp::Subtract, end, one, _) if matches!(one.kind, ExprKind::Int(1)) => {
            Some(print::whole(end))
        }
        _ => None,
    }
}

/// The sets of the binders of this name.
fn ranges<'u>(unit: &'u Unit<'_>, name: &'u Name) -> impl Iterator<Item = &'u Expr> {
    unit.binder_sets.iter().filter(move |(binder, _)| binder.text == name.text).map(|(_, set)| *set)
}

/// The last number of a range from 0 that stops before the last index.
fn from_zero(program: &Program, range: &Expr, each: &IndexUse<'_>) -> Option<i64> {
    let high = each.bounds.high;
    let last = match &range.kind {
        ExprKind::Binary(BinaryOp::Range, low, last, _) if matches!(low.kind, ExprKind::Int(0)) => {
            match &last.kind {
                ExprKind::Int(last) => *last,
                ExprKind::Binary(BinaryOp::Subtract, _, one, _) if matches!(one.kind, ExprKind::Int(1)) => {
                    high - 1
                }
                _ => return None,
            }
        }
        ExprKind::Name(domain) => return last_of(program, domain, each),
        _ => return None,
    };
    // Where the range stops much earlier it was not meant to reach all.
    (last == high - 1 && high > 1).then_some(last)
}

/// The last number of a domain of integers from 0 that stops before the last index.
fn last_of(program: &Program, domain: &Name, each: &IndexUse<'_>) -> Option<i64> {
    let high = each.bounds.high;
    match program.domains.iter().find(|each| each.name == domain.text)? {
        Domain { kind: DomainKind::Range { low: 0 }, members, .. } => {
            let last = members.len() as i64 - 1;
            (last == high - 1 && high > 1).then_some(last)
        }
        _ => None,
    }
}

/// The indexes and coordinates that a unit uses.
fn uses<'u>(unit: &'u Unit<'_>, program: &'u Program) -> impl Iterator<Item = IndexUse<'u>> {
    let entries = unit.exprs.iter().filter_map(|expr| match &expr.kind {
        ExprKind::At(of, indexes) => match &of.kind {
            ExprKind::Name(name) => Some((name, indexes.as_slice())),
            _ => None,
        },
        _ => None,
    });
    let stores = unit.stores.iter().copied();
    let indexed = entries.chain(stores).flat_map(move |(of, indexes)| {
        indexes.iter().enumerate().filter_map(move |(at, index)| {
            let bounds = index_bounds(program, &of.text, at)?;
            Some(IndexUse { of, index, bounds, coordinate: false })
        })
    });
    let calls = unit.exprs.iter().filter_map(|expr| match &expr.kind {
        ExprKind::Call(name, arguments) if arguments.len() == 2 => Some((name, arguments)),
        _ => None,
    });
    let coordinates = calls.flat_map(move |(of, arguments)| {
        arguments.iter().enumerate().filter_map(move |(at, index)| {
            let bounds = coordinate_bounds(program, &of.text, at)?;
            Some(IndexUse { of, index, bounds, coordinate: true })
        })
    });
    indexed.chain(coordinates)
}

/// What index number `at` of a table or field may be, where it is an integer.
fn index_bounds(program: &Program, name: &str, at: usize) -> Option<IndexBounds> {
    let of_domain = |domain: &Domain| {
        let low = domain.low()?;
        let what = if matches!(domain.kind, DomainKind::Range { .. }) { "indexes" } else { "points" };
        Some(IndexBounds { low, high: low + domain.len() as i64 - 1, what })
    };
    if let Some(field) = program.fields.iter().find(|field| field.name == name) {
        return of_domain(program.domain(*field.indexes.get(at)?));
    }
    let table = program.tables.iter().find(|table| table.name == name)?;
    match table.indexes.get(at)? {
        TableIndex::Domain(domain) => of_domain(program.domain(*domain)),
        TableIndex::Ints { low, high } => Some(IndexBounds { low: *low, high: *high, what: "entries" }),
    }
}

/// What coordinate number `at` of a board may be.
fn coordinate_bounds(program: &Program, name: &str, at: usize) -> Option<IndexBounds> {
    let domain = program.domains.iter().find(|domain| domain.name == name)?;
    let DomainKind::Board(board) = &domain.kind else { return None };
    let (BoardGeometry::Grid(width, height)
    | BoardGeometry::Torus(width, height)
    | BoardGeometry::Hex(width, height)
    | BoardGeometry::HexTorus(width, height)) = board.geometry
    else {
        return None;
    };
    let high = if at == 0 { width } else { height };
    Some(IndexBounds { low: 1, high, what: if at == 0 { "columns" } else { "rows" } })
}
