//! Recognizes box-completion games: points are scored by completing boxes, each of which is
//! completed once (Dots and Boxes: boxes by edges).
//!
//! A box that a move leaves one element short can be completed by whoever moves next. The
//! conditions, each on the form of the program:
//!
//! - every move takes one element `e in X - G` of a set field `G` without indexes, does `G += e`,
//!   and then adds to the mover's points the number of members `b` of a constant family for which a
//!   condition on `e` and `b` holds and `G`, or several such fields, contain all that `b` needs; it
//!   stores nothing else;
//! - whenever the condition on `e` and `b` holds, `b` needs `e`, so `b` was not complete before;
//! - the rest of the condition depends on `e` and `b` alone, not on the mover or the position;
//! - every move counts the same members with the same needs, and some move adds each element that
//!   is needed;
//! - no followup is requested, and no `provided` rejects a move after its body.
//!
//! Sets only grow, so no `b` counts twice. Only the points matter ([`SubsetPlay`]) if also
//!
//! - no guard, `end` or `progress` rule has a condition: every element is free until it is taken,
//!   and play ends when none is left;
//! - every outcome is the first player's points less the second's, and the points are additive
//!   ([`super::additive()`]);
//! - `b` counts whichever of its elements comes last;
//! - a player who scores moves again in every move, or in none.

use super::additive::{additive, outcomes};
use super::positional_game::{conjuncts, is_fixed, is_local, value};
use zug_lang::program::*;

/// The facts about a box-completion game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxCompletion {
    /// For each move, the field that it adds its element to.
    pub fields: Vec<FieldId>,
    /// For each box, the elements of each field that it needs.
    pub needs: Vec<Vec<(FieldId, Set)>>,
    /// Whether the outcome is one point for each box, for the player who completed it, and nothing
    /// else.
    pub is_all: bool,
    /// The conditions of [`SubsetPlay`], if they hold.
    pub subset_play: Option<SubsetPlay>,
}

/// The facts about a game in which only the set of taken elements matters: every element outside
/// its field may be taken, play ends when none is left, and taking the last element that a box
/// lacks completes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubsetPlay {
    /// For each move, the elements that it may take.
    pub elements: Vec<Set>,
    /// The field of points, indexed by player.
    pub points: FieldId,
    /// Whether a player who completes a box moves again; otherwise the players take turns.
    pub again: bool,
}

/// The facts, if the program has this form.
pub fn box_completion(program: &Program) -> Option<BoxCompletion> {
    let all = all_counted(program)?;
    let first = all.first()?;
    let fields = all.iter().map(|each| each.field).collect();
    let is_all = is_difference(program, first.points);
    let subset_play = subset_play(program, &all).filter(|_| is_all);
    Some(BoxCompletion { fields, needs: first.needs.clone(), is_all, subset_play })
}

/// The field of points and the needs of each box, if the program has this form.
pub(super) fn completions(program: &Program) -> Option<(FieldId, Needs)> {
    let first = all_counted(program)?.into_iter().next()?;
    Some((first.points, first.needs))
}

/// What each move counts, if all count the same.
fn all_counted(program: &Program) -> Option<Vec<MovePoints>> {
    if program.moves.is_empty() || !program.requests.is_empty() || program.moves.iter().any(|m| m.followup) {
        return None;
    }
    let all: Vec<MovePoints> =
        program.moves.iter().map(|each| counted(program, each)).collect::<Option<_>>()?;
    let first = all.first()?;
    let same = all.iter().all(|each| each.points == first.points && each.needs == first.needs);
    let mut needed = first.needs.iter().flatten();
    let known = needed.all(|(field, _)| all.iter().any(|each| each.field == *field));
    (same && known).then_some(all)
}

/// The facts of [`SubsetPlay`], if the program has that form too, for moves that count the same
/// boxes.
fn subset_play(program: &Program, all: &[MovePoints]) -> Option<SubsetPlay> {
    let first = all.first()?;
    let again = first.again?;
    let free = program.moves.iter().all(|each| matches!(each.when.kind, ExprKind::Const(Value::Bool(true))));
    let ends = program.ends.is_empty() && program.checked_progress().is_none();
    let same = all.iter().all(|each| each.again == Some(again) && each.exact);
    let elements = all.iter().map(|each| each.elements.clone()).collect();
    (free && ends && same).then_some(SubsetPlay { elements, points: first.points, again })
}

/// What a move counts.
struct MovePoints {
    field: FieldId,
    points: FieldId,
    needs: Vec<Vec<(FieldId, Set)>>,
    elements: Set,
    /// Whether every box that needs an element counts when that element comes last.
    exact: bool,
    /// Whether a player who scores moves again; none if something else decides it.
    again: Option<bool>,
}

fn counted(program: &Program, each: &Move) -> Option<MovePoints> {
    let [(parameter, from)] = each.parameters.as_slice() else { return None };
    let ExprKind::Minus(elements, less) = &from.kind else { return None };
    let ExprKind::Field(field, indexes) = &less.kind else { return None };
    let Value::Set(elements) = value(program, &each.frame, elements, &[])? else { return None };
    let is_set = program.fields.get(field.index())?.ty;
    let plain = indexes.is_empty() && matches!(is_set, Type { kind: Kind::Set(_), or_none: false });
    if !plain || each.provided.is_some() {
        return None;
    }
    let gained = gained(&each.body, *parameter, *field)?;
    let (needs, exact) = needs(program, each, gained.count, (*parameter, *field, &elements))?;
    Some(MovePoints { field: *field, points: gained.points, needs, elements, exact, again: gained.again })
}

/// The points that a body scores, and who moves then.
struct Gained<'p> {
    points: FieldId,
    count: &'p Expr,
    again: Option<bool>,
}

/// The field of points and the expression added to the mover's entry, if the body first adds the
/// parameter to the field and stores nothing else.
fn gained(body: &[Stmt], parameter: LocalId, field: FieldId) -> Option<Gained<'_>> {
    let (first, rest) = body.split_first()?;
    let StmtKind::Assign(Place::Field(to, _), Store::Add, added) = &first.kind else { return None };
    let ExprKind::Singleton(element, _) = &added.kind else { return None };
    if *to != field || !is_local(element, parameter) {
        return None;
    }
    let (mut bound, mut gain, mut again) = (Vec::new(), None, Vec::new());
    for stmt in rest {
        match &stmt.kind {
            StmtKind::Bind(local, value) => bound.push((*local, value)),
            StmtKind::Assign(Place::Field(to, whose), Store::Add, value) if gain.is_none() => {
                let [Expr { kind: ExprKind::Me, .. }] = whose.as_slice() else { return None };
                gain = Some((*to, value));
            }
            StmtKind::Again(condition) => again.push(condition),
            _ => return None,
        }
    }
    let (points, value) = gain?;
    let count = bound.iter().find(|(local, _)| is_local(value, *local)).map_or(value, |(_, value)| *value);
    let again = match again.as_slice() {
        [] => Some(false),
        [condition] if is_positive(condition, value) => Some(true),
        _ => None,
    };
    Some(Gained { points, count, again })
}

/// Whether a condition says that `value`, a local, is positive.
fn is_positive(condition: &Expr, value: &Expr) -> bool {
    let ExprKind::Local(local) = value.kind else { return false };
    let is = |expr: &Expr, number: i64| matches!(expr.kind, ExprKind::Const(Value::Int(n)) if n == number);
    match &condition.kind {
        ExprKind::Compare(Order::Less, less, more) => is(less, 0) && is_local(more, local),
        ExprKind::Compare(Order::LessEqual, less, more) => is(less, 1) && is_local(more, local),
        _ => false,
    }
}

/// A condition with its frame and the meaning of its locals.
struct ScopedCondition<'p> {
    frame: &'p Frame,
    expr: &'p Expr,
    /// Whether boxes are numbers, `count(k in 1..9 ..)`, and not elements of a domain.
    numbered: bool,
    /// For each local known there, false for the element and true for the box.
    locals: Vec<(LocalId, bool)>,
}

impl ScopedCondition<'_> {
    fn value(&self, program: &Program, expr: &Expr, element: i64, member: i64) -> Option<Value> {
        let known = |is_member: bool| match is_member {
            true if self.numbered => Some(Value::Int(member)),
            true => Some(Value::Element(u32::try_from(member).ok()?)),
            false => Some(Value::Element(u32::try_from(element).ok()?)),
        };
        let locals: Option<Vec<_>> =
            self.locals.iter().map(|(local, is_member)| Some((*local, known(*is_member)?))).collect();
        value(program, self.frame, expr, &locals?)
    }
}

/// For each box, the elements of each field that it needs.
pub(super) type Needs = Vec<Vec<(FieldId, Set)>>;

/// The needs of each box, if the count has the form that the module describes, and whether a box
/// counts whichever of its elements comes last.
fn needs(
    program: &Program,
    each: &Move,
    count: &Expr,
    (parameter, field, elements): (LocalId, FieldId, &Set),
) -> Option<(Needs, bool)> {
    let ExprKind::Quantified { quantifier: Quantifier::Count, binders, guard, body } = &count.kind else {
        return None;
    };
    let [(member, family)] = binders.as_slice() else { return None };
    let Value::Set(members) = value(program, &each.frame, family, &[])? else { return None };
    let locals = vec![(parameter, false), (*member, true)];
    let numbered = matches!(family.ty.kind, Kind::IntSet { .. });
    let mut conditions = Vec::new();
    for expr in [&**guard, &**body] {
        unfold(
            program,
            ScopedCondition { frame: &each.frame, expr, numbered, locals: locals.clone() },
            0,
            &mut conditions,
        )?;
    }
    let (fixed, others): (Vec<_>, Vec<_>) =
        conditions.into_iter().partition(|condition| is_fixed(program, condition.expr));
    let (mut all, mut exact) = (Vec::new(), true);
    for b in members.iter() {
        let mut needs: Vec<(FieldId, Set)> = Vec::new();
        for condition in &others {
            let (of, set) = need(program, condition, b)?;
            match needs.iter_mut().find(|(field, _)| *field == of) {
                Some((_, known)) => *known = known.union(&set),
                None => needs.push((of, set)),
            }
        }
        needs.sort();
        let own = needs.iter().find(|(of, _)| *of == field).map(|(_, set)| set)?;
        for e in elements.iter() {
            let mut holds = true;
            for condition in &fixed {
                holds &= condition.value(program, condition.expr, e, b)? == Value::Bool(true);
            }
            if holds && !own.contains(e) {
                return None; // it could count twice
            }
            exact &= holds || !own.contains(e);
        }
        all.push(needs);
    }
    Some((all, exact))
}

/// The elements that a box needs of a field, where the condition is that the field contains them.
fn need(program: &Program, condition: &ScopedCondition<'_>, member: i64) -> Option<(FieldId, Set)> {
    let ExprKind::Subset(needed, held, false) = &condition.expr.kind else { return None };
    let ExprKind::Field(field, indexes) = &held.kind else { return None };
    // The needs may not depend on the element that is taken.
    let alone = ScopedCondition {
        frame: condition.frame,
        expr: condition.expr,
        numbered: condition.numbered,
        locals: condition.locals.iter().copied().filter(|(_, is_member)| *is_member).collect(),
    };
    let mut others = condition.locals.iter().filter(|(_, is_member)| !is_member);
    if !indexes.is_empty() || others.any(|(local, _)| names(needed, *local)) {
        return None;
    }
    match alone.value(program, needed, 0, member)? {
        Value::Set(set) => Some((*field, set)),
        _ => None,
    }
}

/// Whether an expression names this local itself; a `def` that it calls has locals of its own.
fn names(expr: &Expr, local: LocalId) -> bool {
    expr.walk().any(|expr| is_local(expr, local))
}

/// The conjuncts of a condition, with `def`s whose arguments are the element or the box unfolded.
fn unfold<'p>(
    program: &'p Program,
    condition: ScopedCondition<'p>,
    depth: usize,
    into: &mut Vec<ScopedCondition<'p>>,
) -> Option<()> {
    if depth > 8 {
        return None;
    }
    let numbered = condition.numbered;
    for expr in conjuncts(condition.expr) {
        let whole =
            ScopedCondition { frame: condition.frame, expr, numbered, locals: condition.locals.clone() };
        match &expr.kind {
            ExprKind::Call(def, arguments) if !is_fixed(program, expr) => {
                let def = program.defs.get(def.index())?;
                let which = |argument: &Expr| {
                    whole.locals.iter().find(|(local, _)| is_local(argument, *local)).map(|(_, which)| *which)
                };
                let locals =
                    arguments.iter().zip(0..).map(|(argument, at)| Some((LocalId(at), which(argument)?)));
                let locals = locals.collect::<Option<Vec<_>>>()?;
                unfold(
                    program,
                    ScopedCondition { frame: &def.frame, expr: &def.body, numbered, locals },
                    depth + 1,
                    into,
                )?;
            }
            _ => into.push(whole),
        }
    }
    Some(())
}

/// Whether every outcome is the first player's points less the second's.
fn is_difference(program: &Program, points: FieldId) -> bool {
    let summed =
        additive(program).is_some_and(|additive| additive.fields == [(points, vec![Some(1), Some(-1)])]);
    let entry = |expr: &Expr, player: u32| {
        matches!(&expr.kind, ExprKind::Field(field, indexes) if *field == points
            && matches!(indexes.as_slice(), [Expr { kind: ExprKind::Const(Value::Element(of)), .. }] if *of == player))
    };
    let is_plain = |outcome: &Outcome| match &outcome.kind {
        OutcomeKind::Points(rendered, to) => {
            let to_first = matches!(to.kind, ExprKind::Const(Value::Element(0)));
            to_first
                && matches!(&rendered.kind, ExprKind::Arith(Arith::Sub, one, two) if entry(one, 0) && entry(two, 1))
        }
        _ => false,
    };
    summed && program.endless.is_none() && outcomes(program).into_iter().all(is_plain)
}
