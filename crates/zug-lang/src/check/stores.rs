//! Checks stores: `x = E`, `x += E`, `x -= E`, to fields and to `var`s.

use super::bounds;
use super::checker::Checker;
use super::codes;
use super::global_names::{Meaning, Origin};
use super::scope::{Scope, Sort};
use super::state_fields::StateFields;
use crate::diagnostic::Diagnostic;
use crate::program::{Arith, Expr, ExprKind, Kind, LocalId, Place, StmtKind, Store, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, AssignOp, BinaryOp, Name};
use crate::syntax::print;

impl Checker<'_> {
    pub(super) fn assign(
        &mut self,
        s: &mut Scope,
        target: &Name,
        indexes: &[ast::Expr],
        op: AssignOp,
        value: &ast::Expr,
        span: Span,
    ) -> Option<StmtKind> {
        if let Some(binding) = s.find(&target.text) {
            let Sort::Var(number) = binding.sort else {
                let (what, place) = (binding.sort.words(), binding.span);
                return self.refuse_target(target, what, Some(place), op);
            };
            let local = binding.local?;
            return self.assign_var(s, target, (number, local), indexes, op, value);
        }
        if target.text == "turn" {
            let message = "`turn` cannot be assigned";
            let diagnostic = Diagnostic::error(codes::NOT_STORABLE, message, target.span, "passes by itself");
            return self.reports.refuse(
                diagnostic.help("delete it: the turn passes after every move; write `again` to keep it"),
            );
        }
        let Some(at) = self.names.global(&target.text) else {
            let near = indexes
                .is_empty()
                .then(|| elsewhere_target(&target.text, &self.input.short_text(value.span)))
                .flatten();
            if let Some(help) = near {
                let message = format!("there is nothing called `{}`", target.text);
                let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message, target.span, "unknown");
                return self.refuse_name(Some(s), target, &[], diagnostic.help(help));
            }
            let new = indexes.is_empty() && op == AssignOp::Set && self.is_unknown(s, target);
            if new && !self.is_near_a_name(s, target) && !self.is_excused(target) {
                return self.refuse_new_name(s, target, value.span);
            }
            if op != AssignOp::Set
                && self.is_unknown(s, target)
                && !self.is_excused(target)
                && let Some(report) = self.state.field_meant(target, value)
            {
                return self.refuse_name(Some(s), target, &[], report);
            }
            self.name(s, target, None)?;
            return self.refuse_target(target, "an element", None, op);
        };
        let origin = self.names.globals[at].origin;
        if !matches!(origin, Origin::Field(_)) {
            return self.refuse_target(target, origin.words(), Some(self.names.globals[at].span), op);
        }
        let Meaning::Field(id) = self.resolve(at, target.span)? else { return None };
        if self.refuse_stored_member(s, (id, target), indexes, (op, value), span)
            || indexes.is_empty() && self.refuse_put_in_table(s, target, (op, value), span)
        {
            return None;
        }
        let before = self.reports.list.len();
        let place = self.field_entry(s, id, indexes, target.span.to(span));
        let field = &self.state.fields[id.index()];
        let (ty, declared) = (field.ty, field.span);
        let found = self.stored(s, target, ty, declared, op, (value, span));
        if place.is_none() && found.is_none() {
            self.tell_swapped_store(s, before, (id, target), indexes, value, span);
        }
        let ExprKind::Field(id, indexes) = place?.kind else { return None };
        Some(StmtKind::Assign(Place::Field(id, indexes), store(op), found?))
    }

    /// Checks the value that is stored to a field.
    fn stored(
        &mut self,
        s: &mut Scope,
        target: &Name,
        ty: Type,
        declared: Span,
        op: AssignOp,
        (value, span): (&ast::Expr, Span),
    ) -> Option<Expr> {
        if op != AssignOp::Set && !matches!(ty.kind, Kind::Int { .. } | Kind::Set(_) | Kind::IntSet { .. }) {
            return self.refuse_store(target, ty, declared, (op, value));
        }
        let text = format!("`{}` is {}", target.text, self.domains.type_words(ty));
        let before = self.reports.list.len();
        let found = self.typed(s, value, ty.kind, Some((declared, &text)));
        if found.is_none() && op != AssignOp::Set && matches!(ty.kind, Kind::Int { .. }) {
            self.reports.counts_by_one(before, span);
        }
        if let (None, AssignOp::Set, Kind::Element(of)) = (&found, op, ty.kind) {
            self.stores_the_only_member(before, target, of, value);
        }
        let found = found?;
        let sure = is_written_out(value) && self.state.bounds_written_out(target);
        self.check_store(target, ty, declared, (op, sure), &found)?;
        Some(found)
    }

    fn refuse_store<T>(
        &mut self,
        target: &Name,
        ty: Type,
        declared: Span,
        (op, value): (AssignOp, &ast::Expr),
    ) -> Option<T> {
        let words = self.domains.type_words(ty);
        let message = format!("`+=` and `-=` change sets and integers, `{}` is {words}", target.text);
        let diagnostic = Diagnostic::error(codes::WRONG_STORE, message, target.span, "neither");
        self.reports.refuse(
            diagnostic.because(declared, "declared here").help(self.store_help(target, ty, op, value)),
        )
    }

    /// What is written instead of `+=` and `-=` on what they do not change: a member of a range is
    /// moved on by its number, anything else is replaced.
    fn store_help(&self, target: &Name, ty: Type, op: AssignOp, value: &ast::Expr) -> String {
        let before = Span { start: target.span.start, end: value.span.start, ..target.span };
        let place = self.input.written(before).trim_end().trim_end_matches(['+', '-', '=']).trim_end();
        let text = print::whole(value);
        let is_sum = matches!(value.kind, ast::ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, ..));
        let is_ring = matches!(ty.kind, Kind::Element(domain) if self.domains.all[domain.index()].is_ring());
        if is_ring && op != AssignOp::Set {
            let way = if op == AssignOp::Add { "forward" } else { "backward" };
            return format!("write `{place} = step({place}, {way}, {text})`: it goes round the ring");
        }
        match (self.domains.is_numeric(ty), op) {
            _ if ty.kind == Kind::Bool => format!("write `{place} = {}`", op == AssignOp::Add),
            (false, _) => format!("write `{place} = {text}`"),
            (true, AssignOp::Subtract) if is_sum => format!("write `{place} = {place} - ({text})`"),
            (true, AssignOp::Subtract) => format!("write `{place} = {place} - {}`", print::operand(value)),
            (true, _) => format!("write `{place} = {place} + {}`", print::operand(value)),
        }
    }

    /// Refuses a store that can never succeed. Bounds are compared only if both sides are written
    /// as numbers: with a param in them, the statement may be unreachable for its value.
    fn check_store(
        &mut self,
        target: &Name,
        ty: Type,
        declared: Span,
        (op, sure): (AssignOp, bool),
        value: &Expr,
    ) -> Option<()> {
        let is_none = matches!(value.kind, ExprKind::Const(Value::None));
        let is_sum = op != AssignOp::Set && matches!(ty.kind, Kind::Int { .. });
        if is_none && !(ty.or_none && (op == AssignOp::Set || is_sum)) {
            let message = match ty.or_none {
                true => "`none` is no set that can be added or taken away".to_owned(),
                false => format!("`{}` may not be `none`", target.text),
            };
            let diagnostic = Diagnostic::error(codes::NONE_HERE, message, value.span, "this is `none`");
            let diagnostic = diagnostic.because(declared, "declared here");
            if ty.or_none {
                return self.reports.refuse(diagnostic.help(format!("write `{} = none`", target.text)));
            }
            let declared = self.declared_or_none(&target.text).unwrap_or_else(|| "or none".to_owned());
            return self.reports.refuse(diagnostic.help(format!("declare it `{declared}`")));
        }
        let (Some(own), Some(new)) = (ty.bounds(), value.ty.bounds()) else { return Some(()) };
        let reached = match op {
            AssignOp::Set => Some(new),
            AssignOp::Add => bounds::arith(Arith::Add, own, new).map(|(bounds, _)| bounds),
            AssignOp::Subtract => bounds::arith(Arith::Sub, own, new).map(|(bounds, _)| bounds),
        };
        let Some(reached) = reached else { return self.reports.refuse_unbounded(value.span) };
        // What is `none` stays so when something is added to it.
        let stays_none = ty.or_none && op != AssignOp::Set;
        if is_none || stays_none || !sure || (reached.low <= own.high && own.low <= reached.high) {
            return Some(());
        }
        let words = if reached.low == reached.high {
            reached.low.to_string()
        } else {
            format!("{}..{}", reached.low, reached.high)
        };
        let message =
            format!("`{}` would become {words}, but it is declared {}..{}", target.text, own.low, own.high);
        let diagnostic =
            Diagnostic::error(codes::OUTSIDE, message, value.span, "always outside of its bounds");
        let diagnostic = diagnostic.because(declared, "declared here");
        if let Some((sign, help)) = self.input.turned_sign(value.span) {
            return self.reports.refuse(diagnostic.help(help).likely(sign, "-= "));
        }
        self.reports.refuse(diagnostic.help("widen its bounds, or store something else"))
    }

    fn assign_var(
        &mut self,
        s: &mut Scope,
        target: &Name,
        (number, local): (usize, LocalId),
        indexes: &[ast::Expr],
        op: AssignOp,
        value: &ast::Expr,
    ) -> Option<StmtKind> {
        if let Some(index) = indexes.first() {
            let message = format!("`{}` is a `var`: it has no indexes", target.text);
            let diagnostic =
                Diagnostic::error(codes::NOT_INDEXED, message, index.span, "`[..]` has no meaning here");
            return self.reports.refuse(diagnostic.help("leave the index out, or declare a field"));
        }
        let ty = s.ty(local);
        let found = match (ty.kind, op) {
            (Kind::Element(of), AssignOp::Set) if self.domains.base(of).is_some() => {
                self.typed(s, value, ty.kind, None)?
            }
            (Kind::Set(_), _) => self.typed(s, value, ty.kind, None)?,
            _ => self.expr(s, value, ty.domain())?,
        };
        let open = is_open(ty.kind) && !is_open(found.ty.kind);
        if open && let Some(kind) = opened(self, op, &found) {
            // The `var` has this kind from the beginning in the next round of the fixpoint
            // iteration.
            self.vars.assign(number, kind);
            return None;
        }
        if op != AssignOp::Set && !matches!(ty.kind, Kind::Int { .. } | Kind::Set(_) | Kind::IntSet { .. }) {
            let declared = s.find(&target.text).map_or(target.span, |binding| binding.span);
            return self.refuse_store(target, ty, declared, (op, value));
        }
        let declared = s.find(&target.text).map_or(target.span, |binding| binding.span);
        let text = format!("`{}` is {}", target.text, self.domains.type_words(ty));
        let found = self.fit(found, ty.kind, Some((declared, &text)))?;
        self.note_store(number, op, &found);
        Some(StmtKind::Assign(Place::Local(local), store(op), found))
    }

    fn note_store(&mut self, number: usize, op: AssignOp, value: &Expr) {
        if value.ty.or_none && value.ty.bounds().is_some() && op != AssignOp::Set {
            self.vars.may_be_none(number);
        }
        match (op, value.ty.bounds()) {
            (AssignOp::Add, Some(by)) => self.vars.add(number, by),
            (AssignOp::Subtract, Some(by)) => self.vars.add(number, by.negated().unwrap_or(by)),
            _ => self
                .vars
                .assign(number, Type { or_none: value.ty.or_none && op == AssignOp::Set, ..value.ty }),
        }
    }
}

impl StateFields<'_> {
    /// Whether the bounds of a field are written as numbers.
    fn bounds_written_out(&self, target: &Name) -> bool {
        let declared = self.declared.iter().find(|declared| declared.name.text == target.text);
        declared.is_some_and(|declared| match &declared.ty.kind {
            ast::TypeKind::Range(low, high) => is_written_out(low) && is_written_out(high),
            _ => false,
        })
    }
}

/// Whether an expression consists of numbers only.
fn is_written_out(e: &ast::Expr) -> bool {
    match &e.kind {
        ast::ExprKind::Int(_) => true,
        ast::ExprKind::Unary(_, a) => is_written_out(a),
        ast::ExprKind::Binary(_, a, b, _) => is_written_out(a) && is_written_out(b),
        _ => false,
    }
}

/// The type that a `var` of open kind takes by a store.
fn opened(checker: &Checker<'_>, op: AssignOp, found: &Expr) -> Option<Type> {
    match op {
        AssignOp::Set => Some(found.ty),
        _ => checker.as_set(found.clone()).map(|set| set.ty),
    }
}

/// Whether a kind is open: a `var` that begins with `none` or `{}` takes its kind from the first
/// store.
fn is_open(kind: Kind) -> bool {
    match kind {
        Kind::Nothing => true,
        Kind::IntSet { low, high } => low > high,
        _ => false,
    }
}

fn store(op: AssignOp) -> Store {
    match op {
        AssignOp::Set => Store::Set,
        AssignOp::Add => Store::Add,
        AssignOp::Subtract => Store::Sub,
    }
}

/// The help for an assignment to a name by which other languages end a game.
fn elsewhere_target(name: &str, value: &str) -> Option<String> {
    let lower = name.to_lowercase().replace('_', "");
    Some(match lower.as_str() {
        "winner" | "win" | "wins" | "victor" => {
            format!("who wins is said by an `end` rule: write `end when .. => {value} wins` behind the moves")
        }
        "loser" | "lose" => {
            format!(
                "who loses is said by an `end` rule: write `end when .. => {value} loses` behind the moves"
            )
        }
        "gameover" | "over" | "finished" | "done" | "end" | "result" | "outcome" | "draw" | "terminal" => {
            "when the game is over is said by an `end` rule: write `end when .. => ..` behind the moves"
                .to_owned()
        }
        "player" | "current" | "currentplayer" | "tomove" | "next" | "nextplayer" | "activeplayer"
        | "mover" => "delete it: the turn passes after every move; write `again` to keep it".to_owned(),
        _ => return None,
    })
}
