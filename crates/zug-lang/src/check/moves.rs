//! Checks moves: parameters, guards, bodies, notations; and names of moves.

use super::checker::Checker;
use super::codes;
use super::coerce::{expr, truth};
use super::scope::{Binding, Context, Scope, Sort};
use super::words::{all_of, counted};
use crate::diagnostic::Diagnostic;
use crate::program::{Expr, ExprKind, Kind, LocalId, Move, MoveId, Piece, Type};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Name, Statement, StatementKind};
use crate::syntax::print;

impl<'a> Checker<'a> {
    /// Checks all moves.
    pub(super) fn check_moves(&mut self) {
        for at in 0..self.moves.entries.len() {
            let (ast, span) = (self.moves.entries[at].ast, self.moves.entries[at].span);
            let has_vars = has_vars(&ast.body);
            self.moves.all[at] = self.with_vars(has_vars, |checker| checker.check_move(ast, span));
        }
        let tree = self.input.game.items.iter().any(|item| matches!(item.kind, ItemKind::Tree(_)));
        if self.moves.entries.is_empty() && !tree && !self.input.has_error_items() {
            let span = Span { end: self.input.game.span.start, ..self.input.game.span };
            let message = "the definition has no moves";
            let diagnostic =
                Diagnostic::error(codes::MISSING_ITEM, message, span, "no `move` in the whole text");
            self.reports
                .report(diagnostic.help("write `move place(c in empty) { stones[me] += c }`, or a `tree`"));
        }
    }

    fn check_move(&mut self, ast: &'a ast::Move, span: Span) -> Option<Move> {
        let mut s = Scope::new(Context::Position);
        if let Some(found) = self.parameters_joined_by_and(ast) {
            return found;
        }
        self.refuse_early_names(&s, &ast.parameters, [&format!("{}(", ast.name.text), ")"]);
        let parameters: Vec<Option<(LocalId, Expr)>> =
            ast.parameters.iter().map(|binder| self.binder(&mut s, binder, Sort::Parameter, None)).collect();
        let when = match &ast.when {
            Some(when) => self.condition(&mut s, when),
            None => Some(truth(true, ast.name.span)),
        };
        let notation = self.notation(&mut s, ast);
        let mark = s.enter();
        // The names declared in the body stay visible in `provided`.
        let body: Vec<_> = self.body_in_sight(&mut s, &ast.body);
        let provided = ast.provided.as_ref().map(|provided| self.condition(&mut s, provided));
        s.leave(mark);
        let parameters = parameters.into_iter().collect::<Option<Vec<_>>>()?;
        self.check_bindings(&parameters, ast.name.span)?;
        Some(Move {
            name: ast.name.text.clone(),
            followup: ast.followup,
            parameters,
            when: when?,
            body: body.into_iter().collect::<Option<_>>()?,
            provided: match provided {
                Some(provided) => Some(provided?),
                None => None,
            },
            notation: notation?,
            has_notation: ast.notation.is_some(),
            frame: s.frame,
            span,
        })
    }

    /// Refuses `(c in S and d in T)`: parameters are separated by commas.
    fn parameters_joined_by_and(&mut self, ast: &ast::Move) -> Option<Option<Move>> {
        let joined = ast.parameters.iter().find_map(|binder| match &binder.set.kind {
            ast::ExprKind::Binary(ast::BinaryOp::And, left, right, place) => match &right.kind {
                ast::ExprKind::Compare(first, rest) => match (&first.kind, rest.as_slice()) {
                    (ast::ExprKind::Name(name), [(ast::CompareOp::In, ..)]) => {
                        Some((binder, left, right, *place, name))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        })?;
        let (binder, left, right, place, name) = joined;
        if self.names.global(&name.text).is_some()
            || self.domains.elements.iter().any(|all| all.contains_key(&name.text))
        {
            return None;
        }
        let message = "what a move chooses is separated by commas, not by `and`";
        let text = format!(
            "({} in {}, {})",
            binder.name.text,
            self.input.short_text(left.span),
            self.input.short_text(right.span)
        );
        let diagnostic = Diagnostic::error(codes::MISMATCH, message, place, "write `,`");
        let known = Name { text: name.text.clone(), span: name.span };
        self.reports.excused.push(known.text);
        Some(self.reports.refuse(diagnostic.help(format!("write `{text}`")).likely(place, ",")))
    }

    fn body_in_sight(&mut self, s: &mut Scope, body: &[Statement]) -> Vec<Option<crate::program::Stmt>> {
        body.iter().map(|statement| self.statement(s, statement)).collect()
    }

    fn notation(&mut self, s: &mut Scope, ast: &ast::Move) -> Option<Vec<Piece>> {
        let Some(notation) = &ast.notation else { return Some(default_notation(s, ast)) };
        let pieces: Vec<Option<Piece>> = notation
            .pieces
            .iter()
            .map(|piece| match piece {
                ast::Piece::Literal(text) => Some(Piece::Literal(text.clone())),
                ast::Piece::Value(e) => match self.unknown_in_notation(s, ast, e) {
                    Some(refused) => refused.map(Piece::Value),
                    None => {
                        let value = self.expr(s, e, None);
                        value.and_then(|value| self.noted_without_moves(value)).map(Piece::Value)
                    }
                },
            })
            .collect();
        pieces.into_iter().collect()
    }

    /// The move with this name, or a report.
    pub(super) fn move_named(&mut self, name: &Name) -> Option<MoveId> {
        if let Some(id) = self.moves.by_name.get(&name.text) {
            return Some(*id);
        }
        if self.is_excused(name) {
            return None;
        }
        let names: Vec<String> = self.moves.entries.iter().map(|entry| entry.ast.name.text.clone()).collect();
        let message = format!("there is no move `{}`", name.text);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_MOVE, message, name.span, "unknown");
        let near = Self::near(&name.text, names.iter().map(String::as_str));
        if let Some((at, text)) = self.input.asked_beside_others(name).filter(|_| near.is_none()) {
            let help = format!(
                "leave `{text}` out, or declare the followup: `followup {} {{ .. }}`; the moves are {}",
                name.text,
                all_of(&names)
            );
            return self.refuse_name(None, name, &names, diagnostic.help(help).likely(at, ""));
        }
        let help = near
            .or_else(|| {
                self.moves.only_followup().map(|only| format!("write `{only}`: it is the only followup"))
            })
            .unwrap_or_else(|| format!("the moves are {}", all_of(&names)));
        self.refuse_name(None, name, &names, diagnostic.help(help))
    }

    /// Checks the arguments that fix the first parameters of a move.
    pub(super) fn fixed_arguments(
        &mut self,
        s: &mut Scope,
        id: MoveId,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Vec<Expr>> {
        let wanted = self.signature(id);
        let entry = self.moves.entries[id.index()].ast;
        if arguments.len() > wanted.len() {
            let has = counted(wanted.len(), "parameter", "parameters");
            let message = format!("`{}` has {has}, here are {} arguments", entry.name.text, arguments.len());
            let diagnostic = Diagnostic::error(codes::TOO_MANY_FIXED, message, span, "too many");
            let diagnostic = diagnostic.because(entry.name.span, "declared here");
            let help = self.fitting_arguments(s, entry, &wanted, arguments);
            return self.reports.refuse(diagnostic.help(help));
        }
        let before = self.reports.list.len();
        let found: Vec<Option<Expr>> = arguments
            .iter()
            .zip(&wanted)
            .map(|(e, ty)| self.typed(s, e, (*ty)?.kind, Some((entry.name.span, "declared here"))))
            .collect();
        if let ([None], [argument]) = (&found[..], arguments) {
            self.fixed_from_the_first(s, before, entry, &wanted, argument);
        }
        found.into_iter().collect()
    }

    /// Says of one argument that fits a later parameter of a move that parameters are fixed from
    /// the first. The reports about it begin at index `before`.
    fn fixed_from_the_first(
        &mut self,
        s: &Scope,
        before: usize,
        entry: &ast::Move,
        wanted: &[Option<Type>],
        argument: &ast::Expr,
    ) {
        if self.reports.muted > 0 || self.reports.list.len() != before + 1 {
            return;
        }
        let Some(kind) = self.tried(s, argument).map(|ty| ty.kind) else { return };
        let fits = |ty: &Option<Type>| ty.is_some_and(|ty| ty.kind == kind);
        let Some(at) = wanted.iter().position(fits).filter(|at| *at > 0) else { return };
        let chosen =
            |at: usize| entry.parameters.get(at).map_or("..", |each| self.input.written(each.name.span));
        let (name, first) = (&entry.name.text, self.input.written(entry.parameters[0].set.span));
        let known = wanted[0].and_then(|ty| made_last(s, ty.kind)).filter(|_| at == 1);
        let mut all: Vec<String> = (0..at).map(|_| "..".to_owned()).collect();
        if let Some(known) = &known {
            all[0].clone_from(known);
        }
        all.push(crate::syntax::print::whole(argument));
        let first_alone = known.map_or(String::new(), |known| format!("`{name}({known})`, or "));
        let help = format!(
            "write {first_alone}`{name}({})`: parameters are fixed from the first, which is `{} in {first}`; `{}` comes later",
            all.join(", "),
            chosen(0),
            chosen(at),
        );
        self.reports.list[before].help = Some(help);
        self.reports.list[before].fixes.clear();
    }

    /// What to write for a move that is given too many values: those that fit, in their order.
    fn fitting_arguments(
        &mut self,
        s: &mut Scope,
        entry: &ast::Move,
        wanted: &[Option<Type>],
        arguments: &[ast::Expr],
    ) -> String {
        let name = &entry.name.text;
        if wanted.is_empty() {
            return format!("write `{name}`: it has nothing to choose");
        }
        self.reports.muted += 1;
        let mut fitting: Vec<&ast::Expr> = Vec::new();
        for argument in arguments {
            let ty = wanted.get(fitting.len()).copied().flatten();
            if ty.is_some_and(|ty| self.typed(s, argument, ty.kind, None).is_some()) {
                fitting.push(argument);
            }
        }
        self.reports.muted -= 1;
        if fitting.len() < wanted.len() {
            fitting = arguments.iter().take(wanted.len()).collect();
        }
        let values: Vec<String> = fitting.into_iter().map(print::whole).collect();
        let parameters: Vec<String> = entry
            .parameters
            .iter()
            .map(|each| self.input.short_text(each.name.span.to(each.set.span)))
            .collect();
        format!("write `{name}({})`: a value for each of `{}`", values.join(", "), parameters.join(", "))
    }

    /// The types of the parameters of a move. They are found by checking the parameters' sets, with
    /// diagnostics muted: the move itself reports them.
    fn signature(&mut self, id: MoveId) -> Vec<Option<Type>> {
        let entry = &mut self.moves.entries[id.index()];
        let ast = entry.ast;
        if let Some(known) = &entry.signature {
            return known.clone();
        }
        if std::mem::replace(&mut entry.busy, true) {
            let (name, span) = (ast.name.text.clone(), ast.name.span);
            self.reports.refuse_circular_guard(&name, span, span);
            return vec![None; ast.parameters.len()];
        }
        self.reports.muted += 1;
        let mut s = Scope::new(Context::Position);
        let found: Vec<Option<Type>> = ast
            .parameters
            .iter()
            .map(|binder| {
                let set = self.binder(&mut s, binder, Sort::Parameter, None)?.1;
                Some(set.ty.kind.member())
            })
            .collect();
        self.reports.muted -= 1;
        let entry = &mut self.moves.entries[id.index()];
        entry.busy = false;
        entry.signature = Some(found.clone());
        found
    }
}

/// The notation of a move without `as`: `name argument argument`.
fn default_notation(s: &Scope, ast: &ast::Move) -> Vec<Piece> {
    let mut pieces = vec![Piece::Literal(ast.name.text.clone())];
    for binder in &ast.parameters {
        let Some(local) = s.find(&binder.name.text).and_then(|binding| binding.local) else { continue };
        pieces.push(Piece::Literal(" ".to_owned()));
        pieces.push(Piece::Value(expr(ExprKind::Local(local), s.ty(local), binder.name.span)));
    }
    pieces
}

/// Whether a body declares a `var` anywhere.
fn has_vars(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Var(..) => true,
        StatementKind::If(arms, rest) => {
            arms.iter().any(|(_, arm)| has_vars(arm)) || rest.as_deref().is_some_and(has_vars)
        }
        StatementKind::For(_, body) | StatementKind::Repeat(_, _, body) => has_vars(body),
        _ => false,
    })
}

/// The name of this kind that a body gave last by `let`.
fn made_last(s: &Scope, kind: Kind) -> Option<String> {
    let of_kind = |binding: &&Binding| {
        matches!(binding.sort, Sort::Let) && binding.local.is_some_and(|local| s.ty(local).kind == kind)
    };
    s.bindings.iter().rev().find(of_kind).map(|binding| binding.name.clone())
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn too_many_values_are_told_by_those_that_fit() {
        let asked = |request: &str| {
            helps_beside(
                "state { s: set of C, n: 0..9 }",
                &format!(
                    "move m(c in C) {{ s += c again with {request} }}\n\
                     followup hop(k in 1..2) {{ n = k }}\nfollowup rest {{ n = 0 }}"
                ),
            )
        };
        assert_eq!(asked("hop(c, 2)"), ["write `hop(2)`: a value for each of `k in 1..2`"]);
        assert_eq!(asked("hop(1, 2)"), ["write `hop(1)`: a value for each of `k in 1..2`"]);
        assert_eq!(asked("hop(c, c)"), ["write `hop(c)`: a value for each of `k in 1..2`"]);
        assert_eq!(asked("rest(c)"), ["write `rest`: it has nothing to choose"]);
        assert_eq!(asked("hop"), [""; 0]);
    }
}
