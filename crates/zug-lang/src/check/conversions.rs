//! What to write for an expression of one kind where another is wanted, made of the expression
//! itself: `count(s)` for the set `s` where an integer is wanted, `s != {}` where a condition is.
//!
//! [`Checker::made_of`] knows a text for nearly every pair of kinds, [`Checker::of_kind`] a value
//! of the definition for every kind. So no report about a kind is left without something to write.

use super::checker::Checker;
use super::domain_tables::DomainTables;
use super::global_names::{Meaning, Status};
use super::state_fields::StateFields;
use super::written::{DOTS, Written};
use crate::program::{DomainId, DomainKind, Field, Kind, PLAYER, TableIndex};
use crate::source::Span;

impl Checker<'_> {
    /// A text of the wanted kind, made of an expression that is found; `None` where nothing of that
    /// kind follows from it, or where it is too long to repeat.
    pub(super) fn made_of(&self, written: &Written, wanted: Kind) -> Option<String> {
        let (text, found) = (written.text.as_str(), written.kind);
        if text == DOTS {
            return None;
        }
        if let Kind::Element(index) = found
            && let Some(entry) = self.entry_at(index, text, wanted)
        {
            return Some(entry);
        }
        match wanted {
            Kind::Bool => self.condition_of(text, found),
            Kind::Int { .. } => self.domains.integer_of(text, found),
            Kind::Element(domain) => self.domains.element_of(text, found, domain),
            Kind::Set(domain) => self.set_of_domain(written, domain),
            Kind::IntSet { .. } => self.integers_of(written),
            Kind::Sets(_) | Kind::Nothing => None,
        }
    }

    /// The entry of a field that has one of the wanted kind for every element of a domain.
    fn entry_at(&self, index: DomainId, text: &str, wanted: Kind) -> Option<String> {
        let fits =
            |field: &&Field| field.indexes == [index] && is_like(field.ty.kind, wanted) && !field.ty.or_none;
        let field = self.state.fields.iter().find(fits).map(|field| field.name.as_str());
        let table = field.or_else(|| self.table_at(index, wanted))?;
        (Kind::Element(index) != wanted).then(|| format!("{table}[{text}]"))
    }

    /// The constant table that has an entry of the wanted kind for every element of a domain.
    fn table_at(&self, index: DomainId, wanted: Kind) -> Option<&str> {
        let named = self.names.globals.iter().find(|global| {
            let Status::Done(Meaning::Table(id)) = &global.status else { return false };
            let table = &self.domains.tables[id.index()];
            table.indexes == [TableIndex::Domain(index)]
                && is_like(table.ty.kind, wanted)
                && !table.ty.or_none
        })?;
        Some(named.name.as_str())
    }

    /// A condition about a value.
    fn condition_of(&self, text: &str, found: Kind) -> Option<String> {
        Some(match found {
            Kind::Bool => text.to_owned(),
            Kind::Int { .. } if text == "0" => "false".to_owned(),
            Kind::Int { .. } if text == "1" => "true".to_owned(),
            Kind::Int { .. } => format!("{} > 0", summand(text)),
            Kind::Set(_) | Kind::IntSet { .. } => format!("{} != {{}}", summand(text)),
            Kind::Element(PLAYER) if text == "me" => format!("me = {}", self.domains.first_element(PLAYER)?),
            Kind::Element(PLAYER) => format!("me = {text}"),
            Kind::Element(domain) if self.domains.base(domain).is_some() => format!("{text} != {{}}"),
            Kind::Element(domain) => match self.state.field_of(Kind::Set(domain)) {
                Some(set) if set != text => format!("{text} in {set}"),
                _ => format!("{text} = {}", self.domains.first_element(domain)?),
            },
            Kind::Sets(_) | Kind::Nothing => return None,
        })
    }

    /// A set of elements of a domain that a value tells.
    fn set_of_domain(&self, written: &Written, wanted: DomainId) -> Option<String> {
        let (text, found) = (written.text.as_str(), written.kind);
        let name = self.domains.domain_name(wanted);
        let one = self.free_name(written.at, name);
        match found {
            Kind::Set(domain) if domain == wanted => Some(text.to_owned()),
            Kind::Bool => Some(format!("{{ {one} in {name} where {text} }}")),
            Kind::Int { .. } if self.domains.coordinates(wanted).is_some() => {
                Some(format!("{{ {one} in {name} where {one}.y = {} }}", summand(text)))
            }
            Kind::IntSet { .. } if self.domains.coordinates(wanted).is_some() => {
                Some(format!("{{ {one} in {name} where {one}.y in {} }}", summand(text)))
            }
            Kind::Set(domain) if self.domains.both_have_coordinates(domain, wanted) => {
                Some(format!("{{ {name}({one}.x, {one}.y) for {one} in {text} }}"))
            }
            Kind::Set(domain) if self.domains.base(domain) == Some(wanted) => {
                Some(format!("union({one} in {text}: {one})"))
            }
            Kind::Set(domain) if self.domains.base(wanted) == Some(domain) && text.contains('{') => {
                Some(format!("{{{text}}}"))
            }
            Kind::Set(domain) if self.domains.base(wanted) == Some(domain) => {
                Some(format!("{{ {one} in {name} where {one} <= {} }}", summand(text)))
            }
            Kind::Element(_) => Some(format!("{{{}}}", self.domains.element_of(text, found, wanted)?)),
            _ => None,
        }
    }

    /// A set of integers that a value tells.
    fn integers_of(&self, written: &Written) -> Option<String> {
        let text = written.text.as_str();
        Some(match written.kind {
            Kind::IntSet { .. } => text.to_owned(),
            Kind::Int { .. } => format!("{{{text}}}"),
            Kind::Set(domain) if self.domains.coordinates(domain).is_some() => {
                let one = self.free_name(written.at, self.domains.domain_name(domain));
                format!("{{ {one}.y for {one} in {text} }}")
            }
            Kind::Set(_) | Kind::Bool => return None,
            other => format!("{{{}}}", self.domains.integer_of(text, other)?),
        })
    }

    /// What is written where any set will do and a value of another kind stands.
    pub(super) fn any_set_of(&self, at: Span, found: Kind) -> String {
        let text = self.input.short_text(at);
        let board = self.domains.geometric(None).or_else(|| self.domains.some_domain());
        let whole = board.map_or("1..3", |domain| self.domains.domain_name(domain));
        match found {
            _ if text == DOTS => whole.to_owned(),
            Kind::Bool => format!("{{ {} in {whole} where {text} }}", self.free_name(at, whole)),
            Kind::Nothing => "{}".to_owned(),
            Kind::Int { .. } => format!("1..{text}"),
            Kind::Element(_) => format!("{{{text}}}"),
            _ => text,
        }
    }

    /// A value of this kind, as this definition may write it.
    pub(super) fn of_kind(&self, kind: Kind) -> Option<String> {
        Some(match kind {
            Kind::Bool => self.some_condition()?,
            Kind::Int { .. } => self.state.field_of(kind).unwrap_or_else(|| "1".to_owned()),
            Kind::Element(PLAYER) => "me".to_owned(),
            Kind::Element(domain) => {
                self.state.field_of(kind).or_else(|| self.domains.first_element(domain))?
            }
            Kind::Set(domain) => {
                self.state.field_of(kind).unwrap_or_else(|| self.domains.domain_name(domain).to_owned())
            }
            Kind::IntSet { .. } => "1..3".to_owned(),
            Kind::Sets(_) | Kind::Nothing => return None,
        })
    }

    /// A condition about the first field.
    fn some_condition(&self) -> Option<String> {
        let fits = |field: &&Field| matches!(field.indexes.as_slice(), [] | [PLAYER]);
        self.state
            .fields
            .iter()
            .filter(fits)
            .find_map(|field| self.condition_of(&entry(field), field.ty.kind))
    }
}

impl DomainTables {
    /// An integer that is told of a value.
    fn integer_of(&self, text: &str, found: Kind) -> Option<String> {
        Some(match found {
            Kind::Bool => format!("(if {text} then 1 else 0)"),
            Kind::Int { .. } => text.to_owned(),
            Kind::Set(_) | Kind::IntSet { .. } => format!("count({text})"),
            Kind::Element(domain) if self.low(domain).is_some() => text.to_owned(),
            Kind::Element(domain) if self.coordinates(domain).is_some() => format!("{}.x", operand(text)),
            Kind::Element(domain) if self.base(domain).is_some() => format!("count({text})"),
            Kind::Element(domain) => {
                format!("(if {text} = {} then 1 else 0)", self.first_element(domain)?)
            }
            Kind::Sets(_) | Kind::Nothing => return None,
        })
    }

    /// An element of a domain that a value tells.
    fn element_of(&self, text: &str, found: Kind, wanted: DomainId) -> Option<String> {
        let name = self.domain_name(wanted);
        let alike = self.all[wanted.index()].members.iter().find(|it| it.eq_ignore_ascii_case(text));
        match found {
            Kind::Element(domain) if domain == wanted => Some(text.to_owned()),
            // A member is written as its set.
            Kind::Element(domain) if self.base(wanted) == Some(domain) => {
                self.has_single_members(wanted).then(|| format!("{{{text}}}"))
            }
            // `blue` for the player Blue, where something else has that name.
            _ if alike.is_some() => alike.cloned(),
            Kind::Element(domain) if self.both_have_coordinates(domain, wanted) => {
                let cell = operand(text);
                Some(format!("{name}({cell}.x, {cell}.y)"))
            }
            Kind::Element(domain) if self.base(domain) == Some(wanted) => {
                Some(format!("{}.1", operand(text)))
            }
            Kind::Element(domain) if self.coordinates(domain).is_some() && self.low(wanted).is_some() => {
                Some(format!("{}.x", operand(text)))
            }
            Kind::Int { .. } if self.low(wanted).is_some() => Some(text.to_owned()),
            Kind::Int { .. } if self.coordinates(wanted).is_some() => Some(format!("{name}({text}, 1)")),
            Kind::Element(domain) if self.low(domain).is_some() && self.coordinates(wanted).is_some() => {
                Some(format!("{name}({text}, 1)"))
            }
            _ => None,
        }
    }

    /// Whether a family has members of one element.
    fn has_single_members(&self, family: DomainId) -> bool {
        match &self.all[family.index()].kind {
            DomainKind::Family { members, .. } => members.iter().any(|member| member.len() == 1),
            _ => false,
        }
    }

    /// The first domain of the definition that is no family.
    pub(super) fn some_domain(&self) -> Option<DomainId> {
        (1..self.all.len() as u32)
            .map(DomainId)
            .find(|id| self.base(*id).is_none() && self.directions != Some(*id))
    }

    fn both_have_coordinates(&self, a: DomainId, b: DomainId) -> bool {
        a != b && self.coordinates(a).is_some() && self.coordinates(b).is_some()
    }

    /// The first element of a domain, with the domain where others have one of that name.
    pub(super) fn first_element(&self, domain: DomainId) -> Option<String> {
        let named = self.base(domain).is_none();
        let first = self.all[domain.index()].members.first().filter(|_| named)?;
        let holders = self.elements.iter().filter(|elements| elements.contains_key(first)).count();
        let alone = holders < 2 || self.low(domain).is_some();
        Some(if alone { first.clone() } else { format!("{}.{first}", self.domain_name(domain)) })
    }
}

impl StateFields<'_> {
    /// A field of a kind, or its entry of the player to move.
    fn field_of(&self, kind: Kind) -> Option<String> {
        let fits = |field: &&Field, indexes: &[DomainId]| {
            field.indexes == indexes && is_like(field.ty.kind, kind) && !field.ty.or_none
        };
        let mut fields = self.fields.iter();
        let found = fields.find(|field| fits(field, &[]));
        found.or_else(|| self.fields.iter().find(|field| fits(field, &[PLAYER]))).map(entry)
    }
}

/// A field, or its entry of the player to move.
fn entry(field: &Field) -> String {
    if field.indexes.is_empty() { field.name.clone() } else { format!("{}[me]", field.name) }
}

/// Whether a value of one kind serves where another is wanted, but for the bounds of integers.
fn is_like(found: Kind, wanted: Kind) -> bool {
    found == wanted || matches!((found, wanted), (Kind::Int { .. }, Kind::Int { .. }))
}

/// A text as the operand of a dot: in brackets unless it is a name with its index or its arguments.
fn operand(text: &str) -> String {
    let (mut depth, mut plain) = (0, true);
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            c => plain &= depth > 0 || c.is_alphanumeric() || matches!(c, '_' | '.'),
        }
    }
    if plain { text.to_owned() } else { format!("({text})") }
}

/// A text as one side of a comparison: in brackets if words join its parts.
fn summand(text: &str) -> String {
    let joins = |word: &str| matches!(word, "and" | "or" | "not" | "if" | "some" | "every" | "no" | "let");
    if text.split_whitespace().any(joins) { format!("({text})") } else { text.to_owned() }
}
