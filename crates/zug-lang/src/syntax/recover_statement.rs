//! Error recovery in the body of a move: parses statement by statement, and a broken statement part
//! by part.

use super::ast::{Binders, Expr, Statement, StatementKind};
use super::codes;
use super::grammar::Rule;
use super::items::{ends_operand, is_let_expression, is_reserved};
use super::resynchronize::ItemReader;
use super::scan::Kind;
use crate::diagnostic::{Diagnostic, near_names};
use std::ops::Range;

/// Words with which statements begin.
const STATEMENTS: [&str; 6] = ["let", "var", "if", "for", "repeat", "again"];

impl<'t> ItemReader<'t> {
    /// Cuts a body into statements. Two expressions never stand side by side, so a name after a
    /// complete operand begins a new statement.
    pub(super) fn split_statements(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let mut statements = Vec::new();
        let (mut from, mut at) = (range.start, range.start);
        while at < range.end {
            if at > from && self.begins_statement(at, range) && !self.is_slip_of_let(from, at) {
                statements.push(from..at);
                from = at;
            }
            at = self.past(at);
        }
        if from < range.end {
            statements.push(from..range.end);
        }
        statements
    }

    /// Whether `lett x = 3` begins at `from`: a misspelt `let` or `var` before a name at `at`.
    fn is_slip_of_let(&self, from: usize, at: usize) -> bool {
        let word = self.view.tokens[from].kind == Kind::Word && !is_reserved(self.view.word(from));
        let beside = at == from + 1 && !self.view.tokens[at].first;
        let near = || !near_names(&self.view.word(from).to_lowercase(), ["let", "var"]).is_empty();
        word && beside && self.view.word(at + 1) == "=" && near()
    }

    /// Whether the token `at`, which is not the first of the body `range`, begins a statement.
    fn begins_statement(&self, at: usize, range: &Range<usize>) -> bool {
        let word = self.view.word(at);
        let juxtaposed = ends_operand(&self.view, at - 1);
        match word {
            "let" => !is_let_expression(&self.view, at),
            "var" | "for" | "repeat" => true,
            "again" => self.view.word(at - 1) != "let" && self.view.word(at - 1) != "var",
            "if" => juxtaposed || self.view.tokens[at].first && self.is_if_statement(at, range.end),
            _ if self.view.tokens[at].kind != Kind::Word => false,
            _ if is_reserved(word) => juxtaposed && ["=", "+=", "-="].contains(&self.view.word(at + 1)),
            _ => {
                let first = self.view.tokens[at].first;
                let index = self.view.word(at + 1) == "[";
                let behind = if index { self.past(at + 1) } else { at + 1 };
                let stores = ["=", "+=", "-=", "==", ":="].contains(&self.view.word(behind));
                let only_stores = stores && first && self.view.word(behind) != "=";
                let keyword = ["let", "var", "for", "repeat", "if"].contains(&self.view.word(at - 1));
                !keyword && (juxtaposed && (stores || first) || only_stores)
            }
        }
    }

    /// Whether the `if` at `at` is a statement: its block comes before any `then`.
    fn is_if_statement(&self, at: usize, end: usize) -> bool {
        let rest = at + 1..end;
        let then = self.find(&rest, &["then"]).unwrap_or(end);
        self.body(&rest).is_some_and(|brace| brace > at + 1 && brace < then)
    }

    /// Parses one statement; if that fails, recovers its parts.
    pub(super) fn statement(&mut self, range: &Range<usize>) -> Statement {
        let span = self.view.span_of(range);
        match self.view.read(Rule::whole_statement, range) {
            Ok((pair, base)) => self.lower(pair, base, |lower, pair| lower.whole_statement(pair)),
            Err(whole) => {
                let rendered = self.diagnostics.len();
                let kind = self.recover_statement(range);
                if self.diagnostics.len() == rendered {
                    self.diagnostics.push(self.unknown_statement(range.start).unwrap_or(*whole));
                }
                if kind.is_none() {
                    self.lost_names(range);
                }
                Statement { kind: kind.unwrap_or(StatementKind::Error), span }
            }
        }
    }

    /// Records the names that a broken statement would have bound, so that their uses are not
    /// reported as unknown.
    fn lost_names(&mut self, range: &Range<usize>) {
        let assigned = self.find(range, &["=", ":=", "=="]).unwrap_or(range.end);
        let declares = !["if", "repeat", "again"].contains(&self.view.word(range.start));
        let two_words = assigned > range.start + 1 && self.view.word(range.start + 1) != "[";
        if declares && two_words {
            self.lost(&(range.start..assigned));
        }
    }

    /// Reports `lett x = 3`: a word that begins no statement, before a name or a number.
    fn unknown_statement(&self, at: usize) -> Option<Diagnostic> {
        let (word, next) = (self.view.word(at), self.view.tokens.get(at + 1)?);
        if is_reserved(word) || !matches!(next.kind, Kind::Word | Kind::Number) {
            return None;
        }
        let report = Diagnostic::error(
            codes::UNKNOWN_STATEMENT,
            format!("`{word}` does not begin a statement"),
            self.view.span(at),
            "no word of the language",
        );
        Some(match near_names(&word.to_lowercase(), STATEMENTS).as_slice() {
            [meant] => report.help(format!("did you mean `{meant}`?")).fix(self.view.span(at), *meant),
            _ => report.help(
                "a statement is an assignment `x = ..`, or begins with `let`, `if`, `for`, `repeat`, `again`",
            ),
        })
    }

    /// Recovers the parts of a statement that could not be parsed as a whole.
    fn recover_statement(&mut self, range: &Range<usize>) -> Option<StatementKind> {
        match self.view.word(range.start) {
            "if" => self.recover_if(range),
            "for" | "repeat" => self.recover_loop(range),
            "let" | "var" => self.recover_let(range),
            "again" => None,
            _ => self.recover_assignment(range),
        }
    }

    /// Recovers `let x = E`: the name is bound even if its value cannot be parsed.
    fn recover_let(&mut self, range: &Range<usize>) -> Option<StatementKind> {
        let equal = self.find(range, &["=", "==", ":="])?;
        let head = range.start + 1..equal;
        self.attempt(Rule::var_head, &head, |_, _| ())?;
        let name = self.name(head.start);
        let value = self.expression(&(equal + 1..range.end));
        Some(match self.view.word(range.start) {
            "let" => StatementKind::Let(name, value),
            _ => StatementKind::Var(name, value),
        })
    }

    /// Checks the sides of `x[i] = E` one by one; no statement comes of it.
    fn recover_assignment(&mut self, range: &Range<usize>) -> Option<StatementKind> {
        let equal = self.find(range, &["=", "+=", "-=", "==", ":="])?;
        let head = range.start..equal;
        if self.view.read(Rule::assignment_head, &head).is_err() {
            return None;
        }
        self.expression(&(equal + 1..range.end));
        None
    }

    /// Recovers `for B { }` and `repeat N { }`.
    fn recover_loop(&mut self, range: &Range<usize>) -> Option<StatementKind> {
        let brace = self.body(&(range.start + 1..range.end)).filter(|brace| *brace > range.start + 1)?;
        let head = range.start + 1..brace;
        let (inside, _) = self.inside(brace, range);
        if self.view.word(range.start) == "repeat" {
            let place = (head.clone()).find(|at| self.view.word(*at) == "while");
            let number = self.expression(&(head.start..place.unwrap_or(head.end)));
            let going_on = place.map(|place| self.expression(&(place + 1..head.end)));
            return Some(StatementKind::Repeat(number, going_on, self.statements(&inside)));
        }
        let binders: Option<Binders> =
            self.attempt(Rule::whole_binders, &head, |lower, pair| lower.binders_in(&pair)).flatten();
        let body = self.statements(&inside);
        binders.map(|binders| StatementKind::For(binders, body))
    }

    /// Recovers `if C { } else if D { } else { }` arm by arm.
    fn recover_if(&mut self, range: &Range<usize>) -> Option<StatementKind> {
        let mut arms: Vec<(Expr, Vec<Statement>)> = Vec::new();
        let mut at = range.start;
        while at < range.end && self.view.word(at) == "if" {
            let brace = self.body(&(at + 1..range.end)).filter(|brace| *brace > at + 1)?;
            let condition = self.expression(&(at + 1..brace));
            let (inside, behind) = self.inside(brace, range);
            arms.push((condition, self.statements(&inside)));
            if behind >= range.end || self.view.word(behind) != "else" {
                return (behind >= range.end).then_some(StatementKind::If(arms, None));
            }
            at = behind + 1;
        }
        if at >= range.end || self.view.word(at) != "{" {
            return None;
        }
        let (inside, behind) = self.inside(at, range);
        let rest = self.statements(&inside);
        (behind >= range.end).then_some(StatementKind::If(arms, Some(rest)))
    }
}
