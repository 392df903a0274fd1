//! Matches brackets, and cuts the tokens into items.
//!
//! Brackets without a partner are reported. An item keyword at the beginning of a line stands in no
//! bracket, so every bracket that is open there was never closed. `let` begins statements too:
//! within a bracket it begins an item only in column 0, and only if the brackets do not balance
//! otherwise.

use super::codes;
use super::grammar::Rule;
use super::items::{REQUIRES, begins_operand, ends_operand, is_let_expression, near_item, rule_of};
use super::lower::MAX_DEPTH;
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;

/// The kind of a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// An item keyword, possibly misspelt, with the rule for the text behind it.
    Item(Rule),
    /// A token that begins no known item.
    Unknown,
}

/// The brackets and the cuts of a text; all numbers are indexes of tokens.
#[derive(Default)]
pub(super) struct Brackets {
    /// The partner of every bracket; `None` for other tokens and for brackets without a partner.
    pub partner: Vec<Option<usize>>,
    /// The tokens at which items begin, ascending.
    pub cuts: Vec<(usize, Head)>,
    /// Openers that were never closed, each with the token at which that is certain.
    pub unclosed: Vec<(usize, usize)>,
    /// Closers without an opener, each with the opener of another kind that it met instead.
    pub stray: Vec<(usize, Option<usize>)>,
    /// Pairs of openers `(meant, inner)`: the brace that closed `inner` is indented as the line of
    /// `meant` is, so probably `inner` was never closed.
    pub suspects: Vec<(usize, usize)>,
    /// The deepest nesting, and the first token at that depth.
    pub deepest: (usize, usize),
}

/// Matches the brackets of a text. If an opener remains, tries again with `let` in column 0 as the
/// beginning of an item.
pub(super) fn brackets(view: &TokenView) -> Brackets {
    let first = Matcher::new(view, false).run();
    if first.unclosed.is_empty() { first } else { Matcher::new(view, true).run() }
}

/// For each token, the indentation of its line in bytes.
fn indents(view: &TokenView) -> Vec<usize> {
    let (mut end, mut indent) = (0, None);
    let mut all = Vec::with_capacity(view.tokens.len());
    for token in view.tokens {
        let gap = view.text.get(end..token.start).unwrap_or("");
        let line = gap.rfind(['\n', '\r']).map(|at| &gap[at + 1..]);
        let begins = line.or_else(|| indent.is_none().then_some(gap));
        if let Some(line) = begins {
            indent = Some(line.len() - line.trim_start_matches([' ', '\t']).len());
        }
        all.push(indent.unwrap_or(0));
        end = token.end;
    }
    all
}

struct Matcher<'v, 't> {
    view: &'v TokenView<'t>,
    /// Whether `let` in column 0 begins an item even within brackets.
    outer_let: bool,
    /// For each token, the indentation of its line in bytes.
    indents: Vec<usize>,
    open: Vec<usize>,
    made: Brackets,
}

impl<'v, 't> Matcher<'v, 't> {
    fn new(view: &'v TokenView<'t>, outer_let: bool) -> Self {
        let made = Brackets { partner: vec![None; view.tokens.len()], ..Brackets::default() };
        Matcher { view, outer_let, indents: indents(view), open: Vec::new(), made }
    }

    fn run(mut self) -> Brackets {
        for at in 0..self.view.tokens.len() {
            match self.view.word(at) {
                "(" | "[" | "{" => self.opener(at),
                ")" | "]" | "}" => self.closer(at),
                _ => self.other(at),
            }
        }
        self.leave_open(self.view.tokens.len());
        self.made
    }

    fn opener(&mut self, at: usize) {
        if self.is_command(at) {
            self.made.cuts.push((at, Head::Unknown));
        }
        self.open.push(at);
        if self.open.len() > self.made.deepest.0 {
            self.made.deepest = (self.open.len(), at);
        }
    }

    fn closer(&mut self, at: usize) {
        let wanted = match self.view.word(at) {
            ")" => "(",
            "]" => "[",
            _ => "{",
        };
        match self.open.iter().rposition(|open| self.view.word(*open) == wanted) {
            Some(depth) => {
                let unclosed = self.open.split_off(depth + 1);
                self.made.unclosed.extend(unclosed.into_iter().map(|open| (open, at)));
                self.suspect(at);
                self.pair(at);
            }
            // `(a]` gets one report: the closer counts as the partner. A brace is never closed by
            // `)` or `]`.
            None if self.open.last().is_some_and(|open| self.view.word(*open) != "{") => {
                self.made.stray.push((at, self.open.last().copied()));
                self.pair(at);
            }
            None => self.stray(at),
        }
    }

    /// Records a suspect if the closing brace `at` begins its line and is indented unlike the line
    /// of its opener.
    fn suspect(&mut self, at: usize) {
        if !self.view.tokens[at].first {
            return;
        }
        let Some((inner, outer)) = self.open.split_last() else { return };
        let indent = self.indents[at];
        if self.indents[*inner] != indent {
            let meant = outer
                .iter()
                .rev()
                .take(MAX_DEPTH)
                .find(|open| self.view.word(**open) == "{" && self.indents[**open] == indent);
            self.made.suspects.extend(meant.map(|meant| (*meant, *inner)));
        }
    }

    /// Makes the innermost open bracket and the token `at` partners.
    fn pair(&mut self, at: usize) {
        if let Some(open) = self.open.pop() {
            self.made.partner[open] = Some(at);
            self.made.partner[at] = Some(open);
        }
    }

    /// Records a closer without an opener. A stray `}` probably ends the last item with a body; the
    /// doubtful cuts since then were made because a brace was closed too early, so they are
    /// removed.
    fn stray(&mut self, at: usize) {
        self.made.stray.push((at, None));
        if !self.open.is_empty() || self.view.word(at) != "}" {
            return;
        }
        let doubtful = |head: &Head| matches!(head, Head::Unknown | Head::Item(Rule::let_item));
        let kept = self.made.cuts.iter().rposition(|(_, head)| !doubtful(head));
        if let Some(kept) = kept.filter(|kept| has_body(self.made.cuts[*kept].1)) {
            self.made.cuts.truncate(kept + 1);
        }
    }

    fn other(&mut self, at: usize) {
        let token = self.view.tokens[at];
        let Some(head) = self.head(at) else { return };
        if !self.open.is_empty() {
            let column_zero = token.start == 0 || self.view.text[..token.start].ends_with(['\n', '\r']);
            let certain = match head {
                Head::Item(Rule::let_item) => self.outer_let && column_zero,
                Head::Item(_) => token.first && rule_of(self.view.word(at)).is_some() && !self.stored(at),
                Head::Unknown => false,
            };
            if !certain {
                return;
            }
            self.leave_open(at);
        }
        self.made.cuts.push((at, head));
    }

    /// Whether a keyword is used as a name, as in `end = 3`.
    fn stored(&self, at: usize) -> bool {
        ["=", "+=", "-=", ":", ","].contains(&self.view.word(at + 1))
    }

    /// The item that the token `at` begins, if it can begin one.
    fn head(&self, at: usize) -> Option<Head> {
        let token = self.view.tokens[at];
        let word = self.view.word(at);
        let (before, next) = (at.checked_sub(1), self.view.word(at + 1));
        if is_let_expression(self.view, at) {
            return None;
        }
        if let Some(rule) = rule_of(word) {
            // `stuck(p)` is an expression, `start = ".."` is a setting, and a move may be called
            // `stuck`.
            let named =
                word == "stuck" && before.is_some_and(|at| matches!(self.view.word(at), "move" | "followup"));
            let rows = self.view.tokens.get(at + 2).is_some_and(|rows| rows.kind == Kind::Text);
            let apart = token.first && before.is_some_and(|before| ends_operand(self.view, before));
            let setting = word == "start" && next == "=" && !(apart && rows);
            // `let board = 3`: a reserved word where a name belongs.
            let keyword = before.is_some_and(|at| self.made.cuts.last().is_some_and(|cut| cut.0 == at));
            let twice = before.is_some_and(|at| self.view.word(at) == word);
            let declares = self.stored(at) || ["of", "{", "["].contains(&next);
            let name = keyword && !token.first && !twice && declares;
            // `range(1, 3)` is a call, though of nothing; `expect (A wins)` is an item, and
            // `stuck(p)` an expression wherever it stands.
            let item = word == "expect" || word != "stuck" && self.open.is_empty();
            let called = next == "(" && !(token.first && (item || self.is_rule_of_stuck(at)));
            // `move at[me] to c` in a body.
            let moved = word == "move"
                && !self.open.is_empty()
                && matches!(self.view.word(at + 2), "[" | "to" | "onto" | "from" | "into");
            // `best move = ..`, `player to move wins`, `=> end`: guesses of those who write a fact
            // or an outcome.
            let guessed = !token.first
                && before.is_some_and(|at| {
                    word == "move" && next == "=" && self.view.word(at) == "best"
                        || word == "move"
                            && matches!(self.view.word(at), "to" | "cannot")
                            && self.is_player(at)
                        || word == "end" && self.view.word(at) == "=>"
                        || word == "stuck" && self.view.word(at) == "=>" && next != "=>"
                });
            return (!called && !setting && !named && !name && !guessed && !moved)
                .then_some(Head::Item(rule));
        }
        let expects = |before| ["to", "of", "after", "slow", "within"].contains(&self.view.word(before));
        let juxtaposed = before.is_none_or(|before| ends_operand(self.view, before) && !expects(before));
        let word_like = token.kind != Kind::Mark;
        let operator = word == "not" && next == "in" || matches!(word, "nor" | "unless");
        if operator
            || !self.open.is_empty()
            || !token.first
            || !juxtaposed
            || !word_like
            || !begins_operand(word)
        {
            return None;
        }
        let start_rows =
            token.kind == Kind::Text && before.is_some_and(|at| self.view.tokens[at].kind == Kind::Text);
        if matches!(next, "+=" | "-=") {
            return Some(Head::Unknown); // A statement.
        }
        if (word == "if" || REQUIRES.contains(&word)) && self.lacks_arrow(at) {
            return None;
        }
        if start_rows || self.introduces_body(at) && self.lacks_arrow(at) {
            return None;
        }
        // `player Ann`, `player Bob`: two lines that name the players.
        let meant = near_item(word).filter(|_| word != "player" && !is_declared_name(self.view, at));
        Some(meant.map_or(Head::Unknown, |(_, rule)| Head::Item(rule)))
    }

    /// Whether a line `[take] n > 0 -> ..` begins behind a whole item.
    fn is_command(&self, at: usize) -> bool {
        let word = |at: usize| self.view.word(at);
        let whole = self.open.is_empty() && at > 0 && ends_operand(self.view, at - 1);
        let first = |at: &usize| self.view.tokens[*at].first;
        let line = (at + 1..self.view.tokens.len().min(at + RULE)).take_while(|each| !first(each));
        whole
            && word(at) == "["
            && word(at + 2) == "]"
            && first(&at)
            && line.into_iter().any(|each| word(each) == "->")
    }

    /// Whether `stuck(p) =>` begins a line behind a whole item.
    fn is_rule_of_stuck(&self, at: usize) -> bool {
        let behind = at.checked_sub(1).is_some_and(|before| ends_operand(self.view, before));
        self.open.is_empty() && behind && self.view.word(at + 3) == ")" && self.view.word(at + 4) == "=>"
    }

    /// Whether braces with statements in them follow a word, as in `effect: { n -= 1 }`.
    fn introduces_body(&self, at: usize) -> bool {
        let open = at + 1 + usize::from(matches!(self.view.word(at + 1), ":" | "="));
        let mut words = (open + 1..self.view.tokens.len().min(open + RULE)).map(|each| self.view.word(each));
        let sign = words.find(|word| matches!(*word, "=" | "+=" | "-=" | ":=" | ":" | "let" | "var" | "}"));
        self.view.word(open) == "{" && sign.is_some_and(|sign| !matches!(sign, ":" | "}"))
    }

    /// Whether a rule of ending, a definition or a move goes on at `at`: none of its tokens, few as
    /// they are, is its arrow, its `=` or its brace.
    fn lacks_arrow(&self, at: usize) -> bool {
        let sign = |head: &Head| match head {
            Head::Item(Rule::end_item | Rule::stuck_item | Rule::endless_item) => Some("=>"),
            Head::Item(Rule::def_item | Rule::let_item) => Some("="),
            Head::Item(Rule::move_item) => Some("{"),
            _ => None,
        };
        let last = self.made.cuts.last().filter(|(start, _)| at - start < RULE);
        last.and_then(|(start, head)| Some((start, sign(head)?)))
            .is_some_and(|(start, sign)| !(*start..at).any(|each| self.view.word(each) == sign))
    }

    /// Whether a word for a player stands before `at`, as in `player to move`: two operands side by
    /// side, which no definition has.
    fn is_player(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|before| {
            matches!(self.view.word(before), "player" | "side" | "one" | "who" | "that")
        })
    }

    /// Records every bracket that is open before the token `at` as never closed.
    fn leave_open(&mut self, at: usize) {
        self.made.unclosed.extend(self.open.drain(..).map(|open| (open, at)));
    }
}

/// The most tokens of an item whose value or outcome may stand on the next line without its sign.
const RULE: usize = 100;

/// Whether a word that begins a piece is a name that is declared there, without its keyword: a sign
/// follows that stands behind no keyword, and the name is used elsewhere in the text.
pub(super) fn is_declared_name(view: &TokenView, at: usize) -> bool {
    let (word, tokens) = (view.word(at), view.tokens.len());
    let declares = match view.word(at + 1) {
        "=" | "[" => true,
        ":" => view.word(at + 2) != "{",
        "of" => view.word(at + 3) == "=",
        "{" => !matches!(view.word(at + 3), ":" | "["),
        _ => false,
    };
    let used = |each: usize| each != at && view.word(each) == word && !view.tokens[each].first;
    declares
        && !matches!(word, "turn" | "start")
        && (at.saturating_sub(USES)..(at + USES).min(tokens)).any(used)
}

/// The tokens before and behind a name among which its uses are looked for.
const USES: usize = 2_000;

/// Whether an item of this kind has braces.
fn has_body(head: Head) -> bool {
    matches!(
        head,
        Head::Item(
            Rule::move_item
                | Rule::state_item
                | Rule::enum_item
                | Rule::graph_item
                | Rule::show_item
                | Rule::tree_item
        )
    )
}

/// The report about a closer without a partner; `meets` is the opener of another kind.
pub(super) fn stray(view: &TokenView, close: usize, meets: Option<usize>) -> Diagnostic {
    let closer = view.word(close);
    match meets {
        Some(open) => {
            let wanted = closer_of(view.word(open));
            let message = format!("`{closer}` cannot close `{}`", view.word(open));
            Diagnostic::error(codes::STRAY_CLOSER, message, view.span(close), format!("expected `{wanted}`"))
                .because(view.span(open), "opened here")
                .help(format!("write `{wanted}`"))
        }
        None => {
            let message = format!("`{closer}` closes nothing");
            Diagnostic::error(codes::STRAY_CLOSER, message, view.span(close), "nothing is open here")
                .help("delete it, or open what it closes")
        }
    }
}

/// The closing bracket for an opening one.
pub(super) fn closer_of(opener: &str) -> &'static str {
    match opener {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}
