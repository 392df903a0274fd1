//! The names that a text declares, and the places where a name stands.

use super::Look;
use crate::check::parts::parts;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::ast::{Declared, Index, Item, ItemKind, Name, TypeKind};
use crate::syntax::tokens::{Token, TokenClass, tokens};

/// The words of a text, without its comments; of its string literals those in braces.
pub(super) struct Words<'t> {
    all: Vec<(&'t str, Span)>,
    text: &'t str,
}

impl<'t> Words<'t> {
    pub(super) fn of(text: &'t str, file: FileId) -> Words<'t> {
        let found = tokens(text).into_iter().filter(|token| token.class != TokenClass::Comment);
        Words { all: found.flat_map(|token| words_of(text, file, token)).collect(), text }
    }

    /// The places of a word within another place.
    pub(super) fn places(&self, word: &str, within: Span) -> Vec<Span> {
        let inside = self.all.iter().filter(|(each, at)| *each == word && within.holds(*at));
        inside.map(|(_, at)| *at).collect()
    }

    /// The first character behind a place that is no blank.
    pub(super) fn behind(&self, at: Span) -> Option<char> {
        self.text.get(at.end as usize..)?.trim_start().chars().next()
    }
}

/// The words of a token with their places.
fn words_of(text: &str, file: FileId, token: Token) -> Vec<(&str, Span)> {
    let written = token.text(text);
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let parts = written.split(|c: char| !is_letter(c)).filter(|word| !word.is_empty());
    let place = |word: &str| {
        let from = token.start + (word.as_ptr() as usize - written.as_ptr() as usize);
        Span::new(file, from, from + word.len())
    };
    let found = parts.map(|word| (word, place(word)));
    found.filter(|(_, at)| token.class != TokenClass::Text || is_in_braces(text, token, *at)).collect()
}

/// Whether a place in a string literal is in braces: what stands there is a value.
fn is_in_braces(text: &str, token: Token, at: Span) -> bool {
    let before = &text[token.start..at.start as usize];
    before.rfind('{') > before.rfind('}')
}

/// What a declared name stands for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sort {
    Value,
    Element,
    List,
    Table,
    Function,
    Domain,
    Move,
}

/// The names that an item declares for the whole text.
pub(super) fn declared(item: &Item) -> Vec<(&Name, Sort)> {
    let of = |declared: &'_ Declared| match &declared.ty.kind {
        TypeKind::ListOf(_) => Sort::List,
        _ if declared.indexes.is_empty() => Sort::Value,
        _ => Sort::Table,
    };
    match &item.kind {
        ItemKind::Param(param) => vec![(&param.name, of(param))],
        ItemKind::State { fields, .. } => fields.iter().map(|field| (&field.name, of(field))).collect(),
        ItemKind::Let { name, indexes, .. } if indexes.is_empty() => vec![(name, Sort::Value)],
        ItemKind::Let { name, .. } => vec![(name, Sort::Table)],
        ItemKind::Def { name, parameters, .. } if parameters.is_empty() => vec![(name, Sort::Value)],
        ItemKind::Def { name, .. } => vec![(name, Sort::Function)],
        ItemKind::Enum { name, .. }
        | ItemKind::Range { name, .. }
        | ItemKind::Board { name, .. }
        | ItemKind::Graph { name, .. }
        | ItemKind::Family { name, .. } => vec![(name, Sort::Domain)],
        ItemKind::Move(each) => vec![(&each.name, Sort::Move)],
        _ => Vec::new(),
    }
}

/// The names of the indexes that an item declares.
pub(super) fn indexes(item: &Item) -> impl Iterator<Item = &Name> {
    let all: Vec<&Index> = match &item.kind {
        ItemKind::Param(param) => param.indexes.iter().collect(),
        ItemKind::State { fields, .. } => fields.iter().flat_map(|field| &field.indexes).collect(),
        ItemKind::Let { indexes, .. } => indexes.iter().collect(),
        _ => Vec::new(),
    };
    all.into_iter().filter_map(|index| index.name.as_ref())
}

/// The places where a name stands that nothing declares. An item that binds it may speak of what it
/// bound: it counts where the report marks a place in it.
pub(super) fn uses(look: &Look, words: &Words, name: &str, report: &Diagnostic) -> Vec<Span> {
    let marks = report.labels.iter().filter(|label| label.primary || label.text == "and here");
    let marks: Vec<Span> = marks.map(|label| label.span).collect();
    let speaks = |item: &&Item| {
        let bound = parts(&item.kind).bound;
        let is_bound = bound.into_iter().chain(indexes(item)).any(|each| each.text == name);
        !is_bound || marks.iter().any(|at| item.span.holds(*at))
    };
    look.game.items.iter().filter(speaks).flat_map(|item| words.places(name, item.span)).collect()
}

/// A declared name, and where it is known.
pub(super) struct Candidate<'a> {
    pub(super) name: &'a Name,
    pub(super) sort: Sort,
    pub(super) scope: Span,
}

/// A name that nothing declares, and the places where it stands.
pub(super) struct UndeclaredName<'a> {
    pub(super) name: &'a str,
    pub(super) report: &'a Diagnostic,
    pub(super) uses: Vec<Span>,
}

impl UndeclaredName<'_> {
    /// Whether facts set something of this name.
    pub(super) fn is_setting(&self) -> bool {
        self.report.message.ends_with(" to set")
    }
}

impl Candidate<'_> {
    /// The field or the param that it is.
    pub(super) fn declared<'a>(&self, look: &Look<'a>) -> Option<&'a Declared> {
        let params = look.game.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Param(param) => Some(param),
            _ => None,
        });
        look.fields().chain(params).find(|declared| declared.name.span == self.name.span)
    }
}
