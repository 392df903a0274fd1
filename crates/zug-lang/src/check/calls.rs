//! Checks calls: of `def`s, of domains (elements written out), and of built-in functions.

use super::bounds::interval;
use super::checker::Checker;
use super::codes;
use super::coerce::expr;
use super::global_names::Meaning;
use super::kinds::int;
use super::orders::Role;
use super::reports::Reports;
use super::scope::Scope;
use crate::built_ins::{BUILT_INS, Function, Kind as Is, built_in};
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Expr, ExprKind, Kind, PLAYER, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::{elsewhere, print};

impl Checker<'_> {
    /// Checks `name(..)`. `hint` is the domain that the context expects.
    pub(super) fn call(
        &mut self,
        s: &mut Scope,
        name: &Name,
        arguments: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        if s.find(&name.text).is_some() {
            return self.reports.refuse_call(name);
        }
        let Some(at) = self.names.global(&name.text) else {
            return self.built_in(s, name, arguments, hint, span);
        };
        let Some(meaning) = self.resolve(at, name.span) else {
            self.check_apart(s, arguments);
            return None;
        };
        match meaning {
            Meaning::Def(id) => self.call_def(s, id, arguments, span),
            Meaning::Domain(id) => self.construct(s, id, arguments, span),
            Meaning::Field(_) | Meaning::Table(_) => {
                if arguments.is_empty() {
                    let message = format!("`{}` is no function", name.text);
                    let diagnostic =
                        Diagnostic::error(codes::NOT_INDEXED, message, span, "round brackets here");
                    return self
                        .reports
                        .refuse(diagnostic.help(format!("write `{}`", name.text)).fix(span, &name.text));
                }
                if let Meaning::Field(id) = meaning
                    && self.state.fields[id.index()].indexes.is_empty()
                {
                    let kind = self.state.fields[id.index()].ty.kind;
                    if let Some(refused) = self.refuse_asked_set(s, &name.text, kind, arguments, span) {
                        return refused;
                    }
                }
                for argument in arguments {
                    self.expr(s, argument, None);
                }
                let message = format!("the indexes of `{}` stand in square brackets", name.text);
                let diagnostic = Diagnostic::error(codes::NOT_INDEXED, message, span, "round brackets here");
                let written: Vec<String> = arguments.iter().map(print::whole).collect();
                let text = format!("{}[{}]", name.text, written.join(", "));
                self.reports.refuse(diagnostic.help(format!("write `{text}`")).fix(span, text))
            }
            Meaning::Constant(..) => self.reports.refuse_call(name),
        }
    }

    fn built_in(
        &mut self,
        s: &mut Scope,
        name: &Name,
        a: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        let Some(it) = built_in(&name.text).filter(|it| it.is_callable()) else {
            return self.refuse_unknown_function(s, name, a);
        };
        if let Is::Function(function) = it.kind
            && let Some(refused) = self.refuse_comma_for_colon(s, (function, it.name), a, span)
        {
            return refused;
        }
        if !it.takes.is_empty() && !it.takes.contains(&a.len()) {
            self.check_apart(s, a);
            return self.refuse_built_in_count(s, it, a, span);
        }
        let Is::Function(function) = it.kind else {
            return match it.kind {
                Is::Direction => self.step_named(s, name, &a[0], hint, span),
                _ => self.compass_call(s, a, span),
            };
        };
        let of_set = matches!(function, Function::Extreme(_)) && a.len() < 2;
        if function.gives_integer()
            && !of_set
            && let Some(refused) = self.refuse_compared_argument(s, it.name, a, span)
        {
            return refused;
        }
        let before = self.reports.list.len();
        let found = self.function(s, (function, it.name), a, hint, span);
        if found.is_none()
            && let Some(roles) = roles(function)
        {
            self.tell_turned(s, before, it.name, roles, a, span);
        }
        found
    }

    /// A call of a built-in function that takes so many arguments.
    fn function(
        &mut self,
        s: &mut Scope,
        (function, name): (Function, &'static str),
        a: &[ast::Expr],
        hint: Option<DomainId>,
        span: Span,
    ) -> Option<Expr> {
        match function {
            Function::Near => self.near_call(s, a, hint, span),
            Function::Step => self.step(s, a, hint, span),
            Function::Lines => self.lines(s, a, span),
            Function::Subsets => self.subsets(s, a, hint, span),
            Function::Reach => self.reach(s, a, hint, span),
            Function::Distance => self.distance(s, a, span),
            Function::Run | Function::Stop => self.ray(s, function == Function::Run, a, hint, span),
            Function::Shift => self.shift(s, a, hint, span),
            Function::Count => self.count(s, &a[0], span),
            Function::Abs => self.abs(s, &a[0], span),
            Function::Len => self.len(s, &a[0], span),
            Function::Other => self.other(s, &a[0], span),
            Function::Opposite => self.opposite(s, &a[0], span),
            Function::Can => self.can(s, &a[0], span),
            Function::Stuck => self.stuck_call(s, &a[0], span),
            Function::Extreme(_)
                if a.len() == 1
                    && (self.names.indexed_field(&a[0]).is_some() || self.names.is_list(&a[0])) =>
            {
                self.refuse_no_binder(name, a, span)
            }
            Function::Extreme(max) if a.len() == 1 => self.extreme_of_one(s, max, a, span),
            Function::Extreme(max) if !a.is_empty() => self.extreme(s, max, a, span),
            Function::Extreme(_) | Function::Bound(_) => self.refuse_no_binder(name, a, span),
        }
    }

    /// Refuses a call of a built-in with too few or too many arguments.
    fn refuse_built_in_count<T>(
        &mut self,
        s: &Scope,
        it: &crate::built_ins::BuiltIn,
        a: &[ast::Expr],
        span: Span,
    ) -> Option<T> {
        if it.name == "can"
            && let Some(player) = a.iter().find(|e| self.domains.names_player(e))
        {
            let before = self.input.game.text.get(..span.start as usize).unwrap_or("");
            let denied = before.ends_with("not ");
            let span = if denied { Span { start: span.start - 4, ..span } } else { span };
            let not = if denied { "" } else { "not " };
            let text = format!("{not}stuck({})", print::whole(player));
            let message = "`can` asks about the player to move; whether a player has no move at all is asked by `stuck`";
            let report = Diagnostic::error(codes::ARGUMENT_COUNT, message, span, "a player and a move");
            return self.reports.refuse(report.help(format!("write `{text}`")).likely(span, text));
        }
        let board = self.domains.board_name();
        let text = match (it.name, a) {
            ("can", [ast::Expr { kind: ast::ExprKind::Name(name), .. }, values @ ..])
                if !values.is_empty() =>
            {
                let values: Vec<String> = values.iter().map(print::whole).collect();
                Some(format!("can({}({}))", name.text, values.join(", ")))
            }
            ("lines", [one]) => match self.names.global(&print::whole(one)) {
                Some(_) if print::whole(one) == board => {
                    let length = self.input.unused_numbers().into_iter().next();
                    Some(format!("lines({board}, {})", length.unwrap_or_else(|| "3".to_owned())))
                }
                _ => Some(format!("lines({board}, {})", print::whole(one))),
            },
            (name, [of, player]) if matches!(it.kind, Is::Direction) && self.domains.names_player(player) => {
                Some(format!("{name}({})", print::whole(of)))
            }
            (name, [of, times]) if matches!(it.kind, Is::Direction) => {
                Some(format!("step({}, {name}, {})", print::whole(of), print::whole(times)))
            }
            ("subsets", [of, low, high]) => {
                Some(format!("subsets({}, {}..{})", print::whole(of), print::whole(low), print::whole(high)))
            }
            (name, all) if it.takes.iter().all(|takes| *takes < all.len()) => {
                let most = it.takes.iter().max().copied().unwrap_or(0);
                let kept: Vec<String> = all.iter().take(most).map(print::whole).collect();
                Some(format!("{name}({})", kept.join(", ")))
            }
            ("subsets", [of]) => Some(format!("subsets({}, 2)", print::whole(of))),
            ("other", []) => Some("opponent".to_owned()),
            (name, all) => match it.kind {
                Is::Function(function) => self.completed(s, function, name, all),
                _ => None,
            },
        };
        let diagnostic = super::defs::argument_count(it.name, None, it.takes, a.len(), span);
        self.reports.refuse(match text {
            Some(text) => diagnostic.help(format!("write `{text}`")).likely(span, text),
            None => diagnostic.help(format!("it is written `{}`: {}", it.example, it.gives)),
        })
    }

    pub(super) fn refuse_unknown_function<T>(
        &mut self,
        s: &mut Scope,
        name: &Name,
        arguments: &[ast::Expr],
    ) -> Option<T> {
        if self.moves.by_name.contains_key(&name.text) {
            return self.name(s, name, None).and(None);
        }
        if self.is_excused(name) {
            return None;
        }
        self.excuse_members(s, arguments);
        if self.reports.muted > 0 || self.reports.adds_use(name) {
            return None;
        }
        let message = format!("there is no function `{}`", name.text);
        let defs = self.names.globals.iter().map(|global| global.name.clone());
        let built_in = BUILT_INS.iter().filter(|it| it.is_callable()).map(|it| it.name.to_owned());
        let all: Vec<String> = defs.chain(built_in).collect();
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, &message, name.span, "unknown");
        let misspelt = self.is_misspelt(Some(s), &name.text, &all);
        if !misspelt && let Some(advice) = elsewhere::advice(&name.text, &self.domains.board_name()) {
            return self.refuse_name(Some(s), name, &[], diagnostic.help(advice));
        }
        let form = elsewhere::function(&name.text, arguments.len()).filter(|_| !misspelt);
        let text = form.map(|form| self.form_by_kind(s, form, arguments));
        if let Some(text) = text {
            let diagnostic = diagnostic.help(format!("write `{text}`"));
            return self.refuse_name(Some(s), name, &[], diagnostic);
        }
        if let ("edges" | "links" | "pairs", [over], false) = (&*name.text, arguments, misspelt) {
            let is_cell = self
                .tried(s, over)
                .is_some_and(|ty| matches!(ty.kind, Kind::Element(of) if self.domains.has_geometry(of)));
            let over = print::whole(over);
            if is_cell {
                return self.refuse_name(
                    Some(s),
                    name,
                    &[],
                    diagnostic.help(format!("write `near({over})`")),
                );
            }
            let help = format!("the pairs of neighbours are `{{ {{c, d}} for c in {over}, d in near(c) }}`");
            return self.refuse_name(Some(s), name, &[], diagnostic.help(help));
        }
        let other =
            other_word(&name.text).filter(|_| !misspelt).map(|word| format!("did you mean `{word}`?"));
        let near = other.or_else(|| Self::near(&name.text, all.iter().map(String::as_str)));
        let parameters: Vec<String> = arguments.iter().map(print::whole).collect();
        let help = near.unwrap_or_else(|| {
            format!(
                "declare it, `def {}(..) = ..`, with a parameter for each of `{}`",
                name.text,
                parameters.join("`, `")
            )
        });
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown").help(help);
        self.refuse_name(Some(s), name, &all, diagnostic)
    }

    /// Excuses the names of `any(x in S)`: where the function is unknown, what it binds is too.
    fn excuse_members(&mut self, s: &Scope, arguments: &[ast::Expr]) {
        for e in arguments {
            if let ast::ExprKind::Compare(first, rest) = &e.kind
                && let (ast::ExprKind::Name(name), [(ast::CompareOp::In, ..)]) =
                    (&first.kind, rest.as_slice())
                && self.is_unknown(s, name)
                && self.reports.muted == 0
            {
                self.reports.excused.push(name.text.clone());
            }
        }
    }

    fn count(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let found = self.expr(s, a, None)?;
        let set = match found.ty.kind {
            Kind::Sets(of) => return self.refuse_set_of_sets(found.span, Some(of)),
            Kind::Int { .. } => None,
            _ => self.as_set(found.clone()),
        };
        let Some(set) = set else {
            let words = self.domains.type_words(found.ty);
            let message = format!("`count` counts the members of a set, not {words}");
            let diagnostic =
                Diagnostic::error(codes::MISMATCH, message, found.span, format!("this is {words}"));
            let set = self.any_set_of(found.span, found.ty.kind);
            let set = set.strip_prefix("{ ").and_then(|set| set.strip_suffix(" }")).unwrap_or(&set);
            return self.reports.refuse(diagnostic.help(format!("write `count({set})` if that is meant")));
        };
        let most = self.domains.size(&set);
        let Some(bounds) = interval(1, 1).times_up_to(most) else {
            return self.reports.refuse_unbounded(span);
        };
        let ty = Type { kind: int(bounds), or_none: set.ty.or_none };
        Some(super::expr::settled(expr(ExprKind::Count(Box::new(set)), ty, span)))
    }

    fn abs(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let a = self.int_expr(s, a)?;
        let bounds = a.ty.bounds()?.absolute();
        self.reports.int_result(|a| ExprKind::Abs(Box::new(a)), a, bounds, span)
    }

    /// `max` or `min` of one argument: an integer, and no set.
    fn extreme_of_one(&mut self, s: &mut Scope, max: bool, a: &[ast::Expr], span: Span) -> Option<Expr> {
        let found = self.expr(s, &a[0], None)?;
        if let Kind::Set(_) | Kind::IntSet { .. } = found.ty.kind {
            return self.refuse_no_binder(if max { "max" } else { "min" }, a, span);
        }
        let one = self.integer(found)?;
        extreme_of(max, vec![one], span)
    }

    fn extreme(&mut self, s: &mut Scope, max: bool, a: &[ast::Expr], span: Span) -> Option<Expr> {
        let found: Vec<Option<Expr>> = a.iter().map(|e| self.int_expr(s, e)).collect();
        extreme_of(max, found.into_iter().collect::<Option<Vec<Expr>>>()?, span)
    }

    fn len(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        if let ast::ExprKind::Name(name) = &a.kind
            && self.is_unknown(s, name)
        {
            return self.refuse_unknown(s, name, None);
        }
        if let ast::ExprKind::Name(name) = &a.kind
            && let Some(at) = self.names.global(&name.text)
            && let Meaning::Table(id) = self.resolve(at, name.span)?
            && let [crate::program::TableIndex::Ints { high, .. }] =
                self.domains.tables[id.index()].indexes[..]
        {
            return Some(super::coerce::number(high, span));
        }
        let message = "`len` asks for a `param` that is a list";
        let diagnostic = Diagnostic::error(codes::MISMATCH, message, a.span, "not a list");
        let text = format!("count({})", print::whole(a));
        self.reports.refuse(
            diagnostic
                .help(format!("write `{text}` for the number of the members of a set"))
                .likely(span, text),
        )
    }

    fn other(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let found = self.expr(s, a, Some(PLAYER))?;
        if self.domains.directions.is_some_and(|of| found.ty.kind == Kind::Element(of)) {
            return self.refuse_like(("other", "opposite"), a, span, &found);
        }
        let a = self.fit(found, Kind::Element(PLAYER), None)?;
        let ty = a.ty;
        Some(expr(ExprKind::Other(Box::new(a)), ty, span))
    }

    fn opposite(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let found = self.expr(s, a, self.domains.directions)?;
        if found.ty.kind == Kind::Element(PLAYER) {
            return self.refuse_like(("opposite", "other"), a, span, &found);
        }
        let direction = self.direction_of(found, a)?;
        let table = self.domains.opposite_table()?;
        Some(self.domains.entry(table, vec![direction], span))
    }

    /// Refuses `other` of a direction and `opposite` of a player.
    fn refuse_like<T>(
        &mut self,
        (name, like): (&str, &str),
        a: &ast::Expr,
        span: Span,
        found: &Expr,
    ) -> Option<T> {
        let words = self.domains.type_words(found.ty);
        let asked = if name == "other" { "the other player" } else { "the opposite direction" };
        let message = format!("`{name}` is {asked}, but this is {words}");
        let report = Diagnostic::error(codes::MISMATCH, message, found.span, format!("this is {words}"));
        let text = format!("{like}({})", print::whole(a));
        self.reports.refuse(report.help(format!("write `{text}`")).likely(span, text))
    }

    fn stuck_call(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        self.reads_position(s, "`stuck`", span)?;
        let a = self.typed(s, a, Kind::Element(PLAYER), None)?;
        Some(expr(ExprKind::Stuck(Box::new(a)), Kind::Bool.always(), span))
    }

    /// Checks `can(NAME)` and `can(NAME(E))`.
    fn can(&mut self, s: &mut Scope, a: &ast::Expr, span: Span) -> Option<Expr> {
        let (name, arguments) = match &a.kind {
            ast::ExprKind::Name(name) => (name, &[][..]),
            ast::ExprKind::Call(name, arguments) => (name, arguments.as_slice()),
            _ => {
                let message = "`can` asks for a move";
                let diagnostic = Diagnostic::error(codes::WRONG_SORT, message, a.span, "not a move");
                return self.reports.refuse(diagnostic.help("write `can(jump)` or `can(jump(c))`"));
            }
        };
        self.reads_me(s, "can", span)?;
        let id = self.move_named(name)?;
        let arguments = self.fixed_arguments(s, id, arguments, a.span)?;
        Some(expr(ExprKind::Can(id, arguments), Kind::Bool.always(), span))
    }
}

impl Reports<'_> {
    fn refuse_call<T>(&mut self, name: &Name) -> Option<T> {
        let message = format!("`{}` is not a function", name.text);
        let diagnostic =
            Diagnostic::error(codes::NOT_INDEXED, message, name.span, "`(..)` has no meaning here");
        self.refuse(diagnostic.help("only `def`s with parameters, domains and built-ins are called"))
    }
}

/// What the arguments of a function are, where their order is often mistaken.
pub(super) fn roles(function: Function) -> Option<&'static [Role]> {
    use Role::{Cell, Cells, Direction, Directions, Number};
    Some(match function {
        Function::Step => &[Cell, Direction, Number],
        Function::Run | Function::Stop => &[Cell, Direction, Cells],
        Function::Shift => &[Cells, Direction],
        Function::Near => &[Cell, Directions],
        _ => return None,
    })
}

/// The built-in function for a usual name of it in other languages.
fn other_word(name: &str) -> Option<&'static str> {
    match name.to_lowercase().as_str() {
        "neighbors" | "neighbours" | "neighbor" | "neighbour" | "adjacent" | "adj" => Some("near"),
        "size" | "length" | "card" => Some("count"),
        "next" | "succ" | "clockwise" => Some("forward"),
        "previous" | "prev" | "pred" | "anticlockwise" | "counterclockwise" => Some("backward"),
        "total" => Some("sum"),
        _ => None,
    }
}

/// The greatest or least of integers.
fn extreme_of(max: bool, all: Vec<Expr>, span: Span) -> Option<Expr> {
    let pick = |a: i64, b: i64| if max { a.max(b) } else { a.min(b) };
    // An operand that is `none` is left out: only those that never are bound the result on the
    // near side.
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
