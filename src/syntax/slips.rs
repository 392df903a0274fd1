//! Knows the slips that people make, and their mends: those seen in a single token, and those seen where the parser got
//! no further.

use super::codes;
use super::expected;
use super::items::is_reserved;
use super::problem::View;
use super::scan::Kind;
use crate::diagnostic::{Diagnostic, near_names};
use crate::source::Span;
use std::ops::Range;

/// What is wrong with a token, whatever stands around it.
pub(super) fn slip(token: &str, kind: Kind, at: Span) -> Option<Diagnostic> {
    match kind {
        Kind::Text => unclosed_text(token, at).or_else(|| curly_quotes(token, at)),
        Kind::Mark => foreign_mark(token, at).or_else(|| look_alike(token, at)),
        Kind::Unknown if token == "\u{feff}" && at.start == 0 => None,
        Kind::Unknown => blank(token, at).or_else(|| unknown(token, at)),
        Kind::Word | Kind::Number => None,
    }
}

/// A text that is not closed on its line.
fn unclosed_text(token: &str, at: Span) -> Option<Diagnostic> {
    let closed = token.chars().count() > 1 && token.ends_with(['"', '“', '”']) && !ends_in_escape(token);
    (!closed).then(|| {
        Diagnostic::error(codes::UNCLOSED_TEXT, "a text is not closed on its line", at, "begins here")
            .help("close it with `\"`; a text cannot go on over the end of a line")
    })
}

/// Whether the last quote of a literal is `\"`.
fn ends_in_escape(token: &str) -> bool {
    let before = token.strip_suffix('"').unwrap_or("");
    token.starts_with('"') && before.len() - before.trim_end_matches('\\').len() & 1 == 1
}

/// `“..”`
fn curly_quotes(token: &str, at: Span) -> Option<Diagnostic> {
    let inside = super::lower::unquoted(token);
    (!token.starts_with('"')).then(|| {
        Diagnostic::error(codes::LOOK_ALIKE, "curly quotes do not enclose a text", at, "curly quotes")
            .help("write straight quotes: `\"`")
            .fix(at, format!("\"{inside}\""))
    })
}

/// Marks of other languages.
fn foreign_mark(token: &str, at: Span) -> Option<Diagnostic> {
    let (code, mend, message) = match token {
        "==" => (codes::DOUBLE_EQUAL, "=", "`==` is written `=`"),
        ":=" => (codes::COLON_EQUAL, "=", "`:=` is written `=`"),
        "&&" => (codes::SYMBOL_FOR_WORD, "and", "`&&` is written `and`"),
        "||" => (codes::SYMBOL_FOR_WORD, "or", "`||` is written `or`"),
        "!" => (codes::SYMBOL_FOR_WORD, "not ", "`!` is written `not`"),
        "<>" => (codes::SYMBOL_FOR_WORD, "!=", "`<>` is written `!=`"),
        "->" => (codes::THIN_ARROW, "=>", "`->` is written `=>`"),
        _ => return None,
    };
    Some(told(code, token, mend, message.to_string(), at))
}

/// Characters that look like, or mean, one of the language.
fn look_alike(token: &str, at: Span) -> Option<Diagnostic> {
    let mend = match token {
        "，" => ",",
        "：" => ":",
        "⇒" | "→" => "=>",
        "…" => "..",
        "–" | "−" => "-",
        "×" | "·" => "*",
        "÷" => "/",
        "≤" => "<=",
        "≥" => ">=",
        "≠" => "!=",
        "∩" => "&",
        _ => return None,
    };
    Some(told(codes::LOOK_ALIKE, token, mend, format!("the character `{token}` is written `{mend}`"), at))
}

/// A slip with its certain mend.
fn told(code: &'static str, token: &str, mend: &str, message: String, at: Span) -> Diagnostic {
    let word = mend.trim_end();
    Diagnostic::error(code, message, at, format!("write `{word}`"))
        .help(format!("replace `{token}` by `{word}`"))
        .fix(at, mend)
}

/// Blanks of other kinds, and semicolons.
fn blank(token: &str, at: Span) -> Option<Diagnostic> {
    let (code, message, label, help, mend) = match token {
        ";" | "；" => (
            codes::SEMICOLON,
            "no `;` is needed here, or anywhere",
            "delete this",
            "a statement ends where the next one begins",
            "",
        ),
        "\u{feff}" => {
            (codes::LOOK_ALIKE, "an invisible character stands here", "a byte order mark", "delete it", "")
        }
        "\u{a0}" | "\u{3000}" => (
            codes::LOOK_ALIKE,
            "this blank is not the usual one",
            "an unusual blank",
            "write a plain blank",
            " ",
        ),
        _ => return None,
    };
    Some(Diagnostic::error(code, message, at, label).help(help).fix(at, mend))
}

/// A character that means nothing.
fn unknown(token: &str, at: Span) -> Option<Diagnostic> {
    if matches!(token, " " | "\t" | "\u{feff}") {
        return None;
    }
    let shown: String = match token.chars().next() {
        Some(character) if character.is_control() => character.escape_default().collect(),
        _ => token.to_string(),
    };
    let message = format!("the character `{shown}` means nothing here");
    let report = Diagnostic::error(codes::UNKNOWN_CHARACTER, message, at, "this character");
    Some(match token {
        "#" => report.help("a comment begins with `//`"),
        "'" | "`" | "‘" | "’" => report.help("a text is enclosed in `\"`"),
        "^" => report.help("there is no power; write a product"),
        "?" => report.help("a choice is written `if C then A else B`"),
        "\\" => report.help("sets are subtracted with `-`"),
        "∈" => report.help("membership is written `in`"),
        "∪" => report.help("sets are joined with `+`"),
        _ => report.help("delete it, or enclose it in a text `\"..\"`"),
    })
}

/// A known slip at the token where the parser got no further.
pub(super) fn misread(
    view: &View,
    found: usize,
    range: &Range<usize>,
    expected: &[&'static str],
    operators: bool,
) -> Option<Diagnostic> {
    let wanted = |phrase: &str| expected.contains(&phrase);
    if found >= range.end {
        return trailing_comma(view, found, range, &wanted);
    }
    reserved(view, found, &wanted)
        .or_else(|| trailing_comma(view, found, range, &wanted))
        .or_else(|| foreign_assignment(view, found))
        .or_else(|| name_start(view, found, &wanted))
        .or_else(|| misspelt(view, found, expected, operators))
        .or_else(|| clause_order(view, found, &wanted))
        .or_else(|| missing_comma(view, found, range, &wanted))
}

/// A reserved word as a name.
fn reserved(view: &View, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let word = view.word(found);
    let named = wanted("a name") || wanted("`NAME in SET`") || wanted("a field `NAME: TYPE`");
    let used =
        wanted("an expression") && matches!(view.word(found + 1), "=" | "+=" | "-=" | ":" | "[" | ")" | ",");
    (is_reserved(word) && (named || used)).then(|| {
        let message = format!("`{word}` is a reserved word and cannot be a name");
        Diagnostic::error(codes::RESERVED, message, view.span(found), "a reserved word")
            .help(format!("choose another name, `{word}_` for one"))
    })
}

/// `a, }`
fn trailing_comma(
    view: &View,
    found: usize,
    range: &Range<usize>,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let before = found.checked_sub(1).filter(|before| view.word(*before) == ",")?;
    let closes =
        found >= range.end || matches!(view.word(found), ")" | "]" | "}" | "," | "where" | "when" | ":");
    let thing = [
        "a name",
        "an expression",
        "a value",
        "`NAME in SET`",
        "a tree",
        "`NAME: TYPE`",
        "a domain",
        "a field `NAME: TYPE`",
    ];
    (closes && thing.iter().any(|phrase| wanted(phrase))).then(|| {
        Diagnostic::error(
            codes::TRAILING_COMMA,
            "nothing follows this comma",
            view.span(before),
            "one comma too many",
        )
        .help("a comma stands between two things; delete it, or write what is missing")
    })
}

/// `x *= 2`, `x++`
fn foreign_assignment(view: &View, found: usize) -> Option<Diagnostic> {
    let (word, next) = (view.word(found), view.word(found + 1));
    let name = found.checked_sub(1).map_or("x", |before| view.word(before));
    let beside = view.tokens.get(found + 1).is_some_and(|after| after.start == view.tokens[found].end);
    let help = match word {
        "++" => format!("write `{name} += 1`"),
        "--" => format!("write `{name} -= 1`"),
        "*" | "/" | "%" | "&" | "|" if beside && matches!(next, "=" | "==") => {
            format!("write `{name} = {name} {word} ..`")
        }
        _ => return None,
    };
    let at = if matches!(word, "++" | "--") {
        view.span(found)
    } else {
        view.span(found).to(view.span(found + 1))
    };
    let message = "an assignment is written with `=`, `+=` or `-=`";
    Some(Diagnostic::error(codes::FOREIGN_ASSIGNMENT, message, at, "not one of these").help(help))
}

/// `2x`, `_x`
fn name_start(view: &View, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let word = view.word(found);
    let odd = word.starts_with('_')
        || word.starts_with(|c: char| c.is_ascii_digit()) && !word.bytes().all(|b| b.is_ascii_digit());
    let number = view.tokens.get(found).is_some_and(|token| token.kind == Kind::Number);
    (number && (odd || wanted("a name")) && (wanted("a name") || wanted("an expression"))).then(|| {
        let message = format!("`{word}` is not a name");
        Diagnostic::error(codes::NAME_START, message, view.span(found), "a name begins with a letter")
            .help("after the first letter, digits and `_` may follow")
    })
}

/// A slip of a word that was expected.
fn misspelt(view: &View, found: usize, expected: &[&'static str], operators: bool) -> Option<Diagnostic> {
    let word = view.word(found);
    if view.tokens.get(found)?.kind != Kind::Word || word.chars().count() < 2 {
        return None;
    }
    let near = |words: &[&'static str]| {
        let words = words.iter().map(|phrase| phrase.trim_matches('`'));
        let near = near_names(word, words.filter(|word| word.bytes().all(|b| b.is_ascii_alphabetic())));
        if near.len() == 1 { near.first().copied() } else { None }
    };
    let meant = near(expected).or_else(|| operators.then(|| near(&expected::OPERATORS)).flatten())?;
    let message = format!("expected {}, found `{word}`", expected::listed(expected));
    Some(
        Diagnostic::error(codes::UNEXPECTED, message, view.span(found), "here")
            .help(format!("did you mean `{meant}`?"))
            .fix(view.span(found), meant),
    )
}

/// `as ".." when C`
fn clause_order(view: &View, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let clause = matches!(view.word(found), "when" | "as" | "provided");
    (clause && wanted("`{`")).then(|| {
        let message = format!("`{}` does not belong here", view.word(found));
        Diagnostic::error(codes::CLAUSE_ORDER, message, view.span(found), "out of order")
            .help("a move is written `move NAME(..) when C as \"..\" { .. } provided C`")
    })
}

/// `players A B`
fn missing_comma(
    view: &View,
    found: usize,
    range: &Range<usize>,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let before = found.checked_sub(1).filter(|before| range.contains(before))?;
    let begins = !matches!(view.tokens.get(found)?.kind, Kind::Mark | Kind::Unknown)
        || matches!(view.word(found), "{" | "[" | "(");
    (wanted("`,`") && begins && !is_reserved(view.word(found))).then(|| {
        let gap = view.span(before).after();
        let message = format!("a comma is missing before {}", view.found(found));
        Diagnostic::error(codes::MISSING_COMMA, message, gap, "add `,` here")
            .help("things in a list are separated by commas")
    })
}
