//! Types and lists in words, for diagnostics.

use super::domain_tables::DomainTables;
use crate::program::{DomainId, Kind, Type};

/// A list in words: `a, b or c`.
pub(super) fn one_of<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "or")
}

/// A list in words: `a, b and c`.
pub(super) fn all_of<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "and")
}

fn joined<S: AsRef<str>>(words: &[S], last: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{}`", word.as_ref())).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// The names and numbers in a text.
pub(super) fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// A number with its noun: `1 index`, `2 indexes`.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl DomainTables {
    /// The name of a domain.
    pub(super) fn domain_name(&self, domain: DomainId) -> &str {
        &self.all[domain.index()].name
    }

    /// A type in words: `a set of Cell`, `an integer or none`.
    pub(super) fn type_words(&self, ty: Type) -> String {
        let kind = self.kind_words(ty.kind);
        if ty.or_none && ty.kind != Kind::Nothing { format!("{kind} or none") } else { kind }
    }

    /// A type without its `or none`.
    pub(super) fn kind_words(&self, kind: Kind) -> String {
        match kind {
            Kind::Bool => "true or false".to_owned(),
            Kind::Int { low, high } if low == high => format!("the integer {low}"),
            Kind::Int { .. } => "an integer".to_owned(),
            Kind::Element(domain) => self.element_words(domain),
            Kind::Set(domain) => format!("a set of {}", self.domain_name(domain)),
            Kind::IntSet { low, high } if low > high => "the empty set".to_owned(),
            Kind::IntSet { .. } => "a set of integers".to_owned(),
            Kind::Sets(domain) => format!("a set of sets of {}", self.domain_name(domain)),
            Kind::Nothing => "`none`".to_owned(),
        }
    }

    /// An element of a domain in words: `an Edge`, `a Cell`.
    pub(super) fn element_words(&self, domain: DomainId) -> String {
        let name = self.domain_name(domain);
        let article = if name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']) { "an" } else { "a" };
        format!("{article} {name}")
    }
}
