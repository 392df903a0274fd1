//! A domain that fields speak of and nothing declares: the declaration is written out from its
//! uses.

use super::checker::Checker;
use super::input::CheckInput;
use super::parts::parts;
use crate::built_ins::built_in;
use crate::syntax::ast::{Declared, Expr, ExprKind, Initial, ItemKind, Name, StatementKind, TypeKind};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// The help for a domain that is not declared, with the elements that fields of it are given or
    /// are compared with. These are excused: the domain declares them.
    pub(super) fn undeclared_domain(&mut self, domain: &str) -> Option<String> {
        let fields: Vec<&Declared> = self.input.declared().filter(|field| is_of(field, domain)).collect();
        let members = self.members_by_use(&fields);
        if !members.is_empty() {
            let help = format!("declare it: `enum {domain} {{ {} }}`", members.join(", "));
            self.reports.excused.extend(members);
            return Some(help);
        }
        let indexed =
            self.input.declared().find(|field| field.indexes.iter().any(|index| index.domain.text == domain));
        let values = indexed.and_then(|field| match &field.initial {
            Some(Initial::List(values, _)) => Some(values.len()),
            _ => None,
        });
        let names = super::words::all_of(&self.domains.domain_names());
        Some(format!(
            "declare it: `range {domain} = 1..{}` if it counts something; so far the domains are {names}",
            values.unwrap_or(3)
        ))
    }

    /// The names that nothing declares and that fields begin with, are compared with, or are given.
    fn members_by_use(&self, fields: &[&Declared]) -> Vec<String> {
        let mut names: Vec<&Name> = Vec::new();
        fields
            .iter()
            .filter_map(|field| field.initial.as_ref())
            .for_each(|value| in_initial(value, &mut names));
        let is_field = |name: &Name| fields.iter().any(|field| field.name.text == name.text);
        let mut bound: BTreeSet<&str> = BTreeSet::new();
        for item in &self.input.game.items {
            let all = parts(&item.kind);
            bound.extend(all.bound.iter().map(|name| name.text.as_str()));
            for e in all.exprs {
                let ExprKind::Compare(first, rest) = &e.kind else { continue };
                let sides = || std::iter::once(first.as_ref()).chain(rest.iter().map(|(_, _, side)| side));
                if sides().any(|side| entry(side).is_some_and(is_field)) {
                    sides().for_each(|side| in_value(side, &mut names));
                }
            }
            for statement in all.statements {
                if let StatementKind::Assign { target, value, .. } = &statement.kind
                    && is_field(target)
                {
                    in_value(value, &mut names);
                }
            }
        }
        let mut members: Vec<String> = Vec::new();
        for name in names {
            let is_free = !bound.contains(name.text.as_str()) && self.is_free_name(&name.text);
            if is_free && !members.contains(&name.text) {
                members.push(name.text.clone());
            }
        }
        members
    }

    /// Whether nothing in the definition gives a name a meaning.
    fn is_free_name(&self, name: &str) -> bool {
        self.names.global(name).is_none()
            && built_in(name).is_none()
            && !self.moves.by_name.contains_key(name)
            && !self.domains.elements.iter().any(|elements| elements.contains_key(name))
            && !super::unknown::is_cell_name(name)
    }
}

impl CheckInput<'_> {
    /// The fields and params of the definition.
    fn declared(&self) -> impl Iterator<Item = &'_ Declared> {
        self.game.items.iter().flat_map(|item| match &item.kind {
            ItemKind::State { fields, .. } => fields.iter().collect::<Vec<_>>(),
            ItemKind::Param(declared) => vec![declared],
            _ => Vec::new(),
        })
    }
}

/// Whether a field holds elements of a domain or sets of them.
fn is_of(field: &Declared, domain: &str) -> bool {
    match &field.ty.kind {
        TypeKind::Named(name) => name.text == domain,
        TypeKind::SetOf(of) => matches!(&of.kind, TypeKind::Named(name) if name.text == domain),
        _ => false,
    }
}

/// The name of a field, or of the field of which this is an entry.
fn entry(e: &Expr) -> Option<&Name> {
    match &e.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::At(of, _) => entry(of),
        _ => None,
    }
}

fn in_initial<'a>(value: &'a Initial, names: &mut Vec<&'a Name>) {
    match value {
        Initial::One(one) => in_value(one, names),
        Initial::List(all, _) => all.iter().for_each(|each| in_initial(each, names)),
    }
}

/// The names that a value consists of.
fn in_value<'a>(e: &'a Expr, names: &mut Vec<&'a Name>) {
    match &e.kind {
        ExprKind::Name(name) => names.push(name),
        ExprKind::Set(all) => all.iter().for_each(|each| in_value(each, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    #[test]
    fn an_enum_is_written_out_from_its_uses() {
        let phase = "state { phase: Phase = young, n: 0..9 }\nmove m when phase = full or phase = young { phase = full n += 1 }";
        assert_eq!(helps_beside("", phase), ["declare it: `enum Phase { young, full }`"]);
        let tones = "state { tones: set of Tone = {low, high}, n: 0..9 }\nmove m { tones += mid n += 1 }";
        assert_eq!(helps_beside("", tones), ["declare it: `enum Tone { low, high, mid }`"]);
        let locals = "state { tone: Tone = low, n: 0..9 }\ndef heard(t: Tone) = tone = t\n\
            move m when tone = high { let next = high tone = next n += 1 }";
        assert_eq!(helps_beside("", locals), ["declare it: `enum Tone { low, high }`"]);
    }

    #[test]
    fn a_range_has_as_many_members_as_values_are_listed() {
        let heaps = "state { heap[Heap]: 0..9 = [3, 5, 7, 1], n: 0..9 }\nmove m { n += 1 }";
        assert_eq!(
            helps_beside("", heaps),
            [
                "declare it: `range Heap = 1..4` if it counts something; so far the domains are `Player`, `Direction` and `C`"
            ]
        );
    }
}
