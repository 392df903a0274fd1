//! What a call or an index takes, while it is written.

use super::{documentation, place};
use crate::analysis::TextAnalysis;
use gen_lsp_types::{
    ActiveParameter, Documentation, MarkupContent, MarkupKind, ParameterInformation,
    ParameterInformationLabel, SignatureHelp, SignatureInformation,
};
use zug_lang::built_ins::{self, built_in};
use zug_lang::check::index::{Definition, NameKind};
use zug_lang::syntax::tokens::TokenClass;

/// The signatures of the innermost call around a byte.
pub fn help(analysis: &TextAnalysis, offset: usize) -> Option<SignatureHelp> {
    if place::inside(analysis, offset).is_some() {
        return None;
    }
    let all: Vec<_> =
        analysis.tokens.iter().filter(|token| token.class != TokenClass::Comment).copied().collect();
    let until = all.partition_point(|token| token.end <= offset);
    let before = &all[..until];
    let item = place::item(analysis, before);
    // Brackets inside an argument are closed again, or have no name before them.
    for at in place::open(analysis, item).into_iter().rev() {
        let bracket = analysis.word(item[at]);
        let Some(named) =
            at.checked_sub(1).map(|at| item[at]).filter(|token| token.class != TokenClass::Mark)
        else {
            continue;
        };
        let name = analysis.word(named);
        let declares =
            at == 2 && matches!(analysis.word(item[0]), "def" | "move" | "followup" | "let" | "param");
        let signatures = match bracket {
            _ if declares => Vec::new(),
            "(" => of_call(analysis, name, named.start),
            "[" => of_index(analysis, name),
            _ => Vec::new(),
        };
        if signatures.is_empty() {
            continue;
        }
        let commas = commas(analysis, &item[at + 1..]);
        return Some(with_active(signatures, commas));
    }
    None
}

/// The commas of these tokens that stand in no bracket of their own.
fn commas(analysis: &TextAnalysis, tokens: &[zug_lang::syntax::tokens::Token]) -> usize {
    let (mut depth, mut commas) = (0, 0);
    for token in tokens.iter().filter(|token| token.class == TokenClass::Mark) {
        match analysis.word(*token) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 0 => commas += 1,
            _ => {}
        }
    }
    commas
}

fn with_active(signatures: Vec<SignatureInformation>, at: usize) -> SignatureHelp {
    let takes = |it: &SignatureInformation| it.parameters.as_ref().map_or(0, Vec::len);
    let fits = signatures.iter().position(|it| takes(it) > at).unwrap_or(signatures.len() - 1);
    SignatureHelp {
        signatures,
        active_signature: Some(fits as u32),
        active_parameter: Some(ActiveParameter::Int(at as u32)),
    }
}

fn of_call(analysis: &TextAnalysis, name: &str, offset: usize) -> Vec<SignatureInformation> {
    let visible = |it: &&Definition| it.name == name;
    let declared: Vec<&Definition> =
        analysis.index.visible(offset).map(|(_, it)| it).filter(visible).collect();
    let called =
        declared.iter().find(|it| matches!(it.kind, NameKind::Def | NameKind::Move | NameKind::Followup));
    if let Some(it) = called {
        return vec![of_definition(analysis, it, ('(', ')'))];
    }
    if let Some(it) = declared.iter().find(|it| matches!(it.kind, NameKind::Board | NameKind::Graph)) {
        let form = format!("{}(x, y)", it.name);
        return vec![signature(&form, "the cell with these coordinates, or `none`")];
    }
    if let Some(it) = declared.iter().find(|it| it.kind == NameKind::Family) {
        let form = format!("{}(a, b)", it.name);
        return vec![signature(&form, "the member with these elements, or `none`")];
    }
    let known = built_in(name).or_else(|| built_ins::board(name));
    known.map_or_else(Vec::new, |it| it.forms.iter().map(|form| signature(form, it.gives)).collect())
}

fn of_index(analysis: &TextAnalysis, name: &str) -> Vec<SignatureInformation> {
    let indexed = |it: &&Definition| {
        it.name == name
            && matches!(it.kind, NameKind::Field | NameKind::Let | NameKind::Param)
            && !it.takes.is_empty()
    };
    let found = analysis.index.definitions.iter().find(indexed);
    found.map_or_else(Vec::new, |it| vec![of_definition(analysis, it, ('[', ']'))])
}

fn of_definition(analysis: &TextAnalysis, it: &Definition, brackets: (char, char)) -> SignatureInformation {
    let form = format!("{}{}{}{}", it.name, brackets.0, it.takes.join(", "), brackets.1);
    signature(&form, &documentation::comment(analysis, it).unwrap_or_default())
}

/// A signature `name(a, b)`; its parameters are the parts between the commas.
fn signature(form: &str, text: &str) -> SignatureInformation {
    let inside = form.find(['(', '[']).map_or("", |at| &form[at + 1..form.len() - 1]);
    let parts = inside.split(", ").filter(|part| !part.is_empty());
    let parameter = |part: &str| ParameterInformation {
        label: ParameterInformationLabel::String(part.to_owned()),
        documentation: None,
    };
    let content = MarkupContent { kind: MarkupKind::Markdown, value: text.to_owned() };
    SignatureInformation {
        label: form.to_owned(),
        documentation: (!text.is_empty()).then_some(Documentation::MarkupContent(content)),
        parameters: Some(parts.map(parameter).collect()),
        active_parameter: None,
    }
}
