//! Error recovery between items: the parser resynchronizes at item keywords.
//!
//! Every piece of the text is parsed with the rule of its keyword. A bracket without a partner or
//! an unclosed text also causes parse errors behind it; then the cause alone is reported, besides
//! the mistakes before it.

use super::MOST_EXPLAINED;
use super::ast::{Item, ItemKind, Name};
use super::brackets::{self, Brackets, Head, brackets};
use super::cascade_suppression::{stray_keyword, suppress_cascades};
use super::codes;
use super::elsewhere;
use super::grammar::Rule;
use super::half_typed;
use super::items::{items_from, near_item, rule_of};
use super::lower::{Lower, MAX_DEPTH, Pair, too_deep};
use super::parse_error::TokenView;
use super::scan::{Kind, Scan};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::ops::Range;

/// Parses the items of a text and collects the diagnostics.
pub(super) struct ItemReader<'t> {
    /// The text and its tokens.
    pub view: TokenView<'t>,
    /// The brackets of the text.
    pub brackets: Brackets,
    mistakes: &'t [Diagnostic],
    ends: &'t [u32],
    /// The diagnostics so far, without those of the scanner.
    pub diagnostics: Vec<Diagnostic>,
    /// Names in declarations that could not be parsed.
    pub broken: Vec<Name>,
    /// The places of mistakes that are told as a whole; those of single tokens in them are not.
    pub covered: Vec<Span>,
    /// Whether the text ends in the middle of an item.
    pub breaks_off: bool,
    /// How many items with mistakes were looked through for words and forms of other languages.
    explained: usize,
}

impl<'t> ItemReader<'t> {
    /// A reader for a scanned text; `ends` are the end offsets of its tokens.
    pub fn new(view: TokenView<'t>, scan: &'t Scan, ends: &'t [u32]) -> ItemReader<'t> {
        let brackets = brackets(&view);
        ItemReader {
            view,
            brackets,
            mistakes: &scan.diagnostics,
            ends,
            diagnostics: Vec::new(),
            broken: Vec::new(),
            covered: Vec::new(),
            breaks_off: false,
            explained: 0,
        }
    }

    /// The words and forms of other languages in an item with mistakes.
    fn elsewhere(&mut self, head: Head, range: &Range<usize>, plain: bool) -> Vec<elsewhere::Mistake> {
        self.explained += 1;
        match self.explained <= MOST_EXPLAINED {
            true => elsewhere::mistakes(&self.view, &self.brackets, head, range, plain),
            false => Vec::new(),
        }
    }

    /// Parses all items.
    pub fn items(&mut self) -> Vec<Item> {
        let cuts = std::mem::take(&mut self.brackets.cuts);
        let mut items = Vec::new();
        let first = cuts.first().map_or(self.view.tokens.len(), |cut| cut.0);
        let mut before = self.diagnostics.len();
        if first > 0 {
            items.push(self.item(0..first, Head::Unknown));
        }
        for (index, (from, head)) in cuts.iter().enumerate() {
            let to = cuts.get(index + 1).map_or(self.view.tokens.len(), |cut| cut.0);
            let behind = self.diagnostics.len();
            items.push(self.item(*from..to, *head));
            self.as_one(*from, before, behind);
            before = behind.min(self.diagnostics.len());
        }
        items
    }

    /// Replaces two reports by one, if a keyword out of its place caused both. The reports about
    /// the item at `keyword` begin at index `behind` of the diagnostics, those about the item
    /// before it at `before`.
    fn as_one(&mut self, keyword: usize, before: usize, behind: usize) {
        let (others, about_it) = self.diagnostics.split_at(behind);
        if let Some(report) = stray_keyword(&self.view, keyword, &others[before..], about_it) {
            self.diagnostics.truncate(behind - 1);
            self.diagnostics.push(report);
        }
    }

    /// Parses one item: its keyword and the tokens up to the next item.
    fn item(&mut self, range: Range<usize>, head: Head) -> Item {
        let rendered = self.diagnostics.len();
        let span = self.view.span_of(&range);
        let kind = match head {
            _ if self.too_deep(&range) => self.lost(&range),
            Head::Item(rule) => self.known(rule, &range, span),
            Head::Unknown => self.unknown(&range),
        };
        let about_it = self.diagnostics.split_off(rendered);
        // A misspelt keyword is mended first; the rest is searched in the next round.
        let misspelt = about_it.iter().any(|report| {
            report.code == codes::UNKNOWN_ITEM
                && report.span() == self.view.span(range.start)
                && !report.fixes.is_empty()
        });
        if misspelt {
            let first = about_it.into_iter().find(|report| report.code == codes::UNKNOWN_ITEM);
            self.diagnostics.extend(first);
            return Item { kind, span };
        }
        let plain = about_it.iter().all(|report| report.code == codes::UNEXPECTED && report.fixes.is_empty());
        if !about_it.is_empty()
            && let Some(report) = half_typed::report(&self.view, head, &range)
        {
            // What stands on the lines before the last was finished.
            let line =
                (range.start..range.end).rev().find(|at| self.view.tokens[*at].first).unwrap_or(range.start);
            let from = self.view.span(line).start;
            let found = self.elsewhere(head, &range, plain);
            let before =
                found.into_iter().filter(|each| each.covers.end <= line && !each.report.fixes.is_empty());
            let before: Vec<_> = before.collect();
            self.covered.extend(before.iter().map(|each| self.view.span_of(&each.covers)));
            self.covered.push(Span { start: from, ..report.span() });
            self.diagnostics.extend(before.into_iter().map(|each| each.report));
            self.diagnostics.push(report);
            self.breaks_off = true;
            return Item { kind, span };
        }
        let mut found = match about_it.is_empty() {
            true => Vec::new(),
            false => self.elsewhere(head, &range, plain),
        };
        // What stands behind a text that is not closed is probably no part of it.
        if let Some(open_text) = self.open_text(&range) {
            found.retain(|each| self.view.span_of(&each.covers).end <= open_text.start);
        }
        let causes = match found.is_empty() {
            true => self.causes(&range, suppress_cascades(&self.view, about_it)),
            false => self.from_elsewhere(&range, found, about_it),
        };
        self.diagnostics.extend(causes);
        Item { kind, span }
    }

    /// The reports about an item in which words and forms of other languages were found. Where all
    /// of these can be mended, they alone are told: what else is wrong is found once they are
    /// mended. Else the parser stumbles over what is told here, and only its reports before count.
    fn from_elsewhere(
        &mut self,
        range: &Range<usize>,
        found: Vec<elsewhere::Mistake>,
        about_it: Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        self.covered.extend(found.iter().map(|each| self.view.span_of(&each.covers)));
        let mendable = found.iter().all(|each| !each.report.fixes.is_empty());
        let reported: Vec<Range<usize>> = found.iter().map(|each| each.covers.clone()).collect();
        self.brackets.unclosed.retain(|(open, _)| !reported.iter().any(|covers| covers.contains(open)));
        let from = found.first().map_or(0, |first| self.view.span_of(&first.covers).start);
        let before = about_it.into_iter().filter(|report| !mendable && report.span().end < from);
        let mut reports: Vec<Diagnostic> = before.collect();
        // What has no mend may follow from what the parser stumbled at before.
        let stumbled = !reports.is_empty();
        let found = found.into_iter().filter(|each| !stumbled || !each.report.fixes.is_empty());
        reports.extend(found.map(|each| each.report));
        self.with_brackets(range, reports)
    }

    /// Parses an item whose keyword is known or misspelt.
    fn known(&mut self, rule: Rule, range: &Range<usize>, span: Span) -> ItemKind {
        let word = self.view.word(range.start);
        if rule_of(word).is_none() {
            self.misspelt_item(range.start);
            if rule == Rule::players_item && !range.clone().any(|at| self.view.word(at) == ",") {
                return self.lost(range); // `player A`: the number of names is not reported too.
            }
        }
        let followup = word != "move" && near_item(word).is_some_and(|(keyword, _)| keyword == "followup");
        let rest = range.start + 1..range.end;
        match self.view.read(rule, &rest) {
            Ok((pair, base)) => self.lower(pair, base, |lower, pair| lower.item(pair, followup, span)),
            Err(problem) => self.recover(rule, &rest, followup, *problem),
        }
    }

    /// Builds a node from a match, and keeps the diagnostics of the builder.
    pub fn lower<T>(
        &mut self,
        pair: Pair<'t>,
        base: usize,
        build: impl FnOnce(&mut Lower<'t>, Pair<'t>) -> T,
    ) -> T {
        let mut lower = Lower::new(self.view.file, base, self.ends);
        let built = build(&mut lower, pair);
        self.diagnostics.append(&mut lower.diagnostics);
        built
    }

    /// Reports a misspelt item keyword, as in `moove`.
    fn misspelt_item(&mut self, at: usize) {
        let word = self.view.word(at);
        let message = format!("`{word}` does not begin an item");
        let report =
            Diagnostic::error(codes::UNKNOWN_ITEM, message, self.view.span(at), "no word of the language");
        self.diagnostics.push(match near_item(word) {
            Some((keyword, _)) => {
                report.help(format!("did you mean `{keyword}`?")).fix(self.view.span(at), keyword)
            }
            None => report,
        });
    }

    /// Reports a piece that begins with no item keyword.
    fn unknown(&mut self, range: &Range<usize>) -> ItemKind {
        let word = self.view.word(range.start);
        let at = self.view.span(range.start);
        let stores = matches!(self.view.word(range.start + 1), "+=" | "-=");
        let statement = stores || matches!(word, "if" | "for" | "var" | "repeat" | "again");
        self.diagnostics.push(if statement {
            let message = format!("`{word}` stands outside the body of a move");
            Diagnostic::error(codes::OUTSIDE_MOVE, message, at, "no item begins so")
                .help("statements stand between the braces of a `move` or a `followup`")
        } else {
            let message = format!("{} does not begin an item", self.view.found(range.start));
            let next = self.view.word(range.start + 1);
            let swapped = range.len() > 1 && rule_of(next).is_some();
            Diagnostic::error(codes::UNKNOWN_ITEM, message, at, "expected an item").help(if swapped {
                format!("an item begins with its keyword: write `{next} {word} ..`")
            } else if let [keyword] = items_from(word).as_slice() {
                format!("did you mean `{keyword}`?")
            } else {
                "an item begins with its keyword: `game`, `players`, `board`, `let`, `def`, `state`, `move`, `end` ..".into()
            })
        });
        self.lost(range)
    }

    /// Gives an item up. The names in it are recorded, so that their uses are not reported as
    /// unknown.
    pub fn lost(&mut self, range: &Range<usize>) -> ItemKind {
        let names = self.declaring(range).filter(|at| self.view.tokens[*at].kind == Kind::Word);
        let names = names.filter(|at| !super::items::is_reserved(self.view.word(*at)));
        let names: Vec<Name> = names.map(|at| self.name(at)).collect();
        self.broken.extend(names);
        ItemKind::Error
    }

    /// Those of an item's tokens among which it declares its names.
    fn declaring(&self, range: &Range<usize>) -> Range<usize> {
        let whole = range.clone();
        let rule = rule_of(self.view.word(range.start))
            .or_else(|| rule_of(self.view.word(range.start.checked_sub(1)?)));
        let left_of = |marks: &[&str]| {
            let end = whole.clone().find(|at| marks.contains(&self.view.word(*at)));
            whole.start..end.unwrap_or(whole.end)
        };
        match rule {
            Some(
                Rule::expect_item
                | Rule::end_item
                | Rule::stuck_item
                | Rule::endless_item
                | Rule::progress_item
                | Rule::show_item
                | Rule::start_item
                | Rule::game_item
                | Rule::allow_item
                | Rule::tree_item,
            ) => whole.start..whole.start,
            Some(Rule::move_item) => left_of(&["(", "when", "in", "as", "{"]),
            Some(
                Rule::let_item | Rule::def_item | Rule::range_item | Rule::board_item | Rule::family_item,
            ) => left_of(&["="]),
            _ => whole,
        }
    }

    /// The token as a name.
    pub fn name(&self, at: usize) -> Name {
        Name { text: self.view.word(at).to_string(), span: self.view.span(at) }
    }

    /// Whether the brackets of an item are nested too deep; reports it.
    fn too_deep(&mut self, range: &Range<usize>) -> bool {
        if self.brackets.deepest.0 <= MAX_DEPTH {
            return false;
        }
        let mut depth = 0usize;
        for at in range.clone() {
            match self.view.word(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_DEPTH {
                self.diagnostics.push(too_deep(self.view.span(at)));
                return true;
            }
        }
        false
    }

    /// The place of the first text of an item that is not closed on its line.
    fn open_text(&self, range: &Range<usize>) -> Option<Span> {
        let whole = self.view.span_of(range);
        let inside = |at: Span| whole.start <= at.start && at.start < whole.end;
        let open = self.mistakes.iter().filter(|slip| slip.code == codes::UNCLOSED_TEXT);
        open.map(Diagnostic::span).find(|at| inside(*at))
    }

    /// Keeps the reports about an item that are causes, and drops consequences of other mistakes.
    fn causes(&self, range: &Range<usize>, reports: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let whole = self.view.span_of(range);
        let inside = |at: Span| whole.start <= at.start && at.start < whole.end;
        let mistakes = self.mistakes.iter().filter(|slip| inside(slip.span()));
        let mistakes: Vec<&Diagnostic> = mistakes.collect();
        // The other reports behind an unclosed text are its consequences.
        if let Some(open_text) = mistakes.iter().find(|slip| slip.code == codes::UNCLOSED_TEXT) {
            return reports.into_iter().filter(|report| report.span().end < open_text.span().start).collect();
        }
        if reports.iter().any(|report| report.code == codes::TOO_DEEP) {
            return reports;
        }
        let rendered = |report: &Diagnostic| mistakes.iter().any(|slip| slip.span() == report.span());
        let reports: Vec<Diagnostic> = reports.into_iter().filter(|report| !rendered(report)).collect();
        // An unknown character may stand in the place of a bracket, and it is reported already.
        let strange = mistakes.iter().any(|slip| slip.code == codes::UNKNOWN_CHARACTER);
        if strange { reports } else { self.with_brackets(range, reports) }
    }

    /// The reports of an item before its first bad bracket, and those about its brackets. A stray
    /// closer is reported only if there is no mistake before it, which may have caused it.
    fn with_brackets(&self, range: &Range<usize>, reports: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let brackets = &self.brackets;
        let before = |reports: Vec<Diagnostic>, at: Span| -> Vec<Diagnostic> {
            reports.into_iter().filter(|report| report.span().start < at.start).collect()
        };
        let unclosed: Vec<_> = brackets.unclosed.iter().filter(|(open, _)| range.contains(open)).collect();
        if let Some(first) = unclosed.iter().map(|(open, _)| *open).min() {
            let mut kept = before(reports, self.view.span(first));
            kept.extend(
                unclosed
                    .iter()
                    .map(|(open, proof)| super::unclosed::unclosed(&self.view, brackets, *open, *proof)),
            );
            return kept;
        }
        let mut stray: Vec<_> = brackets.stray.iter().filter(|(close, _)| range.contains(close)).collect();
        if stray.iter().any(|(_, meets)| meets.is_some()) {
            stray.truncate(1); // The others follow from a bracket of the wrong kind.
        }
        let Some((first, _)) = stray.first() else { return reports };
        let mut kept = before(reports, self.view.span(*first));
        if kept.is_empty() {
            kept.extend(stray.iter().map(|(close, meets)| brackets::stray(&self.view, *close, *meets)));
        }
        kept
    }
}
