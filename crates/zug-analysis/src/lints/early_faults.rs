//! Finds faults within the first moves, where the form of a move makes one likely: it stores a
//! difference that its guard does not speak of, its notation leaves out what is chosen, or a
//! `progress` says what every move must make greater. What is told was met in play, so it is sure.

use super::reads::reads;
use super::{EARLY_FAULT, UNUSED, work};
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::semantics::fault::Stored;
use zug_lang::semantics::notation::one_blank;
use zug_lang::semantics::{Expansion, Fault, Position, RuntimeError, Semantics};
use zug_lang::source::Span;
use zug_lang::syntax::ast;

/// The most moves that are played, the greatest choice each time.
const PLIES: u64 = 24;
/// The most steps of all plies together: some milliseconds.
const STEPS: u64 = 50_000;

/// Warns of a fault within the first moves.
pub(super) fn early_faults(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    let unguarded = program.moves.iter().any(|each| !unguarded_stores(program, each).is_empty());
    let measured = program.progress.is_some();
    let unnamed = program.moves.iter().any(leaves_out);
    if !unguarded && !measured && !unnamed {
        return;
    }
    let plies = (STEPS / work::of_a_ply(program, STEPS).max(1)).min(PLIES);
    if plies == 0 {
        return;
    }
    let semantics = Semantics::new(program);
    if unnamed && let Some(warning) = alike(&semantics, &semantics.start()) {
        found.push(warning);
    }
    if (unguarded || measured)
        && let Some((error, moves)) = first_fault(&semantics, plies)
    {
        if let Fault::NoProgress { .. } = error.fault {
            found.push(met(&error, program, "compared from left to right", &moves));
        }
        let Fault::OutOfBounds { place: Stored::Field(id, _), .. } = &error.fault else { return };
        if !unguarded {
            return;
        }
        // What leaves its bounds is no field to leave out.
        let field = program.fields.get(id.index()).map(|field| field.span);
        let is_of_field = |warning: &Diagnostic| field.is_some_and(|field| field.holds(warning.span()));
        found.retain(|warning| warning.code != UNUSED.code || !is_of_field(warning));
        found.push(warning_of(game, program, &error, &moves));
    }
}

/// A fault as it is told in play, with the moves that lead to it.
fn met(error: &RuntimeError, program: &Program, label: &str, moves: &[String]) -> Diagnostic {
    let fault = error.diagnostic(program);
    let warning = EARLY_FAULT.warn(fault.message, error.span, label).help(fault.help.unwrap_or_default());
    warning.note(met_by(moves))
}

fn met_by(moves: &[String]) -> String {
    format!("met in play by the moves {}", moves.join(", "))
}

fn warning_of(game: &ast::Game, program: &Program, error: &RuntimeError, moves: &[String]) -> Diagnostic {
    let leaves = "this leaves the bounds";
    let Some((head, help)) = guard(game, program, error) else { return met(error, program, leaves, moves) };
    let message = error.diagnostic(program).message;
    let warning = EARLY_FAULT.warn(message, head, "no condition keeps this from being played");
    warning.because(error.span, leaves).help(help).note(met_by(moves))
}

/// The guard that keeps what is stored within the bounds of its field, and the place of the move.
fn guard(game: &ast::Game, program: &Program, error: &RuntimeError) -> Option<(Span, String)> {
    let Fault::OutOfBounds { value, low, high, .. } = &error.fault else { return None };
    let played = program.moves.iter().find(|each| each.body.iter().any(|stmt| stmt.span == error.span))?;
    let store = played.body.iter().find(|stmt| stmt.span == error.span)?;
    let StmtKind::Assign(Place::Field(field, indexes), sign, by) = &store.kind else { return None };
    let is_known = |e: &Expr| e.walk().all(|part| stays(played, part));
    let stores = statements(&played.body).filter(|stmt| {
        matches!(&stmt.kind, StmtKind::Assign(Place::Field(to, other), ..) if to == field && !apart(indexes, other))
    });
    if !is_known(by) || !indexes.iter().all(is_known) || stores.count() > 1 {
        return None;
    }
    let (target, taken) = (game.text_at(error.span).split_once(['+', '-'])?.0.trim(), game.text_at(by.span));
    let condition = match sign {
        Store::Sub if *value < i128::from(*low) && *low == 0 => format!("{taken} <= {target}"),
        Store::Sub if *value < i128::from(*low) => format!("{taken} <= {target} - {low}"),
        Store::Add if *value > i128::from(*high) => format!("{target} + {taken} <= {high}"),
        _ => return None,
    };
    let word = if matches!(played.when.kind, ExprKind::Const(_)) { "when" } else { "and" };
    let whole = guarded(game, played, &condition).map_or(String::new(), |head| format!(": `{head}`"));
    Some((played.span, format!("write `{word} {condition}` in the guard of `{}`{whole}", played.name)))
}

/// Whether a part of an expression has the value at the guard that it has in the body.
fn stays(played: &Move, part: &Expr) -> bool {
    match &part.kind {
        ExprKind::Local(local) => played.parameters.iter().any(|(parameter, _)| parameter == local),
        ExprKind::Const(_) | ExprKind::Me | ExprKind::Other(_) | ExprKind::ToInt(_) | ExprKind::Arith(..) => {
            true
        }
        _ => false,
    }
}

/// Whether two entries are those of the two players.
fn apart(one: &[Expr], other: &[Expr]) -> bool {
    let is_me = |e: &Expr| matches!(e.kind, ExprKind::Me);
    let is_other = |e: &Expr| matches!(&e.kind, ExprKind::Other(of) if is_me(of));
    one.iter().zip(other).any(|(one, other)| is_me(one) && is_other(other) || is_other(one) && is_me(other))
}

/// A move up to its guard, with one condition more.
fn guarded(game: &ast::Game, played: &Move, condition: &str) -> Option<String> {
    let item = game.items.iter().find_map(|item| match &item.kind {
        ast::ItemKind::Move(each) if item.span == played.span => Some(each),
        _ => None,
    })?;
    let head = Span { end: item.parameters.last()?.set.span.end, ..played.span };
    let head = format!("{})", game.text_at(head));
    let text = match &item.when {
        None => format!("{head} when {condition}"),
        Some(when) => {
            let written = game.text_at(when.span);
            let loose = matches!(
                &when.kind,
                ast::ExprKind::Binary(ast::BinaryOp::Or | ast::BinaryOp::Implies, ..)
                    | ast::ExprKind::Quantified(..)
                    | ast::ExprKind::If(..)
                    | ast::ExprKind::Let(..)
            );
            let written = if loose { format!("({written})") } else { written.to_owned() };
            format!("{head} when {written} and {condition}")
        }
    };
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The first fault in a play that takes the last of all choices each time, with the moves before it
/// and at it.
fn first_fault(semantics: &Semantics<'_>, plies: u64) -> Option<(RuntimeError, Vec<String>)> {
    let mut position = semantics.start();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Expansion::Moves(legal) = semantics.expand(&position).ok()? else { return None };
        let last = legal.last()?;
        moves.push(semantics.text(&position, last));
        position = match semantics.play(&position, last) {
            Ok(after) => after,
            Err(error) => return Some((error, moves)),
        };
    }
    None
}

/// The warning about two legal moves with one text.
fn alike(semantics: &Semantics<'_>, position: &Position) -> Option<Diagnostic> {
    let Expansion::Moves(legal) = semantics.expand(position).ok()? else { return None };
    let mut texts: Vec<(String, &Choice)> =
        legal.iter().map(|choice| (one_blank(&semantics.text(position, choice)), choice)).collect();
    texts.sort_by(|a, b| a.0.cmp(&b.0));
    // Two moves of different names that read alike are told by playing alone.
    let same = |a: &Choice, b: &Choice| matches!((a, b), (Choice::Play(a, _), Choice::Play(b, _)) if a == b);
    let pair = texts.windows(2).find(|pair| pair[0].0 == pair[1].0 && same(pair[0].1, pair[1].1))?;
    let Choice::Play(id, _) = pair[0].1 else { return None };
    let played = semantics.program().moves.get(id.index()).filter(|each| leaves_out(each))?;
    let names = unnamed(played);
    let all: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
    let message =
        format!("two moves read `{}`: the notation does not say `{}`", pair[0].0, names.join("` and `"));
    let warning = EARLY_FAULT.warn(message, played.span, "what is chosen is not in its notation");
    Some(warning.help(format!("write `{}` in the notation too", all.join(" "))))
}

/// Whether the notation of a move leaves out a parameter.
fn leaves_out(each: &Move) -> bool {
    // A notation without a value is told by another lint.
    let values = each.notation.iter().any(|piece| matches!(piece, Piece::Value(_)));
    each.has_notation && values && !unnamed(each).is_empty()
}

/// The names of the parameters that the notation of a move does not speak of.
fn unnamed(each: &Move) -> Vec<&str> {
    let speaks = |wanted: LocalId| {
        each.notation.iter().any(|piece| match piece {
            Piece::Value(value) => value.walk().any(|e| e.as_local() == Some(wanted)),
            Piece::Literal(_) => false,
        })
    };
    let silent = each.parameters.iter().filter(|(local, _)| !speaks(*local));
    silent.filter_map(|(local, _)| Some(each.frame.locals.get(local.index())?.name.as_str())).collect()
}

/// The fields that a move adds to or takes from though nothing that decides about the move reads
/// them.
fn unguarded_stores(program: &Program, each: &Move) -> Vec<FieldId> {
    let deciding = std::iter::once(&each.when)
        .chain(each.parameters.iter().map(|(_, set)| set))
        .chain(&each.provided)
        .chain(program.ends.iter().map(|end| &end.when));
    let mut read = Vec::new();
    for e in deciding {
        let Some(found) = reads(program, e) else { return Vec::new() };
        read.extend(found.into_iter().map(|(field, _)| field));
    }
    let stored = each.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign(Place::Field(field, _), Store::Add | Store::Sub, by)
            if matches!(by.ty.kind, Kind::Int { .. }) && is_chosen(by) =>
        {
            Some(*field)
        }
        _ => None,
    });
    stored.filter(|field| !read.contains(field)).collect()
}

/// Whether a stored value hangs on what is chosen: a counter of moves is bounded by other means.
fn is_chosen(by: &Expr) -> bool {
    by.walk().any(|e| matches!(e.kind, ExprKind::Local(_)))
}
