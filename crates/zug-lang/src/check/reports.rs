//! The mistakes found so far, and what is lost by them.

use super::codes;
use super::input::CheckInput;
use super::limits;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::one_edit::{NAMELESS, UNREAD};
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

    /// Records a diagnostic, unless diagnostics are muted, or it is a repetition, or a consequence
    /// of a board that is lost.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.code == codes::NO_GEOMETRY && self.input.is_board_lost() {
            self.poisoned = true;
            return;
        }
        if self.speaks_of_stand_in(&diagnostic) {
            self.poisoned = true;
            return;
        }
        if self.muted == 0 && !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }

    /// Reports a diagnostic and returns `None`, which poisons the construct.
    pub(super) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    /// Refuses what is nested more than [`limits::DEPTH`] levels deep.
    pub(super) fn refuse_depth<T>(&mut self, span: Span) -> Option<T> {
        let message = format!("nested more than {} levels deep", limits::DEPTH);
        let diagnostic = Diagnostic::error(codes::TOO_DEEP, message, span, "here it gets too deep");
        self.refuse(diagnostic.help(
            "a `def` counts with those that it uses: write what repeats with `sum`, `some`, `every` or `repeat`, or as a table, `let NAME[I] = [..]`",
        ))
    }

    /// Records that the program is incomplete if an item has no result.
    pub(super) fn whole_item<T>(&mut self, item: Option<T>) -> Option<T> {
        self.lost |= item.is_none();
        item
    }

    /// Reports an error if the program is incomplete and nothing says why: that is a bug of the
    /// checker.
    pub(super) fn check_reasons(&mut self) {
        // What the parser reports may leave something out of the program, as words do that stand in
        // a copy of the text for what is missing.
        let stands_in = [NAMELESS, UNREAD].iter().any(|word| self.input.game.text.contains(word));
        let unread = !self.input.game.mistakes.is_empty() || self.input.has_error_items() || stands_in;
        if (self.lost || self.poisoned) && !unread && self.list.is_empty() {
            let message = "this definition was refused without a reason: a fault of zug's own";
            let label = "somewhere in here";
            let diagnostic = Diagnostic::error(codes::OUR_FAULT, message, self.input.game.span, label);
            self.report(diagnostic.help("please report it with the text of the definition"));
        }
    }
}
