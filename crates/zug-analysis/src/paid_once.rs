//! Bounds what a field receives from a table that pays for each element of a set once.
//!
//! `left -= v  got[me] += worth[v]`: every element leaves `left` once, so all entries of `got`
//! together receive no more than the sum of `worth` over what is in `left` at the start. So it is
//! where elements enter a set that only grows. The conditions:
//!
//! - every statement that adds to the field or takes from it stands outside of loops, and what it
//!   adds depends on one parameter of its move alone, by a table, say;
//! - on every path through this move that parameter surely leaves a set field without indexes (or
//!   enters it);
//! - no statement of any move puts an element back into that set (or takes one out).

use super::path_enumeration::{Effort, each_path};
use super::summed_stores::{added, is_looped};
use zug_lang::program::*;
use zug_lang::semantics::{World, constant};

/// A set field, and whether elements leave it: the other way none goes.
type OneWay = (FieldId, bool);

/// The most that all entries of a field receive together in one direction, if this is known.
pub(super) fn paid_once(program: &Program, field: FieldId, sign: i64) -> Option<i64> {
    let mut most: Vec<(OneWay, Vec<i64>)> = Vec::new();
    for each in &program.moves {
        let stores: Vec<(Store, &Expr)> =
            statements(&each.body).filter_map(|stmt| added(stmt, field)).collect();
        let Some((_, first)) = stores.first() else { continue };
        if is_looped(each, field) || stores.iter().any(|(store, _)| *store == Store::Set) {
            return None;
        }
        let parameter = read_parameter(each, first)?;
        let set =
            one_way_sets(program).into_iter().find(|set| surely_moves(program, each, *set, parameter))?;
        let gains = gains(program, each, parameter, &stores, sign)?;
        match most.iter_mut().find(|(known, _)| *known == set) {
            Some((_, known)) => {
                known.iter_mut().zip(gains).for_each(|(known, gain)| *known = gain.max(*known))
            }
            None => most.push((set, gains)),
        }
    }
    let mut total: Option<i64> = None;
    for ((set, leaves), gains) in most {
        let Some(Value::Set(there)) = program.fields[set.index()].initial.first() else { return None };
        for (at, gain) in (0..).zip(gains) {
            let counts = there.contains(at) == leaves;
            total = total.unwrap_or(0).checked_add(if counts { gain } else { 0 });
            total?;
        }
    }
    total
}

/// The parameter of a move of which an integer is computed, and of nothing else.
fn read_parameter(each: &Move, expr: &Expr) -> Option<LocalId> {
    let mut read = None;
    let mut open = vec![expr];
    while let Some(part) = open.pop() {
        match &part.kind {
            ExprKind::Local(local) if read.is_none_or(|known| known == *local) => read = Some(*local),
            ExprKind::Const(_)
            | ExprKind::Table(..)
            | ExprKind::Arith(..)
            | ExprKind::Negate(_)
            | ExprKind::Abs(_)
            | ExprKind::ToInt(_) => open.extend(part.children()),
            _ => return None,
        }
    }
    read.filter(|read| each.parameters.iter().any(|(local, _)| local == read))
}

/// The set fields without indexes of which all statements take elements out, or put some in.
fn one_way_sets(program: &Program) -> Vec<OneWay> {
    let fields = (0u32..).map(FieldId).zip(&program.fields);
    let sets = fields.filter(|(_, of)| matches!(of.ty.kind, Kind::Set(_)) && of.indexes.is_empty());
    sets.filter_map(|(id, _)| {
        let mut ways = stores(program, id).map(|(store, value)| leaves(id, store, value));
        let first = ways.next()??;
        ways.all(|way| way == Some(first)).then_some((id, first))
    })
    .collect()
}

/// All that the statements of a definition store to a field.
fn stores(program: &Program, id: FieldId) -> impl Iterator<Item = (Store, &Expr)> {
    program.moves.iter().flat_map(|each| statements(&each.body)).filter_map(move |stmt| added(stmt, id))
}

/// Whether a store takes elements out of a set (true), or puts some in; none if it may do both.
fn leaves(id: FieldId, store: Store, value: &Expr) -> Option<bool> {
    let is_itself = |expr: &Expr| matches!(&expr.kind, ExprKind::Field(of, _) if *of == id);
    match (store, &value.kind) {
        (Store::Sub, _) => Some(true),
        (Store::Add, _) => Some(false),
        (Store::Set, ExprKind::Minus(a, _)) if is_itself(a) => Some(true),
        (Store::Set, ExprKind::Union(a, b)) if is_itself(a) || is_itself(b) => Some(false),
        _ => None,
    }
}

/// Whether a parameter surely leaves (or enters) a set on every path through a move.
fn surely_moves(program: &Program, each: &Move, (set, leaves): OneWay, parameter: LocalId) -> bool {
    let Kind::Set(domain) = program.fields[set.index()].ty.kind else { return false };
    let of_domain = |(local, of): &(LocalId, Expr)| *local == parameter && of.ty.kind == Kind::Set(domain);
    if !each.parameters.iter().any(of_domain) {
        return false;
    }
    let mut surely = true;
    let followed = each_path(program, each, Effort::Quick, &mut |evaluator, state| {
        surely &= evaluator.surely_moves(state, (set, domain), parameter, leaves);
    });
    followed.is_ok() && surely
}

/// What a move adds to the field in this direction, for each element that its parameter may be.
fn gains(
    program: &Program,
    each: &Move,
    parameter: LocalId,
    stores: &[(Store, &Expr)],
    sign: i64,
) -> Option<Vec<i64>> {
    let world = World::of(program);
    let (_, set) = each.parameters.iter().find(|(local, _)| *local == parameter)?;
    let Kind::Set(domain) = set.ty.kind else { return None };
    let gain = |element: u32| {
        let mut total = 0_i64;
        for (store, value) in stores {
            if read_parameter(each, value)? != parameter {
                return None;
            }
            let mut locals = vec![Value::None; each.frame.locals.len()];
            *locals.get_mut(parameter.index())? = Value::Element(element);
            let Value::Int(by) = constant(&world, &each.frame, value, &mut locals) else { return None };
            let up = (*store == Store::Add) == (sign > 0);
            total = total.checked_add(if up { by } else { by.checked_neg()? }.max(0))?;
        }
        Some(total)
    };
    (0..program.domain(domain).len() as u32).map(gain).collect()
}
