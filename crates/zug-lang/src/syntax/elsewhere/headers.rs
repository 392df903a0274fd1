//! The heads of moves as other languages write them.

use super::place::Place;
use super::{Mistake, parameters, prose_headers, requires};
use crate::diagnostic::Diagnostic;
use crate::syntax::codes;
use crate::syntax::grammar::Rule;
use crate::syntax::items::{REQUIRES, is_operator};
use crate::syntax::own_names::OwnNames;
use crate::syntax::scan::Kind;
use std::ops::Range;

/// Searches the token `at` of a move's head.
pub(super) fn search(place: &Place, at: usize) -> Option<Mistake> {
    if place.rule != Some(Rule::move_item) || place.in_body(at) {
        return None;
    }
    breaks_off(place, at)
        .or_else(|| missing_brace(place, at))
        .or_else(|| name(place, at))
        .or_else(|| prose_headers::search(place, at))
        .or_else(|| parameters::search(place, at))
        .or_else(|| text_before_parameters(place, at))
        .or_else(|| text_before_condition(place, at))
        .or_else(|| letter_before_text(place, at))
        .or_else(|| possessive(place, at))
        .or_else(|| condition_word(place, at))
        .or_else(|| condition_inside(place, at))
        .or_else(|| before_body(place, at))
        .or_else(|| by_player(place, at))
        .or_else(|| missing_body(place, at))
}

/// `when last != c and {`: an operand is missing before the body.
fn breaks_off(place: &Place, at: usize) -> Option<Mistake> {
    let (open, _) = place.body?;
    let word = place.word(at);
    let waits = is_operator(word) || matches!(word, "when" | "implies" | "where" | ":" | "provided");
    let mark =
        matches!(place.word(at), ":" | "=") && place.ends_operand(at - 1) && !lacks_condition(place, at);
    (waits && at + 1 == open && !mark).then(|| {
        let word = place.word(at);
        let gap = place.span(at).after();
        let message = format!("nothing stands behind `{word}`");
        let instead = match word {
            "and" | "or" | "not" | "when" | "implies" | "where" | ":" | "provided" => " true",
            "in" => " {}",
            "=" | "!=" => " none",
            _ => " 0",
        };
        let what = if instead == " true" { "a condition" } else { "an operand" };
        let report = Diagnostic::error(codes::ELSEWHERE, message, gap, format!("{what} is missing here"));
        let help =
            format!("write {what} behind `{}`, or delete `{word}`", place.text(at.saturating_sub(1)..at + 1));
        Mistake { report: report.help(help).recovery(gap, instead), covers: at..at + 1 }
    })
}

/// `when some c in S: {`: no condition stands behind the `:`. Without a quantifier it stands before
/// the body.
fn lacks_condition(place: &Place, at: usize) -> bool {
    let condition = place.find(place.range.start..at, &["when"]);
    condition.is_some_and(|when| {
        place.word(at) == "=" && place.is_field(place.word(at - 1)) || place.binds(when..at)
    })
}

/// `move place(c in S)` and statements without a brace before them.
fn missing_brace(place: &Place, at: usize) -> Option<Mistake> {
    let limit = place.body.map_or(place.range.end, |(open, _)| open);
    let stores = place.is_name(at) && matches!(place.word(place.operand_end(at)), "=" | "+=" | "-=" | ":=");
    let is_statement = stores || matches!(place.word(at), "if" | "for" | "repeat" | "again" | "var");
    let begins = place.first(at) && is_statement && at < limit && at > place.range.start + 1;
    if !begins || !place.ends_operand(at - 1) {
        return None;
    }
    let gap = place.span(at - 1).after();
    let report = Diagnostic::error(
        codes::ELSEWHERE,
        "`{` is missing before the body of the move",
        gap,
        "write `{` here",
    );
    let help = format!("write `{} {{`", place.text(place.range.start..at));
    let report = report.help(help).fix(gap, " {");
    let last = place.range.end - 1;
    let closed = place.word(last) == "}" && place.partner(last).is_none();
    let report = match closed {
        true => report,
        false => report.fix(place.span(last).after(), " }"),
    };
    Some(Mistake { report, covers: place.range.clone() })
}

/// What is searched for only where nothing else is found.
pub(super) fn late(place: &Place, at: usize) -> Option<Mistake> {
    multiple(place, at).or_else(|| implied_product(place, at))
}

/// `2 pits`, of a param or a number of the position.
fn multiple(place: &Place, at: usize) -> Option<Mistake> {
    let name = place.word(at);
    let beside = place.is_name(at) && !place.first(at) && place.is_number(at.wrapping_sub(1));
    let declares = matches!(place.word(at + 1), ":" | "[" | "=" | "in" | "of") || place.begins_statement(at);
    let single = place.is_count(name) && place.field_index(name) == Some("");
    (beside && !declares && (place.is_constant(name) || single)).then(|| {
        let text = format!("{} * {name}", place.before(at));
        place.likely(at - 1..at + 1, "a product needs its `*`", text)
    })
}

/// `n p`, `50k`: two operands side by side.
fn implied_product(place: &Place, at: usize) -> Option<Mistake> {
    let word = place.word(at);
    if !place.plain {
        return None;
    }
    let split = word
        .find(|c: char| !c.is_ascii_digit())
        .filter(|split| *split > 0 && place.is_number(at) && word[*split..].starts_with(char::is_alphabetic));
    if let Some(split) = split.filter(|_| place.rule != Some(Rule::graph_item)) {
        let text = format!("{} * {}", &word[..split], &word[split..]);
        return Some(place.likely(at..at + 1, "a product needs its `*`", text));
    }
    let operands = at > place.range.start + 1
        && place.ends_operand(at - 1)
        && !place.first(at)
        && !place.begins_statement(at)
        && (place.is_name(at) || place.is_number(at))
        && (place.is_name(at - 1) || place.is_number(at - 1) || matches!(place.word(at - 1), ")" | "]"));
    let stores = matches!(place.word(place.operand_end(at)), "=" | "+=" | "-=" | ":=" | ":" | "in");
    // `again with eat(n) n > 3`: a move comes before the condition.
    let follows = operands && place.before(place.operand_start(at - 1)) == "with";
    let named = matches!(place.before(at), "of" | "to") || place.is_keyword(at - 1) || follows;
    let words = [
        "and", "or", "in", "not", "implies", "when", "provided", "then", "else", "where", "as", "for",
        "wins", "loses", "to",
    ];
    let near = !crate::diagnostic::near_names(word, words).is_empty()
        || !crate::diagnostic::near_names(place.word(at - 1), words).is_empty();
    let rule = matches!(place.rule, Some(Rule::move_item | Rule::def_item | Rule::let_item));
    let short = word.len() <= 3 && place.before(at).len() <= 3;
    (operands && !stores && !named && !near && rule && short).then(|| {
        let (left, right) =
            (place.text(place.operand_start(at - 1)..at), place.text(at..place.operand_end(at)));
        let gap = place.span(at - 1).after();
        let report = Diagnostic::error(
            codes::ELSEWHERE,
            format!("no operator stands between `{left}` and `{right}`"),
            gap,
            "an operator is missing here",
        );
        Mistake {
            report: report.help(format!("write `{left} * {right}` if a product is meant")),
            covers: at - 1..at + 1,
        }
    })
}

/// `move "place"(..)`, `move (c in S)`
fn name(place: &Place, at: usize) -> Option<Mistake> {
    if at != place.range.start + 1 {
        return None;
    }
    if place.kind(at) == Some(Kind::Text) {
        let inside: String = place
            .word(at)
            .trim_matches('"')
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '_' })
            .collect();
        let message = "a move is named by a word, not by a text";
        let help = format!("write `move {inside}`; how it is printed is said by `as \"..\"`");
        return Some(place.certain(at..at + 1, message, inside).help(help));
    }
    let word = place.word(place.range.start);
    let nameless = matches!(place.word(at), "(" | "when" | "{");
    (nameless && matches!(word, "move" | "followup")).then(|| {
        let gap = place.span(at - 1).after();
        let report = Diagnostic::error(
            codes::ELSEWHERE,
            format!("this `{word}` has no name"),
            gap,
            "write a name here",
        );
        let tail = if place.word(at) == "(" { place.text(at..place.past(at)) } else { "" };
        let report =
            report.help(format!("write `{word} play{tail}`, or a better name")).recovery(gap, " play_");
        Mistake { report, covers: at - 1..at }
    })
}

/// `move put as "{c}" (c in S) {`
fn text_before_parameters(place: &Place, at: usize) -> Option<Mistake> {
    let turned = at == place.range.start + 2
        && place.word(at) == "as"
        && place.kind(at + 1) == Some(Kind::Text)
        && place.word(at + 2) == "(";
    let close = place.partner(at + 2).filter(|_| turned)?;
    let (text, parameters) = (place.word(at + 1), place.text(at + 2..close + 1));
    let head = place.text(at - 2..at);
    let open = place.body.map_or(close + 1, |(open, _)| open);
    let message = "what a move chooses stands behind its name, and its text before the body";
    let here = place.span_of(&(at..at + 2));
    let report = Diagnostic::error(codes::CLAUSE_ORDER, message, here, "out of order")
        .help(format!("write `{head}{parameters} as {text}`"))
        .fix(here, "")
        .fix(place.span(open - 1).after(), format!(" as {text}"));
    Some(Mistake { report, covers: at..close + 1 })
}

/// `as "{c}" when C {`
fn text_before_condition(place: &Place, at: usize) -> Option<Mistake> {
    let turned = place.word(at) == "as"
        && place.kind(at + 1) == Some(Kind::Text)
        && matches!(place.word(at + 2), "when" | "if");
    let open = place.body?.0;
    (turned && at + 3 < open).then(|| {
        let (text, condition) = (place.word(at + 1), place.text(at + 3..open));
        let new = format!("when {condition} as {text}");
        let message = "the condition of a move stands before its text";
        let label = place.span_of(&(at + 2..at + 3));
        place
            .certain(at..open, message, &new)
            .code(codes::CLAUSE_ORDER)
            .at(label)
            .label("out of order")
            .help(format!("write `{new}`"))
    })
}

/// `as f"{c}"`
fn letter_before_text(place: &Place, at: usize) -> Option<Mistake> {
    let lettered = place.before(at) == "as" && place.kind(at + 1) == Some(Kind::Text) && place.beside(at);
    lettered.then(|| {
        let help = format!("write `as {}`", place.word(at + 1));
        place.certain(at..at + 1, "no letter stands before a text", "").help(help)
    })
}

/// `when Zebra's turn`
fn possessive(place: &Place, at: usize) -> Option<Mistake> {
    let owned = matches!(place.word(at + 1), "'" | "’")
        && place.word(at + 2) == "s"
        && matches!(place.word(at + 3), "turn" | "move");
    let owned = owned
        || place.is_name(at)
            && matches!(place.word(at + 1), "to")
            && matches!(place.word(at + 2), "move" | "play")
            && place.before(at) == "when";
    owned.then(|| {
        let end = if place.word(at + 2) == "s" { at + 4 } else { at + 3 };
        let text = format!("me = {}", place.word(at));
        place.certain(at..end, "who is to move is asked by `me`", text)
    })
}

/// `move place(..) if C {`, `requires C`, `where C`
fn condition_word(place: &Place, at: usize) -> Option<Mistake> {
    let name = place.range.start + 1;
    let behind = if place.word(name + 1) == "(" { place.past(name + 1) } else { name + 1 };
    if at != behind {
        return None;
    }
    let word = place.word(at);
    if REQUIRES.contains(&word) {
        return requires::before_body(place, at);
    }
    let words = match (word, place.word(at + 1)) {
        ("only", "if" | "when") | ("such", "that") => 2,
        ("is", "legal") if place.word(at + 2) == "if" => 3,
        (
            "if" | "where" | "given" | "unless" | "whenever" | "pre" | "such" | "needs" | "iff" | "only_if"
            | "cond" | "condition" | "legal" | "allowed" | "possible" | "subject" | "on" | "with"
            | "assuming" | "|" | "&",
            _,
        ) => 1,
        (",", _) if compares(place, at + 1) => 1,
        (":", _) if !place.first(at + 1) && place.word(at + 1) != "{" => 1,
        _ => return None,
    };
    let limit = place.body.map_or(place.range.end, |(open, _)| open);
    let mut from = at + words;
    if place.word(from) == ":" {
        from += 1;
    }
    let end = place.find(from..limit, &["as"]).unwrap_or(limit);
    // `if k <= n then {`
    let end = if place.word(end - 1) == "then" { end - 1 } else { end };
    let said = place.text(at..at + words);
    let message = format!("the condition of a move stands behind `when`, not `{said}`");
    if let Some((condition, body)) = body_behind(place, from..end) {
        let text = format!("when {condition} {{ {body} }}");
        let shown = format!("write `{}`", text.split_whitespace().collect::<Vec<_>>().join(" "));
        let found = place.likely(at..place.range.end, message, &text).help(shown);
        return Some(found.at(place.span_of(&(at..at + words))));
    }
    let condition = place.text(from..end);
    let text = match word {
        "unless" => format!("when {}", place.negated(from..end)),
        _ => format!("when {condition}"),
    };
    Some(
        place
            .certain(at..end, message, &text)
            .at(place.span_of(&(at..at + words)))
            .label("write `when`")
            .help(format!("write `{text}`")),
    )
}

/// The condition and the statements of `C: n += 1`, whose braces are missing.
fn body_behind<'t>(place: &Place<'_, 't>, range: Range<usize>) -> Option<(&'t str, &'t str)> {
    let sign = place.find_outside(range.clone(), &[":", "do", "then", "=>", "->"])?;
    let stores = matches!(place.word(place.operand_end(sign + 1)), "=" | "+=" | "-=");
    (place.body.is_none() && stores && sign > range.start)
        .then(|| (place.text(range.start..sign), place.text(sign + 1..range.end)))
}

/// Whether a comparison stands behind the brackets of a move, and no further parameter.
fn compares(place: &Place, from: usize) -> bool {
    let limit = place.body.map_or(place.range.end, |(open, _)| open);
    place.find(from..limit, &["<", "<=", ">", ">=", "=", "!=", "=="]).is_some()
        && place.find(from..limit, &["in", "when", ","]).is_none()
}

/// `move place(c in S where P)`
fn condition_inside(place: &Place, at: usize) -> Option<Mistake> {
    let open = place.range.start + 2;
    let close =
        place.partner(open).filter(|close| place.word(open) == "(" && (open..*close).contains(&at))?;
    if !matches!(place.word(at), "where" | "when" | "if" | "such" | "|" | "with")
        || place.find_outside(open + 1..close, &[place.word(at)]) != Some(at)
        || place.word(at) == "if" && place.find(at..close, &["else"]).is_some()
    {
        return None;
    }
    let behind = if place.word(at) == "such" { at + 2 } else { at + 1 };
    // `near(c) | men[me]`: the sign of two sets is a sum.
    if place.word(at) == "|" && place.is_set(place.word(behind)) && place.operand_end(behind) == close {
        return None;
    }
    let (condition, further) = split(place, open, behind..close)?;
    let text = match place.word(close + 1) {
        "when" => format!("{further}) when {condition} and"),
        _ => format!("{further}) when {condition}"),
    };
    let stop = if place.word(close + 1) == "when" { close + 2 } else { close + 1 };
    let message = "the condition of a move stands behind the brackets";
    let before = place.text(open - 1..at).trim_end();
    let shown = format!("{before}{further}) when {condition}");
    let found = match further.is_empty() {
        true => place.certain(at..stop, message, text),
        false => place.likely(at..stop, message, text),
    };
    Some(found.at(place.span(at)).label("belongs behind the `)`").help(format!("write `{shown}`")))
}

/// The conditions of these tokens, joined by `and`, and the parameters among them, each behind a
/// comma: `P, d in T where Q, k in 1..2`. None where a name shares its set with the next one. The
/// brackets of the move open at `open`.
fn split(place: &Place, open: usize, range: Range<usize>) -> Option<(String, String)> {
    let (mut conditions, mut parameters): (Vec<Range<usize>>, _) = (Vec::new(), String::new());
    let mut from = range.start;
    let mut is_parameter = false;
    while from < range.end {
        let mut end = place.find(from..range.end, &[","]).unwrap_or(range.end);
        while end < range.end && place.binds(from..end) {
            end = place.find(end + 1..range.end, &[","]).unwrap_or(range.end);
        }
        if is_parameter {
            let begun = place.find_outside(from..end, &["where", "when"]).unwrap_or(end);
            parameters += &format!(", {}", place.text(from..begun).trim_end());
            from = begun + 1;
        }
        if from < end {
            conditions.push(from..end);
        }
        from = end + 1;
        if place.is_name(from) && matches!(place.word(from + 1), "," | ")") {
            return None;
        }
        let name = place.word(from);
        let is_known = place.is_field(name)
            || (open + 1..from).any(|each| place.word(each) == name && place.word(each + 1) == "in");
        is_parameter = place.is_name(from) && place.word(from + 1) == "in" && !is_known;
    }
    if let [only] = &conditions[..] {
        return Some((place.text(only.clone()).to_owned(), parameters));
    }
    let loose = ["or", "implies", "some", "every", "no", "if"];
    let bracketed = |each: &Range<usize>| match place.find(each.clone(), &loose) {
        Some(_) => place.operand_text(each.clone()),
        None => place.text(each.clone()).to_owned(),
    };
    Some((conditions.iter().map(bracketed).collect::<Vec<_>>().join(" and "), parameters))
}

/// `move place(..) when C: {`, `.. => {`, `.. do {`, `.. effect: {`
fn before_body(place: &Place, at: usize) -> Option<Mistake> {
    let open = place.body?.0;
    let sign = matches!(place.word(at), ":" | "=>" | "do" | "then" | "->" | "=" | "is" | "begin");
    let end = at + 1 + usize::from(!sign && matches!(place.word(at + 1), ":" | "="));
    (end == open && (sign || introduces(place, at))).then(|| {
        let said = place.text(at..end);
        place.certain(at..end, format!("no `{said}` stands before the body of a move"), "").help(format!(
            "delete `{said}`: write `{} {} .. {{`",
            place.word(place.range.start),
            place.word(place.range.start + 1)
        ))
    })
}

/// Whether a word behind the brackets, the condition or the text of a move is none of the
/// definition: it introduces the body.
fn introduces(place: &Place, at: usize) -> bool {
    let name = place.range.start + 1;
    let own = at == name || place.is_field(place.word(at)) || place.is_domain(place.word(at));
    place.is_name(at)
        && !own
        && place.ends_operand(at - 1)
        && at - 1 != place.range.start
        && !place.word(at - 1).is_empty()
}

/// `move place(..) by X when C {`, `move X place(..)`, `move place for X`
fn by_player(place: &Place, at: usize) -> Option<Mistake> {
    let name = place.range.start + 1;
    let behind = if place.word(name + 1) == "(" { place.past(name + 1) } else { name + 1 };
    let word = place.word(at);
    if at != behind || !matches!(word, "by" | "for" | "of" | "player") || !place.is_name(at + 1) {
        return None;
    }
    let player = place.word(at + 1);
    let (text, stop) = match place.word(at + 2) {
        "when" => (format!("when me = {player} and"), at + 3),
        _ => (format!("when me = {player}"), at + 2),
    };
    let message = "who may make a move is said by its condition: the player to move is `me`";
    Some(place.certain(at..stop, message, &text).help(format!("write `{text} ..`")))
}

/// `move place(..) when C` without a body.
fn missing_body(place: &Place, at: usize) -> Option<Mistake> {
    let last = at + 1 == place.range.end && place.body.is_none();
    let complete = place.ends_operand(at) && at > place.range.start;
    // A set in the condition has its brace behind an operator, and both of its braces.
    let is_set = |open: usize| is_operator(place.word(open - 1)) && place.partner(open).is_some();
    let loose = place.range.clone().any(|each| match place.word(each) {
        "{" => !is_set(each),
        "}" => !place.partner(each).is_some_and(is_set),
        _ => false,
    });
    (last && complete && !loose).then(|| {
        let gap = place.span(at).after();
        let name = place.word(place.range.start + 1);
        let report = Diagnostic::error(
            codes::ELSEWHERE,
            format!("the move `{name}` has no body"),
            gap,
            "write `{ .. }` here",
        );
        let store = OwnNames::of(place.view).statement("");
        let report = report
            .help(format!(
                "a body in braces says what the move changes: write `{{ {store} }}` for one, or `{{ }}` for nothing"
            ))
            .recovery(gap, " { }");
        Mistake { report, covers: at..at + 1 }
    })
}
