//! Finds the one sign that an item lacks by trying: an operator or a comma between two operands,
//! or the other bracket of a pair. Of the places and signs with which the item can be read, those
//! are told with which the checker finds no error in it.

mod brackets;
mod operators;

use super::{Bench, Check, REPORTS, Work, choices, errors, is_shown, squeezed, units};
use crate::diagnostic::{Applicability, Diagnostic, Severity};
use crate::fix::apply_all;
use crate::source::{FileId, Span};
use crate::syntax::codes;
use crate::syntax::tokens::{Token, TokenClass, tokens};
use crate::syntax::whole_item::read;
use std::ops::Range;

/// What trying may cost.
const WORK: Work = Work { copies: 40, bytes: 1 << 20, searches: 0, steps: 50_000_000 };

/// A sign that is put in at a place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Insertion {
    at: usize,
    sign: String,
}

/// The reports, of which those about one missing sign say how their line reads with it.
pub fn with_missing_signs(text: &str, mut found: Vec<Diagnostic>, check: Check<'_>) -> Vec<Diagnostic> {
    if found.len() > REPORTS {
        return found;
    }
    let bench = Bench::new(check, WORK);
    for unit in units::units(text) {
        let inside = (0..found.len()).filter(|at| errors(&found[*at..=*at], &unit).next().is_some());
        let inside: Vec<usize> = inside.collect();
        // A second report may follow from the same sign.
        let (&[report] | &[report, _]) = inside.as_slice() else { continue };
        let search = SignSearch { text, unit: &unit, found: &found, report: &found[report], bench: &bench };
        if let Some(better) = search.better() {
            found[report] = better;
            inside[1..].iter().for_each(|at| drop(found.remove(*at)));
        }
    }
    found
}

/// One item with an error, whose signs are tried.
struct SignSearch<'t> {
    text: &'t str,
    unit: &'t Range<usize>,
    found: &'t [Diagnostic],
    report: &'t Diagnostic,
    bench: &'t Bench<'t>,
}

impl SignSearch<'_> {
    /// The report with the signs that fit; `None` where none does, or it says already what does.
    fn better(&self) -> Option<Diagnostic> {
        let stop = read(self.item()).err()?;
        if self.report.fixes.iter().any(|fix| fix.applicability == Applicability::Certain) {
            return None;
        }
        match self.report.code {
            codes::UNCLOSED => self.with_bracket(self.closers()?),
            codes::STRAY_CLOSER => self.without_bracket().or_else(|| self.with_bracket(self.openers()?)),
            codes::MISSING_COMMA if !self.report.fixes.is_empty() => None,
            _ => self.with_operators(self.gap(self.unit.start + stop)?),
        }
    }

    fn item(&self) -> &str {
        self.text[self.unit.clone()].trim_end()
    }

    /// The text with what the report would write, if that leaves no error in the item.
    fn own(&self) -> Option<String> {
        let choice = choices::choice(self.text, self.report, self.unit)?;
        let copy = apply_all(FileId::DEFINITION, self.text, choice.fixes).text;
        let end = (self.unit.end + copy.len()).saturating_sub(self.text.len());
        self.bench.is_free(&copy, &(self.unit.start..end.max(self.unit.start))).then_some(copy)
    }

    /// The insertions with which the item can be read and has no error.
    fn fitting(&self, tried: Vec<Insertion>) -> Vec<Insertion> {
        let all = self.found.iter().filter(|each| each.severity == Severity::Error).count();
        let fits = |insertion: &Insertion| {
            let copy = self.with(insertion);
            let part = self.unit.start..self.unit.end + insertion.sign.len();
            self.bench.reports(&copy).is_some_and(|found| {
                let left = found.iter().filter(|each| each.severity == Severity::Error).count();
                left < all && errors(&found, &part).next().is_none()
            })
        };
        tried.into_iter().filter(fits).collect()
    }

    fn with(&self, insertion: &Insertion) -> String {
        format!("{}{}{}", &self.text[..insertion.at], insertion.sign, &self.text[insertion.at..])
    }

    /// Whether the item can be read with an insertion.
    fn is_read(&self, insertion: &Insertion) -> bool {
        let copy = self.with(insertion);
        let end = self.unit.start + self.item().len() + insertion.sign.len();
        copy.get(self.unit.start..end).is_some_and(|item| read(item).is_ok())
    }

    fn tokens(&self) -> Vec<Token> {
        let all = tokens(self.item()).into_iter().filter(|token| token.class != TokenClass::Comment);
        let place = |token: Token| Token {
            start: token.start + self.unit.start,
            end: token.end + self.unit.start,
            ..token
        };
        all.map(place).collect()
    }

    /// The line of an insertion as it is then; `None` where a help cannot show it.
    fn line(&self, insertion: &Insertion) -> Option<String> {
        let copy = self.with(insertion);
        let start = copy[..insertion.at].rfind('\n').map_or(0, |end| end + 1);
        let end = copy[insertion.at..].find('\n').map_or(copy.len(), |end| insertion.at + end);
        let line = &copy[start..end];
        Some(squeezed(&line[units::code(line)])).filter(|line| is_shown(line))
    }

    fn with_one(&self, insertion: &Insertion) -> Diagnostic {
        let at = Span::new(FileId::DEFINITION, insertion.at, insertion.at);
        let mut report = Diagnostic { fixes: Vec::new(), ..self.report.clone() };
        if let Some(line) = self.line(insertion) {
            report = report.help(format!("write `{line}`"));
        }
        report.likely(at, insertion.sign.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::reports;
    use super::with_missing_signs;

    const HEAD: &str = "game \"G\"\nplayers A, B\nboard Cell = grid(3, 3)\n\
        state { men[Player]: set of Cell, at: Cell = a1, n: 0..20 = 9 }\n\
        move add(c in Cell - men[A] - men[B]) { men[me] += c }\n";

    /// The helps about a line of a definition.
    fn helps(line: &str) -> Vec<String> {
        let text = format!("{HEAD}{line}\n");
        let found = with_missing_signs(&text, reports(&text, &[]).0, &|copy| reports(copy, &[]));
        found.into_iter().map(|report| report.help.unwrap_or_default()).collect()
    }

    #[test]
    fn the_operators_that_fit_are_told() {
        assert_eq!(
            helps("move go(c in Cell men[A] - men[B]) { at = c }"),
            [
                "an operator is missing: write `move go(c in Cell - men[A] - men[B]) { at = c }`, or `+` or `&` where `-` stands"
            ]
        );
        assert_eq!(
            helps("end when count(men[A]) 1 => draw"),
            [
                "an operator is missing: write `end when count(men[A]) = 1 => draw`, or `!=`, `<`, `<=`, `>` or `>=` where `=` stands"
            ]
        );
        assert_eq!(
            helps("def sums(c: Cell) = { d in Cell where c.x d.x > 3 }"),
            [
                "an operator is missing: write `def sums(c: Cell) = { d in Cell where c.x + d.x > 3 }`, or `-`, `*`, `/` or `%` where `+` stands"
            ]
        );
    }

    #[test]
    fn in_a_store_the_sign_is_that_of_the_value() {
        assert_eq!(
            helps("def rest(k: 1..2) = 3 - k\nmove go(k in 1..2) when k <= n { n -= k rest(k) }"),
            [
                "an operator is missing: write `move go(k in 1..2) when k <= n { n -= k + rest(k) }`, or `-`, `*`, `/` or `%` where `+` stands"
            ]
        );
    }

    #[test]
    fn what_a_report_says_rightly_stays() {
        for (line, help) in [
            ("param z: 1..5 3", "write `param z: 1..5 = 3`"),
            ("end when n = 3 n = 2 => draw", "`and` or `or`"),
            ("expect perft = [9 72]", "[9, 72]"),
            ("move go(c in men[me]) { men[me] = men[me] - c } }", "delete it"),
        ] {
            let found = helps(line).concat();
            assert!(
                !found.contains("`-`") && !found.contains("+ 72") && !found.contains("{c"),
                "{line}: {found}"
            );
            assert!(line.starts_with("end") || found.contains(help), "{line}: {found}");
        }
        assert_eq!(
            helps("end when n = 3 n = 2 => draw"),
            ["an operator is missing: write `end when n = 3 and n = 2 => draw`, or `or` where `and` stands"]
        );
    }

    #[test]
    fn what_follows_from_the_same_sign_is_not_told() {
        assert_eq!(helps("end when n >= 9 n - 1 to A"), ["write `end when n >= 9 => n - 1 to A`"]);
    }

    #[test]
    fn a_comma_is_likelier_than_an_operator() {
        assert_eq!(helps("let k[Player] = [1 2]"), ["write `let k[Player] = [1, 2]`"]);
        assert_eq!(helps("let k = {a1 b1, c1}"), ["write `let k = {a1, b1, c1}`"]);
        assert_eq!(helps("let k = max(1 2)"), ["write `let k = max(1, 2)`"]);
    }

    #[test]
    fn a_bracket_is_told_where_the_types_leave_one_place() {
        assert_eq!(helps("def free = Cell - men[A - men[B]"), ["write `def free = Cell - men[A] - men[B]`"]);
        assert_eq!(
            helps("def high = { c in Cell where men[A <= men[B] }"),
            ["write `def high = { c in Cell where men[A] <= men[B] }`"]
        );
    }

    #[test]
    fn a_bracket_behind_one_token_is_deleted() {
        assert_eq!(helps("end when n = 3 } => draw"), ["delete it"]);
        assert_eq!(helps("end when count(men[A]) > 3) => draw"), ["delete it"]);
    }

    #[test]
    fn an_operator_is_missing_where_the_report_stands() {
        let found = helps("move go(c in men[me]) { men[me] = men[me] c at = c }");
        assert!(found.len() == 1 && found[0].contains("men[me] = men[me] - c at = c"), "{found:?}");
    }

    #[test]
    fn where_several_places_fit_none_is_told() {
        assert!(!helps("let k = (3 + 1 / 2").iter().any(|help| help.contains("(3) + 1")));
    }
}
