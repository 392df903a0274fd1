//! Checks statements.

use super::bounds;
use super::checker::Checker;
use super::codes;
use super::coerce::truth;
use super::global_names::{Meaning, Origin};
use super::limits;
use super::reports::Reports;
use super::scope::{Scope, Sort};
use super::state_fields::StateFields;
use crate::diagnostic::Diagnostic;
use crate::program::{
    Arith, Expr, ExprKind, FollowupRequest, Kind, LocalId, Place, Stmt, StmtKind, Store, Type, Value,
};
use crate::source::Span;
use crate::syntax::ast::{self, AssignOp, BinaryOp, Name, Statement, StatementKind};
use crate::syntax::print;

impl Checker<'_> {
    /// Checks a block; its names are visible up to its end.
    pub(super) fn block(&mut self, s: &mut Scope, statements: &[Statement]) -> Option<Vec<Stmt>> {
        let mark = s.enter();
        let found: Vec<Option<Stmt>> =
            statements.iter().map(|statement| self.statement(s, statement)).collect();
        s.leave(mark);
        found.into_iter().collect()
    }

    pub(super) fn statement(&mut self, s: &mut Scope, statement: &Statement) -> Option<Stmt> {
        let span = statement.span;
        let kind = self.deeper(span, |checker| match &statement.kind {
            StatementKind::Assign { target, indexes, op, value } => {
                checker.assign(s, target, indexes, *op, value, span)
            }
            StatementKind::Let(name, value) => checker.bind_let(s, name, value),
            StatementKind::Var(name, value) => checker.bind_var(s, name, value),
            StatementKind::If(arms, rest) => checker.branches(s, arms, rest.as_deref(), span),
            StatementKind::For(binders, body) => checker.for_loop(s, binders, body),
            StatementKind::Repeat(times, going_on, body) => checker.repeat(s, times, going_on.as_ref(), body),
            StatementKind::Again { with, when } => checker.again(s, with, when.as_ref(), span),
            StatementKind::Error => {
                checker.reports.poisoned = true;
                None
            }
        })?;
        Some(Stmt { kind, span })
    }

    fn bind_let(&mut self, s: &mut Scope, name: &Name, value: &ast::Expr) -> Option<StmtKind> {
        let value = self.expr(s, value, None).and_then(|value| self.no_sets(value));
        let local = self.bind(s, name, Sort::Let, value.as_ref().map(|value| value.ty));
        Some(StmtKind::Bind(local?, value?))
    }

    pub(super) fn no_sets(&mut self, value: Expr) -> Option<Expr> {
        match value.ty.kind {
            Kind::Sets(of) => self.refuse_set_of_sets(value.span, Some(of)),
            _ => Some(value),
        }
    }

    fn bind_var(&mut self, s: &mut Scope, name: &Name, value: &ast::Expr) -> Option<StmtKind> {
        let value = self.expr(s, value, None).and_then(|value| self.no_sets(value));
        let first = value.as_ref().map_or(Kind::Nothing.or_none(), |value| value.ty);
        let (number, ty) = self.vars.declare(first);
        let local = self.bind(s, name, Sort::Var(number), value.as_ref().map(|_| ty));
        let value = self.fit(value?, ty.kind, None)?;
        Some(StmtKind::Bind(local?, value))
    }

    fn branches(
        &mut self,
        s: &mut Scope,
        arms: &[(ast::Expr, Vec<Statement>)],
        rest: Option<&[Statement]>,
        span: Span,
    ) -> Option<StmtKind> {
        let mut found = Vec::new();
        for (condition, body) in arms {
            let condition = self.condition(s, condition);
            found.push((condition, self.block(s, body)));
        }
        let mut otherwise = self.block(s, rest.unwrap_or_default());
        while let Some((condition, body)) = found.pop() {
            let kind = StmtKind::If(condition?, body?, otherwise?);
            otherwise = Some(vec![Stmt { kind, span }]);
        }
        otherwise.and_then(|mut only| only.pop()).map(|only| only.kind)
    }

    fn for_loop(&mut self, s: &mut Scope, binders: &ast::Binders, body: &[Statement]) -> Option<StmtKind> {
        let mark = s.enter();
        let bound = self.binders(s, binders, None);
        let passes =
            bound.as_ref().map_or(1, |(sets, _)| self.domains.passes(sets.iter().map(|(_, set)| set)));
        let few = binders.binders.first().map_or(Some(()), |first| self.check_loops(passes, first.name.span));
        let body = self.looped(s, passes, body);
        s.leave(mark);
        few?;
        let (sets, guard) = bound?;
        Some(StmtKind::For(sets, guard, body?))
    }

    /// Checks `repeat N while C { .. }`. Where the condition does not hold a pass does nothing, and
    /// so do all that follow: it is `repeat N { if C { .. } }`.
    fn repeat(
        &mut self,
        s: &mut Scope,
        times: &ast::Expr,
        going_on: Option<&ast::Expr>,
        body: &[Statement],
    ) -> Option<StmtKind> {
        self.refuse_repeat_with_name(s, times)?;
        let times = self.int_expr(s, times);
        let most = times.as_ref().and_then(|times| times.ty.bounds()).map_or(0, |bounds| bounds.high.max(0));
        // A constant count is exact. A computed one only has an upper bound, which play may never
        // come near.
        let given = times.as_ref().is_some_and(|times| matches!(times.kind, ExprKind::Const(_)));
        let few = if given { self.check_loops(most as u64, times.as_ref()?.span) } else { Some(()) };
        let condition = going_on.map(|condition| self.condition(s, condition));
        let body = self.looped(s, most as u64, body);
        few?;
        let Some(condition) = condition else { return Some(StmtKind::Repeat(times?, body?)) };
        let condition = condition?;
        let span = condition.span;
        let pass = Stmt { kind: StmtKind::If(condition, body?, Vec::new()), span };
        Some(StmtKind::Repeat(times?, vec![pass]))
    }

    /// Refuses `repeat i in S { .. }`: a loop that runs through a set is a `for`.
    fn refuse_repeat_with_name(&mut self, s: &Scope, times: &ast::Expr) -> Option<()> {
        let ast::ExprKind::Compare(first, rest) = &times.kind else { return Some(()) };
        let ([(ast::CompareOp::In, _, set)], ast::ExprKind::Name(name)) = (rest.as_slice(), &first.kind)
        else {
            return Some(());
        };
        if !self.is_unknown(s, name) {
            return Some(());
        }
        let text = format!("for {} in {}", name.text, self.input.written(set.span));
        let message = "`repeat` says how often; a loop that runs through a set is a `for`";
        let report = Diagnostic::error(codes::MISMATCH, message, times.span, "this is no number");
        self.reports.excused.push(name.text.clone());
        self.reports.refuse(report.help(format!("write `{text} {{ .. }}`")))
    }

    fn check_loops(&mut self, passes: u64, span: Span) -> Option<()> {
        let passes = self.vars.passes.saturating_mul(passes);
        self.reports.check_passes(passes, limits::LOOPS, "this loop runs too often", span)
    }

    fn looped(&mut self, s: &mut Scope, passes: u64, body: &[Statement]) -> Option<Vec<Stmt>> {
        let outside = self.vars.passes;
        self.vars.passes = outside.saturating_mul(passes);
        let body = self.block(s, body);
        self.vars.passes = outside;
        body
    }

    fn assign(
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
        self.reports.refuse(
            diagnostic.because(declared, "declared here").help("widen its bounds, or store something else"),
        )
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
            _ => self.set_of_members(s, value, ty.domain())?,
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

    /// Checks `again` and `again with NAME(E) or NAME when C`.
    fn again(
        &mut self,
        s: &mut Scope,
        with: &[(Name, Vec<ast::Expr>)],
        when: Option<&ast::Expr>,
        span: Span,
    ) -> Option<StmtKind> {
        let condition = match when {
            Some(when) => self.condition(s, when),
            None => Some(truth(true, span)),
        };
        if with.is_empty() {
            return Some(StmtKind::Again(condition?));
        }
        let mut asked = Vec::new();
        let mut places: Vec<(u32, Span)> = Vec::new();
        for (name, arguments) in with {
            let id = self.move_named(name);
            if let Some(id) = id {
                self.reports.check_asked_once(name, id.0, &mut places);
                asked
                    .push(self.fixed_arguments(s, id, arguments, name.span).map(|arguments| (id, arguments)));
            } else {
                asked.push(None);
            }
        }
        let mut asked = asked.into_iter().collect::<Option<Vec<_>>>()?;
        asked.sort_by_key(|(id, _)| *id);
        let request = self
            .moves
            .request(FollowupRequest { moves: asked.iter().map(|(id, args)| (*id, args.len())).collect() });
        let arguments = asked.into_iter().map(|(_, arguments)| arguments).collect();
        Some(StmtKind::AgainWith(request, arguments, condition?))
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

impl Reports<'_> {
    fn check_asked_once(&mut self, name: &Name, id: u32, places: &mut Vec<(u32, Span)>) {
        if let Some((_, first)) = places.iter().find(|(known, _)| *known == id) {
            let message = format!("`again with` asks for `{}` twice", name.text);
            let diagnostic = Diagnostic::error(codes::ASKED_TWICE, message, name.span, "again here");
            let diagnostic = diagnostic.because(*first, "asked for here first");
            self.report(
                diagnostic
                    .help("ask for it once, with fewer arguments fixed, and say the rest in its `when`"),
            );
        }
        places.push((id, name.span));
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
