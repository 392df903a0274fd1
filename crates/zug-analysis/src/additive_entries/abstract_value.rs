//! What is known of a value without the position: abstract values.

use super::super::linear_form::Linear;
use crate::components::NumberedEntry;
use std::collections::{BTreeMap, BTreeSet};
use zug_lang::program::*;

/// The candidates by the name of the quantity that stands for their old value.
pub(super) type NamedCandidates = BTreeMap<String, NumberedEntry>;

/// What is known of the value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Abstract {
    /// It is this value in every position.
    Value(Value),
    /// It is the integer of this linear form, never `none`.
    Number(Linear),
    /// It is any value of its type, and depends on no candidates but these.
    Any(BTreeSet<NumberedEntry>),
}

impl Abstract {
    /// A value that depends on no candidate.
    pub fn unknown() -> Abstract {
        Abstract::Any(BTreeSet::new())
    }

    pub fn truth(value: bool) -> Abstract {
        Abstract::Value(Value::Bool(value))
    }

    pub fn number(form: Linear) -> Abstract {
        form.constant().map_or(Abstract::Number(form), |number| Abstract::Value(Value::Int(number)))
    }

    /// The value as a linear form, if it is one.
    pub fn as_linear(&self) -> Option<Linear> {
        match self {
            Abstract::Value(Value::Int(number)) => Some(Linear::number(*number)),
            Abstract::Number(form) => Some(form.clone()),
            _ => None,
        }
    }

    /// The truth value, if it is the same in every position.
    pub fn as_truth(&self) -> Option<bool> {
        match self {
            Abstract::Value(Value::Bool(value)) => Some(*value),
            _ => None,
        }
    }

    /// The candidates that it may depend on.
    pub fn dependencies(&self, candidates: &NamedCandidates) -> BTreeSet<NumberedEntry> {
        match self {
            Abstract::Value(_) => BTreeSet::new(),
            Abstract::Number(form) => form.names().filter_map(|name| candidates.get(name).copied()).collect(),
            Abstract::Any(all) => all.clone(),
        }
    }
}

/// The name of the quantity that stands for the old value of an entry.
pub(super) fn quantity((field, entry): NumberedEntry) -> String {
    format!("f{}[{entry}]", field.0)
}
