//! Finds signs that mean another thing in other languages: `n // 2`, which is `n` and a comment,
//! and `a -- b`, which is their sum.

use super::DOUBLE_SIGN;
use std::collections::BTreeSet;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::source::Span;
use zug_lang::syntax::ast::{self, ItemKind};
use zug_lang::syntax::tokens::{Token, TokenClass, tokens};

/// The longest rest of a line that is taken for the second operand, in tokens.
const LONGEST: usize = 5;

/// Warns of comments that read as divisors, and of two minus signs in one.
pub(super) fn double_signs(game: &ast::Game, found: &mut Vec<Diagnostic>) {
    let text = game.text.as_ref();
    let all = tokens(text);
    let names = declared(text, &all);
    for pair in all.windows(2) {
        if is_divisor(text, &names, pair) && stands_in_rule(game, pair[0]) {
            found.push(division(game, text, pair));
        }
    }
    for pair in all.windows(2) {
        if pair[1].text(text) == "--" && ends_operand(text, pair[0]) {
            let at = Span::new(game.span.file, pair[1].start, pair[1].end);
            let message = "`a -- b` is `a + b`: a negative number is taken away";
            let help = "write one `-` for the difference, `+` for the sum; a comment begins with `//`";
            found.push(DOUBLE_SIGN.warn(message.into(), at, "two minus signs").help(help));
        }
    }
}

/// Warns of `n =- k`, which stores the negative number: what is taken away is written with `-=`.
pub(super) fn turned_signs(game: &ast::Game, found: &mut Vec<Diagnostic>) {
    let text = game.text.as_ref();
    let all = tokens(text);
    for three in all.windows(3) {
        let [sign, minus, operand] = three else { continue };
        let turned = sign.text(text) == "=" && minus.text(text) == "-" && sign.end == minus.start;
        let in_body = game.items.iter().any(|item| {
            let at = sign.start as u32;
            matches!(&item.kind, ItemKind::Move(_)) && item.span.start <= at && at < item.span.end
        });
        if turned && in_body && minus.end < operand.start {
            let at = Span::new(game.span.file, sign.start, minus.end);
            let value = operand.text(text);
            let message = format!("`=- {value}` is `= -{value}`: a negative number is stored");
            let help = format!("write `-= {value}` to take it away, `= -{value}` if this is meant");
            found.push(DOUBLE_SIGN.warn(message, at, "two signs").help(help));
        }
    }
}

/// The names that something is declared by.
fn declared<'t>(text: &'t str, all: &[Token]) -> BTreeSet<&'t str> {
    let word = |token: &Token| token.class == TokenClass::Word;
    let named = all.windows(2).filter(|pair| {
        let declares = matches!(pair[0].text(text), "param" | "let" | "def" | "var");
        word(&pair[1]) && declares
    });
    let typed =
        all.windows(2).filter(|pair| word(&pair[0]) && matches!(pair[1].text(text), ":" | "[" | "in"));
    named.map(|pair| pair[1].text(text)).chain(typed.map(|pair| pair[0].text(text))).collect()
}

/// Whether an operand ends with this token.
fn ends_operand(text: &str, token: Token) -> bool {
    matches!(token.class, TokenClass::Word | TokenClass::Number) || matches!(token.text(text), ")" | "]")
}

/// Whether a comment stands directly behind an operand, and is nothing but another: a number or a
/// declared name, perhaps with more of them behind operators.
fn is_divisor(text: &str, names: &BTreeSet<&str>, pair: &[Token]) -> bool {
    let [before, comment] = pair else { return false };
    let gap = text.get(before.end..comment.start);
    if comment.class != TokenClass::Comment || !matches!(gap, Some("" | " ")) || !ends_operand(text, *before)
    {
        return false;
    }
    let rest = comment.text(text).trim_start_matches("//");
    let words = tokens(rest);
    let operand = |token: &Token| {
        token.class == TokenClass::Number
            || token.class == TokenClass::Word && names.contains(token.text(rest))
    };
    let joins = |token: &Token| {
        matches!(token.text(rest), "+" | "-" | "*" | "/" | "%" | "=" | "<" | ">" | "<=" | ">=" | "!=")
    };
    let fits = |(at, token): (usize, &Token)| if at % 2 == 0 { operand(token) } else { joins(token) };
    words.len() % 2 == 1 && words.len() <= LONGEST && words.iter().enumerate().all(fits)
}

/// Whether a token stands in an item that computes something.
fn stands_in_rule(game: &ast::Game, token: Token) -> bool {
    let at = token.start as u32;
    let item = game.items.iter().find(|item| item.span.start <= at && at < item.span.end);
    item.is_some_and(|item| {
        matches!(
            item.kind,
            ItemKind::Let { .. }
                | ItemKind::Def { .. }
                | ItemKind::Move(_)
                | ItemKind::End { .. }
                | ItemKind::Stuck(_)
                | ItemKind::Endless(_)
                | ItemKind::Progress(_)
        )
    })
}

fn division(game: &ast::Game, text: &str, pair: &[Token]) -> Diagnostic {
    let at = Span::new(game.span.file, pair[1].start, pair[1].start + 2);
    let rest = pair[1].text(text).trim_start_matches("//").trim();
    DOUBLE_SIGN
        .warn(format!("`//` begins a comment: `{rest}` is not read"), at, "a comment begins here")
        .help(format!("write `{} / {rest}`: a quotient of integers is whole", pair[0].text(text)))
}
