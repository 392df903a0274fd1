//! Finds what stands twice where two different things are meant: `Cell - men[A] - men[A]`,
//! `count(men[A]) - count(men[A])`, `n[me] = n[me]`, and choices with two equal arms.

use super::REPETITION;
use super::exclusion::shape;
use super::units::Unit;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_lang::syntax::ast;
use zug_lang::syntax::print;

/// Warns of such repetitions.
pub(super) fn repetitions(game: &ast::Game, units: &[Unit], program: &Program, found: &mut Vec<Diagnostic>) {
    // Texts are compared first: what a `def` or a param stands for may be the same by chance, and
    // they are short.
    let is_alike = |one: &Expr, two: &Expr| {
        let text = game.text_at(two.span);
        one.span != two.span && text == game.text_at(one.span) && text.contains(char::is_alphabetic)
    };
    let mut twice: Vec<(Span, Span)> =
        program.expressions().filter_map(|expr| repeated(expr, &is_alike)).collect();
    twice.sort();
    twice.dedup();
    for (first, second) in twice {
        found.push(warning(game, first, second));
    }
    for expr in units.iter().flat_map(|unit| &unit.exprs) {
        if let ast::ExprKind::If(_, yes, no) = &expr.kind
            && print::whole(yes) == print::whole(no)
        {
            found.push(arms(yes.span, no.span));
        }
    }
    for item in &game.items {
        if let ast::ItemKind::Move(play) = &item.kind {
            equal_blocks(game, &play.body, found);
        }
    }
    let ruled = program.stuck.iter().chain(&program.endless).map(|rule| &rule.outcome);
    for outcome in ruled.chain(program.ends.iter().map(|end| &end.outcome)).flat_map(Outcome::walk) {
        if let OutcomeKind::If(_, yes, no) = &outcome.kind
            && is_same(game, yes, no)
        {
            found.push(arms(yes.span, no.span));
        }
    }
}

/// Warns of `if C { S } else { S }`.
fn equal_blocks(game: &ast::Game, body: &[ast::Statement], found: &mut Vec<Diagnostic>) {
    let whole = |block: &[ast::Statement]| {
        let (first, last) = (block.first()?, block.last()?);
        Some(Span { end: last.span.end, ..first.span })
    };
    for statement in body {
        match &statement.kind {
            ast::StatementKind::If(branches, last) => {
                let blocks = branches.iter().map(|(_, block)| block).chain(last);
                blocks.for_each(|block| equal_blocks(game, block, found));
                if let ([(_, yes)], Some(no)) = (branches.as_slice(), last)
                    && let (Some(yes), Some(no)) = (whole(yes), whole(no))
                    && game.text_at(yes).split_whitespace().eq(game.text_at(no).split_whitespace())
                {
                    found.push(arms(yes, no));
                }
            }
            ast::StatementKind::For(_, block) | ast::StatementKind::Repeat(_, _, block) => {
                equal_blocks(game, block, found);
            }
            _ => {}
        }
    }
}

fn warning(game: &ast::Game, first: Span, second: Span) -> Diagnostic {
    let text = game.text_at(second);
    REPETITION
        .warn(format!("`{text}` stands twice here"), second, "again")
        .because(first, "this is the same")
        .help("one of them was meant otherwise, or can be left out")
}

fn arms(first: Span, second: Span) -> Diagnostic {
    REPETITION
        .warn("both arms of this choice say the same".into(), second, "the same")
        .because(first, "as this")
        .help("mend one of them, or leave the choice out")
}

/// The places of two equal parts of which one changes nothing; `is_alike` says whether the texts of
/// two are equal.
fn repeated(expr: &Expr, is_alike: &impl Fn(&Expr, &Expr) -> bool) -> Option<(Span, Span)> {
    let pair = |one: &Expr, two: &Expr| {
        let constant = matches!(one.kind, ExprKind::Const(_));
        (!constant && is_alike(one, two) && shape(one) == shape(two)).then_some((one.span, two.span))
    };
    match &expr.kind {
        ExprKind::Minus(rest, last) => {
            let mut taken = Vec::new();
            let mut from = &**rest;
            while let ExprKind::Minus(inner, out) = &from.kind {
                taken.push(&**out);
                from = inner;
            }
            pair(from, last).or_else(|| taken.into_iter().find_map(|out| pair(out, last)))
        }
        ExprKind::Arith(Arith::Sub, one, two)
        | ExprKind::Equal(one, two)
        | ExprKind::Compare(_, one, two)
        | ExprKind::Subset(one, two, _)
        | ExprKind::Intersect(one, two)
        | ExprKind::Union(one, two) => pair(one, two),
        ExprKind::And(all) | ExprKind::Or(all) => {
            let pairs =
                all.iter().enumerate().flat_map(|(at, two)| all[..at].iter().map(move |one| (one, two)));
            pairs.into_iter().find_map(|(one, two)| pair(one, two))
        }
        _ => None,
    }
}

/// Whether two outcomes are the same as they are written: the loss of one player is the win of the
/// other.
fn is_same(game: &ast::Game, one: &Outcome, two: &Outcome) -> bool {
    match (&one.kind, &two.kind) {
        (OutcomeKind::Wins(a), OutcomeKind::Wins(b)) => shape(a) == shape(b) || is_one_player(a, b),
        (OutcomeKind::Draw, OutcomeKind::Draw) | (OutcomeKind::Pass, OutcomeKind::Pass) => true,
        (OutcomeKind::Points(..), OutcomeKind::Points(..)) => {
            game.text_at(one.span) == game.text_at(two.span)
        }
        _ => false,
    }
}

/// Whether two expressions are constant and the same player: `A`, and `other(B)`.
fn is_one_player(one: &Expr, two: &Expr) -> bool {
    let named = |expr: &Expr| match &expr.kind {
        ExprKind::Const(Value::Element(player)) => Some(*player),
        ExprKind::Other(of) => match of.kind {
            ExprKind::Const(Value::Element(player)) => Some(1 - player),
            _ => None,
        },
        _ => None,
    };
    named(one).is_some() && named(one) == named(two)
}
