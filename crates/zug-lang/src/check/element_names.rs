//! The domains that may have an element of a name, going by the text of their declarations alone.
//!
//! The order of the items has no meaning. So a name is looked up in every domain that may have it,
//! and in no other one: that would work out what has nothing to do with it, and call it circular.

use super::checker::Checker;
use super::dependencies::name_of;
use super::global_names::{Global, Origin, Status};
use super::parts::all_within;
use super::scope::Scope;
use crate::boards::square;
use crate::built_ins::{Kind, board};
use crate::program::DomainId;
use crate::source::Span;
use crate::syntax::ast::{self, Item, ItemKind, Name};

impl Checker<'_> {
    /// Resolves the domains, but for families, that may have an element of this name. A family has
    /// no element names of its own. None, and a report, where one of them is defined by this name.
    pub(super) fn resolve_domains_with(&mut self, name: &Name) -> Option<()> {
        for at in 0..self.names.globals.len() {
            let global = &self.names.globals[at];
            let Origin::Domain(id, item) = global.origin else { continue };
            if !may_have(item, &name.text) {
                continue;
            }
            match global.status {
                Status::Todo => drop(self.resolve(at, name.span)),
                // What is being cut has the cells of the whole board for a while.
                Status::Doing if self.domains.cutting != Some(id) => {
                    return self.resolve(at, name.span).map(drop);
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Whether a domain that is not resolved yet may have an element of this name.
    pub(super) fn may_be_element(&self, name: &str) -> bool {
        self.names.globals.iter().any(|global| match (global.origin, &global.status) {
            (Origin::Domain(_, item), Status::Todo | Status::Doing) => may_have(item, name),
            _ => false,
        })
    }

    /// The board or graph in which a cell is looked up: the expected one, or the only one of the
    /// definition, unless its size depends on what is being resolved.
    pub(super) fn geometric(&mut self, hint: Option<DomainId>, asked: Span) -> Option<DomainId> {
        let known = self.domains.geometric(hint);
        if known.is_some() {
            return known;
        }
        let is_open = |only: &usize| matches!(self.names.globals[*only].status, Status::Todo);
        let only = self.only_board().filter(is_open);
        if let Some(only) = only.filter(|only| !self.names.leads_back(self.input, *only)) {
            self.resolve(only, asked);
        }
        self.domains.geometric(hint)
    }

    /// The board or graph whose cell is wanted and not yet there, as [`Checker::geometric`] gives
    /// it; `None` where to ask for it is a circle, which is reported.
    pub(super) fn needed_geometric(
        &mut self,
        hint: Option<DomainId>,
        asked: Span,
    ) -> Option<Option<DomainId>> {
        let known = self.domains.geometric(hint);
        let is_open = |only: &usize| matches!(self.names.globals[*only].status, Status::Todo | Status::Doing);
        if let (None, Some(only)) = (known, self.only_board().filter(is_open)) {
            self.resolve(only, asked)?;
        }
        Some(self.domains.geometric(hint))
    }

    /// The only board or graph that the definition declares.
    fn only_board(&self) -> Option<usize> {
        let is_only = |global: &Global<'_>| matches!(global.origin, Origin::Domain(id, _) if self.domains.boards == [id]);
        self.names.globals.iter().position(is_only)
    }

    /// Whether nothing has to be resolved for an expression.
    pub(super) fn is_settled(&self, s: &Scope, e: &ast::Expr) -> bool {
        let is_open = |at: usize| matches!(self.names.globals[at].status, Status::Todo | Status::Doing);
        let parts = all_within(e);
        let is_free = |name: &&str| s.find(name).is_none();
        let mut names = parts.iter().filter_map(|part| name_of(part)).filter(is_free);
        let asks_for_board =
            |part: &&ast::Expr| matches!(part.kind, ast::ExprKind::Call(..) | ast::ExprKind::Member(..));
        let waits = names.any(|name| match self.names.global(name) {
            Some(at) => is_open(at),
            None => self.may_be_element(name),
        });
        !waits && (!self.only_board().is_some_and(is_open) || !parts.iter().any(asks_for_board))
    }
}

/// Whether a domain, which is no family, may have an element of a name. The points of a graph may
/// come from a setting.
fn may_have(item: &Item, name: &str) -> bool {
    match &item.kind {
        ItemKind::Enum { members, .. } => members.iter().any(|member| member.text == name),
        ItemKind::Graph { .. } => true,
        ItemKind::Board { constructor, .. } => {
            let of_any_size = board(&constructor.text).map(|board| board.kind);
            matches!(of_any_size, Some(Kind::Board(shape)) if shape(1, 1).has_columns())
                && square(name).is_some()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::source::FileId;
    use crate::syntax::parse;

    /// The codes of the reports about two items in both orders, before the rest.
    fn codes([one, two]: [&str; 2], rest: &str) -> [Vec<&'static str>; 2] {
        [[one, two], [two, one]].map(|[first, second]| {
            let text = format!("game \"G\"\nplayers Ann, Bob\n{first}\n{second}\n{rest}");
            let (game, reports) = parse(FileId::DEFINITION, &text);
            assert!(reports.is_empty(), "{text}: {reports:?}");
            let found = crate::check::check(&game, &[]).diagnostics;
            found.into_iter().map(|report| report.code).collect()
        })
    }

    const PLAY: &str = "state { n: 0..3 }\nmove m when n < 3 { n += 1 }\nstuck => me loses";

    #[test]
    fn a_set_of_names_may_stand_before_their_domain() {
        let taken = [[""; 0], [""; 0]].map(|none| none.to_vec());
        let all = [
            ["let ends = {a, c}", "graph Point { a-b-c }"],
            ["let ends: set of E = {a, c}", "enum E { a, b, c }"],
            ["let ends = {a1, b1}", "board C = grid(2, 1)"],
            ["def early = count(b in near(a1), a1 in {c1, c2})", "board C = grid(3, 3)"],
            ["def next = forward(4)", "board R = ring(4)"],
        ];
        for items in all {
            assert_eq!(codes(items, PLAY), taken, "{items:?}");
        }
    }

    #[test]
    fn an_element_of_one_domain_makes_no_other_circular() {
        let rest = format!("enum E {{ x, y }}\n{PLAY}");
        let taken = [[""; 0], [""; 0]].map(|none| none.to_vec());
        assert_eq!(codes(["let two = count({x, y})", "range R = 1..two"], &rest), taken);
        assert_eq!(codes(["let first = x", "board R = path(if first = x then 2 else 3)"], &rest), taken);
        assert_eq!(
            codes(
                ["let k = if north = south then 1 else 4", "board P = path(k)"],
                &format!("board G = grid(2, 2)\n{rest}")
            ),
            taken
        );
    }

    #[test]
    fn the_only_board_is_not_asked_for_by_what_decides_its_size() {
        let taken = [[""; 0], [""; 0]].map(|none| none.to_vec());
        let links = "enum E { p, q, r }\nfamily Link of E = { {p, q}, {q, r} }";
        let reach = "let k = count(reach({p}, Link))";
        assert_eq!(codes([reach, "board R = path(k)"], &format!("{links}\n{PLAY}")), taken);
        let through = format!("{links}\nlet m = k + 1\n{PLAY}");
        assert_eq!(codes([reach, "board R = path(m)"], &through), taken);
        // Cells of it are.
        let circle = codes(["let k = count(near(1))", "board R = path(k)"], PLAY);
        assert_ne!(circle, taken);
        assert_eq!(circle[0].len(), circle[1].len());
    }

    #[test]
    fn what_a_board_is_cut_by_does_not_ask_for_it() {
        let rest = "state { at: D = a1 }\nmove m(c in near(at)) { at = c }\nstuck => me loses";
        let asks = [
            "near(none) = {}",
            "shift({}, east) = {}",
            "east(none) = none",
            "near(none, east) = {}",
            "distance(none, none) = none",
            "reach({}, {}) = {}",
            "none.x = none",
        ];
        for asked in asks {
            let ok = format!("def ok(n: 1..2) = {asked} and n > 0");
            let found = codes([&ok, "board D = { c in grid(2, 2) where ok(c.x) }"], rest);
            assert_eq!(found, [["Z0106"], ["Z0106"]], "{asked}");
        }
        let named = |cut: &str| format!("board D = {{ c in grid(2, 2) where {cut} }}");
        for cut in ["c != D.b2", "c != D(2, 2)", "c in D - b2", "c in near(D.a1) + a1", "count(D) = 4"] {
            let found = codes([&named(cut), "let k = 1"], rest);
            assert_eq!(found, [[""; 0], [""; 0]], "{cut}");
        }
        let own = "def ok(n: 1..2) = n > 0";
        let found = codes([own, "board D = { c in grid(2, 2) where near(c) != {} and ok(c.x) }"], rest);
        assert_eq!(found, [[""; 0], [""; 0]]);
    }

    #[test]
    fn nothing_is_resolved_for_a_help() {
        let taken = [[""; 0], [""; 0]].map(|none| none.to_vec());
        let reach = "let w: set of P = reach(a1, P, forward)";
        let board = "board C = grid(count(w), 1)";
        assert_eq!(codes([reach, board], &format!("graph P {{ a1->b1 }}\n{PLAY}")), taken);
    }

    #[test]
    fn long_chains_are_taken_in_any_order() {
        let all: Vec<String> = (1..1500).map(|at| format!("let x{at} = x{} + 1", at - 1)).collect();
        let (forth, back) =
            (all.join("\n"), all.iter().rev().map(String::as_str).collect::<Vec<_>>().join("\n"));
        let rest = format!("param most: 0..x1499 = x1499\n{PLAY}");
        for chain in [forth, back] {
            assert_eq!(codes(["let x0 = 1", &chain], &rest), [[""; 0], [""; 0]]);
        }
    }

    #[test]
    fn few_deep_constants_are_taken_in_any_order() {
        let deep = |at: usize| {
            let (open, close) = ("(1 + ".repeat(10), " - 1)".repeat(10));
            format!("let x{at} = {open}x{}{close}", at - 1)
        };
        let all: Vec<String> = (1..48).map(deep).collect();
        let (forth, back) =
            (all.join("\n"), all.iter().rev().map(String::as_str).collect::<Vec<_>>().join("\n"));
        for chain in [forth, back] {
            assert_eq!(codes(["let x0 = 1", &chain], PLAY), [[""; 0], [""; 0]]);
        }
    }

    #[test]
    fn long_chains_of_defs_are_refused_in_any_order() {
        let chain = |count: usize| -> Vec<String> {
            (1..count).map(|at| format!("def d{at} = not d{}", at - 1)).collect()
        };
        let both = |count: usize| {
            let all = chain(count);
            let (forth, back) =
                (all.join("\n"), all.iter().rev().map(String::as_str).collect::<Vec<_>>().join("\n"));
            [forth, back].map(|chain| codes(["def d0 = n = 1", &chain], PLAY)).concat()
        };
        assert_eq!(both(300), vec![Vec::<&str>::new(); 4]);
        let refused = both(3000);
        assert!(refused.iter().all(|codes| *codes == ["Z0701"]), "{refused:?}");
    }

    #[test]
    fn of_two_boards_none_is_the_only_one_in_any_order() {
        for def in ["def around = count(near(a1))", "def wide = a1.x"] {
            let [one, two] =
                codes(["board Big = grid(3, 3)", def], &format!("board Row = grid(2, 1)\n{PLAY}"));
            assert_eq!(one, ["Z0105"], "{def}");
            assert_eq!(two, ["Z0105"], "{def}");
        }
        let next = ["board R = ring(4)", "def next = forward(4)"];
        let [one, two] = codes(next, &format!("board P = path(9)\n{PLAY}"));
        assert_eq!([one, two], [["Z0303"], ["Z0303"]]);
    }

    #[test]
    fn what_the_elements_hang_on_is_circular_in_any_order() {
        let rest = format!("enum E {{ a1, q }}\n{PLAY}");
        for found in codes(["board C = grid(two, 1)", "let two = count({a1, q})"], &rest) {
            assert!(found.contains(&"Z0106"), "{found:?}");
        }
    }

    #[test]
    fn a_let_hides_no_element_of_a_domain_below_it() {
        let [one, two] = codes(["def most = let x = 2 in x", "enum E { x, y }"], PLAY);
        assert_eq!([one, two], [["Z0104"], ["Z0104"]]);
    }

    #[test]
    fn all_moves_are_asked_about_by_stuck_wherever_it_stands() {
        let guard = "def over = stuck(opponent)\nstate { n: 0..3 }\nstuck => me loses";
        let play = "move take when n > 0 and not over as \"take {n}\" { n -= 1 }";
        let noted = "move take when n > 0 and not over as \"take {over}\" { n -= 1 }";
        let [one, _] = codes(["", play], guard);
        assert_eq!(one, ["Z0403"]);
        let [one, _] = codes(["", noted], guard);
        assert_eq!(one[0], "Z0407");
        let [one, _] = codes(
            ["", "move go when n < 3 as \"{stuck(me)}\" { n += 1 }"],
            "state { n: 0..3 }\nstuck => me loses",
        );
        assert_eq!(one, ["Z0407"]);
    }
}
