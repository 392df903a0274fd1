//! Finds the one sign that an item lacks by trying: an operator between two operands, or the other
//! bracket of a pair. Of the places and signs with which the item can be read, those are told with
//! which the checker finds no error in it.

use super::{Bench, Check, REPORTS, Work, choices, errors, is_shown, squeezed, units};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::apply_all;
use crate::source::{FileId, Span};
use crate::syntax::codes;
use crate::syntax::tokens::{Token, TokenClass, tokens};
use crate::syntax::whole_item::read;
use std::ops::Range;

/// The operators that may be missing between two operands, the likelier ones of a kind first.
const OPERATORS: [&str; 15] =
    ["-", "+", "&", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "in", "and", "or"];

/// The most places of a bracket that are checked: where more can be read nothing is known.
const PLACES: usize = 8;

/// What trying may cost.
const WORK: Work = Work { copies: 60, bytes: 1 << 20, searches: 0, steps: 50_000_000 };

/// A sign that is put in at a place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Insertion {
    at: usize,
    sign: String,
}

/// Whether an operator makes a value of two.
fn is_computed(insertion: &Insertion) -> bool {
    matches!(insertion.sign.trim(), "+" | "-" | "*" | "/" | "%" | "&")
}

/// The reports, of which those about one missing sign say how their line reads with it.
pub fn with_missing_signs(text: &str, mut found: Vec<Diagnostic>, check: Check<'_>) -> Vec<Diagnostic> {
    if found.len() > REPORTS {
        return found;
    }
    let bench = Bench::new(check, WORK);
    for unit in units::units(text) {
        let mut inside = (0..found.len()).filter(|at| errors(&found[*at..=*at], &unit).next().is_some());
        let (Some(report), None) = (inside.next(), inside.next()) else { continue };
        let search = SignSearch { text, unit: &unit, found: &found, report: &found[report], bench: &bench };
        if let Some(better) = search.better() {
            found[report] = better;
        }
    }
    found
}

/// One item with one error, whose signs are tried.
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
        let is_bracket = [codes::UNCLOSED, codes::STRAY_CLOSER].contains(&self.report.code);
        let tried = match self.report.code {
            codes::UNCLOSED => self.closers()?,
            codes::STRAY_CLOSER => self.openers()?,
            _ => self.operators(self.unit.start + stop)?,
        };
        // An operator that the report puts in is one of several that may fit.
        if tried.is_empty() || self.fixed().is_some_and(|copy| is_bracket || !self.is_one_of(&copy, &tried)) {
            return None;
        }
        let mut fitting = self.fitting(tried);
        // Where a value can be computed, a comparison makes a chain of a condition.
        if fitting.iter().any(is_computed) {
            fitting.retain(is_computed);
        }
        // Of numbers a sum is likelier than a difference, of sets a difference.
        let sign = |at: usize| fitting.get(at).map_or("", |each| each.sign.trim());
        if sign(0) == "-" && sign(1) == "+" && sign(2) != "&" {
            fitting.swap(0, 1);
        }
        match fitting.as_slice() {
            [one] => Some(self.with_one(one)),
            [first, more @ ..] if !is_bracket => self.with_several(first, more),
            _ => None,
        }
    }

    fn item(&self) -> &str {
        self.text[self.unit.clone()].trim_end()
    }

    /// The text with what the report would write, if that leaves no error in the item.
    fn fixed(&self) -> Option<String> {
        let choice = choices::choice(self.text, self.report, self.unit)?;
        let copy = apply_all(FileId::DEFINITION, self.text, choice.fixes).text;
        let end = (self.unit.end + copy.len()).saturating_sub(self.text.len());
        self.bench.is_free(&copy, &(self.unit.start..end.max(self.unit.start))).then_some(copy)
    }

    /// Whether a copy is that of an insertion, blanks apart.
    fn is_one_of(&self, copy: &str, tried: &[Insertion]) -> bool {
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        let copy = plain(copy);
        tried.iter().any(|each| plain(&self.with(each)) == copy)
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

    /// The closing bracket at every place behind its opening one.
    fn closers(&self) -> Option<Vec<Insertion>> {
        let opener = self.report.span();
        let closer = match self.text.get(opener.start as usize..opener.end as usize)? {
            "(" => ")",
            "[" => "]",
            "{" => "}",
            _ => return None,
        };
        let behind = self.tokens().into_iter().filter(|token| token.start > opener.start as usize);
        self.few(behind.map(|token| Insertion { at: token.end, sign: closer.to_owned() }))
    }

    /// The opening bracket at every place before its closing one.
    fn openers(&self) -> Option<Vec<Insertion>> {
        let closer = self.report.span();
        let opener = match self.text.get(closer.start as usize..closer.end as usize)? {
            ")" => "(",
            "]" => "[",
            "}" => "{",
            _ => return None,
        };
        let before = self.tokens().into_iter().skip(1).filter(|token| token.end <= closer.start as usize);
        self.few(before.map(|token| Insertion { at: token.start, sign: opener.to_owned() }))
    }

    /// The insertions with which the item can be read; `None` where they are too many to be tried.
    fn few(&self, tried: impl Iterator<Item = Insertion>) -> Option<Vec<Insertion>> {
        let read: Vec<Insertion> = tried.filter(|each| self.is_read(each)).take(PLACES + 1).collect();
        (read.len() <= PLACES).then_some(read)
    }

    /// The operators in the first gap between two operands at which the reading stops, or at which
    /// the report stands.
    fn operators(&self, stop: usize) -> Option<Vec<Insertion>> {
        let all = self.tokens();
        let reported = self.report.span();
        let at = |byte: usize| all.partition_point(|token| token.end <= byte);
        let places = [at(stop), at(reported.start as usize), at(reported.end as usize)];
        let gap = places.into_iter().find(|place| {
            let before = place.checked_sub(1).and_then(|before| all.get(before));
            let (Some(before), Some(behind)) = (before, all.get(*place)) else { return false };
            *place > 1 && self.ends_operand(before) && self.begins_operand(behind)
        })?;
        let start = all[gap].start;
        let each = OPERATORS.iter().map(|sign| Insertion { at: start, sign: format!("{sign} ") });
        Some(each.filter(|insertion| self.is_read(insertion)).collect())
    }

    fn ends_operand(&self, token: &Token) -> bool {
        self.is_name(token) || matches!(token.text(self.text), ")" | "]" | "}")
    }

    fn begins_operand(&self, token: &Token) -> bool {
        self.is_name(token) || matches!(token.text(self.text), "(" | "{" | "not" | "count")
    }

    fn is_name(&self, token: &Token) -> bool {
        matches!(token.class, TokenClass::Word | TokenClass::Number)
            || matches!(token.text(self.text), "me" | "opponent" | "none" | "true" | "false" | "x" | "y")
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

    /// Several operators fit: the author chooses.
    fn with_several(&self, first: &Insertion, more: &[Insertion]) -> Option<Diagnostic> {
        let line = self.line(first)?;
        let signs: Vec<String> = more.iter().map(|each| format!("`{}`", each.sign.trim())).collect();
        let (first, last) = (first.sign.trim(), signs.split_last()?);
        let signs = match last {
            (last, []) => last.clone(),
            (last, before) => format!("{} or {last}", before.join(", ")),
        };
        let help = format!("an operator is missing: write `{line}`, or {signs} where `{first}` stands");
        let report = Diagnostic { fixes: Vec::new(), ..self.report.clone() };
        Some(report.help(help))
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
    fn a_bracket_is_told_where_the_types_leave_one_place() {
        assert_eq!(helps("def free = Cell - men[A - men[B]"), ["write `def free = Cell - men[A] - men[B]`"]);
        assert_eq!(
            helps("def high = { c in Cell where men[A <= men[B] }"),
            ["write `def high = { c in Cell where men[A] <= men[B] }`"]
        );
    }

    #[test]
    fn where_several_places_fit_none_is_told() {
        assert!(!helps("let k = (3 + 1 / 2").iter().any(|help| help.contains("(3) + 1")));
    }
}
