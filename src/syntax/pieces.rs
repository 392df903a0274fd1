//! Cuts the row of tokens at item keywords and reads every piece with the rule its keyword names.

use super::ast::{Item, ItemKind};
use super::codes;
use super::grammar::Rule;
use super::lower::Lower;
use super::problem;
use super::scan::{Kind, Scan, Token};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// Every item keyword with the rule that reads what follows it.
pub(super) const ITEMS: [(&str, Rule); 22] = [
    ("game", Rule::game_item),
    ("players", Rule::players_item),
    ("param", Rule::param_item),
    ("enum", Rule::enum_item),
    ("range", Rule::range_item),
    ("board", Rule::board_item),
    ("graph", Rule::graph_item),
    ("family", Rule::family_item),
    ("let", Rule::let_item),
    ("def", Rule::def_item),
    ("state", Rule::state_item),
    ("move", Rule::move_item),
    ("followup", Rule::move_item),
    ("end", Rule::end_item),
    ("stuck", Rule::stuck_item),
    ("endless", Rule::endless_item),
    ("progress", Rule::progress_item),
    ("tree", Rule::tree_item),
    ("show", Rule::show_item),
    ("start", Rule::start_item),
    ("expect", Rule::expect_item),
    ("allow", Rule::allow_item),
];

/// Reads the items of a text.
pub(super) struct Reader<'t> {
    file: FileId,
    text: &'t str,
    tokens: &'t [Token],
    ends: Vec<u32>,
    /// What was refused.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    /// For a scanned text.
    pub fn new(file: FileId, text: &'t str, scan: &'t Scan) -> Reader<'t> {
        let ends = scan.tokens.iter().map(|token| token.end as u32).collect();
        Reader { file, text, tokens: &scan.tokens, ends, diagnostics: Vec::new() }
    }

    /// All items.
    pub fn items(&mut self) -> Vec<Item> {
        let mut cuts = self.cuts();
        cuts.push(self.tokens.len());
        if cuts[0] > 0 {
            self.unexpected(0);
        }
        cuts.windows(2).map(|piece| self.item(piece[0], piece[1])).collect()
    }

    /// The tokens that begin an item.
    fn cuts(&self) -> Vec<usize> {
        let mut depth = 0usize;
        let mut cuts = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            match token.text(self.text) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                word if depth == 0 && token.kind == Kind::Word && rule_of(word).is_some() => {
                    // `stuck(p)` is an expression, `start = ".."` a setting.
                    let next = self.tokens.get(at + 1).map_or("", |next| next.text(self.text));
                    if next != "(" && !(word == "start" && next == "=") {
                        cuts.push(at);
                    }
                }
                _ => {}
            }
        }
        cuts
    }

    /// The item whose keyword is token `from`; it ends before token `to`.
    fn item(&mut self, from: usize, to: usize) -> Item {
        let keyword = self.tokens[from];
        let end = self.tokens[to - 1].end;
        let span = Span::new(self.file, keyword.start, end);
        let word = keyword.text(self.text);
        let start = self.tokens[from..to].get(1).map_or(end, |token| token.start);
        let slice = &self.text[start..end];
        let kind = match rule_of(word).map(|rule| problem::parse(rule, slice, self.file, start)) {
            Some(Ok(pair)) => {
                let read = start + pair.as_span().end();
                let next = self.tokens.partition_point(|token| token.start < read);
                if next < to {
                    self.unexpected(next);
                }
                let mut lower = Lower::new(self.file, start, &self.ends);
                let kind = lower.item(pair, word == "followup", span);
                self.diagnostics.append(&mut lower.diagnostics);
                kind
            }
            Some(Err(problem)) => {
                self.diagnostics.push(problem);
                ItemKind::Error
            }
            None => ItemKind::Error,
        };
        Item { kind, span }
    }

    /// Something stands where an item should begin.
    fn unexpected(&mut self, at: usize) {
        let token = self.tokens[at];
        let span = Span::new(self.file, token.start, token.end);
        let message = format!("`{}` does not begin an item", token.text(self.text));
        self.diagnostics.push(Diagnostic::error(codes::UNKNOWN_ITEM, message, span, "expected an item"));
    }
}

/// The rule that reads what follows an item keyword.
pub(super) fn rule_of(word: &str) -> Option<Rule> {
    ITEMS.iter().find(|(keyword, _)| *keyword == word).map(|(_, rule)| *rule)
}
