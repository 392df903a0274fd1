//! The outline of a text: items, with what they declare inside.

use crate::analysis::TextAnalysis;
use gen_lsp_types::{DocumentSymbol, DocumentSymbolResponse, SymbolKind};
use zug_lang::check::index::NameKind;
use zug_lang::source::Span;
use zug_lang::syntax::ast::{Item, ItemKind, Name};

/// The outline.
pub fn all(analysis: &TextAnalysis) -> Option<DocumentSymbolResponse> {
    let symbols = analysis.game.items.iter().filter_map(|item| symbol(analysis, item)).collect();
    Some(DocumentSymbolResponse::DocumentSymbolList(symbols))
}

fn symbol(analysis: &TextAnalysis, item: &Item) -> Option<DocumentSymbol> {
    use ItemKind as I;
    let whole = item.span;
    let keyword = first_word(analysis, whole);
    let named = |name: &Name, kind, children| {
        let mut made = one(analysis, &name.text, kind, whole, name.span, detail(analysis, name.span));
        made.children = Some(children).filter(|all: &Vec<DocumentSymbol>| !all.is_empty());
        made
    };
    let members = |names: &[Name]| {
        names
            .iter()
            .map(|name| one(analysis, &name.text, SymbolKind::EnumMember, name.span, name.span, None))
            .collect()
    };
    let rule = |name: &str| one(analysis, name, SymbolKind::Event, whole, keyword, None);
    Some(match &item.kind {
        I::Game(title) => one(analysis, &title.text, SymbolKind::Module, whole, title.span, None),
        I::Players(names) => {
            let mut made = one(analysis, "players", SymbolKind::Enum, whole, keyword, None);
            made.children = Some(members(names));
            made
        }
        I::Param(declared) => named(&declared.name, SymbolKind::Constant, Vec::new()),
        I::Enum { name, members: all } => named(name, SymbolKind::Enum, members(all)),
        I::Range { name, .. } => named(name, SymbolKind::Enum, Vec::new()),
        I::Board { name, .. } | I::Graph { name, .. } => named(name, SymbolKind::Enum, Vec::new()),
        I::Family { name, .. } => named(name, SymbolKind::Interface, Vec::new()),
        I::Let { name, .. } => named(name, SymbolKind::Constant, Vec::new()),
        I::Def { name, .. } => named(name, SymbolKind::Function, Vec::new()),
        I::State { fields, .. } => {
            let field = |it: &zug_lang::syntax::ast::Declared| {
                let detail = detail(analysis, it.name.span);
                one(analysis, &it.name.text, SymbolKind::Field, it.span, it.name.span, detail)
            };
            let mut made = one(analysis, "state", SymbolKind::Struct, whole, keyword, None);
            made.children = Some(fields.iter().map(field).collect());
            made
        }
        I::Move(play) => {
            let parameter = |it: &zug_lang::syntax::ast::Binder| {
                let whole = it.name.span.to(it.set.span);
                one(analysis, &it.name.text, SymbolKind::Variable, whole, it.name.span, None)
            };
            named(&play.name, SymbolKind::Method, play.parameters.iter().map(parameter).collect())
        }
        I::End { .. } => rule("end"),
        I::Stuck(_) => rule("stuck"),
        I::Endless(_) => rule("endless"),
        I::Progress(_) => rule("progress"),
        I::Tree(_) => rule("tree"),
        I::Show { domain, .. } => one(analysis, "show", SymbolKind::Object, whole, domain.span, None),
        I::Start(_) => one(analysis, "start", SymbolKind::Object, whole, keyword, None),
        I::Expect(_) => {
            let text = zug_lang::semantics::notation::one_blank(analysis.slice(whole));
            one(analysis, &text, SymbolKind::Boolean, whole, keyword, None)
        }
        I::Allow(_) | I::Error => return None,
    })
}

/// The first word of an item.
fn first_word(analysis: &TextAnalysis, whole: Span) -> Span {
    let word = analysis.slice(whole).split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    Span { end: whole.start + word.len() as u32, ..whole }
}

/// The type of what a name declares.
fn detail(analysis: &TextAnalysis, name: Span) -> Option<String> {
    let definition = analysis.index.definitions.iter().find(|it| it.span == name)?;
    match definition.kind {
        kind if kind.is_domain() => Some(definition.value.clone()?),
        _ => super::documentation::type_of(analysis, definition).map(String::from),
    }
    .or_else(|| (definition.kind == NameKind::Followup).then(|| "followup".to_owned()))
}

#[allow(deprecated, reason = "the type of the protocol still has the field")]
fn one(
    analysis: &TextAnalysis,
    name: &str,
    kind: SymbolKind,
    whole: Span,
    chosen: Span,
    detail: Option<String>,
) -> DocumentSymbol {
    // The protocol wants the chosen part inside of the whole, and a name that is not empty.
    let name = if name.trim().is_empty() { "?" } else { name };
    DocumentSymbol {
        name: name.to_owned(),
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: analysis.range(whole.to(chosen)),
        selection_range: analysis.range(chosen),
        children: None,
    }
}
