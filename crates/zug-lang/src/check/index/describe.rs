//! Types, values and heads of declarations as text, for readers of the index.

use super::super::domain_tables::DomainTables;
use super::scopes::Walk;
use crate::check::global_names::{Meaning, Status};
use crate::program::{Domain, DomainId, Kind, TableIndex, Type, Value};
use crate::syntax::ast::{Move, Name};

/// The longest value that is written out, in characters.
const LONGEST: usize = 100;

impl DomainTables {
    /// A type in the notation of types, as far as there is one: `set of Cell`, `0..9 or none`.
    pub(super) fn type_text(&self, ty: Type) -> String {
        let name = |domain: DomainId| self.domain_name(domain).to_owned();
        let kind = match ty.kind {
            Kind::Bool => "bool".to_owned(),
            Kind::Int { low, high } => format!("{low}..{high}"),
            Kind::Element(domain) => name(domain),
            Kind::Set(domain) => format!("set of {}", name(domain)),
            Kind::IntSet { low, high } if low > high => "{}".to_owned(),
            Kind::IntSet { low, high } => format!("set of {low}..{high}"),
            Kind::Sets(domain) => format!("set of sets of {}", name(domain)),
            Kind::Nothing => return "none".to_owned(),
        };
        if ty.or_none { format!("{kind} or none") } else { kind }
    }

    fn value_text(&self, value: &Value, kind: Kind) -> String {
        let member = |domain: DomainId, at: i64| -> String {
            let members = &self.all[domain.index()].members;
            usize::try_from(at).ok().and_then(|at| members.get(at)).cloned().unwrap_or_default()
        };
        let listed = |all: Vec<String>| format!("{{{}}}", all.join(", "));
        match (value, kind) {
            (Value::None, _) => "none".to_owned(),
            (Value::Bool(b), _) => b.to_string(),
            (Value::Int(n), _) => n.to_string(),
            (Value::Element(e), Kind::Element(domain)) => member(domain, i64::from(*e)),
            (Value::Set(set), Kind::Set(domain)) => listed(set.iter().map(|at| member(domain, at)).collect()),
            (Value::Set(set), _) => listed(set.iter().map(|n| n.to_string()).collect()),
            (Value::Sets(sets), _) => format!("{} sets", sets.len()),
            (Value::Element(e), _) => e.to_string(),
        }
    }

    fn values_text(&self, values: &[Value], kind: Kind) -> String {
        // A table may have a million entries; no more than what is shown is written out.
        let written: Vec<String> =
            values.iter().take(LONGEST).map(|value| self.value_text(value, kind)).collect();
        shortened(format!("[{}]", written.join(", ")))
    }

    fn index_text(&self, index: &TableIndex) -> String {
        match index {
            TableIndex::Domain(domain) => self.domain_name(*domain).to_owned(),
            TableIndex::Ints { low, high } => format!("{low}..{high}"),
        }
    }
}

impl Walk<'_, '_> {
    /// Adds what the checker found out about a constant, a field or a `def`.
    pub(super) fn describe(&mut self, name: &Name) {
        let checker = self.checker;
        let Some(at) = self.by_span.get(&name.span).copied() else { return };
        let known = checker.names.global(&name.text).map(|at| &checker.names.globals[at]);
        let Some(global) = known.filter(|global| global.span == name.span) else { return };
        let Status::Done(meaning) = &global.status else { return };
        let (ty, value, takes) = match meaning {
            Meaning::Domain(_) => return,
            Meaning::Constant(value, ty) => {
                (*ty, Some(shortened(checker.domains.value_text(value, ty.kind))), Vec::new())
            }
            Meaning::Table(id) => {
                let table = &checker.domains.tables[id.index()];
                let takes = table.indexes.iter().map(|index| checker.domains.index_text(index)).collect();
                (table.ty, Some(checker.domains.values_text(&table.entries, table.ty.kind)), takes)
            }
            Meaning::Def(id) => {
                let def = &checker.defs.all[id.index()];
                let parameters = &def.frame.locals[..def.parameters];
                let takes = parameters
                    .iter()
                    .map(|it| format!("{}: {}", it.name, checker.domains.type_text(it.ty)))
                    .collect();
                (def.body.ty, None, takes)
            }
            Meaning::Field(id) => {
                let field = &checker.state.fields[id.index()];
                let takes =
                    field.indexes.iter().map(|of| checker.domains.domain_name(*of).to_owned()).collect();
                let initial = (!field.initial.is_empty()).then(|| {
                    match (&field.initial[..], field.indexes.is_empty()) {
                        ([one], true) => shortened(checker.domains.value_text(one, field.ty.kind)),
                        (all, _) => checker.domains.values_text(all, field.ty.kind),
                    }
                });
                (field.ty, initial, takes)
            }
        };
        let definition = &mut self.index.definitions[at];
        (definition.ty, definition.value, definition.takes) =
            (Some(checker.domains.type_text(ty)), value, takes);
    }

    /// Adds the members of a domain.
    pub(super) fn describe_domain(&mut self, name: &Name) {
        let Some(at) = self.by_span.get(&name.span).copied() else { return };
        let of = self.checker.domains.all.iter().find(|it| it.span == name.span && it.name == name.text);
        if let Some(domain) = of.filter(|domain| !domain.is_empty()) {
            self.index.definitions[at].value = Some(members_text(domain));
        }
    }

    /// Adds the parameters of a move with their types.
    pub(super) fn describe_move(&mut self, play: &Move) {
        let Some(at) = self.by_span.get(&play.name.span).copied() else { return };
        let notes = &self.checker.notes.locals;
        let takes = play.parameters.iter().map(|binder| match notes.get(&binder.name.span) {
            Some(ty) => format!("{}: {}", binder.name.text, self.checker.domains.type_text(*ty)),
            None => binder.name.text.clone(),
        });
        self.index.definitions[at].takes = takes.collect();
    }
}

/// The members of a domain: all if they are few, else the first, the last and their number.
fn members_text(domain: &Domain) -> String {
    let members = &domain.members;
    match members.len() {
        0..=8 => members.join(", "),
        n => format!("{}, {}, .., {} ({n} elements)", members[0], members[1], members[n - 1]),
    }
}

fn shortened(text: String) -> String {
    if text.chars().count() <= LONGEST {
        return text;
    }
    let short: String = text.chars().take(LONGEST).collect();
    format!("{short} ..")
}
