//! Composes the mends of one item: how a line reads once all its slips are mended.
//!
//! Each report speaks of one slip. Where a line has several, what all reports would have written is
//! applied to a copy of the text, the copy is checked, what its reports would have written is
//! applied in turn, and so on for some rounds. Where the item ends without an error, the first
//! report about each line that changed says how the whole line then reads, and carries it as a
//! likely fix.
//!
//! It reads a text and the reports about it, and asks a function of the caller for the reports
//! about a copy. It never offers a line in which something was put in that stands for what the
//! author has to choose, from which a name of the author was lost, or that a single report says
//! already (`refusals`).

mod choices;
mod missing_sign;
mod refusals;
mod rounds;
mod token_edits;
mod units;

use crate::check;
use crate::diagnostic::{Applicability, Diagnostic, Fix, Severity, without_controls};
use crate::source::{FileId, Span};
use crate::syntax;
use crate::syntax::ast::Setting;
use crate::syntax::tokens::tokens;
pub use missing_sign::with_missing_signs;
use rounds::Draft;
use std::cell::Cell;
use std::ops::Range;

/// Stands before the line in a help.
pub const WHOLE_LINE: &str = "the whole line: ";

/// The longest line that is shown, in bytes.
const LONGEST: usize = 200;

/// The most reports about a text of which lines are offered: with more nobody reads the last ones.
const REPORTS: usize = 100;

/// What composing may cost.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The most copies that are checked.
    pub copies: usize,
    /// The most bytes of all copies together.
    pub bytes: usize,
    /// The most items in which tokens are edited.
    pub searches: usize,
    /// The most steps in which the constants of all copies together are worked out.
    pub steps: u64,
}

impl Work {
    /// What a command may cost that is run once.
    pub const COMMAND: Work = Work { copies: 60, bytes: 1 << 20, searches: 12, steps: 100_000_000 };
}

/// How a line reads once its slips are mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The number of the report that says it.
    pub report: usize,
    /// The line as it is, without its indentation and its comment.
    pub span: Span,
    /// The line as it would read.
    pub text: String,
}

/// The reports about a text, each of its own slip, and the steps in which its constants are worked
/// out.
pub type Reading = (Vec<Diagnostic>, u64);

/// A function that reads a text and checks it.
pub type Check<'c> = &'c dyn Fn(&str) -> Reading;

/// The reports of the parser and of the checker about a text under some settings.
pub fn reports(text: &str, settings: &[Setting]) -> Reading {
    let (game, mut found) = syntax::parse(FileId::DEFINITION, text);
    let checked = check::check_copy(&game, settings);
    found.extend(checked.diagnostics);
    found.sort_by_key(Diagnostic::span);
    (found, checked.steps)
}

/// The lines that can be offered for a text with these reports, at most one for each line.
pub fn offers(text: &str, found: &[Diagnostic], check: Check<'_>, work: Work) -> Vec<Offer> {
    let bench = Bench::new(check, work);
    let mut offers = Vec::new();
    if found.len() > REPORTS {
        return offers;
    }
    // Copies are compared with what is told of each slip by itself.
    let Some(plain) = bench.reports(text) else { return offers };
    let is_explained = |unit: &Range<usize>| errors(found, unit).any(|report| !plain.contains(report));
    // What was mended before helps with what is behind it: what it declares is then known.
    let mut before = Draft::new(text, &plain);
    for unit in units::units(text) {
        if !bench.has_room(before.text.len()) {
            break;
        }
        if is_explained(&unit) {
            continue;
        }
        let shift = before.text.len() as i64 - text.len() as i64;
        let here = shifted(unit.start, shift)..shifted(unit.end, shift);
        let Some(fixed) = rounds::fix(&before, &here, &bench) else { continue };
        let part = &fixed.text[fixed.moved(&before.text, &here)];
        let alone = format!("{}{part}{}", &text[..unit.start], &text[unit.end..]);
        let is_free = alone == fixed.text || bench.is_free(&alone, &(unit.start..unit.start + part.len()));
        if is_free && !refusals::of_unit(text, &unit, part, &fixed) {
            offers.extend(lines(text, found, &unit, part));
        }
        before = fixed;
    }
    offers
}

fn shifted(at: usize, shift: i64) -> usize {
    (at as i64 + shift).max(0) as usize
}

/// The same reports, each with the line that it can offer, as a part of its help and as a likely
/// fix.
pub fn offered(text: &str, mut found: Vec<Diagnostic>, check: Check<'_>, work: Work) -> Vec<Diagnostic> {
    for offer in offers(text, &found, check, work) {
        let report = &mut found[offer.report];
        let line = format!("{WHOLE_LINE}`{}`", offer.text);
        report.help = Some(match report.help.take().filter(|help| !is_general(help)) {
            Some(help) => format!("{help}; {line}"),
            None => line,
        });
        let fix = Fix { span: offer.span, text: offer.text, applicability: Applicability::Likely };
        report.fixes.push(fix);
    }
    found
}

/// Whether a help shows a form, in which nothing is the author's but the names.
fn is_general(help: &str) -> bool {
    help.contains(" is written `") || help.starts_with("an outcome is `")
}

/// Checks copies as long as there is room for work.
struct Bench<'c> {
    check: Check<'c>,
    copies: Cell<usize>,
    bytes: Cell<usize>,
    searches: Cell<usize>,
    steps: Cell<u64>,
}

impl<'c> Bench<'c> {
    fn new(check: Check<'c>, work: Work) -> Bench<'c> {
        Bench {
            check,
            copies: Cell::new(work.copies),
            bytes: Cell::new(work.bytes),
            searches: Cell::new(work.searches),
            steps: Cell::new(work.steps),
        }
    }

    /// The reports about a copy; `None` where the work is used up.
    fn reports(&self, text: &str) -> Option<Vec<Diagnostic>> {
        self.copies.set(self.copies.get().checked_sub(1)?);
        self.bytes.set(self.bytes.get().checked_sub(text.len())?);
        if self.steps.get() == 0 {
            return None;
        }
        let (found, steps) = (self.check)(text);
        self.steps.set(self.steps.get().saturating_sub(steps));
        Some(found)
    }

    /// Whether one more copy of so many bytes may be checked.
    fn has_room(&self, bytes: usize) -> bool {
        self.copies.get() > 0 && self.bytes.get() >= bytes
    }

    /// Whether a part of a copy has no error.
    fn is_free(&self, text: &str, part: &Range<usize>) -> bool {
        self.reports(text).is_some_and(|found| !errors(&found, part).any(|_| true))
    }
}

/// The errors that stand in a part of a text, and those elsewhere that are mended there too: one
/// report tells all semicolons of a text.
fn errors<'f>(found: &'f [Diagnostic], part: &Range<usize>) -> impl Iterator<Item = &'f Diagnostic> {
    let part = part.clone();
    let inside = move |at: Span| at.file == FileId::DEFINITION && part.contains(&(at.start as usize));
    found.iter().filter(move |report| {
        let mut certain = report.fixes.iter().filter(|fix| fix.applicability == Applicability::Certain);
        report.severity == Severity::Error && (inside(report.span()) || certain.any(|fix| inside(fix.span)))
    })
}

/// The lines of a unit that changed, each with the first report about it.
fn lines(text: &str, found: &[Diagnostic], unit: &Range<usize>, is: &str) -> Vec<Offer> {
    let was = &text[unit.clone()];
    if was.split('\n').count() != is.split('\n').count() {
        return Vec::new();
    }
    let mut offers = Vec::new();
    let mut start = unit.start;
    for (old, new) in was.split('\n').zip(is.split('\n')) {
        // What is a comment stays one, and nothing becomes one.
        let (old_part, new_part) = (units::code(old), units::code(new));
        let place = start + old_part.start..start + old_part.end;
        let shown = squeezed(&new[new_part.clone()]);
        let line = start..start + old.len();
        let first =
            (0..found.len()).filter(|at| stands_on(&found[*at], &line)).min_by_key(|at| found[*at].span());
        if let Some(report) = first
            && old[old_part.clone()] != shown
            && old[old_part.end..].trim_end() == new[new_part.end..].trim_end()
            && is_shown(&shown)
            && !refusals::is_said(text, found, &line, &shown)
        {
            let span = Span::new(FileId::DEFINITION, place.start, place.end);
            offers.push(Offer { report, span, text: shown });
        }
        start += old.len() + 1;
    }
    offers
}

/// A line with one blank where edits left several between two tokens, and none before a comma.
fn squeezed(line: &str) -> String {
    let mut text = String::new();
    let mut end = 0;
    for token in tokens(line) {
        let (gap, word) = (&line[end..token.start], token.text(line));
        let blank = gap.trim().is_empty();
        text.push_str(match gap.len() {
            1.. if blank && word == "," => "",
            2.. if blank => " ",
            _ => gap,
        });
        text.push_str(word);
        end = token.end;
    }
    text
}

/// Whether a report is about an error on a line of the definition.
fn stands_on(report: &Diagnostic, line: &Range<usize>) -> bool {
    let at = report.span();
    report.severity == Severity::Error
        && at.file == FileId::DEFINITION
        && (line.start..=line.end).contains(&(at.start as usize))
}

/// Whether a line can stand in a help.
fn is_shown(line: &str) -> bool {
    (1..=LONGEST).contains(&line.len())
        && !line.contains('`')
        && !line.chars().any(char::is_control)
        && without_controls(line) == line
}

#[cfg(test)]
mod tests;
