//! Recognises what was meant by an expression that is typed wrong as a whole: a set behind `or`, a
//! bracket that closes too late, a rule that uses the binder of its
//! condition.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::global_names::{Meaning, Origin, Status};
use super::scope::{Context, Scope};
use super::state_fields::StateFields;
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Kind, PLAYER, Type};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, CompareOp, ExprKind, Name, Outcome, OutcomeKind};
use crate::syntax::print;

impl Checker<'_> {
    /// Says of `x in S or T`, where T is a set, that the union is meant; of `and`, what both have
    /// in common.
    pub(super) fn sets_behind_in(
        &mut self,
        s: &Scope,
        before: usize,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
    ) {
        if self.reports.list.len() == before {
            return;
        }
        let mut last = a;
        while let ExprKind::Binary(BinaryOp::And | BinaryOp::Or, _, right, _) = &last.kind {
            last = right.as_ref();
        }
        // `c in s or t and P`: `and` binds tighter.
        let mut b = b;
        while let ExprKind::Binary(BinaryOp::And, left, ..) = &b.kind {
            b = left.as_ref();
        }
        let ExprKind::Compare(first, rest) = &last.kind else { return };
        let [(member @ (CompareOp::In | CompareOp::NotIn), _, set)] = rest.as_slice() else { return };
        let sign = match (op, member) {
            (BinaryOp::Or, _) => "+",
            (BinaryOp::And, CompareOp::In) => "&",
            _ => return,
        };
        let (Some(one), Some(two)) = (self.tried(s, set), self.tried(s, b)) else { return };
        let same = matches!((one.kind, two.kind), (Kind::Set(x), Kind::Set(y)) if x == y);
        let about = |report: &&mut Diagnostic| report.code == codes::MISMATCH && report.span() == b.span;
        let Some(report) = self.reports.list[before..].iter_mut().find(about).filter(|_| same) else {
            return;
        };
        let word = if *member == CompareOp::In { "in" } else { "not in" };
        let text =
            format!("{} {word} {} {sign} {}", print::operand(first), print::operand(set), print::operand(b));
        let name = if op == BinaryOp::Or { "or" } else { "and" };
        report.message = format!("behind `{name}` stands a whole condition, not a further set");
        report.help = Some(format!("write `{text}`"));
    }

    /// The type of an expression that is only tried. Nothing is resolved for it: in which order
    /// names are resolved may not hang on a help.
    pub(super) fn tried(&mut self, s: &Scope, e: &ast::Expr) -> Option<Type> {
        if !self.is_settled(s, e) {
            return None;
        }
        self.reports.muted += 1;
        let found = self.expr(&mut s.clone(), e, None);
        self.reports.muted -= 1;
        found.map(|found| found.ty)
    }

    /// Refuses `count(S = 0)`: the bracket of a number closes before the comparison. What is
    /// compared with no number is a condition of members, which need a name.
    pub(super) fn refuse_compared_argument<T>(
        &mut self,
        s: &Scope,
        name: &str,
        a: &[ast::Expr],
        span: Span,
    ) -> Option<Option<T>> {
        let (last, others) = a.split_last()?;
        let ExprKind::Compare(first, rest) = &last.kind else { return None };
        let [(op, sign, right)] = rest.as_slice() else { return None };
        if matches!(op, CompareOp::In | CompareOp::NotIn) {
            return None;
        }
        let compared = self.tried(s, right);
        if compared.is_some_and(|ty| !matches!(ty.kind, Kind::Int { .. })) {
            if name != "count" {
                return None;
            }
            let message = format!("`{name}` is of members, and a condition of members stands in it");
            let report = Diagnostic::error(codes::MISMATCH, message, last.span, "this is true or false");
            return Some(
                self.reports
                    .refuse(report.help(format!("name the members: write `{name}(x in .. where ..)`"))),
            );
        }
        let mut inside: Vec<String> = others.iter().map(print::whole).collect();
        inside.push(print::whole(first));
        let sign = self.input.written(*sign).to_owned();
        let text = format!("{name}({}) {sign} {}", inside.join(", "), print::operand(right));
        let message = format!("the bracket of `{name}` closes too late: a comparison stands in it");
        let report = Diagnostic::error(codes::MISMATCH, message, last.span, "this is true or false");
        Some(self.reports.refuse(report.help(format!("write `{text}`")).likely(span, text)))
    }

    /// Refuses `end when some p in S: C => p wins`: the rule binds what its outcome names.
    pub(super) fn refuse_unbound_outcome<T>(
        &mut self,
        s: &Scope,
        bound: Option<&ast::Binders>,
        when: &ast::Expr,
        outcome: &Outcome,
    ) -> Option<Option<T>> {
        let (OutcomeKind::Wins(player) | OutcomeKind::Loses(player) | OutcomeKind::Points(_, player)) =
            &outcome.kind
        else {
            return None;
        };
        let ExprKind::Name(name) = &player.kind else { return None };
        let ExprKind::Quantified(ast::Quantifier::Some, binders, Some(body)) = &when.kind else {
            return None;
        };
        let names = |binder: &ast::Binder| binder.name.text == name.text;
        if !binders.binders.iter().any(names) || !self.is_unknown(s, name) {
            return None;
        }
        if bound.is_some_and(|bound| bound.guard.is_some()) || self.reports.muted > 0 {
            return None;
        }
        let outer = bound.into_iter().flat_map(|bound| &bound.binders);
        let all: Vec<String> = outer
            .chain(&binders.binders)
            .map(|binder| format!("{} in {}", binder.name.text, print::whole(&binder.set)))
            .collect();
        let guard = binders.guard.as_ref().map(|guard| format!(" where {}", print::whole(guard)));
        let text = format!(
            "end for {}{} when {} => {}",
            all.join(", "),
            guard.unwrap_or_default(),
            print::whole(body),
            self.input.written(outcome.span).trim()
        );
        Some(self.refuse_unbound(s, name, binders, text))
    }

    fn refuse_unbound<T>(
        &mut self,
        s: &Scope,
        name: &Name,
        binders: &ast::Binders,
        text: String,
    ) -> Option<T> {
        let message = format!("`{}` is known in the condition only", name.text);
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span, "unknown here");
        let place = binders.binders.iter().find(|binder| binder.name.text == name.text)?.name.span;
        let report = report.because(place, "bound by `some`, up to the end of the condition");
        self.refuse_name(
            Some(s),
            name,
            &[],
            report.help(format!("write `{text}`: the rule binds it by `for`")),
        )
    }

    /// The report about a param that is one of several integers, where a set is asked for.
    pub(super) fn param_as_set(&self, used: Span) -> Option<Diagnostic> {
        let Origin::Param(declared) = self.names.globals[self.names.global(self.input.written(used))?].origin
        else {
            return None;
        };
        let ast::TypeKind::OneOf(choices) = &declared.ty.kind else { return None };
        let name = &declared.name.text;
        let message = format!("`{name}` is one integer of these, not the set of them");
        let report = Diagnostic::error(codes::MISMATCH, message, declared.ty.span, "this is a choice");
        let written = choices.iter().map(print::whole).collect::<Vec<String>>().join(", ");
        let values: Option<Vec<i64>> = choices
            .iter()
            .map(|choice| match choice.kind {
                ExprKind::Int(n) => Some(n),
                _ => None,
            })
            .collect();
        let holds = |id: &u32| {
            let numbers = self.domains.numbers(DomainId(*id));
            let within = |n: &i64| numbers.is_some_and(|(low, high)| low <= *n && *n <= high);
            values.as_ref().is_some_and(|values| values.iter().all(within))
        };
        let domain =
            (0..self.domains.all.len() as u32).find(holds).map(|id| self.domains.domain_name(DomainId(id)));
        let help = match domain {
            Some(domain) => format!(
                "write `param {name}: set of {domain} = {{{written}}}`; `{name}: {{{written}}}` is one of them in each run"
            ),
            None => format!(
                "write `let {name} = {{{written}}}`; `{name}: {{{written}}}` is one of them in each run"
            ),
        };
        Some(report.because(used, "a set is asked for here").help(help))
    }

    /// What to write for `forward(..)` or `backward(..)` where a table holds a direction of each
    /// player, and the entry of it.
    pub(super) fn direction_by_player(&self, word: &str) -> Option<(String, String)> {
        let of = self.domains.directions?;
        let by_player = |at: &usize| match self.names.globals[*at].origin {
            Origin::Let { indexes: [index], .. } => index.domain.text == "Player",
            _ => false,
        };
        let tables: Vec<usize> = (0..self.names.globals.len()).filter(by_player).collect();
        let named = tables.iter().find(|at| {
            let global = &self.names.globals[**at];
            matches!(global.status, Status::Failed) && global.name.len() > 2 && word.starts_with(&global.name)
        });
        let of_directions = |at: &&usize| match self.names.globals[**at].status {
            Status::Done(Meaning::Table(id)) => self.domains.tables[id.index()].ty.kind == Kind::Element(of),
            _ => false,
        };
        let entry = |at: &usize| format!("{}[me]", self.names.globals[*at].name);
        let step = match (named, tables.iter().find(of_directions), word) {
            (Some(at), _, "forward" | "backward") | (None, Some(at), "forward") => entry(at),
            (None, Some(at), "backward") => format!("opposite({})", entry(at)),
            _ => return None,
        };
        Some((format!("step(.., {step})"), step))
    }

    /// How what lies ahead of each player is declared, where a board has no such direction and
    /// nothing declares it.
    pub(super) fn declared_ahead(&self, word: &str) -> Option<String> {
        let ahead = matches!(word, "forward" | "backward") && self.domains.direction("north").is_some();
        let free = ["ahead", "forth"].into_iter().find(|name| self.names.global(name).is_none())?;
        let step = if word == "forward" { format!("{free}[me]") } else { format!("opposite({free}[me])") };
        ahead.then(|| format!("write `step(.., {step})`, with the direction of each player in `let {free}[Player] = [ north, south ]` as an item"))
    }
}

impl StateFields<'_> {
    /// The report about an unknown name that a number is added to, where one field of integers
    /// alone is spelt nearly so.
    pub(super) fn field_meant(&self, target: &Name, value: &ast::Expr) -> Option<Diagnostic> {
        let first = target.text.chars().next()?;
        let near = |field: &&crate::program::Field| {
            matches!(field.ty.kind, Kind::Int { .. })
                && field.name.starts_with(first)
                && strsim::damerau_levenshtein(&field.name, &target.text) <= 2
        };
        let mut fields = self.fields.iter().filter(near);
        let (field, None) = (fields.next()?, fields.next()) else { return None };
        let number = matches!(value.kind, ExprKind::Int(_)) && target.text.len() > 2;
        let message = format!("there is nothing called `{}`", target.text);
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, target.span, "unknown");
        let report = report.because(field.span, format!("`{}` is declared here", field.name));
        number.then(|| report.help(format!("did you mean `{}`?", field.name)))
    }
}

impl DomainTables {
    /// A value of this kind for an argument that is missing: one of the scope before a constant.
    pub(super) fn value_in_scope(&self, s: &Scope, kind: Kind, others: &[String]) -> Option<String> {
        if kind == Kind::Element(PLAYER) && s.context == Context::Position {
            let mover = ["me", "opponent"].into_iter().find(|word| !others.iter().any(|other| other == word));
            return mover.filter(|_| !others.iter().any(|other| self.is_player(other))).map(str::to_owned);
        }
        let fits = |local: crate::program::LocalId| s.ty(local).kind == kind;
        let mut bound = s.bindings.iter().rev();
        bound.find(|it| it.local.is_some_and(fits) && !others.contains(&it.name)).map(|it| it.name.clone())
    }

    fn is_player(&self, name: &str) -> bool {
        self.all[PLAYER.index()].members.iter().any(|member| member == name)
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{helps_about_guard as guard, helps_beside_lines as helps};

    #[test]
    fn sets_behind_in_are_put_together() {
        assert_eq!(guard("c in s[Ann] or s[Bob]"), ["write `c in s[Ann] + s[Bob]`"]);
        assert_eq!(guard("n = 1 and c not in corner or s[me]"), ["write `c not in corner + s[me]`"]);
        assert_eq!(guard("c in s[Ann] and near(c)"), ["write `c in s[Ann] & near(c)`"]);
        assert!(guard("c in s[Ann] or c in s[Bob]").is_empty());
    }

    #[test]
    fn brackets_close_before_comparisons() {
        assert_eq!(guard("count(s[me] = 0)"), ["write `count(s[me]) = 0`"]);
        assert_eq!(guard("abs(n - 3 <= 1)"), ["write `abs(n - 3) <= 1`"]);
        assert_eq!(guard("distance(c, a1 > 2)"), ["write `distance(c, a1) > 2`"]);
        assert!(guard("count(x in s[me]: x = a1) = 0").is_empty());
        let members = |condition: &str| guard(condition)[0].contains("name the members");
        assert!(members("count(s[me] = {})"));
        assert!(!members("abs(s[me] = {}) > 1") && !members("distance(c, s[me] = {}) > 1"));
    }

    #[test]
    fn what_does_not_go_together_is_written_out() {
        let cases = [
            ("c in near(at[me], 2)", "write `{ x in C where distance(at[me], x) = 2 }` for the cells"),
            ("at[me] + 1 = c", "a cell is no number: write `east(at[me])`"),
            ("at[me] - 2 = c", "a cell is no number: write `step(at[me], west, 2)`"),
            ("(some l in L: l in s[me])", "write `l <= s[me]`"),
            ("n + lit > 2", "a condition is no number: write `n + (if lit then 1 else 0)`"),
            ("near(me) = {}", "write `s[me]` if that is meant"),
            ("other(d) = d", "write `opposite(d)`"),
            ("opposite(me) = me", "write `other(me)`"),
            ("(some l in L: l[1] = c)", "write `l.1`"),
        ];
        for (condition, help) in cases {
            let found = guard(condition);
            assert!(found.len() == 1 && found[0].starts_with(help), "{condition}: {found:?}");
        }
    }

    #[test]
    fn rules_bind_what_their_outcome_names() {
        let state = "state { at[Player]: C = a1 }\nmove m { at[me] = c3 }\n";
        assert_eq!(
            helps(&format!("{state}end when some p in Player: at[p] = c3 => p wins")),
            ["write `end for p in Player when at[p] = c3 => p wins`: the rule binds it by `for`"]
        );
        assert!(helps(&format!("{state}end when some p in Player: at[p] = c3 => draw")).is_empty());
    }

    #[test]
    fn declarations_say_what_is_meant() {
        let moves = "state { n: 0..9, lit: bool, plies: 0..9 }\n";
        let cases = [
            ("param menu: {1, 3}\nmove m(k in menu) { n += k }", "write `param menu: set of H = {1, 3}`"),
            ("move m(k in {1..3}) { n = k }", "write `1..3` without the braces"),
            ("let low = n - plies\nmove m { n += 1 }", "write `def low = n - plies`"),
            ("move m { lit = 1 }", "write `true`"),
            ("move m { plys += 1 }", "did you mean `plies`?"),
            ("range K = 4..2\nmove m { n += 1 }", "write the smaller end first: `2..4`"),
            ("family F of C = subsets(C)\nmove m { n += 1 }", "write `subsets(C, 2)`"),
            (
                "let ahead[Player] = [north, south]\nmove m when forward(a1) = a2 { n += 1 }",
                "what lies ahead of each player is a table: write `step(.., ahead[me])`",
            ),
        ];
        for (lines, help) in cases {
            let found = helps(&format!("{moves}{lines}"));
            assert!(found.len() == 1 && found[0].starts_with(help), "{lines}: {found:?}");
        }
        let shown = "state { men[Player]: set of C }\nmove m(c in C) { men[me] += c }\nshow C { men: \"o\", men[Bob]: \"x\" }";
        assert_eq!(helps(shown), ["write `men[Ann]: \"o\"`: `show` has an entry for each player"]);
    }

    #[test]
    fn truth_sizes_and_entries_are_written_as_here() {
        assert_eq!(guard("lit = 1"), ["write `lit`: it is true or false, and no number"]);
        assert_eq!(guard("lit != 1"), ["write `not lit`: it is true or false, and no number"]);
        assert_eq!(guard("count(s.Ann) = 1"), ["write `s[Ann]`"]);
        let family = "family F of C = subsets(C, 1, 2)\nstate { s: set of C }\nmove m(f in F) { s += f }";
        assert_eq!(helps(family), ["write `subsets(C, 1..2)`"]);
    }
}
