//! How the construct is written in which a mistake stands, in the names of the author.
//!
//! Where nothing better is known of a mistake, its report shows the innermost construct around it
//! as a whole: the header of a move, a guard, a statement, a field, an entry of `show`, an outcome,
//! a call. No report of the parser is left without something to write.

use super::brackets::closer_of;
use super::codes;
use super::item_walk::{Walk, is_name, pass};
use super::items::{ends_operand, rule_of};
use super::own_names::OwnNames;
use super::parse_error::TokenView;
use super::scan;
use super::unfinished;
use crate::built_ins::{self, built_in};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::FileId;

/// Words of a help that the reader would have to replace by something of his own.
const OPEN: [&str; 9] =
    ["NAME", "TYPE", "VALUE", "SET", "DOMAIN", "CONDITION", "OUTCOME", "EXPRESSION", "FACT"];

/// Codes whose help says in words all that can be said: no form of a construct mends them.
const ENOUGH: [&str; 3] = [codes::NUMBER_TOO_LARGE, codes::SECOND_TURN, codes::TOO_DEEP];

/// Whether a report says what to write. A bracket alone says it only where its place is told too.
pub(super) fn says_what_to_write(report: &Diagnostic) -> bool {
    let help = report.help.as_deref().unwrap_or_default();
    let mut codes = help.split('`').skip(1).step_by(2);
    ENOUGH.contains(&report.code)
        || help.contains("delete")
        || help.starts_with("write `") && codes.clone().next().is_some_and(|code| !is_open(code))
        || codes.any(|code| code.len() > 1 && !is_open(code))
}

/// Whether a code has a word that the reader would have to replace.
pub(super) fn is_open(code: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric()).any(|word| OPEN.contains(&word))
}

/// Gives every report that has nothing to write the form of the construct in which it stands.
pub(super) fn complete(file: FileId, text: &str, reports: &mut [Diagnostic]) {
    let is_silent = |report: &Diagnostic| report.severity == Severity::Error && !says_what_to_write(report);
    if !reports.iter().any(|report| is_silent(report) || breaks_off(report)) {
        return;
    }
    let scan = scan::scan(file, 0, text);
    let view = TokenView { file, base: 0, text, tokens: &scan.tokens };
    let own = OwnNames::of(&view);
    for report in reports.iter_mut().filter(|report| breaks_off(report)) {
        let start = report.span().start as usize;
        let last = scan.tokens.partition_point(|token| token.start < start).checked_sub(1);
        if let Some(text) = last.and_then(|last| unfinished::taken_away(&view, last)) {
            report.help = Some(format!("write `{text}`, or delete `-`"));
        }
    }
    let mut silent: Vec<&mut Diagnostic> = reports.iter_mut().filter(|report| is_silent(report)).collect();
    silent.sort_by_key(|report| report.span().start);
    let mut walk = Walk::new(&view);
    for report in silent {
        let start = report.span().start as usize;
        let at = scan.tokens.partition_point(|token| token.start < start);
        walk.to(at);
        let around = Around { view: &view, own: &own, at, item: walk.item, open: &walk.open };
        let closed = if report.code == codes::UNCLOSED { around.closed() } else { None };
        let Some(form) = closed.or_else(|| around.form(report.help.as_deref())) else { continue };
        let known = report.help.take().filter(|help| !help.starts_with("it is written"));
        report.help = Some(match known {
            Some(known) => format!("{known}; {form}"),
            None => form,
        });
    }
}

/// Whether nothing stands behind a minus.
fn breaks_off(report: &Diagnostic) -> bool {
    let help = report.help.as_deref().unwrap_or("");
    help.starts_with("write what belongs behind") && help.ends_with("or delete `-`")
}

/// The most tokens before a place in which the construct around it is looked for.
const BEFORE: usize = 400;

/// A place in a text.
struct Around<'v, 't> {
    view: &'v TokenView<'t>,
    own: &'v OwnNames<'t>,
    /// The first token that begins at the place or behind it.
    at: usize,
    /// The keyword of the item around it, and the brackets that are open in it.
    item: Option<usize>,
    open: &'v [usize],
}

impl<'t> Around<'_, 't> {
    fn word(&self, at: usize) -> &'t str {
        self.view.word(at)
    }

    fn is_name(&self, at: usize) -> bool {
        is_name(self.view, at)
    }

    /// The last keyword of the item that a help speaks of; of any, without a help.
    fn last_of(&self, help: Option<&str>) -> Option<usize> {
        let wanted =
            help.map(|help| help.trim_start_matches("it is written `").split(' ').next().unwrap_or(""));
        let begins = |at: &usize| {
            let word = self.word(*at);
            self.view.tokens[*at].first
                && rule_of(word).is_some()
                && wanted.is_none_or(|wanted| wanted == word)
        };
        (0..self.at.min(self.view.tokens.len())).rev().take(BEFORE).find(begins)
    }

    /// The brackets that are open behind a token, the innermost last.
    fn open_since(&self, item: usize) -> Vec<usize> {
        let mut open = Vec::new();
        (item..self.at).for_each(|at| pass(self.view, at, &mut open));
        open
    }

    /// The rest of the line behind a bracket that is never closed, with its partner.
    fn closed(&self) -> Option<String> {
        let open = self.at;
        let end = (open + 1..self.view.tokens.len()).find(|at| self.view.tokens[*at].first);
        let last = end.unwrap_or(self.view.tokens.len()).checked_sub(1).filter(|last| *last > open)?;
        let text = self.view.text.get(self.view.tokens[open].start..self.view.tokens[last].end)?;
        Some(format!("write `{text}{}`, for one", closer_of(self.word(open))))
    }

    /// How the innermost construct is written.
    fn form(&self, known: Option<&str>) -> Option<String> {
        let (item, open) = match self.item {
            Some(item) => (item, self.open.to_vec()),
            None => {
                let item = self.last_of(known)?;
                (item, self.open_since(item))
            }
        };
        let inner = open.iter().rev().find_map(|open| self.in_bracket(item, *open));
        inner.or_else(|| self.in_item(item))
    }

    fn in_bracket(&self, item: usize, open: usize) -> Option<String> {
        if let Some(form) = self.in_expression(open + 1) {
            return Some(form);
        }
        match self.word(open) {
            "(" => self.in_round(item, open),
            "[" => {
                let table = open.checked_sub(1).map(|before| self.word(before))?;
                Some(format!("an index is written `{}`", self.own.index_of(table)?))
            }
            _ => self.in_braces(item, open),
        }
    }

    fn in_round(&self, item: usize, open: usize) -> Option<String> {
        let name = self.word(open.checked_sub(1)?);
        if open == item + 2 {
            return self.in_item(item);
        }
        if let Some(board) = built_ins::board(name) {
            return Some(format!("a board is written `{}`", board.example));
        }
        if let Some(it) = built_in(name) {
            let binds = it.quantifier().is_some() && it.forms.iter().any(|form| form.contains(" in "));
            return Some(match binds && name != "min" && name != "max" {
                true => format!("`{name}` is written `{name}({}{})`", self.own.binder(), of_each(name)),
                false => {
                    let forms: Vec<String> = it.forms.iter().map(|form| format!("`{form}`")).collect();
                    format!("`{name}` is written {}", forms.join(" or "))
                }
            });
        }
        self.call_of_def(name)
    }

    /// A call of a `def`, with the names of its parameters.
    fn call_of_def(&self, name: &str) -> Option<String> {
        let declares =
            |at: &usize| self.word(*at) == "def" && self.word(at + 1) == name && self.word(at + 2) == "(";
        let def = (0..self.view.tokens.len()).find(declares)?;
        let end = (def + 3..self.view.tokens.len()).find(|at| self.word(*at) == ")")?;
        let names: Vec<&str> =
            (def + 3..end).filter(|at| self.word(at + 1) == ":").map(|at| self.word(at)).collect();
        (!names.is_empty()).then(|| format!("`{name}` is written `{name}({})`", names.join(", ")))
    }

    fn in_braces(&self, item: usize, open: usize) -> Option<String> {
        let own = self.own;
        let outer = open == item + 1;
        let second = open == item + 2;
        Some(match self.word(item) {
            "state" if outer => self.field(open),
            "enum" if second => format!("an enum is written `enum {} {{ one, two }}`", self.word(item + 1)),
            "graph" if second => {
                format!("a graph is written `graph {} {{ a-b-c, a-d }}`", self.word(item + 1))
            }
            "show" if second => {
                format!("an entry is written `{}: \"x\"`, the last one `else: \".\"`", own.shown())
            }
            "tree" => "a tree is written `tree [2, [4, 1]]`".to_owned(),
            "board" if second || outer => return self.in_item(item),
            "move" | "followup" if self.is_body(open) => self.statement(open),
            _ => format!(
                "a set is written `{{ {} where {} }}`, or with its members, `{{a, b}}`",
                own.binder(),
                own.condition()
            ),
        })
    }

    /// Whether a brace opens a body: a set stands behind no complete operand.
    fn is_body(&self, open: usize) -> bool {
        open.checked_sub(1).is_some_and(|before| {
            ends_operand(self.view, before) || self.word(before) == "else" || self.view.tokens[open].first
        })
    }

    /// How the field is written in which the place lies.
    fn field(&self, open: usize) -> String {
        let begins = |at: &usize| {
            let new = self.view.tokens[*at].first || matches!(self.word(at - 1), "," | "{");
            new && self.is_name(*at)
        };
        let last = self.at.min(self.view.tokens.len().saturating_sub(1));
        let first = (open + 1..=last).rev().find(begins);
        let name = first.map_or("count", |at| self.word(at));
        let index = first.filter(|at| self.word(at + 1) == "[" && self.word(at + 3) == "]");
        let index = index.map_or(String::new(), |at| format!("[{}]", self.word(at + 2)));
        let set = match self.own.domain {
            "1..3" => String::new(),
            domain => format!(", or `{name}{index}: set of {domain}`"),
        };
        format!("a field is written `{name}{index}: 0..9`{set}")
    }

    /// How the statement is written in which the place lies.
    fn statement(&self, open: usize) -> String {
        let begins = |at: &usize| {
            let word = self.word(*at);
            matches!(word, "if" | "for" | "repeat" | "let" | "var" | "again")
                || *at == open + 1
                || self.view.tokens[*at].first
        };
        let last = self.at.min(self.view.tokens.len().saturating_sub(1));
        let first = (open + 1..=last).rev().find(begins).unwrap_or(open + 1);
        let store = self.own.statement(self.word(first));
        let branch = self.branch(open);
        match self.word(first) {
            "if" => format!("a choice is written `if {} {{ {store} }} else {{ .. }}`", self.own.condition()),
            "for" => format!("a loop is written `for {} {{ {store} }}`", self.own.binder()),
            "repeat" => format!("a loop is written `repeat 3 {{ {store} }}`"),
            "let" | "var" => {
                format!("a name for a value is given by `{} next = {}`", self.word(first), self.own.set())
            }
            "again" => "a further move is asked for by `again`, or by `again with` and its name".to_owned(),
            "else" => branch.unwrap_or_else(|| {
                format!("a choice is written `if {} {{ {store} }} else {{ .. }}`", self.own.condition())
            }),
            _ => match branch.filter(|_| self.word(self.at) == "else") {
                Some(branch) => branch,
                None => format!("a statement is written `{store}`"),
            },
        }
    }

    /// The `if` whose braces are open, with its `else` behind them.
    fn branch(&self, open: usize) -> Option<String> {
        let from = (0..open).rev().find(|at| self.word(*at) == "if")?;
        let text = |from: usize, to: usize| {
            let (a, b) = (self.view.tokens.get(from)?, self.view.tokens.get(to)?);
            self.view.text.get(a.start..b.end).filter(|text| text.len() < 50 && !text.contains(['\n', '\r']))
        };
        let (head, body) = (text(from, open)?, text(open + 1, self.at.checked_sub(1)?)?);
        Some(format!("write `{head} {body} }} else {{ .. }}`"))
    }

    /// How a quantifier, a choice or a `let` is written that is not complete at the place.
    fn in_expression(&self, from: usize) -> Option<String> {
        let mut depth = 0;
        for at in (from.max(self.at.saturating_sub(BEFORE))..self.at).rev() {
            match self.word(at) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => depth -= 1,
                word @ ("some" | "every" | "no") if depth == 0 => {
                    let bound = (at..self.at).any(|each| self.word(each) == ":");
                    return (!bound).then(|| self.quantifier(word, at));
                }
                _ => {}
            }
        }
        None
    }

    fn quantifier(&self, word: &str, at: usize) -> String {
        let binder = match self.is_name(at + 1) && self.word(at + 2) == "in" && self.is_name(at + 3) {
            true => format!("{} in {}", self.word(at + 1), self.word(at + 3)),
            false => self.own.binder(),
        };
        format!("`{word}` is written `{word} {binder}: {}`", self.own.condition())
    }

    /// How the clause of an item is written in which the place lies, or the item.
    fn in_item(&self, item: usize) -> Option<String> {
        let keyword = self.word(item);
        let name =
            if self.is_name(item + 1) && self.word(item + 1) != "of" { self.word(item + 1) } else { "" };
        self.in_expression(item + 1)
            .or_else(|| self.clause(item))
            .or_else(|| self.rule(keyword, name))
            .or_else(|| self.domain(keyword, name))
            .or_else(|| self.value(keyword, name))
            .or_else(|| self.declaration(item, name))
    }

    /// How the clause is written in which the place lies.
    fn clause(&self, item: usize) -> Option<String> {
        let own = self.own;
        let (condition, outcome) = (own.condition(), format!("{} wins", own.player));
        let mut words = (item..self.at).rev().take(BEFORE).map(|at| self.word(at));
        let clause = words.find(|word| matches!(*word, "when" | "=>" | "as" | "provided"))?;
        Some(match (self.word(item), clause) {
            ("end" | "stuck" | "endless", "=>") => {
                let player = own.player;
                format!("an outcome is `draw`, `{outcome}`, `{player} loses`, or points, `3 to {player}`")
            }
            ("end", "when") => format!("an ending is written `end when {condition} => {outcome}`"),
            ("move" | "followup", "when" | "provided") => {
                format!("behind `{clause}` stands a condition, `{clause} {condition}` for one")
            }
            // A brace behind the text opens the body.
            ("move" | "followup", "as") if self.word(self.at) != "{" => {
                format!("how a move is told stands in quotes, `as \"{{{}}}\"` for one", own.letter())
            }
            _ => return None,
        })
    }

    /// How an item is written that is a rule of the game.
    fn rule(&self, keyword: &str, name: &str) -> Option<String> {
        let own = self.own;
        Some(match keyword {
            "move" | "followup" => format!(
                "a move is written `{keyword} {}({}) when {} {{ {} }}`",
                or(name, "go"),
                own.binder(),
                own.condition(),
                own.statement("")
            ),
            "end" => {
                format!("an ending is written `end when {} => {} wins`", own.condition(), own.player)
            }
            "stuck" => "it is written `stuck => me loses`".to_owned(),
            "endless" => "it is written `endless => draw`".to_owned(),
            "progress" => format!("it is written `progress count({})`", own.set()),
            "tree" => "a tree is written `tree [2, [4, 1]]`".to_owned(),
            _ => return None,
        })
    }

    /// How an item is written that declares a domain.
    fn domain(&self, keyword: &str, name: &str) -> Option<String> {
        Some(match keyword {
            "players" => format!("it is written `players {}, {}`", or(name, "White"), second(name)),
            "enum" => format!("an enum is written `enum {} {{ one, two }}`", or(name, "Kind")),
            "range" => format!("a range is written `range {} = 1..9`", or(name, "Number")),
            "board" => format!("a board is written `board {} = grid(3, 3)`", or(name, "Cell")),
            "graph" => format!("a graph is written `graph {} {{ a-b-c, a-d }}`", or(name, "Point")),
            "family" => {
                let own = self.own;
                match own.board {
                    Some(board) => format!(
                        "a family is written `family {} of {board} = lines({board}, 3)`",
                        or(name, "Line")
                    ),
                    None if own.domain == "1..3" => format!(
                        "a family is written `family {} of Cell = lines(Cell, 3)`, with `board Cell = grid(3, 3)`",
                        or(name, "Line")
                    ),
                    None => format!(
                        "a family is written `family {} of {domain} = subsets({domain}, 2)`",
                        or(name, "Pair"),
                        domain = own.domain
                    ),
                }
            }
            _ => return None,
        })
    }

    /// How an item is written that gives a name to a value.
    fn value(&self, keyword: &str, name: &str) -> Option<String> {
        let own = self.own;
        Some(match keyword {
            "param" => format!("a param is written `param {}: 1..9 = 3`", or(name, "n")),
            "let" => {
                let name = or(name, "most");
                format!(
                    "a constant is written `let {name} = 3`, one for each player `let {name}[Player] = [3, 4]`"
                )
            }
            "def" => format!(
                "a `def` is written `def {0} = {1}`, or `def {0}({2}: {3}) = {4}`",
                or(name, "free"),
                own.set(),
                own.letter(),
                own.domain,
                own.condition()
            ),
            "state" => "it is written `state { n: 0..9 }`".to_owned(),
            _ => return None,
        })
    }

    /// How an item is written that tells of the game as a whole.
    fn declaration(&self, item: usize, name: &str) -> Option<String> {
        let own = self.own;
        Some(match self.word(item) {
            "game" => "it is written `game \"The name of it\"`".to_owned(),
            "show" => {
                let board = or(name, own.board.unwrap_or("Cell"));
                format!("it is written `show {board} {{ {}: \"x\", else: \".\" }}`", own.shown())
            }
            "start" => "a picture is written row by row, `start \"x..\" \"..o\"`".to_owned(),
            "expect" => self.fact(item),
            "allow" => "it is written `allow unused`".to_owned(),
            _ => return None,
        })
    }

    /// How a fact is written.
    fn fact(&self, item: usize) -> String {
        let outcome = format!("{} wins", self.own.player);
        if !(item..self.at).any(|at| matches!(self.word(at), "with" | "after")) {
            return format!("a fact is written `expect value = {outcome}` or `expect positions = 9`");
        }
        let named = self.word(item + 1) == "with" && self.is_name(item + 2);
        let set = if named { self.word(item + 2) } else { "n" };
        format!("a fact is written `expect with {set} = 3: {outcome}` or `expect after \"1\": {outcome}`")
    }
}

/// A name, or another where there is none.
fn or<'t>(name: &'t str, other: &'t str) -> &'t str {
    if name.is_empty() { other } else { name }
}

/// What follows the binders of an aggregate.
fn of_each(name: &str) -> &'static str {
    match name {
        "sum" => ": 1",
        "union" => ": {}",
        _ => "",
    }
}

/// A second player beside the first.
fn second(first: &str) -> &'static str {
    if first == "Black" { "White" } else { "Black" }
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_about;

    #[test]
    fn a_let_in_a_move_begins_no_item() {
        let text = "game \"G\"\nplayers Ann, Bob\nstate { n: 0..9, h[Player]: 0..9 }\ndef twice(k: 0..9) = k + k\n\
            move m when n < 4 {\n  let next = n + 1\n  n = 0\n  n += h[twice() next] + 1\n}\nstuck => draw\n";
        let found = helps_about(text);
        assert!(found[0].ends_with("an index is written `h[me]`"), "{found:?}");
    }
}
