//! The items of completions.

use super::{documentation, place};
use crate::analysis::TextAnalysis;
use gen_lsp_types::{
    CompletionItem, CompletionItemKind, Documentation, InsertTextFormat, MarkupContent, MarkupKind, TextEdit,
};
use std::collections::BTreeSet;
use zug_analysis::lints::LINTS;
use zug_lang::built_ins::{self, BUILT_INS, kinds_of_boards};
use zug_lang::check::index::{Definition, NameKind};
use zug_lang::keywords::{KEYWORDS, Place};

/// Completions that are being gathered.
pub struct Items<'a> {
    analysis: &'a TextAnalysis,
    offset: usize,
    snippets: bool,
    /// What was gathered.
    pub all: Vec<CompletionItem>,
    known: BTreeSet<String>,
}

impl<'a> Items<'a> {
    /// Nothing yet, for a byte of a text.
    pub fn new(analysis: &'a TextAnalysis, offset: usize, snippets: bool) -> Items<'a> {
        Items { analysis, offset, snippets, all: Vec::new(), known: BTreeSet::new() }
    }

    /// Adds a word; of two that are equal the first counts. `order` sorts groups.
    pub fn add(&mut self, label: &str, kind: CompletionItemKind, detail: Option<String>, order: &str) {
        self.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail,
            sort_text: Some(format!("{order}{label}")),
            ..Default::default()
        });
    }

    fn push(&mut self, item: CompletionItem) {
        if self.known.insert(item.label.clone()) {
            self.all.push(item);
        }
    }

    /// Adds plain words.
    pub fn words(&mut self, words: &[&str]) {
        words.iter().for_each(|word| self.add(word, CompletionItemKind::Keyword, None, "3"));
    }

    /// Adds the declared names of some kinds that are visible here.
    pub fn names(&mut self, wanted: impl Fn(NameKind) -> bool) {
        let analysis = self.analysis;
        let start = place::word_start(analysis, self.offset);
        let mut found: Vec<&Definition> = analysis
            .index
            .visible(self.offset)
            .map(|(_, it)| it)
            // The word that is being written may be read as a declaration.
            .filter(|it| wanted(it.kind) && it.span.start as usize != start)
            .collect();
        // An inner name hides an outer one.
        found.reverse();
        for it in found {
            self.declared(it);
        }
    }

    fn declared(&mut self, it: &Definition) {
        let order = if it.kind.is_local() { "0" } else { "1" };
        let called = it.kind == NameKind::Def && !it.takes.is_empty();
        let indexed =
            matches!(it.kind, NameKind::Field | NameKind::Let | NameKind::Param) && !it.takes.is_empty();
        let parts: Vec<&str> = it.takes.iter().map(|part| part.split(':').next().unwrap_or(part)).collect();
        let insert = match (self.snippets, called, indexed) {
            (true, true, _) => Some(format!("{}({})", it.name, fields(&parts))),
            (true, _, true) => Some(format!("{}[{}]", it.name, fields(&parts))),
            _ => None,
        };
        let documentation = documentation::comment(self.analysis, it).map(markdown);
        self.push(CompletionItem {
            label: it.name.clone(),
            kind: Some(kind(it.kind)),
            detail: Some(documentation::head(self.analysis, it)),
            documentation,
            sort_text: Some(format!("{order}{}", it.name)),
            insert_text_format: insert.as_ref().map(|_| InsertTextFormat::Snippet),
            insert_text: insert,
            ..Default::default()
        });
    }

    /// Adds everything that may stand in an expression.
    pub fn values(&mut self) {
        self.names(|kind| !matches!(kind, NameKind::Move | NameKind::Followup));
        self.built_ins();
        self.keywords(Place::Expression);
        self.keywords(Place::Between);
    }

    /// Adds the moves.
    pub fn moves(&mut self) {
        self.names(|kind| matches!(kind, NameKind::Move | NameKind::Followup));
    }

    /// Adds the keywords of a place.
    pub fn keywords(&mut self, place: Place) {
        for it in KEYWORDS.iter().filter(|it| it.place == place) {
            let snippet = (self.snippets && !it.snippet.is_empty()).then(|| it.snippet.to_owned());
            self.push(CompletionItem {
                label: it.word.to_owned(),
                kind: Some(CompletionItemKind::Keyword),
                detail: Some(it.about.to_owned()),
                documentation: Some(markdown(format!("```zug\n{}\n```", it.example))),
                sort_text: Some(format!("3{}", it.word)),
                insert_text_format: snippet.as_ref().map(|_| InsertTextFormat::Snippet),
                insert_text: snippet,
                ..Default::default()
            });
        }
    }

    /// Adds the domains that every definition has.
    pub fn built_in_domains(&mut self) {
        self.built_ins_where(|kind| matches!(kind, built_ins::Kind::Domain));
    }

    fn built_ins(&mut self) {
        let boards = !self
            .analysis
            .index
            .definitions
            .iter()
            .any(|it| matches!(it.kind, NameKind::Board | NameKind::Graph));
        self.built_ins_where(|kind| match kind {
            built_ins::Kind::Board(_) => false,
            built_ins::Kind::Direction | built_ins::Kind::DirectionSet(_) => !boards,
            _ => true,
        });
    }

    /// Adds the kinds of boards.
    pub fn boards(&mut self) {
        kinds_of_boards().for_each(|it| self.built_in(it, CompletionItemKind::Constructor));
    }

    fn built_ins_where(&mut self, wanted: impl Fn(built_ins::Kind) -> bool) {
        for it in BUILT_INS.iter().filter(|it| wanted(it.kind)) {
            let kind = match it.kind {
                built_ins::Kind::Function(_) => CompletionItemKind::Function,
                built_ins::Kind::Domain => CompletionItemKind::Enum,
                _ => CompletionItemKind::EnumMember,
            };
            self.built_in(it, kind);
        }
    }

    fn built_in(&mut self, it: &built_ins::BuiltIn, kind: CompletionItemKind) {
        let form = it.forms.first().copied();
        // A direction stands alone more often than it is called.
        let called =
            form.filter(|_| matches!(it.kind, built_ins::Kind::Function(_) | built_ins::Kind::Board(_)));
        let snippet = called.filter(|_| self.snippets).map(|form| filled(form, it.name));
        self.push(CompletionItem {
            label: it.name.to_owned(),
            kind: Some(kind),
            detail: Some(form.unwrap_or(it.name).to_owned()),
            documentation: Some(markdown(documentation::built_in(it))),
            sort_text: Some(format!("2{}", it.name)),
            insert_text_format: snippet.as_ref().map(|_| InsertTextFormat::Snippet),
            insert_text: snippet,
            ..Default::default()
        });
    }

    /// Adds the lints.
    pub fn lints(&mut self) {
        for it in LINTS {
            self.add(
                it.name,
                CompletionItemKind::EnumMember,
                Some(format!("{}: {}", it.code, it.about)),
                "1",
            );
        }
    }
}

/// Moves as completions; they replace what was typed of the last one.
pub fn moves(
    analysis: &TextAnalysis,
    texts: Vec<String>,
    start: usize,
    end: usize,
    most: usize,
) -> Vec<CompletionItem> {
    let range = analysis.lines.between(&analysis.text, start, end);
    let item = |(at, text): (usize, String)| CompletionItem {
        kind: Some(CompletionItemKind::Value),
        detail: Some("legal move".into()),
        sort_text: Some(format!("{at:06}")),
        filter_text: Some(text.clone()),
        text_edit: Some(TextEdit { range, new_text: text.clone() }.into()),
        label: text,
        ..Default::default()
    };
    texts.into_iter().take(most).enumerate().map(item).collect()
}

/// `${1:a}, ${2:b}`
fn fields(parts: &[&str]) -> String {
    let field = |(at, part): (usize, &&str)| format!("${{{}:{}}}", at + 1, part.trim());
    parts.iter().enumerate().map(field).collect::<Vec<_>>().join(", ")
}

/// A form of a call with its arguments to be filled in.
fn filled(form: &str, name: &str) -> String {
    let inside =
        form.strip_prefix(name).map_or("", |rest| rest.trim_start_matches('(').trim_end_matches(')'));
    let parts: Vec<&str> = inside.split(", ").collect();
    match inside.split_once(": ") {
        Some((binder, body)) => format!("{name}({})", fields(&[binder, body]).replacen(", ", ": ", 1)),
        None => format!("{name}({})", fields(&parts)),
    }
}

fn markdown(value: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
}

fn kind(kind: NameKind) -> CompletionItemKind {
    use CompletionItemKind as C;
    match kind {
        NameKind::Player | NameKind::Member | NameKind::Point => C::EnumMember,
        NameKind::Enum | NameKind::Range => C::Enum,
        NameKind::Board | NameKind::Graph => C::Struct,
        NameKind::Family => C::Interface,
        NameKind::Param | NameKind::Let => C::Constant,
        NameKind::Def => C::Function,
        NameKind::Field => C::Field,
        NameKind::Move | NameKind::Followup => C::Method,
        NameKind::Parameter | NameKind::Binder | NameKind::LocalLet | NameKind::Var | NameKind::Broken => {
            C::Variable
        }
    }
}
