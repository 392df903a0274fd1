//! Finds `men[p] = l` and `men[p] in Line` where the set only grows: they ask whether it is the
//! member exactly, and more men than that make them false.

use super::EXACT_MEMBER;
use super::constant::conjuncts;
use super::reads::store_of;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast;

/// Warns of such comparisons in `end` rules and `def`s.
pub(super) fn exact_members(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    let asked = asked(program);
    // `men[p] != l` is the contrary of a comparison that stands at the same place.
    let contrary = |expr: &Expr| {
        asked
            .iter()
            .any(|e| matches!(&e.kind, ExprKind::Not(of) if std::ptr::eq(&**of, expr) && e.span == of.span))
    };
    for expr in asked.iter().copied() {
        found.extend(one_more(game, expr));
        let (set, member, family) = match &expr.kind {
            ExprKind::In(one, family) => match &one.kind {
                ExprKind::SetMember(set) => (&**set, None, family.span),
                _ => continue,
            },
            ExprKind::Equal(one, two) => match (&one.kind, &two.kind) {
                (ExprKind::MemberSet(member), _) => (&**two, Some(&**member), two.span),
                (_, ExprKind::MemberSet(member)) => (&**one, Some(&**member), one.span),
                _ => continue,
            },
            _ => continue,
        };
        let ExprKind::Field(field, _) = &set.kind else { continue };
        if only_grows(program, *field) && !contrary(expr) {
            let text = game.text_at(set.span);
            let help = match member {
                Some(member) => {
                    format!("write `{} <= {text}` to ask whether it is among them", game.text_at(member.span))
                }
                None => {
                    let family = game.text_at(family);
                    format!("write `some l in {family}: l <= {text}` to ask whether one is among them")
                }
            };
            let message = format!("this is false as soon as `{text}` has more members than that");
            found.push(EXACT_MEMBER.warn(message, expr.span, "exactly these, and no others").help(help));
        }
    }
}

/// All parts of `def`s, and of `end` rules that do not fix a number.
fn asked(program: &Program) -> Vec<&Expr> {
    let ends = program.ends.iter().map(|end| &end.when).filter(|when| !fixes_a_number(when));
    program.defs.iter().map(|def| &def.body).chain(ends).flat_map(Expr::walk).collect()
}

/// Whether a part of a rule says how great a number is: after so many moves a set has so many
/// members.
fn fixes_a_number(when: &Expr) -> bool {
    let mut parts = Vec::new();
    conjuncts(when, &mut parts);
    parts.len() > 1
        && parts.iter().any(|part| match &part.kind {
            ExprKind::Equal(one, two) => {
                matches!(one.ty.kind, Kind::Int { .. }) && matches!(two.ty.kind, Kind::Int { .. })
            }
            _ => false,
        })
}

/// The warning about `l < men[p]`, which fails where the set has just the members of `l`.
fn one_more(game: &ast::Game, expr: &Expr) -> Option<Diagnostic> {
    let ExprKind::Subset(member, set, true) = &expr.kind else { return None };
    let (ExprKind::MemberSet(_), ExprKind::Field(..)) = (&member.kind, &set.kind) else { return None };
    let (member, set) = (game.text_at(member.span), game.text_at(set.span));
    let message = format!("this asks for one member of `{set}` more than `{member}` has");
    let warning = EXACT_MEMBER.warn(message, expr.span, "false where they are just these");
    Some(warning.help(format!("write `{member} <= {set}` to ask whether all of `{member}` are in it")))
}

/// Whether moves add to a field, never take anything away from it, and never ask how many there
/// are.
fn only_grows(program: &Program, field: FieldId) -> bool {
    let all = || program.moves.iter().flat_map(|each| statements(&each.body));
    let mut stores =
        all().filter(|stmt| store_of(program, stmt).is_some_and(|(of, _)| of == field)).peekable();
    let grows = stores.peek().is_some()
        && stores.all(|stmt| matches!(&stmt.kind, StmtKind::Assign(_, Store::Add, _)));
    grows && !program.moves.iter().any(|played| counts(program, &played.when, field))
}

/// Whether a guard asks how many members a field has: it may keep the field as small as a member.
fn counts(program: &Program, guard: &Expr, field: FieldId) -> bool {
    program.has(guard, |e| match &e.kind {
        ExprKind::Count(set) => set.walk().any(|e| matches!(e.kind, ExprKind::Field(of, _) if of == field)),
        _ => false,
    })
}
