//! Finds pieces of both players that begin on the same cells though the rules keep them apart: one
//! first value is that of each entry.

use super::SAME_START;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::syntax::ast;

/// Warns of a field for each player whose entries begin alike, where a set without both is used.
pub(super) fn same_starts(game: &ast::Game, program: &Program, found: &mut Vec<Diagnostic>) {
    for (at, field) in program.fields.iter().enumerate() {
        let [one, two] = &field.initial[..] else { continue };
        let holds = match one {
            Value::Set(set) => !set.is_empty(),
            Value::Element(_) => true,
            _ => false,
        };
        if field.indexes != [PLAYER] || !holds || one != two {
            continue;
        }
        let apart = program.expressions().find(|expr| takes_both(expr, at));
        if let Some(apart) = apart {
            let message = format!("the pieces of both players in `{}` begin on the same cells", field.name);
            let (label, help) = match is_listed(game, &field.name) {
                true => ("these two first values are the same cells", "let them begin on different cells"),
                false => (
                    "one first value is that of each player",
                    "write a list with a value for each player, `[{a1}, {c3}]` for one",
                ),
            };
            let warning = SAME_START.warn(message, field.span, label);
            found.push(warning.because(apart.span, "here they are kept apart").help(help));
        }
    }
}

/// Whether the text has a list of first values for a field.
fn is_listed(game: &ast::Game, name: &str) -> bool {
    let fields = game.items.iter().filter_map(|item| match &item.kind {
        ast::ItemKind::State { fields, .. } => Some(fields),
        _ => None,
    });
    let is_it = |field: &&ast::Declared| field.name.text == name;
    matches!(
        fields.flatten().find(is_it).and_then(|field| field.initial.as_ref()),
        Some(ast::Initial::List(..))
    )
}

/// Whether both entries of a field are taken away from a set.
fn takes_both(expr: &Expr, field: usize) -> bool {
    let mut open = Vec::new();
    let mut from = expr;
    while let ExprKind::Minus(inner, out) = &from.kind {
        open.push(&**out);
        from = inner;
    }
    let mut seen = [false; 2];
    while let Some(part) = open.pop() {
        match &part.kind {
            ExprKind::Union(one, two) => open.extend([&**one, &**two]),
            ExprKind::Singleton(of, _) => open.push(of),
            ExprKind::Field(of, indexes) if of.index() == field => match &indexes[..] {
                [Expr { kind: ExprKind::Const(Value::Element(player)), .. }] if *player < 2 => {
                    seen[*player as usize] = true;
                }
                [Expr { kind: ExprKind::Me, .. }] => seen[0] = true,
                [Expr { kind: ExprKind::Other(_), .. }] => seen[1] = true,
                _ => {}
            },
            _ => {}
        }
    }
    seen == [true; 2]
}
