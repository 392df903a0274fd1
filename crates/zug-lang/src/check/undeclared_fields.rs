//! A field that moves store to and nothing declares: the declaration is written out from its uses.

use super::checker::Checker;
use super::input::CheckInput;
use super::parts::{Parts, parts};
use super::scope::Scope;
use crate::program::{DomainId, DomainKind, Kind};
use crate::source::Span;
use crate::syntax::ast::{
    AssignOp, BinaryOp, CompareOp, Expr, ExprKind, Item, Name, Statement, StatementKind,
};
use crate::syntax::elsewhere::bounds;

impl<'a> Checker<'a> {
    /// The declaration of a field of this name, if moves store to it: `height[Cell]: 0..2`.
    pub(super) fn field_by_use(&self, name: &str) -> Option<String> {
        let all: Vec<(&Item, Parts<'_>)> =
            self.input.game.items.iter().map(|item| (item, parts(&item.kind))).collect();
        let stores = all.iter().flat_map(|(item, parts)| {
            parts.statements.iter().filter_map(move |each| match &each.kind {
                StatementKind::Assign { target, indexes, op, value } if target.text == name => {
                    Some((*item, indexes.as_slice(), *op, value))
                }
                _ => None,
            })
        });
        let stores: Vec<(&Item, &[Expr], AssignOp, &Expr)> = stores.collect();
        let (item, indexes, ..) = stores.first()?;
        let domains: Option<Vec<String>> =
            indexes.iter().map(|index| self.domain_by_use(item, index)).collect();
        let indexes = match domains?.join(", ") {
            none if none.is_empty() => none,
            some => format!("[{some}]"),
        };
        let is_set = all.iter().any(|(_, parts)| parts.exprs.iter().any(|e| has_member(e, name)));
        let types =
            stores.iter().find_map(|(item, _, op, value)| self.type_by_use(item, name, *op, value, is_set));
        Some(format!("{name}{indexes}: {}", types?))
    }

    /// The declarations of a name that stands for a set: what is in it is asked, gone through or
    /// taken from another one.
    pub(super) fn set_declared(&mut self, s: &Scope, name: &Name) -> Option<String> {
        let before = self.input.game.text.get(..name.span.start as usize).unwrap_or("").trim_end();
        let is_in = before.strip_suffix("in").is_some_and(|rest| rest.ends_with([' ', '\t', '\n', '\r']));
        if let Some(field) = self.indexed_set(name) {
            return Some(field);
        }
        let (member, whole) = (self.input.asked_member(name), self.input.taken_from(name));
        let is_set = is_in || member.is_some() || whole.is_some();
        if name.span.file != self.input.game.span.file || !is_set {
            return None;
        }
        let text = &name.text;
        let kind = member.or(whole).and_then(|e| self.tried(s, e)).map(|ty| ty.kind);
        let some = || self.domains.geometric(None).or_else(|| self.domains.some_domain());
        let domain = match kind {
            Some(Kind::Set(domain)) if whole.is_none() => return self.family_declared(name, domain, member?),
            Some(Kind::Element(domain) | Kind::Set(domain)) => domain,
            // `1..3 - used` takes a number from 3.
            Some(Kind::Int { .. }) if whole.is_some() => return None,
            Some(Kind::Int { .. } | Kind::IntSet { .. }) => return Some(self.integers_declared(text)),
            Some(_) => return None,
            None => match some() {
                Some(domain) => domain,
                None => return Some(self.integers_declared(text)),
            },
        };
        let set = self.of_kind(Kind::Set(domain))?;
        let first = self.domains.first_element(domain)?;
        let of = self.domains.domain_name(domain);
        if kind.is_none() && text.starts_with(char::is_uppercase) && self.domains.has_geometry(domain) {
            // Domains are called so: a family has lines for its members.
            return Some(format!("declare it: `family {text} of {of} = lines({of}, 3)` for lines of three"));
        }
        Some(format!(
            "declare it: `let {text} = {{{first}}}`, `def {text} = {set}`, or a field, `state {{ {text}: set of {of} }}`"
        ))
    }

    /// The declaration of a set of integers: of a field where a move stores to it.
    fn integers_declared(&self, name: &str) -> String {
        let stores = |each: &&Statement| matches!(&each.kind, StatementKind::Assign { target, .. } if target.text == name);
        let stored = self.input.game.items.iter().any(|item| parts(&item.kind).statements.iter().any(stores));
        let range = self.domains.all.iter().find(|domain| matches!(domain.kind, DomainKind::Range { .. }));
        match (stored, range) {
            (true, Some(range)) => format!("declare it: `state {{ {name}: set of {} }}`", range.name),
            (true, None) => format!(
                "declare it: `state {{ {name}: set of Number }}`, with `range Number = 1..9` as an item"
            ),
            (false, _) => format!("declare it: `let {name} = {{1, 2}}`, `def {name} = 1..3`"),
        }
    }

    /// The declaration of a family that is asked whether a set of elements of a domain is one of
    /// its members: `{c, at} in Pairs`.
    fn family_declared(&self, name: &Name, domain: DomainId, member: &Expr) -> Option<String> {
        let of = self.domains.domain_name(domain);
        let size = match &member.kind {
            ExprKind::Set(all) => all.len(),
            _ => 3,
        };
        let members = match (self.domains.has_geometry(domain), size) {
            (true, 2) => {
                let one = self.free_name(name.span, of);
                let two = if one == "e" { "d" } else { "e" };
                format!("{{ {{{one}, {two}}} for {one} in {of}, {two} in near({one}) }}")
            }
            (true, _) => format!("lines({of}, {size})"),
            (false, _) => format!("subsets({of}, {size})"),
        };
        Some(format!("declare it: `family {} of {of} = {members}`", name.text))
    }

    /// The declaration of a field that is asked for the members of its entry: `c in closed[me]`.
    fn indexed_set(&self, name: &Name) -> Option<String> {
        let item = self.input.item_at(name.span)?;
        let all = parts(&item.kind).exprs;
        if all.iter().any(|e| is_ordered(e, name.span)) {
            return None;
        }
        let indexes = all.iter().find_map(|e| match &e.kind {
            ExprKind::At(of, indexes) if of.span == name.span => Some(indexes),
            _ => None,
        })?;
        let domains: Option<Vec<String>> =
            indexes.iter().map(|index| self.domain_by_use(item, index)).collect();
        let of =
            self.domains.domain_name(self.domains.geometric(None).or_else(|| self.domains.some_domain())?);
        let text = &name.text;
        Some(format!("declare it: `state {{ {text}[{}]: set of {of} }}`", domains?.join(", ")))
    }

    /// The type of what is stored.
    fn type_by_use(
        &self,
        item: &Item,
        name: &str,
        op: AssignOp,
        value: &Expr,
        is_set: bool,
    ) -> Option<String> {
        let number = || Some(bounds::written(&self.input.game.text, name));
        match (&value.kind, op) {
            (ExprKind::Bool(_), AssignOp::Set) => Some("bool".to_owned()),
            (ExprKind::Int(_), _) if !is_set => number(),
            (ExprKind::Name(_) | ExprKind::Me | ExprKind::Opponent, _) => {
                let domain = self.domain_by_use(item, value);
                match (domain, op) {
                    (Some(domain), AssignOp::Set) if !is_set => Some(format!("{domain} or none")),
                    (Some(domain), _) => Some(format!("set of {domain}")),
                    (None, _) => None,
                }
            }
            _ => None,
        }
    }
}

impl<'a> CheckInput<'a> {
    /// Whether a name stands for a set: it is asked here for what is in it.
    pub(super) fn is_asked_for_members(&self, name: &Name) -> bool {
        let is = |e: &Expr| e.span == name.span;
        self.item_at(name.span).is_some_and(|item| parts(&item.kind).exprs.iter().any(|e| asks(e, is)))
    }

    /// The set from which what a name stands for is taken, or with which it is intersected:
    /// `C - taken`.
    pub(super) fn taken_from(&self, name: &Name) -> Option<&'a Expr> {
        parts(&self.item_at(name.span)?.kind).exprs.into_iter().find_map(|e| match &e.kind {
            ExprKind::Binary(BinaryOp::Subtract | BinaryOp::Intersect, set, taken, _)
                if taken.span == name.span =>
            {
                Some(set.as_ref())
            }
            _ => None,
        })
    }

    /// Whether some statement stores to a name, where the name is not that of a local `var`.
    pub(super) fn is_stored_to(&self, name: &Name) -> bool {
        let stores = |each: &&Statement| matches!(&each.kind, StatementKind::Assign { target, .. } if target.text == name.text);
        self.game.items.iter().map(|item| parts(&item.kind)).any(|parts| {
            let is_local = parts.bound.iter().any(|bound| bound.text == name.text);
            !is_local && parts.statements.iter().any(stores)
        })
    }

    /// Whether a comparison has an expression on one side and this name alone on the other, so that
    /// the name is not meant on both.
    pub(super) fn is_other_side(&self, at: Span, other: &str) -> bool {
        let compares = |e: &Expr| match &e.kind {
            ExprKind::Compare(first, rest) => {
                let sides = || [&**first].into_iter().chain(rest.iter().map(|(.., right)| right));
                let is_name = |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if name.text == other);
                sides().any(|side| side.span.holds(at)) && sides().any(is_name)
            }
            _ => false,
        };
        self.item_at(at).is_some_and(|item| parts(&item.kind).exprs.into_iter().any(compares))
    }

    /// What is asked whether it is in a set of this name.
    fn asked_member(&self, name: &Name) -> Option<&'a Expr> {
        let item = self.item_at(name.span)?;
        let asks = |e: &&'a Expr| match &e.kind {
            ExprKind::Compare(_, rest) => rest.iter().any(|(op, _, right)| {
                matches!(op, CompareOp::In | CompareOp::NotIn) && right.span == name.span
            }),
            _ => false,
        };
        match &parts(&item.kind).exprs.into_iter().find(asks)?.kind {
            ExprKind::Compare(first, rest) if rest.len() == 1 => Some(first),
            _ => None,
        }
    }
}

/// Whether an expression compares the entry whose name stands at a place as numbers are compared.
fn is_ordered(e: &Expr, at: Span) -> bool {
    let ExprKind::Compare(first, rest) = &e.kind else { return false };
    let is_entry = |e: &Expr| matches!(&e.kind, ExprKind::At(of, _) if of.span == at);
    let is_number = |e: &Expr| matches!(e.kind, ExprKind::Int(_));
    let mut left = &**first;
    rest.iter().any(|(op, _, right)| {
        let sides = [left, right];
        left = right;
        let ordered = matches!(op, CompareOp::Less | CompareOp::Greater);
        sides.into_iter().any(is_entry) && (ordered || sides.into_iter().any(is_number))
    })
}

/// Whether an expression asks for a member of what a name stands for.
fn has_member(e: &Expr, name: &str) -> bool {
    asks(e, |e| match &e.kind {
        ExprKind::Name(of) => of.text == name,
        ExprKind::At(of, _) => matches!(&of.kind, ExprKind::Name(of) if of.text == name),
        _ => false,
    })
}

/// Whether an expression asks for a member of such an expression.
fn asks(e: &Expr, is: impl Fn(&Expr) -> bool) -> bool {
    let ExprKind::Compare(_, rest) = &e.kind else { return false };
    rest.iter().any(|(op, _, right)| matches!(op, CompareOp::In | CompareOp::NotIn) && is(right))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(moves: &str) -> Vec<String> {
        helps_beside("state { at: C = a1 }", moves)
    }

    #[test]
    fn whether_a_cell_is_empty_is_asked_of_the_free_cells() {
        let state = "state { men[Player]: set of C }";
        let asked = |condition: &str| {
            helps_beside(state, &format!("move m(c in C) when {condition} {{ men[me] += c }}"))
        };
        assert_eq!(asked("empty(c)"), ["write `c in C - men[Ann] - men[Bob]`"]);
        assert_eq!(asked("empty(men[me])"), ["write `men[me] = {}`"]);
    }

    #[test]
    fn every_declaration_that_is_offered_fits() {
        let uses = [
            "move m(c in C) when c in closed { at = c }",
            "move m(c in closed) { at = c }",
            "move m(c in closed[me]) { at = c }",
            "move m(c in C) when some l in Row: c in l { at = c }",
            "move m(c in C) when c not in closed[me] { at = c }",
            "move m(c in C) when n in closed { at = c }",
            "move m(c in C) when c in C - at and me in closed { at = c }",
            "move m(c in C) when some d in closed: d = c { at = c }",
            "move m(c in C - taken) { at = c }",
            "move m(c in C) when {c, at} in Pairs { at = c }",
            "move m(c in C) when some l in Lines: c in l { at = c }",
            "move m(k in {1, 2, 3} - used) { n = k }",
        ];
        for used in uses {
            let state = "state { at: C = a1, n: 0..9 }";
            let found = helps_beside(state, used);
            let [help] = found.as_slice() else { panic!("{used}: {found:?}") };
            // A name that fits is no declaration.
            let offered = help.split_once("declare it: ").map_or(help.as_str(), |(_, offered)| offered);
            for declaration in offered.split('`').skip(1).step_by(2) {
                let both = format!("{state} {declaration}");
                let wrong = crate::check::tests::errors_beside(&both, used);
                assert_eq!(wrong, [""; 0], "{used}: {declaration}");
            }
        }
    }

    #[test]
    fn what_is_chosen_from_a_def_or_a_field_has_its_domain() {
        let last = ["declare it: `state { last: C or none }`, with the bounds or elements that it may have"];
        let chosen = |set: &str| {
            helps_beside(
                "state { men[Player]: set of C } def free = C - men[Ann] def rest(p: Player) = free - men[p]",
                &format!("move m(c in {set}) when last = none or c != last {{ men[me] += c last = c }}"),
            )
        };
        let sets = [
            "free",
            "men[me]",
            "rest(me)",
            "men[me] + free",
            "run(a1, north, free)",
            "reach({a1}, free)",
            "{a1, b2}",
            "if me = Ann then free else men[me]",
        ];
        for set in sets {
            assert_eq!(chosen(set), last, "{set}");
        }
    }

    #[test]
    fn what_is_stored_to_is_no_param() {
        let found = helps_beside(
            "param coins: list of 0..9 = [3, 4] state { at: C = a1 }",
            "move m(c in C) { at = c points[me] += 1 }",
        );
        assert!(found[0].starts_with("declare it: `state { points[Player]: 0.."), "{found:?}");
    }

    #[test]
    fn what_stands_on_the_other_side_is_not_meant() {
        let found = helps("move m(c in C) when prev != c { at = c }");
        assert!(found.iter().all(|help| !help.contains("write `c`")), "{found:?}");
    }

    #[test]
    fn what_a_loop_or_a_let_names_has_its_domain() {
        let hits = ["declare it: `state { hits[C]: 0..1 }`, with the bounds or elements that it may have"];
        let bodies = [
            "for d in near(c) { hits[d] += 1 }",
            "for d in {a1, b2} { hits[d] += 1 }",
            "let d = c hits[d] += 1",
            "let d = north(c) if d != none { hits[d] += 1 }",
        ];
        for body in bodies {
            assert_eq!(helps(&format!("move m(c in C) {{ {body} at = c }}")), hits, "{body}");
        }
    }

    #[test]
    fn entries_that_are_compared_as_numbers_are_no_sets() {
        let points = ["declare it: `state { points[Player]: 0..9 }`, with the bounds that it keeps"];
        let ends = |when: &str| helps(&format!("move m(c in C) {{ at = c }}\nend when {when} => me wins"));
        assert_eq!(ends("points[me] > points[opponent]"), points);
        assert_eq!(ends("points[me] = 3"), points);
        // An entry of another field is not meant, whatever its name ends with.
        assert_ne!(
            helps_beside(
                "state { at: C = a1, mypoints[Player]: 0..9 }",
                "move m(c in C) { at = c }\nend when mypoints[me] > 3 and points => me wins"
            ),
            points
        );
    }

    #[test]
    fn the_field_is_written_out_from_its_uses() {
        let cases = [
            ("move grow(c in C) when height[c] < 3 { height[c] += 1 at = c }", "height[C]: 0..3"),
            ("move put(c in C - at) when c not in marks { marks += c at = c }", "marks: set of C"),
            ("move put(c in C - at) when c not in men[me] { men[me] += c at = c }", "men[Player]: set of C"),
            ("move put(c in C) when not done[c] { done[c] = true at = c }", "done[C]: bool"),
        ];
        for (moves, field) in cases {
            assert_eq!(
                helps(moves),
                [format!("declare it: `state {{ {field} }}`, with the bounds or elements that it may have")]
            );
        }
        let sets = [
            (
                "move put(c in C - taken) { at = c }",
                "declare it: `let taken = {a1}`, `def taken = C`, or a field, `state { taken: set of C }`",
            ),
            (
                "move put(c in C) when {c, at} in Pairs { at = c }",
                "declare it: `family Pairs of C = { {d, e} for d in C, e in near(d) }`",
            ),
            (
                "move put(c in C) when some l in Lines: c in l { at = c }",
                "declare it: `family Lines of C = lines(C, 3)` for lines of three",
            ),
            (
                "move take(k in 1..3) when k not in used { used += k at = a1 }",
                "declare it: `state { used: set of Number }`, with `range Number = 1..9` as an item",
            ),
        ];
        for (moves, help) in sets {
            assert_eq!(helps(moves), [help], "{moves}");
        }
        let read = helps("move put(c in C) when c in closed { at = c }");
        assert_eq!(
            read,
            ["declare it: `let closed = {a1}`, `def closed = C`, or a field, `state { closed: set of C }`"]
        );
    }
}
