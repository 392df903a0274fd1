//! Finds `x in men[opponent] and x in empty` where `empty` is all but the men: one element is asked
//! to be in a set and in another from which that set is taken away.

use super::CONSTANT;
use super::constant::{conjuncts, depends, settable, written};
use super::exclusion::shape;
use super::units::Unit;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// The most nested calls of `def`s that are followed.
const DEEP: usize = 16;

/// An element that is in a set.
struct AskedElement<'a> {
    element: String,
    set: &'a Expr,
    /// The condition, or the set from which a parameter is chosen.
    at: Span,
}

/// Warns of conditions of moves, `def`s and rules that never hold for this reason.
pub(super) fn excluded_sets(
    game: &ast::Game,
    units: &[Unit],
    program: &Program,
    found: &mut Vec<Diagnostic>,
) {
    let settable = settable(game, units);
    let mut places: Vec<Span> = Vec::new();
    for members in all_members(program) {
        let pair = members.iter().enumerate().find_map(|(at, second)| {
            let is_apart = |first: &&AskedElement| {
                first.element == second.element && exclude(program, first.set, second.set)
            };
            Some((members[..at].iter().find(is_apart)?, second))
        });
        let Some((first, second)) = pair else { continue };
        let free = |span| !depends(units, &settable, span);
        let known = places.contains(&second.at) || !written(units, second.at);
        if known || !free(first.at) || !free(second.at) {
            continue;
        }
        places.push(second.at);
        found.push(warning(game, first, second));
    }
}

/// For each conjunction, and for each move with its parameters, the elements that are in sets.
fn all_members(program: &Program) -> Vec<Vec<AskedElement<'_>>> {
    let asked = |part: &'_ Expr| match &part.kind {
        ExprKind::In(one, _) => Some(shape(one)),
        _ => None,
    };
    let members = |parts: &[&'_ Expr]| -> Vec<(usize, String)> {
        parts.iter().enumerate().filter_map(|(at, part)| Some((at, asked(part)?))).collect()
    };
    let mut all = Vec::new();
    for expr in program.expressions() {
        let ExprKind::And(_) = &expr.kind else { continue };
        let mut parts = Vec::new();
        conjuncts(expr, &mut parts);
        all.push(
            members(&parts).into_iter().filter_map(|(at, element)| member(parts[at], element)).collect(),
        );
    }
    for played in &program.moves {
        let mut parts = Vec::new();
        conjuncts(&played.when, &mut parts);
        let chosen = played.parameters.iter().filter_map(|(local, set)| {
            let element = local_shape(&parts, *local)?;
            Some(AskedElement { element, set, at: set.span })
        });
        let asked = members(&parts).into_iter().filter_map(|(at, element)| member(parts[at], element));
        all.push(chosen.chain(asked).collect());
    }
    all
}

fn member(part: &Expr, element: String) -> Option<AskedElement<'_>> {
    let ExprKind::In(_, set) = &part.kind else { return None };
    Some(AskedElement { element, set, at: part.span })
}

/// The text by which a parameter is known where a condition asks for it; none where none does.
fn local_shape(parts: &[&Expr], local: LocalId) -> Option<String> {
    parts.iter().find_map(|part| match &part.kind {
        ExprKind::In(one, _) if one.as_local() == Some(local) => Some(shape(one)),
        _ => None,
    })
}

/// Whether nothing is in both sets, by their text: one of them is taken away from the other.
fn exclude(program: &Program, one: &Expr, two: &Expr) -> bool {
    is_taken_away(program, one, two, 0) || is_taken_away(program, two, one, 0)
}

/// Whether a set is taken away from another.
fn is_taken_away(program: &Program, set: &Expr, from: &Expr, depth: usize) -> bool {
    match &from.kind {
        ExprKind::Call(def, arguments) if arguments.is_empty() && depth < DEEP => {
            program.defs.get(def.index()).is_some_and(|def| is_taken_away(program, set, &def.body, depth + 1))
        }
        ExprKind::Minus(rest, taken) => {
            covers(program, &[taken], set) || is_taken_away(program, set, rest, depth + 1) || {
                let mut all = Vec::new();
                taken_away(from, &mut all);
                covers(program, &all, set)
            }
        }
        ExprKind::Intersect(one, two) => {
            is_taken_away(program, set, one, depth + 1) || is_taken_away(program, set, two, depth + 1)
        }
        _ => false,
    }
}

/// All sets that a chain of differences takes away.
fn taken_away<'e>(from: &'e Expr, all: &mut Vec<&'e Expr>) {
    if let ExprKind::Minus(rest, taken) = &from.kind {
        let mut open = vec![&**taken];
        while let Some(part) = open.pop() {
            match &part.kind {
                ExprKind::Union(one, two) => open.extend([&**one, &**two]),
                _ => all.push(part),
            }
        }
        taken_away(rest, all);
    }
}

/// Whether some sets have all members of another: one of them is that set, or they are the entries
/// of both players of which it is one.
fn covers(program: &Program, all: &[&Expr], set: &Expr) -> bool {
    let whole = shape(set);
    if all.iter().any(|each| shape(each) == whole) {
        return true;
    }
    let ExprKind::Field(field, indexes) = &set.kind else { return false };
    let [_] = indexes.as_slice() else { return false };
    let Some(declared) = program.fields.get(field.index()) else { return false };
    let is_entry = |each: &Expr, player: u32| match &each.kind {
        ExprKind::Field(of, at) => {
            of == field
                && matches!(at.as_slice(), [index] if matches!(index.kind, ExprKind::Const(Value::Element(n)) if n == player))
        }
        _ => false,
    };
    declared.indexes == [PLAYER] && (0..2).all(|player| all.iter().any(|each| is_entry(each, player)))
}

fn warning(game: &ast::Game, first: &AskedElement, second: &AskedElement) -> Diagnostic {
    let (one, two) = (game.text_at(first.set.span), game.text_at(second.set.span));
    let message = format!("nothing is in `{one}` and in `{two}`: one is taken away from the other");
    let warning = CONSTANT.warn(message, second.at, "never true").because(first.at, "with this");
    warning.help(behind(game, second).unwrap_or_else(|| {
        "mend one of them: of a jump, the cell that is jumped over and the one behind it are two".to_owned()
    }))
}

/// The condition about the cell one step farther, where its move speaks of that cell too.
fn behind(game: &ast::Game, second: &AskedElement) -> Option<String> {
    let text = game.text_at(second.at);
    let (cell, set) = text.split_once(" in ")?;
    let farther = format!("{}, 2)", cell.trim().strip_suffix(')').filter(|it| it.starts_with("step("))?);
    let item = game.items.iter().find(|item| item.span.holds(second.at))?;
    let speaks = game.text_at(item.span).contains(&farther);
    speaks.then(|| format!("write `{farther} in {set}`: of a jump, the cell behind the other one"))
}
