//! The kinds of all words, for colours: the classes of the scanner, sharpened by the index.

use crate::analysis::TextAnalysis;
use gen_lsp_types::{SemanticToken, SemanticTokens, SemanticTokensLegend};
use std::collections::HashMap;
use zug_lang::built_ins::{self, built_in};
use zug_lang::check::index::{NameKind, Target, Use};
use zug_lang::keywords::keyword;
use zug_lang::syntax::tokens::{Token, TokenClass};

const TYPES: [&str; 14] = [
    "keyword",
    "type",
    "class",
    "enumMember",
    "parameter",
    "variable",
    "property",
    "function",
    "method",
    "string",
    "number",
    "comment",
    "operator",
    "macro",
];

const MODIFIERS: [&str; 4] = ["declaration", "readonly", "defaultLibrary", "modification"];

/// The names of the kinds.
pub fn legend() -> SemanticTokensLegend {
    let owned = |all: &[&str]| all.iter().map(|each| (*each).to_owned()).collect();
    SemanticTokensLegend { token_types: owned(&TYPES), token_modifiers: owned(&MODIFIERS) }
}

fn kind(name: &str) -> u32 {
    TYPES.iter().position(|each| *each == name).unwrap_or(0) as u32
}

fn modifier(name: &str) -> u32 {
    MODIFIERS.iter().position(|each| *each == name).map_or(0, |at| 1 << at)
}

/// All tokens of a text.
pub fn all(analysis: &TextAnalysis) -> Option<SemanticTokens> {
    let uses: HashMap<(usize, usize), &Use> =
        analysis.index.uses.iter().map(|it| ((it.span.start as usize, it.span.end as usize), it)).collect();
    let mut data = Vec::new();
    let (mut line, mut character) = (0, 0);
    for token in &analysis.tokens {
        let used = uses.get(&(token.start, token.end)).copied();
        let Some((token_type, modifiers)) = class(analysis, *token, used) else { continue };
        for (start, end) in pieces(analysis, *token) {
            let range = analysis.lines.between(&analysis.text, start, end);
            let delta_line = range.start.line - line;
            let delta_start =
                if delta_line == 0 { range.start.character - character } else { range.start.character };
            (line, character) = (range.start.line, range.start.character);
            data.push(SemanticToken {
                delta_line,
                delta_start,
                length: range.end.character - range.start.character,
                token_type,
                token_modifiers_bitset: modifiers,
            });
        }
    }
    Some(SemanticTokens { result_id: None, data })
}

/// A token line by line: only comments have several.
fn pieces(analysis: &TextAnalysis, token: Token) -> Vec<(usize, usize)> {
    let (first, last) = (analysis.lines.line(token.start), analysis.lines.line(token.end));
    let lines = first..=last;
    let piece = |line| {
        let start = analysis.lines.start(&analysis.text, line).max(token.start);
        (start, analysis.lines.end(&analysis.text, line).min(token.end))
    };
    lines.map(piece).filter(|(start, end)| start < end).collect()
}

/// The type and the modifiers of a token; marks have no colour of their own.
fn class(analysis: &TextAnalysis, token: Token, used: Option<&Use>) -> Option<(u32, u32)> {
    if let Some(used) = used {
        return Some(of_use(analysis, used));
    }
    let word = analysis.word(token);
    let name = match token.class {
        TokenClass::Comment => "comment",
        TokenClass::Text => "string",
        TokenClass::Number => "number",
        TokenClass::Reserved => match word {
            "and" | "or" | "not" | "implies" | "in" => "operator",
            _ => "keyword",
        },
        TokenClass::ItemKeyword => "keyword",
        TokenClass::Word if keyword(word).is_some() => "keyword",
        TokenClass::Word if matches!(word, "x" | "y") => "property",
        TokenClass::Word => return None,
        TokenClass::Mark | TokenClass::Unknown => return None,
    };
    Some((kind(name), 0))
}

fn of_use(analysis: &TextAnalysis, used: &Use) -> (u32, u32) {
    let Some(definition) = analysis.index.definition(&used.target) else { return of_built_in(used) };
    if let Target::Element(_) = used.target {
        return (kind("enumMember"), modifier("readonly"));
    }
    use NameKind as K;
    let (name, constant) = match definition.kind {
        K::Player | K::Member | K::Point => ("enumMember", true),
        K::Enum | K::Range | K::Family => ("type", false),
        K::Board | K::Graph => ("class", false),
        K::Param | K::Let => ("variable", true),
        K::Def => ("function", false),
        K::Field => ("property", false),
        K::Move | K::Followup => ("method", false),
        K::Parameter => ("parameter", false),
        K::Binder | K::LocalLet => ("variable", true),
        K::Var | K::Broken => ("variable", false),
    };
    let mut modifiers = if constant { modifier("readonly") } else { 0 };
    if used.span == definition.span {
        modifiers |= modifier("declaration");
    }
    if used.writes {
        modifiers |= modifier("modification");
    }
    (kind(name), modifiers)
}

fn of_built_in(used: &Use) -> (u32, u32) {
    let Target::BuiltIn(name) = used.target else { return (kind("variable"), 0) };
    use built_ins::Kind as K;
    let it = built_in(name).or_else(|| built_ins::board(name));
    let name = match it.map(|it| it.kind) {
        Some(K::Domain) => "type",
        Some(K::Direction | K::DirectionSet(_)) => "enumMember",
        Some(K::Board(_)) => "class",
        _ => "function",
    };
    (kind(name), modifier("defaultLibrary"))
}
