//! What is said of a word: of declared names, built-ins, keywords and codes.

use crate::analysis::TextAnalysis;
use zug_lang::built_ins::{self, BuiltIn};
use zug_lang::check::index::{Definition, NameKind};
use zug_lang::keywords::{KEYWORDS, Keyword, Place};
use zug_lang::source::Span;
use zug_lang::syntax::ast::ItemKind;
use zug_lang::syntax::tokens::TokenClass;

/// The head of a declaration in one line: its kind, name, what it takes, its type.
pub fn head(analysis: &TextAnalysis, it: &Definition) -> String {
    let brackets = |open: char, close: char| match it.takes.is_empty() {
        true => String::new(),
        false => format!("{open}{}{close}", it.takes.join(", ")),
    };
    let ty = type_of(analysis, it).map(|ty| format!(": {ty}")).unwrap_or_default();
    let name = &it.name;
    match it.kind {
        NameKind::Def => format!("def {name}{}{ty}", brackets('(', ')')),
        NameKind::Move => format!("move {name}{}", brackets('(', ')')),
        NameKind::Followup => format!("followup {name}{}", brackets('(', ')')),
        NameKind::Enum | NameKind::Range | NameKind::Board | NameKind::Graph | NameKind::Family => {
            first_line(analysis, it)
        }
        NameKind::Player => format!("player {name}"),
        NameKind::Member | NameKind::Point => {
            let owner = it.owner.and_then(|at| analysis.index.definitions.get(at));
            owner.map_or_else(|| name.clone(), |owner| format!("{}.{name}", owner.name))
        }
        NameKind::Param | NameKind::Let => {
            let value = it.value.as_deref().map(|value| format!(" = {value}")).unwrap_or_default();
            format!("{} {name}{}{ty}{value}", it.kind.words(), brackets('[', ']'))
        }
        NameKind::Field => {
            let value = it.value.as_deref().map(|value| format!(" = {value}")).unwrap_or_default();
            format!("state {{ {name}{}{ty}{value} }}", brackets('[', ']'))
        }
        NameKind::Parameter | NameKind::Binder | NameKind::LocalLet | NameKind::Var => format!("{name}{ty}"),
        NameKind::Broken => name.clone(),
    }
}

/// The type of a name; that of a param as it is written, because its value is one of many.
pub fn type_of<'a>(analysis: &'a TextAnalysis, it: &'a Definition) -> Option<&'a str> {
    let written = analysis.game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Param(declared) if declared.name.span == it.span => Some(declared.ty.span),
        _ => None,
    });
    written.map(|span| analysis.slice(span)).or(it.ty.as_deref())
}

/// The first line of a declaration as it is written.
fn first_line(analysis: &TextAnalysis, it: &Definition) -> String {
    let line = analysis.slice(it.whole).lines().next().unwrap_or("").trim();
    if line.chars().count() <= 100 {
        line.to_owned()
    } else {
        line.chars().take(100).chain(" ..".chars()).collect()
    }
}

/// A declared name at length, in Markdown.
pub fn definition(analysis: &TextAnalysis, it: &Definition) -> String {
    let mut text = format!("```zug\n{}\n```\n", head(analysis, it));
    let owner = it.owner.and_then(|at| analysis.index.definitions.get(at));
    text += &match (it.kind, owner) {
        (NameKind::Parameter, Some(of)) => format!("parameter of `{}`", of.name),
        (NameKind::Member, Some(of)) => format!("element of `{}`", of.name),
        (NameKind::Point, Some(of)) => format!("point of the graph `{}`", of.name),
        (NameKind::Player, _) => "one of the two players".to_owned(),
        (NameKind::Binder, _) => "bound here".to_owned(),
        (NameKind::LocalLet, _) => "a `let` of this body".to_owned(),
        (NameKind::Var, _) => "a `var` of this body; the type holds for its whole life".to_owned(),
        (kind, _) => kind.words().to_owned(),
    };
    if it.kind.is_domain()
        && let Some(members) = &it.value
    {
        text += &format!(": {members}");
    }
    if let Some(comment) = comment(analysis, it) {
        text += &format!("\n\n{comment}");
    }
    text
}

/// The comment above a declaration, or behind it on its line.
pub fn comment(analysis: &TextAnalysis, it: &Definition) -> Option<String> {
    above(analysis, it.whole).or_else(|| behind(analysis, it.whole))
}

fn above(analysis: &TextAnalysis, whole: Span) -> Option<String> {
    let mut line = analysis.lines.line(whole.start as usize);
    let before = analysis.text.get(analysis.lines.start(&analysis.text, line)..whole.start as usize)?;
    // What shares its line with others is not what the comment above is about, but for the first
    // field of a state.
    if !before.trim().is_empty() && before.replace(' ', "") != "state{" {
        return None;
    }
    let mut lines = Vec::new();
    while line > 0 {
        line -= 1;
        let start = analysis.lines.start(&analysis.text, line);
        let text = analysis.text.get(start..analysis.lines.end(&analysis.text, line))?.trim();
        let Some(comment) = text.strip_prefix("//") else { break };
        lines.push(comment.trim_start_matches('/').trim().to_owned());
    }
    lines.reverse();
    let text = lines.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}

fn behind(analysis: &TextAnalysis, whole: Span) -> Option<String> {
    let line = analysis.lines.line((whole.end as usize).saturating_sub(1));
    let end = analysis.lines.end(&analysis.text, line);
    let comment = analysis.tokens.iter().find(|token| {
        token.class == TokenClass::Comment && token.start >= whole.end as usize && token.start < end
    })?;
    let text = analysis.word(*comment).trim_start_matches('/').trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A built-in at length, in Markdown.
pub fn built_in(it: &BuiltIn) -> String {
    let forms = if it.forms.is_empty() { it.name.to_owned() } else { it.forms.join("\n") };
    let kind = match it.kind {
        built_ins::Kind::Function(_) => "built-in function",
        built_ins::Kind::DirectionSet(_) => "built-in set of directions",
        built_ins::Kind::Direction => "direction",
        built_ins::Kind::Domain => "built-in domain",
        built_ins::Kind::Board(_) => "kind of board",
    };
    let gives = it.gives;
    format!("```zug\n{forms}\n```\n{kind}: {gives}\n\nExample: `{}`", it.example)
}

/// A keyword at length, in Markdown.
pub fn keyword(it: &Keyword) -> String {
    format!("`{}`: {}\n\n```zug\n{}\n```", it.word, it.about, it.example)
}

/// The keyword that a word is at a place; words that several places have are told apart by what
/// stands before.
pub fn keyword_at(analysis: &TextAnalysis, at: usize) -> Option<&'static Keyword> {
    let token = analysis.tokens.get(at)?;
    let word = analysis.word(*token);
    let all: Vec<&Keyword> = KEYWORDS.iter().filter(|it| it.word == word).collect();
    let in_expect = super::place::item_word(analysis, token.start) == Some("expect");
    let wanted = |it: &&&Keyword| match it.place {
        Place::Item => token.first && super::place::depth(analysis, token.start) == 0,
        Place::Statement => super::place::depth(analysis, token.start) > 0,
        Place::Fact => in_expect,
        _ => false,
    };
    all.iter().find(wanted).or_else(|| all.iter().find(|it| it.place != Place::Fact)).or(all.first()).copied()
}
