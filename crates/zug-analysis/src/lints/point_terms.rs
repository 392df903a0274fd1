//! Finds terms of points that cancel, as in `got[A] + more[A] - got[B] - more[A]`, and a term of
//! one player to which the other has no counterpart: `got[A] + more[A] - more[B]`.

use super::constant::conjuncts;
use super::exclusion::shape;
use super::reads::{Whose, player, store_of};
use super::{MIXED_PLAYERS, REPETITION};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast;

/// Warns of such terms in the outcomes of rules.
pub(super) fn point_terms(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    let ruled = program.stuck.iter().chain(&program.endless).map(|rule| (&rule.outcome, None));
    let ends = program.ends.iter().map(|end| (&end.outcome, Some(end)));
    for (whole, end) in ruled.chain(ends) {
        for outcome in whole.walk() {
            let OutcomeKind::Points(points, _) = &outcome.kind else { continue };
            let mut terms = Vec::new();
            add_terms(points, true, &mut terms);
            // The difference of two equal terms alone is told elsewhere.
            if terms.len() < 3 {
                continue;
            }
            if let Some((first, second)) = cancelled(game, &terms) {
                found.push(cancel_warning(game, first, second));
                continue;
            }
            let terms: Vec<PointTerm<'_>> = terms.into_iter().map(PointTerm::new).collect();
            let lone = alone(program, &terms).filter(|_| finds_both_alike(whole, end));
            found.extend(lone.map(|term| alone_warning(game, term)));
            found.extend(of_one_sign(&terms).map(|pair| sign_warning(game, pair)));
        }
    }
}

/// Whether a rule gives its points whatever has come to one player alone: nothing decides between
/// them and others, a condition says the same of both players, and points of whoever is stuck, who
/// may have nothing left, are not in it.
fn finds_both_alike(whole: &Outcome, end: Option<&End>) -> bool {
    let OutcomeKind::Points(points, _) = &whole.kind else { return false };
    let Some(end) = end else { return !points.walk().any(|e| matches!(e.kind, ExprKind::Me)) };
    let mut parts = Vec::new();
    conjuncts(&end.when, &mut parts);
    let in_order = |written: fn(&Expr) -> Expr| {
        let mut shapes: Vec<String> = parts.iter().map(|part| shape(&written(part))).collect();
        shapes.sort();
        shapes
    };
    end.binders.is_empty() && in_order(plain) == in_order(exchanged)
}

/// A term of a sum: its shape, and that of the same term of the other player.
struct PointTerm<'e> {
    is_added: bool,
    term: &'e Expr,
    own: String,
    other: String,
}

impl<'e> PointTerm<'e> {
    fn new((is_added, term): (bool, &'e Expr)) -> PointTerm<'e> {
        PointTerm { is_added, term, own: shape(&plain(term)), other: shape(&exchanged(term)) }
    }
}

fn cancel_warning(game: &ast::Game, first: &Expr, second: &Expr) -> Diagnostic {
    let text = game.text_at(second.span);
    REPETITION
        .warn(format!("`{text}` is counted and taken away again"), second.span, "cancels")
        .because(first.span, "with this")
        .help("one of them was meant otherwise, of the other player perhaps, or both can be left out")
}

fn alone_warning(game: &ast::Game, term: &Expr) -> Diagnostic {
    let text = game.text_at(term.span);
    let message = format!("`{text}` is counted for one player only, the other terms are for both");
    MIXED_PLAYERS
        .warn(message, term.span, "without a counterpart")
        .help("add the same of the other player with the other sign, or leave it out")
}

fn sign_warning(game: &ast::Game, (first, second): (&Expr, &Expr)) -> Diagnostic {
    let (one, two) = (game.text_at(first.span), game.text_at(second.span));
    let message = format!("`{one}` and `{two}` count with one sign, the other terms with two");
    MIXED_PLAYERS
        .warn(message, second.span, "of the other player, with the same sign")
        .because(first.span, "as this")
        .help("give one of them the other sign; put what is taken away in brackets")
}

/// The terms of a sum, each with whether it is added.
fn add_terms<'e>(sum: &'e Expr, added: bool, terms: &mut Vec<(bool, &'e Expr)>) {
    match &sum.kind {
        ExprKind::Arith(Arith::Add, one, two) => {
            add_terms(one, added, terms);
            add_terms(two, added, terms);
        }
        ExprKind::Arith(Arith::Sub, one, two) => {
            add_terms(one, added, terms);
            add_terms(two, !added, terms);
        }
        ExprKind::Negate(of) => add_terms(of, !added, terms),
        _ => terms.push((added, sum)),
    }
}

/// Two terms that are equal, also as they are written, and have different signs.
fn cancelled<'e>(game: &ast::Game, terms: &[(bool, &'e Expr)]) -> Option<(&'e Expr, &'e Expr)> {
    let speaks =
        |term: &Expr| term.walk().any(|e| matches!(e.kind, ExprKind::Field(..) | ExprKind::Call(..)));
    terms.iter().enumerate().find_map(|(at, (added, term))| {
        let before = terms[..at].iter().find(|(other, of)| {
            other != added
                && speaks(term)
                && game.text_at(of.span) == game.text_at(term.span)
                && shape(of) == shape(term)
        });
        before.map(|(_, first)| (*first, *term))
    })
}

/// The only term without a counterpart: the same of the other player with the other sign. It counts
/// what moves store for both players.
fn alone<'e>(program: &Program, terms: &[PointTerm<'e>]) -> Option<&'e Expr> {
    let is_paired =
        |of: &PointTerm<'_>| terms.iter().any(|one| one.is_added != of.is_added && one.own == of.other);
    let mut without = terms.iter().filter(|term| !is_paired(term));
    let (Some(one), None) = (without.next(), without.next()) else { return None };
    (one.own != one.other && counts_for_both(program, one.term)).then_some(one.term)
}

/// The only two terms that are the same of the two players with one sign, where the other terms
/// have two.
fn of_one_sign<'e>(terms: &[PointTerm<'e>]) -> Option<(&'e Expr, &'e Expr)> {
    let pairs = (0..terms.len()).flat_map(|at| (0..at).map(move |before| (&terms[before], &terms[at])));
    let of_both = |(a, b): &(&PointTerm<'_>, &PointTerm<'_>)| a.own == b.other && a.own != b.own;
    let (alike, apart): (Vec<_>, Vec<_>) = pairs.filter(of_both).partition(|(a, b)| a.is_added == b.is_added);
    match (&alike[..], apart.is_empty()) {
        ([(a, b)], false) if (alike.len() + apart.len()) * 2 == terms.len() => Some((a.term, b.term)),
        _ => None,
    }
}

/// A term in which a player is written one way: `other(A)` is B.
fn plain(term: &Expr) -> Expr {
    exchanged(&exchanged(term))
}

/// A term with the players exchanged.
pub(super) fn exchanged(term: &Expr) -> Expr {
    let mut turned = term.clone();
    turned.replace(&|e| {
        let kind = match &e.kind {
            ExprKind::Const(Value::Element(one)) if e.ty.kind == Kind::Element(PLAYER) => {
                ExprKind::Const(Value::Element(1 - one))
            }
            ExprKind::Me => ExprKind::Other(Box::new(e.clone())),
            ExprKind::Other(of) => match &of.kind {
                ExprKind::Me => ExprKind::Me,
                ExprKind::Const(Value::Element(one)) => ExprKind::Const(Value::Element(*one)),
                _ => return None,
            },
            _ => return None,
        };
        Some(Expr { kind, ..e.clone() })
    });
    turned
}

/// Whether a term reads fields with an entry for each player, all of them stored to by whoever
/// moves, in a move that is the same for both.
fn counts_for_both(program: &Program, term: &Expr) -> bool {
    let mut read = Vec::new();
    program.has(term, |e| {
        if let ExprKind::Field(field, _) = e.kind {
            read.push(field);
        }
        false
    });
    let moves: Vec<&Move> = program.moves.iter().filter(|each| !asks_who(program, each)).collect();
    let by_whoever = |field: &FieldId| {
        let stmts = moves.iter().flat_map(|each| statements(&each.body));
        stmts
            .filter_map(|stmt| store_of(program, stmt))
            .any(|(of, whose)| of == *field && whose != Whose::Any)
    };
    !read.is_empty() && read.iter().all(by_whoever)
}

/// Whether a move asks who plays it: it compares that player with another, or looks up an entry of
/// theirs in a list that never changes.
fn asks_who(program: &Program, played: &Move) -> bool {
    let is_who = |e: &Expr| player(e, &[]) != Whose::Any;
    let sets = played.parameters.iter().map(|(_, set)| set);
    let body = statements(&played.body).flat_map(Stmt::expressions);
    sets.chain([&played.when]).chain(body).chain(&played.provided).any(|asked| {
        program.has(asked, |e| match &e.kind {
            ExprKind::Equal(one, two) => is_who(one) || is_who(two),
            ExprKind::Table(_, at) => at.iter().any(is_who),
            _ => false,
        })
    })
}
