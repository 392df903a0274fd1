//! Finds quantifiers that one thing and itself decide: `some i in S, k in S: left[i] = left[k]`
//! holds with i = k, and `every k in S: left[k] < left[h]` fails with k = h.

use super::OWN_PAIR;
use super::constant::conjuncts;
use super::exclusion::shape;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;

/// Warns of such quantifiers in moves, `end` rules and `def`s.
pub(super) fn own_pairs(program: &Program, found: &mut Vec<Diagnostic>) {
    for played in &program.moves {
        for expr in played.when.walk() {
            found.extend(decided(expr, &played.parameters, &played.frame));
        }
        found.extend(chosen_twice(played));
        // Behind a store a parameter may be no member of its set any more.
        let later = statements(&played.body).flat_map(Stmt::expressions);
        for expr in later.chain(&played.provided).flat_map(Expr::walk) {
            found.extend(decided(expr, &[], &played.frame));
        }
    }
    for end in &program.ends {
        for expr in end.when.walk() {
            found.extend(decided(expr, &end.binders, &end.frame));
        }
    }
    for def in &program.defs {
        for expr in def.body.walk() {
            found.extend(decided(expr, &[], &def.frame));
        }
    }
}

/// The warning about a quantifier that a pair of equal things decides. `outer` are the locals bound
/// around it, with their sets.
fn decided(expr: &Expr, outer: &[(LocalId, Expr)], frame: &Frame) -> Option<Diagnostic> {
    let ExprKind::Quantified { quantifier, binders, guard, body } = &expr.kind else { return None };
    if !guard.is_constantly_true() {
        return None;
    }
    let (last, set) = binders.last()?;
    let others = binders[..binders.len() - 1].iter().chain(outer);
    let (other, _) = others.into_iter().find(|(_, of)| shape(of) == shape(set) && !of.has_one_at_most())?;
    let itself = of_itself(body, *last, *other)?;
    let decides = match quantifier {
        Quantifier::Some => itself,
        Quantifier::Every => !itself,
        _ => false,
    };
    decides.then(|| {
        let (i, k) = (frame.name(*other), frame.name(*last));
        // A parameter is a member of its set; two binders may have nothing to run through.
        let outside = outer.iter().any(|(local, _)| local == other);
        let truth = match (itself, outside) {
            (true, true) => "always true",
            (false, true) => "never true",
            (true, false) => "true wherever there is one",
            (false, false) => "false wherever there is one",
        };
        let word = if itself { "and" } else { "implies" };
        OWN_PAIR
            .warn(format!("this is {truth}: `{i}` and `{k}` may be the same"), expr.span, truth)
            .because(body.span, format!("decided where `{k}` is `{i}`"))
            .help(format!("tell them apart, `{i} != {k} {word} ..`"))
    })
}

/// The warning about two parameters from one set of which one thing chosen twice is allowed, and
/// makes true what the guard compares: `remove(c in left, d in left) when front[c] = front[d]`.
/// Where the guard says `c <= d`, or the move asks whether both are the same, that is meant.
fn chosen_twice(played: &Move) -> Option<Diagnostic> {
    let mut parts = Vec::new();
    conjuncts(&played.when, &mut parts);
    let chosen = played.parameters.iter().enumerate();
    chosen.flat_map(|(at, second)| played.parameters[..at].iter().map(move |first| (first, second))).find_map(
        |((c, from), (d, set))| {
            let is_meant = parts.iter().any(|part| is_order_of(part, *c, *d)) || tells_apart(played, *c, *d);
            if is_meant || shape(from) != shape(set) || set.has_one_at_most() {
                return None;
            }
            let of_both = |part: &&&Expr| speaks(part, *c) && speaks(part, *d);
            let compared = parts.iter().find(|part| is_equal_of_itself(part, *c, *d))?;
            let admits = |part: &&Expr| of_itself(part, *c, *d) == Some(true);
            parts.iter().filter(of_both).all(admits).then(|| twice(played, (*c, *d), compared))
        },
    )
}

fn twice(played: &Move, (c, d): (LocalId, LocalId), compared: &Expr) -> Diagnostic {
    let (c, d) = (played.frame.name(c), played.frame.name(d));
    OWN_PAIR
        .warn(format!("`{c}` and `{d}` may be the same here"), compared.span, "true of one thing and itself")
        .help(format!("tell them apart, `{c} != {d} and ..`, or `{c} < {d}` for each pair once"))
}

fn speaks(expr: &Expr, of: LocalId) -> bool {
    expr.walk().any(|e| e.as_local() == Some(of))
}

/// Whether a condition is `c <= d` or `d <= c`, which admits that they are the same.
fn is_order_of(part: &Expr, one: LocalId, two: LocalId) -> bool {
    let local = |side: &Expr| match &side.kind {
        ExprKind::ToInt(of) | ExprKind::Ordinal(of) => of.as_local(),
        _ => side.as_local(),
    };
    let ExprKind::Compare(Order::LessEqual, a, b) = &part.kind else { return false };
    let sides = [local(a), local(b)];
    sides == [Some(one), Some(two)] || sides == [Some(two), Some(one)]
}

/// Whether the body of a move, or what it asks behind it, compares its two parameters.
fn tells_apart(played: &Move, one: LocalId, two: LocalId) -> bool {
    let asked = statements(&played.body).flat_map(Stmt::expressions).chain(&played.provided);
    asked.flat_map(Expr::walk).any(|e| match &e.kind {
        ExprKind::Equal(a, b) | ExprKind::Compare(_, a, b) => {
            speaks(a, one) && speaks(b, two) || speaks(a, two) && speaks(b, one)
        }
        _ => false,
    })
}

/// Whether a condition is the equation of the same thing of two locals.
fn is_equal_of_itself(part: &Expr, one: LocalId, two: LocalId) -> bool {
    matches!(part.kind, ExprKind::Equal(..)) && of_itself(part, one, two) == Some(true)
}

/// The value of a comparison of the same thing of two locals, where they are equal.
fn of_itself(body: &Expr, one: LocalId, two: LocalId) -> Option<bool> {
    let same = |a: &Expr, b: &Expr| {
        let (a, b) = (shape(a), shape(b));
        let (one, two) = (format!("{one:?}"), format!("{two:?}"));
        a != b && (a.replace(&one, &two) == b || b.replace(&one, &two) == a)
    };
    match &body.kind {
        ExprKind::Not(of) => of_itself(of, one, two).map(|value| !value),
        ExprKind::Equal(a, b) if same(a, b) && !matches!(a.kind, ExprKind::Local(_)) => Some(true),
        ExprKind::Compare(order, a, b) if same(a, b) && !a.ty.or_none => Some(*order == Order::LessEqual),
        _ => None,
    }
}
