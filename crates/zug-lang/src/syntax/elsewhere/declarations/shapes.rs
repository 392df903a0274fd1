//! The heads of declarations as other languages write them.

use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::elsewhere::place::Place;
use crate::syntax::elsewhere::{Mistake, lists};
use crate::syntax::grammar::Rule;
use crate::syntax::items::is_reserved;
use crate::syntax::scan::Kind;

/// Searches the token `at`.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    let first = at == place.range.start + 1;
    let function = matches!(place.rule, Some(Rule::def_item | Rule::let_item)) && at == place.range.start;
    if let Some(found) = function.then(|| super::untyped::search(place, at)).flatten() {
        return Some(found);
    }
    match place.rule? {
        Rule::game_item if first => title(place, at),
        Rule::players_item if first => super::players::search(place, at),
        Rule::param_item => param(place, at),
        Rule::board_item => super::torus::search(place, at).or_else(|| super::boards::board_item(place, at)),
        Rule::family_item => family(place, at),
        Rule::range_item => range(place, at),
        Rule::enum_item => enumeration(place, at),
        Rule::let_item => super::definitions::table(place, at),
        Rule::def_item => {
            super::functions::body(place, at).or_else(|| super::definitions::definition(place, at))
        }
        _ => None,
    }
}

/// `game Three in a row`, `game: "X"`, `game = "X"`, `game "X" {`
fn title(place: &Place, at: usize) -> Option<Mistake> {
    if matches!(place.word(at), ":" | "=") && place.kind(at + 1) == Some(Kind::Text) {
        let help = format!("write `game {}`", place.word(at + 1));
        return Some(place.certain(at..at + 1, "the title stands directly behind `game`", "").help(help));
    }
    if place.kind(at) == Some(Kind::Text) && place.word(at + 1) == "{" {
        let help = format!("write `game {}`, and delete the `}}` that belongs to it", place.word(at));
        let mistake = place.certain(at + 1..at + 2, "a definition does not stand in braces", "").help(help);
        return Some(Mistake { covers: at..at + 2, ..mistake });
    }
    if place.kind(at) == Some(Kind::Text) {
        return None;
    }
    let end = (at + 1..place.range.end)
        .find(|each| place.first(*each) || place.word(*each) == "{")
        .unwrap_or(place.range.end);
    let inside = place.text(at..end).trim_matches(['\'', '‘', '’', '`', ':', '=', ' ']).replace('"', "");
    (at < end && !inside.is_empty())
        .then(|| place.certain(at..end, "the title is a text in double quotes", format!("\"{inside}\"")))
}

/// Whether these are numbers of which one is left out.
fn has_gaps(all: &[&str]) -> bool {
    let numbers: Option<Vec<i64>> = all.iter().map(|each| each.parse().ok()).collect();
    numbers.is_some_and(|numbers| numbers.windows(2).any(|pair| pair[0].checked_add(1) != Some(pair[1])))
}

/// The bounds of an example that hold this number.
fn bounds_with(value: i64) -> String {
    match value {
        ..0 => format!("{value}..9"),
        0 => "0..9".to_owned(),
        _ => format!("1..{}", value.max(9)),
    }
}

/// `param n = 3`, `param n in 3..5 = 3`, `param n: 3..5 default 3`
fn param(place: &Place, at: usize) -> Option<Mistake> {
    let name = place.word(place.range.start + 1);
    if let Some(found) = another(place, at, "param") {
        return Some(found);
    }
    if let Some(found) = truth_word(place, at) {
        return Some(found);
    }
    if at == place.range.start + 2
        && place.word(at) == "["
        && matches!(place.word(place.past(at)), "=" | ":=")
    {
        let equal = place.past(at);
        let (head, value) =
            (place.text(place.range.start + 1..equal), place.text(equal + 1..place.range.end));
        let help = format!(
            "write `param {head}: 0..9 = {value}` with the bounds of its values, or `let {head} = {value}` for a constant"
        );
        let message = format!("`param {name}` does not say which values it may have");
        return Some(
            place
                .reported(equal..equal + 1, equal..equal + 1, message, help, ": 0..9999 =")
                .label("`: TYPE` is missing before this"),
        );
    }
    if at == place.range.start + 2 {
        match place.word(at) {
            "=" | ":=" | "==" => {
                let value = place.text(at + 1..place.range.end);
                let truth = matches!(value, "true" | "false");
                let list = lists::bounds_of_list(value).map(|bounds| format!("list of {bounds}"));
                let bounds = value.parse().ok().map(bounds_with);
                let ty = list.as_deref().or(bounds.as_deref()).unwrap_or(if truth { "bool" } else { "1..9" });
                let help = format!(
                    "write `param {name}: {ty} = {value}` with the values that may be set, or `let {name} = {value}` for a constant"
                );
                let text = if truth || list.is_some() {
                    format!(": {ty} =")
                } else if value.parse::<i64>().is_ok() {
                    format!(": {value}..{value} =")
                } else {
                    ": 0..99 =".to_string()
                };
                return Some(
                    place
                        .reported(
                            at..at + 1,
                            at..at + 1,
                            format!("`param {name}` does not say which values it may have"),
                            help,
                            &text,
                        )
                        .label("`: TYPE` is missing before this"),
                );
            }
            "in" | "is" | "of" | "∈" | "as" => {
                let rest = place.text(at + 1..place.range.end);
                return Some(
                    place
                        .certain(at..at + 1, "the type of a param stands behind `:`", ":")
                        .help(format!("write `param {name}: {rest}`")),
                );
            }
            _ => {}
        }
    }
    let value = matches!(place.word(at), "default" | "is" | "be" | "init" | ":=" | "default=");
    (value && at > place.range.start + 3).then(|| {
        let mut stop = at + 1;
        if matches!(place.word(stop), "=" | ":") {
            stop += 1;
        }
        let help = format!(
            "write `param {} = {}`",
            place.text(place.range.start + 1..at),
            place.text(stop..place.range.end)
        );
        place.certain(at..stop, "the value of a param stands behind `=`", "=").help(help)
    })
}

/// `param n: .. = 4, m: .. = 5`: a second one behind a comma.
pub(super) fn another(place: &Place, at: usize, keyword: &str) -> Option<Mistake> {
    let outside = (place.range.start..at).all(|each| place.partner(each).is_none_or(|partner| partner < at));
    let second = place.word(at) == ","
        && place.is_name(at + 1)
        && matches!(place.word(place.operand_end(at + 1)), ":" | "=")
        && outside;
    second.then(|| {
        let rest = place.text(at + 1..place.find(at + 1..place.range.end, &[","]).unwrap_or(place.range.end));
        let message = format!("each `{keyword}` is an item of its own");
        place
            .certain(at..at + 1, message, format!("\n{keyword} "))
            .label(format!("write `{keyword}` on a line of its own"))
            .help(format!("write `{} {keyword} {rest}`", place.text(place.range.start..at)))
    })
}

/// `= no`, `= yes`, `= False`
fn truth_word(place: &Place, at: usize) -> Option<Mistake> {
    if place.before(at) != "=" {
        return None;
    }
    // `no` is a word of the language: it begins a quantifier.
    let text = match place.view.word(at) {
        "no" | "off" if !place.is_name(at + 1) || place.first(at + 1) => "false",
        "yes" | "on" => "true",
        _ => return None,
    };
    let message = format!("truth values are `true` and `false`, not `{}`", place.view.word(at));
    Some(place.certain(at..at + 1, message, text))
}

/// `family Line = ..`, `family Line: set of Cell = ..`
fn family(place: &Place, at: usize) -> Option<Mistake> {
    if at != place.range.start + 2 {
        return None;
    }
    let name = place.word(at - 1);
    let equal = place.find(at..place.range.end, &["=", ":="]).unwrap_or(at);
    let rest = place.text(equal + 1..place.range.end);
    let board = (at..equal)
        .rev()
        .find(|each| place.is_name(*each) && !matches!(place.word(*each), "set" | "of" | "sets"))
        .map_or(place.board(), |each| place.word(each));
    match place.word(at) {
        "=" | ":=" => {
            let gap = place.span(at - 1).after();
            let report = Diagnostic::error(
                codes::ELSEWHERE,
                "a family says of what its members consist",
                gap,
                format!("write `of {board}` here"),
            );
            let help = format!("write `family {name} of {board} = {rest}`");
            Some(Mistake {
                report: report.help(help).likely(gap, format!(" of {board}")),
                covers: at - 1..at,
            })
        }
        ":" | "in" | "on" | "over" | "from" | "[" | "(" => {
            let text = format!("of {board}");
            Some(
                place
                    .certain(at..equal, "a family says of what its members consist by `of`", &text)
                    .help(format!("write `family {name} {text} = {rest}`")),
            )
        }
        _ => None,
    }
}

/// `range Heap: 1..3`, `range Heap = 1 to 3`, `= 1-3`, `= {1, 2, 3}`, `= 3`
fn range(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let (name, end) = (place.word(start + 1), place.range.end);
    if at == start + 2 {
        return match place.word(at) {
            ":" | "in" | "is" | "of" | ":=" | "from" => Some(
                place
                    .certain(at..at + 1, "the ends of a range stand behind `=`", "=")
                    .help(format!("write `range {name} = {}`", place.text(at + 1..end))),
            ),
            "(" | "[" => {
                let close = place.partner(at)?;
                let text =
                    format!("= {}", place.text(at + 1..close).replacen(',', "..", 1).replace(".. ", ".."));
                Some(
                    place
                        .certain(at..close + 1, "the ends of a range stand behind `=`", &text)
                        .help(format!("write `range {name} {text}`")),
                )
            }
            _ if place.is_number(at) && place.operand_end(at) == end => {
                let text = format!("= 1..{}", place.word(at));
                let message = "a range is written by its first and its last member, with two dots";
                Some(place.likely(at..end, message, &text).help(format!("write `range {name} {text}`")))
            }
            _ if place.is_number(at) => {
                let gap = place.span(at - 1).after();
                let report = Diagnostic::error(
                    codes::ELSEWHERE,
                    "`=` is missing before the ends of the range",
                    place.span(at),
                    "write `=` before it",
                );
                Some(Mistake {
                    report: report
                        .help(format!("write `range {name} = {}`", place.text(at..end)))
                        .fix(gap, " ="),
                    covers: at - 1..at,
                })
            }
            _ => None,
        };
    }
    if at != start + 3 || !matches!(place.before(at), "=" | ":=") {
        return None;
    }
    let ends = "a range is written by its first and its last member, with two dots";
    let written = |text: String| {
        Some(place.certain(at..end, ends, &text).help(format!("write `range {name} = {text}`")))
    };
    if place.text(at..end).contains("..") || place.text(at..end).contains('…') {
        let numbers: Vec<usize> = (at..end).filter(|each| place.is_number(*each)).collect();
        if let (Some(first), Some(last)) = (numbers.first(), numbers.last())
            && first != last
            && place.word(at + 1) != ".."
        {
            return written(format!("{}..{}", place.word(*first), place.word(*last)));
        }
    }
    if let Some(sign) = (at..end).find(|each| {
        matches!(place.word(*each), "to" | "-" | "–" | "until" | "through" | ":" | "upto" | "," | "—")
    }) {
        let simple = place.operand_end(at) == sign && place.operand_end(sign + 1) == end;
        if simple && place.word(at) != "range" {
            return written(format!("{}..{}", place.text(at..sign), place.text(sign + 1..end)));
        }
    }
    let bracketed = matches!(place.word(at), "{" | "[" | "(");
    if bracketed || place.find(at..end, &[","]).is_some() {
        let listed = if bracketed { at + 1..place.partner(at)? } else { at..end };
        let all: Vec<&str> = place.text(listed).split(',').map(str::trim).collect();
        let (first, last) = (all.first()?, all.last()?);
        if has_gaps(&all) {
            let text = format!("let {name} = {{{}}}", all.join(", "));
            let message = "a range has no gaps: numbers with gaps are a constant set";
            let found = place.likely(start..end, message, &text).at(place.span_of(&(at..end)));
            return Some(found.label("these are not all from the first to the last"));
        }
        return (all.len() > 1).then(|| written(format!("{first}..{last}"))).flatten();
    }
    if place.operand_end(at) == end && place.word(at) != "range" {
        let high = place.text(at..end);
        let text = format!("1..{high}");
        return Some(
            place
                .likely(at..end, ends, &text)
                .help(format!("write `range {name} = {text}`, or `let {name} = {high}` for a number alone")),
        );
    }
    None
}

/// `enum M = a, b`, `enum M = { a, b }`, `enum M = a | b`, `enum M { "a", "b" }`, `enum M: a, b`
fn enumeration(place: &Place, at: usize) -> Option<Mistake> {
    let start = place.range.start;
    let (name, end) = (place.word(start + 1), place.range.end);
    if at == start + 1 && matches!(name, "class" | "struct" | "type" | "enum") && place.is_name(at + 1) {
        let rest = place.text(at + 1..place.line_end(at));
        let message = format!("no `{name}` stands behind `enum`");
        return Some(place.certain(at..at + 1, message, "").help(format!("write `enum {rest}`")));
    }
    if at != start + 2 {
        return None;
    }
    // `enum Coin: int { .. }`
    if place.word(at) == ":" && place.word(at + 2) == "{" {
        let help = format!("write `enum {name} {}`", place.text(at + 2..end));
        return Some(place.certain(at..at + 2, "the elements of an `enum` have no type", "").help(help));
    }
    let from = if place.word(at) == "{" { at } else { at + 1 };
    let names: Vec<String> = (from..end)
        .filter(|each| {
            place.is_name(*each)
                || place.kind(*each) == Some(Kind::Text)
                || place.kind(*each) == Some(Kind::Unknown) && place.word(*each).len() > 2
        })
        .map(|each| place.word(each).trim_matches(['"', '\'', '‘', '’']).to_string())
        .collect();
    let marks = (from..end).filter(|each| !place.is_name(*each)).all(|each| {
        matches!(place.word(each), "{" | "}" | "," | "|" | "(" | ")" | "[" | "]" | "=" | "or" | "..")
            || place.kind(each) != Some(Kind::Mark)
    });
    let valued = (from..end).any(|each| place.word(each) == "=" && place.is_number(each + 1));
    let given = (from..end).any(|each| place.word(each) == "=") && !valued;
    let marks = marks
        || valued
            && (from..end).all(|each| {
                place.is_name(each)
                    || place.is_number(each)
                    || matches!(place.word(each), "{" | "}" | "," | "=")
            });
    let text = format!("{{ {} }}", names.join(", "));
    let plain = names.iter().all(|name| {
        name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    });
    let head = matches!(place.word(at), "=" | ":" | "of" | "{" | "in" | ":=" | "is" | "(" | "[");
    // What stands beside the names would be lost.
    let lost = (from..end).any(|each| {
        place.is_number(each) && !valued || is_reserved(place.word(each)) && place.word(each) != "or"
    });
    if !head || !marks || given || names.is_empty() || !plain || lost {
        return None;
    }
    let message = "the elements of an `enum` stand in braces, with commas";
    let wrong = if place.word(at) == "{" {
        (at + 1..end)
            .find(|each| !place.is_name(*each) && !matches!(place.word(*each), "," | "}"))
            .unwrap_or(at)
    } else {
        at
    };
    // A trailing comma, or two names without one, have reports of their own.
    if place.word(at) == "{" && wrong == at {
        return None;
    }
    Some(
        place
            .certain(at..end, message, &text)
            .at(place.span(wrong))
            .label("not written so")
            .help(format!("write `enum {name} {text}`")),
    )
}

#[cfg(test)]
mod tests {
    use crate::syntax::tests::helps_beside_fields;

    #[test]
    fn no_element_of_an_enum_is_lost() {
        let rest = "\nmove m(c in C) { s += c }";
        let found = helps_beside_fields(&format!("enum Side {{ left, right, none }}{rest}"));
        assert_eq!(found, ["choose another name, `none_` for one"]);
        let number = helps_beside_fields(&format!("enum Side {{ left, 2 }}{rest}"));
        assert!(number.iter().all(|help| !help.contains("enum Side { left }")), "{number:?}");
        let bars = helps_beside_fields(&format!("enum Side = left | right{rest}"));
        assert_eq!(bars, ["write `enum Side { left, right }`"]);
    }
}
