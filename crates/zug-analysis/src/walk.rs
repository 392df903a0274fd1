//! Walks over expressions, statements and outcomes.

use zug_lang::program::*;

/// The expressions that an expression is made of, binder sets included, in text order.
pub(super) fn children(expr: &Expr) -> Vec<&Expr> {
    use ExprKind::*;
    match &expr.kind {
        Const(_) | Local(_) | Me => Vec::new(),
        Other(a)
        | Not(a)
        | Negate(a)
        | Abs(a)
        | Singleton(a, _)
        | Count(a)
        | Stuck(a)
        | ToInt(a)
        | ToElement(a)
        | Ordinal(a)
        | ToInts(a)
        | ToElements(a)
        | MemberSet(a)
        | SetMember(a) => vec![a],
        Field(_, all)
        | Table(_, all)
        | Call(_, all)
        | And(all)
        | Or(all)
        | Extreme(_, all)
        | SetOf(all)
        | Can(_, all) => all.iter().collect(),
        Equal(a, b)
        | Compare(_, a, b)
        | In(a, b)
        | Subset(a, b, _)
        | Arith(_, a, b)
        | Union(a, b)
        | Intersect(a, b)
        | Minus(a, b)
        | RangeSet(a, b)
        | Reach(_, a, b)
        | ReachLinks(_, a, b) => vec![a, b],
        If(a, b, c) | Run(_, a, b, c) | Stop(_, a, b, c) => vec![a, b, c],
        Quantified { binders, guard, body, .. } => {
            binders.iter().map(|(_, set)| set).chain([&**guard, &**body]).collect()
        }
    }
}

/// Whether this holds for an expression or for one that it is made of; a `def` that is used is looked into.
pub(super) fn any(program: &Program, expr: &Expr, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    let mut seen = vec![false; program.defs.len()];
    any_of(program, expr, test, &mut seen)
}

fn any_of(program: &Program, expr: &Expr, test: &mut dyn FnMut(&Expr) -> bool, seen: &mut [bool]) -> bool {
    if test(expr) {
        return true;
    }
    if let ExprKind::Call(def, _) = &expr.kind
        && let (Some(seen_it), Some(def)) = (seen.get_mut(def.index()), program.defs.get(def.index()))
        && !std::mem::replace(seen_it, true)
        && any_of(program, &def.body, test, seen)
    {
        return true;
    }
    children(expr).into_iter().any(|child| any_of(program, child, test, seen))
}

/// Whether an expression reads a field for which this holds.
pub(super) fn reads(program: &Program, expr: &Expr, which: &dyn Fn(FieldId) -> bool) -> bool {
    any(program, expr, &mut |e| matches!(&e.kind, ExprKind::Field(id, _) if which(*id)))
}

/// Every statement of a body, those inside others too.
pub(super) fn statements<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for stmt in body {
        visit(stmt);
        match &stmt.kind {
            StmtKind::If(_, yes, no) => {
                statements(yes, visit);
                statements(no, visit);
            }
            StmtKind::For(_, _, body) | StmtKind::Repeat(_, body) => statements(body, visit),
            _ => {}
        }
    }
}

/// The expressions that stand in a statement itself, not in those inside it; of a place, its indexes.
pub(super) fn expressions(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Assign(Place::Field(_, indexes), _, value) => indexes.iter().chain([value]).collect(),
        StmtKind::Assign(Place::Local(_), _, value) | StmtKind::Bind(_, value) => vec![value],
        StmtKind::If(condition, ..) => vec![condition],
        StmtKind::For(binders, guard, _) => binders.iter().map(|(_, set)| set).chain([guard]).collect(),
        StmtKind::Repeat(times, _) => vec![times],
        StmtKind::Again(condition) => vec![condition],
        StmtKind::AgainWith(_, arguments, condition) => {
            arguments.iter().flatten().chain([condition]).collect()
        }
    }
}

/// Every branch of an outcome that is not an `if`.
pub(super) fn leaves<'a>(outcome: &'a Outcome, visit: &mut dyn FnMut(&'a OutcomeKind)) {
    match &outcome.kind {
        OutcomeKind::If(_, yes, no) => {
            leaves(yes, visit);
            leaves(no, visit);
        }
        leaf => visit(leaf),
    }
}

/// Every condition of an outcome.
pub(super) fn conditions<'a>(outcome: &'a Outcome, visit: &mut dyn FnMut(&'a Expr)) {
    if let OutcomeKind::If(condition, yes, no) = &outcome.kind {
        visit(condition);
        conditions(yes, visit);
        conditions(no, visit);
    }
}
