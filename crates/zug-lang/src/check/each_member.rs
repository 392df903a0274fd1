//! A set where one element belongs, in a condition or a statement: `paint[near(c)] != k` for
//! `every d in near(c): paint[d] != k`, `marks[near(c)] = true` for
//! `for d in near(c) { marks[d] = true }`.

use super::checker::Checker;
use super::input::CheckInput;
use super::parts::{Parts, all_within, parts};
use super::state_fields::StateFields;
use super::words::words_in;
use crate::program::{DomainId, Kind};
use crate::source::Span;
use crate::syntax::ast::{CompareOp, Expr, ExprKind, ItemKind, Name, StatementKind, UnaryOp};

impl Checker<'_> {
    /// Adds to a report about a set that is stored where one element belongs how its only member is
    /// stored. The reports begin at index `before`.
    pub(super) fn stores_the_only_member(
        &mut self,
        before: usize,
        target: &Name,
        of: DomainId,
        value: &Expr,
    ) {
        let one = self.free_name(value.span, self.domains.domain_name(of));
        let place = Span { start: target.span.start, end: value.span.start, ..target.span };
        let (place, set) = (
            self.input.written(place).trim_end_matches([' ', '=']).to_owned(),
            self.input.short_text(value.span),
        );
        let chosen = self.input.with_choice(value.span, &one, &set);
        let Some([report]) = self.reports.list.get_mut(before..) else { return };
        if let Some(help) = report.help.as_mut().filter(|help| help.starts_with("a set has many members")) {
            if let Some(head) = chosen {
                *help = format!(
                    "a set has many members: let the player choose one, `{head}` and `{place} = {one}`"
                );
            }
            *help += &format!("; if it has just one, write `for {one} in {set} {{ {place} = {one} }}`");
        }
    }

    /// What is to be written for a set at `at` where an element of a domain belongs, and the place
    /// of it.
    pub(super) fn for_each_member(&self, at: Span, domain: DomainId) -> Option<(Span, String)> {
        let item = self.input.item_at(at)?;
        let all = parts(&item.kind);
        let one = self.free_name(at, self.domains.domain_name(domain));
        let set = self.input.written(at).trim().to_owned();
        let stored = all.statements.iter().find(|each| match &each.kind {
            StatementKind::Assign { indexes, .. } => indexes.iter().any(|index| index.span == at),
            _ => false,
        });
        if let Some(statement) = stored {
            let text = self.input.with_one(statement.span, at, &one)?;
            return Some((statement.span, format!("for {one} in {set} {{ {text} }}")));
        }
        let (condition, word) = asked_of(&all, at)?;
        if reads_inner_names(condition, at) {
            return None;
        }
        let whole = match word {
            "no" => self.input.with_one(inside(condition)?.span, at, &one)?,
            _ => self.input.with_one(condition.span, at, &one)?,
        };
        if self.state.is_number_entry(condition) {
            return Some((condition.span, format!("sum({one} in {set}: {whole})")));
        }
        let all_of_them = word == "some" && set == self.domains.domain_name(domain);
        let word = if all_of_them { "every" } else { word };
        let text = format!("{word} {one} in {set}: {whole}");
        let behind = self.input.game.text.get(condition.span.end as usize..)?.trim_start();
        let followed = ["and ", "or ", "implies "].iter().any(|word| behind.starts_with(word));
        Some((condition.span, if followed { format!("({text})") } else { text }))
    }

    /// What is to be written for a condition of each member, and the other quantifier where the
    /// condition leaves open which is meant.
    pub(super) fn with_other_quantifier(text: &str) -> String {
        let condition = text.trim_start_matches('(');
        let turned = [("some ", "every "), ("every ", "some ")].into_iter().find_map(|(one, other)| {
            let rest = condition.strip_prefix(one)?;
            Some(format!("{other}{}: ..", rest.split_once(':')?.0))
        });
        match turned {
            Some(other) if !condition.contains("!=") && !condition.contains("not in") => {
                let words = if other.starts_with("some") { "one is enough" } else { "all must be so" };
                format!("write `{text}`, or `{other}` if {words}")
            }
            _ => format!("write `{text}`"),
        }
    }

    /// A short name for an element of a domain that its item does not use yet.
    pub(super) fn free_name(&self, at: Span, domain: &str) -> String {
        let text =
            self.input.item_at(at).map_or(&*self.input.game.text, |item| self.input.written(item.span));
        let is_free = |name: &String| {
            name.chars().all(char::is_alphabetic)
                && !words_in(text).any(|word| word == name)
                && self.names.global(name).is_none()
                && !self.domains.elements.iter().any(|elements| elements.contains_key(name))
        };
        let first: String = domain.chars().take(1).flat_map(char::to_lowercase).collect();
        let letters = ["d", "e", "q", "x", "y", "z"].map(str::to_owned);
        let all = std::iter::once(first.clone()).chain(letters);
        all.into_iter().find(is_free).unwrap_or_else(|| format!("{first}_"))
    }
}

impl StateFields<'_> {
    /// Whether an expression is the entry of a field of integers.
    fn is_number_entry(&self, e: &Expr) -> bool {
        let ExprKind::At(of, _) = &e.kind else { return false };
        let is_field = |field: &&crate::program::Field| matches!(&of.kind, ExprKind::Name(name) if name.text == field.name);
        self.fields.iter().find(is_field).is_some_and(|field| matches!(field.ty.kind, Kind::Int { .. }))
    }
}

impl CheckInput<'_> {
    /// The head of the move around a place, with a parameter more that is chosen from a set.
    fn with_choice(&self, at: Span, one: &str, set: &str) -> Option<String> {
        let item = self.item_at(at)?;
        let ItemKind::Move(own) = &item.kind else { return None };
        // What the body names is not known in the head.
        let is_of_head = |name: &&&Name| own.parameters.iter().any(|each| each.name.span == name.span);
        let inner = parts(&item.kind);
        let mut of_body = inner.bound.iter().filter(|name| !is_of_head(name));
        if of_body.any(|name| words_in(set).any(|word| word == name.text)) {
            return None;
        }
        let word = if own.followup { "followup" } else { "move" };
        let own_ones = own.parameters.iter().map(|each| self.short_text(each.name.span.to(each.set.span)));
        let all: Vec<String> = own_ones.chain([format!("{one} in {set}")]).collect();
        Some(format!("{word} {}({})", own.name.text, all.join(", ")))
    }

    /// The text of a place with a name for the set in it.
    fn with_one(&self, place: Span, set: Span, one: &str) -> Option<String> {
        let text = &self.game.text;
        let before = text.get(place.start as usize..set.start as usize)?;
        let behind = text.get(set.end as usize..place.end as usize)?;
        let short = before.len() + behind.len() <= 80;
        (short && !before.contains('\n') && !behind.contains('\n')).then(|| format!("{before}{one}{behind}"))
    }
}

/// The condition that asks something of what stands at a place, and the quantifier that asks it of
/// each.
fn asked_of<'a>(all: &Parts<'a>, at: Span) -> Option<(&'a Expr, &'static str)> {
    let around = all.exprs.iter().filter(|e| e.span != at && e.span.holds(at));
    let compared = around.clone().filter(|e| matches!(e.kind, ExprKind::Compare(..)));
    if let Some(found) = compared.min_by_key(|e| e.span.end - e.span.start) {
        let ExprKind::Compare(_, rest) = &found.kind else { return None };
        let denies = rest.iter().all(|(op, ..)| matches!(op, CompareOp::NotEqual | CompareOp::NotIn));
        return Some((found, if denies { "every" } else { "some" }));
    }
    let entry = around
        .clone()
        .find(|e| matches!(&e.kind, ExprKind::At(_, all) if all.iter().any(|index| index.span == at)))?;
    let denied = around
        .clone()
        .find(|e| matches!(&e.kind, ExprKind::Unary(UnaryOp::Not, of) if of.span == entry.span));
    Some(denied.map_or((*entry, "some"), |denied| (*denied, "no")))
}

fn inside(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Unary(_, of) => Some(of),
        _ => None,
    }
}

/// Whether something between a condition and a place within it binds names.
fn reads_inner_names(condition: &Expr, at: Span) -> bool {
    all_within(condition).iter().any(|e| {
        e.span.holds(at)
            && matches!(e.kind, ExprKind::Quantified(..) | ExprKind::Comprehension(..) | ExprKind::Let(..))
    })
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    fn helps(lines: &str) -> Vec<String> {
        helps_beside("enum Ink { red, blue } state { paint[C]: Ink or none, wet[C]: bool }", lines)
    }

    fn guard(condition: &str) -> Vec<String> {
        helps(&format!("move m(c in C, k in Ink) when {condition} {{ paint[c] = k wet[c] = true }}"))
    }

    #[test]
    fn a_set_as_an_index_is_asked_member_by_member() {
        assert_eq!(guard("paint[near(c)] != k"), ["write `every d in near(c): paint[d] != k`"]);
        let both =
            ["write `(some d in near(c): paint[d] = k)`, or `every d in near(c): ..` if all must be so"];
        assert_eq!(guard("paint[near(c)] = k and c.x = 1"), both);
        assert_eq!(
            guard("paint[C] = k"),
            ["write `every d in C: paint[d] = k`, or `some d in C: ..` if one is enough"]
        );
        assert_eq!(guard("not wet[near(c)]"), ["write `no d in near(c): wet[d]`"]);
        let both = ["write `some d in near(c): wet[d]`, or `every d in near(c): ..` if all must be so"];
        assert_eq!(guard("wet[near(c)]"), both);
        assert_eq!(guard("some e in near(c): paint[e] = k"), [""; 0]);
        assert_eq!(
            helps_beside(
                "state { height[C]: 0..3, n: 0..9 }",
                "move m(c in C) { n = height[near(c)] height[c] = 1 }"
            ),
            ["write `sum(d in near(c): height[d])`"]
        );
    }

    #[test]
    fn a_set_as_an_index_is_stored_to_member_by_member() {
        assert_eq!(
            helps("move m(c in C, k in Ink) when paint[c] = none { paint[near(c)] = k wet[c] = not wet[c] }"),
            ["write `for d in near(c) { paint[d] = k }`"]
        );
    }
}
