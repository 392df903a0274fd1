//! What may stand where the author writes.

use super::completion_items::{self as items, Items};
use super::{moves, place};
use crate::analysis::TextAnalysis;
use gen_lsp_types::{CompletionItem, CompletionItemKind, CompletionList, CompletionResponse};
use zug_lang::check::index::NameKind;
use zug_lang::keywords::Place;
use zug_lang::program::Program;
use zug_lang::syntax::ast::{Expect, ItemKind};
use zug_lang::syntax::tokens::{Token, TokenClass};

/// The longest list of moves or elements.
const MOST: usize = 500;

/// All completions at a byte.
pub fn all(analysis: &TextAnalysis, offset: usize, snippets: bool) -> Option<CompletionResponse> {
    let items = match place::inside(analysis, offset) {
        Some(token) if token.class == TokenClass::Comment => return None,
        Some(token) if token.class == TokenClass::Text => in_text(analysis, token, offset, snippets),
        _ => in_code(analysis, offset, snippets),
    };
    (!items.is_empty()).then(|| CompletionList { items, ..Default::default() }.into())
}

/// What is wanted at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted<'w> {
    /// A new name: nothing can be offered.
    Name,
    /// A keyword that begins an item.
    Item,
    /// A type.
    Type,
    /// The name of a domain.
    Domain,
    /// A kind of board.
    Board,
    /// The name of a move.
    Move,
    /// The name of a lint.
    Lint,
    /// A fact, or what comes before one.
    Fact,
    /// What a setting may set.
    Setting,
    /// What follows the dot behind a word.
    Member(&'w str),
    /// A statement.
    Statement,
    /// A value.
    Value,
    /// A value, or a word of the head of a move or a rule.
    Head,
    /// An outcome.
    Outcome,
}

fn in_code(analysis: &TextAnalysis, offset: usize, snippets: bool) -> Vec<CompletionItem> {
    let before = place::before(analysis, offset);
    let mut made = Items::new(analysis, offset, snippets);
    match wanted(analysis, offset, &before) {
        Wanted::Name => {}
        Wanted::Item => made.keywords(Place::Item),
        Wanted::Type => {
            made.names(NameKind::is_domain);
            made.built_in_domains();
            made.keywords(Place::Type);
        }
        Wanted::Domain => {
            made.names(NameKind::is_domain);
            made.built_in_domains();
        }
        Wanted::Board => made.boards(),
        Wanted::Move => made.moves(),
        Wanted::Lint => made.lints(),
        Wanted::Fact => {
            made.names(|kind| kind == NameKind::Player);
            made.keywords(Place::Fact);
        }
        Wanted::Setting => {
            made.names(|kind| matches!(kind, NameKind::Param | NameKind::Field | NameKind::Graph));
            made.words(&["turn", "start"]);
        }
        Wanted::Member(of) => members(analysis, of, &mut made),
        Wanted::Statement => {
            made.names(|kind| matches!(kind, NameKind::Field | NameKind::Var));
            made.keywords(Place::Statement);
        }
        Wanted::Value => made.values(),
        Wanted::Head => {
            made.values();
            made.keywords(Place::Head);
        }
        Wanted::Outcome => {
            made.values();
            made.keywords(Place::Outcome);
        }
    }
    made.all
}

/// What is wanted behind some tokens.
fn wanted<'w>(analysis: &'w TextAnalysis, offset: usize, before: &[Token]) -> Wanted<'w> {
    let item = place::item(analysis, before);
    let word = |token: &Token| analysis.word(*token);
    let (Some(first), Some(last)) = (item.first(), item.last()) else { return Wanted::Item };
    let (head, prev) = (word(first), word(last));
    let open = place::open(analysis, item);
    let inner = open.last().copied();
    if prev == "." {
        let of = item.len().checked_sub(2).map_or("", |at| word(&item[at]));
        return Wanted::Member(of);
    }
    if inner.is_some_and(|at| word(&item[at]) == "(" && at > 0 && word(&item[at - 1]) == "can")
        && inner == Some(item.len() - 1)
    {
        return Wanted::Move;
    }
    if open.is_empty() && begins_line(analysis, offset) && !goes_on(analysis, *last) {
        return Wanted::Item;
    }
    let since = |mark: &str| item.iter().rposition(|token| word(token) == mark);
    match head {
        "game" | "start" | "players" | "enum" | "graph" => Wanted::Name,
        "allow" => Wanted::Lint,
        "board" if prev == "=" => Wanted::Board,
        "show" if open.is_empty() => Wanted::Domain,
        "family" if prev == "of" => Wanted::Domain,
        "board" | "family" | "range" | "param" | "let" | "def" if since("=").is_none_or(|at| at < 2) => {
            in_head(analysis, item, &open)
        }
        "state" => in_state(analysis, item, &open),
        "move" | "followup" => in_move(analysis, offset, item, &open),
        "end" if since("=>").is_none() => Wanted::Head,
        "end" | "stuck" | "endless" => Wanted::Outcome,
        "expect" => in_expect(analysis, item, &open),
        _ => Wanted::Value,
    }
}

/// Whether the word at a byte is the first on its line.
fn begins_line(analysis: &TextAnalysis, offset: usize) -> bool {
    let start = place::word_start(analysis, offset);
    let line = analysis.lines.start(&analysis.text, analysis.lines.line(start));
    analysis.text.get(line..start).is_some_and(|before| before.trim().is_empty())
}

/// Whether something must follow a token, so that no item can begin behind it.
fn goes_on(analysis: &TextAnalysis, token: Token) -> bool {
    match token.class {
        TokenClass::Mark => !matches!(analysis.word(token), ")" | "]" | "}"),
        TokenClass::Reserved => {
            !matches!(analysis.word(token), "none" | "true" | "false" | "me" | "opponent" | "again")
        }
        TokenClass::ItemKeyword => true,
        _ => false,
    }
}

/// Before the `=` of a declaration.
fn in_head<'w>(analysis: &TextAnalysis, item: &[Token], open: &[usize]) -> Wanted<'w> {
    let word = |at: usize| analysis.word(item[at]);
    let colon = item.iter().rposition(|token| analysis.word(*token) == ":");
    match open.last() {
        Some(at) if word(*at) == "[" => Wanted::Domain,
        // In the parameters of a `def` a type stands behind each colon.
        Some(at) if word(*at) == "(" => match colon.filter(|colon| colon > at) {
            Some(colon) if !item[colon..].iter().any(|token| analysis.word(*token) == ",") => Wanted::Type,
            _ => Wanted::Name,
        },
        Some(_) => Wanted::Value,
        None if colon.is_some() => Wanted::Type,
        None => Wanted::Name,
    }
}

fn in_state<'w>(analysis: &TextAnalysis, item: &[Token], open: &[usize]) -> Wanted<'w> {
    let Some(last) = open.last() else { return Wanted::Name };
    if analysis.word(item[*last]) == "[" {
        let list = last.checked_sub(1).is_some_and(|at| analysis.word(item[at]) == "=");
        return if list { Wanted::Value } else { Wanted::Domain };
    }
    let mark = |wanted: &str| item.iter().rposition(|token| analysis.word(*token) == wanted);
    let (colon, equal, comma) = (mark(":"), mark("="), mark(","));
    match (colon, equal) {
        (colon, equal) if comma > colon && comma > equal && open.len() == 1 => Wanted::Name,
        (colon, equal) if equal > colon && equal.is_some() => Wanted::Value,
        (Some(colon), _) if colon + 3 > item.len() || open.len() > 1 || type_goes_on(analysis, item) => {
            Wanted::Type
        }
        _ => Wanted::Name,
    }
}

/// Whether a type is not at its end: behind `of`, `or`, `..` and operators.
fn type_goes_on(analysis: &TextAnalysis, item: &[Token]) -> bool {
    item.last()
        .is_some_and(|token| matches!(analysis.word(*token), "of" | "or" | ".." | "+" | "-" | "*" | ":"))
}

fn in_move<'w>(analysis: &TextAnalysis, offset: usize, item: &[Token], open: &[usize]) -> Wanted<'w> {
    let word = |at: usize| analysis.word(item[at]);
    let prev = word(item.len() - 1);
    if item.len() < 2 {
        return Wanted::Name;
    }
    let Some(outer) = open.first() else { return Wanted::Head };
    if *outer == 2 && word(2) == "(" {
        // A parameter is a name, `in` and a set.
        return if matches!(prev, "(" | ",") && open.len() == 1 { Wanted::Name } else { Wanted::Value };
    }
    let body = word(*outer) == "{" && open.iter().all(|at| word(*at) == "{");
    let again = item.iter().rposition(|token| analysis.word(*token) == "again");
    let asks = again.is_some_and(|at| {
        let rest: Vec<&str> = item[at + 1..].iter().map(|token| analysis.word(*token)).collect();
        rest.first() == Some(&"with") && !rest.contains(&"when") && matches!(prev, "with" | "or")
    });
    match () {
        () if asks => Wanted::Move,
        () if matches!(prev, "let" | "var" | "for") => Wanted::Name,
        () if body
            && (begins_line(analysis, offset) && !goes_on(analysis, item[item.len() - 1])
                || matches!(prev, "{" | "}")) =>
        {
            Wanted::Statement
        }
        () => Wanted::Value,
    }
}

fn in_expect<'w>(analysis: &TextAnalysis, item: &[Token], open: &[usize]) -> Wanted<'w> {
    let word = |at: usize| analysis.word(item[at]);
    let has = |wanted: &str| item.iter().any(|token| analysis.word(*token) == wanted);
    let prev = word(item.len() - 1);
    if !open.is_empty() {
        return Wanted::Value;
    }
    match prev {
        "with" => Wanted::Setting,
        "," if has("with") && !has(":") => Wanted::Setting,
        "expect" | "slow" | "," | ":" => Wanted::Fact,
        "=" => Wanted::Outcome,
        "in" => Wanted::Value,
        _ => Wanted::Fact,
    }
}

/// What may stand behind a dot.
fn members(analysis: &TextAnalysis, of: &str, made: &mut Items<'_>) {
    let domain =
        analysis.program.as_ref().and_then(|program| program.domains.iter().find(|it| it.name == of));
    if let Some(domain) = domain {
        for member in domain.members.iter().take(MOST) {
            made.add(member, CompletionItemKind::EnumMember, Some(domain.name.clone()), "1");
        }
        return;
    }
    let declared = analysis.index.definitions.iter().position(|it| it.name == of && it.kind.is_domain());
    match declared {
        Some(owner) => {
            for it in analysis.index.definitions.iter().filter(|it| it.owner == Some(owner)) {
                made.add(&it.name, CompletionItemKind::EnumMember, Some(of.to_owned()), "1");
            }
        }
        None => {
            for (name, detail) in [("x", "column, from the west"), ("y", "row, from the south")] {
                made.add(name, CompletionItemKind::Property, Some(detail.to_owned()), "1");
            }
            for name in ["1", "2"] {
                made.add(
                    name,
                    CompletionItemKind::Property,
                    Some("element of a member of a family".into()),
                    "2",
                );
            }
        }
    }
}

/// Inside a string: moves in expectations, values in notations.
fn in_text(analysis: &TextAnalysis, token: Token, offset: usize, snippets: bool) -> Vec<CompletionItem> {
    let before: Vec<Token> = analysis
        .tokens
        .iter()
        .filter(|it| it.end <= token.start && it.class != TokenClass::Comment)
        .copied()
        .collect();
    let item = place::item(analysis, &before);
    let words: Vec<&str> = item.iter().map(|token| analysis.word(*token)).collect();
    let written = analysis.text.get(token.start + 1..offset).unwrap_or("");
    match (words.first(), words.as_slice()) {
        (Some(&"expect"), [.., "after"]) => {
            let (played, typed) = written.rsplit_once(',').unwrap_or(("", written));
            let texts =
                with_program(analysis, item[0].start, offset, |program| moves::legal(program, played));
            items::moves(analysis, texts.unwrap_or_default(), offset - typed.trim_start().len(), offset, MOST)
        }
        (Some(&"expect"), [.., "best", "="]) => {
            let typed = written.rsplit_once(',').map_or(written, |(_, typed)| typed);
            let after = item
                .windows(2)
                .find(|pair| analysis.word(pair[0]) == "after")
                .map(|pair| analysis.word(pair[1]));
            let played = after.unwrap_or("").trim_matches('"');
            let texts =
                with_program(analysis, item[0].start, offset, |program| moves::legal(program, played));
            items::moves(analysis, texts.unwrap_or_default(), offset - typed.trim_start().len(), offset, MOST)
        }
        (Some(&("move" | "followup")), [.., "as"]) if written.rfind('{') > written.rfind('}') => {
            let mut made = Items::new(analysis, offset, snippets);
            made.values();
            made.all
        }
        _ => Vec::new(),
    }
}

/// Asks the program under the settings of the expectation that begins at `start`. Where the text
/// has errors, the expectation, which is being written, is left out.
fn with_program<T>(
    analysis: &TextAnalysis,
    start: usize,
    offset: usize,
    ask: impl Fn(&Program) -> T,
) -> Option<T> {
    if analysis.program.is_some() {
        let settings = expect_at(analysis, start).map_or(&[][..], |expect| &expect.with);
        return moves::program_under(analysis, settings).as_ref().map(ask);
    }
    let end = analysis.lines.end(&analysis.text, analysis.lines.line(offset));
    let mut text = analysis.text.to_string();
    let blank: String = text.get(start..end)?.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
    text.replace_range(start..end, &blank);
    TextAnalysis::of(text.into(), crate::positions::Encoding::Utf8).program.as_ref().map(ask)
}

fn expect_at(analysis: &TextAnalysis, start: usize) -> Option<&Expect> {
    analysis.game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Expect(expect) if item.span.start as usize == start => Some(expect),
        _ => None,
    })
}
