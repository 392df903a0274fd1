//! What a function of another language means here for arguments of these kinds: whether a set is
//! empty, a cell is free, a number is 0.

use super::checker::Checker;
use super::kinds::domain_of;
use super::scope::Scope;
use super::written::Written;
use crate::program::{Field, Kind, PLAYER, Type};
use crate::syntax::ast::{self, ExprKind};
use crate::syntax::elsewhere::Form;
use crate::syntax::print;

impl Checker<'_> {
    /// A form with these arguments, as their kinds want it.
    pub(super) fn form_by_kind(&mut self, s: &Scope, form: Form, arguments: &[ast::Expr]) -> String {
        let by_kind = match form {
            Form::Text(_) => None,
            Form::Empty { denied } => self.emptiness(s, &arguments[0], denied),
            Form::Neighbours => self.near_what(s, &arguments[0]),
            Form::IsNeighbour => self.neighbours_among(s, &arguments[0], &arguments[1]),
        };
        by_kind.unwrap_or_else(|| self.call_from_elsewhere(form.text(), arguments))
    }

    /// An expression with its type; of a field that has an entry for each player, that of `me`.
    fn asked(&mut self, s: &Scope, e: &ast::Expr) -> Option<(String, Type)> {
        let of_name = |field: &&Field| matches!(&e.kind, ExprKind::Name(name) if field.name == name.text && field.indexes == [PLAYER]);
        if let Some(field) = self.state.fields.iter().find(of_name) {
            return Some((format!("{}[me]", field.name), field.ty));
        }
        Some((print::operand(e), self.tried(s, e)?))
    }

    /// Whether nothing is in a set or on a cell.
    fn emptiness(&mut self, s: &Scope, e: &ast::Expr, denied: bool) -> Option<String> {
        let (text, ty) = self.asked(s, e)?;
        let equal = if denied { "!=" } else { "=" };
        let free = || self.free_cells();
        Some(match ty.kind {
            Kind::Set(_) | Kind::IntSet { .. } | Kind::Sets(_) => format!("{text} {equal} {{}}"),
            _ if ty.or_none => format!("{text} {equal} none"),
            Kind::Int { .. } => format!("{text} {equal} 0"),
            Kind::Bool => format!("{}{text}", if denied { "" } else { "not " }),
            Kind::Element(domain) if self.domains.has_geometry(domain) => {
                format!("{text} {} {}", if denied { "not in" } else { "in" }, free()?)
            }
            Kind::Element(domain) if self.domains.base(domain).is_some() => {
                let inside = format!("{text} <= {}", free()?);
                if denied { format!("not {inside}") } else { inside }
            }
            Kind::Element(domain) => {
                let holds =
                    |field: &&Field| field.indexes == [domain] && matches!(field.ty.kind, Kind::Set(_));
                match self.state.fields.iter().find(holds) {
                    Some(field) => format!("{}[{text}] {equal} {{}}", field.name),
                    None => format!("{text} {equal} {}", self.domains.first_element(domain)?),
                }
            }
            Kind::Nothing => return None,
        })
    }

    /// The neighbours of what stands for a cell.
    fn near_what(&mut self, s: &Scope, e: &ast::Expr) -> Option<String> {
        let kind = self.tried(s, e)?.kind;
        let board = self.domains.geometric(None)?;
        if domain_of(kind).is_some_and(|domain| self.domains.has_geometry(domain)) {
            return None;
        }
        let cell = Kind::Element(board);
        let written = Written { text: print::operand(e), at: e.span, kind };
        let of_entry =
            |kind| self.made_of(&written, kind).filter(|_| matches!(written.kind, Kind::Element(_)));
        let made = of_entry(cell).or_else(|| of_entry(Kind::Set(board))).or_else(|| self.of_kind(cell))?;
        Some(format!("near({made})"))
    }

    /// Whether a cell is beside another, or beside one of a set; beside which cells of a player.
    fn neighbours_among(&mut self, s: &Scope, cell: &ast::Expr, other: &ast::Expr) -> Option<String> {
        let kind = self.tried(s, other)?.kind;
        let (near, text) = (format!("near({})", print::whole(cell)), print::operand(other));
        if matches!(kind, Kind::Set(_)) {
            return Some(format!("{near} & {text} != {{}}"));
        }
        let board = self.domains.geometric(None)?;
        let written = Written { text, at: other.span, kind };
        let held = self.made_of(&written, Kind::Set(board)).filter(|_| kind == Kind::Element(PLAYER))?;
        Some(format!("{near} & {held}"))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn guard(condition: &str) -> Vec<String> {
        let state = "enum Ink { red, blue } family L of C = lines(C, 3) \
            state { s[Player]: set of C, at: C = a1, off: C or none, n: 0..9, lit: bool, by[Ink]: set of C }";
        helps_beside(
            state,
            &format!(
                "move m(c in C, l in L, k in Ink) when {condition} {{ s[me] += c n = 1 at = c lit = true off = c by[k] += l }}"
            ),
        )
    }

    #[test]
    fn what_is_empty_is_asked_by_kind() {
        let free = "C - s[Ann] - s[Bob] - at - off";
        let cases = [
            ("empty(s[me])", "s[me] = {}".to_owned()),
            ("empty(s)", "s[me] = {}".to_owned()),
            ("notempty(s[me])", "s[me] != {}".to_owned()),
            ("empty(off)", "off = none".to_owned()),
            ("is_empty(n)", "n = 0".to_owned()),
            ("empty(lit)", "not lit".to_owned()),
            ("empty(k)", "by[k] = {}".to_owned()),
            ("empty(me)", "s[me] = {}".to_owned()),
            ("empty(c)", format!("c in {free}")),
            ("empty(l)", format!("l <= {free}")),
            ("c.empty", format!("c in {free}")),
            ("not c.occupied", format!("c not in {free}")),
        ];
        for (asked, meant) in cases {
            assert_eq!(guard(asked), [format!("write `{meant}`")], "{asked}");
        }
    }

    #[test]
    fn neighbours_are_those_of_a_cell() {
        let cases = [
            ("c in neighbours(at)", "near(at)"),
            ("c in neighbours(s[me])", "near(s[me])"),
            ("c in neighbours(n)", "near(at)"),
            ("c in neighbours(k)", "near(by[k])"),
            ("adjacent(c, at)", "at in near(c)"),
            ("adjacent(c, s[me])", "near(c) & s[me] != {}"),
            ("count(neighbours(c, me)) = 2", "near(c) & s[me]"),
        ];
        for (asked, meant) in cases {
            assert_eq!(guard(asked), [format!("write `{meant}`")], "{asked}");
        }
    }
}
