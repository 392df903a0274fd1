//! Checks calls: `def`s, elements written out, and the built-in functions.

use super::bounds::interval;
use super::checker::Checker;
use super::codes;
use super::coerce::expr;
use super::resolve::Meaning;
use super::scope::Scope;
use super::types::int;
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, ExprKind, Kind, PLAYER, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl Checker<'_> {
    /// `name(..)`
    pub(super) fn call(
        &mut self,
        s: &mut Scope,
        name: &Name,
        arguments: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        if s.find(&name.text).is_some() {
            return self.refuse_call(name);
        }
        let Some(at) = self.global(&name.text) else { return self.built_in(s, name, arguments, hint, span) };
        match self.resolve(at, name.span)? {
            Meaning::Def(id) => self.call_def(s, id, arguments, span),
            Meaning::Domain(id) => self.construct(s, id, arguments, span),
            Meaning::Field(_) | Meaning::Table(_) => {
                let message = format!("the indexes of `{}` stand in square brackets", name.text);
                let diagnostic = Diagnostic::error(codes::NOT_INDEXED, message, span, "round brackets here");
                self.refuse(diagnostic.help(format!("write `{}[..]`", name.text)))
            }
            Meaning::Constant(..) => self.refuse_call(name),
        }
    }

    fn refuse_call<T>(&mut self, name: &Name) -> Option<T> {
        let message = format!("`{}` is not a function", name.text);
        let diagnostic =
            Diagnostic::error(codes::NOT_INDEXED, message, name.span, "`(..)` has no meaning here");
        self.refuse(diagnostic.help("only `def`s with parameters, domains and built-ins are called"))
    }

    fn built_in(
        &mut self,
        s: &mut Scope,
        name: &Name,
        a: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        let text = name.text.as_str();
        if crate::boards::DIRECTIONS.contains(&text) {
            self.argument_count(text, &[1], a, span)?;
            return self.step_named(s, name, &a[0], hint, span);
        }
        let takes: &[usize] = match text {
            "near" | "compass" => &[1, 2],
            "step" | "lines" | "reach" | "distance" => &[2, 3],
            "run" | "stop" => &[3],
            "shift" => &[2],
            "count" | "abs" | "len" | "other" | "opposite" | "can" | "stuck" => &[1],
            "min" | "max" | "sum" | "union" => &[],
            _ => return self.refuse_unknown_function(s, name),
        };
        if !takes.is_empty() {
            self.argument_count(text, takes, a, span)?;
        }
        match text {
            "near" => self.near_call(s, a, hint, span),
            "compass" => self.compass_call(s, a, span),
            "step" => self.step(s, a, hint, span),
            "lines" => self.lines(s, a, span),
            "reach" => self.reach(s, a, hint, span),
            "distance" => self.distance(s, a, span),
            "run" | "stop" => self.ray(s, text, a, hint, span),
            "shift" => self.shift(s, a, hint, span),
            "count" => self.count(s, &a[0], span),
            "abs" => self.abs(s, &a[0], span),
            "len" => self.len(s, &a[0], span),
            "other" => self.other(s, &a[0], span),
            "opposite" => self.opposite(s, &a[0], span),
            "can" => self.can(s, &a[0], span),
            "stuck" => self.stuck_call(s, &a[0], span),
            "min" | "max" => self.extreme(s, text == "max", a, span),
            _ => self.refuse_no_binder(text, span),
        }
    }

    fn argument_count(&mut self, name: &str, takes: &[usize], given: &[ast::Expr], span: Span) -> Option<()> {
        if takes.contains(&given.len()) {
            return Some(());
        }
        self.refuse_argument_count(name, None, takes, given.len(), span)
    }

    fn refuse_no_binder<T>(&mut self, name: &str, span: Span) -> Option<T> {
        let message = format!("`{name}` runs through a set");
        let diagnostic = Diagnostic::error(codes::ARGUMENT_COUNT, message, span, "no `x in ..:` here");
        self.refuse(diagnostic.help(format!("write `{name}(x in S: ..)`")))
    }

    fn refuse_unknown_function<T>(&mut self, s: &mut Scope, name: &Name) -> Option<T> {
        if self.moves_by_name.contains_key(&name.text) {
            return self.name(s, name, None).and(None);
        }
        if self.is_excused(name) {
            return None;
        }
        let message = format!("there is no function `{}`", name.text);
        let defs = self.globals.iter().map(|global| global.name.clone());
        let built_in = BUILT_IN.iter().chain(&crate::boards::DIRECTIONS).map(|n| (*n).to_owned());
        let all: Vec<String> = defs.chain(built_in).collect();
        let other = other_word(&name.text).map(|word| format!("did you mean `{word}`?"));
        let near = other.or_else(|| Self::near(&name.text, all.iter().map(String::as_str)));
        let help = near.unwrap_or_else(|| format!("declare it: `def {}(..) = ..`", name.text));
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown").help(help);
        self.refuse_name(Some(s), name, &all, diagnostic)
    }

    fn count(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let found = self.expr(s, a, None)?;
        let set = match found.ty.kind {
            Kind::Sets(_) => return self.refuse_set_of_sets(found.span),
            Kind::Int { .. } => None,
            _ => self.as_set(found.clone()),
        };
        let Some(set) = set else {
            let words = self.type_words(found.ty);
            let message = format!("`count` counts the members of a set, not {words}");
            let diagnostic =
                Diagnostic::error(codes::MISMATCH, message, found.span, format!("this is {words}"));
            return self.refuse(diagnostic.help("write a set, or `count(x in S where ..)`"));
        };
        let most = self.size(&set);
        let Some(bounds) = interval(1, 1).times_up_to(most) else { return self.refuse_unbounded(span) };
        let ty = Type { kind: int(bounds), or_none: set.ty.or_none };
        Some(super::expr::settled(expr(ExprKind::Count(Box::new(set)), ty, span)))
    }

    fn abs(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let a = self.int_expr(s, a)?;
        let bounds = a.ty.bounds()?.absolute();
        self.int_result(|a| ExprKind::Abs(Box::new(a)), a, bounds, span)
    }

    fn extreme(&mut self, s: &mut Scope, max: bool, a: &[ast::Expr], span: Span) -> Option<Expr> {
        if a.is_empty() {
            return self.refuse_no_binder(if max { "max" } else { "min" }, span);
        }
        let found: Vec<Option<Expr>> = a.iter().map(|e| self.int_expr(s, e)).collect();
        let all = found.into_iter().collect::<Option<Vec<Expr>>>()?;
        let pick = |a: i64, b: i64| if max { a.max(b) } else { a.min(b) };
        // Those that may be `none` are left out: they widen the bounds on the far side only.
        let hull = all.iter().filter_map(|e| e.ty.bounds()).reduce(super::bounds::Interval::hull)?;
        let sure = all.iter().filter(|e| !e.ty.or_none).filter_map(|e| e.ty.bounds());
        let sure = sure.reduce(|a, b| interval(pick(a.low, b.low), pick(a.high, b.high)));
        let bounds = match (sure, max) {
            (Some(sure), true) => interval(sure.low, hull.high),
            (Some(sure), false) => interval(hull.low, sure.high),
            (None, _) => hull,
        };
        let ty = Type { kind: int(bounds), or_none: sure.is_none() };
        Some(super::expr::settled(expr(ExprKind::Extreme(max, all), ty, span)))
    }

    fn len(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let _ = s;
        if let ast::ExprKind::Name(name) = &a.kind
            && let Some(at) = self.global(&name.text)
            && let Meaning::Table(id) = self.resolve(at, name.span)?
            && let [crate::program::TableIndex::Ints { high, .. }] = self.tables[id.index()].indexes[..]
        {
            return Some(super::coerce::number(high, span));
        }
        let message = "`len` asks for a `param` that is a list";
        let diagnostic = Diagnostic::error(codes::MISMATCH, message, a.span, "not a list");
        self.refuse(diagnostic.help("`count(S)` counts the members of a set"))
    }

    fn other(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let a = self.typed(s, a, Kind::Element(PLAYER), None)?;
        let ty = a.ty;
        Some(expr(ExprKind::Other(Box::new(a)), ty, span))
    }

    fn opposite(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let direction = self.direction_arg(s, a)?;
        let table = self.opposite_table()?;
        Some(self.entry(table, vec![direction], span))
    }

    fn stuck_call(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        self.reads_position(s, "`stuck`", span)?;
        let a = self.typed(s, a, Kind::Element(PLAYER), None)?;
        Some(expr(ExprKind::Stuck(Box::new(a)), Kind::Bool.always(), span))
    }

    /// `can(NAME)`, `can(NAME(E))`
    fn can(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let (name, arguments) = match &a.kind {
            ast::ExprKind::Name(name) => (name, &[][..]),
            ast::ExprKind::Call(name, arguments) => (name, arguments.as_slice()),
            _ => {
                let message = "`can` asks for a move";
                let diagnostic = Diagnostic::error(codes::WRONG_SORT, message, a.span, "not a move");
                return self.refuse(diagnostic.help("write `can(jump)` or `can(jump(c))`"));
            }
        };
        self.reads_me(s, "can", span)?;
        let id = self.move_named(name)?;
        let arguments = self.fixed_arguments(s, id, arguments, a.span)?;
        Some(expr(ExprKind::Can(id, arguments), Kind::Bool.always(), span))
    }
}

/// The function that is called so elsewhere.
fn other_word(name: &str) -> Option<&'static str> {
    match name.to_lowercase().as_str() {
        "neighbors" | "neighbours" | "neighbor" | "neighbour" | "adjacent" | "adj" => Some("near"),
        "size" | "len" | "length" | "card" => Some("count"),
        "next" | "succ" => Some("forward"),
        "previous" | "prev" | "pred" => Some("backward"),
        "total" => Some("sum"),
        _ => None,
    }
}

/// Functions that may be meant by a slip.
const BUILT_IN: [&str; 18] = [
    "near", "step", "shift", "distance", "run", "stop", "reach", "lines", "count", "sum", "union", "min",
    "max", "abs", "len", "other", "opposite", "can",
];
