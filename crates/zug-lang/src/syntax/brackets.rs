//! Matches brackets, and cuts the row of tokens at item keywords.
//!
//! Reads the tokens of a text. Makes the partner of every bracket and the places where items begin. Refuses brackets
//! without a partner. An item keyword that begins a line stands in no bracket: whatever is open there was never closed.
//! Only `let` begins a statement too; it counts where it begins a line without a blank before it and, read otherwise,
//! the brackets do not balance.

use super::codes;
use super::grammar::Rule;
use super::items::{begins_operand, ends_operand, near_item, rule_of};
use super::lower::MAX_DEPTH;
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::Diagnostic;

/// What stands at a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// An item keyword, or a slip of one, with the rule for what follows.
    Item(Rule),
    /// Something that begins no item.
    Unknown,
}

/// The brackets and the items of a text.
#[derive(Default)]
pub(super) struct Brackets {
    /// For every bracket token its partner.
    pub partner: Vec<Option<usize>>,
    /// The tokens that begin items, in order.
    pub cuts: Vec<(usize, Head)>,
    /// Openers that were never closed, with the token that proves it.
    pub unclosed: Vec<(usize, usize)>,
    /// Closers that close nothing, with the opener of another kind that they meet.
    pub stray: Vec<(usize, Option<usize>)>,
    /// Openers that were closed by a brace that stands under the line of another opener: first that other one.
    pub suspects: Vec<(usize, usize)>,
    /// The deepest nesting, and the first token that lies so deep.
    pub deepest: (usize, usize),
}

/// Matches the brackets of a text.
pub(super) fn brackets(view: &TokenView) -> Brackets {
    let first = Matcher::new(view, false).run();
    if first.unclosed.is_empty() { first } else { Matcher::new(view, true).run() }
}

struct Matcher<'v, 't> {
    view: &'v TokenView<'t>,
    /// Whether `let` at the very beginning of a line begins an item, whatever is open.
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
            // `(a]`: one slip, not two. A brace is not closed by a parenthesis.
            None if self.open.last().is_some_and(|open| self.view.word(*open) != "{") => {
                self.made.stray.push((at, self.open.last().copied()));
                self.pair(at);
            }
            None => self.stray(at),
        }
    }

    /// A brace that begins its line should stand under the line of its opener.
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

    /// How far the line of a token is indented, in bytes.
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

    /// A closer that meets nothing. What it ends is the item with a body that began last: what was cut off it since by
    /// mistake belongs to it.
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

    /// `end = 3`: a reserved word used as a name.
    fn stored(&self, at: usize) -> bool {
        ["=", "+=", "-=", ":", ","].contains(&self.view.word(at + 1))
    }

    /// What item a token begins, if it can begin one.
    fn head(&self, at: usize) -> Option<Head> {
        let token = self.view.tokens[at];
        let word = self.view.word(at);
        let (before, next) = (at.checked_sub(1), self.view.word(at + 1));
        if let Some(rule) = rule_of(word) {
            // `stuck(p)` is an expression, `start = ".."` a setting, and a move may be called `stuck`.
            let named =
                word == "stuck" && before.is_some_and(|at| matches!(self.view.word(at), "move" | "followup"));
            let setting = word == "start" && next == "=";
            // `let board = 3`: a reserved word as a name.
            let keyword = before.is_some_and(|at| self.made.cuts.last().is_some_and(|cut| cut.0 == at));
            let twice = before.is_some_and(|at| self.view.word(at) == word);
            let declares = self.stored(at) || ["of", "{", "["].contains(&next);
            let name = keyword && !token.first && !twice && declares;
            // `range(1, 3)` is a call, though of nothing; `expect (A wins)` is an item.
            let called = next == "(" && !(word == "expect" && token.first);
            return (!called && !setting && !named && !name).then_some(Head::Item(rule));
        }
        let expects = |before| ["to", "of", "after", "slow"].contains(&self.view.word(before));
        let juxtaposed = before.is_none_or(|before| ends_operand(self.view, before) && !expects(before));
        let word_like = token.kind != Kind::Mark;
        let operator = word == "not" && next == "in";
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
        (!start_rows).then(|| near_item(word).map_or(Head::Unknown, |(_, rule)| Head::Item(rule)))
    }

    /// Everything that is open before token `at` was never closed.
    fn leave_open(&mut self, at: usize) {
        self.made.unclosed.extend(self.open.drain(..).map(|open| (open, at)));
    }
}

/// Whether an item has braces.
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

/// The report about an opener. Where indentation suggests it, an inner one was meant to be closed.
pub(super) fn unclosed(view: &TokenView, brackets: &Brackets, open: usize, proof: usize) -> Diagnostic {
    let suspect = brackets.suspects.iter().find(|(meant, _)| *meant == open);
    if let Some((inner, close)) = suspect.and_then(|(_, inner)| Some((*inner, brackets.partner[*inner]?))) {
        let report =
            Diagnostic::error(codes::UNCLOSED, "`{` is never closed", view.span(inner), "opened here");
        return report
            .because(view.span(close), "going by its place, this `}` closes another one")
            .because(view.span(open), "this one")
            .help("add `}` where it ends");
    }
    let (opener, closer) = (view.word(open), closer_of(view.word(open)));
    let report = Diagnostic::error(
        codes::UNCLOSED,
        format!("`{opener}` is never closed"),
        view.span(open),
        "opened here",
    )
    .help(format!("add `{closer}` where it ends"));
    match view.word(proof) {
        "" => report,
        word => report.because(view.span(proof), format!("still open when `{word}` comes")),
    }
}

/// The report about a closer.
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

/// The partner of an opening bracket.
fn closer_of(opener: &str) -> &'static str {
    match opener {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}
