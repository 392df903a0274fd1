//! Mistake patterns: known mistakes at the token where the parser stopped, each with its own
//! report.
//!
//! A pattern looks at the token found, its neighbours, and the phrases that the parser expected
//! there.

use super::codes;
use super::expected;
use super::items::{is_reserved, rule_of, uses};
use super::parse_error::TokenView;
use super::scan::Kind;
use crate::diagnostic::{Diagnostic, near_names};
use std::ops::Range;

/// The report about a known mistake at the token `found`, where the parser stopped; `None` if no
/// pattern fits.
///
/// `expected` holds the phrases of [`expected::phrases`]; `operators` says whether an operator
/// could have followed.
pub(super) fn known_mistake(
    view: &TokenView,
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
        .or_else(|| bare_notation(view, found, &wanted))
        .or_else(|| round_index(view, found, &wanted))
        .or_else(|| bare_argument(view, found))
        .or_else(|| foreign_assignment(view, found))
        .or_else(|| turned_assignment(view, found))
        .or_else(|| misspelt_with(view, found, &wanted))
        .or_else(|| name_start(view, found, &wanted))
        .or_else(|| misspelt(view, found, expected, operators))
        .or_else(|| clause_misspelt(view, found, &wanted))
        .or_else(|| lost_comment(view, found, &wanted))
        .or_else(|| clause_order(view, found, &wanted))
        .or_else(|| times(view, found))
        .or_else(|| missing_comma(view, found, range, &wanted))
}

/// A reserved word is used as a name.
fn reserved(view: &TokenView, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let word = view.word(found);
    let named = wanted("a name") || wanted("`NAME in SET`") || wanted("a field `NAME: TYPE`");
    let begins = wanted("an expression") || wanted("a statement") || wanted("a value");
    let used = begins && matches!(view.word(found + 1), "=" | "+=" | "-=" | ":" | "[" | ")" | ",");
    let is_name = matches!(view.word(found + 1), "in" | "=" | ":" | "[");
    if word == "in" && named && !is_name {
        let message = "a name is missing before `in`";
        let report = Diagnostic::error(codes::UNEXPECTED, message, view.span(found), "what is in the set?");
        let set = view.word(found + 1);
        return Some(report.help(format!("write `x in {set}`, with a name that you choose for `x`")));
    }
    if word == "none" && requests_before(view, found) {
        let message = "`none` is no move: who may decline chooses between moves";
        let report = Diagnostic::error(codes::UNEXPECTED, message, view.span(found), "no move");
        return Some(
            report.help("write `or stop`, and declare the move that does nothing: `followup stop { }`"),
        );
    }
    (is_reserved(word) && (named || used)).then(|| {
        let message = format!("`{word}` is a reserved word and cannot be a name");
        let report = Diagnostic::error(codes::RESERVED, message, view.span(found), "a reserved word")
            .help(format!("choose another name, `{word}_` for one"));
        let before = view.word(found.saturating_sub(1));
        match (before, view.word(found + 1)) {
            // What stands in it can be told too.
            (_, ":" | "[") | ("move" | "followup", _) => renamed(view, found, report),
            _ => report,
        }
    })
}

/// Whether the token at `found` stands behind `again with MOVE or`.
fn requests_before(view: &TokenView, found: usize) -> bool {
    let line = (0..found).rev().find(|at| view.tokens[*at].first).unwrap_or(0);
    let asks = |at: usize| view.word(at) == "again" && view.word(at + 1) == "with";
    found > 0 && view.word(found - 1) == "or" && (line..found).any(asks)
}

/// The report about a reserved name, with what lets the parser read its uses.
fn renamed(view: &TokenView, found: usize, report: Diagnostic) -> Diagnostic {
    let name = format!("{}_", view.word(found));
    let places = std::iter::once(found).chain(uses(view, found));
    places.fold(report, |report, at| report.recovery(view.span(at), name.clone()))
}

/// `as {c}`, `as {a}-{b}` without quotes.
fn bare_notation(view: &TokenView, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let noted = found.checked_sub(1).is_some_and(|before| view.word(before) == "as");
    if !noted || view.word(found) != "{" || !wanted("a text `\"..\"`") {
        return None;
    }
    let end = notation_end(view, found).filter(|end| *end > found)?;
    let inside = view.text.get(view.tokens[found].start..view.tokens[end - 1].end)?;
    (!inside.contains(['"', '\n', '\r'])).then(|| {
        let message = "how a move is written stands in quotes";
        let at = view.span_of(&(found..end));
        Diagnostic::error(codes::UNEXPECTED, message, at, "no text")
            .help(format!("write `as \"{inside}\"`"))
            .likely(at, format!("\"{inside}\""))
    })
}

/// The index behind a notation without quotes that begins at `from`: it goes on up to `when`, to
/// the body, or to the end of the line.
fn notation_end(view: &TokenView, from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(token) = view.tokens.get(at) {
        if at > from && token.first || matches!(view.word(at), "when" | "provided") {
            break;
        }
        if view.word(at) == "{" {
            let close = (at + 1..view.tokens.len()).find(|each| matches!(view.word(*each), "{" | "}"))?;
            let stores = |each: usize| matches!(view.word(each), "=" | "+=" | "-=");
            let empty = close == at + 1;
            if view.word(close) == "{" || empty || (at..close).any(stores) {
                break; // The body.
            }
            at = close;
        }
        at += 1;
    }
    Some(at)
}

/// `at(me) = c`
fn round_index(view: &TokenView, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let before = found.checked_sub(1)?;
    let close = (found..view.tokens.len()).find(|at| view.word(*at) == ")")?;
    let stores = matches!(view.word(close + 1), "=" | "+=" | "-=");
    (view.word(found) == "(" && stores && wanted("`[`")).then(|| {
        let (name, inside) =
            (view.word(before), view.text.get(view.tokens[found].end..view.tokens[close].start));
        let text = format!("[{}]", inside.unwrap_or(""));
        let at = view.span(found).to(view.span(close));
        Diagnostic::error(codes::UNEXPECTED, "an index stands in square brackets", at, "round brackets call")
            .help(format!("write `{name}{text}`"))
            .likely(at, text)
    })
}

/// `near at[me]`
fn bare_argument(view: &TokenView, found: usize) -> Option<Diagnostic> {
    let before = found.checked_sub(1)?;
    let function = crate::built_ins::built_in(view.word(before))
        .is_some_and(|it| matches!(it.kind, crate::built_ins::Kind::Function(_)));
    let operand = view.tokens.get(found)?.kind == Kind::Word && !is_reserved(view.word(found));
    (function && operand && !view.tokens[found].first).then(|| {
        let name = view.word(before);
        let message = format!("what `{name}` is given stands in round brackets");
        Diagnostic::error(codes::UNEXPECTED, message, view.span(before).to(view.span(found)), "no brackets")
            .help(format!("write `{name}({})`", view.word(found)))
    })
}

/// A comma with no member after it, as in `a, }`.
fn trailing_comma(
    view: &TokenView,
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
        .likely(view.span(before), "")
        .help(without_comma(view, before, range))
    })
}

/// What to write without the comma: the last member, with the bracket behind it.
fn without_comma(view: &TokenView, comma: usize, range: &Range<usize>) -> String {
    let help = "a comma stands between two things; delete it, or write what is missing";
    let opens = |at: &usize| matches!(view.word(*at), "," | "{" | "[" | "(");
    let first = (range.start..comma).rev().find(opens).map_or(comma, |at| at + 1);
    let (Some(from), Some(to)) = (view.tokens.get(first), view.tokens.get(comma.saturating_sub(1))) else {
        return help.to_string();
    };
    let member = view.text.get(from.start..to.end).unwrap_or("");
    let closer = Some(view.word(comma + 1)).filter(|word| matches!(*word, ")" | "]" | "}"));
    match closer.filter(|_| first < comma && !member.contains(['\n', '\r', ':', '"'])) {
        Some(closer) => format!("write `{member} {closer}`, or what is missing behind the comma"),
        None => help.to_string(),
    }
}

/// An assignment of another language: `x *= 2`, `x++`.
fn foreign_assignment(view: &TokenView, found: usize) -> Option<Diagnostic> {
    let (word, next) = (view.word(found), view.word(found + 1));
    let name = found.checked_sub(1).map_or("x", |before| view.word(before));
    let beside = view.tokens.get(found + 1).is_some_and(|after| after.start == view.tokens[found].end);
    let item = (0..found).rev().find(|at| view.tokens[*at].first && rule_of(view.word(*at)).is_some());
    if word == "--" && item.is_some_and(|item| view.word(item) == "graph") {
        let message = "an edge is written with one `-`, an arrow with `->`";
        let help = format!("write `{name}-{next}`");
        let report = Diagnostic::error(codes::ELSEWHERE, message, view.span(found), "write `-`");
        return Some(report.help(help).fix(view.span(found), "-"));
    }
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

/// `x =+ 2` for `x += 2`.
fn turned_assignment(view: &TokenView, found: usize) -> Option<Diagnostic> {
    let before = found.checked_sub(1)?;
    let beside = view.tokens.get(before)?.end == view.tokens.get(found)?.start;
    (beside && view.word(before) == "=" && view.word(found) == "+").then(|| {
        let at = view.span(before).to(view.span(found));
        let message = "an assignment is written with `=`, `+=` or `-=`";
        Diagnostic::error(codes::FOREIGN_ASSIGNMENT, message, at, "not one of these")
            .help("did you mean `+=`?")
            .fix(at, "+=")
    })
}

/// A name that begins with a digit or `_`: `2x`, `_x`.
fn name_start(view: &TokenView, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let word = view.word(found);
    let odd = word.starts_with('_')
        || word.starts_with(|c: char| c.is_ascii_digit()) && !word.bytes().all(|b| b.is_ascii_digit());
    let number = view.tokens.get(found).is_some_and(|token| token.kind == Kind::Number);
    if number
        && !wanted("a name")
        && let Some(report) = product(view, found)
    {
        return Some(report);
    }
    (number
        && (odd || wanted("a name"))
        && (wanted("a name") || wanted("an expression") || wanted("a value")))
    .then(|| {
        let message = format!("`{word}` is not a name");
        Diagnostic::error(codes::NAME_START, message, view.span(found), "a name begins with a letter")
            .help(begun_otherwise(word))
    })
}

/// What to write for a name that begins with a digit or `_`: the rest of it.
fn begun_otherwise(word: &str) -> String {
    let rest = word.trim_start_matches(|c: char| c == '_' || c.is_ascii_digit());
    let name = if rest.starts_with(char::is_alphabetic) { rest } else { "n" };
    format!("write `{name}` for one: after the first letter, digits and `_` may follow")
}

/// A number beside a name that the text has elsewhere: `2n`.
fn product(view: &TokenView, found: usize) -> Option<Diagnostic> {
    let word = view.word(found);
    let name = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &word[..word.len() - name.len()];
    let known = (0..view.tokens.len()).any(|at| view.word(at) == name) && !is_reserved(name);
    (known && !number.is_empty() && !name.is_empty()).then(|| {
        let divides = matches!(view.word(found.saturating_sub(1)), "/" | "%");
        let product = format!("{number} * {name}");
        let (text, at) = (if divides { format!("({product})") } else { product }, view.span(found));
        Diagnostic::error(codes::ELSEWHERE, "a product needs its sign", at, format!("write `{text}`"))
            .help(format!("write `{text}`"))
            .fix(at, text)
    })
}

/// A word of which exactly one expected word is near.
fn misspelt(
    view: &TokenView,
    found: usize,
    expected: &[&'static str],
    operators: bool,
) -> Option<Diagnostic> {
    let word = view.word(found);
    if view.tokens.get(found)?.kind != Kind::Word || word.chars().count() < 2 || is_reserved(word) {
        return None;
    }
    let near = |words: &[&'static str]| {
        let words = words.iter().map(|phrase| phrase.trim_matches('`'));
        let near = near_names(word, words.filter(|word| word.bytes().all(|b| b.is_ascii_alphabetic())));
        if near.len() == 1 { near.first().copied() } else { None }
    };
    // Behind the player of an outcome stands no operator, though one would parse.
    let operators = operators && !expected.contains(&"`wins`");
    let meant = near(expected).or_else(|| operators.then(|| near(&expected::OPERATORS)).flatten())?;
    let message = format!("expected {}, found `{word}`", expected::listed(expected));
    Some(
        Diagnostic::error(codes::UNEXPECTED, message, view.span(found), "here")
            .help(format!("did you mean `{meant}`?"))
            .fix(view.span(found), meant),
    )
}

/// `expect wih n = 3`: the misspelt `with` was read as a player.
fn misspelt_with(view: &TokenView, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let (at, before) = (found.checked_sub(1)?, found.checked_sub(2)?);
    let word = view.word(at);
    let near = word != "with" && !near_names(word, ["with"]).is_empty();
    (near && wanted("`wins`") && matches!(view.word(before), "expect" | "slow")).then(|| {
        let message = format!("`{word}` does not begin a fact");
        Diagnostic::error(codes::UNEXPECTED, message, view.span(at), "no fact begins so")
            .help("did you mean `with`?")
            .fix(view.span(at), "with")
    })
}

/// A misspelt `when` or `provided` where nothing more was expected: `move take(..) whn C`.
fn clause_misspelt(view: &TokenView, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let word = view.word(found);
    let clause = matches!(view.tokens.get(found)?.kind, Kind::Word) && wanted("nothing more");
    let near = if clause { near_names(word, ["when", "provided"]) } else { Vec::new() };
    let [meant] = near.as_slice() else { return None };
    let message = format!("expected nothing more, found `{word}`");
    Some(
        Diagnostic::error(codes::UNEXPECTED, message, view.span(found), "here")
            .help(format!("did you mean `{meant}`?"))
            .fix(view.span(found), *meant),
    )
}

/// Words of a comment behind a whole item, without the two strokes: `board C = ring(6)  the pits`.
fn lost_comment(view: &TokenView, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let is_word = |at: usize| view.tokens.get(at).is_some_and(|token| token.kind == Kind::Word);
    let line =
        found..(found + 1..view.tokens.len()).find(|at| view.tokens[*at].first).unwrap_or(view.tokens.len());
    let code = ["=", ":", "(", "[", "{", "}", ")", "]", "+=", "-=", "=>", "in", "\""];
    let words = line.clone().filter(|at| is_word(*at)).count();
    let plain = !line.clone().any(|at| code.contains(&view.word(at)));
    let said = wanted("nothing more") && is_word(found) && !is_reserved(view.word(found));
    (said && plain && words >= 2 && !view.tokens[found].first).then(|| {
        let text = view.text.get(view.tokens[found].start..view.tokens[line.end - 1].end).unwrap_or("..");
        let shown =
            if text.chars().count() > 30 { format!("{} ..", view.word(found)) } else { text.to_owned() };
        let at = view.span(found);
        let before = crate::source::Span { end: at.start, ..at };
        Diagnostic::error(
            codes::UNEXPECTED,
            "the item ends before these words",
            view.span_of(&line),
            "not read",
        )
        .help(format!("write `// {shown}` if this is a comment, or delete it"))
        .likely(before, "// ")
    })
}

/// A clause of a move out of order: `as ".." when C`.
fn clause_order(view: &TokenView, found: usize, wanted: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let clause = matches!(view.word(found), "when" | "as" | "provided");
    (clause && wanted("`{`")).then(|| {
        let message = format!("`{}` does not belong here", view.word(found));
        Diagnostic::error(codes::CLAUSE_ORDER, message, view.span(found), "out of order")
            .help("a move is written `move NAME(..) when C as \"..\" { .. } provided C`")
    })
}

/// `x` between the two sizes of a board: `grid(3 x 4)`.
fn times(view: &TokenView, found: usize) -> Option<Diagnostic> {
    let board = found.checked_sub(3).filter(|board| view.word(board + 1) == "(")?;
    let sizes = crate::built_ins::board(view.word(board)).is_some_and(|kind| kind.takes == [2]);
    (sizes && view.word(found) == "x").then(|| {
        let at = view.span(found);
        let message = "the sizes of a board are separated by a comma";
        Diagnostic::error(codes::MISSING_COMMA, message, at, "write `,` here")
            .help(format!("`{}(3, 4)` has 3 columns and 4 rows", view.word(board)))
            .fix(at, ",")
    })
}

/// A missing comma: `players A B`.
fn missing_comma(
    view: &TokenView,
    found: usize,
    range: &Range<usize>,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let before = found.checked_sub(1).filter(|before| range.contains(before))?;
    let begins = !matches!(view.tokens.get(found)?.kind, Kind::Mark | Kind::Unknown)
        || matches!(view.word(found), "{" | "[" | "(");
    (wanted("`,`") && !wanted("`:`") && begins && !is_reserved(view.word(found))).then(|| {
        let gap = view.span(before).after();
        let message = format!("a comma is missing before {}", view.found(found));
        let fact = matches!(
            view.word(found),
            "value" | "best" | "perft" | "positions" | "nimber" | "slow" | "with" | "after"
        );
        if fact && view.tokens[found].first {
            let line = (found + 1..view.tokens.len()).find(|at| view.tokens[*at].first);
            let end = view.span(line.unwrap_or(view.tokens.len()) - 1).end as usize - view.base;
            let fact = &view.text[view.tokens[found].start..end];
            let at = view.span(found);
            return Diagnostic::error(codes::MISSING_COMMA, message, at, "or is `expect` missing?")
                .help(format!("write `expect {fact}`, or a comma behind the line before"));
        }
        Diagnostic::error(codes::MISSING_COMMA, message, gap, "add `,` here")
            .help("things in a list are separated by commas")
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    #[test]
    fn words_behind_an_item_are_a_comment() {
        let line = "board P = ring(6)  the pits and the stores";
        assert_eq!(
            helps_beside_fields(line),
            ["write `// the pits and the stores` if this is a comment, or delete it"]
        );
        assert_eq!(helps_beside_fields("board P = ring(6)  // the pits and the stores"), [""; 0]);
        // One word alone, or code, is none.
        assert!(!helps_beside_fields("board P = ring(6) pits").concat().contains("//"));
        assert!(!helps_beside_fields("board P = ring(6) and b = 3").concat().contains("//"));
    }

    #[test]
    fn who_may_decline_has_a_move_for_it() {
        let helps = helps_beside_fields("move m(c in C) { s += c again with m(c) or none }");
        assert_eq!(helps, ["write `or stop`, and declare the move that does nothing: `followup stop { }`"]);
        let named = helps_beside_fields("move none(c in C) { s += c }");
        assert_eq!(named, ["choose another name, `none_` for one"]);
    }
}
