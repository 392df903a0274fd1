//! The mistakes found so far, and what is lost by them.

use super::input::CheckInput;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::collections::HashSet;

/// A name that was reported as unknown.
#[derive(Clone, Debug)]
pub(super) struct Unknown {
    /// The name.
    pub(super) text: String,
    /// The report, as an index of the diagnostics.
    pub(super) report: usize,
    /// The spans of all uses.
    pub(super) places: Vec<Span>,
}

/// The reports of a check.
pub(super) struct Reports<'a> {
    /// The text that the reports are about.
    pub(super) input: CheckInput<'a>,
    /// The reports, in the order in which they were made.
    pub(super) list: Vec<Diagnostic>,
    /// Whether something was skipped because an error about it is reported already.
    pub(super) poisoned: bool,
    /// Whether something stands in for an expression that was refused.
    pub(super) stood_in: bool,
    /// The places of expressions for which something stands in.
    pub(super) stand_ins: HashSet<Span>,
    /// Whether an item was left out because of a mistake in it.
    pub(super) lost: bool,
    /// The names reported as unknown.
    pub(super) unknown: Vec<Unknown>,
    /// Unknown names that a report about their declaration explains.
    pub(super) excused: Vec<String>,
    /// Declarations without a name, each with the unknown name that it probably declares.
    pub(super) named: Vec<(Span, String)>,
    /// While it is above 0, diagnostics are dropped, because the same text will be checked again.
    pub(super) muted: usize,
}

impl<'a> Reports<'a> {
    /// No report about a text yet.
    pub(super) fn new(input: CheckInput<'a>) -> Reports<'a> {
        Reports {
            input,
            list: Vec::new(),
            poisoned: false,
            stood_in: false,
            stand_ins: HashSet::new(),
            lost: false,
            unknown: Vec::new(),
            excused: Vec::new(),
            named: Vec::new(),
            muted: 0,
        }
    }
}
