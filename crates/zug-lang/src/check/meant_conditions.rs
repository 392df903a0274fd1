//! Conditions that ask with a set: `every n in near(c): stones[me]`, `reach(a, b)`.

use super::checker::Checker;
use super::codes;
use super::reports::Reports;
use super::scope::Scope;
use super::words::words_in;
use crate::diagnostic::Diagnostic;
use crate::program::Kind;
use crate::syntax::ast::{self, Expr, ExprKind};
use crate::syntax::print;

impl Checker<'_> {
    /// Says of a quantifier whose condition is a set that does not speak of what is bound: whether
    /// it is a member is asked. Its reports begin at index `before`.
    pub(super) fn member_for_body(&mut self, before: usize, binders: &ast::Binders, body: &Expr) {
        let Some(bound) = binders.binders.last() else { return };
        let name = &bound.name.text;
        let spoken = words_in(self.input.written(body.span)).any(|word| word == name);
        let ty = self.notes.locals.get(&bound.name.span).copied();
        let Some([report]) = self.reports.list.get(before..) else { return };
        let is_set = report.code == codes::MISMATCH
            && report.span() == body.span
            && report.message.starts_with("expected true or false, found a set");
        let Some(Kind::Element(domain)) = ty.map(|ty| ty.kind).filter(|_| is_set && !spoken) else { return };
        let of_these = report.message.ends_with(&format!("a set of {}", self.domains.domain_name(domain)));
        let text = format!("{name} in {}", print::operand(body));
        let report = &mut self.reports.list[before];
        if of_these {
            report.help = Some(format!("write `{text}` to ask whether `{name}` is a member"));
            report.fixes.clear();
        }
    }

    /// Refuses `reach(a, b)` of two elements as a condition: whether there is a way is asked by
    /// `b in reach(a, S)`.
    pub(super) fn refuse_reach_as_condition(&mut self, s: &Scope, e: &Expr) -> bool {
        let ExprKind::Call(name, arguments) = &e.kind else { return false };
        let ([from, to], "reach", 0) = (&arguments[..], name.text.as_str(), self.reports.muted) else {
            return false;
        };
        let Some(Kind::Element(cell)) = self.tried(s, to).map(|ty| ty.kind) else { return false };
        if self.domains.base(cell).is_some() {
            return false;
        }
        let all = self.domains.domain_name(cell);
        let text = format!("{} in reach({}, {all})", print::operand(to), print::whole(from));
        let help = format!(
            "write `{text}` to ask whether there is a way, with the free elements in the place of `{all}`"
        );
        let message = "`reach` is the set of what is reached within a set, and no condition";
        let report = Diagnostic::error(codes::MISMATCH, message, e.span, "this is a set");
        self.reports.report(report.help(help));
        true
    }
}

impl Reports<'_> {
    /// Says of arithmetic with a direction how it is written: `2 * d` by the number of steps, `-d`
    /// by `opposite`. The reports about it begin at index `before`.
    pub(super) fn direction_in_sum(&mut self, before: usize, [a, b]: [&Expr; 2], sign: &str) {
        let Some([report]) = self.list.get(before..) else { return };
        let direction = [a, b].into_iter().find(|e| e.span == report.span());
        let Some(direction) = direction.filter(|_| report.message.ends_with("found a Direction")) else {
            return;
        };
        let d = print::whole(direction);
        let other = if direction.span == a.span { b } else { a };
        let text = match sign {
            "-" => format!("opposite({d})"),
            "*" => {
                let start = a.span.start.min(b.span.start) as usize;
                let text = self.input.game.text.get(..start).unwrap_or("").trim_end();
                let from = text.strip_suffix(',').and_then(|text| Some(text.rsplit_once("step(")?.1));
                let from = from.filter(|from| !from.contains(['(', ')', ',', '\n'])).unwrap_or("..");
                format!("step({from}, {d}, {})", print::whole(other))
            }
            _ => return,
        };
        let report = &mut self.list[before];
        report.fixes.clear();
        report.help = Some(match sign {
            "-" => format!("write `{text}`: the direction that leads back"),
            _ => format!("write `{text}`: the number of steps stands last"),
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn guard(guard: &str) -> Vec<String> {
        let state = "state { s[Player]: set of C, at: C = a1, way: Direction = north, n: 0..9 }";
        helps_beside(state, &format!("move m(c in C, d in compass) when {guard} {{ n = 1 way = d at = c }}"))
    }

    #[test]
    fn whether_each_is_a_member_is_asked() {
        let asked = "write `x in s[opponent]` to ask whether `x` is a member";
        assert_eq!(guard("(every x in near(c): s[opponent])"), [asked]);
        assert_eq!(guard("count(x in near(c): s[opponent]) = 2"), [asked]);
        assert_eq!(guard("(every x in near(c): x in s[opponent])"), [""; 0]);
    }

    #[test]
    fn a_way_is_asked_for_by_the_set_of_what_is_reached() {
        let asked = "write `c in reach(at, C)` to ask whether there is a way, with the free elements in the place of `C`";
        assert_eq!(guard("reach(at, c)"), [asked]);
        assert_eq!(guard("c in reach(at, C)"), [""; 0]);
    }

    #[test]
    fn directions_are_no_numbers() {
        let steps = "the number of steps stands last";
        assert_eq!(guard("step(c, 2 * d) in s[me]"), [format!("write `step(c, d, 2)`: {steps}")]);
        assert_eq!(guard("step(at, d * 3) = c"), [format!("write `step(at, d, 3)`: {steps}")]);
        assert_eq!(guard("way = -d"), ["write `opposite(d)`: the direction that leads back"]);
    }
}
