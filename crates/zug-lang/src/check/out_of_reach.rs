//! A name that a quantifier, a loop or a block binds, used where it is known no more:
//! `if some d in S: P { s -= d }`, `move m(c in C) when some d in near(c): P { at = d }`.

use super::input::CheckInput;
use super::parts::{Parts, parts};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{
    self, BinaryOp, Binders, Expr, ExprKind, ItemKind, Name, Quantifier, StatementKind,
};
use crate::syntax::print;

/// A quantifier with its binders and its condition.
struct Quantified<'a> {
    whole: &'a Expr,
    binders: &'a Binders,
    body: Option<&'a Expr>,
    is_some: bool,
}

impl Quantified<'_> {
    /// `d in S`, all of them.
    fn bound(&self) -> String {
        let one = |each: &ast::Binder| format!("{} in {}", each.name.text, print::whole(&each.set));
        self.binders.binders.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// What is asked of what is bound.
    fn condition(&self) -> Option<Expr> {
        match (self.binders.guard.as_deref(), self.body) {
            (Some(guard), Some(body)) => Some(and(guard, body)),
            (guard, body) => guard.or(body).cloned(),
        }
    }

    fn binds(&self, name: &str) -> bool {
        self.binders.binders.iter().any(|binder| binder.name.text == name)
    }
}

/// The innermost condition in which a place lies, and whether another follows it.
pub(super) fn condition_around<'a>(all: &Parts<'a>, at: Span) -> Option<(&'a Expr, bool)> {
    let mut found = *all.roots.iter().find(|root| root.span.holds(at))?;
    let mut followed = false;
    loop {
        match &found.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, a, b, _) => {
                let left = a.span.holds(at);
                followed |= left;
                found = if left { a } else { b };
            }
            ExprKind::Unary(ast::UnaryOp::Not, of) => found = of,
            ExprKind::Quantified(
                Quantifier::Some | Quantifier::Every | Quantifier::No | Quantifier::Count,
                _,
                Some(body),
            ) if body.span.holds(at) => found = body,
            ExprKind::Compare(..) | ExprKind::Call(..) | ExprKind::At(..) => {
                return Some((found, followed));
            }
            _ => return None,
        }
    }
}

impl CheckInput<'_> {
    /// The report about a name that something in the same item binds, where it is known no more.
    pub(super) fn out_of_reach(&self, name: &Name) -> Option<Diagnostic> {
        let item = self.item_at(name.span)?;
        let all = parts(&item.kind);
        let of_quantifier = all.exprs.iter().find_map(|e| quantified(e, name));
        match of_quantifier {
            Some(found) => {
                let place = found.binders.binders.iter().find(|each| each.name.text == name.text)?.name.span;
                let report = beyond(name, place, "bound here, up to the end of the condition");
                self.as_loop(&all, &found, name, &report)
                    .or_else(|| self.as_parameter(&item.kind, &found, name, &report))
                    .or_else(|| Some(report.help(self.as_one_condition(&all, &found, name)?)))
            }
            None => self.beyond_its_block(&all, name),
        }
    }

    /// `if some d in S: P { .. d .. }` as the loop that is meant.
    fn as_loop(
        &self,
        all: &Parts<'_>,
        found: &Quantified<'_>,
        name: &Name,
        report: &Diagnostic,
    ) -> Option<Diagnostic> {
        let of_arm = |(condition, body): &(Expr, Vec<ast::Statement>)| {
            condition.span.holds(found.whole.span) && body.iter().any(|each| each.span.holds(name.span))
        };
        let (place, arms, rest) = all.statements.iter().find_map(|each| match &each.kind {
            StatementKind::If(arms, rest) if arms.iter().any(of_arm) => Some((each.span, arms, rest)),
            _ => None,
        })?;
        if !found.is_some {
            return None;
        }
        let guard =
            found.condition().map_or(String::new(), |guard| format!(" where {}", print::whole(&guard)));
        let head = format!("for {}{guard}", found.bound());
        let report = report.clone().help(format!("write `{head} {{ .. }}`: it does so for each of them"));
        let [(condition, _)] = arms.as_slice() else { return Some(report) };
        if rest.is_some() || condition.span != found.whole.span {
            return Some(report);
        }
        let behind = self.game.text.get(condition.span.end as usize..)?;
        let brace = condition.span.end + behind.find('{')? as u32;
        Some(report.likely(Span { end: brace, ..place }, format!("{head} ")))
    }

    /// `move m(c in C) when some d in S: P { .. d .. }` with `d` among what is chosen.
    fn as_parameter(
        &self,
        item: &ItemKind,
        found: &Quantified<'_>,
        name: &Name,
        report: &Diagnostic,
    ) -> Option<Diagnostic> {
        let ItemKind::Move(each) = item else { return None };
        let when = each.when.as_ref()?;
        if !self.is_used_in_body(each, name) {
            return None;
        }
        if !found.is_some || !conjuncts(when).iter().any(|part| part.span == found.whole.span) {
            return None;
        }
        let (_, head) = self.with_parameter(each, &found.bound())?;
        let guard = print::whole(&in_place(when, found.whole.span, &found.condition()?));
        let text = format!("{head}) when {guard}");
        let behind = self.game.text.get(when.span.end as usize..)?;
        // A bracket may close behind the guard.
        let brackets = behind.len() - behind.trim_start_matches([' ', ')']).len();
        let brackets = behind[..brackets].rfind(')').map_or(0, |at| at + 1);
        let whole = Span { end: when.span.end + brackets as u32, ..each.name.span };
        let help = format!("write `{text}`: a move chooses what it speaks of");
        Some(report.clone().help(help).likely(whole, text))
    }

    /// The head of a move with a further parameter, without its closing bracket, and the place
    /// behind which the text goes on.
    pub(super) fn with_parameter(&self, each: &ast::Move, added: &str) -> Option<(Span, String)> {
        let text = &self.game.text;
        let Some(last) = each.parameters.last() else {
            return Some((each.name.span, format!("{}({added}", each.name.text)));
        };
        let before = text.get(each.name.span.start as usize..last.set.span.end as usize)?;
        let count = |sign: char| before.matches(sign).count();
        let open = count('(').checked_sub(count(')') + 1)?;
        let mut end = last.set.span.end as usize;
        for _ in 0..open {
            end += text.get(end..)?.find(')')? + 1;
        }
        let span = Span { end: end as u32, ..each.name.span };
        Some((span, format!("{}, {added}", text.get(span.start as usize..end)?)))
    }

    /// `(some d in S: P) and Q` as one condition, and a quantifier for `Q` alone elsewhere.
    fn as_one_condition(&self, all: &Parts<'_>, found: &Quantified<'_>, name: &Name) -> Option<String> {
        let joined = all.exprs.iter().find_map(|e| match &e.kind {
            ExprKind::Binary(BinaryOp::And, a, b, _)
                if a.span == found.whole.span && b.span.holds(name.span) =>
            {
                Some(b)
            }
            _ => None,
        });
        if let (Some(rest), true, Some(condition)) = (joined, found.is_some, found.condition()) {
            let bound = found.bound();
            return Some(format!("write `some {bound}: {}`", print::whole(&and(&condition, rest))));
        }
        let binder = found.binders.binders.iter().find(|each| each.name.text == name.text)?;
        let set = print::whole(&binder.set);
        match condition_around(all, name.span) {
            Some((condition, _)) => Some(format!(
                "write `some {} in {set}: {}`: each condition binds what it speaks of",
                name.text,
                self.written(condition.span).trim()
            )),
            None => Some(format!(
                "`{}` was any of `{set}`: choose one where it is used, `for {} in {set} {{ .. }}` in a body",
                name.text, name.text
            )),
        }
    }

    /// The report about a `let` or `var` of a block, or the name of a `for`, that is used behind
    /// it.
    fn beyond_its_block(&self, all: &Parts<'_>, name: &Name) -> Option<Diagnostic> {
        all.statements.iter().filter(|each| each.span.end <= name.span.start).find_map(|each| {
            let (word, blocks): (&str, Vec<&[ast::Statement]>) = match &each.kind {
                StatementKind::If(arms, rest) => {
                    let blocks = arms.iter().map(|(_, body)| body.as_slice());
                    ("if", blocks.chain(rest.as_deref()).collect())
                }
                StatementKind::Repeat(_, _, body) => ("repeat", vec![body]),
                StatementKind::For(binders, body) => {
                    if let Some(binder) = binders.binders.iter().find(|one| one.name.text == name.text) {
                        let report = beyond(name, binder.name.span, "bound here, up to the end of the `for`");
                        let help = format!(
                            "what is done with each `{0}` stands between the braces of `for {0} in {1} {{ .. }}`",
                            name.text,
                            print::whole(&binder.set)
                        );
                        return Some(report.help(help));
                    }
                    ("for", vec![body])
                }
                _ => return None,
            };
            let declared = blocks.into_iter().flatten().find_map(|one| match &one.kind {
                StatementKind::Let(bound, value) | StatementKind::Var(bound, value)
                    if bound.text == name.text =>
                {
                    Some((bound.span, one.span, value))
                }
                _ => None,
            })?;
            let (place, whole, value) = declared;
            let report = beyond(name, place, "declared here, up to the end of the block");
            let written = self.written(whole).trim();
            let used = all.statements.iter().find(|one| {
                matches!(one.kind, StatementKind::Assign { .. }) && one.span.holds(name.span)
            });
            let used = used.map(|one| self.written(one.span).trim()).filter(|text| !text.contains('\n'));
            let moved = used.map_or(String::new(), |text| {
                format!("write `{text}` within these braces, behind `{written}`; or, where it is needed further on, ")
            });
            Some(report.help(format!(
                "{moved}declare it before the `{word}`, `var {0} = ..`, and write `{0} = {1}` in place of `{written}`",
                name.text,
                print::whole(value)
            )))
        })
    }
}

/// The quantifier or comprehension that an expression is, if it binds a name that is used outside
/// of it.
fn quantified<'a>(e: &'a Expr, name: &Name) -> Option<Quantified<'a>> {
    let (binders, body, is_some) = match &e.kind {
        ExprKind::Quantified(q, binders, body) => (binders, body.as_deref(), *q == Quantifier::Some),
        ExprKind::Comprehension(_, binders) => (binders, None, false),
        _ => return None,
    };
    let found = Quantified { whole: e, binders, body, is_some };
    (found.binds(&name.text) && !e.span.holds(name.span) && e.span.start < name.span.start).then_some(found)
}

/// Two conditions of which both hold.
fn and(a: &Expr, b: &Expr) -> Expr {
    let (left, right) = (Box::new(a.clone()), Box::new(b.clone()));
    Expr { kind: ExprKind::Binary(BinaryOp::And, left, right, a.span), span: a.span.to(b.span) }
}

/// A condition with one of those that `and` joins replaced.
fn in_place(e: &Expr, at: Span, new: &Expr) -> Expr {
    match &e.kind {
        _ if e.span == at => new.clone(),
        ExprKind::Binary(BinaryOp::And, a, b, _) => and(&in_place(a, at, new), &in_place(b, at, new)),
        _ => e.clone(),
    }
}

/// The conditions that `and` joins.
fn conjuncts(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, a, b, _) => [conjuncts(a), conjuncts(b)].concat(),
        _ => vec![e],
    }
}

fn beyond(name: &Name, place: Span, why: &str) -> Diagnostic {
    let message = format!("`{}` is known no more here", name.text);
    let report = Diagnostic::error(super::codes::UNKNOWN_NAME, message, name.span, "unknown here");
    report.because(place, why)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("state { water: set of C, at: C = a1, n: 0..9 }", lines)
    }

    #[test]
    fn a_condition_with_a_use_behind_it_is_a_loop() {
        assert_eq!(
            helps("move m(c in C) { if some d in near(c): d in water { water -= d } }"),
            ["write `for d in near(c) where d in water { .. }`: it does so for each of them"]
        );
        let own = "move m(c in C) { for d in near(c) where d in water { water -= d } }";
        assert_eq!(helps(own), [""; 0]);
    }

    #[test]
    fn what_a_guard_binds_and_the_body_uses_is_chosen() {
        let why = "a move chooses what it speaks of";
        assert_eq!(
            helps("move m(c in C) when some d in near(c): d in water { at = d water += c }"),
            [format!("write `m(c in C, d in near(c)) when d in water`: {why}")]
        );
        assert_eq!(
            helps("move m when n < 9 and (some d in near(at): d in water) { at = d }"),
            [format!("write `m(d in near(at)) when n < 9 and d in water`: {why}")]
        );
    }

    #[test]
    fn conditions_bind_what_they_speak_of() {
        assert_eq!(
            helps("move m(c in C) when (some d in near(c): d in water) and d.x = 1 { at = c water += c }"),
            ["write `some d in near(c): d in water and d.x = 1`"]
        );
        assert_eq!(
            helps(
                "move m(c in C) { at = c water += c }\nend when count(d in C: d in water) = 9 and d.x = 1 => draw"
            ),
            ["write `some d in C: d.x = 1`: each condition binds what it speaks of"]
        );
    }

    #[test]
    fn blocks_and_loops_end_what_they_declare() {
        assert_eq!(
            helps("move m(c in C) { if n > 2 { let k = 3 at = c } n = k water += c }"),
            [
                "write `n = k` within these braces, behind `let k = 3`; or, where it is needed further on, declare it before the `if`, `var k = ..`, and write `k = 3` in place of `let k = 3`"
            ]
        );
        assert_eq!(
            helps("move m(c in C) { for d in near(c) { water += d } at = d }"),
            ["what is done with each `d` stands between the braces of `for d in near(c) { .. }`"]
        );
    }
}
