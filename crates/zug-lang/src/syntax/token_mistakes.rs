//! Mistakes that a single token shows, with their fixes.

use super::scan::{Kind, Token};
use super::{codes, steering, tex};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::ops::Range;

/// The mistake in one token. `in_braces` says whether a brace is open in the item: there `->` is an
/// edge of a graph.
pub(super) fn token_mistake(token: &str, kind: Kind, at: Span, in_braces: bool) -> Option<Diagnostic> {
    match kind {
        Kind::Mark if in_braces && token == "->" => None,
        Kind::Mark if in_braces && token == "→" => {
            let message = "the character `→` is written `->`".to_string();
            Some(with_fix(codes::LOOK_ALIKE, token, "->", message, at))
        }
        Kind::Text => unclosed_text(token, at)
            .or_else(|| curly_quotes(token, at))
            .or_else(|| steering::in_text(token, at)),
        Kind::Mark => foreign_mark(token, at).or_else(|| look_alike(token, at)),
        Kind::Unknown if token == "\u{feff}" && at.start == 0 => None,
        // A text in single quotes: what is meant depends on its place, and the parser tells it.
        Kind::Unknown
            if token.len() > 2
                && token.starts_with(['\'', '‘', '’', '`'])
                && !token.chars().count().eq(&1) =>
        {
            None
        }
        Kind::Unknown if token == "#" => None,
        Kind::Unknown => blank(token, at).or_else(|| unknown(token, at)),
        Kind::Word | Kind::Number => None,
    }
}

/// Reports a comment of another language, `#` or `/*`.
pub(super) fn foreign_comment(comment: &str, at: Span) -> Option<Diagnostic> {
    let report = |opener: &str| {
        let message = format!("`{opener}` does not begin a comment");
        let opener = Span { end: at.start + opener.len() as u32, ..at };
        Diagnostic::error(codes::FOREIGN_COMMENT, message, opener, "begins here")
            .help("a comment begins with `//` and goes on to the end of the line")
    };
    let inner = comment.trim_start_matches(['#', '/', '*']).trim_end_matches(['*', '/']).trim();
    let short = !inner.is_empty() && inner.len() <= 60 && !inner.contains(['\n', '\r']);
    let report = |opener: &str| match short {
        true => report(opener).help(format!("write `// {inner}`: a comment goes on to the end of the line")),
        false => report(opener),
    };
    if let Some(report) = preprocessor(comment, at) {
        return Some(report);
    }
    match comment {
        _ if comment.starts_with('#') => Some(report("#").fix(Span { end: at.start + 1, ..at }, "//")),
        _ if comment.starts_with("/*") && short => Some(report("/*").likely(at, format!("// {inner}\n"))),
        _ if comment.starts_with("/*") => Some(report("/*")),
        _ => None,
    }
}

/// Reports `#define n 3` and other lines for the preprocessor of C.
fn preprocessor(comment: &str, at: Span) -> Option<Diagnostic> {
    let mut words = comment.strip_prefix('#')?.split_whitespace();
    let word = words.next().filter(|word| comment.starts_with(&format!("#{word}")))?;
    let message = format!("`#{word}` does not begin an item");
    let report = Diagnostic::error(codes::UNKNOWN_ITEM, message, at, "a line of another language");
    match word {
        "define" => {
            let name = words.next()?;
            let value = words.collect::<Vec<_>>().join(" ");
            let text = format!("let {name} = {value}");
            Some(report.help(format!("write `{text}`")).fix(at, text))
        }
        "include" | "import" | "ifdef" | "ifndef" | "endif" | "pragma" => {
            Some(report.help("delete it: a definition is one file").likely(at, ""))
        }
        _ => None,
    }
}

/// Reports a text literal that is not closed on its line.
fn unclosed_text(token: &str, at: Span) -> Option<Diagnostic> {
    let closed = token.chars().count() > 1 && token.ends_with(['"', '“', '”']) && !ends_in_escape(token);
    (!closed).then(|| {
        let report =
            Diagnostic::error(codes::UNCLOSED_TEXT, "a text is not closed on its line", at, "begins here");
        let whole = token.trim_end();
        let inside = whole.trim_start_matches(['"', '“', '”', '„']);
        // A brace or a comma behind it probably is no part of the text.
        let plain = !inside.contains(['{', '}', ',', ':']) && !inside.is_empty();
        let behind = Span { start: at.start + whole.len() as u32, end: at.start + whole.len() as u32, ..at };
        match plain {
            true => report
                .help(format!("write `\"{inside}\"`: a text cannot go on over the end of a line"))
                .likely(behind, "\""),
            false => report.help("close it with `\"`; a text cannot go on over the end of a line"),
        }
    })
}

/// Reports a text that was closed too late, `"#, else: "."`: the last quote of the line then closes
/// nothing. The last text is at `last`, and at `place` in the file.
pub(super) fn shifted_quotes(
    before: &[Token],
    text: &str,
    last: Range<usize>,
    place: Span,
) -> Option<Diagnostic> {
    let unclosed = text.get(last.clone())?.trim_end();
    if !unclosed.starts_with('"') || unclosed[1..].contains('"') {
        return None;
    }
    let behind = before.iter().rposition(|token| token.first)?;
    let line = text.get(before[behind].start..last.start).filter(|line| !line.contains(['\n', '\r']));
    let of_line = line.map(|_| &before[behind..])?;
    let swallows = |token: &&Token| {
        let inside = token.text(text).trim_matches('"').trim_end();
        token.kind == Kind::Text && inside.ends_with(':') && inside.contains(',')
    };
    let first = of_line.iter().find(swallows)?;
    let comma = first.start + first.text(text).find(',')?;
    let (start, end) = (text.get(first.start..comma)?, text.get(comma..=last.start)?);
    let at = |from: usize| place.start as usize - last.start + from;
    let whole = Span { start: at(first.start) as u32, end: at(comma) as u32, ..place };
    let report =
        Diagnostic::error(codes::UNCLOSED_TEXT, "a text is not closed on its line", whole, "begins here");
    Some(report.help(format!("write `{start}\"{end}`")).likely(whole.after(), "\""))
}

/// Reports the text of a move, `as "{c} {`, that is not closed: a brace behind a blank begins the
/// body.
pub(super) fn open_notation(before: &[Token], text: &str, token: &str, at: Span) -> Option<Diagnostic> {
    let noted = before.last().is_some_and(|last| last.text(text) == "as");
    let inside = token.strip_prefix('"').filter(|inside| noted && !inside.contains('"'))?;
    let is_whole = |text: &str| text.matches('{').count() == text.matches('}').count();
    let mut braces = inside.rmatch_indices(" {").map(|(end, _)| end);
    let end = braces.find(|end| *end > 0 && is_whole(&inside[..*end])).unwrap_or(inside.len());
    let (notation, body) = (inside[..end].trim_end(), inside[end..].trim());
    (is_whole(notation) && !notation.is_empty()).then(|| {
        let behind = at.start + 1 + notation.len() as u32;
        let behind = Span { start: behind, end: behind, ..at };
        let shown =
            if body.is_empty() { format!("\"{notation}\"") } else { format!("\"{notation}\" {body}") };
        Diagnostic::error(codes::UNCLOSED_TEXT, "a text is not closed on its line", at, "begins here")
            .help(format!("write `as {shown}`: a text cannot go on over the end of a line"))
            .likely(behind, "\"")
    })
}

/// Whether the last quote of a literal is escaped: an odd number of backslashes stands before it.
fn ends_in_escape(token: &str) -> bool {
    let before = token.strip_suffix('"').unwrap_or("");
    token.starts_with('"') && (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
}

/// Reports the quotes of `“..”`.
fn curly_quotes(token: &str, at: Span) -> Option<Diagnostic> {
    let inside = super::lower::unquoted(token);
    (!token.starts_with('"')).then(|| {
        Diagnostic::error(codes::LOOK_ALIKE, "curly quotes do not enclose a text", at, "curly quotes")
            .help("write straight quotes: `\"`")
            .fix(at, format!("\"{inside}\""))
    })
}

/// Reports operators of other languages.
fn foreign_mark(token: &str, at: Span) -> Option<Diagnostic> {
    let (code, fix, message) = match token {
        "==" => (codes::DOUBLE_EQUAL, "=", "`==` is written `=`"),
        ":=" => (codes::COLON_EQUAL, "=", "`:=` is written `=`"),
        "&&" => (codes::SYMBOL_FOR_WORD, "and", "`&&` is written `and`"),
        "||" => (codes::SYMBOL_FOR_WORD, "or", "`||` is written `or`"),
        "!" => (codes::SYMBOL_FOR_WORD, "not ", "`!` is written `not`"),
        "<>" => (codes::SYMBOL_FOR_WORD, "!=", "`<>` is written `!=`"),
        "->" => (codes::THIN_ARROW, "=>", "`->` is written `=>`"),
        _ => return None,
    };
    Some(with_fix(code, token, fix, message.to_string(), at))
}

/// Reports characters that look like a character of the language, or mean the same.
fn look_alike(token: &str, at: Span) -> Option<Diagnostic> {
    let fix = match token {
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
    Some(with_fix(codes::LOOK_ALIKE, token, fix, format!("the character `{token}` is written `{fix}`"), at))
}

/// A report whose fix replaces the token.
fn with_fix(code: &'static str, token: &str, fix: &str, message: String, at: Span) -> Diagnostic {
    let word = fix.trim_end();
    Diagnostic::error(code, message, at, format!("write `{word}`"))
        .help(format!("replace `{token}` by `{word}`"))
        .fix(at, fix)
}

/// Reports unusual blanks and semicolons.
fn blank(token: &str, at: Span) -> Option<Diagnostic> {
    let (code, message, label, help, fix) = match token {
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
    Some(Diagnostic::error(code, message, at, label).help(help).fix(at, fix))
}

/// Reports a character without a meaning.
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
    Some(match tex::sign(token).unwrap_or(token) {
        "'" | "`" | "‘" | "’" => report.help("a text is enclosed in `\"`"),
        "^" => report.help("there is no power; write a product"),
        "?" => report.help("a choice is written `if C then A else B`"),
        "\\" | "∖" => report.help("sets are subtracted with `-`"),
        "∧" => report.help("write `and`"),
        "∨" => report.help("write `or`"),
        "∈" => report.help("membership is written `in`"),
        "∪" => report.help("sets are joined with `+`"),
        _ => report.help("delete it, or enclose it in a text `\"..\"`"),
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    #[test]
    fn a_text_of_a_move_that_is_not_closed_ends_behind_its_last_whole_braces() {
        let closed = |text: &str| helps_beside_fields(&format!("move m(c in C) as {text}"));
        let end = "a text cannot go on over the end of a line";
        assert_eq!(closed("\"{c} {\n  s += c\n}"), [format!("write `as \"{{c}}\" {{`: {end}")]);
        assert_eq!(closed("\"give {c} {\n  s += c\n}"), [format!("write `as \"give {{c}}\" {{`: {end}")]);
        assert_eq!(closed("\"give {c}\" {\n  s += c\n}"), [""; 0]);
    }
}
