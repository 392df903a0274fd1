//! Finds the one sign that an item lacks by trying: an operator or a comma between two operands,
//! or the other bracket of a pair. Of the places and signs with which the item can be read, those
//! are told with which the checker finds no error in it.

use super::{Bench, Check, REPORTS, Work, choices, errors, is_shown, squeezed, units};
use crate::diagnostic::{Applicability, Diagnostic, Severity};
use crate::fix::apply_all;
use crate::source::{FileId, Span};
use crate::syntax::codes;
use crate::syntax::tokens::{Token, TokenClass, tokens};
use crate::syntax::whole_item::read;
use std::ops::Range;

/// The operators that may be missing between two operands, the likelier ones of a kind first.
const OPERATORS: [&str; 16] =
    ["-", "+", "&", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "in", "and", "or", "=>"];

/// The most places of a bracket that are checked: where more can be read nothing is known.
const PLACES: usize = 8;

/// What trying may cost.
const WORK: Work = Work { copies: 40, bytes: 1 << 20, searches: 0, steps: 50_000_000 };

/// A sign that is put in at a place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Insertion {
    at: usize,
    sign: String,
}

/// Whether two texts are the same, blanks apart.
fn is_alike(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    plain(one) == plain(other)
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
            codes::STRAY_CLOSER => self.with_bracket(self.openers()?),
            codes::MISSING_COMMA if !self.report.fixes.is_empty() => None,
            _ => self.with_operators(self.gap(self.unit.start + stop)?),
        }
    }

    /// The report with the place of a bracket, where one place alone fits, and nothing is mended by
    /// what the report offers or without the other bracket.
    fn with_bracket(&self, tried: Vec<Insertion>) -> Option<Diagnostic> {
        let other = self.report.span();
        let (before, behind) = (&self.text[..other.start as usize], &self.text[other.end as usize..]);
        let length = (other.end - other.start) as usize;
        let without = self.unit.start..self.unit.end.saturating_sub(length).max(self.unit.start);
        let is_fixed = self.own().is_some()
            || self.bench.is_free(&format!("{before}{behind}"), &without)
            || tried.is_empty();
        match self.fitting(tried).as_slice() {
            [one] if !is_fixed => Some(self.with_one(one)),
            _ => None,
        }
    }

    /// The report with a comma or the operators that fit between two operands.
    fn with_operators(&self, gap: usize) -> Option<Diagnostic> {
        let mut tried = self.operators(gap);
        let has_comma = tried.first().is_some_and(|each| each.sign == ",");
        if self.report.code == codes::MISSING_COMMA && has_comma || self.item().starts_with("expect") {
            tried.retain(|each| each.sign == ",");
        }
        let own = self.own();
        if let Some(copy) = &own {
            // An operator that the report puts in is one of several that may fit, but for a product
            // that it offers, and for the sign of a declaration or a store that has none.
            let sign = tried.iter().find(|each| is_alike(&self.with(each), copy))?;
            let is_asked = sign.sign.trim() == "=" && self.lacks_its_sign(gap);
            if is_asked || sign.sign.trim() != "=" && !self.report.fixes.is_empty() {
                return None;
            }
        }
        let fitting = self.likeliest(self.fitting(tried), gap);
        match fitting.as_slice() {
            [one] if own.is_some_and(|copy| is_alike(&self.with(one), &copy)) => None,
            [one] => Some(self.with_one(one)),
            [first, more @ ..] => self.with_several(first, more),
            [] => None,
        }
    }

    /// The likeliest of the signs that fit, the first one first.
    fn likeliest(&self, mut fitting: Vec<Insertion>, gap: usize) -> Vec<Insertion> {
        // In a list, a set or an argument a comma is likelier than what makes one of two.
        if fitting.first().is_some_and(|each| each.sign == ",") {
            fitting.truncate(1);
        }
        let joins = |each: &Insertion| matches!(each.sign.trim(), "and" | "or");
        if self.is_between_comparisons(gap) && fitting.iter().any(joins) {
            fitting.retain(joins);
        }
        // Where a value can be computed, a comparison makes a chain of a condition.
        if fitting.iter().any(is_computed) {
            fitting.retain(is_computed);
        }
        // Of numbers a sum is likelier than a difference, of sets a difference.
        let sign = |at: usize| fitting.get(at).map_or("", |each| each.sign.trim());
        if sign(0) == "-" && sign(1) == "+" && sign(2) != "&" {
            fitting.swap(0, 1);
        }
        fitting
    }

    /// Whether a declaration or a store stands before a gap that has no `=` yet.
    fn lacks_its_sign(&self, gap: usize) -> bool {
        let all = self.tokens();
        let keyword = all.first().map_or("", |token| token.text(self.text));
        let mut open = 0usize;
        for token in all[1.min(gap)..gap].iter().rev() {
            match token.text(self.text) {
                ")" | "]" | "}" => open += 1,
                "(" | "[" if open == 0 => return false,
                "{" | "," if open == 0 => return true,
                "(" | "[" | "{" => open = open.saturating_sub(1),
                _ if open > 0 => {}
                ":" if matches!(keyword, "param" | "state") => {}
                "=" | "+=" | "-=" | "=>" | ":" | "<" | "<=" | ">" | ">=" | "!=" => return false,
                "when" | "where" | "provided" | "and" | "or" | "not" | "if" => return false,
                _ => {}
            }
        }
        matches!(keyword, "param" | "let" | "def" | "board" | "range" | "family")
    }

    /// Whether a comparison stands on both sides of a gap, before a word or sign that ends it.
    fn is_between_comparisons(&self, gap: usize) -> bool {
        const ENDS: [&str; 16] = [
            "when", "where", "provided", "and", "or", "then", "else", "as", ":", ",", "{", "}", "(", ")",
            "=>", "if",
        ];
        let all = self.tokens();
        let word = |token: &Token| token.text(self.text);
        let compares = |token: &Token| matches!(word(token), "=" | "!=" | "<" | "<=" | ">" | ">=" | "in");
        let (before, behind) = all.split_at(gap.min(all.len()));
        let within = |token: &&Token| !ENDS.contains(&word(token));
        before.iter().rev().take_while(within).any(compares) && behind.iter().take_while(within).any(compares)
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

    /// The first gap between two operands at which the reading stops, or at which the report
    /// stands: the number of the token behind it.
    fn gap(&self, stop: usize) -> Option<usize> {
        let all = self.tokens();
        let reported = self.report.span();
        let at = |byte: usize| all.partition_point(|token| token.end <= byte);
        let places = [at(stop), at(reported.start as usize), at(reported.end as usize)];
        places.into_iter().find(|place| {
            let before = place.checked_sub(1).and_then(|before| all.get(before));
            let (Some(before), Some(behind)) = (before, all.get(*place)) else { return false };
            let is_call = before.end == behind.start;
            *place > 1 && !is_call && self.ends_operand(before) && self.begins_operand(behind)
        })
    }

    /// A comma and the operators in a gap, with which the item can be read.
    fn operators(&self, gap: usize) -> Vec<Insertion> {
        let all = self.tokens();
        let (Some(before), Some(behind)) = (gap.checked_sub(1).and_then(|at| all.get(at)), all.get(gap))
        else {
            return Vec::new();
        };
        let comma = Insertion { at: before.end, sign: ",".to_owned() };
        let each = OPERATORS.iter().map(|sign| Insertion { at: behind.start, sign: format!("{sign} ") });
        std::iter::once(comma).chain(each).filter(|insertion| self.is_read(insertion)).collect()
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
    fn where_several_places_fit_none_is_told() {
        assert!(!helps("let k = (3 + 1 / 2").iter().any(|help| help.contains("(3) + 1")));
    }
}
