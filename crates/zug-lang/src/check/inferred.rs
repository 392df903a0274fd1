//! Helps that guess from the rest of the definition: bounds from comparisons, an index from a list,
//! the statement that a name was declared by.

use super::checker::Checker;
use super::codes;
use super::domain_tables::DomainTables;
use super::input::CheckInput;
use super::reports::Reports;
use super::scope::Scope;
use super::unknown::is_cell_name;
use super::words::words_in;
use crate::diagnostic::Diagnostic;
use crate::program::{DomainId, PLAYER};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Initial, ItemKind, Name, Statement, StatementKind};
use crate::syntax::elsewhere::bounds;

impl Checker<'_> {
    /// Refuses a field that is a list: it gets an index.
    pub(super) fn refuse_list_field<T>(&mut self, declared: &ast::Declared, item: &ast::Type) -> Option<T> {
        let (name, of) = (&declared.name.text, self.input.written(item.span).to_owned());
        let (length, value) = match &declared.initial {
            Some(Initial::List(items, span)) => {
                (Some(items.len()), format!(" = {}", self.input.written(*span)))
            }
            Some(Initial::One(e)) => (None, format!(" = {}", self.input.written(e.span))),
            None => (None, String::new()),
        };
        let of_length = |at: &u32| {
            let id = DomainId(*at);
            self.domains.low(id).is_some()
                && length.is_none_or(|length| self.domains.all[id.index()].len() == length)
        };
        let index = (0..self.domains.all.len() as u32).find(of_length);
        let of_elements = (1..self.domains.all.len()).any(|at| self.domains.all[at].name == of);
        let help = match index {
            _ if of_elements && length.is_none_or(|length| length == 0) => {
                format!("what a field holds of elements is a set: write `{name}: set of {of}`")
            }
            Some(at) => format!(
                "a field has an index, and a value for each: write `{name}[{}]: {of}{value}`",
                self.domains.domain_name(DomainId(at))
            ),
            None => format!(
                "a field has an index, and a value for each: write `range Index = 1..{}` and `{name}[Index]: {of}{value}`",
                length.unwrap_or(3)
            ),
        };
        let message = "a list is not a type here";
        self.reports
            .refuse(Diagnostic::error(codes::TYPE_HERE, message, declared.ty.span, "not here").help(help))
    }

    /// Refuses to store to a name that nothing declares: a name for a value is given by `let`.
    pub(super) fn refuse_new_name<T>(&mut self, s: &Scope, target: &Name, value: Span) -> Option<T> {
        let name = &target.text;
        let word = if self.input.is_stored_behind(target) { "var" } else { "let" };
        let message = format!("there is nothing called `{name}`");
        let report = Diagnostic::error(codes::UNKNOWN_NAME, message, target.span, "unknown");
        if words_in(self.input.written(value)).any(|word| word == name) {
            let help = format!(
                "its new value speaks of `{name}` itself: write `var {name} = ..` before, with the first value"
            );
            return self.refuse_name(Some(s), target, &[], report.help(help));
        }
        let shown = self.input.short_text(value);
        let report = report
            .help(format!("write `{word} {name} = {shown}`: a name for a value is given by `{word}`"))
            .likely(target.span, format!("{word} {name}"));
        self.refuse_name(Some(s), target, &[], report)
    }
}

impl CheckInput<'_> {
    /// The help for a type that means an integer: the bounds that the rest of the text speaks of.
    /// `None` where the type is that of nothing with a name.
    pub(super) fn integer_type_help(&self, at: Span) -> Option<String> {
        let text = self.game.text.as_ref();
        let before = text.get(..at.start as usize).unwrap_or("").trim_end();
        if let Some(before) = before.strip_suffix("of").filter(|rest| rest.trim_end().ends_with("list")) {
            let line = text.get(before.len()..).unwrap_or("").lines().next().unwrap_or("");
            if let Some((low, high)) = bounds::of_values(&integers(line)) {
                return Some(format!(
                    "write `list of {low}..{high}`, with the least and the greatest value of a member"
                ));
            }
        }
        let name = declared_name(before);
        let guess = bounds::written(text, name);
        // An index is of a domain, and has no bounds.
        (!name.is_empty()).then(|| {
            format!("write the least and the greatest value that `{name}` may have, `{guess}` for one")
        })
    }

    /// Whether the item stores to a name once more behind this place.
    fn is_stored_behind(&self, target: &Name) -> bool {
        let text = self.game.text.get(target.span.end as usize..).unwrap_or("");
        let lines = text.lines().enumerate();
        let item =
            lines.take_while(|(at, line)| *at == 0 || line.starts_with([' ', '\t', '}']) || line.is_empty());
        let stores = |line: &str| {
            line.match_indices(target.text.as_str()).any(|(at, _)| {
                let behind = line[at + target.text.len()..].trim_start();
                let apart = !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
                let set = behind.starts_with('=') && !behind.starts_with("==") && !behind.starts_with("=>");
                apart && (set || behind.starts_with("+=") || behind.starts_with("-="))
            })
        };
        item.into_iter().any(|(_, line)| stores(line))
    }

    /// The text and the place of the `let` that declared a name in a body.
    pub(super) fn let_statement(&self, declared: Span) -> Option<(String, Span)> {
        let bodies = self.game.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Move(found) => Some(found.body.as_slice()),
            _ => None,
        });
        let span = bodies.into_iter().find_map(|body| let_at(body, declared))?;
        let text = self.written(span);
        (!text.is_empty() && text.starts_with("let")).then(|| (text.to_owned(), span))
    }
}

impl DomainTables {
    /// The player that is meant by a number or a letter, `P1`, `2`, `B`.
    pub(super) fn player_by_number(&self, name: &str) -> Option<&str> {
        let members = &self.all[PLAYER.index()].members;
        let lower = name.to_lowercase().replace('_', "");
        let mut begun = members.iter().filter(|member| member.to_lowercase().starts_with(&lower));
        if let (Some(only), None) = (begun.next(), begun.next()) {
            return Some(only);
        }
        let number = match lower.as_str() {
            "0" | "1" | "p1" | "player1" | "a" | "first" | "one" | "x" | "playera" | "player0" => 0,
            "2" | "p2" | "player2" | "b" | "second" | "two" | "o" | "playerb" => 1,
            _ => return None,
        };
        members.get(number).map(String::as_str)
    }

    /// The help for a cell that its board does not have: the last of its column or its row.
    pub(super) fn cell_beyond(&self, name: &str, hint: Option<DomainId>) -> Option<String> {
        let letters = name.find(|c: char| c.is_ascii_digit()).filter(|_| is_cell_name(name))?;
        let (column, row) = (&name[..letters], name[letters..].parse::<u32>().ok()?);
        let of_cells =
            |domain: &&crate::program::Domain| domain.members.iter().all(|name| is_cell_name(name));
        for domain in self.all.iter().filter(of_cells) {
            let mut of_column = domain
                .members
                .iter()
                .filter(|member| member.strip_prefix(column).is_some_and(|rest| rest.parse::<u32>().is_ok()));
            if let Some(last) = of_column.next_back()
                && last[letters..].parse::<u32>().is_ok_and(|last| last < row)
            {
                return Some(format!(
                    "`{}` ends there with `{last}`: write `{last}`, or make it larger",
                    domain.name
                ));
            }
            let mut rows = domain.members.iter().filter(|member| {
                member.trim_start_matches(|c: char| c.is_ascii_lowercase()) == &name[letters..]
            });
            if let Some(last) = rows.next_back()
                && hint.is_some_and(|id| self.all[id.index()].name == domain.name)
                && (last.len(), last.as_str()) < (name.len(), name)
            {
                return Some(format!(
                    "`{}` ends there with `{last}`: write `{last}`, or make it larger",
                    domain.name
                ));
            }
        }
        None
    }
}

impl Reports<'_> {
    /// Replaces two reports about sets beside `or` or `and` by one, if they are all: sets have
    /// operators of their own.
    pub(super) fn sets_by_words(
        &mut self,
        before: usize,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
    ) -> bool {
        let of_set = |report: &Diagnostic| {
            report.code == codes::MISMATCH
                && report.message.starts_with("expected true or false, found a set")
        };
        let both = self.list.get(before..).filter(|reports| reports.len() == 2);
        if !both.is_some_and(|reports| reports.iter().all(of_set)) {
            return false;
        }
        let (word, sign, what) = match op {
            BinaryOp::Or => ("or", "+", "the union of two sets"),
            BinaryOp::And => ("and", "&", "what two sets have in common"),
            _ => return false,
        };
        let text = format!("{} {sign} {}", self.input.written(a.span), self.input.written(b.span));
        self.list.truncate(before);
        let message = format!("`{word}` joins conditions; {what} is written `{sign}`");
        let report = Diagnostic::error(codes::MISMATCH, message, a.span.to(b.span), "these are sets");
        self.report(report.help(format!("write `{text}`")).likely(a.span.to(b.span), text));
        true
    }

    /// Says of an element that is added to a number that a count grows by 1.
    pub(super) fn counts_by_one(&mut self, before: usize, statement: Span) {
        let text = self.input.written(statement).to_owned();
        let sign = if text.contains("+=") { "+=" } else { "-=" };
        let Some((target, _)) = text.split_once(sign) else { return };
        let only = self.list.len() == before + 1;
        let Some(report) = self.list.last_mut().filter(|_| only) else { return };
        let element = report.code == codes::MISMATCH && report.message.starts_with("expected an integer");
        if let Some(old) = report.help.take_if(|_| element) {
            report.help = Some(format!("write `{} {sign} 1` to count it; {old}", target.trim()));
        }
    }
}

/// The span of the `let` of this name among some statements.
fn let_at(statements: &[Statement], declared: Span) -> Option<Span> {
    statements.iter().find_map(|statement| match &statement.kind {
        StatementKind::Let(name, _) if name.span == declared => Some(statement.span),
        StatementKind::If(arms, rest) => arms
            .iter()
            .find_map(|(_, body)| let_at(body, declared))
            .or_else(|| let_at(rest.as_deref().unwrap_or_default(), declared)),
        StatementKind::For(_, body) | StatementKind::Repeat(_, _, body) => let_at(body, declared),
        _ => None,
    })
}

/// The name that a declaration gives, of the text up to its type.
fn declared_name(before: &str) -> &str {
    let before = before.trim_end().trim_end_matches(':').trim_end();
    let before = match before.ends_with(']') {
        true => before.rfind('[').map_or(before, |open| before[..open].trim_end()),
        false => before,
    };
    let start = before
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    &before[start..]
}

/// The integers that are written in a line.
fn integers(line: &str) -> Vec<i64> {
    let code = line.split("//").next().unwrap_or("");
    let mut found = Vec::new();
    for piece in code.split(|c: char| !c.is_ascii_digit() && c != '-') {
        found.extend(piece.parse::<i64>());
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::check::tests::helps_beside;

    /// The helps about a definition that ends with `lines`.
    fn helps(lines: &str) -> Vec<String> {
        helps_beside("range H = 1..3", lines)
    }

    #[test]
    fn types_are_read_off_the_rest() {
        let int = "state { n: int }\nmove m(k in 1..3) when n + k <= 30 { n += k }";
        assert_eq!(helps(int), ["write the least and the greatest value that `n` may have, `0..30` for one"]);
        let list = "param a: list of int = {3, -1}\nmove m { }";
        assert_eq!(
            helps(list),
            ["write `list of -9..9`, with the least and the greatest value of a member", "write `[3, -1]`"]
        );
        let field = "state { heap: list of 0..7 = [3, 5, 7] }\nmove m { }";
        assert_eq!(
            helps(field),
            ["a field has an index, and a value for each: write `heap[H]: 0..7 = [3, 5, 7]`"]
        );
        assert_eq!(helps("param n: 1..9 = 12\nmove m { }"), ["write `9`, or widen the bounds to `1..12`"]);
    }

    #[test]
    fn names_are_those_of_the_definition() {
        let around = |guard: &str| {
            format!(
                "state {{ s[Player]: set of C, at: C = a1, n: 0..9 }}\nmove m(c in C) when {guard} {{ s[me] += c }}"
            )
        };
        let cases = [
            ("c in s[P2]", "write `s[Bob]`: the players have names"),
            ("c in s[1]", "write `s[Ann]`: the players have names, `Ann` and `Bob`"),
            ("c in s[enemy]", "write `s[opponent]`: the player who is not to move"),
            ("c = A2", "did you mean `a2`?"),
            ("c = b9", "`C` ends there with `b3`: write `b3`, or make it larger"),
            ("c = j2", "`C` ends there with `c2`: write `c2`, or make it larger"),
            ("s[me] >= 2", "write `count(s[me]) >= 2`: the number of the members"),
            ("c in (s[Ann] or s[Bob])", "write `s[Ann] + s[Bob]`"),
            ("count(d in C, d in s[me]) = 2", "write `count(d in C: d in s[me])`"),
            ("AND(c = at, n < 3)", "write `c = at and n < 3`"),
        ];
        for (guard, help) in cases {
            assert_eq!(helps(&around(guard)), [help], "{guard}");
        }
        assert_eq!(
            helps("state { at: C = {a1} }\nmove m { at = b1 }"),
            ["write `a1`: one element stands without braces"]
        );
    }

    #[test]
    fn statements_say_what_is_stored() {
        let body =
            |body: &str| format!("state {{ n[Player]: 0..9, s: set of C }}\nmove m(c in C) {{\n  {body}\n}}");
        let cases = [
            ("d = east(c)\n  s += d", "write `let d = east(c)`: a name for a value is given by `let`"),
            (
                "for k in 1..2 { d = east(d) }\n  s += c",
                "its new value speaks of `d` itself: write `var d = ..` before, with the first value",
            ),
            ("d = c\n  d = east(d)", "write `var d = c`: a name for a value is given by `var`"),
            ("let d = c\n  d = east(d)", "write `var d = c` where it is declared: a `var` can be stored to"),
            (
                "n[me] += c",
                "write `n[me] += 1` to count it; a cell is no number: `c.x` is its column, `c.y` its row",
            ),
        ];
        for (statement, help) in cases {
            assert_eq!(helps(&body(statement)), [help], "{statement}");
        }
    }
}
