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
use super::unfinished;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

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

struct Matcher<'v, 't> {
    view: &'v TokenView<'t>,
    /// Whether `let` in column 0 begins an item even within brackets.
    outer_let: bool,
    open: Vec<usize>,
    made: Brackets,
}

impl<'v, 't> Matcher<'v, 't> {
    fn new(view: &'v TokenView<'t>, outer_let: bool) -> Self {
        let made = Brackets { partner: vec![None; view.tokens.len()], ..Brackets::default() };
        Matcher { view, outer_let, open: Vec::new(), made }
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
        let indent = self.indent(at);
        if self.indent(*inner) != indent {
            let meant = outer
                .iter()
                .rev()
                .take(MAX_DEPTH)
                .find(|open| self.view.word(**open) == "{" && self.indent(**open) == indent);
            self.made.suspects.extend(meant.map(|meant| (*meant, *inner)));
        }
    }

    /// The indentation, in bytes, of the line that holds a token.
    fn indent(&self, at: usize) -> usize {
        let before = &self.view.text[..self.view.tokens[at].start];
        let line = &self.view.text[before.rfind(['\n', '\r']).map_or(0, |end| end + 1)..];
        line.len() - line.trim_start_matches([' ', '\t']).len()
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
            let called = next == "(" && !(token.first && item);
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
            return (!called && !setting && !named && !name && !guessed).then_some(Head::Item(rule));
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
        if start_rows {
            return None;
        }
        // `player Ann`, `player Bob`: two lines that name the players.
        let meant = near_item(word).filter(|_| word != "player" && !is_declared_name(self.view, at));
        Some(meant.map_or(Head::Unknown, |(_, rule)| Head::Item(rule)))
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

/// The report about an opener without a partner. Where the indentation suggests it, it points to an
/// inner opener.
pub(super) fn unclosed(view: &TokenView, brackets: &Brackets, open: usize, proof: usize) -> Diagnostic {
    let suspect = brackets.suspects.iter().find(|(meant, _)| *meant == open);
    if let Some((inner, close)) = suspect.and_then(|(_, inner)| Some((*inner, brackets.partner[*inner]?))) {
        let (at, text, help) = unfinished::block_end(view, inner);
        let report =
            Diagnostic::error(codes::UNCLOSED, "`{` is never closed", view.span(inner), "opened here");
        return report
            .because(view.span(close), "going by its place, this `}` closes another one")
            .because(view.span(open), "this one")
            .help(help)
            .likely(at, text);
    }
    let (opener, closer) = (view.word(open), closer_of(view.word(open)));
    let (at, help) = match brackets.unclosed.len() > MANY {
        true => (None, format!("add `{closer}` where it ends")),
        false => closing_place(view, open, proof),
    };
    let report = Diagnostic::error(
        codes::UNCLOSED,
        format!("`{opener}` is never closed"),
        view.span(open),
        "opened here",
    )
    .help(help);
    let report = match at {
        Some((at, ref text)) => report.likely(at, text.clone()),
        None => report,
    };
    let report = match next_line(view, at.map(|(at, _)| at), opener, open) {
        Some(line) => report.because(line, "`}` probably belongs here"),
        None => report,
    };
    match view.word(proof) {
        "" => report,
        word => report.because(view.span(proof), format!("still open when `{word}` comes")),
    }
}

/// The line behind the place where a block is probably closed, if the block has several lines.
fn next_line(view: &TokenView, at: Option<Span>, opener: &str, open: usize) -> Option<Span> {
    let at = at.filter(|_| opener == "{")?;
    let from = view.span(open).end as usize - view.base;
    let end = at.start as usize - view.base;
    let several = view.text.get(from..end)?.contains('\n');
    let line = end + view.text.get(end..)?.find('\n')? + 1;
    several.then(|| Span::new(view.file, view.base + line, view.base + line))
}

/// So many openers without a partner that no place is looked for.
pub(super) const MANY: usize = 20;

/// Where the closer of an opener probably belongs, with what is put in there, and the help that
/// says so.
fn closing_place(view: &TokenView, open: usize, proof: usize) -> (Option<(Span, String)>, String) {
    let (opener, closer) = (view.word(open), closer_of(view.word(open)));
    let last_of_line = |from: usize| {
        (from + 1..proof.min(view.tokens.len()))
            .find(|at| view.tokens[*at].first)
            .unwrap_or(proof.min(view.tokens.len()))
    };
    let before = if opener == "{" {
        proof.min(view.tokens.len())
    } else {
        stop_behind(view, open, last_of_line(open))
    };
    let Some(last) = before.checked_sub(1).filter(|last| *last > open || opener == "{") else {
        let form = unfinished::inside(view, open).map_or(String::new(), |form| format!(": write `{form}`"));
        return (None, format!("add `{closer}` where it ends{form}"));
    };
    let at = view.span(last).after();
    // The line, or what there is of it, with the closer; where that is long, what is in brackets.
    let start = (0..=open).rev().find(|at| view.tokens[*at].first).unwrap_or(open);
    let one_line = |from: usize| !(from + 1..=last).any(|at| view.tokens[at].first);
    let blank = if opener == "{" { " " } else { "" };
    let shown = |from: usize| {
        let text = view.text.get(view.tokens[from].start..view.tokens[last].end);
        text.filter(|text| one_line(from) && text.len() <= 80)
    };
    // What stands behind an outcome or an operator belongs to what is written.
    let goes_on =
        matches!(view.word(before), "to" | "wins" | "loses" | "+" | "-" | "<" | ">" | "<=" | ">=" | "!=")
            || opener == "(" && matches!(view.word(before), "=" | "and" | "or");

    let stops = |at: &usize| {
        view.tokens[*at].first || *at > before && view.word(*at) == "{" && ends_operand(view, at - 1)
    };
    let line_end = (before..proof.min(view.tokens.len())).find(stops);
    let line_end = line_end.unwrap_or(proof.min(view.tokens.len()));
    let rest = match view.tokens.get(line_end.wrapping_sub(1)) {
        Some(end) if goes_on && line_end > before => {
            view.text.get(view.tokens[last].end..end.end).unwrap_or("")
        }
        _ => "",
    };
    let missing = unfinished::before_closer(view, start, open, last);
    let outcome = unfinished::outcome(view, start, line_end);
    let help = match shown(start).or_else(|| shown(open)) {
        Some(text) => {
            let shown = missing.as_deref().unwrap_or(if view.word(last) == "," { " .." } else { "" });
            format!("add `{closer}` where it ends: write `{text}{shown}{blank}{closer}{rest}{outcome}`")
        }
        _ => format!("add `{closer}` where it ends, behind `{}` for one", view.word(last)),
    };
    let behind = if before == line_end { outcome.as_str() } else { "" };
    (Some((at, format!("{}{blank}{closer}{behind}", missing.unwrap_or_default()))), help)
}

/// The token before which an opener is probably closed: a word or sign that stands in no bracket of
/// its kind, or `end`. Brackets in it are passed over.
fn stop_behind(view: &TokenView, open: usize, end: usize) -> usize {
    let condition = (0..open).rev().find_map(|at| match view.word(at) {
        "when" | "if" | "where" | "provided" | "and" | "or" | "not" => Some(true),
        "{" | "=" | "+=" | "-=" | "=>" | "," => Some(false),
        _ => None,
    });
    let call = open.checked_sub(1).map_or("", |before| view.word(before));
    let counts = matches!(call, "count" | "len" | "abs" | "distance") && view.word(open) == "(";
    // What such a function is given compares nothing, unless it binds a name: `count(S <= 3` lacks
    // its `)` before the sign.
    let bound = (open + 1..end).any(|at| matches!(view.word(at), "in" | "where"));
    let measures =
        matches!(call, "count" | "len" | "abs" | "distance" | "near" | "sum" | "min" | "max" | "union");
    let measures = measures && view.word(open) == "(" && !bound;
    let (mut depth, mut binds) = (0, false);
    for at in open + 1..end {
        let again = counts && view.word(at + 1) == call && view.word(at + 2) == "(";
        let set = depth > 0 || condition == Some(true) && !ends_operand(view, at - 1);
        match view.word(at) {
            "(" | "[" => depth += 1,
            ")" | "]" | "}" if depth > 0 => depth -= 1,
            "{" if set => depth += 1,
            _ if depth > 0 => {}
            "+" | "-" | "<" | ">" | "<=" | ">=" | "=" | "!=" if again => return at,
            "<" | ">" | "<=" | ">=" | "=" | "!=" | "and" | "or" if measures => return at,
            "to" | "wins" | "loses" if ends_operand(view, at - 1) => return at,
            "in" => binds = true,
            "=" if condition == Some(true) => {}
            ":" if binds => binds = false,
            "when" | "{" | "}" | "=>" | "then" | "as" | "=" | "+=" | "-=" | ":" => return at,
            _ => {}
        }
    }
    end
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
