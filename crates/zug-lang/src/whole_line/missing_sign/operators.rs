//! A comma or an operator between two operands.

use super::{Insertion, SignSearch};
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::tokens::{Token, TokenClass};

/// The operators that may be missing between two operands, the likelier ones of a kind first.
const OPERATORS: [&str; 16] =
    ["-", "+", "&", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "in", "and", "or", "=>"];

/// Whether two texts are the same, blanks apart.
fn is_alike(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    plain(one) == plain(other)
}

/// Whether an operator makes a value of two.
fn is_computed(insertion: &Insertion) -> bool {
    matches!(insertion.sign.trim(), "+" | "-" | "*" | "/" | "%" | "&")
}

impl SignSearch<'_> {
    /// The report with a comma or the operators that fit between two operands.
    pub(super) fn with_operators(&self, gap: usize) -> Option<Diagnostic> {
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

    /// The first gap between two operands at which the reading stops, or at which the report
    /// stands: the number of the token behind it.
    pub(super) fn gap(&self, stop: usize) -> Option<usize> {
        let all = self.tokens();
        let reported = self.report.span();
        let at = |byte: usize| all.partition_point(|token| token.end <= byte);
        let mut places = [at(stop), at(reported.start as usize), at(reported.end as usize)];
        // A report that says what is missing stands where it is missing.
        if self.report.code == codes::ELSEWHERE {
            places.rotate_left(1);
        }
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
