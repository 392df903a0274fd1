//! Checks `def`s and calls of them.

use super::checker::Checker;
use super::codes;
use super::coerce::expr;
use super::definitions::Reads;
use super::fields::has_no_missing;
use super::global_names::Meaning;
use super::limits;
use super::scope::{Context, Scope, Sort};
use super::words::counted;
use crate::diagnostic::Diagnostic;
use crate::program::{Def, DefId, Expr, ExprKind, Kind, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl Checker<'_> {
    /// Checks the declaration of a `def`.
    pub(super) fn def(
        &mut self,
        name: &str,
        span: Span,
        parameters: &[(Name, ast::Type)],
        body: &ast::Expr,
    ) -> Option<Meaning> {
        let mut s = Scope::new(Context::Position);
        let mut poisoned = false;
        for (parameter, ty) in parameters {
            let ty = self.parameter_type(ty);
            poisoned |= ty.is_none();
            self.bind(&mut s, parameter, Sort::Parameter, ty);
        }
        let body = self.expr(&mut s, body, None)?;
        if poisoned {
            return None;
        }
        if let Kind::Sets(_) = body.ty.kind {
            return self.refuse_set_of_sets(body.span, body.ty.domain());
        }
        let (cost, unfolded) = (self.cost(&body), self.defs.unfolded(&body));
        self.reports.check_unfolded(unfolded, span)?;
        let levels = self.defs.levels_of(&body);
        if levels > limits::DEPTH {
            // What stands for a `def` that was refused has few levels again: the first report says
            // it all.
            if self.reports.list.iter().any(|report| report.code == codes::TOO_DEEP) {
                self.reports.poisoned = true;
                return None;
            }
            return self.reports.refuse_depth(span);
        }
        let reads = Reads { position: s.reads_position, me: s.reads_me };
        let id = DefId(self.defs.all.len() as u32);
        self.defs.all.push(Def {
            name: name.to_owned(),
            parameters: parameters.len(),
            frame: s.frame,
            body,
            span,
        });
        self.defs.reads.push(reads);
        self.defs.costs.push(cost);
        self.defs.sizes.push(unfolded);
        self.defs.levels.push(levels);
        Some(Meaning::Def(id))
    }

    /// The type of a parameter or a `let`; unlike a field, it may be a set of integers
    /// `set of 1..5`.
    pub(super) fn parameter_type(&mut self, written: &ast::Type) -> Option<Type> {
        if let ast::TypeKind::SetOf(member) = &written.kind
            && let ast::TypeKind::Range(low, high) = &member.kind
        {
            let ends = self.range_ends(low, high, "the bounds of a type")?;
            let kind = Kind::IntSet { low: ends.low, high: ends.high };
            return Some(Type { kind, or_none: written.or_none });
        }
        self.declared_type(written)
    }

    /// Checks a call of a `def`.
    pub(super) fn call_def(
        &mut self,
        s: &mut Scope,
        id: DefId,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        self.note_reads(s, id, span)?;
        let def = &self.defs.all[id.index()];
        let (name, declared, count) = (def.name.clone(), def.span, def.parameters);
        let wanted: Vec<Type> = def.frame.locals[..count].iter().map(|local| local.ty).collect();
        let mut ty = def.body.ty;
        if arguments.len() != count {
            if count == 0
                && let Some(refused) = self.refuse_asked_set(s, &name, ty.kind, arguments, span)
            {
                return refused;
            }
            self.check_apart(s, arguments);
            let help = self.call_help(s, &name, &wanted, arguments);
            let report = argument_count(&name, Some(declared), &[count], arguments.len(), span);
            let known = |ty: &Type| {
                self.domains
                    .value_in_scope(s, ty.kind, &[])
                    .or_else(|| self.state.field_of_kind(ty.kind))
                    .is_some()
            };
            let sure = arguments.is_empty() && wanted.iter().all(known);
            let text = help.split('`').nth(1).filter(|_| sure).map(str::to_owned);
            let report = text.into_iter().fold(report, |report, text| report.likely(span, text));
            return self.reports.refuse(report.help(help));
        }
        let before = self.reports.list.len();
        let found: Vec<Option<Expr>> =
            arguments.iter().zip(&wanted).map(|(e, ty)| self.argument(s, e, *ty, declared)).collect();
        let Some(arguments) = found.into_iter().collect::<Option<Vec<Expr>>>() else {
            self.tell_turned_call(s, before, &name, &wanted, arguments, span);
            return None;
        };
        let missing = arguments.iter().zip(&wanted).any(|(e, ty)| e.ty.or_none && !ty.or_none);
        ty.or_none |= missing && has_no_missing(ty.kind);
        let span = arguments.last().map_or(span, |_| span);
        Some(super::expr::settled(expr(ExprKind::Call(id, arguments), ty, span)))
    }

    fn argument(&mut self, s: &mut Scope, e: &ast::Expr, ty: Type, declared: Span) -> Option<Expr> {
        let found = self.typed(s, e, ty.kind, Some((declared, "declared here")))?;
        if let Some(((low, high), (l, h))) = ends(ty.kind).zip(ends(found.ty.kind))
            && l <= h
            && (l < low || h > high)
            && !self.reports.stood_in
        {
            let message =
                format!("this argument may be {l}..{h}, but the parameter is declared {low}..{high}");
            let diagnostic = Diagnostic::error(codes::OUTSIDE, message, found.span, "may leave the bounds");
            let diagnostic = diagnostic.because(declared, "declared here");
            return self.reports.refuse(diagnostic.help("widen the bounds of the parameter"));
        }
        Some(found)
    }

    /// Records that the caller reads what the `def` reads, and refuses it where the context forbids
    /// that.
    fn note_reads(&mut self, s: &mut Scope, id: DefId, span: Span) -> Option<()> {
        let reads = self.defs.reads[id.index()];
        let name = self.defs.all[id.index()].name.clone();
        if let Some(inner) = reads.position {
            s.reads_position.get_or_insert(span);
            if let Context::Constant(place) = s.context {
                let message = format!("{place} is constant, but `{name}` speaks of the position");
                let diagnostic = Diagnostic::error(codes::NOT_CONSTANT, message, span, "changes during play");
                let diagnostic = diagnostic.because(inner, format!("`{name}` reads the position here"));
                return self.reports.refuse(diagnostic.help("use what does not change during play"));
            }
        }
        if let Some(inner) = reads.me {
            s.reads_me.get_or_insert(span);
            if s.context == Context::Endless {
                let message =
                    format!("`{name}` speaks of the player to move, who has no meaning in an `endless` rule");
                let diagnostic =
                    Diagnostic::error(codes::NO_ENDLESS_PLAYER, message, span, "nobody ends endless play");
                let diagnostic = diagnostic.because(inner, "here");
                return self.reports.refuse(diagnostic.help("give the `def` a parameter `p: Player`"));
            }
        }
        Some(())
    }
}

/// The report about a wrong number of arguments; `takes` lists the possible numbers.
pub(super) fn argument_count(
    name: &str,
    declared: Option<Span>,
    takes: &[usize],
    given: usize,
    span: Span,
) -> Diagnostic {
    let takes = match takes {
        [] | [0] => "no arguments".to_owned(),
        [one] => counted(*one, "argument", "arguments"),
        [many @ .., last] => {
            let many: Vec<String> = many.iter().map(usize::to_string).collect();
            format!("{} or {last} arguments", many.join(", "))
        }
    };
    let message = format!("`{name}` takes {takes}, here are {given}");
    let mut diagnostic = Diagnostic::error(codes::ARGUMENT_COUNT, &message, span, "not as many as it takes");
    if let Some(declared) = declared {
        diagnostic = diagnostic.because(declared, "declared here");
    }
    diagnostic
}

/// The bounds of an integer, or of the members of a set of integers.
fn ends(kind: Kind) -> Option<(i64, i64)> {
    match kind {
        Kind::Int { low, high } | Kind::IntSet { low, high } => Some((low, high)),
        _ => None,
    }
}
