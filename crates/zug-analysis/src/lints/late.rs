//! Finds `end` rules that are evaluated too late: what makes them true changes an entry that they
//! do not read until one more move is made.
//!
//! After a move that passes the turn, the mover is `opponent` in a rule and the other player is
//! `me`. So a change of the mover's own entry is seen by a rule that reads the entry of `opponent`,
//! and a change of the other player's entry by one that reads the entry of `me`.

use super::constant::conjuncts;
use super::growth::{Trend, trends};
use super::reads::{Touch, Whose, player, reads, store_of, stores};
use zug_lang::program::*;

/// Whose entry a rule reads that is evaluated too late, given the fields that it reads and the
/// moves that change them with what they store. `passes` says whether a move passes the turn.
pub(super) fn late_reads(
    program: &Program,
    end: &End,
    reads: &[Touch],
    changers: &[(&Move, Vec<Touch>)],
    passes: impl Fn(&Move) -> bool,
) -> Option<Whose> {
    let whose = all_alike(reads, changers).filter(|_| changers.iter().all(|(each, _)| passes(each)));
    whose.or_else(|| all_emptied(program, end, &passes)).or_else(|| all_grown(program, end, &passes))
}

/// Whose entries must grow for a rule to hold, if it asks nothing else of what moves change, if
/// moves make only this player's grow, and if no other rule asks the same of the other player.
/// What takes something away makes such a rule false.
fn all_grown(program: &Program, end: &End, passes: &impl Fn(&Move) -> bool) -> Option<Whose> {
    let stored = |field: FieldId| {
        let mut stores = program.moves.iter().flat_map(|each| stores(program, each));
        stores.any(|(of, _)| of == field)
    };
    let mut asked = trends(program, &end.when)?;
    asked.retain(|((field, _), _)| stored(*field));
    let whose = asked.first()?.0.1;
    let rise = |((_, of), trend): &(Touch, Trend)| *of == whose && *trend == Trend::Rises;
    if whose == Whose::Any || !asked.iter().all(rise) {
        return None;
    }
    let is_asked = |field: FieldId| asked.iter().any(|((of, _), _)| *of == field);
    let growing = |each: &Move| -> Vec<Whose> {
        let stores = statements(&each.body).filter(|stmt| !only_shrinks(stmt));
        stores
            .filter_map(|stmt| store_of(program, stmt))
            .filter(|(of, _)| is_asked(*of))
            .map(|(_, of)| of)
            .collect()
    };
    let growers: Vec<(&Move, Vec<Whose>)> =
        program.moves.iter().map(|each| (each, growing(each))).filter(|(_, of)| !of.is_empty()).collect();
    let alike = growers.iter().all(|(each, of)| passes(each) && of.iter().all(|of| *of == whose));
    let of_the_other = |((field, of), _): (Touch, Trend)| is_asked(field) && of != whose && of != Whose::Any;
    let mut others = program.ends.iter().filter(|other| other.span != end.span);
    let other_rule = others.any(|other| trends(program, &other.when).into_iter().flatten().any(of_the_other));
    (alike && !growers.is_empty() && !other_rule).then_some(whose)
}

/// Whether a store takes something away from an entry and adds nothing: `-=` of a set or of a
/// number that is not negative, `men[me] = men[me] - S`.
fn only_shrinks(stmt: &Stmt) -> bool {
    let StmtKind::Assign(Place::Field(field, _), store, value) = &stmt.kind else { return false };
    let within = |holds: fn(i64, i64) -> bool| match value.ty.kind {
        Kind::Int { low, high } => holds(low, high),
        _ => *store == Store::Sub,
    };
    match store {
        Store::Sub => within(|low, _| low >= 0),
        Store::Add => within(|_, high| high <= 0),
        Store::Set => match &value.kind {
            ExprKind::Const(Value::Set(set)) => set.is_empty(),
            ExprKind::Minus(from, _) => matches!(&from.kind, ExprKind::Field(of, _) if of == field),
            _ => false,
        },
    }
}

/// Whose entries a rule asks to be empty or small, if that is all that it asks of what moves
/// change, and if no other rule asks the same of the other player.
fn all_emptied(program: &Program, end: &End, passes: &impl Fn(&Move) -> bool) -> Option<Whose> {
    let stored = |field: FieldId| {
        let mut stores = program.moves.iter().flat_map(|each| stores(program, each));
        stores.any(|(of, _)| of == field)
    };
    let mut found = None;
    for part in parts(end) {
        if !reads(program, part)?.iter().any(|(field, _)| stored(*field)) {
            continue;
        }
        let whose = emptied_late(program, part, passes)?;
        if found.is_some_and(|before| before != whose) || is_asked_of_the_other(program, end, part) {
            return None;
        }
        found = Some(whose);
    }
    found
}

/// Whether a rule asks where the player to move stands as a value, `owner[c] = me`, and reads
/// nothing else, while moves store there the player who makes them and then pass the turn: so what
/// a move makes true is about `opponent`.
pub(super) fn values_late(
    program: &Program,
    end: &End,
    reads: &[Touch],
    passes: impl Fn(&Move) -> bool,
) -> bool {
    let asked = fields_compared_with_me(program, &end.when);
    if asked.is_empty() || !reads.iter().all(|(field, _)| asked.contains(field)) {
        return false;
    }
    let stores = |each: &Move, of_me: bool| {
        statements(&each.body).any(|stmt| match &stmt.kind {
            StmtKind::Assign(Place::Field(field, _), _, value) => {
                asked.contains(field) && is_me(value) == of_me
            }
            _ => false,
        })
    };
    let changers = || program.moves.iter().filter(|each| stores(each, true));
    changers().next().is_some() && changers().all(passes) && !program.moves.iter().any(|m| stores(m, false))
}

/// The fields of players that a condition compares with `me`; none where it compares one with
/// `opponent` too.
fn fields_compared_with_me(program: &Program, when: &Expr) -> Vec<FieldId> {
    let mut asked = Vec::new();
    let with_opponent = program.has(when, |e| {
        let ExprKind::Equal(one, two) = &e.kind else { return false };
        let Some(field) = value_of_player(program, one).or_else(|| value_of_player(program, two)) else {
            return false;
        };
        if is_me(one) || is_me(two) {
            asked.push(field);
        }
        is_other(one) || is_other(two)
    });
    if with_opponent { Vec::new() } else { asked }
}

fn is_me(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Me)
}

fn is_other(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Other(of) if is_me(of))
}

/// The field of which an expression is an entry, if its values are players.
fn value_of_player(program: &Program, expr: &Expr) -> Option<FieldId> {
    let ExprKind::Field(field, _) = expr.kind else { return None };
    let of = program.fields.get(field.index())?;
    (of.ty.kind == Kind::Element(PLAYER)).then_some(field)
}

fn parts(end: &End) -> Vec<&Expr> {
    let mut parts = Vec::new();
    conjuncts(&end.when, &mut parts);
    parts
}

/// Whether another rule asks the entry of the other player to be empty or small.
fn is_asked_of_the_other(program: &Program, end: &End, part: &Expr) -> bool {
    let Some((field, whose)) = emptied(program, part, &[], 0) else { return false };
    let is_other = |touch: Touch| touch.0 == field && touch.1 != whose && touch.1 != Whose::Any;
    let others = program.ends.iter().filter(|other| other.span != end.span);
    others.flat_map(parts).any(|part| emptied(program, part, &[], 0).is_some_and(is_other))
}

/// Whose entries a rule reads that reads only entries of one player, if every move changes only
/// entries of that player, both as seen by the player to move: `me` and `me`, or `opponent` and
/// `opponent`.
fn all_alike(reads: &[Touch], changers: &[(&Move, Vec<Touch>)]) -> Option<Whose> {
    let stored = || changers.iter().flat_map(|(_, stores)| stores);
    let live = || reads.iter().filter(|(field, _)| stored().any(|(of, _)| of == field));
    let whose = live().next()?.1;
    let changed = stored().filter(|(of, _)| live().any(|(field, _)| field == of));
    let alike = live().chain(changed).all(|(_, each)| *each == whose);
    (alike && whose != Whose::Any).then_some(whose)
}

/// Whose entry a condition such as `men[opponent] = {}` reads, if moves make only the entry of the
/// other one of the two smaller.
fn emptied_late(program: &Program, part: &Expr, passes: &impl Fn(&Move) -> bool) -> Option<Whose> {
    let (field, whose) = emptied(program, part, &[], 0)?;
    let takers = program.moves.iter().filter_map(|each| {
        let of_field = |shrinking: bool| {
            let stmts = statements(&each.body).filter(move |stmt| shrinks(stmt, field) == shrinking);
            stmts
                .filter_map(|stmt| store_of(program, stmt))
                .filter(|(of, _)| *of == field)
                .map(|(_, whose)| whose)
        };
        // A piece that is taken from an entry and put into it again, `men[me] -= c  men[me] += d`,
        // takes nothing away.
        let put: Vec<Whose> = of_field(false).collect();
        let taken: Vec<Whose> = of_field(true).filter(|whose| !put.contains(whose)).collect();
        (!taken.is_empty()).then_some((each, taken))
    });
    let takers: Vec<(&Move, Vec<Whose>)> = takers.collect();
    let alike = takers.iter().all(|(each, taken)| passes(each) && taken.iter().all(|each| *each == whose));
    (alike && !takers.is_empty() && whose != Whose::Any).then_some(whose)
}

/// The entry that a condition asks to be empty or small. `given` says which players the first
/// locals are, inside a `def`.
fn emptied(program: &Program, expr: &Expr, given: &[Whose], depth: usize) -> Option<Touch> {
    /// The most nested calls of `def`s that are followed.
    const DEEP: usize = 64;
    let entry = |expr: &Expr| match &expr.kind {
        ExprKind::Field(field, indexes) => {
            let of = program.fields.get(field.index())?;
            let at = of.indexes.iter().position(|domain| *domain == PLAYER)?;
            Some((*field, player(indexes.get(at)?, given)))
        }
        _ => None,
    };
    let size = |expr: &Expr| match &expr.kind {
        ExprKind::Count(of) => entry(of),
        _ => matches!(expr.ty.kind, Kind::Int { .. }).then(|| entry(expr)).flatten(),
    };
    let is_constant = |expr: &Expr| matches!(expr.kind, ExprKind::Const(_));
    match &expr.kind {
        ExprKind::Call(def, arguments) if depth < DEEP => {
            let inner: Vec<Whose> = arguments.iter().map(|each| player(each, given)).collect();
            emptied(program, &program.defs.get(def.index())?.body, &inner, depth + 1)
        }
        ExprKind::Equal(one, two) => {
            let pair = |one: &Expr, two: &Expr| match &two.kind {
                ExprKind::Const(Value::Set(set)) if set.is_empty() => entry(one),
                ExprKind::Const(Value::Int(0)) => size(one),
                _ => None,
            };
            pair(one, two).or_else(|| pair(two, one))
        }
        ExprKind::Compare(_, one, two) if is_constant(two) => size(one),
        _ => None,
    }
}

/// Whether a store to a field may take something away from an entry. A piece that goes from one
/// place to another, `men[me] - c + d`, takes nothing away.
fn shrinks(stmt: &Stmt, field: FieldId) -> bool {
    let StmtKind::Assign(_, store, value) = &stmt.kind else { return false };
    let is_negative = matches!(value.ty.kind, Kind::Int { low, .. } if low < 0);
    match store {
        Store::Add => is_negative,
        Store::Sub => true,
        // A number that is set may be any.
        Store::Set => !matches!(value.ty.kind, Kind::Int { .. }) && !is_step(value, field),
    }
}

/// `men[me] - c + d` and `men[me] + d`.
fn is_step(value: &Expr, field: FieldId) -> bool {
    let is_one = |expr: &Expr| matches!(expr.kind, ExprKind::Singleton(..));
    let is_field = |expr: &Expr| matches!(&expr.kind, ExprKind::Field(of, _) if *of == field);
    let ExprKind::Union(before, added) = &value.kind else { return is_field(value) };
    let rest = match &before.kind {
        ExprKind::Minus(before, taken) if is_one(taken) => before,
        _ => before,
    };
    is_one(added) && is_field(rest)
}
