//! Recognizes points for completing boxes, the first conditions of [`super::box_completion`].

use super::positional_game::{conjuncts, is_fixed, is_local, value};
use zug_lang::program::*;

/// The field of points and the needs of each box, if the program has this form.
pub(super) fn completions(program: &Program) -> Option<(FieldId, Needs)> {
    let first = all_counted(program)?.into_iter().next()?;
    Some((first.points, first.needs))
}

/// What each move counts, if all count the same.
pub(super) fn all_counted(program: &Program) -> Option<Vec<MovePoints>> {
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

/// What a move counts.
pub(super) struct MovePoints {
    pub field: FieldId,
    pub points: FieldId,
    pub needs: Vec<Vec<(FieldId, Set)>>,
    pub elements: Set,
    /// Whether every box that needs an element counts when that element comes last.
    pub exact: bool,
    /// Whether a player who scores moves again; none if something else decides it.
    pub again: Option<bool>,
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
