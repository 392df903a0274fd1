//! Names that nothing binds and that are called like a domain: `col <= coins[p]` for
//! `some col in Column: col <= coins[p]`, `move put { men[me] += cell }` for
//! `move put(cell in Cell)`.

use super::checker::Checker;
use super::global_names::Origin;
use super::input::CheckInput;
use super::parts::parts;
use super::scope::{Context, Scope, Sort};
use super::words::words_in;
use crate::diagnostic::Diagnostic;
use crate::program::DomainId;
use crate::syntax::ast::{self, Item, ItemKind, Name};

impl Checker<'_> {
    /// The report about an unknown name that stands for an element of a domain whose name it
    /// abbreviates.
    pub(super) fn unbound(
        &self,
        s: &Scope,
        report: &Diagnostic,
        name: &Name,
        hint: Option<DomainId>,
    ) -> Option<Diagnostic> {
        if !matches!(s.context, Context::Position) || s.cell.is_some() || self.reports.muted > 0 {
            return None;
        }
        let domain = self.domain_abbreviated(s, name, hint)?;
        let item = self.input.item_at(name.span)?;
        let set = self.domains.domain_name(domain).to_owned();
        let place = self.domains.all[domain.index()].span;
        let report =
            report.clone().because(place, format!("`{}` may be meant to be one of these", name.text));
        match &item.kind {
            ItemKind::Move(each) if self.input.is_used_in_body(each, name) => {
                self.input.as_further_choice(each, name, &set, &report)
            }
            _ => self.as_quantifier(item, name, &set, &report),
        }
    }

    /// The domain of which a name is the beginning, in small letters: `col` of `Column`, `c` of
    /// `Cell` where a cell is wanted.
    fn domain_abbreviated(&self, s: &Scope, name: &Name, hint: Option<DomainId>) -> Option<DomainId> {
        let text = name.text.as_str();
        let lower = text.chars().all(|c| c.is_ascii_lowercase());
        let taken = s.bindings.iter().any(|bound| bound.name.to_lowercase().starts_with(text));
        if !lower || taken || crate::syntax::elsewhere::value_word(text).is_some() {
            return None;
        }
        let fits = |id: &DomainId| {
            let domain = self.domains.domain_name(*id).to_lowercase();
            let declared = self
                .names
                .global(self.domains.domain_name(*id))
                .is_some_and(|at| matches!(self.names.globals[at].origin, Origin::Domain(..)));
            let wanted = hint.is_some() && (hint == Some(*id) || self.domains.base(*id) == hint);
            let any = hint.is_none() || wanted;
            declared && domain.starts_with(text) && ((text.len() >= 3 || domain == text) && any || wanted)
        };
        let all: Vec<DomainId> = (0..self.domains.all.len() as u32).map(DomainId).filter(fits).collect();
        let nearest =
            |id: &&DomainId| self.domains.domain_name(**id).to_lowercase() == text || hint == Some(**id);
        let only = match all.as_slice() {
            [only] => *only,
            all => *all.iter().find(nearest)?,
        };
        // What is chosen here of the same domain is meant rather than a second element.
        let chosen = s.bindings.iter().any(|bound| {
            matches!(bound.sort, Sort::Parameter | Sort::Binder)
                && bound.local.is_some_and(|local| s.ty(local).kind == crate::program::Kind::Element(only))
        });
        (!chosen).then_some(only)
    }

    fn as_quantifier(&self, item: &Item, name: &Name, set: &str, report: &Diagnostic) -> Option<Diagnostic> {
        let all = parts(&item.kind);
        // An outcome needs one element, and no condition binds it.
        if all.outcomes.iter().any(|outcome| outcome.span.holds(name.span)) {
            return None;
        }
        let (condition, followed) = super::out_of_reach::condition_around(&all, name.span)?;
        if let Some(entry) = self.state.counted_entry(condition, name) {
            let text = format!("{} in {set}: {}", name.text, self.input.written(entry));
            let help = format!("write `count({text})`: a condition is counted for what it is asked of");
            return Some(report.clone().help(help).likely(entry, text));
        }
        let text = format!("some {} in {set}: {}", name.text, self.input.written(condition.span).trim());
        let text = if followed { format!("({text})") } else { text };
        let help = format!("write `{text}`: nothing says which `{}` is meant", name.text);
        Some(report.clone().help(help).likely(condition.span, text))
    }
}

impl CheckInput<'_> {
    /// Whether the notation or the body of a move uses a name.
    pub(super) fn is_used_in_body(&self, each: &ast::Move, name: &Name) -> bool {
        let notation = each.notation.iter().map(|notation| notation.span);
        let mut places = notation.chain(each.body.iter().map(|statement| statement.span));
        places.any(|place| self.speaks_of(place, &name.text))
    }

    fn speaks_of(&self, place: crate::source::Span, name: &str) -> bool {
        words_in(self.written(place)).any(|word| word == name)
    }

    fn as_further_choice(
        &self,
        each: &ast::Move,
        name: &Name,
        set: &str,
        report: &Diagnostic,
    ) -> Option<Diagnostic> {
        let (place, head) = self.with_parameter(each, &format!("{} in {set}", name.text))?;
        let help = format!("write `{head})`: a move chooses what it speaks of");
        let closed = if each.parameters.is_empty() { format!("{head})") } else { head };
        Some(report.clone().help(help).likely(place, closed))
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        let head = "family Column of C = { { C(x, y) for y in 1..3 } for x in 1..3 } state { men[Player]: set of C, n: 0..9 }";
        helps_beside(head, lines)
    }

    const PUT: &str = "move put(p in C) { men[me] += p }";

    #[test]
    fn a_condition_binds_what_is_called_like_a_domain() {
        let why = "nothing says which `col` is meant";
        let end = |when: &str| helps(&format!("{PUT}\nend for p in Player when {when} => p wins"));
        assert_eq!(end("col <= men[p]"), [format!("write `some col in Column: col <= men[p]`: {why}")]);
        assert_eq!(
            end("col <= men[p] and n = 3"),
            [format!("write `(some col in Column: col <= men[p])`: {why}")]
        );
        assert_eq!(end("(some col in Column: col <= men[p])"), [""; 0]);
        let other = end("foo <= men[p]");
        assert!(other.iter().all(|help| !help.contains("some")), "{other:?}");
    }

    #[test]
    fn a_move_chooses_what_is_called_like_a_domain() {
        let why = "a move chooses what it speaks of";
        assert_eq!(helps("move put { men[me] += c }"), [format!("write `put(c in C)`: {why}")]);
        let cell = "game \"G\" players Ann, Bob board Cell = grid(3, 3) state { men[Player]: set of Cell, at: Cell = a1 }";
        for body in ["men[me] += c", "at = c men[me] += at", "if c in men[me] { at = a2 }"] {
            let found =
                crate::check::tests::helps_about(&format!("{cell}\nmove put {{ {body} }}\nstuck => draw"));
            assert_eq!(found, [format!("write `put(c in Cell)`: {why}")], "{body}");
        }
        assert_eq!(
            helps("move put(k in 1..3) when k > n { men[me] += column n = k }"),
            [format!("write `put(k in 1..3, column in Column)`: {why}")]
        );
    }
}
