//! Arguments of the functions on boards that are left out or are another thing: `step(c, n)`,
//! `run(c, d)`, `reach(from, to, within)`.

use super::calls::roles;
use super::checker::Checker;
use super::codes;
use super::global_names::{Meaning, Origin, Status};
use super::input::CheckInput;
use super::orders::Role;
use super::parts::parts;
use super::scope::Scope;
use crate::built_ins::Function;
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, Kind};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::print;

impl Checker<'_> {
    /// Refuses `step(c, n)`: the number of steps stands behind a direction.
    pub(super) fn refuse_steps_alone(
        &mut self,
        s: &Scope,
        a: &[ast::Expr],
        domain: Option<DomainId>,
        span: Span,
    ) -> Option<()> {
        let [cell, steps] = a else { return Some(()) };
        let (Some(directions), 0) = (self.domains.directions, self.reports.muted) else { return Some(()) };
        let of = domain.and_then(|domain| self.domains.board(domain));
        let found = self.tried_as(s, steps, directions);
        let (Some(board), true) = (of, found.is_some_and(|ty| matches!(ty.kind, Kind::Int { .. }))) else {
            return Some(());
        };
        let names = board.geometry.directions();
        let first = names.iter().find(|name| **name == "east").or(names.first()).copied()?;
        let text = format!("step({}, {first}, {})", print::whole(cell), print::whole(steps));
        let message = "`step` goes in a direction, which stands before the number of steps";
        let report = Diagnostic::error(codes::MISMATCH, message, steps.span, "this is a number");
        let others = super::words::one_of(names);
        let help = format!("write `{text}`; the direction is one of {others}");
        self.reports.refuse(report.help(help).likely(span, text))
    }

    /// The type of an expression that is only tried where an element of a domain belongs.
    fn tried_as(&mut self, s: &Scope, e: &ast::Expr, domain: DomainId) -> Option<crate::program::Type> {
        if !self.is_settled(s, e) {
            return None;
        }
        self.reports.muted += 1;
        let found = self.expr(&mut s.clone(), e, Some(domain));
        self.reports.muted -= 1;
        found.map(|found| found.ty)
    }

    /// Refuses `reach(from, to, within)`: whether cells are reached is asked of the result.
    pub(super) fn refuse_reach_of_goal(&mut self, s: &Scope, a: &[ast::Expr], span: Span) -> Option<()> {
        let ([from, goal, within], 0) = (a, self.reports.muted) else { return Some(()) };
        let is_cells = |ty: crate::program::Type, of: &Self| match ty.kind {
            Kind::Set(domain) | Kind::Element(domain) => of.domains.has_geometry(domain),
            _ => false,
        };
        // Directions stand last in most calls: then nothing else is tried.
        for part in a.iter().rev() {
            let found = self.tried(s, part);
            if !found.is_some_and(|ty| is_cells(ty, self)) {
                return Some(());
            }
        }
        // What changes in play is what is gone through; sides of a board stay.
        let changing = a.iter().filter(|e| self.speaks_of_position(e)).count();
        let (from, goal, within) = match a {
            [one, two, three] if changing == 1 && self.speaks_of_position(one) => (two, three, one),
            [one, two, three] if changing == 1 && self.speaks_of_position(two) => (one, three, two),
            _ => (from, goal, within),
        };
        let text = format!(
            "reach({}, {}) & {} != {{}}",
            print::whole(from),
            print::whole(within),
            print::operand(goal)
        );
        let message = "`reach` takes where to begin and within what; whom it reaches is asked of the result";
        let report = Diagnostic::error(codes::MISMATCH, message, within.span, "this is no set of directions");
        self.reports
            .refuse(report.help(format!("write `{text}` to ask whether it is reached")).likely(span, text))
    }

    /// The only `def` without parameters that is of a kind.
    fn def_of_kind(&self, kind: Kind) -> Option<String> {
        let fits = |global: &&super::global_names::Global<'_>| match (global.origin, &global.status) {
            (Origin::Def { parameters: [], .. }, Status::Done(Meaning::Def(id))) => {
                self.defs.all[id.index()].body.ty.kind == kind
            }
            _ => false,
        };
        let mut all = self.names.globals.iter().filter(fits);
        let (only, None) = (all.next()?, all.next()) else { return None };
        Some(only.name.clone())
    }

    /// A call with the arguments that are missing at its end, where the scope has values for them.
    pub(super) fn completed(
        &mut self,
        s: &Scope,
        function: Function,
        name: &str,
        a: &[ast::Expr],
    ) -> Option<String> {
        let mut written: Vec<String> = a.iter().map(print::whole).collect();
        if let Some(text) = self.input.as_beside(function, name, a) {
            return Some(text);
        }
        let given: Vec<Option<Role>> = a.iter().map(|e| self.role(s, e)).collect();
        if function == Function::Run && given == [Some(Role::Cell), Some(Role::Cells)] {
            return Some(format!("union(d in compass: {name}({}, d, {}))", written[0], written[1]));
        }
        let wanted = roles(function)?;
        if given.iter().zip(wanted).any(|(found, wanted)| found.is_some_and(|found| found != *wanted)) {
            return None;
        }
        for role in roles(function)?.get(a.len()..)? {
            // The number of steps may be left out.
            if function == Function::Step && *role == Role::Number {
                break;
            }
            let kind = match role {
                Role::Cell => Kind::Element(self.domains.geometric(None)?),
                Role::Cells => Kind::Set(self.domains.geometric(None)?),
                Role::Direction => Kind::Element(self.domains.directions?),
                Role::Directions | Role::Number => return None,
            };
            let value = self.domains.value_in_scope(s, kind, &written).or_else(|| self.def_of_kind(kind))?;
            written.push(value);
        }
        Some(format!("{name}({})", written.join(", ")))
    }
}

impl CheckInput<'_> {
    /// The call with the same first arguments that stands whole in the same item.
    fn as_beside(&self, function: Function, name: &str, a: &[ast::Expr]) -> Option<String> {
        let last = a.last()?;
        let item = self.item_at(last.span)?;
        let most = roles(function)?.len();
        let begins =
            |all: &[ast::Expr]| a.iter().zip(all).all(|(one, two)| print::whole(one) == print::whole(two));
        parts(&item.kind).exprs.into_iter().find_map(|e| match &e.kind {
            ast::ExprKind::Call(called, all)
                if called.text == name && (a.len() + 1..=most).contains(&all.len()) && begins(all) =>
            {
                Some(print::whole(e))
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{helps_about, helps_beside};

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("state { men[Player]: set of C, n: 0..2 }", lines)
    }

    #[test]
    fn a_call_is_completed_as_it_stands_beside() {
        let moves =
            "move m(c in men[me], d in compass, k in 1..2) when step(c, d, k) in C { men[me] += step(c) }";
        assert_eq!(helps(moves), ["write `step(c, d, k)`"]);
        let alone = "move m(c in men[me], d in compass) { men[me] += step(c) }";
        assert_eq!(helps(alone), ["write `step(c, d)`"]);
    }

    #[test]
    fn a_number_of_steps_stands_behind_a_direction() {
        let all = "the direction is one of `north`, `south`, `east`, `west`, `northeast`, `northwest`, `southeast` or `southwest`";
        let moves = "move m(c in men[me], k in 1..2) { men[me] += step(c, k) }";
        assert_eq!(helps(moves), [format!("write `step(c, east, k)`; {all}")]);
        let ring = "game \"G\" players Ann, Bob board P = ring(6) state { at: P = 1 }\nmove m(k in 1..3) { at = step(at, k) }\nstuck => draw";
        assert_eq!(
            helps_about(ring),
            ["write `step(at, forward, k)`; the direction is one of `forward` or `backward`"]
        );
        assert_eq!(helps("move m(c in men[me], d in compass) { men[me] += step(c, d) }"), [""; 0]);
    }

    #[test]
    fn what_is_reached_is_asked_of_the_result() {
        let rule = "move m(c in C) { men[me] += c }\nend when reach(a1, c3, men[Ann]) => Ann wins";
        assert_eq!(helps(rule), ["write `reach(a1, men[Ann]) & c3 != {}` to ask whether it is reached"]);
        let fine = "move m(c in C) { men[me] += c }\nend when c3 in reach(a1, men[Ann], compass) => Ann wins";
        assert_eq!(helps(fine), [""; 0]);
    }

    #[test]
    fn a_missing_argument_is_taken_from_the_parameters() {
        let def = "def far(c: C, over: set of C) = union(d in compass: run(c, d))\nmove m(c in far(a1, men[me])) { men[me] += c }";
        assert_eq!(helps(def), ["write `run(c, d, over)`"]);
        let sets = "move m(c in run(a1, men[me])) { men[me] += c }";
        assert_eq!(helps(sets), ["write `union(d in compass: run(a1, d, men[me]))`"]);
        let own = "def free = C - men[Ann]\nmove m(c in run(a1, east)) when c in free { men[me] += c }";
        assert_eq!(helps(own), ["write `run(a1, east, free)`"]);
    }
}
