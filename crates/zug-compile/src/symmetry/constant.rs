//! Replaces expressions that depend on their locals alone by tables.
//!
//! So the wording of a definition plays no part: `e <= t` for an edge and a triangle becomes the
//! relation "the edge is in the triangle", whatever edges are made of; `abs(a.x - b.x) = 1` becomes
//! the relation of cells in adjacent columns, without any integers, which would be fixed.

use super::graph::Vertex;
use super::model::{BodyScope, Model, count, label};
use std::collections::BTreeSet;
use zug_lang::program::*;
use zug_lang::semantics::eval::{World, constant};

/// The most entries of a table.
const MOST_ENTRIES: usize = 1 << 13;

impl<'p> Model<'p> {
    /// The table of an expression applied to its locals, if the expression is constant and the
    /// table small.
    pub fn tabulated(&mut self, scope: &mut BodyScope<'p>, expr: &'p Expr) -> Option<Vertex> {
        if let ExprKind::Const(value) = &expr.kind {
            return Some(self.value(value, expr.ty));
        }
        if matches!(expr.kind, ExprKind::Local(_)) || matches!(expr.ty.kind, Kind::Sets(_)) {
            return None;
        }
        let mut locals = BTreeSet::new();
        if !free_locals(self.program, expr, &mut Vec::new(), &mut locals) {
            return None;
        }
        let locals: Vec<LocalId> = locals.into_iter().collect();
        let indexes: Vec<TableIndex> =
            locals.iter().map(|local| index(scope.frame, *local)).collect::<Option<_>>()?;
        let entries = self.entries(scope, expr, &locals, &indexes)?;
        if indexes.is_empty() {
            return Some(self.value(entries.first()?, expr.ty));
        }
        let table = self.content((indexes, expr.ty, entries));
        let operands: Vec<Vertex> = locals.iter().map(|local| self.local(scope, *local)).collect();
        let vertex = self.node("entry of", &operands);
        self.graph.arc(vertex, label::NAMED, table);
        Some(vertex)
    }

    fn entries(
        &mut self,
        scope: &BodyScope<'p>,
        expr: &Expr,
        locals: &[LocalId],
        indexes: &[TableIndex],
    ) -> Option<Vec<Value>> {
        let counts: Vec<usize> = indexes.iter().map(|index| count(self.program, *index)).collect();
        let all = counts.iter().try_fold(1usize, |all, count| all.checked_mul(*count))?;
        let steps = weight(self.program, expr, self.steps).checked_mul(all as u64)?;
        if all > MOST_ENTRIES || steps > self.steps {
            return None;
        }
        self.steps -= steps;
        let world = World::of(self.program);
        let mut values = vec![Value::None; scope.frame.locals.len()];
        let entry = |mut at: usize| {
            for ((local, index), count) in locals.iter().zip(indexes).zip(&counts).rev() {
                values[local.index()] = match index {
                    TableIndex::Domain(_) => Value::Element((at % count) as u32),
                    TableIndex::Ints { low, .. } => Value::Int(low.wrapping_add((at % count) as i64)),
                };
                at /= count;
            }
            constant(&world, scope.frame, expr, &mut values.clone())
        };
        Some((0..all).map(entry).collect())
    }
}

/// The index of a table over this local; none where the local may be `none` or is neither an
/// element nor an integer.
fn index(frame: &Frame, local: LocalId) -> Option<TableIndex> {
    let ty = frame.locals.get(local.index())?.ty;
    match ty.kind {
        _ if ty.or_none => None,
        Kind::Element(domain) => Some(TableIndex::Domain(domain)),
        Kind::Int { low, high } => Some(TableIndex::Ints { low, high }),
        _ => None,
    }
}

/// Collects the locals of an expression that it does not bind itself; false if it depends on the
/// position.
fn free_locals(
    program: &Program,
    expr: &Expr,
    bound: &mut Vec<LocalId>,
    free: &mut BTreeSet<LocalId>,
) -> bool {
    expr.walk().all(|expr| {
        if let ExprKind::Quantified { binders, .. } = &expr.kind {
            bound.extend(binders.iter().map(|(local, _)| *local));
        }
        match expr.kind.dependency() {
            Dependency::Field(_) | Dependency::LegalMoves | Dependency::Mover => return false,
            Dependency::Body(def) => return is_constant(program, &program.defs[def.index()].body),
            Dependency::Local(local) if !bound.contains(&local) => {
                free.insert(local);
            }
            Dependency::Local(_) | Dependency::Nothing => {}
        }
        true
    })
}

/// Whether an expression does not depend on the position or the mover.
fn is_constant(program: &Program, expr: &Expr) -> bool {
    free_locals(program, expr, &mut Vec::new(), &mut BTreeSet::new())
}

/// A rough number of steps to evaluate an expression, up to a bound.
fn weight(program: &Program, expr: &Expr, most: u64) -> u64 {
    let mut sum = 1u64;
    let inner = match &expr.kind {
        ExprKind::Call(def, _) => weight(program, &program.defs[def.index()].body, most),
        ExprKind::Reach(..) | ExprKind::ReachLinks(..) => 1000,
        _ => 0,
    };
    for child in expr.children() {
        sum = sum.saturating_add(weight(program, child, most));
    }
    if let ExprKind::Quantified { binders, .. } = &expr.kind {
        for (_, set) in binders {
            let members = match set.ty.kind {
                Kind::Set(domain) => program.domain(domain).len() as u64,
                Kind::IntSet { low, high } => high.abs_diff(low).saturating_add(1),
                _ => 1,
            };
            sum = sum.saturating_mul(members.max(1));
        }
    }
    sum.saturating_add(inner).min(most.saturating_add(1))
}
